"""Pictures and videos that cannot be written: named, and no file is left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pippin.viewers.video import write_png, write_video

PICTURE = np.zeros((8, 8, 3), np.uint8)


@pytest.mark.parametrize(
    ("write", "error", "message"),
    [
        (lambda path: write_png(5, PICTURE), TypeError, "'path' is 5"),
        (
            lambda path: write_png(path, np.zeros((8, 8, 3))),
            ValueError,
            r"shape \(8, 8, 3\), float64; expected .* uint8",
        ),
        (lambda path: write_png(path, np.zeros((8, 8, 2), np.uint8)), ValueError, r"'picture': .* shape \(8, 8, 2\)"),
        (lambda path: write_video(path, None, 30.0), TypeError, "'pictures' is None"),
        (lambda path: write_video(path, [], 30.0), ValueError, "'pictures' holds"),
        (lambda path: write_video(path, [PICTURE, PICTURE[:4]], 30.0), ValueError, r"\(4, 8\), \(8, 8\)"),
        (lambda path: write_video(path, [PICTURE], float("nan")), ValueError, "'frame_rate' is nan"),
    ],
)
def test_what_is_no_picture_is_refused(
    write: Callable[[Path], None], error: type[Exception], message: str, tmp_path: Path
) -> None:
    pytest.importorskip("imageio_ffmpeg")
    with pytest.raises(error, match=message):
        write(tmp_path / "folder" / "file.mp4")
    assert not list(tmp_path.iterdir())
