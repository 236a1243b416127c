"""Where pictures are taken from, under the names of Isaac Sim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pippin.sim import SimulationContext

__all__ = ["set_camera_view"]


def set_camera_view(
    eye: Sequence[float],
    target: Sequence[float],
    camera_prim_path: str = "/OmniverseKit_Persp",
    viewport_api: Any = None,
) -> None:
    """Place the camera that viewers look through; see :meth:`pippin.sim.SimulationContext.set_camera_view`.

    Raises:
        RuntimeError: There is no simulation.
    """
    context = SimulationContext.instance()
    if context is None:
        raise RuntimeError("There is no simulation whose camera could be placed: make a World first.")
    context.set_camera_view(eye, target, camera_prim_path)
