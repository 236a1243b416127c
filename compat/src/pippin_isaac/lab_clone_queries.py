"""Queries of ``isaaclab.cloner``: in which environments assets are."""

from __future__ import annotations

from typing import Any

import numpy as np
import warp as wp

from .lab_clone_plan import PrototypeWorldTopology

__all__ = ["query"]


class query:
    """Functions that say in which environments prototypes are. It is not made, but used like a module.

    Each takes prototypes and gives the numbers of environments (int32, -1 for the shared world) one prototype after
    another, and where they begin: entry ``[q, w + 1]`` of the second array, of shape (num_queries, num_worlds + 2) and
    int64, is where those of prototype q in environment w begin. With arrays of Warp the results go to ``out``, and
    nothing is written to the first if it is too short.
    """

    @staticmethod
    def get_asset_prototype_world_index(
        topology: PrototypeWorldTopology, asset_prototype: Any, *, out: Any = None
    ) -> Any:
        """Environments of asset prototypes; one that has an asset twice is there twice."""
        return _answer(topology, asset_prototype, out, "members")

    @staticmethod
    def get_asset_prototype_unique_world_index(
        topology: PrototypeWorldTopology, asset_prototype: Any, *, out: Any = None
    ) -> Any:
        """Environments of asset prototypes, each once."""
        return _answer(topology, asset_prototype, out, "worlds")

    @staticmethod
    def get_world_prototype_world_index(
        topology: PrototypeWorldTopology, world_prototype: Any, *, out: Any = None
    ) -> Any:
        """Environments of world prototypes; -1 is the shared world."""
        return _answer(topology, world_prototype, out, "prototypes")


def _answer(topology: PrototypeWorldTopology, prototypes: Any, out: Any, kind: str) -> Any:
    """Answer a query on the host.

    Raises:
        TypeError: Prototypes are no integers, or arrays of Warp and NumPy are mixed.
        ValueError: There are arrays of Warp, and none for the results.
    """
    is_warp = isinstance(topology.world_prototypes, wp.array)
    if isinstance(prototypes, wp.array) != is_warp:
        raise TypeError("Topology and prototypes should both be arrays of Warp, or neither: queries do not transfer.")
    if is_warp and out is None:
        raise ValueError("Queries with arrays of Warp need out=(world_indices, world_starts).")
    asked = np.atleast_1d(prototypes.numpy() if is_warp else prototypes)
    if asked.ndim != 1 or not np.issubdtype(asked.dtype, np.integer):
        raise TypeError("Prototypes should be integer IDs: paths are found with cloner.path.")
    counts = _counts(topology, asked, kind)
    starts = np.zeros((len(asked), counts.shape[1] + 1), dtype=np.int64)
    starts[:, 1:] = np.cumsum(counts).reshape(counts.shape)
    starts[1:, 0] = starts[:-1, -1]
    worlds = np.tile(np.arange(-1, counts.shape[1] - 1, dtype=np.int32), len(asked))
    indices = np.repeat(worlds, counts.ravel())
    if out is None:
        return indices, starts
    if is_warp:
        out[1].assign(starts)
        if 0 < len(indices) <= len(out[0]):
            wp.copy(out[0], wp.array(indices, dtype=wp.int32, device=out[0].device), count=len(indices))
    else:
        out[1][:] = starts
        if len(indices) <= len(out[0]):
            out[0][: len(indices)] = indices
    return out


def _counts(topology: PrototypeWorldTopology, asked: np.ndarray, kind: str) -> np.ndarray:
    """How often each prototype is in the shared world and in each environment, shape (num_queries, num_worlds + 1)."""
    members, starts, layout = (
        array.numpy() if isinstance(array, wp.array) else array
        for array in (topology.world_prototypes, topology.world_prototype_starts, topology.world_prototype_layout)
    )
    layout = np.concatenate(([-1], layout))
    if kind == "prototypes":
        return (asked[:, None] == layout).astype(np.int64)
    so_far = np.zeros((len(asked), len(members) + 1), dtype=np.int64)
    so_far[:, 1:] = np.cumsum(asked[:, None] == members, axis=1)
    counts = np.diff(so_far[:, starts], axis=1)[:, layout + 1]
    return np.minimum(counts, 1) if kind == "worlds" else counts
