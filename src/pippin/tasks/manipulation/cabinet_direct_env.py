"""Franka's Panda opens a drawer, as a direct environment. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from pippin.assets import Articulation, ArticulationCfg
from pippin.envs import DirectRLEnv, DirectRLEnvCfg
from pippin.robots import released
from pippin.scene import InteractiveSceneCfg
from pippin.scene.terrains import TerrainImporterCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DomeLightCfg, RigidBodyMaterialCfg
from pippin.tasks.manipulation.cabinet_env_cfg import cabinet_cfg
from pippin.tasks.manipulation.scenes import rotation
from pippin.utils import as_torch, configclass
from pippin.utils.math import combine_frame_transforms, quat_apply, subtract_frame_transforms

_MATERIAL = RigidBodyMaterialCfg(
    friction_combine_mode="multiply",
    restitution_combine_mode="multiply",
    static_friction=1.0,
    dynamic_friction=1.0,
    restitution=0.0,
)
_ARM = (1.157, -1.066, -0.155, -2.239, -1.841, 1.003, 0.469)
"""Angles of the arm's joints when an episode begins [rad]."""

_OPENINGS = (0.01, 0.2, 0.35)
"""Openings of the drawer from which on there is another quarter of reward [m]."""


@configclass
class FrankaCabinetEnvCfg(DirectRLEnvCfg):
    """Changes of 9 joint targets; joints, the way to the handle and the drawer seen."""

    episode_length_s = 8.3333
    decimation = 2
    action_space = 9
    observation_space = 23
    state_space = 0
    sim: SimulationCfg = SimulationCfg(dt=1 / 120, render_interval=2, physics_material=_MATERIAL)
    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=4096, env_spacing=3.0, replicate_physics=True)
    robot: ArticulationCfg = released.FRANKA_PANDA_LEGACY_CFG.replace(
        prim_path="/World/envs/env_.*/Robot",
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(1.0, 0.0, 0.0),
            rot=rotation(yaw=math.pi),
            joint_pos={
                **{f"panda_joint{index}": angle for index, angle in enumerate(_ARM, start=1)},
                "panda_finger_joint.*": 0.035,
            },
        ),
    )
    cabinet: ArticulationCfg = cabinet_cfg().replace(
        prim_path="/World/envs/env_.*/Cabinet",
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 0.4), joint_pos={".*": 0.0}),
    )
    terrain: TerrainImporterCfg = TerrainImporterCfg(
        prim_path="/World/ground", terrain_type="plane", collision_group=-1, physics_material=_MATERIAL
    )

    action_scale: float = 7.5
    """Speed of a joint's target at action 1 [rad/s]; fingers have a tenth of it [m/s]."""

    dof_velocity_scale: float = 0.1
    dist_reward_scale: float = 1.5
    rot_reward_scale: float = 1.5
    open_reward_scale: float = 10.0
    action_penalty_scale: float = 0.05
    finger_reward_scale: float = 2.0


