"""Which foreign modules are served, and where their names come from.

To add a module, add a line to the table of its package, in the file of this folder that is called like it::

    "isaaclab.scene": "pippin.scene: InteractiveScene, InteractiveSceneCfg",

The key is the name that programs import. The value says where its names come from, in the words of an import:

* ``"pippin.scene: InteractiveScene, InteractiveSceneCfg"``: these two. ``"pippin.sim: NewtonCfg as Newton"``: under
  another name. ``"pippin.sensors: *"``: all that ``pippin.sensors.__all__`` lists, and whatever its ``__getattr__``
  makes.
* ``"pippin_isaac.omni_kit: make_window as *"``: whatever a program asks for, made of its name by this function.
* ``"numpy as np"``, ``"torch"``: a module itself. ``"pippin.physics:"``: no names, it is only imported.
* ``".articulation: *"``: from the foreign module of that name inside the one of the key; ``".patterns"``: that module.
* Several of these, in a tuple.

A module with others inside it is a package; nothing needs to say so: ``"isaaclab.assets.articulation"`` is one as soon
as the table has ``"isaaclab.assets.articulation.articulation_cfg"``. A name that is both a module and a class or
a function (``isaaclab.utils.configclass``) is the class or the function for ``from isaaclab.utils import configclass``,
as it is in Isaac Lab.

What has behaviour of its own stands by subject in the files of :mod:`pippin_isaac` (``launcher.py``, ``lab_*.py`` for
Isaac Lab, ``omni_*.py`` for Omniverse) and of ``isaacsim/``, which lines name as their source. The older dialects
(``omni.isaac.lab``, Isaac Lab 2) are made from the modules of version 3, so a line serves all of them. A new package at
the top, such as ``isaaclab_tasks``, needs a folder with an ``__init__.py`` that calls ``serve(__name__)`` (see
``isaaclab_contrib``), and a table that is named below.
"""

from __future__ import annotations

from . import (
    isaacgym,
    isaaclab,
    isaaclab_backends,
    isaaclab_envs,
    isaaclab_files,
    isaaclab_packages,
    isaaclab_sensors,
    isaaclab_sim,
    isaaclab_tasks_3,
    isaaclab_tasks_parts,
    isaacsim,
    isaacsim_robots,
)

MODULES: dict[str, str | tuple[str, ...]] = {
    **isaacgym.MODULES,
    **isaaclab.MODULES,
    **isaaclab_backends.MODULES,
    **isaaclab_envs.MODULES,
    **isaaclab_files.MODULES,
    **isaaclab_packages.MODULES,
    **isaaclab_sensors.MODULES,
    **isaaclab_sim.MODULES,
    **isaaclab_tasks_3.MODULES,
    **isaaclab_tasks_parts.MODULES,
    **isaacsim.MODULES,
    **isaacsim_robots.MODULES,
}
"""Name of each module that comes from a table: where its names come from."""

PACKAGES = frozenset(
    ".".join(parts[:depth])
    for parts in (name.split(".") for name in MODULES)
    for depth in range(1, len(parts))
    if parts[0] != "pxr"  # USD's own package, which gets one module more
)
"""Names of those that other modules are in."""


def sources_of(name: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Where the names of a module come from.

    Args:
        name: Name of a module or a package of the tables.

    Returns:
        Each source, in order: the name of a module, and names in it with those that they get: ``("*", "*")`` are all,
        an empty name is the module itself.
    """
    row = MODULES.get(name, ())
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for text in (row,) if isinstance(row, str) else row:
        words, colon, names = text.partition(":")
        source, _, other = words.partition(" as ")
        itself = [("", other or source.rpartition(".")[2])]
        entries = [_entry(part) for part in names.split(",") if part.strip()] if colon else itself
        found.append((f"{name}{source}" if source.startswith(".") else source, entries))
    return found


def _entry(words: str) -> tuple[str, str]:
    """Name in the source, and the one that it gets, of ``name`` or ``name as other``."""
    name, _, other = words.partition(" as ")
    return name.strip(), (other or name).strip()
