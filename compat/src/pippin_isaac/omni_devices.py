"""Names of isaaclab.devices: keyboards and gamepads, which the page of a viewer reads; 3D mice command nothing."""

from __future__ import annotations

import enum
import string
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from scipy.spatial.transform import Rotation

from pippin.viewers import gamepads, keys
from pippin.viewers.keys import HeldKeys, listen
from pippin.viewers.lines import LINES, POINTS

from .omni_kit import AnySettings, Nothing, say_once


class TrackingTarget(enum.IntEnum):
    """What glasses and their controllers follow."""

    HAND_LEFT, HAND_RIGHT, HEAD, CONTROLLER_LEFT, CONTROLLER_RIGHT = range(5)


class DeviceBase:
    """Base of devices. Those of programs override what they do.

    Args:
        retargeters: What turns the device's data into commands.
    """

    TrackingTarget = TrackingTarget

    def __init__(self, retargeters: list | None = None):
        self._retargeters = retargeters or []
        self.callbacks: dict[Any, Callable] = {}

    def reset(self) -> None:
        """Forget what was commanded."""

    def add_callback(self, key: Any, func: Callable) -> None:
        """Keep a function that a key would call."""
        self.callbacks[key] = func

    def advance(self) -> Any:
        """Return the command of now."""
        raise NotImplementedError(f"{type(self).__name__} lacks 'advance': define it.")


@dataclass
class DeviceCfg:
    """Config of a device."""

    sim_device: str = "cpu"
    teleoperation_active_default: bool = True
    retargeters: list = field(default_factory=list)
    class_type: type | None = None


@dataclass
class DevicesCfg:
    """Configs of devices, by name."""

    devices: dict[str, DeviceCfg] = field(default_factory=dict)


class _QuietDevice(DeviceBase):
    """A device that is never touched.

    Args:
        cfg: Its config. Programs for Isaac Lab up to 2.2 give sensitivities instead.
    """

    def __init__(self, cfg: DeviceCfg | float | None = None, *args: Any, **kwargs: Any):
        super().__init__(getattr(cfg, "retargeters", None))
        self.cfg = cfg if isinstance(cfg, DeviceCfg) else None
        self._say()

    def _say(self) -> None:
        say_once(f"{type(self).__name__}: buttons are not read; its commands stay zero.")

    def __str__(self) -> str:
        return f"{type(self).__name__}: quiet, there is no window that would read it"

    def _zeros(self, count: int) -> torch.Tensor:
        return torch.zeros(count, device="cpu" if self.cfg is None else self.cfg.sim_device)


class _Se2Device(_QuietDevice):
    """Commands a base in the plane."""

    def advance(self) -> Any:
        """Return the velocities x, y [m/s] and about z [rad/s], shape (3,): zero."""
        return np.zeros(3) if self.cfg is None else self._zeros(3)


class _Se3Device(_QuietDevice):
    """Commands a gripper in space."""

    def advance(self) -> Any:
        """Return the changes of position and rotation, and the gripper (1 is open), shape (7,): zero, and open.

        Without a config, as up to 2.2: the changes as NumPy array (6,), and whether the gripper closes.
        """
        if self.cfg is None:
            return np.zeros(6), False
        has_gripper = getattr(self.cfg, "gripper_term", True)
        return torch.cat([self._zeros(6), self._zeros(1) + 1.0]) if has_gripper else self._zeros(6)


