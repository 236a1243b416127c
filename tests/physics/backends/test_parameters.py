"""Parameters of the model differ between environments, and each has the effect that mechanics predicts."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
import warp as wp

from pippin.physics.backend import Backend
from pippin.physics.worlds import PARAMETERS, Worlds, base_value

from .conftest import DT, WORKSHOP

GRAVITY, WHEEL_INERTIA = 9.81, 0.2
HINGE, BOX = 0, slice(1, 7)


@dataclass
class Case:
    """Values of one element of a parameter in three environments, and what follows from them.

    Attributes:
        element: Name of the body, joint or geometry.
        values: Value of each environment, shape (3,) or (3, k).
        act: Prepares the environments and steps.
        outcome: What is looked at afterwards, one number an environment.
        expected: What it should be.
        rtol: Relative tolerance: float32 and one solver run from rest, if nothing else is said.
        atol: Absolute tolerance: the same, of numbers about 1 in size.
    """

    element: str
    values: np.ndarray
    act: Callable[[Backend], None]
    outcome: Callable[[Worlds], np.ndarray]
    expected: np.ndarray
    rtol: float = 1e-4
    atol: float = 2e-6


def steps(count: int = 1, velocity: tuple[int, float] | None = None, **inputs: np.ndarray) -> Callable[[Backend], None]:
    """Set inputs, and a velocity of one degree of freedom, then step."""

    def act(engine: Backend) -> None:
        worlds = engine.worlds[0]
        for name, values in inputs.items():
            array = getattr(worlds, name)
            array.assign(np.broadcast_to(np.asarray(values, np.float32), array.numpy().shape))
        if velocity is not None:
            qvel = worlds.qvel.numpy()
            qvel[:, velocity[0]] = velocity[1]
            worlds.qvel.assign(qvel)
            worlds.state_written()
        for _ in range(count):
            engine.step()

    return act


def wrench_on_box(*wrench: float) -> np.ndarray:
    """Force and torque on the last body, shape (nbody, 6)."""
    values = np.zeros((4, 6))
    values[3] = wrench
    return values


def slide(engine: Backend) -> None:
    """Put the box on the ground, let it settle, push it to 1 m/s and let it slide for 50 steps."""
    settle(engine)
    worlds = engine.worlds[0]
    qvel = worlds.qvel.numpy()
    qvel[:, 1] = 1.0
    worlds.qvel.assign(qvel)
    worlds.state_written()
    for _ in range(50):
        engine.step()


def settle(engine: Backend) -> None:
    """Put the box on the ground and let it come to rest."""
    worlds = engine.worlds[0]
    qpos = worlds.qpos.numpy()
    qpos[:, 3] = 0.2
    worlds.qpos.assign(qpos)
    worlds.state_written()
    for _ in range(300):
        engine.step()


def velocity(dof: int) -> Callable[[Worlds], np.ndarray]:
    return lambda worlds: worlds.qvel.numpy()[:, dof]


def position(coordinate: int) -> Callable[[Worlds], np.ndarray]:
    return lambda worlds: worlds.qpos.numpy()[:, coordinate]


def pull_by_tendon(**parameter: object) -> Callable[[Backend], None]:
    """Set another parameter of the tendon, and step once."""

    def act(engine: Backend) -> None:
        ((name, value),) = parameter.items()
        write(engine.worlds[0], name, "cord", np.asarray(value))
        engine.step()

    return act


def beyond_the_limit(torque: float = 0.0, **parameters: object) -> Callable[[Backend], None]:
    """Move the tendon's upper limit to where it is crossed at the start, set other parameters, and step once."""

    def act(engine: Backend) -> None:
        for name, value in {"tendon_range": (-1.0, -BEYOND), **parameters}.items():
            write(engine.worlds[0], name, "cord", np.asarray(value))
        steps(ctrl=torque)(engine)

    return act


def tendon_speed(stiffness: np.ndarray | float, rest: np.ndarray | float) -> np.ndarray:
    """Velocity of the hinge after one step from rest at zero."""
    return np.asarray(DT * 2 * stiffness * rest / WHEEL_INERTIA)


BEYOND = 0.02
SPRINGS = np.array([1.0, 5.0, 20.0])
IMPEDANCES = np.array([0.1, 0.5, 0.9])
MASSES = np.array([2.0, 1.0, 5.0])
ARMATURES = np.array([0.0, 0.1, 0.7])
DAMPINGS = np.array([0.0, 1.0, 4.0])
LIMITS = np.array([1.0, 5.0, 20.0])
COMPENSATIONS = np.array([0.0, 0.5, 1.0])
FRICTIONS = np.array([0.1, 0.15, 0.2])  # far from 0.5, at which the box would tip over
INERTIAS = np.array([[0.02, 0.03, 0.04], [0.03, 0.03, 0.05], [0.5, 0.5, 0.5]])
OFFSETS = np.array([0.0, 0.05, -0.1])
STOPS = np.array([0.1, 0.2, 0.3])
HALF = np.sqrt(0.5)

