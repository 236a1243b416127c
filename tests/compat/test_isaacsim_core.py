"""``isaacsim.core`` and its older names: pippin.objects with quaternions (w, x, y, z), under Isaac Sim's arguments."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import logging
from pathlib import Path

import mujoco
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import pippin.objects
from pippin.sim import SimulationContext
from pippin.utils.urdf import read_urdf

isaacsim = pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

import omni.kit.app  # noqa: E402
from isaacsim.core.api import World  # noqa: E402
from isaacsim.core.api.objects import DynamicCuboid, FixedSphere, GroundPlane, VisualCuboid, VisualSphere  # noqa: E402
from isaacsim.core.prims import (  # noqa: E402
    RigidPrim,
    SingleArticulation,
    SingleRigidPrim,
    SingleXFormPrim,
    XFormPrim,
)
from isaacsim.core.utils import extensions, nucleus, prims, rotations, stage  # noqa: E402
from isaacsim.core.utils.numpy import rotations as many_rotations  # noqa: E402

TURN = Rotation.from_rotvec([0.3, -0.5, 0.7])
WXYZ = np.roll(TURN.as_quat(), 1)
COMPAT = Path(inspect.getfile(isaacsim)).parents[1]
MODULES = sorted(
    ".".join(path.relative_to(COMPAT).with_suffix("").parts).removesuffix(".__init__")
    for package in ("isaacsim", "omni/isaac/core", "omni/isaac/kit", "omni/isaac/motion_generation", "lula", "carb")
    for path in (COMPAT / package).rglob("*.py")
)


@pytest.fixture
def world():
    stage.create_new_stage()
    yield World(physics_dt=0.01, rendering_dt=0.02)
    SimulationContext.clear_instance()


@pytest.mark.parametrize("name", MODULES)
def test_every_module_has_the_names_that_it_exports(name):
    module = importlib.import_module(name)
    assert [exported for exported in getattr(module, "__all__", []) if not hasattr(module, exported)] == []


def test_older_names_are_the_same_classes():
    older = importlib.import_module("omni.isaac.core.prims")
    assert older.XFormPrim is SingleXFormPrim
    assert older.XFormPrimView is XFormPrim
    assert importlib.import_module("omni.isaac.core.articulations").Articulation is SingleArticulation
    assert importlib.import_module("omni.isaac.core").World is World
    assert importlib.import_module("omni.isaac.core.objects").DynamicCuboid is DynamicCuboid


# -- quaternions --


def test_every_way_in_and_out_has_w_first(world):
    box = DynamicCuboid("/World/box", orientation=WXYZ)
    plain = pippin.objects.SingleXFormPrim("/World/box")
    np.testing.assert_allclose(plain.get_world_pose()[1], TURN.as_quat(), atol=1e-9)
    np.testing.assert_allclose(box.get_world_pose()[1], WXYZ, atol=1e-9)
    np.testing.assert_allclose(box.get_local_pose()[1], WXYZ, atol=1e-9)
    np.testing.assert_allclose(box.get_default_state().orientation, WXYZ, atol=1e-9)
    box.set_world_pose(orientation=[1, 0, 0, 0])
    np.testing.assert_allclose(plain.get_world_pose()[1], [0, 0, 0, 1], atol=1e-9)
    box.set_local_pose([1, 2, 3], WXYZ)
    np.testing.assert_allclose(plain.get_world_pose()[1], TURN.as_quat(), atol=1e-9)
    box.set_default_state(orientation=[0, 1, 0, 0])
    np.testing.assert_allclose(box.get_default_state().orientation, [0, 1, 0, 0], atol=1e-9)
    world.reset()
    box.set_world_pose([0, 0, 5], WXYZ)
    np.testing.assert_allclose(box.get_current_dynamic_state().orientation, WXYZ, atol=1e-6)
    box.post_reset()
    np.testing.assert_allclose(box.get_world_pose()[1], [0, 1, 0, 0], atol=1e-6)


def test_views_have_w_first_too(world):
    for i in range(2):
        prims.create_prim(f"/World/frame_{i}", orientation=WXYZ)
    view = XFormPrim("/World/frame_.*", orientations=[[1, 0, 0, 0], WXYZ])
    np.testing.assert_allclose(view.get_world_poses()[1], [[1, 0, 0, 0], WXYZ], atol=1e-9)
    view.set_world_poses(orientations=[[0, 0, 1, 0]], indices=[1])
    np.testing.assert_allclose(view.get_local_poses()[1], [[1, 0, 0, 0], [0, 0, 1, 0]], atol=1e-9)
    np.testing.assert_allclose(view.get_default_state().orientations[1], WXYZ, atol=1e-9)
    DynamicCuboid("/World/box")
    np.testing.assert_allclose(RigidPrim("/World/box", orientations=[WXYZ]).get_world_poses()[1], [WXYZ], atol=1e-9)


def test_signatures_are_those_of_the_documents():
    assert list(inspect.signature(VisualSphere).parameters)[:9] == [
        *("prim_path", "name", "position", "translation", "orientation", "scale", "visible", "color", "radius")
    ]
    assert issubclass(DynamicCuboid, VisualCuboid)
    assert issubclass(DynamicCuboid, SingleRigidPrim)
    assert issubclass(SingleRigidPrim, SingleXFormPrim)
    assert issubclass(GroundPlane, SingleXFormPrim)


# -- rotations --


@pytest.mark.parametrize("extrinsic", [True, False])
def test_euler_angles_turn_about_x_then_y_then_z(extrinsic):
    x, y, z = (Rotation.from_rotvec(angle * axis) for angle, axis in zip((0.3, -0.5, 0.7), np.eye(3), strict=True))
    expected = z * y * x if extrinsic else x * y * z
    quat = rotations.euler_angles_to_quat([0.3, -0.5, 0.7], extrinsic=extrinsic)
    np.testing.assert_allclose(rotations.quat_to_rot_matrix(quat), expected.as_matrix(), atol=1e-12)
    np.testing.assert_allclose(rotations.quat_to_euler_angles(quat, extrinsic=extrinsic), [0.3, -0.5, 0.7], atol=1e-12)
    np.testing.assert_allclose(
        rotations.euler_to_rot_matrix([0.3, -0.5, 0.7], extrinsic=extrinsic), expected.as_matrix()
    )
    matrix = expected.as_matrix()
    np.testing.assert_allclose(rotations.matrix_to_euler_angles(matrix, extrinsic=extrinsic), [0.3, -0.5, 0.7])
    degrees = np.rad2deg([0.3, -0.5, 0.7])
    np.testing.assert_allclose(rotations.euler_angles_to_quat(degrees, True, extrinsic), quat, atol=1e-12)


def test_rotations_of_many_go_there_and_back():
    quats = np.roll(Rotation.random(5, random_state=1).as_quat(), 1, axis=1)
    for there, back in (("quats_to_rot_matrices", "rot_matrices_to_quats"), ("quats_to_rotvecs", "rotvecs_to_quats")):
        result = getattr(many_rotations, back)(getattr(many_rotations, there)(quats))
        np.testing.assert_allclose(result * np.sign(np.sum(result * quats, axis=1))[:, None], quats, atol=1e-12)
    np.testing.assert_array_equal(many_rotations.wxyz2xyzw(WXYZ), TURN.as_quat())
    np.testing.assert_array_equal(many_rotations.xyzw2wxyz(TURN.as_quat()), WXYZ)


# -- the world --


def test_there_is_one_world(world):
    assert World() is world
    assert World.instance() is world
    assert world.get_physics_dt() == 0.01
    assert world.get_rendering_dt() == 0.02
    world.reset()
    world.step(render=True)
    assert world.current_time_step_index == 2
    World.clear_instance()
    assert World.instance() is None


def test_time_steps_default_to_a_sixtieth_of_a_second():
    stage.create_new_stage()
    world = World(stage_units_in_meters=1.0)
    assert (world.get_physics_dt(), world.get_rendering_dt(), world.device) == (1 / 60, 1 / 60, "cpu")
    world.set_simulation_dt(1 / 240)
    assert world.get_rendering_dt() == pytest.approx(1 / 60)
    SimulationContext.clear_instance()


def test_callbacks_waiting_and_the_default_ground(world):
    world.scene.add_default_ground_plane()
    ball = world.scene.add(FixedSphere("/World/ball", "ball", np.array([0, 0, 2.0]), radius=0.1))
    steps = []
    world.add_physics_callback("count", callback_fn=steps.append)
    asyncio.run(world.reset_async())
    world.step(render=False)
    assert steps == [0.01]
    assert world.scene.get_object("default_ground_plane") is not None
    assert ball.get_world_pose()[0].tolist() == [0, 0, 2]
    world.clear()
    assert not prims.is_prim_path_valid("/World/ball")


def test_what_cannot_be_is_refused(caplog):
    stage.create_new_stage()
    with pytest.raises(ValueError, match="unit of the stage is 0 m; expected a positive length"):
        World(stage_units_in_meters=0)
    with pytest.raises(NotImplementedError, match="NumPy's or torch's, not warp"):
        World(backend="warp")
    with caplog.at_level(logging.WARNING, "pippin"):
        world = World(sim_params={"gravity": (0, 0, -1.0), "use_gpu_pipeline": True})
    assert "no effect: use_gpu_pipeline" in caplog.text
    assert world.cfg.gravity == (0, 0, -1.0)
    SimulationContext.clear_instance()


# -- assets --


def test_robots_of_the_servers_are_pippins_own(robots_path, world, monkeypatch):
    monkeypatch.delenv("PIPPIN_ASSETS_ROOT", raising=False)
    root = nucleus.get_assets_root_path()
    prim = stage.add_reference_to_stage(root + "/Isaac/Robots/Franka/franka.usd", "/World/Franka")
    assert prim.GetPath() == "/World/Franka"
    franka = world.scene.add(SingleArticulation("/World/Franka", name="franka"))
    world.reset()
    assert franka.num_dof == 9
    stage.add_reference_to_stage(root + "/Isaac/Props/UIElements/frame_prim.usd", "/World/target")
    prims.create_prim("/World/other", position=(1, 2, 3), orientation=WXYZ, usd_path=root + nucleus_frame())
    np.testing.assert_allclose(SingleXFormPrim("/World/other").get_world_pose()[1], WXYZ, atol=1e-9)


def test_an_asset_goes_where_a_program_has_made_an_empty_prim_for_it(robots_path, world, monkeypatch):
    """Isaac Sim refers to a file from a prim that is there, whose pose stays."""
    monkeypatch.delenv("PIPPIN_ASSETS_ROOT", raising=False)
    root = nucleus.get_assets_root_path()
    prims.create_prim("/World/Franka", position=(1.0, 2.0, 0.0), orientation=WXYZ)
    stage.add_reference_to_stage(root + "/Isaac/Robots/Franka/franka.usd", "/World/Franka")
    franka = world.scene.add(SingleArticulation("/World/Franka", name="franka"))
    world.reset()
    assert franka.num_dof == 9
    position, orientation = franka.get_world_pose()
    np.testing.assert_allclose(position, (1.0, 2.0, 0.0), atol=1e-6)
    np.testing.assert_allclose(orientation, WXYZ, atol=1e-6)
    assert {prim.GetName() for prim in stage.get_current_stage().GetPseudoRoot().GetChildren()}.isdisjoint(
        {"Kept", "StandIn"}
    )
    with pytest.raises(ValueError, match="A prim already exists at '/World/Franka'"):
        stage.add_reference_to_stage(root + "/Isaac/Robots/UniversalRobots/ur10/ur10.usd", "/World/Franka")


def test_the_suction_gripper_of_a_ur10_is_no_second_ur10(robots_path, world, monkeypatch, caplog):
    """The tutorial of the UR10 refers to it on the arm's last link; it was taken for the arm in whose folder it is."""
    monkeypatch.delenv("PIPPIN_ASSETS_ROOT", raising=False)
    root = nucleus.get_assets_root_path()
    stage.add_reference_to_stage(root + "/Isaac/Robots/UniversalRobots/ur10/ur10.usd", "/World/UR10")
    with caplog.at_level(logging.WARNING, "pippin"):
        stage.add_reference_to_stage(root + "/Isaac/Robots/UR10/Props/short_gripper.usd", "/World/UR10/ee_link")
    assert "short_gripper.usd' has no shape here" in caplog.text
    arm = world.scene.add(SingleArticulation("/World/UR10", name="arm"))
    world.reset()
    assert arm.num_dof == 6
    with pytest.raises(FileNotFoundError, match=r"'/Isaac/Robots/UR10/Props/table\.usd' is an asset of NVIDIA's"):
        stage.add_reference_to_stage(root + "/Isaac/Robots/UR10/Props/table.usd", "/World/table")


