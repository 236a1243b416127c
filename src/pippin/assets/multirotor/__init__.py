"""Multirotors: vehicles that rotors push."""

from .allocation import make_allocation_matrix
from .data import MultirotorData
from .multirotor import Multirotor, MultirotorCfg

__all__ = ["Multirotor", "MultirotorCfg", "MultirotorData", "make_allocation_matrix"]
