"""Gyroscope and accelerometer."""

from __future__ import annotations

import warp as wp

from pippin.quantities.properties import Stored
from pippin.utils import configclass

from .backend_factory import chosen_by_backend
from .body_motion import BodyMotion
from .kernels.inertial import measure_inertial
from .sensor_base import OffsetCfg as FrameOffsetCfg
from .sensor_base import SensorBase, SensorBaseCfg
from .sensor_data import SensorData

__all__ = ["Imu", "ImuCfg", "ImuData"]


@chosen_by_backend
class ImuData(SensorData):
    """Measurements of N gyroscopes and accelerometers, along their own axes."""

    ang_vel_b = Stored(wp.vec3f, doc="Angular velocity relative to the world [rad/s], shape (N,), vec3f.")
    lin_acc_b = Stored(
        wp.vec3f,
        doc="""Proper acceleration: acceleration less gravity [m/s^2], shape (N,), vec3f.

        At rest it points up with 9.81 m/s^2, in free fall it is 0.
        """,
    )


@chosen_by_backend
class Imu(SensorBase[ImuData]):
    """Measures what a gyroscope and an accelerometer on a body do: angular velocity and proper acceleration.

    The acceleration is the mean over the last physics step, whatever the update period; 0 before the first step and
    after a write of the state, plus gravity's share.

    Args:
        cfg: Config of the sensor. It is copied.

    Raises:
        RuntimeError: As :class:`SensorBase`, and at play: the prim is no rigid body nor below one.
    """

    cfg: ImuCfg
    _is_at_prims = True
    _is_by_environment = True

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        scene = self._scene
        self._motion = BodyMotion(scene, self.cfg.prim_path, self._sim.stage, self.cfg.offset, "Imu")
        self._num_instances = self._motion.view.count
        self._data = ImuData(self._num_instances, scene.device)

    def _update_buffers_impl(self, env_mask: wp.array) -> None:
        wp.launch(
            measure_inertial,
            dim=self._num_instances,
            inputs=[
                *self._motion.read(),
                self._motion.offset,
                wp.vec3f(*self._scene.settings.gravity),
                self._motion.view.env_ids,
                env_mask,
                *self._time_since_reset(),
            ],
            outputs=[self._data.ang_vel_b.warp, self._data.lin_acc_b.warp],
            device=self._scene.device,
        )


@configclass
class ImuCfg(SensorBaseCfg):
    """Where a gyroscope and accelerometer sits. ``prim_path`` is a rigid body, or a prim below one."""

    @configclass
    class OffsetCfg(FrameOffsetCfg):
        """Pose of the sensor in the frame of its prim."""

    class_type: type[Imu] = Imu
    """Class of the sensor."""

    offset: OffsetCfg = OffsetCfg()
    """Pose of the sensor in the frame of its prim."""
