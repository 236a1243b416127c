"""What programs for Isaac Sim take for granted before there is a world: a timeline, a viewport, an application."""

from __future__ import annotations

import asyncio
import json
import math
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from pxr import Gf, UsdGeom, UsdPhysics
from scipy.spatial.transform import Rotation

import carb.eventdispatcher
import omni.kit.app
import omni.kit.async_engine
import omni.timeline
import omni.usd
from isaacsim.benchmark.services import BaseIsaacBenchmark
from isaacsim.benchmark.services.metrics.measurements import DictMeasurement, ListMeasurement, SingleMeasurement
from isaacsim.core.api import World
from isaacsim.core.api.objects import DynamicSphere, GroundPlane
from isaacsim.core.utils.distance_metrics import (
    rotational_distance_angle,
    rotational_distance_identity_matrix_deviation,
    rotational_distance_single_axis,
    weighted_translational_distance,
)
from isaacsim.core.utils.numpy.rotations import euler_angles_to_quats
from isaacsim.core.utils.stage import create_new_stage_async, open_stage_async, save_stage, update_stage_async
from isaacsim.core.utils.viewports import set_camera_view
from isaacsim.sensors.camera import Camera
from isaacsim.storage.native import get_assets_root_path, get_assets_root_path_async
from pippin.sim import SimulationContext, get_current_stage


@pytest.fixture(autouse=True)
def stage():
    asyncio.run(create_new_stage_async())
    yield
    SimulationContext.clear_instance()


def test_there_is_a_timeline_before_there_is_a_world():
    timeline = omni.timeline.get_timeline_interface()
    timeline.stop()
    timeline.pause()
    assert timeline.is_stopped()
    assert not timeline.is_playing()
    assert timeline.get_current_time() == 0.0
    assert SimulationContext.instance() is None


def test_updates_let_time_pass_while_the_timeline_plays():
    """A ball falls by g t^2 / 2; semi-implicit steps h add g h t / 2."""
    ball = DynamicSphere("/World/ball", position=np.array([0.0, 0.0, 5.0]), radius=0.1)
    timeline = omni.timeline.get_timeline_interface()

    async def program():
        await update_stage_async()
        timeline.play()
        for _ in range(15):
            await update_stage_async()
            await omni.kit.app.get_app().next_update_async()

    asyncio.run(program())
    time = timeline.get_current_time()
    assert time == pytest.approx(0.5)
    fallen = 5.0 - ball.get_world_pose()[0][2]
    assert fallen == pytest.approx(9.81 * time**2 / 2.0, rel=0.04)


def test_a_world_that_is_made_later_takes_over():
    timeline = omni.timeline.get_timeline_interface()
    timeline.play()
    stage = omni.usd.get_context().get_stage()
    world = World(physics_dt=0.01)
    assert SimulationContext.instance() is world
    assert world.get_physics_dt() == 0.01
    assert world.stage is stage
    assert timeline.is_stopped()
    timeline.play()
    assert world.is_playing()
    assert World() is world
    assert world.get_physics_dt() == 0.01


def test_coroutines_go_on_with_the_frames_of_a_program_that_does_not_wait():
    world = World()
    world.reset()
    times = []

    async def beside():
        for _ in range(3):
            times.append(world.current_time)
            await omni.kit.app.get_app().next_update_async()

    task = omni.kit.async_engine.run_coroutine(beside())
    for _ in range(5):
        world.step(render=True)
    assert task.done()
    np.testing.assert_allclose(times, np.arange(1, 4) / 60.0)


def test_subscribers_of_the_timeline_are_told():
    told = []
    timeline = omni.timeline.get_timeline_interface()
    stream = timeline.get_timeline_event_stream()
    kept = stream.create_subscription_to_pop_by_type(
        int(omni.timeline.TimelineEventType.STOP), lambda event: told.append(event.type)
    )
    timeline.play()
    timeline.stop()
    assert told == [int(omni.timeline.TimelineEventType.STOP)]
    kept.unsubscribe()


