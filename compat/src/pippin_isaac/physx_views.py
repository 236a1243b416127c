"""The calls of PhysX's tensor API on Pippin's views: ``get_masses``, ``set_dof_positions``, ``get_jacobians``, ...

The rows of :data:`BODIES`, :data:`RIGID_BODIES` and :data:`ARTICULATIONS` say which reading and writing method of a
view a getter and a setter stand for; :func:`serve_physx_views` adds them to the classes of :mod:`pippin.physics.views`.

``get_*`` returns a :class:`pippin.utils.ProxyArray`, which is a tensor and a Warp array at once, float32. Its memory is
the view's: the next call of the same method writes into it. State is on the simulation's device, properties are on the
CPU, as PhysX has them. ``set_*`` takes data for *all* rows, of which ``indices`` choose those that are written, on any
device. A call that is refused (TypeError, ValueError, IndexError) changes nothing.

N are rows, L links, D degrees of freedom, S shapes, T tendons; G are D, or 6 + D where the root floats.
"""

from __future__ import annotations

import functools
import logging
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import torch
import warp as wp

from pippin.physics.views import ArticulationView, BodyView, RigidBodyView
from pippin.physics.views.deformable_view import DeformableView
from pippin.utils import ProxyArray
from pippin.utils.choices import choose
from pippin.utils.torch_view import torch_view

logger = logging.getLogger("pippin")

Values: TypeAlias = torch.Tensor | wp.array | ProxyArray | np.ndarray
"""Data as users hand it in, on any device."""

Indices: TypeAlias = torch.Tensor | wp.array | ProxyArray | np.ndarray | Sequence[int] | None
"""Rows of the view that a call is about; None means all."""

ANY = -float("inf")


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

TENDONS = {
    "stiffness": ("stiffnesses", "stiffness of the springs of tendons [N/m or N m/rad]", 0.0),
    "damping": ("dampings", "damping of tendons [N s/m or N m s/rad]", 0.0),
    "limit_stiffness": ("limit_stiffnesses", "stiffness at the limits of tendons [N/m or N m/rad]", 0.0),
    "rest_length": ("rest_lengths", "lengths at which the springs of tendons rest [m or rad]", ANY),
    "offset": ("offsets", "what is added to the length of tendons [m or rad]", ANY),
}
"""Properties of tendons: the names of their getters, what they are, and the least that is accepted."""


# -- arrays out, and in ------------------------------------------------------------------------------------------------


def _shape_of(view: BodyView, shape: str) -> tuple[int, ...]:
    sizes = {"N": lambda: view.count, "L": lambda: view.num_links, "D": lambda: view.num_joints}
    sizes["G"] = lambda: view.dynamics.jacobian_shape[2]
    return tuple(int(word) if word.isdigit() else sizes[word]() for word in shape.split())


def _filled(view: BodyView, name: str, shape: tuple[int, ...], fill: Callable[[wp.array], object]) -> ProxyArray:
    """Array on the simulation's device that a function fills, the same one for each name."""
    memory = vars(view).setdefault("_physx_memory", {})
    if name not in memory:
        memory[name] = ProxyArray(wp.zeros(shape, dtype=float, device=view.device))
    fill(memory[name].warp)
    return memory[name]


def _on_host(view: BodyView, name: str, values: np.ndarray) -> ProxyArray:
    """Copy of values on the CPU, the same array for each name."""
    memory, key = vars(view).setdefault("_physx_memory", {}), f"{name} on the host"
    if key not in memory:
        memory[key] = ProxyArray(wp.zeros(values.shape, dtype=float, device="cpu"))
    memory[key].numpy()[:] = values
    return memory[key]


def _as_elements(array: wp.array, dtype: Any) -> wp.array:
    """Numbers of shape (N, ..., k) as elements of a vector type of length k: the same memory."""
    view = wp.array(ptr=array.ptr, dtype=dtype, shape=array.shape[:-1], device=array.device)
    view._whole = array  # keeps the memory alive
    return view


