"""Names of isaaclab_contrib.assets.multirotor.multirotor_data."""

from pippin.assets import MultirotorData

__all__ = ["MultirotorData"]
