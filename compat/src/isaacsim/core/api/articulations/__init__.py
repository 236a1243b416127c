"""Names of isaacsim.core.api.articulations."""

from .articulation_subset import ArticulationSubset

__all__ = ["ArticulationSubset"]
