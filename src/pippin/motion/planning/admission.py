"""Kernel that looks at the ends of problems before any search begins."""

# No postponed annotations here: Warp evaluates those of a kernel, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache

import warp as wp

from pippin.motion.ik.functions import coordinates_type

from .clearances import configuration_clearance_function, scene_struct
from .kernel_kind import KernelKind
from .outcome import FOUND, GOAL_BEYOND_LIMITS, GOAL_BLOCKED, INVALID, START_BLOCKED

MARGIN = 1.0e-4
"""Distance below which bodies count as touching during motions [m]; start and goal may be half of it closer."""

LEAST_MARGIN = 1.0e-6
"""That distance where start or goal all but touch something [m]."""

LIMIT_TOLERANCE = 1.0e-6
"""How far a goal may be beyond the limits [m or rad]: the rounding of single precision."""


@cache
def admit_kernel(kind: KernelKind) -> wp.Kernel:
    """Build the kernel that looks at start and goal, over problems."""
    scalar, num_coordinates = kind.scalar, kind.num_coordinates
    coordinates = coordinates_type(scalar, num_coordinates)
    configuration_clearance = configuration_clearance_function(kind)

    @wp.kernel(module="unique", enable_backward=False)
    def admit(
        scene: scene_struct(scalar, num_coordinates),
        num_worlds: wp.int32,
        lower: coordinates,
        upper: coordinates,
        starts: wp.array(dtype=coordinates),  # (num_problems,)
        goals: wp.array(dtype=coordinates),  # (num_problems,)
        outcomes_out: wp.array(dtype=wp.int32),  # (num_problems,), FOUND: nothing is wrong
        margins_out: wp.array(dtype=scalar),  # (num_problems,), a margin that leaves both free [m]
    ):
        """Tell what is wrong with start or goal of each problem."""
        problem = wp.tid()
        world_id = wp.min(problem, num_worlds - 1)
        start, goal = starts[problem], goals[problem]
        outcome = wp.int32(FOUND)
        for i in range(num_coordinates):
            if goal[i] < lower[i] - scalar(LIMIT_TOLERANCE) or goal[i] > upper[i] + scalar(LIMIT_TOLERANCE):
                outcome = wp.int32(GOAL_BEYOND_LIMITS)
        for i in range(num_coordinates):
            if not (wp.isfinite(start[i]) and wp.isfinite(goal[i])):
                outcome = wp.int32(INVALID)
        clearance = scalar(2.0 * MARGIN)
        end = wp.int32(0)
        while end < 2 and outcome == FOUND:
            q = start
            if end == 1:
                q = goal
            clearance = configuration_clearance(scene, world_id, q, clearance)
            if clearance < scalar(0.0):
                outcome = wp.where(end == 0, START_BLOCKED, GOAL_BLOCKED)
            end += 1
        outcomes_out[problem] = outcome
        margins_out[problem] = wp.max(scalar(0.5) * clearance, scalar(LEAST_MARGIN))

    return admit
