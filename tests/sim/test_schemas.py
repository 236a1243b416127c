"""Where the fields of property configs go on prims, and in which units."""

from __future__ import annotations

import logging
import math
from dataclasses import fields

import numpy as np
import pytest
from pxr import Sdf, Usd, UsdGeom, UsdPhysics

from pippin import sim
from pippin.sim import schemas
from pippin.sim.schemas import articulations, bodies, joint_drives, mesh_collision, tendons

pytestmark = pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")  # the older configs work, too

FLOAT = 1e-6  # relative rounding of single precision


def body(path: str) -> Usd.Prim:
    prim = sim.define_prim(path)
    UsdPhysics.RigidBodyAPI.Apply(prim)
    UsdPhysics.MassAPI.Apply(prim)
    return prim


@pytest.fixture
def arm(stage):
    """Two links and a collider each, joined by a hinge and a slide to one another and a third link."""
    for name in ("base", "link", "tip"):
        body(f"/arm/{name}")
        UsdPhysics.CollisionAPI.Apply(sim.define_prim(f"/arm/{name}/shape", "Cube"))
    UsdPhysics.ArticulationRootAPI.Apply(stage.GetPrimAtPath("/arm"))
    for kind, name, parent, child in [
        (UsdPhysics.RevoluteJoint, "hinge", "base", "link"),
        (UsdPhysics.PrismaticJoint, "slide", "link", "tip"),
    ]:
        joint = kind.Define(stage, f"/arm/joints/{name}")
        joint.CreateBody0Rel().SetTargets([f"/arm/{parent}"])
        joint.CreateBody1Rel().SetTargets([f"/arm/{child}"])
    return stage


@pytest.mark.parametrize(
    "cfg_class, attributes",
    [
        (schemas.RigidBodyPropertiesCfg, bodies.RIGID_BODY_ATTRIBUTES),
        (schemas.MassPropertiesCfg, bodies.MASS_ATTRIBUTES),
        (schemas.CollisionPropertiesCfg, bodies.COLLISION_ATTRIBUTES | {"mesh_collision_property": None}),
        (schemas.ArticulationRootPropertiesCfg, articulations.ARTICULATION_ATTRIBUTES | {"fix_root_link": None}),
        (
            schemas.JointDrivePropertiesCfg,
            joint_drives.JOINT_DRIVE_ATTRIBUTES | {"ensure_drives_exist": None},
        ),
        (schemas.FixedTendonPropertiesCfg, tendons.FIXED_TENDON_ATTRIBUTES),
        (schemas.SpatialTendonPropertiesCfg, tendons.SPATIAL_TENDON_ATTRIBUTES),
        *(
            (cls, cls.attributes | {"mesh_approximation_name": None})
            for cls in mesh_collision.MeshCollisionPropertiesCfg.__subclasses__()
            if cls.__module__ == mesh_collision.__name__
        ),
    ],
)
def test_every_field_has_its_place(cfg_class, attributes):
    assert {field.name for field in fields(cfg_class)} == set(attributes)


@pytest.mark.parametrize(
    "attributes", [bodies.RIGID_BODY_ATTRIBUTES, bodies.MASS_ATTRIBUTES, bodies.COLLISION_ATTRIBUTES]
)
def test_attributes_of_usd_physics_are_those_of_its_schemas(stage, attributes):
    for attribute in attributes.values():
        if attribute.schema.startswith("Physics"):
            definition = Usd.SchemaRegistry().FindAppliedAPIPrimDefinition(attribute.schema)
            assert definition.GetSchemaAttributeSpec(attribute.name).typeName == attribute.type


