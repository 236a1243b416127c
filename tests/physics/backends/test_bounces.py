"""Bodies bounce by Newton's impact law, with the mean restitution of the two surfaces, as PhysX has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import mujoco
import numpy as np
import pytest

from pippin.physics.backend import Backend, SolverSettings, make_backend
from pippin.physics.contact_targets import HARD, restitutions_of, solref_of
from pippin.physics.description import CombineModes, SceneDescription, Variant

from .test_joint_limits import set_state

SPEED = 3.0
BALL, BOX = 'type="sphere" size="0.1"', 'type="box" size="0.1 0.1 0.1"'
MakeFalling = Callable[..., Backend]


def surface(restitution: float) -> str:
    time_constant, ratio = solref_of(restitution)
    return f'solref="{time_constant} {ratio!r}"'


@pytest.fixture
def make_falling(backend) -> Iterator[MakeFalling]:
    """Two environments of a body right above the ground, at a speed down: ``make_falling(ground, body, shape)``."""
    made: list[Backend] = []
    name, device = backend

    def make(
        ground: float,
        body: float,
        shape: str = BALL,
        speed: float = SPEED,
        extra: str = "",
        modes: tuple[str, str] | None = None,
        **settings: object,
    ) -> Backend:
        variant = Variant(
            mujoco.MjSpec.from_string(
                f'<mujoco><worldbody><geom name="/ground" type="plane" size="0 0 1" {surface(ground)}/>'
                f'<body name="/body" pos="0 0 0.1001"><freejoint name="/body"/>'
                f'<geom name="/body" {shape} {surface(body)}/></body>{extra}</worldbody></mujoco>'
            )
        )
        if modes is not None:
            names = ("/ground", "/body")
            variant.combine_modes = {n: CombineModes(restitution=m) for n, m in zip(names, modes, strict=True)}
        scene = SceneDescription([variant], np.zeros(2, int), np.zeros((2, 3), np.float32))
        made.append(make_backend(name, scene, SolverSettings(**{"dt": 0.005, "device": device} | settings)))
        qvel = np.zeros_like(made[-1].worlds[0].qvel.numpy())
        qvel[:, 2] = -speed
        set_state(made[-1].worlds[0], qvel=qvel)
        return made[-1]

    yield make
    for each in made:
        each.close()


def speeds(engine: Backend, steps: int) -> np.ndarray:
    """Velocity upwards after each step [m/s], in the second environment."""
    values = []
    for _ in range(steps):
        engine.step()
        values.append(engine.worlds[0].qvel.numpy()[1, 2])
    return np.array(values)


def ratio_of_bounce(engine: Backend) -> float:
    """Speed after a bounce over that before."""
    history = speeds(engine, 8)
    return float(history.max() / -min(history.min(), -SPEED))


@pytest.mark.parametrize("cone", ["elliptic", "pyramidal"])
@pytest.mark.parametrize("shape", [BALL, BOX])
@pytest.mark.parametrize(("ground", "body"), [(0.8, 0.8), (0.8, 0.0), (0.0, 1.0), (0.3, 0.9)])
def test_bodies_part_at_the_mean_restitution(make_falling, ground, body, shape, cone):
    """A contact gives way by 0.3 % of what it takes up; a step of gravity is 1.6 % of the speed."""
    engine = make_falling(ground, body, shape, cone=cone, friction_law="coulomb")
    assert ratio_of_bounce(engine) == pytest.approx(0.5 * (ground + body), abs=0.02)


@pytest.mark.parametrize("cone", ["elliptic", "pyramidal"])
@pytest.mark.parametrize(
    ("modes", "expected"),
    [
        (("average", "average"), 0.7),
        (("average", "min"), 0.5),
        (("multiply", "min"), 0.45),
        (("multiply", "max"), 0.9),
    ],
)
def test_restitutions_are_combined_as_the_materials_ask(make_falling, modes, expected, cone):
    """Of ground of 0.9 and a body of 0.5, by the mode of both that PhysX takes; as above within 0.02."""
    engine = make_falling(0.9, 0.5, cone=cone, friction_law="coulomb", modes=modes)
    assert ratio_of_bounce(engine) == pytest.approx(expected, abs=0.02)


def test_ground_of_one_that_multiplies_has_bodies_bounce_by_their_own(make_falling):
    """As the terrain of public walking tasks; 0 stays 0, which ends in what a contact pushes out."""
    assert ratio_of_bounce(make_falling(1.0, 0.4, friction_law="coulomb", modes=("multiply",) * 2)) == pytest.approx(
        0.4, abs=0.02
    )
    still = make_falling(1.0, 0.0, friction_law="coulomb", modes=("multiply",) * 2)
    assert ratio_of_bounce(still) < 0.2


def test_surfaces_with_other_springs_do_not_bounce(make_falling):
    """What a file says of a surface's springs stays, whatever the other one's restitution is."""
    engine = make_falling(1.0, 0.0, friction_law="coulomb", modes=("max", "max"))
    values = engine.worlds[0].parameter("geom_solref").numpy().copy()
    values[:, 1] = (0.02, 0.9)
    engine.worlds[0].parameter("geom_solref").assign(values)
    engine.worlds[0].parameter_changed("geom_solref")
    assert ratio_of_bounce(engine) < 0.3


def test_bodies_beside_others_bounce_as_much(make_falling):
    """Where MuJoCo solves for bodies apart, it keeps the stiffnesses of contacts twice.

    As one of the two was raised, this box left at 0.875 of its speed beside others, and at 0.899 alone.
    """
    others = "".join(f'<body pos="{n} 5 0.1"><freejoint/><geom size="0.1"/></body>' for n in range(3))
    alone, beside = (
        ratio_of_bounce(make_falling(0.9, 0.9, BOX, cone="pyramidal", friction_law="coulomb", extra=extra))
        for extra in ("", others)
    )
    assert beside == pytest.approx(alone, abs=1e-3)


@pytest.mark.parametrize("dt", [1 / 60, 1 / 1000])
def test_no_step_is_too_long_for_it(make_falling, dt):
    """As damped springs, bodies left at 1.5 times their speed at 60 Hz. A step of gravity is 5 % of the speed there."""
    assert ratio_of_bounce(make_falling(1.0, 1.0, dt=dt)) == pytest.approx(1.0, abs=0.06)


def test_ground_that_does_not_bounce_is_as_hard_under_balls_that_do(make_falling):
    """MuJoCo's mean of a hard surface and a spring without damping let such balls go metres into the ground."""
    engine = make_falling(0.0, 1.0)
    depths = []
    for _ in range(400):
        engine.step()
        depths.append(0.1 - engine.worlds[0].qpos.numpy()[1, 2])
    assert max(depths) < 1.5 * SPEED * 0.005  # what a step goes
    assert depths[-1] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize("cone", ["elliptic", "pyramidal"])
