"""RMPflow for many robots at once, each in an environment of its own."""

from __future__ import annotations

import math
from typing import Any

import torch
import warp as wp

from pippin.motion.arrays import default_scalar, to_tensor
from pippin.motion.kinematics import upload_robot
from pippin.motion.robot_description import RobotModel
from pippin.motion.world import CollisionWorld
from pippin.utils import ProxyArray
from pippin.utils.checks import check_seconds
from pippin.utils.torch_view import torch_view

from .guidance import Guidance
from .launches import StepLaunches
from .policies.parameters import RmpFlowParameters
from .policies.structs import make_motion, make_targets, upload_body, upload_parameters


class RmpFlowBatch:
    """Moves robots of one kind to targets around obstacles, by Riemannian motion policies (arXiv 1811.07049).

    Every robot has its state, its targets and its obstacles. Without a target of the end effector it moves to its
    c-space target, which at first is the default configuration; with one, that says how to hold the arm meanwhile.

    Positions are in metres, orientations quaternions (x, y, z, w), both in the frame of the world. Numbers can be
    anything that holds them: tensors, proxies, Warp or NumPy arrays, lists. ``env_ids`` are the robots that are meant;
    None means all. What is given for one robot, without the first dimension, serves all that are meant.

    Args:
        model: The robot.
        parameters: Gains and scales; see :func:`~pippin.motion.rmpflow.read_rmpflow_parameters`.
        end_effector: Name of the frame that targets are for.
        num_envs: Number of robots.
        maximum_substep_size: Largest time that is integrated at once [s].
        device: Warp device to compute on.
        scalar: Type of numbers, ``wp.float32`` or ``wp.float64``. None takes double precision on a CPU and single on a
            GPU.
        world: Obstacles: one world for all robots, or one for each. None makes one for each, empty.
        guided: Whether robots are led around what they get stuck at; see :mod:`pippin.motion.rmpflow.guidance`.
            Without, they rest wherever the policies balance each other; with, a step of thousands of robots on a GPU
            takes several times as long.

    Attributes:
        model: The robot.
        num_envs: Number of robots.
        maximum_substep_size: Largest time that is integrated at once [s].
        world: Obstacles. Bases are moved by :meth:`set_base_pose`, not here.

    Raises:
        ValueError: There is no such frame, no robot, or the world is on another device or for other robots.
    """

    def __init__(
        self,
        model: RobotModel,
        parameters: RmpFlowParameters,
        end_effector: str,
        num_envs: int = 1,
        maximum_substep_size: float = 1.0 / 300.0,
        device: wp.DeviceLike = "cpu",
        scalar: type | None = None,
        world: CollisionWorld | None = None,
        guided: bool = False,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"There should be at least one robot, not {num_envs}.")
        if not (math.isfinite(maximum_substep_size) and maximum_substep_size > 0.0):
            raise ValueError(f"maximum_substep_size should be a positive time [s], it is {maximum_substep_size}.")
        self.model = model
        self.num_envs = num_envs
        self.maximum_substep_size = maximum_substep_size
        self._device = wp.get_device(device)
        self._scalar = default_scalar(self._device) if scalar is None else scalar
        self.world = CollisionWorld(num_envs, self._device, self._scalar) if world is None else world
        self._check_world()
        body = upload_body(model, parameters, end_effector, self._device, self._scalar)
        self._motion = make_motion(num_envs, model.num_joints, body, self._device, self._scalar)
        self._targets = make_targets(num_envs, model.num_coordinates, self._device, self._scalar)
        self._default_q = to_tensor("default_q", model.default_q, [(None,)], self._scalar, self._device)
        self.positions = ProxyArray(self._motion.q)
        """Positions that the robots are believed at [m or rad], shape (num_envs, num_coordinates)."""
        self.velocities = ProxyArray(self._motion.qd)
        """Their velocities [m/s or rad/s], in the same form."""
        self.accelerations = ProxyArray(self._motion.qdd)
        """Accelerations of the last substep [m/s^2 or rad/s^2], in the same form; before the first one they are 0."""
        self._guidance = (
            Guidance(model, end_effector, parameters.joint_limit_buffers, body, num_envs, self._device, self._scalar)
            if guided
            else None
        )
        self._launches = StepLaunches(
            upload_parameters(parameters, self._scalar),
            upload_robot(model, self._device, self._scalar),
            body,
            self._targets,
            self._motion,
            self._guidance,
            self._device,
            self._scalar,
        )
        self.reset()

    # State.

    def set_state(self, positions: Any, velocities: Any, env_ids: Any = None) -> None:
        """Set where robots are believed to be.

        Args:
            positions: Positions [m or rad], shape (num_coordinates,) or (number of robots that are meant, that).
            velocities: Velocities [m/s or rad/s], in the same form.
            env_ids: Robots that are meant.

        Raises:
            ValueError: The arrays have other shapes.
        """
        rows = self._rows(env_ids)
        new_positions = self._numbers("positions", positions, rows, self.model.num_coordinates)
        new_velocities = self._numbers("velocities", velocities, rows, self.model.num_coordinates)
        self.positions.torch[rows] = new_positions
        self.velocities.torch[rows] = new_velocities

    def reset(self, env_ids: Any = None) -> None:
        """Bring robots to rest at the default configuration, which becomes their only target. Obstacles stay."""
        rows = self._rows(env_ids)
        self.set_state(self._default_q, torch.zeros_like(self._default_q), env_ids)
        self.accelerations.torch[rows] = 0.0
        if self._guidance is not None:
            self._guidance.forget(rows)
        self.set_cspace_target(self._default_q, env_ids)
        self.set_end_effector_target(env_ids=env_ids)

    # Targets.

    def set_cspace_target(self, positions: Any, env_ids: Any = None) -> None:
        """Set configurations to move to [m or rad], shape (num_coordinates,) or (number of robots meant, that).

        Raises:
            ValueError: The array has another shape.
        """
        rows = self._rows(env_ids)
        new = self._numbers("positions", positions, rows, self.model.num_coordinates)
        torch_view(self._targets.configurations)[rows] = new

    def set_end_effector_target(self, position: Any = None, orientation: Any = None, env_ids: Any = None) -> None:
        """Set poses to move the end effector to; what is None is free from now on.

        Args:
            position: Positions [m], shape (3,) or (number of robots that are meant, 3).
            orientation: Orientations, shape (4,) or (number of robots that are meant, 4).
            env_ids: Robots that are meant.

        Raises:
            ValueError: The arrays have other shapes, or a quaternion is zero.
        """
        rows = self._rows(env_ids)
        if position is not None:
            position = self._numbers("position", position, rows, 3)
        if orientation is not None:
            orientation = self._unit_quaternions(orientation, rows)
        for name, flag, values in (
            ("positions", "has_position", position),
            ("orientations", "has_orientation", orientation),
        ):
            torch_view(getattr(self._targets, flag))[rows] = values is not None
            if values is not None:
                torch_view(getattr(self._targets, name))[rows] = values

    def set_base_pose(self, position: Any, orientation: Any = (0.0, 0.0, 0.0, 1.0), env_ids: Any = None) -> None:
        """Move the bases of robots; at first they are at the origin of the world.

        Args:
            position: Positions [m], shape (3,) or (number of robots that are meant, 3).
            orientation: Orientations, shape (4,) or (number of robots that are meant, 4).
            env_ids: Robots that are meant.

        Raises:
            ValueError: The arrays have other shapes, a quaternion is zero, or robots that share one world would have
                different bases.
        """
        rows = self._rows(env_ids)
        positions, quaternions = self._numbers("position", position, rows, 3), self._unit_quaternions(orientation, rows)
        shared = self.world.num_worlds < self.num_envs
        if shared and (env_ids is not None or positions.ndim == 2 or quaternions.ndim == 2):
            raise ValueError(
                "'position' or 'orientation' is given for single robots, which share one world; expected one for all."
            )
        self.world.set_base_pose(positions, quaternions, env_ids)
        base_poses = torch_view(self._targets.base_poses)
        base_poses[rows, :3], base_poses[rows, 3:] = positions, quaternions

    # Motion.

    def step(self, duration: float) -> None:
        """Move all robots on, in substeps that are as long as each other; see :attr:`positions`.

        Args:
            duration: Time [s].

        Raises:
            ValueError: The duration is not positive.
        """
        if check_seconds("duration", duration) == 0.0:
            raise ValueError("duration should be a positive time [s], it is 0.")
        num_substeps = math.ceil(duration / self.maximum_substep_size - 1e-6)  # 1/60 s has five parts of 1/300 s
        self._launches.step(self.world, max(1, num_substeps), duration)

    # How arrays are made.

    def _check_world(self) -> None:
        world = self.world
        if world.num_worlds not in (1, self.num_envs):
            raise ValueError(f"There should be 1 world or {self.num_envs}, as robots; there are {world.num_worlds}.")
        if world.device != self._device or world.scalar is not self._scalar:
            raise ValueError(
                f"The world is of {world.scalar.__name__} on '{world.device}'; expected "
                f"{self._scalar.__name__} on '{self._device}', as the robots are."
            )

    def _rows(self, env_ids: Any) -> Any:
        """Robots that are meant, as an index of tensors."""
        if env_ids is None:
            return slice(None)
        ids = to_tensor("env_ids", env_ids, [(None,)], wp.int32, self._device).long()
        if ids.device.type == "cpu" and len(ids) and not 0 <= int(ids.min()) <= int(ids.max()) < self.num_envs:
            raise ValueError(f"env_ids should be within [0, {self.num_envs}), they are {ids.tolist()}.")
        return ids

    def _numbers(self, name: str, values: Any, rows: Any, length: int) -> torch.Tensor:
        count = self.num_envs if isinstance(rows, slice) else len(rows)
        return to_tensor(name, values, [(length,), (count, length)], self._scalar, self._device)

    def _unit_quaternions(self, values: Any, rows: Any) -> torch.Tensor:
        quaternions = self._numbers("orientation", values, rows, 4)
        norms = quaternions.norm(dim=-1, keepdim=True)
        if norms.device.type == "cpu" and not (norms > 1e-6).all():
            raise ValueError("orientation should hold quaternions (x, y, z, w), one of them is zero.")
        return quaternions / norms
