"""Scenes of ``omni.isaac.lab``, their cameras and markers, and what programs hold on to and make by hand."""

from __future__ import annotations

import sys
import weakref
from typing import Any

import pytest
import torch

import pippin.assets
from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.assets import (
    Articulation,
    AssetBase,
    RigidObject,
    RigidObjectCfg,
    RigidObjectCollection,
    RigidObjectCollectionCfg,
    RigidObjectCollectionData,
    RigidObjectData,
)
from omni.isaac.lab.markers import VisualizationMarkersCfg
from omni.isaac.lab.scene import InteractiveScene, InteractiveSceneCfg
from omni.isaac.lab.sensors import CameraData, SensorBase, TiledCamera, TiledCameraCfg
from omni.isaac.lab.utils import configclass

from .conftest import NUM_ENVS, SOLID
from .older_arrays import disturb, expected, step

pytestmark = pytest.mark.filterwarnings("error::DeprecationWarning")

TURN = (0.8, 0.0, 0.6, 0.0)


def test_measured_states_stay_as_they_were(older_scene: InteractiveScene) -> None:
    """A program may keep the last velocity without a copy, since Isaac Lab makes new tensors."""
    data = older_scene["cube"].data
    velocity, quat = data.root_lin_vel_w, data.root_quat_w
    assert data.root_lin_vel_w is velocity
    kept = velocity.clone(), quat.clone()
    disturb(older_scene)
    assert data.root_lin_vel_w is not velocity
    assert not torch.equal(data.root_lin_vel_w, velocity)
    torch.testing.assert_close((velocity, quat), kept, rtol=0.0, atol=0.0)


def test_joint_positions_and_targets_are_one_memory(older_scene: InteractiveScene) -> None:
    data = older_scene["arm"].data
    positions, targets = data.joint_pos, data.joint_pos_target
    disturb(older_scene)
    assert data.joint_pos is positions
    torch.testing.assert_close(targets, torch.full((NUM_ENVS, 2), 0.7))


def test_default_states_belong_to_the_program(older_scene: InteractiveScene) -> None:
    arm, balls = older_scene["arm"].data, older_scene["balls"].data
    arm.default_root_state[:, 2] = 5.0
    arm.default_root_state[1, 3:7] = torch.tensor([0.0, 1.0, 0.0, 0.0])
    assert arm.default_root_state[1].tolist() == [0, 0, 5, 0, 1, 0, 0, *6 * [0]]
    assert arm.default_root_pose[1].tolist() == [0, 0, 5, 0, 1, 0, 0]
    arm.default_joint_pos = torch.ones(NUM_ENVS, 2)
    torch.testing.assert_close(arm._newer.default_joint_pos.torch, torch.ones(NUM_ENVS, 2))
    balls.default_object_state[0, 1, 7] = 3.0
    assert float(balls.default_body_vel[0, 1, 0]) == 3.0
    with pytest.raises(AttributeError):
        arm.root_pos_w = torch.zeros(NUM_ENVS, 3)


def test_tensors_of_thrusts_may_be_exchanged(older_scene: InteractiveScene) -> None:
    drone = older_scene["drone"]
    target = torch.full((NUM_ENVS, 2), 4.0)
    drone.data.thrust_target = target
    assert drone.data.thrust_target is drone._newer.data.thrust_target is target


def test_scenes_hand_out_what_they_were_given(older_scene: InteractiveScene) -> None:
    entities = {"light", "arm", "hand", "drone", "cube", "balls", "frames", "wrenches", "pva"}
    assert set(older_scene.keys()) == {*entities, "wrenches_of_hand", "wrenches_of_drone"}
    arm = older_scene["arm"]
    assert isinstance(arm, Articulation)
    assert isinstance(arm, AssetBase)
    assert not isinstance(arm, RigidObject)
    assert isinstance(older_scene["frames"], SensorBase)
    assert older_scene["arm"] is arm is older_scene.articulations["arm"]
    assert isinstance(arm.data, type(older_scene.articulations["arm"].data))
    assert isinstance(older_scene["cube"].data, RigidObjectData)
    assert isinstance(older_scene["balls"].data, RigidObjectCollectionData)
    assert not isinstance(arm, pippin.assets.Articulation)
    assert arm.cfg.init_state.rot == (0.8, 0.6, 0.0, 0.0)
    assert arm.cfg.prim_path == "/World/envs/env_.*/Arm"
    assert older_scene.cfg.arm.init_state.rot == (0.8, 0.6, 0.0, 0.0)


