"""Configs of spawners, under Isaac Lab's names."""

from pippin.sim.spawners import FileCfg, GroundPlaneCfg, MjcfFileCfg, UrdfFileCfg, UsdFileCfg

__all__ = ["FileCfg", "GroundPlaneCfg", "MjcfFileCfg", "UrdfFileCfg", "UsdFileCfg"]
