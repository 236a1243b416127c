"""Commands of Isaac Sim's application: importers of URDF and MJCF files, and edits of the stage."""

from __future__ import annotations

import importlib
import math
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from pxr import Gf, Usd, UsdGeom, UsdPhysics, UsdShade
from scipy.spatial.transform import Rotation

import omni.kit.commands
import omni.usd
from isaacsim.asset.importer.urdf import _urdf
from isaacsim.core.api import World
from isaacsim.core.prims import SingleArticulation
from isaacsim.core.utils.stage import add_reference_to_stage, create_new_stage
from pippin.sim import SimulationContext, resolve_prim_pose

INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
URDF = """<robot name="arm">
  <link name="base">INERTIAL</link>
  <link name="upper">INERTIAL</link>
  <link name="slide">INERTIAL</link>
  <link name="tool">INERTIAL</link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-2" upper="2" effort="100" velocity="10"/></joint>
  <joint name="rail" type="prismatic"><parent link="upper"/><child link="slide"/><axis xyz="1 0 0"/>
    <limit lower="-1" upper="1" effort="100" velocity="10"/><dynamics damping="7"/></joint>
  <joint name="flange" type="fixed"><parent link="slide"/><child link="tool"/></joint>
</robot>""".replace("INERTIAL", INERTIAL)
MJCF = '<mujoco><worldbody><body name="ball"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'


def execute(name: str, **arguments: object) -> object:
    """The result of a command that must be there."""
    is_done, result = omni.kit.commands.execute(name, **arguments)
    assert is_done
    return result


@pytest.fixture(autouse=True)
def stage():
    create_new_stage()
    yield omni.usd.get_context().get_stage()
    SimulationContext.clear_instance()


@pytest.fixture
def urdf_path(tmp_path: Path) -> Path:
    path = tmp_path / "arm.urdf"
    path.write_text(URDF)
    return path


@pytest.fixture
def config():
    config = execute("URDFCreateImportConfig")
    config.merge_fixed_joints = False
    config.set_fix_base(True)
    config.default_drive_strength = 50.0
    config.default_position_drive_damping = 4.0
    return config


def gains(path: str, stage: Usd.Stage) -> dict[str, tuple[float, float]]:
    """Stiffness and damping that joints below a prim have in USD: per degree for revolute ones."""
    found = {}
    for prim in Usd.PrimRange(stage.GetPrimAtPath(path)):
        for kind in ("angular", "linear"):
            if drive := UsdPhysics.DriveAPI.Get(prim, kind):
                found[prim.GetName()] = (drive.GetStiffnessAttr().Get(), drive.GetDampingAttr().Get())
    return found


def test_a_robot_is_imported_and_moves(urdf_path, config, stage):
    """Strengths are as in USD, per degree; the file's damping, which is per metre here, goes before the config's."""
    path = execute("URDFParseAndImportFile", urdf_path=str(urdf_path), import_config=config, get_articulation_root=True)
    assert path == "/arm"
    assert gains(path, stage) == {"shoulder": pytest.approx((50.0, 4.0)), "rail": pytest.approx((50.0, 7.0))}
    assert stage.GetPrimAtPath("/arm/tool")
    world = World()
    robot = world.scene.add(SingleArticulation(path, name="arm"))
    world.reset()
    stiffness, damping = robot.get_articulation_controller().get_gains()
    np.testing.assert_allclose(stiffness, [50.0 * 180.0 / math.pi, 50.0], rtol=1e-6)
    np.testing.assert_allclose(damping, [4.0 * 180.0 / math.pi, 7.0], rtol=1e-6)


def test_drives_of_velocities_have_their_strength_as_damping(urdf_path, config, stage):
    config.default_drive_type = _urdf.UrdfJointTargetType.JOINT_DRIVE_VELOCITY
    execute("URDFParseAndImportFile", urdf_path=str(urdf_path), import_config=config)
    assert gains("/arm", stage) == {"shoulder": pytest.approx((0.0, 50.0)), "rail": pytest.approx((0.0, 50.0))}


