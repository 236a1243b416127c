"""What leads robots out of local minima: paths that a planner finds, a slice of work at each step.

RMPflow is a local policy: it comes to rest where its targets and what it avoids pull equally, though there may be a way
round. :class:`Guidance` watches for that. It then looks for configurations at the target, for a path to one of them
(RRT-Connect), and leads the robot along it with a c-space policy in place of those of the target. All other policies
stay as they are, so that what they keep the robot from, it is kept from on the way.
"""

from .guidance import Guidance
from .structs import Phase

__all__ = ["Guidance", "Phase"]
