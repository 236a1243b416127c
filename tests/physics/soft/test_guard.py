"""Worlds that lose nodes go back to their last good state, are named, and harm no neighbour."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import numpy as np
import pytest
import torch

from pippin.assets import DeformableObject, DeformableObjectCfg, RigidObject, RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    DeformableBodyPropertiesCfg,
    GroundPlaneCfg,
    MassPropertiesCfg,
    MeshCuboidCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
)

LOST, NEIGHBOURS, SIDE = 1, [0, 2], 0.2


@pytest.fixture
def simulation(backend: tuple[str, str]) -> Iterator[SimulationContext]:
    """Soft cubes on the ground with rigid ones on top, in three environments, resting."""
    name, device = backend
    simulation = SimulationContext(SimulationCfg(device=device, dt=1 / 120, backend=name))
    scene = InteractiveScene(InteractiveSceneCfg(num_envs=3, env_spacing=1.0))
    ground = GroundPlaneCfg()
    ground.func("/World/ground", ground)
    soft = DeformableObjectCfg(
        prim_path="/World/envs/env_.*/Soft",
        spawn=MeshCuboidCfg(
            size=(SIDE,) * 3, deformable_props=DeformableBodyPropertiesCfg(simulation_hexahedral_resolution=2)
        ),
        init_state=DeformableObjectCfg.InitialStateCfg(pos=(0.0, 0.0, SIDE / 2)),
    )
    rigid = RigidObjectCfg(
        prim_path="/World/envs/env_.*/Rigid",
        spawn=CuboidCfg(
            size=(SIDE,) * 3,
            rigid_props=RigidBodyPropertiesCfg(),
            collision_props=CollisionPropertiesCfg(),
            mass_props=MassPropertiesCfg(mass=1.0),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 1.5 * SIDE)),
    )
    scene.deformable_objects["soft"], scene.rigid_objects["rigid"] = DeformableObject(soft), RigidObject(rigid)
    simulation.reset()
    simulation.scene_of_test = scene
    step(simulation, 10)
    yield simulation
    simulation.clear_instance()


def step(simulation: SimulationContext, count: int) -> None:
    for _ in range(count):
        simulation.step(render=False)
        simulation.scene_of_test.update(1 / 120)


def overwrite(array, node: int, values: list[float]) -> None:
    """Change a node of one world, past the checks of what is written, which a GPU does not make."""
    changed = array.numpy()
    changed[LOST, node] = values
    array.assign(changed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "values"),
    [
        ("positions", [np.nan, 0.0, 0.0]),
        ("positions", [0.0, 1e12, 0.0]),
        ("velocities", [0.0, 0.0, -np.inf]),
        ("velocities", [0.0, 2e4, 0.0]),
        ("targets", [0.0, np.nan, 0.0, 0.0]),
    ],
)
def test_a_lost_world_goes_back_to_its_last_good_state(
    simulation: SimulationContext, caplog: pytest.LogCaptureFixture, what: str, values: list[float]
) -> None:
    worlds = simulation.physics.backend.worlds[0].soft.worlds
    soft, rigid = (simulation.scene_of_test[name] for name in ("soft", "rigid"))
    good, targets = worlds.positions.numpy().copy(), worlds.targets.numpy().copy()
    assert not caplog.messages
    with caplog.at_level(logging.WARNING, logger="pippin"):
        overwrite(getattr(worlds, what), 5, values)
        step(simulation, 1)
        if what != "targets":
            assert worlds.guard.bad.numpy().tolist() == [0, 1, 0]
            np.testing.assert_allclose(worlds.positions.numpy()[LOST], good[LOST], atol=2e-4)
        else:
            np.testing.assert_array_equal(worlds.positions.numpy()[LOST], good[LOST])
            assert not worlds.velocities.numpy()[LOST].any()
        worlds.targets.assign(targets)
        step(simulation, 3)
    (sentence,) = [text for text in caplog.messages if "lost nodes" in text]
    assert sentence.startswith("Environment 1 lost nodes of a soft body")
    # All environments are the same, and what was lost rests again.
    heights = worlds.positions.numpy()[..., 2]
    np.testing.assert_allclose(heights[NEIGHBOURS[0]], heights[NEIGHBOURS[1]], atol=1e-6)
    np.testing.assert_allclose(heights[LOST], heights[NEIGHBOURS[0]], atol=1e-3)
    assert torch.isfinite(soft.data.nodal_state_w.torch).all()
    assert rigid.data.root_link_vel_w.torch.abs().max() < 0.1
    worlds.guard.clear(np.array([LOST]))
    assert not worlds.guard.bad.numpy().any()


@pytest.mark.slow
def test_a_world_with_a_target_that_is_not_finite_stands_still_until_it_is(simulation: SimulationContext) -> None:
    worlds = simulation.physics.backend.worlds[0].soft.worlds
    good, targets = worlds.positions.numpy().copy(), worlds.targets.numpy().copy()
    overwrite(worlds.targets, 0, [np.inf, 0.0, 0.0, 0.0])
    step(simulation, 3)
    np.testing.assert_array_equal(worlds.positions.numpy()[LOST], good[LOST])
    assert worlds.guard.bad.numpy().tolist() == [0, 3 * simulation.physics.settings.substeps, 0]
    assert not worlds.reactions.numpy()[LOST].any() and worlds.reactions.numpy()[NEIGHBOURS[0]].any()
    worlds.targets.assign(targets)
    velocities = worlds.velocities.numpy()
    velocities[LOST, :, 2] = 0.5
    worlds.velocities.assign(velocities)
    step(simulation, 1)
    assert worlds.positions.numpy()[LOST, :, 2].mean() > good[LOST, :, 2].mean() + 1e-3
