"""Contacts between links that turn about their own centres of mass are solved, on both engines."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from pippin.physics.backend import SolverSettings, make_backend
from pippin.physics.compile import compile_model
from pippin.physics.contact_weights import LEAST_LEVER, contact_levers
from pippin.physics.description import SceneDescription, Variant

FINGERS = """
<mujoco>
  <worldbody>
    <body name="/left" pos="-0.017 0 0">
      <inertial pos="0 0 0" mass="0.065" diaginertia="3e-5 9e-5 1e-4"/>
      <joint name="/left/hinge" axis="0 0 1" armature="0.001"/>
      <geom name="/left/geom" type="box" size="0.01 0.03 0.01" pos="0 0.02 0"/>
    </body>
    <body name="/right" pos="0.017 0 0">
      <inertial pos="0 0 0" mass="0.065" diaginertia="3e-5 9e-5 1e-4"/>
      <joint name="/right/hinge" axis="0 0 1" armature="0.001"/>
      <geom name="/right/geom" type="box" size="0.01 0.03 0.01" pos="0 0.02 0"/>
    </body>
  </worldbody>
</mujoco>
"""
"""Two fingers beside each other whose files give the inertia at the hinge, as those of the Allegro hand do."""

CLOSING = np.array([-0.3, 0.3])
"""Torques that press the fingers together [N m]."""


@pytest.fixture
def fingers() -> Variant:
    return Variant(mujoco.MjSpec.from_string(FINGERS))


def test_a_pivot_at_the_centre_of_mass_weighs_what_its_rotation_does_at_a_tenth_of_its_size(fingers):
    plain = fingers.spec.compile()
    assert plain.body_invweight0[1, 0] == 0.0
    model = compile_model(fingers, SolverSettings(dt=0.01))
    reach = 0.02 + np.linalg.norm([0.01, 0.03, 0.01])
    inertia = 1e-4 + 0.001
    assert contact_levers(model)[1] == pytest.approx(LEAST_LEVER * reach)
    np.testing.assert_allclose(model.body_invweight0[1, 0], (LEAST_LEVER * reach) ** 2 / inertia / 3.0, rtol=1e-9)
    np.testing.assert_array_equal(model.body_invweight0[1, 1], plain.body_invweight0[1, 1])


@pytest.mark.parametrize("backend", ["mujoco", "newton"])
def test_the_weight_follows_a_written_armature(fingers, backend):
    engine = make_backend(
        backend, SceneDescription([fingers], np.zeros(2, int), np.zeros((2, 3))), SolverSettings(dt=0.01)
    )
    worlds = engine.worlds[0]
    armature = worlds.parameter("dof_armature")
    armature.assign(np.array([[0.001, 0.001], [0.0099, 0.0099]], np.float32))
    worlds.parameter_changed("dof_armature")
    engine.step()
    if backend == "mujoco":
        weights = worlds._batch.expand("body_invweight0")
    else:
        weights = worlds._model.body_invweight0.numpy()
    np.testing.assert_allclose(weights[0, 1, 0] / weights[1, 1, 0], 0.01 / 0.0011, rtol=1e-4)
    assert weights[0, 1, 0] > 0.0
    engine.close()


@pytest.mark.parametrize("backend", ["mujoco", "newton"])
def test_fingers_pressed_together_come_to_rest(fingers, backend):
    """Each torque is held by the other finger: nothing accelerates, and the fingers end within a millimetre."""
    engine = make_backend(
        backend, SceneDescription([fingers], np.zeros(1, int), np.zeros((1, 3))), SolverSettings(dt=1.0 / 120.0)
    )
    worlds = engine.worlds[0]
    worlds.qfrc_applied.assign(CLOSING[None].astype(np.float32))
    fastest = 0.0
    for _ in range(240):
        engine.step()
        fastest = max(fastest, float(np.abs(worlds.qvel.numpy()).max()))
    assert not worlds.bad.numpy().any()
    assert fastest < np.sqrt(2.0 * abs(CLOSING[0]) / 0.0011 * 0.3), "what a free finger gains over 0.3 rad"
    assert np.abs(worlds.qvel.numpy()).max() < 0.01
    engine.close()
