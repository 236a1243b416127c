"""Constants that follow from masses, inertias and armatures are MuJoCo's, in each environment, when they count."""

from __future__ import annotations

import copy

import mujoco
import mujoco_warp as mjw
import numpy as np
import pytest
import warp as wp

from pippin.physics.backends.derived_constants import DERIVED_CONSTANTS, DerivedConstants
from pippin.physics.backends.mujoco_warp import WarpWorlds

from .conftest import WORKSHOP, variant

NUM_WORLDS = 3

MIXTURE = """
<mujoco>
  <worldbody>
    <body name="free" pos="0 0 1">
      <freejoint/>
      <inertial pos="0.1 0.02 -0.03" mass="2" diaginertia="0.02 0.03 0.04"/>
      <body name="ball" pos="0.3 0 0">
        <joint type="ball" pos="0.02 0 0"/>
        <inertial pos="0.1 0 0.05" quat="0.9 0.1 0.3 0.2" mass="1" diaginertia="0.01 0.02 0.015"/>
        <body name="welded" pos="0 0.2 0"><inertial pos="0 0.01 0" mass="0.5" diaginertia="0.01 0.01 0.01"/></body>
        <body name="slide" pos="0 0 0.3">
          <joint name="s" type="slide" axis="0 1 1" armature="0.1"/>
          <inertial pos="0 0 0" mass="0.7" diaginertia="0.01 0.01 0.01"/>
          <body name="hinge" pos="0.1 0 0">
            <joint name="h" axis="1 0 0" armature="0.02"/>
            <inertial pos="0 0.1 0.1" mass="0.3" diaginertia="0.001 0.001 0.001"/>
            <site name="tip" pos="0 0.2 0"/>
          </body>
        </body>
      </body>
    </body>
    <body name="rail" pos="2 0 0">
      <joint name="rail" type="slide" axis="1 0 0" armature="0.5"/>
      <inertial pos="0 0 0" mass="3" diaginertia="0.1 0.1 0.1"/>
      <site name="hook"/>
    </body>
    <body name="fixed" pos="0 5 0"><geom size="0.1"/></body>
  </worldbody>
  <tendon>
    <fixed name="cord" armature="0.05"><joint joint="s" coef="2"/><joint joint="h" coef="-1"/></fixed>
    <spatial name="rope"><site site="tip"/><site site="hook"/></spatial>
  </tendon>
</mujoco>
"""
"""Every type of joint, a link without one, something that cannot turn, something that cannot move, and two tendons."""


def changed_models(base: mujoco.MjModel) -> list[mujoco.MjModel]:
    """Models with other masses, inertias, centres of mass and armatures, whose constants MuJoCo has derived."""
    rng = np.random.default_rng(0)
    models = []
    for _ in range(NUM_WORLDS):
        model = copy.copy(base)
        for name in ("body_mass", "body_inertia", "dof_armature"):
            values = getattr(model, name)
            values *= rng.uniform(0.5, 2.0, (*values.shape[:1], *(1,) * (values.ndim - 1)))
        movable = model.body_simple == 0  # of the others MuJoCo knows that the centre of mass is at the origin
        model.body_ipos[movable] += rng.uniform(-0.02, 0.02, (movable.sum(), 3))
        mujoco.mj_setConst(model, mujoco.MjData(model))
        models.append(model)
    return models


@pytest.mark.parametrize("source", [MIXTURE, WORKSHOP, "nv_ant.xml", "nv_humanoid.xml"])
def test_constants_are_those_of_mujoco(source: str, device: str) -> None:
    base = variant(source).spec.compile()
    expected = changed_models(base)
    with wp.ScopedDevice(device):
        model, data = mjw.put_model(base), mjw.make_data(base, nworld=NUM_WORLDS)
        for name in ("body_mass", "body_inertia", "body_ipos", "dof_armature"):
            old, values = getattr(model, name), np.stack([getattr(each, name) for each in expected])
            setattr(model, name, wp.array(values.astype(np.float32), dtype=old.dtype))
        for name in DERIVED_CONSTANTS:  # NaN, so that nothing passes that is not written
            old = getattr(model, name)
            setattr(model, name, wp.full((NUM_WORLDS, *old.shape[1:]), np.nan, dtype=old.dtype))
        state = data.qpos.numpy()
        DerivedConstants(base, NUM_WORLDS, wp.get_device(device)).launch(model, data)
    np.testing.assert_array_equal(data.qpos.numpy(), state)
    for name in DERIVED_CONSTANTS:
        values = np.stack([getattr(each, name) for each in expected])
        # float32 through a factorization: the condition of these mass matrices is below 1e4.
        np.testing.assert_allclose(getattr(model, name).numpy(), values, rtol=1e-3, atol=1e-6, err_msg=name)


