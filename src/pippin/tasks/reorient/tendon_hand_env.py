"""A Shadow hand with motors that pull tendons turns a cube. Values are those that Isaac Lab 3.0.0 releases."""

from __future__ import annotations

from typing import Any

import torch

from pippin.assets import ArticulationCfg
from pippin.robots import released
from pippin.robots.released.hands import (
    SHADOW_FINGERTIP_NAMES,
    SHADOW_JOINT_NAMES,
    SHADOW_TENDON_NAMES,
    SHADOW_TENDON_POSITION_LIMITS,
)
from pippin.sensors import JointWrenchSensorCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import RigidBodyMaterialCfg
from pippin.tasks.engines import HandPhysicsCfg
from pippin.tasks.reorient.manager_version_3 import ShadowHandRandomizationEventCfg
from pippin.tasks.reorient.shadow_hand_env_cfg import ShadowHandEnvCfg, noise_and_bias
from pippin.tasks.reorient.version_3 import ReorientDirectEnv
from pippin.utils import configclass
from pippin.utils.noise import NoiseModelWithAdditiveBiasCfg


@configclass
class TendonShadowHandEnvCfg(ShadowHandEnvCfg):
    """The Shadow hand of version 3: targets of 16 joints and of 4 tendons over the last two joints of a finger."""

    sim: SimulationCfg = SimulationCfg(
        dt=1 / 120,
        render_interval=2,
        physics_material=RigidBodyMaterialCfg(static_friction=1.0, dynamic_friction=1.0),
        physics=HandPhysicsCfg(),
    )
    robot_cfg: ArticulationCfg = released.SHADOW_HAND_CFG.replace(prim_path="/World/envs/env_.*/Robot")
    actuated_joint_names: list[str] = list(SHADOW_JOINT_NAMES)
    actuated_tendon_names: list[str] = list(SHADOW_TENDON_NAMES)
    actuated_tendon_position_limits: tuple[float, float] = SHADOW_TENDON_POSITION_LIMITS
    """Range of a tendon, the sum of its two joints' [rad]."""

    fingertip_body_names: list[str] = list(SHADOW_FINGERTIP_NAMES)
    joint_wrench: JointWrenchSensorCfg | None = None
    """Sensor of the wrenches that a critic sees."""


@configclass
class TendonShadowHandOpenAIEnvCfg(TendonShadowHandEnvCfg):
    """The same, with what cameras and gloves see for the policy, all for the critic, and random physics and noise.

    Its environment moves the joints alone: the last 4 of 20 actions are seen, and have no effect.
    """

    decimation = 3
    episode_length_s = 8.0
    observation_space = 42
    state_space = 187
    asymmetric_obs: bool = True
    obs_type: str = "openai"
    sim: SimulationCfg = SimulationCfg(
        dt=1 / 60,
        render_interval=3,
        physics_material=RigidBodyMaterialCfg(static_friction=1.0, dynamic_friction=1.0),
        physics=HandPhysicsCfg(),
    )
    joint_wrench: JointWrenchSensorCfg | None = JointWrenchSensorCfg(prim_path="/World/envs/env_.*/Robot")
    fall_penalty: float = -50.0
    success_tolerance: float = 0.4
    max_consecutive_success: int = 50
    act_moving_average: float = 0.3
    events: ShadowHandRandomizationEventCfg = ShadowHandRandomizationEventCfg()
    action_noise_model: NoiseModelWithAdditiveBiasCfg = noise_and_bias(0.05, 0.015)
    observation_noise_model: NoiseModelWithAdditiveBiasCfg = noise_and_bias(0.002, 0.0001)


class TendonHandEnv(ReorientDirectEnv):
    """Turns a cube in a hand of which some motors pull tendons: actions of joints come first, then those of tendons."""

    cfg: TendonShadowHandEnvCfg

    def __init__(self, cfg: TendonShadowHandEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        self.actuated_tendon_indices, _ = self.hand.find_fixed_tendons(cfg.actuated_tendon_names, preserve_order=True)

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        super()._pre_physics_step(actions)
        low, high = self.cfg.actuated_tendon_position_limits
        pulls = actions[:, len(self.actuated_dof_indices) :]
        self._lengths = (0.5 * (pulls + 1.0) * (high - low) + low).clamp(low, high)

    def _apply_action(self) -> None:
        super()._apply_action()
        self.hand.set_fixed_tendon_position_target_index(
            target=self._lengths, fixed_tendon_ids=self.actuated_tendon_indices
        )
