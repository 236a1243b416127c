"""What Isaac Sim has and Pippin has not can be imported, and says what there is in its place once it is used."""

from __future__ import annotations

import asyncio
import importlib
import re
from collections.abc import Iterator

import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from pxr import Gf, Sdf, Semantics

import omni.client
import omni.kit.app
import omni.physx
import omni.timeline
from isaacsim import SimulationApp
from isaacsim.core.api import World
from isaacsim.core.api.objects import FixedSphere
from isaacsim.core.prims import SingleArticulation
from isaacsim.core.utils.semantics import get_semantics
from isaacsim.core.utils.stage import create_new_stage
from isaacsim.robot.manipulators.examples.franka import Franka
from isaacsim.robot.manipulators.examples.franka.tasks import PickPlace
from isaacsim.robot_motion.motion_generation import LulaKinematicsSolver, RmpFlow
from isaacsim.robot_motion.motion_generation.interface_config_loader import (
    load_supported_lula_kinematics_solver_config,
    load_supported_motion_policy_config,
)
from isaacsim.sensors.camera import Camera
from isaacsim.storage.native import get_assets_root_path
from omni.client._omniclient import CopyBehavior
from pippin.sim import SimulationContext
from pippin_isaac import launcher


@pytest.fixture(autouse=True)
def stage():
    create_new_stage()
    yield
    SimulationContext.clear_instance()


@pytest.mark.parametrize(
    ("module", "name", "instead"),
    [
        ("omni.isaac.range_sensor._range_sensor", "acquire_lidar_sensor_interface", "isaaclab.sensors.RayCaster"),
        ("isaacsim.sensors.physx", "RotatingLidarPhysX", "isaaclab.sensors.RayCaster"),
        ("isaacsim.sensors.rtx", "LidarRtx", "isaaclab.sensors.RayCaster"),
        ("omni.isaac.sensor", "LidarRtx", "isaaclab.sensors.RayCaster"),
        ("omni.isaac.core_nodes.scripts.utils", "set_target_prims", "in the loop of the program"),
        ("isaacsim.robot.policy.examples.robots", "SpotFlatTerrainPolicy", "play one of your own"),
        ("isaacsim.replicator.agent.core.settings", "PrimPaths", "no animated people"),
        ("omni.physx.scripts.particleUtils", "add_physx_particle_system", "DeformableObject"),
        ("omni.isaac.core.prims.soft.deformable_prim_view", "DeformablePrimView", "DeformableObject"),
        ("omni.isaac.core.prims", "ClothPrim", "DeformableObject"),
        ("isaacsim.core.prims", "SingleDeformablePrim", "DeformableObject"),
        ("omni.replicator.isaac", "physics_view", "through the views"),
        ("omni.isaac.gym.vec_env", "VecEnvMT", "train with VecEnvBase"),
        ("omni.syntheticdata", "SyntheticData", "isaacsim.sensors.camera.Camera"),
    ],
)
def test_a_part_can_be_named_and_says_what_there_is_instead(module, name, instead):
    part = getattr(importlib.import_module(module), name)
    with pytest.raises(NotImplementedError, match=rf"'{name}\.made' of Isaac Sim is not served: .*{instead}"):
        part.made("/World/part", 3)


def test_windows_do_nothing():
    from omni.kit.viewport.window import ViewportWindow

    assert not ViewportWindow("view", width=640).viewport_api


def test_settings_of_the_application_are_kept_and_told(caplog):
    app = SimulationApp({"headless": True, "width": SimulationApp.DEFAULT_LAUNCHER_CONFIG["width"]})
    app.set_setting("/app/own/setting", True)
    app.reset_render_settings()
    assert "'/app/own/setting' of Omniverse has no effect" in caplog.text
    app.close()


def test_the_application_runs_a_coroutine_to_its_end():
    app = SimulationApp()

    async def wait_twice() -> int:
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return 3

    assert app.run_coroutine(wait_twice()) == 3
    app.close()


def test_labels_are_those_of_the_semantics():
    ball = FixedSphere("/World/ball")
    label = Semantics.SemanticsAPI.Apply(ball.prim, "Semantics")
    label.CreateSemanticTypeAttr().Set("class")
    assert get_semantics(ball.prim) == {}
    label.CreateSemanticDataAttr().Set("fruit")
    assert get_semantics(ball.prim) == {"Semantics_class": ("class", "fruit")}
    assert Semantics.SemanticsAPI.Get(ball.prim, "Semantics").GetSemanticDataAttr().Get() == "fruit"


