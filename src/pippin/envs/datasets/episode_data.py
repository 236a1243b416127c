"""An episode in memory."""

from __future__ import annotations

from typing import Any

import torch


class EpisodeData:
    """What was recorded of one environment in one episode: nested dicts of values by step.

    While an episode is recorded, its leaves are lists of tensors; :meth:`pre_export` makes one tensor of each.
    """

    def __init__(self) -> None:
        self.data: dict[str, Any] = {}
        """The values."""
        self.seed: int | None = None
        """Seed of the random numbers."""
        self.env_id: Any = None
        """Environment that was recorded."""
        self.success: bool | None = None
        """Whether the task was fulfilled."""
        self.next_action_index = 0
        """Step whose action :meth:`get_next_action` gives."""
        self.next_state_index = 0
        """Step whose state :meth:`get_next_state` gives."""
        self._next_joint_target_index = 0

    def is_empty(self) -> bool:
        """Whether nothing was recorded."""
        return not self.data

    def add(self, key: str, value: Any, clone: bool = True) -> None:
        """Add the values of a step.

        Args:
            key: Name, with "/" between the names of nested dicts.
            value: A tensor, or a dict of such.
            clone: Whether the tensor is copied.
        """
        if isinstance(value, dict):
            for name, item in value.items():
                self.add(f"{key}/{name}", item, clone)
            return
        *folders, name = key.split("/")
        data = self.data
        for folder in folders:
            data = data.setdefault(folder, {})
        data.setdefault(name, []).append(value.clone() if clone and isinstance(value, torch.Tensor) else value)

    def pre_export(self) -> None:
        """Make one tensor of the values of all steps, with the steps as first dimension."""
        _stack_lists(self.data)

    def get_initial_state(self) -> Any:
        """State at the beginning; None where it was not recorded."""
        return self.data.get("initial_state")

    def get_action(self, action_index: int) -> torch.Tensor | None:
        """Action of a step, shape (action_dim,); None after the last."""
        return _at(self.data.get("actions"), action_index)

    def get_next_action(self) -> torch.Tensor | None:
        """Action of the step after that of the last call, shape (action_dim,); None after the last."""
        action = self.get_action(self.next_action_index)
        self.next_action_index += action is not None
        return action

    def get_state(self, state_index: int) -> Any:
        """State after a step, with a first dimension of one; None after the last."""
        return _at(self.data.get("states"), state_index, keep_dim=True)

    def get_next_state(self) -> Any:
        """State after the step after that of the last call; None after the last."""
        state = self.get_state(self.next_state_index)
        self.next_state_index += state is not None
        return state

    def get_joint_target(self, joint_target_index: int) -> Any:
        """Targets of joints in a step; None after the last."""
        return _at(self.data.get("joint_targets"), joint_target_index)

    def get_next_joint_target(self) -> Any:
        """Targets of joints in the step after that of the last call; None after the last."""
        target = self.get_joint_target(self._next_joint_target_index)
        self._next_joint_target_index += target is not None
        return target


def _stack_lists(data: dict[str, Any]) -> None:
    for key, value in data.items():
        if isinstance(value, list):
            data[key] = torch.stack(value)
        elif isinstance(value, dict):
            _stack_lists(value)


def _at(data: Any, index: int, keep_dim: bool = False) -> Any:
    """Entry of all tensors in nested dicts; None where one has no such entry."""
    if data is None:
        return None
    if isinstance(data, dict):
        entries = {key: _at(value, index, keep_dim) for key, value in data.items()}
        return None if any(entry is None for entry in entries.values()) else entries
    if not isinstance(data, (torch.Tensor, list)):
        raise ValueError(f"Recorded values are a {type(data).__name__}; expected tensors in nested dicts.")
    if index >= len(data):
        return None
    return data[index].unsqueeze(0) if keep_dim else data[index]
