"""Finding files that a program names where they were on its author's machine."""

from __future__ import annotations

import functools
import logging
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from .projects import project_of

logger = logging.getLogger("pippin")

MOST_FILES = 20_000
"""Files of a program's project that are looked at; in a larger one what lies deeper is not found."""


def file_at(path: str | os.PathLike[str]) -> Path:
    r"""Path of a file; where it is not there, of the one in the project of the running program that it can only mean.

    Programs name files as they lay on their authors' machines ("/home/ann/arm/usd/arm.usd", "C:\arm\usd\arm.usd").
    With "/" for the separators of Windows it may be there. Else a file of the project has to end in the same folder
    and name at least, and the one with the longest common end is taken, which a warning says. Where two would do,
    neither is.

    Args:
        path: Path as the program gives it.

    Returns:
        The path itself where nothing else was found.
    """
    given = Path(path)
    if "://" in str(path) or given.exists() or not given.name:
        return given
    with_slashes = Path(str(path).replace("\\", "/"))
    if with_slashes.exists():
        return with_slashes
    parts = [part for part in re.split(r"[\\/]", str(path)) if part not in ("", ".", "..")]
    folder = program_folder()
    found = None if folder is None or len(parts) < 2 else _file_with_end(tuple(parts), folder)
    if found is None:
        return given
    _say_once(str(path), found)
    return found


def program_folder() -> Path | None:
    """Folder of the project that the running program belongs to: see :func:`~pippin.utils.projects.project_of`."""
    main = sys.modules.get("__main__")
    program = getattr(main, "__file__", None) or (sys.argv[0] if sys.argv else "")
    if not program or not os.path.isfile(program):
        return None
    return project_of(Path(program).resolve())


@functools.cache
def _file_with_end(parts: tuple[str, ...], folder: Path) -> Path | None:
    """The file whose path has the longest end in common with some parts, two at least, if there is one such."""
    ends = [(_common_end(file.parts, parts), file) for file in _files_named(parts[-1], folder)]
    longest = max((length for length, _ in ends), default=0)
    best = [file for length, file in ends if length == longest]
    return best[0] if longest >= 2 and len(best) == 1 else None


def _common_end(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    pairs = zip(reversed(first), reversed(second), strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))


def _files_named(name: str, folder: Path) -> Iterator[Path]:
    """Files of a name below a folder; hidden folders are left out."""
    count = 0
    for parent, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if not each.startswith(".")]
        count += len(files)
        if name in files:
            yield Path(parent) / name
        if count > MOST_FILES:
            return


@functools.cache
def _say_once(path: str, found: Path) -> None:
    logger.warning("'%s' is not on this machine: '%s', of the program's project, is taken in its place.", path, found)
