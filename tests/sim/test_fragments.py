"""Properties by fragments: what they write, on which prims, and that it acts."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from pxr import Usd, UsdPhysics, UsdShade

from pippin.assets import Articulation, ArticulationCfg, RigidObject, RigidObjectCfg
from pippin.sim import (
    CuboidCfg,
    MassCfg,
    MujocoCollisionCfg,
    MujocoJointCfg,
    NewtonArticulationCfg,
    PhysxArticulationCfg,
    PhysxCollisionCfg,
    PhysxConvexHullCfg,
    PhysxJointCfg,
    PhysxMaterialCfg,
    PhysxRigidBodyCfg,
    RigidBodyFragment,
    SimulationCfg,
    SimulationContext,
    UsdFileCfg,
    UsdPhysicsCollisionCfg,
    UsdPhysicsDriveCfg,
    UsdPhysicsMeshCollisionCfg,
    UsdPhysicsRigidBodyCfg,
    UsdPhysicsRigidBodyMaterialCfg,
    apply_articulation_root_properties,
    apply_collision_properties,
    apply_joint_drive_properties,
    apply_mass_properties,
    apply_mesh_collision_properties,
    apply_rigid_body_properties,
)
from pippin.utils import configclass

ARM = """#usda 1.0
(
    defaultPrim = "arm"
    upAxis = "Z"
    metersPerUnit = 1
)
def Xform "arm" (prepend apiSchemas = ["PhysicsArticulationRootAPI"])
{
    def Cube "base" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI", "PhysicsMassAPI"])
    {
        double size = 0.1
        float physics:mass = 1
    }
    def Cube "link" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
    {
        double size = 0.1
        float physics:mass = 2
        point3f physics:centerOfMass = (0.5, 0, 0)
        float3 physics:diagonalInertia = (0.01, 0.01, 0.01)
    }
    def PhysicsRevoluteJoint "hinge" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])
    {
        rel physics:body0 = </arm/base>
        rel physics:body1 = </arm/link>
        uniform token physics:axis = "Y"
    }
}
"""
PROP = """#usda 1.0
(
    defaultPrim = "prop"
    upAxis = "Z"
    metersPerUnit = 1
)
def Xform "prop"
{
    def Cube "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        double size = 0.2
    }
}
"""


@pytest.fixture
def simulation() -> Iterator[SimulationContext]:
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as context:
        yield context


@pytest.fixture
def arm_file(tmp_path: Path) -> str:
    path = tmp_path / "arm.usda"
    path.write_text(ARM)
    return str(path)


def test_shapes_take_fragments(simulation: SimulationContext) -> None:
    cfg = CuboidCfg(
        size=(0.2, 0.2, 0.2),
        rigid_props=[UsdPhysicsRigidBodyCfg(), PhysxRigidBodyCfg(disable_gravity=True, linear_damping=0.5)],
        mass_props=MassCfg(mass=3.0),
        collision_props={"": [UsdPhysicsCollisionCfg(), PhysxCollisionCfg(rest_offset=0.01)]},
        physics_material=[
            UsdPhysicsRigidBodyMaterialCfg(dynamic_friction=0.7),
            PhysxMaterialCfg(friction_combine_mode="max"),
        ],
    )
    body = RigidObject(RigidObjectCfg(prim_path="/World/Box", spawn=cfg))
    simulation.reset()
    for _ in range(20):
        simulation.step()
        body.update(0.005)
    torch.testing.assert_close(body.data.root_pos_w.torch, torch.zeros(1, 3))
    assert body.data.body_mass.torch.item() == pytest.approx(3.0)
    stage = simulation.stage
    assert stage.GetPrimAtPath("/World/Box").GetAttribute("physxRigidBody:linearDamping").Get() == pytest.approx(0.5)
    shape = stage.GetPrimAtPath("/World/Box/geometry/mesh")
    assert shape.GetAttribute("physxCollision:restOffset").Get() == pytest.approx(0.01)
    material = UsdShade.MaterialBindingAPI(shape).ComputeBoundMaterial("physics")[0].GetPrim()
    assert material.GetAttribute("physics:dynamicFriction").Get() == pytest.approx(0.7)
    assert material.GetAttribute("physxMaterial:frictionCombineMode").Get() == "max"


@pytest.mark.parametrize("articulation_props", [None, [PhysxArticulationCfg(enabled_self_collisions=False)], {}])
def test_the_root_link_is_fixed_by_the_spawner(
    simulation: SimulationContext, arm_file: str, articulation_props: object
) -> None:
    """Its base stays where it is for half a second, in which it would fall 1.2 m."""
    cfg = UsdFileCfg(usd_path=arm_file, fix_root_link=True, articulation_props=articulation_props)
    arm = Articulation(ArticulationCfg(prim_path="/World/Arm", spawn=cfg, actuators={}))
    simulation.reset()
    assert arm.is_fixed_base
    for _ in range(100):
        simulation.step()
        arm.update(0.005)
    torch.testing.assert_close(arm.data.root_pos_w.torch, torch.zeros(1, 3))


def test_a_file_is_modified_where_it_has_what_the_fragments_describe(
    simulation: SimulationContext, arm_file: str
) -> None:
    cfg = UsdFileCfg(
        usd_path=arm_file,
        rigid_props=PhysxRigidBodyCfg(disable_gravity=True),
        mass_props={"/link": [MassCfg(mass=5.0)]},
        joint_drive_props=[
            UsdPhysicsDriveCfg(stiffness=90.0, damping=9.0, max_force=7.0),
            PhysxJointCfg(max_joint_velocity=2.0),
        ],
        articulation_props=[NewtonArticulationCfg(self_collision_enabled=True)],
        physics_material=UsdPhysicsRigidBodyMaterialCfg(static_friction=0.9),
    )
    cfg.func("/World/Arm", cfg)
    stage = simulation.stage
    for body, mass in (("base", 1.0), ("link", 5.0)):
        prim = stage.GetPrimAtPath(f"/World/Arm/{body}")
        assert prim.GetAttribute("physxRigidBody:disableGravity").Get()
        assert prim.GetAttribute("physics:mass").Get() == pytest.approx(mass)
    assert not stage.GetPrimAtPath("/World/Arm").HasAPI(UsdPhysics.RigidBodyAPI)
    joint = stage.GetPrimAtPath("/World/Arm/hinge")
    expected = {
        "drive:angular:physics:stiffness": math.radians(90.0),
        "drive:angular:physics:damping": math.radians(9.0),
        "drive:angular:physics:maxForce": 7.0,
        "physxJoint:maxJointVelocity": math.degrees(2.0),
    }
    for name, value in expected.items():
        assert joint.GetAttribute(name).Get() == pytest.approx(value)
    assert stage.GetPrimAtPath("/World/Arm").GetAttribute("newton:selfCollisionEnabled").Get()
    material = UsdShade.MaterialBindingAPI(stage.GetPrimAtPath("/World/Arm/base")).ComputeBoundMaterial("physics")[0]
    assert material.GetPrim().GetAttribute("physics:staticFriction").Get() == pytest.approx(0.9)


def test_a_file_without_physics_becomes_a_body(simulation: SimulationContext, tmp_path: Path) -> None:
    (tmp_path / "prop.usda").write_text(PROP)
    cfg = UsdFileCfg(
        usd_path=str(tmp_path / "prop.usda"),
        rigid_props=[UsdPhysicsRigidBodyCfg(rigid_body_enabled=True)],
        mass_props=[MassCfg(mass=0.5)],
    )
    prop = RigidObject(RigidObjectCfg(prim_path="/World/Prop", spawn=cfg))
    simulation.reset()
    assert prop.data.body_mass.torch.item() == pytest.approx(0.5)


def test_writers_choose_prims_by_expressions(
    simulation: SimulationContext, arm_file: str, caplog: pytest.LogCaptureFixture
) -> None:
    cfg = UsdFileCfg(usd_path=arm_file)
    cfg.func("/World/Arm", cfg)
    stage = simulation.stage
    heavy = [MassCfg(mass=7.0)]
    assert apply_mass_properties("/World/Arm/[^/]+", heavy)
    masses = [stage.GetPrimAtPath(f"/World/Arm/{name}").GetAttribute("physics:mass").Get() for name in ("base", "link")]
    assert masses == [7.0, 7.0]
    assert apply_rigid_body_properties("/World/Arm/.*", [])
    with caplog.at_level(logging.WARNING, logger="pippin"):
        assert not apply_rigid_body_properties("/World/Nobody", [UsdPhysicsRigidBodyCfg()])
        assert not apply_collision_properties("/World/Arm/link", [UsdPhysicsCollisionCfg()])
    assert len(caplog.records) == 2
    assert apply_collision_properties("/World/Arm/link", [UsdPhysicsCollisionCfg()], create_if_missing=True)
    assert stage.GetPrimAtPath("/World/Arm/link").HasAPI(UsdPhysics.CollisionAPI)
    assert apply_joint_drive_properties(
        "/World/Arm/.*", [UsdPhysicsDriveCfg(drive_type="force")], ensure_drives_exist=True
    )
    drive = UsdPhysics.DriveAPI(stage.GetPrimAtPath("/World/Arm/hinge"), "angular")
    assert drive.GetStiffnessAttr().Get() == pytest.approx(math.radians(1e-3))
    with pytest.raises(TypeError, match="ArticulationRootFragment"):
        apply_articulation_root_properties("/World/Arm", heavy)  # type: ignore[arg-type]


def test_mujoco_fragments(simulation: SimulationContext, arm_file: str) -> None:
    cfg = UsdFileCfg(
        usd_path=arm_file,
        collision_props=[MujocoCollisionCfg(condim=4, solref=(0.01, 1.0))],
        joint_drive_props=MujocoJointCfg(actuatorgravcomp=True),
    )
    cfg.func("/World/Arm", cfg)
    stage = simulation.stage
    base = stage.GetPrimAtPath("/World/Arm/base")
    assert base.GetAttribute("mjc:condim").Get() == 4
    assert list(base.GetAttribute("mjc:solref").Get()) == [0.01, 1.0]
    assert stage.GetPrimAtPath("/World/Arm/link").GetAttribute("mjc:gravcomp").Get() == 1.0
    with pytest.raises(ValueError, match="condim"):
        apply_collision_properties("/World/Arm/base", [MujocoCollisionCfg(condim=2)])


def test_approximations_of_meshes(simulation: SimulationContext) -> None:
    stage = simulation.stage
    stage.DefinePrim("/World/Mesh", "Mesh")
    fragments = [PhysxConvexHullCfg(hull_vertex_limit=32), UsdPhysicsMeshCollisionCfg()]
    assert apply_mesh_collision_properties("/World/Mesh", fragments)
    prim = stage.GetPrimAtPath("/World/Mesh")
    assert prim.GetAttribute("physics:approximation").Get() == "convexHull"
    assert prim.GetAttribute("physxConvexHullCollision:hullVertexLimit").Get() == 32
    with pytest.raises(ValueError, match="'blob'"):
        apply_mesh_collision_properties("/World/Mesh", [UsdPhysicsMeshCollisionCfg(mesh_approximation_name="blob")])


def test_programs_have_fragments_of_their_own(simulation: SimulationContext) -> None:
    @configclass
    class OwnCfg(RigidBodyFragment):
        _usd_namespace = "own"
        _usd_applied_schema = "OwnAPI"
        some_number: float | None = None
        some_name: str | None = None

    stage = simulation.stage
    UsdPhysics.RigidBodyAPI.Apply(stage.DefinePrim("/World/Body", "Xform"))
    assert apply_rigid_body_properties("/World/Body", [OwnCfg(some_number=2, some_name="a")])
    prim: Usd.Prim = stage.GetPrimAtPath("/World/Body")
    assert prim.GetAttribute("own:someNumber").Get() == 2.0
    assert prim.GetAttribute("own:someName").Get() == "a"


@pytest.mark.parametrize(
    "fragment", [PhysxRigidBodyCfg(linear_damping=-1.0), PhysxRigidBodyCfg(angular_damping=math.nan)]
)
def test_values_that_make_no_sense_are_refused(simulation: SimulationContext, fragment: PhysxRigidBodyCfg) -> None:
    UsdPhysics.RigidBodyAPI.Apply(simulation.stage.DefinePrim("/World/Body", "Xform"))
    with pytest.raises(ValueError, match="PhysxRigidBodyCfg"):
        apply_rigid_body_properties("/World/Body", [fragment])
