"""A pole on a linkage of four bars: its geometry, its terms by closed forms, and its config beside the released one."""

from __future__ import annotations

import importlib
import math
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import gymnasium
import pytest
import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.tasks.fourbar_pole import mdp
from pippin.tasks.fourbar_pole.fourbar_pole_env_cfg import FourbarPoleSwingupEnvCfg
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg

NAME = "Isaac-Fourbar-Pole-Swingup"
SOURCE = Path(os.environ.get("PIPPIN_ISAACLAB_WHEEL", "/work/ext/isaaclab-3.0.0"), "isaaclab_tasks/core/fourbar_pole")
POLE = SceneEntityCfg("robot", joint_ids=[1])


@pytest.fixture
def env() -> Iterator[Any]:
    register_tasks()
    cfg = parse_env_cfg(NAME, device="cpu", num_envs=8)
    cfg.seed = 2
    made: Any = gymnasium.make(NAME, cfg=cfg).unwrapped
    made.reset()
    yield made
    made.close()


def test_episodes_begin_with_the_loop_closed(env: Any) -> None:
    """Crank and rocker are parallel, the coupler is level, and poles point anywhere."""
    robot = env.scene["robot"]
    angles = dict(zip(robot.joint_names, robot.data.joint_pos.torch.T, strict=True))
    crank = angles["ground_to_crank"]
    torch.testing.assert_close(angles["crank_to_coupler"], -crank)
    torch.testing.assert_close(angles["coupler_to_rocker"], crank)
    assert 0.1 < crank.abs().max() < 0.25 * math.pi + 1e-6 and angles["coupler_to_pole"].abs().max() > 1.0


def test_the_coupler_stays_level_and_keeps_its_bar_to_the_ground(env: Any) -> None:
    """The rocker's end stays at its pivot, 0.5 m beside the crank's, to 2 % of the bars under 10 N m."""
    robot = env.scene["robot"]
    bodies = {name: robot.body_names.index(name) for name in ("coupler", "rocker")}
    for index in range(60):
        env.step(torch.full((8, 1), 0.2 * (-1.0) ** (index // 10)))
    pose = robot.data.body_link_pose_w.torch
    tilt = 2.0 * pose[:, bodies["coupler"], 3].asin()  # about x; quaternions have x first
    assert tilt.abs().max() < 0.02
    end = pose[:, bodies["rocker"], :3] + _turned_about_x(pose[:, bodies["rocker"]], 0.5)
    pivot = env.scene.env_origins + torch.tensor([0.0, 0.25, 1.5])
    torch.testing.assert_close(end, pivot, atol=0.02 * 0.5, rtol=0.0)


def _turned_about_x(pose: torch.Tensor, length: float) -> torch.Tensor:
    """A vector along z in the world, of bodies that turn about x, shape (N, 3)."""
    angle = 2.0 * torch.atan2(pose[:, 3], pose[:, 6])
    return length * torch.stack((torch.zeros_like(angle), -angle.sin(), angle.cos()), dim=1)


def test_upright_poles_are_rewarded_and_counted() -> None:
    """Held from the second of four steps on, of which two are needed, one of two environments succeeds."""
    angles = torch.zeros(2, 2)
    robot = SimpleNamespace(data=SimpleNamespace(joint_pos=angles))
    env: Any = SimpleNamespace(scene={"robot": robot}, num_envs=2, device="cpu", step_dt=0.25, extras={})
    term = mdp.pole_upright(SimpleNamespace(params={"hold_time_s": 0.5}), env)
    for first, second in ((math.pi, 0.0), (0.1, 0.0), (-0.1, 1.0), (0.0, 0.0)):
        angles[:, 1] = torch.tensor([first, second])
        reward = term(env, POLE, success_threshold=0.9, hold_time_s=0.5)
        torch.testing.assert_close(reward, torch.tensor([math.cos(first), math.cos(second)]))
    term.reset(torch.tensor([0, 1]))
    assert env.extras["log"]["Metrics/success_rate"] == 0.5
    term.reset(None)
    assert env.extras["log"]["Metrics/success_rate"] == 0.0
    torch.testing.assert_close(mdp.joint_pos_sin(env, POLE), torch.sin(angles[:, 1:]))


def test_the_config_is_the_one_that_is_released(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for the event that closes the loop, which Kamino does there."""
    if not SOURCE.is_dir():
        pytest.skip("the wheel of Isaac Lab 3.0.0 is not there")
    pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")
    package = ModuleType("released_fourbar")  # without its file, which registers the task
    package.__path__ = [str(SOURCE)]
    monkeypatch.setitem(sys.modules, "released_fourbar", package)
    terms = ModuleType("released_fourbar.mdp")
    vars(terms).update(vars(mdp))
    monkeypatch.setitem(sys.modules, "released_fourbar.mdp", terms)
    package.mdp = terms  # type: ignore[attr-defined]
    module = importlib.import_module("released_fourbar.fourbar_pole_manager_env_cfg")
    monkeypatch.delitem(sys.modules, module.__name__)
    theirs, mine = module.FourbarPoleSwingupEnvCfg(), FourbarPoleSwingupEnvCfg()
    for part in ("rewards", "terminations", "events"):
        own, released = vars(getattr(mine, part)), vars(getattr(theirs, part))
        assert set(own) - {"close_linkage"} == set(released)
        for name, term in released.items():
            assert own[name].func.__name__ == term.func.__name__
            assert getattr(own[name], "weight", None) == getattr(term, "weight", None)
            assert _plain(own[name].params) == _plain(term.params)
    own, released = vars(mine.observations.policy), vars(theirs.observations.policy)
    assert {name: term.func.__name__ for name, term in own.items() if hasattr(term, "func")} == {
        name: term.func.__name__ for name, term in released.items() if hasattr(term, "func")
    }
    assert mine.actions.joint_effort.scale == theirs.actions.joint_effort.scale
    times = [(cfg.decimation, cfg.episode_length_s, cfg.sim.dt) for cfg in (mine, theirs)]
    assert times[0] == times[1]


def _plain(params: dict[str, Any]) -> dict[str, Any]:
    """Params with the names of an entity and of its joints in place of its config."""
    return {
        key: (value.name, value.joint_names) if isinstance(value, SceneEntityCfg) else value
        for key, value in params.items()
    }