def test_properties_are_authored_on_the_prim_and_its_schemas_listed(stage):
    sim.define_prim("/A")
    cfg = schemas.RigidBodyPropertiesCfg(kinematic_enabled=True, disable_gravity=True, linear_damping=0.25)
    schemas.define_rigid_body_properties("/A", cfg)
    prim = stage.GetPrimAtPath("/A")
    assert UsdPhysics.RigidBodyAPI(prim).GetKinematicEnabledAttr().Get() is True
    assert prim.GetAttribute("physxRigidBody:disableGravity").Get() is True
    assert prim.GetAttribute("physxRigidBody:linearDamping").Get() == 0.25
    assert not prim.GetAttribute("physxRigidBody:angularDamping")
    assert {"PhysicsRigidBodyAPI", "PhysxRigidBodyAPI"} <= set(schemas.applied_schemas(prim))
    assert {"PhysicsRigidBodyAPI", "PhysxRigidBodyAPI"} <= set(prim.GetAppliedSchemas()), "USD knows the name"
    assert prim.HasAPIInFamily("PhysxRigidBodyAPI")


@pytest.mark.parametrize(
    "kind", ["ArticulationRoot", "Collision", "Material", "MeshCollision", "SDFCollision", "Mimic"]
)
def test_usd_knows_the_names_of_newtons_schemas(stage, kind):
    prim = sim.define_prim("/A")
    prim.AddAppliedSchema(f"Newton{kind}API")
    assert f"Newton{kind}API" in prim.GetAppliedSchemas()


def test_newtons_schemas_are_applied_where_a_field_of_them_is_set(stage):
    for path, margin in (("/A", 0.005), ("/B", None)):
        sim.define_prim(path, "Cube")
        schemas.define_collision_properties(path, schemas.NewtonCollisionPropertiesCfg(contact_margin=margin))
    assert "NewtonCollisionAPI" in stage.GetPrimAtPath("/A").GetAppliedSchemas()
    assert "NewtonCollisionAPI" not in stage.GetPrimAtPath("/B").GetAppliedSchemas()


def test_modifying_reaches_all_that_is_below_and_says_whether_there_was_any(arm):
    assert schemas.modify_collision_properties("/arm", schemas.CollisionPropertiesCfg(contact_offset=0.5))
    for name in ("base", "link", "tip"):
        assert arm.GetPrimAtPath(f"/arm/{name}/shape").GetAttribute("physxCollision:contactOffset").Get() == 0.5
        assert not arm.GetPrimAtPath(f"/arm/{name}").GetAttribute("physxCollision:contactOffset")
    assert not schemas.modify_rigid_body_properties("/arm/joints", schemas.RigidBodyPropertiesCfg(linear_damping=1.0))


def test_nested_bodies_are_modified_too(stage):
    body("/A")
    body("/A/B")
    schemas.modify_mass_properties("/A", schemas.MassPropertiesCfg(mass=3.0))
    assert [UsdPhysics.MassAPI(stage.GetPrimAtPath(path)).GetMassAttr().Get() for path in ("/A", "/A/B")] == [3.0, 3.0]


def test_parts_of_instances_are_skipped_with_a_warning(stage, caplog):
    body("/Prototype/body")
    instance = sim.define_prim("/Instance")
    instance.GetReferences().AddInternalReference("/Prototype")
    instance.SetInstanceable(True)
    with caplog.at_level(logging.WARNING, "pippin"):
        assert not schemas.modify_mass_properties("/Instance", schemas.MassPropertiesCfg(mass=3.0))
    assert "1 prims below '/Instance' are parts of instances" in caplog.text


@pytest.mark.parametrize(
    "modify, cfg, message",
    [
        (schemas.modify_mass_properties, schemas.MassPropertiesCfg(mass=-1.0), "MassPropertiesCfg.mass is -1.0"),
        (schemas.modify_mass_properties, schemas.MassPropertiesCfg(density=math.nan), "density is nan"),
        (
            schemas.modify_joint_drive_properties,
            schemas.JointDrivePropertiesCfg(drive_type="spring"),
            "drive_type is 'spring': it should be one of force, acceleration",
        ),
        (
            schemas.modify_rigid_body_properties,
            schemas.RigidBodyPropertiesCfg(solver_position_iteration_count=0),
            "should be at least 1",
        ),
        (
            schemas.modify_mesh_collision_properties,
            schemas.ConvexHullPropertiesCfg(hull_vertex_limit=3),
            "should be at least 4",
        ),
        (
            schemas.modify_mesh_collision_properties,
            schemas.MeshCollisionPropertiesCfg(mesh_approximation_name="hull"),
            "MeshCollisionPropertiesCfg.mesh_approximation_name is 'hull'; there are: .*convexHull",
        ),
    ],
)
def test_values_out_of_range_are_refused_and_nothing_is_authored(arm, modify, cfg, message):
    before = arm.ExportToString()
    with pytest.raises(ValueError, match=message):
        modify("/arm", cfg)
    assert arm.ExportToString() == before