def test_what_was_read_can_be_changed_before_it_is_imported(urdf_path, config, stage):
    robot = execute("URDFParseFile", urdf_path=str(urdf_path), import_config=config)
    assert (robot.name, robot.root_link, [*robot.joints]) == ("arm", "base", ["shoulder", "rail", "flange"])
    robot.joints["shoulder"].drive.strength = 9.0
    robot.joints["shoulder"].drive.set_damping(1.5)
    path = execute("URDFImportRobot", urdf_robot=robot, import_config=config)
    assert gains(path, stage)["shoulder"] == pytest.approx((9.0, 1.5))
    importer = _urdf.acquire_urdf_interface()
    again = importer.parse_urdf(str(urdf_path.parent), urdf_path.name, config)
    assert importer.import_robot(str(urdf_path.parent), urdf_path.name, again, config, "") == "/arm_01"
    text = execute("URDFParseText", urdf_string=URDF.replace('"arm"', '"twin"'), import_config=config)
    assert execute("URDFImportRobot", urdf_robot=text, import_config=config, dest_path="/World/Twin") == "/World/Twin"


def test_a_robot_is_written_to_a_file(urdf_path, config, stage, tmp_path):
    target = tmp_path / "out" / "arm.usd"
    path = execute("URDFParseAndImportFile", urdf_path=str(urdf_path), import_config=config, dest_path=str(target))
    assert not stage.GetPrimAtPath("/arm")
    assert Usd.Stage.Open(str(target)).GetDefaultPrim().GetPath() == path
    assert add_reference_to_stage(str(target), "/World/Arm").GetChild("tool")


def test_an_mjcf_is_imported(tmp_path, stage):
    (tmp_path / "ball.xml").write_text(MJCF)
    config = execute("MJCFCreateImportConfig")
    path = execute(
        "MJCFCreateAsset", mjcf_path=str(tmp_path / "ball.xml"), import_config=config, prim_path="/World/Ball"
    )
    assert path == "/World/Ball"
    assert any(prim.HasAPI(UsdPhysics.RigidBodyAPI) for prim in Usd.PrimRange(stage.GetPrimAtPath(path)))


@pytest.mark.parametrize("package", ["omni.importer.urdf", "omni.isaac.urdf", "isaacsim.asset.importer.urdf"])
def test_older_names_lead_to_the_importer(package):
    assert importlib.import_module(package)._urdf.ImportConfig is _urdf.ImportConfig


def test_settings_that_cannot_be_had_are_said(urdf_path, config, caplog):
    config.subdivision_scheme = 1
    config.polish = True
    assert "no setting 'polish'" in caplog.text
    assert "subdivision" not in caplog.text
    with pytest.raises(AttributeError, match="set_polish"):
        config.set_polish(True)
    config.distance_scale = 100.0
    with pytest.raises(NotImplementedError, match="distance_scale"):
        execute("URDFParseAndImportFile", urdf_path=str(urdf_path), import_config=config)


def test_the_stage_is_edited(stage):
    path = execute("CreatePrimCommand", prim_type="Cube", prim_path="/World/A", attributes={"size": 0.5})
    assert execute("CreatePrim", prim_type="Cube", prim_path=path) == "/World/A_01"
    execute("ChangeProperty", prop_path="/World/A.size", value=0.25, prev=None)
    assert UsdGeom.Cube(stage.GetPrimAtPath(path)).GetSizeAttr().Get() == 0.25
    execute("TransformPrimSRT", path=path, new_translation=(1.0, 2.0, 3.0), new_rotation_euler=(10.0, 20.0, 30.0))
    position, orientation = resolve_prim_pose(stage.GetPrimAtPath(path))
    turned = Rotation.from_euler("x", 10, True), Rotation.from_euler("y", 20, True), Rotation.from_euler("z", 30, True)
    np.testing.assert_allclose(position, (1.0, 2.0, 3.0))
    np.testing.assert_allclose((turned[2] * turned[1] * turned[0]).as_quat(), orientation, atol=1e-12)
    execute("CreatePrim", prim_type="Xform", prim_path="/World/Group")
    matrix = Gf.Matrix4d().SetTranslate((5.0, 0.0, 0.0))
    execute("TransformPrim", path="/World/Group", new_transform_matrix=matrix)
    execute("MovePrim", path_from=path, path_to="/World/Group/A")
    np.testing.assert_allclose(resolve_prim_pose(stage.GetPrimAtPath("/World/Group/A"))[0], (1.0, 2.0, 3.0))
    execute("CopyPrim", path_from="/World/Group/A", path_to="/World/B")
    assert UsdGeom.Cube(stage.GetPrimAtPath("/World/B")).GetSizeAttr().Get() == 0.25
    execute("SetRigidBody", path="/World/B", kinematic=True)
    assert UsdPhysics.RigidBodyAPI(stage.GetPrimAtPath("/World/B")).GetKinematicEnabledAttr().Get()
    execute("DeletePrims", paths=["/World/Group", "/World/A_01"])
    assert not stage.GetPrimAtPath("/World/Group") and not stage.GetPrimAtPath("/World/A_01")
    assert stage.GetPrimAtPath(execute("AddGroundPlane", planePath="/World/Ground"))


