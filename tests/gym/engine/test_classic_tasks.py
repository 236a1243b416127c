"""Tasks as programs for Isaac Gym are written: environments in a loop, tensors in each step, resets of some."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch

from pippin.gym import gymapi, gymtorch
from pippin.gym.torch_utils import quat_rotate_inverse, tensor_clamp, torch_rand_float


class Task:
    """What all tasks do: a simulation with a ground, environments in a grid, and a step with resets.

    Args:
        params: Parameters of the simulation.
        num_envs: Number of environments.
        file: Folder and name of the robot's file.
    """

    spacing = 2.0
    episode_length = 150

    def __init__(self, params: gymapi.SimParams, num_envs: int, file: tuple[str, str]):
        self.gym = gymapi.acquire_gym()
        self.num_envs = num_envs
        self.device = "cuda:0" if params.use_gpu_pipeline else "cpu"
        self.sim = self.gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
        ground = gymapi.PlaneParams()
        ground.normal = gymapi.Vec3(0.0, 0.0, 1.0)
        self.gym.add_ground(self.sim, ground)
        self.asset = self.gym.load_asset(self.sim, *file, self.asset_options())
        self.num_dof = self.gym.get_asset_dof_count(self.asset)
        self.envs, self.actors = [], []
        lower, upper = gymapi.Vec3(-self.spacing, -self.spacing, 0.0), gymapi.Vec3(self.spacing, self.spacing, 2.0)
        for i in range(num_envs):
            env = self.gym.create_env(self.sim, lower, upper, int(math.sqrt(num_envs)))
            pose = gymapi.Transform()
            pose.p = gymapi.Vec3(0.0, 0.0, self.height)
            actor = self.gym.create_actor(env, self.asset, pose, "robot", i, 1, 0)
            properties = self.gym.get_actor_dof_properties(env, actor)
            self.change_dof_properties(properties)
            self.gym.set_actor_dof_properties(env, actor, properties)
            self.envs.append(env)
            self.actors.append(actor)
        self.gym.prepare_sim(self.sim)
        self.root_states = gymtorch.wrap_tensor(self.gym.acquire_actor_root_state_tensor(self.sim))
        self.dof_states = gymtorch.wrap_tensor(self.gym.acquire_dof_state_tensor(self.sim))
        self.dof_pos = self.dof_states.view(num_envs, self.num_dof, 2)[..., 0]
        self.dof_vel = self.dof_states.view(num_envs, self.num_dof, 2)[..., 1]
        self.refresh()
        self.initial_root_states = self.root_states.clone()
        self.progress = torch.zeros(num_envs, dtype=torch.long, device=self.device)
        self.needs_reset = torch.ones(num_envs, dtype=torch.bool, device=self.device)
        self.num_resets = 0

    height = 1.0

    def asset_options(self) -> gymapi.AssetOptions:
        return gymapi.AssetOptions()

    def change_dof_properties(self, properties: object) -> None:
        pass

    def refresh(self) -> None:
        self.gym.refresh_dof_state_tensor(self.sim)
        self.gym.refresh_actor_root_state_tensor(self.sim)

    def reset_envs(self, env_ids: torch.Tensor) -> None:
        """Put some environments back, with a little noise."""
        shape = (len(env_ids), self.num_dof)
        self.dof_pos[env_ids] = torch_rand_float(-0.05, 0.05, shape, self.device)
        self.dof_vel[env_ids] = torch_rand_float(-0.05, 0.05, shape, self.device)
        indices = env_ids.to(dtype=torch.int32)
        self.gym.set_actor_root_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.initial_root_states), gymtorch.unwrap_tensor(indices), len(indices)
        )
        self.gym.set_dof_state_tensor_indexed(
            self.sim, gymtorch.unwrap_tensor(self.dof_states), gymtorch.unwrap_tensor(indices), len(indices)
        )
        self.progress[env_ids] = 0
        self.num_resets += len(env_ids)

    def step(self, actions: torch.Tensor) -> None:
        env_ids = self.needs_reset.nonzero(as_tuple=False).squeeze(-1)
        if len(env_ids) > 0:
            self.reset_envs(env_ids)
        self.apply(actions)
        self.gym.simulate(self.sim)
        if self.device == "cpu":
            self.gym.fetch_results(self.sim, True)
        self.refresh()
        self.progress += 1
        self.needs_reset = self.is_over() | (self.progress >= self.episode_length)

    def apply(self, actions: torch.Tensor) -> None:
        raise NotImplementedError

    def is_over(self) -> torch.Tensor:
        raise NotImplementedError


class Cartpole(Task):
    """Keep a pole upright by pushing its cart."""

    def asset_options(self) -> gymapi.AssetOptions:
        options = gymapi.AssetOptions()
        options.fix_base_link = True
        return options

    def change_dof_properties(self, properties: object) -> None:
        properties["driveMode"][0] = gymapi.DOF_MODE_EFFORT
        properties["driveMode"][1] = gymapi.DOF_MODE_NONE
        properties["stiffness"][:] = 0.0
        properties["damping"][:] = 0.0

    def apply(self, actions: torch.Tensor) -> None:
        forces = torch.zeros(self.num_envs * self.num_dof, device=self.device)
        forces[:: self.num_dof] = actions.squeeze(-1) * 400.0
        self.gym.set_dof_actuation_force_tensor(self.sim, gymtorch.unwrap_tensor(forces))

    def is_over(self) -> torch.Tensor:
        return (self.dof_pos[:, 0].abs() > 3.0) | (self.dof_pos[:, 1].abs() > math.pi / 2.0)


class Walker(Task):
    """Walk with hips that are motors."""

    height = 0.7

    def asset_options(self) -> gymapi.AssetOptions:
        options = gymapi.AssetOptions()
        options.default_dof_drive_mode = gymapi.DOF_MODE_NONE  # the file says which DOFs have motors
        options.angular_damping = 0.0
        return options

    def apply(self, actions: torch.Tensor) -> None:
        motors = self.gym.get_asset_actuator_properties(self.asset)
        forces = tensor_clamp(actions, -torch.ones_like(actions), torch.ones_like(actions)) * motors[0].motor_effort
        self.gym.set_dof_actuation_force_tensor(self.sim, gymtorch.unwrap_tensor(forces))

    def is_over(self) -> torch.Tensor:
        up = torch.zeros(self.num_envs, 3, device=self.device)
        up[:, 2] = 1.0
        return quat_rotate_inverse(self.root_states[:, 3:7], up)[:, 2] < 0.3


@pytest.fixture
def make(params: gymapi.SimParams) -> Callable[..., Task]:
    """Function that makes a task."""
    torch.manual_seed(7)
    params.dt, params.substeps = 1.0 / 60.0, 2
    return lambda kind, num_envs, file: kind(params, num_envs, file)


def test_cartpole_is_balanced_by_feedback(make: Callable, cartpole_file: tuple[str, str]) -> None:
    """Gains of a linear regulator for this cartpole: no pole falls, and the carts come back to the middle."""
    task = make(Cartpole, 16, cartpole_file)
    task.episode_length = 10_000
    gains = torch.tensor([10.0, 14.0, 110.0, 30.0], device=task.device)
    for _ in range(600):
        state = torch.stack([task.dof_pos[:, 0], task.dof_vel[:, 0], task.dof_pos[:, 1], task.dof_vel[:, 1]], dim=1)
        task.step(((state @ gains) / 400.0).clamp(-1.0, 1.0)[:, None])
    assert task.num_resets == task.num_envs, "the first reset puts everybody into place; nobody needs another"
    assert task.dof_pos.abs().max() < 0.05


def test_cartpole_falls_without(make: Callable, cartpole_file: tuple[str, str]) -> None:
    task = make(Cartpole, 16, cartpole_file)
    for _ in range(120):
        task.step(torch.zeros(16, 1, device=task.device))
    assert task.num_resets >= 2 * task.num_envs
    assert torch.isfinite(task.dof_states).all()


@pytest.mark.slow
def test_walker_survives_random_actions(make: Callable, walker_file: tuple[str, str]) -> None:
    task = make(Walker, 9, walker_file)
    travelled = torch.zeros(9, device=task.device)
    for _ in range(400):
        task.step(2.0 * torch.rand(9, task.num_dof, device=task.device) - 1.0)
        travelled = torch.maximum(travelled, task.root_states[:, :2].norm(dim=1))
        assert torch.isfinite(task.root_states).all() and torch.isfinite(task.dof_states).all()
    assert task.num_resets > 2 * task.num_envs
    assert (travelled > 0.05).all() and (travelled < 10.0).all()
    assert task.root_states[:, 2].min() > 0.0, "nobody sinks into the ground"
