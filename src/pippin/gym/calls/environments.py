"""Environments."""

from __future__ import annotations

import numpy as np

from ..engine.checks import require_index, require_kind
from ..engine.sim import GymEnv, GymSim
from ..types import Vec3
from .handles import as_env, as_sim, as_unprepared


def create_env(sim: GymSim, lower: Vec3, upper: Vec3, num_per_row: int) -> GymEnv:
    """Make an environment.

    Environments form a grid of cells of the size ``upper - lower``: along x first, ``num_per_row`` in a row, then
    along the other horizontal axis. The first one's frame is the world's. Environments never meet: what is in one
    is not in the way of what is in another.
    """
    sim = as_unprepared(sim)
    lower, upper = (require_kind(bound, Vec3, "Vec3") for bound in (lower, upper))
    count = int(num_per_row) if isinstance(num_per_row, (int, float, np.number)) else 0
    if count < 1:
        raise ValueError(f"expected 1 environment in a row at least, got {num_per_row!r}.")
    return sim.add_env(lower, upper, count)


def get_env(sim: GymSim, env_index: int) -> GymEnv:
    """Return the environment of an index."""
    sim = as_sim(sim)
    return sim.envs[require_index(env_index, len(sim.envs), "environment")]


def get_env_count(sim: GymSim) -> int:
    """Return the number of environments."""
    return len(as_sim(sim).envs)


def get_env_origin(env: GymEnv) -> Vec3:
    """Return the position of an environment's frame in the world [m]."""
    return Vec3(*as_env(env).origin)


def get_env_rigid_body_count(env: GymEnv) -> int:
    """Return the number of bodies in an environment."""
    return as_env(env).num_bodies


def get_env_joint_count(env: GymEnv) -> int:
    """Return the number of joints in an environment."""
    return as_env(env).num_joints


def get_env_dof_count(env: GymEnv) -> int:
    """Return the number of DOFs in an environment."""
    return as_env(env).num_dofs