@pytest.mark.parametrize("threshold", [0.2, 0.5, 1.0])
def test_bodies_bounce_from_the_threshold_on(make_falling, threshold, cone):
    """PhysX's ``bounceThreshold``: slower ones do not, and faster ones do at their restitution.

    A ball falls by 0.1 mm first, and for up to a step, in which gravity makes it faster by 0.05 m/s. What comes back of
    the slow ones is what a contact pushes out of the depth of a step.
    """
    slow = make_falling(1.0, 1.0, speed=threshold - 0.1, bounce_threshold=threshold, cone=cone)
    assert speeds(slow, 40).max() < 0.2 * threshold
    fast = make_falling(1.0, 1.0, speed=threshold + 0.02, bounce_threshold=threshold, cone=cone)
    history = speeds(fast, 8)
    assert history.max() == pytest.approx(-history.min(), abs=0.06)


def test_the_threshold_may_change_while_bodies_move(make_falling):
    engine = make_falling(1.0, 1.0, speed=1.0, bounce_threshold=0.2)
    speeds(engine, 1)
    for threshold, ratio in ((2.0, 0.0), (0.5, 1.0)):
        engine.worlds[0].set_bounce_threshold(threshold)
        qpos = np.zeros_like(engine.worlds[0].qpos.numpy())
        qvel = np.zeros_like(engine.worlds[0].qvel.numpy())
        qpos[:, 2], qpos[:, 3], qvel[:, 2] = 0.1001, 1.0, -1.0
        set_state(engine.worlds[0], qpos=qpos, qvel=qvel)
        assert speeds(engine, 8).max() == pytest.approx(ratio, abs=0.2)


def test_from_a_threshold_of_zero_on_all_bounce(make_falling):
    history = speeds(make_falling(1.0, 1.0, speed=0.1, bounce_threshold=0.0), 4)
    assert history.max() == pytest.approx(-history.min(), abs=0.06)


def test_surfaces_may_begin_to_bounce_in_some_environments(make_falling):
    engine = make_falling(0.0, 0.0)
    worlds = engine.worlds[0]
    values = worlds.parameter("geom_solref").numpy().copy()
    values[1] = solref_of(1.0)
    worlds.parameter("geom_solref").assign(values)
    worlds.parameter_changed("geom_solref")
    highest = np.full(2, -np.inf)
    for _ in range(8):
        engine.step()
        highest = np.maximum(highest, worlds.qvel.numpy()[:, 2])
    assert highest[1] == pytest.approx(SPEED, rel=0.02)
    assert highest[0] < 0.2 * SPEED  # contacts push out what went into the ground in a step


def test_what_does_not_bounce_comes_up_no_further_than_it_went_down(make_falling):
    """A contact is a critically damped spring that cannot pull: it lets go 2 time constants after the impact.

    The velocity is then e^-2 of that of the impact (closed form), within the depth; at 3 m/s gravity takes it before
    the surface. The impedance of 0.95 and steps of 0.5 ms make it 1 % other.
    """
    engine = make_falling(0.0, 0.0, dt=0.0005)
    heights, velocities = [], []
    for _ in range(600):
        engine.step()
        heights.append(engine.worlds[0].qpos.numpy()[1, 2])
        velocities.append(engine.worlds[0].qvel.numpy()[1, 2])
    assert max(velocities) == pytest.approx(np.exp(-2.0) * SPEED, rel=0.03)
    lowest = int(np.argmin(heights))
    assert max(heights[lowest:]) < 0.1 + 1e-4


def test_restitution_is_read_back_from_what_carries_it():
    given = np.array([0.0, 0.25, 1.0])
    carried = np.array([solref_of(value) for value in given], np.float32)
    np.testing.assert_allclose(restitutions_of(carried), given, atol=1e-4)  # float32 near 1, over 1e-3
    others = np.array([HARD, (0.005, 1.0), (0.02, 0.9), (-1000.0, -10.0)])
    assert not restitutions_of(others).any()
