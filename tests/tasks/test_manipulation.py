"""Reaching and lifting: sizes of observations, rewards against closed forms, and a cube that lies on the table."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.envs.managers import SceneEntityCfg
from pippin.tasks.manipulation import cabinet_mdp
from pippin.tasks.registration import register_tasks
from pippin.tasks.reorient import mdp as reorient_mdp
from pippin.tasks.utils import parse_env_cfg

SIZES = {
    "Isaac-Reach-Franka-v0": (9 + 9 + 7 + 7, 7),
    "Isaac-Reach-Franka-IK-Abs-v0": (9 + 9 + 7 + 7, 7),
    "Isaac-Reach-Franka-OSC-v0": (7 + 13, 13),
    "Isaac-Reach-UR10-v0": (6 + 6 + 7 + 6, 6),
    "Isaac-Reach-OpenArm-v0": (7 + 7 + 7 + 7, 7),
    "Isaac-Deploy-Reach-UR10e-v0": (6 + 6 + 7, 6),
    "Isaac-Lift-Cube-Franka-IK-Rel-v0": (9 + 9 + 3 + 7 + 7, 7),
    "Isaac-Lift-Cube-OpenArm-v0": (9 + 9 + 3 + 7 + 8, 8),
    "Isaac-Open-Drawer-Franka-v0": (9 + 9 + 1 + 1 + 3 + 8, 8),
    "Isaac-Repose-Cube-Allegro-Direct-v0": (124, 16),
    "Isaac-Repose-Cube-Allegro-NoVelObs-v0": (16 + 3 + 4 + 7 + 4 + 16, 16),
}
"""Numbers of observations and actions that Isaac Lab gives."""


def _make(name: str) -> Any:
    register_tasks()
    config = parse_env_cfg(name, device="cpu", num_envs=4)
    config.seed = 5
    return gymnasium.make(name, cfg=config).unwrapped


@pytest.mark.slow
@pytest.mark.parametrize("name", SIZES)
def test_a_task_steps(name: str) -> None:
    env = _make(name)
    size, actions = SIZES[name]
    assert env.reset()[0]["policy"].shape == (4, size)
    for _ in range(5):
        observations, rewards, *_ = env.step(torch.full((4, actions), 0.05))
        assert torch.isfinite(observations["policy"]).all() and torch.isfinite(rewards).all()
    env.close()


def test_reaching_is_rewarded_for_the_distance_to_the_command() -> None:
    env = _make("Isaac-Reach-Franka-v0")
    env.reset()
    env.step(torch.zeros(4, 7))
    robot = env.scene["robot"].data
    command = env.command_manager.get_command("ee_pose")
    hand = env.scene["robot"].find_bodies("panda_hand")[0][0]
    # the robot's root stands upright at the origin of its environment
    distance = (robot.body_pos_w.torch[:, hand] - env.scene.env_origins - command[:, :3]).norm(dim=1)
    turn = Rotation.from_quat(robot.body_quat_w.torch[:, hand]).inv() * Rotation.from_quat(command[:, 3:])
    expected = {
        "end_effector_position_tracking": -0.2 * distance,
        "end_effector_position_tracking_fine_grained": 0.1 * (1 - torch.tanh(distance / 0.1)),
        "end_effector_orientation_tracking": -0.1 * torch.tensor(turn.magnitude()).float(),
    }
    for name, value in expected.items():
        column = env.reward_manager.active_terms.index(name)
        torch.testing.assert_close(env.reward_manager._step_reward[:, column], value, atol=1e-4, rtol=1e-3)
    env.close()


@pytest.mark.slow
def test_a_cube_lies_on_the_table_and_its_distance_from_the_fingers_is_rewarded() -> None:
    env = _make("Isaac-Lift-Cube-Franka-v0")
    assert env.reset()[0]["policy"].shape == (4, 9 + 9 + 3 + 7 + 8)
    for _ in range(40):
        env.step(torch.zeros(4, 8))
    cube, robot = env.scene["object"].data, env.scene["robot"]
    torch.testing.assert_close(cube.root_pos_w.torch[:, 2], torch.full((4,), 0.025), atol=3e-3, rtol=0)
    hand = robot.find_bodies("panda_hand")[0][0]
    turn = Rotation.from_quat(robot.data.body_quat_w.torch[:, hand])
    fingers = robot.data.body_pos_w.torch[:, hand] + torch.tensor(turn.apply([0.0, 0.0, 0.1034])).float()
    distance = (fingers - cube.root_pos_w.torch).norm(dim=1)
    rewards = env.reward_manager._step_reward
    names = env.reward_manager.active_terms
    expected = 1 - torch.tanh(distance / 0.1)
    torch.testing.assert_close(rewards[:, names.index("reaching_object")], expected, atol=1e-4, rtol=1e-3)
    assert (rewards[:, names.index("lifting_object")] == 0).all()
    env.close()


@pytest.mark.slow
def test_an_open_drawer_is_rewarded_by_how_far_it_is_open() -> None:
    env = _make("Isaac-Open-Drawer-Franka-v0")
    env.reset()
    cabinet, drawer = env.scene["cabinet"], SceneEntityCfg("cabinet", joint_names=["drawer_top_joint"])
    drawer.resolve(env.scene)
    opening = torch.tensor([0.0, 0.1, 0.25, 0.35])
    ids = drawer.joint_ids
    cabinet.write_joint_position_to_sim_index(position=opening[:, None], joint_ids=ids)
    env.sim.forward()
    for sensor in ("ee_frame", "cabinet_frame"):
        env.scene[sensor].update(0.0, force_recompute=True)
    handle = env.scene["cabinet_frame"].data.target_pos_w.torch[:, 0] - env.scene.env_origins
    expected = 0.8 - 0.305 - opening  # the cabinet faces the robot, half a metre before it
    torch.testing.assert_close(handle[:, 0], expected, rtol=0.0, atol=1e-4)
    grasped = cabinet_mdp.align_grasp_around_handle(env)
    assert not grasped.any()  # the hand is above the handle
    torch.testing.assert_close(cabinet_mdp.open_drawer_bonus(env, drawer), opening, rtol=0.0, atol=1e-5)
    stages = cabinet_mdp.multi_stage_open_drawer(env, drawer)
    torch.testing.assert_close(stages, 0.5 * (opening > 0.01))
    env.close()


@pytest.mark.slow
def test_a_cube_turned_as_commanded_is_rewarded_and_the_next_goal_comes() -> None:
    env = _make("Isaac-Repose-Cube-Allegro-v0")
    assert env.reset()[0]["policy"].shape == (4, 16 + 16 + 3 + 4 + 3 + 3 + 7 + 4 + 16)
    command = env.command_manager.get_term("object_pose")
    goals = command.quat_command_w.clone()
    angles = torch.tensor([0.05, 0.5, 1.0, 3.0])
    about_z = Rotation.from_rotvec(angles[:, None].numpy() * [0.0, 0.0, 1.0])
    turned = torch.tensor((about_z * Rotation.from_quat(goals)).as_quat()).float()
    pose = torch.cat([command.pos_command_w + torch.tensor([0.0, 0.0, 0.3]), turned], dim=1)
    env.scene["object"].write_root_pose_to_sim_index(root_pose=pose)
    # quaternions in single precision give angles to the root of their precision near zero
    torch.testing.assert_close(
        reorient_mdp.track_orientation_inv_l2(env, "object_pose", rot_eps=0.1), 1 / (angles + 0.1), atol=0.0, rtol=5e-3
    )
    assert reorient_mdp.success_bonus(env, "object_pose").tolist() == [1.0, 0.0, 0.0, 0.0]
    torch.testing.assert_close(reorient_mdp.track_pos_l2(env, "object_pose"), torch.full((4,), 0.3), atol=1e-5, rtol=0)
    command.compute(0.0)
    kept = (command.quat_command_w == goals).all(dim=1)
    assert kept.tolist() == [False, True, True, True]
    assert reorient_mdp.max_consecutive_success(env, 1, "object_pose").tolist() == [True, False, False, False]
    assert reorient_mdp.object_away_from_goal(env, 0.2, "object_pose").all()
    assert not reorient_mdp.object_away_from_goal(env, 0.4, "object_pose").any()
    env.close()
