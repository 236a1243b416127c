"""Binary USD files (crates), read in a process of their own before this one reads them.

USD's reader of crates believes what a file says of its own layout: a damaged or hostile one may end the process, or
fill the memory for minutes. So each crate that was never read before is read whole by :mod:`pippin.sim.crate_reader`
first, with bounds on time and memory. That takes 0.3 s for a file and all that it refers to; the hash of its content is
then kept, and the same content is not looked at again. Crates that Pippin's converters wrote are known from the start.
"""

from __future__ import annotations

import hashlib
import logging
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterable

from pxr import Sdf, Tf

from pippin.utils.files import cache_folder

from . import crate_reader

logger = logging.getLogger("pippin")

_MAX_WAIT = 300.0
"""Time after which a reader is ended on a machine so busy that it gets no processor time [s]."""

_known: set[tuple[str, int, int]] = set()
"""Path, size and time of modification of the crates that this process may read."""


def check_crates(path: str) -> None:
    """Check that a USD file and all files that it refers to can be read. Files that are missing are left out.

    Args:
        path: Absolute path of a USD file, as text or a crate or an archive.

    Raises:
        ValueError: A crate among them is damaged, or takes too much time or memory to read.
    """
    unknown = _unknown_crates(path)
    if unknown:
        remember_crates(_read_elsewhere(unknown))


def remember_crates(paths: Iterable[str]) -> None:
    """Keep in mind that the contents of these files can be read."""
    folder = cache_folder("crates")
    for path in paths:
        try:
            stamp, digest = _stamp(path), _digest(path)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / digest).touch()
        except OSError:  # a disk that is full or not ours: it is read elsewhere again next time
            continue
        _known.add(stamp)


def _unknown_crates(top: str) -> list[str]:
    """Crates among a file and what it refers to that were never read; not what these refer to in turn."""
    pending, seen, unknown = [top], set(), []
    while pending:
        path = pending.pop()
        if path in seen or not os.path.isfile(path):
            continue
        seen.add(path)
        if _is_binary(path) and not _is_known(path):
            unknown.append(path)
            continue
        try:
            layer = Sdf.Layer.FindOrOpen(path)
        except Tf.ErrorException:  # no USD at all: told by who opens it
            continue
        if layer is not None:
            pending += crate_reader.dependencies(layer)
    return unknown


def _read_elsewhere(paths: list[str]) -> list[str]:
    """Read crates in another process; return the binary files among these and those that they refer to."""
    if not sys.executable:  # Python within another program
        return []
    try:
        code, output = _run_reader(paths)
    except OSError as error:
        logger.warning("USD files are read unchecked: no process can be started to try them (%s).", error.strerror)
        return []
    lines = output.decode("utf-8", "replace").splitlines()
    read = [line.removeprefix("read ") for line in lines if line.startswith("read ")]
    if code != 0:
        begun = [line.removeprefix("begin ") for line in lines if line.startswith("begin ")]
        reason = next((line.removeprefix("refused ") for line in lines if line.startswith("refused ")), "")
        where = begun[-1] if begun else paths[0]
        raise ValueError(f"The USD file '{where}' cannot be read: {reason or _ending(code)}.")
    return [path for path in read if _is_binary(path)]


def _run_reader(paths: list[str]) -> tuple[int, bytes]:
    """Exit status and output of :mod:`.crate_reader`."""
    command = [sys.executable, "-P", crate_reader.__file__, *paths]
    environment = {**os.environ, "PXR_WORK_THREAD_LIMIT": "1"}
    try:
        reader = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, env=environment, timeout=_MAX_WAIT, check=False
        )
    except subprocess.TimeoutExpired as error:
        return crate_reader.TOO_LONG, error.stdout or b""
    return reader.returncode, reader.stdout


def _ending(code: int) -> str:
    """What an exit status says of a file."""
    if code in (crate_reader.TOO_LARGE, -9):
        return "it is damaged, or takes too much memory"
    if code in (crate_reader.TOO_LONG, -24):  # SIGXCPU
        return "it is damaged, or takes too long"
    return f"it is damaged, and USD's reader fails on it (exit status {code})"


def _is_binary(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(8) == b"PXR-USDC" or zipfile.is_zipfile(path)


def _is_known(path: str) -> bool:
    stamp = _stamp(path)
    if stamp not in _known and (cache_folder("crates") / _digest(path)).is_file():
        _known.add(stamp)
    return stamp in _known


def _stamp(path: str) -> tuple[str, int, int]:
    status = os.stat(path)
    return path, status.st_size, status.st_mtime_ns


def _digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=20)).hexdigest()