class _Keyboard(_QuietDevice):
    """A device of keys, which the page of a viewer reads.

    Programs override ``_create_key_bindings``, which fills ``_INPUT_KEY_MAPPING``, or ``_on_keyboard_event``, as they
    do with Isaac Lab's keyboards; they find what these have (``_input``, ``_keyboard``, ``_additional_callbacks``).
    """

    _INPUT_KEY_MAPPING: dict[str, Any]

    def _say(self) -> None:
        say_once(f"{type(self).__name__}: keys are read in the page that the environment variable PIPPIN_VIEWER opens.")

    def reset(self) -> None:
        """Let go of all keys."""
        self._held.release()

    def add_callback(self, key: Any, func: Callable) -> None:
        """Call a function when a key is pressed."""
        super().add_callback(key, func)
        name = str(key)
        label = getattr(func, "__name__", "")
        listen(keys.page_name(name), label if label.isidentifier() else "the program's own", func)

    def _begin(self) -> None:
        """Read the keys from now on: by an own handler of events where the class has one, else while they are held."""
        self._sim_device = "cpu" if self.cfg is None else self.cfg.sim_device
        self._additional_callbacks = self.callbacks
        self._appwindow, self._input = get_default_app_window(), Input()
        self._keyboard = self._appwindow.get_keyboard()
        self._create_key_bindings()
        bound = {name: self._step_of(name) for name in self._INPUT_KEY_MAPPING}
        steps = {keys.page_name(name): step for name, step in bound.items() if step is not None}
        self._held = HeldKeys(steps)
        self._has_own_events = type(self)._on_keyboard_event not in (
            _Keyboard._on_keyboard_event,
            Se3Keyboard._on_keyboard_event,
        )
        self._adds_up_held_keys = bool(steps) and not self._has_own_events
        if self._has_own_events:
            self._keyboard_sub = self._input.subscribe_to_keyboard_events(self._keyboard, self._on_keyboard_event)
        else:
            listen("L", "Reset the command", self.reset)

    def _create_key_bindings(self) -> None:
        """Fill ``_INPUT_KEY_MAPPING``: what keys add to the command while they are held."""
        raise NotImplementedError(f"{type(self).__name__} lacks '_create_key_bindings': define it.")

    def _step_of(self, name: str) -> Sequence[float] | None:
        """What a key adds to the whole command; None for one that does something else."""
        return self._INPUT_KEY_MAPPING.get(name)

    def _add(self, step: Sequence[float], sign: float) -> None:
        """Add to the command of events."""
        raise NotImplementedError

    def _on_keyboard_event(self, event: KeyboardEvent, *args: Any, **kwargs: Any) -> bool:
        """Take a key that was pressed or released, which an own handler hands on."""
        step, is_pressed = self._step_of(event.input.name), event.type == KeyboardEventType.KEY_PRESS
        if is_pressed and event.input.name == "L":
            self.reset()
        elif step is not None and (is_pressed or event.type == KeyboardEventType.KEY_RELEASE):
            self._add(step, 1.0 if is_pressed else -1.0)
        return True


class Se2Keyboard(_Keyboard, _Se2Device):
    """Keyboard for a base in the plane: arrows command x and y, Z and X turn, L resets."""

    def __init__(self, cfg: DeviceCfg | float | None = None, *args: Any, **kwargs: Any):
        super().__init__(cfg, *args, **kwargs)
        self.v_x_sensitivity, self.v_y_sensitivity, self.omega_z_sensitivity = _sensitivities(
            cfg, args, kwargs, {"v_x": 0.8, "v_y": 0.4, "omega_z": 1.0}
        )
        self._base_command = np.zeros(3)
        self._begin()

    def reset(self) -> None:
        """Let go of all keys."""
        super().reset()
        self._base_command = np.zeros(3)

    def advance(self) -> Any:
        """Return the velocities x, y [m/s] and about z [rad/s] that the held keys command, shape (3,)."""
        command = self._held.command() if self._adds_up_held_keys else self._base_command
        return super().advance() + _like(command, super().advance())

    def _create_key_bindings(self) -> None:
        x, y, turn = np.diag([self.v_x_sensitivity, self.v_y_sensitivity, self.omega_z_sensitivity])
        ways = {"UP": x, "DOWN": -x, "LEFT": y, "RIGHT": -y, "Z": turn, "X": -turn}
        pad = {"UP": "8", "DOWN": "2", "LEFT": "4", "RIGHT": "6", "Z": "7", "X": "9"}
        self._INPUT_KEY_MAPPING = ways | {f"NUMPAD_{pad[name]}": step for name, step in ways.items()}

    def _add(self, step: Sequence[float], sign: float) -> None:
        self._base_command = self._base_command + sign * np.asarray(step)


class _Gamepad(_QuietDevice):
    """A device of sticks and buttons, which the page of a viewer reads."""

    def __init__(self, cfg: DeviceCfg | float | None = None, *args: Any, **kwargs: Any):
        super().__init__(cfg, *args, **kwargs)
        self._dead_zone = getattr(cfg, "dead_zone", kwargs.get("dead_zone", 0.01))

    def _say(self) -> None:
        say_once(f"{type(self).__name__} is read in the page that the environment variable PIPPIN_VIEWER opens.")

    def add_callback(self, key: Any, func: Callable) -> None:
        """Call a function when a button is pressed."""
        super().add_callback(key, func)
        gamepads.listen(getattr(key, "name", str(key)), func)

    def _command(self, ways: Sequence[tuple[str, str]], sizes: Sequence[float]) -> np.ndarray:
        """Value of each part of the command: how far its input for more is pushed, less that for less."""
        values = {name: value for name, value in gamepads.values().items() if value >= self._dead_zone}
        pushed = [values.get(more, 0.0) - values.get(less, 0.0) for more, less in ways]
        return np.multiply(pushed, sizes)


