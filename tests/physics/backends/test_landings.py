"""Bodies that land stay on the ground, as PhysX's do, and what lands slowly or rests is left alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import mujoco
import numpy as np
import pytest

from pippin.physics.backend import Backend, SolverSettings, make_backend
from pippin.physics.description import SceneDescription, Variant

from .test_joint_limits import set_state

SIZE, GRAVITY, NUM_ENVS = 0.1, 9.81, 8
BALL = f'type="sphere" size="{SIZE}"'
BOX, PLATE = f'type="box" size="{SIZE} {SIZE} {SIZE}"', f'type="box" size="0.3 0.2 {SIZE}"'
MakeLanding = Callable[..., Backend]


@pytest.fixture
def make_landing(backend) -> Iterator[MakeLanding]:
    """Environments of a body above the ground, at heights of parts of a step's way: ``make_landing(shape, speed)``."""
    made: list[Backend] = []
    name, device = backend

    def make(shape: str, speed: float, dt: float, **settings: object) -> Backend:
        variant = Variant(
            mujoco.MjSpec.from_string(
                f'<mujoco><worldbody><geom name="/ground" type="plane" size="0 0 1"/>'
                f'<body name="/body" pos="0 0 {SIZE}"><freejoint name="/body"/><geom name="/body" {shape}/></body>'
                "</worldbody></mujoco>"
            )
        )
        scene = SceneDescription([variant], np.zeros(NUM_ENVS, int), np.zeros((NUM_ENVS, 3), np.float32))
        law = {"friction_law": "coulomb"} | settings
        made.append(make_backend(name, scene, SolverSettings(**{"dt": dt, "device": device} | law)))
        worlds = made[-1].worlds[0]
        qpos, qvel = worlds.qpos.numpy().copy(), np.zeros_like(worlds.qvel.numpy())
        qpos[:, 2] += 1e-4 + speed * dt * np.arange(NUM_ENVS) / NUM_ENVS
        qvel[:, 2] = -speed
        set_state(worlds, qpos=qpos, qvel=qvel)
        return made[-1]

    yield make
    for each in made:
        each.close()


def heights(engine: Backend, dt: float, duration: float = 0.6) -> np.ndarray:
    """Heights above the ground after each step [m], shape (steps, envs)."""
    values = []
    for _ in range(round(duration / dt)):
        engine.step()
        values.append(engine.worlds[0].qpos.numpy()[:, 2] - SIZE)
    return np.array(values)


def hop(path: np.ndarray) -> float:
    """How far a body comes above the ground after it was deepest [m]."""
    return max(values[values.argmin() :].max() for values in path.T)


@pytest.mark.parametrize("cone", ["elliptic", "pyramidal"])
@pytest.mark.parametrize("dt", [1 / 60, 1 / 120, 0.005])
@pytest.mark.parametrize("shape", [BALL, BOX, PLATE], ids=["ball", "box", "plate"])
def test_bodies_stay_down(make_landing, shape, dt, cone):
    """From 5 m; they rest as deep as bodies do that are put there."""
    path = heights(make_landing(shape, 10.0, dt, cone=cone), dt, 1.0)
    assert hop(path) < 1e-5
    rest = heights(make_landing(shape, 0.0, dt, cone=cone), dt, 1.0)[-1]
    np.testing.assert_allclose(path[-1], rest, atol=2e-5)
    assert hop(heights(make_landing(shape, 10.0, dt, cone=cone, friction_law="convex"), dt)) > 0.02, "MuJoCo's own"


def test_bodies_go_as_deep_as_without(make_landing):
    """The way down is a spring's; that is a matter of its time constant."""
    paths = [heights(make_landing(BALL, 6.0, 0.005, friction_law=law), 0.005) for law in ("coulomb", "convex")]
    np.testing.assert_allclose(paths[0].min(axis=0), paths[1].min(axis=0), atol=1e-6)


def test_what_lands_slowly_is_left_alone(make_landing, backend):
    """At 1 m/s a spring goes 7 mm deep, where it asks for less than a load takes. On a GPU rounding differs."""
    paths = [heights(make_landing(BALL, 1.0, 0.005, friction_law=law), 0.005) for law in ("coulomb", "convex")]
    np.testing.assert_allclose(*paths, rtol=0.0, atol=0.0 if backend[1] == "cpu" else 1e-6)


def test_without_a_load_nothing_is_changed(make_landing, backend):
    """Nothing would bring the body back to the ground, so that no speed is low enough."""
    settings = {"gravity": (0.0, 0.0, 0.0)}
    laws = ("coulomb", "convex")
    paths = [heights(make_landing(BALL, 6.0, 0.005, friction_law=law, **settings), 0.005, 0.1) for law in laws]
    np.testing.assert_allclose(*paths, rtol=0.0, atol=0.0 if backend[1] == "cpu" else 1e-6)


def test_energy_never_grows(make_landing):
    """Tumbling boxes: kinetic and potential energy, but for what the spring keeps while the box is deep."""
    dt = 1 / 60
    engine = make_landing(BOX, 6.0, dt)
    worlds = engine.worlds[0]
    qpos = worlds.qpos.numpy().copy()
    turned = np.random.default_rng(0).normal(size=(NUM_ENVS, 4))
    qpos[:, 2] += 2.0 * SIZE
    qpos[:, 3:7] = turned / np.linalg.norm(turned, axis=1, keepdims=True)
    set_state(worlds, qpos=qpos)
    mass, inertia = 8.0, 8.0 * (2 * SIZE) ** 2 / 6
    highest = np.full(NUM_ENVS, np.inf)
    for _ in range(120):
        engine.step()
        state, speeds = worlds.qpos.numpy(), worlds.qvel.numpy()
        kinetic = 0.5 * (mass * (speeds[:, :3] ** 2).sum(axis=1) + inertia * (speeds[:, 3:] ** 2).sum(axis=1))
        energy = kinetic + mass * GRAVITY * state[:, 2]
        is_above = state[:, 2] > SIZE * np.sqrt(3.0)
        assert (energy[is_above] <= highest[is_above] + 1e-3).all()
        highest = np.minimum(highest, np.where(is_above, energy, highest))
