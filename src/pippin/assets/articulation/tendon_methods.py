"""Setting properties of tendons: generated from the rows of :class:`ArticulationData`.

``tools/asset_methods.py`` writes this file: change the rows, not the functions. Arguments and errors are those of
:mod:`pippin.quantities.inputs` and :mod:`pippin.quantities.selection`. What its row says about a quantity (finite, not
negative, ...) is checked where the simulation runs on a CPU. A call that is refused changes nothing.
"""

from __future__ import annotations

from pippin.quantities.inputs import Array
from pippin.quantities.selection import Ids, Mask

from .tendons import HasTendons


def set_fixed_tendon_stiffness_index(
    self: HasTendons,
    *,
    stiffness: Array | float,
    fixed_tendon_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
) -> None:
    """Set the stiffness of the springs of fixed tendons.

    The engine has it with the next :meth:`write_fixed_tendon_properties_to_sim_index`.

    Args:
        stiffness: Stiffness [N/m or N m/rad], at least 0, shape (n, m), float32.
        fixed_tendon_ids: The m tendons; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``stiffness`` covers all instances and tendons, of which the ids choose.
    """
    self.fixed_tendons.write(
        "fixed_tendon_stiffness", stiffness, self.fixed_tendons.select(env_ids, fixed_tendon_ids, full_data=full_data)
    )


