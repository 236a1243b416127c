"""Copies of files as programs ask Omniverse's client for them: on this machine, since no server is reached."""

from __future__ import annotations

import logging
import shutil
from enum import Enum
from pathlib import Path

from isaacsim.core.assets import ASSETS_ROOT, Result

__all__ = ["CopyBehavior", "copy", "copy_async", "copy_file"]

logger = logging.getLogger("pippin")


class CopyBehavior(Enum):
    """What becomes of a file that is there already."""

    ERROR_IF_EXISTS = 0
    OVERWRITE = 1


def copy(
    src_url: str, dst_url: str, behavior: CopyBehavior = CopyBehavior.ERROR_IF_EXISTS, message: str = ""
) -> Result:
    """Copy a file, or a folder with all that is in it; folders above the copy are made.

    Args:
        src_url: Path on this machine, such as below the folder that ``PIPPIN_ASSETS_ROOT`` names.
        dst_url: Path of the copy.
        behavior: What becomes of a copy that is there already.
        message: What servers keep of the change; there is none here.

    Returns:
        OK; ERROR_NOT_FOUND where the source is not there; ERROR_ALREADY_EXISTS where the copy is, and is not to be
        overwritten; ERROR_CONNECTION where the copy would be on a server. The log says of the last what to do.
    """
    source, target = _local(src_url), _local(dst_url)
    if target is None:
        logger.error("'%s' is on a server, which is not reached from here; name a path on this machine.", dst_url)
        return Result.ERROR_CONNECTION
    if source is None or not source.exists():
        logger.error("'%s' is not on this machine: there is no such file or folder to copy.", src_url)
        return Result.ERROR_NOT_FOUND
    if target.exists() and behavior is not CopyBehavior.OVERWRITE:
        return Result.ERROR_ALREADY_EXISTS
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        shutil.copyfile(source, target)
    return Result.OK


async def copy_async(
    src_url: str, dst_url: str, behavior: CopyBehavior = CopyBehavior.ERROR_IF_EXISTS, message: str = ""
) -> Result:
    """Do what :func:`copy` does, at once."""
    return copy(src_url, dst_url, behavior, message)


def copy_file(
    src_url: str, dst_url: str, behavior: CopyBehavior = CopyBehavior.ERROR_IF_EXISTS, message: str = ""
) -> Result:
    """Do what :func:`copy` does, with a file; a folder is none, and not found."""
    source = _local(src_url)
    if source is not None and source.is_dir():
        return Result.ERROR_NOT_FOUND
    return copy(src_url, dst_url, behavior, message)


def _local(url: str) -> Path | None:
    """Path on this machine that a URL names; None for one elsewhere."""
    path = url.removeprefix("file://") if url.startswith("file://") else url.removeprefix("file:")
    return None if "://" in path or path.startswith(ASSETS_ROOT) else Path(path)
