"""Names of isaaclab_contrib.assets.multirotor.multirotor."""

from pippin.assets import Multirotor

__all__ = ["Multirotor"]
