"""Pose, velocity and acceleration of a frame on a body."""

from __future__ import annotations

import warp as wp

from pippin.quantities.properties import Part, Stored
from pippin.sim.markers.markers import (
    RED_ARROW_X_MARKER_CFG,
    VisualizationMarkers,
    VisualizationMarkersCfg,
    arrows_along,
)
from pippin.utils import configclass

from .backend_factory import chosen_by_backend
from .body_motion import BodyMotion
from .kernels.inertial import measure_motion
from .sensor_base import OffsetCfg as FrameOffsetCfg
from .sensor_base import SensorBase, SensorBaseCfg
from .sensor_data import SensorData

__all__ = ["Pva", "PvaCfg", "PvaData"]


@chosen_by_backend
class PvaData(SensorData):
    """Pose, velocity and acceleration of N frames; names that end in ``_b`` are along the frame's own axes."""

    pose_w = Stored(wp.transformf, doc="Pose in the world (position [m], quaternion x y z w), shape (N,), transformf.")
    pos_w = Part("pose_w", "position", "Position in the world [m], shape (N,), vec3f.")
    quat_w = Part("pose_w", "orientation", "Orientation in the world (x, y, z, w), shape (N,), quatf.")
    projected_gravity_b = Stored(wp.vec3f, doc="Direction of gravity, of length 1 or 0, shape (N,), vec3f.")
    lin_vel_b = Stored(wp.vec3f, doc="Velocity relative to the world [m/s], shape (N,), vec3f.")
    ang_vel_b = Stored(wp.vec3f, doc="Angular velocity relative to the world [rad/s], shape (N,), vec3f.")
    lin_acc_b = Stored(
        wp.vec3f,
        doc="Coordinate acceleration [m/s^2]: 0 at rest, that of gravity in free fall, shape (N,), vec3f.",
    )
    ang_acc_b = Stored(wp.vec3f, doc="Angular acceleration [rad/s^2], shape (N,), vec3f.")


@chosen_by_backend
class Pva(SensorBase[PvaData]):
    """Reports where a frame on a body is and how it moves; accelerations are means over the last physics step.

    Args:
        cfg: Config of the sensor. It is copied.

    Raises:
        RuntimeError: As :class:`SensorBase`, and at play: the prim is no rigid body nor below one.
    """

    cfg: PvaCfg
    _is_at_prims = True
    _is_by_environment = True

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        scene = self._scene
        self._motion = BodyMotion(scene, self.cfg.prim_path, self._sim.stage, self.cfg.offset, "Pva")
        self._num_instances = self._motion.view.count
        self._data = PvaData(self._num_instances, scene.device)

    def _update_buffers_impl(self, env_mask: wp.array) -> None:
        data = self._data
        names = ("pose_w", "projected_gravity_b", "lin_vel_b", "ang_vel_b", "lin_acc_b", "ang_acc_b")
        wp.launch(
            measure_motion,
            dim=self._num_instances,
            inputs=[
                *self._motion.read(),
                self._motion.offset,
                wp.normalize(wp.vec3f(*self._scene.settings.gravity)),
                self._motion.view.env_ids,
                env_mask,
                *self._time_since_reset(),
            ],
            outputs=[getattr(data, name).warp for name in names],
            device=self._scene.device,
        )

    def _visualize(self, markers: VisualizationMarkers) -> None:
        poses = self.data.pose_w.torch
        orientations, lengths = arrows_along(poses[:, 3:], self.data.lin_acc_b.torch)
        scales = lengths[:, None] * lengths.new_tensor([0.1, 0.0, 0.0]) + lengths.new_tensor([0.0, 1.0, 1.0])
        markers.visualize(poses[:, :3], orientations, scales)


@configclass
class PvaCfg(SensorBaseCfg):
    """Which frame to report. ``prim_path`` is a rigid body, or a prim below one."""

    @configclass
    class OffsetCfg(FrameOffsetCfg):
        """Pose of the sensor in the frame of its prim."""

    class_type: type[Pva] = Pva
    """Class of the sensor."""

    offset: OffsetCfg = OffsetCfg()
    """Pose of the sensor in the frame of its prim."""

    visualizer_cfg: VisualizationMarkersCfg = RED_ARROW_X_MARKER_CFG.replace(prim_path="/Visuals/Command/velocity_goal")
    """Markers of the accelerations."""