@pytest.mark.slow
def test_states_of_scenes_come_back(older_scene: InteractiveScene, caplog: pytest.LogCaptureFixture) -> None:
    start = {name: older_scene[name].data.body_state_w.clone() for name in ("arm", "cube", "balls")}
    state = older_scene.get_state(is_relative=True)
    cube = state["rigid_object"]["cube"]["root_pose"]
    torch.testing.assert_close(cube, torch.tensor([1.0, 0.0, 1.0, 0.8, 0.0, 0.0, 0.6]).repeat(NUM_ENVS, 1))
    disturb(older_scene)
    older_scene.reset_to(state, torch.arange(NUM_ENVS), is_relative=True)
    assert "joints of multirotors" not in caplog.text
    for name, before in start.items():
        # positions of some metres, to which the origins of environments are added and taken off
        torch.testing.assert_close(older_scene[name].data.body_state_w, before, rtol=0.0, atol=2e-6)


@configclass
class EmptySceneCfg(InteractiveSceneCfg):
    """Nothing: what there is, a program makes by hand."""


class CountingObject(RigidObject):
    """An object of a program's own, which counts its steps."""

    def __init__(self, cfg: RigidObjectCfg) -> None:
        super().__init__(cfg)
        self.num_updates = 0

    def update(self, dt: float) -> None:
        self.num_updates += 1
        super().update(dt)


CUBE = RigidObjectCfg(
    prim_path="/World/envs/env_.*/Cube",
    spawn=sim_utils.CuboidCfg(size=(0.1, 0.1, 0.1), **SOLID),
    init_state=RigidObjectCfg.InitialStateCfg(rot=(0.0, 0.0, 1.0, 0.0)),
)


def test_what_programs_make_by_hand_belongs_to_the_scene(simulation: Any) -> None:
    scene = InteractiveScene(EmptySceneCfg(num_envs=2, env_spacing=2.0))
    cube = CountingObject(CUBE)
    scene.rigid_objects["cube"] = cube
    simulation.reset()
    step(scene, 3)
    assert cube.num_updates == 3
    assert scene["cube"] is cube
    assert dict(scene.rigid_objects) == {"cube": cube}
    pose = scene.get_state()["rigid_object"]["cube"]["root_pose"][0]
    torch.testing.assert_close(pose[3:], torch.tensor([0.0, 0.0, 1.0, 0.0]))
    del scene.rigid_objects["cube"]
    assert len(scene.rigid_objects) == 0


def test_classes_of_a_program_are_made_by_the_scene(simulation: Any) -> None:
    @configclass
    class OwnSceneCfg(InteractiveSceneCfg):
        cube = CUBE.replace(class_type=CountingObject)

    scene = InteractiveScene(OwnSceneCfg(num_envs=2, env_spacing=2.0))
    simulation.reset()
    step(scene, 2)
    assert isinstance(scene["cube"], CountingObject)
    assert scene["cube"].num_updates == 2


def test_methods_that_terms_pass_by_are_said(simulation: Any, caplog: pytest.LogCaptureFixture) -> None:
    """What version 2 has for collections is nothing that Pippin's own writers reach."""

    class OwnWrites(RigidObjectCollection):
        def write_object_pose_to_sim(self, *args: Any, **kwargs: Any) -> None:
            super().write_object_pose_to_sim(*args, **kwargs)

        def write_data_to_sim(self) -> None:  # called by the scene
            super().write_data_to_sim()

    OwnWrites(RigidObjectCollectionCfg(rigid_objects={"cube": CUBE.replace(prim_path="/World/Cube")}))
    assert "OwnWrites overrides write_object_pose_to_sim:" in caplog.text


def test_configs_of_pippin_itself_are_understood(simulation: Any) -> None:
    """A program of the older dialect may take a config of Pippin, whose quaternions have their w last."""
    from pippin.assets import RigidObjectCfg as NewerCfg
    from pippin.sim import CuboidCfg

    state = NewerCfg.InitialStateCfg(rot=(0.0, 0.6, 0.0, 0.8))

    @configclass
    class MixedSceneCfg(InteractiveSceneCfg):
        cube = NewerCfg(
            prim_path="{ENV_REGEX_NS}/Cube", spawn=CuboidCfg(size=(0.1, 0.1, 0.1), **SOLID), init_state=state
        )

    scene = InteractiveScene(MixedSceneCfg(num_envs=2, env_spacing=2.0))
    simulation.reset()
    assert isinstance(scene["cube"], RigidObject)
    assert scene["cube"].cfg.init_state.rot == TURN
    torch.testing.assert_close(scene["cube"].data.root_quat_w, torch.tensor(TURN).repeat(2, 1))


