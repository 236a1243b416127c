"""Warnings of what the engine does not do, said once in a process."""

from __future__ import annotations

import logging

logger = logging.getLogger("pippin")

_said: set[str] = set()


def warn_once(message: str) -> None:
    """Log a warning, unless it was logged before."""
    if message not in _said:
        _said.add(message)
        logger.warning(message)
