"""What Isaac Sim has and Pippin has not can be imported, and says what there is in its place once it is used."""

from __future__ import annotations

import asyncio
import importlib

import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from pxr import Semantics

import omni.physx
from isaacsim import SimulationApp
from isaacsim.core.api import World
from isaacsim.core.api.objects import FixedSphere
from isaacsim.core.utils.semantics import get_semantics
from isaacsim.core.utils.stage import create_new_stage
from pippin.sim import SimulationContext


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
        ("omni.isaac.core_nodes.scripts.utils", "set_target_prims", "in the loop of the program"),
        ("isaacsim.robot.policy.examples.robots", "SpotFlatTerrainPolicy", "play one of your own"),
        ("isaacsim.replicator.agent.core.settings", "PrimPaths", "no animated people"),
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
