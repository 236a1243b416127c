"""Paths between configurations by RRT-Connect, for one problem or many."""

from __future__ import annotations

from typing import Any

import warp as wp

from pippin.motion.arrays import to_tensor

from .connect_kernel import connect_kernel, connect_settings_struct
from .kernel_kind import KernelKind
from .search import PathSearch, PlannedPath

STRIDE = 20.0
"""Length of the motions that trees are extended by, in steps."""

SHORTEST_STRIDE = 10.0
"""Length below which a blocked motion is not halved any more, in steps."""


GPU_LANES, GPU_EXTENSIONS = 64, 16
"""Number of threads that share a search on a GPU, and of extensions of a tree that they make at once.

A turn of 16 takes little longer than one of 1, for its motions are checked together; hardly more extensions are needed.
"""


class ConnectPlanner(PathSearch):
    """Finds paths between configurations by RRT-Connect (Kuffner and LaValle, 2000), for one problem or many.

    The robot is the spheres of its description; those that no joint moves play no part against obstacles. Motions are
    free at every instant, not only at samples. What is found depends on the problem, the parameters and the seed alone.

    See :class:`PathSearch` for the arguments.
    """

    _gpu_lanes, _gpu_extensions = GPU_LANES, GPU_EXTENSIONS

    def plan(self, start: Any, goal: Any) -> PlannedPath:
        """Search a path for one problem.

        Args:
            start: Configuration to start from [m or rad], shape (num_coordinates,).
            goal: Configuration to go to.

        Raises:
            ValueError: They have other shapes or, on the CPU, are not finite.
        """
        shape = (self.model.num_coordinates,)
        start_row, goal_row = (
            to_tensor(name, values, [shape], self.world.scalar, self.world.device)[None]
            for name, values in (("start", start), ("goal", goal))
        )
        return self.plan_batch(start_row, goal_row)[0]

    def plan_batch(
        self, starts: Any, goals: Any, seeds: Any | None = None, first_round: int | None = None
    ) -> list[PlannedPath]:
        """Search paths for many problems: on all cores of a CPU, or all at once on a GPU, in rounds.

        Args:
            starts: Configurations to start from [m or rad], shape (num_problems, num_coordinates).
            goals: Configurations to go to, in the same form.
            seeds: Whole numbers, shape (num_problems,), which with the seed of the parameters decide on the random
                numbers. None: all zero, as in :meth:`plan`.
            first_round: See :class:`PathSearch`.

        Raises:
            ValueError: They have other shapes or, on the CPU, are not finite, there are worlds for another number of
                problems, or a round has no iteration.
        """
        world = self.world
        rows = to_tensor("starts", starts, [(None, self.model.num_coordinates)], world.scalar, world.device)
        goal_rows = to_tensor("goals", goals, [tuple(rows.shape)], world.scalar, world.device)
        if len(rows) == 0:
            return []
        starts, goals = (wp.from_torch(values, dtype=self._coordinates) for values in (rows, goal_rows))
        limits = self.model.lower_limits, self.model.upper_limits
        return self._search(starts, goals, limits, [starts, goals], seeds, first_round)

    def _kernel(self, kind: KernelKind) -> wp.Kernel:
        return connect_kernel(kind)

    def _settings(self, max_iterations: int) -> Any:
        parameters, model = self.parameters, self.model
        weights = parameters.distance_metric_weights or (1.0,) * model.num_coordinates
        settings = connect_settings_struct(self.world.scalar, model.num_coordinates)()
        settings.num_worlds = self.world.num_worlds
        settings.seed = parameters.seed
        settings.max_iterations = max_iterations
        settings.exploration_fraction = parameters.c_space_planning_params.exploration_fraction
        settings.stride = STRIDE * parameters.step_size
        settings.shortest = SHORTEST_STRIDE * parameters.step_size
        settings.weights = self._coordinates(*weights)
        settings.lower, settings.upper = self._coordinates(*model.lower_limits), self._coordinates(*model.upper_limits)
        return settings
