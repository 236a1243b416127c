"""USD files as layers."""

from __future__ import annotations

import errno
from pathlib import Path

from pxr import Sdf, Tf, Usd

from pippin.utils.files import whole_file

from .crate_reader import USD_SUFFIXES
from .crates import check_crates
from .files import check_file


def open_layer(usd_path: str) -> Sdf.Layer:
    """Open a USD file.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is not USD, or larger than 2 GiB; or it or a file that it refers to is a damaged crate.
    """
    path = check_file(usd_path, "USD", USD_SUFFIXES)
    check_crates(path)
    try:
        layer = Sdf.Layer.FindOrOpen(path)
    except Tf.ErrorException as error:
        raise ValueError(f"The USD file '{usd_path}' cannot be read: {reason_of(error)}") from error
    if layer is None:
        raise ValueError(f"The USD file '{usd_path}' cannot be read; expected a layer of USD.")
    return layer


def export_layer(layer: Sdf.Layer | Usd.Stage, path: str | Path) -> None:
    """Write a layer, or all of a stage, to a file, whole or not at all.

    Raises:
        OSError: It cannot be written.
    """
    with whole_file(path) as temporary:
        try:
            is_written = layer.Export(str(temporary))
        except Tf.ErrorException as error:
            raise OSError(errno.EIO, reason_of(error)) from error
        if not is_written:
            raise OSError(errno.EIO, "USD does not say why")


def missing_parts(stage: Usd.Stage) -> list[str]:
    """Tell what a stage lacks because files that its files refer to are missing, or refer to themselves.

    USD leaves out what they would hold, be it a reference, a payload or a layer.
    """
    return [" ".join(_text(error).split())[:500] for error in stage.GetCompositionErrors()]


def sentence_on_missing_parts(stage: Usd.Stage) -> str:
    """Return a sentence on the first parts that a stage lacks, after a space, or nothing if it lacks none."""
    missing = missing_parts(stage)
    return f" Files that the stage refers to are missing: {' '.join(missing[:3])}" if missing else ""


def reason_of(error: Tf.ErrorException) -> str:
    """Return what USD complains about, in one line.

    Args:
        error: Its exception. The text holds places in USD's source; a corrupt file can make it a hundred megabytes.
    """
    text = _text(error)[:4000]
    reason = (text.partition(" : '")[2] or text).partition("'\n")[0]  # others follow from the first
    return " ".join(reason.split()).rstrip("' ")[:500]


def _text(error: object) -> str:
    """What USD says, which may quote bytes of a damaged file that are no text."""
    try:
        return str(error)
    except UnicodeDecodeError as undecodable:
        return undecodable.object.decode("utf-8", "replace")
