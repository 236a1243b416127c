"""Methods of Gym for viewers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.actor import GymEnv
from ..engine.checks import require_kind
from ..engine.sim import GymSim
from ..engine.viewer import GymViewer
from ..types import ActionEvent, CameraProperties, Int2, KeyboardInput, MouseInput, Transform, Vec2, Vec3
from .handles import as_env, as_sim, as_viewer


class ViewerCalls:
    """Viewers. They have no window: what they are told is kept, and nobody presses a key or closes them."""

    def create_viewer(self, sim: GymSim, properties: CameraProperties) -> GymViewer:
        """Make a viewer. It works without a display."""
        sim = as_sim(sim, "create_viewer")
        return GymViewer(sim, require_kind(properties, CameraProperties, "create_viewer", "CameraProperties"))

    def destroy_viewer(self, viewer: GymViewer) -> None:
        """End a viewer."""
        as_viewer(viewer, "destroy_viewer").is_destroyed = True

    def draw_viewer(self, viewer: GymViewer, sim: GymSim, render_collision: bool = True) -> None:
        """Draw. There is no window to draw to, so nothing is."""
        as_viewer(viewer, "draw_viewer")
        as_sim(sim, "draw_viewer")

    def poll_viewer_events(self, viewer: GymViewer) -> None:
        """Look for what the user did. Without a window nobody does anything."""
        as_viewer(viewer, "poll_viewer_events")

    def query_viewer_has_closed(self, viewer: GymViewer) -> bool:
        """Tell whether the user closed the window: never."""
        as_viewer(viewer, "query_viewer_has_closed")
        return False

    def query_viewer_action_events(self, viewer: GymViewer) -> list[ActionEvent]:
        """Give the subscribed actions that the user did since the last call."""
        return as_viewer(viewer, "query_viewer_action_events").take_events()

    def subscribe_viewer_keyboard_event(self, viewer: GymViewer, key: KeyboardInput, action: str) -> None:
        """Give an action a name that happens when a key is pressed or released."""
        call = "subscribe_viewer_keyboard_event"
        as_viewer(viewer, call).subscribe(_member(key, KeyboardInput, call), str(action))

    def subscribe_viewer_mouse_event(self, viewer: GymViewer, mouse_input: MouseInput, action: str) -> None:
        """Give an action a name that happens when a button of the mouse is pressed, or it moves."""
        call = "subscribe_viewer_mouse_event"
        # Keys and mouse inputs have numbers of their own; negative ones tell them apart here.
        as_viewer(viewer, call).subscribe(-1 - _member(mouse_input, MouseInput, call), str(action))

    def viewer_camera_look_at(self, viewer: GymViewer, env: GymEnv | None, position: Vec3, target: Vec3) -> None:
        """Let the camera look from a position at a target, in the frame of an environment, or of the world (None)."""
        call = "viewer_camera_look_at"
        points = [require_kind(point, Vec3, call, "Vec3") for point in (position, target)]
        origin = np.zeros(3) if env is None else as_env(env, call).origin
        first, second = (np.array([point.x, point.y, point.z]) + origin for point in points)
        as_viewer(viewer, call).look_at(first, second)

    def get_viewer_camera_handle(self, viewer: GymViewer) -> int:
        """Refuse: the camera of a viewer makes no images.

        Raises:
            NotImplementedError: Always.
        """
        as_viewer(viewer, "get_viewer_camera_handle")
        raise NotImplementedError("gym.get_viewer_camera_handle: a viewer without a window has no camera that draws.")

    def get_viewer_camera_transform(self, viewer: GymViewer, env: GymEnv | None) -> Transform:
        """Give the pose of the camera in the frame of an environment, or of the world (None)."""
        camera = as_viewer(viewer, "get_viewer_camera_transform").camera.__copy__()
        if env is not None:
            camera.p = camera.p - Vec3(*as_env(env, "get_viewer_camera_transform").origin)
        return camera

    def get_viewer_mouse_position(self, viewer: GymViewer) -> Vec2:
        """Give the place of the mouse in the window, from 0 to 1: the corner, since there is no window."""
        as_viewer(viewer, "get_viewer_mouse_position")
        return Vec2()

    def get_viewer_size(self, viewer: GymViewer) -> Int2:
        """Give width and height of the window that was asked for [pixels]."""
        properties = as_viewer(viewer, "get_viewer_size").properties
        return Int2(properties.width, properties.height)

    def add_lines(
        self, viewer: GymViewer, env: GymEnv | None, num_lines: int, vertices: np.ndarray, colors: np.ndarray
    ) -> None:
        """Add lines to draw, in the frame of an environment, or of the world (None).

        Args:
            viewer: The viewer.
            env: The environment.
            num_lines: Number of lines.
            vertices: Both ends of each line [m]: six numbers a line, or two records of ``Vec3.dtype``.
            colors: Colour of each line: three numbers a line, or a record of ``Vec3.dtype``.
        """
        viewer = as_viewer(viewer, "add_lines")
        env = None if env is None else as_env(env, "add_lines")
        ends = _numbers(vertices, 6 * int(num_lines), "vertices").reshape(-1, 2, 3)
        viewer.lines.append((env, ends, _numbers(colors, 3 * int(num_lines), "colors").reshape(-1, 3)))

    def clear_lines(self, viewer: GymViewer) -> None:
        """Take all lines away."""
        as_viewer(viewer, "clear_lines").lines.clear()


def _member(value: Any, kind: type, call: str) -> int:
    try:
        return int(kind(value))
    except ValueError as error:
        raise ValueError(f"gym.{call}: expected a {kind.__name__} (gymapi.KEY_ESCAPE, ...), got {value!r}.") from error


def _numbers(values: Any, count: int, what: str) -> np.ndarray:
    """Numbers from an array of them, or of records.

    Raises:
        ValueError: There are more or fewer.
    """
    array = np.ascontiguousarray(values)
    plain = array.view(np.float32) if array.dtype.names else array.astype(np.float32)
    if plain.size != count:
        raise ValueError(f"gym.add_lines: expected {count} numbers as {what}, got {plain.size}.")
    return plain.reshape(-1).copy()
