"""Single contacts as records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from scipy.spatial.transform import Rotation

from pippin.physics.contact_points import ContactPoint, contact_points
from pippin.physics.host_state import HostState

from ..types import RigidContact
from ..types.constants import INVALID_HANDLE
from .engine import Engine
from .part import Part
from .sim import GymEnv
from .single_states import body_states

_WORLD = 0  # index in the model of what does not move


def contact_records(engine: Engine, envs: Iterable[GymEnv]) -> np.ndarray:
    """Contacts in some environments as the states are now, by environment, shape (n,), ``RigidContact.dtype``.

    Points on the ground are in the world's frame.
    """
    engine.flush()
    engine.drives.write(engine.parts)
    wanted = {env.index for env in envs}
    found = [contact for part in engine.parts for contact in _contacts_in(engine, part, wanted)]
    return np.array([record for _, record in sorted(found, key=lambda pair: pair[0])], RigidContact.dtype)


def _contacts_in(engine: Engine, part: Part, wanted: set[int]) -> Iterator[tuple[int, tuple]]:
    """Records of the contacts in environments of a part, each with the index of the environment."""
    chosen = [world for world, env in enumerate(part.envs) if env.index in wanted]
    handles = {int(body): handle for handle, body in enumerate(part.host.bodies)}
    state = HostState(part.worlds)
    state.read()
    for world in chosen:
        state.load(world, engine.sim.gravity)
        env = part.envs[world]
        for contact in contact_points(state):
            yield env.index, _record(env, handles, contact)


def _record(env: GymEnv, handles: dict[int, int], contact: ContactPoint) -> tuple:
    bodies = [handles.get(body, INVALID_HANDLE) for body in contact.bodies]
    envs = [env.index if body != INVALID_HANDLE else -1 for body in bodies]
    first, second = (
        tuple(point + env.origin if body == _WORLD else point)
        for body, point in zip(contact.bodies, contact.points, strict=True)
    )
    nothing = (0.0, 0.0, 0.0)
    normal_force, *friction_forces = contact.force
    geometry = (first, second, 0.0, contact.overlap, tuple(contact.normal), nothing, nothing)
    return *envs, *bodies, *geometry, normal_force, tuple(friction_forces), *contact.friction


def contact_lines(env: GymEnv, contacts: np.ndarray, scale: float, sqrt_scale: bool) -> np.ndarray:
    """Lines along the normal forces of contacts in an environment.

    Args:
        env: The environment.
        contacts: Records of its contacts.
        scale: Length of a line for a force of 1 N [m].
        sqrt_scale: Whether lengths grow with the square roots of the forces.

    Returns:
        Both ends of each line in the frame of the environment [m], shape (num_contacts, 2, 3). A line begins where the
        force acts on the second body, or on the first one where the second is the ground.
    """
    states = np.concatenate([body_states(actor) for actor in env.actors])
    on_second = contacts["body1"] != INVALID_HANDLE
    poses = states[np.where(on_second, contacts["body1"], contacts["body0"]), :7]
    points = np.where(on_second[:, None], _plain(contacts["localPos1"]), _plain(contacts["localPos0"]))
    starts = poses[:, :3] + Rotation.from_quat(poses[:, 3:]).apply(points)
    lengths = np.sqrt(contacts["lambda"]) if sqrt_scale else contacts["lambda"]
    directions = np.where(on_second[:, None], 1.0, -1.0) * _plain(contacts["normal"])
    return np.stack([starts, starts + scale * lengths[:, None] * directions], axis=1).astype(np.float32)


def _plain(vectors: np.ndarray) -> np.ndarray:
    """Numbers of records of vectors, shape (n, 3)."""
    return np.stack([vectors["x"], vectors["y"], vectors["z"]], axis=1)
