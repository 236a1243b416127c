"""Calls on the tendons of articulations."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import warp as wp

from pippin.physics.views import ArticulationView
from pippin.utils import ProxyArray
from pippin.utils.choices import choose

from .values import ANY, Indices, Values, checked, chosen_rows, filled, tell

TENDONS = {
    "stiffness": ("stiffnesses", "stiffness of the springs of tendons [N/m or N m/rad]", 0.0),
    "damping": ("dampings", "damping of tendons [N s/m or N m s/rad]", 0.0),
    "limit_stiffness": ("limit_stiffnesses", "stiffness at the limits of tendons [N/m or N m/rad]", 0.0),
    "rest_length": ("rest_lengths", "lengths at which the springs of tendons rest [m or rad]", ANY),
    "offset": ("offsets", "what is added to the length of tendons [m or rad]", ANY),
}
"""Properties of tendons: the names of their getters, what they are, and the least that is accepted."""


def getter_of_tendons(kind: str, name: str, what: str) -> Callable[[ArticulationView], ProxyArray]:
    """Make the method that returns a property of tendons of a kind, "fixed" or "spatial"."""

    def get(self: ArticulationView) -> ProxyArray:
        tendons = getattr(self, f"{kind}_tendons")
        return filled(self, f"{kind} {name}", (self.count, tendons.num_tendons), functools.partial(tendons.read, name))

    get.__doc__ = f"Return {what} ({kind}), shape (N, T), float32."
    return get


def write_tendons(
    view: Any, kind: str, scalars: dict[str, Values], more: dict[str, wp.array], indices: Indices
) -> None:
    """Set properties of tendons of a kind: values as they are given, and further ones that are checked already.

    Raises:
        TypeError, ValueError: As :func:`checked` says.
    """
    tendons = getattr(view, f"{kind}_tendons")
    shape = (view.count, tendons.num_tendons)
    given = {name: checked(view, values, name, *shape, lowest=TENDONS[name][2]) for name, values in scalars.items()}
    tendons.write(given | more, choose(view.count, chosen_rows(view, indices)), choose(tendons.num_tendons))
    tell(view, *(f"{kind}_tendon_{name}" for name in scalars))
