"""Colours, rates and files of the program's log, after Isaac Lab's ``isaaclab.utils.logger``."""

from __future__ import annotations

import logging
import sys
import tempfile
import time
from pathlib import Path

__all__ = ["ColoredFormatter", "RateLimitFilter", "configure_logging"]

_SECONDS = 5
"""Time in which a warning is shown once [s]."""


def configure_logging(
    logging_level: str = "WARNING", save_logs_to_file: bool = True, log_dir: str | None = None
) -> logging.Logger:
    """Replace all handlers of the root logger by one that writes to the terminal, and one that writes to a file.

    Args:
        logging_level: Level of the logger and of the terminal: "DEBUG", "INFO", "WARNING", "ERROR" or "CRITICAL".
        save_logs_to_file: Whether to write a file, too.
        log_dir: Folder of the file, which is made if needed. None: ``isaaclab/logs`` in the system's folder for
            temporary files.

    Returns:
        The root logger.

    Raises:
        ValueError: There is no such level.
    """
    root = logging.getLogger()
    root.setLevel(logging_level)
    for handler in list(root.handlers):
        root.removeHandler(handler)
    terminal = logging.StreamHandler(sys.stdout)
    terminal.setLevel(logging_level)
    terminal.setFormatter(ColoredFormatter("%(asctime)s [%(filename)s] %(levelname)s: %(message)s", "%H:%M:%S"))
    terminal.addFilter(RateLimitFilter(_SECONDS))
    root.addHandler(terminal)
    if save_logs_to_file:
        folder = Path(log_dir) if log_dir is not None else Path(tempfile.gettempdir(), "isaaclab", "logs")
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / time.strftime("isaaclab_%Y-%m-%d_%H-%M-%S.log")
        root.addHandler(_file_handler(path))
        print(f"[INFO][IsaacLab]: Logging to file: {path}")  # noqa: T201 - said whatever the level
    return root


def _file_handler(path: Path) -> logging.FileHandler:
    handler = logging.FileHandler(path, mode="w", encoding="utf-8")
    handler.setLevel(logging.DEBUG)
    words = "%(asctime)s [%(filename)s:%(lineno)d] %(levelname)s: %(message)s"
    handler.setFormatter(logging.Formatter(words, "%Y-%m-%d %H:%M:%S"))
    return handler


class ColoredFormatter(logging.Formatter):
    """Formatter that shows warnings yellow and errors red, by the codes of ANSI terminals."""

    RESET = "\033[0m"
    """Code that ends a colour."""

    COLORS = {
        "DEBUG": RESET,
        "INFO": RESET,
        "WARNING": "\033[33m",
        "ERROR": "\033[31m",
        "CRITICAL": "\033[1;31m",
    }
    """Code of each level."""

    def format(self, record: logging.LogRecord) -> str:
        """Text of a record between the code of its level and the one that ends it."""
        return f"{self.COLORS.get(record.levelname, self.RESET)}{super().format(record)}{self.RESET}"


class RateLimitFilter(logging.Filter):
    """Filter that drops a warning of the same words as one that it let through shortly before.

    Args:
        interval_seconds: How long the same words are dropped [s].
    """

    def __init__(self, interval_seconds: float = _SECONDS) -> None:
        super().__init__()
        self.interval = interval_seconds
        self.last_emitted: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to show a record."""
        if record.levelno != logging.WARNING:
            return True
        now, words = time.time(), record.getMessage()
        if now - self.last_emitted.get(words, -self.interval - 1.0) <= self.interval:
            return False
        self.last_emitted[words] = now
        return True
