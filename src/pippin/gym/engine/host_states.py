"""Copies on the host of the states of all actors, which go to the engine together, before it needs them."""

from __future__ import annotations

import numpy as np
import torch

from .contract import EngineContract
from .sim import Actor
from .state_tensors import StateTensors


class HostStates:
    """Copies of the states of all actors on the host.

    Args:
        engine: The engine.
    """

    def __init__(self, engine: EngineContract) -> None:
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
