"""Smooth dynamics and integration in one launch each give what native MuJoCo gives."""

from __future__ import annotations

import mujoco
import mujoco_warp as mjw
import numpy as np
import pytest
import warp as wp

from pippin.physics.backends.smooth_dynamics import Integration, SmoothDynamics, can_drive, can_integrate, can_move
from pippin.physics.backends.warp_step import step_function

MACHINE = """
<mujoco>
  <option timestep="0.004" gravity="0.3 -0.2 -9.7"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <site name="here" pos="1 2 3"/>
    <body name="target" mocap="true" pos="0 2 1" quat=".8 .6 0 0">
      <geom size=".1" pos=".2 0 0" contype="0" conaffinity="0"/>
      <body pos=".3 0 .1"><site name="on target"/></body></body>
    <body name="trunk" pos="0 0 1"><freejoint/><geom type="box" size=".2 .1 .1" pos=".05 0 .02" euler="10 20 30"/>
      <body pos=".25 0 0" euler="0 30 10" gravcomp=".7">
        <joint axis="0 1 1" pos=".02 0 .03" stiffness="3" springref=".4" damping=".2"/>
        <joint axis="1 0 0" pos="0 .04 0" armature=".02" ref=".2"/>
        <geom type="capsule" fromto="0 0 0 .3 0 -.2" size=".04"/>
        <body pos=".3 0 -.2"><joint name="ball" type="ball" pos=".01 .02 0" stiffness="2" damping=".1"/>
          <geom type="ellipsoid" size=".06 .1 .03"/><site name="tip" pos="0 0 .1" euler="0 90 0"/></body></body>
      <body pos="-.25 0 0">
        <joint name="lift" type="slide" axis="0 .6 .8" range="-1 1" actuatorfrcrange="-2 2"/>
        <geom type="capsule" fromto="0 0 0 -.3 0 -.2" size=".04"/>
        <body pos="-.3 0 -.2"><joint name="wrist" axis="1 0 0" damping=".05"/>
          <geom type="box" size=".06 .02 .1"/></body></body></body>
    <body name="arm" pos="1 1 .5"><joint name="shoulder" axis="0 0 1" damping=".4"/><geom type="capsule" size=".05 .2"/>
      <body pos=".2 0 0"><joint name="elbow" axis="0 1 0" armature=".1"/><geom size=".05" mass=".3"/></body></body>
    <body name="pair" pos="-2 0 1"><freejoint/><geom size=".1"/>
      <body pos="0 0 .3"><joint/><geom size=".1"/></body></body>
    <body name="brick" pos="0 -2 1"><joint name="brick" type="free" damping=".1" armature=".01"/>
      <geom type="box" size=".02 .1 .2" pos=".1 .2 0" euler="20 0 40"/></body>
  </worldbody>
  <tendon>
    <fixed stiffness="5" damping=".4" springlength="-.1 .2"><joint joint="shoulder" coef="2"/>
      <joint joint="elbow" coef="-3"/></fixed>
    <fixed damping="2"><joint joint="wrist" coef=".7"/><joint joint="elbow" coef=".5"/></fixed>
    <fixed stiffness="8"><joint joint="lift" coef="1"/></fixed>
  </tendon>
  <actuator>
    <position name="servo" joint="wrist" kp="20" kv=".6" forcerange="-3 3"/>
    <motor name="motor" joint="lift" gear="4" ctrllimited="true" ctrlrange="-.5 .5"/>
    <general name="affine" joint="shoulder" gear="-2" gaintype="affine" gainprm="1 .3 -.2" biastype="affine"
             biasprm=".1 -3 -.4"/>
    <velocity name="brake" joint="shoulder" kv=".3"/>
  </actuator>
</mujoco>
"""
"""All kinds of joints, several on one body, a reference, springs, dampers, compensation, a mocap body, tendons along
joints of one arm and of two, actuators."""

