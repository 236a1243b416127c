"""Keys, and buttons of the mouse, that are pressed in the page of a viewer, for programs that are steered by them."""

from __future__ import annotations

import json
import logging
import math
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

logger = logging.getLogger("pippin")

HELD_SECONDS = 1.0
"""Time without a word from the page after which all keys count as let go [s].

It tells ten times a second of any that is held, but for when it is busy drawing.
"""

MOST_HELD = 32
"""Keys that may be held at once."""


def _nothing() -> None:
    """Do nothing."""


class Key(NamedTuple):
    """A key that a program listens to.

    Attributes:
        name: The key as the page names it: "A" to "Z", "0" to "9", "arrowup", "space", "escape", "shiftleft", ...;
            "mouseleft", "mousemiddle" and "mouseright" are the buttons of the mouse, in the picture.
        label: What it does, for who looks at the page.
        on_press: Called once when it is pressed, with the next frame of the viewer, in the program's thread.
        on_release: Called when it is let go.
    """

    name: str
    label: str
    on_press: Callable[[], object] = _nothing
    on_release: Callable[[], object] = _nothing


_KEYS: list[Key] = []
_ALL_KEYS: list[Callable[[str, bool], object]] = []

_OTHER_NAMES = {
    **{name: f"arrow{name.lower()}" for name in ("UP", "DOWN", "LEFT", "RIGHT")},
    **{f"{side}_{key}": f"{key}{side}".lower() for side in ("LEFT", "RIGHT") for key in ("SHIFT", "CONTROL", "ALT")},
    **{f"{side}_BRACKET": f"bracket{side.lower()}" for side in ("LEFT", "RIGHT")},
    **{"APOSTROPHE": "quote", "GRAVE_ACCENT": "backquote", "DEL": "delete"},
}


class _Board:
    """The keyboard as it was last told of, and what programs have not been told of yet."""

    held: frozenset[str] = frozenset()
    told_at = -math.inf
    mouse = (0.0, 0.0)
    delivered: frozenset[str] = frozenset()
    waiting: deque[frozenset[str]] = deque(maxlen=1000)


def page_name(name: str) -> str:
    """Name of a key as the page has it, by its name in Isaac Gym or Omniverse ("KEY_UP", "A", "GRAVE_ACCENT")."""
    name = name.removeprefix("KEY_").upper()
    return name if len(name) == 1 else _OTHER_NAMES.get(name, name.lower().replace("_", ""))


def listen(
    name: str, label: str, on_press: Callable[[], object] = _nothing, on_release: Callable[[], object] = _nothing
) -> Key:
    """Listen to a key in any viewer, those that are opened later included: see :class:`Key`."""
    key = Key(name, label, on_press, on_release)
    _KEYS.append(key)
    return key


def listen_to_all(on_change: Callable[[str, bool], object]) -> None:
    """Call a function with the name of each key that is pressed (True) or let go (False), see :class:`Key`."""
    _ALL_KEYS.append(on_change)


def forget(listeners: Sequence[Key | Callable[[str, bool], object]]) -> None:
    """Listen no longer."""
    for listener in listeners:
        place: list = _KEYS if isinstance(listener, Key) else _ALL_KEYS
        place[:] = [each for each in place if each is not listener]


def labels() -> dict[str, str]:
    """What the keys do that are listened to, by name."""
    found: dict[str, list[str]] = {}
    for key in _KEYS:
        found.setdefault(key.name, []).append(key.label)
    return {name: ", ".join(dict.fromkeys(of_name)) for name, of_name in found.items()}


def held() -> frozenset[str]:
    """Names of the keys that are held now."""
    return _Board.held if time.monotonic() - _Board.told_at <= HELD_SECONDS else frozenset()


def listened() -> bytes:
    """What the page is told of: JSON with "names" of keys, and whether "all" are of interest."""
    return json.dumps({"names": sorted(labels()), "all": bool(_ALL_KEYS)}).encode()


def mouse_position() -> tuple[float, float]:
    """Where the mouse was when a button was last pressed or let go, each from 0 to 1, from the upper left corner."""
    return _Board.mouse


def receive(message: bytes) -> None:
    """Take which keys the page says are held.

    Args:
        message: JSON with "held", a list of names, and "mouse", two numbers.

    Raises:
        ValueError: It is something else.
    """
    told = json.loads(message)
    if not isinstance(told, dict):
        raise ValueError(f"A keyboard's message is {told!r:.80}; expected 'held' and 'mouse'.")
    names, mouse = told.get("held"), told.get("mouse")
    if not isinstance(names, list) or len(names) > MOST_HELD or not all(_is_name(name) for name in names):
        raise ValueError(f"A keyboard's message is {told!r:.80}; expected names of keys, at most {MOST_HELD}.")
    if not isinstance(mouse, list) or len(mouse) != 2 or not all(_is_share(each) for each in mouse):
        raise ValueError(f"A keyboard's message is {told!r:.80}; expected a place of the mouse, 0 to 1.")
    _Board.held, _Board.mouse, _Board.told_at = frozenset(names), (float(mouse[0]), float(mouse[1])), time.monotonic()
    _Board.waiting.append(_Board.held)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 32


def _is_share(value: object) -> bool:
    return isinstance(value, (int, float)) and -1.0 <= value <= 2.0  # a drag may end beside the page


def deliver() -> None:
    """Call those who listen to what was pressed and let go since the last call."""
    if not _Board.waiting and _Board.delivered and not held():
        _Board.waiting.append(frozenset())  # the page fell silent
    while _Board.waiting:
        before, _Board.delivered = _Board.delivered, _Board.waiting.popleft()
        for name in sorted(before ^ _Board.delivered):
            _call(name, name in _Board.delivered)


def _call(name: str, is_pressed: bool) -> None:
    calls = [key.on_press if is_pressed else key.on_release for key in _KEYS if key.name == name]
    for call in calls + [partial(on_change, name, is_pressed) for on_change in _ALL_KEYS]:
        try:
            call()
        except Exception:  # a program's: the keys of others go on
            logger.exception("What the key '%s' calls failed.", name)


class HeldKeys:
    """Commands that add up while keys are held.

    Args:
        steps: What each key adds to the command, all of one length.
    """

    def __init__(self, steps: Mapping[str, Sequence[float]]) -> None:
        self._steps = {name: np.array(step, dtype=float) for name, step in steps.items()}
        self._released: frozenset[str] = frozenset()
        for name, step in steps.items():
            listen(name, f"Command {[round(float(each), 3) for each in step]}")

    def command(self) -> np.ndarray:
        """Sum of what the keys add that are held now, shape (n,), one number for each part of the command."""
        now = held()
        self._released &= now
        acting = [step for name, step in self._steps.items() if name in now - self._released]
        return np.sum(acting, axis=0) if acting else np.zeros_like(next(iter(self._steps.values())))

    def release(self) -> None:
        """Let go of all keys: those that are held count again when they are pressed again."""
        self._released = held()
