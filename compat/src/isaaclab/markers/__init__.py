"""Names of isaaclab.markers."""

from pippin.sim.markers import VisualizationMarkers, VisualizationMarkersCfg

from .config import *  # noqa: F403
from .config import __all__ as _configs

__all__ = ["VisualizationMarkers", "VisualizationMarkersCfg", *_configs]