def test_events_are_told_to_those_that_observe_them_for_as_long_as_they_are_kept():
    events, told = carb.eventdispatcher.get_eventdispatcher(), []
    second = events.observe_event(event_name="mine", on_event=lambda event: told.append(2), order=1)
    first = events.observe_event(event_name="mine", on_event=lambda event: told.append(event.payload["x"]))
    red = events.observe_event(event_name="mine", on_event=lambda event: told.append("red"), filter={"c": "red"})
    assert events.dispatch_event("mine", payload={"x": 1}) == 3
    assert told == [1, 2]
    del second
    first.reset()
    assert events.dispatch_event("mine", payload={"x": 1, "c": "red"}) == 1
    assert told == [1, 2, "red"]
    with pytest.raises(TypeError, match="'mine'"):
        events.observe_event(event_name="mine", on_event=None)
    red.reset()
    assert events.dispatch_event("mine") == 0


def test_events_of_the_timeline_and_of_frames_are_dispatched():
    events, told = carb.eventdispatcher.get_eventdispatcher(), []
    names = (omni.timeline.GLOBAL_EVENT_PLAY, omni.timeline.GLOBAL_EVENT_STOP, omni.kit.app.GLOBAL_EVENT_UPDATE)
    kept = [events.observe_event(event_name=name, on_event=lambda _, name=name: told.append(name)) for name in names]
    timeline = omni.timeline.get_timeline_interface()
    timeline.play()
    omni.kit.app.get_app().update()
    timeline.stop()
    assert told == [names[0], names[2], names[1]]
    del kept
    omni.kit.app.get_app().update()
    assert len(told) == 3


def test_the_view_is_that_of_the_next_world():
    set_camera_view([1.0, 2.0, 3.0], [0.0, 0.0, 1.0])
    with pytest.raises(ValueError, match="eye"):
        set_camera_view([1.0, 2.0], [0.0, 0.0, 1.0])
    world = World()
    np.testing.assert_array_equal(world.camera_view, [[1.0, 2.0, 3.0], [0.0, 0.0, 1.0]])


def test_cameras_of_the_stage_look_where_they_are_told():
    """Along -z of the camera, with its y-axis up."""
    UsdGeom.Camera.Define(get_current_stage(), "/World/front")
    eye, target = np.array([2.0, 1.0, 1.5]), np.array([0.5, 0.0, 0.5])
    set_camera_view(eye, target, camera_prim_path="/World/front")
    matrix = np.array(UsdGeom.XformCache().GetLocalToWorldTransform(get_current_stage().GetPrimAtPath("/World/front")))
    np.testing.assert_allclose(matrix[3, :3], eye, atol=1e-6)
    np.testing.assert_allclose(-matrix[2, :3], (target - eye) / np.linalg.norm(target - eye), atol=1e-6)
    assert matrix[1, 2] > 0.0
    UsdGeom.Xform.Define(get_current_stage(), "/World/none")
    with pytest.raises(ValueError, match="/World/none"):
        set_camera_view(eye, target, camera_prim_path="/World/none")


def test_stages_and_assets_can_be_waited_for(tmp_path):
    path = str(tmp_path / "stage.usda")
    World()
    save_stage(path)

    async def program():
        assert await open_stage_async(path) == (True, "")
        return await get_assets_root_path_async()

    assert asyncio.run(program()) == get_assets_root_path()
    assert omni.usd.get_context().get_stage_loading_status() == ("", 0, 0)


def test_a_ground_may_come_while_the_timeline_plays(caplog):
    omni.timeline.get_timeline_interface().play()
    ground = GroundPlane("/World/ground", z_position=-0.4)
    assert ground.get_world_pose()[0][2] == pytest.approx(-0.4)
    assert "next reset" in caplog.text


def test_settings_are_kept_and_named(caplog):
    settings = carb.settings.get_settings()
    settings.set_bool("/test/of/pippin", True)
    assert settings.get_as_bool("/test/of/pippin")
    assert settings.get("/test/of/nothing") is None
    assert "/test/of/pippin" in caplog.text


