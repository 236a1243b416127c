"""A program that reads HDF5 files, with bounds on time and memory: ``python hdf5_reader.py FILE ...``.

The library's reader may be busy for ever with a damaged file. This one looks at all groups, attributes and datasets of
a file, and at the values of the first 256 MB; of larger files it finds where all values lie, but does not read them.
It is started by :mod:`pippin.envs.datasets.hdf5_file_handler`: see :mod:`pippin.utils.bounded_reading`.
"""

from __future__ import annotations

import contextlib
import os
import sys

import h5py  # type: ignore[import-untyped]

TOO_LARGE = 3
"""Exit status for files that take too much memory."""

MEMORY = 2 * 2**30
"""Memory that reading may take [bytes]."""

SECONDS = 10
"""Processor time that reading may take beside a second for each 10 MB [s]."""

MOST_VALUES = 256 * 2**20
"""Size of the values that are read [bytes]."""


def main(paths: list[str]) -> int:
    """Read files; return the exit status."""
    for path in paths:
        _say("begin", path)
        _bound(os.path.getsize(path))
        try:
            with h5py.File(path, "r") as file:
                _read_all(file)
        except MemoryError:
            return TOO_LARGE
        except (OSError, RuntimeError, ValueError, KeyError, TypeError, RecursionError) as error:
            _say("refused", " ".join(str(error).split())[:300])
            return 1
        _say("read", path)
    return 0


def _read_all(file: h5py.File) -> None:
    """Look at all that is in a file, and not at what it refers to in others."""
    pending, seen, size = [file["/"]], set(), 0
    while pending:
        item = pending.pop()
        if item.id in seen:
            continue
        seen.add(item.id)
        for name in item.attrs:
            item.attrs[name]
        if isinstance(item, h5py.Group):
            inside = [name for name in item if not isinstance(item.get(name, getlink=True), h5py.ExternalLink)]
            pending += [item[name] for name in inside]
        elif isinstance(item, h5py.Dataset) and not item.external and not item.is_virtual:
            size += item.nbytes
            if item.chunks is not None:
                item.id.get_num_chunks()
            if size <= MOST_VALUES:
                item[()]


def _bound(size: int) -> None:
    """Bound the time and memory of this process for a file more, where the system has such bounds."""
    try:
        import resource
    except ImportError:  # Windows
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + SECONDS + size // 10_000_000
    bounds = {resource.RLIMIT_CPU: seconds, resource.RLIMIT_AS: MEMORY, resource.RLIMIT_CORE: 0}
    for kind, bound in bounds.items():
        _, hard = resource.getrlimit(kind)  # which only a superuser may raise
        most = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        with contextlib.suppress(ValueError, OSError):  # macOS refuses bounds on memory
            resource.setrlimit(kind, (most, hard))


def _say(word: str, text: str) -> None:
    sys.stdout.write(f"{word} {text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
