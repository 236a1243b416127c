"""Choosing bodies by their names: a method that the classes of assets and sensors name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pippin.utils.names import resolve_matching_names


class HasBodyNames(Protocol):
    """What has bodies, or frames that programs choose as bodies."""

    @property
    def body_names(self) -> Sequence[str]:
        """Names of the bodies, in the order of the arrays."""
        ...


def find_bodies(
    self: HasBodyNames, name_keys: str | Sequence[str], preserve_order: bool = False
) -> tuple[list[int], list[str]]:
    """Bodies whose names match regular expressions as a whole.

    Args:
        self: The asset or sensor.
        name_keys: Regular expression, or several. Each must match at least one name.
        preserve_order: Whether the result is in the order of the expressions; otherwise in that of the bodies.

    Returns:
        Indices and names of the bodies.

    Raises:
        ValueError: An expression matches nothing, or a body is matched by two expressions.
    """
    return resolve_matching_names(name_keys, self.body_names, preserve_order)
