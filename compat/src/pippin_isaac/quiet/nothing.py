"""An object that takes whatever is done with it, for windows and applications that are not there."""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterator
from types import TracebackType
from typing import Any

logger = logging.getLogger("pippin")


@functools.cache
def say_once(message: str) -> None:
    """Warn of something that has no effect, the first time.

    Args:
        message: What it is, and what to do instead.
    """
    logger.warning("%s", message)


class Nothing:
    """Takes calls, attributes, items and ``with``, and gives itself. It counts as false and as empty."""

    def __init__(self, *args: Any, **kwargs: Any):
        pass

    def __call__(self, *args: Any, **kwargs: Any) -> Nothing:
        """Take a call."""
        return self

    def __getattr__(self, name: str) -> Nothing:
        if name.startswith("__"):
            raise AttributeError(f"'Nothing' has no '{name}'")
        return self

    def __getitem__(self, key: Any) -> Nothing:
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def __enter__(self) -> Nothing:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        pass

    def __bool__(self) -> bool:
        return False

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[Any]:
        return iter(())
