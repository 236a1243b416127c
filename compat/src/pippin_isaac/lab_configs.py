"""Functions of ``isaaclab.utils`` that handle configs; a config has them as methods too."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

Config = TypeVar("Config")


def replace(cfg: Config, /, **changes: Any) -> Config:
    """Make a config with other values for some fields."""
    return cfg.replace(**changes)


def clone(cfg: Config) -> Config:
    """Make a config with equal values that shares nothing with this one."""
    return cfg.copy()


def validate(cfg: Any) -> list[str]:
    """Check that every field was given a value, and what the config itself checks."""
    return cfg.validate()


def instantiate(cfg: Any, *args: Any, **kwargs: Any) -> Any:
    """Make what a config is for: an object of its ``class_type``, which gets the config first."""
    return cfg.class_type(cfg, *args, **kwargs)


def checked_apply(src: Any, target: Any) -> None:
    """Set each field of a dataclass on an object that has attributes of those names.

    Raises:
        TypeError: ``src`` is no dataclass.
        AttributeError: The object lacks an attribute; nothing is set.
    """
    if not dataclasses.is_dataclass(src):
        raise TypeError(f"'src' is {type(src).__name__}; expected a dataclass.")
    names = [field.name for field in dataclasses.fields(src)]
    missing = [name for name in names if not hasattr(target, name)]
    if missing:
        raise AttributeError(f"{type(target).__name__} has no attribute {', '.join(map(repr, missing))}.")
    for name in names:
        setattr(target, name, getattr(src, name))
