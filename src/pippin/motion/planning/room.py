"""Memory that searches compute in."""

from __future__ import annotations

from typing import Any

import warp as wp

from pippin.motion.ik.functions import coordinates_type
from pippin.motion.robot_description import RobotModel
from pippin.motion.world import CollisionWorld

from .edges import MAX_PARTS, workspace_struct
from .trees import trees_struct

MAX_WAYPOINTS = 4096
"""Number of waypoints of a path, at most."""


class SearchRoom:
    """Arrays that workers compute in.

    Args:
        model: The robot.
        world: The obstacles.
        num_workers: Number of searches at once.
        max_nodes: Number of nodes of a tree, at most.

    Attributes:
        extra: What else a search needs, if it does.
    """

    def __init__(self, model: RobotModel, world: CollisionWorld, num_workers: int, max_nodes: int) -> None:
        device, scalar = world.device, world.scalar
        coordinates = coordinates_type(scalar, model.num_coordinates)
        self.num_workers = num_workers
        self.extra: Any = None
        self.problems = wp.zeros(num_workers, dtype=wp.int32, device=device)
        self.seeds = wp.zeros(num_workers, dtype=wp.int32, device=device)
        self.space = workspace_struct()()
        self.space.parts = wp.zeros((2 * num_workers, MAX_PARTS), dtype=wp.int32, device=device)
        self.space.masks = wp.zeros((2 * num_workers, MAX_PARTS), dtype=wp.int64, device=device)
        self.space.counts = wp.zeros(2 * num_workers, dtype=wp.int32, device=device)
        self.trees = trees_struct(scalar, model.num_coordinates)()
        self.trees.nodes = wp.empty((2 * num_workers, max_nodes), dtype=coordinates, device=device)
        self.trees.parents = wp.empty((2 * num_workers, max_nodes), dtype=wp.int32, device=device)
        self.paths = wp.empty((num_workers, min(max_nodes, MAX_WAYPOINTS)), dtype=coordinates, device=device)
        self.counts = wp.zeros((num_workers, 3), dtype=wp.int32, device=device)
