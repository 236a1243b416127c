"""Guidance of robots that are stuck."""

from __future__ import annotations

from typing import Any

import numpy as np
import warp as wp

from pippin.motion.rmpflow.policies.structs import make_motion
from pippin.motion.robot_description import RobotModel
from pippin.utils import ProxyArray
from pippin.utils.torch_view import torch_view

from .foresight import NUM_SUBSTEPS, SUBSTEP
from .kernel import guidance_kernel
from .structs import make_guidance

SLICES_ON_CPU, SLICES_ON_GPU = 100, 2
"""How many slices of work are done at a step, at most: an edge of a tree, an attempt at a goal or a shortcut each."""

DISTANCES, ALL_DISTANCES = 50_000, 2**30
"""How many distances between spheres and obstacles are computed for them on a CPU, after which no other slice begins:
about half a millisecond. A GPU does all its slices."""


class Guidance:
    """Watches robots, and leads those that come no closer to their targets.

    Args:
        model: The robot.
        end_effector: Name of the frame that targets are for.
        joint_limit_buffers: How far inside of its limits each joint is kept [m or rad].
        body: Struct of what avoids and is avoided.
        num_envs: Number of robots.
        device: Warp device.
        scalar: Type of numbers.

    Attributes:
        struct: What is remembered of each robot.
        kernel: What does a step of guidance.
        num_slices: How many slices of work it does at most.
        num_distances: How many distances between spheres and obstacles it computes for them, about.
        time_ahead: By how much is looked farther ahead at each step [s]; on a GPU, where all robots would wait for it,
            not at all.
        ahead: The state of the robots that are looked ahead with.
    """

    def __init__(
        self,
        model: RobotModel,
        end_effector: str,
        joint_limit_buffers: tuple[float, ...],
        body: Any,
        num_envs: int,
        device: wp.Device,
        scalar: type,
    ) -> None:
        buffers = np.array(joint_limit_buffers)
        self.struct, num_joints, num_chain_coordinates = make_guidance(
            model, end_effector, buffers, num_envs, device, scalar
        )
        self.kernel: wp.Kernel = guidance_kernel(scalar, num_joints, num_chain_coordinates, model.num_coordinates)
        self.num_slices = SLICES_ON_CPU if device.is_cpu else SLICES_ON_GPU
        self.num_distances = DISTANCES if device.is_cpu else ALL_DISTANCES
        self.time_ahead = NUM_SUBSTEPS * SUBSTEP if device.is_cpu else 0.0
        self.ahead = make_motion(num_envs, model.num_joints, body, device, scalar)
        self._is_never_guided = wp.zeros(num_envs, dtype=wp.bool, device=device)
        self.phases = ProxyArray(self.struct.phase)
        """What is done for each robot, of :class:`Phase`, shape (num_envs,)."""

    def moves_ahead(self, targets: Any) -> tuple[Any, int, float, wp.array, Any]:
        """What a launch of the policies' steps looks ahead with: targets, substeps, which robots, and their state."""
        alone = type(targets)()
        for name in targets._cls.vars:
            setattr(alone, name, getattr(targets, name))
        alone.is_guided = self._is_never_guided
        return alone, NUM_SUBSTEPS, SUBSTEP, self.struct.foresees, self.ahead

    def forget(self, rows: Any) -> None:
        """Watch robots as if nothing had been."""
        torch_view(self.struct.target_kind)[rows] = -1
