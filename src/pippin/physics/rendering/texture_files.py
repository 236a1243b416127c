"""Textures in files."""

from __future__ import annotations

import logging
from pathlib import Path

import imageio.v3 as iio
import numpy as np

from .newton_looks import Texture

logger = logging.getLogger("pippin")

LARGEST_FILE = 64 * 2**20
"""Size of a file above which it is not read [byte]."""

LARGEST_SIDE = 2048
"""Width and height of a picture above which every second, third, ... pixel is taken."""


def load_texture(file: str) -> Texture | None:
    """The picture in a file, for surfaces with texture coordinates; None, with a warning, where it cannot be read."""
    try:
        if Path(file).stat().st_size > LARGEST_FILE:
            raise ValueError(
                f"it is larger than the {LARGEST_FILE // 2**20} MiB that are read; expected a smaller image"
            )
        pixels = np.asarray(iio.imread(file, index=0, plugin="pillow"))
        if pixels.dtype != np.uint8 or pixels.ndim not in (2, 3):
            raise ValueError(
                f"its pixels are of type {pixels.dtype} and shape {pixels.shape}; expected uint8, in two or "
                "three dimensions"
            )
    except Exception as error:  # whatever readers of pictures raise: they are many
        logger.warning("The texture '%s' is left out: %s.", file, error)
        return None
    pixels = pixels.reshape(*pixels.shape[:2], -1)
    step = -(-max(pixels.shape[:2]) // LARGEST_SIDE)
    return Texture(_rgba(pixels[::step, ::step]))


def _rgba(pixels: np.ndarray) -> np.ndarray:
    """Red, green, blue and alpha of grey or coloured pixels of 1 to 4 channels, shape (height, width, 4)."""
    channels = pixels.shape[2]
    colors = pixels[..., :3] if channels >= 3 else np.repeat(pixels[..., :1], 3, axis=2)
    alpha = pixels[..., -1:] if channels in (2, 4) else np.full_like(pixels[..., :1], 255)
    return np.ascontiguousarray(np.concatenate([colors, alpha], axis=2))
