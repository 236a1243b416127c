"""Names of isaacgym.gymapi."""

from pippin.gym.gymapi import *  # noqa: F403
from pippin.gym.gymapi import __getattr__ as __getattr__  # the class Gym
