"""Bodies that slide neither hop nor sink, and decelerate by Coulomb's law; what does not slide is as without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import mujoco
import numpy as np
import pytest

from pippin.physics.backend import Backend, SolverSettings, make_backend
from pippin.physics.description import SceneDescription, Variant

from .test_joint_limits import set_state

DT = 0.005
GRAVITY = 9.81
SPEED = 3.0

BLOCK = 'type="box" size="0.2 0.2 0.04"'
BALL = 'type="sphere" size="0.1"'
ROD = 'type="capsule" size="0.1 0.2" euler="0 90 0"'
HEIGHTS = {BLOCK: 0.04, BALL: 0.1, ROD: 0.1}

MANY = "".join(f'<body pos="{5 + n} 0 9"><freejoint/><geom size="0.1"/></body>' for n in range(10))
"""Bodies with which the engines keep their Jacobians as lists."""

MakeSliding = Callable[..., Backend]


@pytest.fixture
def make_scene(backend) -> Iterator[Callable[..., Backend]]:
    """Builds two environments of a world body's MJCF: ``make_scene(mjcf, **settings)``."""
    made: list[Backend] = []
    name, device = backend

    def make(mjcf: str, **settings: object) -> Backend:
        variant = Variant(mujoco.MjSpec.from_string(f"<mujoco>{mjcf}</mujoco>"))
        scene = SceneDescription([variant], np.zeros(2, int), np.zeros((2, 3), np.float32))
        chosen = {"dt": DT, "device": device, "friction_law": "coulomb"} | settings
        made.append(make_backend(name, scene, SolverSettings(**chosen)))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def make_sliding(make_scene) -> MakeSliding:
    """A body that has come to rest on the ground and gets a velocity [m/s] along x."""

    def make(geometry: str, friction: float, extra: str = "", speed: float = SPEED, **settings: object) -> Backend:
        engine = make_scene(
            f'<worldbody><geom type="plane" size="0 0 1" friction="{friction} 0 0"/>'
            f'<body pos="0 0 {HEIGHTS[geometry]}"><freejoint/><geom {geometry} friction="{friction} 0 0" mass="1"/>'
            f"</body>{extra}</worldbody>",
            **settings,
        )
        for _ in range(60):
            engine.step()
        qvel = np.zeros_like(engine.worlds[0].qvel.numpy())
        qvel[:, 0] = speed
        set_state(engine.worlds[0], qvel=qvel)
        return engine

    return make


def slide(engine: Backend, duration: float) -> tuple[np.ndarray, float]:
    """Heights above that of rest [m], after each step, and the mean deceleration [m/s^2], of the second environment."""
    worlds = engine.worlds[0]
    rest, speed = worlds.qpos.numpy()[1, 2].copy(), worlds.qvel.numpy()[1, 0].copy()
    heights = []
    for _ in range(round(duration / DT)):
        engine.step()
        heights.append(worlds.qpos.numpy()[1, 2] - rest)
    return np.array(heights), (speed - worlds.qvel.numpy()[1, 0]) / (len(heights) * DT)


@pytest.mark.parametrize("cone", ["elliptic", "pyramidal"])
@pytest.mark.parametrize("friction", [0.3, 0.5, 1.0])
@pytest.mark.parametrize("geometry", [BLOCK, BALL, ROD], ids=["block", "ball", "rod"])
def test_bodies_decelerate_by_coulombs_law_and_stay_on_the_ground(make_sliding, geometry, friction, cone):
    """The law is exact in steady sliding: 0.1 % is for the first steps, in which the force of a contact begins.

    A ball with a friction of 1 has not come to that before it rolls: each step its contact presses by what is left of
    mu^2 3.5 / (1 + mu^2 3.5) = 0.78 of a step before too little, and afterwards too much.
    """
    engine = make_sliding(geometry, friction, cone=cone)
    until_it_stops_or_rolls = SPEED / (friction * GRAVITY) * (2.0 / 7.0 if geometry == BALL else 1.0)
    heights, deceleration = slide(engine, 0.8 * until_it_stops_or_rolls)
    tolerance = 0.15 if geometry == BALL and friction == 1.0 else 1e-3
    assert deceleration == pytest.approx(friction * GRAVITY, rel=tolerance)
    assert heights.max() < 5e-4, "MuJoCo's own law lets them hop by 5 to 30 mm"
    assert heights.min() > -2e-3, "which is what a ball's contact gives way before it presses in full"


