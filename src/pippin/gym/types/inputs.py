"""Keys and mouse actions that a viewer's events subscribe to.

The numbers are those of the input library of Isaac Gym, in which 0 is no key.
"""

from __future__ import annotations

from .gym_enum import GymEnum


class KeyboardInput(GymEnum):
    """A key."""

    KEY_SPACE = 1
    KEY_APOSTROPHE = 2
    KEY_COMMA = 3
    KEY_MINUS = 4
    KEY_PERIOD = 5
    KEY_SLASH = 6
    KEY_0 = 7
    KEY_1 = 8
    KEY_2 = 9
    KEY_3 = 10
    KEY_4 = 11
    KEY_5 = 12
    KEY_6 = 13
    KEY_7 = 14
    KEY_8 = 15
    KEY_9 = 16
    KEY_SEMICOLON = 17
    KEY_EQUAL = 18
    KEY_A = 19
    KEY_B = 20
    KEY_C = 21
    KEY_D = 22
    KEY_E = 23
    KEY_F = 24
    KEY_G = 25
    KEY_H = 26
    KEY_I = 27
    KEY_J = 28
    KEY_K = 29
    KEY_L = 30
    KEY_M = 31
    KEY_N = 32
    KEY_O = 33
    KEY_P = 34
    KEY_Q = 35
    KEY_R = 36
    KEY_S = 37
    KEY_T = 38
    KEY_U = 39
    KEY_V = 40
    KEY_W = 41
    KEY_X = 42
    KEY_Y = 43
    KEY_Z = 44
    KEY_LEFT_BRACKET = 45
    KEY_BACKSLASH = 46
    KEY_RIGHT_BRACKET = 47
    KEY_GRAVE_ACCENT = 48
    KEY_ESCAPE = 49
    KEY_TAB = 50
    KEY_ENTER = 51
    KEY_BACKSPACE = 52
    KEY_INSERT = 53
    KEY_DEL = 54
    KEY_RIGHT = 55
    KEY_LEFT = 56
    KEY_DOWN = 57
    KEY_UP = 58
    KEY_PAGE_UP = 59
    KEY_PAGE_DOWN = 60
    KEY_HOME = 61
    KEY_END = 62
    KEY_CAPS_LOCK = 63
    KEY_SCROLL_LOCK = 64
    KEY_NUM_LOCK = 65
    KEY_PRINT_SCREEN = 66
    KEY_PAUSE = 67
    KEY_F1 = 68
    KEY_F2 = 69
    KEY_F3 = 70
    KEY_F4 = 71
    KEY_F5 = 72
    KEY_F6 = 73
    KEY_F7 = 74
    KEY_F8 = 75
    KEY_F9 = 76
    KEY_F10 = 77
    KEY_F11 = 78
    KEY_F12 = 79
    KEY_NUMPAD_0 = 80
    KEY_NUMPAD_1 = 81
    KEY_NUMPAD_2 = 82
    KEY_NUMPAD_3 = 83
    KEY_NUMPAD_4 = 84
    KEY_NUMPAD_5 = 85
    KEY_NUMPAD_6 = 86
    KEY_NUMPAD_7 = 87
    KEY_NUMPAD_8 = 88
    KEY_NUMPAD_9 = 89
    KEY_NUMPAD_DEL = 90
    KEY_NUMPAD_DIVIDE = 91
    KEY_NUMPAD_MULTIPLY = 92
    KEY_NUMPAD_SUBTRACT = 93
    KEY_NUMPAD_ADD = 94
    KEY_NUMPAD_ENTER = 95
    KEY_NUMPAD_EQUAL = 96
    KEY_LEFT_SHIFT = 97
    KEY_LEFT_CONTROL = 98
    KEY_LEFT_ALT = 99
    KEY_LEFT_SUPER = 100
    KEY_RIGHT_SHIFT = 101
    KEY_RIGHT_CONTROL = 102
    KEY_RIGHT_ALT = 103
    KEY_RIGHT_SUPER = 104
    KEY_MENU = 105


class MouseInput(GymEnum):
    """A button of the mouse, or a direction in which it or its wheel moves."""

    MOUSE_LEFT_BUTTON = 0
    MOUSE_RIGHT_BUTTON = 1
    MOUSE_MIDDLE_BUTTON = 2
    MOUSE_FORWARD_BUTTON = 3
    MOUSE_BACK_BUTTON = 4
    MOUSE_SCROLL_RIGHT = 5
    MOUSE_SCROLL_LEFT = 6
    MOUSE_SCROLL_UP = 7
    MOUSE_SCROLL_DOWN = 8
    MOUSE_MOVE_RIGHT = 9
    MOUSE_MOVE_LEFT = 10
    MOUSE_MOVE_UP = 11
    MOUSE_MOVE_DOWN = 12
