"""Methods of Gym that count soft bodies, of which there are none."""

from __future__ import annotations

from ..engine.actor import GymEnv
from ..engine.sim import GymSim
from ..types import SoftMaterial
from .handles import as_actor, as_sim


class SoftBodyCalls:
    """Counts of what there is none of."""

    def get_actor_soft_body_count(self, env: GymEnv, actor_handle: int) -> int:
        """Give the number of soft bodies of an actor: there are none."""
        as_actor(env, actor_handle, "get_actor_soft_body_count")
        return 0

    def get_actor_soft_materials(self, env: GymEnv, actor_handle: int) -> list[SoftMaterial]:
        """Give the materials of an actor's soft bodies: there are none."""
        as_actor(env, actor_handle, "get_actor_soft_materials")
        return []

    def get_sim_tetrahedra_count(self, sim: GymSim) -> int:
        """Give the number of tetrahedra of soft bodies: there are none."""
        as_sim(sim, "get_sim_tetrahedra_count")
        return 0

    def get_sim_triangle_count(self, sim: GymSim) -> int:
        """Give the number of triangles of soft bodies: there are none."""
        as_sim(sim, "get_sim_triangle_count")
        return 0