def nucleus_frame():
    return importlib.import_module("isaacsim.core.assets").FRAMES[0]


def test_assets_that_are_not_here_are_refused(world, monkeypatch, tmp_path):
    monkeypatch.delenv("PIPPIN_ASSETS_ROOT", raising=False)
    with pytest.raises(FileNotFoundError, match=r"'/Isaac/Props/Crate\.usd' is an asset of NVIDIA's servers"):
        stage.add_reference_to_stage(nucleus.get_assets_root_path() + "/Isaac/Props/Crate.usd", "/World/crate")
    assert not prims.is_prim_path_valid("/World/crate")
    monkeypatch.setenv("PIPPIN_ASSETS_ROOT", str(tmp_path / "nowhere"))
    with pytest.raises(FileNotFoundError, match="is '.*nowhere'"):
        nucleus.get_assets_root_path()
    monkeypatch.setenv("PIPPIN_ASSETS_ROOT", str(tmp_path))
    assert nucleus.get_assets_root_path() == str(tmp_path)


def test_extensions_lead_to_the_configurations_that_are_shipped(caplog):
    folder = Path(extensions.get_extension_path_from_name("isaacsim.robot_motion.motion_generation"))
    assert (folder / "motion_policy_configs" / "franka" / "rmpflow" / "robot_descriptor.yaml").is_file()
    assert folder == Path(extensions.get_extension_path_from_name("omni.isaac.motion_generation"))
    with pytest.raises(FileNotFoundError, match=r"no folder of the extension 'omni\.kit'; there are those of isaacsim"):
        extensions.get_extension_path_from_name("omni.kit")
    assert extensions.enable_extension("isaacsim.robot_motion.motion_generation")
    with caplog.at_level(logging.WARNING, "pippin"):
        assert not extensions.enable_extension("omni.kit.nothing")
    assert "'omni.kit.nothing' is not served" in caplog.text


