"""A program that reads USD files whole, with bounds on time and memory: ``python crate_reader.py FILE ...``.

It prints "begin FILE" before and "read FILE" after each file, these and those that they refer to, and "refused REASON"
where USD refuses one. It is started by :mod:`pippin.sim.crates`, and imports nothing of Pippin to start quickly.
"""

from __future__ import annotations

import contextlib
import os
import sys

from pxr import Sdf, Tf

TOO_LARGE, TOO_LONG = 3, 4
"""Exit statuses for files that take too much memory or time."""

MEMORY = 2 * 2**30
"""Memory that reading may take beside sixteen times the file's size [bytes]."""

USD_SUFFIXES = (".usd", ".usda", ".usdc", ".usdz")

SECONDS = 10
"""Processor time that reading may take beside a second for each 10 MB [s]."""


def main(paths: list[str]) -> int:
    """Read files and all that they refer to; return the exit status."""
    pending, seen = list(paths), set()
    while pending:
        path = pending.pop(0)
        if path in seen or not os.path.isfile(path):
            continue
        seen.add(path)
        _say("begin", path)
        _bound(os.path.getsize(path))
        try:
            layer = Sdf.Layer.FindOrOpen(path)
            if layer is None:
                raise ValueError("it is no USD; expected a file that USD reads")
            _read_all(layer)
            pending += dependencies(layer)
        except MemoryError:
            return TOO_LARGE
        except (Tf.ErrorException, ValueError, RuntimeError) as error:
            if path not in paths and _is_text(path):
                continue  # a part that is left out, as one that is missing
            text = _text(error)[:4000]  # a corrupt file can make it a hundred megabytes
            reason = (text.partition(" : '")[2] or text).partition("'\n")[0]
            _say("refused", " ".join(reason.split()).rstrip("'. ")[:500])
            return 1
        _say("read", path)
    return 0


def dependencies(layer: Sdf.Layer) -> list[str]:
    """Paths of the layers that a layer refers to: sublayers, references and payloads."""
    paths = [layer.ComputeAbsolutePath(path) for path in layer.GetCompositionAssetDependencies() if path]
    files = [path.partition("[")[0] for path in paths]  # of an archive, the part that is meant comes in brackets
    return [path for path in files if path.lower().endswith(USD_SUFFIXES)]


def _text(error: Exception) -> str:
    """What an error says, which may quote bytes of the file that are no text."""
    try:
        return str(error)
    except UnicodeDecodeError as undecodable:
        return undecodable.object.decode("utf-8", "replace")


def _is_text(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(5) == b"#usda"


def _read_all(layer: Sdf.Layer) -> None:
    """Look at each value, which USD reads from the file only then."""

    def look(path: Sdf.Path) -> None:
        spec = layer.GetObjectAtPath(path)
        if spec is None:
            return
        for key in spec.ListInfoKeys():
            with contextlib.suppress(TypeError):  # read, and of a type that Python lacks, as offsets of sublayers are
                spec.GetInfo(key)
        for time in layer.ListTimeSamplesForPath(path):
            layer.QueryTimeSample(path, time)

    layer.Traverse(Sdf.Path.absoluteRootPath, look)


def _bound(size: int) -> None:
    """Bound the time and memory of this process for a file more, where the system has such bounds."""
    try:
        import resource
    except ImportError:  # Windows
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + SECONDS + size // 10_000_000
    bounds = {resource.RLIMIT_CPU: seconds, resource.RLIMIT_AS: MEMORY + 16 * size, resource.RLIMIT_CORE: 0}
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
