"""Methods of Gym for contact forces as records."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..engine.actor import GymEnv
from ..engine.sim import GymSim
from ..engine.state_records import as_records
from ..types import Vec3
from .handles import as_env, as_prepared, as_sim


class ContactForceCalls:
    """Net contact forces on bodies, as records. The tensor is faster."""

    def get_rigid_contact_forces(self, sim: GymSim) -> np.ndarray:
        """Give the net contact forces on all bodies in the last step [N]: records of ``Vec3.dtype``."""
        sim = as_sim(sim, "get_rigid_contact_forces")
        return as_records(_forces(sim, "get_rigid_contact_forces"), Vec3.dtype)

    def get_env_rigid_contact_forces(self, env: GymEnv) -> np.ndarray:
        """Give the net contact forces on the bodies in an environment [N]: records of ``Vec3.dtype``."""
        return as_records(_forces_in(as_env(env, "get_env_rigid_contact_forces")), Vec3.dtype)

    def get_vec_env_rigid_contact_forces(self, envs: Sequence[GymEnv]) -> np.ndarray:
        """Give the net contact forces on the bodies in some environments [N], a row for each of them."""
        return np.stack([self.get_env_rigid_contact_forces(env) for env in envs])


def _forces(sim: GymSim, call: str) -> np.ndarray:
    """Net contact forces on all bodies, shape (num_bodies, 3)."""
    contacts = as_prepared(sim, call).contact_forces
    forces = contacts.forces()
    contacts.refresh()
    return forces.cpu().numpy()


def _forces_in(env: GymEnv) -> np.ndarray:
    """Net contact forces on the bodies of an environment, in the order of its handles."""
    forces = _forces(env.sim, "get_env_rigid_contact_forces")
    rows = [np.arange(actor.first_body, actor.first_body + actor.num_bodies) for actor in env.actors]
    return forces[np.concatenate(rows)] if rows else np.zeros((0, 3), np.float32)
