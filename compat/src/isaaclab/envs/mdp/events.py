"""Names of isaaclab.envs.mdp.events."""

from pippin.envs.mdp.events import *  # noqa: F403
from pippin.envs.mdp.events import __all__

__all__ = [*__all__]