CASES = {
    "body_mass": Case(
        "/box", MASSES, steps(xfrc_applied=wrench_on_box(3, 0, 0, 0, 0, 0)), velocity(1), DT * 3 / MASSES
    ),
    "body_inertia": Case(
        "/box", INERTIAS, steps(xfrc_applied=wrench_on_box(0, 0, 0, 0.1, 0, 0)), velocity(4), DT * 0.1 / INERTIAS[:, 0]
    ),
    # A torque leaves the centre of mass where it is: the frame at -offset from it turns about it.
    "body_ipos": Case(
        "/box",
        OFFSETS[:, None] * (1.0, 0.0, 0.0),
        steps(xfrc_applied=wrench_on_box(0, 0, 0, 0, 0, 0.1)),
        velocity(2),
        -OFFSETS * DT * 0.1 / 0.04,
    ),
    # Turned by a quarter about z, the principal axis of 0.03 lies along x.
    "body_iquat": Case(
        "/box",
        np.array([[1, 0, 0, 0], [HALF, 0, 0, HALF], [0, 0, 0, 1]]),
        steps(xfrc_applied=wrench_on_box(0, 0, 0, 0.1, 0, 0)),
        velocity(4),
        DT * 0.1 / np.array([0.02, 0.03, 0.02]),
    ),
    "body_gravcomp": Case("/box", COMPENSATIONS, steps(), velocity(3), -GRAVITY * DT * (1 - COMPENSATIONS)),
    "dof_armature": Case("/stand/hinge", ARMATURES, steps(ctrl=1.0), velocity(0), DT / (WHEEL_INERTIA + ARMATURES)),
    # Damping is integrated implicitly: I (v1 - v0) = -dt d v1.
    "dof_damping": Case(
        "/stand/hinge", DAMPINGS, steps(velocity=(HINGE, 1.0)), velocity(0), 1 / (1 + DT * DAMPINGS / WHEEL_INERTIA)
    ),
    # Friction that holds is a constraint with damping: it creeps.
    "dof_frictionloss": Case(
        "/stand/hinge",
        np.array([0.0, 0.4, 2.0]),
        steps(100, ctrl=1.0),
        velocity(0),
        100 * DT / WHEEL_INERTIA * np.array([1.0, 0.6, 0.0]),
        atol=0.01,
    ),
    # The excess falls to a sixth in every step, whatever pushes.
    "dof_speed_limit": Case(
        "/stand/hinge",
        np.array([1e9, 0.2, 0.1]),
        steps(40, ctrl=0.05, velocity=(HINGE, 0.3)),
        velocity(0),
        np.array([0.3 + 40 * DT * 0.05 / WHEEL_INERTIA, 0.2, 0.1]),
    ),
    "actuator_biasprm": Case(
        "motor",
        np.stack([np.r_[0.3, 0, -damping, np.zeros(7)] for damping in DAMPINGS]),
        steps(velocity=(HINGE, 1.0)),
        velocity(0),
        (1 + DT * 0.3 / WHEEL_INERTIA) / (1 + DT * DAMPINGS / WHEEL_INERTIA),
    ),
    "actuator_forcerange": Case(
        "motor", LIMITS[:, None] * (-1.0, 1.0), steps(ctrl=-100.0), velocity(0), -DT * LIMITS / WHEEL_INERTIA
    ),
    # Friction of a pair is the larger of the two. The box rocks a little on its soft contacts.
    "geom_friction": Case(
        "/box/geom",
        FRICTIONS[:, None] * (1, 0, 0) + (0, 0.005, 0.0001),
        slide,
        lambda worlds: 1 - velocity(1)(worlds),
        FRICTIONS * GRAVITY * 50 * DT,
        rtol=0.06,
    ),
    # The stop is soft: it gives way by a hundredth of a radian.
    "jnt_range": Case("/stand/hinge", STOPS[:, None] * (-1, 1), steps(400, ctrl=0.3), position(0), STOPS, 0.1),
    # The tendon is twice as long as the hinge is turned, and turns it with twice its force.
    "tendon_damping": Case(
        "cord", DAMPINGS, steps(velocity=(HINGE, 1.0)), velocity(0), 1 / (1 + DT * 4 * DAMPINGS / WHEEL_INERTIA)
    ),
    "tendon_stiffness": Case(
        "cord", LIMITS, pull_by_tendon(tendon_lengthspring=(0.2, 0.2)), velocity(0), tendon_speed(LIMITS, 0.2)
    ),
    "tendon_lengthspring": Case(
        "cord", OFFSETS[:, None] * (1, 1), pull_by_tendon(tendon_stiffness=3.0), velocity(0), tendon_speed(3.0, OFFSETS)
    ),
    # Within the six degrees that the hinge has.
    # Beyond a limit by r, the acceleration of the length is (1 - d) a - stiffness r without and with the limit.
    "tendon_solref_lim": Case(
        "cord", SPRINGS[:, None] * (-1, 0), beyond_the_limit(), velocity(0), -DT * SPRINGS * BEYOND / 2
    ),
    "tendon_solimp_lim": Case(
        "cord",
        np.stack([IMPEDANCES, IMPEDANCES, *np.ones((3, 3))], axis=1),
        beyond_the_limit(0.3, tendon_solref_lim=(0.0, 0.0)),
        velocity(0),
        DT * (1 - IMPEDANCES) * 0.3 / WHEEL_INERTIA,
    ),
    "tendon_range": Case("cord", 0.6 * STOPS[:, None] * (-1, 1), steps(400, ctrl=0.3), position(0), 0.3 * STOPS, 0.1),
}


