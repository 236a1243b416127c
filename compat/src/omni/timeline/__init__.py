"""Names of omni.timeline that programs start and stop the simulation with."""

from __future__ import annotations

from pippin.sim import SimulationContext

__all__ = ["Timeline", "get_timeline_interface"]


class Timeline:
    """The timeline of the simulation that there is.

    Raises:
        RuntimeError: There is none.
    """

    def __init__(self) -> None:
        simulation = SimulationContext.instance()
        if simulation is None:
            raise RuntimeError("There is no simulation whose timeline this could be: make a World first.")
        self._simulation = simulation

    def play(self) -> None:
        """Start the simulation, or go on after a pause."""
        self._simulation.play()

    def pause(self) -> None:
        """Keep the state as it is."""
        self._simulation.pause()

    def stop(self) -> None:
        """End the simulation."""
        self._simulation.stop()

    def is_playing(self) -> bool:
        """Whether time passes with steps."""
        return self._simulation.is_playing()

    def is_stopped(self) -> bool:
        """Whether there is no physics."""
        return self._simulation.is_stopped()

    def get_current_time(self) -> float:
        """Simulated time since play [s]."""
        return self._simulation.current_time


def get_timeline_interface() -> Timeline:
    """The timeline of the simulation that there is."""
    return Timeline()
