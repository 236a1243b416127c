"""ANYmal C as a direct environment, as Isaac Lab 3.0.0 releases it: its scene names its parts, and success is logged.

The mass of its base is changed by up to 5 kg, as in 2.3.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from pippin.assets import ArticulationCfg, AssetBaseCfg
from pippin.robots import released as robots
from pippin.scene import InteractiveSceneCfg
from pippin.sensors import ContactSensorCfg
from pippin.sim.spawners import DomeLightCfg
from pippin.tasks.velocity import anymal_direct_env as version_2
from pippin.utils import as_torch, configclass

_ROBOT = "{ENV_REGEX_NS}/Robot"


@configclass
class AnymalCFlatSceneCfg(InteractiveSceneCfg):
    """ANYmal C on a plane, with contact sensors."""

    terrain = version_2.AnymalCFlatEnvCfg().terrain
    robot: ArticulationCfg = robots.ANYMAL_C_CFG.replace(prim_path=_ROBOT)
    contact_sensor = ContactSensorCfg(
        prim_path=f"{_ROBOT}/.*", history_length=3, update_period=0.005, track_air_time=True
    )
    light = AssetBaseCfg(prim_path="/World/Light", spawn=DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75)))


@configclass
class AnymalCRoughSceneCfg(AnymalCFlatSceneCfg):
    """ANYmal C on rough ground, whose heights are scanned."""

    terrain = version_2.AnymalCRoughEnvCfg().terrain
    height_scanner = version_2.scanner_cfg(f"{_ROBOT}/base")


@configclass
class AnymalCFlatEnvCfg(version_2.AnymalCFlatEnvCfg):
    """ANYmal C on a plane."""

    terrain: Any = None
    robot: Any = None
    contact_sensor: Any = None
    scene: Any = AnymalCFlatSceneCfg(num_envs=4096, env_spacing=4.0, replicate_physics=True)

    vel_xy_success_threshold: float = 0.5
    """Mean error of the velocity along x and y below which an episode is a success [m/s]."""

    vel_yaw_success_threshold: float = 0.4
    """Mean error of the velocity about z below which an episode is a success [rad/s]."""


@configclass
class AnymalCRoughEnvCfg(AnymalCFlatEnvCfg):
    """ANYmal C on rough ground, whose heights around it are seen, too."""

    observation_space = 235
    scene: Any = AnymalCRoughSceneCfg(num_envs=4096, env_spacing=4.0, replicate_physics=True)
    flat_orientation_reward_scale: float = 0.0


class AnymalCEnv(version_2.AnymalCEnv):
    """Lets robots walk at velocities along x and y and about z, up to 1 m/s and 1 rad/s, one in each episode."""

    cfg: Any

    def __init__(self, cfg: AnymalCFlatEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        self._error_xy_sum, self._error_yaw_sum, self._step_count = torch.zeros(3, self.num_envs, device=self.device)

    def _setup_scene(self) -> None:
        self._robot, self._terrain = self.scene["robot"], self.scene["terrain"]
        self._contact_sensor = self.scene["contact_sensor"]
        self._height_scanner = self.scene.sensors.get("height_scanner")

    def _get_rewards(self) -> torch.Tensor:
        data = self._robot.data
        error = self._commands[:, :2] - as_torch(data.root_lin_vel_b)[:, :2]
        self._error_xy_sum += error.norm(dim=1)
        self._error_yaw_sum += (self._commands[:, 2] - as_torch(data.root_ang_vel_b)[:, 2]).abs()
        self._step_count += 1.0
        return super()._get_rewards()

    def _log_episodes(self, env_ids: Sequence[int] | torch.Tensor) -> None:
        super()._log_episodes(env_ids)
        steps = self._step_count[env_ids].clamp(min=1.0)
        error, yaw_error = self._error_xy_sum[env_ids] / steps, self._error_yaw_sum[env_ids] / steps
        follows = (error < self.cfg.vel_xy_success_threshold) & (yaw_error < self.cfg.vel_yaw_success_threshold)
        log = self.extras["log"]
        log["Metrics/error_vel_xy"], log["Metrics/error_vel_yaw"] = error.mean(), yaw_error.mean()
        log["Metrics/success_rate"] = follows.float().mean()
        for sums in (self._error_xy_sum, self._error_yaw_sum, self._step_count):
            sums[env_ids] = 0.0
