"""Names of isaaclab.envs.mdp.actions."""

from pippin.envs.mdp.actions import *  # noqa: F403
from pippin.envs.mdp.actions import __all__

__all__ = [*__all__]
