"""Terms of cartpole: those of :mod:`pippin.envs.mdp`."""

from pippin.envs.mdp import *  # noqa: F403
