"""Classes that Isaac Lab up to version 2 has otherwise: the simulation, sensors, views of prims."""

from __future__ import annotations

import enum
import logging
from typing import Any

import numpy as np
import torch
import warp as wp
from pxr import Usd, UsdPhysics

import pippin.actuators
import pippin.sim
from pippin.actuators.actuator_base import LIMIT_NAMES
from pippin.sensors import Camera, CameraCfg, Pva, PvaCfg, PvaData, sensor_base
from pippin.sim import SimulationCfg, converters, find_matching_prims
from pippin.sim.run.gravity import write_gravity
from pippin.sim.schemas import MeshCollisionPropertiesCfg
from pippin.sim.schemas.mesh_collision import APPROXIMATIONS
from pippin.utils import configclass
from pippin.utils.torch_view import torch_view

from .conversions import OlderConfig
from .lab_prim_views import UsdFrameView
from .lab_prims import validate_standard_xform_ops
from .lab_utils import get_isaac_sim_version
from .omni_app import Timeline, get_timeline_interface
from .omni_kit import Settings, get_settings

logger = logging.getLogger("pippin")


class RenderMode(enum.IntEnum):
    """What a frame brings up to date in Isaac Sim."""

    NO_GUI_OR_RENDERING = -1
    NO_RENDERING = 0
    PARTIAL_RENDERING = 1
    FULL_RENDERING = 2


class SimulationContext(pippin.sim.SimulationContext):
    """:class:`pippin.sim.SimulationContext` with the members of version 2. A second one is the first one again."""

    RenderMode = RenderMode

    def __new__(cls, cfg: SimulationCfg | None = None) -> SimulationContext:
        """Return the simulation that there is already, or make one."""
        existing = pippin.sim.SimulationContext.instance()
        return existing if isinstance(existing, SimulationContext) else super().__new__(cls)

    def __init__(self, cfg: SimulationCfg | None = None) -> None:
        if pippin.sim.SimulationContext.instance() is not self:
            super().__init__(cfg)
        elif cfg is not None:
            logger.warning("There is a SimulationContext already: it stays as it is, and the config given is not used.")

    @property
    def render_mode(self) -> RenderMode:
        """What frames bring up to date: everything if a viewer watches them, else nothing."""
        return RenderMode.FULL_RENDERING if self.is_rendering else RenderMode.NO_GUI_OR_RENDERING

    @property
    def _gravity_tensor(self) -> torch.Tensor:
        """Gravity of the config [m/s^2], shape (3,), float32, which programs take from here."""
        return torch.tensor(self.cfg.gravity, dtype=torch.float32, device=self.device)

    @property
    def _settings(self) -> Settings:
        """Settings of Omniverse, which programs take from here."""
        return get_settings()

    @property
    def _timeline(self) -> Timeline:
        """The timeline, which programs take from here too in order to stop it."""
        return get_timeline_interface()

    def set_render_mode(self, mode: RenderMode) -> None:
        """Check a mode; there is no window whose parts could rest, so that nothing changes and a warning says so.

        Raises:
            ValueError: There is no such mode.
        """
        if RenderMode(mode) != self.render_mode:
            logger.warning("There is no window: the render mode stays %s.", self.render_mode.name)

    def render(self, mode: RenderMode | None = None) -> None:
        """Call the subscribers of rendering.

        Args:
            mode: Mode to set before; see :meth:`set_render_mode`.
        """
        if mode is not None:
            self.set_render_mode(mode)
        super().render()

    def has_gui(self) -> bool:  # type: ignore[override]
        """Whether a viewer watches, or a subscriber of the program."""
        return self.is_rendering

    def is_fabric_enabled(self) -> bool:
        """Whether state goes past the stage, as the config says."""
        return getattr(self.cfg, "use_fabric", True)

    def get_version(self) -> tuple[int, int, int]:
        """Version of Isaac Sim that Isaac Lab of the served version is for."""
        version = get_isaac_sim_version()
        return version.major, version.minor, version.micro

    def get_physics_context(self) -> PhysicsContext:
        """What describes the physics scene."""
        return PhysicsContext(self)

    @property
    def _physics_context(self) -> PhysicsContext:
        """What describes the physics scene, under the name by which programs reach it past Isaac Sim's interface."""
        return PhysicsContext(self)

    def clear(self) -> None:
        """Stop the simulation and take all prims off the stage but ``/World`` and the physics scene."""
        self.stop()
        self.clear_stage()