class FrankaCabinetEnv(DirectRLEnv):
    """Lets arms open the upper drawers of cabinets, by 0.39 m."""

    cfg: FrankaCabinetEnvCfg

    def __init__(self, cfg: FrankaCabinetEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        limits = as_torch(self._robot.data.soft_joint_pos_limits)[0]
        self.robot_dof_lower_limits, self.robot_dof_upper_limits = limits[:, 0], limits[:, 1]
        self.robot_dof_speed_scales = torch.ones_like(limits[:, 0])
        self.robot_dof_speed_scales[self._robot.find_joints("panda_finger_joint.*")[0]] = 0.1
        # as there, targets begin at 0 and go on from one episode to the next
        self.robot_dof_targets = torch.zeros(self.num_envs, self._robot.num_joints, device=self.device)
        self.actions = torch.zeros(self.num_envs, cfg.action_space, device=self.device)
        self._hand, self._left, self._right = (
            self._robot.find_bodies(name)[0][0] for name in ("panda_link7", "panda_leftfinger", "panda_rightfinger")
        )
        self._drawer = self._cabinet.find_bodies("drawer_top")[0][0]
        self._drawer_joint = self._cabinet.find_joints("drawer_top_joint")[0][0]
        self._grasp = self._grasp_in_hand()

    def _setup_scene(self) -> None:
        self._robot = self.scene.articulations["robot"] = Articulation(self.cfg.robot)
        self._cabinet = self.scene.articulations["cabinet"] = Articulation(self.cfg.cabinet)
        self.cfg.terrain.num_envs, self.cfg.terrain.env_spacing = self.scene.cfg.num_envs, self.scene.cfg.env_spacing
        self._terrain = self.cfg.terrain.class_type(self.cfg.terrain)
        self.scene.clone_environments(copy_from_source=False)
        light = DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
        light.func("/World/Light", light)

    # -- frames --------------------------------------------------------------------------------------------------------

    def _pose(self, asset: Articulation, body: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Position [m] and orientation of a body in the world."""
        return as_torch(asset.data.body_link_pos_w)[:, body], as_torch(asset.data.body_link_quat_w)[:, body]

    def _grasp_in_hand(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Frame between the fingers in that of the arm's last link, 4 cm aside along its y axis."""
        (left, turn), (right, _) = self._pose(self._robot, self._left), self._pose(self._robot, self._right)
        position, rotation = subtract_frame_transforms(*self._pose(self._robot, self._hand), (left + right) / 2, turn)
        return as_torch(position) + torch.tensor((0.0, 0.04, 0.0), device=self.device), as_torch(rotation)

    def _grasps(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Position and orientation between the fingers and at the handle, in the world."""
        hand = combine_frame_transforms(*self._pose(self._robot, self._hand), *self._grasp)
        position, rotation = self._pose(self._cabinet, self._drawer)
        handle = position + as_torch(quat_apply(rotation, self._vectors(0.3, 0.01, 0.0)))
        return as_torch(hand[0]), as_torch(hand[1]), handle, rotation

    def _vectors(self, x: float, y: float, z: float) -> torch.Tensor:
        """The same vector for each environment, shape (num_envs, 3)."""
        return torch.tensor((x, y, z), device=self.device).expand(self.num_envs, 3)

    # -- acting and seeing ---------------------------------------------------------------------------------------------

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        self.actions = actions.clamp(-1.0, 1.0)
        step = self.cfg.action_scale * self.step_dt * self.robot_dof_speed_scales * self.actions
        lower, upper = self.robot_dof_lower_limits, self.robot_dof_upper_limits
        self.robot_dof_targets = (self.robot_dof_targets + step).clamp(lower, upper)

    def _apply_action(self) -> None:
        self._robot.set_joint_position_target_index(target=self.robot_dof_targets)

    def _opening(self) -> torch.Tensor:
        """How far the drawer is open [m], shape (num_envs,)."""
        return as_torch(self._cabinet.data.joint_pos)[:, self._drawer_joint]

    def _get_observations(self) -> dict[str, torch.Tensor]:
        lower, upper = self.robot_dof_lower_limits, self.robot_dof_upper_limits
        hand, _, handle, _ = self._grasps()
        speed = as_torch(self._cabinet.data.joint_vel)[:, self._drawer_joint]
        columns = [
            2.0 * (as_torch(self._robot.data.joint_pos) - lower) / (upper - lower) - 1.0,
            self.cfg.dof_velocity_scale * as_torch(self._robot.data.joint_vel),
            handle - hand,
            torch.stack((self._opening(), speed), dim=-1),
        ]
        return {"policy": torch.cat(columns, dim=-1).clamp(-5.0, 5.0)}

    # -- rewards and ends ----------------------------------------------------------------------------------------------

    def _get_dones(self) -> tuple[torch.Tensor, torch.Tensor]:
        return self._opening() > 0.39, self.episode_length_buf >= self.max_episode_length - 1

    def _get_rewards(self) -> torch.Tensor:
        cfg, opening = self.cfg, self._opening()
        hand, hand_turn, handle, drawer_turn = self._grasps()
        distance = (hand - handle).norm(dim=-1)
        nearness = 1.0 / (1.0 + distance.square()).square()
        forward = self._agreement(hand_turn, (0.0, 0.0, 1.0), drawer_turn, (-1.0, 0.0, 0.0))
        upward = self._agreement(hand_turn, (0.0, 1.0, 0.0), drawer_turn, (0.0, 0.0, 1.0))
        left, right = (self._pose(self._robot, body)[0][:, 2] for body in (self._left, self._right))
        terms = {
            "dist_reward": cfg.dist_reward_scale * torch.where(distance <= 0.02, 2.0 * nearness, nearness),
            "rot_reward": cfg.rot_reward_scale * 0.5 * (forward + upward),
            "open_reward": cfg.open_reward_scale * opening,
            "finger_dist_penalty": cfg.finger_reward_scale
            * ((left - handle[:, 2]).clamp(max=0.0) + (handle[:, 2] - right).clamp(max=0.0)),
            "action_penalty": -cfg.action_penalty_scale * self.actions.square().sum(dim=-1),
        }
        self.extras["log"] = {name: term.mean() for name, term in terms.items()}
        bonus = torch.stack([opening > least for least in _OPENINGS]).sum(dim=0)
        return torch.stack(list(terms.values())).sum(dim=0) + 0.25 * bonus

    def _agreement(
        self,
        one: torch.Tensor,
        axis: tuple[float, float, float],
        other: torch.Tensor,
        along: tuple[float, float, float],
    ) -> torch.Tensor:
        """Square of the cosine between axes of two frames, with its sign, shape (num_envs,)."""
        cosine = (
            as_torch(quat_apply(one, self._vectors(*axis))) * as_torch(quat_apply(other, self._vectors(*along)))
        ).sum(dim=-1)
        return cosine.sign() * cosine.square()

    # -- beginning -----------------------------------------------------------------------------------------------------

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        super()._reset_idx(env_ids)
        default = as_torch(self._robot.data.default_joint_pos)[env_ids]
        positions = default + torch.empty_like(default).uniform_(-0.125, 0.125)
        positions = positions.clamp(self.robot_dof_lower_limits, self.robot_dof_upper_limits)
        self._robot.set_joint_position_target_index(target=positions, env_ids=env_ids)
        self._robot.write_joint_position_to_sim_index(position=positions, env_ids=env_ids)
        self._robot.write_joint_velocity_to_sim_index(velocity=torch.zeros_like(positions), env_ids=env_ids)
        closed = torch.zeros(len(env_ids), self._cabinet.num_joints, device=self.device)
        self._cabinet.write_joint_position_to_sim_index(position=closed, env_ids=env_ids)
        self._cabinet.write_joint_velocity_to_sim_index(velocity=closed, env_ids=env_ids)