class Se2Gamepad(_Gamepad, _Se2Device):
    """Gamepad for a base in the plane: the left stick up is x, to the right y, the right stick to the right turns."""

    _WAYS = (
        *(("LEFT_STICK_UP", "LEFT_STICK_DOWN"), ("LEFT_STICK_RIGHT", "LEFT_STICK_LEFT")),
        ("RIGHT_STICK_RIGHT", "RIGHT_STICK_LEFT"),
    )

    def __init__(self, cfg: DeviceCfg | float | None = None, *args: Any, **kwargs: Any):
        super().__init__(cfg, *args, **kwargs)
        self._sizes = _sensitivities(cfg, args, kwargs, {"v_x": 1.0, "v_y": 1.0, "omega_z": 1.0})

    def advance(self) -> Any:
        """Return the velocities x, y [m/s] and about z [rad/s] that the sticks command, shape (3,)."""
        return super().advance() + _like(self._command(self._WAYS, self._sizes), super().advance())


class Se2SpaceMouse(_Se2Device):
    """3D mouse for a base in the plane."""


class Se3Keyboard(_Keyboard, _Se3Device):
    """Keyboard for a gripper in space: WS, AD, QE move along x, y, z; ZX, TG, CV turn about them; K grips, L resets."""

    _TURNS = "ZXTGCV"
    """Keys whose steps are rotations."""

    def __init__(self, cfg: DeviceCfg | float | None = None, *args: Any, **kwargs: Any):
        super().__init__(cfg, *args, **kwargs)
        self.pos_sensitivity, self.rot_sensitivity = _sensitivities(cfg, args, kwargs, {"pos": 0.4, "rot": 0.8})
        self._close_gripper, self._delta_pos, self._delta_rot = False, np.zeros(3), np.zeros(3)
        self._begin()
        if not self._has_own_events:
            listen("K", "Open or close the gripper", self._grip)

    def reset(self) -> None:
        """Let go of all keys, and open the gripper."""
        super().reset()
        self._close_gripper, self._delta_pos, self._delta_rot = False, np.zeros(3), np.zeros(3)

    def advance(self) -> Any:
        """Return the changes of position and rotation that held keys command, and the gripper (1 is open, -1 closed).

        Without a config, as up to 2.2: the changes as NumPy array (6,), and whether the gripper closes.
        """
        by_events = np.concatenate([self._delta_pos, self._delta_rot])
        change = self._held.command() if self._adds_up_held_keys else by_events
        if self.cfg is None:
            return change, self._close_gripper
        command = super().advance()
        command[:6] += _like(change, command)
        if len(command) > 6 and self._close_gripper:
            command[6] = -1.0
        return command

    def _create_key_bindings(self) -> None:
        self._INPUT_KEY_MAPPING = {"K": False}
        for axis, letters in enumerate(("WS", "AD", "QE", "ZX", "TG", "CV")):
            step = (self.pos_sensitivity if axis < 3 else self.rot_sensitivity) * np.eye(3)[axis % 3]
            self._INPUT_KEY_MAPPING |= {letters[0]: step, letters[1]: -step}

    def _step_of(self, name: str) -> Sequence[float] | None:
        step = self._INPUT_KEY_MAPPING.get(name)
        if np.shape(step) != (3,):
            return None
        return [*np.zeros(3), *step] if name in self._TURNS else [*step, *np.zeros(3)]

    def _add(self, step: Sequence[float], sign: float) -> None:
        self._delta_pos = self._delta_pos + sign * np.asarray(step[:3])
        self._delta_rot = self._delta_rot + sign * np.asarray(step[3:])

    def _on_keyboard_event(self, event: KeyboardEvent, *args: Any, **kwargs: Any) -> bool:
        if event.input.name == "K" and event.type == KeyboardEventType.KEY_PRESS:
            self._grip()
            return True
        return super()._on_keyboard_event(event, *args, **kwargs)

    def _grip(self) -> None:
        self._close_gripper = not self._close_gripper


def _like(command: np.ndarray, other: Any) -> Any:
    """A command as what it is added to: an array, or a tensor on its device."""
    return (
        command if isinstance(other, np.ndarray) else torch.as_tensor(command, dtype=other.dtype, device=other.device)
    )


