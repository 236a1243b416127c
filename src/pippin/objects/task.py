"""Tasks: what a world holds for a purpose, and how well the purpose is met."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .arguments import checked_array
from .object_scene import ObjectScene, SceneObject


class BaseTask:
    """Objects that a world holds for a purpose, for subclasses to say which; see :meth:`World.add_task`.

    Args:
        name: Name that no other task of the world has.
        offset: Where the task's objects are moved to, for subclasses to heed [m], shape (3,); None means nowhere.

    Raises:
        ValueError: The offset is none.
    """

    def __init__(self, name: str, offset: ArrayLike | None = None) -> None:
        self._name = name
        self._offset = np.zeros(3) if offset is None else checked_array("offset", offset, (3,))
        self._scene: ObjectScene | None = None
        self._task_objects: dict[str, SceneObject] = {}

    @property
    def name(self) -> str:
        """Name of the task."""
        return self._name

    @property
    def scene(self) -> ObjectScene | None:
        """Scene of the world; None before its first reset."""
        return self._scene

    def set_up_scene(self, scene: ObjectScene) -> None:
        """Put the task's objects into the scene, once, at the first reset; subclasses call this first."""
        self._scene = scene

    def get_task_objects(self) -> dict[str, SceneObject]:
        """The objects by their names, as far as the task keeps them in ``_task_objects``."""
        return self._task_objects

    def get_observations(self) -> dict[str, Any]:
        """What there is to see, by name.

        Raises:
            NotImplementedError: The task does not say.
        """
        raise self._not_implemented("get_observations")

    def get_params(self) -> dict[str, Any]:
        """Parameters of the task, by name.

        Raises:
            NotImplementedError: The task does not say.
        """
        raise self._not_implemented("get_params")

    def calculate_metrics(self) -> dict[str, Any]:
        """How well the purpose is met, by name.

        Raises:
            NotImplementedError: The task does not say.
        """
        raise self._not_implemented("calculate_metrics")

    def is_done(self) -> bool:
        """Whether the purpose is met.

        Raises:
            NotImplementedError: The task does not say.
        """
        raise self._not_implemented("is_done")

    def pre_step(self, time_step_index: int, simulation_time: float) -> None:
        """Do what is to be done before a step: a task that has nothing to do leaves this as it is.

        Args:
            time_step_index: Steps since play.
            simulation_time: Time since play [s].
        """

    def post_reset(self) -> None:
        """Do what is to be done after a reset: a task that has nothing to do leaves this as it is."""

    def cleanup(self) -> None:
        """Do what is to be done before a reset: a task that has nothing to do leaves this as it is."""

    def _not_implemented(self, method: str) -> NotImplementedError:
        return NotImplementedError(f"{type(self).__name__} does not implement {method}(), which subclasses should.")
