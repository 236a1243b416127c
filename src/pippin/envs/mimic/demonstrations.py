"""Recorded demonstrations, and where in them each subtask begins and ends."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Container
from typing import Any

import torch

from pippin.envs.datasets import EpisodeData, HDF5DatasetFileHandler


class DatagenInfo:
    """What a demonstration, or a part of it, tells; all is None where it was not given.

    Args:
        eef_pose: Measured poses of end effectors, shape (T, 4, 4) [m], or such by their names.
        object_poses: Poses of objects by their names, shape (T, 4, 4) [m].
        subtask_term_signals: Whether each subtask has ended, by its signal, shape (T,) or (T, 1).
        subtask_start_signals: Whether it has begun, likewise.
        target_eef_pose: Poses that the actions aimed at, as ``eef_pose``.
        gripper_action: What grippers were told, shape (T, D), or such by the names of end effectors.
    """

    def __init__(
        self,
        eef_pose: Any = None,
        object_poses: dict[str, torch.Tensor] | None = None,
        subtask_term_signals: dict[str, Any] | None = None,
        subtask_start_signals: dict[str, Any] | None = None,
        target_eef_pose: Any = None,
        gripper_action: Any = None,
    ) -> None:
        self.eef_pose = eef_pose
        self.object_poses = None if object_poses is None else dict(object_poses)
        self.subtask_start_signals = None if subtask_start_signals is None else dict(subtask_start_signals)
        self.subtask_term_signals = None if subtask_term_signals is None else dict(subtask_term_signals)
        self.target_eef_pose = target_eef_pose
        self.gripper_action = gripper_action

    def to_dict(self) -> dict[str, Any]:
        """What was given, by its name; dicts are copied."""
        given = {name: value for name, value in vars(self).items() if value is not None}
        copied = ("object_poses", "subtask_start_signals", "subtask_term_signals")
        return {name: copy.deepcopy(value) if name in copied else value for name, value in given.items()}


class DataGenInfoPool:
    """Demonstrations to make new ones of, with the first and the last step of each subtask.

    Args:
        env: A :class:`~pippin.envs.mimic.ManagerBasedRLMimicEnv`, which tells grippers' part of actions.
        env_cfg: Its config, with the subtasks.
        device: Device to hold them on.
        asyncio_lock: Held while one is added, where others are being used meanwhile.
    """

    def __init__(self, env: Any, env_cfg: Any, device: Any, asyncio_lock: asyncio.Lock | None = None) -> None:
        self.env = env
        self.env_cfg = env_cfg
        self.device = device
        self._lock = asyncio_lock
        self._infos: list[DatagenInfo] = []
        self._boundaries: dict[str, list[list[tuple[int, int]]]] = {}
        subtasks = env_cfg.subtask_configs
        self.subtask_term_signal_names = {
            name: [each.subtask_term_signal for each in configs] for name, configs in subtasks.items()
        }
        self.subtask_term_offset_ranges = {
            name: [each.subtask_term_offset_range for each in configs] for name, configs in subtasks.items()
        }
        self.subtask_start_offset_ranges = {
            name: [each.subtask_start_offset_range for each in configs] for name, configs in subtasks.items()
        }

    @property
    def datagen_infos(self) -> list[DatagenInfo]:
        """The demonstrations."""
        return self._infos

    @property
    def subtask_boundaries(self) -> dict[str, list[list[tuple[int, int]]]]:
        """First step of each subtask and the step after its last, by end effector, demonstration and subtask."""
        return self._boundaries

    @property
    def asyncio_lock(self) -> asyncio.Lock | None:
        """What is held while demonstrations are added."""
        return self._lock

    @property
    def num_datagen_infos(self) -> int:
        """Number of demonstrations."""
        return len(self._infos)

    async def add_episode(self, episode: EpisodeData) -> None:
        """Add a demonstration.

        Args:
            episode: What was recorded, with ``obs/datagen_info`` as annotations write it.

        Raises:
            ValueError: It lacks these, or subtasks do not follow each other in it.
        """
        if self._lock is None:
            self._add_episode(episode)
            return
        async with self._lock:
            self._add_episode(episode)

    def load_from_dataset_file(self, file_path: str, select_demo_keys: Container[str] | None = None) -> None:
        """Add the demonstrations of a file.

        Args:
            file_path: HDF5 file.
            select_demo_keys: Names of those to take; None takes all.

        Raises:
            ValueError: As by :meth:`add_episode`.
        """
        handler = HDF5DatasetFileHandler()
        handler.open(file_path)
        for name in handler.get_episode_names():
            if select_demo_keys is None or name in select_demo_keys:
                episode = handler.load_episode(name, self.device)
                assert episode is not None, "its name came from the file"
                self._add_episode(episode)
        handler.close()

    def _add_episode(self, episode: EpisodeData) -> None:
        told = episode.data.get("obs", {}).get("datagen_info")
        if told is None:
            raise ValueError(
                "The episode has no 'obs/datagen_info'; expected one that annotate_demos.py has written it to."
            )
        info = DatagenInfo(
            eef_pose=told["eef_pose"],
            object_poses=told["object_pose"],
            subtask_term_signals=told["subtask_term_signals"],
            subtask_start_signals=told.get("subtask_start_signals"),
            target_eef_pose=told["target_eef_pose"],
            gripper_action=self.env.actions_to_gripper_actions(episode.data["actions"]),
        )
        num_steps = len(episode.data["actions"])
        boundaries = {name: self._find_boundaries(name, info, num_steps) for name in self.subtask_term_signal_names}
        self._infos.append(info)
        for name, each in boundaries.items():
            self._boundaries.setdefault(name, []).append(each)

    def _find_boundaries(self, eef_name: str, info: DatagenInfo, num_steps: int) -> list[tuple[int, int]]:
        """First step of each subtask of an end effector and the step after its last, before random offsets."""
        signals = self.subtask_term_signal_names[eef_name]
        is_planned = self.env_cfg.datagen_config.use_skillgen
        boundaries: list[tuple[int, int]] = []
        start = 0
        for index, signal in enumerate(signals):
            if is_planned:
                start = _first_rise(info.subtask_start_signals, signal, "start")
            last = index == len(signals) - 1  # no signal ends it
            end = num_steps if last else _first_rise(info.subtask_term_signals, signal, "term") + 1
            if end <= start:
                raise ValueError(
                    f"Subtask '{signal}' of '{eef_name}' ends at step {end}, before it begins at {start}; expected "
                    "signals that rise one after the other."
                )
            boundaries.append((start, end))
            start = end
        self._require_room(eef_name, boundaries, is_planned)
        return boundaries

    def _require_room(self, eef_name: str, boundaries: list[tuple[int, int]], is_planned: bool) -> None:
        """Refuse subtasks that their largest offsets would make empty or let overlap."""
        ends = self.subtask_term_offset_ranges[eef_name]
        starts = self.subtask_start_offset_ranges[eef_name]
        for index, (start, end) in enumerate(boundaries):
            earliest = end + ends[index][0]
            latest = start + starts[index][1] if is_planned else start
            if index > 0:
                before = boundaries[index - 1][1] + ends[index - 1][1]
                follows = start + starts[index][0] if is_planned else earliest
                if before >= follows:
                    raise ValueError(
                        f"Subtask {index} of '{eef_name}' may come to step {follows} while the one before may last to "
                        f"{before}; expected offset ranges that keep them apart."
                    )
            if is_planned and latest >= earliest:
                raise ValueError(
                    f"Subtask {index} of '{eef_name}' may begin at step {latest} and end at {earliest}; expected "
                    "offset ranges that leave a step of it."
                )


def _first_rise(signals: dict[str, Any] | None, name: str | None, kind: str) -> int:
    """Step at which a signal first changes.

    Raises:
        ValueError: There is no such signal, or it does not change.
    """
    if signals is None or name not in signals:
        raise ValueError(
            f"The episode has no signal '{name}' in 'obs/datagen_info/subtask_{kind}_signals'; there are "
            f"{sorted(signals or {})}."
        )
    values = torch.as_tensor(signals[name]).flatten().int()
    changes = values.diff().nonzero()
    if len(changes) == 0:
        raise ValueError(
            f"Signal '{name}' of the episode's 'subtask_{kind}_signals' is {int(values[0])} in all its steps; expected "
            "one that rises."
        )
    return int(changes[0, 0]) + 1
