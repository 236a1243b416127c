"""The quadcopter and the double pendulum on a cart, as direct environments."""

from __future__ import annotations

import gymnasium
import pytest
import torch

from pippin.envs import multi_agent_to_single_agent
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg
from pippin.utils.math import quat_apply


def make(name: str, num_envs: int) -> gymnasium.Env:
    register_tasks()
    cfg = parse_env_cfg(name, device="cpu", num_envs=num_envs)
    cfg.seed = 5
    return gymnasium.make(name, cfg=cfg)


def test_a_quadcopter_hovers_with_its_weight_and_climbs_with_more() -> None:
    env = make("Isaac-Quadcopter-Direct-v0", 4)
    quadcopter = env.unwrapped
    env.reset()
    quadcopter.episode_length_buf[:] = 0
    thrust_to_weight = torch.tensor([1.0, 1.0, 1.2, 1.5])
    action = torch.zeros(4, 4)
    action[:, 0] = 2.0 * thrust_to_weight / quadcopter.cfg.thrust_to_weight - 1.0
    for _ in range(25):
        observations, reward, terminated, _, _ = env.step(action)
    velocity = observations["policy"][:, :3]
    expected = (thrust_to_weight - 1.0) * 9.81 * 25 * quadcopter.step_dt
    torch.testing.assert_close(velocity[:, 2], expected, atol=0.02, rtol=0.01)
    assert not terminated.any() and torch.isfinite(reward).all()
    goal = quadcopter._desired_pos_w - quadcopter._robot.data.root_pos_w.torch
    torch.testing.assert_close(observations["policy"][:, 9:], goal, atol=0.02, rtol=0.0)  # it has hardly turned
    env.close()


def test_both_agents_of_the_double_pendulum_see_their_part_and_are_rewarded() -> None:
    env = make("Isaac-Cart-Double-Pendulum-Direct-v0", 8)
    observations, _ = env.reset()
    cart, pendulum = observations["cart"], observations["pendulum"]
    torch.testing.assert_close(pendulum[:, 0], cart[:, 2] + pendulum[:, 1])
    zeros = {agent: torch.zeros(8, 1) for agent in ("cart", "pendulum")}
    observations, rewards, terminated, _, _ = env.step(zeros)
    cart, pendulum = observations["cart"], observations["pendulum"]
    assert not terminated["cart"].any()
    lower = 1.0 - 0.01 * cart[:, 1].abs() - cart[:, 2].square() - 0.01 * cart[:, 3].abs()
    upper = 1.0 - pendulum[:, 0].square() - 0.01 * pendulum[:, 2].abs()
    torch.testing.assert_close(rewards["cart"], lower)
    torch.testing.assert_close(rewards["pendulum"], upper)
    env.close()


@pytest.mark.parametrize("push", [-1.0, 1.0])
def test_the_double_pendulum_is_one_agent_too(push: float) -> None:
    env = multi_agent_to_single_agent(make("Isaac-Cart-Double-Pendulum-Direct-v0", 2).unwrapped)
    env.reset()
    action = torch.tensor([[push, 0.0]]).repeat(2, 1)
    observations, _, _, _, _ = env.step(action)
    assert torch.equal(observations["policy"][:, 1].sign(), torch.full((2,), push)), "the force is the cart's"
    env.close()


def make_anymal(**scales: float) -> gymnasium.Env:
    """ANYmals that are rewarded for nothing but what is given."""
    register_tasks()
    cfg = parse_env_cfg("Isaac-Velocity-Flat-Anymal-C-Direct-v0", device="cpu", num_envs=4)
    cfg.seed = 5
    for name in [name for name in vars(cfg) if name.endswith("_reward_scale")]:
        setattr(cfg, name, scales.get(name, 0.0))
    return gymnasium.make("Isaac-Velocity-Flat-Anymal-C-Direct-v0", cfg=cfg)


def test_an_anymal_that_stands_is_rewarded_for_small_commands() -> None:
    """exp(-|v|^2 / 0.25) of a command that it does not follow, in each second."""
    env = make_anymal(lin_vel_reward_scale=1.0)
    anymal = env.unwrapped
    env.reset()
    for _ in range(25):
        observations, reward, terminated, _, _ = env.step(torch.zeros(4, 12))
    assert not terminated.any()
    commands = anymal._commands
    torch.testing.assert_close(observations["policy"][:, 9:12], commands)
    velocity = observations["policy"][:, :2]  # it hardly moves
    assert velocity.abs().max() < 0.05
    expected = torch.exp(-(commands[:, :2] - velocity).square().sum(dim=1) / 0.25) * anymal.step_dt
    torch.testing.assert_close(reward, expected)
    env.close()


