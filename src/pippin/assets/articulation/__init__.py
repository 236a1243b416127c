"""Articulations: links, joints, and the actuators that drive them."""

from .articulation import Articulation, ArticulationCfg
from .data import ArticulationData

__all__ = ["Articulation", "ArticulationCfg", "ArticulationData"]
