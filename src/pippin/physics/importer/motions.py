"""What joints do to the frame of a body: from pairs of joint frames to MuJoCo's joints on one body.

With F0 and F1 the joint's frames in parent and child and J(q) its motion, the child lies in the parent at
``F0 J(q) F1^-1 = (F0 F1^-1) (F1 J(q) F1^-1)``: a rest pose, followed by a motion about a frame that is fixed in the
child. That is what MuJoCo's joints are, and it holds for several joints, or several degrees of freedom, in a row.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial.transform import Rotation

from .joints import HINGE, SLIDE, Dof, Joint
from .pose import Pose


@dataclass(frozen=True)
class Motion:
    """One MuJoCo joint.

    Attributes:
        dof: The degree of freedom.
        position: A point of its axis in the child's frame [m], shape (3,).
        axis: Direction of its axis in the child's frame, shape (3,).
        joint: Path of the joint prim.
    """

    dof: Dof
    position: np.ndarray
    axis: np.ndarray
    joint: str

    def displacement(self, distance: float) -> Pose:
        """Motion of the child, in its own frame, by a coordinate difference [rad or m]."""
        if self.dof.kind == SLIDE:
            return Pose(self.axis * distance, np.eye(3))
        if self.dof.kind == HINGE:
            rotation = Rotation.from_rotvec(self.axis * distance).as_matrix()
            return Pose(self.position - rotation @ self.position, rotation)
        return Pose.identity()

    def seen_from(self, pose: Pose) -> Motion:
        """The same motion told in a frame in which the child's frame lies at ``pose``."""
        position = pose.position + pose.rotation @ self.position
        return replace(self, position=position, axis=pose.rotation @ self.axis)


def chain(joints: list[Joint]) -> tuple[Pose, list[Motion]]:
    """Pose of ``body1`` in ``body0`` at the start, and the motions from there.

    Args:
        joints: Joints from ``body0`` to ``body1``, in the order in which they act.
    """
    return _start(*_at_references(joints))


def reversed_chain(joints: list[Joint]) -> tuple[Pose, list[Motion]]:
    """Pose of ``body0`` in ``body1`` at the start, and the motions from there; coordinates keep their signs."""
    rest, motions = _at_references(joints)
    back = [replace(motion.seen_from(rest), axis=-(rest.rotation @ motion.axis)) for motion in reversed(motions)]
    return _start(rest.inverse(), back)


def _at_references(joints: list[Joint]) -> tuple[Pose, list[Motion]]:
    """Pose of ``body1`` in ``body0`` where all joint frames coincide, and the motions from there."""
    rest = joints[0].frame0 @ joints[0].frame1.inverse()
    motions = [
        Motion(dof, joint.frame1.position, joint.frame1.rotation @ dof.axis, joint.path)
        for joint in joints
        for dof in joint.dofs
    ]
    return rest, motions


def _start(rest: Pose, motions: list[Motion]) -> tuple[Pose, list[Motion]]:
    """Move from the configuration of the references to that in which the simulation starts.

    MuJoCo's joints are given in the child's frame as it lies at the start; a joint that is followed by others in the
    same child sees that frame displaced by them.
    """
    moved: list[Motion] = []
    later = Pose.identity()
    for motion in reversed(motions):
        moved.insert(0, motion.seen_from(later.inverse()))
        if motion.dof.position != motion.dof.reference:  # most joints start at their reference
            later = motion.displacement(motion.dof.position - motion.dof.reference) @ later
    return rest @ later, moved
