"""The config of a simulation as Isaac Lab has it: what a program gets that names no engine."""

from __future__ import annotations

import sys
from dataclasses import field

from pippin.sim import NewtonCfg, PhysxCfg
from pippin.sim import SimulationCfg as PippinsSimulationCfg
from pippin.utils import configclass


def _engine_of_release() -> NewtonCfg | None:
    """Settings of the engine that a release uses where a program names none.

    Isaac Lab 3 runs without Isaac Sim on Newton, with pyramidal friction cones and Euler's method. Up to version 2
    there is PhysX alone, to whose friction Pippin's own default, the elliptic cone, is closest.
    """
    isaaclab = sys.modules.get("isaaclab")
    return NewtonCfg() if isaaclab is not None and isaaclab.__version__.startswith("3.") else None


@configclass
class SimulationCfg(PippinsSimulationCfg):
    """Config of a simulation, with the engine settings of the release that the program is for."""

    physics: PhysxCfg | NewtonCfg | None = field(default_factory=_engine_of_release)
    """Settings of the engine: those of Newton are used; those of PhysX ask for what is truest to PhysX."""