def _as_tensor(values: Any, name: str) -> torch.Tensor:
    if isinstance(values, ProxyArray):
        return values.torch
    if isinstance(values, wp.array):
        return torch_view(values)
    if isinstance(values, np.ndarray):
        return torch.from_numpy(values)
    if isinstance(values, torch.Tensor):
        return values
    raise TypeError(f"'{name}' should be a torch tensor, a Warp or a NumPy array, not {type(values).__name__}.")


def _as_numbers(values: Values, name: str, shape: tuple[int, ...]) -> Values:
    """Truth values as numbers in a shape that holds as many; other values stay as they are."""
    tensor = _as_tensor(values, name)
    is_truth = tensor.dtype in (torch.bool, torch.uint8) and tensor.numel() == int(np.prod(shape))
    return tensor.float().reshape(shape) if is_truth else values


def _given(view: BodyView, values: Values, name: str, *shape: int, lowest: float = ANY, flat: bool = False) -> wp.array:
    """Values of a shape on the simulation's device; ``flat`` allows vectors row by row, shape (N * L, 3).

    Raises:
        TypeError: The values are no array of floating-point numbers.
        ValueError: They have another shape, or (where they are on the CPU) are not finite or below a bound.
    """
    tensor = _as_tensor(values, name)
    if not tensor.is_floating_point():
        raise TypeError(f"'{name}' should be of torch.float32, not {tensor.dtype}.")
    first = {shape[0], int(np.prod(shape[:-1]))} if flat else {shape[0]}
    if tensor.numel() != int(np.prod(shape)) or (tensor.ndim and tensor.shape[0] not in first):
        raise ValueError(
            f"'{name}' should have shape {shape}, for all {view.count} instances of which 'indices' choose, "
            f"not {tuple(tensor.shape)}."
        )
    if tensor.device.type == "cpu" and not torch.isfinite(tensor).all():
        raise ValueError(f"'{name}' holds NaN or infinity; nothing was written.")
    if tensor.device.type == "cpu" and tensor.numel() and float(tensor.min()) < lowest:
        least = float(tensor.min())
        raise ValueError(f"'{name}' should be at least {lowest:g}, but holds {least:g}; nothing was written.")
    target = wp.device_to_torch(wp.get_device(view.device))
    return wp.from_torch(tensor.detach().to(target, torch.float32).reshape(shape).contiguous())


def _rows(view: BodyView, indices: Indices) -> wp.array:
    """Rows of the view on the simulation's device, int32.

    Those that the view does not have (where they are on the CPU) are passed over with an error in the log, since
    programs write what PhysX takes: ids of more environments than there are.

    Raises:
        TypeError: The indices are no whole numbers in one dimension.
    """
    if indices is None:
        return view.all_rows
    tensor = _as_tensor(np.asarray(indices) if isinstance(indices, Sequence) else indices, "indices")
    if tensor.ndim != 1 or (tensor.numel() and (tensor.is_floating_point() or tensor.dtype == torch.bool)):
        raise TypeError(
            f"'indices' should be whole numbers in one dimension, not {tensor.dtype} of {tuple(tensor.shape)}."
        )
    outside = (tensor < 0) | (tensor >= view.count) if tensor.device.type == "cpu" else None
    if outside is not None and outside.any():
        logger.error(
            "'indices' holds %s, but the view has %d rows: they go from 0 to %d. Nothing is written there.",
            tensor[outside][:8].tolist(),
            view.count,
            view.count - 1,
        )
        tensor = tensor[~outside]
    target = wp.device_to_torch(wp.get_device(view.device))
    return wp.from_torch(tensor.to(target, torch.int32).contiguous())


def _tell(view: BodyView, *names: str) -> None:
    """Let the asset know which quantities were set past it."""
    for name in names if view.on_property_written is not None else ():
        view.on_property_written(name)


# -- getters and setters of the rows -----------------------------------------------------------------------------------


