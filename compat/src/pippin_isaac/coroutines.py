"""Coroutines that a program without an event loop hands to the application, which goes on with them at each frame."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

__all__ = ["advance", "go_on_with_frames", "run_coroutine"]

_loop: asyncio.AbstractEventLoop | None = None


def run_coroutine(coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Run a coroutine beside the program: in the event loop that runs, or else a part of it at each frame."""
    global _loop
    try:
        return asyncio.get_running_loop().create_task(coroutine)
    except RuntimeError:
        _loop = _loop or asyncio.new_event_loop()
        return _loop.create_task(coroutine)


def go_on_with_frames() -> bool:
    """Whether the coroutine that asks waits for the program's frames, in place of making frames itself."""
    return _loop is not None and asyncio.get_running_loop() is _loop


def advance() -> None:
    """Let coroutines go on to where they wait for the next frame, unless an event loop runs already."""
    if _loop is None or _is_in_a_loop():
        return
    _loop.call_soon(_loop.stop)
    _loop.run_forever()


def _is_in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
