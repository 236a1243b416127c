"""Robots and objects from files: what the file says, what the config changes, and what is refused."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest
from pxr import Sdf, Usd, UsdGeom, UsdPhysics, UsdShade
from scipy.spatial.transform import Rotation

from pippin import sim
from pippin.sim import files

pytestmark = pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")  # the older configs work, too

MJCF = """
<mujoco model="pole">
  <worldbody>
    <body name="pole" pos="0 0 1">
      <freejoint/>
      <geom name="pole" type="capsule" size="0.05 0.5" mass="1"/>
      <body name="arm" pos="0 0 0.5">
        <joint name="hinge" axis="0 1 0"/>
        <geom type="box" size="0.1 0.1 0.1" mass="1"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""

URDF = """
<robot name="pole">
  <link name="pole">
    <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.1 0.1 1"/></geometry></collision>
  </link>
  <link name="arm">
    <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><sphere radius="0.1"/></geometry></collision>
  </link>
  <joint name="hinge" type="revolute">
    <parent link="pole"/><child link="arm"/><origin xyz="0 0 0.5"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="10" velocity="2"/>
  </joint>
</robot>
"""


def write_robot(path: Path, units: float = 1.0, up_axis: str = "Z") -> str:
    """A USD file with an articulation of two bodies and a hinge, its root 1 unit from the origin along y."""
    stage = Usd.Stage.CreateNew(str(path))
    UsdGeom.SetStageUpAxis(stage, up_axis)
    UsdGeom.SetStageMetersPerUnit(stage, units)
    root = UsdGeom.Xform.Define(stage, "/robot")
    root.AddTranslateOp().Set((0.0, 1.0, 0.0))
    root.AddRotateZOp().Set(30.0)
    UsdPhysics.ArticulationRootAPI.Apply(root.GetPrim())
    for name in ("base", "tip"):
        link = UsdGeom.Xform.Define(stage, f"/robot/{name}").GetPrim()
        UsdPhysics.RigidBodyAPI.Apply(link)
        UsdPhysics.CollisionAPI.Apply(UsdGeom.Cube.Define(stage, f"/robot/{name}/shape").GetPrim())
    hinge = UsdPhysics.RevoluteJoint.Define(stage, "/robot/joints/hinge")
    hinge.CreateBody0Rel().SetTargets(["/robot/base"])
    hinge.CreateBody1Rel().SetTargets(["/robot/tip"])
    colors = root.GetPrim().GetVariantSets().AddVariantSet("color")
    for name in ("red", "blue"):
        colors.AddVariant(name)
        colors.SetVariantSelection(name)
        with colors.GetVariantEditContext():
            UsdGeom.Xform.Define(stage, f"/robot/is_{name}")
    stage.SetDefaultPrim(root.GetPrim())
    stage.GetRootLayer().Save()
    return str(path)


@pytest.fixture
def robot(tmp_path):
    return write_robot(tmp_path / "robot.usda")


def test_prims_of_a_file_are_referred_to_and_placed(stage, robot):
    prim = sim.spawn("/World/Robot", sim.UsdFileCfg(usd_path=robot, scale=(2.0, 2.0, 2.0)), (1.0, 2.0, 3.0))
    assert prim.GetPath() == "/World/Robot"
    assert sim.resolve_prim_pose(prim)[0] == (1.0, 2.0, 3.0)
    np.testing.assert_allclose(sim.resolve_prim_scale(stage.GetPrimAtPath("/World/Robot/base")), 2.0, atol=1e-7)
    hinge = UsdPhysics.Joint(stage.GetPrimAtPath("/World/Robot/joints/hinge"))
    assert hinge.GetBody1Rel().GetTargets() == [Sdf.Path("/World/Robot/tip")]


def test_without_a_pose_the_one_in_the_file_counts(stage, robot):
    assert sim.resolve_prim_pose(sim.spawn("/World/Robot", sim.UsdFileCfg(usd_path=robot)))[0] == (0.0, 1.0, 0.0)