def test_a_path_without_prim_is_refused(stage):
    with pytest.raises(ValueError, match="There is no prim at '/nothing'"):
        schemas.modify_mass_properties("/nothing", schemas.MassPropertiesCfg(mass=1.0))


def test_drives_are_si_in_configs_and_in_degrees_on_the_stage(arm):
    cfg = schemas.JointDrivePropertiesCfg("acceleration", max_effort=5.0, max_velocity=2.0, stiffness=30.0, damping=4.0)
    schemas.modify_joint_drive_properties("/arm", cfg)
    hinge, slide = (arm.GetPrimAtPath(f"/arm/joints/{name}") for name in ("hinge", "slide"))
    angular, linear = UsdPhysics.DriveAPI(hinge, "angular"), UsdPhysics.DriveAPI(slide, "linear")
    for drive in (angular, linear):
        assert drive.GetTypeAttr().Get() == "acceleration"
        assert drive.GetMaxForceAttr().Get() == 5.0
    # The torque of one degree of error is the same in both units.
    assert angular.GetStiffnessAttr().Get() == pytest.approx(30.0 * math.pi / 180.0, rel=FLOAT)
    assert angular.GetDampingAttr().Get() == pytest.approx(4.0 * math.pi / 180.0, rel=FLOAT)
    assert hinge.GetAttribute("physxJoint:maxJointVelocity").Get() == pytest.approx(math.degrees(2.0), rel=FLOAT)
    assert linear.GetStiffnessAttr().Get() == 30.0
    assert linear.GetDampingAttr().Get() == 4.0
    assert slide.GetAttribute("physxJoint:maxJointVelocity").Get() == 2.0


def test_joints_that_follow_others_get_no_drive(arm):
    hinge = arm.GetPrimAtPath("/arm/joints/hinge")
    hinge.AddAppliedSchema("PhysxMimicJointAPI:rotX")
    schemas.modify_joint_drive_properties("/arm", schemas.JointDrivePropertiesCfg(stiffness=1.0))
    assert not hinge.HasAPI(UsdPhysics.DriveAPI)
    assert arm.GetPrimAtPath("/arm/joints/slide").HasAPI(UsdPhysics.DriveAPI)


def test_only_joints_with_one_axis_can_be_driven(arm):
    with pytest.raises(ValueError, match="'/arm/base' is of type 'Xform'"):
        schemas.define_joint_drive_properties("/arm/base", schemas.JointDrivePropertiesCfg(stiffness=1.0))


def test_a_root_link_is_fixed_where_it_is(arm):
    sim.set_local_pose(arm.GetPrimAtPath("/arm"), (1.0, 2.0, 3.0))
    sim.set_local_pose(arm.GetPrimAtPath("/arm/base"), (0.0, 0.0, 1.0), (0.0, 0.0, math.sin(0.5), math.cos(0.5)))
    schemas.modify_articulation_root_properties("/arm", schemas.ArticulationRootPropertiesCfg(fix_root_link=True))
    joint = schemas.find_global_fixed_joint_prim("/arm")
    assert joint.GetBody0Rel().GetTargets() == []
    assert joint.GetBody1Rel().GetTargets() == [Sdf.Path("/arm/base")]
    np.testing.assert_allclose(joint.GetLocalPos0Attr().Get(), (1.0, 2.0, 4.0), rtol=FLOAT)
    quat = joint.GetLocalRot0Attr().Get()
    np.testing.assert_allclose((*quat.GetImaginary(), quat.GetReal()), (0, 0, math.sin(0.5), math.cos(0.5)), atol=FLOAT)