def _getter(name: str, row: Row) -> Callable[[BodyView], ProxyArray]:
    read = operator.attrgetter(row.read)
    options = {"of_com": True} if row.read == "read_root_velocities" else {}

    def get(self: BodyView) -> ProxyArray:
        shape = _shape_of(self, row.shape)

        def fill(out: wp.array) -> None:
            if isinstance(self, RigidBodyView) and "L" not in row.shape:  # methods of views have a dimension of links
                out = out.reshape((shape[0], 1, shape[1]))
            read(self)(out if row.elements is None else _as_elements(out, row.elements), **options)

        values = _filled(self, name, shape, fill)
        return _on_host(self, name, values.numpy()) if row.on_host else values

    get.__doc__ = f"Return {row.what}, shape ({row.shape.replace(' ', ', ')}), float32."
    return get


def _setter(name: str, row: Row) -> Callable[..., None]:
    def set_values(self: BodyView, data: Values, indices: Indices = None) -> None:
        shape = _shape_of(self, row.shape)
        given = _as_numbers(data, name, shape) if row.is_switch else data
        values = _given(self, given, name, *shape, lowest=row.lowest)
        write, rows = getattr(self, row.write), _rows(self, indices)
        if row.elements is not None:
            values = _as_elements(values, row.elements)
        if row.write == "write_disabled_gravity":
            write(values, rows)
        else:
            write(values, rows, full_data=True)
        _tell(self, *row.tells)

    set_values.__doc__ = f"Set {row.what}, shape ({row.shape.replace(' ', ', ')}); ``indices`` choose the rows."
    return set_values


# -- bodies and their shapes -------------------------------------------------------------------------------------------


class _Bodies:
    """Further members of :class:`~pippin.physics.views.BodyView`."""

    def get_inv_masses(self: Any) -> ProxyArray:
        """Return inverses of the masses [1/kg], shape (N, L); 0 for bodies without mass."""
        masses = self.get_masses().numpy()
        return _on_host(self, "inv_masses", np.divide(1.0, masses, out=np.zeros_like(masses), where=masses > 0.0))

    def get_inv_inertias(self: Any) -> ProxyArray:
        """Return inverses of the inertia tensors [1/(kg m^2)], row by row, in the shape of the tensors."""
        inertias = self.get_inertias().numpy()
        inverses = np.linalg.pinv(inertias.reshape(*inertias.shape[:-1], 3, 3))
        return _on_host(self, "inv_inertias", inverses.reshape(inertias.shape))

    @property
    def max_shapes(self: Any) -> int:
        """Largest number of shapes of an instance, S."""
        return self.shapes.num_shapes

    @property
    def num_shapes_per_link(self: Any) -> list[int]:
        """Number of shapes of each link of the first instance."""
        return self.shapes.num_per_link

    def get_material_properties(self: Any) -> ProxyArray:
        """Return static friction, dynamic friction and restitution of the shapes, shape (N, S, 3)."""
        return _on_host(self, "materials", self.shapes.materials)

    def set_material_properties(self: Any, data: Values, indices: Indices = None) -> None:
        """Set static friction, dynamic friction (the one that acts) and restitution of the shapes, shape (N, S, 3)."""
        values = _given(self, data, "materials", self.count, self.max_shapes, 3, lowest=0.0).numpy()
        self.shapes.write_materials(values, _rows(self, indices).numpy())

    def get_contact_offsets(self: Any) -> ProxyArray:
        """Return distances at which shapes begin to make contacts [m], shape (N, S)."""
        return _on_host(self, "contact_offsets", self.shapes.offsets["contact"])

    def get_rest_offsets(self: Any) -> ProxyArray:
        """Return distances at which shapes rest on each other [m], shape (N, S)."""
        return _on_host(self, "rest_offsets", self.shapes.offsets["rest"])

    def set_contact_offsets(self: Any, data: Values, indices: Indices = None) -> None:
        """Keep contact offsets [m], shape (N, S), for reading: the engine finds contacts by itself."""
        values = _given(self, data, "contact_offsets", self.count, self.max_shapes).numpy()
        self.shapes.keep_offsets("contact", values, _rows(self, indices).numpy())

    def set_rest_offsets(self: Any, data: Values, indices: Indices = None) -> None:
        """Keep rest offsets [m], shape (N, S), for reading: the engine takes them from the stage, for good."""
        values = _given(self, data, "rest_offsets", self.count, self.max_shapes).numpy()
        self.shapes.keep_offsets("rest", values, _rows(self, indices).numpy())

    def apply_forces(self: Any, data: Values, indices: Indices = None, is_global: bool = True) -> None:
        """Apply forces [N] at the centres of mass in the next step, shape (N, L, 3), (N, 3) or (N * L, 3).

        Args:
            self: The view.
            data: Forces [N].
            indices: Rows that they are applied to; None means all.
            is_global: Whether they are in world axes; otherwise in those of the link frames.
        """
        self.apply_forces_and_torques_at_position(data, None, None, indices, is_global)

    def apply_forces_and_torques_at_position(
        self: Any,
        force_data: Values | None,
        torque_data: Values | None,
        position_data: Values | None,
        indices: Indices = None,
        is_global: bool = True,
    ) -> None:
        """Apply forces and torques in the next step; calls add up.

        Args:
            self: The view.
            force_data: Forces [N], shape (N, L, 3), or (N, 3) for rigid bodies; (N * L, 3) will do. None for none.
            torque_data: Torques [N m] of the same shape, in addition to the moments of the forces; None for none.
            position_data: Points [m] where the forces act, of the same shape; None for the centres of mass.
            indices: Rows that they are applied to; None means all.
            is_global: Whether all of these are in the world; otherwise in the link frames of the bodies.

        Raises:
            ValueError: There is neither force nor torque, or there are positions without forces.
        """
        if force_data is None and torque_data is None:
            raise ValueError("There is nothing to apply: both 'force_data' and 'torque_data' are None.")
        if force_data is None and position_data is not None:
            raise ValueError("'force_data' is None; expected the forces that act at 'position_data'.")
        vectors = {"force_data": force_data, "torque_data": torque_data, "position_data": position_data}
        arrays = [_vectors(self, values, name) for name, values in vectors.items()]
        self.apply_wrenches(*arrays, _rows(self, indices), is_global)


