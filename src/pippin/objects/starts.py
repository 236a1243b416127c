"""Poses from which copies of prims start, where they are not those of the prims on the stage that they copy.

They are (position [m], quaternion x, y, z, w) in the world.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol
from weakref import WeakKeyDictionary

import numpy as np

from pippin.sim import SimulationContext
from pippin.sim.run.timeline import TimelineEvent


class StartsElsewhere(Protocol):
    """An object that moves its prims to where they start."""

    def move_to_start(self, paths: Sequence[str], poses: np.ndarray) -> None:
        """Move prims of the scene that begins to play to poses in the world, shape (N, 7)."""


_starts: WeakKeyDictionary[SimulationContext, dict[str, tuple[StartsElsewhere, np.ndarray]]] = WeakKeyDictionary()
"""For each simulation the pose of each such copy, by its path, and the object that it was told to."""


def keep_start(owner: StartsElsewhere, path: str, pose: np.ndarray) -> None:
    """Let a copy start from a pose in the world, shape (7,), each time that the simulation plays.

    Raises:
        RuntimeError: There is no simulation.
    """
    simulation = SimulationContext.instance()
    if simulation is None:
        raise RuntimeError(f"'{path}' has a place of its own only in a simulation: make a SimulationContext first.")
    if simulation not in _starts:
        _starts[simulation] = {}
        simulation.timeline.subscribe(TimelineEvent.PLAY, _apply)
    _starts[simulation][path] = owner, pose


def forget_start(path: str) -> None:
    """Let a copy start from where the prim is that it copies."""
    _of_simulation().pop(path, None)


def with_starts(paths: Sequence[str], poses: np.ndarray) -> np.ndarray:
    """Poses on the stage, shape (N, 7), with those of their own for copies that have some."""
    known = _of_simulation()
    if known:
        poses = poses.copy()
        for i, path in enumerate(paths):
            if path in known:
                poses[i] = known[path][1]
    return poses


def has_start(path: str) -> bool:
    """Whether a copy starts elsewhere."""
    return path in _of_simulation()


def _of_simulation() -> dict[str, tuple[StartsElsewhere, np.ndarray]]:
    simulation = SimulationContext.instance()
    return {} if simulation is None else _starts.get(simulation, {})


def _apply(event: object) -> None:
    by_owner: dict[int, tuple[StartsElsewhere, list[str], list[np.ndarray]]] = {}
    for path, (owner, pose) in _of_simulation().items():
        _, paths, poses = by_owner.setdefault(id(owner), (owner, [], []))
        paths.append(path)
        poses.append(pose)
    for owner, paths, poses in by_owner.values():
        owner.move_to_start(paths, np.array(poses))