def test_an_anymal_on_its_back_has_fallen() -> None:
    env = make_anymal()
    anymal = env.unwrapped
    env.reset()
    pose = anymal._robot.data.root_link_pose_w.torch.clone()
    pose[1, 3:] = torch.tensor([1.0, 0.0, 0.0, 0.0])  # turned about x by half a turn
    anymal._robot.write_root_pose_to_sim_index(root_pose=pose)
    fell = torch.zeros(4, dtype=torch.bool)
    for _ in range(15):
        fell |= env.step(torch.zeros(4, 12))[2]
    assert fell.tolist() == [False, True, False, False]
    env.close()


def test_an_anymal_on_rough_ground_sees_its_heights() -> None:
    register_tasks()
    cfg = parse_env_cfg("Isaac-Velocity-Rough-Anymal-C-Direct-v0", device="cpu", num_envs=2)
    generator = cfg.terrain.terrain_generator
    generator.num_rows = generator.num_cols = 1
    generator.sub_terrains = {"boxes": generator.sub_terrains["boxes"]}
    env = gymnasium.make("Isaac-Velocity-Rough-Anymal-C-Direct-v0", cfg=cfg)
    observations, _ = env.reset()
    heights = observations["policy"][:, 36:-12]
    scanner = env.unwrapped._height_scanner.data
    above = scanner.pos_w.torch[:, 2:] - scanner.ray_hits_w.torch[..., 2] - 0.5
    assert heights.shape == (2, 187)
    torch.testing.assert_close(heights, above.clamp(-1.0, 1.0))
    env.close()


def test_a_shadow_hand_holds_a_cube_and_reaching_a_goal_brings_the_next() -> None:
    env = make("Isaac-Repose-Cube-Shadow-Direct-v0", 3)
    hand = env.unwrapped
    hand.cfg.reset_dof_pos_noise = 0.0
    env.reset()
    ids = hand._actuated
    low, high = hand.hand_dof_lower_limits[:, ids], hand.hand_dof_upper_limits[:, ids]
    stretched = -(high + low) / (high - low)  # all joints at 0
    for _ in range(40):
        observations, _, terminated, _, _ = env.step(stretched)
        assert not terminated.any()
    assert observations["policy"].shape == (3, 157)
    assert ((hand.object_pos - hand.in_hand_pos).norm(dim=-1) < 0.08).all()
    hand.goal_rot[1] = hand.object_rot[1]
    before = hand.goal_rot.clone()
    _, reward, _, _, _ = env.step(stretched)
    assert (reward > hand.cfg.reach_goal_bonus).tolist() == [False, True, False]
    assert hand.successes.tolist() == [0.0, 1.0, 0.0]
    assert (hand.goal_rot != before).any(dim=1).tolist() == [False, True, False]
    env.close()


def test_a_shadow_hand_of_openai_sees_less_than_its_critic() -> None:
    env = make("Isaac-Repose-Cube-Shadow-OpenAI-FF-Direct-v0", 3)
    observations, _ = env.reset()
    for _ in range(3):
        observations, reward, _, _, _ = env.step(torch.zeros(3, 20))
    assert observations["policy"].shape == (3, 42) and observations["critic"].shape == (3, 187)
    assert torch.isfinite(observations["critic"]).all() and torch.isfinite(reward).all()
    env.close()


def test_spots_stay_on_their_feet_for_a_while_without_a_policy() -> None:
    """On a field of bumps and one without, from their default posture, in which their soft motors let them sag."""
    register_tasks()
    cfg = parse_env_cfg("Isaac-Velocity-Flat-Spot-Play-v0", device="cpu", num_envs=4)
    cfg.seed = 5
    cfg.scene.terrain.terrain_generator.num_rows = 1
    cfg.scene.terrain.terrain_generator.num_cols = 2
    cfg.events.push_robot = None
    cfg.events.reset_base.params["velocity_range"] = {}
    cfg.events.reset_robot_joints.params.update(position_range=(0.0, 0.0), velocity_range=(0.0, 0.0))
    env = gymnasium.make("Isaac-Velocity-Flat-Spot-Play-v0", cfg=cfg)
    observations, _ = env.reset()
    assert observations["policy"].shape == (4, 48)
    for _ in range(30):
        observations, reward, terminated, _, _ = env.step(torch.zeros(4, 12))
        assert not terminated.any() and torch.isfinite(reward).all()
    assert (observations["policy"][:, 8] < -0.95).all()
    env.close()