def test_steps_are_subscribed_before_there_is_a_world():
    lengths: list[float] = []
    subscription = omni.physx.get_physx_interface().subscribe_physics_step_events(lengths.append)
    world = World(physics_dt=0.01)
    world.reset()
    world.step(render=False)
    assert lengths == [0.01]
    subscription.unsubscribe()
    world.step(render=False)
    assert lengths == [0.01]


@pytest.fixture
def event_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """An event loop of the thread, which a test may have taken away by ``asyncio.run``."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield loop
    asyncio.set_event_loop(None)
    loop.close()


@pytest.mark.usefixtures("event_loop")
def test_frames_go_by_after_a_program_of_the_script_editor(monkeypatch):
    """Its coroutine begins at the end of the first frame, waits for three more, and stops the timeline."""
    monkeypatch.setattr(launcher, "_is_launched", False)
    monkeypatch.setattr(launcher, "_loop", None)
    lengths: list[float] = []
    subscription = omni.physx.get_physx_interface().subscribe_physics_step_events(lengths.append)
    timeline = omni.timeline.get_timeline_interface()

    async def stop_after_three_frames() -> None:
        for _ in range(3):
            await omni.kit.app.get_app().next_update_async()
        timeline.stop()

    timeline.play()
    asyncio.ensure_future(stop_after_three_frames())  # noqa: RUF006  as such programs write it
    launcher.go_on_after_script()
    assert len(lengths) == 1 + 3
    assert timeline.is_stopped()
    subscription.unsubscribe()


def test_nothing_goes_on_after_a_program_that_made_an_application(monkeypatch):
    monkeypatch.setattr(launcher, "_is_launched", True)
    omni.timeline.get_timeline_interface().play()
    world = World()
    steps: list[float] = []
    world.add_physics_callback("count", steps.append)
    launcher.go_on_after_script()
    assert steps == []


def test_a_reference_that_a_program_writes_has_its_stand_in(robots_path, monkeypatch):
    monkeypatch.delenv("PIPPIN_ASSETS_ROOT", raising=False)
    world = World()
    prim = world.stage.DefinePrim("/World/Arm", "Xform")
    prim.GetReferences().AddReference(get_assets_root_path() + "/Isaac/Robots/Franka/franka.usd")
    arm = SingleArticulation("/World/Arm", name="arm")
    world.reset()
    arm.initialize()
    assert arm.num_dof == 9


def test_links_and_joints_are_numbered_as_physx_does(robots_path, monkeypatch):
    """Each link but the root has the joint above it, fixed ones too; links are counted from the root."""
    monkeypatch.delenv("PIPPIN_ASSETS_ROOT", raising=False)
    world = World()
    arm = world.scene.add(Franka("/World/Arm", name="arm"))
    world.reset()
    metadata = arm._articulation_view._metadata
    assert metadata.dof_names == arm.dof_names
    link = 1 + metadata.joint_indices["panda_hand_joint"]
    assert metadata.link_names[link] == "panda_hand"
    assert metadata.joint_count == metadata.link_count - 1 == len(arm.get_measured_joint_forces()) - 1


def test_a_lens_is_what_a_calibration_measures():
    """Focal lengths in pixels are those of the matrix of intrinsics."""
    camera = Camera("/World/camera", resolution=(64, 48))
    camera.set_opencv_pinhole_properties(cx=32.0, cy=24.0, fx=50.0, fy=60.0, pinhole=[0.0] * 12)
    World().reset()
    camera.initialize()
    np.testing.assert_allclose(camera.get_intrinsics_matrix(), [[50, 0, 32], [0, 60, 24], [0, 0, 1]], rtol=1e-6)


def test_files_are_asked_for(tmp_path):
    (tmp_path / "arm.usd").write_text("#usda 1.0")
    assert omni.client.stat(str(tmp_path / "arm.usd")) == (omni.client.Result.OK, ("arm.usd", 9))
    assert omni.client.stat(str(tmp_path / "leg.usd")) == (omni.client.Result.ERROR_NOT_FOUND, None)
    assert omni.client.list(str(tmp_path)) == (omni.client.Result.OK, (("arm.usd", 9),))
    assert omni.client.stat(get_assets_root_path() + "/Isaac/Robots/Franka/franka.usd")[0] is omni.client.Result.OK


def test_files_are_copied_on_this_machine(tmp_path, caplog):
    copy, result, overwrite = omni.client.copy, omni.client.Result, omni.client.CopyBehavior.OVERWRITE
    first, second, third = tmp_path / "arm.usd", tmp_path / "leg.usd", tmp_path / "new/folder/arm.usd"
    first.write_text("arm")
    second.write_text("leg")
    assert copy(str(first), f"file:{third}") is result.OK
    assert copy(str(second), str(third)) is result.ERROR_ALREADY_EXISTS
    assert third.read_text() == "arm"
    assert copy(str(second), str(third), overwrite) is result.OK
    assert third.read_text() == "leg"
    assert copy(str(tmp_path / "new"), str(tmp_path / "other")) is result.OK
    assert (tmp_path / "other/folder/arm.usd").read_text() == "leg"
    assert omni.client.copy_file(str(tmp_path / "new"), str(tmp_path / "file")) is result.ERROR_NOT_FOUND
    assert asyncio.run(omni.client.copy_async(str(tmp_path / "none"), str(third), overwrite)) is result.ERROR_NOT_FOUND
    assert third.read_text() == "leg"
    assert copy(str(first), "omniverse://localhost/arm.usd") is result.ERROR_CONNECTION
    assert "'omniverse://localhost/arm.usd' is on a server" in caplog.text
    assert CopyBehavior is omni.client.CopyBehavior


@pytest.mark.parametrize(
    ("module", "instead"),
    [
        ("isaacsim.xr.openxr", "displays on heads: teleoperate by `isaaclab.devices`"),
        ("isaacsim.cortex.framework.cortex_world", "decider networks and behaviours of Cortex: call `RmpFlow`"),
        ("omni.isaac.cortex.df", "call `RmpFlow` or `PickPlaceController` from a loop"),
        ("omni.isaac.ros2_bridge", "the bridge to ROS: publish what `world.step"),
        ("isaacsim.robot_motion.experimental.motion_generation", "`isaacsim.robot_motion.motion_generation` is served"),
    ],
)
def test_an_extension_that_is_not_served_says_so_where_it_is_imported(module, instead):
    """Programs that try an import and do without what is not there still can."""
    with pytest.raises(ModuleNotFoundError, match=f"is not served by Pippin, .*{re.escape(instead)}") as refusal:
        importlib.import_module(module)
    assert module.startswith(refusal.value.name)
    with pytest.raises(ModuleNotFoundError, match="No module named 'isaacsim.nothing'"):
        importlib.import_module("isaacsim.nothing")


@pytest.mark.parametrize("package", ["isaacsim.cortex.framework", "omni.isaac.cortex"])
def test_where_assets_lie_is_asked_of_cortex_by_programs_without_its_networks(package):
    utils = importlib.import_module(f"{package}.cortex_utils")
    assert utils.get_assets_root_path_or_die() == utils.get_assets_root_path() == get_assets_root_path()
    with pytest.raises(ModuleNotFoundError, match=rf"'{package}\.df' is not served by Pippin, decider networks"):
        importlib.import_module(f"{package}.df")


def test_paths_of_usdrt_are_those_of_usd():
    """Programs name prims of their graphs by them; there is no Fabric whose poses could be read."""
    usdrt = importlib.import_module("usdrt")
    assert importlib.import_module("usdrt.Sdf").Path("/World/robot") == Sdf.Path("/World/robot")
    assert usdrt.Sdf.Path is Sdf.Path
    assert usdrt.Gf.Vec3d is Gf.Vec3d
    with pytest.raises(NotImplementedError, match="'Stage.Attach' of Isaac Sim is not served: there is no Fabric"):
        usdrt.Usd.Stage.Attach(0)


def test_demos_of_physx_can_be_imported_and_extended_but_not_used():
    demo = importlib.import_module("omni.physxdemos")

    class OwnDemo(demo.Base):
        title = "sand"

    assert OwnDemo.title == "sand"
    with pytest.raises(NotImplementedError, match="demos of the application are not there"):
        OwnDemo()


def test_planners_want_a_stage_in_metres():
    World(stage_units_in_meters=0.01)
    with pytest.raises(
        NotImplementedError, match=r"LulaKinematicsSolver .* metres, but the unit of the stage is 0\.01 m"
    ):
        LulaKinematicsSolver(**load_supported_lula_kinematics_solver_config("Franka"))
    with pytest.raises(NotImplementedError, match="RmpFlow measures in metres"):
        RmpFlow(**load_supported_motion_policy_config("Franka", "RMPflow"))
    with pytest.raises(NotImplementedError, match="Task 'pick' measures in metres"):
        PickPlace("pick")


def test_programs_that_import_what_merges_meshes_run_until_they_make_one() -> None:
    from isaacsim.util.merge_mesh import MeshMerger

    with pytest.raises(NotImplementedError, match="write a UsdGeom.Mesh of what trimesh.util.concatenate makes"):
        MeshMerger(None)
