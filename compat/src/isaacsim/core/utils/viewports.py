"""Where pictures are taken from, under the names of Isaac Sim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pippin.sim import SimulationContext
from pippin.sim.run.context import checked_camera_view

__all__ = ["set_camera_view"]

requested_view: tuple[Any, Any] | None = None
"""Eye and target that were asked for while there was no simulation: the next one has them."""


def set_camera_view(
    eye: Sequence[float],
    target: Sequence[float],
    camera_prim_path: str = "/OmniverseKit_Persp",
    viewport_api: Any = None,
) -> None:
    """Place the camera that viewers look through; see :meth:`pippin.sim.SimulationContext.set_camera_view`.

    Where there is no simulation, that of the next world is placed.

    Raises:
        NotImplementedError: The path is that of another camera.
        ValueError: ``eye`` or ``target`` is not a point, or they are the same.
    """
    global requested_view
    context = SimulationContext.instance()
    if context is None:
        requested_view = checked_camera_view(eye, target)
    else:
        context.set_camera_view(eye, target, camera_prim_path)
