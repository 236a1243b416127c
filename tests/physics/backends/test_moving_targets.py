"""Position targets that move with their velocity targets: who follows a motion goes on as it is, for any gains."""

from __future__ import annotations

import numpy as np
import pytest

from .test_joint_limits import set_state
from .test_stiff_drives import INERTIA, pendulum

DT, SUBSTEPS = 1.0 / 60.0, 4
FREE = {"dt": DT, "substeps": SUBSTEPS, "gravity": (0.0, 0.0, 0.0)}


def critically_damped(frequency: float) -> tuple[float, float]:
    """Stiffness [N m/rad] and damping [N m s/rad] of a drive of a frequency [rad/s]."""
    return INERTIA * frequency**2, 2.0 * INERTIA * frequency


def follow_its_own_velocity(engine, stiffness: float, damping: float, steps: int = 60) -> float:
    """Ask an arm of 0.5 rad/s to go on as it does, from what is seen of it after each step, and give its velocity."""
    worlds = engine.worlds[0]
    set_state(worlds, qvel=0.5)
    for _ in range(steps):
        position, velocity = worlds.qpos.numpy()[0, 0], worlds.qvel.numpy()[0, 0]
        if worlds.target_velocities is not None:
            worlds.target_velocities.fill_(float(velocity))
        worlds.ctrl.fill_(float(stiffness * (position + velocity * DT) + damping * velocity))
        engine.step()
    return float(worlds.qvel.numpy()[0, 0])


@pytest.mark.parametrize("frequency", [30.0, 100.0, 400.0, 1e4])
def test_a_motion_goes_on_whatever_the_gains_are(make, frequency):
    gains = critically_damped(frequency)
    engine = make([pendulum(*gains)], [0], moves_targets=True, **FREE)
    assert follow_its_own_velocity(engine, *gains) == pytest.approx(0.5, rel=2e-3)


def test_held_targets_speed_a_motion_up(make):
    """By exp(-wT) (1 + wT + (wT)^2) a step where steps of the engine are short: 1.10 for wT = 1."""
    gains = critically_damped(1.0 / DT)
    engine = make([pendulum(*gains)], [0], dt=DT, substeps=64, gravity=(0.0, 0.0, 0.0))
    assert follow_its_own_velocity(engine, *gains, steps=1) == pytest.approx(0.5 * 3.0 / np.e, rel=0.01)


@pytest.mark.parametrize("frequency", [30.0, 400.0])
def test_targets_that_do_not_move_are_held_as_ever(make, frequency):
    gains = critically_damped(frequency)
    ends = []
    for moves_targets in (False, True):
        engine = make([pendulum(*gains)], [0], moves_targets=moves_targets, **FREE)
        set_state(engine.worlds[0], ctrl=0.3 * gains[0])
        for _ in range(20):
            engine.step()
        ends.append(engine.worlds[0].qpos.numpy()[0, 0])
    assert ends[0] == ends[1]
    assert ends[1] == pytest.approx(0.3, abs=1e-3)


def test_a_target_is_reached_at_the_end_of_a_step(make):
    """A stiff drive that is asked to be at 0.01 rad at 0.6 rad/s after a step does both."""
    gains = critically_damped(1e4)
    engine = make([pendulum(*gains)], [0], moves_targets=True, **FREE)
    worlds = engine.worlds[0]
    set_state(worlds, qvel=0.6)
    worlds.target_velocities.fill_(0.6)
    inputs = gains[0] * 0.01 + gains[1] * 0.6
    worlds.ctrl.fill_(inputs)
    engine.step()
    assert worlds.qpos.numpy()[0, 0] == pytest.approx(0.01, abs=1e-5)
    assert worlds.qvel.numpy()[0, 0] == pytest.approx(0.6, abs=1e-3)
    assert worlds.ctrl.numpy()[0, 0] == np.float32(inputs), "what was asked for is still there"
