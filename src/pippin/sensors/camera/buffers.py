"""Kinds of images that cameras make, and how their pixels are stored."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

UNSUPPORTED_TYPES = frozenset(
    {
        "instance_id_segmentation",
        "bounding_box_2d_tight",
        "bounding_box_2d_tight_fast",
        "bounding_box_2d_loose",
        "bounding_box_2d_loose_fast",
        "bounding_box_3d",
        "bounding_box_3d_fast",
    }
)
"""Kinds of images that Isaac Lab names and that are not made for many environments at once."""


class RenderBufferKind(StrEnum):
    """Kinds of images, by the names that ``data_types`` of a camera's config has for them."""

    RGB = "rgb"
    RGBA = "rgba"
    ALBEDO = "albedo"
    SIMPLE_SHADING_CONSTANT_DIFFUSE = "simple_shading_constant_diffuse"
    SIMPLE_SHADING_DIFFUSE_MDL = "simple_shading_diffuse_mdl"
    SIMPLE_SHADING_FULL_MDL = "simple_shading_full_mdl"
    DISTANCE_TO_CAMERA = "distance_to_camera"
    DISTANCE_TO_IMAGE_PLANE = "distance_to_image_plane"
    DEPTH = "depth"
    NORMALS = "normals"
    MOTION_VECTORS = "motion_vectors"
    SEMANTIC_SEGMENTATION = "semantic_segmentation"
    INSTANCE_SEGMENTATION = "instance_segmentation"
    INSTANCE_SEGMENTATION_FAST = "instance_segmentation_fast"
    INSTANCE_ID_SEGMENTATION_FAST = "instance_id_segmentation_fast"


@dataclass(frozen=True)
class RenderBufferSpec:
    """How the pixels of an image are stored.

    Attributes:
        channels: Number of channels C of images of shape (N, H, W, C).
        dtype: Warp type of a channel.
    """

    channels: int
    dtype: Any


def check_data_types(data_types: Sequence[str], supported: Collection[str], camera: str) -> None:
    """Refuse images that a camera cannot make.

    Args:
        data_types: Images that are asked for.
        supported: Images that it can make.
        camera: Which camera, for messages.

    Raises:
        ValueError: An image is unsupported or does not exist, or none is asked for.
    """
    there_are = ", ".join(str(kind) for kind in supported)
    if not data_types:
        raise ValueError(f"data_types of {camera} is empty: name what it should see, of {there_are}.")
    unsupported = sorted(set(data_types) & UNSUPPORTED_TYPES)
    if unsupported:
        fast = [f"{name}_fast" for name in unsupported if f"{name}_fast" in supported]
        instead = f"; use {', '.join(fast)} instead" if fast else ""
        raise ValueError(
            f"data_types of {camera} holds {', '.join(unsupported)}, which cameras do not make for many environments "
            f"at once{instead}. There are: {there_are}."
        )
    unknown = sorted(set(data_types) - set(supported))
    if unknown:
        raise ValueError(f"data_types of {camera} holds {', '.join(unknown)}; there are: {there_are}.")
