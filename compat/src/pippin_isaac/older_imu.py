"""The inertial measurement unit as Isaac Lab up to version 2 has it: what version 3 calls a Pva, with a bias."""

from __future__ import annotations

import warp as wp

from pippin.sensors import Pva, PvaCfg, PvaData
from pippin.utils import configclass


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