def test_the_application_enables_extensions_that_can_be_imported():
    manager = omni.kit.app.get_app().get_extension_manager()
    assert manager.set_extension_enabled("isaacsim.robot_motion.motion_generation", True)
    assert manager.is_extension_enabled("isaacsim.robot_motion.motion_generation")
    assert not manager.is_extension_enabled("omni.nothing.at.all")
    assert not manager.set_extension_enabled("omni.nothing.at.all", True)


@pytest.mark.parametrize(
    "name", ["isaacsim.asset.importer.urdf", "isaacsim.asset.importer.urdf-2.4.31", "omni.importer.urdf"]
)
def test_an_importers_extension_has_open_descriptions_in_the_places_of_its_examples(name, caplog):
    with caplog.at_level(logging.WARNING, "pippin"):
        folder = Path(extensions.get_extension_path_from_name(name))
    assert "there are open descriptions" in caplog.text
    model = read_urdf(folder / "data/urdf/robots/franka_description/robots/panda_arm_hand.urdf")
    assert [f"panda_joint{number}" in {joint.name for joint in model.joints} for number in range(1, 8)] == [True] * 7


def test_the_importer_of_mjcf_has_newtons_ant():
    folder = Path(extensions.get_extension_path_from_name("isaacsim.asset.importer.mjcf"))
    assert mujoco.MjSpec.from_file(str(folder / "data/mjcf/nv_ant.xml")).body("torso") is not None


