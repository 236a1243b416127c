"""Config of rigid objects."""

from __future__ import annotations

from pippin.utils import configclass

from ..asset_base_cfg import AssetBaseCfg
from .rigid_object import RigidObject


@configclass
class RigidObjectCfg(AssetBaseCfg):
    """Where a rigid object is and in which state it begins."""

    @configclass
    class InitialStateCfg(AssetBaseCfg.InitialStateCfg):
        """Pose and velocity of the body."""

        lin_vel: tuple[float, float, float] = (0.0, 0.0, 0.0)
        """Velocity of the centre of mass in the world [m/s]."""

        ang_vel: tuple[float, float, float] = (0.0, 0.0, 0.0)
        """Angular velocity in the world [rad/s]."""

    class_type: type[RigidObject] = RigidObject
    """Class of the asset."""

    init_state: InitialStateCfg = InitialStateCfg()
    """Initial state."""