def _vectors(view: BodyView, values: Values | None, name: str) -> wp.array:
    """Vectors of all bodies, shape (N, L), wp.vec3f; (0, 0) for None."""
    if values is None:
        return wp.empty((0, 0), dtype=wp.vec3f, device=view.device)
    return _as_elements(_given(view, values, name, view.count, view.num_links, 3, flat=True), wp.vec3f)


class _RigidBodies:
    """Further members of :class:`~pippin.physics.views.RigidBodyView`."""

    @property
    def link_paths(self: Any) -> list[str]:
        """Prim path of each body, in its own environment."""
        return [paths[0] for paths in self.paths_of_links()]

    @property
    def body_paths(self: Any) -> list[str]:
        """As ``link_paths``."""
        return self.link_paths

    @property
    def body_names(self: Any) -> list[str]:
        """Name of each body."""
        return [path.rsplit("/", 1)[-1] for path in self.link_paths]

    def set_transforms(self: Any, data: Values, indices: Indices = None) -> None:
        """Set poses in the world (position [m], quaternion x y z w), shape (N, 7).

        Raises:
            NotImplementedError: The bodies are links of articulations.
        """
        _require_movable(self)
        poses = _as_elements(_given(self, data, "transforms", self.count, 7), wp.transformf)
        self.write_root_poses(poses, _rows(self, indices), full_data=True)

    def set_velocities(self: Any, data: Values, indices: Indices = None) -> None:
        """Set velocities of the centres of mass (linear, angular) in world axes, shape (N, 6).

        Raises:
            NotImplementedError: The bodies are links of articulations.
        """
        _require_movable(self)
        velocities = _as_elements(_given(self, data, "velocities", self.count, 6), wp.spatial_vectorf)
        self.write_root_velocities(velocities, _rows(self, indices), full_data=True)


def _require_movable(view: Any) -> None:
    if not view.has_movable_root:
        raise NotImplementedError(
            f"'{view.link_paths[0]}' is a link of an articulation: move it by its joints or by its root, through "
            "the view of the articulation."
        )


