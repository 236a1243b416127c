"""Recorders: what of episodes is kept, and written to files."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import torch
import warp as wp

from pippin.envs.datasets import EpisodeData, HDF5DatasetFileHandler
from pippin.utils import as_torch, configclass
from pippin.utils.checks import check_env_id, check_env_ids, check_numbers, check_text
from pippin.utils.torch_view import torch_view

from .manager_base import EnvIds, ManagerBase, ManagerTermBase, make_term
from .tables import format_table

Record = tuple[str | None, Any]
"""Name of what is recorded, with "/" between nested ones, and a tensor or nested dict of tensors, one row for each of
the environments; (None, None) for nothing."""


class DatasetExportMode(enum.IntEnum):
    """Which episodes are written to a file."""

    EXPORT_NONE = 0
    EXPORT_ALL = 1
    EXPORT_SUCCEEDED_FAILED_IN_SEPARATE_FILES = 2
    EXPORT_SUCCEEDED_ONLY = 3


@configclass
class RecorderTermCfg:
    """A recorder."""

    class_type: type = MISSING
    """Class of the term, derived from :class:`RecorderTerm`."""


@configclass
class RecorderManagerBaseCfg:
    """Config of recorders: users add one attribute for each."""

    dataset_file_handler_class_type: type = HDF5DatasetFileHandler
    """Format of the files."""

    dataset_export_dir_path: str = "/tmp/isaaclab/logs"
    """Folder of the files."""

    dataset_filename: str = "dataset"
    """Name of the file, without its ending."""

    dataset_export_mode: DatasetExportMode = DatasetExportMode.EXPORT_ALL
    """Which episodes are written."""

    export_in_record_pre_reset: bool = True
    """Whether episodes are written when their environment is reset."""

    export_in_close: bool = False
    """Whether unfinished episodes are written when the environment is closed."""

    dataset_compression: bool = True
    """Whether values are compressed."""


_SETTINGS = {field.name for field in fields(RecorderManagerBaseCfg)}


class RecorderTerm(ManagerTermBase):
    """Base of recorders, whose methods are called at several places of a step and give what is to be recorded."""

    def record_pre_reset(self, env_ids: Sequence[int] | None) -> Record:
        """Return values before environments are reset."""
        return None, None

    def record_post_reset(self, env_ids: Any) -> Record:
        """Return values after environments were reset."""
        return None, None

    def record_pre_step(self) -> Record:
        """Return values of all environments after the action was taken, before the physics is stepped."""
        return None, None

    def record_post_step(self) -> Record:
        """Return values of all environments at the end of a step."""
        return None, None

    def record_post_physics_decimation_step(self) -> Record:
        """Return values of all environments after a step of the physics."""
        return None, None

    def close(self, file_path: str) -> None:
        """Let go of what the recorder holds, when the environment is closed.

        Args:
            file_path: Path of the file, without its ending.
        """


class RecorderManager(ManagerBase):
    """Keeps episodes as its terms say, and writes them to files.

    Args:
        cfg: Config of the recorders; without any, nothing happens.
        env: The environment.

    Raises:
        TypeError: The config is not derived from :class:`RecorderManagerBaseCfg`.
    """

    def __init__(self, cfg: Any, env: Any) -> None:
        self._term_names: list[str] = []
        self._terms: dict[str, RecorderTerm] = {}
        self._episodes: dict[int, EpisodeData] = {}
        self._dataset_file_handler: Any = None
        self._failed_episode_dataset_file_handler: Any = None
        self._exported_successful_episode_count: dict[int, int] = {}
        self._exported_failed_episode_count: dict[int, int] = {}
        super().__init__(cfg, env)
        if not self._term_names:
            return
        if not isinstance(cfg, RecorderManagerBaseCfg):
            raise TypeError(
                f"The config of the recorders is a {type(cfg).__name__}: derive it from RecorderManagerBaseCfg."
            )
        self._episodes = {env_id: EpisodeData() for env_id in range(env.num_envs)}
        mode = cfg.dataset_export_mode
        if mode != DatasetExportMode.EXPORT_NONE:
            self._dataset_file_handler = self._new_file("")
        if mode == DatasetExportMode.EXPORT_SUCCEEDED_FAILED_IN_SEPARATE_FILES:
            self._failed_episode_dataset_file_handler = self._new_file("_failed")

    def __str__(self) -> str:
        """Table of the recorders."""
        return f"<RecorderManager> contains {len(self._term_names)} active terms.\n" + format_table(
            "Active Recorder Terms", ("Index", "Name"), enumerate(self._term_names)
        )

    def __del__(self) -> None:
        self.close()
        super().__del__()

    @property
    def active_terms(self) -> list[str]:
        """Names of the recorders."""
        return list(self._term_names)

    @property
    def exported_successful_episode_count(self) -> int:
        """Number of written episodes that fulfilled the task."""
        return sum(self._exported_successful_episode_count.values())

    @property
    def exported_failed_episode_count(self) -> int:
        """Number of written episodes that did not."""
        return sum(self._exported_failed_episode_count.values())

    def reset(self, env_ids: EnvIds = None) -> dict[str, Any]:
        """Begin episodes of environments again.

        Returns:
            Nothing to be logged.
        """
        check_env_ids(env_ids, self.num_envs)
        if self._terms:
            ids = self._ids(env_ids)
            for term in self._terms.values():
                term.reset(env_ids=ids)
            self._episodes.update({env_id: EpisodeData() for env_id in ids})
        return {}

    def get_episode(self, env_id: int) -> EpisodeData:
        """What was recorded of an environment so far."""
        check_env_id("env_id", env_id, self.num_envs)
        return self._episodes.get(env_id, EpisodeData())

    def add_to_episodes(self, key: str | None, value: Any, env_ids: EnvIds = None) -> None:
        """Add values to the episodes of environments.

        Args:
            key: Name, with "/" between nested ones; None adds nothing.
            value: Tensor or nested dict of tensors, with one row for each of ``env_ids``.
            env_ids: Environments; None for all.
        """
        check_env_ids(env_ids, self.num_envs)
        if key is None:
            return
        check_text("key", key)
        if not self._terms:
            return
        if isinstance(value, dict):
            for name, item in value.items():
                self.add_to_episodes(f"{key}/{name}", item, env_ids)
            return
        rows = (torch_view(value) if isinstance(value, wp.array) else as_torch(value)).clone()
        for row, env_id in zip(rows, self._ids(env_ids), strict=False):
            episode = self._episodes.setdefault(env_id, EpisodeData())
            episode.env_id = env_id if episode.env_id is None else episode.env_id
            episode.add(key, row, clone=False)

    def set_success_to_episodes(self, env_ids: EnvIds, success_values: torch.Tensor) -> None:
        """Say of the episodes of environments whether they fulfilled the task.

        Args:
            env_ids: Environments; None for all.
            success_values: One truth value for each of them, of any shape with as many entries.

        Raises:
            TypeError: The values are no tensor or array of real numbers.
            ValueError: There are more or fewer than environments.
        """
        check_env_ids(env_ids, self.num_envs)
        if not self._terms:
            return
        if isinstance(success_values, torch.Tensor) and success_values.is_cuda:
            success_values = success_values.cpu()
        ids, successes = self._ids(env_ids), check_numbers("'success_values'", success_values).ravel()
        if len(ids) != len(successes):
            raise ValueError(f"'success_values' holds {len(successes)} values; expected one for each of {len(ids)}.")
        for env_id, success in zip(ids, successes.tolist(), strict=True):
            self._episodes[env_id].success = bool(success)

    def record_pre_step(self) -> None:
        """Record before the physics is stepped."""
        for term in self._terms.values():
            self.add_to_episodes(*term.record_pre_step())

    def record_post_step(self) -> None:
        """Record at the end of a step."""
        for term in self._terms.values():
            self.add_to_episodes(*term.record_post_step())

    def record_post_physics_decimation_step(self) -> None:
        """Record after a step of the physics."""
        for term in self._terms.values():
            self.add_to_episodes(*term.record_post_physics_decimation_step())

    def record_pre_reset(self, env_ids: EnvIds, force_export_or_skip: bool | None = None) -> None:
        """Record before environments are reset, and write their episodes.

        Args:
            env_ids: Environments; None for all.
            force_export_or_skip: Whether to write; None does as the config says.
        """
        check_env_ids(env_ids, self.num_envs)
        if not self._terms:
            return
        ids = self._ids(env_ids)
        for term in self._terms.values():
            key, value = term.record_pre_reset(ids)
            self.add_to_episodes(key, value, ids)
        success = torch.zeros(len(ids), dtype=torch.bool, device=self._env.device)
        terminations = getattr(self._env, "termination_manager", None)
        if terminations is not None and "success" in terminations.active_terms:
            success |= terminations.get_term("success")[ids]
        self.set_success_to_episodes(ids, success)
        exports = self.cfg.export_in_record_pre_reset if force_export_or_skip is None else force_export_or_skip
        if exports:
            self.export_episodes(ids)

    def record_post_reset(self, env_ids: EnvIds) -> None:
        """Record after environments were reset."""
        check_env_ids(env_ids, self.num_envs)
        if not self._terms:
            return
        for term in self._terms.values():
            key, value = term.record_post_reset(env_ids)
            self.add_to_episodes(key, value, env_ids)

    def get_ep_meta(self) -> dict:
        """What is written to describe the environment: what its config says, or times and number of environments."""
        cfg = self._env.cfg
        if hasattr(cfg, "get_ep_meta"):
            return cfg.get_ep_meta()
        steps = {"dt": cfg.sim.dt, "decimation": cfg.decimation, "render_interval": cfg.sim.render_interval}
        return {"sim_args": {**steps, "num_envs": cfg.scene.num_envs}}

    def export_episodes(self, env_ids: EnvIds = None, demo_ids: Any = None) -> None:
        """Write the episodes of environments, and begin new ones.

        Args:
            env_ids: Environments; None for all.
            demo_ids: Numbers of the episodes in the file, one for each environment; None counts on.

        Raises:
            ValueError: There are not as many numbers as environments, or some are equal.
        """
        check_env_ids(env_ids, self.num_envs)
        if not self._terms:
            return
        ids = self._ids(env_ids)
        numbers = [None] * len(ids) if demo_ids is None else torch.as_tensor(demo_ids).tolist()
        if len(numbers) != len(ids):
            raise ValueError(f"Length of demo_ids ({len(numbers)}) must match length of env_ids ({len(ids)}).")
        if demo_ids is not None and len(set(numbers)) != len(numbers):
            raise ValueError(f"demo_ids must be unique; they are {numbers}.")
        handlers = [self._dataset_file_handler, self._failed_episode_dataset_file_handler]
        handlers = [handler for handler in handlers if handler is not None]
        if any(not self.get_episode(env_id).is_empty() for env_id in ids):
            for handler in handlers:
                handler.add_env_args(self.get_ep_meta())
        for env_id, number in zip(ids, numbers, strict=True):
            episode = self.get_episode(env_id)
            if not episode.is_empty():
                self._export(env_id, episode, number)
            self._episodes[env_id] = EpisodeData()
        for handler in handlers:
            handler.flush()

    def close(self) -> None:
        """Close files and recorders; unfinished episodes are written if the config says so."""
        if not self._terms:
            return
        if self._dataset_file_handler is not None:
            if self.cfg.export_in_close:
                self.export_episodes()
            self._dataset_file_handler.close()
        if self._failed_episode_dataset_file_handler is not None:
            self._failed_episode_dataset_file_handler.close()
        path = Path(self.cfg.dataset_export_dir_path, self.cfg.dataset_filename)
        terms, self._terms = self._terms, {}
        for term in terms.values():
            term.close(str(path))

    # -- inside --------------------------------------------------------------------------------------------------------

    def _ids(self, env_ids: EnvIds) -> list[int]:
        """Environments as numbers, which episodes are kept by.

        Raises:
            IndexError: There is no such environment.
        """
        if env_ids is None or isinstance(env_ids, slice):
            return list(range(self._env.num_envs)[env_ids or slice(None)])
        ids = env_ids.tolist() if isinstance(env_ids, torch.Tensor) else list(env_ids)
        check_env_ids(ids, self.num_envs)
        return ids

    def _new_file(self, suffix: str) -> Any:
        handler = self.cfg.dataset_file_handler_class_type()
        path = Path(self.cfg.dataset_export_dir_path, self.cfg.dataset_filename + suffix)
        handler.create(str(path), env_name=getattr(self._env.cfg, "env_name", None))
        return handler

    def _export(self, env_id: int, episode: EpisodeData, number: int | None) -> None:
        """Write an episode to the file that is meant for it, and count it."""
        episode.pre_export()
        mode = self.cfg.dataset_export_mode
        handler = self._dataset_file_handler
        if not episode.success and mode == DatasetExportMode.EXPORT_SUCCEEDED_FAILED_IN_SEPARATE_FILES:
            handler = self._failed_episode_dataset_file_handler
        elif not episode.success and mode == DatasetExportMode.EXPORT_SUCCEEDED_ONLY:
            handler = None
        if handler is not None:
            handler.write_episode(episode, number, self.cfg.dataset_compression)
        counts = self._exported_successful_episode_count if episode.success else self._exported_failed_episode_count
        counts[env_id] = counts.get(env_id, 0) + 1

    def _prepare_terms(self) -> None:
        for name, cfg in self._items():
            if name in _SETTINGS:
                continue
            self._require_type(name, cfg, RecorderTermCfg)
            term = make_term(name, cfg, self._env)
            self._require_type(name, term, RecorderTerm)
            self._term_names.append(name)
            self._terms[name] = term
