"""Actions of Isaac Lab that Pippin refuses, with what to use in their place."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

from pippin.envs.managers import ActionTerm, ActionTermCfg
from pippin.utils import configclass


class _RefusedAction(ActionTerm):
    """Base of the actions that are refused when they are made."""

    instead = ""

    def __init__(self, cfg: Any, env: Any) -> None:
        raise NotImplementedError(f"The action '{type(self).__name__}' is not served: {self.instead}.")


class SurfaceGripperBinaryAction(_RefusedAction):
    """Refuse to open and close a surface gripper."""

    instead = "Pippin has no surface grippers; grip with fingers and a BinaryJointPositionActionCfg"


class PinkInverseKinematicsAction(_RefusedAction):
    """Refuse to solve inverse kinematics by Pink."""

    instead = "use a DifferentialInverseKinematicsActionCfg for each end effector, or pippin.motion.ik"


@configclass
class SurfaceGripperBinaryActionCfg(ActionTermCfg):
    """Config of :class:`SurfaceGripperBinaryAction`."""

    class_type: type = SurfaceGripperBinaryAction
    open_command: float = -1.0
    close_command: float = 1.0


@configclass
class PinkInverseKinematicsActionCfg(ActionTermCfg):
    """Config of :class:`PinkInverseKinematicsAction`."""

    class_type: type = PinkInverseKinematicsAction
    pink_controlled_joint_names: list[str] = MISSING  # type: ignore[assignment]
    hand_joint_names: list[str] = MISSING  # type: ignore[assignment]
    controller: Any = MISSING
    enable_gravity_compensation: bool = True
    target_eef_link_names: dict[str, str] = MISSING  # type: ignore[assignment]