def test_distances_of_rotations_against_scipy():
    rng = np.random.default_rng(0)
    first, second = Rotation.random(2, random_state=rng)
    angle = (second * first.inv()).magnitude()
    r1, r2 = first.as_matrix(), second.as_matrix()
    assert rotational_distance_angle(r1, r2) == pytest.approx(angle)
    assert rotational_distance_angle(Gf.Matrix3d(*r1.T.ravel()), r2) == pytest.approx(angle)
    deviation = rotational_distance_identity_matrix_deviation(r1, r2)
    assert deviation == pytest.approx(2.0 * math.sqrt(2.0) * math.sin(angle / 2.0))
    quarter = Rotation.from_euler("x", 0.3).as_matrix()
    assert rotational_distance_single_axis(quarter, np.eye(4), [0.0, 0.0, 2.0]) == pytest.approx(0.3)


def test_distances_of_translations():
    assert weighted_translational_distance([1.0, 2.0, 3.0], [1.0, 0.0, 3.0]) == 2.0
    pose = np.eye(4)
    pose[:3, 3] = [3.0, 0.0, 4.0]
    assert weighted_translational_distance(pose, np.zeros(3), np.diag([1.0, 1.0, 4.0])) == math.sqrt(9.0 + 64.0)


def test_cameras_have_quaternions_with_w_first_and_methods_for_kinds_of_images(stage):
    """The frame "world" of a camera that looks down has x along -z."""
    down = euler_angles_to_quats(np.array([0.0, 90.0, 0.0]), degrees=True)
    camera = Camera("/World/camera", resolution=(16, 12), position=np.array([0.0, 0.0, 2.0]), orientation=down)
    np.testing.assert_allclose(np.abs(camera.get_world_pose()[1] @ down), 1.0)
    GroundPlane("/World/ground")
    world = World()
    world.reset()
    camera.initialize()
    camera.add_distance_to_image_plane_to_frame()
    camera.add_semantic_segmentation_to_frame({"colorize": False})
    camera.add_pointcloud_to_frame()
    world.step()
    frame = camera.get_current_frame()
    np.testing.assert_allclose(frame["distance_to_image_plane"], 2.0, atol=1e-4)
    assert frame["rgb"] is frame["rgba"]
    assert frame["pointcloud"]["data"].shape == (16 * 12, 3)
    assert frame["semantic_segmentation"]["data"].shape == (12, 16)
    camera.remove_semantic_segmentation_from_frame()
    assert "semantic_segmentation" not in camera.get_current_frame()
    with pytest.raises(NotImplementedError, match="bounding_box"):
        camera.add_bounding_box_2d_tight_to_frame()
    with pytest.raises(AttributeError, match="add_sonar"):
        camera.add_sonar()


def test_the_stage_tells_boxes_types_and_free_paths(stage):
    from isaacsim.core.utils.bounds import compute_aabb, compute_combined_aabb, create_bbox_cache
    from isaacsim.core.utils.prims import get_first_matching_parent_prim, get_prim_object_type, set_targets

    DynamicSphere("/World/group/ball", position=np.array([1.0, 2.0, 3.0]), radius=0.5)
    DynamicSphere("/World/group/other", position=np.array([4.0, 2.0, 3.0]), radius=0.5)
    cache = create_bbox_cache()
    np.testing.assert_allclose(compute_aabb(cache, "/World/group/ball"), [0.5, 1.5, 2.5, 1.5, 2.5, 3.5])
    both = compute_combined_aabb(cache, ["/World/group/ball", "/World/group/other"])
    np.testing.assert_allclose(both, [0.5, 1.5, 2.5, 4.5, 2.5, 3.5])
    assert [get_prim_object_type(path) for path in ("/World/group/ball", "/World/group")] == ["rigid_body", "xform"]
    assert get_first_matching_parent_prim("/World/group/ball", lambda path: path.endswith("group")).GetName() == "group"
    current = get_current_stage()
    set_targets(current.GetPrimAtPath("/World/group"), "filtered", ["/World/group/ball"])
    assert current.GetPrimAtPath("/World/group").GetRelationship("filtered").GetTargets() == ["/World/group/ball"]
    assert omni.usd.get_stage_next_free_path(current, "/World/group", False) == "/World/group_01"
    matrix = omni.usd.get_world_transform_matrix(current.GetPrimAtPath("/World/group/ball"))
    assert matrix.ExtractTranslation() == Gf.Vec3d(1.0, 2.0, 3.0)


