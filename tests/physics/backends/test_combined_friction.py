"""Friction of two surfaces is combined as their materials ask: closed forms for bodies that slide on each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import mujoco
import numpy as np
import pytest

from pippin.physics.backend import Backend, SolverSettings, make_backend
from pippin.physics.description import CombineModes, SceneDescription, Variant

from .test_joint_limits import set_state

DT = 0.005
GRAVITY = 9.81
STEPS = 40

CONES = ["elliptic", "pyramidal"]
MODES = {
    "average": lambda one, two: 0.5 * (one + two),
    "min": min,
    "multiply": lambda one, two: one * two,
    "max": max,
}
"""PhysX's modes, the one that counts of two last."""

MakeScene = Callable[..., Backend]


@pytest.fixture
def make_scene(backend) -> Iterator[MakeScene]:
    """Builds environments of a world body's MJCF: ``make_scene(mjcf, modes, num_envs, **settings)``."""
    made: list[Backend] = []
    name, device = backend

    def make(mjcf: str, modes: dict[str, str], num_envs: int = 2, **settings: object) -> Backend:
        spec = mujoco.MjSpec.from_string(f"<mujoco><worldbody>{mjcf}</worldbody></mujoco>")
        variant = Variant(spec, combine_modes={name: CombineModes(mode) for name, mode in modes.items()})
        scene = SceneDescription([variant], np.zeros(num_envs, int), np.zeros((num_envs, 3), np.float32))
        chosen = {"dt": DT, "device": device, "friction_law": "coulomb"} | settings
        made.append(make_backend(name, scene, SolverSettings(**chosen)))
        return made[-1]

    yield make
    for each in made:
        each.close()


def box(name: str, place: str, size: str, friction: float, mass: float = 1.0) -> str:
    return (
        f'<body pos="{place}"><freejoint/>'
        f'<geom name="{name}" type="box" size="{size}" friction="{friction} 0 0" mass="{mass}"/></body>'
    )


def start(engine: Backend, speeds: dict[int, float]) -> None:
    """Let bodies come to rest, and then give degrees of freedom velocities [m/s]."""
    for _ in range(60):
        engine.step()
    qvel = np.zeros_like(engine.worlds[0].qvel.numpy())
    for dof, speed in speeds.items():
        qvel[:, dof] = speed
    set_state(engine.worlds[0], qvel=qvel)


def accelerations(engine: Backend, dofs: list[int], steps: int = STEPS) -> np.ndarray:
    """Mean accelerations of degrees of freedom over some steps [m/s^2], shape (num_envs, len(dofs))."""
    velocities = engine.worlds[0].qvel
    before = velocities.numpy()[:, dofs].copy()
    for _ in range(steps):
        engine.step()
    return (velocities.numpy()[:, dofs] - before) / (steps * DT)


PAIRS = [(one, two) for one in MODES for two in MODES]


@pytest.mark.parametrize("cone", CONES)
def test_boxes_slide_on_the_ground_by_the_mode_that_comes_later(make_scene, cone):
    """All pairs of modes at once, each a strip of ground and a box: it is slowed by ``mu g``.

    To 0.2 %, which is what the first steps lose, in which the force of a contact begins.
    """
    ground, thing = 0.8, 0.3
    strips = "".join(
        f'<geom name="strip {n}" type="box" size="4 0.4 0.1" pos="0 {n} -0.1" friction="{ground} 0 0"/>'
        for n in range(len(PAIRS))
    )
    boxes = "".join(box(f"box {n}", f"-3 {n} 0.04", "0.2 0.2 0.04", thing) for n in range(len(PAIRS)))
    modes = {f"strip {n}": pair[0] for n, pair in enumerate(PAIRS)}
    modes |= {f"box {n}": pair[1] for n, pair in enumerate(PAIRS)}
    engine = make_scene(strips + boxes, modes, cone=cone)
    dofs = [6 * n for n in range(len(PAIRS))]
    start(engine, dict.fromkeys(dofs, 3.0))
    order = list(MODES)
    expected = [MODES[max(pair, key=order.index)](ground, thing) * GRAVITY for pair in PAIRS]
    np.testing.assert_allclose(-accelerations(engine, dofs, 60)[1], expected, rtol=2e-3)