TREE = [
    "xpos",
    "xquat",
    "xmat",
    "xipos",
    "ximat",
    "xanchor",
    "xaxis",
    "geom_xpos",
    "geom_xmat",
    "site_xpos",
    "site_xmat",
    "subtree_com",
    "cinert",
    "crb",
    "cdof",
    "cdof_dot",
    "cvel",
    "qfrc_spring",
    "qfrc_damper",
    "qfrc_gravcomp",
    "qfrc_passive",
    "qfrc_bias",
]
DRIVEN = [
    "ten_length",
    "ten_velocity",
    "actuator_length",
    "actuator_velocity",
    "actuator_force",
    "qfrc_actuator",
    "qfrc_smooth",
    "qacc_smooth",
]
INTEGRATORS = {"Euler": mujoco.mjtIntegrator.mjINT_EULER, "implicitfast": mujoco.mjtIntegrator.mjINT_IMPLICITFAST}

SINGLE_PRECISION = 2e-5
"""Of the largest value: some thirty roundings of 6e-8 along the longest chain, and cancellation."""


def make_model(integrator: str = "implicitfast", xml: str = MACHINE) -> mujoco.MjModel:
    model = mujoco.MjModel.from_xml_string(xml)
    model.opt.integrator = INTEGRATORS[integrator]
    return model


def random_states(model: mujoco.MjModel, count: int = 4) -> list[mujoco.MjData]:
    random = np.random.default_rng(5)
    states = []
    for _ in range(count):
        data = mujoco.MjData(model)
        mujoco.mj_integratePos(model, data.qpos, random.normal(size=model.nv), 0.5)
        data.qvel[:] = random.normal(size=model.nv)
        brick = model.joint("brick").dofadr[0]
        data.qvel[brick + 3 : brick + 6] *= 30.0  # fast enough that its gyroscopic torques matter within a step
        data.ctrl[:] = random.normal(size=model.nu)
        data.qfrc_applied[:] = random.normal(size=model.nv)
        data.xfrc_applied[1:] = random.normal(size=(model.nbody - 1, 6))
        data.mocap_pos[:] = random.normal(size=data.mocap_pos.shape)
        states.append(data)
    return states


def on_device(model: mujoco.MjModel, states: list[mujoco.MjData], device: str) -> tuple[mjw.Model, mjw.Data]:
    """The same states in the arrays of MuJoCo Warp, whose results are no numbers."""
    with wp.ScopedDevice(device):
        engine = mjw.put_model(model)
        data = mjw.put_data(model, states[0], nworld=len(states), nconmax=40, njmax=150)
        for name in ("qpos", "qvel", "ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat"):
            getattr(data, name).assign(np.array([getattr(state, name) for state in states], dtype=np.float32))
        static = {"xpos", "xquat", "geom_xpos", "geom_xmat"}  # the world's never change
        for name in {*TREE, *DRIVEN, "M"} - static:
            getattr(data, name).fill_(np.nan)
    return engine, data


def assert_near(values: np.ndarray, expected: np.ndarray, name: str) -> None:
    expected = expected.reshape(values.shape)
    scale = 1.0 + np.abs(expected).max()
    # Accelerations take up the condition of the inertia matrix, which is a few hundred here.
    tolerance = 10.0 * SINGLE_PRECISION if name.startswith("qacc") else SINGLE_PRECISION
    assert np.abs(values - expected).max() < tolerance * scale, name


