"""Classes that Isaac Lab up to version 2 has otherwise: the simulation, the inertial sensor, views of prims."""

from __future__ import annotations

import enum
import logging
from typing import Any

import numpy as np
import torch
import warp as wp
from pxr import Usd

import pippin.sim
from pippin.sensors import Pva, PvaCfg, PvaData
from pippin.sim import SimulationCfg, find_matching_prims
from pippin.utils import configclass

from .lab_prim_views import UsdFrameView
from .lab_prims import validate_standard_xform_ops
from .lab_utils import get_isaac_sim_version
from .omni_app import Timeline, get_timeline_interface

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
        """Give the simulation that there is already, or make one."""
        existing = pippin.sim.SimulationContext.instance()
        return existing if isinstance(existing, SimulationContext) else super().__new__(cls)

    def __init__(self, cfg: SimulationCfg | None = None) -> None:
        if pippin.sim.SimulationContext.instance() is not self:
            super().__init__(cfg)
        elif cfg is not None:
            logger.warning("There is a SimulationContext already: it stays as it is, and the config given is not used.")

    @property
    def render_mode(self) -> RenderMode:
        """What frames bring up to date: everything if anybody is called for them, else nothing."""
        return RenderMode.FULL_RENDERING if self.is_rendering else RenderMode.NO_GUI_OR_RENDERING

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

    def step(self, render: bool = True) -> None:
        """Advance the physics by one step, if playing; before the first reset only render, with a warning.

        Args:
            render: Call the subscribers of rendering afterwards.
        """
        if not self.is_stopped():
            super().step(render)
            return
        logger.warning("The simulation is stopped: step() moves nothing before reset() or play().")
        if render:
            self.render()

    def render(self, mode: RenderMode | None = None) -> None:
        """Call the subscribers of rendering.

        Args:
            mode: Mode to set before; see :meth:`set_render_mode`.
        """
        if mode is not None:
            self.set_render_mode(mode)
        super().render()

    def has_gui(self) -> bool:  # type: ignore[override]
        """Whether somebody watches, that is whether rendering calls anybody."""
        return self.is_rendering

    def is_fabric_enabled(self) -> bool:
        """Whether state goes past the stage, as the config says."""
        return self.cfg.use_fabric

    def get_version(self) -> tuple[int, int, int]:
        """Version of Isaac Sim that Isaac Lab of the served version is for."""
        version = get_isaac_sim_version()
        return version.major, version.minor, version.micro

    def get_physics_context(self) -> PhysicsContext:
        """What describes the physics scene."""
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

    def get_gravity(self) -> tuple[tuple[float, ...], float]:
        """Direction of gravity, shape (3,), and its magnitude [m/s^2]."""
        scene = self._simulation.stage.GetPrimAtPath(self.prim_path)
        attributes: list[Any] = [
            scene.GetAttribute(f"physics:gravity{part}").Get() for part in ("Direction", "Magnitude")
        ]
        return tuple(attributes[0]), float(attributes[1])

    def get_physics_dt(self) -> float:
        """Length of a physics step [s]."""
        return self._simulation.cfg.dt


@wp.kernel(enable_backward=False)
def add_bias(
    poses: wp.array(dtype=wp.transformf),  # (N,) of the sensors in the world
    bias: wp.vec3f,  # [m/s^2] world
    env_ids: wp.array(dtype=int),  # (N,)
    env_mask: wp.array(dtype=wp.bool),  # (num_envs,)
    lin_acc_inout: wp.array(dtype=wp.vec3f),  # (N,) sensor axes
):
    """Add an acceleration that is constant in the world."""
    row = wp.tid()
    if env_mask[env_ids[row]]:
        lin_acc_inout[row] += wp.quat_rotate_inv(wp.transform_get_rotation(poses[row]), bias)


class ImuData(PvaData):
    """Pose, velocity and acceleration of N sensors; the linear acceleration has the bias of the config."""


class Imu(Pva):
    """Reports where a frame on a body is and how it moves, and gravity's share of what an accelerometer measures.

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
        self._data = ImuData(self._num_instances, self._scene.device)

    def _update_buffers_impl(self, env_mask: wp.array) -> None:
        super()._update_buffers_impl(env_mask)
        wp.launch(
            add_bias,
            dim=self._num_instances,
            inputs=[self._data.pose_w.warp, wp.vec3f(*self.cfg.gravity_bias), self._motion.view.env_ids, env_mask],
            outputs=[self._data.lin_acc_b.warp],
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
