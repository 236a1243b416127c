"""Contacts as records.

Net contact forces on bodies, in world axes [N], and single contacts. The tensor of net forces is faster.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..engine.checks import require_kind, require_number
from ..engine.contact_records import contact_lines, contact_records
from ..engine.sim import GymEnv, GymSim
from ..engine.state_records import as_records
from ..engine.viewer import GymViewer
from ..types import Vec3
from .handles import as_env, as_prepared, as_sim, as_viewer


def get_rigid_contacts(sim: GymSim) -> np.ndarray:
    """Return all contacts as the states are now, by environment: ``RigidContact.dtype``, shape (num_contacts,)."""
    return contact_records(as_prepared(sim), as_sim(sim).envs)


def get_env_rigid_contacts(env: GymEnv) -> np.ndarray:
    """Return the contacts in an environment as its state is now: ``RigidContact.dtype``, shape (num_contacts,)."""
    env = as_env(env)
    return contact_records(as_prepared(env.sim), [env])


def draw_env_rigid_contacts(viewer: GymViewer, env: GymEnv, color: Vec3, scale: float, sqrt_scale: bool) -> None:
    """Add lines along the normal forces of the contacts in an environment, from where they act on the second body.

    Args:
        viewer: Viewer that shows them until ``clear_lines``.
        env: The environment.
        color: Colour of the lines.
        scale: Length [m] of the line for a force of 1 N.
        sqrt_scale: Whether lengths grow with the square roots of the forces.
    """
    viewer = as_viewer(viewer)
    color = require_kind(color, Vec3, "Vec3")
    contacts = get_env_rigid_contacts(env)
    if len(contacts):
        lines = contact_lines(env, contacts, require_number(scale, "scale"), bool(sqrt_scale))
        viewer.lines.append((env, lines, np.tile([color.x, color.y, color.z], (len(lines), 1)).astype(np.float32)))


def get_rigid_contact_forces(sim: GymSim) -> np.ndarray:
    """Return the net contact forces on all bodies in the last step [N]: ``Vec3.dtype``, shape (num_bodies,)."""
    sim = as_sim(sim)
    return as_records(_forces(sim), Vec3.dtype)


def get_env_rigid_contact_forces(env: GymEnv) -> np.ndarray:
    """Return the net contact forces on the bodies in an environment [N]: ``Vec3.dtype``, shape (num_bodies,)."""
    return as_records(_forces_in(as_env(env)), Vec3.dtype)


def get_vec_env_rigid_contact_forces(envs: Sequence[GymEnv]) -> np.ndarray:
    """Return the net contact forces on the bodies in environments with equally many, shape (num_envs, num_bodies)."""
    return np.stack([get_env_rigid_contact_forces(env) for env in envs])


def _forces(sim: GymSim) -> np.ndarray:
    """Net contact forces on all bodies, shape (num_bodies, 3)."""
    contacts = as_prepared(sim).contact_forces
    forces = contacts.forces()
    contacts.refresh()
    return forces.cpu().numpy()


def _forces_in(env: GymEnv) -> np.ndarray:
    """Net contact forces on the bodies of an environment, in the order of its handles."""
    forces = _forces(env.sim)
    rows = [np.arange(actor.first_body, actor.first_body + actor.num_bodies) for actor in env.actors]
    return forces[np.concatenate(rows)] if rows else np.zeros((0, 3), np.float32)
