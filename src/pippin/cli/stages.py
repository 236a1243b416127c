"""What a command does, said while it does it: moving where there is a terminal that can, else in plain lines."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from rich.console import Console
from rich.progress import Progress, TaskID


def can_draw(console: Console) -> bool:
    """Whether the output is a terminal whose lines can be drawn again: no file, no pipe, not TERM=dumb."""
    return console.is_terminal and not console.is_dumb_terminal


@contextlib.contextmanager
def stage(console: Console, text: str) -> Iterator[None]:
    """Say what is being done as long as it takes."""
    if can_draw(console):
        with console.status(text):
            yield
    else:
        console.print(text, soft_wrap=True)
        yield


def begin(progress: Progress, text: str, total: float | None) -> TaskID:
    """Begin a bar, or say in a line what would be its text."""
    if not can_draw(progress.console):
        progress.console.print(f"{text} ...", soft_wrap=True)
    return progress.add_task(text, total=total)