def test_a_link_of_an_instance_is_fixed_by_a_joint_above_it(arm):
    base = arm.GetPrimAtPath("/arm/base")
    arm.GetPrimAtPath("/arm").SetInstanceable(True)
    base.SetInstanceable(True)
    schemas.create_world_fixed_joint(base, arm)
    joint = schemas.find_global_fixed_joint_prim("/FixedJoint")
    assert joint.GetBody1Rel().GetTargets() == [Sdf.Path("/arm/base")]
    with pytest.raises(ValueError, match="articulation_prim"):
        schemas.create_world_fixed_joint(arm.GetPrimAtPath("/nothing"), arm)


def test_a_fixed_root_link_is_let_loose_and_fixed_again_by_the_same_joint(arm):
    path = "/arm"
    for fixed in (True, False, True):
        schemas.modify_articulation_root_properties(path, schemas.ArticulationRootPropertiesCfg(fix_root_link=fixed))
        joint = schemas.find_global_fixed_joint_prim(path)
        assert joint.GetJointEnabledAttr().Get() is fixed
        assert (schemas.find_global_fixed_joint_prim(path, check_enabled_only=True) is not None) is fixed
    assert len([prim for prim in arm.Traverse() if prim.IsA(UsdPhysics.FixedJoint)]) == 1


def test_a_floating_root_link_stays_so_without_a_joint(arm):
    schemas.modify_articulation_root_properties("/arm", schemas.ArticulationRootPropertiesCfg(fix_root_link=False))
    assert schemas.find_global_fixed_joint_prim("/arm") is None


def test_an_articulation_with_two_roots_cannot_be_fixed(arm):
    body("/arm/stray")
    with pytest.raises(ValueError, match="should have one root link, but has: base, stray"):
        schemas.modify_articulation_root_properties("/arm", schemas.ArticulationRootPropertiesCfg(fix_root_link=True))


def test_an_articulation_without_bodies_cannot_be_fixed(arm):
    UsdGeom.Xform.Define(arm, "/empty")
    with pytest.raises(NotImplementedError, match="'/empty' has no rigid body"):
        schemas.define_articulation_root_properties("/empty", schemas.ArticulationRootPropertiesCfg(fix_root_link=True))


@pytest.mark.parametrize(
    "schema, modify, cfg",
    [
        ("PhysxTendonAxisRootAPI", schemas.modify_fixed_tendon_properties, schemas.FixedTendonPropertiesCfg),
        ("PhysxTendonAttachmentRootAPI", schemas.modify_spatial_tendon_properties, schemas.SpatialTendonPropertiesCfg),
    ],
)
def test_tendons_are_changed_by_instance(arm, schema, modify, cfg):
    prim = arm.GetPrimAtPath("/arm/joints/hinge")
    for instance in ("first", "second"):
        prim.AddAppliedSchema(f"{schema}:{instance}")
    assert modify("/arm", cfg(stiffness=7.0, tendon_enabled=False))
    for instance in ("first", "second"):
        assert prim.GetAttribute(f"physxTendon:{instance}:stiffness").Get() == 7.0
        assert prim.GetAttribute(f"physxTendon:{instance}:tendonEnabled").Get() is False


def test_tendons_of_mujoco_take_what_they_have_of_physx(stage):
    tendon = stage.DefinePrim("/Tendon", "MjcTendon")
    cfg = schemas.FixedTendonPropertiesCfg(stiffness=2.0, damping=0.25, lower_limit=-1.0)
    assert schemas.modify_fixed_tendon_properties("/Tendon", cfg)
    assert [tendon.GetAttribute(f"mjc:{name}").Get() for name in ("stiffness", "damping")] == [2.0, 0.25]
    assert not tendon.HasAttribute("mjc:lowerLimit")


