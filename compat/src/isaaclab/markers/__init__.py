"""Names of isaaclab.markers."""

from pippin.sim.markers import VisualizationMarkers, VisualizationMarkersCfg

__all__ = ["VisualizationMarkers", "VisualizationMarkersCfg"]