def test_properties_stand_above_those_of_the_file_which_is_not_changed(stage, robot):
    before = Path(robot).read_bytes()
    cfg = sim.UsdFileCfg(
        usd_path=robot,
        rigid_props=sim.RigidBodyPropertiesCfg(disable_gravity=True),
        collision_props=sim.CollisionPropertiesCfg(contact_offset=0.25),
        articulation_props=sim.ArticulationRootPropertiesCfg(enabled_self_collisions=False, fix_root_link=True),
        joint_drive_props=sim.JointDrivePropertiesCfg(stiffness=10.0),
        activate_contact_sensors=True,
        visual_material=sim.PreviewSurfaceCfg(),
    )
    sim.spawn("/World/Robot", cfg)
    tip, root = stage.GetPrimAtPath("/World/Robot/tip"), stage.GetPrimAtPath("/World/Robot")
    assert tip.GetAttribute("physxRigidBody:disableGravity").Get() is True
    assert tip.GetChild("shape").GetAttribute("physxCollision:contactOffset").Get() == 0.25
    assert root.GetAttribute("physxArticulation:enabledSelfCollisions").Get() is False
    assert sim.find_global_fixed_joint_prim("/World/Robot").GetBody1Rel().GetTargets() == ["/World/Robot/base"]
    assert stage.GetPrimAtPath("/World/Robot/joints/hinge").HasAPI(UsdPhysics.DriveAPI, "angular")
    assert {"PhysicsRigidBodyAPI", "PhysxContactReportAPI"} <= set(sim.applied_schemas(tip))
    material, _ = UsdShade.MaterialBindingAPI(tip.GetChild("shape")).ComputeBoundMaterial()
    assert material.GetPath() == "/World/Robot/material"
    assert Path(robot).read_bytes() == before


def test_properties_that_nothing_has_are_warned_of(stage, robot, caplog):
    cfg = sim.UsdFileCfg(usd_path=robot, fixed_tendons_props=sim.FixedTendonPropertiesCfg(stiffness=1.0))
    with caplog.at_level(logging.WARNING, "pippin"):
        sim.spawn("/World/Robot", cfg)
    assert "fixed_tendons_props has no effect at '/World/Robot': there is no fixed tendon." in caplog.text


@pytest.mark.parametrize("color", ["red", "blue"])
def test_variants_are_selected(stage, robot, color):
    sim.spawn("/World/Robot", sim.UsdFileCfg(usd_path=robot, variants={"color": color}))
    assert [path for path in ("red", "blue") if sim.is_prim_path_valid(f"/World/Robot/is_{path}")] == [color]


def test_unknown_variants_are_refused(stage, robot):
    with pytest.raises(ValueError, match="does not offer variant 'green'; expected one of: "):
        sim.spawn("/World/Robot", sim.UsdFileCfg(usd_path=robot, variants={"color": "green"}))
    assert not sim.is_prim_path_valid("/World")


def test_unknown_variant_sets_are_named(stage, robot, caplog):
    """As in Isaac Lab, whose configs choose grippers and physics of NVIDIA's files."""
    sim.spawn("/World/Robot", sim.UsdFileCfg(usd_path=robot, variants={"colour": "red", "color": "blue"}))
    assert "has no variant set 'colour', so that 'red' has no effect; there are: color" in caplog.text
    assert sim.is_prim_path_valid("/World/Robot/is_blue")


def test_files_in_other_units_and_axes_are_adapted(stage, tmp_path):
    robot = write_robot(tmp_path / "centimetres.usda", units=0.01, up_axis="Y")
    as_in_file = sim.spawn("/World/A", sim.UsdFileCfg(usd_path=robot))
    rotation = Rotation.from_rotvec((0.2, 0.4, 0.6))
    placed = sim.spawn("/World/B", sim.UsdFileCfg(usd_path=robot), (1.0, 2.0, 3.0), rotation.as_quat())
    turn = Rotation.from_euler("x", 90.0, degrees=True)

    # One centimetre up the file's y is one centimetre up our z.
    np.testing.assert_allclose(sim.resolve_prim_pose(as_in_file)[0], (0.0, 0.0, 0.01), atol=1e-12)
    np.testing.assert_allclose(sim.resolve_prim_pose(placed)[0], (1.0, 2.0, 3.0), atol=1e-12)
    in_file = Rotation.from_euler("z", 30.0, degrees=True)
    for prim, expected in ((as_in_file, turn * in_file), (placed, rotation * turn)):
        quat = sim.resolve_prim_pose(prim)[1]
        assert (Rotation.from_quat(quat) * expected.inv()).magnitude() < 1e-7
        np.testing.assert_allclose(sim.resolve_prim_scale(prim), 0.01, rtol=1e-7)


def test_a_file_without_default_prim_gives_its_first_one(stage, tmp_path):
    (tmp_path / "two.usda").write_text('#usda 1.0\ndef Cube "one" {\n}\ndef Sphere "two" {\n}\n')
    prim = sim.spawn("/World/A", sim.UsdFileCfg(usd_path=str(tmp_path / "two.usda")))
    assert prim.GetTypeName() == "Cube"


