"""Looking ahead: robots that will be stuck are led around it at once, not when they are; for kernels.

With every new target a second robot starts from where the robot is, and is moved by the policies alone, in long
substeps and many times as fast. Where it comes to rest short of the target, the robot would do so seconds later.
"""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="index,operator"

from functools import cache
from typing import Any

import warp as wp

from .watching import watching_functions

SUBSTEP = 1.0 / 30.0
"""Duration of a substep [s]. Damping that is too strong for it only stops (:mod:`..policies.policies`)."""

NUM_SUBSTEPS = 8
"""How many of them are taken at each step: as much work as a step and a half, and 16 times as fast at 60 Hz."""

HORIZON = 8.0
"""How far is looked ahead [s]. Robots that do not arrive until then, such as slow ones with a long way, are led too."""


@cache
def foresight_functions(scalar: type) -> tuple[wp.Function, wp.Function]:
    """Functions that begin to look ahead, and that tell whether the robot will be stuck."""
    _, _, _, is_stuck = watching_functions(scalar)

    @wp.func
    def look_ahead(motion: Any, ahead: Any, g: Any, env_id: int, num_coordinates: int):
        """Put the second robot where the robot is, with its velocity."""
        for i in range(num_coordinates):
            ahead.q[env_id, i] = motion.q[env_id, i]
            ahead.qd[env_id, i] = motion.qd[env_id, i]
        g.foresees[env_id] = wp.bool(True)
        g.foreseen_error[env_id] = scalar(wp.inf)
        g.foreseen_time[env_id] = scalar(0.0)
        g.time_ahead[env_id] = scalar(0.0)

    @wp.func
    def will_be_stuck(g: Any, env_id: int, error: scalar, arrives: wp.bool, speed: scalar, duration: scalar) -> wp.bool:
        """Whether the second robot is stuck or late, given its error and the speed at which it should become less."""
        g.time_ahead[env_id] = g.time_ahead[env_id] + duration
        rests = is_stuck(g.foreseen_error, g.foreseen_time, env_id, error, speed, duration)
        g.foresees[env_id] = not (rests or arrives or g.time_ahead[env_id] > scalar(HORIZON))
        return not (g.foresees[env_id] or arrives)

    return look_ahead, will_be_stuck