def _sensitivities(cfg: Any, args: tuple, kwargs: dict[str, Any], defaults: dict[str, float]) -> list[float]:
    """Sensitivities from a config or, as up to 2.2, from arguments in the order of the defaults."""
    if isinstance(cfg, DeviceCfg):
        return [getattr(cfg, f"{name}_sensitivity", default) for name, default in defaults.items()]
    given = dict(zip(defaults, ([] if cfg is None else [cfg]) + list(args), strict=False))
    return [kwargs.get(f"{name}_sensitivity", given.get(name, default)) for name, default in defaults.items()]


class Se3Gamepad(_Gamepad, _Se3Device):
    """Gamepad for a gripper in space.

    The left stick up and to the right is x and y, the right stick up z; the cross to the left and down, and the right
    stick to the right turn about x, y and z; X grips.
    """

    _WAYS = (
        *(("LEFT_STICK_UP", "LEFT_STICK_DOWN"), ("LEFT_STICK_RIGHT", "LEFT_STICK_LEFT")),
        *(("RIGHT_STICK_UP", "RIGHT_STICK_DOWN"), ("DPAD_LEFT", "DPAD_RIGHT"), ("DPAD_DOWN", "DPAD_UP")),
        ("RIGHT_STICK_RIGHT", "RIGHT_STICK_LEFT"),
    )

    def __init__(self, cfg: DeviceCfg | float | None = None, *args: Any, **kwargs: Any):
        super().__init__(cfg, *args, **kwargs)
        distance, angle = _sensitivities(cfg, args, kwargs, {"pos": 1.0, "rot": 1.6})
        self._sizes = [*[distance] * 3, *[0.8 * angle] * 2, angle]  # a cross has no half way
        self._closes = False
        gamepads.listen("X", self._grip)

    def reset(self) -> None:
        """Open the gripper."""
        self._closes = False

    def advance(self) -> Any:
        """Return the changes of position and rotation vector that are commanded, and the gripper (1 open, -1 closed).

        Without a config, as up to 2.2: the changes as NumPy array (6,), and whether the gripper closes.
        """
        change = self._command(self._WAYS, self._sizes)
        change[3:] = Rotation.from_euler("XYZ", change[3:]).as_rotvec()
        if self.cfg is None:
            return change, self._closes
        command = super().advance()
        command[:6] += _like(change, command)
        if len(command) > 6 and self._closes:
            command[6] = -1.0
        return command

    def _grip(self) -> None:
        self._closes = not self._closes


class Se3SpaceMouse(_Se3Device):
    """3D mouse for a gripper in space."""


@dataclass
class _Se2Cfg(DeviceCfg):
    v_x_sensitivity: float = 0.8
    v_y_sensitivity: float = 0.4
    omega_z_sensitivity: float = 1.0
    dead_zone: float = 0.01


@dataclass
class _Se3Cfg(DeviceCfg):
    gripper_term: bool = True
    pos_sensitivity: float = 0.4
    rot_sensitivity: float = 0.8
    dead_zone: float = 0.01


@dataclass
class Se2KeyboardCfg(_Se2Cfg):
    """Config of :class:`Se2Keyboard`."""

    class_type: type | None = Se2Keyboard


@dataclass
class Se2GamepadCfg(_Se2Cfg):
    """Config of :class:`Se2Gamepad`."""

    v_x_sensitivity: float = 1.0
    v_y_sensitivity: float = 1.0
    class_type: type | None = Se2Gamepad


@dataclass
class Se2SpaceMouseCfg(_Se2Cfg):
    """Config of :class:`Se2SpaceMouse`."""

    class_type: type | None = Se2SpaceMouse


@dataclass
class Se3KeyboardCfg(_Se3Cfg):
    """Config of :class:`Se3Keyboard`."""

    class_type: type | None = Se3Keyboard


@dataclass
class Se3GamepadCfg(_Se3Cfg):
    """Config of :class:`Se3Gamepad`."""

    pos_sensitivity: float = 1.0
    rot_sensitivity: float = 1.6
    class_type: type | None = Se3Gamepad


@dataclass
class Se3SpaceMouseCfg(_Se3Cfg):
    """Config of :class:`Se3SpaceMouse`."""

    class_type: type | None = Se3SpaceMouse


@dataclass
class RetargeterCfg:
    """Config of what turns a device's data into commands."""

    sim_device: str = "cpu"
    retargeter_type: type | None = None


