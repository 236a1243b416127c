"""Images as pictures that people can look at, and files of them."""

from __future__ import annotations

from pathlib import Path

import imageio.v3 as iio
import numpy as np

from ..types import ImageType

_GOLDEN_ANGLE = 0.61803398875  # consecutive ids get hues far from each other


def colored(image: np.ndarray, kind: ImageType) -> np.ndarray:
    """A picture of an image.

    Args:
        image: As ``get_camera_image`` gives it.
        kind: What it holds.

    Returns:
        Colours, shape (height, width, 4) or (height, width, 3), uint8: those of the image; near things bright and far
        ones dark; a colour for each segmentation id; motion to the right red, to the left not red, and so is green
        downwards.
    """
    height = len(image)
    if kind == ImageType.IMAGE_COLOR:
        return image.reshape(height, -1, 4)
    if kind == ImageType.IMAGE_DEPTH:
        return _of_depth(-image)
    if kind == ImageType.IMAGE_SEGMENTATION:
        return _of_ids(image)
    flow = image.reshape(height, -1, 2).astype(float)
    scaled = 127.5 * (1.0 + flow / max(float(np.abs(flow).max()), 1.0))
    return np.concatenate([scaled, np.full((*scaled.shape[:2], 1), 127.5)], axis=-1).astype(np.uint8)


def _of_depth(depth: np.ndarray) -> np.ndarray:
    """Grey: white for the nearest, half as bright at twice the distance, black where there is nothing."""
    seen = np.isfinite(depth)
    nearest = max(float(depth[seen].min()), 1e-6) if seen.any() else 1.0
    brightness = np.where(seen, 255.0 * nearest / np.maximum(depth, nearest), 0.0)
    return np.repeat(brightness[..., None], 3, axis=-1).astype(np.uint8)


def _of_ids(ids: np.ndarray) -> np.ndarray:
    """A hue for each id; black for 0."""
    hue = 6.0 * np.modf(ids * _GOLDEN_ANGLE)[0][..., None]
    wheel = np.clip(np.abs((hue + np.array([0.0, 4.0, 2.0])) % 6.0 - 3.0) - 1.0, 0.0, 1.0)
    return np.where(ids[..., None] == 0, 0.0, 60.0 + 195.0 * wheel).astype(np.uint8)


def write_png(filename: str, picture: np.ndarray) -> None:
    """Write a picture, shape (height, width, channels), uint8, to a PNG file.

    Raises:
        FileNotFoundError: Its folder is not there.
    """
    folder = Path(filename).absolute().parent
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no folder '{folder}' to write '{Path(filename).name}' to.")
    iio.imwrite(filename, picture, extension=".png")
