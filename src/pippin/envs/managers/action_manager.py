"""Actions: from the numbers of a policy to the targets of joints."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import MISSING
from typing import Any

import torch

from pippin.utils import configclass
from pippin.utils.checks import check_env_id, check_env_ids, check_text

from .action_descriptor import GenericActionIODescriptor, describe_action
from .debug_vis import can_draw, no_callback, no_drawing, set_debug_vis
from .manager_base import EnvIds, ManagerBase, ManagerTermBase, make_term
from .tables import format_table


@configclass
class ActionTermCfg:
    """A part of the action."""

    class_type: type = MISSING
    """Class of the term, derived from :class:`ActionTerm`."""

    asset_name: str = MISSING
    """Name of the asset in the scene that is acted on."""

    debug_vis: bool = False
    """Whether the action is drawn."""

    clip: dict[str, tuple] | None = None
    """Least and largest action by regular expression of names."""


class ActionTerm(ManagerTermBase):
    """Base of actions: takes numbers once in a step of the environment, and acts in each step of the physics.

    Args:
        cfg: Config of the term.
        env: The environment.

    Raises:
        KeyError: The scene has no such asset.
    """

    _raw_actions: torch.Tensor
    _processed_actions: torch.Tensor

    def __init__(self, cfg: ActionTermCfg, env: Any) -> None:
        super().__init__(cfg, env)
        self._asset = env.scene[cfg.asset_name]
        self.set_debug_vis(cfg.debug_vis)

    @property
    @abstractmethod
    def action_dim(self) -> int:
        """How many numbers the term takes."""

    @property
    def raw_actions(self) -> torch.Tensor:
        """The numbers taken last, shape (num_envs, action_dim): ``_raw_actions``, if it is not overridden."""
        return self._raw_actions

    @property
    def processed_actions(self) -> torch.Tensor:
        """What they mean for the asset, shape (num_envs, ...): ``_processed_actions``, if it is not overridden."""
        return self._processed_actions

    @property
    def IO_descriptor(self) -> GenericActionIODescriptor:  # noqa: N802 (Isaac Lab's name)
        """What the term takes, as it was resolved: joints in order, scale, offset and limits."""
        return describe_action(self)

    @property
    def has_debug_vis_implementation(self) -> bool:
        """Whether the class says how to draw the action."""
        return can_draw(self)

    def set_debug_vis(self, debug_vis: bool) -> bool:
        """Draw the action, or do not.

        Returns:
            Whether the class says how.
        """
        return set_debug_vis(self, debug_vis)

    @abstractmethod
    def process_actions(self, actions: torch.Tensor) -> None:
        """Take the numbers of a step of the environment.

        Args:
            actions: Shape (num_envs, action_dim).
        """

    @abstractmethod
    def apply_actions(self) -> None:
        """Act on the asset. Called before each step of the physics."""

    _set_debug_vis_impl = no_drawing
    _debug_vis_callback = no_callback


class ActionManager(ManagerBase):
    """Splits the action among its terms.

    Args:
        cfg: Config or dict of :class:`ActionTermCfg`.
        env: The environment.

    Raises:
        ValueError: There is no config.
    """

    def __init__(self, cfg: Any, env: Any) -> None:
        if cfg is None:
            raise ValueError("The config 'actions' is None; expected a config with one field for each term.")
        self._term_names: list[str] = []
        self._terms: dict[str, ActionTerm] = {}
        super().__init__(cfg, env)
        self._action_term_dim = [term.action_dim for term in self._terms.values()]
        self._total_action_dim = sum(self._action_term_dim)
        self._action = torch.zeros((self.num_envs, self._total_action_dim), device=self.device)
        self._prev_action = torch.zeros_like(self._action)
        if not isinstance(self.cfg, dict):
            self.cfg.debug_vis = any(term.cfg.debug_vis for term in self._terms.values())

    def __str__(self) -> str:
        """Table of the terms."""
        rows = ((i, name, term.action_dim) for i, (name, term) in enumerate(self._terms.items()))
        return f"<ActionManager> contains {len(self._term_names)} active terms.\n" + format_table(
            f"Active Action Terms (shape: {self.total_action_dim})", ("Index", "Name", "Dimension"), rows
        )

    @property
    def total_action_dim(self) -> int:
        """How many numbers an action has."""
        return self._total_action_dim

    @property
    def active_terms(self) -> list[str]:
        """Names of the terms."""
        return list(self._term_names)

    @property
    def action_term_dim(self) -> list[int]:
        """How many numbers each term takes."""
        return self._action_term_dim

    @property
    def action(self) -> torch.Tensor:
        """The last action, shape (num_envs, total_action_dim)."""
        return self._action

    @property
    def prev_action(self) -> torch.Tensor:
        """The action before the last, shape (num_envs, total_action_dim)."""
        return self._prev_action

    @property
    def has_debug_vis_implementation(self) -> bool:
        """Whether any of the terms can be drawn."""
        return any(term.has_debug_vis_implementation for term in self._terms.values())

    def get_active_iterable_terms(self, env_idx: int) -> Sequence[tuple[str, Sequence[float]]]:
        """Return the names of the terms and the numbers that they took last in one environment."""
        check_env_id("env_idx", env_idx, self.num_envs)
        parts = self._action[env_idx].split(self._action_term_dim)
        return [(name, part.tolist()) for name, part in zip(self._term_names, parts, strict=True)]

    def set_debug_vis(self, debug_vis: bool) -> None:
        """Draw the actions, or do not."""
        for term in self._terms.values():
            term.set_debug_vis(debug_vis)

    def reset(self, env_ids: EnvIds = None) -> dict[str, torch.Tensor]:
        """Set the last actions of environments to zero.

        Args:
            env_ids: Environments; None for all.

        Returns:
            Nothing to be logged: an empty dict, where other managers have tensors of the shape ().
        """
        check_env_ids(env_ids, self.num_envs)
        ids = slice(None) if env_ids is None else env_ids
        self._prev_action[ids] = 0.0
        self._action[ids] = 0.0
        for term in self._terms.values():
            term.reset(env_ids=env_ids)
        return {}

    def process_action(self, action: torch.Tensor) -> None:
        """Take an action.

        Args:
            action: Shape (num_envs, total_action_dim), on any device.

        Raises:
            TypeError: It is no tensor.
            ValueError: It has another shape.
        """
        self.check_action(action)
        self._prev_action.copy_(self._action)
        self._action.copy_(action)
        start = 0
        action = action.to(self.device)
        for term, size in zip(self._terms.values(), self._action_term_dim, strict=True):
            term.process_actions(action[:, start : start + size])
            start += size

    def check_action(self, action: Any) -> None:
        """Refuse what is no action.

        Raises:
            TypeError: It is no tensor.
            ValueError: It has another shape.
        """
        if not isinstance(action, torch.Tensor):
            raise TypeError(f"'action' is {action!r:.80}; expected a tensor of shape {tuple(self._action.shape)}.")
        if action.ndim != 2 or action.shape[1] != self._total_action_dim or len(action) != self.num_envs:
            raise ValueError(
                f"Invalid action shape, expected: {tuple(self._action.shape)} ({self.num_envs} environments by "
                f"{self._total_action_dim} numbers), received: {tuple(action.shape)}."
            )

    def apply_action(self) -> None:
        """Let all terms act. Called before each step of the physics."""
        for term in self._terms.values():
            term.apply_actions()

    def get_term(self, name: str) -> ActionTerm:
        """A term by name.

        Raises:
            KeyError: There is no such term.
        """
        check_text("name", name)
        if name not in self._terms:
            raise KeyError(f"There is no action term '{name}'; there are: {', '.join(self._terms) or 'none'}.")
        return self._terms[name]

    def serialize(self) -> dict:
        """Return what describes the terms, by name."""
        return {name: term.serialize() for name, term in self._terms.items()}

    def _prepare_terms(self) -> None:
        for name, cfg in self._items():
            self._require_type(name, cfg, ActionTermCfg)
            term = make_term(name, cfg, self._env)
            self._require_type(name, term, ActionTerm)
            self._term_names.append(name)
            self._terms[name] = term
