"""Rewards of poses by keypoints, against closed forms, and the task of UR10e that has them."""

from __future__ import annotations

import math
from types import SimpleNamespace

import gymnasium
import pytest
import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.tasks.manipulation import keypoint_mdp as mdp
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg

FRAME = SceneEntityCfg("frame")
SCALE = 0.45


def env_of(command: list[list[float]], pose: list[list[float]]) -> SimpleNamespace:
    """An environment with a command of poses (position, quaternion x y z w) and a frame at others."""
    commands, poses = torch.tensor(command), torch.tensor(pose)
    frames = SimpleNamespace(target_pos_source=poses[:, None, :3], target_quat_source=poses[:, None, 3:])
    return SimpleNamespace(
        device="cpu",
        command_manager=SimpleNamespace(get_command=lambda name: commands),
        scene={"frame": SimpleNamespace(data=frames)},
    )


REST = [0.0, 0.0, 0.0, 1.0]


def test_keypoints_of_a_shifted_frame_are_as_far_as_it_is() -> None:
    env = env_of([[0.3, 0.0, 0.4, *REST], [0.1, 0.2, 0.3, *REST]], [[0.0, 0.0, 0.0, *REST], [0.1, 0.2, 0.3, *REST]])
    error = mdp.keypoint_command_error(env, "pose", FRAME, keypoint_scale=SCALE)
    torch.testing.assert_close(error, torch.tensor([0.5, 0.0]))


@pytest.mark.parametrize(("with_origin", "count"), [(True, 7), (False, 6)])
def test_keypoints_of_a_turned_frame_are_its_chords_away(with_origin: bool, count: int) -> None:
    """Four of them move by 2 s sin(angle / 2), those on the axis not at all."""
    half = math.radians(35.0)
    env = env_of([[0.0, 0.0, 0.0, 0.0, 0.0, math.sin(half), math.cos(half)]], [[0.0, 0.0, 0.0, *REST]])
    error = mdp.keypoint_command_error(env, "pose", FRAME, SCALE, add_cube_center_kp=with_origin)
    torch.testing.assert_close(error, torch.tensor([4.0 * 2.0 * SCALE * math.sin(half) / count]))


def test_rewards_of_keypoints_are_largest_at_the_pose_and_0_far_away() -> None:
    env = env_of([[0.0, 0.0, 0.0, *REST], [5.0, 0.0, 0.0, *REST]], [[0.0, 0.0, 0.0, *REST]] * 2)
    pairs = [(50.0, 1e-4), (5000.0, 0.5)]
    for of_each in (True, False):
        reward = mdp.keypoint_command_error_exp(env, "pose", FRAME, pairs, of_each, SCALE)
        torch.testing.assert_close(reward, torch.tensor([1.0 / (2.0 + 1e-4) + 1.0 / 2.5, 0.0]))


def test_a_ur10e_is_commanded_in_the_frame_of_its_controller() -> None:
    """Which is turned by half a turn about z: what it holds in front has negative coordinates in the arm's base."""
    register_tasks()
    name = "Isaac-Deploy-Reach-UR10e-v0"
    cfg = parse_env_cfg(name, device="cpu", num_envs=2)
    cfg.seed = 3
    env = gymnasium.make(name, cfg=cfg)
    env.reset()
    env.step(torch.zeros(2, 6))
    arm = env.unwrapped
    robot, frames = arm.scene["robot"], arm.scene["ee_frame_wrt_base_frame"].data
    tool = robot.data.body_link_pos_w.torch[:, robot.body_names.index("wrist_3_link")] - arm.scene.env_origins
    expected = tool * torch.tensor([-1.0, -1.0, 1.0])
    torch.testing.assert_close(frames.target_pos_source.torch[:, 0], expected, atol=1e-5, rtol=0.0)
    command = arm.command_manager.get_command("ee_pose")
    command[:, :3] = frames.target_pos_source.torch[:, 0]
    command[:, 3:] = frames.target_quat_source.torch[:, 0]
    error = mdp.keypoint_command_error(arm, "ee_pose", SceneEntityCfg("ee_frame_wrt_base_frame"), SCALE)
    torch.testing.assert_close(error, torch.zeros(2), atol=1e-6, rtol=0.0)
    env.close()
