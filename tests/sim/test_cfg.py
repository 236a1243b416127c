"""Which configs the simulation takes, and what becomes of Isaac Lab's engine settings."""

from __future__ import annotations

import logging

import pytest
import torch

from pippin.physics.scene.from_stage import solver_settings
from pippin.sim import (
    CouplerEntryCfg,
    CouplerProxyCfg,
    DeformableBodyPropertiesCfg,
    MeshCuboidCfg,
    MJWarpSolverCfg,
    NewtonCfg,
    NewtonShapeCfg,
    NewtonSoftContactCfg,
    PhysxCfg,
    RigidBodyMaterialCfg,
    SimulationCfg,
    SimulationContext,
    SolverCfg,
    VBDSolverCfg,
)
from pippin.sim.run.device import resolve_device
from pippin.utils.configclass import accept_without_effect, configclass


def test_two_configs_share_nothing():
    one, other = SimulationCfg(), SimulationCfg()
    one.solver.iterations = 7
    one.physics_material.restitution = 0.5
    assert other.solver.iterations == SolverCfg().iterations
    assert other.physics_material.restitution == 0.0


def test_the_context_keeps_a_copy_of_its_config():
    cfg = SimulationCfg(device="cpu", dt=0.01)
    context = SimulationContext(cfg)
    cfg.dt = 1.0
    assert context.get_physics_dt() == 0.01


@pytest.mark.parametrize("field", ["physics", "newton_cfg"])
def test_settings_of_newton_become_those_of_the_solver(field):
    newton = NewtonCfg(
        num_substeps=4,
        solver_cfg=MJWarpSolverCfg(
            njmax=90, nconmax=30, iterations=20, ls_iterations=10, cone="elliptic", tolerance=1e-5, impratio=100.0
        ),
    )
    context = SimulationContext(SimulationCfg(device="cpu", **{field: newton}))
    solver = context.cfg.solver
    assert context.cfg.substeps == 4
    assert (solver.constraints_per_env, solver.contacts_per_env) == (90, 30)
    assert (solver.iterations, solver.ls_iterations, solver.cone, solver.tolerance) == (20, 10, "elliptic", 1e-5)
    assert solver.impratio == 100.0
    assert solver.friction_law == "convex", "as in Newton, while Pippin's own default is Coulomb's"


@pytest.mark.parametrize(
    ("settings", "threshold"),
    [
        ({}, 0.5),  # Isaac Lab's
        ({"physx": PhysxCfg(bounce_threshold_velocity=0.2)}, 0.2),
        ({"physics": PhysxCfg(bounce_threshold_velocity=0.1), "physx": PhysxCfg(bounce_threshold_velocity=0.2)}, 0.1),
        ({"physics": NewtonCfg(), "physx": PhysxCfg(bounce_threshold_velocity=0.2)}, 0.2),
    ],
)
def test_bodies_bounce_from_the_threshold_of_physx_on(settings, threshold):
    assert solver_settings(SimulationContext(SimulationCfg(device="cpu", **settings)).cfg).bounce_threshold == threshold


@pytest.mark.parametrize("threshold", [-0.1, float("nan"), "0.2"])
def test_a_threshold_that_is_no_speed_is_refused(threshold):
    with pytest.raises((TypeError, ValueError), match="'PhysxCfg.bounce_threshold_velocity' is"):
        SimulationContext(SimulationCfg(device="cpu", physx=PhysxCfg(bounce_threshold_velocity=threshold)))


@pytest.mark.parametrize(
    ("settings", "friction"),
    [
        ({}, 0.5),
        ({"physics": NewtonCfg()}, 1.0),
        ({"physics": NewtonCfg(default_shape_cfg=NewtonShapeCfg(mu=0.7))}, 0.7),
        ({"physics": NewtonCfg(), "physics_material": RigidBodyMaterialCfg(dynamic_friction=0.3)}, 0.3),
    ],
)
def test_colliders_without_a_material_rub_as_the_engine_that_is_named(settings, friction):
    """PhysX gives them the simulation's material, of 0.5, and Newton its own friction of 1 (isaaclab_newton 3.0.0)."""
    assert SimulationContext(SimulationCfg(device="cpu", **settings)).cfg.physics_material.dynamic_friction == friction


def test_settings_of_newtons_solver_of_soft_bodies_are_for_these_and_leave_rigid_ones_newtons():
    solver = VBDSolverCfg(iterations=30, particle_enable_self_contact=True, particle_self_contact_radius=0.002)
    newton = NewtonCfg(num_substeps=3, solver_cfg=solver)
    context = SimulationContext(SimulationCfg(device="cpu", physics=newton))
    solver = context.cfg.solver
    assert (solver.soft_iterations, solver.soft_collision_distance) == (30, 0.002)
    assert (context.cfg.substeps, solver.cone, solver.integrator) == (3, "pyramidal", "euler")
    cube = MeshCuboidCfg(
        size=(0.1, 0.1, 0.1), deformable_props=DeformableBodyPropertiesCfg(simulation_hexahedral_resolution=2)
    )
    cube.func("/World/Cube", cube)
    context.reset()
    body = context.physics.backend.worlds[0].soft.worlds.bodies[0]
    assert (body.iterations, body.self_collision, body.self_collision_distance) == (30, True, 0.002)


