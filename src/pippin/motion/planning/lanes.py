"""How the threads that share one problem, its lanes, come to common results: on a GPU several, on a CPU one."""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.

from functools import cache

import warp as wp


@cache
def largest_function(scalar: type, num_lanes: int) -> wp.Function:
    """Build the function that gives all lanes the largest number that one has; what they wrote before, all can read."""
    if num_lanes == 1:

        @wp.func
        def largest(value: scalar) -> scalar:
            """The number of the only lane."""
            return value

    else:

        @wp.func
        def largest(value: scalar) -> scalar:
            """The largest number of all lanes."""
            return wp.tile_extract(wp.tile_max(wp.tile(value)), 0)

    return largest
