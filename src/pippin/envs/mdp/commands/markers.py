"""Markers of commands."""

from __future__ import annotations

from typing import Any

from pippin.sim.markers.markers import VisualizationMarkersCfg


def scaled_marker(
    cfg: VisualizationMarkersCfg, prim_path: str, scale: tuple[float, float, float]
) -> VisualizationMarkersCfg:
    """Copy of a config of markers at another path, with another size of its markers.

    Args:
        cfg: Config of markers.
        prim_path: Path of the copy.
        scale: Scale along x, y and z.
    """
    copy = cfg.replace(prim_path=prim_path)
    for marker in copy.markers.values():
        sized: Any = marker
        sized.scale = scale
    return copy
