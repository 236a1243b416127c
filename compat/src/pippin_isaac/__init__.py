"""The older dialects of Isaac Lab: quaternions (w, x, y, z) and torch tensors, out of one table of fields.

Isaac Lab has changed its conventions once. Up to version 2 (first as ``omni.isaac.lab``, then as ``isaaclab``) it has
quaternions (w, x, y, z) and torch tensors; from version 3 on quaternions (x, y, z, w) and Warp arrays, which is what
Pippin speaks and what the modules of :mod:`pippin_isaac.tables` name. The older dialects are made from those, by rule:

* :mod:`~pippin_isaac.fields` is the table: which properties, parameters, results and config fields hold quaternions,
  and at which place of their last dimension. Everything below applies it; nothing else knows a field by name.
* :mod:`~pippin_isaac.modules` makes a module of an older dialect when it is imported: the module of version 3 of
  that name, with the *counterpart* of each of its names. Most things (materials, actuators, the launcher, ...) hold no
  quaternions and no arrays, and are their own counterpart.
* :mod:`~pippin_isaac.conversions`: the counterpart of a config class is a subclass with other defaults. When something
  is made from such a config, it gets a copy with the values that Pippin means. The counterpart of a function converts
  its arguments and results.
* :mod:`~pippin_isaac.facades`: the counterpart of an asset, a sensor, a scene or their data is a class that holds one
  of Pippin's, with the same members, and converts what goes in and out.

A program that imports ``omni.isaac.lab`` gets the older dialect. One that imports ``isaaclab`` gets the version that it
chooses before, by the environment variable ``PIPPIN_ISAACLAB`` or :func:`choose_isaaclab`, else the one that its
files tell (:mod:`~pippin_isaac.version`); without either, the import is refused.
"""

from .version import UndecidedIsaacLabError, choose_isaaclab, chosen_isaaclab

__all__ = ["UndecidedIsaacLabError", "choose_isaaclab", "chosen_isaaclab"]
