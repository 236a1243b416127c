"""Helpers of ``isaaclab.sim.utils`` that open and save stages."""

from __future__ import annotations

import os
import re

from pxr import Sdf, Usd, UsdUtils

import pippin.sim
from pippin.sim import get_current_stage

__all__ = ["open_stage", "resolve_paths", "save_stage"]


def open_stage(usd_path: str) -> Usd.Stage:
    """Open a USD file as the current stage. What is spawned on it later stays in memory.

    Raises:
        ValueError: The name is not that of a USD file, or the file measures in other units than metres with z up.
        FileNotFoundError: There is no such file.
    """
    _require_supported(usd_path)
    return pippin.sim.open_stage(usd_path)


def save_stage(usd_path: str, save_and_reload_in_place: bool = True) -> bool:
    """Write the root layer of the current stage to a file; files that it refers to stay files of their own.

    Args:
        usd_path: File to write.
        save_and_reload_in_place: Whether the file becomes the current stage.

    Returns:
        Whether it is written.

    Raises:
        ValueError: The name is not that of a USD file.
        FileNotFoundError: There is no such folder.
    """
    _require_supported(usd_path)
    if not os.path.isdir(os.path.dirname(usd_path) or "."):
        raise FileNotFoundError(f"The stage cannot be saved as '{usd_path}': there is no such folder.")
    source = get_current_stage().GetRootLayer()
    layer = Sdf.Layer.Find(usd_path) or Sdf.Layer.CreateNew(usd_path)
    layer.TransferContent(source)
    resolve_paths(source.identifier, layer.identifier)
    is_saved = layer.Save()
    if is_saved and save_and_reload_in_place:
        open_stage(usd_path)
    return is_saved


def resolve_paths(src_layer_identifier: str, dst_layer_identifier: str, store_relative_path: bool = True) -> None:
    """Let what was copied from one layer to another refer to the same files from its new place.

    Args:
        src_layer_identifier: Layer that it was copied from.
        dst_layer_identifier: Layer that it was copied to, which is changed.
        store_relative_path: Whether paths become relative to the new place; else they become absolute.
    """
    source, copy = Sdf.Layer.FindOrOpen(src_layer_identifier), Sdf.Layer.FindOrOpen(dst_layer_identifier)
    folder = os.path.dirname(copy.realPath or copy.identifier)

    def moved(path: str) -> str:
        if not path or re.match(r"[A-Za-z][\w.+-]+://", path):
            return path
        absolute = source.ComputeAbsolutePath(path)
        if not os.path.isabs(absolute):  # found by a search, as modules of materials are
            return path
        return os.path.relpath(absolute, folder) if store_relative_path and folder else absolute

    UsdUtils.ModifyAssetPaths(copy, moved)


def _require_supported(usd_path: str) -> None:
    if not Usd.Stage.IsSupportedFile(usd_path):
        raise ValueError(f"The USD file at path '{usd_path}' is not supported: its name ends with no known suffix.")
