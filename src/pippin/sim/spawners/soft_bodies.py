"""Soft bodies of files: as a config or by fragments."""

from __future__ import annotations

import re
from typing import Any

from .. import schemas


def write_soft_body_properties(prim_path: str, cfg: Any) -> None:
    """Write the properties of soft bodies that a config of a file gives.

    Args:
        prim_path: Path of the prim that refers to the file.
        cfg: The config.

    Raises:
        ValueError: The config gives them in several ways, or a value is out of range.
        NotImplementedError: It asks for cloth.
    """
    names = ("deformable_props", "volume_deformable_props", "surface_deformable_props")
    given = [name for name in names if getattr(cfg, name) is not None]
    if len(given) > 1:
        raise ValueError(f"{type(cfg).__name__} has {' and '.join(given)}: give one of them.")
    if cfg.surface_deformable_props is not None:
        schemas.apply_surface_deformable_properties(prim_path, [])
    if cfg.deformable_props is not None and not schemas.modify_deformable_body_properties(
        prim_path, cfg.deformable_props
    ):
        schemas.warn_no_effect("deformable_props", prim_path, "soft body")
    if cfg.volume_deformable_props is not None:
        fragments = schemas.fragments_of(cfg.volume_deformable_props) or {}
        for pattern, each in (fragments if isinstance(fragments, dict) else {"": fragments}).items():
            path = re.escape(prim_path) + pattern
            schemas.apply_volume_deformable_properties(path, each, create_if_missing=True)