class PhysicsContext:
    """The physics scene of a simulation.

    Args:
        simulation: The simulation.
    """

    def __init__(self, simulation: pippin.sim.SimulationContext) -> None:
        self._simulation = simulation

    @property
    def prim_path(self) -> str:
        """Path of the prim that describes the physics scene."""
        return self._simulation.cfg.physics_prim_path

    @property
    def use_gpu_pipeline(self) -> bool:
        """Whether the arrays of the simulation are on a GPU."""
        return str(self._simulation.device).startswith("cuda")

    @property
    def _physics_scene(self) -> UsdPhysics.Scene:
        """The physics scene on the stage, whose gravity counts from the next step on."""
        return UsdPhysics.Scene(self._simulation.stage.GetPrimAtPath(self.prim_path))

    def get_gravity(self) -> tuple[tuple[float, ...], float]:
        """Direction of gravity, shape (3,), and its magnitude [m/s^2]."""
        scene = self._physics_scene
        return tuple(scene.GetGravityDirectionAttr().Get()), float(scene.GetGravityMagnitudeAttr().Get())

    def set_gravity(self, value: float) -> None:
        """Set gravity along z [m/s^2], such as -9.81, from the next step on.

        Raises:
            TypeError: It is no number.
            ValueError: It is not finite.
        """
        write_gravity(self._physics_scene, (0.0, 0.0, value))

    def get_physics_dt(self) -> float:
        """Length of a physics step [s]."""
        return self._simulation.cfg.dt


