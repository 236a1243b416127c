"""Environments of ``omni.isaac.gym``: a world with one task of many copies, which a learner steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import torch

from isaacsim.core.simulation import World
from isaacsim.robot_arms.tasks import BaseTask
from pippin_isaac.cpu_devices import device_of_this_machine
from pippin_isaac.launcher import StandaloneApp
from pippin_isaac.omni_replicator import VIEWPORT_CAMERA, RenderProduct

__all__ = ["RLTaskInterface", "TaskStopException", "VecEnvBase"]

DEFAULT_RENDERING_DT = 1.0 / 60.0


class TaskStopException(Exception):
    """A task was stopped while it was learned: programs raise it and catch it themselves."""


class RLTaskInterface(BaseTask):
    """A task of many environments: subclasses say what is seen, rewarded and done in buffers of one row for each.

    They set ``_num_envs``, ``_num_observations`` and ``_num_actions``, and keep ``states_buf`` and ``extras``.
    """

    _num_agents = 1
    _num_states = 0

    @property
    def num_envs(self) -> int:
        """Number of environments."""
        return self._num_envs  # type: ignore[attr-defined]

    @property
    def num_actions(self) -> int:
        """Number of actions of an environment."""
        return self._num_actions  # type: ignore[attr-defined]

    @property
    def num_observations(self) -> int:
        """Number of observations of an environment."""
        return self._num_observations  # type: ignore[attr-defined]

    @property
    def num_states(self) -> int:
        """Number of states of an environment, which a critic sees besides."""
        return self._num_states

    @property
    def num_agents(self) -> int:
        """Number of agents in an environment."""
        return self._num_agents

    def get_states(self) -> Any:
        """States for a critic, shape (num_envs, num_states)."""
        return self.states_buf  # type: ignore[attr-defined]

    def get_extras(self) -> dict[str, Any]:
        """What else there is to tell of a step, by name."""
        return self.extras  # type: ignore[attr-defined]

    def pre_physics_step(self, actions: torch.Tensor) -> None:
        """Act before a step: a task that has nothing to do leaves this as it is."""

    def post_physics_step(self) -> Any:
        """Give observations, rewards, resets and extras after a step.

        Raises:
            NotImplementedError: The task does not say.
        """
        raise self._not_implemented("post_physics_step")


class VecEnvBase(gymnasium.Env):
    """An application, and a world with the task that :meth:`set_task` gives it.

    Args:
        headless: Without a window, as it always is; render frames only if it is false or ``enable_viewport`` true.
        sim_device: Number of the GPU that a task without a device of its own runs on, where it asks for one.
        enable_livestream: Without effect.
        enable_viewport: Render frames also without a window.
        launch_simulation_app: Make the application; false where the program has one.
        experience: Experience file of Omniverse, without effect.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "rgb_array"]}  # as gymnasium declares it

    def __init__(
        self,
        headless: bool,
        sim_device: int = 0,
        enable_livestream: bool = False,
        enable_viewport: bool = False,
        launch_simulation_app: bool = True,
        experience: str | None = None,
    ) -> None:
        self._simulation_app = StandaloneApp({"headless": headless}) if launch_simulation_app else None
        self._sim_device = sim_device
        self._render = not headless or enable_livestream or enable_viewport
        self._record = False
        self._viewport: RenderProduct | None = None
        self._task: Any = None
        self._world: World | None = None
        self.sim_frame_count = 0

    def set_task(
        self,
        task: Any,
        backend: str = "numpy",
        sim_params: Mapping[str, Any] | None = None,
        init_sim: bool = True,
        rendering_dt: float = DEFAULT_RENDERING_DT,
    ) -> None:
        """Make the world of a task, and start it.

        Args:
            task: The task.
            backend: Kind of the arrays that objects give: "numpy", or "torch".
            sim_params: Settings of the simulation, see :class:`isaacsim.core.simulation.SimulationContext`.
                "use_gpu_pipeline" runs it on the GPU, "sim_device" names which.
            init_sim: Start it at once.
            rendering_dt: Simulated time from frame to frame [s].
        """
        params = dict(sim_params or {})
        device = self._taken_device(params)
        self._world = World(
            stage_units_in_meters=1.0,
            rendering_dt=rendering_dt,
            backend=backend,
            sim_params=params,
            device=device,
        )
        self._world.add_task(task)
        self._task = task
        self.observation_space = task.observation_space
        self.action_space = task.action_space
        if init_sim:
            self._world.reset()

    def _taken_device(self, params: dict[str, Any]) -> str:
        """Take the choice of a device out of settings."""
        device = params.pop("sim_device", f"cuda:{self._sim_device}")
        params.pop("use_gpu", None)  # PhysX alone can run on a GPU and hand its state to the CPU
        return device_of_this_machine(device) if params.pop("use_gpu_pipeline", False) else "cpu"

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Let the task act, and time pass to the next frame.

        Returns:
            Observations, rewards, whether the task is done, whether it was cut short (never), and nothing else.
        """
        self._task.pre_physics_step(actions)
        self._given_world().step(render=self._render)
        self.sim_frame_count += 1
        observations, rewards = self._task.get_observations(), self._task.calculate_metrics()
        done = self._task.is_done()
        return observations, rewards, done, done * 0, {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Reset the task, and step once.

        Returns:
            Observations, and nothing else.
        """
        if seed is not None:
            seed = self.seed(seed)
        super().reset(seed=seed)
        self._task.reset()
        self._given_world().step(render=self._render)
        return self._task.get_observations(), {}

    def seed(self, seed: int = -1) -> int:
        """Seed NumPy's and torch's random numbers; -1 draws the seed.

        Returns:
            The seed.
        """
        if seed == -1:
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        np.random.seed(seed)
        torch.manual_seed(seed)
        return seed

    def render(self, mode: str = "human") -> np.ndarray | None:
        """Render a frame without letting time pass.

        Args:
            mode: "human", or "rgb_array" for a picture of the resolution of :meth:`create_viewport_render_product`.

        Returns:
            None, or the picture, shape (height, width, 3), uint8.

        Raises:
            ValueError: It is another mode.
        """
        if mode not in ("human", "rgb_array"):
            raise ValueError(f"The mode of rendering is '{mode}'; expected 'human' or 'rgb_array'.")
        self._given_world().render()
        if mode == "human":
            return None
        if self._viewport is None:
            self.create_viewport_render_product()
        return self._viewport.picture("rgb")[..., :3]  # type: ignore[union-attr]

    def create_viewport_render_product(self, resolution: tuple[int, int] = (1280, 720)) -> None:
        """Let :meth:`render` give pictures of a width and a height [pixel], and render frames."""
        self._viewport = RenderProduct(VIEWPORT_CAMERA, resolution)
        self._record = True
        self._render = True

    def close(self) -> None:
        """End the simulation, and the application if it was made here."""
        if self._simulation_app is not None:
            self._simulation_app.close()

    def update_task_params(self) -> None:
        """Let the task heed parameters that were changed: those that take them do so themselves."""

    @property
    def world(self) -> World:
        """The world, from :meth:`set_task` on."""
        return self._given_world()

    @property
    def task(self) -> Any:
        """The task."""
        return self._task

    @property
    def simulation_app(self) -> StandaloneApp | None:
        """The application, if it was made here."""
        return self._simulation_app

    @property
    def num_envs(self) -> int:
        """Number of environments of the task."""
        return self._task.num_envs

    @property
    def render_enabled(self) -> bool:
        """Whether frames are rendered."""
        return self._render

    def _given_world(self) -> World:
        if self._world is None:
            raise RuntimeError("There is no world before its task: call set_task() first.")
        return self._world
