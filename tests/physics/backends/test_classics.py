"""Exercises of mechanics beside their closed forms: a ball that rolls, a ladder, boxes on a slope, boxes that fall."""

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
MakeScene = Callable[..., Backend]


@pytest.fixture
def make_scene(backend) -> Iterator[MakeScene]:
    """Builds one environment of a world body's MJCF: ``make_scene(mjcf, **settings)``."""
    made: list[Backend] = []
    name, device = backend

    def make(mjcf: str, **settings: object) -> Backend:
        variant = Variant(mujoco.MjSpec.from_string(f"<mujoco><worldbody>{mjcf}</worldbody></mujoco>"))
        scene = SceneDescription([variant], np.zeros(1, int), np.zeros((1, 3), np.float32))
        chosen = {"dt": DT, "device": device, "friction_law": "coulomb"} | settings
        made.append(make_backend(name, scene, SolverSettings(**chosen)))
        return made[-1]

    yield make
    for each in made:
        each.close()


def advance(engine: Backend, duration: float, dt: float = DT) -> None:
    for _ in range(round(duration / dt)):
        engine.step()


def place(engine: Backend, body: int = 0) -> np.ndarray:
    return engine.worlds[0].qpos.numpy()[0, 7 * body : 7 * body + 3].astype(float)


@pytest.mark.parametrize("cone", ["elliptic", "pyramidal"])
def test_a_ball_that_slides_comes_to_roll_at_five_sevenths_of_its_speed(make_scene, cone):
    """The angular momentum about the ground stays, whatever friction does: ``v r + 2/5 r^2 w`` for ``w = v / r``.

    It rolls after ``2 v / (7 mu g)`` = 0.087 s, with a friction of 1 a few steps later (see test_coulomb_friction).
    0.5 % is for what the ball's contact, 2 mm deep meanwhile, takes from its momentum.
    """
    speed, radius, friction = 3.0, 0.1, 1.0
    engine = make_scene(
        f'<geom type="plane" size="0 0 1" friction="{friction} 0 0"/><body pos="0 0 {radius}"><freejoint/>'
        f'<geom size="{radius}" mass="1" friction="{friction} 0 0"/></body>',
        cone=cone,
    )
    advance(engine, 0.2)
    set_state(engine.worlds[0], qvel=[speed, 0.0, 0.0, 0.0, 0.0, 0.0])
    start = place(engine)
    advance(engine, 0.8)
    velocity = engine.worlds[0].qvel.numpy()[0]
    assert velocity[0] == pytest.approx(5.0 / 7.0 * speed, rel=5e-3)
    assert velocity[4] * radius == pytest.approx(velocity[0], rel=5e-3)
    slides = 2.0 * speed / (7.0 * friction * GRAVITY)
    way = speed * slides - 0.5 * friction * GRAVITY * slides**2 + 5.0 / 7.0 * speed * (0.8 - slides)
    assert (place(engine) - start)[0] == pytest.approx(way, rel=5e-3)


@pytest.mark.parametrize(("share", "holds"), [(0.9, False), (1.1, True)])
def test_a_ladder_leans_where_the_friction_of_its_foot_is_enough(make_scene, share, holds):
    """On a smooth wall a uniform ladder holds from a friction of ``1 / (2 tan(angle))`` on (moments about its foot)."""
    angle, length, half = np.deg2rad(60.0), 4.0, 0.02
    friction = share / (2.0 * np.tan(angle))
    middle = -0.5 * length * np.cos(angle) - half, 0.5 * length * np.sin(angle) + half
    engine = make_scene(
        f'<geom type="plane" size="0 0 1" friction="{friction} 0 0"/>'
        '<geom type="box" size="0.5 5 5" pos="0.5 0 5" friction="0 0 0"/>'
        f'<body pos="{middle[0]} 0 {middle[1]}" euler="0 -60 0"><freejoint/>'
        f'<geom type="box" size="{0.5 * length} 0.25 {half}" mass="20" friction="{friction} 0 0"/></body>'
    )
    advance(engine, 0.5)
    before = place(engine)
    advance(engine, 1.0)
    moved = np.linalg.norm(place(engine) - before)
    assert moved < 1e-3 if holds else moved > 0.3, "what holds creeps by 0.1 mm/s"


def test_boxes_on_each_other_on_a_slope_creep_as_soft_contacts_do(make_scene):
    """Closed form: a contact creeps by ``(1 - d) / d w f / (b impratio)`` (see test_coulomb_friction).

    The lowest of three boxes of 1 kg holds the weight of three, ``w = 1``; between two boxes ``w`` is 2. The impedance
    of what lies deeper is more than 0.9, up to 0.95 at 1 mm, so that upper boxes creep by up to a quarter less.
    """
    angle, half = np.arctan(0.25), 0.04  # half of what the friction of 0.5 holds
    normal = np.array([np.sin(angle), np.cos(angle)])
    turned, boxes = f'euler="0 {np.degrees(angle)} 0"', ""
    for box in range(3):
        x, z = half * (1 + 2 * box) * normal
        boxes += f'<body pos="{x} 0 {z}" {turned}><freejoint/>'
        boxes += f'<geom type="box" size="0.2 0.2 {half}" mass="1" friction="0.5 0 0"/></body>'
    engine = make_scene(f'<geom type="plane" size="0 0 1" {turned} friction="0.5 0 0"/>{boxes}')
    advance(engine, 1.0)
    before = np.array([place(engine, box) for box in range(3)])
    advance(engine, 3.0)
    after = np.array([place(engine, box) for box in range(3)])
    speeds = np.linalg.norm(after - before, axis=1) / 3.0
    one = (0.1 / 0.9) * 0.25 * GRAVITY * np.sin(angle) / 10.0 * (0.95 * 0.02 / 2.0)
    relative = one * np.array([3.0, 2.0 * 2.0, 2.0])
    assert (speeds <= 1.02 * np.cumsum(relative)).all()
    assert (speeds >= 0.7 * np.cumsum(relative)).all()


@pytest.mark.parametrize(("dt", "tilt"), [(DT, 0.0), (1.0 / 60.0, 0.0), (DT, 30.0)])
def test_a_box_without_restitution_that_falls_does_not_bounce(make_scene, dt, tilt):
    """From 0.46 m, at 3 m/s, onto a face or an edge: its lowest corner does not come up from the ground again."""
    half = 0.1
    engine = make_scene(
        f'<geom type="plane" size="0 0 1"/><body pos="0 0 {half + 0.459 + 0.1 * (tilt > 0.0)}" euler="{tilt} 0 0">'
        f'<freejoint/><geom type="box" size="{half} {half} {half}" mass="1"/></body>',
        dt=dt,
    )
    worlds = engine.worlds[0]
    data = mujoco.MjData(worlds.model)
    lowest = []
    for _ in range(round(1.2 / dt)):
        engine.step()
        data.qpos[:] = worlds.qpos.numpy()[0]
        mujoco.mj_kinematics(worlds.model, data)
        lowest.append(data.geom_xpos[1, 2] - half * np.abs(data.geom_xmat[1, 6:]).sum())
    landed = int(np.argmax(np.array(lowest) < 0.0))
    assert max(lowest[landed:]) < 5e-4
    assert np.abs(worlds.qvel.numpy()[0]).max() < 1e-2
