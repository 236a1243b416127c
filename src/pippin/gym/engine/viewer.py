"""A viewer without a window: it keeps what programs tell it, and nobody closes it."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from ..types import ActionEvent, CameraProperties, Quat, Transform, Vec3, Viewer
from .actor import GymEnv
from .sim import GymSim


class GymViewer(Viewer):
    """Viewer of a simulation.

    Args:
        sim: The simulation.
        properties: Size of the window.

    Attributes:
        camera: Pose of the camera in the world. It looks along its own x axis, its z axis points up.
        lines: Lines to draw, by environment (None: in the world): vertices and colours.
        subscriptions: Names of actions by key or mouse input.
    """

    def __init__(self, sim: GymSim, properties: CameraProperties) -> None:
        self.sim = sim
        self.properties = properties.__copy__()
        self.camera = Transform()
        self.lines: list[tuple[GymEnv | None, np.ndarray, np.ndarray]] = []
        self.subscriptions: dict[int, list[str]] = {}
        self.is_destroyed = False
        self._events: list[ActionEvent] = []

    def __repr__(self) -> str:
        return f"<viewer of {self.sim!r}, without a window>"

    def subscribe(self, device_input: int, action: str) -> None:
        """Let an action have the name when a key is pressed or the mouse does something."""
        self.subscriptions.setdefault(device_input, []).append(action)

    def take_events(self) -> list[ActionEvent]:
        """What was done since the last call."""
        events, self._events = self._events, []
        return events

    def press(self, device_input: int, value: float = 1.0) -> None:
        """Do as a user does who presses a key (1) or releases it (0), or moves the mouse."""
        actions = self.subscriptions.get(device_input, [])
        self._events += [ActionEvent(action=action, value=value) for action in actions]

    def look_at(self, position: np.ndarray, target: np.ndarray) -> None:
        """Put the camera at a position in the world, so that it sees a target in its middle."""
        self.camera = looking_at(position, target, self.sim.y_is_up)


def looking_at(position: np.ndarray, target: np.ndarray, y_is_up: bool) -> Transform:
    """Pose of a camera at a position that looks at a target along its x axis, its z axis upwards as far as it goes."""
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
