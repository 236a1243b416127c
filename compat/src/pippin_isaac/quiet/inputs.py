"""Names of carb.input and omni.appwindow: keys and buttons, of which none is ever pressed here."""

from __future__ import annotations

import enum
import string
from typing import Any

from .nothing import Nothing, say_once

_KEYS = [*string.ascii_uppercase, *(f"KEY_{digit}" for digit in range(10)), *(f"NUMPAD_{digit}" for digit in range(10))]
_KEYS += [*(f"F{number}" for number in range(1, 13)), "UP", "DOWN", "LEFT", "RIGHT", "SPACE", "ENTER", "ESCAPE", "TAB"]
_KEYS += ["BACKSPACE", "DEL", "INSERT", "HOME", "END", "PAGE_UP", "PAGE_DOWN", "LEFT_SHIFT", "RIGHT_SHIFT"]
_KEYS += ["LEFT_CONTROL", "RIGHT_CONTROL", "LEFT_ALT", "RIGHT_ALT", "CAPS_LOCK", "COMMA", "PERIOD", "SLASH", "MINUS"]
_KEYS += ["EQUAL", "LEFT_BRACKET", "RIGHT_BRACKET", "SEMICOLON", "APOSTROPHE", "BACKSLASH", "GRAVE_ACCENT"]
_BUTTONS = ["A", "B", "X", "Y", "DPAD_UP", "DPAD_DOWN", "DPAD_LEFT", "DPAD_RIGHT", "MENU1", "MENU2"]
_BUTTONS += [f"{side}_{part}" for side in ("LEFT", "RIGHT") for part in ("SHOULDER", "TRIGGER", "STICK")]
_BUTTONS += [f"{side}_STICK_{way}" for side in ("LEFT", "RIGHT") for way in ("UP", "DOWN", "LEFT", "RIGHT")]

KeyboardInput = enum.Enum("KeyboardInput", _KEYS)
GamepadInput = enum.Enum("GamepadInput", _BUTTONS)
KeyboardEventType = enum.Enum("KeyboardEventType", ["KEY_PRESS", "KEY_REPEAT", "KEY_RELEASE", "CHAR"])
GamepadConnectionEventType = enum.Enum("GamepadConnectionEventType", ["CONNECTED", "DISCONNECTED"])


class KeyboardEvent(Nothing):
    """A key that was pressed or released."""


class GamepadEvent(Nothing):
    """A button that was moved."""


def acquire_input_interface() -> Nothing:
    """Give what would call back for keys and buttons; it never does."""
    say_once("Keyboards and gamepads are not read: no key is ever pressed, and commands from them stay zero.")
    return Nothing()


def get_default_app_window() -> Nothing:
    """Give what stands for the application's window."""
    return Nothing()


def acquire_app_window_factory_interface(*args: Any, **kwargs: Any) -> Nothing:
    """Give what would make windows."""
    return Nothing()


def acquire_debug_draw_interface() -> Nothing:
    """Give what would draw points and lines into the viewport."""
    say_once("isaacsim.util.debug_draw draws nothing: isaaclab.markers.VisualizationMarkers are shown in pictures.")
    return Nothing()
