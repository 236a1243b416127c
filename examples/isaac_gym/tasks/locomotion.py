"""Run as fast as possible towards a far target: what the ant and the humanoid have in common.

Observations and rewards are those of the Isaac Gym paper (arXiv 2108.10470, appendix), with its weights, so that
returns compare with the published ones.
"""

from __future__ import annotations

import torch

from isaacgym import gymapi, gymtorch
from isaacgym.torch_utils import (
    compute_heading_and_up,
    compute_rot,
    normalize_angle,
    quat_conjugate,
    torch_rand_float,
    unscale,
)

from .base import Task
from .files import newton_file


class Locomotion(Task):
    """Run along x, towards a target 1 km away.

    The paper's reward sums up the speed towards the target, something for being up, upright and well oriented, and
    costs of actions, power and joints at their limits. A robot that falls costs ``fall_cost`` and begins anew.
    """

    max_episode_length = 1000
    file: str
    feet: tuple[str, str] | tuple[str, str, str, str]
    start_height: float
    fall_height: float
    fall_cost: float
    alive_reward: float
    action_weight: float
    power_weight = 0.05
    heading_weight = 0.5
    upright_weight = 0.1
    dof_velocity_scale: float
    angular_velocity_scale: float
    force_scale: float

    # -- building ------------------------------------------------------------------------------------------------------

    def load_assets(self) -> None:
        """Load the robot, with a force sensor at each foot."""
        options = gymapi.AssetOptions()
        options.default_dof_drive_mode = gymapi.DOF_MODE_NONE
        options.angular_damping = 0.0
        self.asset = self.gym.load_asset(self.sim, *newton_file(self.file), options)
        for foot in self.feet:
            body = self.gym.find_asset_rigid_body_index(self.asset, foot)
            self.gym.create_asset_force_sensor(self.asset, body, gymapi.Transform())
        self.num_dofs = self.gym.get_asset_dof_count(self.asset)
        self.max_efforts = torch.tensor(self._efforts(), device=self.device)

    def _efforts(self) -> list[float]:
        """Largest effort of each DOF [N m]: the motors of the file may be in another order than its joints."""
        efforts = dict.fromkeys(self.gym.get_asset_dof_names(self.asset), 0.0)
        motors = self.gym.get_asset_actuator_properties(self.asset)
        for index, motor in enumerate(motors):
            efforts[self.gym.get_asset_actuator_joint_name(self.asset, index)] = motor.motor_effort
        return list(efforts.values())

    def create_env(self, env: gymapi.Env, index: int) -> None:
        """Put a robot above the ground."""
        pose = gymapi.Transform(p=gymapi.Vec3(0.0, 0.0, self.start_height))
        actor = self.gym.create_actor(env, self.asset, pose, "robot", index, 0, 0)
        self.gym.enable_actor_dof_force_sensors(env, actor)
        if index == 0:
            properties = self.gym.get_actor_dof_properties(env, actor)
            self.lower = torch.tensor(properties["lower"], device=self.device)
            self.upper = torch.tensor(properties["upper"], device=self.device)

    def acquire_tensors(self) -> None:
        """Wrap the states of roots and DOFs, forces at feet and joints."""
        gym, sim, num_envs = self.gym, self.sim, self.num_envs
        self.root_states = gymtorch.wrap_tensor(gym.acquire_actor_root_state_tensor(sim))
        self.dof_states = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(sim))
        states = self.dof_states.view(num_envs, self.num_dofs, 2)
        self.dof_positions, self.dof_velocities = states[..., 0], states[..., 1]
        forces = gymtorch.wrap_tensor(gym.acquire_force_sensor_tensor(sim))
        self.foot_forces = forces.view(num_envs, 6 * len(self.feet))
        self.dof_forces = gymtorch.wrap_tensor(gym.acquire_dof_force_tensor(sim)).view(num_envs, self.num_dofs)
        self.refresh()
        self.initial_root_states = self.root_states.clone()
        self.initial_root_states[:, 7:] = 0.0
        self.initial_dofs = torch.zeros(self.num_dofs, device=self.device).clamp(self.lower, self.upper)
        self.targets = self.initial_root_states[:, :3] * torch.tensor([1.0, 1.0, 0.0], device=self.device)
        self.targets[:, 0] += 1000.0
        self.inverse_start = quat_conjugate(self.initial_root_states[:, 3:7])
        axes = torch.eye(3, device=self.device)
        self.forward, self.up = axes[0].expand(num_envs, 3), axes[2].expand(num_envs, 3)
        self.closeness = torch.zeros(num_envs, device=self.device)
        self.speed = torch.zeros(num_envs, device=self.device)

    def refresh(self) -> None:
        """Bring all of these up to date."""
        self.gym.refresh_actor_root_state_tensor(self.sim)
        self.gym.refresh_dof_state_tensor(self.sim)
        self.gym.refresh_force_sensor_tensor(self.sim)
        self.gym.refresh_dof_force_tensor(self.sim)

    # -- stepping ------------------------------------------------------------------------------------------------------

    def apply(self, actions: torch.Tensor) -> None:
        """Set efforts: an action of 1 is all that a motor has."""
        self.gym.set_dof_actuation_force_tensor(self.sim, gymtorch.unwrap_tensor(actions * self.max_efforts))

    def judge(self) -> None:
        """Reward speed towards the target."""
        before, self.closeness = self.closeness, self._closeness()
        self.speed = self.closeness - before
        self._look()
        heading = self.heading_weight * (self.heading_projection / 0.8).clamp(max=1.0)
        upright = torch.where(self.up_projection > 0.93, self.upright_weight, 0.0)
        action_cost = self.action_weight * self.actions.square().sum(dim=1)
        reward = self.speed + self.alive_reward + heading + upright - action_cost
        reward -= self.power_weight * self.power() + self.limit_cost()
        self.is_done = self.root_states[:, 2] < self.fall_height
        self.rewards = torch.where(self.is_done, self.fall_cost, reward)
        self.metrics["speed"] = self.speed.mean()

    def power(self) -> torch.Tensor:
        """Measure of the motors' power, shape (num_envs,)."""
        raise NotImplementedError

    def limit_cost(self) -> torch.Tensor:
        """Cost of joints at their limits, shape (num_envs,)."""
        raise NotImplementedError

    def scaled_positions(self) -> torch.Tensor:
        """Positions of DOFs between -1 at the lower and 1 at the upper limit, shape (num_envs, num_dofs)."""
        return unscale(self.dof_positions, self.lower, self.upper)

    def restart(self, env_ids: torch.Tensor) -> None:
        """Put robots back, with noise at the joints."""
        shape = (len(env_ids), self.num_dofs)
        positions = self.initial_dofs + torch_rand_float(-0.2, 0.2, shape, self.device)
        self.dof_positions[env_ids] = positions.clamp(self.lower, self.upper)
        self.dof_velocities[env_ids] = torch_rand_float(-0.1, 0.1, shape, self.device)
        self.root_states[env_ids] = self.initial_root_states[env_ids]
        self.set_state_of(env_ids, self.root_states, self.dof_states)
        self.closeness[env_ids] = self._closeness()[env_ids]

    def _closeness(self) -> torch.Tensor:
        """Distance to the target over the step's length, negative: its increase is the speed towards it [m/s]."""
        to_target = (self.targets - self.root_states[:, :3]) * (1.0 - self.up)
        return -to_target.norm(dim=1) / self.dt

    def _look(self) -> None:
        """Velocities in the torso's frame, its angles, and how much of its axes points to the target and up."""
        positions, rotations = self.root_states[:, :3], self.root_states[:, 3:7]
        to_targets = (self.targets - positions) * (1.0 - self.up)
        rotations, self.up_projection, self.heading_projection, _, _ = compute_heading_and_up(
            rotations, self.inverse_start, to_targets, self.forward, self.up, 2
        )
        velocity, spin, roll, _, yaw, angle_to_target = compute_rot(
            rotations, self.root_states[:, 7:10], self.root_states[:, 10:13], self.targets, positions
        )
        self.local_velocity, self.local_spin = velocity, spin
        self.angles = torch.stack([yaw, roll, angle_to_target], dim=1)

    def observe(self) -> torch.Tensor:
        """State of torso and joints, forces, and the last actions."""
        self._look()
        parts = [
            self.root_states[:, 2:3],
            self.local_velocity,
            self.local_spin * self.angular_velocity_scale,
            normalize_angle(self.angles),
            self.up_projection[:, None],
            self.heading_projection[:, None],
            self.scaled_positions(),
            self.dof_velocities * self.dof_velocity_scale,
            *self.forces(),
            self.actions,
        ]
        return torch.cat(parts, dim=1)

    def forces(self) -> list[torch.Tensor]:
        """Forces that the policy feels."""
        return [self.foot_forces * self.force_scale]

    def subject(self) -> torch.Tensor:
        """The torso."""
        return self.root_states[0, :3].cpu()
