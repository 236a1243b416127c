"""Names of version 3 lead to the tasks that Isaac Lab 3.0.0 releases; those of version 2 stay as they were."""

from __future__ import annotations

import functools
import math
import warnings
from types import SimpleNamespace
from typing import Any

import gymnasium
import pytest
import torch

from pippin.envs import ManagerBasedRLEnv
from pippin.tasks.locomotion.mdp_version_3 import walk_target_w
from pippin.tasks.locomotion.version_3 import HumanoidEnvCfg
from pippin.tasks.registration import TASKS, register_tasks
from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg
from pippin.tasks.velocity import mdp as walking
from pippin.tasks.version_3 import CHANGED
from pippin.utils import as_torch


def _make(name: str, num_envs: int = 2, **changes: Any) -> Any:
    """A task of this name, with changed fields of its config."""
    register_tasks()
    cfg = parse_env_cfg(name, device="cpu", num_envs=num_envs)
    cfg.seed = 5
    for field, value in changes.items():
        *path, leaf = field.split(".")
        setattr(functools.reduce(getattr, path, cfg), leaf, value)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # Gymnasium warns where it makes another version than that which is named
        return gymnasium.make(name, cfg=cfg, disable_env_checker=True).unwrapped


def _run(env: Any, actions: torch.Tensor) -> list[torch.Tensor]:
    """Observations and rewards of each step."""
    values = [env.reset()[0]["policy"].clone()]
    for action in actions:
        observations, rewards, *_ = env.step(action)
        values += [observations["policy"].clone(), rewards.clone()]
    env.close()
    return values


def test_both_versions_of_a_name_are_there() -> None:
    register_tasks()
    for name in CHANGED:
        older = f"{name}-v0"
        if older in TASKS:
            newer, kept = (load_cfg_from_registry(each, "env_cfg_entry_point") for each in (name, older))
            assert type(newer).__module__ != type(kept).__module__
            assert gymnasium.envs.registration._find_spec(name).id == name
            assert gymnasium.envs.registration._find_spec(older).id == older


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "actions"), [("Cartpole", 4, 1), ("Ant", 60, 8), ("Humanoid", 87, 21)])
def test_a_direct_task_is_the_task_with_managers(
    name: str, size: int, actions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.Tensor, "uniform_", lambda tensor, low, high: tensor.fill_(0.5 * (low + high)))
    monkeypatch.setattr("pippin.envs.mdp.events.joint_resets.sample_uniform", lambda *args: 0.0)
    generator = torch.Generator().manual_seed(1)
    steps = 1.5 * torch.randn(20, 2, actions, generator=generator)
    direct = _make(f"Isaac-{name}-Direct")
    assert type(direct).__module__.endswith("direct_version_3")
    written_out = _run(direct, steps)
    material = direct.cfg.sim.physics_material  # of the robot, which alone differs between the two
    with_managers = _run(_make(f"Isaac-{name}", **{"sim.physics_material": material}), steps)
    assert written_out[0].shape == (2, size)
    # positions from the target, 1 km away, are known to 6e-5 m, which is 4e-3 m/s over a step of 1/60 s
    for step, (mine, theirs) in enumerate(zip(written_out, with_managers, strict=True)):
        torch.testing.assert_close(mine, theirs, atol=2e-3, rtol=1e-3, msg=lambda text, step=step: f"{step}: {text}")


@pytest.mark.parametrize(
    ("chosen", "substeps", "cone", "impratio", "order"),
    [((), 2, "pyramidal", 1.0, "mjwarp"), (("physics=physx",), None, "elliptic", None, "physx")],
)
def test_a_task_runs_with_the_settings_of_its_engine(
    chosen: tuple[str, ...], substeps: int | None, cone: str, impratio: float | None, order: str
) -> None:
    """The numbers are those of ``humanoid_common.py`` of Isaac Lab 3.0.0; with PhysX Pippin's own count."""
    register_tasks()
    cfg = parse_env_cfg("Isaac-Humanoid", device="cpu", num_envs=1, overrides=chosen)
    env = gymnasium.make("Isaac-Humanoid", cfg=cfg, disable_env_checker=True).unwrapped
    solver = env.sim.cfg.solver
    assert (env.sim.cfg.substeps, solver.cone, solver.impratio, env.sim.cfg.joint_order) == (
        substeps,
        cone,
        impratio,
        order,
    )
    env.close()


