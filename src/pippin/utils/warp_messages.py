"""Warp's messages in one line: that kernels are compiled, the first time, and where they are kept."""

from __future__ import annotations

import re
import sys
from typing import Any

import warp as wp

_LOAD = re.compile(r"\s*Module .* load on device '(.*)' took .* ms +\((\w+)\)")


class WarpMessages:
    """Logger for Warp that tells once of compilations, and of nothing else that every run would repeat.

    Warp prints its version and devices, and a line for each module of kernels that it loads. Warnings, errors and all
    other messages are handed to the logger that was there before.

    Args:
        logger: That logger.
    """

    def __init__(self, logger: Any) -> None:
        self._logger = logger
        self._told: set[str] = set()

    def info(self, message: str) -> None:
        """Pass a message on, unless it tells of a module, or of Warp itself."""
        load = _LOAD.match(message)
        if load is None:
            if not re.match(r"Warp \S+ initialized", message):
                self._logger.info(message)
            return
        device, how = load.groups()
        if how == "compiled" and device not in self._told:
            self._told.add(device)
            sys.stderr.write(
                f"Pippin compiles kernels for '{device}', the first time only: this may take some minutes. "
                f"They are kept in {wp.config.kernel_cache_dir}.\n"
            )

    def debug(self, message: str) -> None:
        """Pass a message on."""
        self._logger.debug(message)

    def warning(self, message: str, category: Any = None, stacklevel: int = 1) -> None:
        """Pass a warning on."""
        self._logger.warning(message, category=category, stacklevel=stacklevel + 1)

    def error(self, message: str) -> None:
        """Pass an error on."""
        self._logger.error(message)


def summarize_warp_messages() -> None:
    """Have Warp's messages summarized, unless the program has chosen a level or a logger of its own."""
    logger = wp.get_logger()
    if wp.config.log_level == wp.LOG_INFO and type(logger).__module__.startswith("warp."):
        wp.set_logger(WarpMessages(logger))
