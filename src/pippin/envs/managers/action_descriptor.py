"""What a term of the action takes, written down for those who run a policy on a robot."""

from __future__ import annotations

import inspect
import re
from typing import Any

import torch

from pippin.utils import configclass


@configclass
class GenericActionIODescriptor:
    """Description of a term of the action."""

    mdp_type: str = "Action"
    """What it is of."""

    name: str | None = None
    """Its name."""

    full_path: str | None = None
    """Module and name of its class."""

    description: str | None = None
    """Its docstring."""

    shape: tuple[int, ...] | None = None
    """Its shape, without the environments."""

    dtype: str | None = None
    """Type of its numbers."""

    action_type: str | None = None
    """What it does, in the author's word."""

    extras: dict[str, Any] = {}
    """Whatever the author adds."""

    export: bool = True
    """Whether it is written."""


def describe_action(term: Any, name: str | None = None) -> GenericActionIODescriptor:
    """Describe a term of the action as it was resolved: its joints in order, and what it makes of its input.

    Args:
        term: The term.
        name: Its name; None for that of its class in small letters, as Isaac Lab calls it.
    """
    kind = type(term)
    descriptor = GenericActionIODescriptor(
        name=name or re.sub(r"([a-z])([A-Z])", r"\1_\2", kind.__name__).lower(),
        full_path=qualified_name(kind),
        description=description_of(kind),
        shape=(term.action_dim,),
        dtype=str(term.raw_actions.dtype),
    )
    for field in ("joint_names", "scale", "offset", "clip"):
        value = vars(term).get(f"_{field}", getattr(term.cfg, field, None))
        setattr(descriptor, field, value[0] if isinstance(value, torch.Tensor) and value.ndim > 1 else value)
    return descriptor


def qualified_name(thing: Any) -> str:
    """Module and name of a function or a class, or of the class of a thing."""
    named = thing if hasattr(thing, "__qualname__") else type(thing)
    return f"{named.__module__}.{named.__qualname__}"


def description_of(thing: Any) -> str:
    """Docstring of a function or a class in one line."""
    return " ".join((inspect.getdoc(thing) or "").split())