class RetargeterBase:
    """Base of what turns a device's data into commands.

    Args:
        cfg: Its config.
    """

    def __init__(self, cfg: RetargeterCfg | None = None):
        self._sim_device = "cpu" if cfg is None else cfg.sim_device


@dataclass
class OpenXRDeviceCfg(DeviceCfg):
    """Config of glasses, which are not served."""

    xr_cfg: Any = None


class XrAnchorRotationMode(enum.Enum):
    """How glasses would turn with a prim."""

    FIXED = "fixed"
    FOLLOW_PRIM = "follow_prim"
    FOLLOW_PRIM_SMOOTHED = "follow_prim_smoothed"
    CUSTOM = "custom_rotation"


@dataclass
class XrCfg:
    """Where glasses would stand."""

    anchor_pos: tuple[float, float, float] = (0.0, 0.0, 0.0)
    anchor_rot: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    anchor_prim_path: str | None = None
    anchor_rotation_mode: XrAnchorRotationMode = XrAnchorRotationMode.FIXED
    anchor_rotation_smoothing_time: float = 1.0
    anchor_rotation_custom_func: Any = None
    near_plane: float = 0.15
    fixed_anchor_height: bool = True


class OpenXRDevice(_QuietDevice):
    """Glasses with tracked hands, which are not served."""

    def advance(self) -> Any:
        """Refuse: there are no hands to follow."""
        raise NotImplementedError("OpenXR is not served: command the environment by a policy or a recording.")


class Se3HandTracking(OpenXRDevice):
    """Isaac Lab 2.0's name of glasses with tracked hands, which its ``record_demos.py`` imports beside keyboards."""


@cache
def make_part_of_glasses(name: str) -> type:
    """Make a class of a name that configs of teleoperation mention: of a config, or of what needs hands to follow.

    Configs keep their settings, so that environments that offer glasses beside keyboards run without.
    """
    return type(name, (AnySettings,) if name.endswith("Cfg") else (OpenXRDevice,), {"__module__": __name__})


def remove_camera_configs(env_cfg: Any) -> Any:
    """Leave a config as it is; glasses would not get along with its cameras."""
    return env_cfg


class InstructionDisplay:
    """What who demonstrates a task should do next: printed, and written into the labels of a window.

    Args:
        xr: Whether it would be shown in glasses, which are not there.
    """

    def __init__(self, xr: bool = False) -> None:
        self.xr = xr
        self._labels: tuple[Any, Any] = (None, None)

    def set_labels(self, subtask_label: Any, demo_label: Any) -> None:
        """Take the labels that the texts go to."""
        self._labels = (subtask_label, demo_label)

    def show_subtask(self, text: str) -> None:
        """Show what to do next."""
        self._show(self._labels[0], text)

    def show_demo(self, text: str) -> None:
        """Show how many demonstrations there are."""
        self._show(self._labels[1], text)

    def _show(self, label: Any, text: str) -> None:
        if label is not None:
            label.text = text
        sys.stdout.write(f"{text}\n")


def show_subtask_instructions(
    instruction_display: InstructionDisplay, prev_subtasks: dict[str, Any], obv: Any, env_cfg: Any
) -> None:
    """Show what comes after the subtasks that ended in a step.

    Args:
        instruction_display: Where it is shown.
        prev_subtasks: Whether each subtask had ended before, by its name; updated in place.
        obv: What the step of the environment gave: the group "subtask_terms" of its observations is looked at.
        env_cfg: Config of the environment, whose subtasks may have descriptions.
    """
    subtasks = [cfg for arm in getattr(env_cfg, "subtask_configs", {}).values() for cfg in arm]
    for name, has_ended in (obv[0].get("subtask_terms") or {}).items():
        if bool(has_ended[0]) and not bool(prev_subtasks[name][0]):
            told = [cfg.next_subtask_description for cfg in subtasks if cfg.subtask_term_signal == name]
            instruction_display.show_subtask(told[0] if told and told[0] else f"'{name}' is done.")
        prev_subtasks[name] = has_ended


def create_teleop_device(
    device_name: str, devices_cfg: dict[str, DeviceCfg], callbacks: dict[str, Callable] | None = None
) -> DeviceBase:
    """Make the device that a config names.

    Raises:
        ValueError: There is no device of that name.
    """
    if device_name not in devices_cfg:
        raise ValueError(f"There is no device '{device_name}'; there are: {', '.join(devices_cfg)}.")
    config = devices_cfg[device_name]
    if config.class_type is None:
        raise ValueError(f"The config of device '{device_name}' lacks 'class_type'.")
    device = config.class_type(config)
    for key, function in (callbacks or {}).items():
        device.add_callback(key, function)
    return device


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


