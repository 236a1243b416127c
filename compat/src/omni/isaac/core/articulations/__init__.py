"""Older names of isaacsim.core.prims and isaacsim.core.api.articulations."""

from isaacsim.core.api.articulations import ArticulationSubset
from isaacsim.core.prims import Articulation as ArticulationView
from isaacsim.core.prims import SingleArticulation as Articulation

__all__ = ["Articulation", "ArticulationSubset", "ArticulationView"]
