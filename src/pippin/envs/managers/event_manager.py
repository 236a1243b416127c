"""Events: what happens to environments at the start, at resets and from time to time."""

from __future__ import annotations

import difflib
import inspect
import logging
from dataclasses import MISSING
from typing import Any

import numpy as np
import torch

from pippin.utils import configclass
from pippin.utils.checks import check_env_ids, check_text

from .env_rows import count_drawn, is_mask, put_rows
from .manager_base import EnvIds, ManagerBase, ManagerTermBase, ManagerTermBaseCfg, make_function
from .tables import format_table

logger = logging.getLogger("pippin")

_DUE = 1e-6
"""Time left below which an interval is over [s], since times of float32 do not sum up to exactly zero."""


@configclass
class EventTermCfg(ManagerTermBaseCfg):
    """An event."""

    func: Any = MISSING
    """Changes environments, of which it is given the ids; None means all."""

    mode: str = MISSING
    """When it happens: "prestartup" before the simulation starts, "startup" once after that, "reset", "interval", or
    another name, for which the program calls :meth:`EventManager.apply` itself."""

    interval_range_s: tuple[float, float] | None = None
    """Shortest and longest time between two events of the mode "interval" [s]."""

    is_global_time: bool = False
    """Whether an "interval" ends in all environments at once."""

    resample_interval_on_reset: bool = True
    """Whether an "interval" begins again when its environment is reset."""

    min_step_count_between_reset: int = 0
    """Steps of the environment after which a "reset" event may happen again; 0 lets it happen at each reset."""


_MANY_ENVIRONMENTS = 64
"""Number of environments from which on it is told that each takes its time."""
_MODES = ("prestartup", "startup", "reset", "interval")
"""Modes that environments apply; programs may apply others."""


