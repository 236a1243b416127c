"""Surface grippers by the paths of their prims, as programs of Isaac Sim 5 command them.

The grippers are those that are on the stage when the simulation begins to play, after a program has acquired the
interface: the engine is built with what they may hold.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from pxr import Sdf, Usd

from pippin import objects
from pippin.sim import SimulationContext, get_current_stage
from pippin.sim.expressions import require_matching_prims

from .surface_grippers import GRIPPER_TYPE, is_retrying, read_limits, read_surface_gripper

ACTS_FROM = 0.3
"""Size of an action from which a gripper opens (below zero) or closes (above)."""

LIMITS = {
    "max_grip_distance": "isaac:maxGripDistance",
    "coaxial_force_limit": "isaac:coaxialForceLimit",
    "shear_force_limit": "isaac:shearForceLimit",
    "retry_interval": "isaac:retryInterval",
}
"""Attribute of each property of a gripper."""


class GripperStatus(enum.IntEnum):
    """What a surface gripper does."""

    Open = 0
    Closing = 1
    Closed = 2


class SurfaceGripperInterface:
    """Opens and closes surface grippers, and tells what they hold."""

    def __init__(self) -> None:
        self._grippers: WeakKeyDictionary[SimulationContext, dict[str, objects.SurfaceGripper]] = WeakKeyDictionary()

    def find_grippers(self, simulation: SimulationContext) -> None:
        """Make the grippers of the stage, before its physics is built.

        Raises:
            ValueError: One has no attachment point with a body.
        """
        known = self._grippers.setdefault(simulation, {})
        for prim in Usd.PrimRange(get_current_stage().GetPseudoRoot(), Usd.TraverseInstanceProxies()):
            path = str(prim.GetPath())
            if prim.GetTypeName() == GRIPPER_TYPE and path not in known:
                gripper = read_surface_gripper(path)
                if gripper is not None:
                    known[path] = gripper

    def open_gripper(self, path: str) -> bool:
        """Let go; gives whether there was something to do."""
        was_open = self.get_gripper_status(path) is GripperStatus.Open
        self._gripper(path).open()
        return not was_open

    def close_gripper(self, path: str) -> bool:
        """Hold what is in front; gives whether it holds something."""
        return self._gripper(path).close()

    def set_gripper_action(self, path: str, action: float) -> bool:
        """Open by an action below -0.3, close by one above 0.3, and else leave it as it is."""
        if action < -ACTS_FROM:
            return self.open_gripper(path)
        return self.close_gripper(path) if action > ACTS_FROM else False

    def get_gripper_status(self, path: str) -> GripperStatus:
        """Whether it holds something, waits for something to hold, or is open."""
        gripper = self._gripper(path)
        if gripper.is_closed():
            return GripperStatus.Closed
        return GripperStatus.Closing if gripper.is_closing() else GripperStatus.Open

    def get_gripped_objects(self, path: str) -> list[str]:
        """Paths of the bodies that it holds."""
        return self._gripper(path).get_gripped_objects()

    def set_write_to_usd(self, write: bool) -> None:
        """Do nothing: the stage does not say what grippers hold."""

    def follow_limits(self, path: str) -> None:
        """Take the limits that the prim of a gripper has now, if the gripper has been made."""
        simulation = SimulationContext.instance()
        gripper = None if simulation is None else self._grippers.get(simulation, {}).get(path)
        if gripper is not None:
            prim = get_current_stage().GetPrimAtPath(path)
            gripper.set_limits(*read_limits(prim), retry_close=is_retrying(prim))

    def _gripper(self, path: str) -> objects.SurfaceGripper:
        simulation = SimulationContext.instance()
        known = {} if simulation is None else self._grippers.get(simulation, {})
        if str(path) not in known:
            raise RuntimeError(
                f"The simulation has no surface gripper '{path}'; there are: {', '.join(known) or 'none'}. Expected one"
                " that is on the stage, and its interface acquired, when the simulation begins to play."
            )
        return known[str(path)]


@functools.cache
def acquire_surface_gripper_interface() -> SurfaceGripperInterface:
    """Surface grippers by their paths, from the next play on."""
    return SurfaceGripperInterface()


def release_surface_gripper_interface(interface: SurfaceGripperInterface) -> None:
    """Do nothing: the interface holds nothing that could be given back."""


def find_grippers(simulation: SimulationContext) -> None:
    """Make the grippers of the stage, where a program has asked for their interface."""
    if acquire_surface_gripper_interface.cache_info().currsize:
        acquire_surface_gripper_interface().find_grippers(simulation)


class GripperView:
    """Several surface grippers.

    Args:
        paths: Path of their prims, an expression of these, or a list of either.
        max_grip_distance: How far each grips [m], as for :meth:`set_surface_gripper_properties`.
        coaxial_force_limit: Force along its axis at which its hold breaks [N].
        shear_force_limit: Force across it [N].
        retry_interval: Whether it goes on trying, above 0 [s].

    Raises:
        ValueError: There is no such prim.
    """

    def __init__(
        self,
        paths: str | Sequence[str],
        max_grip_distance: Any = None,
        coaxial_force_limit: Any = None,
        shear_force_limit: Any = None,
        retry_interval: Any = None,
    ) -> None:
        expressions = [paths] if isinstance(paths, str) else paths
        self.paths = [str(prim.GetPath()) for each in expressions for prim in require_matching_prims(each)]
        self._interface = acquire_surface_gripper_interface()
        self.set_surface_gripper_properties(max_grip_distance, coaxial_force_limit, shear_force_limit, retry_interval)

    @property
    def count(self) -> int:
        """Number of grippers."""
        return len(self.paths)

    def set_surface_gripper_properties(
        self,
        max_grip_distance: Any = None,
        coaxial_force_limit: Any = None,
        shear_force_limit: Any = None,
        retry_interval: Any = None,
        indices: Any = None,
    ) -> None:
        """Write properties to the prims, one number for each gripper, which count at once.

        Args:
            max_grip_distance: How far each grips [m].
            coaxial_force_limit: Force along its axis at which its hold breaks [N].
            shear_force_limit: Force across it [N].
            retry_interval: Whether it goes on trying, above 0 [s].
            indices: Grippers; None means all.
        """
        given = (max_grip_distance, coaxial_force_limit, shear_force_limit, retry_interval)
        for attribute, values in zip(LIMITS.values(), given, strict=True):
            for path, value in [] if values is None else self._of_each(values, indices):
                prim = get_current_stage().GetPrimAtPath(path)
                prim.CreateAttribute(attribute, Sdf.ValueTypeNames.Float).Set(value)
                self._interface.follow_limits(path)

    def apply_gripper_action(self, values: Any, indices: Any = None) -> None:
        """Open by values below -0.3, close by ones above 0.3.

        Args:
            values: One for each gripper, or for each of ``indices``.
            indices: Grippers; None means all.

        Raises:
            ValueError: There are not so many values.
            RuntimeError: A gripper is not in the simulation.
        """
        for path, value in self._of_each(values, indices):
            self._interface.set_gripper_action(path, value)

    def get_surface_gripper_status(self, indices: Any = None) -> list[GripperStatus]:
        """What each of them does."""
        return [self._interface.get_gripper_status(self.paths[i]) for i in self._rows(indices)]

    def get_gripped_objects(self, indices: Any = None) -> list[list[str]]:
        """Paths of the bodies that each of them holds."""
        return [self._interface.get_gripped_objects(self.paths[i]) for i in self._rows(indices)]

    def _rows(self, indices: Any) -> list[int]:
        return list(range(self.count)) if indices is None else np.ravel(indices).astype(int).tolist()

    def _of_each(self, values: Any, indices: Any) -> list[tuple[str, float]]:
        rows, numbers = self._rows(indices), np.ravel(values).astype(float).tolist()
        if len(numbers) == self.count:
            numbers = [numbers[row] for row in rows]
        if len(numbers) != len(rows):
            raise ValueError(
                f"There are {len(numbers)} values for {len(rows)} surface grippers; expected one for each."
            )
        return [(self.paths[row], number) for row, number in zip(rows, numbers, strict=True)]
