"""Configs of materials, under Isaac Lab's names."""

from pippin.sim.spawners import GlassMdlCfg, MdlFileCfg, PreviewSurfaceCfg, VisualMaterialCfg

__all__ = ["GlassMdlCfg", "MdlFileCfg", "PreviewSurfaceCfg", "VisualMaterialCfg"]
