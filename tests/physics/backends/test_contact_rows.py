"""Constraint rows of contacts in one launch are those of MuJoCo Warp, and those of native MuJoCo."""

from __future__ import annotations

import mujoco
import mujoco_warp as mjw
import numpy as np
import pytest
import warp as wp

from pippin.physics.backends.contact_rows import ContactRows, can_make_rows

HEAP = """
<mujoco>
  <option timestep="0.005" impratio="4"/>
  <worldbody>
    <geom type="plane" size="5 5 .1" friction=".7 .02 .003"/>
    <body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1" solref="-4000 -60" friction=".5 .02 .003"/></body>
    <body pos=".4 0 .095"><joint axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
      <geom size=".1" condim="1" solimp=".3 .9 .02 .3 3"/>
      <body pos="0 .2 0"><joint type="ball"/><geom size=".1" condim="4" solimp=".5 .95 .05 .4 1"/></body></body>
    <body pos=".8 0 .095"><freejoint/><geom size=".1" condim="6" margin=".02" solimp=".9 .9 .01 .5 2"/></body>
    <body pos=".8 0 .28"><freejoint/><geom size=".1" condim="3" solref=".001 .8" priority="1"/></body>
  </worldbody>
</mujoco>
"""
"""Contacts of one to six dimensions, between bodies and with the ground; all forms of references and impedances."""

CONES = {"elliptic": mujoco.mjtCone.mjCONE_ELLIPTIC, "pyramidal": mujoco.mjtCone.mjCONE_PYRAMIDAL}
DEVICES = ["cpu", pytest.param("cuda:0", marks=pytest.mark.gpu)]


def rows_of(data: mjw.Data, world: int, count: int, columns: int) -> np.ndarray:
    """Rows of an environment in the order of their contacts: what they are, and then their numbers."""
    names = ("id", "type", "pos", "margin", "D", "aref", "vel")
    values = [getattr(data.efc, name).numpy()[world, :count] for name in names]
    rows = np.column_stack([*values, data.efc.J.numpy()[world, :count, :columns]])
    return rows[np.argsort(values[0], kind="stable")]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("cone", CONES)
def test_rows_are_those_of_the_engine_and_of_native_mujoco(cone: str, device: str) -> None:
    model = mujoco.MjModel.from_xml_string(HEAP)
    model.opt.cone, model.opt.jacobian = CONES[cone], mujoco.mjtJacobian.mjJAC_DENSE
    native = mujoco.MjData(model)
    native.qvel[:] = np.random.default_rng(2).normal(size=model.nv)
    mujoco.mj_forward(model, native)
    count = native.nefc
    with wp.ScopedDevice(device):
        engine = mjw.put_model(model)
        assert can_make_rows(model, engine)
        data = mjw.put_data(model, native, nworld=2, nconmax=20, njmax=60)
        mjw.fwd_position(engine, data)
        theirs = [rows_of(data, world, count, model.nv) for world in range(2)]
        addresses = data.contact.efc_address.numpy()
        for name in ("J", "D", "aref", "vel", "pos", "margin"):
            getattr(data.efc, name).fill_(np.nan)
        ContactRows(model, engine, data)(engine, data)
    assert data.nefc.numpy().tolist() == [count, count]
    for world, expected in enumerate(theirs):
        scale = 1e-9 + np.abs(expected).max(axis=0)
        np.testing.assert_allclose(rows_of(data, world, count, model.nv) / scale, expected / scale, rtol=0.0, atol=2e-5)
        stiffness = data.efc.D.numpy()[world, :count]
        np.testing.assert_allclose(np.sort(stiffness), np.sort(native.efc_D), rtol=1e-4)
    np.testing.assert_array_equal(data.contact.efc_address.numpy() >= 0, addresses >= 0)


def test_rows_without_room_are_left_out_and_counted() -> None:
    model = mujoco.MjModel.from_xml_string(HEAP)
    model.opt.jacobian = mujoco.mjtJacobian.mjJAC_DENSE
    native = mujoco.MjData(model)
    mujoco.mj_forward(model, native)
    room = native.nefc - 3
    with wp.ScopedDevice("cpu"):
        engine = mjw.put_model(model)
        data = mjw.make_data(model, nworld=1, nconmax=20, njmax=room)
        mjw.fwd_position(engine, data)
        ContactRows(model, engine, data)(engine, data)
    assert data.nefc.numpy()[0] == native.nefc
    assert np.sort(data.contact.efc_address.numpy().ravel())[-1] == room - 1
