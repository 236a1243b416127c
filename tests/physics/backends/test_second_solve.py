"""A step that native MuJoCo's solver does not finish is taken again in a way that does."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.physics.backend import Backend, SolverSettings, make_backend
from pippin.physics.backends.mujoco_native import NativeWorlds
from pippin.physics.description import SceneDescription

from .conftest import variant

NUM_WORLDS = 48
STEPS = 200

FINGER = """
<body name="/{name}" pos="{x} 0 0">
  <inertial pos="0 0 0" mass="0.065" diaginertia="3e-5 9e-5 1e-4"/>
  <joint name="/{name}/hinge" axis="0 0 1" armature="0.001"/>
  <geom name="/{name}/geom" type="box" size="0.01 0.03 0.01" pos="0 0.02 0"/>
  <body name="/{name}/tip" pos="0 0.055 0">
    <inertial pos="0 0 0" mass="0.03" diaginertia="1e-5 2e-5 2e-5"/>
    <joint name="/{name}/tip/hinge" axis="1 0 0" armature="0.001"/>
    <geom name="/{name}/tip/geom" type="box" size="0.01 0.02 0.01" pos="0 0.025 0"/>
  </body>
</body>
"""
FINGERS = "".join(FINGER.format(name=name, x=x) for name, x in (("left", -0.022), ("middle", 0.0), ("right", 0.022)))
HAND = f"<mujoco><worldbody>{FINGERS}</worldbody></mujoco>"


def hard_hands(substeps: int = 1) -> Backend:
    """Hands, in odd environments with first links that are as hard in contacts as plain MuJoCo takes them to be."""
    hand = variant(HAND)
    scene = SceneDescription([hand], np.zeros(NUM_WORLDS, int), np.zeros((NUM_WORLDS, 3)))
    engine = make_backend("mujoco", scene, SolverSettings(dt=substeps / 120.0, substeps=substeps))
    weights = engine.worlds[0]._batch.expand("body_invweight0")
    weights[1::2] = hand.spec.compile().body_invweight0
    return engine


def play(engine: Backend, substeps: int = 1) -> list[str]:
    """Press the fingers against each other at random, and return what is reported."""
    worlds = engine.worlds[0]
    rng = np.random.default_rng(0)
    said = []
    for step in range(STEPS):
        if step % 5 == 0:
            torques = rng.uniform(-0.3, 0.3, (NUM_WORLDS, worlds.model.nv))
            worlds.qfrc_applied.assign(torques.astype(np.float32))
        if step % substeps == 0:
            engine.step()
            said += engine.report()
    return said


@pytest.fixture
def hands() -> Backend:
    return hard_hands()


@pytest.mark.parametrize("substeps", [1, 2])
def test_worlds_that_did_not_converge_are_solved_again_and_told_once(substeps):
    engine = hard_hands(substeps)
    said = [sentence for sentence in play(engine, substeps) if "did not converge" in sentence]
    again = engine.worlds[0].guard.solved_again
    assert not engine.worlds[0].bad.numpy().any()
    assert again[1::2].any() and not again[::2].any()
    assert len(said) == 1 and f"Environment{'s' if ', ' in said[0].split(':')[0] else ''}" in said[0]
    engine.close()


def test_without_a_second_solve_they_are_lost(hands, monkeypatch):
    monkeypatch.setattr(NativeWorlds, "_solve_again", lambda *arguments: None)
    play(hands)
    assert hands.worlds[0].bad.numpy()[1::2].any()
    hands.close()


def test_options_are_as_before_afterwards(hands):
    play(hands)
    worlds = hands.worlds[0]
    for name in ("cone", "impratio", "solver"):
        values = worlds._batch.expand(f"opt.{name}")
        np.testing.assert_array_equal(values, np.full(NUM_WORLDS, getattr(worlds.model.opt, name)))
    hands.close()


@pytest.mark.slow
def test_worlds_beside_them_move_as_without_them(hands, monkeypatch):
    play(hands)
    found = hands.worlds[0].qpos.numpy()[::2].copy()
    hands.close()
    monkeypatch.setattr(NativeWorlds, "_solve_again", lambda *arguments: None)
    alone = hard_hands()
    play(alone)
    np.testing.assert_array_equal(alone.worlds[0].qpos.numpy()[::2], found)
    alone.close()