def test_a_config_that_a_program_makes_has_the_default_engine() -> None:
    cfg = HumanoidEnvCfg()
    cfg.sim.device, cfg.scene.num_envs, cfg.seed = "cpu", 1, 1
    cfg.sim.physics.newton_mjwarp.num_substeps = 5  # which is not the default
    cfg.sim.physics.default.num_substeps = 3  # as programs that derive from such configs set it
    env = ManagerBasedRLEnv(cfg)
    assert (env.sim.cfg.substeps, env.sim.cfg.solver.cone) == (3, "pyramidal")
    env.close()


def test_the_hand_of_a_reaching_arm_holds_one_goal() -> None:
    register_tasks()
    cfg = parse_env_cfg("Isaac-Reach-Franka", device="cpu", num_envs=2, overrides=["presets=hold"])
    cfg.seed, cfg.episode_length_s, cfg.observations.policy.enable_corruption = 3, 6.0, False
    env = gymnasium.make("Isaac-Reach-Franka", cfg=cfg, disable_env_checker=True).unwrapped
    env.reset()
    goal = as_torch(env.command_manager.get_command("ee_pose")).clone()
    for _ in range(130):  # 4.3 s, after which the goal would be another one
        seen = env.step(torch.zeros(2, 7))[0]["policy"]
    assert seen.shape == (2, 38)
    torch.testing.assert_close(as_torch(env.command_manager.get_command("ee_pose")), goal)
    term = env.command_manager.get_term("ee_pose")
    term._update_metrics()
    torch.testing.assert_close(seen[:, 32:35].norm(dim=-1), as_torch(term.metrics["position_error"]), atol=1e-4, rtol=0)
    angle = as_torch(term.metrics["orientation_error"])
    torch.testing.assert_close(seen[:, 35:].norm(dim=-1), angle, atol=1e-3, rtol=0)
    env.close()


def test_controllers_of_a_reaching_arm_are_chosen() -> None:
    register_tasks()
    cfg = parse_env_cfg("Isaac-Reach-Franka", overrides=["presets=diffik"])
    assert cfg.actions.arm_action.controller.use_relative_mode
    assert cfg.scene.robot.spawn.rigid_props.disable_gravity
    cfg = parse_env_cfg("Isaac-Reach-Franka", overrides=["presets=diffik_abs"])
    assert (cfg.actions.arm_action.controller.use_relative_mode, cfg.rewards.action_magnitude.weight) == (False, 0.0)
    cfg = parse_env_cfg("Isaac-Reach-Franka", overrides=["presets=diffik,hold"])
    with pytest.raises(ValueError, match="'hold' needs targets of joints"):
        cfg.validate()


def test_carts_and_poles_begin_within_their_ranges() -> None:
    env = _make("Isaac-Cartpole-Direct", num_envs=256)
    observations = env.reset()[0]["policy"]
    largest = torch.tensor([1.0, math.pi / 4, 0.5, math.pi / 4])  # cart, pole, and their velocities
    assert (observations.abs() <= largest).all()
    # 256 draws of a uniform distribution fill 95 % of its range but once in 250,000 times
    assert (observations.max(dim=0).values - observations.min(dim=0).values > 0.95 * 2 * largest).all()
    env.close()


def test_a_pole_that_hangs_ends_no_episode() -> None:
    env = _make("Isaac-Cartpole-Direct", initial_pole_angle_range=(2.0, 2.5), initial_cart_velocity_range=(0.0, 0.0))
    env.reset()
    _, rewards, terminated, *_ = env.step(torch.zeros(2, 1))
    pole, velocity = env.joint_pos[:, env._pole_dof_idx[0]], env.joint_vel
    expected = 1.0 - pole.square() - 0.01 * velocity[:, env._cart_dof_idx[0]].abs()
    expected -= 0.005 * velocity[:, env._pole_dof_idx[0]].abs()
    assert not terminated.any()
    torch.testing.assert_close(rewards, expected / 60.0, atol=1e-6, rtol=1e-5)
    env.close()