def set_fixed_tendon_stiffness_mask(
    self: HasTendons, *, stiffness: Array | float, fixed_tendon_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set the stiffness of the springs of fixed tendons, where masks hold.

    ``stiffness``: Stiffness [N/m or N m/rad], at least 0, shape (N, T), float32. ``fixed_tendon_mask`` (T,),
    ``env_mask`` (N,): None means all.
    See :func:`set_fixed_tendon_stiffness_index`.
    """
    self.fixed_tendons.write(
        "fixed_tendon_stiffness", stiffness, self.fixed_tendons.select_masked(env_mask, fixed_tendon_mask)
    )


def set_fixed_tendon_damping_index(
    self: HasTendons,
    *,
    damping: Array | float,
    fixed_tendon_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
) -> None:
    """Set the damping of fixed tendons.

    The engine has it with the next :meth:`write_fixed_tendon_properties_to_sim_index`.

    Args:
        damping: Damping [N s/m or N m s/rad], at least 0, shape (n, m), float32.
        fixed_tendon_ids: The m tendons; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``damping`` covers all instances and tendons, of which the ids choose.
    """
    self.fixed_tendons.write(
        "fixed_tendon_damping", damping, self.fixed_tendons.select(env_ids, fixed_tendon_ids, full_data=full_data)
    )


def set_fixed_tendon_damping_mask(
    self: HasTendons, *, damping: Array | float, fixed_tendon_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set the damping of fixed tendons, where masks hold.

    ``damping``: Damping [N s/m or N m s/rad], at least 0, shape (N, T), float32. ``fixed_tendon_mask`` (T,),
    ``env_mask`` (N,): None means all.
    See :func:`set_fixed_tendon_damping_index`.
    """
    self.fixed_tendons.write(
        "fixed_tendon_damping", damping, self.fixed_tendons.select_masked(env_mask, fixed_tendon_mask)
    )


def set_fixed_tendon_limit_stiffness_index(
    self: HasTendons,
    *,
    limit_stiffness: Array | float,
    fixed_tendon_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
) -> None:
    """Set the stiffness at the limits of fixed tendons.

    The engine has it with the next :meth:`write_fixed_tendon_properties_to_sim_index`.

    Args:
        limit_stiffness: Stiffness [N/m or N m/rad], at least 0; 0 switches the limits off, shape (n, m), float32.
        fixed_tendon_ids: The m tendons; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``limit_stiffness`` covers all instances and tendons, of which the ids choose.
    """
    self.fixed_tendons.write(
        "fixed_tendon_limit_stiffness",
        limit_stiffness,
        self.fixed_tendons.select(env_ids, fixed_tendon_ids, full_data=full_data),
    )


def set_fixed_tendon_limit_stiffness_mask(
    self: HasTendons, *, limit_stiffness: Array | float, fixed_tendon_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set the stiffness at the limits of fixed tendons, where masks hold.

    ``limit_stiffness``: Stiffness [N/m or N m/rad], at least 0; 0 switches the limits off, shape (N, T), float32.
    ``fixed_tendon_mask`` (T,), ``env_mask`` (N,): None means all.
    See :func:`set_fixed_tendon_limit_stiffness_index`.
    """
    self.fixed_tendons.write(
        "fixed_tendon_limit_stiffness", limit_stiffness, self.fixed_tendons.select_masked(env_mask, fixed_tendon_mask)
    )


def set_fixed_tendon_rest_length_index(
    self: HasTendons,
    *,
    rest_length: Array | float,
    fixed_tendon_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
) -> None:
    """Set lengths at which the springs of fixed tendons rest.

    The engine has it with the next :meth:`write_fixed_tendon_properties_to_sim_index`.

    Args:
        rest_length: Lengths with the offset [m or rad], shape (n, m), float32.
        fixed_tendon_ids: The m tendons; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``rest_length`` covers all instances and tendons, of which the ids choose.
    """
    self.fixed_tendons.write(
        "fixed_tendon_rest_length",
        rest_length,
        self.fixed_tendons.select(env_ids, fixed_tendon_ids, full_data=full_data),
    )


def set_fixed_tendon_rest_length_mask(
    self: HasTendons, *, rest_length: Array | float, fixed_tendon_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set lengths at which the springs of fixed tendons rest, where masks hold.

    ``rest_length``: Lengths with the offset [m or rad], shape (N, T), float32. ``fixed_tendon_mask`` (T,),
    ``env_mask`` (N,): None means all.
    See :func:`set_fixed_tendon_rest_length_index`.
    """
    self.fixed_tendons.write(
        "fixed_tendon_rest_length", rest_length, self.fixed_tendons.select_masked(env_mask, fixed_tendon_mask)
    )


def set_fixed_tendon_offset_index(
    self: HasTendons,
    *,
    offset: Array | float,
    fixed_tendon_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
) -> None:
    """Set what is added to the length of fixed tendons.

    The engine has it with the next :meth:`write_fixed_tendon_properties_to_sim_index`.

    Args:
        offset: Offsets [m or rad], shape (n, m), float32.
        fixed_tendon_ids: The m tendons; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``offset`` covers all instances and tendons, of which the ids choose.
    """
    self.fixed_tendons.write(
        "fixed_tendon_offset", offset, self.fixed_tendons.select(env_ids, fixed_tendon_ids, full_data=full_data)
    )


def set_fixed_tendon_offset_mask(
    self: HasTendons, *, offset: Array | float, fixed_tendon_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set what is added to the length of fixed tendons, where masks hold.

    ``offset``: Offsets [m or rad], shape (N, T), float32. ``fixed_tendon_mask`` (T,), ``env_mask`` (N,): None means
    all.
    See :func:`set_fixed_tendon_offset_index`.
    """
    self.fixed_tendons.write(
        "fixed_tendon_offset", offset, self.fixed_tendons.select_masked(env_mask, fixed_tendon_mask)
    )


def set_fixed_tendon_position_limit_index(
    self: HasTendons,
    *,
    limit: Array | float,
    fixed_tendon_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
) -> None:
    """Set limits of the length of fixed tendons.

    The engine has it with the next :meth:`write_fixed_tendon_properties_to_sim_index`.

    Args:
        limit: Lower and upper limits, with the offset [m or rad], shape (n, m, 2), or (n, m) of wp.vec2f.
        fixed_tendon_ids: The m tendons; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``limit`` covers all instances and tendons, of which the ids choose.
    """
    self.fixed_tendons.write(
        "fixed_tendon_pos_limits", limit, self.fixed_tendons.select(env_ids, fixed_tendon_ids, full_data=full_data)
    )


def set_fixed_tendon_position_limit_mask(
    self: HasTendons, *, limit: Array | float, fixed_tendon_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set limits of the length of fixed tendons, where masks hold.

    ``limit``: Lower and upper limits, with the offset [m or rad], shape (N, T, 2), or (N, T) of wp.vec2f.
    ``fixed_tendon_mask`` (T,), ``env_mask`` (N,): None means all.
    See :func:`set_fixed_tendon_position_limit_index`.
    """
    self.fixed_tendons.write(
        "fixed_tendon_pos_limits", limit, self.fixed_tendons.select_masked(env_mask, fixed_tendon_mask)
    )


def set_spatial_tendon_stiffness_index(
    self: HasTendons,
    *,
    stiffness: Array | float,
    spatial_tendon_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
) -> None:
    """Set the stiffness of the springs of spatial tendons.

    The engine has it with the next :meth:`write_spatial_tendon_properties_to_sim_index`.

    Args:
        stiffness: Stiffness [N/m], at least 0, shape (n, m), float32.
        spatial_tendon_ids: The m tendons; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``stiffness`` covers all instances and tendons, of which the ids choose.
    """
    self.spatial_tendons.write(
        "spatial_tendon_stiffness",
        stiffness,
        self.spatial_tendons.select(env_ids, spatial_tendon_ids, full_data=full_data),
    )


def set_spatial_tendon_stiffness_mask(
    self: HasTendons, *, stiffness: Array | float, spatial_tendon_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set the stiffness of the springs of spatial tendons, where masks hold.

    ``stiffness``: Stiffness [N/m], at least 0, shape (N, T), float32. ``spatial_tendon_mask`` (T,), ``env_mask``
    (N,): None means all.
    See :func:`set_spatial_tendon_stiffness_index`.
    """
    self.spatial_tendons.write(
        "spatial_tendon_stiffness", stiffness, self.spatial_tendons.select_masked(env_mask, spatial_tendon_mask)
    )


def set_spatial_tendon_damping_index(
    self: HasTendons,
    *,
    damping: Array | float,
    spatial_tendon_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
) -> None:
    """Set the damping of spatial tendons.

    The engine has it with the next :meth:`write_spatial_tendon_properties_to_sim_index`.

    Args:
        damping: Damping [N s/m], at least 0, shape (n, m), float32.
        spatial_tendon_ids: The m tendons; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``damping`` covers all instances and tendons, of which the ids choose.
    """
    self.spatial_tendons.write(
        "spatial_tendon_damping", damping, self.spatial_tendons.select(env_ids, spatial_tendon_ids, full_data=full_data)
    )


def set_spatial_tendon_damping_mask(
    self: HasTendons, *, damping: Array | float, spatial_tendon_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set the damping of spatial tendons, where masks hold.

    ``damping``: Damping [N s/m], at least 0, shape (N, T), float32. ``spatial_tendon_mask`` (T,), ``env_mask`` (N,):
    None means all.
    See :func:`set_spatial_tendon_damping_index`.
    """
    self.spatial_tendons.write(
        "spatial_tendon_damping", damping, self.spatial_tendons.select_masked(env_mask, spatial_tendon_mask)
    )


def set_spatial_tendon_limit_stiffness_index(
    self: HasTendons,
    *,
    limit_stiffness: Array | float,
    spatial_tendon_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
) -> None:
    """Set the stiffness at the limits of spatial tendons.

    The engine has it with the next :meth:`write_spatial_tendon_properties_to_sim_index`.

    Args:
        limit_stiffness: Stiffness [N/m], at least 0, shape (n, m), float32.
        spatial_tendon_ids: The m tendons; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``limit_stiffness`` covers all instances and tendons, of which the ids choose.
    """
    self.spatial_tendons.write(
        "spatial_tendon_limit_stiffness",
        limit_stiffness,
        self.spatial_tendons.select(env_ids, spatial_tendon_ids, full_data=full_data),
    )


def set_spatial_tendon_limit_stiffness_mask(
    self: HasTendons, *, limit_stiffness: Array | float, spatial_tendon_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set the stiffness at the limits of spatial tendons, where masks hold.

    ``limit_stiffness``: Stiffness [N/m], at least 0, shape (N, T), float32. ``spatial_tendon_mask`` (T,),
    ``env_mask`` (N,): None means all.
    See :func:`set_spatial_tendon_limit_stiffness_index`.
    """
    self.spatial_tendons.write(
        "spatial_tendon_limit_stiffness",
        limit_stiffness,
        self.spatial_tendons.select_masked(env_mask, spatial_tendon_mask),
    )


def set_spatial_tendon_offset_index(
    self: HasTendons,
    *,
    offset: Array | float,
    spatial_tendon_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
) -> None:
    """Set what is added to the length of spatial tendons.

    The engine has it with the next :meth:`write_spatial_tendon_properties_to_sim_index`.

    Args:
        offset: Offsets [m], shape (n, m), float32.
        spatial_tendon_ids: The m tendons; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``offset`` covers all instances and tendons, of which the ids choose.
    """
    self.spatial_tendons.write(
        "spatial_tendon_offset", offset, self.spatial_tendons.select(env_ids, spatial_tendon_ids, full_data=full_data)
    )


def set_spatial_tendon_offset_mask(
    self: HasTendons, *, offset: Array | float, spatial_tendon_mask: Mask = None, env_mask: Mask = None
) -> None:
    """Set what is added to the length of spatial tendons, where masks hold.

    ``offset``: Offsets [m], shape (N, T), float32. ``spatial_tendon_mask`` (T,), ``env_mask`` (N,): None means all.
    See :func:`set_spatial_tendon_offset_index`.
    """
    self.spatial_tendons.write(
        "spatial_tendon_offset", offset, self.spatial_tendons.select_masked(env_mask, spatial_tendon_mask)
    )
