"""Observations, rewards and terminations against their formulas on the data of the scene."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import torch

from pippin.envs import mdp
from pippin.envs.managers import SceneEntityCfg
from pippin.envs.mdp.selection import columns, count
from pippin.utils.math import quat_apply_inverse, quat_from_euler_xyz, quat_mul, random_orientation


def entity(env: SimpleNamespace, name: str = "robot", **selection: object) -> SceneEntityCfg:
    cfg = SceneEntityCfg(name, **selection)
    cfg.resolve(env.scene)
    return cfg


def test_root_observations(moved: SimpleNamespace) -> None:
    data = moved.scene["robot"].data
    quat = data.root_link_quat_w.torch
    torch.testing.assert_close(mdp.base_pos_z(moved), data.root_link_pos_w.torch[:, 2:3])
    torch.testing.assert_close(mdp.base_lin_vel(moved), quat_apply_inverse(quat, data.root_lin_vel_w.torch))
    torch.testing.assert_close(mdp.base_ang_vel(moved), quat_apply_inverse(quat, data.root_ang_vel_w.torch))
    down = torch.tensor([0.0, 0.0, -1.0]).expand(moved.num_envs, 3)
    torch.testing.assert_close(mdp.projected_gravity(moved), quat_apply_inverse(quat, down))
    torch.testing.assert_close(mdp.root_pos_w(moved), data.root_link_pos_w.torch - moved.scene.env_origins)
    unique = mdp.root_quat_w(moved, make_quat_unique=True)
    assert (unique[:, 3] >= 0.0).all()
    torch.testing.assert_close((unique * quat).sum(-1).abs(), torch.ones(moved.num_envs))


def test_body_observations(moved: SimpleNamespace) -> None:
    cfg, data = entity(moved, body_names=["left_foot", "right_foot"]), moved.scene["robot"].data
    poses = mdp.body_pose_w(moved, cfg).view(moved.num_envs, 2, 7)
    ids = [moved.scene["robot"].body_names.index(name) for name in ("left_foot", "right_foot")]
    torch.testing.assert_close(poses[..., 3:], data.body_link_quat_w.torch[:, ids])
    origins = moved.scene.env_origins.unsqueeze(1)
    torch.testing.assert_close(poses[..., :3], data.body_link_pos_w.torch[:, ids] - origins)
    gravity = mdp.body_projected_gravity_b(moved, cfg).view(moved.num_envs, 2, 3)
    torch.testing.assert_close(gravity.norm(dim=-1), torch.ones(moved.num_envs, 2))
    down = torch.tensor([0.0, 0.0, -1.0]).expand(moved.num_envs, 2, 3)
    torch.testing.assert_close(gravity, quat_apply_inverse(data.body_link_quat_w.torch[:, ids], down))


def test_joint_observations_follow_the_selection(moved: SimpleNamespace) -> None:
    robot = moved.scene["robot"]
    cfg = entity(moved, joint_names=["right_knee", "left_hip"], preserve_order=True)
    ids = [robot.joint_names.index(name) for name in ("right_knee", "left_hip")]
    positions = robot.data.joint_pos.torch[:, ids]
    torch.testing.assert_close(mdp.joint_pos(moved, cfg), positions)
    torch.testing.assert_close(mdp.joint_pos_rel(moved, cfg), positions - torch.tensor([-0.4, 0.2]))
    middle, half = torch.tensor([-0.75, 0.25]), torch.tensor([0.9 * 1.25, 0.9 * 1.25])
    torch.testing.assert_close(mdp.joint_pos_limit_normalized(moved, cfg), (positions - middle) / half)
    torch.testing.assert_close(mdp.joint_vel(moved, cfg), robot.data.joint_vel.torch[:, ids])
    torch.testing.assert_close(mdp.joint_vel_rel(moved, cfg), robot.data.joint_vel.torch[:, ids])
    torch.testing.assert_close(mdp.joint_effort(moved, cfg), robot.data.applied_torque.torch[:, ids])


def test_times_and_actions(env: SimpleNamespace) -> None:
    env.episode_length_buf[:] = torch.tensor([0, 10, 99, 100])
    torch.testing.assert_close(mdp.current_time_s(env).flatten(), torch.tensor([0.0, 0.2, 1.98, 2.0]))
    torch.testing.assert_close(mdp.remaining_time_s(env).flatten(), torch.tensor([2.0, 1.8, 0.02, 0.0]))
    assert mdp.time_out(env).tolist() == [False, False, False, True]
    action, previous = torch.tensor([[1.0, -2.0]] * 4), torch.tensor([[0.0, 1.0]] * 4)
    env.action_manager = SimpleNamespace(action=action, prev_action=previous)
    assert mdp.last_action(env) is action
    assert mdp.action_l2(env).tolist() == [5.0] * 4
    assert mdp.action_rate_l2(env).tolist() == [10.0] * 4


def test_penalties_of_motion(moved: SimpleNamespace) -> None:
    data = moved.scene["robot"].data
    linear, angular = data.root_lin_vel_b.torch, data.root_ang_vel_b.torch
    torch.testing.assert_close(mdp.lin_vel_z_l2(moved), linear[:, 2] ** 2)
    torch.testing.assert_close(mdp.ang_vel_xy_l2(moved), angular[:, 0] ** 2 + angular[:, 1] ** 2)
    tilt = torch.acos(-data.projected_gravity_b.torch[:, 2])
    torch.testing.assert_close(mdp.flat_orientation_l2(moved), torch.sin(tilt) ** 2, rtol=1e-3, atol=1e-5)
    torch.testing.assert_close(mdp.base_height_l2(moved, 0.3), (data.root_link_pos_w.torch[:, 2] - 0.3) ** 2)
    accelerations = data.body_lin_acc_w.torch.norm(dim=-1).sum(dim=1)
    torch.testing.assert_close(mdp.body_lin_acc_l2(moved), accelerations)


def test_penalties_of_joints(moved: SimpleNamespace) -> None:
    robot, cfg = moved.scene["robot"], entity(moved, joint_names=".*_knee")
    ids = [robot.joint_names.index(name) for name in ("left_knee", "right_knee")]
    positions, speeds = robot.data.joint_pos.torch[:, ids], robot.data.joint_vel.torch[:, ids]
    torch.testing.assert_close(mdp.joint_vel_l1(moved, cfg), speeds.abs().sum(1))
    torch.testing.assert_close(mdp.joint_vel_l2(moved, cfg), (speeds**2).sum(1))
    torch.testing.assert_close(mdp.joint_acc_l2(moved, cfg), (robot.data.joint_acc.torch[:, ids] ** 2).sum(1))
    torch.testing.assert_close(mdp.joint_deviation_l1(moved, cfg), (positions + 0.4).abs().sum(1))
    torch.testing.assert_close(mdp.joint_torques_l2(moved, cfg), (robot.data.applied_torque.torch[:, ids] ** 2).sum(1))
    torch.testing.assert_close(mdp.joint_pos_target_l2(moved, -0.4, cfg), ((positions + 0.4) ** 2).sum(1))
    upper = -0.75 + 0.9 * 1.25
    beyond = (positions - upper).clamp(min=0.0) + (-0.75 - 0.9 * 1.25 - positions).clamp(min=0.0)
    torch.testing.assert_close(mdp.joint_pos_limits(moved, cfg), beyond.sum(1))
    torch.testing.assert_close(mdp.joint_vel_limits(moved, 0.01, cfg), (speeds.abs() - 0.1).clamp(0.0, 1.0).sum(1))
    cut = (robot.data.computed_torque.torch - robot.data.applied_torque.torch)[:, ids].abs().sum(1)
    torch.testing.assert_close(mdp.applied_torque_limits(moved, cfg), cut)
    assert torch.equal(mdp.joint_effort_out_of_limit(moved, cfg), cut > 1e-3)


def test_joints_out_of_limits_end_episodes(moved: SimpleNamespace) -> None:
    robot, cfg = moved.scene["robot"], entity(moved, joint_names="left_hip")
    positions = robot.data.joint_pos.torch.clone()
    column = robot.joint_names.index("left_hip")
    positions[:, column] = torch.tensor([0.0, 1.4, -0.9, 1.36])  # soft limits: -0.875 and 1.375
    robot.write_joint_position_to_sim_index(position=positions)
    assert mdp.joint_pos_out_of_limit(moved, cfg).tolist() == [False, True, True, False]
    assert mdp.joint_pos_out_of_manual_limit(moved, (-0.5, 1.37), cfg).tolist() == [False, True, True, False]
    speeds = torch.zeros(4, 4)
    speeds[:, column] = torch.tensor([9.0, 11.0, -11.0, 0.0])
    robot.write_joint_velocity_to_sim_index(velocity=speeds)
    assert mdp.joint_vel_out_of_limit(moved, cfg).tolist() == [False, True, True, False]
    assert mdp.joint_vel_out_of_manual_limit(moved, 8.0, cfg).tolist() == [True, True, True, False]


def test_tilt_and_height_end_episodes(env: SimpleNamespace) -> None:
    robot = env.scene["robot"]
    pose = robot.data.default_root_pose.torch.clone()
    angles = torch.tensor([0.0, 0.9, -1.1, 3.0])
    zeros = torch.zeros(4)
    pose[:, 3:] = quat_from_euler_xyz(angles, zeros, torch.tensor([0.0, 1.0, 2.0, 3.0]))
    pose[:, 2] = torch.tensor([0.1, 0.3, 0.5, 0.2])
    robot.write_root_pose_to_sim_index(root_pose=pose)
    assert mdp.bad_orientation(env, 1.0).tolist() == [False, False, True, True]
    assert mdp.root_height_below_minimum(env, 0.25).tolist() == [True, False, False, True]


def test_contacts(env: SimpleNamespace) -> None:
    cfg, sensor = entity(env, "contacts", body_names=".*_foot"), env.scene["contacts"]
    sensor.update(0.005)
    history = sensor.data.net_forces_w_history.torch
    history.zero_()
    left, right = cfg.body_ids if isinstance(cfg.body_ids, list) else cfg.body_ids.tolist()
    history[0, 2, left] = torch.tensor([3.0, 0.0, 4.0])
    history[1, 0, left] = torch.tensor([0.0, 0.0, 2.0])
    history[1, 1, right] = torch.tensor([0.0, 0.0, 6.0])
    assert mdp.undesired_contacts(env, 1.0, cfg).tolist() == [1, 2, 0, 0]
    assert mdp.desired_contacts(env, cfg).tolist() == [0.0, 0.0, 1.0, 1.0]
    assert mdp.contact_forces(env, 1.0, cfg).tolist() == [4.0, 6.0, 0.0, 0.0]
    assert mdp.illegal_contact(env, 5.5, cfg).tolist() == [False, True, False, False]


def test_tracking_rewards(moved: SimpleNamespace) -> None:
    data, command = moved.scene["robot"].data, torch.tensor([[0.5, -0.2, 0.3]] * 4)
    moved.command_manager = SimpleNamespace(get_command={"base": command}.get)
    error = ((command[:, :2] - data.root_lin_vel_b.torch[:, :2]) ** 2).sum(1)
    torch.testing.assert_close(mdp.track_lin_vel_xy_exp(moved, 0.5, "base"), torch.exp(-4.0 * error))
    error = (0.3 - data.root_ang_vel_b.torch[:, 2]) ** 2
    torch.testing.assert_close(mdp.track_ang_vel_z_exp(moved, 0.5, "base"), torch.exp(-4.0 * error))
    assert mdp.generated_commands(moved, "base") is command


def test_pose_command_errors(moved: SimpleNamespace) -> None:
    """A command at a known distance and angle from where the body is."""
    robot, cfg = moved.scene["robot"], entity(moved, body_names="left_foot")
    foot = robot.body_names.index("left_foot")
    root_pos, root_quat = robot.data.root_link_pos_w.torch, robot.data.root_link_quat_w.torch
    pos, quat = robot.data.body_link_pos_w.torch[:, foot], robot.data.body_link_quat_w.torch[:, foot]
    inverse = root_quat * torch.tensor([-1.0, -1.0, -1.0, 1.0])
    turn = quat_from_euler_xyz(torch.zeros(4), torch.zeros(4), torch.full((4,), 0.3))
    command = torch.cat(
        [
            quat_apply_inverse(root_quat, pos - root_pos) + torch.tensor([0.0, 0.3, 0.4]),
            quat_mul(quat_mul(inverse, quat), turn),
        ],
        dim=-1,
    )
    moved.command_manager = SimpleNamespace(get_command={"foot": command}.get)
    torch.testing.assert_close(mdp.position_command_error(moved, "foot", cfg), torch.full((4,), 0.5))
    reward = mdp.position_command_error_tanh(moved, 0.5, "foot", cfg)
    torch.testing.assert_close(reward, torch.full((4,), 1.0 - torch.tanh(torch.tensor(1.0)).item()))
    angle = mdp.orientation_command_error(moved, "foot", cfg)
    torch.testing.assert_close(angle, torch.full((4,), 0.3), rtol=1e-3, atol=1e-3)


def test_ends_of_episodes_are_rewards_too(env: SimpleNamespace) -> None:
    failed, over = torch.tensor([True, False, True, False]), torch.tensor([False, True, False, False])
    terms = {"fall": failed, "contact": torch.tensor([True, False, False, False]), "time": over}
    env.termination_manager = SimpleNamespace(
        terminated=failed, time_outs=over, find_terms=lambda keys: ["fall", "contact"], get_term=terms.get
    )
    assert mdp.is_alive(env).tolist() == [0.0, 1.0, 0.0, 1.0]
    assert mdp.is_terminated(env).tolist() == [1.0, 0.0, 1.0, 0.0]
    assert mdp.terminated_penalty(env).tolist() == pytest.approx([50.0, 0.0, 50.0, 0.0])
    term = mdp.is_terminated_term(SimpleNamespace(params={"term_keys": ["fall", "contact"]}), env)
    assert term(env).tolist() == [2.0, 0.0, 1.0, 0.0]
    mdp.survival_success_rate(SimpleNamespace(params={}), env).reset(torch.tensor([1, 2]))
    assert env.extras["log"]["Metrics/success_rate"] == 0.5


def test_commands_that_were_sampled_often_enough_end_episodes(env: SimpleNamespace) -> None:
    term = SimpleNamespace(time_left=torch.tensor([0.01, 0.01, 1.0, 0.02]), command_counter=torch.tensor([1, 2, 1, 1]))
    env.command_manager = SimpleNamespace(get_term={"base": term}.get)
    assert mdp.command_resample(env, "base").tolist() == [True, False, False, True]


def test_height_scan_and_orientations_of_sensors(env: SimpleNamespace) -> None:
    hits = torch.rand(4, 5, 3)
    scanner = SimpleNamespace(data=SimpleNamespace(pos_w=torch.full((4, 3), 1.5), ray_hits_w=hits))
    quat = random_orientation(4, "cpu")
    imu = SimpleNamespace(data=SimpleNamespace(quat_w=quat, ang_vel_b=hits[:, 0], lin_acc_b=hits[:, 1]))
    fake = SimpleNamespace(scene=_Scene({"scan": scanner, "imu": imu}))
    torch.testing.assert_close(mdp.height_scan(fake, SceneEntityCfg("scan"), 0.3), 1.2 - hits[..., 2])
    assert mdp.imu_orientation(fake) is quat
    assert mdp.imu_ang_vel(fake).data_ptr() == hits.data_ptr()
    torch.testing.assert_close(mdp.imu_lin_acc(fake), hits[:, 1])


def test_heights_above_what_rays_hit(moved: SimpleNamespace) -> None:
    hits = torch.full((4, 3, 3), 0.1)
    hits[0, 1] = torch.inf  # a ray into the void
    scan = SimpleNamespace(data=SimpleNamespace(ray_hits_w=hits))
    robot = moved.scene["robot"]
    fake = SimpleNamespace(scene=_Scene({"scan": scan, "robot": robot}))
    height = robot.data.root_link_pos_w.torch[:, 2]
    penalty = mdp.base_height_l2(fake, 0.3, sensor_cfg=SceneEntityCfg("scan"))
    torch.testing.assert_close(penalty, (height - 0.4) ** 2)


class _Scene(dict):
    """Entities by name, of which all count as sensors."""

    @property
    def sensors(self) -> dict:
        return self


@pytest.mark.parametrize("body", [0, -1])
def test_one_number_names_one_column(body: int) -> None:
    values = torch.arange(6.0).view(2, 3)
    torch.testing.assert_close(columns(values, body), columns(values, [body % 3]))
    assert count(body, 3) == 1
