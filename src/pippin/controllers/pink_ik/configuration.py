"""Configuration of a robot of which Pink moves some joints and knows the others."""

from __future__ import annotations

import numpy as np
import pinocchio
from pink.configuration import Configuration
from pink.exceptions import FrameNotFound


class PinkKinematicsConfiguration(Configuration):
    """Pink's configuration of some joints of a robot: frames are where all its joints put them.

    Args:
        controlled_joint_names: Names of the joints that are solved for, C of them; names that the robot has not are
            left out.
        urdf_path: URDF file of the robot, of J joints with one coordinate each.
        mesh_path: Folder of its meshes, which are not read: nothing here asks for collisions.
        copy_data: Whether Pink works on a copy of the model's data.
        forward_kinematics: Whether frames are computed at once.

    Raises:
        ValueError: The file does not exist, is no URDF, or has a joint of another number of coordinates than one.
    """

    def __init__(
        self,
        controlled_joint_names: list[str],
        urdf_path: str,
        mesh_path: str | None = None,
        copy_data: bool = True,
        forward_kinematics: bool = True,
    ) -> None:
        self._controlled_joint_names = controlled_joint_names
        self.full_model = pinocchio.buildModelFromUrdf(str(urdf_path))
        self.full_data = self.full_model.createData()
        self.full_q = pinocchio.neutral(self.full_model)
        self._all_joint_names = list(self.full_model.names)[1:]
        if wrong := [name for name, nq in zip(self.full_model.names, self.full_model.nqs, strict=True) if nq > 1]:
            raise ValueError(
                f"Joints {wrong} of '{urdf_path}' have several coordinates; expected one each: give continuous joints "
                "limits, as revolute ones."
            )
        named = [name in controlled_joint_names for name in self._all_joint_names]
        self._controlled_joint_indices = [index for index, is_named in enumerate(named) if is_named]
        locked = [index + 1 for index, is_named in enumerate(named) if not is_named]
        self.controlled_model = pinocchio.buildReducedModel(self.full_model, locked, self.full_q)
        self.controlled_data = self.controlled_model.createData()
        self.controlled_q = self.full_q[self._controlled_joint_indices]
        super().__init__(self.controlled_model, self.controlled_data, self.controlled_q, copy_data, forward_kinematics)

    def update(self, q: np.ndarray | None = None) -> None:
        """Take positions of all joints, shape (J,), and compute frames and Jacobians; None keeps the positions.

        Raises:
            ValueError: The positions are of another number of joints.
        """
        if q is not None and len(q) != len(self._all_joint_names):
            raise ValueError(
                "q must have the same length as the number of joints in the model: "
                f"{len(q)} were given, expected {len(self._all_joint_names)}."
            )
        if q is None:
            super().update()
        else:
            super().update(q[self._controlled_joint_indices])
            self.full_q = q.copy()
            self.full_q.setflags(write=False)
        pinocchio.computeJointJacobians(self.full_model, self.full_data, self.full_q)
        pinocchio.updateFramePlacements(self.full_model, self.full_data)

    def get_frame_jacobian(self, frame: str) -> np.ndarray:
        """Jacobian of a frame's twist (linear, angular) in its own axes by the joints that are solved for, (6, C).

        Its rows are [m/s] and [rad/s] by each [rad/s], or [m/s] of a prismatic joint.

        Raises:
            FrameNotFound: The robot has no such frame.
        """
        jacobian = pinocchio.getFrameJacobian(
            self.full_model, self.full_data, self._frame_id(frame), pinocchio.ReferenceFrame.LOCAL
        )
        return jacobian[:, self._controlled_joint_indices]

    def get_transform_frame_to_world(self, frame: str) -> pinocchio.SE3:
        """Pose of a frame in the world, as all joints put it.

        Raises:
            FrameNotFound: The robot has no such frame.
        """
        return self.full_data.oMf[self._frame_id(frame)].copy()

    def check_limits(self, tol: float = 1e-6, safety_break: bool = True) -> None:
        """Refuse positions outside the limits of joints, if ``safety_break``; Pink would tell of them otherwise.

        Raises:
            NotWithinConfigurationLimits: A position is outside by more than the tolerance [rad, m].
        """
        if safety_break:
            super().check_limits(tol, safety_break)

    @property
    def controlled_joint_names_pinocchio_order(self) -> list[str]:
        """Names of the joints that are solved for, in Pinocchio's order."""
        return [self._all_joint_names[index] for index in self._controlled_joint_indices]

    @property
    def all_joint_names_pinocchio_order(self) -> list[str]:
        """Names of all joints in Pinocchio's order."""
        return self._all_joint_names

    def _frame_id(self, frame: str) -> int:
        """Index of a frame.

        Raises:
            FrameNotFound: The robot has no such frame.
        """
        if not self.full_model.existFrame(frame):
            raise FrameNotFound(frame, self.full_model.frames)
        return self.full_model.getFrameId(frame)
