"""States and commands of single actors, on the host.

What is set before the simulation is prepared is recorded; afterwards it is written to copies on the host, which go to
the engine together, before it needs them. So a loop over actors costs one upload.
"""

from __future__ import annotations

import numpy as np

from ..types.constants import STATE_POS, STATE_VEL
from .engine import engine_of
from .sim import Actor, GymSim


def _require_finite(values: np.ndarray, what: str) -> None:
    """Refuse to write what would be lost at once.

    Raises:
        ValueError: A number is infinite or none.
    """
    if not np.isfinite(values).all():
        raise ValueError(f"expected finite {what}, got {values[~np.isfinite(values)][0]} among them.")


def root_state(actor: Actor) -> np.ndarray:
    """State of the root body of an actor, shape (13,), float32; a copy."""
    engine = engine_of(actor.env.sim)
    if engine is not None:
        return engine.host_states.roots()[actor.index].copy()
    velocity = np.zeros(6, np.float32) if actor.velocity is None else actor.velocity
    return np.concatenate([actor.pose, velocity])


def set_root_state(actor: Actor, state: np.ndarray) -> None:
    """Set the state of the root body of an actor, shape (13,)."""
    _require_finite(state, "states of bodies")
    engine = engine_of(actor.env.sim)
    if engine is not None:
        engine.host_states.roots()[actor.index] = state
        engine.host_states.roots_written(actor)
        return
    actor.pose, actor.velocity = state[:7].astype(np.float32), state[7:].astype(np.float32)


def dof_states(actor: Actor) -> np.ndarray:
    """Positions and velocities of an actor's DOFs, shape (num_dofs, 2), float32; a copy."""
    engine = engine_of(actor.env.sim)
    if engine is not None:
        return engine.host_states.dofs()[actor.first_dof : actor.first_dof + actor.num_dofs].copy()
    return np.zeros((actor.num_dofs, 2), np.float32) if actor.dof_states is None else actor.dof_states.copy()


def set_dof_states(actor: Actor, states: np.ndarray, flags: int) -> None:
    """Set positions or velocities of an actor's DOFs, or both.

    Args:
        actor: The actor.
        states: Shape (num_dofs, 2).
        flags: Bits STATE_POS and STATE_VEL.
    """
    values = dof_states(actor)
    for column, flag in ((0, STATE_POS), (1, STATE_VEL)):
        if flags & flag:
            values[:, column] = states[:, column]
    _require_finite(values, "states of DOFs")
    engine = engine_of(actor.env.sim)
    if engine is not None:
        engine.host_states.dofs()[actor.first_dof : actor.first_dof + actor.num_dofs] = values
        engine.host_states.dofs_written(actor)
    else:
        actor.dof_states = values


def body_states(actor: Actor) -> np.ndarray:
    """States of an actor's bodies, shape (num_bodies, 13), float32; a copy."""
    engine = engine_of(actor.env.sim)
    if engine is not None:
        return engine.host_states.bodies()[actor.first_body : actor.first_body + actor.num_bodies].copy()
    return actor.asset.kinematics_at(actor.scale).body_states(root_state(actor), dof_states(actor))


def set_body_states(actor: Actor, states: np.ndarray, flags: int) -> None:
    """Set the state of an actor such that its bodies have the given ones, as well as its joints allow.

    Args:
        actor: The actor.
        states: States of all its bodies, shape (num_bodies, 13).
        flags: Bits STATE_POS and STATE_VEL.
    """
    wanted = body_states(actor)
    if flags & STATE_POS:
        wanted[:, :7] = states[:, :7]
    if flags & STATE_VEL:
        wanted[:, 7:] = states[:, 7:]
    _require_finite(wanted, "states of bodies")
    solved = actor.asset.kinematics_at(actor.scale).dof_states(wanted, dof_states(actor))
    set_root_state(actor, wanted[0])
    set_dof_states(actor, solved, STATE_POS | STATE_VEL)


def dof_frames(actor: Actor) -> tuple[np.ndarray, np.ndarray]:
    """Points on the axes of an actor's DOFs [m], and their directions, in the environment's frame, (num_dofs, 3)."""
    return actor.asset.kinematics_at(actor.scale).dof_frames(root_state(actor), dof_states(actor))


def all_body_states(sim: GymSim) -> np.ndarray:
    """States of all bodies of a simulation, shape (num_bodies, 13), float32; a copy."""
    engine = engine_of(sim)
    if engine is not None:
        return engine.host_states.bodies().copy()
    states = [body_states(actor) for actor in sim.actors]
    return np.concatenate(states) if states else np.zeros((0, 13), np.float32)


# Commands.

COMMANDS = ("position_target", "velocity_target", "effort")


def command(actor: Actor, name: str) -> np.ndarray:
    """Targets or efforts of an actor's DOFs, shape (num_dofs,), float32; a copy."""
    engine = engine_of(actor.env.sim)
    if engine is not None:
        return engine.drives.read(actor, name)
    values = actor.commands.get(name)
    return np.zeros(actor.num_dofs, np.float32) if values is None else values.copy()


def set_command(actor: Actor, name: str, values: np.ndarray) -> None:
    """Set targets or efforts of an actor's DOFs, shape (num_dofs,)."""
    _require_finite(values, "targets and efforts")
    engine = engine_of(actor.env.sim)
    if engine is not None:
        engine.drives.assign(actor, name, values)
    else:
        actor.commands[name] = values.astype(np.float32)
