"""A world: its objects by name, and how time passes in it."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.objects import (
    BaseTask,
    DynamicCone,
    DynamicCuboid,
    DynamicSphere,
    FixedCuboid,
    FixedCylinder,
    RigidPrim,
    VisualCapsule,
    VisualCuboid,
    World,
)
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import SimulationCfg, is_prim_path_valid


def test_objects_are_found_by_their_names(cpu_world):
    scene = cpu_world.scene
    ground = scene.add_ground_plane(z_position=0.2)
    box = scene.add(VisualCuboid("/World/box", "box"))
    assert scene.object_names == ["ground_plane", "box"]
    assert scene.get_object("box") is box
    assert scene.get_object("ball") is None
    assert scene.object_exists("ground_plane")
    assert ground.get_world_pose()[0].tolist() == [0, 0, 0.2]
    with pytest.raises(ValueError, match="has an object 'box' already"):
        scene.add(VisualCuboid("/World/other", "box"))
    scene.remove_object("box")
    assert not is_prim_path_valid("/World/box")
    with pytest.raises(ValueError, match="no object 'box'; there are: ground_plane"):
        scene.remove_object("box")
    scene.clear(registry_only=True)
    assert scene.object_names == []
    assert is_prim_path_valid("/World/groundPlane")


def test_a_rendered_step_lasts_until_the_next_frame():
    frames = []
    with World(SimulationCfg(dt=0.01, render_interval=4, device="cpu")) as world:
        world.add_render_callback("count", frames.append)
        world.step()  # stopped: only a frame
        world.reset()
        world.step()
        assert (world.current_time_step_index, frames) == (4, [None, None])
        world.step(render=False)
        assert (world.current_time_step_index, frames) == (5, [None, None])
        world.pause()
        world.step()
        assert (world.current_time_step_index, len(frames)) == (5, 3)


@pytest.mark.parametrize(
    "dt, substeps, expected", [(1 / 60, None, 4), (1 / 240, None, 1), (0.002, None, 1), (0.01, 7, 7)]
)
def test_engine_steps_are_short_unless_others_are_asked_for(dt, substeps, expected):
    with World(SimulationCfg(dt=dt, device="cpu", substeps=substeps)) as world:
        world.reset()
        assert world.physics.settings.substeps == expected


def test_a_length_of_steps_that_is_none_is_refused():
    with pytest.raises(ValueError, match=r"SimulationCfg\.dt is -1"):
        World(SimulationCfg(dt=-1, device="cpu"))


def test_objects_let_go_at_stop_and_connect_at_play(cpu_world):
    box = cpu_world.scene.add(DynamicCuboid("/World/box", position=(0, 0, 3)))
    assert not box.handles_initialized
    cpu_world.reset()
    assert box.handles_initialized
    for _ in range(20):
        cpu_world.step(render=False)
    assert box.get_world_pose()[0][2] < 3
    cpu_world.stop()
    assert not box.handles_initialized
    assert box.get_world_pose()[0][2] == 3


def test_objects_are_those_of_all_environments_but_for_single_contacts(cpu_world):
    scene = InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=1.0))
    first = DynamicCuboid("/World/envs/env_0/box")
    boxes = RigidPrim("/World/envs/env_.*/box")
    cpu_world.reset()
    origins = scene.env_origins.cpu().numpy()
    np.testing.assert_allclose(boxes.get_world_poses()[0], origins, atol=1e-6)
    np.testing.assert_allclose(first.get_world_pose()[0], origins[0], atol=1e-6)
    with pytest.raises(ValueError, match="'rigid_prims' does not measure contacts, .*tracks_contacts=True"):
        boxes.get_net_contact_forces()
    with pytest.raises(NotImplementedError, match="those of one environment, and this scene has 2"):
        RigidPrim("/World/envs/env_.*/box", contact_partners=["/World/ground"]).get_contact_force_data()


def test_shapes_are_called_by_their_kind(cpu_world):
    """As Isaac Sim calls them, so that a scene takes one of each without a name."""
    kinds = (DynamicCuboid, FixedCuboid, VisualCuboid, DynamicSphere, VisualCapsule, FixedCylinder, DynamicCone)
    names = [cpu_world.scene.add(kind(f"/World/{kind.__name__}")).name for kind in kinds]
    assert names == [
        *("dynamic_cube", "fixed_cube", "visual_cube", "dynamic_sphere", "visual_capsule", "fixed_cylinder"),
        "dynamic_cone",
    ]


class Drop(BaseTask):
    """A box is to fall below a height."""

    def __init__(self, name, height):
        super().__init__(name, offset=(0, 1, 0))
        self.height, self.calls = height, []

    def set_up_scene(self, scene):
        super().set_up_scene(scene)
        self.calls.append("set up")
        self.box = scene.add(DynamicCuboid(f"/World/{self.name}", self.name, position=self._offset + (0, 0, 2)))
        self._task_objects[self.name] = self.box

    def get_observations(self):
        return {self.name: self.box.get_world_pose()[0]}

    def is_done(self):
        return self.box.get_world_pose()[0][2] < self.height

    def pre_step(self, time_step_index, simulation_time):
        self.calls.append((time_step_index, round(simulation_time, 6)))

    def post_reset(self):
        self.calls.append("reset")

    def cleanup(self):
        self.calls.append("clean up")


def test_tasks_set_up_the_scene_once_and_act_before_each_step(cpu_world):
    low, high = Drop("low", 0.5), Drop("high", 1.9)
    for task in (low, high):
        cpu_world.add_task(task)
    cpu_world.reset()
    cpu_world.step()
    cpu_world.step(render=False)
    cpu_world.reset()
    assert low.calls == ["set up", "reset", (0, 0.0), (1, 0.01), "clean up", "reset"]
    assert list(cpu_world.get_observations()) == ["low", "high"]
    assert cpu_world.get_observations("high")["high"].tolist() == [0, 1, 2]
    assert cpu_world.get_task("low").get_task_objects() == {"low": low.box}
    for _ in range(30):  # 0.44 m
        cpu_world.step(render=False)
    assert (cpu_world.is_done("high"), cpu_world.is_done("low"), cpu_world.is_done()) == (True, False, False)


def test_tasks_that_do_not_say_are_named(cpu_world):
    cpu_world.add_task(BaseTask("empty"))
    with pytest.raises(ValueError, match="has a task 'empty' already"):
        cpu_world.add_task(BaseTask("empty"))
    with pytest.raises(ValueError, match="no task 'full'; there are: empty"):
        cpu_world.get_task("full")
    with pytest.raises(NotImplementedError, match=r"BaseTask does not implement calculate_metrics\(\)"):
        cpu_world.calculate_metrics()
    with pytest.raises(ValueError, match=r"offset should have the shape \(3,\)"):
        BaseTask("wrong", offset=(1, 2))