def test_targets_are_counted_from_the_origins_of_environments() -> None:
    env = _make("Isaac-Ant", num_envs=4)
    env.reset()
    origins = as_torch(env.scene.env_origins)
    assert (origins[1:] - origins[0]).norm(dim=1).min() > 4.0
    torch.testing.assert_close(walk_target_w(env, (1000.0, 0.0, 0.0)), origins + torch.tensor([1000.0, 0.0, 0.0]))
    env.close()


def test_an_ant_that_falls_pays_once() -> None:
    env = _make("Isaac-Ant-Direct", termination_height=10.0)
    env.reset()
    assert (env.step(torch.zeros(2, 8))[1] < -1.9).all()  # the cost of 2, less the little that a step of 1/60 s earns
    env.close()


def test_feet_that_step_unevenly_cost_the_variance_of_their_times() -> None:
    air, contact = (
        torch.tensor([[0.1, 0.4], [0.2, 0.2], [0.0, 0.5]]),
        torch.tensor([[0.3, 0.9], [0.4, 0.4], [0.0, 0.5]]),
    )
    commands = torch.tensor([[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    data = SimpleNamespace(last_air_time=air, last_contact_time=contact)
    env = SimpleNamespace(
        scene=SimpleNamespace(sensors={"contact_forces": SimpleNamespace(data=data)}),
        command_manager=SimpleNamespace(get_command=lambda name: commands),
    )
    feet = SimpleNamespace(name="contact_forces", body_ids=[0, 1])
    # of two numbers the variance is half the square of their difference; 0.9 s count as 0.5 s; the last one stands
    expected = torch.tensor([0.5 * 0.3**2 + 0.5 * 0.2**2, 0.0, 0.0])
    torch.testing.assert_close(walking.feet_air_time_variance(env, "base_velocity", feet), expected)
    with pytest.raises(ValueError, match="expected 2 or more feet"):
        walking.feet_air_time_variance(env, "base_velocity", SimpleNamespace(name="contact_forces", body_ids=[0]))


@pytest.mark.slow
def test_robots_that_walk_differ_in_the_mass_of_their_base() -> None:
    env = _make("Isaac-Velocity-Flat-UnitreeGo2", num_envs=64)
    robot = env.scene["robot"]
    base = robot.find_bodies("base")[0][0]
    masses = as_torch(robot.data.body_mass)
    spread = masses.log().max(dim=0).values - masses.log().min(dim=0).values
    # 64 draws of a uniform distribution fill 85 % of its range but once in 2,000 times
    assert 0.85 * 2 * math.log(1.25) < spread[base] <= 2 * math.log(1.25) + 1e-5
    assert torch.cat((spread[:base], spread[base + 1 :])).max() < 1e-6
    env.reset()
    height = env.reward_manager.active_terms.index("base_height_l2")
    env.step(torch.zeros(64, 12))
    expected = -30.0 * (as_torch(robot.data.root_pos_w)[:, 2] - 0.4).square()
    torch.testing.assert_close(env.reward_manager._step_reward[:, height], expected, atol=1e-4, rtol=1e-4)
    env.close()


@pytest.mark.parametrize(
    "name", ["Isaac-Velocity-Rough-G1", "Isaac-Velocity-Flat-H1", "IsaacContrib-Velocity-Rough-UnitreeA1"]
)
def test_robots_are_pushed_but_where_they_are_watched(name: str) -> None:
    register_tasks()
    cfg = load_cfg_from_registry(name, "env_cfg_entry_point")
    assert cfg.events.push_robot.params["velocity_range"] == {"x": (-0.5, 0.5), "y": (-0.5, 0.5)}
    assert load_cfg_from_registry("Isaac-Velocity-Rough-G1-v0", "env_cfg_entry_point").events.push_robot is None
    cfg.play_mode()
    assert cfg.events.push_robot is None and cfg.scene.num_envs == 50


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Isaac-Reach-UR10", "Isaac-Reach-Franka"])
def test_reaching_ends_at_the_goal_and_is_rewarded(name: str) -> None:
    far = {"commands.ee_pose.position_success_threshold": 10.0, "commands.ee_pose.orientation_success_threshold": 10.0}
    env = _make(name, **far)
    actions = env.action_manager.total_action_dim
    env.reset()
    _, rewards, terminated, *_ = env.step(torch.zeros(2, actions))
    assert env.step_dt == pytest.approx(4 / 120) and terminated.all()
    success = env.reward_manager.active_terms.index("success")
    assert (env.reward_manager._step_reward[:, success] == 10.0).all()
    assert (rewards > 9.0 * env.step_dt).all()  # errors of at most about 1 m cost 0.2 and less
    env.close()


@pytest.mark.slow
def test_a_drawer_that_was_opened_counts_as_success() -> None:
    env = _make("Isaac-Open-Drawer-Franka")
    env.reset()
    cabinet = env.scene["cabinet"]
    position = as_torch(cabinet.data.joint_pos).clone()
    position[0, cabinet.find_joints("drawer_top_joint")[0][0]] = 0.35
    cabinet.write_joint_position_to_sim_index(position=position)
    env.step(torch.zeros(2, env.action_manager.total_action_dim))
    env.reset()
    log = env.extras["log"]
    assert log["Metrics/success_rate"] == 0.5
    assert 0.5 * 0.3 < log["Metrics/drawer_pos"] < 0.5 * 0.4
    env.close()


@pytest.mark.slow
def test_a_cube_that_was_at_its_goal_counts_as_success() -> None:
    env = _make("IsaacContrib-Lift-Cube-Franka")
    env.reset()
    cube, command = env.scene["object"], env.command_manager.get_command("object_pose")
    poses = as_torch(cube.data.root_pose_w).clone()
    poses[0, :3] = as_torch(env.scene["robot"].data.root_pos_w)[0] + command[0, :3]
    cube.write_root_pose_to_sim_index(root_pose=poses)
    env.step(torch.zeros(2, env.action_manager.total_action_dim))  # it falls by 2 mm
    env.reset()
    assert env.extras["log"]["Metrics/success_rate"] == 0.5
    env.close()


def test_agents_of_a_double_pendulum_share_a_reward() -> None:
    env = _make("Isaac-Pendulum-MARL-Direct", initial_pole_angle_range=[0.0, 0.0])
    env.reset()
    actions = {"cart": torch.full((2, 1), 0.2), "pendulum": torch.full((2, 1), -0.1)}
    _, rewards, *_ = env.step(actions)
    names = ("slider_to_cart", "cart_to_pole", "pole_to_pendulum")
    joints = [env.robot.find_joints(name)[0][0] for name in names]
    _, lower, upper = as_torch(env.robot.data.joint_pos)[:, joints].T
    cart_rate, lower_rate, upper_rate = as_torch(env.robot.data.joint_vel)[:, joints].T
    both = torch.stack((lower, lower + upper))
    upright = (both.abs() <= math.pi / 12).all(dim=0)
    motion = cart_rate.abs() + lower_rate.abs() + (lower_rate + upper_rate).abs()
    expected = 1.0 + both.cos().sum(dim=0) + upright - 0.01 * (motion + 0.2**2 + 0.1**2)
    torch.testing.assert_close(rewards["cart"], expected / 60.0, atol=1e-6, rtol=1e-5)
    assert rewards["pendulum"] is rewards["cart"]
    env.close()


@pytest.mark.slow
def test_a_direct_anymal_logs_how_well_it_follows() -> None:
    env = _make("IsaacContrib-Velocity-Flat-AnymalC-Direct", num_envs=2)
    assert env.reset()[0]["policy"].shape == (2, 48)
    errors = []
    for _ in range(3):
        env.episode_length_buf.zero_()
        env.step(torch.zeros(2, 12))
        errors.append((env._commands[:, :2] - as_torch(env._robot.data.root_lin_vel_b)[:, :2]).norm(dim=1))
    env.reset()
    expected = torch.stack(errors).mean()
    torch.testing.assert_close(env.extras["log"]["Metrics/error_vel_xy"], expected, atol=1e-5, rtol=1e-5)
    env.close()