# -- the application --


def test_the_application_advances_what_plays(world, caplog):
    with caplog.at_level(logging.WARNING, "pippin"):
        application = isaacsim.SimulationApp({"headless": True, "multi_gpu": False})
    assert "no effect: multi_gpu" in caplog.text
    world.reset()
    application.update()
    assert world.current_time_step_index == 2
    world.pause()
    application.update()
    assert world.current_time_step_index == 2
    assert application.is_running()
    application.close()
    assert not application.is_running()
    assert World.instance() is None


# -- what programs take of Omniverse --


def test_frames_that_are_not_there_are_made_and_settings_of_physx_are_named(world, caplog):
    frame = SingleXFormPrim("/World/frame", position=[1, 2, 3], orientation=WXYZ)
    np.testing.assert_allclose(frame.get_world_pose()[1], WXYZ, atol=1e-9)
    with pytest.raises(ValueError, match="no prim at '/World/robot'"):
        SingleArticulation("/World/robot")
    with caplog.at_level(logging.WARNING, "pippin"):
        SingleArticulation("/World/frame", "robot").set_solver_position_iteration_count(64)
    assert "'solver_position_iteration_count' of 'robot' has no effect" in caplog.text


def test_stage_timeline_and_log_are_found_where_omniverse_has_them(world, caplog):
    carb, usd, timeline = (importlib.import_module(name) for name in ("carb", "omni.usd", "omni.timeline"))
    assert usd.get_context().get_stage() is world.stage
    interface = timeline.get_timeline_interface()
    interface.play()
    assert interface.is_playing()
    world.step(render=False)
    assert interface.get_current_time() == pytest.approx(0.01)
    interface.pause()
    assert not interface.is_playing()
    interface.stop()
    assert interface.is_stopped()
    with caplog.at_level(logging.DEBUG, "pippin"):
        for level in ("verbose", "info", "warn", "error"):
            getattr(carb, f"log_{level}")(f"a message at {level}")
    levels = [logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR]
    assert [record.levelno for record in caplog.records if "a message" in record.message] == levels
    usd.get_context().new_stage()
    assert World.instance() is None
    assert interface.is_stopped()


