"""Buffers fit what a scene needs; where they do not, the number to set is named."""

from __future__ import annotations

import re

import mujoco
import numpy as np
import pytest

from pippin.physics.backends.capacity import estimate_capacity

from .conftest import variant

BOXES = """
<mujoco>
  <worldbody>
    <geom name="/ground" type="plane" size="0 0 1"/>
    <body name="/a" pos="0 0 0.1"><freejoint name="/a"/><geom name="/a/g" type="box" size="0.1 0.1 0.1"/></body>
    <body name="/b" pos="1 0 0.1"><freejoint name="/b"/><geom name="/b/g" type="box" size="0.1 0.1 0.1"/></body>
  </worldbody>
</mujoco>
"""
CONTACTS = 8  # four corners of each box
ROWS = 4 * CONTACTS  # pyramidal friction cones with two tangents


def settled(engine) -> list[str]:
    for _ in range(20):
        engine.step()
    return engine.report()


@pytest.mark.parametrize("source", [BOXES, "nv_ant.xml", "nv_humanoid.xml"])
def test_estimate_holds_what_a_fall_needs(source):
    """Contacts and constraints of 200 steps of robots that fall with random inputs."""
    model = variant(source).spec.compile()
    model.opt.timestep = 1 / 120
    capacity = estimate_capacity(model)
    random = np.random.default_rng(1)
    for _ in range(5):
        data = mujoco.MjData(model)
        data.qpos[2] = 1.0
        data.qvel[:] = random.normal(0.0, 2.0, model.nv)
        data.qfrc_applied[6:] = random.normal(0.0, 10.0, model.nv - 6)
        for _ in range(200):
            mujoco.mj_step(model, data)
            assert data.ncon <= capacity.contacts and data.nefc <= capacity.constraints


def test_estimate_is_the_same_each_time():
    model = variant("nv_ant.xml").spec.compile()
    assert estimate_capacity(model) == estimate_capacity(model)


@pytest.mark.slow
def test_estimated_buffers_do_not_overflow(make):
    assert settled(make([BOXES], [0, 0])) == []


def test_full_contact_buffer_is_reported_with_the_number_to_set(make_named):
    engine = make_named("newton", "cpu", [BOXES], [0, 0], contacts_per_env=3)
    reports = settled(engine)
    assert any(f"Set contacts_per_env to more than {CONTACTS}." in sentence for sentence in reports), reports
    assert np.isfinite(engine.worlds[0].qpos.numpy()).all()
    assert settled(engine) == [], "it is said once"


def test_full_constraint_buffer_is_reported_with_the_number_to_set(make_named):
    engine = make_named("newton", "cpu", [BOXES], [0, 0], constraints_per_env=10)
    (sentence,) = settled(engine)
    needed = re.search(r"there is room for 10. Set constraints_per_env to more than (\d+)\.$", sentence)
    assert needed is not None and 10 < int(needed[1]) <= ROWS, sentence


def test_buffers_as_large_as_was_said_suffice(make_named):
    engine = make_named("newton", "cpu", [BOXES], [0, 0], contacts_per_env=CONTACTS, constraints_per_env=ROWS)
    assert settled(engine) == []


def test_estimate_counts_five_contacts_of_a_shape_with_heights():
    """A box half a metre wide lies on 50 prisms and more of a grid of 5 cm; MuJoCo Warp has five contacts."""
    spec = mujoco.MjSpec()
    heights = np.zeros(41 * 41)
    heights[0] = 1.0
    spec.add_hfield(name="heights", nrow=41, ncol=41, size=(1.0, 1.0, 0.01, 0.1), userdata=heights)
    spec.worldbody.add_geom(name="/ground", type=mujoco.mjtGeom.mjGEOM_HFIELD, hfieldname="heights")
    body = spec.worldbody.add_body(name="/box", pos=(0.0, 0.0, 0.05))
    body.add_freejoint()
    body.add_geom(name="/box/g", type=mujoco.mjtGeom.mjGEOM_BOX, size=(0.25, 0.25, 0.1))
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert data.ncon > 20, "native MuJoCo makes many"
    capacity = estimate_capacity(model)
    assert capacity.contacts == 16, "the least there is room for"
    assert capacity.constraints == 2 * (5 * 4) + model.njnt + model.nv


CANS = """
<mujoco>
  <asset><hfield name="hills" nrow="5" ncol="5" size="2 2 0.1 0.1" elevation="{heights}"/></asset>
  <worldbody>
    <geom name="/ground" type="hfield" hfield="hills" contype="2" conaffinity="1"/>
    {cans}
  </worldbody>
</mujoco>
"""
CAN = """
    <body name="/can{k}" pos="{x} 0 0.13">
      <freejoint name="/can{k}"/>
      <geom name="/can{k}/g" type="cylinder" size="0.05 0.03" contype="1" conaffinity="2"/>
    </body>
"""


@pytest.mark.slow
def test_there_is_room_for_all_pairs_of_convex_shapes_at_once(make):
    """Twelve cylinders stand on a height field in each world, which is all that can touch."""
    cans = "".join(CAN.format(k=k, x=-1.5 + 0.25 * k) for k in range(12))
    engine = make([CANS.format(heights="1 " * 24 + "0", cans=cans)], [0, 0, 0])
    assert settled(engine) == []
    heights = engine.worlds[0].qpos.numpy().reshape(3, 12, 7)[:, :, 2]
    np.testing.assert_allclose(heights, 0.13, atol=4e-3)  # they sink in by 2 mm; without contact they fall by 8 mm
