"""A simulation with named objects."""

from __future__ import annotations

import math
from typing import Any

from pippin.physics.scene.scene import PhysicsScene
from pippin.sim import SimulationCfg, SimulationContext
from pippin.utils.checks import check_text

from .articulation_link import hold_articulations
from .data_logger import DataLogger
from .object_scene import ObjectScene
from .task import BaseTask

ENGINE_STEP = 1.0 / 240.0
"""Longest engine step that a world takes without being asked for [s].

Motion policies set targets from the state of each frame. The engine does not integrate the stiffness of drives
implicitly: told to go on at a velocity, a joint of inertia ``m`` goes faster by the share ``h^2 kp / (m + h kd)`` in an
engine step ``h``, and a policy that sees this amplifies it. A UR10 (0.29 at its wrists) goes out of control under
RMPflow with one engine step in a frame of 1/60 s, and with two (0.13) it does not. Grasps gain as well, and for one
environment steps cost little.
"""


class World(SimulationContext):
    """A :class:`~pippin.sim.SimulationContext` with a scene of named objects, one environment.

    Position targets of drives move with their velocity targets, and are reached at the end of a step.

    Args:
        cfg: Config, which is copied; None takes the defaults. Where it names no ``substeps``, the engine takes steps of
            at most :data:`ENGINE_STEP`.

    Attributes:
        scene: The objects, an :class:`ObjectScene`.

    Raises:
        RuntimeError: There is a simulation already.
        ValueError: The config holds a value outside its range, or names a device that does not exist.
    """

    scene_type: type[ObjectScene] = ObjectScene
    """Class of the scene."""

    def __init__(self, cfg: SimulationCfg | None = None) -> None:
        cfg = SimulationCfg() if cfg is None else cfg.copy()
        if cfg.substeps is None and isinstance(cfg.dt, (int, float)) and 0.0 < cfg.dt < math.inf:
            cfg.substeps = engine_steps_within(cfg.dt)
        cfg.moves_targets = True
        super().__init__(cfg)
        self.scene = self.scene_type()
        self._tasks: dict[str, BaseTask] = {}
        self._tasks_set_up: set[str] = set()
        self._data_logger = DataLogger()

    # -- tasks --

    def add_task(self, task: BaseTask) -> None:
        """Let a task put its objects into the scene at the next reset, and act before each step.

        Raises:
            ValueError: There is one of its name already.
        """
        check_text("name of the task", getattr(task, "name", None))
        if task.name in self._tasks:
            raise ValueError(f"The world has a task '{task.name}' already: give this one another name.")
        self._tasks[task.name] = task

    def get_task(self, name: str) -> BaseTask:
        """The task of that name.

        Raises:
            ValueError: There is none.
        """
        check_text("name", name)
        if name not in self._tasks:
            raise ValueError(f"The world has no task '{name}'; there are: {', '.join(self._tasks) or 'none'}.")
        return self._tasks[name]

    def get_current_tasks(self) -> dict[str, BaseTask]:
        """All tasks by their names."""
        return dict(self._tasks)

    def get_observations(self, task_name: str | None = None) -> dict[str, Any]:
        """What one task, or all of them together, have to see, by name."""
        return self._of_tasks("get_observations", task_name)

    def calculate_metrics(self, task_name: str | None = None) -> dict[str, Any]:
        """How well the purpose of one task, or of all of them, is met, by name."""
        return self._of_tasks("calculate_metrics", task_name)

    def is_done(self, task_name: str | None = None) -> bool:
        """Whether the purpose of one task, or of all of them, is met."""
        tasks = self._tasks.values() if task_name is None else [self.get_task(task_name)]
        return all(task.is_done() for task in tasks)

    def get_data_logger(self) -> DataLogger:
        """What notes down things of this world, step by step."""
        return self._data_logger

    def clear(self) -> None:
        """Stop, forget all tasks and all objects of the scene, and take the prims of these off the stage."""
        self.stop()
        self.scene.clear()
        self._tasks.clear()
        self._tasks_set_up.clear()

    def _of_tasks(self, method: str, task_name: str | None) -> dict[str, Any]:
        tasks = self._tasks.values() if task_name is None else [self.get_task(task_name)]
        return {name: value for task in tasks for name, value in getattr(task, method)().items()}

    # -- time --

    def play(self) -> None:
        """Start the simulation, with drives that hold the joints where they are, or go on after a pause."""
        was_stopped = self.is_stopped()
        super().play()
        if was_stopped and isinstance(self.physics, PhysicsScene):
            hold_articulations(self.physics)

    def reset(self, soft: bool = False) -> None:
        """Start from the beginning, with all objects in their default states.

        Args:
            soft: Keep the physics if it is there; objects that are not part of the scene keep their state.
        """
        for task in self._tasks.values():
            if task.name not in self._tasks_set_up:
                self.stop()
                task.set_up_scene(self.scene)
                self._tasks_set_up.add(task.name)
            elif not self.is_stopped():
                task.cleanup()
        super().reset(soft)
        self.scene.initialize()
        self.scene.post_reset()
        for task in self._tasks.values():
            task.post_reset()

    def step(self, render: bool = True) -> None:
        """Let time pass, if playing: to the next frame where one is rendered, else by one step.

        Args:
            render: Advance by :meth:`get_rendering_dt` and render, also where the simulation is stopped.

        Raises:
            RuntimeError: The simulation is stopped, and nothing is to be rendered.
        """
        if not render:
            self._step()
            return
        if self.is_playing():
            for _ in range(self.cfg.render_interval):
                self._step()
        self.render()

    def _step(self) -> None:
        """Let the tasks act, and time pass."""
        for task in self._tasks.values():
            task.pre_step(self.current_time_step_index, self.current_time)
        if self._data_logger.is_started():
            tasks = list(self._tasks.values())
            self._data_logger.log(tasks, self.scene, self.current_time_step_index, self.current_time)
        super().step(render=False)


def engine_steps_within(dt: float) -> int:
    """Number of engine steps within a step of a world [s]."""
    return max(math.ceil(dt / ENGINE_STEP - 1e-6), 1)
