"""Videos from pictures."""

from __future__ import annotations

import math
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import imageio.v3 as iio
import numpy as np

from pippin.utils.checks import check_path


def write_png(path: str | Path, picture: np.ndarray) -> None:
    """Write a picture, shape (height, width, 3), uint8, as a PNG file; its folder is made.

    Raises:
        TypeError: The path is none.
        ValueError: The picture has another shape or type.
    """
    target = check_path("path", path)
    picture = _pixels("picture", picture)
    target.parent.mkdir(parents=True, exist_ok=True)
    iio.imwrite(target, picture)


def require_video() -> None:
    """Check that videos can be written, before there is one to write.

    Raises:
        ImportError: The extra "video" is not installed.
    """
    if find_spec("imageio_ffmpeg") is None:
        raise ImportError("Videos need FFmpeg: pip install 'pippin[video]'.")


def write_video(path: str | Path, pictures: Iterable[np.ndarray], frame_rate: float) -> None:
    """Write pictures as an MP4 file (H.264, which browsers play); its folder is made.

    Args:
        path: File to write.
        pictures: Pictures of one size, shape (height, width, 3), uint8; height and width even.
        frame_rate: Pictures per second.

    Raises:
        ImportError: The extra "video" is not installed.
        TypeError: The path is none, or the pictures are not several.
        ValueError: A picture has another shape or type, or the frame rate is not positive.
    """
    require_video()
    target = check_path("path", path)
    if not isinstance(frame_rate, (int, float)) or not 0.0 < frame_rate < math.inf:
        raise ValueError(f"'frame_rate' is {frame_rate!r:.80}; expected a positive number of pictures per second.")
    if not isinstance(pictures, Iterable):
        raise TypeError(f"'pictures' is {pictures!r:.80}; expected a row of pictures.")
    frames = [_pixels("pictures", picture) for picture in pictures]
    if not frames or any(frame.shape != frames[0].shape for frame in frames):
        sizes = sorted({frame.shape[:2] for frame in frames})
        raise ValueError(f"'pictures' holds pictures of the sizes {sizes}; expected pictures of one size.")
    target.parent.mkdir(parents=True, exist_ok=True)
    iio.imwrite(target, np.stack(frames), fps=frame_rate, codec="libx264", macro_block_size=2)


def _pixels(name: str, picture: object) -> np.ndarray:
    """Pixels of a picture of three or four channels, or grey."""
    if isinstance(picture, np.ndarray) and picture.dtype == np.uint8 and _has_channels(picture):
        return picture
    what = f"of shape {picture.shape}, {picture.dtype}" if isinstance(picture, np.ndarray) else f"{picture!r:.60}"
    raise ValueError(f"'{name}': a picture is {what}; expected an array of shape (height, width, 3), uint8.")


def _has_channels(picture: np.ndarray) -> bool:
    return picture.ndim == 2 or (picture.ndim == 3 and picture.shape[-1] in (3, 4))
