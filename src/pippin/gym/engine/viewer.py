"""A viewer: it keeps what programs tell it, and tells them what its user does, who needs a window for that."""

from __future__ import annotations

from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from scipy.spatial.transform import Rotation

from ..types import ActionEvent, CameraProperties, KeyboardInput, MouseInput, Quat, Transform, Vec3, Viewer
from .cameras import GymCamera, projection_matrix, view_matrix
from .engine import Engine, engine_of
from .picture_lines import draw_lines
from .pictures import pictures_of
from .sim import GymEnv, GymSim

_DRAWN: WeakValueDictionary[str, GymViewer] = WeakValueDictionary()
"""The viewer that was drawn last, which a screen with its window would show, as "last"."""


class GymViewer(Viewer):
    """Viewer of a simulation.

    A window that shows the simulation attaches here: it draws with :meth:`picture`, or reads :attr:`lines` and
    :attr:`eye` and draws by itself, and tells what its user does with :meth:`press`, :meth:`move_mouse` and
    :meth:`close`. Without one, pictures go to files.

    Args:
        sim: The simulation.
        properties: Size of the window.

    Attributes:
        eye: Its camera, which sees all environments.
        camera_handle: Handle of that camera.
        lines: Lines to draw, by environment (None: in the world): vertices and colours.
        view: Where the camera stands and what it looks at, in the world, as the program last said; None before.
        subscriptions: Names of actions by what the user does.
        mouse_position: Where the mouse is in the window, each from 0 to 1, from its upper left corner.
        is_closed: Whether the user closed the window.
    """

    def __init__(self, sim: GymSim, properties: CameraProperties) -> None:
        self.sim = sim
        self.properties = properties.__copy__()
        self.eye = GymCamera(None, self.properties, Transform())
        self.camera_handle = pictures_of(sim).add(self.eye)
        self.lines: list[tuple[GymEnv | None, np.ndarray, np.ndarray]] = []
        self.view: tuple[np.ndarray, np.ndarray] | None = None
        self.subscriptions: dict[tuple[str, int], list[str]] = {}
        self.mouse_position = (0.0, 0.0)
        self.is_closed = False
        self.is_destroyed = False
        self.window: Any = None
        """What shows it, once it is drawn; None without."""
        self._events: list[ActionEvent] = []

    def __repr__(self) -> str:
        return f"<viewer of {self.sim!r}, without a window>"

    def subscribe(self, device_input: KeyboardInput | MouseInput, action: str) -> None:
        """Let an action have the name when a key is pressed or the mouse does something."""
        self.subscriptions.setdefault(_key_of(device_input), []).append(action)

    def take_events(self) -> list[ActionEvent]:
        """What was done since the last call."""
        events, self._events = self._events, []
        return events

    def press(self, device_input: KeyboardInput | MouseInput, value: float = 1.0) -> None:
        """Do as a user does who presses a key or button (1) or releases it (0), or moves the mouse or its wheel."""
        actions = self.subscriptions.get(_key_of(device_input), [])
        self._events += [ActionEvent(action=action, value=value) for action in actions]

    def move_mouse(self, x: float, y: float) -> None:
        """Do as a user does who moves the mouse to a place in the window, each from 0 to 1."""
        before, self.mouse_position = self.mouse_position, (x, y)
        for distance, forth, back in (
            (x - before[0], MouseInput.MOUSE_MOVE_RIGHT, MouseInput.MOUSE_MOVE_LEFT),
            (y - before[1], MouseInput.MOUSE_MOVE_DOWN, MouseInput.MOUSE_MOVE_UP),
        ):
            if distance != 0.0:
                self.press(forth if distance > 0.0 else back, abs(distance))

    def close(self) -> None:
        """Do as a user does who closes the window."""
        self.is_closed = True

    def look_at(self, position: np.ndarray, target: np.ndarray) -> None:
        """Put the camera at a position in the world, so that it sees a target in its middle; both [m], shape (3,)."""
        self.view = np.array(position, dtype=float), np.array(target, dtype=float)
        self.see(position, target)

    def see(self, position: np.ndarray, target: np.ndarray) -> None:
        """Do as a user does who moves the camera to look at a target; both in the world [m], shape (3,)."""
        self.eye.body = None
        self.eye.offset = looking_at(position, target, self.sim.y_is_up)
        pictures_of(self.sim).moved(self.eye)

    def draw(self) -> None:
        """Become the viewer that a screen shows. Nothing is drawn before the screen is looked at."""
        _DRAWN["last"] = self

    def picture(self, engine: Engine) -> np.ndarray:
        """What the camera sees now, with the lines, shape (height, width, 4), uint8."""
        color, depth = pictures_of(self.sim).draw_viewer(engine, self.eye)
        if self.lines:
            ends = [vertices + (0.0 if env is None else env.origin) for env, vertices, _ in self.lines]
            colors = np.concatenate([colors for _, _, colors in self.lines])
            matrices = view_matrix(self.eye), projection_matrix(self.properties)
            draw_lines(color, depth, np.concatenate(ends), colors, *matrices)
        return color


def picture_on_screen() -> np.ndarray | None:
    """What the viewer that was drawn last sees now, shape (height, width, 4), uint8; None where there is none."""
    viewer = _DRAWN.get("last")
    if viewer is None or viewer.is_destroyed or viewer.sim.is_destroyed or viewer.sim.engine is None:
        return None
    engine = engine_of(viewer.sim)
    return None if engine is None else viewer.picture(engine)


def _key_of(device_input: KeyboardInput | MouseInput) -> tuple[str, int]:
    """What tells inputs apart: keys and inputs of the mouse both count from 0."""
    return type(device_input).__name__, int(device_input)


def looking_at(position: np.ndarray, target: np.ndarray, y_is_up: bool) -> Transform:
    """Pose of a camera that looks along its x axis, its z axis upwards as far as it goes.

    Args:
        position: Where it is in the world [m], shape (3,).
        target: What it looks at [m], shape (3,).
        y_is_up: Whether the world's y axis points up, else its z axis.
    """
    forward = np.asarray(target, dtype=float) - position
    length = np.linalg.norm(forward)
    forward = forward / length if length > 1e-9 else np.array([1.0, 0.0, 0.0])
    up = np.array([0.0, 1.0, 0.0]) if y_is_up else np.array([0.0, 0.0, 1.0])
    left = np.cross(up, forward)
    if np.linalg.norm(left) < 1e-9:  # it looks straight up or down
        left = np.array([0.0, 0.0, 1.0]) if y_is_up else np.array([0.0, 1.0, 0.0])
    left /= np.linalg.norm(left)
    return Transform(Vec3(*position), _quat_of_axes(np.stack([forward, left, np.cross(forward, left)], axis=1)))


def _quat_of_axes(axes: np.ndarray) -> Quat:
    """Quaternion of a rotation whose columns are the axes."""
    return Quat(*Rotation.from_matrix(axes).as_quat())
