"""Where the parts of actors are: in the engine's model, and in the tensors over all actors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import warp as wp

from pippin.physics.spherical_joints import spherical_places
from pippin.physics.worlds import Worlds

from .sim import GymEnv
from .variants import prefix_of


@dataclass(frozen=True)
class HostTables:
    """Where the parts of the actors of one environment are in the engine's model of its variant.

    Bodies, DOFs and shapes are in the order of the actors. ``*_starts`` has one more entry than there are actors: what
    belongs to actor ``a`` of the environment is from ``starts[a]`` to ``starts[a + 1]``.

    Attributes:
        bodies: Body of the model, shape (num_bodies,).
        dofs: Degree of freedom, shape (num_dofs,).
        coordinates: Position coordinate of each DOF, shape (num_dofs,).
        joints: Joint of each DOF, shape (num_dofs,).
        actuators: Actuator of each DOF, shape (num_dofs,).
        places: Place of each DOF in a spherical joint (0, 1, 2), or -1, shape (num_dofs,).
        shapes: Geometry, shape (num_shapes,).
        tendons: Tendon, shape (num_tendons,).
        body_starts: First body of each actor.
        dof_starts: First DOF of each actor.
        shape_starts: First shape of each actor.
        tendon_starts: First tendon of each actor.
        root_coordinates: First coordinate of the free joint of each actor's root body, or -1, shape (num_actors,).
        root_dofs: First degree of freedom of it, or -1, shape (num_actors,).
        root_mocaps: Index of each actor's root body among the mocap bodies, or -1, shape (num_actors,).
    """

    bodies: np.ndarray
    dofs: np.ndarray
    coordinates: np.ndarray
    joints: np.ndarray
    actuators: np.ndarray
    places: np.ndarray
    shapes: np.ndarray
    tendons: np.ndarray
    body_starts: np.ndarray
    dof_starts: np.ndarray
    shape_starts: np.ndarray
    tendon_starts: np.ndarray
    root_coordinates: np.ndarray
    root_dofs: np.ndarray
    root_mocaps: np.ndarray


def host_tables(worlds: Worlds, env: GymEnv) -> HostTables:
    """Find the parts of an environment's actors in the engine's model by their names."""
    layout = worlds.layout
    body_of = {name: index for index, name in enumerate(layout.body_paths)}
    joint_of = {name: index for index, name in enumerate(layout.joint_paths)}
    geom_of = {name: index for index, name in enumerate(layout.geom_paths)}
    bodies, joints, shapes, tendons, roots = [], [], [], [], []
    for actor in env.actors:
        prefix, description = prefix_of(actor), actor.description
        roots.append(body_of[prefix + description.bodies[0].key])
        bodies += [body_of[prefix + body.key] for body in description.bodies]
        joints += [joint_of[prefix + dof.key] for dof in description.dofs]
        shapes += [geom_of[prefix + shape.key] for shape in description.shapes]
        tendons += [worlds.model.tendon(prefix + tendon.key).id for tendon in description.tendons]
    joint_ids = np.array(joints, dtype=np.int64)
    dofs = layout.joint_dofs[joint_ids]
    free = [joint_of.get(layout.body_paths[root], -1) for root in roots]
    return HostTables(
        bodies=np.array(bodies, dtype=np.int64),
        dofs=dofs,
        coordinates=layout.joint_qpos[joint_ids],
        joints=joint_ids,
        actuators=layout.dof_actuators[dofs],
        places=spherical_places(worlds.model, joint_ids),
        shapes=np.array(shapes, dtype=np.int64),
        tendons=np.array(tendons, dtype=np.int64),
        body_starts=_starts([len(actor.description.bodies) for actor in env.actors]),
        dof_starts=_starts([len(actor.description.dofs) for actor in env.actors]),
        shape_starts=_starts([len(actor.description.shapes) for actor in env.actors]),
        tendon_starts=_starts([len(actor.description.tendons) for actor in env.actors]),
        root_coordinates=np.array([layout.joint_qpos[joint] if joint >= 0 else -1 for joint in free]),
        root_dofs=np.array([layout.joint_dofs[joint] if joint >= 0 else -1 for joint in free]),
        root_mocaps=layout.body_mocaps[roots],
    )


def _starts(counts: list[int]) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


@wp.struct
class ActorTables:
    """:class:`HostTables` on the device, with the rows of the tensors over all actors."""

    bodies: wp.array(dtype=int)  # (B,)
    dofs: wp.array(dtype=int)  # (D,)
    coordinates: wp.array(dtype=int)  # (D,)
    actuators: wp.array(dtype=int)  # (D,)
    places: wp.array(dtype=int)  # (D,)
    body_starts: wp.array(dtype=int)  # (A + 1,)
    dof_starts: wp.array(dtype=int)  # (A + 1,)
    root_coordinates: wp.array(dtype=int)  # (A,)
    root_dofs: wp.array(dtype=int)  # (A,)
    root_mocaps: wp.array(dtype=int)  # (A,)
    actor_rows: wp.array2d(dtype=int)  # (W, A) index of each actor in the simulation
    body_rows: wp.array2d(dtype=int)  # (W, B)
    dof_rows: wp.array2d(dtype=int)  # (W, D)
    world_of: wp.array(dtype=int)  # (num_actors,) world of each actor of the simulation, -1 in other variants
    slot_of: wp.array(dtype=int)  # (num_actors,) its index in the environment


def device_tables(host: HostTables, envs: tuple[GymEnv, ...], num_actors: int, device: str) -> ActorTables:
    """Upload the tables of the environments of one variant.

    Args:
        host: Tables of one of them.
        envs: The environments, in the order of the worlds.
        num_actors: Number of actors in the simulation.
        device: Warp device.
    """

    def upload(values: np.ndarray) -> wp.array:
        return wp.array(np.ascontiguousarray(values, dtype=np.int32), dtype=int, device=device)

    actor_rows = np.array([[actor.index for actor in env.actors] for env in envs])
    slots = np.arange(actor_rows.shape[1])
    world_of = np.full(num_actors, -1)
    slot_of = np.full(num_actors, -1)
    world_of[actor_rows] = np.arange(len(envs))[:, None]
    slot_of[actor_rows] = slots
    tables = ActorTables()
    for name in ("bodies", "dofs", "coordinates", "actuators", "places", "body_starts", "dof_starts"):
        setattr(tables, name, upload(getattr(host, name)))
    for name in ("root_coordinates", "root_dofs", "root_mocaps"):
        setattr(tables, name, upload(getattr(host, name)))
    tables.actor_rows = upload(actor_rows)
    tables.body_rows = upload(_rows(np.array([[a.first_body for a in env.actors] for env in envs]), host.body_starts))
    tables.dof_rows = upload(_rows(np.array([[a.first_dof for a in env.actors] for env in envs]), host.dof_starts))
    tables.world_of = upload(world_of)
    tables.slot_of = upload(slot_of)
    return tables


def _rows(firsts: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Rows of the parts of all actors.

    Args:
        firsts: Row of the first part of each actor, shape (W, A).
        starts: First part of each actor within an environment, shape (A + 1,).

    Returns:
        Rows, shape (W, starts[-1]): with starts (0, 2, 3), the firsts (10, 40) give the rows (10, 11, 40).
    """
    counts = np.diff(starts)
    within = np.arange(starts[-1]) - np.repeat(starts[:-1], counts)
    return np.repeat(firsts, counts, axis=1) + within
