"""Recorder terms: what episodes leave behind in a dataset, by key.

Each method of a term gives a key of the dataset, in which slashes make groups, and values with the environments as
their first dimension: a tensor, or a dict of them.
"""

from __future__ import annotations

from typing import Any

import torch

from pippin.envs.managers import RecorderManagerBaseCfg, RecorderTerm, RecorderTermCfg
from pippin.utils import as_torch, configclass

__all__ = [
    "ActionStateRecorderManagerCfg",
    "InitialStateRecorder",
    "InitialStateRecorderCfg",
    "PostStepProcessedActionsRecorder",
    "PostStepProcessedActionsRecorderCfg",
    "PostStepStatesRecorder",
    "PostStepStatesRecorderCfg",
    "PreStepActionsRecorder",
    "PreStepActionsRecorderCfg",
    "PreStepFlatPolicyObservationsRecorder",
    "PreStepFlatPolicyObservationsRecorderCfg",
]


class InitialStateRecorder(RecorderTerm):
    """Record the state of the scene after each reset, relative to the origins of environments."""

    def record_post_reset(self, env_ids: Any) -> tuple[str, Any]:
        """Return the state of the environments that were reset."""
        rows = slice(None) if env_ids is None else env_ids
        return "initial_state", _rows_of(self._env.scene.get_state(is_relative=True), rows)


class PostStepStatesRecorder(RecorderTerm):
    """Record the state of the scene after each step, relative to the origins of environments."""

    def record_post_step(self) -> tuple[str, Any]:
        """Return the state of all environments."""
        return "states", self._env.scene.get_state(is_relative=True)


class PreStepActionsRecorder(RecorderTerm):
    """Record the actions of each step, before their scale and offset."""

    def record_pre_step(self) -> tuple[str, torch.Tensor]:
        """Return the actions, shape (N, A)."""
        return "actions", self._env.action_manager.action


class PreStepFlatPolicyObservationsRecorder(RecorderTerm):
    """Record the observations that each step's actions were chosen by."""

    def record_pre_step(self) -> tuple[str, Any]:
        """Return the observations of the group "policy"."""
        return "obs", self._env.obs_buf["policy"]


class PostStepProcessedActionsRecorder(RecorderTerm):
    """Record the actions of each step, after their scale and offset."""

    def record_post_step(self) -> tuple[str, torch.Tensor]:
        """Return the processed actions of all terms side by side, shape (num_envs, n)."""
        manager = self._env.action_manager
        processed = [manager.get_term(name).processed_actions for name in manager.active_terms]
        return "processed_actions", torch.cat(processed, dim=-1)


def _rows_of(values: Any, rows: Any) -> Any:
    """Some rows of a tensor, or of those in nested dicts."""
    if isinstance(values, dict):
        return {key: _rows_of(item, rows) for key, item in values.items()}
    return as_torch(values)[rows]


@configclass
class InitialStateRecorderCfg(RecorderTermCfg):
    """Config of :class:`InitialStateRecorder`."""

    class_type: type = InitialStateRecorder


@configclass
class PostStepStatesRecorderCfg(RecorderTermCfg):
    """Config of :class:`PostStepStatesRecorder`."""

    class_type: type = PostStepStatesRecorder


@configclass
class PreStepActionsRecorderCfg(RecorderTermCfg):
    """Config of :class:`PreStepActionsRecorder`."""

    class_type: type = PreStepActionsRecorder


@configclass
class PreStepFlatPolicyObservationsRecorderCfg(RecorderTermCfg):
    """Config of :class:`PreStepFlatPolicyObservationsRecorder`."""

    class_type: type = PreStepFlatPolicyObservationsRecorder


@configclass
class PostStepProcessedActionsRecorderCfg(RecorderTermCfg):
    """Config of :class:`PostStepProcessedActionsRecorder`."""

    class_type: type = PostStepProcessedActionsRecorder


@configclass
class ActionStateRecorderManagerCfg(RecorderManagerBaseCfg):
    """Config of a manager that records actions, observations and states."""

    record_initial_state: RecorderTermCfg = InitialStateRecorderCfg()
    record_post_step_states: RecorderTermCfg = PostStepStatesRecorderCfg()
    record_pre_step_actions: RecorderTermCfg = PreStepActionsRecorderCfg()
    record_pre_step_flat_policy_observations: RecorderTermCfg = PreStepFlatPolicyObservationsRecorderCfg()
    record_post_step_processed_actions: RecorderTermCfg = PostStepProcessedActionsRecorderCfg()