@pytest.mark.parametrize(
    "name, content, error, message",
    [
        ("large.usd", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9", ValueError, "git lfs pull"),
        ("missing.usd", None, FileNotFoundError, "The USD file .*missing.usd' does not exist"),
        ("empty.usd", b"", ValueError, "empty.usd' is empty"),
        ("noise.usd", bytes(range(256)), ValueError, "noise.usd' cannot be read"),
        ("noise.usdc", b"PXR-USDC" + bytes(100), ValueError, "noise.usdc' cannot be read"),
        ("text.usda", b"#usda 1.0\ndef Xform {", ValueError, "text.usda' cannot be read: .*text.usda:2"),
        ("bare.usda", b"#usda 1.0\n", ValueError, "bare.usda' holds no prim"),
        ("lost.usda", b'#usda 1.0\n(defaultPrim="lost")\n', ValueError, "lost.usda' holds no prim"),
        ("robot.txt", b"#usda 1.0\n", ValueError, "should end in .usd, .usda, .usdc, .usdz"),
        ("folder.usd", "folder", FileNotFoundError, "folder.usd' is a folder"),
    ],
)
def test_files_that_are_no_usd_are_refused_and_nothing_is_spawned(stage, tmp_path, name, content, error, message):
    path = tmp_path / name
    if content == "folder":
        path.mkdir()
    elif content is not None:
        path.write_bytes(content)
    with pytest.raises(error, match=message):
        sim.spawn("/World/A", sim.UsdFileCfg(usd_path=str(path)))
    assert not sim.is_prim_path_valid("/World")


def test_absurd_sizes_are_refused_before_reading(stage, robot, monkeypatch):
    monkeypatch.setattr(files, "MAX_FILE_SIZE", 100)
    with pytest.raises(ValueError, match="bytes; at most 100 are read"):
        sim.spawn("/World/A", sim.UsdFileCfg(usd_path=robot))


@pytest.mark.parametrize(
    "cfg",
    [
        sim.UsdFileCfg(usd_path="omniverse://localhost/NVIDIA/Assets/Isaac/Robots/ant.usd"),
        sim.UsdFileCfg(usd_path="https://omniverse-content-production.s3-us-west-2.amazonaws.com/Assets/ant.usd"),
        sim.UrdfFileCfg(asset_path="http://example.com/robot.urdf"),
    ],
)
def test_files_in_the_cloud_are_refused_with_the_way_out(stage, cfg):
    with pytest.raises(FileNotFoundError, match="lies in a cloud"):
        sim.spawn("/World/A", cfg)


@pytest.mark.parametrize("kind", ["urdf", "mjcf"])
def test_robot_descriptions_are_converted_and_changed_like_usd(stage, tmp_path, kind):
    path = tmp_path / f"pole.{ {'urdf': 'urdf', 'mjcf': 'xml'}[kind] }"
    path.write_text({"urdf": URDF, "mjcf": MJCF}[kind])
    cfg_class = {"urdf": sim.UrdfFileCfg, "mjcf": sim.MjcfFileCfg}[kind]
    cfg = cfg_class(
        asset_path=str(path), usd_dir=str(tmp_path), rigid_props=sim.RigidBodyPropertiesCfg(disable_gravity=True)
    )
    prim = sim.spawn("/World/Pole", cfg, (0.0, 0.0, 2.0))
    bodies = [item for item in Usd.PrimRange(prim) if item.HasAPI(UsdPhysics.RigidBodyAPI)]
    assert {item.GetName() for item in bodies} == {"pole", "arm"}
    assert all(item.GetAttribute("physxRigidBody:disableGravity").Get() for item in bodies)
    assert [item.GetName() for item in Usd.PrimRange(prim) if item.IsA(UsdPhysics.RevoluteJoint)] == ["hinge"]


@pytest.mark.parametrize("cfg_class", [sim.UrdfFileCfg, sim.MjcfFileCfg])
def test_missing_and_malformed_descriptions_are_refused(stage, tmp_path, cfg_class):
    with pytest.raises(FileNotFoundError, match="does not exist"):
        sim.spawn("/World/A", cfg_class(asset_path=str(tmp_path / "no.xml")))
    (tmp_path / "bad.xml").write_text("<robot")
    with pytest.raises(ValueError, match=r"bad\.xml"):
        sim.spawn("/World/A", cfg_class(asset_path=str(tmp_path / "bad.xml"), usd_dir=str(tmp_path)))
    assert not sim.is_prim_path_valid("/World")


def test_several_usd_files_are_chosen_from(stage, robot, tmp_path):
    other = write_robot(tmp_path / "other.usda")
    for i in range(2):
        sim.define_prim(f"/World/Origin{i}")
    cfg = sim.MultiUsdFileCfg(
        usd_path=[robot, other], random_choice=False, rigid_props=sim.RigidBodyPropertiesCfg(disable_gravity=True)
    )
    sim.spawn("/World/Origin.*/Robot", cfg)
    for i, file in enumerate((robot, other)):
        prim = stage.GetPrimAtPath(f"/World/Origin{i}/Robot")
        (reference,) = prim.GetMetadata("references").prependedItems
        assert reference.assetPath == file
        assert prim.GetChild("base").GetAttribute("physxRigidBody:disableGravity").Get() is True


def test_what_was_spawned_from_the_same_file_is_kept(stage, robot, caplog):
    """Programs for Isaac Lab call a spawner, and then make an asset whose config has the same spawner."""
    cfg = sim.UsdFileCfg(usd_path=robot)
    first = cfg.func("/World/Robot", cfg, translation=(1.0, 2.0, 3.0))
    before = stage.ExportToString()
    assert cfg.func("/World/Robot", cfg, translation=(0.0, 0.0, 0.0)) == first
    assert stage.ExportToString() == before
    assert "is spawned at '/World/Robot' already: that prim is kept as it is" in caplog.text


def test_what_a_spawner_of_a_program_made_itself_gets_the_settings(stage, robot):
    """Such a spawner needs the prim first, for what it adds, and then calls that of Isaac Lab for the rest."""

    @sim.clone
    def spawn_with_more(prim_path, cfg, translation=None, orientation=None):
        sim.create_prim(prim_path, usd_path=cfg.usd_path, translation=translation).SetCustomDataByKey("mine", True)
        return sim.spawn_from_usd(prim_path, cfg, translation, orientation)

    cfg = sim.UsdFileCfg(usd_path=robot, rigid_props=sim.RigidBodyPropertiesCfg(disable_gravity=True))
    cfg.func = spawn_with_more
    prim = sim.spawn("/World/Robot", cfg, translation=(1.0, 2.0, 3.0))
    assert prim.GetCustomDataByKey("mine") and prim.GetAttribute("xformOp:translate").Get() == (1.0, 2.0, 3.0)
    assert prim.GetChild("base").GetAttribute("physxRigidBody:disableGravity").Get() is True
    with pytest.raises(ValueError, match="already exists at '/World/Robot'"):
        spawn_with_more("/World/Robot", cfg)


def test_a_prim_of_another_file_is_in_the_way(stage, robot, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    cfg = sim.UsdFileCfg(usd_path=robot)
    cfg.func("/World/Robot", cfg)
    cfg = sim.UsdFileCfg(usd_path=write_robot(other / "robot.usda"))
    with pytest.raises(ValueError, match="'/World/Robot'"):
        cfg.func("/World/Robot", cfg)


@pytest.mark.parametrize(
    "header",
    ["(defaultPrim = 'robot'\nsubLayers = [@parts/base.usd@])\nover 'robot' {}", None],
    ids=["layer", "payload"],
)
def test_a_missing_part_of_a_robot_is_named(stage, tmp_path, caplog, header):
    content = header or "(defaultPrim = 'robot')\ndef Xform 'robot' (prepend payload = @parts/base.usd@</robot>) {}"
    (tmp_path / "robot.usda").write_text("#usda 1.0\n" + content.replace("'", '"'))
    cfg = sim.UsdFileCfg(usd_path=str(tmp_path / "robot.usda"), activate_contact_sensors=True)
    with caplog.at_level(logging.WARNING, "pippin"), pytest.raises(ValueError, match="parts/base.usd"):
        cfg.func("/World/Robot", cfg)
    assert "parts/base.usd" in caplog.text


def test_some_prims_of_a_file_get_compliant_contacts(stage: Usd.Stage, tmp_path: Path) -> None:
    cfg = sim.UsdFileWithCompliantContactCfg(
        usd_path=write_robot(tmp_path / "robot.usda"),
        compliant_contact_stiffness=1000.0,
        compliant_contact_damping=20.0,
        physics_material_prim_path=["tip"],
    )
    sim.spawn("/World/Robot", cfg)
    tip, base = (stage.GetPrimAtPath(f"/World/Robot/{name}") for name in ("tip", "base"))
    material, _ = UsdShade.MaterialBindingAPI(tip).ComputeBoundMaterial("physics")
    assert material.GetPath() == "/World/Robot/tip/compliant_material"
    assert material.GetPrim().GetAttribute("physxMaterial:compliantContactStiffness").Get() == 1000.0
    assert material.GetPrim().GetAttribute("physxMaterial:compliantContactDamping").Get() == 20.0
    assert not UsdShade.MaterialBindingAPI(base).ComputeBoundMaterial("physics")[0]


def test_compliant_contacts_of_no_prim_are_told_of(
    stage: Usd.Stage, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cfg = sim.UsdFileWithCompliantContactCfg(
        usd_path=write_robot(tmp_path / "robot.usda"), compliant_contact_stiffness=1000.0
    )
    sim.spawn("/World/Robot", cfg)
    assert "no contact is compliant" in caplog.text
    with pytest.raises(ValueError, match="/World/Other/elbow"):
        sim.spawn("/World/Other", cfg.replace(physics_material_prim_path="elbow"))
