"""States and commands of single actors, on the host.

What is set before the simulation is prepared is recorded; afterwards it is written to copies on the host, which go to
the engine together, before it needs them. So a loop over actors costs one upload.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from ..types.constants import STATE_POS, STATE_VEL
from .actor import Actor
from .sim import GymSim
from .state_tensors import StateTensors

if TYPE_CHECKING:
    from .engine import Engine


class HostStates:
    """Copies of the states of all actors on the host.

    Args:
        engine: The engine.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._tensors = StateTensors(engine)
        self._read: dict[str, tuple[int, np.ndarray]] = {}
        self._written: dict[str, set[int]] = {"roots": set(), "dofs": set()}

    def roots(self) -> np.ndarray:
        """States of all root bodies, shape (num_actors, 13). For writing, say which with :meth:`roots_written`."""
        if not self._written["roots"]:
            return self._fresh("roots", self._tensors.root_states, self._tensors.refresh_root_states)
        return self._read["roots"][1]

    def dofs(self) -> np.ndarray:
        """States of all DOFs, shape (num_dofs, 2). For writing, say whose with :meth:`dofs_written`."""
        if not self._written["dofs"]:
            return self._fresh("dofs", self._tensors.dof_states, self._tensors.refresh_dof_states)
        return self._read["dofs"][1]

    def bodies(self) -> np.ndarray:
        """States of all bodies, shape (num_bodies, 13)."""
        self.flush()
        return self._fresh("bodies", self._tensors.body_states, self._tensors.refresh_body_states)

    def roots_written(self, actor: Actor) -> None:
        """Say that the state of an actor's root was written."""
        self._written["roots"].add(actor.index)

    def dofs_written(self, actor: Actor) -> None:
        """Say that the states of an actor's DOFs were written."""
        self._written["dofs"].add(actor.index)

    def start_moving(self) -> None:
        """Let actors have the velocities that they were given before there was an engine."""
        for actor in self._engine.sim.actors:
            if actor.velocity is not None:
                self.roots()[actor.index, 7:] = actor.velocity
                self.roots_written(actor)

    def flush(self) -> None:
        """Hand the engine what was written."""
        device = self._engine.sim.tensor_device
        for name, write in (("roots", self._tensors.set_root_states), ("dofs", self._tensors.set_dof_states)):
            actors, self._written[name] = self._written[name], set()
            if actors:
                values = torch.from_numpy(self._read[name][1]).to(device)
                write(values, torch.tensor(sorted(actors), dtype=torch.int32, device=device))

    def _fresh(self, name: str, acquire: object, refresh: object) -> np.ndarray:
        """Copy of a tensor, no older than the state."""
        version, values = self._read.get(name, (-1, np.zeros(0)))
        if version != self._engine.version or name not in self._read:
            tensor = acquire()  # type: ignore[operator]
            refresh()  # type: ignore[operator]
            values = tensor.cpu().numpy().copy()
            self._read[name] = (self._engine.version, values)
        return values


# Reading and writing one actor, whether there is an engine or not.


def _require_finite(values: np.ndarray, what: str) -> None:
    """Refuse to write what would be lost at once.

    Raises:
        ValueError: A number is infinite or none.
    """
    if not np.isfinite(values).all():
        raise ValueError(f"expected finite {what}, got {values[~np.isfinite(values)][0]} among them.")


def root_state(actor: Actor) -> np.ndarray:
    """State of the root body of an actor, shape (13,), float32; a copy."""
    engine = actor.env.sim.engine
    if engine is not None:
        return engine.host_states.roots()[actor.index].copy()
    velocity = np.zeros(6, np.float32) if actor.velocity is None else actor.velocity
    return np.concatenate([actor.pose, velocity])


def set_root_state(actor: Actor, state: np.ndarray) -> None:
    """Set the state of the root body of an actor, shape (13,)."""
    _require_finite(state, "states of bodies")
    engine = actor.env.sim.engine
    if engine is not None:
        engine.host_states.roots()[actor.index] = state
        engine.host_states.roots_written(actor)
        return
    actor.pose, actor.velocity = state[:7].astype(np.float32), state[7:].astype(np.float32)


def dof_states(actor: Actor) -> np.ndarray:
    """Positions and velocities of an actor's DOFs, shape (num_dofs, 2), float32; a copy."""
    engine = actor.env.sim.engine
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
    engine = actor.env.sim.engine
    if engine is not None:
        engine.host_states.dofs()[actor.first_dof : actor.first_dof + actor.num_dofs] = values
        engine.host_states.dofs_written(actor)
    else:
        actor.dof_states = values


def body_states(actor: Actor) -> np.ndarray:
    """States of an actor's bodies, shape (num_bodies, 13), float32; a copy."""
    engine = actor.env.sim.engine
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
    if sim.engine is not None:
        return sim.engine.host_states.bodies().copy()
    states = [body_states(actor) for actor in sim.actors]
    return np.concatenate(states) if states else np.zeros((0, 13), np.float32)


# Commands.

COMMANDS = ("position_target", "velocity_target", "effort")


def command(actor: Actor, name: str) -> np.ndarray:
    """Targets or efforts of an actor's DOFs, shape (num_dofs,), float32; a copy."""
    engine = actor.env.sim.engine
    if engine is not None:
        return engine.drives.read(actor, name)
    values = actor.commands.get(name)
    return np.zeros(actor.num_dofs, np.float32) if values is None else values.copy()


def set_command(actor: Actor, name: str, values: np.ndarray) -> None:
    """Set targets or efforts of an actor's DOFs, shape (num_dofs,)."""
    _require_finite(values, "targets and efforts")
    engine = actor.env.sim.engine
    if engine is not None:
        engine.drives.assign(actor, name, values)
    else:
        actor.commands[name] = values.astype(np.float32)
