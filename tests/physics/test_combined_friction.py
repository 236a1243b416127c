"""Friction of two surfaces is combined as the materials of the stage ask, as in PhysX."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import torch

from pippin.assets import RigidObject, RigidObjectCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    GroundPlaneCfg,
    MassPropertiesCfg,
    RigidBodyMaterialCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    SolverCfg,
)

GRAVITY = 9.81


def decelerations(
    ground: RigidBodyMaterialCfg,
    box: RigidBodyMaterialCfg | None,
    backend: str = "mujoco",
    solver: SolverCfg | None = None,
    later: float | None = None,
) -> Iterator[float]:
    """Of a flat box that slides on the ground [m/s^2], by what it loses in 0.3 s.

    Args:
        ground: Material of the ground.
        box: That of the box; None takes the simulation's, whose friction is 0.2.
        backend: Engine.
        solver: Its settings.
        later: Friction of the box with which it slides once more.
    """
    cfg = SimulationCfg(dt=0.005, device="cpu", backend=backend, solver=solver or SolverCfg())
    cfg.physics_material = surface(0.2, "average")
    with SimulationContext(cfg) as sim:
        GroundPlaneCfg(physics_material=ground).func("/World/ground", GroundPlaneCfg(physics_material=ground))
        thing = RigidObject(
            RigidObjectCfg(
                prim_path="/World/box",
                spawn=CuboidCfg(
                    size=(0.4, 0.4, 0.05),
                    rigid_props=RigidBodyPropertiesCfg(),
                    mass_props=MassPropertiesCfg(mass=1.0),
                    collision_props=CollisionPropertiesCfg(),
                    physics_material=box,
                ),
                init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 0.025)),
            )
        )
        sim.reset()
        for _ in range(40):  # comes to rest on the ground
            sim.step(render=False)
            thing.update(0.005)
        for friction in (None, later) if later is not None else (None,):
            if friction is not None:
                materials = thing.root_view.shapes.materials.copy()
                materials[..., :2] = friction
                thing.root_view.shapes.write_materials(materials, np.arange(1))
            thing.write_root_velocity_to_sim_index(root_velocity=torch.tensor([[4.0, 0.0, 0.0, 0.0, 0.0, 0.0]]))
            speeds = []
            for _ in range(72):
                sim.step(render=False)
                thing.update(0.005)
                speeds.append(float(torch.as_tensor(thing.data.root_lin_vel_w.numpy())[0, 0]))
            yield (speeds[10] - speeds[70]) / (60 * 0.005)


def surface(friction: float, mode: str) -> RigidBodyMaterialCfg:
    return RigidBodyMaterialCfg(static_friction=friction, dynamic_friction=friction, friction_combine_mode=mode)


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["mujoco", "newton"])
@pytest.mark.parametrize(
    ("ground", "box", "combined"),
    [
        (surface(1.0, "multiply"), surface(0.3, "multiply"), 0.3),
        (surface(0.5, "average"), surface(0.3, "average"), 0.4),  # Isaac Lab's default
        (surface(0.5, "average"), None, 0.35),
        (surface(0.8, "multiply"), surface(0.5, "average"), 0.4),  # of two modes PhysX takes the later one
        (surface(0.8, "average"), surface(0.3, "min"), 0.3),
        (surface(0.4, "max"), surface(0.3, "multiply"), 0.4),
    ],
)
def test_a_box_is_slowed_as_physx_combines_friction(ground, box, combined, backend) -> None:
    """By mu g; 2 % of it for what soft contacts hold less, and for steps."""
    assert next(decelerations(ground, box, backend)) == pytest.approx(combined * GRAVITY, rel=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["mujoco", "newton"])
def test_friction_that_is_written_while_it_plays_is_combined_as_well(backend) -> None:
    """As `randomize_rigid_body_material` writes it: 0.4 from 0.3 and 0.5, then 0.6 from 0.7 and 0.5."""
    found = list(decelerations(surface(0.5, "average"), surface(0.3, "average"), backend, later=0.7))
    assert found == pytest.approx([0.4 * GRAVITY, 0.6 * GRAVITY], rel=0.02)


def test_where_friction_is_mujocos_the_larger_one_counts() -> None:
    """As in Isaac Lab 3.0.0 on Newton, whose modes of combination have no effect."""
    solver = SolverCfg(friction_law="convex")
    found = next(decelerations(surface(1.0, "multiply"), surface(0.3, "multiply"), solver=solver))
    assert found > 1.5 * 0.3 * GRAVITY  # not 9.81 m/s^2 either, since with that law the box hops


def test_the_larger_one_counts_where_that_is_asked_for() -> None:
    found = next(
        decelerations(surface(0.5, "multiply"), surface(0.3, "multiply"), solver=SolverCfg(combines_materials=False))
    )
    assert found == pytest.approx(0.5 * GRAVITY, rel=0.02)
