"""Attractors: springs that pull bodies to poses, along and about the axes that are asked for."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from pippin.gym import gymapi

MASS = 4.0 / 3.0 * np.pi * 0.1**3 * 1000.0
"""Mass of a ball of water [kg]."""


def attracted(gym: gymapi.Gym, env: gymapi.Env, **values: object) -> int:
    """Attractor on the first body of an environment."""
    properties = gymapi.AttractorProperties(rigid_handle=0, stiffness=400.0, damping=40.0, axes=gymapi.AXIS_ALL)
    for name, value in values.items():
        setattr(properties, name, value)
    return gym.create_rigid_body_attractor(env, properties)


def vector(value: gymapi.Vec3 | gymapi.Quat) -> np.ndarray:
    return np.array(list(vars(value).values()))


def position(gym: gymapi.Gym, env: gymapi.Env) -> np.ndarray:
    """Position of the first body [m]."""
    return vector(gym.get_rigid_transform(env, 0).p)


def run(gym: gymapi.Gym, sim: gymapi.Sim, seconds: float) -> None:
    for _ in range(round(seconds / gym.get_sim_params(sim).dt)):
        gym.simulate(sim)


def test_the_spring_sags_under_the_weight(
    gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, populate: Callable
) -> None:
    """It rests where stiffness times distance is the weight, each environment at its own target."""
    envs = populate(2, ball)
    for env, x in zip(envs, (0.3, -0.5), strict=True):
        attracted(gym, env, target=gymapi.Transform(gymapi.Vec3(x, 0.2, 2.0)))
    run(gym, sim, 4.0)
    for env, x in zip(envs, (0.3, -0.5), strict=True):
        np.testing.assert_allclose(position(gym, env), [x, 0.2, 2.0 - MASS * 10.0 / 400.0], atol=1e-3)


def test_it_swings_as_a_spring_does(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, populate: Callable) -> None:
    """Without damping, along x: half a period after release the ball is on the other side."""
    (env,) = populate(1, ball)
    attracted(gym, env, axes=gymapi.AXIS_X, damping=0.0, target=gymapi.Transform(gymapi.Vec3(0.2, 0.0, 0.0)))
    half_period = np.pi * np.sqrt(MASS / 400.0)
    run(gym, sim, half_period)
    reached = position(gym, env)
    assert reached[0] == pytest.approx(0.4, abs=0.01)  # a step more or less is a tenth of a millimetre there
    assert reached[2] == pytest.approx(1.0 - 5.0 * half_period**2, abs=0.02), "it falls freely along z"


@pytest.mark.slow
@pytest.mark.parametrize("stiffness", [5e5, 5e7, 1e12])
def test_any_stiffness_is_stable(
    gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, populate: Callable, stiffness: float
) -> None:
    """Another ball falls onto one that is held so: it gives way by what a load accelerates, times the step squared."""
    (env,) = populate(1, ball)
    attracted(gym, env, stiffness=stiffness, damping=0.0, target=gymapi.Transform(gymapi.Vec3(0.0, 0.0, 1.0)))
    gym.create_actor(env, ball, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 1.5)), "above", 0, 0)
    furthest = 0.0
    dt = gym.get_sim_params(sim).dt
    for _ in range(round(2.0 / dt)):
        gym.simulate(sim)
        furthest = max(furthest, float(np.abs(position(gym, env) - [0.0, 0.0, 1.0]).max()))
    assert furthest < np.sqrt(2.0 * 10.0 * 0.3) * dt, "what the falling ball moves in a step"
    np.testing.assert_allclose(position(gym, env), [0.0, 0.0, 1.0], atol=3.0 * 10.0 * dt**2)


def test_rotation_and_offset(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, populate: Callable) -> None:
    """The frame that is offset from the body's comes to lie on the target."""
    turned = gymapi.Quat.from_euler_zyx(0.4, -0.3, 1.0)
    offset = gymapi.Transform(gymapi.Vec3(0.0, 0.05, 0.0), gymapi.Quat.from_euler_zyx(0.0, 0.0, 0.5))
    target = gymapi.Transform(gymapi.Vec3(0.1, 0.0, 1.2), turned)
    (env,) = populate(1, ball)
    attracted(gym, env, offset=offset, target=target, stiffness=4000.0, damping=100.0)
    run(gym, sim, 3.0)
    reached = gym.get_rigid_transform(env, 0) * offset
    np.testing.assert_allclose(vector(reached.p), [0.1, 0.0, 1.2 - MASS * 10.0 / 4000.0], atol=2e-3)
    assert abs(np.dot(vector(reached.r), vector(turned))) == pytest.approx(1.0, abs=1e-3)