# -- articulations -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Metatype:
    """What instances of an articulation have in common. Joints are those that move.

    Attributes:
        link_names: Names of the links.
        joint_names: Names of the joints.
        dof_names: Names of the degrees of freedom: those of the joints, each of which has one.
        dof_types: "rotation" or "translation" for each.
        link_parents: Name of each link's parent; None for the root.
        fixed_base: Whether the root link is fixed to the world.
    """

    link_names: list[str]
    joint_names: list[str]
    dof_names: list[str]
    dof_types: list[str]
    link_parents: list[str | None]
    fixed_base: bool

    link_count = property(lambda self: len(self.link_names), doc="Number of links.")
    joint_count = property(lambda self: len(self.joint_names), doc="Number of joints that move.")
    dof_count = property(lambda self: len(self.dof_names), doc="Number of degrees of freedom.")
    link_indices = property(lambda self: _numbered(self.link_names), doc="Index of each link by name.")
    joint_indices = property(lambda self: _numbered(self.joint_names), doc="Index of each joint by name.")
    dof_indices = property(lambda self: _numbered(self.dof_names), doc="Index of each degree of freedom by name.")

    @property
    def link_parent_indices(self) -> dict[str, int]:
        """Index of each link's parent by the link's name; -1 for the root."""
        return {
            name: -1 if parent is None else self.link_names.index(parent)
            for name, parent in zip(self.link_names, self.link_parents, strict=True)
        }


def _numbered(names: list[str]) -> dict[str, int]:
    return {name: index for index, name in enumerate(names)}


