"""Names of omni.log: the application's log, which goes to Python's."""

from __future__ import annotations

import logging
from typing import Any

_LOGGER = logging.getLogger("pippin")


def verbose(message: str, *args: Any, **kwargs: Any) -> None:
    """Log at the level DEBUG."""
    _LOGGER.debug("%s", message)


def info(message: str, *args: Any, **kwargs: Any) -> None:
    """Log at the level INFO."""
    _LOGGER.info("%s", message)


def warn(message: str, *args: Any, **kwargs: Any) -> None:
    """Log at the level WARNING."""
    _LOGGER.warning("%s", message)


def error(message: str, *args: Any, **kwargs: Any) -> None:
    """Log at the level ERROR."""
    _LOGGER.error("%s", message)


def fatal(message: str, *args: Any, **kwargs: Any) -> None:
    """Log at the level CRITICAL."""
    _LOGGER.critical("%s", message)
