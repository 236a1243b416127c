"""Names of isaacsim.core.prims and isaacsim.core.api.objects: :mod:`pippin.objects` with quaternions (w, x, y, z)."""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial, wraps
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from pxr import Usd, UsdPhysics

from pippin import objects
from pippin.objects import ArticulationController
from pippin.objects.arguments import as_host
from pippin.sim import SimulationContext, define_prim, get_current_stage, is_prim_path_valid
from pippin.sim.expressions import matching_paths

__all__ = [
    "ARGUMENTS",
    "METHODS_THAT_TAKE",
    "METHODS_THAT_GIVE_POSES",
    "METHODS_THAT_GIVE_STATES",
    "to_xyzw",
    "to_wxyz",
    "ScalarFirst",
    "Articulation",
    "Camera",
    "GeometryPrim",
    "OmniGlass",
    "OmniPBR",
    "RigidPrim",
    "Robot",
    "SingleArticulation",
    "SingleGeometryPrim",
    "SingleRigidPrim",
    "SingleXFormPrim",
    "XFormPrim",
    "DynamicCapsule",
    "DynamicCone",
    "DynamicCuboid",
    "DynamicCylinder",
    "DynamicSphere",
    "FixedCapsule",
    "FixedCone",
    "FixedCuboid",
    "FixedCylinder",
    "FixedSphere",
    "GroundPlane",
    "VisualCapsule",
    "VisualCone",
    "VisualCuboid",
    "VisualCylinder",
    "VisualSphere",
]

logger = logging.getLogger("pippin")


ARGUMENTS = ("orientation", "orientations")
"""Arguments of methods and fields of states that are quaternions."""

METHODS_THAT_TAKE = (
    "__init__",
    "set_default_state",
    *("set_world_pose", "set_local_pose"),
    *("set_world_poses", "set_local_poses"),
)
"""Methods of objects with such arguments."""

METHODS_THAT_GIVE_POSES = ("get_world_pose", "get_local_pose", "get_world_poses", "get_local_poses")
"""Methods that give positions and orientations."""

KINDS = {
    "rgb": "rgba",
    "instance_segmentation": "instance_segmentation_fast",
    "instance_id_segmentation": "instance_id_segmentation_fast",
}
"""Images of cameras that have other names in Pippin."""

METHODS_THAT_GIVE_STATES = ("get_default_state", "get_current_dynamic_state")
"""Methods that give states with such fields."""


def to_xyzw(orientation: Any) -> np.ndarray | None:
    """Return quaternions (w, x, y, z) as (x, y, z, w); None stays None."""
    if orientation is None:
        return None
    host = orientation.detach().cpu().numpy() if hasattr(orientation, "detach") else orientation
    return np.asarray(host, dtype=float)[..., [1, 2, 3, 0]]


def to_wxyz(orientation: np.ndarray) -> np.ndarray:
    """Return quaternions (x, y, z, w) as (w, x, y, z)."""
    return orientation[..., [3, 0, 1, 2]]


class ScalarFirst:
    """Lets the methods of an object of :mod:`pippin.objects` take and give quaternions (w, x, y, z).

    In a simulation of Isaac Lab 2 they give tensors, since that asks Isaac Sim for torch.
    """

    has_w_first = True

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        plain = next(base for base in cls.__mro__ if base.__module__.startswith("pippin.") and "__init__" in vars(base))
        cls.__signature__ = inspect.signature(plain)  # for help() and editors
        if cls.__module__.startswith("isaacsim."):  # a program's own class has the methods of these
            for name, member in inspect.getmembers_static(cls, inspect.isfunction):
                member = _overriding(plain, name, member)
                if name[0] != "_" and not hasattr(member, "gives_tensors"):
                    setattr(cls, name, _giving_tensors(name, member))


def _overriding(plain: type, name: str, member: Callable[..., Any]) -> Callable[..., Any]:
    """A method that a facade inherits from another facade, or the class's own in Pippin if that overrides it there."""
    inherited, own = inspect.unwrap(member), getattr(plain, name, None)
    is_overridden = inherited.__module__.startswith("pippin.") and own is not None and own is not inherited
    return own if is_overridden else member


