"""Forward kinematics for one robot in one configuration, without the cost of a batch."""

from __future__ import annotations

import numpy as np
import warp as wp
from numpy.typing import ArrayLike

from pippin.motion.arrays import matrix_type, pose_type, vector_type
from pippin.motion.poses import IDENTITY, NO_TURN, checked_pose
from pippin.motion.robot_description import RobotModel
from pippin.utils.checks import check_numbers

from .kernels import frame_in_world_kernel
from .structs import upload_chain


class SingleRobotKinematics:
    """Where the frames of one robot are in the world, for one configuration at a time, on a CPU.

    A question takes some microseconds, since its launch is recorded when a frame is first asked for.

    Args:
        model: The robot.
    """

    def __init__(self, model: RobotModel) -> None:
        self.model = model
        self._q = wp.zeros(model.num_coordinates, dtype=wp.float64, device="cpu")
        self._base_pose = wp.array([IDENTITY], dtype=pose_type(wp.float64), device="cpu")
        self._position = wp.zeros(1, dtype=vector_type(wp.float64), device="cpu")
        self._rotation = wp.zeros(1, dtype=matrix_type(wp.float64), device="cpu")
        self._q_view, self._base_view = self._q.numpy(), self._base_pose.numpy()
        self._position_view, self._rotation_view = self._position.numpy(), self._rotation.numpy()
        self._launches: dict[str, wp.Launch] = {}

    def set_base_pose(self, position: ArrayLike, orientation: ArrayLike = NO_TURN) -> None:
        """Move the base of the robot; at first it is at the origin of the world.

        Args:
            position: Position in the world [m], shape (3,).
            orientation: Orientation in the world (x, y, z, w).

        Raises:
            ValueError: The pose cannot be.
        """
        self._base_view[0] = checked_pose("base", position, orientation)

    def forward(self, frame_name: str, q: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """Compute where a frame is.

        Args:
            frame_name: Name of a link.
            q: Configuration [m or rad], shape (num_coordinates,).

        Returns:
            Position in the world [m], shape (3,), and rotation matrix, shape (3, 3).

        Raises:
            ValueError: There is no such frame, or ``q`` has another size or is not finite.
        """
        launch = self._launch(frame_name)
        self._q_view[:] = check_numbers("q", q, self.model.num_coordinates).reshape(-1)
        launch.launch()
        return self._position_view[0].copy(), self._rotation_view[0].copy()

    def _launch(self, frame_name: str) -> wp.Launch:
        if frame_name not in self._launches:
            self._launches[frame_name] = wp.launch(
                frame_in_world_kernel(wp.float64),
                dim=1,
                inputs=[upload_chain(self.model, frame_name, "cpu", wp.float64), self._base_pose, self._q],
                outputs=[self._position, self._rotation],
                device="cpu",
                record_cmd=True,
            )
        return self._launches[frame_name]
