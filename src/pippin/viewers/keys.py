"""Keys that are pressed in the page of a viewer, for programs that are steered by a keyboard."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

HELD_SECONDS = 0.6
"""How long a key counts as held after a press [s]: longer than keyboards wait before they repeat it."""


class Key(NamedTuple):
    """A key that a program listens to.

    Attributes:
        name: The key as the page names it: "A" to "Z", "0" to "9", "arrowup", "space", "escape", ...
        label: What it does, for the page's list of commands (Ctrl-K).
        on_press: Called when it is pressed, and again as long as it is held, in the thread of the page.
    """

    name: str
    label: str
    on_press: Callable[[], None]


_KEYS: list[Key] = []


def listen(name: str, label: str, on_press: Callable[[], None]) -> None:
    """Call a function when a key is pressed in any viewer, those that are opened later included.

    Args:
        name: The key, see :class:`Key`.
        label: What it does.
        on_press: The function.
    """
    _KEYS.append(Key(name, label, on_press))


def keys_since(number: int) -> list[Key]:
    """Return the keys that are listened to, without the first ``number``."""
    return _KEYS[number:]


class HeldKeys:
    """Commands that add up while keys are held.

    A page tells of presses, and of held keys by repeating them: a key counts as held for :data:`HELD_SECONDS` after
    each.

    Args:
        steps: What each key adds to the command, all of one length.
    """

    def __init__(self, steps: Mapping[str, Sequence[float]]) -> None:
        self._steps = {name: np.array(step, dtype=float) for name, step in steps.items()}
        self._pressed = dict.fromkeys(steps, -math.inf)
        for name, step in steps.items():
            listen(name, f"Command {list(step)}", partial(self._press, name))

    def command(self) -> np.ndarray:
        """Sum of what the keys add that are held now, shape (n,), one number for each part of the command."""
        since = time.monotonic() - HELD_SECONDS
        held = [step for name, step in self._steps.items() if self._pressed[name] >= since]
        return np.sum(held, axis=0) if held else np.zeros_like(next(iter(self._steps.values())))

    def release(self) -> None:
        """Let go of all keys."""
        self._pressed = dict.fromkeys(self._steps, -math.inf)

    def _press(self, name: str) -> None:
        self._pressed[name] = time.monotonic()
