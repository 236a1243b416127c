"""Keep a pole upright by pushing its cart."""

from __future__ import annotations

import math

import torch

from isaacgym import gymapi, gymtorch
from isaacgym.torch_utils import torch_rand_float

from .base import LearningSettings, Task
from .files import pippin_file


class Cartpole(Task):
    """Keep a pole upright by pushing its cart.

    A step is worth up to 1; a pole that falls or a cart that leaves the track costs 2 and ends the episode.
    """

    num_observations = 4
    num_actions = 1
    max_episode_length = 500
    learning = LearningSettings(
        num_envs=512, iterations=100, hidden=(32, 32), epochs=8, mini_batches=1, reward_scale=0.1, noise=0.5
    )
    max_push = 400.0  # [N]
    track = 3.0  # half its length [m]
    camera = (0.0, -7.0, 0.8)

    def load_assets(self) -> None:
        """Load the cartpole."""
        options = gymapi.AssetOptions()
        options.fix_base_link = True
        self.asset = self.gym.load_asset(self.sim, *pippin_file("cartpole.urdf"), options)

    def create_env(self, env: gymapi.Env, index: int) -> None:
        """Hang up a cartpole whose cart is pushed and whose pole turns freely."""
        pose = gymapi.Transform(p=gymapi.Vec3(0.0, 0.0, 2.0))
        actor = self.gym.create_actor(env, self.asset, pose, "cartpole", index, 1, 0)
        properties = self.gym.get_actor_dof_properties(env, actor)
        properties["driveMode"] = (gymapi.DOF_MODE_EFFORT, gymapi.DOF_MODE_NONE)
        properties["stiffness"] = properties["damping"] = 0.0
        self.gym.set_actor_dof_properties(env, actor, properties)

    def acquire_tensors(self) -> None:
        """Wrap the states of both DOFs."""
        self.dof_states = gymtorch.wrap_tensor(self.gym.acquire_dof_state_tensor(self.sim))
        states = self.dof_states.view(self.num_envs, 2, 2)
        self.positions, self.velocities = states[..., 0], states[..., 1]
        self.forces = torch.zeros(self.num_envs, 2, device=self.device)

    def refresh(self) -> None:
        """Bring the states of DOFs up to date."""
        self.gym.refresh_dof_state_tensor(self.sim)

    def apply(self, actions: torch.Tensor) -> None:
        """Push the carts."""
        self.forces[:, 0] = actions[:, 0] * self.max_push
        self.gym.set_dof_actuation_force_tensor(self.sim, gymtorch.unwrap_tensor(self.forces))

    def judge(self) -> None:
        """Reward an upright pole and little motion."""
        cart, angle = self.positions.unbind(dim=1)
        cart_velocity, angle_velocity = self.velocities.unbind(dim=1)
        self.is_done = (cart.abs() > self.track) | (angle.abs() > math.pi / 2.0)
        reward = 1.0 - angle**2 - 0.01 * cart_velocity.abs() - 0.005 * angle_velocity.abs()
        self.rewards = torch.where(self.is_done, -2.0, reward)

    def observe(self) -> torch.Tensor:
        """Position and velocity of cart and pole."""
        cart, angle = self.positions.unbind(dim=1)
        cart_velocity, angle_velocity = self.velocities.unbind(dim=1)
        return torch.stack([cart, cart_velocity, angle, angle_velocity], dim=1)

    def restart(self, env_ids: torch.Tensor) -> None:
        """Put the carts near the middle, the poles nearly upright."""
        shape = (len(env_ids), 2)
        self.positions[env_ids] = torch_rand_float(-0.1, 0.1, shape, self.device)
        self.velocities[env_ids] = torch_rand_float(-0.25, 0.25, shape, self.device)
        self.set_state_of(env_ids, None, self.dof_states)

    def subject(self) -> torch.Tensor:
        """The middle of the track."""
        return torch.tensor([0.0, 0.0, 2.3])
