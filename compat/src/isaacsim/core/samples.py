"""Samples: programs of Isaac Sim's application that are a class, which its buttons load, reset and clear.

``python -m pippin_isaac.run sample.py`` presses the button "Load" and lets time pass.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from isaacsim.core import stage
from isaacsim.core.simulation import World
from pippin_isaac.launcher import next_frame, run_coroutine

__all__ = ["BaseSample"]

logger = logging.getLogger("pippin")


class BaseSample:
    """A scene with what happens in it: subclasses say what is on the stage, and what to do when it is loaded or reset.

    Methods are called in this order: ``setup_scene``, ``setup_post_load`` when a world is loaded;
    ``setup_pre_reset``, ``setup_post_reset`` when it is reset; ``world_cleanup``, ``setup_post_clear`` when it is
    cleared.
    """

    _loaded = False

    def __init__(self) -> None:
        self._world: World | None = None
        self._current_tasks: dict[str, Any] = {}
        self._world_settings: dict[str, Any] = {
            "physics_dt": 1.0 / 60.0,
            "stage_units_in_meters": 1.0,
            "rendering_dt": 1.0 / 60.0,
        }

    def get_world(self) -> World | None:
        """The world, from when it is loaded on."""
        return self._world

    def set_world_settings(self, **settings: Any) -> None:
        """Set arguments of the world that is loaded next, such as ``physics_dt`` and ``rendering_dt`` [s]."""
        self._world_settings.update({name: value for name, value in settings.items() if value is not None})

    async def load_world_async(self) -> None:
        """Make a stage and a world, fill it, start it and pause."""
        self._loaded = True
        World.clear_instance()
        stage.create_new_stage()
        self._world = World(**self._world_settings)
        self.setup_scene()
        self._current_tasks = self._world.get_current_tasks()
        await self._world.reset_async()
        await self._world.pause_async()
        await self.setup_post_load()

    async def reset_async(self) -> None:
        """Start the world from the beginning, and pause."""
        world = self._loaded_world()
        await world.play_async()
        await self.setup_pre_reset()
        await world.reset_async()
        await world.pause_async()
        await self.setup_post_reset()

    async def clear_async(self) -> None:
        """Take the world away, and make an empty stage."""
        self._loaded_world().clear()
        self.world_cleanup()
        self.physics_cleanup()
        World.clear_instance()
        self._world = None
        stage.create_new_stage()
        await self.setup_post_clear()

    def setup_scene(self) -> None:
        """Put objects and tasks into the world. To be overridden."""

    async def setup_post_load(self) -> None:
        """Prepare what needs the engine. To be overridden."""

    async def setup_pre_reset(self) -> None:
        """Prepare for a reset. To be overridden."""

    async def setup_post_reset(self) -> None:
        """Prepare what begins anew. To be overridden."""

    async def setup_post_clear(self) -> None:
        """Act when the stage is empty. To be overridden."""

    def world_cleanup(self) -> None:
        """Give up what belongs to the world. To be overridden."""

    def physics_cleanup(self) -> None:
        """The newer name of :meth:`world_cleanup`. To be overridden."""

    def log_info(self, info: str) -> None:
        """Log a text."""
        logger.info("%s", info)

    def _loaded_world(self) -> World:
        if self._world is None:
            raise RuntimeError(f"'{type(self).__name__}' has no world: call load_world_async() first.")
        return self._world


def play_samples(program: Mapping[str, Any], name: str) -> None:
    """Load the sample that a program defines and does not make itself, and let time pass until it is interrupted.

    Args:
        program: Names of the program's module.
        name: Name of that module.
    """
    found = [
        value
        for value in program.values()
        if isinstance(value, type) and issubclass(value, BaseSample) and value.__module__ == name
    ]
    if not found or any(isinstance(value, BaseSample) for value in program.values()):
        return
    sample = found[-1]()
    logger.warning("'%s' is a sample: it is loaded and plays until it is interrupted.", found[-1].__name__)
    loading = run_coroutine(sample.load_world_async())
    while not loading.done():
        next_frame()
    loading.result()
    sample._loaded_world().play()
    while True:
        next_frame()