@pytest.mark.parametrize("cone", ["elliptic", "pyramidal"])
def test_mujocos_own_law_is_there_for_who_asks_for_it(make_sliding, cone):
    engine = make_sliding(BLOCK, 0.5, cone=cone, friction_law="convex")
    heights, _ = slide(engine, 0.4)
    assert heights.max() > 0.01, "or else nothing is cured"


def test_models_of_many_bodies_slide_alike(make_sliding):
    engine = make_sliding(BLOCK, 0.5, extra=MANY)
    heights, deceleration = slide(engine, 0.5)
    assert deceleration == pytest.approx(0.5 * GRAVITY, rel=1e-3)
    assert np.abs(heights).max() < 1e-3


def test_what_rests_rests_as_deep(make_sliding, backend):
    """Nothing slides, so nothing is changed: to what single precision leaves of velocities of 0 on a GPU."""
    depths = []
    for law in ("convex", "coulomb"):
        worlds = make_sliding(BLOCK, 0.5, speed=0.0, friction_law=law).worlds[0]
        depths.append(worlds.qpos.numpy()[1, 2])
    assert depths[0] == pytest.approx(depths[1], abs=1e-7)


@pytest.mark.parametrize(("angle", "slides"), [(0.44, False), (0.49, True)])
def test_a_block_on_a_slope_slides_where_the_friction_does_not_hold_it(make_scene, angle, slides):
    """Closed form: tan(angle) above the friction of 0.5, which is that of 0.4636 rad, with g (sin - mu cos)."""
    engine = make_scene(
        f'<worldbody><geom type="plane" size="0 0 1" euler="0 {np.degrees(angle)} 0" friction="0.5 0 0"/>'
        f'<body pos="{0.04 * np.sin(angle)} 0 {0.04 * np.cos(angle)}" euler="0 {np.degrees(angle)} 0"><freejoint/>'
        f'<geom {BLOCK} mass="1" friction="0.5 0 0"/></body></worldbody>'
    )
    for _ in range(100):
        engine.step()
    before = np.linalg.norm(engine.worlds[0].qvel.numpy()[1, :3])
    for _ in range(100):
        engine.step()
    gained = (np.linalg.norm(engine.worlds[0].qvel.numpy()[1, :3]) - before) / (100 * DT)
    expected = GRAVITY * (np.sin(angle) - 0.5 * np.cos(angle)) if slides else 0.0
    assert gained == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize(("cone", "impratio", "factor"), [("elliptic", 10.0, 1.0), ("pyramidal", 1.0, 1.0 + 0.5**2)])