@pytest.mark.parametrize("kind", ["Cube", "Sphere", "Cylinder", "Cone", "Torus"])
def test_meshes_fill_a_cube_of_one_metre(stage, kind):
    path = execute("CreateMeshPrimCommand", prim_type=kind)
    assert execute("CreateMeshPrimWithDefaultXform", prim_type=kind, half_scale=1.0) == f"{path}_01"
    for made, half in ((path, 0.5), (f"{path}_01", 1.0)):
        points = np.array(UsdGeom.Mesh(stage.GetPrimAtPath(made)).GetPointsAttr().Get())
        height = 0.25 if kind == "Torus" else 1.0
        np.testing.assert_allclose(points.max(axis=0), half * np.array([1.0, 1.0, height]), rtol=2e-3)  # corners
        np.testing.assert_allclose(points.min(axis=0), -points.max(axis=0), atol=0.05)  # cones have corners
    with pytest.raises(NotImplementedError, match="Teapot"):
        execute("CreateMeshPrim", prim_type="Teapot")


def test_materials_in_mdl_are_grey_surfaces_that_are_bound(stage):
    """MDL is drawn by Omniverse alone; programs go on with a surface, whose shader takes their inputs."""
    from omni.kit.material.library import get_material_prim_path

    has_looks, path = get_material_prim_path("Ash")
    assert not has_looks and path.endswith("/Looks/Ash")
    execute("CreateMdlMaterialPrim", mtl_url="Ash.mdl", mtl_name="Ash", mtl_path=path, select_new_prim=False)
    assert get_material_prim_path("Ash") == (True, f"{path}_01")
    execute("CreatePrim", prim_type="Cube", prim_path="/World/A")
    execute("BindMaterial", prim_path="/World/A", material_path=path)
    binding = UsdShade.MaterialBindingAPI(stage.GetPrimAtPath("/World/A")).GetDirectBinding()
    shader = omni.usd.get_shader_from_material(binding.GetMaterial(), get_prim=True)
    assert omni.usd.get_shader_from_material(binding.GetMaterial()).GetPrim() == shader and shader.IsA(UsdShade.Shader)
    made = []
    execute("CreateAndBindMdlMaterialFromLibrary", mdl_name="Soil.mdl", mtl_name="Soil", mtl_created_list=made)
    assert made == [path.replace("Ash", "Soil")] and stage.GetPrimAtPath(made[0])


def test_a_stage_that_is_closed_is_gone(stage):
    execute("CreatePrim", prim_type="Cube", prim_path="/World/A")
    ends = []
    assert omni.usd.get_context().close_stage(lambda is_closed, error: ends.append((is_closed, error)))
    assert not omni.usd.get_context().get_stage().GetPrimAtPath("/World/A")
    assert ends == [(True, "")]


def test_a_stage_is_opened_with_what_to_load(stage, tmp_path):
    file = str(tmp_path / "scene.usda")
    execute("CreatePrim", prim_type="Cube", prim_path="/World/A")
    stage.Export(file)
    execute("DeletePrims", paths=["/World/A"])
    assert omni.usd.get_context().open_stage(file, None)
    assert omni.usd.get_context().get_stage().GetPrimAtPath("/World/A")


def test_commands_of_windows_have_no_effect():
    assert omni.kit.commands.execute("SelectPrims", new_selected_paths=["/World"]) == (False, None)


def test_functions_are_called_before_each_physics_step_while_they_are_subscribed():
    import omni.physx

    world = World(physics_dt=0.01, rendering_dt=0.02)
    seen: list[float] = []
    subscription = omni.physx.get_physx_interface().subscribe_physics_step_events(seen.append)
    world.reset()
    world.step(render=True)
    assert seen == pytest.approx([0.01, 0.01])
    del subscription
    world.step(render=True)
    assert len(seen) == 2


def test_action_graphs_can_be_named_and_not_made():
    import omni.graph.core as og

    keys = og.Controller.Keys
    with pytest.raises(NotImplementedError, match="loop"):
        og.Controller.edit({"graph_path": "/graph"}, {keys.CREATE_NODES: [("tick", "omni.graph.action.OnTick")]})
