"""The action of Isaac Lab that Pippin refuses, with what to use in its place."""

from __future__ import annotations

from typing import Any

from pippin.envs.managers import ActionTerm, ActionTermCfg
from pippin.utils import configclass


class SurfaceGripperBinaryAction(ActionTerm):
    """Refuse to open and close a surface gripper."""

    def __init__(self, cfg: Any, env: Any) -> None:
        raise NotImplementedError(
            "The action 'SurfaceGripperBinaryAction' is not served: Pippin has no surface grippers; grip with fingers "
            "and a BinaryJointPositionActionCfg."
        )


@configclass
class SurfaceGripperBinaryActionCfg(ActionTermCfg):
    """Config of :class:`SurfaceGripperBinaryAction`."""

    class_type: type = SurfaceGripperBinaryAction
    open_command: float = -1.0
    close_command: float = 1.0
