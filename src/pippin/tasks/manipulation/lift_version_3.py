"""Lifting a cube with Franka's Panda as Isaac Lab 3.0.0 releases it: with its robot, and a measure of success."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from pippin.envs.managers import ManagerTermBase, SceneEntityCfg
from pippin.envs.managers.env_rows import mean_of_rows, put_rows
from pippin.robots import released
from pippin.sim import PhysxCfg
from pippin.tasks.manipulation import lift_franka, lift_mdp
from pippin.tasks.manipulation.reach_robots import ROBOT
from pippin.utils import configclass

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv


class object_goal_distance(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Reward a lifted object near the commanded position: 1 - tanh(distance / std) above a height.

    With ``success_threshold`` [m] in its params, the share of environments whose object came as near as that while it
    was lifted goes to ``Metrics/success_rate`` when they are reset.
    """

    takes_masks = True

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self._succeeded = torch.zeros(env.num_envs, dtype=torch.bool, device=env.device)

    def reset(self, env_ids: Any = None) -> None:
        """Log the share among the environments that are reset."""
        if self.cfg.params.get("success_threshold") is not None:
            log = self._env.extras.setdefault("log", {})
            log["Metrics/success_rate"] = mean_of_rows(self._succeeded, env_ids)
            put_rows(self._succeeded, env_ids, False)

    def __call__(
        self,
        env: ManagerBasedRLEnv,
        std: float,
        minimal_height: float,
        command_name: str,
        robot_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
        object_cfg: SceneEntityCfg = SceneEntityCfg("object"),
        success_threshold: float | None = None,
    ) -> torch.Tensor:
        """Return the rewards, shape (N,)."""
        if success_threshold is not None:
            near = lift_mdp.object_reached_goal(env, command_name, success_threshold, robot_cfg, object_cfg)
            self._succeeded |= near & (lift_mdp.object_is_lifted(env, minimal_height, object_cfg) > 0.0)
        return lift_mdp.object_goal_distance(env, std, minimal_height, command_name, robot_cfg, object_cfg)


def _renew(cfg: Any) -> None:
    """Give a config engine and robot of version 3, and its measure of success."""
    cfg.sim.physics = PhysxCfg(bounce_threshold_velocity=0.01)
    cfg.scene.robot = released.FRANKA_PANDA_CFG.replace(prim_path=ROBOT)
    tracking = cfg.rewards.object_goal_tracking
    tracking.func = object_goal_distance
    tracking.params["success_threshold"] = 0.05
    cfg.rewards.object_goal_tracking_fine_grained.func = object_goal_distance


def hold_stiffly(cfg: Any) -> None:
    """Give the arm the gains of inverse kinematics, and take its weight."""
    cfg.scene.robot.spawn.rigid_props.disable_gravity = True
    cfg.scene.robot.actuators["panda_arm"].stiffness = 400.0
    cfg.scene.robot.actuators["panda_arm"].damping = 80.0


@configclass
class FrankaCubeLiftEnvCfg(lift_franka.FrankaCubeLiftEnvCfg):
    """Franka's Panda lifts a cube, by targets of its joints."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self)


@configclass
class FrankaCubeLiftIkAbsEnvCfg(lift_franka.FrankaCubeLiftIkAbsEnvCfg):
    """Franka's Panda lifts a cube, by poses of its hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self)
        hold_stiffly(self)


@configclass
class FrankaCubeLiftIkRelEnvCfg(lift_franka.FrankaCubeLiftIkRelEnvCfg):
    """Franka's Panda lifts a cube, by changes of the pose of its hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self)
        hold_stiffly(self)
