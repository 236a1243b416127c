"""A screen for viewers that have no window: programs that record what a virtual display shows get the viewer's picture.

Vectorized tasks start ``SmartDisplay`` of pyvirtualdisplay, open their viewer there and grab the screen for
``render("rgb_array")``. Pippin's viewers open no window, so the screen would stay black.
"""

from __future__ import annotations

import importlib.util
import sys
import types
from typing import Any

import numpy as np
from PIL import Image


class SmartDisplay:
    """Show the viewer that was drawn last, and nothing else.

    Args:
        backend: Kind of X server. There is none.
        visible: Whether to show the display itself. Nothing is shown.
        size: Width and height while no viewer was drawn [pixels].
        options: Further settings of X servers.
    """

    def __init__(
        self, backend: str | None = None, visible: bool = False, size: tuple[int, int] = (1024, 768), **options: Any
    ) -> None:
        self._size = size

    def start(self) -> SmartDisplay:
        """Begin. There is no server to wait for."""
        return self

    def stop(self) -> SmartDisplay:
        """End."""
        return self

    __enter__ = start

    def __exit__(self, *error: object) -> None:
        """End."""

    def grab(self, autocrop: bool = True) -> Image.Image:
        """Give what the viewer sees now, in the size of its window, RGB; black while no viewer was drawn."""
        from pippin.gym.engine.viewer import picture_on_screen  # programs that grab nothing load no engine

        picture = picture_on_screen()
        if picture is None:
            picture = np.zeros((*self._size[::-1], 3), dtype=np.uint8)
        return Image.fromarray(np.ascontiguousarray(picture[..., :3]))


def serve_screens() -> None:
    """Let programs import ``SmartDisplay`` from here, whether pyvirtualdisplay is installed or not."""
    if importlib.util.find_spec("pyvirtualdisplay") is None:
        sys.modules["pyvirtualdisplay"] = package = types.ModuleType("pyvirtualdisplay")
        package.__dict__.update(__path__=[], Display=SmartDisplay)
    sys.modules["pyvirtualdisplay.smartdisplay"] = module = types.ModuleType("pyvirtualdisplay.smartdisplay")
    module.__dict__.update(SmartDisplay=SmartDisplay)
