"""Memory that searches compute in."""

from __future__ import annotations

from typing import Any

import warp as wp

from pippin.motion.ik.functions import coordinates_type

from .edges import MAX_PARTS, workspace_struct
from .kernel_kind import KernelKind
from .trees import extensions_struct, trees_struct

MAX_WAYPOINTS = 4096
"""Number of waypoints of a path, at most."""


class SearchRoom:
    """Arrays that workers compute in.

    Args:
        kind: What its kernels are compiled for.
        device: Warp device.
        num_workers: Number of searches at once.
        max_nodes: Number of nodes of a tree, at most.

    Attributes:
        extra: What else a search needs, if it does.
    """

    def __init__(self, kind: KernelKind, device: wp.DeviceLike, num_workers: int, max_nodes: int) -> None:
        scalar, num_coordinates = kind.scalar, kind.num_coordinates
        coordinates = coordinates_type(scalar, num_coordinates)
        extensions_shape = (num_workers, kind.num_extensions)
        self.num_workers = num_workers
        self.extra: Any = None
        self.problems = wp.zeros(num_workers, dtype=wp.int32, device=device)
        self.seeds = wp.zeros(num_workers, dtype=wp.int32, device=device)
        self.space = workspace_struct(scalar, num_coordinates)()
        self.space.begins = wp.zeros(extensions_shape, dtype=coordinates, device=device)
        self.space.ends = wp.zeros(extensions_shape, dtype=coordinates, device=device)
        self.space.blocked = wp.zeros(extensions_shape, dtype=wp.int32, device=device)
        self.space.asked = wp.zeros(extensions_shape, dtype=wp.int32, device=device)
        self.space.parts = wp.zeros((2 * num_workers, MAX_PARTS), dtype=wp.int32, device=device)
        self.space.masks = wp.zeros((2 * num_workers, MAX_PARTS), dtype=wp.int64, device=device)
        self.space.counts = wp.zeros(2 * num_workers, dtype=wp.int32, device=device)
        self.extensions = extensions_struct(scalar, num_coordinates)()
        self.extensions.targets = wp.zeros(extensions_shape, dtype=coordinates, device=device)
        self.extensions.lengths = wp.zeros(extensions_shape, dtype=scalar, device=device)
        for name in ("nodes", "others", "states", "grown"):
            setattr(self.extensions, name, wp.zeros(extensions_shape, dtype=wp.int32, device=device))
        self.trees = trees_struct(scalar, num_coordinates)()
        self.trees.nodes = wp.empty((2 * num_workers, max_nodes), dtype=coordinates, device=device)
        self.trees.parents = wp.empty((2 * num_workers, max_nodes), dtype=wp.int32, device=device)
        self.paths = wp.empty((num_workers, min(max_nodes, MAX_WAYPOINTS)), dtype=coordinates, device=device)
        self.counts = wp.zeros((num_workers, 3), dtype=wp.int32, device=device)
