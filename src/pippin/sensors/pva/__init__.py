"""Pose, velocity and acceleration of a frame on a body."""

from .cfg import PvaCfg
from .data import PvaData
from .pva import Pva

__all__ = ["Pva", "PvaCfg", "PvaData"]
