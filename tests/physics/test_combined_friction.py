"""Fixed surfaces whose friction is a factor of 1 leave it to what touches them, as in PhysX."""

from __future__ import annotations

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


def deceleration(ground: RigidBodyMaterialCfg, box: RigidBodyMaterialCfg, backend: str, law: str = "coulomb") -> float:
    """Of a flat box that slides on the ground [m/s^2], by what it loses in a third of a second."""
    cfg = SimulationCfg(dt=0.005, device="cpu", backend=backend, solver=SolverCfg(friction_law=law))
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
        thing.write_root_velocity_to_sim_index(root_velocity=torch.tensor([[4.0, 0.0, 0.0, 0.0, 0.0, 0.0]]))
        speeds = []
        for _ in range(80):
            sim.step(render=False)
            thing.update(0.005)
            speeds.append(float(torch.as_tensor(thing.data.root_lin_vel_w.numpy())[0, 0]))
        return (speeds[10] - speeds[70]) / (60 * 0.005)


def surface(friction: float, mode: str) -> RigidBodyMaterialCfg:
    return RigidBodyMaterialCfg(static_friction=friction, dynamic_friction=friction, friction_combine_mode=mode)


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["mujoco", "newton"])
@pytest.mark.parametrize(
    ("ground", "box", "combined"),
    [
        (surface(1.0, "multiply"), surface(0.3, "multiply"), 0.3),
        (surface(1.0, "multiply"), surface(0.3, "average"), 0.3),  # of two modes PhysX takes the later one
        (surface(1.0, "min"), surface(0.3, "average"), 0.3),
        (surface(1.0, "multiply"), surface(1.0, "multiply"), 1.0),
        (surface(1.0, "max"), surface(0.3, "average"), 1.0),
    ],
)
def test_a_box_is_slowed_as_physx_combines_friction(ground, box, combined, backend) -> None:
    """By mu g; 2 % of it for what soft contacts hold less, and for steps."""
    assert deceleration(ground, box, backend) == pytest.approx(combined * GRAVITY, rel=0.02)


def test_where_friction_is_mujocos_the_larger_one_counts() -> None:
    """As in Isaac Lab 3.0.0 on Newton, whose modes of combination have no effect."""
    found = deceleration(surface(1.0, "multiply"), surface(0.3, "multiply"), "mujoco", law="convex")
    assert found > 1.5 * 0.3 * GRAVITY  # not 9.81 m/s^2 either, since with that law the box hops
