"""Hands that stay a centimetre short of where they are told to go, at objects that lie still, all in memory."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import torch

from pippin.envs.datasets import EpisodeData
from pippin.envs.mimic import DataGenInfoPool, MimicEnvCfg, SubTaskConfig
from pippin.envs.mimic.planning import MotionPlannerBase
from pippin.utils.math import make_pose, matrix_from_quat, random_orientation

SHORT = 0.01
"""How far below its target a hand stays [m]."""

NAMES = ("left", "right")
SIZE = 17
"""Actions of a hand: a pose's 16 numbers, and its gripper's."""


def random_poses(count: int) -> torch.Tensor:
    """Poses within a metre, shape (count, 4, 4)."""
    return make_pose(torch.rand(count, 3), matrix_from_quat(random_orientation(count, "cpu")))


class Arms:
    """What a :class:`~pippin.envs.mimic.ManagerBasedRLMimicEnv` tells, and what its steps were told."""

    def __init__(self, cfg: MimicEnvCfg, num_envs: int = 2) -> None:
        self.cfg, self.num_envs, self.device = cfg, num_envs, "cpu"
        self.names = [name for name in NAMES if name in cfg.subtask_configs]
        self.start = {name: random_poses(num_envs) for name in self.names}
        self.eef = {name: pose.clone() for name, pose in self.start.items()}
        self.objects = {"cube": random_poses(num_envs), "bowl": random_poses(num_envs)}
        self.told: list[torch.Tensor] = []
        self.exported: list[tuple[list[int], bool]] = []
        self.successes: dict[int, bool] = {}
        self.scene = SimpleNamespace(get_state=lambda is_relative: {"is_relative": is_relative})
        self.recorder_manager = SimpleNamespace(
            reset=lambda env_ids: None, set_success_to_episodes=self._note, export_episodes=self._export
        )

    def _note(self, env_ids: torch.Tensor, values: torch.Tensor) -> None:
        self.successes[int(env_ids[0])] = bool(values)

    def _export(self, env_ids: torch.Tensor) -> None:
        self.exported.append((env_ids.tolist(), self.successes[int(env_ids[0])]))

    def reset(self, env_ids: torch.Tensor) -> None:
        for name in self.names:
            self.eef[name][env_ids] = self.start[name][env_ids]

    def step(self, actions: torch.Tensor) -> None:
        self.told.append(actions.clone())
        for index, name in enumerate(self.names):
            pose = actions[:, index * SIZE : index * SIZE + 16].reshape(-1, 4, 4).clone()
            pose[:, 2, 3] -= SHORT
            self.eef[name][: len(pose)] = pose

    def get_robot_eef_pose(self, eef_name: str, env_ids: Any = None) -> torch.Tensor:
        return self.eef[eef_name][slice(None) if env_ids is None else env_ids].clone()

    def get_object_poses(self, env_ids: Any = None) -> dict[str, torch.Tensor]:
        return {name: pose[slice(None) if env_ids is None else env_ids] for name, pose in self.objects.items()}

    def actions_to_gripper_actions(self, actions: torch.Tensor) -> dict[str, torch.Tensor]:
        return {name: actions[:, (i + 1) * SIZE - 1 : (i + 1) * SIZE] for i, name in enumerate(self.names)}

    def target_eef_pose_to_action(
        self, target_eef_pose_dict: Any, gripper_action_dict: Any, action_noise_dict: Any, env_id: int
    ) -> torch.Tensor:
        parts = []
        for name in self.names:
            pose = target_eef_pose_dict[name].reshape(-1)
            parts += [pose + action_noise_dict[name] * torch.randn_like(pose), gripper_action_dict[name]]
        return torch.cat(parts)


def subtask(object_ref: str | None, signal: str | None, **settings: Any) -> SubTaskConfig:
    """A subtask whose actions have no noise, unless it is set."""
    given: dict[str, Any] = {"action_noise": 0.0, "num_interpolation_steps": 3} | settings
    return SubTaskConfig(object_ref=object_ref, subtask_term_signal=signal, **given)


def episode(env: Arms, lengths: dict[str, list[int]]) -> EpisodeData:
    """A demonstration with random poses, in which the subtasks of each hand, "NAME_0" and so on, have lengths."""
    total = sum(next(iter(lengths.values())))
    targets = {name: random_poses(total) for name in env.names}
    grippers = {name: torch.rand(total, 1) for name in env.names}
    signals, starts = {}, {}
    for name, each in lengths.items():
        for index, end in enumerate(torch.tensor(each).cumsum(0).tolist()):
            # A subtask's part ends one step behind the one in which its signal is first there.
            signals[f"{name}_{index}"] = (torch.arange(total) >= end - 1)[:, None]
            starts[f"{name}_{index}"] = (torch.arange(total) >= end - each[index] + 1)[:, None]
    recorded = EpisodeData()
    flat = [part for name in env.names for part in (targets[name].reshape(total, 16), grippers[name])]
    recorded.data = {
        "actions": torch.cat(flat, dim=1),
        "obs": {
            "datagen_info": {
                "eef_pose": {name: random_poses(total) for name in env.names},
                "object_pose": {name: random_poses(1).expand(total, 4, 4) for name in env.objects},
                "target_eef_pose": targets,
                "subtask_term_signals": signals,
                "subtask_start_signals": starts,
            }
        },
    }
    return recorded


def pool_of(env: Arms, *episodes: EpisodeData) -> DataGenInfoPool:
    """A pool with demonstrations."""
    pool = DataGenInfoPool(env, env.cfg, env.device)
    for each in episodes:
        asyncio.run(pool.add_episode(each))
    return pool


def run(
    generator: Any, env: Arms, env_id: int = 0, success: bool = True, planner: Any = None
) -> tuple[dict[str, Any], torch.Tensor]:
    """Make a demonstration in an environment: the result, and its actions, shape (T, actions)."""
    term = SimpleNamespace(func=lambda env: torch.full((env.num_envs,), success), params={})
    env.told.clear()

    async def generate() -> dict[str, Any]:
        queue: asyncio.Queue = asyncio.Queue()
        task = asyncio.ensure_future(generator.generate(env_id, term, queue, motion_planner=planner))
        env.reset(torch.tensor([await queue.get()]))
        queue.task_done()
        return await task

    return asyncio.run(generate()), torch.cat(env.told or [torch.zeros(0, SIZE)])


class OverTheTop(MotionPlannerBase):
    """Goes half a metre up, and then to the goal, if that is no farther away than the hand reaches."""

    visualize_spheres = False  # the release's generator asks

    def __init__(self, env: Arms, reach: float = 10.0) -> None:
        super().__init__(env, robot=None)
        self.config = SimpleNamespace(motion_noise_scale=0.0)
        self.reach = reach
        self.asked: list[dict[str, Any]] = []
        self._way: list[torch.Tensor] = []
        self._place = 0

    def update_world_and_plan_motion(self, target_pose: torch.Tensor, **kwargs: Any) -> bool:
        self.asked.append({"target_pose": target_pose, **kwargs})
        start = self.env.get_robot_eef_pose("left", [kwargs["env_id"]])[0]
        above = start.clone()
        above[2, 3] += 0.5
        self._way = [above, target_pose.clone()]
        return bool((target_pose[:3, 3] - start[:3, 3]).norm() < self.reach)

    def has_next_waypoint(self) -> bool:
        return self._place < len(self._way)

    def get_next_waypoint_ee_pose(self) -> torch.Tensor:
        self._place += 1
        return self._way[self._place - 1]

    def reset_plan(self) -> None:
        self._place = 0


def planned_cfg() -> MimicEnvCfg:
    """Two subtasks, to whose beginnings ways are planned."""
    cfg = MimicEnvCfg()
    cfg.subtask_configs = {"left": [subtask("cube", "left_0"), subtask("bowl", "left_1")]}
    cfg.datagen_config.use_skillgen = True
    return cfg
