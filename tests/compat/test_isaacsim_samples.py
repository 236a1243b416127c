"""Samples of Isaac Sim's application, and the functions by which programs of Omniverse make bodies themselves."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from pxr import Gf, PhysicsSchemaTools, UsdGeom, UsdPhysics

import omni.usd
from carb.settings import get_settings
from isaacsim.core.api import PhysicsContext, World
from isaacsim.core.api.objects import DynamicSphere
from isaacsim.core.prims import SingleRigidPrim
from isaacsim.core.utils.stage import create_new_stage
from isaacsim.examples.interactive.base_sample import BaseSample
from omni.physx.scripts import physicsUtils
from omni.physx.scripts import utils as physx_utils
from pippin.physics.scene.scene import playing_scene
from pippin.sim import SimulationContext

GRAVITY = 9.81
STEP = 1.0 / 60.0


@pytest.fixture(autouse=True)
def stage():
    yield create_new_stage()
    SimulationContext.clear_instance()


class Ball(BaseSample):
    """A ball that falls, and what was called."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []

    def setup_scene(self) -> None:
        self.calls.append("scene")
        world = self.get_world()
        world.scene.add(DynamicSphere("/World/ball", "ball", position=np.array([0.0, 0.0, 5.0]), radius=0.1))

    async def setup_post_load(self) -> None:
        self.calls.append("loaded")

    async def setup_pre_reset(self) -> None:
        self.calls.append("before")

    async def setup_post_reset(self) -> None:
        self.calls.append("after")

    async def setup_post_clear(self) -> None:
        self.calls.append("cleared")


def test_a_sample_is_loaded_reset_and_cleared():
    sample = Ball()
    sample.set_world_settings(physics_dt=0.005, rendering_dt=0.01)
    asyncio.run(sample.load_world_async())
    world = sample.get_world()
    ball = world.scene.get_object("ball")
    assert world.get_physics_dt() == 0.005
    assert not world.is_playing()
    world.play()
    world.step(render=True)
    assert ball.get_world_pose()[0][2] < 5.0
    asyncio.run(sample.reset_async())
    assert ball.get_world_pose()[0][2] == pytest.approx(5.0)
    asyncio.run(sample.clear_async())
    assert sample.get_world() is None
    assert sample.calls == ["scene", "loaded", "before", "after", "cleared"]


def test_a_sample_without_a_world_says_what_to_do():
    with pytest.raises(RuntimeError, match=r"'Ball' has no world: call load_world_async\(\) first"):
        asyncio.run(Ball().reset_async())


SAMPLE = """
import numpy as np
from omni.isaac.core.objects import DynamicSphere
from omni.isaac.examples.base_sample import BaseSample, BaseSampleExtension
class Extension(BaseSampleExtension):
    pass
class Fall(BaseSample):
    def setup_scene(self):
        self.ball = self.get_world().scene.add(DynamicSphere("/World/ball", "ball", position=np.array([0.0, 0.0, 5.0])))
    async def setup_post_load(self):
        self.get_world().add_physics_callback("watch", self.watch)
        await self.get_world().play_async()
    def watch(self, step):
        if self.get_world().current_time_step_index == 30:
            print("height", self.ball.get_world_pose()[0][2])
            raise SystemExit
"""


@pytest.mark.slow
def test_a_program_that_defines_a_sample_is_loaded_and_plays(tmp_path: Path, run_python):
    """After 29 or 30 steps it has fallen by g t^2 / 2, within a step: which count, and how long are the engine's."""
    program = tmp_path / "fall.py"
    program.write_text(SAMPLE)
    result = run_python("-m", "pippin_isaac.run", program)
    assert result.returncode == 0, result.stderr
    fallen = 5.0 - float(result.stdout.split("height")[1])
    assert 0.5 * GRAVITY * (28 * STEP) ** 2 < fallen < 0.5 * GRAVITY * (31 * STEP) ** 2


def test_the_physics_context_is_that_of_the_simulation():
    world = World(physics_dt=0.01)
    assert PhysicsContext().get_physics_dt() == world.get_physics_dt() == 0.01
    assert PhysicsContext(physics_dt=0.02)._simulation is world
    assert world.get_physics_dt() == 0.02
    assert PhysicsContext().use_gpu_pipeline is world.device.startswith("cuda")


def test_settings_of_omniverse_are_taken_from_the_simulation():
    """Isaac Lab's ``check_instanceable.py`` does so."""
    world = World()
    world._settings.set_bool("/persistent/omnihydra/useSceneGraphInstancing", True)
    assert get_settings().get_as_bool("/persistent/omnihydra/useSceneGraphInstancing")


@pytest.mark.parametrize(("params", "threshold"), [({}, 0.2), ({"bounce_threshold_velocity": 0.4}, 0.4)])
def test_bodies_bounce_from_the_threshold_of_the_physics_context_on(params, threshold):
    world = World(sim_params=params)
    context = PhysicsContext()
    assert context.get_bounce_threshold() == threshold
    world.scene.add_default_ground_plane()
    world.reset()
    assert playing_scene(world).settings.bounce_threshold == threshold
    context.set_bounce_threshold(1.5)
    assert playing_scene(world).settings.bounce_threshold == context.get_bounce_threshold() == 1.5
    with pytest.raises(ValueError, match="'value' is -1.0; expected a speed"):
        context.set_bounce_threshold(-1.0)