def test_an_open_drawer_is_rewarded_and_one_that_is_open_wide_ends_the_episode() -> None:
    """Ten times the opening, and a quarter for each of 0.01, 0.2 and 0.35 m."""
    env = make("Isaac-Franka-Cabinet-Direct-v0", 4)
    task = env.unwrapped
    task.cfg.dist_reward_scale = task.cfg.rot_reward_scale = task.cfg.finger_reward_scale = 0.0
    observations, _ = env.reset()
    assert observations["policy"].shape == (4, 23)
    joints = task._cabinet.data.joint_pos.torch.clone()
    joints[:, task._drawer_joint] = torch.tensor([0.0, 0.1, 0.3, 0.398])
    task._cabinet.write_joint_position_to_sim_index(position=joints)
    observations, reward, terminated, _, _ = env.step(torch.zeros(4, 9))
    opening = observations["policy"][:3, 21]
    torch.testing.assert_close(reward[:3], 10.0 * opening + torch.tensor([0.0, 0.25, 0.5]))
    assert (opening[1:] - joints[1:3, task._drawer_joint]).abs().max() < 0.02, "its spring is soft"
    assert terminated.tolist() == [False, False, False, True]
    env.close()


def test_a_hand_sees_how_far_the_handle_is() -> None:
    env = make("Isaac-Franka-Cabinet-Direct-v0", 2)
    task = env.unwrapped
    observations, _ = env.reset()
    data = task._robot.data
    flange, turn = data.body_link_pos_w.torch[:, task._hand], data.body_link_quat_w.torch[:, task._hand]
    # Franka's flange is 0.107 m before the last link's frame, and the fingers' frames 0.0584 m before the hand's
    between = flange + quat_apply(turn, torch.tensor([[0.0, 0.04, 0.107 + 0.0584]]).expand(2, 3))
    handle = task.scene.env_origins + torch.tensor([0.3, 0.01, 0.67])  # of a closed drawer, 0.27 m above the middle
    torch.testing.assert_close(observations["policy"][:, 18:21], handle - between, atol=1e-4, rtol=0.0)
    env.close()


def test_two_hands_share_a_ball_its_reward_and_its_fall() -> None:
    env = make("Isaac-Shadow-Hand-Over-Direct-v0", 3)
    hands = env.unwrapped
    observations, _ = env.reset()
    assert hands.state().shape == (3, 290)
    torch.testing.assert_close(hands.state()[:, :133], observations["right_hand"][:, :133])
    torch.testing.assert_close(hands.state()[:, 133:], observations["left_hand"])
    pose = hands.object.data.root_link_pose_w.torch.clone()
    pose[1, :3] = hands.goal_pos[1] + hands.scene.env_origins[1] + torch.tensor([0.0, 0.0, 0.5])  # above both hands
    pose[2, 2] = 0.2
    hands.object.write_root_pose_to_sim_index(root_pose=pose)
    _, rewards, terminated, _, _ = env.step({agent: torch.zeros(3, 20) for agent in hands.possible_agents})
    distance = (hands._ball_position() - hands.goal_pos).norm(dim=-1)[:2]
    torch.testing.assert_close(rewards["right_hand"][:2], 2.0 * torch.exp(-20.0 * distance))
    assert torch.equal(rewards["left_hand"], rewards["right_hand"])
    assert terminated["right_hand"].tolist() == terminated["left_hand"].tolist() == [False, False, True]
    env.close()


def test_a_shadow_hand_of_version_3_bends_its_fingers_by_tendons() -> None:
    """The last four actions pull at the last two joints of four fingers, whose angles add up to the target."""
    env = make("Isaac-Reorient-Cube-Shadow-Direct", 2)
    hand = env.unwrapped
    hand.cfg.reset_dof_pos_noise = 0.0
    observations, _ = env.reset()
    assert observations["policy"].shape == (2, 157)
    away = hand.object.data.root_link_pose_w.torch.clone()
    away[:, 0] += 0.5  # the cube is in nobody's way, and an episode ends only with a fall
    hand.object.write_root_pose_to_sim_index(root_pose=away)
    hand.cfg.fall_dist = 100.0
    low, high = hand.hand_dof_lower_limits[:, hand._actuated], hand.hand_dof_upper_limits[:, hand._actuated]
    action = torch.cat((-(high + low) / (high - low), torch.tensor([[0.0, -1.0, -1.0, -1.0]]).expand(2, 4)), dim=1)
    for _ in range(60):
        env.step(action)
    names, angles = hand.hand.joint_names, hand.hand.data.joint_pos.torch
    bent = {finger: angles[:, [names.index(f"rh_{finger}J{n}") for n in (1, 2)]].sum(1) for finger in ("FF", "MF")}
    # half of 3.1415 rad, and 0: a spring of 0.5 N m/rad against a dry friction of 0.01 N m in each of two joints
    torch.testing.assert_close(bent["FF"], torch.full((2,), 3.1415 / 2), atol=0.06, rtol=0.0)
    torch.testing.assert_close(bent["MF"], torch.zeros(2), atol=0.06, rtol=0.0)
    env.close()
