"""Stacking cubes: terms against closed forms and the released files, and a stack that ends an episode."""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import gymnasium
import pytest
import torch
from pxr import Usd, UsdLux

from pippin.envs.managers import SceneEntityCfg
from pippin.tasks.manipulation import stack_events, stack_mdp
from pippin.tasks.manipulation.stack_blueprint import SEGMENT_COLORS as BLUEPRINT_COLORS
from pippin.tasks.manipulation.stack_visuomotor import SEGMENT_COLORS
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg
from pippin.utils import as_torch

from .beside_version_3 import assert_same_steps

TERMS = "isaaclab/source/isaaclab_tasks/isaaclab_tasks/manager_based/manipulation/stack/mdp"
SOURCE = Path(os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"), TERMS)
N = 64
ROBOT, FRAME = SceneEntityCfg("robot"), SceneEntityCfg("ee_frame")
CUBES = [SceneEntityCfg(f"cube_{number}") for number in (1, 2, 3)]


def released(name: str) -> ModuleType:
    """A file of Isaac Lab 2.3.2, which is nowhere kept here."""
    path = SOURCE / f"{name}.py"
    if not path.is_file():
        pytest.skip("the wheel of Isaac Lab 2.3.2 is not there")
    pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")
    spec = importlib.util.spec_from_file_location(f"released_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Scene(dict):
    """What terms read of a scene."""

    env_origins = torch.arange(3 * N, dtype=torch.float32).view(N, 3)


def random_env() -> Any:
    """Cubes near a stack and near the gripper, fingers near their open place: about half of the tests come true."""
    torch.manual_seed(3)
    height = torch.tensor([0.0, 0.0, 0.05]) + Scene.env_origins
    entities: dict[str, Any] = {}
    for level, cube in enumerate(CUBES):
        position = height + torch.tensor([0.0, 0.0, 0.047 * level]) + 0.02 * torch.randn(N, 3)
        position[: N // 2, 2] = height[: N // 2, 2] + 0.047 * level
        pose = SimpleNamespace(root_pos_w=position, root_quat_w=torch.randn(N, 4))
        entities[cube.name] = SimpleNamespace(data=pose)
    fingers = torch.where(torch.rand(N, 9) > 0.4, 0.04, 0.03)
    robot = SimpleNamespace(data=SimpleNamespace(joint_pos=fingers), find_joints=lambda names: ([7, 8], names))
    frame = SimpleNamespace(
        target_pos_w=(height + 0.04 * torch.randn(N, 3)).unsqueeze(1), target_quat_w=torch.randn(N, 1, 4)
    )
    entities |= {"robot": robot, "ee_frame": SimpleNamespace(data=frame)}
    cfg = SimpleNamespace(gripper_joint_names=["fingers"], gripper_open_val=0.04, gripper_threshold=0.005)
    return SimpleNamespace(scene=Scene(entities), cfg=cfg, device="cpu", num_envs=N)


CALLS: dict[str, dict[str, Any]] = {
    "cube_positions_in_world_frame": {},
    "cube_orientations_in_world_frame": {},
    "object_obs": {},
    "ee_frame_pos": {},
    "ee_frame_quat": {},
    "gripper_pos": {},
    "object_grasped": {"robot_cfg": ROBOT, "ee_frame_cfg": FRAME, "object_cfg": CUBES[1]},
    "object_stacked": {"robot_cfg": ROBOT, "upper_object_cfg": CUBES[1], "lower_object_cfg": CUBES[0]},
}


@pytest.mark.parametrize("name", [*CALLS, "cubes_stacked"])
def test_terms_are_those_that_are_released(name: str) -> None:
    theirs = getattr(released("terminations" if name == "cubes_stacked" else "observations"), name)
    env, params = random_env(), CALLS.get(name, {})
    mine = getattr(stack_mdp, name)(env, **params)
    torch.testing.assert_close(mine, theirs(env, **params))
    if mine.dtype == torch.bool:
        assert mine.any() and not mine.all()


@pytest.mark.parametrize("order", ["RedGreen", "RedGreenBlue", "BlueGreen", "BlueGreenRed"])
def test_cubes_are_stacked_at_rest_in_the_order_of_the_task(order: str) -> None:
    """Of cubes that are stacked as the name says from below, one that moves at 0.06 m/s is not at rest."""
    register_tasks()
    cfg = load_cfg_from_registry(f"IsaacContrib-Stack-Cube-{order}-Franka-IK-Rel", "env_cfg_entry_point")
    colors = {"Blue": "cube_1", "Red": "cube_2", "Green": "cube_3"}
    names = [colors[color] for color in re.findall("[A-Z][a-z]+", order)]
    env = random_env()
    env.scene["robot"].data.joint_pos[:] = 0.04
    for cube in CUBES:
        height = names.index(cube.name) if cube.name in names else 5
        data = env.scene[cube.name].data
        data.root_pos_w = torch.tensor([0.5, 0.0, 0.0203 + 0.047 * height]).expand(N, 3)
        data.root_lin_vel_w = torch.zeros(N, 3)
    success = cfg.terminations.success
    assert success.func(env, **success.params).all()
    env.scene[names[-1]].data.root_lin_vel_w[: N // 2, 2] = -0.06
    assert success.func(env, **success.params).tolist() == [False] * (N // 2) + [True] * (N // 2)
    env.scene[names[0]].data.root_pos_w = torch.tensor([0.5, 0.0, 0.3]).expand(N, 3)
    assert not success.func(env, **success.params).any()


def test_a_gripper_that_a_config_does_not_name_is_asked_for() -> None:
    env = random_env()
    env.cfg.gripper_joint_names = None
    env.scene["robot"].joint_names = ["panda_joint1"]
    with pytest.raises(ValueError, match="gripper_joint_names"):
        stack_mdp.gripper_pos(env)


def test_objects_are_drawn_apart_within_their_ranges() -> None:
    torch.manual_seed(1)
    ranges = {"x": (0.4, 0.6), "y": (-0.1, 0.1), "yaw": (-1.0, 1.0)}
    for poses in (torch.tensor(stack_events.sample_object_poses(3, 0.1, ranges)) for _ in range(50)):
        distances = torch.pdist(poses[:, :3])
        assert (distances > 0.1).all()
        assert (poses[:, 0] >= 0.4).all() and (poses[:, 0] <= 0.6).all() and (poses[:, 2:5] == 0).all()


def test_a_stack_with_the_gripper_open_ends_the_episode() -> None:
    register_tasks()
    config = parse_env_cfg("Isaac-Stack-Cube-Franka-IK-Rel-v0", device="cpu", num_envs=2)
    config.seed = 5
    env = gymnasium.make("Isaac-Stack-Cube-Franka-IK-Rel-v0", cfg=config).unwrapped
    observations = env.reset()[0]
    sizes = {name: value.shape[1] for name, value in observations["policy"].items()}
    assert sizes == {
        **{"actions": 7, "joint_pos": 9, "joint_vel": 9, "object": 39, "cube_positions": 9},
        **{"cube_orientations": 12, "eef_pos": 3, "eef_quat": 4, "gripper_pos": 2},
    }
    places = observations["policy"]["cube_positions"].view(2, 3, 3)
    assert all(torch.pdist(cubes).min() > 0.1 - 1e-5 for cubes in places)
    for level, cube in enumerate(CUBES):  # in the second environment
        pose = torch.tensor([[0.5, 0.0, 0.0235 + 0.047 * level, 0.0, 0.0, 0.0, 1.0]])
        pose[:, :3] += env.scene.env_origins[1]
        env.scene[cube.name].write_root_pose_to_sim_index(root_pose=pose, env_ids=torch.tensor([1]))
    action = torch.zeros(2, 7)
    action[:, -1] = 1.0  # open
    _, _, terminated, _, _ = env.step(action)
    assert terminated.tolist() == [False, True]
    assert env.termination_manager.get_term("success").tolist() == [False, True]
    env.close()


@pytest.mark.parametrize(
    "name",
    [
        "Isaac-Stack-Cube-Franka-IK-Rel-Visuomotor-Cosmos-v0",
        "IsaacContrib-Stack-Cube-Franka-IK-Rel-Visuomotor-Cosmos",
    ],
)
def test_cameras_see_the_cubes_by_their_labels_and_how_far_they_are(name: str) -> None:
    """The table's camera sees all three in Cosmos' colours, between 0.3 and 1.5 m away, on top of a level table."""
    register_tasks()
    cfg = parse_env_cfg(name, device="cpu", num_envs=1)
    cfg.seed = 2
    env = gymnasium.make(name, cfg=cfg)
    policy = env.reset()[0]["policy"]
    camera = env.unwrapped.scene["table_cam"]
    labels = as_torch(camera.data.output["semantic_segmentation"])[0]
    depth = policy["table_cam_depth"][0, ..., 0]
    masks = {
        part: (labels == torch.tensor(SEGMENT_COLORS[f"class:{part}"], dtype=torch.uint8)).all(dim=-1)
        for part in ("cube_1", "cube_2", "cube_3", "table", "robot", "BACKGROUND")
    }
    assert sum(int(mask.sum()) for mask in masks.values()) == 200 * 200
    assert policy["table_cam_segmentation"].shape[:3] == (1, 200, 200)
    for number, color in ((1, 2), (2, 0), (3, 1)):  # blue, red, green
        cube = masks[f"cube_{number}"]
        assert 50 < cube.sum() < 1500
        assert policy["table_cam"][0][cube].float().mean(dim=0).argmax() == color
        position = as_torch(env.unwrapped.scene[f"cube_{number}"].data.root_pos_w)[0]
        distance = (position - as_torch(camera.data.pos_w)[0]).norm()
        assert 0.8 * distance < depth[cube].mean() < distance  # along the axis, and to the nearest faces
    up = policy["table_cam_normals"][0][masks["table"]]  # from (-1, 1) to (0, 1)
    assert up.median(dim=0).values.tolist() == pytest.approx([0.5, 0.5, 1.0], abs=1e-3)
    assert policy["wrist_cam"].shape == (1, 200, 200, 3)
    assert policy["wrist_cam"].dtype == torch.uint8
    env.close()


def test_looks_change_in_evaluations_alone() -> None:
    """A dome light is put to its defaults; as a config for evaluations says, one of its values is drawn."""
    stage = Usd.Stage.CreateInMemory()
    light = UsdLux.DomeLight.Define(stage, "/World/light")
    scene = {"light": SimpleNamespace(prims=[light.GetPrim()])}
    env: Any = SimpleNamespace(scene=scene, cfg=SimpleNamespace(eval_mode=False, eval_type="all"))
    params = {"intensity_range": (5000.0, 6000.0), "color_variation": 0.4, "textures": []}
    set_light = stack_events.randomize_scene_lighting_domelight
    set_light(env, None, **params)
    assert light.GetIntensityAttr().Get() == 3000.0
    env.cfg = SimpleNamespace(eval_mode=True, eval_type="light_intensity")
    set_light(env, None, **params)
    assert 5000.0 <= light.GetIntensityAttr().Get() <= 6000.0
    assert list(light.GetColorAttr().Get()) == pytest.approx([0.75] * 3)
    env.cfg.eval_type = "light_color"
    set_light(env, None, **params)
    assert light.GetIntensityAttr().Get() == 3000.0
    assert all(0.35 <= part <= 1.0 for part in light.GetColorAttr().Get())
    env.cfg.eval_type = "light_texture"
    with pytest.raises(ValueError, match="'textures' .* is empty"):
        set_light(env, None, **params)


def test_what_cameras_see_is_written_to_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One picture for each environment and camera, whose name tells the step; labels have the blueprint's colours."""
    register_tasks()
    monkeypatch.chdir(tmp_path)
    cfg: Any = parse_env_cfg("Isaac-Stack-Cube-Franka-IK-Rel-Blueprint-v0", device="cpu", num_envs=1)
    cfg.seed = 2
    for camera in ("table_cam", "table_high_cam"):
        getattr(cfg.scene, camera).height, getattr(cfg.scene, camera).width = 88, 160
    env = gymnasium.make("Isaac-Stack-Cube-Franka-IK-Rel-Blueprint-v0", cfg=cfg).unwrapped
    images = env.reset()[0]["rgb_camera"]
    env.step(torch.zeros(1, 7))
    written = {path.name for path in tmp_path.glob("*.png")}
    assert len(written) == 4 * 2
    assert "table_high_cam_normals_trial_0_tile_0_step_1.png" in written
    for color in BLUEPRINT_COLORS["class:table"], BLUEPRINT_COLORS["class:cube_1"]:
        seen = (images["table_cam_segmentation"][0] == torch.tensor(color, dtype=torch.uint8)).all(dim=-1)
        assert seen.any()
    env.close()


@pytest.mark.parametrize(
    "name", ["Isaac-Stack-Cube-Bin-Franka-IK-Rel-Mimic-v0", "IsaacContrib-Stack-Cube-Bin-Franka-IK-Rel-Mimic"]
)
def test_the_first_cube_lies_in_a_bin_that_keeps_it(name: str) -> None:
    register_tasks()
    cfg: Any = parse_env_cfg(name, device="cpu", num_envs=2)
    cfg.seed = 2
    env = gymnasium.make(name, cfg=cfg).unwrapped
    env.reset()
    for _ in range(40):
        env.step(torch.zeros(2, 7))
    bins, cubes = (as_torch(env.scene[part].data.root_pos_w) for part in ("blue_sorting_bin", "cube_1"))
    assert ((cubes - bins)[:, :2].abs() < 0.01).all() and ((cubes - bins)[:, 2].abs() < 0.01).all()
    assert ((bins - env.scene.env_origins) - torch.tensor([0.4, 0.0, 0.0203])).abs().max() < 0.01
    others = as_torch(env.scene["cube_2"].data.root_pos_w) - env.scene.env_origins
    assert ((others[:, 0] > 0.64) & (others[:, 0] < 0.71)).all()
    # the hand's own frame is the end effector's
    pose = env.get_robot_eef_pose("franka")[:, :3, 3] + env.scene.env_origins
    robot = env.scene["robot"]
    hand = as_torch(robot.data.body_pos_w)[:, list(robot.body_names).index("panda_hand")]
    torch.testing.assert_close(pose, hand, atol=1e-4, rtol=0.0)
    env.close()


@pytest.mark.parametrize(
    "suffix", ["Isaac-Stack-Cube-Franka-IK-Rel-Skillgen-v0", "IsaacContrib-Stack-Cube-Franka-IK-Rel-Skillgen"]
)
def test_cubes_that_are_carried_are_told_to_planners(suffix: str) -> None:
    """While the second part goes on, the second cube is held, while the fourth does, the third one."""
    register_tasks()
    cfg: Any = parse_env_cfg(suffix, device="cpu", num_envs=1)
    env = gymnasium.make(suffix, cfg=cfg).unwrapped
    held = [env.get_expected_attached_object("franka", part, env.cfg) for part in range(5)]
    assert held == [None, "cube_2", None, "cube_3", None]
    assert env.get_expected_attached_object("other", 1, env.cfg) is None
    assert set(env.reset()[0]["subtask_terms"]) == {"grasp_1", "stack_1", "grasp_2", "stack_2"}
    env.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [
        ("stack_ik_rel_env_cfg_skillgen:FrankaCubeStackSkillgenEnvCfg", "stack_planned:NewerStackSkillgenEnvCfg"),
        ("bin_stack_ik_rel_env_cfg:FrankaBinStackEnvCfg", "stack_planned:NewerBinStackEnvCfg"),
        ("stack_ik_rel_blueprint_env_cfg:FrankaCubeStackBlueprintEnvCfg", "stack_blueprint:NewerStackBlueprintEnvCfg"),
    ],
)
def test_steps_are_those_of_the_released_tasks(kind: tuple[str, str], tmp_path: Path) -> None:
    """What is seen, each term by itself, and what has ended."""
    flat = """
for group in vars(cfg.observations).values():
    for name, term in list(vars(group).items()):
        if name.endswith("_cam_normals") or name.endswith("_cam_segmentation"):
            setattr(group, name, None)
    group.concatenate_terms = True
for name in ("table_cam", "table_high_cam"):
    if hasattr(cfg.scene, name):
        setattr(cfg.scene, name, None)
cfg.observations.rgb_camera = cfg.observations.subtask_terms = None
"""
    assert_same_steps(
        tmp_path,
        ("contrib/stack",),
        (f"released_tasks.contrib.stack.config.franka.{kind[0]}", ""),
        (f"pippin.tasks.manipulation.{kind[1]}", ""),
        steps=20,
        change=flat,
        size=0.3,
    )