def test_transformations_are_poses_and_relations_of_prims():
    """A place and an orientation go through a matrix and back; a point of one frame is one of another."""
    from isaacsim.core.utils.stage import create_new_stage, get_current_stage
    from isaacsim.core.utils.transformations import get_relative_transform, pose_from_tf_matrix, tf_matrix_from_pose

    turn = np.array([np.cos(0.3), 0.0, 0.0, np.sin(0.3)])  # (w, x, y, z): by 0.6 about z
    matrix = tf_matrix_from_pose([1.0, 2.0, 3.0], turn)
    np.testing.assert_allclose(matrix @ [1.0, 0.0, 0.0, 1.0], [1.0 + np.cos(0.6), 2.0 + np.sin(0.6), 3.0, 1.0])
    place, back = pose_from_tf_matrix(2.0 * matrix - np.diag([0.0, 0.0, 0.0, 1.0]))
    np.testing.assert_allclose(place, [2.0, 4.0, 6.0])
    np.testing.assert_allclose(back, turn, atol=1e-12)
    create_new_stage()
    first, second = (
        SingleXFormPrim(f"/World/{name}", position=at) for name, at in (("a", [1, 0, 0]), ("b", [0, 2, 0]))
    )
    relative = get_relative_transform(*(get_current_stage().GetPrimAtPath(each.prim_path) for each in (first, second)))
    np.testing.assert_allclose(relative @ [0.0, 0.0, 0.0, 1.0], [1.0, -2.0, 0.0, 1.0], atol=1e-12)


def test_files_of_assets_are_files(tmp_path):
    from isaacsim.storage.native import get_assets_root_path, is_file

    assert is_file(get_assets_root_path() + "/Isaac/Robots/Franka/franka.usd")
    assert is_file(get_assets_root_path() + "/Isaac/Robots/Jetbot/jetbot.usd")
    assert not is_file(get_assets_root_path() + "/Isaac/Robots/Nobody/nobody.usd")
    assert not is_file(str(tmp_path / "none.usd"))


@pytest.mark.parametrize(
    ("asset", "num_dof"),
    [("Franka/franka_alt_fingers.usd", 9), ("UR10/ur10.usd", 6), ("Jetbot/jetbot.usd", 2), ("Unitree/G1/g1.usd", 43)],
)
def test_descriptions_stand_in_for_robots_of_the_server(asset, num_dof):
    """They stand where the program puts them, not where their configs would start."""
    with World() as world:
        stage.add_reference_to_stage(nucleus.get_assets_root_path() + "/Isaac/Robots/" + asset, "/World/Robot")
        place, _ = SingleXFormPrim("/World/Robot").get_world_pose()
        np.testing.assert_allclose(place, 0.0, atol=1e-6)
        robot = SingleArticulation("/World/Robot")
        world.reset()
        robot.initialize()
        assert robot.num_dof == num_dof


def test_a_scene_knows_its_stage_and_boxes_of_its_objects():
    with World() as world:
        world.scene.add(VisualCuboid("/World/box", name="box", position=[1.0, 2.0, 3.0], scale=[0.2, 0.4, 0.6]))
        world.scene.enable_bounding_boxes_computations()
        assert world.scene.stage.GetPrimAtPath("/World/box")
        least, largest = world.scene.compute_object_AABB("box")
        np.testing.assert_allclose([least, largest], [[0.9, 1.8, 2.7], [1.1, 2.2, 3.3]], atol=1e-6)
        with pytest.raises(ValueError, match="nothing"):
            world.scene.compute_object_AABB("nothing")
