"""Gamepads that the browser of a viewer's page reads, for programs that are steered by one."""

from __future__ import annotations

import json
import math
import time
from collections import deque
from collections.abc import Callable

HELD_SECONDS = 1.0
"""Time without a word from the page after which everything counts as let go [s].

The page tells ten times a second, but for when it is busy drawing.
"""

PRESSED = 0.5
"""How far a button has to be pressed to count [0 to 1]."""

BUTTONS = (
    *("A", "B", "X", "Y", "LEFT_SHOULDER", "RIGHT_SHOULDER", "LEFT_TRIGGER", "RIGHT_TRIGGER", "MENU1", "MENU2"),
    *("LEFT_STICK", "RIGHT_STICK", "DPAD_UP", "DPAD_DOWN", "DPAD_LEFT", "DPAD_RIGHT"),
)
"""Buttons in the order of the W3C's standard gamepad."""

STICKS = ("LEFT_STICK_RIGHT", "LEFT_STICK_DOWN", "RIGHT_STICK_RIGHT", "RIGHT_STICK_DOWN")
"""What a positive value of each axis of the standard gamepad is."""

OPPOSITES = ("LEFT_STICK_LEFT", "LEFT_STICK_UP", "RIGHT_STICK_LEFT", "RIGHT_STICK_UP")
"""What a negative value is."""

_RELEASED = dict.fromkeys((*BUTTONS, *STICKS, *OPPOSITES), 0.0)
_LISTENERS: list[tuple[str, Callable[[], object]]] = []
_ALL: list[Callable[[str, float], object]] = []


class _Pad:
    """The gamepad as it was last told of, and what programs have not been told of yet."""

    values = _RELEASED
    told_at = -math.inf
    delivered = _RELEASED
    waiting: deque[dict[str, float]] = deque(maxlen=1000)


def values() -> dict[str, float]:
    """How far each button is pressed and each stick is pushed each way, 0 to 1, by name.

    Names are those of :data:`BUTTONS`, :data:`STICKS` and :data:`OPPOSITES`. All are 0 where no page tells of a pad.
    """
    is_held = time.monotonic() - _Pad.told_at <= HELD_SECONDS
    return dict(_Pad.values if is_held else _RELEASED)


def listen(button: str, on_press: Callable[[], object]) -> None:
    """Call a function when a button is pressed.

    Args:
        button: One of :data:`BUTTONS`, or a way of a stick.
        on_press: The function, called with the next frame of the viewer, in the program's thread.

    Raises:
        ValueError: There is no such button.
    """
    if button not in _RELEASED:
        raise ValueError(f"Button '{button}' is unknown; expected one of: {', '.join(_RELEASED)}.")
    _LISTENERS.append((button, on_press))


def listen_to_all(on_change: Callable[[str, float], object]) -> None:
    """Call a function with the name and the value (0 to 1) of each input that changes, see :func:`listen`."""
    _ALL.append(on_change)


def forget(on_change: object) -> None:
    """Call a function no longer that listens to all inputs."""
    _ALL[:] = [each for each in _ALL if each is not on_change]


def receive(message: bytes) -> None:
    """Take what the page says of its gamepad.

    Args:
        message: JSON with "axes" (4 numbers, -1 to 1) and "buttons" (16 numbers, 0 to 1).

    Raises:
        ValueError: It is something else.
    """
    told = json.loads(message)
    if not isinstance(told, dict):
        raise ValueError(f"A gamepad's message is {told!r:.80}; expected 'axes' and 'buttons'.")
    axes, buttons = (_numbers(told.get(name), count) for name, count in (("axes", 4), ("buttons", len(BUTTONS))))
    now = dict(zip(BUTTONS, buttons, strict=True))
    for right, left, value in zip(STICKS, OPPOSITES, axes, strict=True):
        now |= {right: max(value, 0.0), left: max(-value, 0.0)}
    _Pad.values, _Pad.told_at = now, time.monotonic()
    _Pad.waiting.append(now)


def deliver() -> None:
    """Call those who listen to what changed since the last call."""
    if not _Pad.waiting and _Pad.delivered != values():
        _Pad.waiting.append(values())  # the page fell silent
    while _Pad.waiting:
        before, _Pad.delivered = _Pad.delivered, _Pad.waiting.popleft()
        now = _Pad.delivered
        for button, on_press in list(_LISTENERS):
            if before[button] < PRESSED <= now[button]:
                on_press()
        for on_change in list(_ALL):
            for name in (name for name in now if now[name] != before[name]):
                on_change(name, now[name])


def _numbers(given: object, count: int) -> list[float]:
    if isinstance(given, list) and len(given) == count:
        numbers = [float(each) for each in given if isinstance(each, (int, float)) and math.isfinite(each)]
        if len(numbers) == count:
            return [min(1.0, max(-1.0, each)) for each in numbers]
    raise ValueError(f"A gamepad's message has {given!r:.80}; expected {count} numbers.")