def test_targets_and_properties_may_change(
    gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, populate: Callable
) -> None:
    first, second = populate(2, ball)
    for env in (first, second):
        attracted(gym, env, target=gymapi.Transform(gymapi.Vec3(0.0, 0.0, 1.0)))
    run(gym, sim, 0.5)
    gym.set_attractor_target(first, 0, gymapi.Transform(gymapi.Vec3(0.5, 0.0, 1.0)))
    assert gym.get_attractor_properties(first, 0).target.p.x == pytest.approx(0.5)
    properties = gym.get_attractor_properties(second, 0)
    properties.stiffness = 800.0
    gym.set_attractor_properties(second, 0, properties)
    run(gym, sim, 4.0)
    np.testing.assert_allclose(position(gym, first), [0.5, 0.0, 1.0 - MASS * 10.0 / 400.0], atol=1e-3)
    np.testing.assert_allclose(position(gym, second), [0.0, 0.0, 1.0 - MASS * 10.0 / 800.0], atol=1e-3)
    properties.axes = gymapi.AXIS_NONE
    gym.set_attractor_properties(second, 0, properties)
    before = position(gym, second)[2]
    run(gym, sim, 0.3)
    assert position(gym, second)[2] == pytest.approx(before - 5.0 * 0.3**2, abs=0.03), "turned off, it falls"


def test_a_stiff_spring_moves_an_arm(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, populate: Callable
) -> None:
    """A stiffness and damping as for arms; the target comes from the record of a body's state."""
    (env,) = populate(1, cartpole)
    pole = gym.find_actor_rigid_body_handle(env, 0, "pole")
    properties = gymapi.AttractorProperties(stiffness=5e5, damping=5e3, axes=gymapi.AXIS_X, rigid_handle=pole)
    properties.target = gym.get_actor_rigid_body_states(env, 0, gymapi.STATE_POS)["pose"][pole]
    properties.target.p.x += 0.4
    gym.create_rigid_body_attractor(env, properties)
    run(gym, sim, 1.0)
    assert gym.get_rigid_transform(env, pole).p.x == pytest.approx(0.4, abs=1e-3)


@pytest.mark.parametrize(("stiffness", "damping"), [(5e5, 5e3), (5e6, 1e5)])
def test_a_stiff_damped_spring_pulls_as_fast_as_it_says(
    gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, populate: Callable, stiffness: float, damping: float
) -> None:
    """What is overdamped goes with the slower root of ``m r^2 + c r + k = 0``, 9 and 20 ms here, or the step's length.

    These springs are stiffer than is taken at this step, and pulled ten and more times slower.
    """
    (env,) = populate(1, ball)
    target = gymapi.Transform(gymapi.Vec3(0.3, 0.0, 1.0))
    attracted(gym, env, axes=gymapi.AXIS_X, stiffness=stiffness, damping=damping, target=target)
    root = (damping - np.sqrt(damping**2 - 4.0 * MASS * stiffness)) / (2.0 * MASS)
    slowest = 1.0 / root + 3.0 * gym.get_sim_params(sim).dt
    run(gym, sim, 4.0 * slowest)
    assert abs(position(gym, env)[0] - 0.3) < 0.3 * np.exp(-3.0)


def test_attractors_that_cannot_be(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, populate: Callable) -> None:
    (env,) = populate(1, ball)
    with pytest.raises(
        ValueError, match=r"gym\.create_rigid_body_attractor: stiffness and damping .* must be 0 or more"
    ):
        attracted(gym, env, stiffness=-1.0)
    with pytest.raises(ValueError, match=r"axes .* 64; .*AXIS_ALL \(63\)"):
        attracted(gym, env, axes=64)
    with pytest.raises(IndexError, match=r"there is no body in this environment 7"):
        attracted(gym, env, rigid_handle=7)
    assert attracted(gym, env) == 0
    with pytest.raises(IndexError, match=r"gym\.set_attractor_target: there is no attractor in this environment 1"):
        gym.set_attractor_target(env, 1, gymapi.Transform())
    gym.prepare_sim(sim)
    with pytest.raises(RuntimeError, match=r"gym\.create_rigid_body_attractor: the simulation (is|was) prepared"):
        attracted(gym, env)
    moved = gym.get_attractor_properties(env, 0)
    moved.offset.p.x = 0.1
    with pytest.raises(NotImplementedError, match=r"body and offset of an attractor are fixed"):
        gym.set_attractor_properties(env, 0, moved)
    assert gym.get_attractor_properties(env, 0).offset.p.x == 0.0
