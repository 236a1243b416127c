"""Recorded episodes in HDF5 files, in the layout that Isaac Lab and robomimic read.

``data/demo_<n>`` holds the values of an episode; ``data`` has the attributes "total" (steps of all episodes) and
"env_args" (JSON). Quaternions are (x, y, z, w) where the file's attribute "format_version" is 1, and (w, x, y, z) where
it has none, which is what Isaac Lab wrote up to version 2.
"""

from __future__ import annotations

import contextlib
import importlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from pippin.utils.bounded_reading import is_known, read_elsewhere, remember
from pippin.utils.math import identity_quaternion

from .episode_data import EpisodeData
from .file_handler import DatasetFileHandlerBase

if TYPE_CHECKING:
    from types import ModuleType

FILE_VERSION = 1 if identity_quaternion()[3] == 1.0 else 0
"""The version that is written: 1 for quaternions (x, y, z, w), 0 for (w, x, y, z)."""

_POSES = "root_pose"

_READER = str(Path(__file__).with_name("hdf5_reader.py"))
"""Program that reads a file before this one does."""

MAX_EPISODE_BYTES = 2 * 2**30
"""Size above which an episode is refused [bytes]: compressed, a small file can hold it."""


class HDF5DatasetFileHandler(DatasetFileHandlerBase):
    """A file of recorded episodes."""

    def __init__(self) -> None:
        self._file: Any = None
        self._data: Any = None
        self._demo_count = 0

    def __del__(self) -> None:
        self.close()

    @property
    def demo_count(self) -> int:
        """Number of episodes."""
        return self._demo_count

    def open(self, file_path: str, mode: str = "r") -> None:
        """Open a file.

        Raises:
            RuntimeError: Another is open.
            FileNotFoundError: There is no such file.
            ValueError: It holds no episodes, or is damaged.
        """
        self._require_closed()
        if mode.startswith("r") and not Path(file_path).is_file():
            raise FileNotFoundError(
                f"There is no file '{file_path}' of recorded episodes; expected an HDF5 file that a recorder wrote."
            )
        if Path(file_path).is_file() and not mode.startswith("w"):
            _try_elsewhere(str(Path(file_path).resolve()))
        with _reading(file_path):
            file = _h5py().File(file_path, mode)
        try:
            with _reading(file_path):
                data = file.get("data", None)
                if data is None or not hasattr(data, "items"):
                    raise ValueError("it has no group 'data'; expected one with an episode in each of its groups")
                count = len(data)
        except ValueError:
            file.close()
            raise
        self._file, self._data, self._demo_count = file, data, count

    def create(self, file_path: str, env_name: str | None = None) -> None:
        """Make a file, in place of one that is there.

        Args:
            file_path: Its path; ".hdf5" is added where it is missing. Folders are made.
            env_name: Name of the environment.

        Raises:
            RuntimeError: Another file is open.
        """
        self._require_closed()
        path = Path(file_path if file_path.endswith(".hdf5") else f"{file_path}.hdf5")
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = _h5py().File(path, "w")
        if FILE_VERSION > 0:
            self._file.attrs["format_version"] = FILE_VERSION
        self._data = self._file.create_group("data")
        self._data.attrs["total"] = 0
        self._demo_count = 0
        # robomimic's type 2 is an environment of Gym
        self.add_env_args({"env_name": env_name or "", "type": 2})

    def add_env_args(self, env_args: dict) -> None:
        """Add to what describes the environment."""
        self._require_open()
        self._data.attrs["env_args"] = json.dumps({**self._env_args(), **env_args})

    def set_env_name(self, env_name: str) -> None:
        """Set the name of the environment."""
        self.add_env_args({"env_name": env_name})

    def get_env_name(self) -> str | None:
        """Name of the environment that was recorded."""
        self._require_open()
        return self._env_args().get("env_name")

    def get_episode_names(self) -> Iterable[str]:
        """Names of the episodes."""
        self._require_open()
        with _reading(self._file.filename):
            return list(self._data.keys())

    def get_num_episodes(self) -> int:
        """Number of episodes."""
        return self._demo_count

    def get_format_version(self) -> int:
        """Version of the file: 1 for quaternions (x, y, z, w), 0 for (w, x, y, z)."""
        self._require_open()
        with _reading(self._file.filename):
            return int(self._file.attrs.get("format_version", 0))

    def is_legacy_quaternion_format(self) -> bool:
        """Whether quaternions of the file are (w, x, y, z)."""
        return self.get_format_version() < 1

    def load_episode(
        self, episode_name: str, device: str = "cpu", convert_legacy_quat: bool | None = None
    ) -> EpisodeData | None:
        """Read an episode, with quaternions in the order of the program.

        Args:
            episode_name: Name of the episode.
            device: Torch device of the tensors.
            convert_legacy_quat: Whether to change the order of quaternions; None does so where the file's is another.

        Returns:
            The episode; None where there is none of that name.

        Raises:
            RuntimeError: No file is open.
            ValueError: The file is damaged, its values lie in other files, or the episode is larger than 2 GiB.
        """
        self._require_open()
        with _reading(self._file.filename):
            if episode_name not in self._data:
                return None
            version = self.get_format_version()
            converts = version != FILE_VERSION if convert_legacy_quat is None else convert_legacy_quat
            group = self._data[episode_name]
            _require_own_values(group)
            episode = EpisodeData()
            episode.data = _read_group(group, device, converts)
            if "seed" in group.attrs:
                episode.seed = group.attrs["seed"]
            if "success" in group.attrs:
                episode.success = group.attrs["success"]
        episode.env_id = self.get_env_name()
        return episode

    def write_episode(self, episode: EpisodeData, demo_id: int | None = None, dataset_compression: bool = True) -> None:
        """Add an episode. An empty one is left out.

        Args:
            episode: The episode, whose values are tensors (:meth:`EpisodeData.pre_export`).
            demo_id: Number in its name; None counts on.
            dataset_compression: Whether the values are compressed.

        Raises:
            RuntimeError: No file is open.
            ValueError: There is an episode of that number.
            TypeError: A value is no tensor yet. Nothing was written then.
        """
        self._require_open()
        if episode.is_empty():
            return
        name = f"demo_{self._demo_count if demo_id is None else demo_id}"
        if name in self._data:
            raise ValueError(f"There is an episode '{name}' in the file already: choose another demo_id.")
        _require_tensors(episode.data)
        group = self._data.create_group(name)
        group.attrs["num_samples"] = len(episode.data.get("actions", ()))
        for key in ("seed", "success"):
            if getattr(episode, key) is not None:
                group.attrs[key] = getattr(episode, key)
        _write_group(group, episode.data, {"compression": "gzip", "compression_opts": 2} if dataset_compression else {})
        self._data.attrs["total"] += group.attrs["num_samples"]
        self._demo_count += demo_id is None

    def flush(self) -> None:
        """Write everything to the disk."""
        self._require_open()
        self._file.flush()

    def close(self) -> None:
        """Close the file. Without one this does nothing."""
        if self._file is not None:
            self._file.close()
            self._file = self._data = None

    def _env_args(self) -> dict[str, Any]:
        with _reading(self._file.filename):
            arguments = json.loads(self._data.attrs.get("env_args", "{}"))
            if not isinstance(arguments, dict):
                raise ValueError("'env_args' of it is no JSON object; expected one")
        return arguments

    def _require_open(self) -> None:
        if self._file is None:
            raise RuntimeError("HDF5 dataset file stream is not initialized: call create() or open() first.")

    def _require_closed(self) -> None:
        if self._file is not None:
            raise RuntimeError("HDF5 dataset file stream is already in use: call close() first.")


