"""What the parts of the engine, such as tensors of states and of forces, need of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from .drives import DriveCommands
from .index_errors import IndexErrors
from .part import Part
from .sim import Actor, GymSim


class EngineContract(Protocol):
    """The engine as its parts see it.

    Attributes:
        sim: The simulation.
        device: Device, as Warp names it.
        parts: The environments, by variant.
        drives: Commands to DOFs.
        index_errors: Counts indices of actors that are out of range.
    """

    sim: GymSim
    device: str
    parts: list[Part]
    drives: DriveCommands
    index_errors: IndexErrors

    @property
    def version(self) -> int:
        """Number of steps and writes so far."""

    @property
    def calls_per_step(self) -> int:
        """Calls of the engine in a step of the simulation."""

    def place_of(self, actor: Actor) -> tuple[Part, int]:
        """Part and world in which an actor is."""

    def state_written(self, part: Part) -> None:
        """Say that the state of a part was written."""

    def flush(self) -> None:
        """Hand the engine what was set on the host since the last time."""

    def up_to_date_kinematics(self) -> Iterator[Part]:
        """The parts, each with the poses and velocities of its bodies up to date."""

    def rebuild(self) -> None:
        """Build the worlds again, because more is to be measured."""