@pytest.mark.parametrize("cone", CONES)
@pytest.mark.parametrize(("mode", "between"), [("average", 0.4), ("min", 0.2), ("multiply", 0.12), ("max", 0.6)])
def test_of_two_moving_bodies_each_has_the_friction_of_their_materials(make_scene, mode, between, cone):
    """A box of 1 kg that slides on a sled of 2 kg, which slides on the ground by what is left of its own friction.

    The box is slowed by ``m g`` times the friction between them, and that drives the sled, which the ground, whose mode
    "max" counts there with a friction of 0.01 against 0.2, would hold with ``0.2 (m + M) g``.
    """
    scene = (
        '<geom name="ground" type="plane" size="0 0 1" friction="0.01 0 0"/>'
        + box("sled", "0 0 0.1", "2 0.5 0.1", 0.2, mass=2.0)
        + box("box", "-1.5 0 0.24", "0.2 0.2 0.04", 0.6)
    )
    engine = make_scene(scene, {"ground": "max", "sled": mode, "box": "average"}, cone=cone)
    start(engine, {0: 0.5, 6: 3.0})
    sled, thing = accelerations(engine, [0, 6], 30)[1]
    assert thing == pytest.approx(-between * GRAVITY, rel=0.01)
    assert sled == pytest.approx((between * 1.0 - 0.2 * 3.0) / 2.0 * GRAVITY, rel=0.01, abs=1e-3)


@pytest.mark.parametrize("cone", CONES)
def test_coefficients_of_each_environment_count_from_the_step_after_they_were_written(make_scene, cone):
    """Those of the box in one environment, those of the ground in another; the third has what it began with."""
    scene = '<geom name="ground" type="plane" size="0 0 1" friction="0.5 0 0"/>' + box(
        "box", "0 0 0.04", "0.2 0.2 0.04", 0.5
    )
    engine = make_scene(scene, {"ground": "average", "box": "average"}, num_envs=3, cone=cone)
    start(engine, {0: 4.0})
    np.testing.assert_allclose(-accelerations(engine, [0], 20)[:, 0], 0.5 * GRAVITY, rtol=0.01)
    worlds = engine.worlds[0]
    friction = worlds.parameter("geom_friction")
    written = friction.numpy()
    written[0, 1, 0] = 0.1
    written[1, 0, 0] = 0.9
    friction.assign(written)
    worlds.parameter_changed("geom_friction")
    engine.step()  # in which forces turn to the new ones
    np.testing.assert_allclose(-accelerations(engine, [0], 20)[:, 0], np.array([0.3, 0.7, 0.5]) * GRAVITY, rtol=0.01)


@pytest.mark.parametrize(("extra", "slides"), [(0.97, False), (1.03, True)])
def test_what_is_combined_holds_at_rest_as_well(make_scene, extra, slides):
    """On a slope of the angle whose tangent is the mean of both frictions, a little less or more."""
    angle = np.arctan(0.4 * extra)
    scene = (
        f'<geom name="slope" type="plane" size="0 0 1" euler="0 {np.degrees(angle)} 0" friction="0.7 0 0"/>'
        f'<body pos="{0.04 * np.sin(angle)} 0 {0.04 * np.cos(angle)}" euler="0 {np.degrees(angle)} 0"><freejoint/>'
        '<geom name="box" type="box" size="0.2 0.2 0.04" friction="0.1 0 0"/></body>'
    )
    engine = make_scene(scene, {"slope": "average", "box": "average"})
    for _ in range(100):
        engine.step()
    gained = np.linalg.norm(accelerations(engine, [0, 2], 100)[1])
    expected = GRAVITY * (np.sin(angle) - 0.4 * np.cos(angle)) if slides else 0.0
    assert gained == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"friction_law": "coulomb"}, 0.4),
        ({"friction_law": "coulomb", "combines_materials": False}, 0.5),
        ({"friction_law": "convex"}, 0.5),
        ({"friction_law": "convex", "combines_materials": True}, 0.4),
    ],
)
def test_the_larger_one_counts_with_mujocos_law_unless_it_is_asked_otherwise(make_scene, settings, expected):
    """MuJoCo's own law, with which the box hops, slows it by 0.95 of Coulomb's."""
    scene = '<geom name="ground" type="plane" size="0 0 1" friction="0.5 0 0"/>' + box(
        "box", "0 0 0.04", "0.2 0.2 0.04", 0.3
    )
    engine = make_scene(scene, {"ground": "average", "box": "average"}, **{"dt": 0.001} | settings)
    start(engine, {0: 1.0})
    velocities = engine.worlds[0].qvel
    for _ in range(100):
        engine.step()
    assert (1.0 - velocities.numpy()[1, 0]) / 0.1 == pytest.approx(expected * GRAVITY, rel=0.07)


def test_surfaces_without_a_mode_have_mujocos_rule(make_scene):
    """Those of files that give them a priority, say: the box has the friction of the ground, which is larger."""
    scene = '<geom name="ground" type="plane" size="0 0 1" friction="0.5 0 0"/>' + box(
        "box", "0 0 0.04", "0.2 0.2 0.04", 0.3
    )
    engine = make_scene(scene, {"ground": "multiply"})
    start(engine, {0: 3.0})
    np.testing.assert_allclose(-accelerations(engine, [0])[1, 0], 0.5 * GRAVITY, rtol=0.01)
