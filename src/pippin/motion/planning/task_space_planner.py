"""Paths to positions or poses of a frame by RRT with the transposed Jacobian, for one problem or many."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
import warp as wp

from pippin.motion.arrays import pose_type, to_tensor, vector_type
from pippin.motion.kinematics import upload_chain
from pippin.motion.robot_description import JointKind

from .connect_planner import SHORTEST_STRIDE, STRIDE
from .descent import descent_settings_struct
from .jacobian_transpose_kernel import jacobian_transpose_kernel, task_settings_struct, task_struct
from .kernel_kind import KernelKind
from .room import SearchRoom
from .search import PathSearch, PlannedPath


class TaskSpacePlanner(PathSearch):
    """Finds paths that bring a frame to positions or poses, for one problem or many.

    One tree grows from the start: by descents towards the target along the transposed Jacobian, towards random
    positions as well, and towards random configurations (Weghe, Ferguson and Srinivasa, 2007). Where a node is near
    the target, inverse kinematics goes the rest of the way. The parameters name the frame.

    See :class:`PathSearch` for the arguments, and :class:`ConnectPlanner` for what is free.
    """

    def plan(self, start: Any, position: Any, orientation: Any | None = None) -> PlannedPath:
        """Search a path for one problem.

        Args:
            start: Configuration to start from [m or rad], shape (num_coordinates,).
            position: Where the frame should be in the frame of the base [m], shape (3,).
            orientation: Which orientation it should have there (x, y, z, w), shape (4,); None leaves it free.

        Raises:
            ValueError: They have other shapes or, on the CPU, are not finite, or no joint moves the frame.
        """
        start_row = self._row("start", start, self.model.num_coordinates)
        orientation_row = None if orientation is None else self._row("orientation", orientation, 4)
        return self.plan_batch(start_row, self._row("position", position, 3), orientation_row)[0]

    def plan_batch(
        self,
        starts: Any,
        positions: Any,
        orientations: Any | None = None,
        seeds: Any | None = None,
        first_round: int | None = None,
    ) -> list[PlannedPath]:
        """Search paths for many problems: on all cores of a CPU, or all at once on a GPU, in rounds.

        Args:
            starts: Configurations to start from [m or rad], shape (num_problems, num_coordinates).
            positions: Where the frame should be in the frame of the base [m], shape (num_problems, 3).
            orientations: Which orientation it should have there (x, y, z, w), shape (num_problems, 4); None leaves it
                free.
            seeds: Whole numbers, shape (num_problems,), which with the seed of the parameters decide on the random
                numbers. None: all zero, as in :meth:`plan`.
            first_round: See :class:`PathSearch`.

        Raises:
            ValueError: They have other shapes or, on the CPU, are not finite, there are worlds for another number of
                problems, a round has no iteration, or no joint moves the frame.
        """
        world = self.world
        rows = to_tensor("starts", starts, [(None, self.model.num_coordinates)], world.scalar, world.device)
        if len(rows) == 0:
            return []
        chain = upload_chain(self.model, self._frame(), world.device, world.scalar)
        self._num_chain_joints, self._has_orientation = chain.num_joints, orientations is not None
        targets = self._targets(positions, orientations, len(rows))
        start_configurations = wp.from_torch(rows, dtype=self._coordinates)
        anywhere = np.full(self.model.num_coordinates, np.inf)
        ends = start_configurations, start_configurations, (-anywhere, anywhere)
        return self._search(*ends, [chain, start_configurations, targets], seeds, first_round)

    def _row(self, name: str, values: Any, length: int) -> torch.Tensor:
        return to_tensor(name, values, [(length,)], self.world.scalar, self.world.device)[None]

    def _frame(self) -> str:
        frame = self.parameters.task_space_frame_name
        if frame is None:
            raise ValueError("'task_space_frame_name' is None; expected the name of the frame that targets are for.")
        if not self.model.joints_to(frame):
            raise ValueError(f"No joint moves the frame '{frame}', so there are no paths for it.")
        return frame

    def _reach(self) -> tuple[np.ndarray, float]:
        """Origin of the first joint that moves the frame, and how far away from it the frame can be, at most [m]."""
        model, frame = self.model, self._frame()
        joints = model.joints_to(frame)
        lengths = [*model.joint_offsets[joints[1:], :3], model.frame_offsets[model.frame_index(frame), :3]]
        reach = sum(float(np.linalg.norm(length)) for length in lengths)
        for joint in joints:
            if model.joint_kinds[joint] == JointKind.PRISMATIC:
                coordinate = model.joint_coordinates[joint]
                farthest = max(abs(model.lower_limits[coordinate]), abs(model.upper_limits[coordinate]))
                reach += abs(model.joint_multipliers[joint]) * farthest + abs(model.joint_biases[joint])
        return model.joint_offsets[joints[0], :3], reach * (1.0 + 1e-6) + 1e-6

    def _targets(self, positions: Any, orientations: Any | None, count: int) -> wp.array:
        world = self.world
        positions = to_tensor("positions", positions, [(count, 3)], world.scalar, world.device)
        if orientations is None:
            orientations = torch.tensor([0.0, 0.0, 0.0, 1.0], device="cpu").expand(count, 4)
        orientations = to_tensor("orientations", orientations, [(count, 4)], world.scalar, world.device)
        norms = orientations.norm(dim=-1, keepdim=True)
        if norms.device.type == "cpu" and not (norms > 1e-6).all():
            raise ValueError("orientations should hold quaternions (x, y, z, w), one of them is zero.")
        return wp.from_torch(torch.cat([positions, orientations / norms], dim=-1), dtype=pose_type(world.scalar))

    def _kernel(self, kind: KernelKind) -> wp.Kernel:
        return jacobian_transpose_kernel(kind, self._num_chain_joints)

    def _extra_room(self, room: SearchRoom) -> list[Any]:
        if room.extra is None:
            shape = (room.num_workers, room.trees.nodes.shape[1])
            room.extra = task_struct(self.world.scalar)()
            room.extra.positions = wp.empty(shape, dtype=vector_type(self.world.scalar), device=self.world.device)
            room.extra.costs = wp.empty(shape, dtype=self.world.scalar, device=self.world.device)
        return [room.extra]

    def _settings(self, max_iterations: int) -> Any:
        parameters, model, scalar = self.parameters, self.model, self.world.scalar
        task = parameters.task_space_planning_params
        weights = parameters.distance_metric_weights or (1.0,) * model.num_coordinates
        lowest, highest = np.array(parameters.task_space_limits).T
        settings = task_settings_struct(scalar, model.num_coordinates)()
        settings.num_worlds = self.world.num_worlds
        settings.seed = parameters.seed
        settings.max_iterations = max_iterations
        settings.stride = STRIDE * parameters.step_size
        settings.shortest = SHORTEST_STRIDE * parameters.step_size
        settings.weights = self._coordinates(*weights)
        settings.lower, settings.upper = self._coordinates(*model.lower_limits), self._coordinates(*model.upper_limits)
        settings.has_orientation = self._has_orientation
        shoulder, reach = self._reach()
        settings.shoulder, settings.reach = vector_type(scalar)(*shoulder), reach
        settings.lowest_position = vector_type(scalar)(*lowest)
        settings.highest_position = vector_type(scalar)(*highest)
        settings.descent = descent_settings_struct(scalar)()
        settings.descent.translation_weight = task.translation_gradient_weight
        settings.descent.orientation_weight = task.orientation_gradient_weight
        settings.descent.substep = task.gradient_substep_size
        settings.translation_zone = task.translation_target_zone_tolerance
        settings.orientation_zone = task.orientation_target_zone_tolerance
        settings.translation_tolerance = task.translation_target_final_tolerance
        settings.orientation_tolerance = task.orientation_target_final_tolerance
        settings.translation_distance_weight = task.nn_translation_distance_weight
        settings.orientation_distance_weight = task.nn_orientation_distance_weight
        settings.exploitation_fraction = task.task_space_exploitation_fraction
        settings.exploration_fraction = task.task_space_exploration_fraction
        settings.substeps_away = task.max_extension_substeps_away_from_target
        settings.substeps_near = task.max_extension_substeps_near_target
        scale = task.extension_substep_target_region_scale_factor
        settings.near_distance = scale * task.translation_target_zone_tolerance
        settings.culling_radius = task.unexploited_nodes_culling_scalar * parameters.step_size
        return settings
