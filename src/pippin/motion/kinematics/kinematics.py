"""Forward kinematics and Jacobians over batches of configurations."""

from __future__ import annotations

from typing import Any

import warp as wp

from pippin.motion.arrays import default_scalar, pose_type, to_warp, vector_type
from pippin.motion.robot_description import RobotModel
from pippin.utils import ProxyArray
from pippin.utils.checks import check_text
from pippin.utils.warp_messages import summarize_warp_messages

from .kernels import frame_pose_kernel, jacobian_kernel, joint_frames_kernel, sphere_centers_kernel
from .structs import upload_chain, upload_robot


class Kinematics:
    """Where the frames of a robot are, and how they move, over batches of configurations.

    Poses are (x, y, z, qx, qy, qz, qw) in the frame of the robot's base. Configurations are anything that holds numbers
    of the shape (N, num_coordinates): tensors, proxies, Warp or NumPy arrays, lists. Those that already have the type
    and the device of these kinematics are not copied.

    Args:
        model: The robot.
        device: Warp device to compute on.
        scalar: Type of numbers, ``wp.float32`` or ``wp.float64``. None takes double precision on a CPU and single on a
            GPU; with the reach of an arm, the latter leaves errors of some 1e-6 m.
    """

    def __init__(self, model: RobotModel, device: wp.DeviceLike = "cpu", scalar: type | None = None) -> None:
        summarize_warp_messages()
        self.model = model
        self.device = wp.get_device(device)
        self.scalar = default_scalar(self.device) if scalar is None else scalar
        self.robot = upload_robot(model, self.device, self.scalar)
        self._chains: dict[str, Any] = {}

    def chain(self, frame_name: str) -> Any:
        """Joints that move a frame, as the struct :func:`~pippin.motion.kinematics.chain_struct` on the device.

        Raises:
            TypeError: The name is no text.
            ValueError: There is no such frame.
        """
        check_text("frame_name", frame_name)
        if frame_name not in self._chains:
            self._chains[frame_name] = upload_chain(self.model, frame_name, self.device, self.scalar)
        return self._chains[frame_name]

    def frame_poses(self, frame_name: str, q: Any) -> ProxyArray:
        """Compute the poses of a frame.

        Args:
            frame_name: Name of a link.
            q: Configurations [m or rad], shape (N, num_coordinates).

        Returns:
            Poses, transforms of shape (N,).

        Raises:
            ValueError: There is no such frame, or ``q`` has another shape.
        """
        chain, q = self.chain(frame_name), self._configurations(q)
        poses = self._empty(q.shape[0], pose_type(self.scalar))
        wp.launch(
            frame_pose_kernel(self.scalar), dim=q.shape[0], inputs=[chain, q], outputs=[poses], device=self.device
        )
        return ProxyArray(poses)

    def jacobians(self, frame_name: str, q: Any) -> ProxyArray:
        """Compute the Jacobians of a frame.

        Args:
            frame_name: Name of a link.
            q: Configurations [m or rad], shape (N, num_coordinates).

        Returns:
            Shape (N, 6, num_coordinates): velocity of the frame's origin (rows 0 to 2) [m/s] and angular velocity of
            the frame (rows 3 to 5) [rad/s], in the axes of the base, per velocity of each coordinate.

        Raises:
            ValueError: There is no such frame, or ``q`` has another shape.
        """
        chain, q = self.chain(frame_name), self._configurations(q)
        shape = (q.shape[0], 6, self.model.num_coordinates)
        jacobians = wp.zeros(shape, dtype=self.scalar, device=self.device)
        wp.launch(
            jacobian_kernel(self.scalar), dim=q.shape[0], inputs=[chain, q], outputs=[jacobians], device=self.device
        )
        return ProxyArray(jacobians)

    def joint_frames(self, q: Any) -> ProxyArray:
        """Compute the poses of the frames of all joints that move, whose z-axes are the axes of the joints.

        Args:
            q: Configurations [m or rad], shape (N, num_coordinates).

        Returns:
            Poses, transforms of shape (N, num_joints).

        Raises:
            ValueError: ``q`` has another shape.
        """
        q = self._configurations(q)
        frames = self._empty((q.shape[0], self.model.num_joints), pose_type(self.scalar))
        wp.launch(
            joint_frames_kernel(self.scalar),
            dim=q.shape[0],
            inputs=[self.robot, q],
            outputs=[frames],
            device=self.device,
        )
        return ProxyArray(frames)

    def sphere_centers(self, q: Any) -> ProxyArray:
        """Compute the centres of the collision spheres.

        Args:
            q: Configurations [m or rad], shape (N, num_coordinates).

        Returns:
            Positions [m], vectors of shape (N, num_spheres).

        Raises:
            ValueError: ``q`` has another shape.
        """
        frames = self.joint_frames(q).warp
        centers = self._empty((frames.shape[0], self.model.num_spheres), vector_type(self.scalar))
        wp.launch(
            sphere_centers_kernel(self.scalar),
            dim=centers.shape,
            inputs=[self.robot, frames],
            outputs=[centers],
            device=self.device,
        )
        return ProxyArray(centers)

    def _configurations(self, q: Any) -> wp.array:
        return to_warp("q", q, (None, self.model.num_coordinates), self.scalar, self.device)

    def _empty(self, shape: int | tuple[int, ...], dtype: Any) -> wp.array:
        return wp.empty(shape, dtype=dtype, device=self.device)
