"""What all tasks have in common: a simulation full of environments, and a step with resets."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch

from isaacgym import gymapi, gymtorch


@dataclass(frozen=True)
class LearningSettings:
    """How a task is learned with PPO.

    Attributes:
        num_envs: Environments on a GPU.
        iterations: Number of times that experience is gathered and learned from.
        horizon: Steps of every environment in one iteration.
        hidden: Widths of the hidden layers of policy and value function.
        epochs: How often the experience of an iteration is used.
        mini_batches: Parts that the experience is divided into.
        learning_rate: Step size at the start; it then adapts so that the policy changes by ``desired_kl``.
        desired_kl: Divergence of the policy from the one before that an update aims at.
        gamma: Discount of future rewards in a step.
        lam: Discount of the generalised advantage estimate.
        entropy: Weight of the policy's entropy.
        reward_scale: Factor on rewards, so that the value function learns numbers of the order of 1.
        noise: Standard deviation of actions at the start.
    """

    num_envs: int = 4096
    iterations: int = 500
    horizon: int = 16
    hidden: tuple[int, ...] = (256, 128, 64)
    epochs: int = 4
    mini_batches: int = 2
    learning_rate: float = 3.0e-4
    desired_kl: float = 0.01
    gamma: float = 0.99
    lam: float = 0.95
    entropy: float = 0.0
    reward_scale: float = 0.01
    noise: float = 1.0


class Task:
    """A task in many environments at once.

    A task says what is in an environment (:meth:`create_env`), what actions do (:meth:`apply`), what a policy sees
    (:meth:`observe`), what it is rewarded for (:meth:`judge`) and how an episode begins (:meth:`restart`).

    Args:
        num_envs: Number of environments.
        device: Where they are simulated, and where all tensors are: "cpu" or "cuda:N".

    Attributes:
        observations: What the policy sees, shape (num_envs, num_observations).
        rewards: Rewards of the last step, shape (num_envs,).
        is_done: Whether an episode ended in the last step, and a new one began, shape (num_envs,), bool.
        is_timed_out: Whether it ended for its length alone, shape (num_envs,), bool.
        progress: Steps since an episode began, shape (num_envs,), int64.
        metrics: What else tells how well it goes, by name: scalars on the device.
    """

    num_observations: int
    num_actions: int
    max_episode_length: int
    learning = LearningSettings()
    dt = 1.0 / 60.0
    substeps = 2
    spacing = 4.0
    action_limit = 1.0
    camera = (3.0, -3.0, 1.5)
    """Where the camera is that films the task, from what it looks at [m]."""

    def __init__(self, num_envs: int, device: str = "cpu") -> None:
        self.num_envs, self.device = num_envs, device
        self.gym = gymapi.acquire_gym()
        self.sim = self._create_sim()
        self.create_ground()
        self.load_assets()
        lower = gymapi.Vec3(-self.spacing / 2.0, -self.spacing / 2.0, 0.0)
        upper = gymapi.Vec3(self.spacing / 2.0, self.spacing / 2.0, self.spacing)
        self.envs = []
        for index in range(num_envs):
            env = self.gym.create_env(self.sim, lower, upper, math.isqrt(num_envs))
            self.create_env(env, index)
            self.envs.append(env)
        self.gym.prepare_sim(self.sim)
        self.progress = torch.zeros(num_envs, dtype=torch.long, device=device)
        self.rewards = torch.zeros(num_envs, device=device)
        self.is_done = torch.zeros(num_envs, dtype=torch.bool, device=device)
        self.is_timed_out = torch.zeros_like(self.is_done)
        self.actions = torch.zeros(num_envs, self.num_actions, device=device)
        self.metrics: dict[str, torch.Tensor] = {}
        self.acquire_tensors()
        self.reset()

    # -- what a task fills in ------------------------------------------------------------------------------------------

    def create_ground(self) -> None:
        """Add the ground: a plane, unless a task has another."""
        plane = gymapi.PlaneParams()
        plane.normal = gymapi.Vec3(0.0, 0.0, 1.0)
        self.gym.add_ground(self.sim, plane)

    def load_assets(self) -> None:
        """Load what environments are filled with."""
        raise NotImplementedError

    def create_env(self, env: gymapi.Env, index: int) -> None:
        """Put actors into an environment."""
        raise NotImplementedError

    def acquire_tensors(self) -> None:
        """Wrap the tensors that the task reads."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Bring these tensors up to date."""
        raise NotImplementedError

    def apply(self, actions: torch.Tensor) -> None:
        """Hand actions, shape (num_envs, num_actions), to the simulation."""
        raise NotImplementedError

    def judge(self) -> None:
        """Set ``rewards``, and ``is_done`` where an episode failed."""
        raise NotImplementedError

    def observe(self) -> torch.Tensor:
        """What the policy sees: a new tensor, shape (num_envs, num_observations)."""
        raise NotImplementedError

    def restart(self, env_ids: torch.Tensor) -> None:
        """Begin new episodes in some environments."""
        raise NotImplementedError

    def subject(self) -> torch.Tensor:
        """Position in environment 0 that a camera looks at, shape (3,) [m]."""
        return torch.zeros(3)

    def curriculum(self) -> dict[str, torch.Tensor]:
        """What changes from episode to episode, by name: tensors with a row for each environment."""
        return {}

    # -- what runs it --------------------------------------------------------------------------------------------------

    def reset(self) -> torch.Tensor:
        """Begin new episodes everywhere.

        Returns:
            The observations.
        """
        self.refresh()
        self.is_done = torch.zeros_like(self.is_done)  # no episode came to its end
        self._restart(torch.arange(self.num_envs, device=self.device))
        self.observations = self.observe()
        return self.observations

    def take_up(self, curriculum: dict[str, torch.Tensor]) -> None:
        """Begin new episodes everywhere, where another run left the curriculum.

        Args:
            curriculum: What :meth:`curriculum` gave; its rows are repeated where that run had fewer environments.
        """
        for name, values in self.curriculum().items():
            rows = torch.arange(self.num_envs) % len(curriculum[name])
            values.copy_(curriculum[name][rows])
        self.reset()

    def step(self, actions: torch.Tensor) -> torch.Tensor:
        """Act, simulate, judge, and begin new episodes where the last ones ended.

        Args:
            actions: Shape (num_envs, num_actions).

        Returns:
            The observations.
        """
        self.actions = actions.clamp(-self.action_limit, self.action_limit)
        self.apply(self.actions)
        self.gym.simulate(self.sim)
        if self.device == "cpu":
            self.gym.fetch_results(self.sim, True)
        self.refresh()
        self.progress += 1
        self.judge()
        self.is_timed_out = (self.progress >= self.max_episode_length) & ~self.is_done
        self.is_done = self.is_done | self.is_timed_out
        env_ids = self.is_done.nonzero(as_tuple=False).squeeze(-1)
        if len(env_ids) > 0:
            self._restart(env_ids)
        self.observations = self.observe()
        return self.observations

    def close(self) -> None:
        """Give back the simulation."""
        self.gym.destroy_sim(self.sim)

    def _restart(self, env_ids: torch.Tensor) -> None:
        self.progress[env_ids] = 0
        self.actions[env_ids] = 0.0
        self.restart(env_ids)
        self.refresh()

    def _create_sim(self) -> gymapi.Sim:
        params = gymapi.SimParams()
        params.dt, params.substeps = self.dt, self.substeps
        params.up_axis, params.gravity = gymapi.UP_AXIS_Z, gymapi.Vec3(0.0, 0.0, -9.81)
        params.physx.contact_collection = gymapi.CC_LAST_SUBSTEP
        params.use_gpu_pipeline = params.physx.use_gpu = self.device.startswith("cuda")
        index = torch.device(self.device).index or 0
        return self.gym.create_sim(index, -1, gymapi.SIM_PHYSX, params)

    def set_state_of(
        self, env_ids: torch.Tensor, root_states: torch.Tensor | None, dof_states: torch.Tensor | None
    ) -> None:
        """Write the states of the only actor of some environments to the simulation.

        Args:
            env_ids: Environments, int64.
            root_states: Root states of all actors; None where roots stay.
            dof_states: States of all DOFs; None where they stay.
        """
        indices = gymtorch.unwrap_tensor(env_ids.to(torch.int32))
        if root_states is not None:
            roots = gymtorch.unwrap_tensor(root_states)
            self.gym.set_actor_root_state_tensor_indexed(self.sim, roots, indices, len(env_ids))
        if dof_states is not None:
            dofs = gymtorch.unwrap_tensor(dof_states)
            self.gym.set_dof_state_tensor_indexed(self.sim, dofs, indices, len(env_ids))