def test_a_joint_that_is_the_root_of_a_robot_is_a_robot_to_both_who_are_asked(stage):
    from isaacsim.core.utils.prims import get_prim_object_type
    from omni.isaac.dynamic_control import _dynamic_control

    joint = UsdPhysics.FixedJoint.Define(get_current_stage(), "/World/root_joint").GetPrim()
    control = _dynamic_control.acquire_dynamic_control_interface()
    assert get_prim_object_type("/World/root_joint") == "joint"
    assert control.peek_object_type("/World/root_joint") == _dynamic_control.OBJECT_JOINT
    UsdPhysics.ArticulationRootAPI.Apply(joint)
    assert get_prim_object_type("/World/root_joint") == "articulation"
    assert control.peek_object_type("/World/root_joint") == _dynamic_control.OBJECT_ARTICULATION


def test_the_root_of_an_articulation_moves_with_its_properties(stage):
    from pxr import PhysxSchema

    from isaacsim.core.utils import articulations

    base, link = (get_current_stage().DefinePrim(path, "Xform") for path in ("/World/arm", "/World/arm/base"))
    articulations.add_articulation_root(link)
    assert articulations.find_all_articulation_base_paths() == ["/World/arm/base"]
    PhysxSchema.PhysxArticulationAPI(link).CreateSolverPositionIterationCountAttr(7)
    articulations.move_articulation_root(link, base)
    articulations.move_articulation_root(link, base)  # has none any more
    assert articulations.find_all_articulation_base_paths() == ["/World/arm"]
    assert PhysxSchema.PhysxArticulationAPI(base).GetSolverPositionIterationCountAttr().Get() == 7
    assert not link.HasAPI(PhysxSchema.PhysxArticulationAPI)
    articulations.remove_articulation_root(base)
    assert articulations.find_all_articulation_base_paths() == []


def test_the_physics_context_sets_steps_and_how_many_are_in_a_frame(stage):
    world = World()
    world.get_physics_context().set_physics_dt(1.0 / 240.0, substeps=4)
    world.reset()
    before = world.current_time
    world.step(render=True)
    assert world.get_physics_dt() == 1.0 / 240.0
    assert world.current_time - before == pytest.approx(4.0 / 240.0)
    world.stop()
    with pytest.raises(ValueError, match="substeps"):
        world.get_physics_context().set_physics_dt(1.0 / 240.0, substeps=0)


def test_gravity_is_set_by_the_physics_context_and_settings_of_physx_are_named(stage, caplog):
    world = World()
    context = world.get_physics_context()
    context.set_gravity(-1.62)
    direction, strength = context.get_gravity()
    np.testing.assert_allclose((*direction, strength), (0.0, 0.0, -1.0, 1.62))
    ball = world.scene.add(DynamicSphere("/World/ball", position=np.array([0.0, 0.0, 5.0]), radius=0.1))
    world.reset()
    world.step()
    np.testing.assert_allclose(ball.get_linear_velocity(), [0.0, 0.0, -1.62 * world.get_physics_dt()], rtol=1e-5)
    context.enable_gpu_dynamics(True)
    assert "'enable_gpu_dynamics'" in caplog.text
    context._physx_scene_api.CreateGpuCollisionStackSizeAttr().Set(2**28)  # OmniIsaacGymEnvs' Factory calls it so
    scene = world.stage.GetPrimAtPath(context.prim_path)
    assert scene.GetAttribute("physxScene:gpuCollisionStackSize").Get() == 2**28
    before = ball.get_linear_velocity()
    context.set_gravity(-9.81)  # while it plays
    world.step()
    change = ball.get_linear_velocity() - before
    np.testing.assert_allclose(change, [0.0, 0.0, -9.81 * world.get_physics_dt()], rtol=1e-5)
    with pytest.raises(NotImplementedError, match="get_solver_type"):
        context.get_solver_type()


