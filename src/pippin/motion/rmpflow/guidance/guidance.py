"""Guidance of robots that are stuck."""

from __future__ import annotations

from typing import Any

import numpy as np
import warp as wp

from pippin.motion.robot_description import RobotModel
from pippin.utils import ProxyArray
from pippin.utils.torch_view import torch_view

from .kernel import guidance_kernel
from .structs import make_guidance

SPHERES_ON_CPU, SLICES_ON_GPU = 320, 2
"""How many slices of work are done at each step: an edge of a tree, an attempt at a goal or a shortcut each.

On a CPU as many as keep a step below 1 ms with 20 obstacles, which a slice takes longer for the more spheres there are.
"""


class Guidance:
    """Watches robots, and leads those that come no closer to their targets.

    Args:
        model: The robot.
        end_effector: Name of the frame that targets are for.
        joint_limit_buffers: How far inside of its limits each joint is kept [m or rad].
        num_envs: Number of robots.
        device: Warp device.
        scalar: Type of numbers.

    Attributes:
        struct: What is remembered of each robot.
        kernel: What does a step of guidance.
        num_slices: How much of it.
    """

    def __init__(
        self,
        model: RobotModel,
        end_effector: str,
        joint_limit_buffers: tuple[float, ...],
        num_envs: int,
        device: wp.Device,
        scalar: type,
    ) -> None:
        buffers = np.array(joint_limit_buffers)
        self.struct, num_joints, num_chain_coordinates = make_guidance(
            model, end_effector, buffers, num_envs, device, scalar
        )
        self.kernel: wp.Kernel = guidance_kernel(scalar, num_joints, num_chain_coordinates, model.num_coordinates)
        self.num_slices = max(1, SPHERES_ON_CPU // max(1, model.num_spheres)) if device.is_cpu else SLICES_ON_GPU
        self.phases = ProxyArray(self.struct.phase)
        """What is done for each robot, of :class:`Phase`, shape (num_envs,)."""

    def forget(self, rows: Any) -> None:
        """Watch robots as if nothing had been."""
        torch_view(self.struct.target_kind)[rows] = -1
