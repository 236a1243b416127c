"""Going to places as Isaac Lab 3.0.0 releases it: success is measured, at half a metre from the goal."""

from __future__ import annotations

from pippin.tasks.navigation import navigation_env_cfg as version_2
from pippin.utils import configclass


@configclass
class NavigationEnvCfg(version_2.NavigationEnvCfg):
    """Go to places."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.commands.pose_command.position_success_threshold = 0.5
