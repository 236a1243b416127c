"""Checkpoints: written whole or not at all, read without running code.

A checkpoint is the learning library's own file (``torch.load`` and other programs read it) with two entries more:
``iter``, and ``pippin``, which has the library, the task, and in the state of a run what a training needs to go on
exactly, see :mod:`pippin.learning.snapshot`.
"""

from __future__ import annotations

import io
import os
import pickle
import re
import warnings
import zipfile
from pathlib import Path
from typing import Any

import torch

from pippin.utils.checks import check_path
from pippin.utils.files import is_lfs_pointer, whole_file

ENTRY = "pippin"
"""Entry of a checkpoint that holds what the learning library does not save."""


def write_checkpoint(path: Path, content: dict[str, Any]) -> None:
    """Write a checkpoint, so that a file of this name is complete at any moment, whatever kills the program.

    Args:
        path: The file.
        content: Plain values and tensors.

    Raises:
        OSError: It cannot be written, for example since the disk is full; an earlier file of this name is kept.
    """
    path = check_path("path", path)
    if not isinstance(content, dict):
        raise TypeError(f"'content' is {content!r:.80}; expected a dict.")
    buffer = io.BytesIO()
    torch.save(content, buffer)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as temporary, temporary.open("wb") as file:
            file.write(buffer.getbuffer())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        reason = f"Checkpoint '{path}' could not be written ({os.strerror(error.errno or 0)})"
        raise OSError(error.errno, f"{reason}; free space and go on with --resume") from error


def read_checkpoint(path: str | Path, task: str | None = None) -> dict[str, Any]:
    """Read a checkpoint, which may hold tensors and plain values, no code.

    Args:
        path: The file.
        task: Task that it is to be of; None for any. A checkpoint that Pippin did not write may be of any.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is something else, damaged, or of another task.
    """
    if not check_path("path", path).is_file():
        raise FileNotFoundError(f"There is no checkpoint '{path}'; expected a file that training wrote.")
    try:
        _require_whole(Path(path))
        with warnings.catch_warnings():  # of protocols of pickle, where the file is none of training's
            warnings.simplefilter("ignore", UserWarning)
            content = torch.load(path, weights_only=True, map_location="cpu")
    except Exception as error:  # what PyTorch's reader makes of damaged bytes: struct.error, IndexError and others
        raise ValueError(
            f"'{path}' cannot be read; expected a checkpoint of a training: {_reason(Path(path), error)}."
        ) from error
    if not isinstance(content, dict) or "iter" not in content:
        raise ValueError(f"'{path}' is no checkpoint of a training: it has no entry 'iter'.")
    of = task_of(content)
    if task is not None and of is not None and of != task:
        raise ValueError(f"Checkpoint '{path}' is of the task '{of}'; expected '{task}'.")
    return content


def _require_whole(path: Path) -> None:
    """Compare the checksums of an archive's parts, which PyTorch writes and does not read."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            torn = archive.testzip()
        if torn is not None:
            raise zipfile.BadZipFile(f"the checksum of its part '{torn}' is another")


def _reason(path: Path, error: Exception) -> str:
    """Why a file could not be read, without PyTorch's advice to trust it."""
    if path.stat().st_size == 0:
        return "the file is empty"
    if is_lfs_pointer(path):
        return "it points to a file in Git LFS: run 'git lfs pull' where it lies"
    if not zipfile.is_zipfile(path):
        return "it is no archive as training writes them, or only a part of one"
    if isinstance(error, pickle.UnpicklingError):
        return "it holds objects other than tensors and plain values, which would run code"
    return f"it is damaged ({' '.join(str(error).split()).partition('. ')[0][:120]})"


def task_of(content: dict[str, Any]) -> str | None:
    """Name of the task that a checkpoint is of; None where Pippin did not write it."""
    if not isinstance(content, dict):
        raise TypeError(f"'content' is {content!r:.80}; expected a dict.")
    entry = content.get(ENTRY)
    return entry.get("task") if isinstance(entry, dict) else None


def find_checkpoint(path: str | Path) -> Path:
    """Find the newest checkpoint of a run.

    Args:
        path: A checkpoint, which is returned, or the folder of a run.

    Raises:
        FileNotFoundError: There is none.
    """
    path = check_path("path", path)
    if not path.is_dir():
        return path
    found = {int(match[1]): file for file in path.iterdir() if (match := re.fullmatch(r"model_(\d+)\.pt", file.name))}
    if not found:
        raise FileNotFoundError(
            f"There is no checkpoint 'model_*.pt' in '{path}'; expected the folder of a run, or a file."
        )
    return found[max(found)]


def task_of_checkpoint(path: str | Path, task: str | None = None) -> str:
    """Find out which task a checkpoint is of.

    Args:
        path: The file.
        task: Name of the task, if the user gave one.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is no checkpoint, of another task than the given, or of an unknown one.
    """
    written = task_of(read_checkpoint(path, task))
    found = task or written
    if found is None:
        raise ValueError(f"Checkpoint '{path}' does not say of which task it is: name the task after it.")
    return found


def library_of_checkpoint(path: str | Path) -> str:
    """Find out which learning library wrote a checkpoint: "rsl_rl" where it does not say.

    Args:
        path: The file.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is no checkpoint.
    """
    return str(_entry_of(path).get("library", "rsl_rl"))


def settings_of_checkpoint(path: str | Path) -> dict[str, Any]:
    """Find out which settings of a run differ from those of its task, see :mod:`pippin.learning.settings`.

    Args:
        path: The file.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is no checkpoint.
    """
    settings = _entry_of(path).get("settings", {})
    if not isinstance(settings, dict):
        raise ValueError(f"Checkpoint '{path}' has settings that are no dict; expected values by name.")
    return settings


def _entry_of(path: str | Path) -> dict[str, Any]:
    """What Pippin wrote into a checkpoint; nothing where another program wrote it."""
    entry = read_checkpoint(path).get(ENTRY)
    return entry if isinstance(entry, dict) else {}