def element_index(worlds: Worlds, parameter: str, element: str) -> int:
    """Index along the second axis of a parameter."""
    model, kind = worlds.model, parameter.split("_")[0]
    if kind == "dof":
        return int(model.joint(element).dofadr[0])
    kinds = {"jnt": model.joint, "actuator": model.actuator, "tendon": model.tendon}
    return int((kinds | {"body": model.body, "geom": model.geom})[kind](element).id)


def write(worlds: Worlds, parameter: str, element: str, values: np.ndarray) -> None:
    """Write an element of a parameter in all environments."""
    array = worlds.parameter(parameter)
    all_values = array.numpy()
    all_values[:, element_index(worlds, parameter, element)] = values
    array.assign(all_values)
    worlds.parameter_changed(parameter)


@pytest.mark.parametrize("parameter", sorted(CASES))
def test_parameter_has_its_effect_in_each_environment(workshop, parameter):
    case = CASES[parameter]
    worlds = workshop.worlds[0]
    write(worlds, parameter, case.element, case.values)
    case.act(workshop)
    np.testing.assert_allclose(case.outcome(worlds), case.expected, rtol=case.rtol, atol=case.atol)


def test_parameter_takes_effect_after_steps_with_another_value(workshop):
    """As in a captured graph, which must not keep what it was captured with."""
    worlds = workshop.worlds[0]
    for _ in range(3):
        workshop.step()
    write(worlds, "body_gravcomp", "/box", np.ones(3))
    speed = worlds.qvel.numpy()[:, 3].copy()
    for _ in range(3):
        workshop.step()
    np.testing.assert_allclose(worlds.qvel.numpy()[:, 3], speed, rtol=1e-4)
    write(worlds, "body_gravcomp", "/box", np.zeros(3))
    workshop.step()
    np.testing.assert_allclose(worlds.qvel.numpy()[:, 3], speed - GRAVITY * DT, rtol=1e-4)


def test_softer_ground_is_pressed_in_further(workshop):
    worlds = workshop.worlds[0]
    write(worlds, "geom_solref", "/box/geom", np.array([[0.02, 1.0], [0.04, 1.0], [0.08, 1.0]]))
    write(worlds, "geom_solref", "/ground", np.array([[0.02, 1.0], [0.04, 1.0], [0.08, 1.0]]))
    settle(workshop)
    depth = 0.2 - worlds.qpos.numpy()[:, 3]
    assert 0.0 < depth[0] < depth[1] < depth[2]
    # The reference spring has stiffness (impedance) / (0.95 time constant)^2 a unit mass: depth goes with its square.
    assert depth[1] / depth[0] == pytest.approx(4.0, rel=0.2)


def test_every_parameter_is_tested():
    """Those of equalities are: stiff springs of tendons take what is written, in ``tests/assets/test_tendons.py``."""
    of_equalities = {"eq_data", "eq_solimp", "eq_solref"}
    assert set(CASES) | {"geom_solref"} | of_equalities == set(PARAMETERS)


@pytest.mark.parametrize("parameter", sorted(PARAMETERS))
def test_parameter_begins_as_the_value_that_all_share(workshop, parameter):
    worlds = workshop.worlds[0]
    base = base_value(worlds, parameter)
    assert base.shape[1:] == PARAMETERS[parameter]
    assert parameter not in worlds.parameters_per_world
    array = worlds.parameter(parameter)
    np.testing.assert_array_equal(array.numpy(), np.broadcast_to(base, (3, *base.shape)))
    assert worlds.parameter(parameter).ptr == array.ptr
    assert worlds.parameters_per_world == {parameter}


def test_other_parameter_is_refused_by_name(workshop):
    with pytest.raises(ValueError, match="cannot differ in 'geom_size'; they can in actuator_biasprm, "):
        workshop.worlds[0].parameter("geom_size")


@pytest.mark.parametrize("name", ["actuator_biasprm", "body_mass", "jnt_range"])
def test_values_stay_for_those_who_hold_them_when_the_engine_is_gone(make, name: str) -> None:
    engine = make([WORKSHOP], [0, 0, 0])
    values = engine.worlds[0].parameter(name)
    before = values.numpy().copy()
    engine.step()
    engine.close()
    gc.collect()
    later = [wp.full(values.shape, -1.0, dtype=float, device=values.device) for _ in range(1000)]
    np.testing.assert_array_equal(values.numpy(), before)
    assert later
