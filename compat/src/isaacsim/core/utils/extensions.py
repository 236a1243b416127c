"""Extensions of Isaac Sim: what they hold is here from the start, or not at all."""

from __future__ import annotations

import importlib.util
import logging
from pathlib import Path

import pippin.robots

__all__ = ["disable_extension", "enable_extension", "get_extension_path_from_name"]

logger = logging.getLogger("pippin")

FOLDERS = {
    name: Path(pippin.robots.__file__).parent
    for name in ("isaacsim.robot_motion.motion_generation", "omni.isaac.motion_generation")
}
"""Folders of extensions whose files programs read: that of the configurations of motion policies and planners."""


def get_extension_path_from_name(ext_name: str) -> str:
    """Folder of an extension, in which programs look for its files.

    Raises:
        FileNotFoundError: It is no extension whose files Pippin has.
    """
    if ext_name not in FOLDERS:
        raise FileNotFoundError(
            f"There is no folder of the extension '{ext_name}'; there are those of {', '.join(FOLDERS)}."
        )
    return str(FOLDERS[ext_name])


def enable_extension(extension_name: str) -> bool:
    """Whether what an extension holds can be imported, which needs no enabling; a warning where it cannot."""
    try:
        is_there = importlib.util.find_spec(extension_name) is not None
    except ModuleNotFoundError:
        is_there = False
    if not is_there:
        logger.warning("The extension '%s' is not served.", extension_name)
    return is_there


def disable_extension(extension_name: str) -> bool:
    """False: what an extension holds stays where it is."""
    return False
