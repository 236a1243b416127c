"""Actions: what joints are told."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from pippin.controllers import DifferentialIKControllerCfg, OperationalSpaceControllerCfg
from pippin.controllers.pink_ik import LocalFrameTaskCfg, PinkIKControllerCfg
from pippin.envs import mdp
from pippin.envs.mdp.actions.task_frames import TaskFrame

from .conftest import WALKER

NUM = 4


@pytest.fixture(autouse=True)
def seed(env: SimpleNamespace) -> None:
    torch.manual_seed(0)
    mdp.reset_scene_to_default(env, slice(None), reset_joint_targets=True)


def applied(env: SimpleNamespace, cfg: object, actions: torch.Tensor, target: str = "joint_pos_target") -> torch.Tensor:
    """Targets of the joints after an action."""
    term = cfg.class_type(cfg, env)
    term.process_actions(actions)
    term.apply_actions()
    return getattr(env.scene["robot"].data, target).torch


def columns(env: SimpleNamespace, *names: str) -> list[int]:
    return [env.scene["robot"].joint_names.index(name) for name in names]


def test_positions_are_relative_to_the_default_ones(env: SimpleNamespace) -> None:
    cfg = mdp.JointPositionActionCfg(asset_name="robot", joint_names=[".*"], scale={".*_hip": 0.5, ".*_knee": 0.25})
    targets = applied(env, cfg, torch.ones(NUM, 4))
    assert targets[0, columns(env, "left_hip", "right_knee")].tolist() == pytest.approx([0.7, -0.15])


def test_order_offset_and_clip(env: SimpleNamespace) -> None:
    cfg = mdp.JointPositionActionCfg(
        asset_name="robot",
        joint_names=["right_knee", "left_hip"],
        preserve_order=True,
        use_default_offset=False,
        offset={"left_hip": 0.1},
        clip={"right_knee": (-0.5, 0.5)},
    )
    targets = applied(env, cfg, torch.tensor([[2.0, 3.0]] * NUM))
    assert targets[0, columns(env, "right_knee", "left_hip")].tolist() == pytest.approx([0.5, 3.1])


def test_changes_of_positions(env: SimpleNamespace) -> None:
    cfg = mdp.RelativeJointPositionActionCfg(asset_name="robot", joint_names=[".*"], scale=0.1)
    targets = applied(env, cfg, torch.ones(NUM, 4))
    torch.testing.assert_close(targets, env.scene["robot"].data.joint_pos.torch + 0.1)


def test_velocities_and_efforts(env: SimpleNamespace) -> None:
    velocity = mdp.JointVelocityActionCfg(asset_name="robot", joint_names=[".*"], scale=2.0)
    effort = mdp.JointEffortActionCfg(asset_name="robot", joint_names=[".*"], scale=3.0)
    actions = torch.randn(NUM, 4)
    torch.testing.assert_close(applied(env, velocity, actions, "joint_vel_target"), 2.0 * actions)
    torch.testing.assert_close(applied(env, effort, actions, "joint_effort_target"), 3.0 * actions)
    env.scene["robot"].set_joint_effort_target_index(target=torch.zeros(NUM, 4))


def test_actions_are_forgotten_at_resets(env: SimpleNamespace) -> None:
    cfg = mdp.JointPositionActionCfg(asset_name="robot", joint_names=[".*"])
    term = cfg.class_type(cfg, env)
    term.process_actions(torch.ones(NUM, 4))
    term.reset(torch.tensor([1]))
    assert term.raw_actions.sum(1).tolist() == [4.0, 0.0, 4.0, 4.0]
    term.reset()
    assert term.raw_actions.abs().max() == 0.0


def test_shares_of_the_soft_limits(env: SimpleNamespace) -> None:
    cfg = mdp.JointPositionToLimitsActionCfg(asset_name="robot", joint_names=["left_hip"])
    targets = applied(env, cfg, torch.tensor([[-1.0], [0.0], [1.0], [5.0]]))
    middle, half = 0.25, 0.9 * 1.25
    expected = torch.tensor([middle - half, middle, middle + half, middle + half])
    torch.testing.assert_close(targets[:, columns(env, "left_hip")[0]], expected)


def test_moving_averages_begin_at_the_present_position(env: SimpleNamespace) -> None:
    cfg = mdp.EMAJointPositionToLimitsActionCfg(
        asset_name="robot", joint_names=["left_hip"], rescale_to_limits=False, alpha=0.25
    )
    term = cfg.class_type(cfg, env)
    term.reset()
    for expected in (0.2 * 0.75 + 0.25, (0.2 * 0.75 + 0.25) * 0.75 + 0.25):
        term.process_actions(torch.ones(NUM, 1))
        torch.testing.assert_close(term.processed_actions, torch.full((NUM, 1), expected))
    term.reset(torch.tensor([2]))
    assert term._prev_applied_actions[2].item() == pytest.approx(0.2)
    with pytest.raises(ValueError, match="alpha"):
        mdp.EMAJointPositionToLimitsAction(cfg.replace(alpha=1.5), env)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bool])
def test_grippers_open_and_close(env: SimpleNamespace, dtype: torch.dtype) -> None:
    cfg = mdp.BinaryJointPositionActionCfg(
        asset_name="robot", joint_names=[".*_knee"], open_command_expr={".*": 0.3}, close_command_expr={".*": -0.3}
    )
    actions = torch.tensor([[1.0], [-1.0], [0.0], [-0.1]])
    is_open = torch.tensor([True, False, True, False])
    targets = applied(env, cfg, is_open.unsqueeze(1) if dtype == torch.bool else actions)
    torch.testing.assert_close(targets[:, columns(env, "left_knee")[0]], torch.where(is_open, 0.3, -0.3))
    with pytest.raises(ValueError, match="right_knee"):
        mdp.BinaryJointPositionAction(cfg.replace(open_command_expr={"left_knee": 0.3}), env)


def test_grippers_open_beyond_a_threshold(env: SimpleNamespace) -> None:
    cfg = mdp.AbsBinaryJointPositionActionCfg(
        asset_name="robot", joint_names=["left_knee"], open_command_expr={".*": 0.3}, close_command_expr={".*": -0.3}
    )
    targets = applied(env, cfg, torch.tensor([[0.4], [0.6], [0.5], [2.0]]))
    torch.testing.assert_close(targets[:, columns(env, "left_knee")[0]], torch.tensor([-0.3, 0.3, -0.3, 0.3]))


def test_bases_drive_along_their_heading(env: SimpleNamespace) -> None:
    mdp.reset_root_state_uniform(env, None, {"yaw": (0.5, 0.5)}, {})
    cfg = mdp.NonHolonomicActionCfg(
        asset_name="robot",
        body_name="base",
        x_joint_name="left_hip",
        y_joint_name="right_hip",
        yaw_joint_name="left_knee",
    )
    targets = applied(env, cfg, torch.tensor([[2.0, 0.3]] * NUM), "joint_vel_target")
    expected = [2.0 * math.cos(0.5), 2.0 * math.sin(0.5), 0.3]
    assert targets[0, columns(env, "left_hip", "right_hip", "left_knee")].tolist() == pytest.approx(expected, abs=1e-4)
    with pytest.raises(ValueError, match="x_joint_name"):
        mdp.NonHolonomicAction(cfg.replace(x_joint_name=".*_hip"), env)


@pytest.mark.parametrize("offset", [None, (0.05, -0.02, 0.1)])
def test_jacobians_are_how_the_frame_moves(env: SimpleNamespace, offset: tuple[float, float, float] | None) -> None:
    """The Jacobian times the joints' velocities is the frame's twist, by finite differences of its pose as well."""
    robot = env.scene["robot"]
    mdp.reset_root_state_with_random_orientation(env, None, {}, {})
    frame_cfg = mdp.DifferentialInverseKinematicsActionCfg.OffsetCfg(pos=offset) if offset else None
    ids = columns(env, "left_hip", "left_knee")
    frame = TaskFrame(robot, "left_foot", ids, frame_cfg)
    velocities = torch.zeros(NUM, 4)
    velocities[:, ids] = torch.randn(NUM, 2)
    robot.write_joint_velocity_to_sim_index(velocity=velocities)
    twist = torch.einsum("nij,nj->ni", frame.frame_jacobian_b(), velocities[:, ids])
    torch.testing.assert_close(frame.twist_b(), twist, rtol=1e-3, atol=1e-4)
    positions, step = robot.data.joint_pos.torch.clone(), 1e-3
    before = frame.pose_b()[0].clone()
    robot.write_joint_position_to_sim_index(position=positions + step * velocities)
    torch.testing.assert_close((frame.pose_b()[0] - before) / step, twist[:, :3], rtol=2e-2, atol=5e-3)


@pytest.mark.parametrize("is_relative", [True, False])
def test_inverse_kinematics_moves_the_foot(env: SimpleNamespace, is_relative: bool) -> None:
    robot = env.scene["robot"]
    cfg = mdp.DifferentialInverseKinematicsActionCfg(
        asset_name="robot",
        joint_names=["left_hip", "left_knee"],
        body_name="left_foot",
        body_offset=mdp.DifferentialInverseKinematicsActionCfg.OffsetCfg(pos=(0.0, 0.0, -0.2)),
        controller=DifferentialIKControllerCfg(
            command_type="position", use_relative_mode=is_relative, ik_method="dls", ik_params={"lambda_val": 0.001}
        ),
        scale=0.5,
    )
    term, change = cfg.class_type(cfg, env), torch.tensor([[0.02, 0.0, 0.01]] * NUM)
    start = term._compute_frame_pose()[0].clone()
    term.process_actions(2.0 * (change if is_relative else start + change))
    for _ in range(10):
        term.apply_actions()
        robot.write_joint_position_to_sim_index(position=robot.data.joint_pos_target.torch)
    torch.testing.assert_close(term._compute_frame_pose()[0] - start, change, atol=1e-4, rtol=0)


def test_operational_space_control_holds_a_foot_against_its_weight(env: SimpleNamespace) -> None:
    cfg = mdp.OperationalSpaceControllerActionCfg(
        asset_name="robot",
        joint_names=["left_hip", "left_knee"],
        body_name="left_foot",
        controller_cfg=OperationalSpaceControllerCfg(
            target_types=["wrench_abs"], contact_wrench_control_axes_task=(1, 0, 1, 0, 0, 0), gravity_compensation=True
        ),
        wrench_scale=2.0,
    )
    term = cfg.class_type(cfg, env)
    assert term.action_dim == 6
    wrench = torch.tensor([[1.0, 0.0, -2.0, 0.0, 0.0, 0.0]] * NUM)
    term.process_actions(wrench)
    term.apply_actions()
    ids = columns(env, "left_hip", "left_knee")
    gravity = env.scene["robot"].data.gravity_compensation_forces.torch[:, [joint + 6 for joint in ids]]
    efforts = env.scene["robot"].data.joint_effort_target.torch[:, ids]
    expected = gravity + torch.einsum("nij,ni->nj", term.jacobian_b, 2.0 * wrench)
    torch.testing.assert_close(efforts, expected, rtol=1e-4, atol=1e-4)
    env.scene["robot"].set_joint_effort_target_index(target=torch.zeros(NUM, 4))


def test_impossible_configs_are_refused(env: SimpleNamespace) -> None:
    controller = OperationalSpaceControllerCfg(target_types=["pose_abs"])
    cfg = mdp.OperationalSpaceControllerActionCfg(
        asset_name="robot", joint_names=[".*"], body_name="base", controller_cfg=controller
    )
    with pytest.raises(ValueError, match="nullspace_joint_pos_target"):
        cfg.class_type(cfg.replace(nullspace_joint_pos_target="default"), env)
    with pytest.raises(ValueError, match="body_name"):
        cfg.class_type(cfg.replace(body_name=".*_foot"), env)
    with pytest.raises(ValueError, match="'task_frame_rel_path'"):
        cfg.class_type(cfg.replace(task_frame_rel_path="Table"), env)
    force = OperationalSpaceControllerCfg(
        target_types=["wrench_abs"],
        contact_wrench_control_axes_task=(0, 0, 1, 0, 0, 0),
        contact_wrench_stiffness_task=1.0,
    )
    term = cfg.class_type(cfg.replace(controller_cfg=force), env)  # the scene has a contact sensor of the base
    assert term._contact_sensor is not None
    with pytest.raises(ValueError, match="scale"):
        mdp.JointPositionAction(mdp.JointPositionActionCfg(asset_name="robot", joint_names=[".*"], scale="big"), env)


def test_pink_moves_feet_to_poses_in_the_environment(moved: SimpleNamespace, tmp_path: Path) -> None:
    pytest.importorskip("pink")
    urdf = tmp_path / "walker.urdf"
    urdf.write_text(WALKER, encoding="utf-8")
    robot = moved.scene["robot"]
    start = robot.data.joint_pos.torch.clone()
    goal = start + 0.03 * (2.0 * torch.rand(NUM, 4) - 1.0)  # what joints of 10 rad/s move in a step of 5 ms is 0.05
    robot.write_joint_position_to_sim_index(position=goal)
    feet = [robot.body_names.index(name) for name in ("right_foot", "left_foot")]
    poses = robot.data.body_link_pose_w.torch[:, feet].clone()
    poses[..., :3] -= moved.scene.env_origins.unsqueeze(1)
    robot.write_joint_position_to_sim_index(position=start)
    tasks = [LocalFrameTaskCfg(frame=name, base_link_frame_name="base", position_cost=1.0, orientation_cost=1.0)
             for name in ("right_foot", "left_foot")]  # fmt: skip
    cfg = mdp.PinkInverseKinematicsActionCfg(
        asset_name="robot",
        pink_controlled_joint_names=["left_.*", "right_hip", "right_knee"],
        hand_joint_names=[],
        controller=PinkIKControllerCfg(urdf_path=str(urdf), base_link_name="base", variable_input_tasks=tasks),
    )
    targets = applied(moved, cfg, poses.flatten(1))
    # one step of Newton's method: what is left is of the second order, 0.03^2
    torch.testing.assert_close(targets, goal, rtol=0.0, atol=1e-3)
    efforts = robot.data.gravity_compensation_forces.torch[:, 6:]
    torch.testing.assert_close(robot.data.joint_effort_target.torch, efforts)
    assert efforts.abs().max() > 0.1

    with pytest.raises(ValueError, match="hand_joint_names"):
        cfg.class_type(cfg.replace(hand_joint_names=["left_knee"]), moved)


def test_what_is_not_served_says_what_to_use(env: SimpleNamespace) -> None:
    cfg = mdp.SurfaceGripperBinaryActionCfg(asset_name="robot")
    with pytest.raises(NotImplementedError, match="grip with fingers"):
        cfg.class_type(cfg, env)
