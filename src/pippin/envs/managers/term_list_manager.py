"""Managers whose terms are one list, with a config each."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from .manager_base import ManagerBase, ManagerTermBase, ManagerTermBaseCfg

TermCfg = TypeVar("TermCfg", bound=ManagerTermBaseCfg)
"""Class of the configs of a manager's terms."""


class TermListManager(ManagerBase, Generic[TermCfg]):
    """A manager with one list of terms, whose configs programs read and replace by name.

    Args:
        cfg: Config or dict of configs of terms.
        env: The environment.
    """

    _kind: ClassVar[str]
    """What the terms are, for messages."""

    _cfg_class: ClassVar[type[ManagerTermBaseCfg]]
    """Class of their configs."""

    _min_argc: ClassVar[int] = 1
    """Arguments that each term takes before its params."""

    def __init__(self, cfg: Any, env: Any) -> None:
        self._term_names: list[str] = []
        self._term_cfgs: list[TermCfg] = []
        self._class_term_cfgs: list[TermCfg] = []
        super().__init__(cfg, env)

    @property
    def active_terms(self) -> list[str]:
        """Names of the terms."""
        return list(self._term_names)

    def set_term_cfg(self, term_name: str, cfg: TermCfg) -> None:
        """Replace the config of a term.

        Raises:
            ValueError: There is no such term.
        """
        index = self._index(term_name)
        self._require_type(term_name, cfg, self._cfg_class)
        self._term_cfgs[index] = cfg

    def get_term_cfg(self, term_name: str) -> TermCfg:
        """Config of a term, which may be changed in place.

        Raises:
            ValueError: There is no such term.
        """
        return self._term_cfgs[self._index(term_name)]

    def _index(self, term_name: str) -> int:
        if term_name not in self._term_names:
            raise ValueError(f"There is no {self._kind} term '{term_name}'; there are: {', '.join(self._term_names)}.")
        return self._term_names.index(term_name)

    def _prepare_terms(self) -> None:
        for name, cfg in self._items():
            self._require_type(name, cfg, self._cfg_class)
            self._check_term(name, cfg)
            self._resolve_common_term_cfg(name, cfg, min_argc=self._min_argc)
            self._term_names.append(name)
            self._term_cfgs.append(cfg)
            if isinstance(cfg.func, ManagerTermBase):
                self._class_term_cfgs.append(cfg)

    def _check_term(self, name: str, cfg: TermCfg) -> None:
        """Refuse a config whose further fields make no sense."""
