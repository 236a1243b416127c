"""Config of deformable objects."""

from __future__ import annotations

from pippin.sim.markers.markers import DEFORMABLE_TARGET_MARKER_CFG, VisualizationMarkersCfg
from pippin.utils import configclass

from ..asset_base_cfg import AssetBaseCfg
from .deformable_object import DeformableObject


@configclass
class DeformableObjectCfg(AssetBaseCfg):
    """Where a deformable object is and in which state it begins: at rest and without stress."""

    class_type: type[DeformableObject] = DeformableObject
    """Class of the asset."""

    visualizer_cfg: VisualizationMarkersCfg = DEFORMABLE_TARGET_MARKER_CFG.replace(
        prim_path="/Visuals/DeformableTarget"
    )
    """Markers that show the kinematic targets of driven nodes."""
