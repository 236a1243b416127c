"""Pose, velocity and acceleration of a frame on a body."""

from .data import PvaData
from .pva import Pva, PvaCfg

__all__ = ["Pva", "PvaCfg", "PvaData"]