def test_configs_are_left_as_they_are(simulation: Any) -> None:
    @configclass
    class OwnSceneCfg(InteractiveSceneCfg):
        cube = CUBE.replace(class_type=CountingObject)

    cfg = OwnSceneCfg(num_envs=2, env_spacing=2.0)
    before = cfg.to_dict()
    InteractiveScene(cfg)
    assert cfg.to_dict() == before
    assert cfg.cube.class_type is CountingObject


@sim_utils.clone
def _own_cuboid(prim_path: str, cfg: Any, translation: Any = None, orientation: Any = None) -> Any:
    """A spawner as programs write them, around one of the release."""
    assert tuple(orientation) == TURN
    return sim_utils.spawn_cuboid(prim_path, cfg, translation, orientation)


@pytest.mark.parametrize("is_one_of_several", [False, True])
def test_functions_of_a_program_that_spawn_get_orientations_with_w_first(
    simulation: Any, is_one_of_several: bool
) -> None:
    own = sim_utils.CuboidCfg(func=_own_cuboid, size=(0.1, 0.1, 0.1), **SOLID)
    spawn = sim_utils.MultiAssetSpawnerCfg(assets_cfg=[own]) if is_one_of_several else own

    @configclass
    class OwnSpawnerSceneCfg(InteractiveSceneCfg):
        cube = CUBE.replace(spawn=spawn, init_state=RigidObjectCfg.InitialStateCfg(rot=TURN))

    scene = InteractiveScene(OwnSpawnerSceneCfg(num_envs=2, env_spacing=2.0))
    simulation.reset()
    torch.testing.assert_close(scene["cube"].data.root_quat_w, torch.tensor(TURN).repeat(2, 1))
    assert own.func is _own_cuboid


def test_what_has_no_class_of_its_own_has_poses_all_the_same(simulation: Any) -> None:
    """Isaac Lab 2 gives a view of such prims, with quaternions (w, x, y, z)."""
    from omni.isaac.lab.assets import AssetBaseCfg

    @configclass
    class TableSceneCfg(InteractiveSceneCfg):
        table = AssetBaseCfg(prim_path="{ENV_REGEX_NS}/Table", spawn=sim_utils.CuboidCfg(size=(1.0, 1.0, 0.1)))

    scene = InteractiveScene(TableSceneCfg(num_envs=2, env_spacing=4.0))
    table = scene.extras["table"]
    assert scene["table"] is table and len(table.prim_paths) == 2
    turn = torch.tensor([TURN, (1.0, 0.0, 0.0, 0.0)], device=table._device)
    table.set_world_poses(orientations=turn)
    positions, orientations = table.get_world_poses()
    torch.testing.assert_close(orientations, turn)
    torch.testing.assert_close(positions, scene.env_origins)
    with pytest.raises(AttributeError, match="no_such_member"):
        table.no_such_member  # noqa: B018


def test_markers_take_orientations(simulation: Any) -> None:
    from pxr import UsdGeom

    from omni.isaac.lab.markers import VisualizationMarkers
    from omni.isaac.lab.markers.config import FRAME_MARKER_CFG

    markers = VisualizationMarkers(FRAME_MARKER_CFG.replace(prim_path="/Visuals/frame"))
    markers.visualize(torch.zeros(1, 3), torch.tensor([[0.8, 0.0, 0.6, 0.0]]))
    instancer = UsdGeom.PointInstancer(simulation.stage.GetPrimAtPath(markers.prim_path))
    quaternion = instancer.GetOrientationsAttr().Get()[0]
    # half precision
    assert [quaternion.real, *quaternion.imaginary] == pytest.approx([0.8, 0.0, 0.6, 0.0], abs=1e-3)