def test_what_friction_holds_creeps_as_soft_contacts_do(make_scene, cone, impratio, factor):
    """Closed form: a contact that gives way by ``(1 - d) / d w f`` creeps at that over its damping rate b.

    The damping is ``2 / (0.95 * 0.02 s)``, the impedance d = 0.9 right at the surface, the weight w = 1, and each
    of four contacts holds a quarter of ``m g sin``; pyramids weigh an edge with ``1 + mu^2`` of the normal. The
    impedance of what is some um deep is up to 0.901: 1 %, and what is deeper downhill holds more.
    """
    angle = np.arctan(0.25)  # half of what the friction of 0.5 holds
    engine = make_scene(
        f'<worldbody><geom type="plane" size="0 0 1" euler="0 {np.degrees(angle)} 0" friction="0.5 0 0"/>'
        f'<body pos="{0.04 * np.sin(angle)} 0 {0.04 * np.cos(angle)}" euler="0 {np.degrees(angle)} 0"><freejoint/>'
        f'<geom {BLOCK} mass="1" friction="0.5 0 0"/></body></worldbody>',
        cone=cone,
    )
    places = []
    for step in range(1000):
        engine.step()
        if step in (199, 999):
            places.append(engine.worlds[0].qpos.numpy()[1, :3].astype(float))
    speed = np.linalg.norm(places[1] - places[0]) / (800 * DT)
    load = GRAVITY * np.sin(angle) / 4.0
    assert speed == pytest.approx(factor * (0.1 / 0.9) * load / impratio * (0.95 * 0.02 / 2.0), rel=0.08)


@pytest.mark.parametrize("law", ["convex", "coulomb"])
def test_a_grip_holds_what_friction_can_carry(make_scene, law):
    """Two pads press a cube of 0.1 kg with 2 N each at a friction of 0.5: 2 N hold 0.98 N, shaken by 5 m/s^2 or not.

    At rest and shaken the cube moves with the pads but for what contacts creep, which is the same with either law.
    """
    pad = '<geom type="box" size="0.01 0.03 0.03" mass="0.05" friction="0.5 0 0"/></body>'
    engine = make_scene(
        '<worldbody><body name="hand" pos="0 0 1"><joint name="z" type="slide" axis="0 0 1"/>'
        '<geom size="0.01" pos="0 0 0.2" mass="2" contype="0" conaffinity="0"/>'
        f'<body pos="-0.04 0 0"><joint name="l" type="slide" axis="1 0 0" armature="0.05"/>{pad}'
        f'<body pos="0.04 0 0"><joint name="r" type="slide" axis="-1 0 0" armature="0.05"/>{pad}</body>'
        '<body pos="0 0 1"><freejoint/><geom type="box" size="0.03 0.03 0.03" mass="0.1" friction="0.5 0 0"/></body>'
        '</worldbody><actuator><motor joint="z"/><motor joint="l"/><motor joint="r"/></actuator>',
        friction_law=law,
    )
    worlds = engine.worlds[0]
    for step in range(400):
        shaken = 5.0 * np.sign(np.sin(2.0 * np.pi * 4.0 * step * DT)) if step >= 100 else 0.0
        worlds.ctrl.assign(np.tile(np.array([2.2 * (GRAVITY + shaken), 2.0, 2.0], np.float32), (2, 1)))
        engine.step()
    qpos = worlds.qpos.numpy()[1]
    assert qpos[5] - 1.0 - qpos[0] == pytest.approx(0.0, abs=2e-3)


@pytest.mark.parametrize("step", [0.005, 0.02])
@pytest.mark.parametrize("friction", [1.0, 3.0])
def test_it_is_stable_at_large_frictions_and_steps(make_sliding, step, friction):
    """Energy never grows, and a ball rolls in the end, at 5/7 of its speed (closed form), though its contact is soft.

    It is up to 3 cm deep while it slides, where the ground turns it by another lever: 6 %.
    """
    engine = make_sliding(BALL, friction, dt=step)
    worlds = engine.worlds[0]
    before = 0.5 * SPEED**2
    for _ in range(round(1.5 / step)):
        engine.step()
        qpos, qvel = worlds.qpos.numpy()[1], worlds.qvel.numpy()[1]
        energy = 0.5 * (qvel[:3] @ qvel[:3]) + 0.2 * 0.01 * (qvel[3:6] @ qvel[3:6]) + GRAVITY * (qpos[2] - 0.1)
        assert energy < 1.001 * before + 1e-3
    assert qvel[0] == pytest.approx(5.0 / 7.0 * SPEED, rel=0.06)
    assert abs(qvel[2]) < 0.02
