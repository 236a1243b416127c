"""What an asset tells of its bodies, by Isaac Lab's names: functions that the classes of assets name."""

from __future__ import annotations

from .bodies import HasBodies
from .wrench_composer import WrenchComposer


def num_bodies(self: HasBodies) -> int:
    """Number of bodies of an instance."""
    return len(self.bodies.names)


def body_names(self: HasBodies) -> list[str]:
    """Names of the bodies, in the order of all arrays."""
    return self.bodies.names


def permanent_wrench_composer(self: HasBodies) -> WrenchComposer:
    """External wrenches that act in every step until they are set again or reset.

    They reach the engine with ``write_data_to_sim``, together with those of ``instantaneous_wrench_composer``.
    """
    return self.bodies.wrenches.permanent


def instantaneous_wrench_composer(self: HasBodies) -> WrenchComposer:
    """External wrenches that act in the next step only: ``write_data_to_sim`` forgets them."""
    return self.bodies.wrenches.instantaneous
