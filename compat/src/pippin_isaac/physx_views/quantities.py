"""Quantities of views whose getters and setters are alike: which methods of a view these stand for."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import warp as wp

from pippin.physics.views import BodyView, RigidBodyView
from pippin.utils import ProxyArray

from .values import ANY, Indices, Values, as_elements, as_numbers, checked, chosen_rows, filled, on_host, shape_of, tell


class Row(NamedTuple):
    """A quantity: what its getter returns, and what its setter writes.

    Attributes:
        what: What it is, with its unit.
        shape: Letters and numbers: its shape, for all rows of the view.
        read: Method of the view, or of an object in it, that fills an array.
        write: Method of the view that sets it for all rows, of which ids choose; empty where there is no setter.
        tells: Quantities of the asset's data that the setter changes.
        on_host: Whether it is on the CPU: properties are, state is not.
        elements: What the methods of the view take the last dimension for; None for numbers.
        lowest: Least value that is accepted.
        is_switch: Whether truth values are accepted, one for each body in the order of rows and links.
    """

    what: str
    shape: str
    read: str
    write: str = ""
    tells: tuple[str, ...] = ()
    on_host: bool = False
    elements: Any = None
    lowest: float = ANY
    is_switch: bool = False


_POSE, _TWIST = wp.transformf, wp.spatial_vectorf

BODIES = {
    "masses": Row("masses [kg]", "N L", "read_masses", "write_masses", ("body_mass",), True, None, 0.0),
    "inertias": Row(
        "inertia tensors [kg m^2] about the centres of mass along their frames' axes, row by row",
        *("N L 9", "read_inertias", "write_inertias", ("body_inertia",), True),
    ),
    "coms": Row(
        "centre of mass frames in the link frames (position [m], quaternion x y z w); inertia tensors stay",
        *("N L 7", "read_com_poses", "write_coms", ("body_com_pose_b",), True),
    ),
    "disable_gravities": Row(
        "1 for bodies that gravity leaves alone, else 0",
        *("N L", "read_disabled_gravity", "write_disabled_gravity", (), True),
        is_switch=True,
    ),
}
"""Quantities of any view of bodies."""

RIGID_BODIES = {
    "transforms": Row(
        "poses in the world (position [m], quaternion x y z w)", "N 7", "read_link_poses", elements=_POSE
    ),
    "velocities": Row(
        "velocities of the centres of mass (linear [m/s], angular [rad/s]) in world axes",
        *("N 6", "read_com_velocities"),
        elements=_TWIST,
    ),
    "accelerations": Row(
        "mean accelerations of the centres of mass over the last step [m/s^2, rad/s^2] in world axes",
        *("N 6", "read_com_accelerations"),
        elements=_TWIST,
    ),
    "inertias": Row(BODIES["inertias"].what, "N 9", "read_inertias", on_host=True),
    "coms": Row(BODIES["coms"].what, "N 7", "read_com_poses", on_host=True),
}
"""Quantities of views with one body a row."""


def _joints(what: str, name: str, tells: tuple[str, ...] = (), lowest: float = 0.0, shape: str = "N D") -> Row:
    return Row(what, shape, f"read_joint_{name}", f"write_joint_{name}", tells, True, None, lowest)


ARTICULATIONS = {
    "root_transforms": Row(
        "poses of the root links in the world (position [m], quaternion x y z w)",
        *("N 7", "read_root_poses", "write_root_poses"),
        elements=_POSE,
    ),
    "root_velocities": Row(
        "velocities of the roots' centres of mass (linear [m/s], angular [rad/s]) in world axes",
        *("N 6", "read_root_velocities", "write_root_velocities"),
        elements=_TWIST,
    ),
    "link_transforms": Row(
        "poses of the links in the world (position [m], quaternion x y z w)", "N L 7", "read_link_poses", elements=_POSE
    ),
    "link_velocities": Row(
        "velocities of the links' centres of mass (linear, angular) in world axes",
        *("N L 6", "read_com_velocities"),
        elements=_TWIST,
    ),
    "link_accelerations": Row(
        "mean accelerations of the links' centres of mass over the last step in world axes",
        *("N L 6", "read_com_accelerations"),
        elements=_TWIST,
    ),
    "dof_positions": Row("positions [m, rad]", "N D", "read_joint_positions", "write_joint_positions"),
    "dof_velocities": Row("velocities [m/s, rad/s]", "N D", "read_joint_velocities", "write_joint_velocities"),
    "dof_limits": _joints(
        "lower and upper position limits [m, rad]; 3.4e38 means none",
        *("position_limits", ("joint_pos_limits",), ANY, "N D 2"),
    ),
    "dof_stiffnesses": _joints("stiffness of the drives [N/m, N m/rad]", "stiffness", ("joint_stiffness",)),
    "dof_dampings": _joints("damping of the drives [N s/m, N m s/rad]", "damping", ("joint_damping",)),
    "dof_max_forces": _joints("largest efforts of the drives [N, N m]", "effort_limits", ("joint_effort_limits",)),
    "dof_max_velocities": _joints("velocity limits [m/s, rad/s]", "velocity_limits", ("joint_vel_limits",)),
    "dof_armatures": _joints("inertia that is added to the joints [kg, kg m^2]", "armature", ("joint_armature",)),
    "dof_friction_coefficients": _joints(
        "dry friction of the joints [N, N m]",
        *("friction", ("joint_friction_coeff", "joint_dynamic_friction_coeff")),
    ),
    "generalized_mass_matrices": Row(
        "mass matrices [kg, kg m, kg m^2] of all coordinates, armature included",
        *("N G G", "dynamics.read_mass_matrices"),
    ),
    "gravity_compensation_forces": Row(
        "forces that hold the articulations against gravity [N, N m]", "N G", "dynamics.read_gravity_forces"
    ),
    "coriolis_and_centrifugal_compensation_forces": Row(
        "Coriolis and centrifugal forces [N, N m]", "N G", "dynamics.read_coriolis_forces"
    ),
    "link_incoming_joint_force": Row(
        "wrenches that the parents exert on the links through their joints [N, N m], in the joints' frames",
        *("N L 6", "read_incoming_joint_wrenches"),
        elements=_TWIST,
    ),
}
"""Quantities of views of articulations."""


def getter_of(name: str, row: Row) -> Callable[[BodyView], ProxyArray]:
    """Make the method that returns a quantity."""
    read = operator.attrgetter(row.read)
    options = {"of_com": True} if row.read == "read_root_velocities" else {}

    def get(self: BodyView) -> ProxyArray:
        shape = shape_of(self, row.shape)

        def fill(out: wp.array) -> None:
            if isinstance(self, RigidBodyView) and "L" not in row.shape:  # methods of views have a dimension of links
                out = out.reshape((shape[0], 1, shape[1]))
            read(self)(out if row.elements is None else as_elements(out, row.elements), **options)

        values = filled(self, name, shape, fill)
        return on_host(self, name, values.numpy()) if row.on_host else values

    get.__doc__ = f"Return {row.what}, shape ({row.shape.replace(' ', ', ')}), float32."
    return get


def setter_of(name: str, row: Row) -> Callable[..., None]:
    """Make the method that sets a quantity."""

    def set_values(self: BodyView, data: Values, indices: Indices = None) -> None:
        shape = shape_of(self, row.shape)
        given = as_numbers(data, name, shape) if row.is_switch else data
        values = checked(self, given, name, *shape, lowest=row.lowest)
        write, rows = getattr(self, row.write), chosen_rows(self, indices)
        if row.elements is not None:
            values = as_elements(values, row.elements)
        if row.write == "write_disabled_gravity":
            write(values, rows)
        else:
            write(values, rows, full_data=True)
        tell(self, *row.tells)

    set_values.__doc__ = f"Set {row.what}, shape ({row.shape.replace(' ', ', ')}); ``indices`` choose the rows."
    return set_values
