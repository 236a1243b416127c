"""A page in the browser for programs that know of none: it shows each simulation that the program plays."""

from __future__ import annotations

import logging

from pippin.sim import SimulationContext
from pippin.sim.run.timeline import TimelineEvent

from .browser import BrowserViewer

logger = logging.getLogger("pippin")

_CALLBACK = "pippin.viewers"
_quit: list[bool] = []
"""Not empty once "Quit" was pressed on a page."""


def was_quit() -> bool:
    """Whether "Quit" was pressed on a page: who loops as long as there is a window should end."""
    return bool(_quit)


def show_every_simulation(port: int = 8080) -> None:
    """Show each simulation from its reset on, and let the page's buttons pause and step the program.

    Args:
        port: Port of the page, or the next one that is free.
    """
    _quit.clear()
    SimulationContext.add_reset_callback(_CALLBACK, lambda simulation: _open(simulation, port))


def _open(simulation: SimulationContext, port: int) -> None:
    """Open a page at the first frame that is rendered, and close it when the simulation stops."""
    if simulation.render_callback_exists(_CALLBACK):
        return
    pages: list[BrowserViewer] = []

    def show(_: None) -> None:
        if simulation.physics is None:
            return
        if not pages:
            pages.append(BrowserViewer(simulation, port=port))
            pages[0].add_data_plot()
            logger.warning("The simulation is shown at %s.", pages[0].url)
        pages[0].follow()
        if not pages[0].is_open:
            _quit.append(True)
            simulation.remove_render_callback(_CALLBACK)
            pages.pop().close()
            logger.warning("The page was closed by its button 'Quit'; the program goes on as long as it will.")

    def close(event: TimelineEvent) -> None:
        if event is TimelineEvent.STOP and pages:
            pages.pop().close()

    simulation.add_render_callback(_CALLBACK, show)
    simulation.add_timeline_callback(_CALLBACK, close)
