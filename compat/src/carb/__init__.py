"""Names of carb that programs log with, and its vectors."""

from __future__ import annotations

import importlib
import logging
from types import ModuleType
from typing import NamedTuple

from . import settings

__all__ = ["Float3", "log_error", "log_info", "log_verbose", "log_warn", "settings"]

logger = logging.getLogger("pippin")


class Float3(NamedTuple):
    """Three numbers, such as a gravity."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


def log_verbose(message: str) -> None:
    """Log at the level DEBUG."""
    logger.debug("%s", message)


def log_info(message: str) -> None:
    """Log at the level INFO."""
    logger.info("%s", message)


def log_warn(message: str) -> None:
    """Log at the level WARNING."""
    logger.warning("%s", message)


def log_error(message: str) -> None:
    """Log at the level ERROR."""
    logger.error("%s", message)


def __getattr__(name: str) -> ModuleType:
    if name not in ("input", "settings"):
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return importlib.import_module(f"{__name__}.{name}")
