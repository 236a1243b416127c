"""Names of isaaclab_contrib.assets.multirotor."""

from pippin.assets import Multirotor, MultirotorCfg, MultirotorData

__all__ = ["Multirotor", "MultirotorCfg", "MultirotorData"]
