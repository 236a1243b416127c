"""Names of isaaclab_contrib.assets.multirotor.multirotor_cfg."""

from pippin.assets import MultirotorCfg

__all__ = ["MultirotorCfg"]
