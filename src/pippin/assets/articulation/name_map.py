"""Which joints or links of the engine's order those of an articulation are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import warp as wp


@dataclass(frozen=True)
class NameMap:
    """Two orders of the same names, as permutations that are inverse to each other.

    Attributes:
        user_to_backend_indices: For each name of the articulation, its index in the engine's order.
        backend_to_user_indices: For each name in the engine's order, its index in the articulation's.
        user_to_backend: The first of these, shape (n,), int32, on the articulation's device.
        backend_to_user: The second of these, shape (n,), int32, on the articulation's device.
    """

    user_to_backend_indices: tuple[int, ...]
    backend_to_user_indices: tuple[int, ...]
    user_to_backend: wp.array
    backend_to_user: wp.array


def name_map(names: Sequence[str], backend_names: Sequence[str], device: str) -> NameMap | None:
    """Map between two orders of names; None where they are the same.

    Args:
        names: The articulation's names.
        backend_names: The same names in the engine's order.
        device: Device of the arrays.
    """
    if list(names) == list(backend_names):
        return None
    there = tuple(backend_names.index(name) for name in names)
    back = tuple(names.index(name) for name in backend_names)
    return NameMap(there, back, *(wp.array(ids, dtype=int, device=device) for ids in (there, back)))
