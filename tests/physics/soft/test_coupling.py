"""Soft and rigid bodies push each other."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import torch

from pippin.assets import DeformableObject, DeformableObjectCfg, RigidObject, RigidObjectCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    DeformableBodyMaterialCfg,
    DeformableBodyPropertiesCfg,
    GroundPlaneCfg,
    MassPropertiesCfg,
    MeshCuboidCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
)

SIDE, DENSITY = 0.2, 1000.0
SOFT_MASS = DENSITY * SIDE**3


@pytest.fixture
def make_simulation() -> Iterator[object]:
    """Makes simulations, and ends the last one."""

    def make(backend: tuple[str, str], gravity: float) -> SimulationContext:
        name, device = backend
        return SimulationContext(SimulationCfg(device=device, dt=1 / 120, backend=name, gravity=(0, 0, gravity)))

    yield make
    simulation = SimulationContext.instance()
    if simulation is not None:
        simulation.clear_instance()


def add_bodies(
    mass: float, gap: float, friction: float = 0.5, youngs_modulus: float = 1e5
) -> tuple[DeformableObject, RigidObject]:
    """A soft cube that stands at the origin, and a rigid one above it."""
    soft = DeformableObject(
        DeformableObjectCfg(
            prim_path="/World/Soft",
            spawn=MeshCuboidCfg(
                size=(SIDE, SIDE, SIDE),
                deformable_props=DeformableBodyPropertiesCfg(simulation_hexahedral_resolution=4),
                physics_material=DeformableBodyMaterialCfg(
                    youngs_modulus=youngs_modulus, poissons_ratio=0.3, density=DENSITY, dynamic_friction=friction
                ),
            ),
            init_state=DeformableObjectCfg.InitialStateCfg(pos=(0.0, 0.0, SIDE / 2)),
        )
    )
    rigid = RigidObject(
        RigidObjectCfg(
            prim_path="/World/Rigid",
            spawn=CuboidCfg(
                size=(SIDE, SIDE, SIDE),
                rigid_props=RigidBodyPropertiesCfg(),
                collision_props=CollisionPropertiesCfg(),
                mass_props=MassPropertiesCfg(mass=mass),
            ),
            init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 1.5 * SIDE + gap)),
        )
    )
    return soft, rigid


@pytest.mark.slow
@pytest.mark.parametrize("mass", [0.1, 2.0])
def test_each_bears_the_weight_above_it(make_simulation, backend: tuple[str, str], mass: float) -> None:
    simulation = make_simulation(backend, -9.81)
    ground = GroundPlaneCfg()
    ground.func("/World/ground", ground)
    soft, rigid = add_bodies(mass, gap=0.005)
    simulation.reset()
    for _ in range(120):
        simulation.step(render=False)
    worlds = simulation.physics.backend.worlds[0]
    force_on_rigid = worlds.soft.worlds.reactions.numpy()[0, worlds.layout.body_paths.index("/World/Rigid")]
    assert force_on_rigid[2] == pytest.approx(mass * 9.81, rel=0.02)
    pressed = soft.data.nodal_pos_w.torch[0, :, 2].max().item()
    strain = 1.0 - pressed / SIDE
    weight = (mass + SOFT_MASS / 2.0) * 9.81
    # Friction keeps the ends from widening, and four cells over the height are stiff: less than that of a free bar.
    assert 0.7 < strain / (weight / (SIDE**2 * 1e5)) < 1.02
    assert rigid.data.root_com_vel_w.torch.abs().max() < 0.02


NATIVE_AND_GPU = [("mujoco", "cpu"), pytest.param(("newton", "cuda:0"), marks=pytest.mark.gpu)]


@pytest.mark.slow
@pytest.mark.parametrize("backend", NATIVE_AND_GPU, ids="-".join)
@pytest.mark.parametrize("mass", [0.5, 4.0])
@pytest.mark.parametrize("youngs_modulus", [1e5, 1e7, 5e7])
def test_momentum_passes_from_one_to_the_other(
    make_simulation, backend: tuple[str, str], youngs_modulus: float, mass: float
) -> None:
    simulation = make_simulation(backend, 0.0)
    _, rigid = add_bodies(mass, gap=0.01, friction=0.0, youngs_modulus=youngs_modulus)
    simulation.reset()
    velocity = [0.0, 0.0, -1.0, 0.0, 0.0, 0.0]
    rigid.write_root_velocity_to_sim_index(root_velocity=torch.tensor([velocity], device=simulation.device))
    for _ in range(60):
        simulation.step(render=False)
    worlds = simulation.physics.backend.worlds[0].soft.worlds
    nodes = worlds.velocities.numpy()[0, :, 2] @ worlds._node_mass.numpy()
    whole = nodes + mass * rigid.data.root_com_vel_w.torch[0, 2].item()
    # Positions in single precision: 3e-8 m in steps of 1/960 s.
    assert whole == pytest.approx(-mass, rel=1e-3)
    assert nodes < -0.4 * mass
    energy = 0.5 * mass * rigid.data.root_com_vel_w.torch[0, 2].item() ** 2 + 0.5 * nodes**2 / SOFT_MASS
    assert energy < 0.5 * mass


@pytest.mark.slow
@pytest.mark.parametrize("backend", NATIVE_AND_GPU, ids="-".join)
def test_kinematic_bodies_push_and_are_not_pushed(make_simulation, backend: tuple[str, str]) -> None:
    simulation = make_simulation(backend, 0.0)
    soft, rigid = add_bodies(1.0, gap=0.01)
    rigid_prim = simulation.stage.GetPrimAtPath("/World/Rigid")
    rigid_prim.GetAttribute("physics:kinematicEnabled").Set(True)
    simulation.reset()
    pose = rigid.data.root_link_pose_w.torch.clone()
    for _ in range(30):
        pose[0, 2] -= 0.002
        rigid.write_root_pose_to_sim_index(root_pose=pose)
        simulation.step(render=False)
    torch.testing.assert_close(rigid.data.root_link_pose_w.torch, pose)
    assert soft.data.nodal_pos_w.torch[0, :, 2].max().item() < pose[0, 2].item() - SIDE / 2 + 0.005
    assert np.isfinite(soft.data.nodal_pos_w.numpy()).all()
