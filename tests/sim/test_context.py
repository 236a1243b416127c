"""The simulation's states, what happens between them, and what is refused."""

from __future__ import annotations

import logging

import numpy as np
import pytest
from pxr import UsdGeom, UsdPhysics, UsdShade

from pippin import sim
from pippin.sim import SimulationCfg, SimulationContext, TimelineEvent
from pippin.sim.run.physics_events import PhysicsEvent
from pippin.sim.run.physics_link import register_physics


def test_there_is_one_context_at_a_time(context):
    assert SimulationContext.instance() is context
    with pytest.raises(RuntimeError, match="There is a 'SimulationContext' already"):
        SimulationContext()
    SimulationContext.clear_instance()
    assert SimulationContext.instance() is None


def test_with_statement_clears_the_context(physics):
    with SimulationContext(SimulationCfg(device="cpu")) as context:
        context.reset()
    assert SimulationContext.instance() is None
    assert physics[0].closed


def test_stage_is_z_up_in_metres_with_gravity_and_default_material(physics):
    cfg = SimulationCfg(device="cpu", gravity=(3.0, 0.0, -4.0))
    cfg.physics_material.static_friction = 0.9
    stage = SimulationContext(cfg).stage
    assert sim.get_current_stage() is stage
    assert UsdGeom.GetStageUpAxis(stage) == "Z"
    assert UsdGeom.GetStageMetersPerUnit(stage) == 1.0
    scene = UsdPhysics.Scene(stage.GetPrimAtPath("/physicsScene"))
    assert "PhysxSceneAPI" in scene.GetPrim().GetAppliedSchemas()
    np.testing.assert_allclose(scene.GetGravityDirectionAttr().Get(), (0.6, 0.0, -0.8), atol=1e-7)  # float32
    assert scene.GetGravityMagnitudeAttr().Get() == pytest.approx(5.0)
    material, _ = UsdShade.MaterialBindingAPI(scene.GetPrim()).ComputeBoundMaterial("physics")
    assert UsdPhysics.MaterialAPI(material.GetPrim()).GetStaticFrictionAttr().Get() == pytest.approx(0.9)


def test_a_stage_that_was_there_before_is_taken(stage, physics):
    sim.define_prim("/World/Early")
    assert SimulationContext(SimulationCfg(device="cpu")).stage is stage


def test_physics_lives_from_play_to_stop(context, physics):
    assert context.is_stopped()
    assert not context.is_playing()
    context.play()
    assert context.is_playing()
    assert not context.is_stopped()
    context.pause()
    assert not context.is_playing()
    assert not context.is_stopped()
    context.play()
    assert len(physics) == 1
    assert not physics[0].closed
    context.stop()
    assert context.is_stopped()
    assert physics[0].closed


def test_physics_gets_stage_environments_and_config(context, physics):
    plan = sim.EnvironmentPlan.uniform(np.zeros((2, 3)))
    context.environments = plan
    context.play()
    assert physics[0].stage is context.stage
    assert physics[0].environments is plan
    assert physics[0].cfg.dt == 0.01


def test_handles_are_made_after_the_physics_and_dropped_before_it(context, physics):
    seen = []
    for event in (TimelineEvent.PLAY, TimelineEvent.STOP):
        context.timeline.subscribe(event, lambda event: seen.append((event, physics[0].closed)))
    context.reset()
    context.stop()
    assert seen == [(TimelineEvent.PLAY, False), (TimelineEvent.STOP, False)]


def test_steps_count_time_and_pause_stops_it(context, physics):
    context.reset()
    for _ in range(3):
        context.step()
    context.pause()
    context.step()
    assert physics[0].steps == 3
    assert context.current_time == pytest.approx(0.03)
    context.play()
    context.step()
    assert context.current_time_step_index == 4


def test_reset_begins_anew_and_a_soft_one_keeps_the_physics(context, physics):
    context.reset()
    context.step()
    context.reset(soft=True)
    assert len(physics) == 1
    assert context.current_time == pytest.approx(0.01)
    context.reset()
    assert len(physics) == 2
    assert physics[0].closed
    assert context.current_time == 0.0


def test_a_step_without_physics_renders_and_says_that_nothing_moves(context, caplog):
    rendered = []
    context.add_render_callback("camera", rendered.append)
    context.step(render=False)
    context.step()
    assert len(rendered) == 1 and context.is_stopped()
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 2


def test_play_without_registered_physics_is_refused(context):
    register_physics(None)
    with pytest.raises(RuntimeError, match="There is no physics"):
        context.play()
    assert context.is_stopped()


def test_an_exception_on_play_surfaces_and_leaves_the_simulation_stopped(context, physics):
    def fail(_: TimelineEvent) -> None:
        raise LookupError("no such joint")

    context.timeline.subscribe(TimelineEvent.PLAY, fail)
    with pytest.raises(LookupError, match="no such joint"):
        context.reset()
    assert context.is_stopped()
    assert physics[0].closed


def test_an_exception_on_stop_surfaces_after_all_were_told_and_physics_is_gone(context, physics):
    told = []

    def fail(_: TimelineEvent) -> None:
        raise LookupError("cannot let go")

    context.timeline.subscribe(TimelineEvent.STOP, fail)
    context.timeline.subscribe(TimelineEvent.STOP, told.append)
    context.reset()
    with pytest.raises(LookupError, match="cannot let go"):
        context.stop()
    assert told == [TimelineEvent.STOP]
    assert physics[0].closed


