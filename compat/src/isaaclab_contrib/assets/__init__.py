"""Names of isaaclab_contrib.assets."""

from pippin.assets import Multirotor, MultirotorCfg, MultirotorData

__all__ = ["Multirotor", "MultirotorCfg", "MultirotorData"]