def test_bodies_on_grounds_of_omniverse_functions_come_to_rest(stage):
    ground = PhysicsSchemaTools.addGroundPlane(
        stage, "/World/ground", "Z", 10.0, Gf.Vec3f(0.0, 0.0, 0.5), Gf.Vec3f(0.5)
    )
    assert stage.GetPrimAtPath(ground)
    high = Gf.Vec3f(0.0, 0.0, 1.1)
    prim = physicsUtils.add_rigid_box(stage, "/World/box", Gf.Vec3f(0.2, 0.4, 0.6), position=high, density=500.0)
    assert UsdPhysics.MassAPI(prim).GetDensityAttr().Get() == 500.0
    physicsUtils.add_rigid_sphere(stage, "/World/sphere", 0.2, position=Gf.Vec3f(2.0, 0.0, 0.8), density=500.0)
    world = World()
    box, sphere = SingleRigidPrim("/World/box"), SingleRigidPrim("/World/sphere")
    world.reset()
    for _ in range(90):
        world.step()
    assert box.get_mass() == pytest.approx(500.0 * 0.2 * 0.4 * 0.6)
    assert box.get_world_pose()[0][2] == pytest.approx(0.5 + 0.3, abs=2e-3)  # contacts give way by less than 2 mm
    assert sphere.get_world_pose()[0][2] == pytest.approx(0.5 + 0.2, abs=2e-3)


def test_grounds_may_stand_on_end_and_other_axes_are_refused(stage):
    physicsUtils.add_ground_plane(stage, "/World/wall", "X", 10.0, Gf.Vec3f(1.0, 0.0, 0.0), Gf.Vec3f(0.5))
    matrix = omni.usd.get_world_transform_matrix(stage.GetPrimAtPath("/World/wall"))
    np.testing.assert_allclose(matrix.TransformDir(Gf.Vec3d.ZAxis()), [1.0, 0.0, 0.0], atol=1e-9)
    with pytest.raises(ValueError, match="'W'; expected one of X, Y, Z"):
        physicsUtils.add_ground_plane(stage, "/World/other", "W")


def test_geometries_become_bodies_and_colliders_and_cease_to_be(stage):
    body = UsdGeom.Xform.Define(stage, "/World/body").GetPrim()
    shapes = [UsdGeom.Cube.Define(stage, "/World/body/cube"), UsdGeom.Mesh.Define(stage, "/World/body/mesh")]
    prims = [shape.GetPrim() for shape in shapes]
    physx_utils.setRigidBody(body, "convexDecomposition", False)
    assert body.HasAPI(UsdPhysics.RigidBodyAPI)
    assert all(prim.HasAPI(UsdPhysics.CollisionAPI) for prim in prims)
    assert UsdPhysics.MeshCollisionAPI(prims[1]).GetApproximationAttr().Get() == "convexDecomposition"
    physx_utils.removeRigidBody(body)
    assert not body.HasAPI(UsdPhysics.RigidBodyAPI)
    assert not any(prim.HasAPI(UsdPhysics.CollisionAPI) for prim in prims)


def test_prims_are_placed_by_functions_of_omniverse(stage):
    prim = UsdGeom.Cube.Define(stage, "/World/cube")
    half = math.sqrt(0.5)
    turn = Gf.Quatf(half, 0.0, 0.0, half)
    physicsUtils.set_or_add_scale_orient_translate(prim, Gf.Vec3f(1.0, 2.0, 3.0), turn, Gf.Vec3f(4.0, 5.0, 6.0))
    physicsUtils.setup_transform_as_scale_orient_translate(prim)
    matrix = prim.ComputeLocalToWorldTransform(0.0)
    np.testing.assert_allclose(matrix.Transform(Gf.Vec3d(1.0, 0.0, 0.0)), [4.0, 6.0, 6.0], atol=1e-6)  # x turned to y
    physicsUtils.set_or_add_translate_op(prim, Gf.Vec3f(0.0, 0.0, 1.0))
    physicsUtils.set_or_add_orient_op(prim, Gf.Quatf(1.0))
    physicsUtils.set_or_add_scale_op(prim, Gf.Vec3f(2.0))
    matrix = prim.ComputeLocalToWorldTransform(0.0)
    np.testing.assert_allclose(matrix.Transform(Gf.Vec3d(1.0, 0.0, 0.0)), [2.0, 0.0, 1.0], atol=1e-6)


def test_paths_have_numbers():
    numbers = [PhysicsSchemaTools.sdfPathToInt(path) for path in ("/a", "/b", "/a")]
    assert numbers[0] == numbers[2] != numbers[1]
    assert PhysicsSchemaTools.intToSdfPath(numbers[1]) == "/b"
    with pytest.raises(ValueError, match="stands for no path"):
        PhysicsSchemaTools.intToSdfPath(0)