class _Articulations:
    """Further members of :class:`~pippin.physics.views.ArticulationView`."""

    is_homogeneous = True  # views of instances with other links or joints cannot be made
    max_links = property(lambda self: self.num_links, doc="Number of links, L.")
    max_dofs = property(lambda self: self.num_joints, doc="Number of degrees of freedom, D.")
    max_fixed_tendons = property(lambda self: self.fixed_tendons.num_tendons, doc="Number of fixed tendons.")
    max_spatial_tendons = property(lambda self: self.spatial_tendons.num_tendons, doc="Number of spatial tendons.")
    link_paths = property(lambda self: self.paths_of_links(), doc="Prim paths of the links of each instance.")
    dof_paths = property(lambda self: self.paths_of_joints(), doc="Prim paths of the joints of each instance.")
    jacobian_shape = property(
        lambda self: self.dynamics.jacobian_shape,
        doc="Shape of an instance's Jacobians: (L - 1, 6, D) where the root is fixed, else (L, 6, D + 6).",
    )
    generalized_mass_matrix_shape = property(
        lambda self: (self.jacobian_shape[2],) * 2, doc="Shape of an instance's mass matrix, (G, G)."
    )

    @property
    def shared_metatype(self: Any) -> Metatype:
        """Names and numbers of links and joints, which all instances share."""
        names, joints = list(self.link_names), list(self.joint_names)
        return Metatype(
            link_names=names,
            joint_names=joints,
            dof_names=list(joints),
            dof_types=["translation" if slides else "rotation" for slides in self.joints_slide],
            link_parents=[None if parent < 0 else names[parent] for parent in self.link_parents],
            fixed_base=self.is_fixed_base,
        )

    def get_metatype(self: Any, arti_idx: int) -> Metatype:
        """Return names and numbers of links and joints of an instance."""
        return self.shared_metatype

    def get_dof_types(self: Any) -> ProxyArray:
        """Return types of the degrees of freedom, shape (N, D), float32: 0 turns, 1 slides."""
        return _on_host(self, "types", np.tile(np.array(self.joints_slide, dtype=np.float32), (self.count, 1)))

    def get_dof_friction_properties(self: Any) -> ProxyArray:
        """Return static, dynamic and viscous friction of the joints [N, N m; N s/m, N m s/rad], shape (N, D, 3).

        The engine has one dry friction, the static one; of the dynamic one the asset keeps what it was told.
        """
        static = self.get_dof_friction_coefficients().numpy()
        kept = self.kept_property
        dynamic = static if kept is None else kept("joint_dynamic_friction_coeff").numpy()
        viscous = _filled(self, "viscous", (self.count, self.num_joints), self.read_joint_viscous_friction)
        return _on_host(self, "frictions", np.stack([static, dynamic, viscous.numpy()], axis=-1))

    def set_dof_friction_properties(self: Any, data: Values, indices: Indices = None) -> None:
        """Set static, dynamic and viscous friction of the joints, shape (N, D, 3); of the dry ones the static acts."""
        values = _given(self, data, "dof_friction_properties", self.count, self.num_joints, 3, lowest=0.0)
        rows, components = _rows(self, indices), torch_view(values)
        for component, write in ((0, self.write_joint_friction), (2, self.write_joint_viscous_friction)):
            write(wp.from_torch(components[..., component].contiguous()), rows, full_data=True)
        _tell(self, "joint_friction_coeff", "joint_dynamic_friction_coeff", "joint_viscous_friction_coeff")

    # -- dynamics --

    def get_jacobians(self: Any) -> ProxyArray:
        """Return Jacobians of the links' centres of mass (linear, angular velocity in world axes).

        Shape (N, L - 1, 6, D) where the root is fixed, without the root, else (N, L, 6, D + 6).
        """
        return _filled(self, "jacobians", (self.count, *self.jacobian_shape), self.dynamics.read_jacobians)

    def get_mass_matrices(self: Any) -> ProxyArray:
        """Return mass matrices of the joints alone, shape (N, D, D): an older name."""
        root = self.jacobian_shape[2] - self.num_joints
        return ProxyArray(wp.from_torch(self.get_generalized_mass_matrices().torch[:, root:, root:].contiguous()))

    def get_generalized_gravity_forces(self: Any) -> ProxyArray:
        """Return forces against gravity of the joints alone, shape (N, D): an older name."""
        return _last_columns(self.get_gravity_compensation_forces(), self.num_joints)

    def get_coriolis_and_centrifugal_forces(self: Any) -> ProxyArray:
        """Return Coriolis and centrifugal forces of the joints alone, shape (N, D): an older name."""
        return _last_columns(self.get_coriolis_and_centrifugal_compensation_forces(), self.num_joints)

    def get_dof_projected_joint_forces(self: Any) -> ProxyArray:
        """Return parts of the joints' wrenches along their motions [N, N m], shape (N, D).

        Raises:
            NotImplementedError: Gravity does not act on a link.
        """
        wrenches = self.get_link_incoming_joint_force().torch
        links, directions = (
            torch.from_numpy(values).to(wrenches.device) for values in self.dynamics.joint_directions()
        )
        return ProxyArray(wp.from_torch((wrenches[:, links] * directions).sum(dim=-1).contiguous()))

    # -- drives --

    def get_dof_position_targets(self: Any) -> ProxyArray:
        """Return target positions [m, rad], shape (N, D)."""
        return _drive_input(self, "position targets", 0)

    def get_dof_velocity_targets(self: Any) -> ProxyArray:
        """Return target velocities [m/s, rad/s], shape (N, D)."""
        return _drive_input(self, "velocity targets", 1)

    def get_dof_actuation_forces(self: Any) -> ProxyArray:
        """Return efforts that are added to those of the gains [N, N m], shape (N, D)."""
        return _drive_input(self, "actuation forces", 2)

    def set_dof_position_targets(self: Any, data: Values, indices: Indices = None) -> None:
        """Set target positions [m, rad], shape (N, D), until the asset's next ``write_data_to_sim``."""
        _set_drive_input(self, 0, data, "dof_position_targets", indices)

    def set_dof_velocity_targets(self: Any, data: Values, indices: Indices = None) -> None:
        """Set target velocities [m/s, rad/s], shape (N, D), until the asset's next ``write_data_to_sim``."""
        _set_drive_input(self, 1, data, "dof_velocity_targets", indices)

    def set_dof_actuation_forces(self: Any, data: Values, indices: Indices = None) -> None:
        """Set efforts that are added to those of the gains [N, N m], shape (N, D), until ``write_data_to_sim``."""
        _set_drive_input(self, 2, data, "dof_actuation_forces", indices)

    # -- tendons --

    def get_fixed_tendon_limits(self: Any) -> ProxyArray:
        """Return limits of the length of fixed tendons [m or rad], shape (N, T, 2)."""
        shape = (self.count, self.max_fixed_tendons, 2)
        read = self.fixed_tendons.read
        return _filled(self, "fixed limits", shape, lambda out: read("limits", _as_elements(out, wp.vec2f)))

    def set_fixed_tendon_properties(
        self: Any,
        stiffness: Values,
        damping: Values,
        limit_stiffness: Values,
        limit: Values,
        rest_length: Values,
        offset: Values,
        indices: Indices = None,
    ) -> None:
        """Set all properties of fixed tendons, shape (N, T) each and (N, T, 2) of the limits."""
        scalars = {"stiffness": stiffness, "damping": damping, "limit_stiffness": limit_stiffness}
        scalars |= {"rest_length": rest_length, "offset": offset}
        limits = _given(self, limit, "limit", self.count, self.max_fixed_tendons, 2)
        _write_tendons(self, "fixed", scalars, {"limits": _as_elements(limits, wp.vec2f)}, indices)
        _tell(self, "fixed_tendon_pos_limits")

    def set_spatial_tendon_properties(
        self: Any, stiffness: Values, damping: Values, limit_stiffness: Values, offset: Values, indices: Indices = None
    ) -> None:
        """Set all properties of spatial tendons, shape (N, T) each."""
        scalars = {"stiffness": stiffness, "damping": damping, "limit_stiffness": limit_stiffness, "offset": offset}
        _write_tendons(self, "spatial", scalars, {}, indices)


