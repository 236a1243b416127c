"""Bodies that begin within others part no faster than they may, and all others are left alone."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator

import mujoco
import numpy as np
import pytest

from pippin.physics.backend import Backend, SolverSettings, make_backend
from pippin.physics.backends import native_contact_targets
from pippin.physics.description import SceneDescription, Variant

from .test_joint_limits import set_state

DT = 0.005
RADIUS = 0.1

BALLS = f"""
<mujoco>
  <worldbody>
    <geom name="/ground" type="plane" size="0 0 1"/>
    <body name="/ball"><freejoint name="/ball"/><geom name="/ball" size="{RADIUS}" mass="1"/></body>
    <body name="/other" pos="0 0 5"><freejoint name="/other"/><geom name="/other" size="{RADIUS}" mass="1"/></body>
    EXTRA
  </worldbody>
</mujoco>
"""

MakeBalls = Callable[..., Backend]


@pytest.fixture
def make_balls(backend) -> Iterator[MakeBalls]:
    """Two balls and ground in two environments: ``make_balls({name: limit}, **settings)``."""
    made: list[Backend] = []
    name, device = backend

    def make(limits: dict[str, float], extra: str = "", **settings: object) -> Backend:
        variant = Variant(mujoco.MjSpec.from_string(BALLS.replace("EXTRA", extra)), depenetration_limits=limits)
        scene = SceneDescription([variant], np.zeros(2, int), np.zeros((2, 3), np.float32))
        made.append(make_backend(name, scene, SolverSettings(**{"dt": DT, "device": device, **settings})))
        return made[-1]

    yield make
    for each in made:
        each.close()


def place(engine: Backend, ball: float, other: float = 5.0) -> None:
    """Put the balls at heights [m], at rest."""
    qpos = engine.worlds[0].qpos.numpy().copy()
    qpos[:, 2], qpos[:, 9] = ball, other
    set_state(engine.worlds[0], qpos=qpos, qvel=0.0)


def speeds(engine: Backend, dof: int, steps: int = 60) -> np.ndarray:
    """Velocities of a degree of freedom after each step, in the second environment."""
    values = []
    for _ in range(steps):
        engine.step()
        values.append(engine.worlds[0].qvel.numpy()[1, dof])
    return np.array(values)


@pytest.mark.parametrize(("cone", "extra"), [("elliptic", ""), ("pyramidal", ""), ("elliptic", "MANY")])
def test_ball_leaves_the_ground_at_its_limit(make_balls, cone, extra):
    """It begins 0.2 m deep: a spring of 50 rad/s alone throws it out at 3.7 m/s. Contacts keep to 2 %, with gravity.

    Models with many degrees of freedom keep their Jacobians as lists.
    """
    if extra:
        extra = "".join(f'<body pos="{5 + n} 0 9"><freejoint/><geom size="0.1"/></body>' for n in range(9))
    engine = make_balls({"/ball": 1.0}, extra, cone=cone)
    place(engine, -RADIUS)
    rising = speeds(engine, 2)
    assert rising.max() == pytest.approx(1.0, rel=0.02)
    assert rising[0] == pytest.approx(1.0, rel=0.02)
    free = make_balls({}, extra, cone=cone)
    place(free, -RADIUS)
    assert speeds(free, 2).max() > 3.0, "or else nothing is shown"


@pytest.mark.parametrize("limits", [{"/ball": 0.3, "/other": 2.0}, {"/ball": 2.0, "/other": 0.3}, {"/ball": 0.3}])
def test_lower_limit_of_two_bodies_counts(make_balls, limits):
    engine = make_balls(limits, gravity=(0.0, 0.0, 0.0))
    place(engine, 3.0, 3.05)
    engine.step()
    velocities = engine.worlds[0].qvel.numpy()[1]
    assert velocities[8] - velocities[2] == pytest.approx(0.3, rel=0.02)
    assert velocities[8] + velocities[2] == pytest.approx(0.0, abs=1e-5)


def test_body_under_a_load_rests_as_deep_as_without_a_limit(make_balls):
    """8 kN on 1 kg ask more of the contact than 1 m/s in a step: what it gives way by is allowed for."""
    depths = []
    for limits in ({}, {"/ball": 1.0}):
        engine = make_balls(limits)
        place(engine, RADIUS)
        worlds = engine.worlds[0]
        worlds.xfrc_applied.assign(np.broadcast_to([[0] * 6, [0, 0, -8e3, 0, 0, 0], [0] * 6], (2, 3, 6)).astype("f4"))
        speeds(engine, 2, 200)
        depths.append(worlds.qpos.numpy()[1, 2])
    assert depths[0] < RADIUS - 0.1
    assert depths[1] == pytest.approx(depths[0], abs=1e-4)


def test_landing_and_resting_are_the_same(make_balls, backend):
    """To the bit on a CPU; on a GPU contacts come in any order, and speeds of 1 m/s are rounded by 1e-7 a step."""
    paths = []
    for limits in ({}, {"/ball": 1.0, "/other": 1.0}):
        engine = make_balls(limits)
        place(engine, 0.6, 0.85)
        paths.append(speeds(engine, slice(None), 150))
    np.testing.assert_allclose(*paths, rtol=0.0, atol=0.0 if backend[1] == "cpu" else 1e-4)


def test_a_program_that_controls_mujoco_itself_goes_on_and_is_told(make_balls, backend, caplog):
    if backend[0] != "mujoco":
        pytest.skip("MuJoCo Warp has no such function")
    ours = mujoco.get_mjcb_control()
    calls = []
    kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
    mujoco.set_mjcb_control(kind(lambda model, data: calls.append(model)))
    try:
        engine = make_balls({"/ball": 1.0})
        place(engine, -RADIUS)
        engine.step()
    finally:
        mujoco.set_mjcb_control(ours)
    assert "max_depenetration_velocity and restitution have no effect" in caplog.text
    assert calls


def test_models_of_other_programs_are_left_alone(make_balls, backend):
    """The function is MuJoCo's for all models of the process; theirs carry no mark."""
    engine = make_balls({"/ball": 1.0})
    place(engine, -RADIUS)
    engine.step()
    for size in ("", '<size nuser_geom="8"/>'):
        model = mujoco.MjModel.from_xml_string(BALLS.replace("EXTRA", "").replace("<worldbody>", size + "<worldbody>"))
        model.opt.timestep = DT
        data = mujoco.MjData(model)
        data.qpos[2] = -RADIUS
        for _ in range(10):
            mujoco.mj_step(model, data)
        assert data.qvel[2] > 2.0


def test_where_mujoco_keeps_its_fields_is_found_once_and_at_once(monkeypatch):
    """A look at each word in Python, for each word again, took each program five seconds."""
    places = native_contact_targets._places
    calls = []
    monkeypatch.setattr(native_contact_targets, "_places", lambda: calls.append(None) or places())
    begin = time.process_time()
    places()
    assert time.process_time() - begin < 1.0
    assert native_contact_targets._function.__wrapped__() is not None
    assert len(calls) == 1
