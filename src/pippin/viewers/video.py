"""Videos from pictures."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import imageio.v3 as iio
import numpy as np


def write_png(path: str | Path, picture: np.ndarray) -> None:
    """Write a picture, shape (height, width, 3), uint8, as a PNG file; its folder is made."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    iio.imwrite(path, picture)


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
    """
    require_video()
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    iio.imwrite(path, np.stack(list(pictures)), fps=frame_rate, codec="libx264", macro_block_size=2)