def _last_columns(values: ProxyArray, count: int) -> ProxyArray:
    return ProxyArray(wp.from_torch(values.torch[:, values.torch.shape[1] - count :].contiguous()))


def _last_inputs(view: ArticulationView) -> tuple[wp.array, wp.array, wp.array]:
    """Inputs of the drives as they were last set; before the first time these hold the positions that they are in."""
    if view.drive_inputs is None:
        shape = (view.count, view.num_joints)
        positions, velocities, efforts = (wp.zeros(shape, dtype=float, device=view.device) for _ in range(3))
        view.drive_inputs = (view.read_joint_positions(positions), velocities, efforts)
    return view.drive_inputs


def _drive_input(view: ArticulationView, name: str, index: int) -> ProxyArray:
    shape = (view.count, view.num_joints)
    return _filled(view, name, shape, lambda out: wp.copy(out, _last_inputs(view)[index]))


def _set_drive_input(view: ArticulationView, index: int, data: Values, name: str, indices: Indices) -> None:
    given = _given(view, data, name, view.count, view.num_joints)
    rows = torch_view(_rows(view, indices)).long()
    inputs = [wp.clone(array) for array in _last_inputs(view)]
    torch_view(inputs[index])[rows] = torch_view(given)[rows]
    stiffness = view.read_joint_stiffness(wp.zeros_like(given))
    damping = view.read_joint_damping(wp.zeros_like(given))
    view.apply_drives(inputs[0], inputs[1], inputs[2], stiffness, damping)


def _tendon_getter(kind: str, name: str, what: str) -> Callable[[ArticulationView], ProxyArray]:
    def get(self: ArticulationView) -> ProxyArray:
        tendons = getattr(self, f"{kind}_tendons")
        return _filled(self, f"{kind} {name}", (self.count, tendons.num_tendons), functools.partial(tendons.read, name))

    get.__doc__ = f"Return {what} ({kind}), shape (N, T), float32."
    return get


def _write_tendons(
    view: Any, kind: str, scalars: dict[str, Values], more: dict[str, wp.array], indices: Indices
) -> None:
    tendons = getattr(view, f"{kind}_tendons")
    shape = (view.count, tendons.num_tendons)
    given = {name: _given(view, values, name, *shape, lowest=TENDONS[name][2]) for name, values in scalars.items()}
    tendons.write(given | more, choose(view.count, _rows(view, indices)), choose(tendons.num_tendons))
    _tell(view, *(f"{kind}_tendon_{name}" for name in scalars))


