"""How searches end."""

from __future__ import annotations

import enum

import warp as wp


class Outcome(enum.IntEnum):
    """How a search ended."""

    FOUND = 0
    """There is a path."""

    EXHAUSTED = 1
    """There is none after as many iterations as are allowed, or trees as large."""

    START_BLOCKED = 2
    """The start touches something."""

    GOAL_BLOCKED = 3
    """The goal touches something."""

    GOAL_BEYOND_LIMITS = 4
    """The goal is beyond the limits of the joints."""

    INVALID = 5
    """Start or goal are not finite."""

    OUT_OF_REACH = 6
    """The position of the target is farther away than the robot is long."""


FOUND = wp.constant(int(Outcome.FOUND))
EXHAUSTED = wp.constant(int(Outcome.EXHAUSTED))
START_BLOCKED = wp.constant(int(Outcome.START_BLOCKED))
GOAL_BLOCKED = wp.constant(int(Outcome.GOAL_BLOCKED))
GOAL_BEYOND_LIMITS = wp.constant(int(Outcome.GOAL_BEYOND_LIMITS))
INVALID = wp.constant(int(Outcome.INVALID))
OUT_OF_REACH = wp.constant(int(Outcome.OUT_OF_REACH))
