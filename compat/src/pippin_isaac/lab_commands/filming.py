"""Videos of an environment while it is stepped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from rich.console import Console

from pippin.viewers.video import require_video, write_video

CONSOLE = Console(highlight=False, soft_wrap=True)
"""Where the commands say what they do."""


class Filming(gymnasium.Wrapper):
    """Writes a video of so many steps, each so many steps: ``FOLDER/rl-video-step-0.mp4``, as Gymnasium names them.

    Args:
        env: Environment that draws pictures ("rgb_array").
        folder: Where videos are written.
        length: Steps of a video.
        interval: Steps from the beginning of one video to the next; None for one video.

    Raises:
        ImportError: FFmpeg is not installed, with what installs it.
    """

    def __init__(self, env: gymnasium.Env, folder: Path, length: int, interval: int | None) -> None:
        require_video()
        super().__init__(env)
        self._folder, self._length, self._interval = folder, length, interval
        self._steps = 0
        self._pictures: list[np.ndarray] = []

    @property
    def is_done(self) -> bool:
        """Whether the first video is written."""
        return self._steps >= self._length

    def step(self, action: Any) -> Any:
        """Step the environment, and take a picture while a video lasts."""
        outcome = self.env.step(action)
        since = self._steps if self._interval is None else self._steps % self._interval
        if since < self._length:
            self._pictures.append(self.env.render())
        self._steps += 1
        if since == self._length - 1:
            self._write(self._steps - self._length)
        return outcome

    def close(self) -> None:
        """Write what there is of a video, and end the environment."""
        self._write(self._steps - len(self._pictures))
        super().close()

    def _write(self, first: int) -> None:
        if self._pictures:
            self._folder.mkdir(parents=True, exist_ok=True)
            path = self._folder / f"rl-video-step-{first}.mp4"
            write_video(path, self._pictures, 1.0 / self.env.unwrapped.step_dt)
            self._pictures.clear()
            CONSOLE.print(f"Written: {path}")