def test_a_failure_of_physics_leaves_the_simulation_stopped(context, physics):
    def fail(*_: object):
        raise ValueError("negative mass")

    register_physics(fail)
    with pytest.raises(ValueError, match="negative mass"):
        context.play()
    assert context.is_stopped()
    assert not context.is_playing()


def test_physics_callbacks_come_before_each_step(context, physics):
    calls = []
    context.add_physics_callback("log", lambda dt: calls.append((dt, physics[0].steps)))
    context.reset()
    context.step()
    context.step()
    assert calls == [(0.01, 0), (0.01, 1)]
    context.remove_physics_callback("log")
    context.step()
    assert len(calls) == 2
    with pytest.raises(KeyError, match="There is no physics callback 'log'"):
        context.remove_physics_callback("log")


def test_debug_markers_follow_frames_but_do_not_watch_them(physics):
    frames = []
    context = SimulationContext(SimulationCfg(dt=0.01, device="cpu"))
    context.add_marker_callback("arrows", frames.append)
    assert not context.is_rendering and not context.has_gui
    context.render()
    assert frames == [None]
    context.add_render_callback("viewer", lambda _: None)
    assert context.is_rendering
    context.remove_render_callback("arrows")
    assert context.is_rendering
    context.add_render_callback("arrows", frames.append)
    context.remove_render_callback("viewer")
    assert context.is_rendering, "what is added as a watcher is one"


def test_render_callbacks_come_when_rendering_is_asked_for(physics):
    frames = []
    context = SimulationContext(SimulationCfg(dt=0.01, render_interval=4, device="cpu"))
    assert not context.has_gui
    context.add_render_callback("viewer", frames.append)
    assert context.has_gui
    context.reset()
    context.step(render=False)
    context.step()
    context.render()
    assert frames == [None, None]


def test_render_callbacks_come_by_order_and_those_of_resets_for_any_simulation(physics):
    heard = []
    SimulationContext.add_reset_callback("start", lambda context: heard.append(context))
    try:
        with SimulationContext(SimulationCfg(device="cpu")) as context:
            for name, order in (("last", 2), ("first", -1), ("middle", 0)):
                context.add_render_callback(name, lambda _, name=name: heard.append(name), order)
            context.reset()
            context.render()
            assert heard == [context, "first", "middle", "last"]
            context.remove_render_callback("nobody")
    finally:
        SimulationContext.remove_reset_callback("start")
    assert not SimulationContext._reset_callbacks


def test_named_timeline_callbacks_hear_every_event_until_removed(context):
    heard = []
    context.add_timeline_callback("log", heard.append)
    context.play()
    context.pause()
    context.stop()
    assert heard == [TimelineEvent.PLAY, TimelineEvent.PAUSE, TimelineEvent.STOP]
    context.remove_timeline_callback("log")
    context.play()
    assert len(heard) == 3


def test_reports_of_physics_are_logged_once_per_text(context, physics, caplog):
    context.reset()
    physics[0].complaints = ["too many contacts"]
    with caplog.at_level(logging.WARNING, "pippin"):
        context.step()
        context.step()
    assert [record.getMessage() for record in caplog.records] == ["too many contacts"]


def test_environments_do_not_change_while_the_simulation_runs(context):
    context.play()
    with pytest.raises(RuntimeError, match="stop it first"):
        context.environments = None


@pytest.mark.parametrize(
    "eye, target", [((0, 0), (0, 0, 0)), ((1, 2, float("nan")), (0, 0, 0)), ((1, 1, 1), (1, 1, 1))]
)
def test_camera_views_that_look_nowhere_are_refused(context, eye, target):
    before = context.camera_view
    with pytest.raises(ValueError, match="camera"):
        context.set_camera_view(eye, target)
    assert context.camera_view is before


def test_camera_view_is_kept_for_viewers(context):
    context.set_camera_view(eye=[1.0, 2.0, 3.0], target=[0.0, 0.0, 0.5])
    np.testing.assert_array_equal(context.camera_view, [[1.0, 2.0, 3.0], [0.0, 0.0, 0.5]])


def test_settings_are_kept(context):
    context.set_setting("/app/speed", 2)
    assert context.get_setting("/app/speed") == 2
    assert context.get_setting("/app/other") is None


def test_a_simulation_for_a_block_is_cleared_even_when_the_block_fails(physics):
    def fail_in_the_block() -> None:
        with sim.build_simulation_context(device="cpu", gravity_enabled=False, add_ground_plane=True) as context:
            assert not sim.is_prim_path_valid("/Old")
            assert sim.is_prim_path_valid("/World/defaultGroundPlane")
            assert context.cfg.gravity == (0.0, 0.0, 0.0)
            context.reset()
            raise KeyError

    sim.define_prim("/Old")
    with pytest.raises(KeyError):
        fail_in_the_block()
    assert SimulationContext.instance() is None
    assert physics[0].closed


@pytest.mark.parametrize("plays", ["never", "once", "until it is stopped"])
def test_who_waits_for_the_end_is_told_once(plays, physics):
    heard = []
    simulation = SimulationContext(SimulationCfg(device="cpu"))
    simulation.physics_manager.register_callback(heard.append, PhysicsEvent.STOP)
    if plays != "never":
        simulation.reset()
    if plays == "until it is stopped":
        simulation.stop()
    SimulationContext.clear_instance()
    assert len(heard) == 1
