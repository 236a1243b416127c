"""Binary USD files (crates), read in a process of their own before this one reads them.

USD's reader of crates believes what a file says of its own layout: a damaged or hostile one may end the process, or
fill the memory for minutes. So each crate that was never read before is read whole by :mod:`pippin.sim.crate_reader`
first, with bounds on time and memory: see :mod:`pippin.utils.bounded_reading`. That takes 0.3 s for a file and all that
it refers to, once for each content. Crates that Pippin's converters wrote are known from the start.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterable

from pxr import Sdf, Tf

from pippin.utils import bounded_reading

from . import crate_reader


def check_crates(path: str) -> None:
    """Check that a USD file and all files that it refers to can be read. Files that are missing are left out.

    Args:
        path: Absolute path of a USD file, as text or a crate or an archive.

    Raises:
        ValueError: A crate among them is damaged, or takes too much time or memory to read.
    """
    unknown = _unknown_crates(path)
    if unknown:
        read = bounded_reading.read_elsewhere(crate_reader.__file__, unknown, "USD file", {})
        remember_crates(path for path in read if _is_binary(path))


def remember_crates(paths: Iterable[str]) -> None:
    """Keep in mind that the contents of these files can be read."""
    bounded_reading.remember("crates", paths)


def _unknown_crates(top: str) -> list[str]:
    """Crates among a file and what it refers to that were never read; not what these refer to in turn."""
    pending, seen, unknown = [top], set(), []
    while pending:
        path = pending.pop()
        if path in seen or not os.path.isfile(path):
            continue
        seen.add(path)
        if _is_binary(path) and not bounded_reading.is_known("crates", path):
            unknown.append(path)
            continue
        try:
            layer = Sdf.Layer.FindOrOpen(path)
        except Tf.ErrorException:  # no USD at all: told by who opens it
            continue
        if layer is not None:
            pending += crate_reader.dependencies(layer)
    return unknown


def _is_binary(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(8) == b"PXR-USDC" or zipfile.is_zipfile(path)