# -- adding them -------------------------------------------------------------------------------------------------------


class _SoftBodies:
    """Further members of :class:`~pippin.physics.views.deformable_view.DeformableView`; V are nodes, E elements."""

    @property
    def max_sim_vertices_per_body(self: Any) -> int:
        """Largest number of nodes of an instance, V."""
        return self.max_nodes

    @property
    def max_sim_elements_per_body(self: Any) -> int:
        """Largest number of elements of an instance, E."""
        return self.max_elements

    def get_sim_nodal_positions(self: Any) -> ProxyArray:
        """Return positions of the nodes in the world [m], shape (N, V, 3)."""
        return _of_nodes(self, "positions", 3, wp.vec3f, self.read_positions)

    def get_sim_nodal_velocities(self: Any) -> ProxyArray:
        """Return velocities of the nodes [m/s], shape (N, V, 3)."""
        return _of_nodes(self, "velocities", 3, wp.vec3f, self.read_velocities)

    def get_sim_kinematic_targets(self: Any) -> ProxyArray:
        """Return targets of the nodes, position in the world [m] and 0 for driven nodes, shape (N, V, 4)."""
        return _of_nodes(self, "targets", 4, wp.vec4f, self.read_targets)

    def set_sim_nodal_positions(self: Any, data: Values, indices: Indices = None) -> None:
        """Set positions of the nodes in the world [m], shape (N, V, 3)."""
        values = _given(self, data, "sim_nodal_positions", self.count, self.max_nodes, 3)
        self.write_positions(_as_elements(values, wp.vec3f), choose(self.count, _rows(self, indices)), full_data=True)

    def set_sim_nodal_velocities(self: Any, data: Values, indices: Indices = None) -> None:
        """Set velocities of the nodes [m/s], shape (N, V, 3)."""
        values = _given(self, data, "sim_nodal_velocities", self.count, self.max_nodes, 3)
        self.write_velocities(_as_elements(values, wp.vec3f), choose(self.count, _rows(self, indices)), full_data=True)

    def set_sim_kinematic_targets(self: Any, data: Values, indices: Indices = None) -> None:
        """Set targets of the nodes, position in the world [m] and 0 for driven nodes, shape (N, V, 4)."""
        values = _given(self, data, "sim_kinematic_targets", self.count, self.max_nodes, 4)
        self.write_targets(_as_elements(values, wp.vec4f), choose(self.count, _rows(self, indices)), full_data=True)


def _of_nodes(view: Any, name: str, size: int, dtype: Any, read: Callable[[wp.array], object]) -> ProxyArray:
    """What a method of a view of soft bodies reads of all nodes, as numbers."""
    return _filled(view, name, (view.count, view.max_nodes, size), lambda out: read(_as_elements(out, dtype)))


def serve_physx_views() -> None:
    """Add the calls to the classes of views, unless they have them."""
    for cls, rows, members in (
        (BodyView, BODIES, _Bodies),
        (RigidBodyView, RIGID_BODIES, _RigidBodies),
        (ArticulationView, ARTICULATIONS, _Articulations),
        (DeformableView, {}, _SoftBodies),
    ):
        made: dict[str, Any] = {name: value for name, value in vars(members).items() if not name.startswith("__")}
        for name, row in rows.items():
            made[f"get_{name}"] = _getter(name, row)
            if row.write:
                made[f"set_{name}"] = _setter(name, row)
        if cls is ArticulationView:
            for name, (plural, what, _) in TENDONS.items():
                for kind in ("fixed", "spatial") if name != "rest_length" else ("fixed",):
                    made[f"get_{kind}_tendon_{plural}"] = _tendon_getter(kind, name, what)
        for name, member in made.items():
            if name not in vars(cls):
                if not isinstance(member, (bool, property)):
                    member.__name__, member.__qualname__ = name, f"{cls.__name__}.{name}"
                setattr(cls, name, member)