def test_robots_and_bodies_are_reached_by_handles(stage):
    """A Panda's joint goes where its drive is told to; a force moves a ball by F dt / m."""
    from isaacsim.core.utils.stage import add_reference_to_stage
    from omni.isaac.dynamic_control import _dynamic_control

    control = _dynamic_control.acquire_dynamic_control_interface()
    panda = get_assets_root_path() + "/Isaac/Robots/Franka/franka.usd"
    add_reference_to_stage(panda, "/World/Franka")
    world = World()
    world.scene.add(DynamicSphere("/World/ball", position=np.array([3.0, 0.0, 5.0]), radius=0.1, mass=2.0))
    assert control.get_articulation("/World/Franka") == _dynamic_control.INVALID_HANDLE  # nothing is simulated yet
    world.reset()
    robot = control.get_articulation("/World/Franka")
    assert control.peek_object_type("/World/Franka") == _dynamic_control.OBJECT_ARTICULATION
    assert (control.get_articulation_dof_count(robot), control.get_articulation("/World/ball")) == (9, 0)
    joint = control.find_articulation_dof(robot, "panda_joint2")
    assert control.get_dof_name(joint) == "panda_joint2"
    assert control.get_articulation("/World/Franka") == robot  # handles are made once
    assert control.get_articulation_dof(robot, 1) == control.find_articulation_dof(robot, "panda_joint2") == joint
    control.wake_up_articulation(robot)
    control.set_dof_position_target(joint, -1.0)
    ball = control.get_rigid_body("/World/ball")
    control.apply_body_force(ball, (6.0, 0.0, 0.0), (3.0, 0.0, 5.0), True)
    world.step(render=False)
    np.testing.assert_allclose(
        control.get_rigid_body_linear_velocity(ball)[0], 6.0 * world.get_physics_dt() / 2.0, 1e-4
    )
    for _ in range(120):
        world.step(render=False)
    assert control.get_dof_state(joint, _dynamic_control.STATE_POS).pos == pytest.approx(-1.0, abs=0.02)
    assert control.get_articulation_dof_states(robot)["pos"][1] == pytest.approx(control.get_dof_position(joint))
    with pytest.raises(NotImplementedError, match="get_articulation_name"):
        control.get_articulation_name(robot)
    world.stop()
    world.reset()
    assert control.get_articulation("/World/Franka") != robot  # which went with the simulation


def test_streams_of_frames_tell_them_in_their_order_for_as_long_as_a_subscription_is_kept():
    app, told = omni.kit.app.get_app(), []
    streams = (app.get_post_update_event_stream(), app.get_update_event_stream(), app.get_pre_update_event_stream())
    kept = [
        stream.create_subscription_to_pop(lambda event, place=place: told.append((place, event.payload)))
        for place, stream in enumerate(streams)
    ]
    app.update()
    assert told == [(2, {}), (1, {}), (0, {})]
    kept.pop().unsubscribe()
    kept.clear()
    app.update()
    assert len(told) == 3


def test_a_benchmark_writes_what_it_measured_by_phases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    benchmark = BaseIsaacBenchmark("steps", workflow_metadata={"metadata": [{"name": "num_envs", "data": 4}]})
    benchmark.set_phase("sim_runtime")
    benchmark.store_measurements()
    benchmark.store_custom_measurement("runtime", SingleMeasurement(name="Mean", value=1.5, unit="ms"))
    benchmark.store_custom_measurement("runtime", DictMeasurement(name="Step", value={"times": [1.0, 2.0]}))
    benchmark.store_custom_measurement("train", ListMeasurement(name="Rewards", value=[3.0]))
    benchmark.stop()
    written = json.loads((tmp_path / "kpis_steps.json").read_text())
    assert written["metadata"] == [{"name": "num_envs", "data": 4}]
    assert written["phases"]["runtime"] == [
        {"name": "Mean", "value": 1.5, "unit": "ms"},
        {"name": "Step", "value": {"times": [1.0, 2.0]}},
    ]
    assert written["phases"]["train"][0]["value"] == [3.0]
    assert written["phases"]["sim_runtime"][0]["value"] >= 0.0


def test_a_program_may_set_the_levels_of_carbonites_log() -> None:
    import carb

    log = carb.logging.acquire_logging()
    log.set_level_threshold_for_source("omni.usd", carb.logging.LogSettingBehavior.OVERRIDE, carb.logging.LEVEL_ERROR)
    assert carb.logging.LEVEL_WARN < carb.logging.LEVEL_ERROR
