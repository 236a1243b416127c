"""Names of isaacsim.core.api.articulations.articulation_subset."""

from pippin.motion.articulation_action import ArticulationSubset

__all__ = ["ArticulationSubset"]
