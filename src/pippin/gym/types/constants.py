"""Numbers of gymapi that belong to no enum."""

from __future__ import annotations

INVALID_HANDLE = -1
"""Handle that methods return where they found or made nothing."""

STATE_NONE = 0
STATE_POS = 1
"""Positions (and orientations) of a state."""
STATE_VEL = 2
"""Velocities of a state."""
STATE_ALL = 3

RIGID_BODY_NONE = 0
RIGID_BODY_DISABLE_GRAVITY = 1
"""Flag of a body that gravity does not act on."""
RIGID_BODY_DISABLE_SIMULATION = 2
"""Flag of a body that the engine does not move."""
RIGID_BODY_ENABLE_GYROSCOPIC_FORCES = 4

AXIS_NONE = 0
AXIS_X = 1
"""Translation along x. The axes of an attractor combine bitwise."""
AXIS_Y = 2
AXIS_Z = 4
AXIS_TRANSLATION = 7
AXIS_TWIST = 8
"""Rotation about x."""
AXIS_SWING_1 = 16
"""Rotation about y."""
AXIS_SWING_2 = 32
"""Rotation about z."""
AXIS_ROTATION = 56
AXIS_ALL = 63

DEFAULT_VIEWER_WIDTH = 1600
"""Width of a viewer's window [pixels]."""
DEFAULT_VIEWER_HEIGHT = 900
"""Height of a viewer's window [pixels]."""
