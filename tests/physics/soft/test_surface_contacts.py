"""Obstacles that fit between the nodes of a soft body meet its edges and faces."""

from __future__ import annotations

import logging

import mujoco
import numpy as np
import pytest
import warp as wp
from newton.solvers import SolverVBD

from pippin.assets import DeformableObject, DeformableObjectCfg, RigidObject, RigidObjectCfg
from pippin.physics.soft.surface_contacts import fit_between_nodes
from pippin.physics.soft.worlds import SOFT_CONTACT_MODULES, VBD_MODULES
from pippin.physics.soft_bodies import SoftMaterial
from pippin.sim import (
    CollisionPropertiesCfg,
    DeformableBodyMaterialCfg,
    DeformableBodyPropertiesCfg,
    GroundPlaneCfg,
    MassPropertiesCfg,
    MeshCuboidCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    SphereCfg,
)

from .conftest import Alone
from .test_elasticity import box

EDGE, SIDE = 0.05, 0.2
MATERIAL = SoftMaterial(youngs_modulus=1e5, poissons_ratio=0.3, friction=0.5, damping=0.02)


def supports(kind: str, size: str, top: float) -> str:
    """Four shapes below the middles of cells at the corners of a cube's bottom, in MuJoCo's format."""
    places = [(x, y) for x in (0.025, 0.175) for y in (0.025, 0.175)]
    return "".join(f'<geom type="{kind}" size="{size}" pos="{x} {y} {-top}"/>' for x, y in places)


def test_kernels_of_contacts_are_where_adjoints_are_left_out() -> None:
    """Compiled with adjoints, those of edges and faces take a minute and a half."""
    for name in SOFT_CONTACT_MODULES:
        assert wp.get_module(name).kernels, name


def test_the_solver_of_soft_bodies_is_where_its_compilation_is_announced() -> None:
    """Names of Newton's own modules stand in one file, and may change with its version."""
    assert SolverVBD.__module__.startswith(VBD_MODULES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "size", "top"),
    [
        ("box", "0.01 0.01 0.1", 0.1),
        ("sphere", "0.02", 0.02),
        ("cylinder", "0.01 0.1", 0.1),
        ("capsule", "0.01 0.1", 0.11),
    ],
)
def test_a_cube_stands_on_what_fits_between_its_nodes(kind: str, size: str, top: float) -> None:
    body = box((4, 4, 4), (SIDE, SIDE, SIDE), MATERIAL).moved(np.array([0.0, 0.0, 0.002]))
    alone = Alone.make(body, gravity=(0.0, 0.0, -9.81), world=supports(kind, size, top))
    alone.step(240)
    # It sags by a few per cent of its height where it is borne.
    assert 0.09 < alone.positions[:, 2].mean() < 0.101
    force = alone.worlds._solver.wrenches.numpy()[:, 2].sum()
    assert -force == pytest.approx(alone.masses.sum() * 9.81, rel=0.05)
    # Where two flat faces meet, the points at which they do change from step to step.
    assert np.abs(alone.velocities).max() < (0.2 if kind == "box" else 0.01)