def _h5py() -> ModuleType:
    """The library h5py.

    Raises:
        ImportError: It is not installed.
    """
    try:
        return importlib.import_module("h5py")
    except ImportError as error:
        raise ImportError("Recorded episodes need h5py: pip install 'pippin[datasets]'.") from error


def _try_elsewhere(path: str) -> None:
    """Read a file whose content was never read before in another process, which may fail on it.

    Raises:
        ValueError: It does.
    """
    _h5py()
    if not is_known("episodes", path):
        not_locked = {"HDF5_USE_FILE_LOCKING": "FALSE"}  # another process may write it
        remember("episodes", read_elsewhere(_READER, [path], "file of recorded episodes", not_locked))


@contextlib.contextmanager
def _reading(path: str) -> Iterator[None]:
    """Name the file in errors of what is read in the block.

    Raises:
        ValueError: The library, or a check of ours, refuses what it reads.
    """
    try:
        yield
    except (OSError, RuntimeError, ValueError, KeyError, TypeError, MemoryError, RecursionError) as error:
        reason = " ".join(str(error).split())[:300]
        if path in reason:  # said by an inner block
            raise
        raise ValueError(f"'{path}' cannot be read; expected a whole file of recorded episodes: {reason}") from error


def _require_own_values(group: Any) -> None:
    """Check that all values of a group lie in its file, and that there are not too many, before one is read.

    Raises:
        ValueError: One lies in another file, or refers to a group above it, or they are too large.
    """
    h5py = _h5py()
    if not isinstance(group, h5py.Group):
        raise ValueError(f"the episode '{group.name}' of it is no group; expected a group of values")
    size, pending, seen = 0, [group], set()
    while pending:
        current = pending.pop()
        if current.id in seen:
            raise ValueError(f"the group '{current.name}' of it holds itself; expected groups without circles")
        seen.add(current.id)
        for name in current:
            if isinstance(current.get(name, getlink=True), h5py.ExternalLink):
                raise ValueError(f"'{name}' of it lies in another file; expected values in this one")
            item = current[name]
            if isinstance(item, h5py.Group):
                pending.append(item)
            elif not isinstance(item, h5py.Dataset):
                raise ValueError(f"'{name}' of it is neither a group nor values; expected either")
            elif item.external or item.is_virtual:
                raise ValueError(f"'{name}' of it lies in another file; expected values in this one")
            else:
                size += item.nbytes
    if size > MAX_EPISODE_BYTES:
        raise ValueError(f"an episode of it has {size} bytes; at most {MAX_EPISODE_BYTES} are read")


def _read_group(group: Any, device: str, converts: bool) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, item in group.items():
        if hasattr(item, "items"):
            values[key] = _read_group(item, device, converts)
            continue
        array = np.asarray(item)
        if converts and key == _POSES and array.shape[-1] == 7:
            order = [0, 1, 2, 4, 5, 6, 3] if FILE_VERSION == 1 else [0, 1, 2, 6, 3, 4, 5]
            array = array[..., order]
        values[key] = torch.tensor(array, device=device)
    return values


def _require_tensors(values: dict[str, Any]) -> None:
    for key, value in values.items():
        if isinstance(value, dict):
            _require_tensors(value)
        elif not isinstance(value, torch.Tensor):
            raise TypeError(f"'{key}' of the episode is a {type(value).__name__}, no tensor: call pre_export() first.")


def _write_group(group: Any, values: dict[str, Any], settings: dict[str, Any]) -> None:
    for key, value in values.items():
        if isinstance(value, dict):
            _write_group(group.create_group(key), value, settings)
        else:
            group.create_dataset(key, data=value.detach().cpu().numpy(), **settings)
