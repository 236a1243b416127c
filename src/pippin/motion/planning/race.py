"""Several searches of one problem at once: as soon as one has found a path, the others need not go on.

A search gives up once it has taken as many iterations as another of the same problem needed. The one with the fewest
iterations is never among these, so what wins does not depend on which of them runs faster.
"""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.

from functools import cache

import warp as wp

from .lanes import largest_function

UNSOLVED = 0x7FFFFFFF
"""Fewest iterations of a problem that no search has found a path for."""


@cache
def is_beaten_function(num_lanes: int) -> wp.Function:
    """Build the function by which all lanes of a search learn whether to give up."""
    largest = largest_function(wp.int32, num_lanes)

    @wp.func
    def is_beaten(fewest: wp.array(dtype=wp.int32), problem: wp.int32, lane: wp.int32, iteration: wp.int32) -> wp.bool:
        """Whether another search of the problem has found a path in no more iterations."""
        known = wp.int32(0)
        if lane == 0:
            known = wp.atomic_min(fewest, problem, wp.int32(UNSOLVED))  # a plain read might be of a stale cache
        return iteration >= largest(known)

    return is_beaten


@wp.func
def report_path(fewest: wp.array(dtype=wp.int32), problem: wp.int32, lane: wp.int32, iteration: wp.int32):
    """Tell the other searches of the problem that this one has found a path."""
    if lane == 0:
        wp.atomic_min(fewest, problem, iteration)
