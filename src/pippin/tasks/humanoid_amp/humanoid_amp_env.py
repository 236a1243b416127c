"""A humanoid that imitates a motion: its reward is a discriminator's, which the learning library has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import torch

from pippin.assets import Articulation
from pippin.envs import DirectRLEnv
from pippin.sim.spawners import DomeLightCfg, GroundPlaneCfg, RigidBodyMaterialCfg
from pippin.utils import as_torch
from pippin.utils.math import quat_apply, quat_from_angle_axis

from .motion_loader import MotionLoader

KEY_BODIES = ["right_hand", "left_hand", "right_foot", "left_foot"]
"""Bodies that are seen from the reference body."""

LIFT = 0.15
"""How much higher than in the motion an episode begins, so that no foot is in the ground [m]."""

GROUND = GroundPlaneCfg(
    physics_material=RigidBodyMaterialCfg(static_friction=1.0, dynamic_friction=1.0, restitution=0.0)
)


class HumanoidAmpEnv(DirectRLEnv):
    """Imitates a motion. ``extras["amp_obs"]`` and :meth:`collect_reference_motions` are what a discriminator compares.

    Attributes:
        amp_observation_space: Space of what it compares: the latest observations, the newest first.
    """

    cfg: Any

    def __init__(self, cfg: Any, render_mode: str | None = None, **kwargs: Any) -> None:
        """Make the environments.

        Args:
            cfg: Config of the task.
            render_mode: "rgb_array" for pictures.
            **kwargs: For :class:`~pippin.envs.DirectRLEnv`.

        Raises:
            FileNotFoundError: There is no such motion.
            ValueError: The motion lacks a joint or a body of the robot, or there is no such way to begin an episode.
        """
        if cfg.reset_strategy not in ("default", "random", "random-start"):
            raise ValueError(
                f"Field 'reset_strategy' is '{cfg.reset_strategy}'; expected 'default', 'random' or 'random-start'."
            )
        self._motion_loader = MotionLoader(motion_file=cfg.motion_file, device=cfg.sim.device)
        super().__init__(cfg, render_mode, **kwargs)
        limits = as_torch(self.robot.data.soft_joint_pos_limits)[0]
        self.action_offset = 0.5 * (limits[:, 0] + limits[:, 1])
        self.action_scale = limits[:, 1] - limits[:, 0]

        motion, bodies = self._motion_loader, list(self.robot.body_names)
        self.ref_body_index = bodies.index(cfg.reference_body)
        self.key_body_indexes = [bodies.index(name) for name in KEY_BODIES]
        self.motion_dof_indexes = motion.get_dof_index(list(self.robot.joint_names))
        self.motion_ref_body_index = motion.get_body_index([cfg.reference_body])[0]
        self.motion_key_body_indexes = motion.get_body_index(KEY_BODIES)
        self._motion_root_index = motion.get_body_index(bodies[:1])[0]

        self.amp_observation_size = cfg.num_amp_observations * cfg.amp_observation_space
        self.amp_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, shape=(self.amp_observation_size,))
        self.amp_observation_buffer = torch.zeros(
            self.num_envs, cfg.num_amp_observations, cfg.amp_observation_space, device=self.device
        )

    def _setup_scene(self) -> None:
        self.robot = Articulation(self.cfg.robot)
        GROUND.func("/World/ground", GROUND)
        self.scene.clone_environments(copy_from_source=False)
        self.scene.articulations["robot"] = self.robot
        light = DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
        light.func("/World/Light", light)

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        self.actions = actions.clone()

    def _apply_action(self) -> None:
        targets = self.action_offset + self.action_scale * self.actions
        self.robot.set_joint_position_target_index(target=targets)

    def _get_observations(self) -> dict[str, torch.Tensor]:
        data, body = self.robot.data, self.ref_body_index
        seen = compute_obs(
            as_torch(data.joint_pos),
            as_torch(data.joint_vel),
            as_torch(data.body_pos_w)[:, body],
            as_torch(data.body_quat_w)[:, body],
            as_torch(data.body_lin_vel_w)[:, body],
            as_torch(data.body_ang_vel_w)[:, body],
            as_torch(data.body_pos_w)[:, self.key_body_indexes],
        )
        self.amp_observation_buffer[:, 1:] = self.amp_observation_buffer[:, :-1].clone()
        self.amp_observation_buffer[:, 0] = seen
        self.extras["amp_obs"] = self.amp_observation_buffer.view(-1, self.amp_observation_size)
        return {"policy": seen}

    def _get_rewards(self) -> torch.Tensor:
        return torch.ones(self.num_envs, device=self.device)

    def _get_dones(self) -> tuple[torch.Tensor, torch.Tensor]:
        time_out = self.episode_length_buf >= self.max_episode_length - 1
        height = as_torch(self.robot.data.body_pos_w)[:, self.ref_body_index, 2]
        return (height < self.cfg.termination_height) & self.cfg.early_termination, time_out

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        super()._reset_idx(env_ids)
        if self.cfg.reset_strategy == "default":
            root_state, joint_pos, joint_vel = self._reset_strategy_default(env_ids)
        else:
            root_state, joint_pos, joint_vel = self._reset_strategy_random(
                env_ids, start=self.cfg.reset_strategy == "random-start"
            )
        self.robot.write_root_link_pose_to_sim_index(root_pose=root_state[:, :7], env_ids=env_ids)
        self.robot.write_root_com_velocity_to_sim_index(root_velocity=root_state[:, 7:], env_ids=env_ids)
        self.robot.write_joint_position_to_sim_index(position=joint_pos, env_ids=env_ids)
        self.robot.write_joint_velocity_to_sim_index(velocity=joint_vel, env_ids=env_ids)

    def _reset_strategy_default(
        self, env_ids: Sequence[int] | torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the state of the root, shape (M, 13), and joints, shapes (M, 28), that the robot's config gives."""
        data = self.robot.data
        root_state = as_torch(data.default_root_state)[env_ids].clone()
        root_state[:, :3] += as_torch(self.scene.env_origins)[env_ids]
        return root_state, as_torch(data.default_joint_pos)[env_ids], as_torch(data.default_joint_vel)[env_ids]

    def _reset_strategy_random(
        self, env_ids: Sequence[int] | torch.Tensor, start: bool = False
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the state of the root, shape (M, 13), and joints, shapes (M, 28), at times of the motion."""
        count = len(env_ids)
        times = np.zeros(count) if start else self._motion_loader.sample_times(count)
        joints, speeds, positions, rotations, velocities, spins = self._motion_loader.sample(count, times=times)
        root = self._motion_root_index
        place = positions[:, root] + as_torch(self.scene.env_origins)[env_ids]
        place[:, 2] += LIFT
        pose = (place, _orientation(rotations[:, root]), velocities[:, root], spins[:, root])
        seen = self.collect_reference_motions(count, times)
        self.amp_observation_buffer[env_ids] = seen.view(count, *self.amp_observation_buffer.shape[1:])
        return torch.cat(pose, dim=-1), joints[:, self.motion_dof_indexes], speeds[:, self.motion_dof_indexes]

    def collect_reference_motions(self, num_samples: int, current_times: np.ndarray | None = None) -> torch.Tensor:
        """Return what would have been observed had the robot moved as in the motion, the latest first.

        Args:
            num_samples: Number of times N.
            current_times: Times of the latest observation [s], shape (N,); drawn where none are given.

        Returns:
            Observations, shape (N, ``num_amp_observations`` * ``amp_observation_space``).
        """
        motion, body = self._motion_loader, self.motion_ref_body_index
        if current_times is None:
            current_times = motion.sample_times(num_samples)
        times = (current_times[:, None] - motion.dt * np.arange(self.cfg.num_amp_observations)).flatten()
        joints, speeds, positions, rotations, velocities, spins = motion.sample(num_samples, times=times)
        seen = compute_obs(
            joints[:, self.motion_dof_indexes],
            speeds[:, self.motion_dof_indexes],
            positions[:, body],
            _orientation(rotations[:, body]),
            velocities[:, body],
            spins[:, body],
            positions[:, self.motion_key_body_indexes],
        )
        return seen.view(-1, self.amp_observation_size)


def _orientation(quat_wxyz: torch.Tensor) -> torch.Tensor:
    """Orientations of a motion in the order of components that the functions of this version take, shape (N, 4)."""
    angle = 2.0 * torch.atan2(quat_wxyz[:, 1:].norm(dim=-1), quat_wxyz[:, 0])
    axis = torch.nn.functional.normalize(quat_wxyz[:, 1:], dim=-1)
    return as_torch(quat_from_angle_axis(angle, axis))


def quaternion_to_tangent_and_normal(q: torch.Tensor) -> torch.Tensor:
    """Return the x and z axes of frames, shape (N, 6), of their orientations, shape (N, 4)."""
    ahead, up = torch.zeros_like(q[..., :3]), torch.zeros_like(q[..., :3])
    ahead[..., 0], up[..., 2] = 1.0, 1.0
    return torch.cat([as_torch(quat_apply(q, ahead)), as_torch(quat_apply(q, up))], dim=-1)


def compute_obs(
    dof_positions: torch.Tensor,
    dof_velocities: torch.Tensor,
    root_positions: torch.Tensor,
    root_rotations: torch.Tensor,
    root_linear_velocities: torch.Tensor,
    root_angular_velocities: torch.Tensor,
    key_body_positions: torch.Tensor,
) -> torch.Tensor:
    """Put together what is seen of a body that moves in the world, and of its joints.

    Args:
        dof_positions: Positions of J joints [rad], shape (N, J).
        dof_velocities: Their velocities [rad/s], shape (N, J).
        root_positions: Positions of the reference body [m], shape (N, 3).
        root_rotations: Its orientations, shape (N, 4).
        root_linear_velocities: Its velocities [m/s], shape (N, 3).
        root_angular_velocities: Its angular velocities [rad/s], shape (N, 3).
        key_body_positions: Positions of K bodies [m], shape (N, K, 3).

    Returns:
        Joints, height, two axes and velocities of the body, and the others from it, shape (N, 2 J + 13 + 3 K).
    """
    around = key_body_positions - root_positions.unsqueeze(-2)
    columns = [
        *(dof_positions, dof_velocities, root_positions[:, 2:3]),
        quaternion_to_tangent_and_normal(root_rotations),
        *(root_linear_velocities, root_angular_velocities, around.flatten(start_dim=1)),
    ]
    return torch.cat(columns, dim=-1)
