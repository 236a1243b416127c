"""Names of isaaclab.envs.mdp.commands."""

from pippin.envs.mdp.commands import *  # noqa: F403
from pippin.envs.mdp.commands import __all__

__all__ = [*__all__]
