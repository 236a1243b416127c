"""Let a Franka Panda open the drawer of a cabinet."""

from __future__ import annotations

import torch

from isaacgym import gymapi, gymtorch
from isaacgym.torch_utils import quat_axis, quat_rotate, torch_rand_float, unscale

from .base import LearningSettings, Task
from .files import own_file, robot_file

READY = (0.0, -0.9, 0.0, -2.7, 0.0, 3.37, -0.785, 0.035, 0.035)
"""Positions of the DOFs at the start [rad, m]: the gripper points to the drawer, one finger above the other."""


class Cabinet(Task):
    """Open a drawer: reach its handle, put the fingers around it, and pull.

    The terms of the reward are those of the Isaac Gym paper (arXiv 2108.10470) for its arm with a cabinet: closeness
    and orientation of the gripper, fingers on both sides of the handle and close to it, and how far the drawer is open.
    It counts as open from 0.3 m on.
    """

    num_observations = 23
    num_actions = 9
    max_episode_length = 500
    learning = LearningSettings(
        iterations=300,
        horizon=16,
        hidden=(256, 128, 64),
        epochs=8,
        mini_batches=4,
        learning_rate=5.0e-4,
    )
    spacing = 3.0
    camera = (0.2, -1.6, 0.6)

    open_position = 0.3  # [m]
    speed = 7.5  # of targets, for an action of 1 [rad/s]
    finger_speed = 0.1  # that of the fingers, in parts of it
    tip = 0.045  # distance of a finger's tip from the finger's frame, along its z axis [m]

    # -- building ------------------------------------------------------------------------------------------------------

    def load_assets(self) -> None:
        """Load arm and cabinet."""
        options = gymapi.AssetOptions()
        options.fix_base_link = options.disable_gravity = options.collapse_fixed_joints = True
        options.default_dof_drive_mode = gymapi.DOF_MODE_POS
        options.flip_visual_attachments = True
        self.arm = self.gym.load_asset(self.sim, *robot_file("panda_description/urdf/panda.urdf"), options)
        options = gymapi.AssetOptions()
        options.fix_base_link = True
        self.cabinet = self.gym.load_asset(self.sim, *own_file("cabinet.urdf"), options)
        names = self.gym.get_asset_rigid_body_names(self.arm)
        self.left, self.right = names.index("panda_leftfinger"), names.index("panda_rightfinger")
        self.drawer = len(names) + self.gym.get_asset_rigid_body_names(self.cabinet).index("drawer")
        self.num_bodies = len(names) + self.gym.get_asset_rigid_body_count(self.cabinet)

    def create_env(self, env: gymapi.Env, index: int) -> None:
        """Put the cabinet in front of the arm."""
        arm = self.gym.create_actor(env, self.arm, gymapi.Transform(), "arm", index, 1, 0)
        properties = self.gym.get_actor_dof_properties(env, arm)
        properties["stiffness"][:7], properties["damping"][:7] = 400.0, 80.0
        properties["stiffness"][7:], properties["damping"][7:] = 2000.0, 100.0
        properties["armature"][:7] = 0.1  # rotors, which the description leaves out
        self.gym.set_actor_dof_properties(env, arm, properties)
        pose = gymapi.Transform(p=gymapi.Vec3(0.72, 0.0, 0.0))
        self.gym.create_actor(env, self.cabinet, pose, "cabinet", index, 2, 0)
        if index == 0:
            self.lower = torch.tensor(properties["lower"], device=self.device)
            self.upper = torch.tensor(properties["upper"], device=self.device)

    def acquire_tensors(self) -> None:
        """Wrap the states of DOFs and bodies."""
        num_envs, device = self.num_envs, self.device
        self.dof_states = gymtorch.wrap_tensor(self.gym.acquire_dof_state_tensor(self.sim))
        states = self.dof_states.view(num_envs, 10, 2)  # nine of the arm, then the drawer
        self.positions, self.velocities = states[..., 0], states[..., 1]
        body_states = gymtorch.wrap_tensor(self.gym.acquire_rigid_body_state_tensor(self.sim))
        self.body_states = body_states.view(num_envs, self.num_bodies, 13)
        self.targets = torch.zeros(num_envs, 10, device=device)
        self.ready = torch.tensor(READY, device=device)
        self.speeds = torch.full((9,), self.speed, device=device)
        self.speeds[7:] *= self.finger_speed
        self.to_tip = torch.tensor([0.0, 0.0, self.tip], device=device).expand(num_envs, 3)
        self.successes = torch.zeros(num_envs, device=device)

    def refresh(self) -> None:
        """Bring these up to date."""
        self.gym.refresh_dof_state_tensor(self.sim)
        self.gym.refresh_rigid_body_state_tensor(self.sim)

    # -- stepping ------------------------------------------------------------------------------------------------------

    def apply(self, actions: torch.Tensor) -> None:
        """Move the targets of the arm's positions."""
        moved = self.targets[:, :9] + actions * self.speeds * self.dt
        self.targets[:, :9] = moved.clamp(self.lower, self.upper)
        self.gym.set_dof_position_target_tensor(self.sim, gymtorch.unwrap_tensor(self.targets))

    def judge(self) -> None:
        """Reward what leads to an open drawer."""
        self._look()
        opening = self.positions[:, 9]
        distance = self.to_handle.norm(dim=1)
        closeness = (1.0 / (1.0 + distance.square())).square()
        closeness = torch.where(distance <= 0.02, 2.0 * closeness, closeness)
        above, below = self.left_tip[:, 2] - self.handle[:, 2], self.handle[:, 2] - self.right_tip[:, 2]
        is_around = (above > 0.0) & (below > 0.0)
        grip = torch.where(is_around, 0.08 - above.abs() - below.abs(), 0.0)
        reward = 2.0 * closeness + 0.5 * self._orientation() + 0.125 * is_around + 5.0 * grip
        reward += 7.5 * opening * (1.0 + is_around) - 0.01 * self.actions.square().sum(dim=1)
        reward += (
            0.5 * (opening > 0.01) + is_around * (opening > 0.15) + 2.0 * is_around * (opening > self.open_position)
        )
        self.rewards = reward
        self.is_done = torch.zeros_like(self.is_done)
        ends = self.progress >= self.max_episode_length
        self.successes = torch.where(ends, (opening > self.open_position).float(), self.successes)
        self.metrics["opening"] = opening.mean()
        self.metrics["success"] = self.successes.mean()

    def _look(self) -> None:
        """Where the tips of the fingers and the handle are."""
        fingers, self.handle = self.body_states[:, [self.left, self.right]], self.body_states[:, self.drawer, :3]
        self.rotation = fingers[:, 0, 3:7]
        to_tip = quat_rotate(self.rotation, self.to_tip)
        self.left_tip, self.right_tip = fingers[:, 0, :3] + to_tip, fingers[:, 1, :3] + to_tip
        self.to_handle = self.handle - 0.5 * (self.left_tip + self.right_tip)

    def _orientation(self) -> torch.Tensor:
        """How well the gripper points to the drawer with the left finger above, from -1 to 1, shape (num_envs,)."""
        forward, upward = quat_axis(self.rotation, 2)[:, 0], quat_axis(self.rotation, 1)[:, 2]
        return 0.5 * (forward * forward.abs() + upward * upward.abs())

    def observe(self) -> torch.Tensor:
        """State of arm and drawer, and from the gripper to the handle."""
        self._look()
        parts = [
            unscale(self.positions[:, :9], self.lower, self.upper),
            0.1 * self.velocities[:, :9],
            self.to_handle,
            self.positions[:, 9:],
            self.velocities[:, 9:],
        ]
        return torch.cat(parts, dim=1)

    def restart(self, env_ids: torch.Tensor) -> None:
        """Close the drawer, and put the arm near its ready pose."""
        ready = self.ready + torch_rand_float(-0.125, 0.125, (len(env_ids), 9), self.device)
        self.positions[env_ids, :9] = ready.clamp(self.lower, self.upper)
        self.positions[env_ids, 9] = 0.0
        self.velocities[env_ids] = 0.0
        self.targets[env_ids] = self.positions[env_ids]
        arms = (2 * env_ids).to(torch.int32)
        actors = torch.cat([arms, arms + 1])
        states, indices = gymtorch.unwrap_tensor(self.dof_states), gymtorch.unwrap_tensor(actors)
        self.gym.set_dof_state_tensor_indexed(self.sim, states, indices, len(actors))

    def subject(self) -> torch.Tensor:
        """The handle of the closed drawer."""
        return torch.tensor([0.5, 0.0, 0.6])