@configclass
class CameraSceneCfg(InteractiveSceneCfg):
    """A camera in each environment that looks down at a cube."""

    cube = RigidObjectCfg(prim_path="{ENV_REGEX_NS}/Cube", spawn=sim_utils.CuboidCfg(size=(1.0, 1.0, 0.2), **SOLID))
    camera = TiledCameraCfg(
        prim_path="{ENV_REGEX_NS}/Camera",
        offset=TiledCameraCfg.OffsetCfg(pos=(0.0, 0.0, 2.0), rot=(0.0, 1.0, 0.0, 0.0), convention="ros"),
        data_types=["rgb", "distance_to_image_plane"],
        spawn=sim_utils.PinholeCameraCfg(),
        width=8,
        height=6,
    )


def test_cameras_look_where_w_first_says(simulation: Any) -> None:
    scene = InteractiveScene(CameraSceneCfg(num_envs=2, env_spacing=4.0))
    simulation.reset()
    camera = scene["camera"]
    assert isinstance(camera, TiledCamera)
    camera.update(0.01, force_recompute=True)
    data = camera.data
    assert isinstance(data, CameraData)
    assert data.image_shape == (6, 8)
    for name in ("quat_w_world", "quat_w_ros", "quat_w_opengl", "pos_w", "intrinsic_matrices"):
        torch.testing.assert_close(getattr(data, name), expected(getattr(data._newer, name)), rtol=0.0, atol=0.0)
    assert list(data.output) == ["rgba", "rgb", "distance_to_image_plane"], "as tiled cameras have them"
    assert data.output["rgb"].shape == (2, 6, 8, 3)
    assert data.output["rgb"].data_ptr() == data.output["rgba"].data_ptr()
    assert (data.output["rgb"][:, 3, 4] > 0).any() and (data.output["rgba"][:, 3, 4, 3] == 255).all()
    depth = data.output["distance_to_image_plane"]
    assert isinstance(depth, torch.Tensor)
    torch.testing.assert_close(depth[:, 3, 4].flatten(), torch.full((2,), 1.9), rtol=0.0, atol=1e-5)
    turned = torch.tensor([[0.0, 0.0, 1.0, 0.0]])  # looks down, the other way up
    camera.set_world_poses(scene.env_origins[:1] + torch.tensor([0.0, 0.0, 1.0]), turned, env_ids=[0], convention="ros")
    camera.update(0.01, force_recompute=True)
    torch.testing.assert_close(data.quat_w_ros[0].abs(), turned[0], rtol=0.0, atol=1e-6)
    torch.testing.assert_close(float(data.output["distance_to_image_plane"][0, 3, 4]), 0.9, rtol=0.0, atol=1e-5)


def test_what_others_contributed_is_in_the_table() -> None:
    """``isaaclab_contrib`` has no package of its own in the first dialect."""
    dialect = Articulation._dialect
    cfg = dialect.counterpart(pippin.assets.MultirotorCfg)()
    assert cfg.init_state.rot == (1.0, 0.0, 0.0, 0.0)
    assert issubclass(cfg.class_type, Articulation)
    assert cfg.class_type._newer_class is pippin.assets.Multirotor


def test_what_a_program_makes_is_gone_when_the_program_lets_go(simulation: Any) -> None:
    sim_utils.create_prim("/World/envs/env_0", "Xform")
    cube = RigidObject(CUBE.replace(prim_path="/World/envs/env_0/Cube"))
    alive = weakref.ref(cube)
    assert sys.getrefcount(cube) == 2  # this name, and the argument
    del cube
    assert alive() is None


def test_what_a_program_gives_to_the_scene_stays_there(simulation: Any) -> None:
    scene = InteractiveScene(InteractiveSceneCfg(num_envs=NUM_ENVS, env_spacing=2.0))
    scene.rigid_objects["cube"] = RigidObject(CUBE)
    scene["cube"].mark = 1
    assert scene["cube"].mark == 1


class SceneWithoutDecoratorCfg(InteractiveSceneCfg):
    """As programs write it that name the class alone."""

    block = RigidObjectCfg(prim_path="{ENV_REGEX_NS}/Block", spawn=sim_utils.CuboidCfg(size=(0.1, 0.1, 0.1), **SOLID))


def test_values_without_names_go_where_the_release_has_them() -> None:
    scene = SceneWithoutDecoratorCfg(3, env_spacing=2.0)
    assert (scene.num_envs, scene.env_spacing, scene.class_type) == (3, 2.0, InteractiveScene)
    markers = VisualizationMarkersCfg("/Visuals/goal", {"ball": sim_utils.SphereCfg(radius=0.1)})
    assert markers.prim_path == "/Visuals/goal"
    assert list(markers.markers) == ["ball"]
