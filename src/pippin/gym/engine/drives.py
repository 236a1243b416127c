"""Commands to DOFs: what drives them, and the engine's actuators that follow."""

from __future__ import annotations

import numpy as np
import warp as wp

from .drive_kernels import Drives, write_controls
from .part import Part
from .sim import Actor, GymSim


class DriveCommands:
    """What drives the DOFs of all actors.

    Args:
        sim: The simulation.

    Attributes:
        arrays: Modes, gains, targets and efforts of all DOFs.
    """

    def __init__(self, sim: GymSim) -> None:
        self._device = sim.device
        self.arrays = Drives()
        properties = [actor.dof_properties for actor in sim.actors if actor.num_dofs]
        rests = [dof.rest for actor in sim.actors for dof in actor.description.dofs]

        def field(name: str, dtype: type) -> wp.array:
            values = np.concatenate([record[name] for record in properties]) if properties else np.zeros(0)
            return wp.array(values, dtype=dtype, device=sim.device)

        self.arrays.mode = field("driveMode", int)
        self.arrays.stiffness, self.arrays.damping = field("stiffness", float), field("damping", float)
        self.arrays.rest = wp.array(np.array(rests), dtype=float, device=sim.device)
        for name in ("position_target", "velocity_target", "effort"):
            setattr(self.arrays, name, wp.array(_first_commands(sim, name), dtype=float, device=sim.device))
        self._host: dict[str, np.ndarray] = {}
        self._changed = True

    def changed(self) -> None:
        """Say that the arrays were written, or the engine's actuators lost: the next step follows the arrays."""
        self._changed = True

    def set_properties(self, actor: Actor) -> None:
        """Take over the properties of an actor's DOFs."""
        rows = slice(actor.first_dof, actor.first_dof + actor.num_dofs)
        for name, field in (("mode", "driveMode"), ("stiffness", "stiffness"), ("damping", "damping")):
            getattr(self.arrays, name)[rows].assign(np.ascontiguousarray(actor.dof_properties[field]))
        self._changed = True

    def read(self, actor: Actor, name: str) -> np.ndarray:
        """Commands of an actor's DOFs, shape (num_dofs,), float32; a copy.

        Args:
            actor: The actor.
            name: "position_target", "velocity_target" or "effort".
        """
        values = self._host[name] if name in self._host else getattr(self.arrays, name).numpy()
        return values[actor.first_dof : actor.first_dof + actor.num_dofs].copy()

    def assign(self, actor: Actor, name: str, values: np.ndarray) -> None:
        """Set commands of an actor's DOFs, shape (num_dofs,). They go to the device together, when it needs them."""
        if name not in self._host:
            self._host[name] = getattr(self.arrays, name).numpy().copy()
        self._host[name][actor.first_dof : actor.first_dof + actor.num_dofs] = values
        self._changed = True

    def upload(self) -> None:
        """Hand the device what was assigned."""
        for name, values in self._host.items():
            getattr(self.arrays, name).assign(values)
        self._host.clear()

    def write(self, parts: list[Part]) -> None:
        """Tell the engine's actuators, if anything changed since the last time."""
        if not self._changed:
            return
        self.upload()
        for part in parts:
            if part.num_dofs:
                wp.launch(
                    write_controls,
                    dim=(part.num_worlds, part.num_dofs),
                    inputs=[part.tables, self.arrays, part.worlds.qpos],
                    outputs=[part.worlds.ctrl],
                    device=self._device,
                )
        self._changed = any((part.host.places >= 0).any() for part in parts)  # efforts there turn with the body


def _first_commands(sim: GymSim, name: str) -> np.ndarray:
    """Commands of all DOFs before the first command, shape (num_dofs,)."""
    values = np.zeros(sim.num_dofs, np.float32)
    for actor in sim.actors:
        if name in actor.commands:
            values[actor.first_dof : actor.first_dof + actor.num_dofs] = actor.commands[name]
    return values
