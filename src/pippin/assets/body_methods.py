"""Writing mass properties of bodies: generated from the rows of :class:`LinkData`.

``tools/asset_methods.py`` writes this file: change the rows, not the functions. Arguments and errors are those of
:mod:`pippin.quantities.inputs` and :mod:`pippin.quantities.selection`. What its row says about a quantity (finite, not
negative, ...) is checked where the simulation runs on a CPU. A call that is refused changes nothing.
"""

from __future__ import annotations

from pippin.quantities.inputs import Array
from pippin.quantities.selection import Ids, Mask

from .bodies import HasBodies


def set_coms_index(
    self: HasBodies, *, coms: Array, body_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
) -> None:
    """Set centre of mass frames.

    The inertia tensors go with them: their components stay as they are.

    Args:
        coms: Poses in the link frames (position [m], quaternion x y z w), shape (n, m, 7), or (n, m) of
            wp.transformf.
        body_ids: The m bodies; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``coms`` covers all instances and bodies, of which the ids choose.
    """
    self.bodies.write("body_com_pose_b", coms, self.bodies.select(env_ids, body_ids, full_data=full_data))


def set_coms_mask(self: HasBodies, *, coms: Array, body_mask: Mask = None, env_mask: Mask = None) -> None:
    """Set centre of mass frames, where masks hold.

    ``coms``: Poses in the link frames (position [m], quaternion x y z w), shape (N, L, 7), or (N, L) of
    wp.transformf. ``body_mask`` (L,), ``env_mask`` (N,): None means all.
    See :func:`set_coms_index`.
    """
    self.bodies.write("body_com_pose_b", coms, self.bodies.select_masked(env_mask, body_mask))


def set_masses_index(
    self: HasBodies, *, masses: Array, body_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
) -> None:
    """Set masses.

    The inertia tensors stay as they are.

    Args:
        masses: Masses [kg], not negative, shape (n, m), float32.
        body_ids: The m bodies; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``masses`` covers all instances and bodies, of which the ids choose.
    """
    self.bodies.write("body_mass", masses, self.bodies.select(env_ids, body_ids, full_data=full_data))


def set_masses_mask(self: HasBodies, *, masses: Array, body_mask: Mask = None, env_mask: Mask = None) -> None:
    """Set masses, where masks hold.

    ``masses``: Masses [kg], not negative, shape (N, L), float32. ``body_mask`` (L,), ``env_mask`` (N,): None means
    all.
    See :func:`set_masses_index`.
    """
    self.bodies.write("body_mass", masses, self.bodies.select_masked(env_mask, body_mask))


def set_inertias_index(
    self: HasBodies, *, inertias: Array, body_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
) -> None:
    """Set inertia tensors about the centres of mass, along the axes of the centre of mass frames.

    Args:
        inertias: Tensors [kg m^2], row by row, symmetric and not negative, shape (n, m, 9), float32.
        body_ids: The m bodies; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``inertias`` covers all instances and bodies, of which the ids choose.
    """
    self.bodies.write("body_inertia", inertias, self.bodies.select(env_ids, body_ids, full_data=full_data))


def set_inertias_mask(self: HasBodies, *, inertias: Array, body_mask: Mask = None, env_mask: Mask = None) -> None:
    """Set inertia tensors about the centres of mass, along the axes of the centre of mass frames, where masks hold.

    ``inertias``: Tensors [kg m^2], row by row, symmetric and not negative, shape (N, L, 9), float32. ``body_mask``
    (L,), ``env_mask`` (N,): None means all.
    See :func:`set_inertias_index`.
    """
    self.bodies.write("body_inertia", inertias, self.bodies.select_masked(env_mask, body_mask))
