"""A demonstration of stacking is recorded, annotated, and made anew where the cubes lie otherwise."""

from __future__ import annotations

import asyncio
import itertools
import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch

import pippin.tasks  # noqa: F401  # registers them
from pippin.envs.datasets import HDF5DatasetFileHandler
from pippin.envs.managers import RecorderTerm, RecorderTermCfg
from pippin.envs.mdp import ActionStateRecorderManagerCfg
from pippin.tasks.mimic import generation
from pippin.tasks.registration import register_tasks
from pippin.utils import configclass

TASK = "Isaac-Stack-Cube-Franka-IK-Rel-Mimic-v0"
OPEN, CLOSED = 1.0, -1.0
EDGE = 0.047
"""Length of a cube's edges [m]."""


class _AnnotationRecorder(RecorderTerm):
    """Records what new demonstrations are made of, as Isaac Lab's ``annotate_demos.py`` does while it replays."""

    def record_pre_step(self) -> tuple[str, dict[str, Any]]:
        env: Any = self._env
        return "obs/datagen_info", {
            "object_pose": env.get_object_poses(),
            "eef_pose": {"franka": env.get_robot_eef_pose("franka")},
            "target_eef_pose": env.action_to_target_eef_pose(env.action_manager.action),
            "subtask_term_signals": env.get_subtask_term_signals(),
        }


@configclass
class _AnnotatedRecorderCfg(ActionStateRecorderManagerCfg):
    annotation = RecorderTermCfg(class_type=_AnnotationRecorder)


class _Hand:
    """Moves the hand of one environment by changes of its pose."""

    def __init__(self, env: Any) -> None:
        self.env = env

    def cube(self, number: int) -> tuple[torch.Tensor, float]:
        """Position [m] and turn about z [rad] of a cube."""
        pose = self.env.get_object_poses()[f"cube_{number}"][0]
        return pose[:3, 3], math.atan2(float(pose[1, 0]), float(pose[0, 0]))

    def go(self, position: torch.Tensor, yaw: float, gripper: float, steps: int, tolerance: float = 0.0) -> None:
        """Go towards a position [m] for some steps, or until it is as near [m]; a cube looks alike each quarter."""
        for _ in range(steps):
            pose = self.env.get_robot_eef_pose("franka")[0]
            error = position - pose[:3, 3]
            turn = yaw - math.atan2(float(pose[1, 0]), float(pose[0, 0]))
            turn = (turn + math.pi / 4) % (math.pi / 2) - math.pi / 4
            action = torch.zeros(1, 7)
            action[0, :3] = (1.2 * error).clamp(-0.08, 0.08)
            action[0, 5], action[0, 6] = max(-0.15, min(0.15, turn)), gripper
            self.env.step(action)
            if float(error.norm()) < tolerance:
                return

    def put(self, upper: int, lower: int) -> None:
        """Put a cube on another."""
        above = torch.tensor([0.0, 0.0, 0.15])
        on_top = torch.tensor([0.0, 0.0, EDGE + 0.003])
        taken, yaw = self.cube(upper)
        self.go(taken + above, yaw, OPEN, 60, 0.008)
        self.go(taken, yaw, OPEN, 60, 0.006)
        self.go(taken, yaw, CLOSED, 8)
        self.go(taken + above, yaw, CLOSED, 60, 0.008)
        given, yaw = self.cube(lower)
        self.go(given + above, yaw, CLOSED, 60, 0.008)
        self.go(given + on_top, yaw, CLOSED, 60, 0.006)
        self.go(given + on_top, yaw, OPEN, 8)
        self.go(given + above, yaw, OPEN, 60, 0.008)


@pytest.fixture
def registered() -> None:
    register_tasks()


def _make(folder: Path, name: str, num_envs: int, recorders: Any = None) -> tuple[Any, Any]:
    cfg, success = generation.setup_env_config(TASK, str(folder), name, num_envs, "cpu", 1, recorders)
    cfg.seed = 3
    return gymnasium.make(TASK, cfg=cfg).unwrapped, success


@pytest.mark.slow
def test_new_demonstrations_of_stacking(tmp_path: Path, registered: None) -> None:
    env, success = _make(tmp_path, "recorded", 1, _AnnotatedRecorderCfg())
    env.reset()
    hand = _Hand(env)
    hand.put(2, 1)
    hand.put(3, 2)
    hand.go(hand.cube(1)[0] + torch.tensor([0.0, 0.0, 0.3]), 0.0, OPEN, 10)
    assert bool(success.func(env, **success.params)[0]), "the demonstration itself stacks the cubes"
    env.recorder_manager.set_success_to_episodes([0], torch.tensor([[True]]))
    env.recorder_manager.export_episodes([0])
    env.close()

    np.random.seed(0)
    torch.manual_seed(0)
    env, success = _make(tmp_path, "new", 2)
    env.reset()
    parts = generation.setup_async_generation(env, 2, str(tmp_path / "recorded.hdf5"), success)
    before = generation.num_success
    generation.env_loop(env, parts["reset_queue"], parts["action_queue"], parts["info_pool"], parts["event_loop"])
    for task in parts["tasks"]:
        task.cancel()
    assert generation.num_success > before
    env.close()

    recorded, made = (_episodes(tmp_path / f"{name}.hdf5") for name in ("recorded", "new"))
    assert made
    first = _place(recorded[0]["initial_state"], "cube_1")
    for episode in made:
        assert float((_place(episode["initial_state"], "cube_1") - first).norm()) > 0.01
        cubes = [_place(episode["states"], f"cube_{number}") for number in (1, 2, 3)]
        for lower, upper in itertools.pairwise(cubes):
            step = upper - lower
            # cubes that touch, within Isaac Lab's own bounds of what is stacked: 4 cm aside, 5 mm in height
            assert float(step[:2].norm()) < 0.04 and float(step[2]) == pytest.approx(EDGE, abs=0.005)


def _episodes(path: Path) -> list[dict[str, Any]]:
    handler = HDF5DatasetFileHandler()
    handler.open(str(path))
    episodes = [handler.load_episode(name, "cpu") for name in handler.get_episode_names()]
    handler.close()
    return [episode.data for episode in episodes if episode is not None]


def _place(states: dict[str, Any], name: str) -> torch.Tensor:
    """Last position of an object among states [m]."""
    return states["rigid_object"][name]["root_pose"].reshape(-1, 7)[-1, :3]


def test_a_task_that_fails_ends_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        async def generate(self, **_: Any) -> dict[str, Any]:
            raise RuntimeError("no way")

    env: Any = SimpleNamespace(num_envs=1, sim=SimpleNamespace(is_stopped=lambda: False))
    loop = asyncio.new_event_loop()
    queues: list[asyncio.Queue] = [asyncio.Queue(), asyncio.Queue()]
    broken: Any = Broken()
    task = loop.create_task(generation.run_data_generator(env, 0, *queues, broken, None))
    with pytest.raises(RuntimeError, match="no way"):
        generation.env_loop(env, *queues, None, loop)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="no way"):
        task.result()
    loop.close()
