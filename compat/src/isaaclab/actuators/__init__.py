"""Names of isaaclab.actuators."""

from . import actuator_base, actuator_cfg, actuator_net, actuator_pd
from .actuator_base import *  # noqa: F403
from .actuator_cfg import *  # noqa: F403
from .actuator_net import *  # noqa: F403
from .actuator_pd import *  # noqa: F403

__all__ = [*actuator_base.__all__, *actuator_cfg.__all__, *actuator_net.__all__, *actuator_pd.__all__]
