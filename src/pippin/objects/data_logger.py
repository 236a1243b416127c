"""What programs note down of a world, step by step, and its file."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .object_scene import ObjectScene
    from .task import BaseTask

KEY = "Isaac Sim Data"
"""Key of the frames in a file, which Isaac Sim has given it."""

LoggingFunction = Callable[["list[BaseTask]", "ObjectScene"], Mapping[str, Any]]
"""Gives what is to be noted down, of the tasks and the scene of a world."""


@dataclass
class DataFrame:
    """What was noted down before one step.

    Attributes:
        current_time_step: Number of steps until then.
        current_time: Time [s].
        data: What was noted down, by name.
    """

    current_time_step: int
    current_time: float
    data: dict[str, Any]

    def get_dict(self) -> dict[str, Any]:
        """All of it as a dictionary."""
        return {"current_time": self.current_time, "current_time_step": self.current_time_step, "data": self.data}

    @classmethod
    def init_from_dict(cls, dict_representation: Mapping[str, Any]) -> DataFrame:
        """A frame of what :meth:`get_dict` gives."""
        return cls(*(dict_representation[name] for name in ("current_time_step", "current_time", "data")))


class DataLogger:
    """Notes down, before each physics step of a world while it is started, what a function gives, and saves it as JSON.

    ``world.get_data_logger()`` gives the one of a world.
    """

    def __init__(self) -> None:
        self._frames: list[DataFrame] = []
        self._function: LoggingFunction | None = None
        self._is_started = False

    def add_data_frame_logging_func(self, func: LoggingFunction) -> None:
        """Say what is to be noted down: what ``func(tasks, scene)`` returns, a dictionary.

        Raises:
            TypeError: It cannot be called.
        """
        if not callable(func):
            raise TypeError(f"func is {func!r}; expected a function of the tasks and the scene.")
        self._function = func

    def start(self) -> None:
        """Note down from the next step on.

        Raises:
            RuntimeError: Nothing says what.
        """
        if self._function is None:
            raise RuntimeError("The data logger does not know what to note down: call add_data_frame_logging_func.")
        self._is_started = True

    def pause(self) -> None:
        """Note down no more, and keep what there is."""
        self._is_started = False

    def is_started(self) -> bool:
        """Whether it notes down."""
        return self._is_started

    def reset(self) -> None:
        """Forget everything, what is to be noted down too."""
        self._frames = []
        self._function = None
        self._is_started = False

    def log(self, tasks: list[BaseTask], scene: ObjectScene, current_time_step: int, current_time: float) -> None:
        """Note down now; worlds call this.

        Args:
            tasks: Tasks of the world.
            scene: Its objects.
            current_time_step: Number of steps until now.
            current_time: Time [s].
        """
        assert self._function is not None
        self.add_data(self._function(tasks, scene), current_time_step, current_time)

    def add_data(self, data: Mapping[str, Any], current_time_step: int, current_time: float) -> None:
        """Note something down.

        Args:
            data: What, by name.
            current_time_step: Number of steps until now.
            current_time: Time [s].
        """
        self._frames.append(DataFrame(current_time_step, current_time, dict(data)))

    def get_num_of_data_frames(self) -> int:
        """How often something was noted down."""
        return len(self._frames)

    def get_data_frame(self, data_frame_index: int) -> DataFrame:
        """What was noted down at one time.

        Raises:
            IndexError: It was not noted down so often.
        """
        if not 0 <= data_frame_index < len(self._frames):
            raise IndexError(f"data_frame_index is {data_frame_index}; expected 0 to {len(self._frames) - 1}.")
        return self._frames[data_frame_index]

    def save(self, log_path: str) -> None:
        """Write everything to a JSON file, which is replaced.

        Raises:
            TypeError: What was noted down is no JSON, NumPy arrays aside.
        """
        frames = [frame.get_dict() for frame in self._frames]
        Path(log_path).write_text(json.dumps({KEY: frames}, default=_plain), encoding="utf-8")

    def load(self, log_path: str) -> None:
        """Read what :meth:`save` has written, in place of what there is.

        Raises:
            ValueError: The file is none of a data logger.
        """
        read = json.loads(Path(log_path).read_text(encoding="utf-8"))
        frames = read.get(KEY) if isinstance(read, dict) else None
        if not isinstance(frames, list):
            raise ValueError(f"File '{log_path}' has no list '{KEY}'; expected what save() has written.")
        try:
            self._frames = [DataFrame.init_from_dict(frame) for frame in frames]
        except (KeyError, TypeError) as error:
            raise ValueError(f"A frame of file '{log_path}' lacks {error}; expected what save() has written.") from None


def _plain(value: Any) -> Any:
    """Arrays and numbers of NumPy as JSON has them."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"{value!r} cannot be saved; expected what JSON has, or an array of NumPy.")
