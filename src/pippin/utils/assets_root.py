"""Where the assets of Isaac Lab and Isaac Sim are, if there is a copy of them on this machine."""

from __future__ import annotations

import os

NO_ROOT = "omniverse://assets"
"""Root of the assets' paths where no folder has a copy of them."""


def assets_root() -> str:
    """Return the folder that ``PIPPIN_ASSETS_ROOT`` names, or else ``ISAACSIM_ASSET_ROOT``, as Isaac Lab 3 reads it."""
    return (os.environ.get("PIPPIN_ASSETS_ROOT") or os.environ.get("ISAACSIM_ASSET_ROOT") or NO_ROOT).rstrip("/\\")


def newton_asset_dir() -> str:
    """Return the folder that ``NEWTON_ASSET_DIR`` names, or else where newton-assets are."""
    return os.environ.get("NEWTON_ASSET_DIR", "https://github.com/newton-physics/newton-assets.git")
