"""Prims that are made by ``isaaclab.sim.utils``, also of assets that lie in NVIDIA's cloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from pxr import Usd

import pippin.sim
from pippin.sim import UsdFileCfg, add_labels, get_current_stage, get_prim
from pippin.sim.files import is_cloud_path

from .lab_stage import use_stage

__all__ = ["create_prim", "to_tuple"]


def create_prim(
    prim_path: str,
    prim_type: str = "Xform",
    position: Sequence[float] | None = None,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    scale: Sequence[float] | None = None,
    usd_path: str | None = None,
    semantic_label: str | None = None,
    semantic_type: str = "class",
    attributes: Mapping[str, Any] | None = None,
    stage: Usd.Stage | None = None,
) -> Usd.Prim:
    """Make a prim at a free path, as :func:`pippin.sim.create_prim` does.

    For a USD file in NVIDIA's cloud it is what :class:`pippin.sim.UsdFileCfg` spawns in its place.

    Args:
        prim_path: Path of the new prim.
        prim_type: USD type of the prim.
        position: Position in the world [m], shape (3,). Then the orientation is in the world, too.
        translation: Position in the parent's frame [m], shape (3,).
        orientation: Orientation in the parent's frame (x, y, z, w), shape (4,).
        scale: Scale along the prim's own axes, shape (3,).
        usd_path: USD file whose default prim the new prim refers to.
        semantic_label: Label of the prim and what is below it.
        semantic_type: Kind of the label.
        attributes: Values of the prim's attributes by name.
        stage: Stage; None takes the current one.

    Raises:
        ValueError: The path is taken or malformed, or the prim type has no such attribute.
        FileNotFoundError: There is no such USD file, nor anything to take its place.
    """
    given = {"position": position, "translation": translation, "orientation": orientation, "scale": scale}
    pose = {name: None if value is None else to_tuple(value) for name, value in given.items()}
    stage = get_current_stage() if stage is None else stage
    if usd_path is None or not is_cloud_path(usd_path):
        return pippin.sim.create_prim(
            *(prim_path, prim_type),
            **pose,
            usd_path=usd_path,
            semantic_label=semantic_label,
            semantic_type=semantic_type,
            attributes=attributes,
            stage=stage,
        )
    with use_stage(stage):
        place, turn = pose["translation"], pose["orientation"]
        if pose["position"] is not None:
            parent = prim_path.rpartition("/")[0]
            frame = get_prim(parent) if parent and stage.GetPrimAtPath(parent) else stage.GetPseudoRoot()
            place, turn = pippin.sim.convert_world_pose_to_local(pose["position"], turn, frame)
        cfg = UsdFileCfg(usd_path=usd_path, scale=pose["scale"])
        prim = cfg.func(prim_path, cfg, translation=place, orientation=turn)
        if semantic_label is not None:
            add_labels(prim, [semantic_label], semantic_type)
        return prim


def to_tuple(value: Any) -> tuple[float, ...]:
    """Numbers of a list, an array or a tensor, of one dimension or with a single row.

    Raises:
        ValueError: There are more dimensions.
    """
    if isinstance(value, torch.Tensor):
        value = value.detach().cpu().numpy()
    if isinstance(value, np.ndarray):
        value = value[0] if value.ndim > 1 and len(value) == 1 else value
        if value.ndim != 1:
            raise ValueError(f"The value is not one dimensional: its shape is {value.shape}.")
        return tuple(value.tolist())
    items = [item.tolist() if isinstance(item, (torch.Tensor, np.ndarray)) else item for item in value]
    if any(isinstance(item, list) for item in items):
        raise ValueError("The value holds arrays: only one element tensors can be converted to numbers.")
    return tuple(map(float, items))