@configclass
class MeshConverterCfg(converters.MeshConverterCfg, OlderConfig):
    """:class:`pippin.sim.converters.MeshConverterCfg` with a field of Isaac Lab 1 to 2.2 for what colliders are."""

    rotation: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    """Orientation of the mesh in the asset's frame (w, x, y, z)."""

    collision_approximation: str | None = None
    """Name of the approximation ("convexHull", ...) of a collider that ``collision_props`` makes; None leaves it to
    ``mesh_collision_props``."""

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a field; raises ValueError where there is no such approximation."""
        if name == "collision_approximation" and value is not None and value not in APPROXIMATIONS:
            raise ValueError(f"'collision_approximation' is {value!r}; expected one of {', '.join(APPROXIMATIONS)}.")
        super().__setattr__(name, value)
        approximation = getattr(self, "collision_approximation", None)
        if name in ("collision_approximation", "collision_props") and None not in (approximation, self.collision_props):
            self.mesh_collision_props = MeshCollisionPropertiesCfg(mesh_approximation_name=approximation)


@configclass
class ActuatorBaseCfg(pippin.actuators.ActuatorBaseCfg, OlderConfig):
    """:class:`pippin.actuators.ActuatorBaseCfg`, whose limits mean something else in version 2.

    An explicit model limits its effort itself, so that the engine is not to. An implicit one has one effort limit and
    one velocity limit, and takes the latter from ``velocity_limit_sim`` alone.
    """

    def resolve_limits(self, is_implicit: bool) -> None:
        """Give all names of each limit the value that the model uses.

        Raises:
            ValueError: Both limits of an implicit model are given, and differ.
        """
        for name, older in LIMIT_NAMES.items():
            if getattr(self, older) is not None:  # programs know these names alone, configs of robots have the others
                setattr(self, name, None)
        if is_implicit:
            self._unite("effort_limit")
            self._unite("velocity_limit")
        elif self.effort_limit_sim is None and self.joint_effort_limit is None:
            self.effort_limit_sim = pippin.actuators.ActuatorBase._DEFAULT_MAX_EFFORT_SIM
        super().resolve_limits(is_implicit)

    def _unite(self, name: str) -> None:
        """Make one limit of a model's and the engine's."""
        limit, limit_sim = getattr(self, name), getattr(self, f"{name}_sim")
        if limit is not None and limit_sim is not None and limit != limit_sim:
            raise ValueError(
                f"The implicit actuators of joints {self.joint_names_expr} have one limit, but '{name}' is {limit} and "
                f"'{name}_sim' is {limit_sim}; give '{name}_sim' alone."
            )
        if limit_sim is not None:
            setattr(self, name, limit_sim)
        elif name == "effort_limit":
            self.effort_limit_sim = limit
        elif limit is not None:
            logger.warning(
                "The implicit actuators of joints %s ignore 'velocity_limit': set 'velocity_limit_sim' to limit the "
                "velocity.",
                self.joint_names_expr,
            )
            self.velocity_limit = None


TILED_IMAGES = (
    *("rgba", "rgb", "distance_to_image_plane", "depth", "distance_to_camera", "normals", "motion_vectors"),
    *("semantic_segmentation", "instance_segmentation_fast", "instance_id_segmentation_fast"),
)
"""Images of :class:`TiledCamera` in the order in which it has them; others come after these."""


class TiledCamera(Camera):
    """:class:`~pippin.sensors.Camera` with its images in the order of Isaac Lab's, ``rgba`` wherever ``rgb`` is.

    Args:
        cfg: Config of the camera. It is copied.

    Raises:
        RuntimeError: As :class:`~pippin.sensors.Camera`.
        ValueError: As there.
    """

    cfg: TiledCameraCfg

    def __init__(self, cfg: TiledCameraCfg) -> None:
        order = {name: place for place, name in enumerate(TILED_IMAGES)}
        cfg = cfg.copy()
        cfg.data_types = sorted(dict.fromkeys(cfg.data_types), key=lambda name: order.get(name, len(order)))
        super().__init__(cfg)

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        if "rgb" in self.cfg.data_types:
            self._data.asked = ("rgba", *self._data.asked)


@configclass
class TiledCameraCfg(CameraCfg):
    """Where a camera of all environments is, what it sees, and how large its images are."""

    class_type: type[TiledCamera] = TiledCamera
    """Class of the camera."""


@wp.kernel(enable_backward=False)
def differentiate_velocities(
    link_poses: wp.array2d(dtype=wp.transformf),  # (N, 1) world
    link_velocities: wp.array2d(dtype=wp.spatial_vectorf),  # (N, 1) world
    offset: wp.transformf,  # of the sensors in the links' frames
    bias: wp.vec3f,  # [m/s^2] world
    env_ids: wp.array(dtype=int),  # (N,)
    env_mask: wp.array(dtype=wp.bool),  # (num_envs,)
    time: wp.array(dtype=float),  # (num_envs,) since the reset [s]
    last_update: wp.array(dtype=float),  # (num_envs,) time of the measurement before [s]
    measured_inout: wp.array(dtype=wp.bool),  # (N,) whether there is one
    velocities_inout: wp.array(dtype=wp.spatial_vectorf),  # (N,) of the measurement before, in the world
    lin_acc_inout: wp.array(dtype=wp.vec3f),  # (N,) sensor axes
    ang_acc_inout: wp.array(dtype=wp.vec3f),  # (N,) sensor axes
):
    """Take accelerations as the change of the velocities since the measurement before, and add the bias."""
    row = wp.tid()
    env = env_ids[row]
    if not env_mask[env]:
        return
    turn = wp.transform_get_rotation(link_poses[row, 0])
    rotation = turn * wp.transform_get_rotation(offset)
    angular = wp.spatial_bottom(link_velocities[row, 0])
    arm = wp.quat_rotate(turn, wp.transform_get_translation(offset))
    linear = wp.spatial_top(link_velocities[row, 0]) + wp.cross(angular, arm)
    passed = time[env] - last_update[env]
    if measured_inout[row] and passed > 0.0:
        before = velocities_inout[row]
        lin_acc_inout[row] = wp.quat_rotate_inv(rotation, (linear - wp.spatial_top(before)) / passed)
        ang_acc_inout[row] = wp.quat_rotate_inv(rotation, (angular - wp.spatial_bottom(before)) / passed)
    lin_acc_inout[row] += wp.quat_rotate_inv(rotation, bias)
    measured_inout[row] = True
    velocities_inout[row] = wp.spatial_vector(linear, angular)


class ImuData(PvaData):
    """Pose, velocity and acceleration of N sensors; the linear acceleration has the bias of the config."""


class Imu(Pva):
    """Reports where a frame on a body is and how it moves, and gravity's share of what an accelerometer measures.

    Accelerations are the change of the velocities since the measurement before, over the time that has passed: what
    writes of velocities change counts, too. The first ones after a reset are those of the last physics step.

    Args:
        cfg: Config of the sensor. It is copied.

    Raises:
        RuntimeError: As :class:`~pippin.sensors.Pva`.
    """

    cfg: ImuCfg

    @property
    def data(self) -> ImuData:
        """Measurements, taken if they are due."""
        self._update_outdated_buffers()
        return self._data

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        device = self._scene.device
        self._data = ImuData(self._num_instances, device)
        self._is_measured = wp.zeros(self._num_instances, dtype=wp.bool, device=device)
        self._velocities = wp.zeros(self._num_instances, dtype=wp.spatial_vectorf, device=device)

    def _reset_impl(self, env_ids: wp.array) -> None:
        super()._reset_impl(env_ids)
        chosen = torch_view(env_ids).long()
        in_reset = torch.isin(torch_view(self._motion.view.env_ids).long(), chosen)
        torch_view(self._is_measured).logical_and_(~in_reset)

    def _update_buffers_impl(self, env_mask: wp.array) -> None:
        super()._update_buffers_impl(env_mask)
        data, motion, clock = self._data, self._motion, self._require_clock()
        wp.launch(
            differentiate_velocities,
            dim=self._num_instances,
            inputs=[
                *(motion.poses, motion.velocities, motion.offset, wp.vec3f(*self.cfg.gravity_bias)),
                *(motion.view.env_ids, env_mask, clock.time, clock.last_update),
            ],
            outputs=[self._is_measured, self._velocities, data.lin_acc_b.warp, data.ang_acc_b.warp],
            device=self._scene.device,
        )


@configclass
class ImuCfg(PvaCfg):
    """Which frame to report. ``prim_path`` is a rigid body, or a prim below one."""

    @configclass
    class OffsetCfg(PvaCfg.OffsetCfg):
        """Pose of the sensor in the frame of its prim."""

    class_type: type[Imu] = Imu
    """Class of the sensor."""

    offset: OffsetCfg = OffsetCfg()
    """Pose of the sensor in the frame of its prim."""

    gravity_bias: tuple[float, float, float] = (0.0, 0.0, 9.81)
    """What is added to the acceleration [m/s^2], along the world's axes: what an accelerometer at rest measures."""


