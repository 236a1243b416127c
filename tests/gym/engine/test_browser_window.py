"""A viewer of Isaac Gym is a page in the browser where the user asks for one."""

from __future__ import annotations

import json
import urllib.request

import numpy as np
import pytest

from pippin.gym import gymapi
from pippin.viewers import keys


def test_a_viewer_is_served_and_its_keys_are_the_programs(monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    monkeypatch.setenv("PIPPIN_VIEWER", "18120")
    gym = gymapi.acquire_gym()
    params = gymapi.SimParams()
    params.up_axis = gymapi.UP_AXIS_Z
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    try:
        ball = gym.create_sphere(sim, 0.1)
        env = gym.create_env(sim, gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 2.0), 1)
        actor = gym.create_actor(env, ball, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 2.0)), "ball", 0, 1)
        viewer = gym.create_viewer(sim, gymapi.CameraProperties())
        gym.subscribe_viewer_keyboard_event(viewer, gymapi.KEY_ESCAPE, "quit")
        gym.subscribe_viewer_keyboard_event(viewer, gymapi.KEY_UP, "forward")
        gym.subscribe_viewer_mouse_event(viewer, gymapi.MOUSE_LEFT_BUTTON, "shoot")
        gym.set_rigid_body_color(env, actor, 0, gymapi.MESH_VISUAL, gymapi.Vec3(1.0, 0.0, 0.5))
        gym.viewer_camera_look_at(viewer, env, gymapi.Vec3(3.0, 2.0, 1.0), gymapi.Vec3(0.0, 0.0, 1.0))
        gym.add_lines(viewer, env, 1, np.array([[0, 0, 0, 1, 1, 1]], np.float32), np.array([[1, 0, 0]], np.float32))
        gym.prepare_sim(sim)
        gym.simulate(sim)
        gym.draw_viewer(viewer, sim, True)
        page = viewer.window._page
        assert urllib.request.urlopen(page.url, timeout=10).status == 200
        origin = gym.get_env_origin(env)
        place = np.array([origin.x, origin.y, origin.z])
        assert np.allclose(page._server.initial_camera.position, place + [3.0, 2.0, 1.0])
        assert np.allclose(page._server.initial_camera.look_at, place + [0.0, 0.0, 1.0])
        assert np.allclose(page._drawn["/lines"].points, [[place, place + 1.0]])
        assert [255, 0, 127] in page._groups[-1].handle.batched_colors.reshape(-1, 3).tolist()
        gym.clear_lines(viewer)
        for held in ("arrowup", "mouseleft"):
            keys.receive(json.dumps({"held": [held], "mouse": [0.25, 0.5]}).encode())
            keys.receive(b'{"held": [], "mouse": [0.75, 0.5]}')
        gym.draw_viewer(viewer, sim, True)
        assert [(event.action, event.value) for event in gym.query_viewer_action_events(viewer)] == [
            ("forward", 1.0),
            ("forward", 0.0),
            ("shoot", 1.0),
            ("shoot", 0.0),
        ]
        assert gym.get_viewer_mouse_position(viewer).x == 0.75
        assert "/lines" not in page._drawn
        page._quit()
        gym.draw_viewer(viewer, sim, True)
        assert gym.query_viewer_has_closed(viewer)
        gym.destroy_viewer(viewer)
    finally:
        gym.destroy_sim(sim)
