"""Bodies slide without friction on either cone, and turn neither faster nor slower."""

from __future__ import annotations

from collections.abc import Iterator

import mujoco
import numpy as np
import pytest

from pippin.physics.backend import Backend, SolverSettings, make_backend
from pippin.physics.description import SceneDescription, Variant

from .test_joint_limits import set_state

DT = 1 / 60


@pytest.fixture
def sliding_boxes(backend, request) -> Iterator[Backend]:
    """A box on frictionless ground that slides at 1 m/s and turns at 1 rad/s; its friction is the parameter."""
    name, device = backend
    friction, cone = request.param
    box = f'<geom name="/box" type="box" size="0.1 0.1 0.1" friction="{friction} 0 0" mass="1"/>'
    text = (
        '<mujoco><worldbody><geom name="/ground" type="plane" size="0 0 1" friction="0 0 0"/>'
        f'<body name="/box" pos="0 0 0.1"><freejoint name="/box"/>{box}</body></worldbody></mujoco>'
    )
    scene = SceneDescription([Variant(mujoco.MjSpec.from_string(text))], np.zeros(2, int), np.zeros((2, 3), np.float32))
    engine = make_backend(name, scene, SolverSettings(dt=DT, device=device, cone=cone))
    for _ in range(30):
        engine.step()
    qvel = np.zeros_like(engine.worlds[0].qvel.numpy())
    qvel[:, (0, 5)] = 1.0
    set_state(engine.worlds[0], qvel=qvel)
    yield engine
    engine.close()


@pytest.mark.parametrize("sliding_boxes", [(0.0, "pyramidal"), (0.0, "elliptic"), (0.005, "pyramidal")], indirect=True)
def test_velocity_along_frictionless_ground_stays(sliding_boxes):
    """A friction of 1e-5 is the least that MuJoCo's elliptic cones have: 1e-4 m/s in a second."""
    for _ in range(60):
        sliding_boxes.step()
    velocity = sliding_boxes.worlds[0].qvel.numpy()[1]
    np.testing.assert_allclose(velocity[[0, 1, 5]], (1.0, 0.0, 1.0), atol=2e-4)
    np.testing.assert_allclose(velocity[2:5], 0.0, atol=1e-3)
    assert not sliding_boxes.report()


@pytest.mark.parametrize("sliding_boxes", [(0.3, "pyramidal")], indirect=True)
def test_one_rough_surface_is_enough(sliding_boxes):
    """Of two surfaces the larger friction counts: 0.3 g for 0.2 s. Pyramids brake by up to 1.41 of it."""
    for _ in range(12):
        sliding_boxes.step()
    assert 1.0 - 1.5 * 0.3 * 9.81 * 0.2 < sliding_boxes.worlds[0].qvel.numpy()[1, 0] < 0.6
