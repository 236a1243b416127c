"""Pippin's constraint solver for MuJoCo Warp finds what native MuJoCo finds when that iterates to the end."""

from __future__ import annotations

import copy

import mujoco
import mujoco_warp as mjw
import numpy as np
import pytest
import warp as wp

from pippin.physics.backends.newton_solver import ConstraintSolver, can_solve
from pippin.physics.backends.warp_step import OwnStep, step_function

SCENE = """
<mujoco>
  <option timestep="0.005" impratio="10" iterations="100" tolerance="1e-12"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="trunk" pos="0 0 .3"><freejoint/><geom type="box" size=".2 .1 .1"/>
      <body pos=".25 0 0"><joint axis="0 1 0" range="-.5 .5" limited="true" frictionloss=".2"/>
        <geom type="capsule" fromto="0 0 0 .3 0 -.2" size=".04" condim="1"/>
        <body pos=".3 0 -.2"><joint axis="0 1 0" damping=".1"/><geom type="sphere" size=".06"/></body></body>
      <body pos="-.25 0 0"><joint axis="0 1 0" range="-.5 .5" limited="true"/>
        <geom type="capsule" fromto="0 0 0 -.3 0 -.2" size=".04" condim="4"/>
        <body pos="-.3 0 -.2"><joint axis="1 0 0"/><geom type="sphere" size=".06" condim="6"/></body></body></body>
    <body name="load" pos="0 .1 .8"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body name="hung" pos="1 0 1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </worldbody>
  <equality><connect body1="hung" anchor="0 0 .2"/></equality>
</mujoco>
"""
"""Contacts of one to six dimensions, limits, friction losses and an equality."""

NUM_STATES = 12
CONES = {"elliptic": mujoco.mjtCone.mjCONE_ELLIPTIC, "pyramidal": mujoco.mjtCone.mjCONE_PYRAMIDAL}
JACOBIANS = {"dense": mujoco.mjtJacobian.mjJAC_DENSE, "sparse": mujoco.mjtJacobian.mjJAC_SPARSE}


def make_model(cone: str, jacobian: str) -> mujoco.MjModel:
    spec = mujoco.MjSpec.from_string(SCENE)
    spec.option.cone = CONES[cone]
    spec.option.jacobian = JACOBIANS[jacobian]
    return spec.compile()


def tumbling_states(model: mujoco.MjModel) -> list[mujoco.MjData]:
    """States on the way down, at rest and sliding, with native MuJoCo's solution from a cold start."""
    random = np.random.default_rng(3)
    states = []
    for steps in random.integers(20, 160, size=NUM_STATES):
        data = mujoco.MjData(model)
        data.qvel[:] = random.normal(size=model.nv)
        mujoco.mj_step(model, data, nstep=int(steps))
        data.qvel += 0.3 * random.normal(size=model.nv)
        data.qacc_warmstart[:] = 0.0
        mujoco.mj_forward(model, data)
        states.append(data)
    return states


@pytest.mark.slow
@pytest.mark.parametrize("jacobian", JACOBIANS)
@pytest.mark.parametrize("cone", CONES)
def test_accelerations_and_forces_are_those_of_native_mujoco(cone: str, jacobian: str) -> None:
    model = make_model(cone, jacobian)
    for native in tumbling_states(model):
        with wp.ScopedDevice("cpu"):
            engine, data = mjw.put_model(model), mjw.put_data(model, native, nworld=2, nconmax=40, njmax=150)
            assert can_solve(model, engine, data)
            solve = ConstraintSolver(engine, data)
            for result in (data.qacc, data.qfrc_constraint, data.efc.force, data.efc.Ma):
                result.fill_(np.nan)
            data.qacc_warmstart.zero_()
            solve(engine, data)
        # float32 against float64: 1e-4 of the largest value, the accuracy that float32 leaves in J M^-1 J^T.
        scale = 1.0 + np.abs(native.qacc).max()
        assert np.abs(data.qacc.numpy() - native.qacc).max() < 1e-4 * scale
        assert np.abs(data.efc.force.numpy()[:, : native.nefc] - native.efc_force).max() < 1e-3 * (
            1.0 + np.abs(native.efc_force).max()
        )
        constraint_scale = 1.0 + np.abs(native.qfrc_constraint).max()
        assert np.abs(data.qfrc_constraint.numpy() - native.qfrc_constraint).max() < 1e-4 * constraint_scale
        inertial = np.zeros(model.nv)
        mujoco.mj_mulM(model, native, inertial, native.qacc)
        assert np.abs(data.efc.Ma.numpy() - inertial).max() < 1e-4 * (1.0 + np.abs(inertial).max())


LIGHT_BESIDE_HEAVY = """
<mujoco>
  <option timestep="0.005" cone="elliptic" impratio="10" iterations="100" tolerance="1e-8"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 2"><joint axis="0 1 0" range="-.2 .2" limited="true" solreflimit="-4000 -200"
        solimplimit=".999 .999 .001"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".05" mass="50"/></body>
    <body pos="1 0 .02"><freejoint/><geom type="box" size=".02 .02 .02" mass=".02"/></body>
    <body pos="1 0 .06"><freejoint/><geom type="box" size=".02 .02 .02" mass=".02"/></body>
  </worldbody>
</mujoco>
"""
"""A heavy arm at a stiff limit, whose inertia the solver's tolerance is relative to, and a stack of small cubes."""