class KeyboardEvent(NamedTuple):
    """A key that was pressed or released."""

    type: Any
    input: Any
    keyboard: Any = None
    modifiers: int = 0


class GamepadEvent(NamedTuple):
    """A button or stick that was moved: how far, 0 to 1."""

    input: Any
    value: float
    gamepad: Any = None


class Input(Nothing):
    """Keyboard and gamepad of the page that the environment variable PIPPIN_VIEWER opens."""

    def subscribe_to_keyboard_events(self, keyboard: Any, callback: Callable) -> Any:
        """Call a function with an event for each key that is pressed or released; give what ends that."""
        members = {keys.page_name(key.name): key for key in KeyboardInput}  # type: ignore[var-annotated]

        def tell(name: str, is_pressed: bool) -> None:
            kind = KeyboardEventType["KEY_PRESS" if is_pressed else "KEY_RELEASE"]
            if name in members:
                callback(KeyboardEvent(kind, members[name], keyboard))

        keys.listen_to_all(tell)
        return tell

    def unsubscribe_to_keyboard_events(self, keyboard: Any, subscription: Any) -> None:
        """Call that function no longer."""
        keys.forget([subscription])

    unsubscribe_from_keyboard_events = unsubscribe_to_keyboard_events

    def get_keyboard_value(self, keyboard: Any, key: Any) -> float:
        """Whether a key is held: 1, or 0."""
        return float(keys.page_name(getattr(key, "name", str(key))) in keys.held())

    def subscribe_to_gamepad_events(self, gamepad: Any, callback: Callable) -> Any:
        """Call a function with an event for each button and stick that moves; give what ends that."""

        def tell(name: str, value: float) -> None:
            callback(GamepadEvent(GamepadInput[name], value, gamepad))

        gamepads.listen_to_all(tell)
        return tell

    def unsubscribe_to_gamepad_events(self, gamepad: Any, subscription: Any) -> None:
        """Call that function no longer."""
        gamepads.forget(subscription)

    def get_gamepad_value(self, gamepad: Any, button: Any) -> float:
        """How far a button is pressed or a stick is pushed one way, 0 to 1."""
        return gamepads.values().get(getattr(button, "name", str(button)), 0.0)


def acquire_input_interface() -> Input:
    """Return what calls back for keys and buttons."""
    say_once("Keyboards and gamepads are read in the page that the environment variable PIPPIN_VIEWER opens.")
    return Input()


def get_default_app_window() -> Nothing:
    """Return what stands for the application's window."""
    return Nothing()


def acquire_app_window_factory_interface(*args: Any, **kwargs: Any) -> Nothing:
    """Return what would make windows."""
    return Nothing()


class DebugDraw(Nothing):
    """Points and lines beside what is simulated: the page that PIPPIN_VIEWER opens shows them. Sizes have no effect."""

    def draw_lines(self, starts: Sequence, ends: Sequence, colors: Sequence, sizes: Sequence | None = None) -> None:
        """Draw lines from starts to ends [m], of shape (N, 3) each, in colours of shape (N, 4)."""
        if len(starts):
            LINES.add(np.stack([np.asarray(starts), np.asarray(ends)], axis=1), colors)

    def draw_lines_spline(self, points: Sequence, color: Sequence, size: float = 1.0, closed: bool = False) -> None:
        """Draw lines through points [m], of shape (N, 3)."""
        along = [*points, points[0]] if closed else list(points)
        self.draw_lines(along[:-1], along[1:], [color])

    def draw_points(self, points: Sequence, colors: Sequence, sizes: Sequence | None = None) -> None:
        """Draw points [m], of shape (N, 3), in colours of shape (N, 4)."""
        if len(points):
            POINTS.add(np.asarray(points)[:, None], colors)

    def clear_lines(self) -> None:
        """Take the lines away."""
        LINES.clear()

    def clear_points(self) -> None:
        """Take the points away."""
        POINTS.clear()

    def get_num_lines(self) -> int:
        """How many lines there are."""
        return LINES.count

    def get_num_points(self) -> int:
        """How many points there are."""
        return POINTS.count


def acquire_debug_draw_interface() -> DebugDraw:
    """Return what draws points and lines."""
    return DebugDraw()


def release_debug_draw_interface(interface: DebugDraw) -> None:
    """End drawing; what was drawn stays."""
