"""Where the assets of Isaac Lab and Isaac Sim are: in a folder of one's own, or out of reach.

The environment variable ``PIPPIN_ASSETS_ROOT`` names a folder with a copy of the assets. Without it, configs may hold
paths below these constants: of tables, cubes, surroundings
and robots with an open description a stand-in is spawned, anything else is refused.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

__all__ = [
    "ISAACLAB_NUCLEUS_DIR",
    "ISAAC_NUCLEUS_DIR",
    "NUCLEUS_ASSET_ROOT_DIR",
    "NVIDIA_NUCLEUS_DIR",
    "check_file_path",
    "read_file",
    "retrieve_file_path",
]

NUCLEUS_ASSET_ROOT_DIR = os.environ.get("PIPPIN_ASSETS_ROOT", "omniverse://assets").rstrip("/")
"""Root of all assets."""

NVIDIA_NUCLEUS_DIR = f"{NUCLEUS_ASSET_ROOT_DIR}/NVIDIA"
"""Folder of materials and skies."""

ISAAC_NUCLEUS_DIR = f"{NUCLEUS_ASSET_ROOT_DIR}/Isaac"
"""Folder of Isaac Sim's assets."""

ISAACLAB_NUCLEUS_DIR = f"{ISAAC_NUCLEUS_DIR}/IsaacLab"
"""Folder of Isaac Lab's assets."""


def check_file_path(path: str) -> int:
    """Where a file is: 1 for this machine, 0 for nowhere in reach."""
    return int(Path(path).is_file())


def retrieve_file_path(path: str, download_dir: str | None = None, force_download: bool = True) -> str:
    """Absolute path of a file on this machine; the other arguments are accepted for existing code.

    Raises:
        FileNotFoundError: There is no such file on this machine.
    """
    if not check_file_path(path):
        raise FileNotFoundError(
            f"There is no file '{path}' on this machine. For assets of Isaac Sim, name a folder with a copy of them in"
            " the environment variable PIPPIN_ASSETS_ROOT."
        )
    return str(Path(path).resolve())


def read_file(path: str) -> io.BytesIO:
    """Content of a file on this machine.

    Raises:
        FileNotFoundError: There is no such file on this machine.
    """
    return io.BytesIO(Path(retrieve_file_path(path)).read_bytes())
