"""Config of articulations."""

from __future__ import annotations

from dataclasses import MISSING

from pippin.actuators import ActuatorBaseCfg
from pippin.utils import configclass

from ..asset_base_cfg import AssetBaseCfg
from ..rigid_object.cfg import RigidObjectCfg
from .articulation import Articulation


@configclass
class ArticulationCfg(AssetBaseCfg):
    """Where an articulation is, in which state it begins, and what drives it."""

    @configclass
    class InitialStateCfg(RigidObjectCfg.InitialStateCfg):
        """Pose and velocity of the root, and state of the joints.

        States of joints are values by regular expression of joint names; joints that none matches are at 0.
        """

        joint_pos: dict[str, float] = {".*": 0.0}
        """Positions of the joints [m or rad]."""

        joint_vel: dict[str, float] = {".*": 0.0}
        """Velocities of the joints [m/s or rad/s]."""

    class_type: type[Articulation] = Articulation
    """Class of the asset."""

    init_state: InitialStateCfg = InitialStateCfg()
    """Initial state."""

    articulation_root_prim_path: str | None = None
    """Path of the articulation's root relative to :attr:`prim_path`, beginning with a slash.

    None finds the one articulation at or below the prim path; it has to be given where there are several.
    """

    soft_joint_pos_limit_factor: float = 1.0
    """Part of the range between the joints' position limits that the soft limits keep, from 0 to 1.

    The simulation does not enforce them: see :attr:`ArticulationData.soft_joint_pos_limits`.
    """

    actuators: dict[str, ActuatorBaseCfg] = MISSING
    """Groups of actuators by name; each joint may be in one."""

    actuator_value_resolution_debug_print: bool = False
    """Whether to log, at level INFO, which joint parameters the asset and which the actuators' configs decide."""
