"""Files whose libraries believe what a file says of itself, read in a process of their own before this one reads them.

A damaged or hostile file may end such a process, keep it busy or fill its memory; here it is only refused. The hash of
a content that was read is kept, and the same content is not looked at again.

A reader is a program of one file that imports nothing of Pippin, to start quickly. It bounds its own time and memory,
prints "begin FILE" before and "read FILE" after each file, and "refused REASON" where the library refuses one.
"""

from __future__ import annotations

import hashlib
import logging
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping

from .files import cache_folder

logger = logging.getLogger("pippin")

TOO_LARGE, TOO_LONG = 3, 4
"""Exit statuses of readers for files that take too much memory or time."""

_MAX_WAIT = 300.0
"""Time after which a reader is ended on a machine so busy that it gets no processor time [s]."""

_MOST_TO_HASH = 2**28
"""Size up to which a file is known by its content; a larger one by path, size and time of modification [bytes]."""

_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PXR_WORK_THREAD_LIMIT": "1"}
"""Variables of readers: each thread reserves memory, and there are hundreds on large machines."""

_known: set[tuple[str, int, int]] = set()
"""Path, size and time of modification of the files that this process may read."""


def read_elsewhere(program: str, paths: list[str], what: str, environment: Mapping[str, str]) -> list[str]:
    """Read files in another process.

    Args:
        program: File of the reader.
        paths: Files to read.
        what: What they are, for messages: "USD file".
        environment: Variables to add to those of this process.

    Returns:
        The files that were read: these, and those that they refer to.

    Raises:
        ValueError: One is damaged, or takes too much time or memory to read.
    """
    if not sys.executable:  # Python within another program
        return []
    try:
        code, output = run_reader(program, paths, environment)
    except OSError as error:
        logger.warning("%ss are read unchecked: no process can be started to try them (%s).", what, error.strerror)
        return []
    lines = output.decode("utf-8", "replace").splitlines()
    if code != 0:
        begun = [line.removeprefix("begin ") for line in lines if line.startswith("begin ")]
        reason = next((line.removeprefix("refused ") for line in lines if line.startswith("refused ")), "")
        where = begun[-1] if begun else paths[0]
        raise ValueError(f"The {what} '{where}' cannot be read: {reason or _ending(code)}.")
    return [line.removeprefix("read ") for line in lines if line.startswith("read ")]


def run_reader(program: str, paths: list[str], environment: Mapping[str, str]) -> tuple[int, bytes]:
    """Exit status and output of a reader.

    Args:
        program: Its file.
        paths: Files to read.
        environment: Variables to add to those of this process.
    """
    command = [sys.executable, "-P", program, *paths]
    variables = {**os.environ, **_ONE_THREAD, **environment}
    try:
        reader = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, env=variables, timeout=_MAX_WAIT, check=False
        )
    except subprocess.TimeoutExpired as error:
        return TOO_LONG, error.stdout or b""
    return reader.returncode, reader.stdout


def remember(kind: str, paths: Iterable[str]) -> None:
    """Keep in mind that the contents of these files can be read.

    Args:
        kind: Folder of the cache: see :func:`.files.cache_folder`.
        paths: The files.
    """
    folder = cache_folder(kind)
    for path in paths:
        try:
            stamp, digest = _stamp(path), _digest(path)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / digest).touch()
        except OSError:  # a disk that is full or not ours: it is read elsewhere again next time
            continue
        _known.add(stamp)


def is_known(kind: str, path: str) -> bool:
    """Whether the content of a file was read before, in this process or another.

    Args:
        kind: Folder of the cache.
        path: The file.
    """
    stamp = _stamp(path)
    if stamp not in _known and (cache_folder(kind) / _digest(path)).is_file():
        _known.add(stamp)
    return stamp in _known


def _ending(code: int) -> str:
    """What an exit status says of a file."""
    if code in (TOO_LARGE, -9):
        return "it is damaged, or takes too much memory"
    if code in (TOO_LONG, -24):  # SIGXCPU
        return "it is damaged, or takes too long"
    return f"it is damaged, and its reader fails on it (exit status {code})"


def _stamp(path: str) -> tuple[str, int, int]:
    status = os.stat(path)
    return path, status.st_size, status.st_mtime_ns


def _digest(path: str) -> str:
    if os.path.getsize(path) > _MOST_TO_HASH:
        return hashlib.blake2b(repr(_stamp(path)).encode(), digest_size=20).hexdigest()
    with open(path, "rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=20)).hexdigest()
