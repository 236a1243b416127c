"""Opening a drawer with Franka's Panda as Isaac Lab 3.0.0 releases it: what differs from 2.3.2.

The physics steps at 600 Hz, ten steps for an action, or with PhysX at 60 Hz; targets of joints follow the actions
slowly, speed costs much, and how far the drawer came is logged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from pippin.assets import ArticulationCfg
from pippin.envs.managers import ManagerTermBase, RewardTermCfg, SceneEntityCfg
from pippin.envs.managers.env_rows import mean_of_rows, put_rows
from pippin.robots import released
from pippin.sim import PhysxCfg
from pippin.tasks.engines import mjwarp
from pippin.tasks.manipulation import cabinet_env_cfg as version_2
from pippin.tasks.manipulation import cabinet_franka, cabinet_mdp
from pippin.tasks.manipulation.lift_version_3 import hold_stiffly
from pippin.tasks.manipulation.reach_robots import ROBOT
from pippin.utils import as_torch, configclass
from pippin.utils.presets import PresetCfg, preset

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

ARM = SceneEntityCfg("robot", joint_names=["panda_joint.*"])


class open_drawer_bonus(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Reward an open drawer: how far it is [m], twice that with the fingers around the handle.

    When environments are reset, the share of those whose drawer came further than ``success_threshold`` [m] goes to
    ``Metrics/success_rate``, and how far the drawers came to ``Metrics/drawer_pos``.
    """

    takes_masks = True

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self.succeeded = torch.zeros(env.num_envs, dtype=torch.bool, device=env.device)
        self.best_drawer_pos = torch.zeros(env.num_envs, device=env.device)

    def reset(self, env_ids: Any = None) -> None:
        """Log what came of the environments that are reset."""
        log = self._env.extras.setdefault("log", {})
        log["Metrics/success_rate"] = mean_of_rows(self.succeeded, env_ids)
        log["Metrics/drawer_pos"] = mean_of_rows(self.best_drawer_pos, env_ids)
        put_rows(self.succeeded, env_ids, False)
        put_rows(self.best_drawer_pos, env_ids, 0.0)

    def __call__(self, env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg, success_threshold: float) -> torch.Tensor:
        """Return the rewards, shape (N,)."""
        opening = as_torch(env.scene[asset_cfg.name].data.joint_pos)[:, asset_cfg.joint_ids][:, 0]
        self.succeeded |= opening > success_threshold
        torch.maximum(self.best_drawer_pos, opening, out=self.best_drawer_pos)
        return cabinet_mdp.open_drawer_bonus(env, asset_cfg)


@configclass
class RewardsCfg(version_2.RewardsCfg):
    """Approach the handle, grasp it, open the drawer, with little motion."""

    open_drawer_bonus = RewardTermCfg(
        func=open_drawer_bonus,
        weight=7.5,
        params={"asset_cfg": SceneEntityCfg("cabinet", joint_names=version_2.DRAWER), "success_threshold": 0.3},
    )


@configclass
class FrankaCabinetRewardsCfg(RewardsCfg):
    """Those of the task, and an arm that is neither near its limits nor fast."""

    joint_pos_limits = RewardTermCfg(func=cabinet_mdp.joint_pos_limits, weight=-10.0, params={"asset_cfg": ARM})
    joint_vel_limits = RewardTermCfg(
        func=cabinet_mdp.joint_vel_limits, weight=-100.0, params={"soft_ratio": 1.0, "asset_cfg": ARM}
    )


@configclass
class CabinetDecimationCfg(PresetCfg):
    """Steps of the physics in an action, which lasts 1/60 s with each engine."""

    isaacsim_physx: int = 1
    ovphysx: int = 1
    physx: int = 1
    newton_mjwarp: int = 10
    default: int = 10


def simulations(sim: Any) -> PresetCfg:
    """Give a simulation with each engine and its step.

    Args:
        sim: Config of the simulation but for those.

    Returns:
        Alternatives of it.
    """
    coarse = sim.replace(dt=1 / 60, render_interval=1, physics=PhysxCfg(bounce_threshold_velocity=0.01))
    fine = sim.replace(dt=1 / 600, render_interval=1, physics=mjwarp(substeps=1))
    ovphysx = coarse.replace(physics=PhysxCfg())
    return preset(default=fine, newton_mjwarp=fine.copy(), isaacsim_physx=coarse, physx=coarse.copy(), ovphysx=ovphysx)


def cabinet_of_version_3() -> ArticulationCfg:
    """Describe the cabinet, with limits by their newer names."""
    cabinet = version_2.cabinet_cfg()
    cabinet.init_state.joint_pos = {
        f"{part}_joint": 0.0 for part in ("door_left", "door_right", "drawer_bottom", "drawer_top")
    }
    for actuator in cabinet.actuators.values():
        actuator.joint_effort_limit, actuator.effort_limit_sim = actuator.effort_limit_sim, None
    return cabinet


def robot_of_version_3(robot: ArticulationCfg) -> None:
    """Let Franka's arm begin farther back, with more damping, and slowly."""
    robot.soft_joint_pos_limit_factor = 0.9
    robot.init_state.joint_pos["panda_joint2"] = -1.1
    robot.actuators["panda_arm"].damping = 80.0
    robot.actuators["panda_arm"].joint_velocity_limit = 0.3


def _renew(cfg: Any) -> None:
    """Give a config the robot, the times and the weights of version 3."""
    cfg.decimation = CabinetDecimationCfg()
    cfg.sim = simulations(cfg.sim)
    cfg.episode_length_s = 16.0
    cfg.observations.policy.actions.clip = (-5.0, 5.0)
    cfg.rewards.action_rate_l2.weight = -0.05
    cfg.rewards.joint_vel.weight = -5.0
    cfg.scene.cabinet = cabinet_of_version_3()
    cfg.scene.robot = released.FRANKA_PANDA_CFG.replace(prim_path=ROBOT)
    robot_of_version_3(cfg.scene.robot)


@configclass
class FrankaCabinetEnvCfg(cabinet_franka.FrankaCabinetEnvCfg):
    """Franka's Panda opens a drawer, by targets of its joints between their limits."""

    rewards: Any = FrankaCabinetRewardsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self)
        self.actions.arm_action = cabinet_mdp.EMAJointPositionToLimitsActionCfg(
            asset_name="robot", joint_names=["panda_joint.*"], scale=1.0, rescale_to_limits=True, alpha=0.01
        )


@configclass
class FrankaCabinetIkAbsEnvCfg(cabinet_franka.FrankaCabinetIkAbsEnvCfg):
    """Franka's Panda opens a drawer, by poses of its hand."""

    rewards: Any = FrankaCabinetRewardsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self)
        hold_stiffly(self)


@configclass
class FrankaCabinetIkRelEnvCfg(cabinet_franka.FrankaCabinetIkRelEnvCfg):
    """Franka's Panda opens a drawer, by changes of the pose of its hand."""

    rewards: Any = FrankaCabinetRewardsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self)
        hold_stiffly(self)