@pytest.mark.slow
def test_light_bodies_and_stiff_rows_are_solved_as_far_as_heavy_ones() -> None:
    """The cost tells nothing of them: what it has left to gain by them is less than the tolerance."""
    model = mujoco.MjModel.from_xml_string(LIGHT_BESIDE_HEAVY)
    exact = copy.copy(model)
    exact.opt.tolerance, exact.opt.iterations, exact.opt.ls_iterations = 1e-14, 400, 200
    random, native = np.random.default_rng(1), mujoco.MjData(exact)
    with wp.ScopedDevice("cpu"):
        engine = mjw.put_model(model)
    for _ in range(100):
        mujoco.mj_resetData(exact, native)
        mujoco.mj_step(exact, native, nstep=int(random.integers(5, 80)))
        native.qvel[1:] += 0.1 * random.normal(size=model.nv - 1)
        native.qpos[0] = 0.2 + 1e-3 * random.uniform()
        native.qvel[0] = random.normal()
        native.qacc_warmstart[:] = 0.0
        mujoco.mj_forward(exact, native)
        with wp.ScopedDevice("cpu"):
            data = mjw.put_data(model, native, nworld=1, nconmax=40, njmax=150)
            data.qacc_warmstart.zero_()
            ConstraintSolver(engine, data)(engine, data)
        # Ten times 1e-5, what the last step may be without being taken; more than float32 leaves in J M^-1 J^T.
        for right, found in ((native.qacc, data.qacc), (native.qfrc_constraint, data.qfrc_constraint)):
            assert np.abs(found.numpy()[0] - right).max() < 1e-4 * (1.0 + np.abs(right).max())


def test_a_warm_start_that_is_no_number_is_left_out() -> None:
    model = make_model("elliptic", "dense")
    native = tumbling_states(model)[0]
    with wp.ScopedDevice("cpu"):
        engine, data = mjw.put_model(model), mjw.put_data(model, native, nworld=1, nconmax=40, njmax=150)
        data.qacc_warmstart.fill_(np.nan)
        ConstraintSolver(engine, data)(engine, data)
    assert np.abs(data.qacc.numpy()[0] - native.qacc).max() < 1e-4 * (1.0 + np.abs(native.qacc).max())


def test_forces_that_are_no_numbers_give_accelerations_that_are_none() -> None:
    """The guard resets such environments; a warm start in their place would hide them."""
    model = make_model("elliptic", "dense")
    native = tumbling_states(model)[0]
    with wp.ScopedDevice("cpu"):
        engine, data = mjw.put_model(model), mjw.put_data(model, native, nworld=1, nconmax=40, njmax=150)
        data.qacc_warmstart.zero_()
        for array in (data.qfrc_smooth, data.qacc_smooth):
            array.fill_(np.nan)
        ConstraintSolver(engine, data)(engine, data)
    assert np.isnan(data.qacc.numpy()).all() and np.isnan(data.efc.Ma.numpy()).all()


def test_accelerations_stay_bounded_where_forces_are_absurd() -> None:
    """Bodies pushed through each other at 1e4 m/s end with a finite acceleration that the constraints do not exceed."""
    model = make_model("elliptic", "dense")
    native = tumbling_states(model)[1]
    native.qvel[:] = 1e4 * np.random.default_rng(0).normal(size=model.nv)
    mujoco.mj_forward(model, native)
    with wp.ScopedDevice("cpu"):
        engine, data = mjw.put_model(model), mjw.put_data(model, native, nworld=1, nconmax=40, njmax=150)
        ConstraintSolver(engine, data)(engine, data)
    acceleration = data.qacc.numpy()[0]
    assert np.isfinite(acceleration).all()
    assert np.abs(acceleration).max() < 10.0 * (np.abs(native.qacc).max() + np.abs(native.qacc_smooth).max())


def test_models_that_the_solver_does_not_take_keep_the_engines_step() -> None:
    model = make_model("elliptic", "dense")
    model.opt.solver = mujoco.mjtSolver.mjSOL_CG
    with wp.ScopedDevice("cpu"):
        engine, data = mjw.put_model(model), mjw.make_data(model, nworld=1, nconmax=40, njmax=150)
    assert not can_solve(model, engine, data)
    assert step_function(model, engine, data) is mjw.step


@pytest.mark.parametrize(("asked", "taken"), [(1e-5, 1e-5), (1e-8, 1e-8), (0.0, 1e-8)])
def test_the_solver_goes_as_far_as_the_model_asks(asked: float, taken: float) -> None:
    """MuJoCo Warp alone never goes below 1e-6."""
    model = make_model("elliptic", "dense")
    model.opt.tolerance = asked
    with wp.ScopedDevice("cpu"):
        engine, data = mjw.put_model(model), mjw.make_data(model, nworld=1, nconmax=40, njmax=150)
        OwnStep(model, engine, data)
    assert engine.opt.tolerance.numpy() == pytest.approx([taken])


@pytest.mark.gpu
@pytest.mark.parametrize("cone", CONES)
def test_a_step_on_a_gpu_is_native_mujocos(cone: str) -> None:
    """MuJoCo Warp's own step is no reference: in one of these states it is 0.06 rad/s away from MuJoCo's."""
    model = make_model(cone, "dense")
    model.opt.tolerance, model.opt.iterations, model.opt.ls_iterations = 1e-8, 100, 100
    natives = tumbling_states(model)
    with wp.ScopedDevice("cuda:0"):
        engine = mjw.put_model(model)
        data = mjw.make_data(model, nworld=NUM_STATES, nconmax=40, njmax=150)
        data.qpos.assign(np.array([native.qpos for native in natives], dtype=np.float32))
        data.qvel.assign(np.array([native.qvel for native in natives], dtype=np.float32))
        step = step_function(model, engine, data)
        assert step is not mjw.step
        step(engine, data)
        velocities = data.qvel.numpy()
    for native, velocity in zip(natives, velocities, strict=True):
        mujoco.mj_step(model, native)
        np.testing.assert_allclose(velocity, native.qvel, atol=1e-3)  # of up to tens of rad/s, in float32
