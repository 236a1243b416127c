"""Flying to a place: terms against closed forms and the released files, and the config against the released one."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import gymnasium
import pytest
import torch

from pippin.tasks.drone_arl import mdp, track_position_env_cfg
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg

from .released_packages import assert_same, importing

N = 16
NAME = "Isaac-TrackPositionNoObstacles-ARL-Robot-1-v0"


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    robot = "track_position_state_based.config.arl_robot_1"
    yield from importing(monkeypatch, "drone_arl", "track_position_state_based.config", robot, "mdp.commands")


def flying_env() -> Any:
    torch.manual_seed(1)
    turn = torch.nn.functional.normalize(torch.randn(N, 4), dim=1)
    motion = {"root_ang_vel_b": torch.randn(N, 3), "root_lin_vel_w": torch.randn(N, 3)}
    data = SimpleNamespace(root_pos_w=torch.randn(N, 3), root_quat_w=turn, root_link_quat_w=turn, **motion)
    command = torch.randn(N, 7)
    return SimpleNamespace(
        scene=type("Scene", (dict,), {"env_origins": torch.randn(N, 3)})(robot=SimpleNamespace(data=data)),
        command_manager=SimpleNamespace(get_command=lambda name: command),
    )


TERMS = {
    "base_roll_pitch": {},
    "generated_drone_commands": {"command_name": "target_pose"},
    "distance_to_goal_exp": {"std": 1.5},
    "ang_vel_xyz_exp": {"std": 2.0},
    "lin_vel_xyz_exp": {"std": 2.0},
    "yaw_aligned": {"std": 1.0},
}


@pytest.mark.parametrize("name", TERMS)
def test_terms_are_those_that_are_released(released: Any, name: str) -> None:
    room = "observations" if name in ("base_roll_pitch", "generated_drone_commands") else "rewards"
    theirs = getattr(released(f"mdp.{room}"), name)
    env = flying_env()
    torch.testing.assert_close(getattr(mdp, name)(env, **TERMS[name]), theirs(env, **TERMS[name]))


@pytest.fixture
def env() -> Iterator[Any]:
    register_tasks()
    cfg = parse_env_cfg(NAME, device="cpu", num_envs=4)
    cfg.seed = 2
    made: Any = gymnasium.make(NAME, cfg=cfg).unwrapped
    made.reset()
    yield made
    made.close()


def test_the_goal_is_the_middle_of_each_environment(env: Any) -> None:
    """The way to it, along the body's axes, points back to where the robot came from; errors are its distance."""
    robot = env.scene["robot"].data
    way = env.scene.env_origins - robot.root_pos_w.torch
    seen = mdp.generated_drone_commands(env, "target_pose")
    torch.testing.assert_close(seen[:, 3], way.norm(dim=1))
    torch.testing.assert_close(seen[:, :3].norm(dim=1), torch.ones(4))
    term = env.command_manager.get_term("target_pose")
    term._update_metrics()
    torch.testing.assert_close(term.metrics["position_error"], way.norm(dim=1), atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(mdp.distance_to_goal_exp(env), torch.exp(-way.square().sum(dim=1)))


def test_thrusts_lift_it(env: Any) -> None:
    """Four propellers at 6 N throw it upwards, at 0 N it falls."""
    speeds = {}
    for action in (1.0, -1.0):
        env.reset()
        before = env.scene["robot"].data.root_lin_vel_w.torch[:, 2].clone()
        for _ in range(3):
            env.step(torch.full((4, 4), action))
        speeds[action] = env.scene["robot"].data.root_lin_vel_w.torch[:, 2] - before
    assert (speeds[1.0] > 0.0).all() and (speeds[-1.0] < -1.0).all()


@pytest.mark.parametrize("play", ["", "_PLAY"])
def test_configs_are_those_that_are_released(released: Any, monkeypatch: pytest.MonkeyPatch, play: str) -> None:
    """The one to look at takes events away there that it does not have."""
    module = released("track_position_state_based.config.arl_robot_1.no_obstacle_env_cfg")
    theirs, mine = (getattr(each, f"NoObstacleEnvCfg{play}")() for each in (module, track_position_env_cfg))
    for absent in ("base_external_force_torque", "push_robot") if play else ():
        assert vars(theirs.events).pop(absent) is None
    parts = ("observations", "actions", "commands", "rewards", "terminations", "events")
    assert_same(mine, theirs, parts, 60)
    assert (mine.scene.num_envs, mine.sim.physics_material.static_friction) == (50 if play else 4096, 1.0)