class XformPrimView(UsdFrameView):
    """:class:`~pippin_isaac.lab_prim_views.UsdFrameView` with the arguments and results of version 2.

    Args:
        prim_path: Expression for the prims' paths.
        device: Device of the tensors.
        validate_xform_ops: Whether prims are refused that have no translation, quaternion and scale, or others.
        sync_usd_on_fabric_write: Without effect: poses are on the stage.
        stage: Stage; None takes the current one.

    Raises:
        ValueError: A prim has no such operations.
    """

    has_w_first = True

    def __init__(
        self,
        prim_path: str,
        device: str = "cpu",
        validate_xform_ops: bool = True,
        sync_usd_on_fabric_write: bool = False,
        stage: Usd.Stage | None = None,
    ) -> None:
        super().__init__(prim_path, device, validate_xform_ops, stage)

    def get_world_poses(self, indices: Any = None) -> tuple[torch.Tensor, torch.Tensor]:
        """Positions [m], shape (n, 3), and orientations (w, x, y, z), shape (n, 4), in the world."""
        return _w_first(super().get_world_poses(indices))

    def get_local_poses(self, indices: Any = None) -> tuple[torch.Tensor, torch.Tensor]:
        """Positions, shape (n, 3), and orientations (w, x, y, z), shape (n, 4), in the parents' frames."""
        return _w_first(super().get_local_poses(indices))

    def set_world_poses(self, positions: Any = None, orientations: Any = None, indices: Any = None) -> None:
        """Write positions [m], shape (n, 3), orientations (w, x, y, z), shape (n, 4), or both, in the world."""
        super().set_world_poses(positions, _w_last(orientations), indices)

    def set_local_poses(self, translations: Any = None, orientations: Any = None, indices: Any = None) -> None:
        """Write positions, shape (n, 3), orientations (w, x, y, z), shape (n, 4), or both, in the parents' frames."""
        super().set_local_poses(translations, _w_last(orientations), indices)

    def _find(self, prim_path: str, stage: Usd.Stage) -> list[Usd.Prim]:
        return find_matching_prims(prim_path, stage)

    def _prepare(self, prim: Usd.Prim) -> None:
        if not validate_standard_xform_ops(prim):
            raise ValueError(
                f"The prim '{prim.GetPath()}' is not a xformable prim with standard transform operations; expected "
                "translate, orient and scale in this order: call standardize_xform_ops() first."
            )

    def _array(self, values: np.ndarray) -> torch.Tensor:
        return torch.tensor(values, dtype=torch.float32, device=self._device)


