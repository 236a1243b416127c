"""Viewers.

They have a page in the browser where the environment variable PIPPIN_VIEWER names its port. Elsewhere what they show
goes to files, and no key is pressed and no window closed by them.

Programs that run headless hold None in place of a viewer, and not all look: what would draw or listen does nothing
then.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pippin.viewers.ports import wanted_port

from ..engine.browser_window import BrowserWindow
from ..engine.cameras import pose_in_world
from ..engine.checks import require_kind
from ..engine.image_files import write_png
from ..engine.images import check_properties
from ..engine.sim import GymEnv, GymSim
from ..engine.state_records import transform_of
from ..engine.viewer import GymViewer
from ..types import ActionEvent, CameraProperties, Int2, KeyboardInput, MouseInput, Transform, Vec2, Vec3
from .handles import as_env, as_prepared, as_sim, as_viewer


def create_viewer(sim: GymSim, properties: CameraProperties) -> GymViewer:
    """Make a viewer. It works without a display.

    Raises:
        ValueError: The picture has no pixels, or no camera has such an angle or such planes.
    """
    sim = as_sim(sim)
    properties = require_kind(properties, CameraProperties, "CameraProperties")
    check_properties(properties)
    return GymViewer(sim, properties)


def destroy_viewer(viewer: GymViewer) -> None:
    """End a viewer."""
    viewer = as_viewer(viewer)
    viewer.is_destroyed = viewer.eye.is_destroyed = True
    if viewer.window is not None:
        viewer.window.close()


def draw_viewer(viewer: GymViewer | None, sim: GymSim, render_collision: bool = True) -> None:
    """Draw, in the browser where the environment variable PIPPIN_VIEWER names a port, such as 8080.

    Elsewhere there is nothing to draw to; ``write_viewer_image_to_file`` draws to files.
    """
    if viewer is None:
        return
    viewer = as_viewer(viewer)
    sim = as_sim(sim)
    viewer.draw()
    port = wanted_port()
    if port is not None and (engine := as_prepared(sim)).scene is not None:
        viewer.window = viewer.window or BrowserWindow(viewer, port)
        viewer.window.draw(engine)


def write_viewer_image_to_file(viewer: GymViewer, filename: str) -> None:
    """Draw what the viewer's camera sees now, with the lines, to a PNG file.

    Raises:
        FileNotFoundError: The file's folder is not there.
    """
    viewer = as_viewer(viewer)
    sim = as_sim(viewer.sim)
    with sim.timers.measure("graphics_viewer_rendering"):
        picture = viewer.picture(as_prepared(sim))
    write_png(filename, picture)


def poll_viewer_events(viewer: GymViewer | None) -> None:
    """Look for what the user did. A window tells that by itself, so there is nothing to ask for."""
    if viewer is not None:
        as_viewer(viewer)


def query_viewer_has_closed(viewer: GymViewer | None) -> bool:
    """Tell whether the user closed the window. Where there is none, no."""
    return viewer is not None and as_viewer(viewer).is_closed


def query_viewer_action_events(viewer: GymViewer | None) -> list[ActionEvent]:
    """Return the subscribed actions that the user did since the last call."""
    return [] if viewer is None else as_viewer(viewer).take_events()


def subscribe_viewer_keyboard_event(viewer: GymViewer | None, key: KeyboardInput, action: str) -> None:
    """Give an action a name that happens when a key is pressed or released."""
    if viewer is not None:
        as_viewer(viewer).subscribe(_member(key, KeyboardInput), str(action))


def subscribe_viewer_mouse_event(viewer: GymViewer | None, mouse_input: MouseInput, action: str) -> None:
    """Give an action a name that happens when a button of the mouse is pressed, or it moves."""
    if viewer is not None:
        as_viewer(viewer).subscribe(_member(mouse_input, MouseInput), str(action))


def viewer_camera_look_at(viewer: GymViewer | None, env: GymEnv | None, position: Vec3, target: Vec3) -> None:
    """Let the camera look from a position at a target, in the frame of an environment, or of the world (None)."""
    if viewer is None:
        return
    viewer = as_viewer(viewer)
    points = [require_kind(point, Vec3, "Vec3") for point in (position, target)]
    origin = np.zeros(3) if env is None else as_env(env).origin
    first, second = (np.array([point.x, point.y, point.z]) + origin for point in points)
    viewer.look_at(first, second)


def get_viewer_camera_handle(viewer: GymViewer) -> int:
    """Return the handle of the viewer's camera for methods that take those of cameras. It sees all environments."""
    return as_viewer(viewer).camera_handle


def get_viewer_camera_transform(viewer: GymViewer, env: GymEnv | None) -> Transform:
    """Return the pose of the camera in the frame of an environment, or of the world (None)."""
    pose = pose_in_world(as_viewer(viewer).eye)
    pose[:3] -= np.zeros(3) if env is None else as_env(env).origin
    return transform_of(pose)


def get_viewer_mouse_position(viewer: GymViewer) -> Vec2:
    """Return the place of the mouse in the window, each from 0 to 1; its upper left corner where there is none."""
    return Vec2(*as_viewer(viewer).mouse_position)


def get_viewer_size(viewer: GymViewer) -> Int2:
    """Return width and height of the window that was asked for [pixels]."""
    properties = as_viewer(viewer).properties
    return Int2(properties.width, properties.height)


def add_lines(
    viewer: GymViewer | None, env: GymEnv | None, num_lines: int, vertices: np.ndarray, colors: np.ndarray
) -> None:
    """Add lines to draw, in the frame of an environment, or of the world (None).

    Args:
        viewer: The viewer.
        env: The environment.
        num_lines: Number of lines.
        vertices: Both ends of each line [m], of any shape: six numbers a line, or two records of ``Vec3.dtype``.
        colors: Colour of each line, of any shape: three numbers a line, or a record of ``Vec3.dtype``.
    """
    if viewer is None:
        return
    viewer = as_viewer(viewer)
    env = None if env is None else as_env(env)
    ends = _numbers(vertices, 6 * int(num_lines), "vertices").reshape(-1, 2, 3)
    viewer.lines.append((env, ends, _numbers(colors, 3 * int(num_lines), "colors").reshape(-1, 3)))


def clear_lines(viewer: GymViewer | None) -> None:
    """Take all lines away; there are none where there is no viewer."""
    if viewer is not None:
        as_viewer(viewer).lines.clear()


def _member(value: Any, kind: Any) -> Any:
    try:
        return kind(value)
    except ValueError as error:
        raise ValueError(f"expected a {kind.__name__} (gymapi.KEY_ESCAPE, ...), got {value!r}.") from error


def _numbers(values: Any, count: int, what: str) -> np.ndarray:
    """Numbers from an array of them, or of records.

    Raises:
        ValueError: There are more or fewer.
    """
    array = np.ascontiguousarray(values)
    plain = array.view(np.float32) if array.dtype.names else array.astype(np.float32)
    if plain.size != count:
        raise ValueError(f"expected {count} numbers as {what}, got {plain.size}.")
    return plain.reshape(-1).copy()
