"""Soft bodies.

There are none; these count them.
"""

from __future__ import annotations

from ..engine.sim import GymEnv, GymSim
from ..types import SoftMaterial
from .handles import as_actor, as_sim


def get_actor_soft_body_count(env: GymEnv, actor_handle: int) -> int:
    """Return the number of soft bodies of an actor: there are none."""
    as_actor(env, actor_handle)
    return 0


def get_actor_soft_materials(env: GymEnv, actor_handle: int) -> list[SoftMaterial]:
    """Return the materials of an actor's soft bodies: there are none."""
    as_actor(env, actor_handle)
    return []


def get_sim_tetrahedra_count(sim: GymSim) -> int:
    """Return the number of tetrahedra of soft bodies: there are none."""
    as_sim(sim)
    return 0


def get_sim_triangle_count(sim: GymSim) -> int:
    """Return the number of triangles of soft bodies: there are none."""
    as_sim(sim)
    return 0
