"""Single contacts as records: who touches whom, where, and how hard. Gravity is 10 m/s²."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.gym import gymapi


def vectors(records: np.ndarray) -> np.ndarray:
    """Records of vectors as numbers, shape (n, 3)."""
    return np.stack([records["x"], records["y"], records["z"]], axis=1)


@pytest.fixture
def stacks(gym: gymapi.Gym, sim: gymapi.Sim, ground: None, crate: gymapi.Asset) -> list[gymapi.Env]:
    """Two environments, 4 m apart along x, each with a crate of 2 kg on another one on the ground, at rest."""
    envs = []
    for _ in range(2):
        env = gym.create_env(sim, gymapi.Vec3(-2.0, -2.0, 0.0), gymapi.Vec3(2.0, 2.0, 1.0), 10)
        for height in (0.1, 0.3):
            gym.create_actor(env, crate, gymapi.Transform(gymapi.Vec3(0.5, 0.0, height)), "crate", 0, 0)
        envs.append(env)
    for _ in range(150):
        gym.simulate(sim)
    return envs


def test_who_touches_whom_and_how_hard(gym: gymapi.Gym, sim: gymapi.Sim, stacks: list[gymapi.Env]) -> None:
    """The ground carries 40 N, the lower crate 20 N, and the normals point from the first body to the second."""
    contacts = gym.get_rigid_contacts(sim)
    assert contacts.dtype == gymapi.RigidContact.dtype
    for index, env in enumerate(stacks):
        own = contacts[np.maximum(contacts["env0"], contacts["env1"]) == index]
        np.testing.assert_array_equal(own, gym.get_env_rigid_contacts(env))
        on_ground = (own["body0"] == -1) | (own["body1"] == -1)
        assert (own["env0"][own["body0"] == -1] == -1).all() and (own["env1"][own["body1"] == -1] == -1).all()
        assert set(own["body0"][on_ground]) | set(own["body1"][on_ground]) == {-1, 0}
        between = own[~on_ground]
        assert {*between["body0"].tolist(), *between["body1"].tolist()} == {0, 1}
        assert own["lambda"][on_ground].sum() == pytest.approx(40.0, rel=0.01)
        assert between["lambda"].sum() == pytest.approx(20.0, rel=0.01)
        upwards = np.where(own["body1"] > own["body0"], 1.0, -1.0)  # the ground is -1, the lower crate 0
        np.testing.assert_allclose(vectors(own["normal"]) * upwards[:, None], [[0.0, 0.0, 1.0]] * len(own), atol=1e-3)
        assert np.abs(own["lambdaFriction"]["x"]).max() < 0.5, "nothing slides"


def test_where_they_touch(gym: gymapi.Gym, sim: gymapi.Sim, stacks: list[gymapi.Env]) -> None:
    """At corners of the crates, in their frames; on the ground at the same place in the world."""
    for env, origin in zip(stacks, (0.0, 4.0), strict=True):
        contacts = gym.get_env_rigid_contacts(env)
        assert (contacts["initialOverlap"] > 0.0).all() and contacts["initialOverlap"].max() < 2e-3
        for contact in contacts:
            for side in "01":
                x, y, z = contact[f"localPos{side}"].tolist()
                expected = 0.1 if contact[f"body{side}"] >= 0 else 0.0
                assert abs(z) == pytest.approx(expected, abs=2e-3)
                if contact[f"body{side}"] == -1:
                    x -= 0.5 + origin
                assert (abs(x), abs(y)) == (pytest.approx(0.1, abs=2e-3), pytest.approx(0.1, abs=2e-3))


def test_points_are_on_the_surfaces(gym: gymapi.Gym, sim: gymapi.Sim, ground: None, crate: gymapi.Asset) -> None:
    """A crate 2 cm deep in the ground: its corners are touched, and the ground's surface above them."""
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, crate, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.08)))
    gym.prepare_sim(sim)
    contacts = gym.get_env_rigid_contacts(env)
    np.testing.assert_allclose(contacts["initialOverlap"], 0.02, atol=1e-5)
    for contact in contacts:
        for side in "01":
            expected = 0.0 if contact[f"body{side}"] == -1 else -0.1
            assert contact[f"localPos{side}"]["z"] == pytest.approx(expected, abs=1e-5)


def test_friction_is_that_of_the_pair(gym: gymapi.Gym, sim: gymapi.Sim, stacks: list[gymapi.Env]) -> None:
    """A lasting push of 4 N on the upper crate is held by friction along the push; of 3 and 1 it is 2, as in PhysX."""
    (shape,) = gym.get_actor_rigid_shape_properties(stacks[0], 1)
    shape.friction = 3.0
    gym.set_actor_rigid_shape_properties(stacks[0], 1, [shape])
    for _ in range(50):
        gym.apply_body_forces(stacks[0], 1, gymapi.Vec3(4.0, 0.0, 0.0))
        gym.simulate(sim)
    gym.apply_body_forces(stacks[0], 1, gymapi.Vec3(4.0, 0.0, 0.0))
    contacts = gym.get_env_rigid_contacts(stacks[0])
    on_upper = (contacts["body0"] == 1) | (contacts["body1"] == 1)
    np.testing.assert_allclose(contacts["friction"][on_upper], 2.0)
    tangential = np.hypot(contacts["lambdaFriction"]["x"], contacts["lambdaFriction"]["y"])
    assert tangential[on_upper].sum() == pytest.approx(4.0, rel=0.1)


def test_lines_along_the_forces(gym: gymapi.Gym, sim: gymapi.Sim, stacks: list[gymapi.Env]) -> None:
    viewer = gym.create_viewer(sim, gymapi.CameraProperties())
    gym.draw_env_rigid_contacts(viewer, stacks[1], gymapi.Vec3(1.0, 0.0, 0.0), 0.01, False)
    env, lines, colors = viewer.lines[0]
    assert env is stacks[1] and (colors == [1.0, 0.0, 0.0]).all()
    forces = gym.get_env_rigid_contacts(env)["lambda"]
    np.testing.assert_allclose(np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1), 0.01 * forces, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(np.abs(lines[:, 0, 0] - 0.5), 0.1, atol=2e-3)  # in the environment's frame
    heights = np.round(lines[:, 0, 2], 1)
    assert set(heights.tolist()) == {0.0, np.float32(0.2).item()} or set(np.abs(heights).round(1).tolist()) == {
        0.0,
        0.2,
    }
    gym.draw_env_rigid_contacts(viewer, stacks[1], gymapi.Vec3(1.0, 0.0, 0.0), 0.01, True)
    lengths = np.linalg.norm(viewer.lines[1][1][:, 1] - viewer.lines[1][1][:, 0], axis=1)
    np.testing.assert_allclose(lengths, 0.01 * np.sqrt(forces), rtol=1e-4, atol=1e-6)


def test_without_contacts(gym: gymapi.Gym, sim: gymapi.Sim, crate: gymapi.Asset) -> None:
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, crate, gymapi.Transform())
    gym.prepare_sim(sim)
    assert gym.get_rigid_contacts(sim).shape == (0,) and gym.get_env_rigid_contacts(env).dtype.names[0] == "env0"
    viewer = gym.create_viewer(sim, gymapi.CameraProperties())
    gym.draw_env_rigid_contacts(viewer, env, gymapi.Vec3(), 1.0, False)
    assert viewer.lines == []
