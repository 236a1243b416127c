"""skrl: a wrapper for environments, and training by its PPO."""

from __future__ import annotations

from .wrapper import SkrlVecEnvWrapper

__all__ = ["SkrlVecEnvWrapper"]
