"""Five tasks as programs for Isaac Gym are written."""

from __future__ import annotations

from importlib import import_module

from .base import LearningSettings, Task

TASKS = {
    "cartpole": "Cartpole",
    "ant": "Ant",
    "humanoid": "Humanoid",
    "quadruped": "Quadruped",
    "cabinet": "Cabinet",
}
"""Classes by the names of tasks, which are those of their modules too."""

__all__ = ["TASKS", "LearningSettings", "Task", "make_task"]


def make_task(name: str, num_envs: int, device: str = "cpu") -> Task:
    """Make a task.

    Args:
        name: One of :data:`TASKS`.
        num_envs: Number of environments.
        device: "cpu" or "cuda:N".
    """
    return getattr(import_module(f"{__name__}.{name}"), TASKS[name])(num_envs, device)