class EventManager(ManagerBase):
    """Applies events to environments, by mode.

    Args:
        cfg: Config or dict of :class:`EventTermCfg`.
        env: The environment.
    """

    def __init__(self, cfg: Any, env: Any) -> None:
        self._mode_term_names: dict[str, list[str]] = {}
        self._mode_term_cfgs: dict[str, list[EventTermCfg]] = {}
        self._mode_class_term_cfgs: dict[str, list[EventTermCfg]] = {}
        self._interval_term_time_left: list[torch.Tensor] = []
        self._interval_is_over: list[torch.Tensor] = []
        self._reset_term_last_triggered_step_id: list[torch.Tensor] = []
        self._reset_term_last_triggered_once: list[torch.Tensor] = []
        super().__init__(cfg, env)

    def __str__(self) -> str:
        """Tables of the events of each mode."""
        text = f"<EventManager> contains {len(self._mode_term_names)} active terms.\n"
        for mode, names in self._mode_term_names.items():
            title = f"Active Event Terms in Mode: '{mode}'"
            if mode == "interval":
                cfgs = self._mode_term_cfgs[mode]
                rows = [(i, name, cfgs[i].interval_range_s) for i, name in enumerate(names)]
                text += format_table(title, ("Index", "Name", "Interval time range (s)"), rows)
            else:
                text += format_table(title, ("Index", "Name"), enumerate(names))
        return text

    @property
    def active_terms(self) -> dict[str, list[str]]:
        """Names of the events of each mode."""
        return {mode: list(names) for mode, names in self._mode_term_names.items()}

    @property
    def available_modes(self) -> list[str]:
        """Modes that have events."""
        return list(self._mode_term_names)

    def reset(self, env_ids: EnvIds = None) -> dict[str, Any]:
        """Begin intervals again in environments.

        Args:
            env_ids: Environments; None for all.

        Returns:
            Nothing to be logged.
        """
        check_env_ids(env_ids, self.num_envs)
        ids = slice(None) if env_ids is None else env_ids
        count = count_drawn(ids, self.num_envs)
        for cfgs in self._mode_class_term_cfgs.values():
            for cfg in cfgs:
                if not inspect.isclass(cfg.func):
                    cfg.func.reset(env_ids=ids)
        for time_left, cfg in zip(self._interval_term_time_left, self._mode_term_cfgs.get("interval", []), strict=True):
            if not cfg.is_global_time and cfg.resample_interval_on_reset:
                put_rows(time_left, ids, self._interval(cfg, count))
        return {}

    def apply(
        self,
        mode: str,
        env_ids: EnvIds = None,
        dt: float | None = None,
        global_env_step_count: int | None = None,
    ) -> None:
        """Apply the events of a mode.

        Args:
            mode: The mode. Events that do not exist are warned of.
            env_ids: Environments; None for all.
            dt: Time since the last call [s], for the mode "interval" alone.
            global_env_step_count: Steps of the environment so far, for the mode "reset" alone.

        Raises:
            ValueError: An argument that the mode needs is missing, or one is given that it has no use for.
        """
        check_text("mode", mode)
        if env_ids is not None and hasattr(self._env, "num_envs"):  # a program's own environment may lack it
            check_env_ids(env_ids, self.num_envs)
        if mode not in self._mode_term_names:
            logger.warning("There are no events of the mode '%s'.", mode)
            return
        if mode != "prestartup" and not self._is_scene_entities_resolved:
            self._resolve_terms_callback(None)
        if mode == "interval":
            if dt is None or env_ids is not None:
                raise ValueError(
                    "The event mode 'interval' needs 'dt', and finds the environments by itself: pass dt alone."
                )
            self._apply_intervals(dt)
        elif mode == "reset":
            if not isinstance(global_env_step_count, (int, np.integer)):
                raise ValueError(
                    "The event mode 'reset' needs the steps of the environment: pass 'global_env_step_count', a whole "
                    f"number; it is {global_env_step_count!r:.80}."
                )
            self._apply_resets(slice(None) if env_ids is None else env_ids, global_env_step_count)
        else:
            for cfg in self._mode_term_cfgs[mode]:
                if mode == "prestartup" and not _is_of_pippin(cfg.func):
                    self._make_prims_of_all()
                self._call(cfg, env_ids)

    def set_term_cfg(self, term_name: str, cfg: EventTermCfg) -> None:
        """Replace the config of an event.

        Raises:
            ValueError: There is no such event.
        """
        mode, index = self._find(term_name)
        self._require_type(term_name, cfg, EventTermCfg)
        self._mode_term_cfgs[mode][index] = cfg

    def get_term_cfg(self, term_name: str) -> EventTermCfg:
        """Config of an event, which may be changed in place.

        Raises:
            ValueError: There is no such event.
        """
        mode, index = self._find(term_name)
        return self._mode_term_cfgs[mode][index]

    # -- inside --------------------------------------------------------------------------------------------------------

    def _call(self, cfg: EventTermCfg, env_ids: Any) -> None:
        if inspect.isclass(cfg.func):
            cfg.func = make_function(cfg.func, cfg, self._env)
        cfg.func(self._env, env_ids, **cfg.params)

    def _apply_intervals(self, dt: float) -> None:
        """Let time pass, and call the events whose interval is over."""
        terms = (self._interval_term_time_left, self._interval_is_over, self._mode_term_cfgs["interval"])
        for time_left, is_over, cfg in zip(*terms, strict=True):
            time_left -= dt
            if cfg.is_global_time:
                if time_left < _DUE:
                    time_left[:] = self._interval(cfg, 1)
                    self._call(cfg, None)
                continue
            torch.lt(time_left, _DUE, out=is_over)
            if getattr(self._env, "steps_by_masks", False):  # a program's own environment may lack it
                put_rows(time_left, is_over, self._interval(cfg, self.num_envs))
                self._call(cfg, is_over)
                continue
            env_ids = is_over.nonzero().flatten()
            if len(env_ids) > 0:
                time_left[env_ids] = self._interval(cfg, len(env_ids))
                self._call(cfg, env_ids)

    def _apply_resets(self, env_ids: Any, step: int) -> None:
        """Call the events of resets where enough steps have passed since their last time."""
        for index, cfg in enumerate(self._mode_term_cfgs["reset"]):
            last_step = self._reset_term_last_triggered_step_id[index]
            has_happened = self._reset_term_last_triggered_once[index]
            ids = env_ids
            if is_mask(ids):
                self._call(cfg, ids)
                continue
            if cfg.min_step_count_between_reset > 0:
                is_due = step - last_step[ids] >= cfg.min_step_count_between_reset
                is_due |= (last_step[ids] == 0) & ~has_happened[ids]
                if isinstance(ids, slice):
                    ids = torch.arange(self.num_envs, device=self.device)[ids]
                ids = torch.as_tensor(ids, device=self.device)[is_due]
                if len(ids) == 0:
                    continue
            last_step[ids] = step
            has_happened[ids] = True
            self._call(cfg, ids)

    def _make_prims_of_all(self) -> None:
        """Give every environment prims of its own, for an event of a program's own, which may change any of them."""
        if self.num_envs > _MANY_ENVIRONMENTS:
            logger.warning(
                "A 'prestartup' event may make environments differ: the physics of each of the %d is made by itself, "
                "which takes a tenth of a second or more for a robot.",
                self.num_envs,
            )
        self._env.scene.separate_environments()

    def _interval(self, cfg: EventTermCfg, count: int) -> torch.Tensor:
        """Draw intervals [s], shape (count,)."""
        assert cfg.interval_range_s is not None, "checked when the terms were prepared"
        lower, upper = cfg.interval_range_s
        device = "cpu" if cfg.is_global_time else self.device  # which the host compares without waiting
        return torch.rand(count, device=device) * (upper - lower) + lower

    def _find(self, term_name: str) -> tuple[str, int]:
        for mode, names in self._mode_term_names.items():
            if term_name in names:
                return mode, names.index(term_name)
        names = [name for names in self._mode_term_names.values() for name in names]
        raise ValueError(f"There is no event '{term_name}'; there are: {', '.join(names) or 'none'}.")

    def _prepare_terms(self) -> None:
        for name, cfg in self._items():
            self._require_type(name, cfg, EventTermCfg)
            self._prepare_mode(name, cfg)
            self._resolve_common_term_cfg(name, cfg, min_argc=2)
            if inspect.isclass(cfg.func) and cfg.mode == "prestartup":
                cfg.func = make_function(cfg.func, cfg, self._env)  # acts on the stage, before there is a simulation
            self._mode_term_names.setdefault(cfg.mode, []).append(name)
            self._mode_term_cfgs.setdefault(cfg.mode, []).append(cfg)
            class_cfgs = self._mode_class_term_cfgs.setdefault(cfg.mode, [])
            if inspect.isclass(cfg.func) or isinstance(cfg.func, ManagerTermBase):
                class_cfgs.append(cfg)

    def _prepare_mode(self, name: str, cfg: EventTermCfg) -> None:
        """Check what the mode of an event needs, and make its memory."""
        near = difflib.get_close_matches(cfg.mode, _MODES, n=1)
        if near and cfg.mode not in _MODES:
            logger.warning(
                "The event '%s' has the mode '%s', which no environment applies by itself: is '%s' meant?",
                *(name, cfg.mode, near[0]),
            )
        if cfg.mode != "reset" and cfg.min_step_count_between_reset != 0:
            logger.warning(
                "min_step_count_between_reset of the event '%s' has no effect: its mode is '%s'.", name, cfg.mode
            )
        if cfg.mode == "prestartup" and self._env.scene.cfg.replicate_physics:
            raise RuntimeError(
                f"Scene replication is enabled, which makes environments equal, but the event '{name}' of mode "
                "'prestartup' changes the stage: set replicate_physics=False in the config of the scene."
            )
        if cfg.mode == "interval":
            if cfg.interval_range_s is None:
                raise ValueError(f"The event '{name}' of mode 'interval' has no interval: set interval_range_s.")
            time_left = self._interval(cfg, 1 if cfg.is_global_time else self.num_envs)
            self._interval_term_time_left.append(time_left)
            self._interval_is_over.append(torch.zeros_like(time_left, dtype=torch.bool))
        elif cfg.mode == "reset":
            if cfg.min_step_count_between_reset < 0:
                raise ValueError(
                    f"min_step_count_between_reset of the event '{name}' is negative: "
                    f"{cfg.min_step_count_between_reset}; expected 0 or more."
                )
            zeros = torch.zeros(self.num_envs, device=self.device)
            self._reset_term_last_triggered_step_id.append(zeros.int())
            self._reset_term_last_triggered_once.append(zeros.bool())


def _is_of_pippin(term: Any) -> bool:
    """Whether an event is one of ours, which make prims of environments by themselves where they need them."""
    module = getattr(term, "__module__", None) or type(term).__module__
    return module.startswith(__name__.partition(".envs.")[0] + ".")
