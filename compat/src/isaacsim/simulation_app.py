"""The application that standalone programs for Isaac Sim begin with. There is nothing to launch: it starts at once."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from pippin_isaac.newer.isaaclab.app.app_launcher import SimulationApp as _SimulationApp

from pippin.sim import SimulationContext

__all__ = ["SimulationApp"]

logger = logging.getLogger("pippin")

WITHOUT_A_WINDOW = (
    "headless",
    "hide_ui",
    "width",
    "height",
    "window_width",
    "window_height",
    "renderer",
    "anti_aliasing",
)
"""Settings of Isaac Sim's window, of which there is none: they change nothing."""


class SimulationApp(_SimulationApp):
    """An application that runs until :meth:`close` is called, without a window.

    Args:
        launch_config: Settings of Isaac Sim; those that are no matter of its window are named in a warning.
        experience: Experience file of Omniverse; named in a warning.
    """

    def __init__(self, launch_config: Mapping[str, Any] | None = None, experience: str = "") -> None:
        super().__init__()
        self.config = dict(launch_config or {})
        unknown = [name for name in self.config if name not in WITHOUT_A_WINDOW] + ([experience] if experience else [])
        if unknown:
            logger.warning("These settings of the application have no effect: %s.", ", ".join(unknown))

    def update(self) -> None:
        """Advance the simulation by a frame, if it plays, and render it."""
        context = SimulationContext.instance()
        if context is not None and context.is_playing():
            context.step(render=True)
        else:
            super().update()
