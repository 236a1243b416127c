"""Viewers without a window, how things look, and the clocks."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import imageio.v3 as iio
import numpy as np
import pytest

from pippin.gym import gymapi, gymutil
from pippin.gym.calls import looks


@pytest.fixture
def viewer(gym: gymapi.Gym, sim: gymapi.Sim) -> gymapi.Viewer:
    """A viewer of the size that is the default."""
    return gym.create_viewer(sim, gymapi.CameraProperties())


def test_loops_of_old_programs_run_without_a_display(gym: gymapi.Gym, sim: gymapi.Sim, viewer: gymapi.Viewer) -> None:
    gym.subscribe_viewer_keyboard_event(viewer, gymapi.KEY_ESCAPE, "QUIT")
    gym.subscribe_viewer_mouse_event(viewer, gymapi.MOUSE_LEFT_BUTTON, "shoot")
    for _ in range(3):
        assert not gym.query_viewer_has_closed(viewer)
        for event in gym.query_viewer_action_events(viewer):
            raise AssertionError(f"nobody did anything, but {event}")
        gym.simulate(sim)
        gym.fetch_results(sim, True)
        gym.step_graphics(sim)
        gym.draw_viewer(viewer, sim, False)
        gym.poll_viewer_events(viewer)
        gym.render_all_camera_sensors(sim)
    gym.destroy_viewer(viewer)
    with pytest.raises(RuntimeError, match=r"gym\.draw_viewer: the viewer was destroyed"):
        gym.draw_viewer(viewer, sim)


def test_actions_have_the_names_that_were_subscribed(gym: gymapi.Gym, viewer: gymapi.Viewer) -> None:
    gym.subscribe_viewer_keyboard_event(viewer, gymapi.KEY_V, "toggle_viewer_sync")
    viewer.press(gymapi.KEY_V)
    viewer.press(gymapi.KEY_R)
    events = gym.query_viewer_action_events(viewer)
    assert [(event.action, event.value) for event in events] == [("toggle_viewer_sync", 1.0)]
    assert gym.query_viewer_action_events(viewer) == []
    with pytest.raises(ValueError, match=r"expected a KeyboardInput"):
        gym.subscribe_viewer_keyboard_event(viewer, 1000, "nothing")


@pytest.mark.parametrize("position", [(3.0, 4.0, 5.0), (0.0, 0.0, 9.0)], ids=["aside", "above"])
def test_the_camera_looks_at_its_target(
    gym: gymapi.Gym, sim: gymapi.Sim, viewer: gymapi.Viewer, position: tuple[float, float, float]
) -> None:
    gym.create_env(sim, gymapi.Vec3(-5.0, -5.0, 0.0), gymapi.Vec3(5.0, 5.0, 1.0), 4)
    second = gym.create_env(sim, gymapi.Vec3(-5.0, -5.0, 0.0), gymapi.Vec3(5.0, 5.0, 1.0), 4)
    target = gymapi.Vec3(0.0, 0.0, 1.0)
    gym.viewer_camera_look_at(viewer, second, gymapi.Vec3(*position), target)
    camera = gym.get_viewer_camera_transform(viewer, second)
    distance = np.linalg.norm(np.array(position) - [0.0, 0.0, 1.0])
    seen = camera.transform_point(gymapi.Vec3(distance, 0.0, 0.0))
    np.testing.assert_allclose([seen.x, seen.y, seen.z], [0.0, 0.0, 1.0], atol=1e-5)
    assert gym.get_viewer_camera_transform(viewer, None).p.x == pytest.approx(position[0] + 10.0)
    assert camera.transform_vector(gymapi.Vec3(0.0, 0.0, 1.0)).z > -1e-6, "not upside down"


def test_lines(gym: gymapi.Gym, sim: gymapi.Sim, viewer: gymapi.Viewer) -> None:
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.add_lines(viewer, env, 1, np.array([0, 0, 0, 1, 2, 3], np.float32), np.array([1, 0, 0], np.float32))
    gymutil.draw_lines(gymutil.AxesGeometry(), gym, viewer, env, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 2.0)))
    (_, ends, colors), (owner, axes, _) = viewer.lines
    assert ends.tolist() == [[[0.0, 0.0, 0.0], [1.0, 2.0, 3.0]]] and colors.tolist() == [[1.0, 0.0, 0.0]]
    assert owner is env and axes.shape == (3, 2, 3) and (axes[:, 0, 2] == 2.0).all()
    with pytest.raises(ValueError, match=r"expected 12 numbers as vertices, got 6"):
        gym.add_lines(viewer, env, 2, np.zeros(6, np.float32), np.zeros(6, np.float32))
    gym.clear_lines(viewer)
    assert viewer.lines == []


def test_programs_without_a_viewer(gym: gymapi.Gym, sim: gymapi.Sim) -> None:
    """They hold None in its place, and not all look: nothing is drawn, and no key pressed."""
    gym.subscribe_viewer_keyboard_event(None, gymapi.KEY_ESCAPE, "quit")
    gym.subscribe_viewer_mouse_event(None, gymapi.MOUSE_LEFT_BUTTON, "pick")
    gym.viewer_camera_look_at(None, None, gymapi.Vec3(1.0, 0.0, 1.0), gymapi.Vec3())
    gym.poll_viewer_events(None)
    gym.draw_viewer(None, sim, True)
    gym.add_lines(None, None, 1, np.zeros(6, np.float32), np.zeros(3, np.float32))
    gym.clear_lines(None)
    assert gym.query_viewer_action_events(None) == [] and not gym.query_viewer_has_closed(None)
    for call in (gym.clear_lines, gym.poll_viewer_events, gym.query_viewer_has_closed):
        with pytest.raises(TypeError, match="expected what gym.create_viewer returned"):
            call("viewer")


def test_colors_and_segmentation_ids(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, populate: Callable, tmp_path: Path
) -> None:
    first, second = populate(2, walker)
    gym.set_rigid_body_color(first, 0, 1, gymapi.MESH_VISUAL_AND_COLLISION, gymapi.Vec3(1.0, 0.5, 0.0))
    for kind in (gymapi.MESH_VISUAL, gymapi.MESH_COLLISION):
        assert gym.get_rigid_body_color(first, 0, 1, kind) == gymapi.Vec3(1.0, 0.5, 0.0)
    gym.reset_actor_materials(first, 0, gymapi.MESH_COLLISION)
    grey = gym.get_rigid_body_color(second, 0, 1, gymapi.MESH_VISUAL)
    assert gym.get_rigid_body_color(first, 0, 1, gymapi.MESH_COLLISION) == grey
    gym.set_rigid_body_segmentation_id(first, 0, 2, 7)
    assert [gym.get_rigid_body_segmentation_id(env, 0, 2) for env in (first, second)] == [7, 0]
    iio.imwrite(tmp_path / "wood.png", np.zeros((2, 3, 3), np.uint8))
    texture = gym.create_texture_from_file(sim, str(tmp_path / "wood.png"))
    gym.set_rigid_body_texture(first, 0, 0, gymapi.MESH_VISUAL, texture)
    assert gym.get_rigid_body_texture(first, 0, 0, gymapi.MESH_VISUAL) == texture
    assert gym.get_rigid_body_texture(second, 0, 0, gymapi.MESH_VISUAL) == gymapi.INVALID_HANDLE
    gym.free_texture(sim, texture)
    with pytest.raises(RuntimeError, match=r"texture 0 was freed"):
        gym.set_rigid_body_texture(second, 0, 0, gymapi.MESH_VISUAL, texture)
    with pytest.raises(FileNotFoundError, match=r"no file 'nowhere.png'"):
        gym.create_texture_from_file(sim, "nowhere.png")
    (tmp_path / "words.png").write_bytes(b"no picture")
    with pytest.raises(ValueError, match=r"words.png' is no picture that can be read"):
        gym.create_texture_from_file(sim, str(tmp_path / "words.png"))
    gym.set_light_parameters(sim, 0, gymapi.Vec3(1.0, 1.0, 1.0), gymapi.Vec3(), gymapi.Vec3(0.0, 0.0, 1.0))
    with pytest.raises(IndexError, match=r"there is no light 4"):
        gym.set_light_parameters(sim, 4, gymapi.Vec3(), gymapi.Vec3(), gymapi.Vec3())


def test_a_window_tells_what_its_user_does(gym: gymapi.Gym, viewer: gymapi.Viewer) -> None:
    """What attaches to a viewer posts events to it; programs read them as they always did."""
    gym.subscribe_viewer_mouse_event(viewer, gymapi.MOUSE_MOVE_RIGHT, "turn")
    gym.subscribe_viewer_mouse_event(viewer, gymapi.MOUSE_MOVE_UP, "raise")
    viewer.move_mouse(0.25, 0.0)
    viewer.press(gymapi.KEY_SPACE)
    events = gym.query_viewer_action_events(viewer)
    assert [(event.action, event.value) for event in events] == [("turn", 0.25)]
    position = gym.get_viewer_mouse_position(viewer)
    assert (position.x, position.y) == (0.25, 0.0)
    viewer.close()
    assert gym.query_viewer_has_closed(viewer)


def test_bodies_that_are_not_there_are_not_coloured(
    gym: gymapi.Gym, walker: gymapi.Asset, populate: Callable, caplog: pytest.LogCaptureFixture
) -> None:
    """A public program colours bodies 24 and 25 of a hand that has 24: Isaac Gym goes on."""
    looks._say_no_body.cache_clear()  # it is said once in a process
    (env,) = populate(1, walker)
    count = gym.get_actor_rigid_body_count(env, 0)
    for _ in range(2):
        gym.set_rigid_body_color(env, 0, count, gymapi.MESH_VISUAL, gymapi.Vec3(1.0, 0.0, 0.0))
    assert caplog.text.count(f"no body {count}") == 1
    with pytest.raises(IndexError, match=r"no body of the actor"):
        gym.get_rigid_body_color(env, 0, count, gymapi.MESH_VISUAL)


def test_the_picture_of_a_viewer_shows_all_environments_and_the_lines(
    gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, populate: Callable, tmp_path: Path
) -> None:
    """The camera looks along y, x is to the right: balls and ends of lines are where perspective says."""
    properties = gymapi.CameraProperties()
    properties.width = properties.height = 200
    viewer = gym.create_viewer(sim, properties)
    envs = populate(3, ball)
    for env in envs:
        gym.set_rigid_body_color(env, 0, 0, gymapi.MESH_VISUAL, gymapi.Vec3(1.0, 0.0, 0.0))
    gym.viewer_camera_look_at(viewer, None, gymapi.Vec3(1.0, -4.999, 1.0), gymapi.Vec3(1.0, 0.0, 1.0))
    gym.prepare_sim(sim)

    def draw() -> np.ndarray:
        gym.write_viewer_image_to_file(viewer, str(tmp_path / "picture.png"))
        return iio.imread(tmp_path / "picture.png").astype(int)

    picture = draw()
    assert picture.shape == (200, 200, 4)
    is_red = (picture[..., 0] > 50) & (picture[..., 1] < 10)
    # At 90 degrees, 1 m at a distance of 5 m takes 20 pixels. The third environment is 2 m behind the first one.
    columns = np.nonzero(is_red.any(axis=0))[0]
    assert columns.min() == pytest.approx(80 - 2, abs=1.5) and columns.max() == pytest.approx(120 + 2, abs=1.5)
    ends = np.array([[[-0.5, 0.0, 1.5], [0.5, 0.0, 1.5]], [[-0.9, 0.5, 1.0], [0.9, 0.5, 1.0]]], np.float32)
    gym.add_lines(viewer, envs[1], 2, ends, np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], np.float32))
    with_lines = draw()
    green = np.all(with_lines[..., :3] == (0, 255, 0), axis=-1)
    rows, columns = np.nonzero(green)
    assert np.ptp(rows) <= 1 and rows.mean() == pytest.approx(100 - 10, abs=1.0)
    assert columns.min() == pytest.approx(110, abs=1.0) and columns.max() == pytest.approx(130, abs=1.0)
    blue = np.nonzero(np.all(with_lines[..., :3] == (0, 0, 255), axis=-1))[1]
    assert 25 < len(blue) < np.ptp(blue) - 1, "the ball hides the middle of the line behind it"
    gym.clear_lines(viewer)
    np.testing.assert_array_equal(draw(), picture)
    with pytest.raises(FileNotFoundError, match=r"gym\.write_viewer_image_to_file: there is no folder"):
        gym.write_viewer_image_to_file(viewer, str(tmp_path / "nowhere" / "picture.png"))


def test_without_actors_there_is_nothing_to_draw(gym: gymapi.Gym, viewer: gymapi.Viewer, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"no actors in any environment"):
        gym.write_viewer_image_to_file(viewer, str(tmp_path / "picture.png"))


def test_the_camera_of_a_viewer_is_a_camera(
    gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, populate: Callable
) -> None:
    properties = gymapi.CameraProperties()
    properties.width = properties.height = 64
    viewer = gym.create_viewer(sim, properties)
    handle = gym.get_viewer_camera_handle(viewer)
    second = populate(2, ball)[1]
    gym.set_camera_transform(handle, second, gymapi.Transform(gymapi.Vec3(-1.0, 0.0, 1.0)))
    assert gym.get_viewer_camera_transform(viewer, second).p == gymapi.Vec3(-1.0, 0.0, 1.0)
    assert gym.get_viewer_camera_transform(viewer, None).p == gymapi.Vec3(1.0, 0.0, 1.0)
    body = gym.get_actor_rigid_body_handle(second, 0, 0)
    gym.attach_camera_to_body(
        handle, second, body, gymapi.Transform(gymapi.Vec3(-0.5, 0.0, 0.0)), gymapi.FOLLOW_POSITION
    )
    gym.prepare_sim(sim)
    for _ in range(10):
        gym.simulate(sim)
    ball_at = gym.get_rigid_transform(second, body)
    assert gym.get_camera_transform(sim, second, handle).p.z == pytest.approx(ball_at.p.z)
    image = gym.get_camera_image(sim, second, handle, gymapi.IMAGE_COLOR)
    picture = viewer.picture(sim.engine)
    np.testing.assert_array_equal(image.reshape(64, 64, 4), picture)
    assert np.abs(picture[32, 32, :3].astype(int) - picture[0, 0, :3]).max() > 20, "the ball is in its middle"


def test_clocks(gym: gymapi.Gym, sim: gymapi.Sim) -> None:
    timers = gym.create_performance_timers(sim)
    gym.sync_frame_time(sim)
    start = time.perf_counter()
    for _ in range(4):
        gym.simulate(sim)
        gym.sync_frame_time(sim)
    assert time.perf_counter() - start >= 0.035, "four steps of 0.01 s take at least as long"
    assert gym.get_elapsed_time(sim) > 0.035 and gym.get_frame_count(sim) == 4
    times = gym.get_performance_timers(sim, timers)
    assert times.frame_idling > 0.02 and times.total_time >= times.frame_idling + times.physics_sim
    assert gym.get_performance_timers(sim, timers).frame_idling == 0.0, "since the last call"
    gym.destroy_performance_timers(sim, timers)
    with pytest.raises(RuntimeError, match=r"timers 0 were destroyed"):
        gym.get_performance_timers(sim, timers)
    assert gym.get_version().major == 1
