"""Commands: goals that are drawn again from time to time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import MISSING
from typing import Any

import torch

from pippin.utils import configclass
from pippin.utils.checks import check_env_id, check_env_ids, check_seconds, check_text

from .debug_vis import can_draw, no_callback, no_drawing, set_debug_vis
from .env_rows import count_drawn, is_mask, mean_of_rows, put_rows
from .manager_base import EnvIds, ManagerBase, ManagerTermBase, make_term
from .tables import format_table


@configclass
class CommandTermCfg:
    """A command."""

    class_type: type = MISSING
    """Class of the term, derived from :class:`CommandTerm`."""

    resampling_time_range: tuple[float, float] = MISSING
    """Shortest and longest time that a command holds [s]."""

    debug_vis: bool = False
    """Whether the command is drawn."""

    cmd_kind: str | None = None
    """What the command means, for those who deploy a policy."""

    element_names: list[str] | list[list[str]] | None = None
    """Names of its numbers, for those who deploy a policy."""


class CommandTerm(ManagerTermBase):
    """Base of commands: a goal for each environment, drawn at each reset and whenever its time is over.

    Args:
        cfg: Config of the command.
        env: The environment.
    """

    def __init__(self, cfg: CommandTermCfg, env: Any) -> None:
        super().__init__(cfg, env)
        self.metrics: dict[str, torch.Tensor] = {}
        """What is logged of the episode, by name, each of shape (num_envs,)."""
        self.time_left = torch.zeros(self.num_envs, device=self.device)
        """Time until the next command [s], shape (num_envs,)."""
        self.command_counter = torch.zeros(self.num_envs, dtype=torch.long, device=self.device)
        """Commands drawn in this episode, shape (num_envs,)."""
        self.set_debug_vis(self.cfg.debug_vis)

    @property
    @abstractmethod
    def command(self) -> torch.Tensor:
        """The command, shape (num_envs, command_dim)."""

    @property
    def has_debug_vis_implementation(self) -> bool:
        """Whether the class says how to draw the command."""
        return can_draw(self)

    def set_debug_vis(self, debug_vis: bool) -> bool:
        """Draw the command, or do not.

        Returns:
            Whether the class says how.
        """
        return set_debug_vis(self, debug_vis)

    def reset(self, env_ids: EnvIds = None) -> dict[str, torch.Tensor]:
        """Draw commands for new episodes.

        Args:
            env_ids: Environments; None for all.

        Returns:
            Metrics by name, averaged over the episodes that ended, shape () each.
        """
        env_ids = slice(None) if env_ids is None else env_ids
        extras = {}
        for name, values in self.metrics.items():
            extras[name] = mean_of_rows(values, env_ids)
            put_rows(values, env_ids, 0.0)
        put_rows(self.command_counter, env_ids, 0)
        self._resample(env_ids)
        return extras

    def compute(self, dt: float) -> None:
        """Let time pass: draw new commands where theirs is over.

        Args:
            dt: Time since the last call [s].
        """
        self._update_metrics()
        self.time_left -= dt
        is_over = self.time_left <= 0.0
        by_masks = getattr(self._env, "steps_by_masks", False)  # a program's own environment may lack it
        self._resample(is_over if by_masks else is_over.nonzero().flatten())
        self._update_command()

    def _resample(self, env_ids: Any) -> None:
        """Draw commands, and how long they hold."""
        count = count_drawn(env_ids, self.num_envs)
        if count == 0:
            return
        times = torch.empty(count, device=self.device).uniform_(*self.cfg.resampling_time_range)
        put_rows(self.time_left, env_ids, times)
        self._resample_command(env_ids)
        if is_mask(env_ids):
            self.command_counter += env_ids
        else:
            self.command_counter[env_ids] += 1

    @abstractmethod
    def _update_metrics(self) -> None:
        """Update the metrics from the current state."""

    @abstractmethod
    def _resample_command(self, env_ids: Any) -> None:
        """Draw commands for environments."""

    @abstractmethod
    def _update_command(self) -> None:
        """Bring commands up to date that depend on the state."""

    _set_debug_vis_impl = no_drawing
    _debug_vis_callback = no_callback


class CommandManager(ManagerBase):
    """Holds the commands.

    Args:
        cfg: Config or dict of :class:`CommandTermCfg`.
        env: The environment.
    """

    def __init__(self, cfg: Any, env: Any) -> None:
        self._terms: dict[str, CommandTerm] = {}
        super().__init__(cfg, env)
        self._commands: dict[str, Any] = {}
        if self.cfg and not isinstance(self.cfg, dict):
            self.cfg.debug_vis = any(term.cfg.debug_vis for term in self._terms.values())

    def __str__(self) -> str:
        """Table of the commands."""
        rows = ((i, name, type(term).__name__) for i, (name, term) in enumerate(self._terms.items()))
        return f"<CommandManager> contains {len(self._terms)} active terms.\n" + format_table(
            "Active Command Terms", ("Index", "Name", "Type"), rows
        )

    @property
    def active_terms(self) -> list[str]:
        """Names of the commands."""
        return list(self._terms)

    @property
    def has_debug_vis_implementation(self) -> bool:
        """Whether any of the commands can be drawn."""
        return any(term.has_debug_vis_implementation for term in self._terms.values())

    def get_active_iterable_terms(self, env_idx: int) -> Sequence[tuple[str, Sequence[float]]]:
        """Return the names of the commands and their values in one environment."""
        check_env_id("env_idx", env_idx, self.num_envs)
        return [(name, term.command[env_idx].tolist()) for name, term in self._terms.items()]

    def set_debug_vis(self, debug_vis: bool) -> None:
        """Draw the commands, or do not."""
        for term in self._terms.values():
            term.set_debug_vis(debug_vis)

    def reset(self, env_ids: EnvIds = None) -> dict[str, torch.Tensor]:
        """Draw commands for new episodes.

        Returns:
            "Metrics/<command>/<metric>", averaged over the episodes that ended, shape () each.
        """
        check_env_ids(env_ids, self.num_envs)
        env_ids = slice(None) if env_ids is None else env_ids
        extras = {}
        for name, term in self._terms.items():
            for metric, value in term.reset(env_ids=env_ids).items():
                extras[f"Metrics/{name}/{metric}"] = value
        return extras

    def compute(self, dt: float) -> None:
        """Let time pass for all commands.

        Args:
            dt: Length of the step [s].
        """
        check_seconds("dt", dt)
        for term in self._terms.values():
            term.compute(dt)

    def get_command(self, name: str) -> torch.Tensor:
        """Values of a command, shape (num_envs, command_dim).

        Raises:
            KeyError: There is no such command.
        """
        return self.get_term(name).command

    def get_term(self, name: str) -> CommandTerm:
        """A command by name.

        Raises:
            KeyError: There is no such command.
        """
        check_text("name", name)
        if name not in self._terms:
            raise KeyError(f"There is no command '{name}'; there are: {', '.join(self._terms) or 'none'}.")
        return self._terms[name]

    def _prepare_terms(self) -> None:
        for name, cfg in self._items():
            self._require_type(name, cfg, CommandTermCfg)
            term = make_term(name, cfg, self._env)
            self._require_type(name, term, CommandTerm)
            self._terms[name] = term
