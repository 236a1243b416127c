"""Names of isaaclab.scene."""

from pippin.scene import InteractiveScene, InteractiveSceneCfg

__all__ = ["InteractiveScene", "InteractiveSceneCfg"]
