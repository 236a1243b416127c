"""Inverse kinematics by Pink: weighted tasks of a robot, solved as one quadratic program.

Needs the packages ``pin-pink`` and ``daqp``: ``pip install 'pippin[pink]'``. Configs are there without them.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .cfg import (
    DampingTaskCfg,
    FrameTaskCfg,
    LocalFrameTaskCfg,
    NullSpacePostureTaskCfg,
    PinkIKControllerCfg,
    PinkIKTaskCfg,
)

if TYPE_CHECKING:
    from .configuration import PinkKinematicsConfiguration
    from .controller import PinkIKController
    from .tasks import DampingTask, FrameTask, LocalFrameTask, NullSpacePostureTask

__all__ = [
    "DampingTask",
    "DampingTaskCfg",
    "FrameTask",
    "FrameTaskCfg",
    "LocalFrameTask",
    "LocalFrameTaskCfg",
    "NullSpacePostureTask",
    "NullSpacePostureTaskCfg",
    "PinkIKController",
    "PinkIKControllerCfg",
    "PinkIKTaskCfg",
    "PinkKinematicsConfiguration",
]

_BY_PINK = {
    "DampingTask": "tasks",
    "FrameTask": "tasks",
    "LocalFrameTask": "tasks",
    "NullSpacePostureTask": "tasks",
    "PinkIKController": "controller",
    "PinkKinematicsConfiguration": "configuration",
}
"""Names of this package whose modules import Pink, and these modules."""


def __getattr__(name: str) -> Any:
    """Import what needs Pink when it is asked for.

    Raises:
        AttributeError: There is no such name.
        ImportError: Pink is not installed.
    """
    if name not in _BY_PINK:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    try:
        return getattr(importlib.import_module(f"{__name__}.{_BY_PINK[name]}"), name)
    except ModuleNotFoundError as error:
        raise ImportError(
            f"'{name}' needs the package {error.name!r}, which is not installed: pip install 'pippin[pink]'."
        ) from error
