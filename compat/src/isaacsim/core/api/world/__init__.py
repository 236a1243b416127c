"""Names of isaacsim.core.api.world."""

from __future__ import annotations

from ..scenes import Scene
from ..simulation_context import SimulationContext

__all__ = ["World"]


class World(SimulationContext):
    """:class:`pippin.objects.World` with the arguments of Isaac Sim; see :class:`SimulationContext`."""

    scene: Scene
    scene_type = Scene
