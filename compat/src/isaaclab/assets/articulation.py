"""Names of isaaclab.assets.articulation."""

from pippin.assets import Articulation, ArticulationCfg, ArticulationData

__all__ = ["Articulation", "ArticulationCfg", "ArticulationData"]