def test_solvers_of_rigid_and_soft_bodies_that_are_coupled_are_each_of_their_own_bodies():
    entries = [
        CouplerEntryCfg(name="rigid", solver_cfg=MJWarpSolverCfg(cone="elliptic", iterations=17)),
        CouplerEntryCfg(name="soft", solver_cfg=VBDSolverCfg(iterations=40)),
    ]
    newton = NewtonCfg(
        solver_cfg=CouplerProxyCfg(entries=entries), soft_contact_cfg=NewtonSoftContactCfg(soft_contact_mu=3.0)
    )
    context = SimulationContext(SimulationCfg(device="cpu", physics=newton))
    solver = context.cfg.solver
    assert (solver.cone, solver.iterations, solver.soft_iterations, solver.soft_friction) == ("elliptic", 17, 40, 3.0)
    cube = MeshCuboidCfg(
        size=(0.1, 0.1, 0.1), deformable_props=DeformableBodyPropertiesCfg(simulation_hexahedral_resolution=2)
    )
    cube.func("/World/Cube", cube)
    context.reset()
    body = context.physics.backend.worlds[0].soft.worlds.bodies[0]
    assert (body.iterations, body.material.friction) == (40, 3.0)


def test_two_solvers_of_a_kind_are_not_coupled():
    entries = [CouplerEntryCfg(name=name, solver_cfg=VBDSolverCfg()) for name in "ab"]
    with pytest.raises(ValueError, match="VBDSolverCfg, VBDSolverCfg; expected one of rigid bodies and one of soft"):
        SimulationContext(SimulationCfg(device="cpu", physics=NewtonCfg(solver_cfg=CouplerProxyCfg(entries=entries))))


@pytest.mark.parametrize(
    "setting", [{"soft_iterations": 0}, {"soft_collision_distance": -0.1}, {"soft_friction": -1.0}]
)
def test_settings_for_soft_bodies_out_of_range_are_refused(setting):
    with pytest.raises(ValueError, match=f"solver.{next(iter(setting))}"):
        SimulationContext(SimulationCfg(device="cpu", solver=SolverCfg(**setting)))


def test_settings_without_effect_are_warned_of_once_when_simulated_with(caplog):
    @configclass
    class EngineCfg:
        pass

    accept_without_effect(EngineCfg, {"enable_ccd": False, "solver_type": 1})
    cfg = SimulationCfg(device="cpu", physx=EngineCfg(enable_ccd=True))
    cfg.physx.solver_type = 0
    with caplog.at_level(logging.WARNING, "pippin"):
        assert not caplog.messages
        for _ in range(2):
            with SimulationContext(cfg):
                pass
    assert [text.split(" ")[0] for text in caplog.messages] == ["EngineCfg.enable_ccd", "EngineCfg.solver_type"]


@pytest.mark.parametrize(
    "change",
    [
        {"dt": 0.0},
        {"dt": float("nan")},
        {"gravity": (0.0, 0.0, float("inf"))},
        {"gravity": (0.0, -9.81)},
        {"render_interval": 0},
        {"substeps": 0},
        {"substeps": 1.5},
        {"solver": SolverCfg(iterations=-1)},
        {"solver": SolverCfg(cone="round")},
        {"solver": SolverCfg(friction_law="viscous")},
        {"solver": SolverCfg(combines_materials="yes")},
        {"solver": SolverCfg(tolerance=-1e-8)},
        {"device": "gpu"},
    ],
    ids=str,
)
def test_values_out_of_range_are_refused_and_leave_no_context(change):
    with pytest.raises(ValueError, match=next(iter(change)) + r"|There is no device 'gpu'"):
        SimulationContext(SimulationCfg(**({"device": "cpu"} | change)))
    assert SimulationContext.instance() is None


def test_the_gpu_means_the_cpu_where_there_is_no_gpu(monkeypatch, caplog):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with caplog.at_level(logging.WARNING, "pippin"):
        assert resolve_device("cuda:0") == "cpu"
    assert "There is no GPU here" in caplog.text


def test_gpus_are_counted(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    assert resolve_device("cuda") == "cuda:0"
    assert resolve_device("cuda:1") == "cuda:1"
    with pytest.raises(ValueError, match=r"this machine has 2 GPU\(s\)"):
        resolve_device("cuda:2")