def _w_first(pose: tuple[torch.Tensor, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    return pose[0], pose[1].roll(1, dims=-1)


def _w_last(orientations: torch.Tensor | None) -> torch.Tensor | None:
    return None if orientations is None else torch.as_tensor(orientations).roll(-1, dims=-1)


class SensorBase(sensor_base.SensorBase):
    """:class:`pippin.sensors.SensorBase` for sensors of programs: ``_update_buffers_impl`` gets ids, not a mask."""

    def update(self, dt: float, force_recompute: bool = False) -> None:
        """Let time pass; a sensor whose config has a history measures at once.

        Args:
            dt: Time since the last call [s].
            force_recompute: Whether to compute what is due at once rather than when it is read.
        """
        super().update(dt, force_recompute or getattr(self.cfg, "history_length", 0) > 0)

    def _update_outdated_buffers(self) -> None:
        """Measure where it is due."""
        clock = self._require_clock()
        if clock.find_outdated():
            env_ids = torch_view(clock.outdated).nonzero().squeeze(-1)
            if len(env_ids) > 0:
                self._update_buffers_impl(env_ids)
            clock.finish_update()

    def _require_prims(self) -> None:
        """Make sure that the prim path matches, or at least the path above it: such sensors may have no prim."""
        if not self._parents():
            super()._require_prims()

    @property
    def _device(self) -> str:
        return self.device

    @property
    def _backend(self) -> str:
        return "torch"

    @property
    def _sim_physics_dt(self) -> float:
        return self._sim.get_physics_dt()

    @property
    def _parent_prims(self) -> list[Usd.Prim]:
        """Prims above those of the sensor that are on the stage: in the environments that others copy."""
        return self._parents()

    @property
    def _timestamp(self) -> torch.Tensor:
        """Time since the reset of each environment [s], shape (num_envs,)."""
        return self._clock_value("time")

    @property
    def _timestamp_last_update(self) -> torch.Tensor:
        """Time of the last measurement in each environment [s], shape (num_envs,)."""
        return self._clock_value("last_update")

    @property
    def _is_outdated(self) -> torch.Tensor:
        """Whether a measurement is due in each environment, shape (num_envs,)."""
        return self._clock_value("outdated")

    def _clock_value(self, name: str) -> Any:
        clock = self._require_clock()
        clock.find_outdated()
        return torch_view(getattr(clock, name))


class ContactPhysxView:
    """Contacts of one body in each environment with its partners, as a contact sensor has measured them last.

    What PhysX lists contact by contact is one entry for each partner that a body touches: the sum of the forces, and
    the mean of the points.

    Args:
        sensor: The contact sensor.
    """

    def __init__(self, sensor: Any) -> None:
        self._sensor = sensor

    @property
    def sensor_count(self) -> int:
        """Number of bodies in all environments, N."""
        return self._sensor.num_instances * self._sensor.num_sensors

    @property
    def filter_count(self) -> int:
        """Number of partners of each body, F."""
        return len(self._sensor.cfg.filter_prim_paths_expr)

    def get_net_contact_forces(self, dt: float) -> torch.Tensor:
        """Sums of the contact forces on the bodies [N], world axes, shape (N, 3). ``dt`` has no meaning here."""
        return self._sensor.data.net_forces_w.torch.reshape(-1, 3)

    def get_contact_force_matrix(self, dt: float) -> torch.Tensor:
        """Normal forces of the partners on the bodies [N], world axes, shape (N, F, 3). ``dt`` has no meaning here."""
        return self._of_partners("force_matrix_w", "filter_prim_paths_expr")

    def get_friction_data(self, dt: float) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Friction of the partners on the bodies.

        Args:
            dt: Has no meaning here.

        Returns:
            Forces [N] and points [m; NaN unless the sensor tracks points] in the world, shape (n, 3), one for each pair
            that touches; how many there are of each pair, and where they begin, shape (N, F), int32.

        Raises:
            RuntimeError: The sensor does not track friction.
        """
        forces = self._of_partners("friction_force_matrix_w", "track_friction_forces")
        points = torch.full_like(forces, torch.nan)
        if self._sensor.cfg.track_contact_points:
            points = self._of_partners("contact_pos_w", "track_contact_points")
        is_touching = self.get_contact_force_matrix(dt).norm(dim=-1) > 0.0
        counts = is_touching.int()
        ends = counts.flatten().cumsum(0, dtype=torch.int32).reshape(counts.shape)
        return forces[is_touching], points[is_touching], counts, ends - counts

    def _of_partners(self, quantity: str, option: str) -> torch.Tensor:
        """Quantity of the sensor's data, shape (N, F, 3)."""
        values = getattr(self._sensor.data, quantity)
        if values is None:
            raise RuntimeError(f"The ContactSensor at '{self._sensor.cfg.prim_path}' has no contacts: set '{option}'.")
        return values.torch.reshape(-1, self.filter_count, 3)


def contact_physx_view(sensor: Any) -> ContactPhysxView | None:
    """PhysX's view of a contact sensor; None while the simulation is stopped."""
    return ContactPhysxView(sensor) if sensor.contact_view is not None else None


class CameraInfo(dict):
    """What the values of images mean, by name; ``info[0]`` is the same of a single camera.

    There, ``Camera`` has a list with an entry for each camera, and ``TiledCamera`` one dictionary for all. Both are one
    class here, all of whose cameras share what their values mean.
    """

    def __getitem__(self, key: Any) -> Any:
        return self if isinstance(key, int) else super().__getitem__(key)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, list):
            return all(dict.__eq__(self, entry) for entry in other)
        return dict.__eq__(self, other)

    __hash__ = None  # type: ignore[assignment]
