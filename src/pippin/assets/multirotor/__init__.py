"""Multirotors: vehicles that rotors push."""

from .allocation import make_allocation_matrix
from .cfg import MultirotorCfg
from .data import MultirotorData
from .multirotor import Multirotor

__all__ = ["Multirotor", "MultirotorCfg", "MultirotorData", "make_allocation_matrix"]
