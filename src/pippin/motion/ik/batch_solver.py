"""Inverse kinematics for thousands of targets at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
import warp as wp

from pippin.motion.arrays import default_scalar, pose_type, to_tensor
from pippin.motion.compilation import load_kernel
from pippin.motion.kinematics import upload_robot
from pippin.motion.robot_description import RobotModel
from pippin.motion.world import CollisionWorld
from pippin.utils import ProxyArray

from .batch_kernel import batch_kernel, batch_settings_struct
from .bodies import find_bodies
from .chain import upload_ik_chain
from .collision import scene_struct

THREADS_PER_MULTIPROCESSOR = 512
"""Number of targets that a GPU works on at once, for each of its multiprocessors: as many as its registers hold."""


class BatchResult(NamedTuple):
    """What was found for many targets.

    Attributes:
        q: Configurations [m or rad], shape (num_targets, num_coordinates): solutions, or what came closest.
        success: Whether the errors are within the tolerances, shape (num_targets,).
        errors: Distance [m] and angle [rad] to the target, shape (num_targets, 2).
        num_attempts: Number of configurations that were started from, shape (num_targets,).
    """

    q: ProxyArray
    success: ProxyArray
    errors: ProxyArray
    num_attempts: ProxyArray


class BatchSolver:
    """Finds configurations in which a frame of a robot is where it should be, for many targets at once.

    From the seed, and then from random configurations, it goes towards the target by the method of Levenberg and
    Marquardt, within the limits of the joints. What it finds for a target depends on the seeds and on the place of the
    target among the others, not on what else there is to do.

    With a world, solutions are clear of its obstacles: no sphere of the robot that a joint moves comes closer to one
    than the clearance. Where self-collision is avoided, links do not touch each other; see
    :func:`~pippin.motion.ik.bodies.find_bodies` for which of them could.

    Args:
        model: The robot.
        frame_name: Name of a link.
        device: Warp device to compute on.
        scalar: Type of numbers, ``wp.float32`` or ``wp.float64``. None takes double precision on a CPU and single on a
            GPU, which reaches some 1e-6 m.
        max_attempts: Number of configurations to start from, at most.
        sampling_seed: Seed of the generator that draws them.
        world: Obstacles to be clear of: one world for all targets, or one for each. None looks for none.
        clearance: Least distance from obstacles [m].
        avoid_self_collision: Whether links of the robot must not touch each other.

    Raises:
        ValueError: There is no such frame, the world has another device or type of numbers, the robot no spheres, or
            ``max_attempts`` is less than 1.
    """

    def __init__(
        self,
        model: RobotModel,
        frame_name: str,
        device: wp.DeviceLike = "cpu",
        scalar: type | None = None,
        max_attempts: int = 100,
        sampling_seed: int = 0,
        world: CollisionWorld | None = None,
        clearance: float = 0.0,
        avoid_self_collision: bool = False,
    ) -> None:
        if max_attempts < 1:
            raise ValueError(f"max_attempts should be at least 1, it is {max_attempts}.")
        self.model = model
        self.frame_name = frame_name
        self.device = wp.get_device(device)
        self.scalar = default_scalar(self.device) if scalar is None else scalar
        self.max_attempts = max_attempts
        self.sampling_seed = sampling_seed
        self._chain = upload_ik_chain(model, frame_name, self.device, self.scalar)
        self._coordinate_ids = wp.array(self._chain.coordinates, dtype=wp.int32, device=self.device)
        if world is None and avoid_self_collision:
            world = CollisionWorld(1, self.device, self.scalar)
        self._world = world
        self._scene = scene_struct(self.scalar)()
        self._kernel = batch_kernel(
            self.scalar, self._chain.num_joints, len(self._chain.coordinates), avoids_obstacles=world is not None
        )
        if world is not None:
            self._enter(world, clearance)
        if avoid_self_collision:
            self._part_links()
        self._queue = wp.zeros(1, dtype=wp.int32, device=self.device)

    def solve(
        self,
        positions: Any,
        orientations: Any | None = None,
        seeds: Any | None = None,
        position_tolerance: float = 1e-4,
        orientation_tolerance: float = 1e-3,
    ) -> BatchResult:
        """Find configurations that bring the frame to targets.

        Args:
            positions: Where its origin should be in the frame of the base [m], shape (num_targets, 3).
            orientations: Which orientation it should have there (x, y, z, w), shape (num_targets, 4); None leaves it
                free.
            seeds: Configurations to start from, shape (num_targets, num_coordinates); None takes the default
                configuration. Coordinates that do not move the frame stay as they are there.
            position_tolerance: Distance from the target [m].
            orientation_tolerance: Angle from the target [rad].

        Raises:
            ValueError: A tolerance is not positive, or an array holds no numbers, has another shape or, on the CPU, is
                not finite. On GPUs targets that are not finite are not reached.
        """
        for name, tolerance in (
            ("position_tolerance", position_tolerance),
            ("orientation_tolerance", orientation_tolerance),
        ):
            if not tolerance > 0.0:  # nor NaN
                raise ValueError(f"{name} should be positive, it is {tolerance}.")
        targets = self._targets(positions, orientations)
        count = targets.shape[0]
        settings = batch_settings_struct(self.scalar)()
        settings.num_targets = count
        settings.has_orientation = orientations is not None
        # Single precision aims closer, so that its rounding does not leave the tolerances.
        aim = 0.9 if self.scalar is wp.float32 else 1.0
        settings.position_tolerance, settings.orientation_tolerance = (
            aim * position_tolerance,
            aim * orientation_tolerance,
        )
        settings.max_attempts, settings.sampling_seed = self.max_attempts, self.sampling_seed
        self._queue.zero_()
        result = self._empty_result(count, seeds)
        num_workers = self._num_workers(count)
        if self._world is not None:
            self._make_room(self._world, count, num_workers)
        load_kernel(self._kernel, self.device, "batched inverse kinematics")
        wp.launch(
            self._kernel,
            dim=num_workers,
            inputs=[self._chain.struct, settings, self._scene, self._coordinate_ids, targets, self._queue],
            outputs=[array.warp for array in result],
            device=self.device,
            block_dim=64,
        )
        return result

    def _targets(self, positions: Any, orientations: Any | None) -> wp.array:
        positions = to_tensor("positions", positions, [(None, 3)], self.scalar, self.device)
        shape = (positions.shape[0], 4)
        if orientations is None:
            orientations = torch.tensor([0.0, 0.0, 0.0, 1.0], device="cpu").expand(shape)
        orientations = to_tensor("orientations", orientations, [shape], self.scalar, self.device)
        norms = orientations.norm(dim=-1, keepdim=True)
        if norms.device.type == "cpu" and not (norms > 1e-6).all():
            raise ValueError("orientations should hold quaternions (x, y, z, w), one of them is zero.")
        return wp.from_torch(torch.cat([positions, orientations / norms], dim=-1), dtype=pose_type(self.scalar))

    def _empty_result(self, count: int, seeds: Any | None) -> BatchResult:
        """Arrays for the result; those of configurations hold the seeds."""
        shape = (count, self.model.num_coordinates)
        values = torch.from_numpy(self.model.default_q.copy()).expand(shape) if seeds is None else seeds
        q = to_tensor("seeds", values, [shape], self.scalar, self.device).clone()

        def empty(shape: int | tuple[int, int], dtype: type) -> ProxyArray:
            return ProxyArray(wp.empty(shape, dtype=dtype, device=self.device))

        return BatchResult(
            q=ProxyArray(wp.from_torch(q)),
            success=empty(count, wp.bool),
            errors=empty((count, 2), self.scalar),
            num_attempts=empty(count, wp.int32),
        )

    def _enter(self, world: CollisionWorld, clearance: float) -> None:
        """Look at the obstacles of a world from now on."""
        if world.device != self.device or world.scalar is not self.scalar:
            raise ValueError(
                f"The world should be on {self.device} with numbers of type {self.scalar.__name__}; it is on "
                f"{world.device} with {world.scalar.__name__}."
            )
        if self.model.num_spheres == 0:
            raise ValueError(
                f"The robot '{self.model.name}' has no collision spheres, so it cannot avoid obstacles; "
                "expected a description with 'collision_spheres'."
            )
        own = {int(coordinate): column for column, coordinate in enumerate(self._chain.coordinates)}
        columns = np.array([own.get(int(coordinate), -1) for coordinate in self.model.joint_coordinates])
        self._scene.robot = upload_robot(self.model, self.device, self.scalar)
        self._scene.columns = wp.array(columns, dtype=wp.int32, device=self.device)
        self._scene.num_worlds = world.num_worlds
        self._scene.clearance = clearance

    def _part_links(self) -> None:
        """Look at the spheres of links that should not touch each other from now on."""
        bodies = find_bodies(self.model)
        pairs = [
            (first, second) for a, b in bodies.pairs for first in bodies.spheres[a] for second in bodies.spheres[b]
        ]
        self._scene.num_pairs = len(pairs)
        self._scene.pairs = wp.array(np.array(pairs, np.int32).reshape(-1, 2), dtype=wp.vec2i, device=self.device)

    def _make_room(self, world: CollisionWorld, count: int, num_workers: int) -> None:
        """Give workers room to compute in, and the obstacles that there are now."""
        if world.num_worlds not in (1, count):
            raise ValueError(f"There should be 1 world or {count}, one for each target; there are {world.num_worlds}.")
        self._scene.world = world.struct
        if self._scene.q is None or self._scene.q.shape[0] < num_workers:
            rooms = (num_workers, self.model.num_coordinates), (num_workers, self.model.num_joints)
            self._scene.q = wp.zeros(rooms[0], dtype=self.scalar, device=self.device)
            self._scene.joint_frames = wp.zeros(rooms[1], dtype=pose_type(self.scalar), device=self.device)

    def _num_workers(self, count: int) -> int:
        if self.device.is_cpu:  # which runs one after the other
            return min(count, 1)
        return min(count, THREADS_PER_MULTIPROCESSOR * self.device.sm_count)
