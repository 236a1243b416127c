"""Commands: their ranges, their frames, what is reported of them."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest
import torch

from pippin.envs import mdp
from pippin.utils.math import compute_pose_error, quat_from_euler_xyz, subtract_frame_transforms

NUM = 4


@pytest.fixture(autouse=True)
def seed(env: SimpleNamespace) -> None:
    torch.manual_seed(0)
    env.extras.clear()
    mdp.reset_scene_to_default(env, slice(None))


def velocity_cfg(**settings: object) -> mdp.UniformVelocityCommandCfg:
    ranges = mdp.UniformVelocityCommandCfg.Ranges(
        lin_vel_x=(0.5, 1.0), lin_vel_y=(-0.2, 0.2), ang_vel_z=(-1.0, 1.0), heading=settings.pop("heading", None)
    )
    settings = {"asset_name": "robot", "resampling_time_range": (5.0, 5.0), "ranges": ranges, **settings}
    return mdp.UniformVelocityCommandCfg(**settings)


def test_velocities_are_within_their_ranges(env: SimpleNamespace) -> None:
    term = mdp.UniformVelocityCommand(velocity_cfg(), env)
    term.reset()
    command = term.command
    assert command.shape == (NUM, 3)
    assert ((command >= torch.tensor([0.5, -0.2, -1.0])) & (command <= torch.tensor([1.0, 0.2, 1.0]))).all()
    before = command.clone()
    term.reset(torch.tensor([1, 3]))
    assert torch.equal(term.command[[0, 2]], before[[0, 2]])
    assert not torch.equal(term.command[[1, 3]], before[[1, 3]])


def test_yaw_rates_steer_to_headings(env: SimpleNamespace) -> None:
    cfg = velocity_cfg(heading_command=True, heading=(0.5, 0.5), heading_control_stiffness=0.8, rel_heading_envs=1.0)
    term = mdp.UniformVelocityCommand(cfg, env)
    term.reset()
    mdp.reset_root_state_uniform(env, torch.tensor([1, 2]), {"yaw": (1.5, 1.5)}, {})
    term.compute(0.02)
    torch.testing.assert_close(term.command[:, 2], torch.tensor([0.4, -0.8, -0.8, 0.4]), atol=1e-5, rtol=0)


def test_standing_environments_get_no_velocity(env: SimpleNamespace) -> None:
    term = mdp.UniformVelocityCommand(velocity_cfg(rel_standing_envs=1.0), env)
    term.reset()
    term.compute(0.02)
    assert torch.equal(term.command, torch.zeros(NUM, 3))


def test_mean_errors_of_episodes_are_reported(env: SimpleNamespace) -> None:
    """A robot that stands, and half of the time a command of 0.5 m/s: the mean error is 0.25 m/s."""
    term = mdp.UniformVelocityCommand(velocity_cfg(vel_xy_success_threshold=0.3), env)
    term.reset()
    for speed in (0.0, 0.5):
        for _ in range(10):
            term.vel_command_b[:] = torch.tensor([speed, 0.0, 0.0])
            term._update_metrics()
    report = term.reset(torch.tensor([0, 1]))
    assert float(report["error_vel_xy"]) == pytest.approx(0.25, abs=1e-4)
    assert float(report["error_vel_yaw"]) == pytest.approx(0.0, abs=1e-4)
    assert env.extras["log"]["Metrics/success_rate"] == 1.0
    assert "success_rate" not in report


def test_metrics_that_programs_fill_in_are_kept(env: SimpleNamespace) -> None:
    class Own(mdp.UniformVelocityCommand):
        def _update_metrics(self) -> None:
            self.metrics["error_vel_xy"] += 0.125

    term = Own(velocity_cfg(), env)
    term.reset()
    term.compute(0.02)
    term.compute(0.02)
    assert float(term.reset()["error_vel_xy"]) == 0.25


def test_headings_need_a_range(env: SimpleNamespace) -> None:
    with pytest.raises(ValueError, match="ranges.heading"):
        mdp.UniformVelocityCommand(velocity_cfg(heading_command=True), env)


def test_normal_velocities(env: SimpleNamespace) -> None:
    ranges = mdp.NormalVelocityCommandCfg.Ranges(
        mean_vel=(1.0, 0.5, 0.0), std_vel=(0.1, 0.1, 0.2), zero_prob=(0.0, 1.0, 0.0)
    )
    cfg = mdp.NormalVelocityCommandCfg(asset_name="robot", resampling_time_range=(1.0, 1.0), ranges=ranges)
    term, samples = mdp.NormalVelocityCommand(cfg, env), []
    for _ in range(200):
        term.reset()
        term._update_command()
        samples.append(term.command.clone())
    values = torch.cat(samples)
    assert abs(values[:, 0].abs().mean() - 1.0) < 0.05
    assert abs((values[:, 0] > 0).float().mean() - 0.5) < 0.1
    assert values[:, 1].abs().max() == 0.0
    assert abs(values[:, 2].std() - 0.2) < 0.03


def test_poses_are_in_the_frame_of_the_root(env: SimpleNamespace) -> None:
    ranges = mdp.UniformPoseCommandCfg.Ranges(
        pos_x=(0.1, 0.2), pos_y=(0.0, 0.0), pos_z=(-0.4, -0.3), roll=(0.0, 0.0), pitch=(0.5, 0.5), yaw=(3.0, 3.0)
    )
    cfg = mdp.UniformPoseCommandCfg(
        asset_name="robot",
        body_name="left_foot",
        resampling_time_range=(1.0, 1.0),
        ranges=ranges,
        make_quat_unique=True,
    )
    term, robot = mdp.UniformPoseCommand(cfg, env), env.scene["robot"]
    term.reset()
    command = term.command
    assert ((command[:, 0] >= 0.1) & (command[:, 0] <= 0.2)).all()
    quat = quat_from_euler_xyz(*torch.tensor([[0.0] * NUM, [0.5] * NUM, [3.0] * NUM]))
    torch.testing.assert_close((command[:, 3:] * quat).sum(-1).abs(), torch.ones(NUM))
    assert (command[:, 6] >= 0.0).all()
    mdp.reset_root_state_with_random_orientation(env, None, {}, {})
    foot, data = robot.body_names.index("left_foot"), robot.data
    pos, quat = data.body_link_pos_w.torch[:, foot], data.body_link_quat_w.torch[:, foot]
    root = (data.root_link_pos_w.torch, data.root_link_quat_w.torch)
    errors = compute_pose_error(*subtract_frame_transforms(*root, pos, quat), command[:, :3], command[:, 3:])
    report = {name: term.metrics[name] for name in ("position_error", "orientation_error")}
    term._update_metrics()
    torch.testing.assert_close(report["position_error"], errors[0].norm(dim=-1), rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(report["orientation_error"], errors[1].norm(dim=-1), rtol=1e-3, atol=1e-4)


def test_reached_poses_are_a_success(env: SimpleNamespace) -> None:
    nowhere = (0.0, 0.0)
    ranges = mdp.UniformPoseCommandCfg.Ranges(nowhere, nowhere, nowhere, nowhere, nowhere, nowhere)
    settings = {"asset_name": "robot", "body_name": "base", "resampling_time_range": (1.0, 1.0), "ranges": ranges}
    term = mdp.UniformPoseCommand(mdp.UniformPoseCommandCfg(**settings, position_success_threshold=0.01), env)
    term.reset()
    assert term.compute_success().all()
    term.pose_command_b[:2, 0] = 0.1
    assert term.compute_success().tolist() == [False, False, True, True]
    env.command_manager = SimpleNamespace(get_term={"base": term}.get)
    assert mdp.pose_command_success(env, "base").tolist() == [False, False, True, True]
    term.reset()
    assert env.extras["log"]["Metrics/success_rate"] == 1.0  # all were there once
    assert not mdp.UniformPoseCommand(mdp.UniformPoseCommandCfg(**settings), env).compute_success().any()


@pytest.mark.parametrize("is_simple", [True, False])
def test_positions_in_the_plane(env: SimpleNamespace, is_simple: bool) -> None:
    ranges = mdp.UniformPose2dCommandCfg.Ranges(pos_x=(1.0, 1.0), pos_y=(1.0, 1.0), heading=(-2.0, -2.0))
    cfg = mdp.UniformPose2dCommandCfg(
        asset_name="robot", simple_heading=is_simple, resampling_time_range=(1.0, 1.0), ranges=ranges
    )
    mdp.reset_root_state_uniform(env, torch.tensor([1]), {"yaw": (math.pi, math.pi)}, {})
    term = mdp.UniformPose2dCommand(cfg, env)
    term.reset()
    term.compute(0.02)
    # forwards for a robot that faces +x, backwards for one that faces -x
    headings = [math.pi / 4, -3 * math.pi / 4, math.pi / 4, math.pi / 4] if is_simple else [-2.0] * NUM
    torch.testing.assert_close(term.heading_command_w, torch.tensor(headings), atol=1e-4, rtol=0)
    x, y, _, heading = term.command.unbind(1)
    torch.testing.assert_close(x, torch.tensor([1.0, -1.0, 1.0, 1.0]), atol=1e-4, rtol=0)
    torch.testing.assert_close(y, torch.tensor([1.0, -1.0, 1.0, 1.0]), atol=1e-4, rtol=0)
    assert float(heading[0]) == pytest.approx(headings[0], abs=1e-4)
    torch.testing.assert_close(term.metrics["error_pos_2d"], torch.full((NUM,), math.sqrt(2.0)), atol=1e-4, rtol=0)


def test_nothing_is_commanded_by_the_null_command(env: SimpleNamespace) -> None:
    cfg = mdp.NullCommandCfg()
    assert cfg.resampling_time_range == (math.inf, math.inf)
    term = mdp.NullCommand(cfg, env)
    assert term.reset() == {}
    term.compute(0.02)
    with pytest.raises(RuntimeError, match="no command"):
        _ = term.command


def test_targets_on_terrain_need_patches(env: SimpleNamespace) -> None:
    ranges = mdp.TerrainBasedPose2dCommandCfg.Ranges(heading=(0.0, 0.0))
    cfg = mdp.TerrainBasedPose2dCommandCfg(
        asset_name="robot", simple_heading=False, resampling_time_range=(1.0, 1.0), ranges=ranges
    )
    with pytest.raises(RuntimeError, match="'target'"):
        mdp.TerrainBasedPose2dCommand(cfg, env)


def test_commands_are_drawn(env: SimpleNamespace) -> None:
    """Arrows as long as three times the velocity, turned to it."""
    term = mdp.UniformVelocityCommand(velocity_cfg(debug_vis=True), env)
    term.reset()
    scales, _ = term._resolve_xy_velocity_to_arrow(torch.tensor([[0.0, 2.0]] * NUM))
    torch.testing.assert_close(scales, torch.tensor([[3.0, 0.5, 0.5]]).expand(NUM, 3))
    term._debug_vis_callback(None)
    assert term.goal_vel_visualizer.count == NUM
    term.set_debug_vis(False)


class Undrawn(mdp.NullCommand):
    """A command of a program that says, as Isaac Lab's own terms do, that it draws nothing."""

    def _set_debug_vis_impl(self, debug_vis: bool) -> None:
        raise NotImplementedError


@pytest.mark.parametrize("debug_vis", [False, True])
def test_commands_that_refuse_to_draw_are_not_asked_to(env: SimpleNamespace, debug_vis: bool) -> None:
    term = Undrawn(mdp.NullCommandCfg(debug_vis=debug_vis), env)
    assert not term.has_debug_vis_implementation
    assert not term.set_debug_vis(True)