@pytest.mark.parametrize(("api", "is_driven"), [("PhysxTendonAxisAPI", False), ("PhysxTendonAxisRootAPI", True)])
def test_joints_that_a_tendon_moves_keep_their_drive(arm, api, is_driven):
    hinge = arm.GetPrimAtPath("/arm/joints/hinge")
    hinge.AddAppliedSchema("PhysxTendonAxisAPI:finger")
    hinge.AddAppliedSchema(f"{api}:finger")
    cfg = schemas.JointDrivePropertiesCfg(stiffness=1.0)
    assert schemas.modify_joint_drive_properties("/arm/joints/hinge", cfg) is is_driven


@pytest.mark.parametrize(
    "cfg, approximation",
    [
        (schemas.BoundingCubePropertiesCfg(), "boundingCube"),
        (schemas.BoundingSpherePropertiesCfg(), "boundingSphere"),
        (schemas.ConvexHullPropertiesCfg(hull_vertex_limit=32), "convexHull"),
        (schemas.ConvexDecompositionPropertiesCfg(max_convex_hulls=8), "convexDecomposition"),
        (schemas.TriangleMeshPropertiesCfg(), "none"),
        (schemas.TriangleMeshSimplificationPropertiesCfg(), "meshSimplification"),
        (schemas.SDFMeshPropertiesCfg(sdf_resolution=64), "sdf"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_meshes_are_approximated(stage, cfg, approximation):
    prim = sim.define_prim("/A/mesh", "Mesh")
    schemas.define_mesh_collision_properties("/A/mesh", cfg)
    assert prim.HasAPI(UsdPhysics.CollisionAPI)
    assert UsdPhysics.MeshCollisionAPI(prim).GetApproximationAttr().Get() == approximation
    given = {name: value for name, value in vars(cfg).items() if name in cfg.attributes and value is not None}
    assert {prim.GetAttribute(cfg.attributes[name].name).Get() for name in given} == set(given.values())


def test_only_meshes_are_approximated(stage, caplog):
    sim.define_prim("/A", "Cube")
    sim.define_prim("/X", "Xform")
    with pytest.raises(ValueError, match="'/X' is of type 'Xform'"):
        schemas.define_mesh_collision_properties("/X", schemas.ConvexHullPropertiesCfg())
    cfg = schemas.NewtonMeshCollisionPropertiesCfg(
        mesh_approximation_name="convexHull", max_hull_vertices=32, contact_margin=0.005, contact_offset=0.02
    )
    schemas.define_mesh_collision_properties("/A", cfg)
    written = ("newton:maxHullVertices", "newton:contactMargin", "physxCollision:contactOffset")
    assert [stage.GetPrimAtPath("/A").GetAttribute(name).Get() for name in written] == pytest.approx([32, 0.005, 0.02])
    assert "'/A' is of type 'Cube', which collides as it is" in caplog.text


def test_bodies_report_their_contacts(arm):
    schemas.activate_contact_sensors("/arm", threshold=2.0)
    prim = arm.GetPrimAtPath("/arm/tip")
    assert "PhysxContactReportAPI" in schemas.applied_schemas(prim)
    assert prim.GetAttribute("physxContactReport:threshold").Get() == 2.0


def test_without_bodies_no_contacts_are_reported(stage):
    sim.define_prim("/A", "Cube")
    with pytest.raises(ValueError, match="No rigid body at or below '/A'"):
        schemas.activate_contact_sensors("/A")


def test_what_is_authored_outlives_saving(arm, tmp_path):
    schemas.modify_rigid_body_properties("/arm", schemas.RigidBodyPropertiesCfg(disable_gravity=True))
    sim.save_stage(str(tmp_path / "arm.usda"))
    stage = Usd.Stage.Open(str(tmp_path / "arm.usda"))
    prim = stage.GetPrimAtPath("/arm/link")
    assert "PhysxRigidBodyAPI" in schemas.applied_schemas(prim)
    assert prim.GetAttribute("physxRigidBody:disableGravity").Get() is True
    assert UsdGeom.GetStageMetersPerUnit(stage) == 1.0


def test_root_of_a_fixed_articulation_is_the_prim_above_its_root_link(stage):
    base = body("/Robot/base")
    UsdPhysics.ArticulationRootAPI.Apply(base)
    schemas.modify_articulation_root_properties("/Robot", schemas.ArticulationRootPropertiesCfg(sleep_threshold=0.5))
    schemas.modify_articulation_root_properties(
        "/Robot", schemas.ArticulationRootPropertiesCfg(fix_root_link=True, enabled_self_collisions=False)
    )
    robot = stage.GetPrimAtPath("/Robot")
    assert robot.HasAPI(UsdPhysics.ArticulationRootAPI) and not base.HasAPI(UsdPhysics.ArticulationRootAPI)
    assert robot.GetAttribute("physxArticulation:sleepThreshold").Get() == pytest.approx(0.5)
    assert not base.HasAttribute("physxArticulation:sleepThreshold")
    assert robot.GetAttribute("newton:selfCollisionEnabled").Get() is False


def test_root_of_an_asset_that_is_one_link_stays(stage):
    link = body("/Arm")
    UsdPhysics.ArticulationRootAPI.Apply(link)
    schemas.modify_articulation_root_properties("/Arm", schemas.ArticulationRootPropertiesCfg(fix_root_link=True))
    assert link.HasAPI(UsdPhysics.ArticulationRootAPI)


def test_joints_that_a_tendon_moves_get_no_drive(arm):
    arm.GetPrimAtPath("/arm/joints/hinge").AddAppliedSchema("PhysxTendonAxisAPI:finger")
    drive = schemas.UsdPhysicsDriveCfg(stiffness=1.0)
    assert schemas.apply_joint_drive_properties("/arm/joints/.*", [drive])
    assert not arm.GetPrimAtPath("/arm/joints/hinge").HasAPI(UsdPhysics.DriveAPI)
    assert arm.GetPrimAtPath("/arm/joints/slide").HasAPI(UsdPhysics.DriveAPI, "linear")


def test_axes_of_a_tendon_are_its_root_and_the_others(stage):
    for path, schema in (("/hand/root", "PhysxTendonAxisRootAPI"), ("/hand/child", "PhysxTendonAxisAPI")):
        sim.define_prim(path).AddAppliedSchema(f"{schema}:finger")
    axis = schemas.PhysxTendonAxisCfg(gearing=[-0.5], joint_axis=["rotX"])
    assert schemas.apply_fixed_tendon_properties("/hand/.*", [axis])
    for path in ("/hand/root", "/hand/child"):
        assert list(stage.GetPrimAtPath(path).GetAttribute("physxTendon:finger:gearing").Get()) == [-0.5]


def test_paths_are_texts_or_usds_own(stage):
    link = body("/Arm")
    assert schemas.modify_mass_properties(link.GetPath(), schemas.MassPropertiesCfg(mass=2.0))
    assert link.GetAttribute("physics:mass").Get() == 2.0


def test_bodies_that_report_contacts_never_sleep(stage):
    link = body("/Arm")
    schemas.activate_contact_sensors("/Arm")
    assert link.GetAttribute("physxRigidBody:sleepThreshold").Get() == 0.0


def test_values_without_names_are_usds_first() -> None:
    """As Isaac Lab has them: the first value of a rigid body's properties once switched gravity off."""
    bodies = schemas.RigidBodyPropertiesCfg(True, False, disable_gravity=True)
    assert (bodies.rigid_body_enabled, bodies.kinematic_enabled, bodies.disable_gravity) == (True, False, True)
    colliders = schemas.CollisionPropertiesCfg(False, 0.02)
    assert (colliders.collision_enabled, colliders.contact_offset) == (False, 0.02)