@pytest.mark.slow
@pytest.mark.parametrize(("radius", "mass"), [(0.02, 0.3), (0.015, 0.05)])
def test_a_ball_that_fits_between_nodes_rests_on_a_cube(radius: float, mass: float) -> None:
    """It presses with its weight, in the middle of a cell."""
    simulation = SimulationContext(SimulationCfg(device="cpu", dt=1 / 120))
    try:
        cube = DeformableObject(
            DeformableObjectCfg(
                prim_path="/World/Soft",
                spawn=MeshCuboidCfg(
                    size=(SIDE, SIDE, SIDE),
                    deformable_props=DeformableBodyPropertiesCfg(simulation_hexahedral_resolution=4),
                    physics_material=DeformableBodyMaterialCfg(youngs_modulus=1e5, elasticity_damping=0.02),
                ),
                init_state=DeformableObjectCfg.InitialStateCfg(pos=(0.0, 0.0, SIDE / 2)),
            )
        )
        ball = RigidObject(
            RigidObjectCfg(
                prim_path="/World/Ball",
                spawn=SphereCfg(
                    radius=radius,
                    rigid_props=RigidBodyPropertiesCfg(angular_damping=5.0),
                    collision_props=CollisionPropertiesCfg(),
                    mass_props=MassPropertiesCfg(mass=mass),
                ),
                init_state=RigidObjectCfg.InitialStateCfg(pos=(0.022, 0.024, SIDE + radius + 0.01)),
            )
        )
        ground = GroundPlaneCfg()
        ground.func("/World/ground", ground)
        simulation.reset()
        for _ in range(120):
            simulation.step(render=False)
            ball.update(1 / 120)
            cube.update(1 / 120)
        dent = cube.data.nodal_pos_w.torch[0, :, 2].max() + radius - ball.data.root_pos_w.torch[0, 2]
        worlds = simulation.physics.backend.worlds[0]
        force = worlds.soft.worlds.reactions.numpy()[0, worlds.layout.body_paths.index("/World/Ball"), 2]
        assert force == pytest.approx(mass * 9.81, rel=0.05)
        assert 0.0 <= dent.item() < 0.3 * radius
    finally:
        simulation.clear_instance()


@pytest.mark.slow
def test_meshes_keep_meeting_nodes_beside_something_thin() -> None:
    corners = " ".join(f"{x} {y} {z}" for x in (-1, 1) for y in (-1, 1) for z in (-0.2, 0))
    world = f"""</worldbody><asset><mesh name="table" vertex="{corners}"/></asset><worldbody>
        <geom type="mesh" mesh="table"/> <geom type="sphere" size="0.01" pos="0.5 0.5 0.5"/>"""
    body = box((4, 4, 4), (SIDE, SIDE, SIDE), MATERIAL).moved(np.array([0.0, 0.0, 0.002]))
    alone = Alone.make(body, gravity=(0.0, 0.0, -9.81), world=world)
    alone.step(120)
    force = alone.worlds._solver.wrenches.numpy()[:, 2].sum()
    assert -force == pytest.approx(alone.masses.sum() * 9.81, rel=0.02)


def test_only_what_is_thinner_than_an_edge_meets_edges_and_faces(caplog: pytest.LogCaptureFixture) -> None:
    vertices = "0 0 0  0.3 0 0  0 0.02 0  0 0 0.01"
    model = mujoco.MjModel.from_xml_string(
        f"""<mujoco><asset><mesh name="blade" vertex="{vertices}"/></asset><worldbody>
        <geom type="plane" size="1 1 1"/> <geom type="box" size="0.1 0.1 0.1"/> <geom type="box" size="0.1 0.02 0.02"/>
        <geom type="sphere" size="0.024"/> <geom type="sphere" size="0.026"/> <geom type="capsule" size="0.01 0.2"/>
        <geom type="box" size="0.1 0.1 0.02"/>
        <geom name="blade" type="mesh" mesh="blade"/>
        <body> <freejoint/> <geom type="box" size="0.1 0.1 0.1"/> <geom type="sphere" size="0.01"/> </body>
        <body> <freejoint/> <geom type="sphere" size="0.01"/> <geom type="sphere" size="0.01" pos="0.1 0 0"/> </body>
        </worldbody></mujoco>"""
    )
    with caplog.at_level(logging.WARNING, logger="pippin"):
        thin = fit_between_nodes(model, np.arange(model.ngeom), EDGE, on_cpu=True)
    assert thin.tolist() == [False, False, True, True, False, True, False, False, False, False, True, True]
    assert "meet nodes only, as meshes do: blade. They may slip" in caplog.text
    with caplog.at_level(logging.WARNING, logger="pippin"):
        assert not fit_between_nodes(model, np.arange(model.ngeom), EDGE, on_cpu=False).any()
    assert "as all shapes do on a GPU so far: geometry 2, geometry 3" in caplog.text