_calls_within = 0
"""How many methods are on the way: those that objects call themselves give NumPy's arrays."""


COPIES = ("clone", "usd")
"""Arguments of methods that read: whether to copy, and from where. What is read is a copy of the engine's always."""


def _giving_tensors(name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
    """A method whose arrays are tensors where the simulation is Isaac Lab 2's, or is asked for torch."""
    ignored = [each for each in COPIES if name.startswith("get_") and not _takes(plain, each)]

    @wraps(plain)
    def method(*args: Any, **kwargs: Any) -> Any:
        global _calls_within
        if kwargs:
            kwargs = {each: value for each, value in kwargs.items() if each not in ignored}
        _calls_within += 1
        try:
            result = plain(*args, **kwargs)
        finally:
            _calls_within -= 1
        simulation = SimulationContext.instance()
        is_asked_for = _calls_within == 0 and _is_of_tensors(simulation)
        return _as_tensors(result, simulation.device) if is_asked_for and simulation is not None else result

    method.gives_tensors = True  # type: ignore[attr-defined]
    return method


def _takes(function: Callable[..., Any], name: str) -> bool:
    """Whether a method has an argument of a name."""
    return name in inspect.signature(function).parameters


def _is_of_tensors(simulation: SimulationContext | None) -> bool:
    """Whether objects give tensors: in simulations of Isaac Lab 2, and where a program asks for torch."""
    is_of_isaaclab = type(simulation).__module__ == "pippin_isaac.older_classes"
    return is_of_isaaclab or getattr(simulation, "backend", "numpy") == "torch"


def _as_tensors(result: Any, device: str) -> Any:
    """Arrays of numbers as tensors, also in tuples and in states; real numbers in single precision."""
    if isinstance(result, np.ndarray) and result.dtype.kind in "fiub":
        values = torch.from_numpy(np.ascontiguousarray(result)).to(device)
        return values.float() if values.is_floating_point() else values
    if type(result) is tuple:
        return tuple(_as_tensors(entry, device) for entry in result)
    if is_dataclass(result) and not isinstance(result, type):
        return replace(
            result, **{each.name: _as_tensors(getattr(result, each.name), device) for each in fields(result)}
        )
    return result


@cache
def _signature(function: Callable[..., Any]) -> inspect.Signature:
    return inspect.signature(function)


def _taking(name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        plain = getattr(super(ScalarFirst, self), name).__func__
        call = _signature(plain).bind(self, *args, **kwargs)
        for argument in ARGUMENTS:
            if argument in call.arguments:
                call.arguments[argument] = to_xyzw(call.arguments[argument])
        return plain(*call.args, **call.kwargs)

    return method


def _giving_poses(name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> tuple[np.ndarray, np.ndarray]:
        positions, orientations = getattr(super(ScalarFirst, self), name)(*args, **kwargs)
        return positions, to_wxyz(orientations)

    return method


def _giving_states(name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        state = getattr(super(ScalarFirst, self), name)(*args, **kwargs)
        return replace(state, **{field: to_wxyz(getattr(state, field)) for field in ARGUMENTS if hasattr(state, field)})

    return method


for _names, _make in (
    (METHODS_THAT_TAKE, _taking),
    (METHODS_THAT_GIVE_POSES, _giving_poses),
    (METHODS_THAT_GIVE_STATES, _giving_states),
):
    for _name in _names:
        setattr(ScalarFirst, _name, _make(_name))


class XFormPrim(ScalarFirst, objects.XFormPrim):
    """:class:`pippin.objects.XFormPrim` with quaternions (w, x, y, z).

    ``reset_xform_properties`` and ``usd`` are accepted for existing code: a prim that is placed has the standard
    operations anyway, and whether its pose is read from the stage or the engine follows from whether it is simulated.
    """

    def __init__(
        self,
        prim_paths_expr: str | Sequence[str],
        *args: Any,
        reset_xform_properties: bool = True,
        usd: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(_with_wildcards(prim_paths_expr), *args, **kwargs)

    @property
    def _device(self) -> str:
        simulation = SimulationContext.instance()  # programs read the fields that Isaac Sim keeps device and number in
        return "cpu" if simulation is None else simulation.device

    @property
    def _count(self) -> int:
        return self.count


def _with_wildcards(expressions: str | Sequence[str]) -> str | list[str]:
    """Expressions of paths, in which a star after a name (``wheel_*``) or alone (``/World/*/arm``) may be a wildcard.

    PhysX takes stars so, where USD takes regular expressions. One that prims match as it is stays.
    """
    return (
        _with_wildcard(expressions) if isinstance(expressions, str) else [_with_wildcard(each) for each in expressions]
    )


def _with_wildcard(expression: str) -> str:
    wildcard = re.sub(r"(?<=[\w/])\*", ".*", expression)
    is_regular = "/*" not in expression  # a star alone repeats nothing
    return expression if wildcard == expression or (is_regular and matching_paths(expression)) else wildcard


class _TouchedPrim(XFormPrim):
    """Contacts under the arguments of Isaac Sim: numbers are impulses of a step [N s], divided by ``dt`` [s].

    Args:
        contact_filter_prim_paths_expr: Expressions of partners whose contacts are told apart.
        max_contact_count: Number of rows of single contacts, which zeros fill up; 0 for as many as there are.
        track_contact_forces: Measure contacts, which scenes of several environments do only where they are asked to.
        prepare_contact_sensors: Without effect, as is ``disable_stablization``.
    """

    def __init__(
        self,
        *args: Any,
        contact_filter_prim_paths_expr: Sequence[str] | None = None,
        max_contact_count: int = 0,
        track_contact_forces: bool = False,
        prepare_contact_sensors: bool = False,
        disable_stablization: bool = True,
        **kwargs: Any,
    ) -> None:
        if track_contact_forces and isinstance(self, RigidPrim):
            kwargs["tracks_contacts"] = True
        super().__init__(*args, contact_partners=tuple(contact_filter_prim_paths_expr or ()), **kwargs)
        self._max_contact_count = max_contact_count

    def get_net_contact_forces(self, indices: Any = None, clone: bool = True, dt: float = 1.0) -> np.ndarray:
        """Sum of the contact forces on each prim in a step, over ``dt``, shape (M, 3)."""
        return super().get_net_contact_forces(indices) * _impulse_over(dt)

    def get_contact_force_matrix(self, indices: Any = None, clone: bool = True, dt: float = 1.0) -> np.ndarray:
        """Sum of the forces on each prim by each partner in a step, over ``dt``, shape (M, F, 3)."""
        return super().get_contact_force_matrix(indices) * _impulse_over(dt)

    def get_contact_force_data(
        self, indices: Any = None, clone: bool = True, dt: float = 1.0
    ) -> tuple[np.ndarray, ...]:
        """Single contacts; see :meth:`pippin.objects.RigidPrim.get_contact_force_data`."""
        forces, *others, counts, starts = super().get_contact_force_data(indices)
        return (*map(self._filled, (forces * _impulse_over(dt), *others)), counts, starts)

    def get_friction_data(self, indices: Any = None, clone: bool = True, dt: float = 1.0) -> tuple[np.ndarray, ...]:
        """Friction at single contacts; see :meth:`pippin.objects.RigidPrim.get_friction_data`."""
        forces, points, counts, starts = super().get_friction_data(indices)
        return self._filled(forces * _impulse_over(dt)), self._filled(points), counts, starts

    def _filled(self, rows: np.ndarray) -> np.ndarray:
        """Rows, with zeros up to the number that was asked for."""
        missing = self._max_contact_count - len(rows)
        return np.concatenate([rows, np.zeros((missing, rows.shape[1]))]) if missing > 0 else rows


def _impulse_over(dt: float) -> float:
    """Time of a physics step in units of a time [s]."""
    simulation = SimulationContext.instance()
    return 1.0 / dt if simulation is None else simulation.get_physics_dt() / dt


class RigidPrim(_TouchedPrim, objects.RigidPrim):
    """:class:`pippin.objects.RigidPrim` with quaternions (w, x, y, z)."""

    get_coms = _giving_poses("get_coms")


class GeometryPrim(_TouchedPrim, objects.GeometryPrim):
    """:class:`pippin.objects.GeometryPrim` with quaternions (w, x, y, z)."""

    def apply_collision_apis(self, indices: Any = None) -> None:
        """Let geometries collide; see :meth:`pippin.objects.GeometryPrim.enable_collision`."""
        self.enable_collision(indices)


class Articulation(XFormPrim, objects.Articulation):
    """:class:`pippin.objects.Articulation` with quaternions (w, x, y, z)."""

    @property
    def _num_dof(self) -> int | None:
        return self.num_dof

    @property
    def num_fixed_tendons(self) -> int:
        """Number of fixed tendons of a robot."""
        return self._joints().view.fixed_tendons.num_tendons

    @property
    def _default_joints_state(self) -> Any:
        return self.get_joints_default_state()  # programs read the field that Isaac Sim keeps it in

    def set_fixed_tendon_properties(
        self,
        stiffnesses: Any = None,
        dampings: Any = None,
        limit_stiffnesses: Any = None,
        limits: Any = None,
        rest_lengths: Any = None,
        offsets: Any = None,
        indices: Any = None,
    ) -> None:
        """Set properties of fixed tendons, shape (M, T) or one for all robots, limits (M, T, 2); None leaves them.

        Args:
            stiffnesses: Stiffness about the rest length [N m/rad, of a length in rad].
            dampings: Damping of the length [N m s/rad].
            limit_stiffnesses: Stiffness beyond the limits [N m/rad].
            limits: Least and largest length [rad].
            rest_lengths: Length at which the spring rests [rad].
            offsets: What is added to the length [rad].
            indices: The M robots; None means all.
        """
        given = {
            "stiffness": stiffnesses,
            "damping": dampings,
            "limit_stiffness": limit_stiffnesses,
            "limits": limits,
            "rest_length": rest_lengths,
            "offset": offsets,
        }
        arrays = {name: np.asarray(as_host(values)) for name, values in given.items() if values is not None}
        self._joints().write_fixed_tendons(arrays, self._checked(indices))


def _metadata_of(robots: objects.Articulation) -> SimpleNamespace | None:
    """Names of links and joints with their indices, as PhysX has them: each link but the root has a joint.

    Fixed joints count, so that ``1 + joint_indices[NAME]`` is the link whose wrench ``get_measured_joint_forces`` gives
    by that index. None while the simulation is stopped.
    """
    links, dofs = robots.body_names, robots.dof_names
    if links is None or dofs is None:
        return None
    joints = _joints_above_links(robots.prims[0])
    names = {"link": links, "joint": [joints.get(link, link) for link in links[1:]], "dof": dofs}
    return SimpleNamespace(
        **{f"{kind}_names": of_kind for kind, of_kind in names.items()},
        **{f"{kind}_count": len(of_kind) for kind, of_kind in names.items()},
        **{f"{kind}_indices": {name: i for i, name in enumerate(of_kind)} for kind, of_kind in names.items()},
    )


def _numbers_of(names: Sequence[str] | None) -> dict[str, int]:
    return {name: number for number, name in enumerate(names or ())}


# Programs read them of the views of single robots, too, which are Pippin's own.
objects.Articulation._metadata = property(_metadata_of)  # type: ignore[attr-defined]
objects.Articulation._body_indices = property(lambda robots: _numbers_of(robots.body_names))  # type: ignore[attr-defined]
objects.Articulation._dof_indices = property(lambda robots: _numbers_of(robots.dof_names))  # type: ignore[attr-defined]


def _joints_above_links(robot: Usd.Prim) -> dict[str, str]:
    """Names of the joints of a robot by the names of the links that they hold."""
    joints = (UsdPhysics.Joint(prim) for prim in Usd.PrimRange(robot) if prim.IsA(UsdPhysics.Joint))
    held = ((joint, joint.GetBody1Rel().GetTargets()) for joint in joints)
    return {targets[0].name: joint.GetPrim().GetName() for joint, targets in held if targets}


class SingleXFormPrim(ScalarFirst, objects.SingleXFormPrim):
    """:class:`pippin.objects.SingleXFormPrim` with quaternions (w, x, y, z); a prim that is not there is made."""

    def __init__(self, prim_path: str, *args: Any, **kwargs: Any) -> None:
        facade = next(base for base in type(self).__mro__ if base.__module__.startswith("isaacsim."))
        if facade is SingleXFormPrim and not is_prim_path_valid(prim_path):  # also for a program's own classes of these
            define_prim(prim_path)
        super().__init__(prim_path, *args, **kwargs)


class Camera(ScalarFirst, objects.Camera):
    """:class:`pippin.objects.Camera` with quaternions (w, x, y, z), and a method for each kind of image.

    ``add_KIND_to_frame(init_params)`` and ``remove_KIND_from_frame()`` name the kinds. Frames have colours by the name
    "rgb", too.
    """

    def __init__(self, *args: Any, render_product_path: str | None = None, **kwargs: Any) -> None:
        kwargs.pop("annotator_device", None)
        super().__init__(*args, **kwargs)
        self._has_points = False

    def __getattr__(self, name: str) -> Callable[..., None]:
        for prefix, suffix, method in (("add_", "_to_frame", self._add), ("remove_", "_from_frame", self._remove)):
            if name.startswith(prefix) and name.endswith(suffix):
                return partial(method, name.removeprefix(prefix).removesuffix(suffix))
        raise AttributeError(f"'Camera' has no attribute '{name}'.")

    def get_current_frame(self, clone: bool = False) -> dict[str, Any]:
        """What the camera sees; see :meth:`pippin.objects.Camera.get_current_frame`."""
        frame = super().get_current_frame(clone)
        frame |= {given: frame[kind] for given, kind in KINDS.items() if kind in frame}
        return frame | ({"pointcloud": {"data": self.get_pointcloud(), "info": {}}} if self._has_points else {})

    def set_opencv_pinhole_properties(
        self, cx: float, cy: float, fx: float, fy: float, pinhole: Sequence[float] = ()
    ) -> None:
        """Set the lens by what OpenCV's calibration measures. The focal length stays, the apertures change.

        Args:
            cx: Horizontal position of the optical axis in the image [pixel]; the centre is what there is.
            cy: Its vertical position [pixel], likewise.
            fx: Focal length in widths of pixels.
            fy: Focal length in heights of pixels.
            pinhole: Distortion coefficients, without effect, which a warning says where they are not 0.

        Raises:
            ValueError: A focal length is not positive.
        """
        if not (fx > 0.0 and fy > 0.0):
            raise ValueError(f"'fx' and 'fy' of 'set_opencv_pinhole_properties' are {fx} and {fy}; expected above 0.")
        width, height = self.get_resolution()
        if any(pinhole) or abs(cx - width / 2) > 1.0 or abs(cy - height / 2) > 1.0:
            logger.warning(
                "The lens of '%s' is centred and distorts nothing: what is set of both has no effect.", self.name
            )
        self.set_horizontal_aperture(width * self.get_focal_length() / fx, maintain_square_pixels=False)
        self.set_vertical_aperture(height * self.get_focal_length() / fy, maintain_square_pixels=False)

    def _add(self, kind: str, init_params: dict[str, Any] | None = None) -> None:
        if kind == "pointcloud":
            self._has_points = True
        elif kind.startswith("bounding_box") or kind == "occlusion":
            raise NotImplementedError(f"Cameras have no images '{kind}': compute boxes from an instance segmentation.")
        else:
            self.add_image(KINDS.get(kind, kind), bool((init_params or {}).get("colorize")))

    def _remove(self, kind: str) -> None:
        self._has_points &= kind != "pointcloud"
        self.remove_image(KINDS.get(kind, kind))


class OmniPBR(objects.PreviewSurface):
    """NVIDIA's general material, of which the colour, the roughness and the metal are taken.

    Args:
        prim_path: Path of its prim, which is made, or changed where it is there.
        name: Name of the object.
        shader: Without effect: the material has its own.
        texture_path: File of a picture, which is not shown: a warning says so.
        texture_scale: Scale of the picture, likewise.
        texture_translate: Shift of the picture, likewise.
        color: Colour in linear RGB, each from 0 to 1, shape (3,); None leaves it.
    """

    def __init__(
        self,
        prim_path: str,
        name: str = "omni_pbr",
        shader: Any = None,
        texture_path: str | None = None,
        texture_scale: Any = None,
        texture_translate: Any = None,
        color: Any = None,
    ) -> None:
        super().__init__(prim_path, name, color)
        if texture_path is not None:
            logger.warning("The picture '%s' of the material '%s' is not shown.", texture_path, prim_path)

    def set_reflection_roughness(self, amount: float) -> None:
        """Set the roughness from 0, a mirror, to 1."""
        self.set_roughness(amount)

    def set_metallic_constant(self, amount: float) -> None:
        """Set how metallic it is, from 0 to 1."""
        self.set_metallic(amount)


class OmniGlass(objects.PreviewSurface):
    """NVIDIA's glass, of which the colour is taken: what is behind it does not show through.

    Args:
        prim_path: Path of its prim, which is made, or changed where it is there.
        name: Name of the object.
        shader: Without effect: the material has its own.
        color: Colour in linear RGB, each from 0 to 1, shape (3,); None leaves it.
        ior: Without effect: light is not bent.
        depth: Without effect.
        thin_walled: Without effect.
    """

    def __init__(
        self,
        prim_path: str,
        name: str = "omni_glass",
        shader: Any = None,
        color: Any = None,
        ior: float | None = None,
        depth: float | None = None,
        thin_walled: bool | None = None,
    ) -> None:
        super().__init__(prim_path, name, color)


class SingleGeometryPrim(SingleXFormPrim, objects.SingleGeometryPrim):
    """:class:`pippin.objects.SingleGeometryPrim` with quaternions (w, x, y, z)."""


class SingleRigidPrim(SingleXFormPrim, objects.SingleRigidPrim):
    """:class:`pippin.objects.SingleRigidPrim` with quaternions (w, x, y, z)."""

    get_com = _giving_poses("get_com")


def _without_effect(setting: str) -> Any:
    """Method that sets what only PhysX knows: it says so."""

    def method(self: SingleArticulation, value: Any) -> None:
        logger.warning("'%s' of '%s' has no effect: it is a setting of PhysX.", setting, self.name)

    method.__doc__ = f"Accept {setting} for existing code: it is a setting of PhysX, and a warning says so."
    return method


class SingleArticulation(SingleXFormPrim, objects.SingleArticulation):
    """:class:`pippin.objects.SingleArticulation` with quaternions (w, x, y, z).

    The path may be that of the joint that fixes the robot to the world, where some files have the articulation root.
    """

    def __init__(
        self, prim_path: str, *args: Any, articulation_controller: ArticulationController | None = None, **kwargs: Any
    ) -> None:
        super().__init__(_robot_of(prim_path), *args, **kwargs)
        self._controller = articulation_controller or self._controller

    @property
    def _articulation_view(self) -> objects.Articulation:
        """The robot as one of several, under the name that subclasses of Isaac Sim use."""
        return self._view

    @property
    def _articulation_controller(self) -> ArticulationController:
        """What sets the targets and gains of the drives, under the name that subclasses of Isaac Sim use."""
        return self._controller

    set_enabled_self_collisions = _without_effect("enabled_self_collisions")
    set_sleep_threshold = _without_effect("sleep_threshold")
    set_solver_position_iteration_count = _without_effect("solver_position_iteration_count")
    set_solver_velocity_iteration_count = _without_effect("solver_velocity_iteration_count")
    set_stabilization_threshold = _without_effect("stabilization_threshold")


ROOT_JOINT = "root_joint"
"""Name of the joint that fixes a robot to the world in Isaac Sim's files; Pippin's own have it below ``joints``."""


def _robot_of(prim_path: str) -> str:
    """Path of the robot that a fixed joint at a path belongs to, or else the path itself."""
    parent, _, leaf = prim_path.rpartition("/")
    prim = get_current_stage().GetPrimAtPath(prim_path)
    if prim:
        return parent if prim.IsA(UsdPhysics.Joint) else prim_path
    return _robot_of(parent) if leaf == ROOT_JOINT and parent else prim_path


class Robot(SingleArticulation):
    """Another name of :class:`isaacsim.core.prims.SingleArticulation`, to be extended by classes of robots."""


class VisualCapsule(SingleGeometryPrim, objects.VisualCapsule):
    """:class:`pippin.objects.VisualCapsule` with quaternions (w, x, y, z)."""


class FixedCapsule(VisualCapsule, objects.FixedCapsule):
    """:class:`pippin.objects.FixedCapsule` with quaternions (w, x, y, z)."""


class DynamicCapsule(SingleRigidPrim, VisualCapsule, objects.DynamicCapsule):
    """:class:`pippin.objects.DynamicCapsule` with quaternions (w, x, y, z)."""


class VisualCone(SingleGeometryPrim, objects.VisualCone):
    """:class:`pippin.objects.VisualCone` with quaternions (w, x, y, z)."""


class FixedCone(VisualCone, objects.FixedCone):
    """:class:`pippin.objects.FixedCone` with quaternions (w, x, y, z)."""


class DynamicCone(SingleRigidPrim, VisualCone, objects.DynamicCone):
    """:class:`pippin.objects.DynamicCone` with quaternions (w, x, y, z)."""


class VisualCuboid(SingleGeometryPrim, objects.VisualCuboid):
    """:class:`pippin.objects.VisualCuboid` with quaternions (w, x, y, z).

    Programs of 2022 and before give ``size`` as the lengths of the three edges, shape (3,), which is the scale here.
    """

    def __init__(self, *placement: Any, **properties: Any) -> None:
        if np.ndim(properties.get("size")) == 1:
            properties |= {"size": 1.0, "scale": np.multiply(properties["size"], properties.get("scale", 1.0))}
        super().__init__(*placement, **properties)


class FixedCuboid(VisualCuboid, objects.FixedCuboid):
    """:class:`pippin.objects.FixedCuboid` with quaternions (w, x, y, z)."""


class DynamicCuboid(SingleRigidPrim, VisualCuboid, objects.DynamicCuboid):
    """:class:`pippin.objects.DynamicCuboid` with quaternions (w, x, y, z)."""


class VisualCylinder(SingleGeometryPrim, objects.VisualCylinder):
    """:class:`pippin.objects.VisualCylinder` with quaternions (w, x, y, z)."""


class FixedCylinder(VisualCylinder, objects.FixedCylinder):
    """:class:`pippin.objects.FixedCylinder` with quaternions (w, x, y, z)."""


class DynamicCylinder(SingleRigidPrim, VisualCylinder, objects.DynamicCylinder):
    """:class:`pippin.objects.DynamicCylinder` with quaternions (w, x, y, z)."""


class VisualSphere(SingleGeometryPrim, objects.VisualSphere):
    """:class:`pippin.objects.VisualSphere` with quaternions (w, x, y, z)."""


class FixedSphere(VisualSphere, objects.FixedSphere):
    """:class:`pippin.objects.FixedSphere` with quaternions (w, x, y, z)."""


class DynamicSphere(SingleRigidPrim, VisualSphere, objects.DynamicSphere):
    """:class:`pippin.objects.DynamicSphere` with quaternions (w, x, y, z)."""


class GroundPlane(SingleGeometryPrim, objects.GroundPlane):
    """:class:`pippin.objects.GroundPlane` with quaternions (w, x, y, z)."""
