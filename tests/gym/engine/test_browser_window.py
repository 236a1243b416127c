"""A viewer of Isaac Gym is a page in the browser where the user asks for one."""

from __future__ import annotations

import urllib.request

import pytest

from pippin.gym import gymapi


def test_a_viewer_is_served_and_its_keys_are_the_programs(monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    monkeypatch.setenv("PIPPIN_VIEWER", "18120")
    gym = gymapi.acquire_gym()
    params = gymapi.SimParams()
    params.up_axis = gymapi.UP_AXIS_Z
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    try:
        ball = gym.create_sphere(sim, 0.1)
        env = gym.create_env(sim, gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 2.0), 1)
        gym.create_actor(env, ball, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 2.0)), "ball", 0, 1)
        viewer = gym.create_viewer(sim, gymapi.CameraProperties())
        gym.subscribe_viewer_keyboard_event(viewer, gymapi.KEY_ESCAPE, "quit")
        gym.subscribe_viewer_keyboard_event(viewer, gymapi.KEY_UP, "forward")
        gym.prepare_sim(sim)
        gym.simulate(sim)
        gym.draw_viewer(viewer, sim, True)
        page = viewer.window._page
        assert urllib.request.urlopen(page.url, timeout=10).status == 200
        viewer.window._press(gymapi.KEY_UP)
        assert [(event.action, event.value) for event in gym.query_viewer_action_events(viewer)] == [
            ("forward", 1.0),
            ("forward", 0.0),
        ]
        page._quit()
        gym.draw_viewer(viewer, sim, True)
        assert gym.query_viewer_has_closed(viewer)
        gym.destroy_viewer(viewer)
    finally:
        gym.destroy_sim(sim)
