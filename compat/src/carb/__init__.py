"""Names of carb that programs log with."""

from __future__ import annotations

import logging

__all__ = ["log_error", "log_info", "log_verbose", "log_warn"]

logger = logging.getLogger("pippin")


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