DEVICES = ["cpu", pytest.param("cuda:0", marks=pytest.mark.gpu)]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("drives_joints", [True, False], ids=["driven", "moved"])
def test_smooth_dynamics_are_those_of_native_mujoco(device: str, drives_joints: bool) -> None:
    model = make_model()
    states = random_states(model)
    engine, data = on_device(model, states, device)
    assert can_move(model, engine, drives_joints) and can_drive(model, engine)
    SmoothDynamics(model, engine, drives_joints)(engine, data)
    for world, native in enumerate(states):
        mujoco.mj_forward(model, native)
        # Springs and dampers of tendons are forces, too, which are left to the engine with all others.
        tendons = {"qfrc_spring", "qfrc_damper", "qfrc_passive"} if not drives_joints else set()
        for name in set(TREE + DRIVEN * drives_joints) - tendons:
            assert_near(getattr(data, name).numpy()[world], getattr(native, name), name)
        inertia = np.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, native, inertia)
        rows = np.repeat(np.arange(model.nv), engine.M_rownnz.numpy())
        assert_near(data.M.numpy()[world], inertia[rows, engine.M_colind.numpy()], "M")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_step_in_the_air_is_that_of_native_mujoco(integrator: str, device: str) -> None:
    """Steps where nothing touches: dampers and actuators are implicit, positions follow the new velocities."""
    model = make_model(integrator)
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    states = random_states(model)
    engine, data = on_device(model, states, device)
    assert can_integrate(model, engine)
    move, integrate = SmoothDynamics(model, engine, True), Integration(model, engine)
    for _ in range(5):
        move(engine, data)
        wp.copy(data.qacc, data.qacc_smooth)
        wp.copy(data.efc.Ma, data.qfrc_smooth)
        integrate(engine, data)
    for world, native in enumerate(states):
        mujoco.mj_step(model, native, nstep=5)
        assert_near(data.qvel.numpy()[world], native.qvel, "qvel")
        assert_near(data.qpos.numpy()[world], native.qpos, "qpos")
        assert data.time.numpy()[world] == pytest.approx(native.time, rel=1e-6)
        assert_near(data.qacc_warmstart.numpy()[world], native.qacc_warmstart, "qacc_warmstart")


def test_environments_have_their_own_parameters() -> None:
    model = make_model()
    states = random_states(model, count=2)
    engine, data = on_device(model, [states[0], states[0]], "cpu")
    damping = np.repeat(model.dof_damping[None], 2, axis=0).astype(np.float32)
    damping[1] += 0.5
    engine.dof_damping = wp.array(damping, dtype=float, device="cpu")
    SmoothDynamics(model, engine, True)(engine, data)
    for world in range(2):
        model.dof_damping[:] = damping[world]
        mujoco.mj_forward(model, states[0])
        assert_near(data.qacc_smooth.numpy()[world], states[0].qacc_smooth, "qacc_smooth")


@pytest.mark.parametrize(
    "part",
    [
        '<actuator><position joint="wrist" kp="1" timeconst=".1"/></actuator>',
        '<actuator><position site="tip" kp="1"/></actuator>',
        '<tendon><spatial stiffness="1"><site site="here"/><site site="tip"/></spatial></tendon>',
    ],
)
def test_other_forces_are_left_to_the_engine(part: str) -> None:
    model = make_model(xml=MACHINE.replace("</mujoco>", part + "</mujoco>"))
    with wp.ScopedDevice("cpu"):
        engine = mjw.put_model(model)
    assert not can_drive(model, engine) and not can_integrate(model, engine)


@pytest.mark.parametrize("name", ["passive", "control", "act_gain", "contactfilter", "sensor"])
def test_callbacks_that_add_forces_are_left_to_the_engine(name: str) -> None:
    """Not so one that adds contacts, as Pippin's own does where there are height fields."""
    model = make_model()
    with wp.ScopedDevice("cpu"):
        engine = mjw.put_model(model)
    setattr(engine.callback, name, lambda *_: None)
    assert can_drive(model, engine) == (name in ("contactfilter", "sensor"))


@pytest.mark.gpu
@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize(
    "part", ["", '<tendon><spatial stiffness="1"><site site="here"/><site site="tip"/></spatial></tendon>']
)
def test_a_whole_step_on_a_gpu_is_the_engines(integrator: str, part: str) -> None:
    model = make_model(integrator, MACHINE.replace("</mujoco>", part + "</mujoco>"))
    states = random_states(model)
    results = []
    for is_own in (True, False):
        engine, data = on_device(model, states, "cuda:0")
        with wp.ScopedDevice("cuda:0"):
            step = step_function(model, engine, data) if is_own else mjw.step
            assert (step is mjw.step) != is_own
            for _ in range(10):
                step(engine, data)
        results.append((data.qpos.numpy(), data.qvel.numpy()))
    for ours, theirs in zip(*results, strict=True):
        assert np.abs(ours - theirs).max() < 1e-3
