"""What a file of recorded episodes can do, in whichever format."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from .episode_data import EpisodeData


class DatasetFileHandlerBase(ABC):
    """Base of the formats of recorded episodes."""

    @abstractmethod
    def open(self, file_path: str, mode: str = "r") -> None:
        """Open a file."""

    @abstractmethod
    def create(self, file_path: str, env_name: str | None = None) -> None:
        """Make a file, in place of one that is there."""

    @abstractmethod
    def get_env_name(self) -> str | None:
        """Name of the environment that was recorded."""

    @abstractmethod
    def write_episode(self, episode: EpisodeData, *args: Any, **kwargs: Any) -> None:
        """Add an episode."""

    @abstractmethod
    def flush(self) -> None:
        """Write everything to the disk."""

    @abstractmethod
    def close(self) -> None:
        """Close the file."""

    @abstractmethod
    def load_episode(self, episode_name: str, *args: Any, **kwargs: Any) -> EpisodeData | None:
        """Read an episode; None where there is none of that name."""

    @abstractmethod
    def get_num_episodes(self) -> int:
        """Number of episodes."""