def write(worlds, name: str, factor: float) -> None:
    """Multiply a parameter in the second environment."""
    array = worlds.parameter(name)
    values = array.numpy()
    values[1] *= factor
    array.assign(values)
    worlds.parameter_changed(name)


def test_what_was_written_counts_in_the_next_step(make) -> None:
    """The box lies on the ground, which is as soft as its inverse weight says; the environments beside stay."""
    engine = make([WORKSHOP], [0] * NUM_WORLDS)
    worlds = engine.worlds[0]
    factors = {"body_mass": 3.0, "body_inertia": 5.0}
    models = [worlds.model, copy.copy(worlds.model)]
    for name, factor in factors.items():
        setattr(models[1], name, factor * getattr(models[1], name))
    mujoco.mj_setConst(models[1], mujoco.MjData(models[1]))
    found = [mujoco.MjData(model) for model in models]
    height = 0.199
    qpos = worlds.qpos.numpy()
    qpos[:, 3] = height
    worlds.qpos.assign(qpos)
    worlds.state_written()
    for name, factor in factors.items():
        write(worlds, name, factor)
    for model, data in zip(models, found, strict=True):
        data.qpos[3] = height
        for _ in range(5):
            mujoco.mj_step(model, data)
    for _ in range(5):
        engine.step()
    assert abs(found[1].qvel[3] - found[0].qvel[3]) < 1.0  # neither is thrown
    for world, expected in enumerate((found[0], found[1], found[0])):
        # float32 and the tolerance of the solver, of a velocity of about 0.1 m/s
        np.testing.assert_allclose(worlds.qvel.numpy()[world], expected.qvel, atol=2e-4)


def test_several_writes_are_one_derivation(make, monkeypatch) -> None:
    engine = make([WORKSHOP], [0] * NUM_WORLDS)
    worlds = engine.worlds[0]
    write(worlds, "body_mass", 2.0)
    engine.step()
    counted = Counting(worlds._derive if isinstance(worlds, WarpWorlds) else worlds._batch)
    monkeypatch.setattr(worlds, "_derive" if isinstance(worlds, WarpWorlds) else "_batch", counted)
    for name in ("body_mass", "body_inertia", "dof_armature"):
        write(worlds, name, 1.5)
    assert counted.count == 0
    engine.step()
    engine.step()
    assert counted.count == 1


class Counting:
    """What derives the constants of an engine, and counts how often."""

    def __init__(self, counted) -> None:
        self._counted, self.count = counted, 0

    def __getattr__(self, name: str):
        return getattr(self._counted, name)

    def __call__(self) -> None:
        self.count += 1
        self._counted()

    def set_const(self, *arguments) -> None:
        self.count += 1
        self._counted.set_const(*arguments)


@pytest.mark.gpu
def test_a_write_in_a_captured_graph_counts_after_each_replay(make_named) -> None:
    engine = make_named("newton", "cuda:0", [WORKSHOP], [0] * NUM_WORLDS)
    worlds = engine.worlds[0]
    masses = worlds.parameter("body_mass")
    worlds.parameter_changed("body_mass")
    engine.step()
    heavy = wp.clone(masses)
    heavy.assign(3.0 * masses.numpy())
    with wp.ScopedCapture("cuda:0") as capture:
        wp.copy(masses, heavy)
        worlds.parameter_changed("body_mass")
    before = worlds._model.body_invweight0.numpy()[:, 3, 0]
    wp.capture_launch(capture.graph)
    np.testing.assert_allclose(worlds._model.body_invweight0.numpy()[:, 3, 0], before / 3.0, rtol=1e-4)
