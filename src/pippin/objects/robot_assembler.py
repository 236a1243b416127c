"""Joining robots, or rigid bodies, by a fixed joint."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from pxr import Gf, Usd, UsdPhysics

from pippin.motion import poses
from pippin.sim import get_current_stage

from .arguments import checked_array
from .bodies import running_scene
from .places import stage_poses
from .single_xform_prim import SingleXFormPrim

JOINT = "AssemblerFixedJoint"
"""Name of the joint below the mount frame of what is attached."""

NO_OFFSET, NO_TURN = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)


class AssembledBodies:
    """Two robots or bodies that a fixed joint holds together.

    Attributes:
        base_path: Path of the one that keeps its place.
        attach_path: Path of the other one.
        fixed_joint: The joint.
        root_joints: Joints that tied the other one to the world, which do no more.
    """

    def __init__(
        self, base_path: str, attach_path: str, fixed_joint: UsdPhysics.FixedJoint, root_joints: list[Usd.Prim]
    ) -> None:
        self.base_path, self.attach_path = base_path, attach_path
        self.fixed_joint = fixed_joint
        self.root_joints = root_joints
        self._had_root: Usd.Prim | None = None
        self._masked: list[str] = []

    def is_assembled(self) -> bool:
        """Whether the joint still holds them together."""
        return bool(self.fixed_joint) and bool(self.fixed_joint.GetPrim())

    def get_fixed_joint_transform(self) -> tuple[np.ndarray, np.ndarray]:
        """Place of the attached mount frame in that of the base [m], shape (3,), and turn (x, y, z, w), shape (4,)."""
        turn = self.fixed_joint.GetLocalRot0Attr().Get()
        return np.array(self.fixed_joint.GetLocalPos0Attr().Get()), np.array([*turn.GetImaginary(), turn.GetReal()])

    def set_fixed_joint_transform(self, offset: ArrayLike, orientation: ArrayLike) -> None:
        """Set where the attached mount frame is in that of the base, and move what is attached there.

        Args:
            offset: Place [m], shape (3,).
            orientation: Turn (x, y, z, w), shape (4,).

        Raises:
            RuntimeError: The simulation plays.
            ValueError: A value has another shape.
        """
        _require_stopped()
        pose = np.array([*checked_array("offset", offset, (3,)), *_unit(orientation)])
        x, y, z, w = pose[3:]
        self.fixed_joint.CreateLocalPos0Attr(Gf.Vec3f(*pose[:3]))
        self.fixed_joint.CreateLocalRot0Attr(Gf.Quatf(w, x, y, z))
        stage = get_current_stage()
        mounts = [rel.GetTargets()[0] for rel in (self.fixed_joint.GetBody0Rel(), self.fixed_joint.GetBody1Rel())]
        paths = [*mounts, self.attach_path]
        base, mount, root = stage_poses([stage.GetPrimAtPath(path) for path in paths])
        placed = poses.compose(poses.compose(base, pose), poses.compose(poses.inverse(mount), root))
        SingleXFormPrim(self.attach_path).set_world_pose(placed[:3], placed[3:])

    def disassemble(self) -> None:
        """Take the joint away, and let what it tied to the world be tied again.

        Raises:
            RuntimeError: The simulation plays.
        """
        _require_stopped()
        stage = get_current_stage()
        stage.RemovePrim(self.fixed_joint.GetPath())
        for joint in self.root_joints:
            UsdPhysics.Joint(joint).CreateJointEnabledAttr(True)
        if self._had_root is not None:
            UsdPhysics.ArticulationRootAPI.Apply(self._had_root)
        for path in self._masked:
            pairs = UsdPhysics.FilteredPairsAPI(stage.GetPrimAtPath(path)).GetFilteredPairsRel()
            pairs.RemoveTarget(self.attach_path)


class RobotAssembler:
    """Joins robots, or rigid bodies, by fixed joints, while the simulation is stopped."""

    def assemble_rigid_bodies(
        self,
        base_path: str,
        attach_path: str,
        base_mount_frame: str,
        attach_mount_frame: str,
        fixed_joint_offset: ArrayLike = NO_OFFSET,
        fixed_joint_orient: ArrayLike = NO_TURN,
        mask_all_collisions: bool = True,
    ) -> AssembledBodies:
        """Move a body or robot to a mount frame of another one, and join it there; no longer is it tied to the world.

        Args:
            base_path: Path of the one that keeps its place.
            attach_path: Path of the other one.
            base_mount_frame: Mount frame of the first, as a path below its own, "/ee_link"; "" for itself.
            attach_mount_frame: Mount frame of the other one, likewise.
            fixed_joint_offset: Place of the second frame in the first [m], shape (3,).
            fixed_joint_orient: Turn of the second frame in the first (x, y, z, w), shape (4,).
            mask_all_collisions: Whether the two collide no more with each other.

        Raises:
            RuntimeError: The simulation plays.
            ValueError: There is no such prim, or a value has another shape.
        """
        _require_stopped()
        stage = get_current_stage()
        base, attached, base_mount, attach_mount = (
            _prim(stage, path)
            for path in (base_path, attach_path, base_path + base_mount_frame, attach_path + attach_mount_frame)
        )
        joint = UsdPhysics.FixedJoint.Define(stage, attach_mount.GetPath().AppendChild(JOINT))
        joint.CreateBody0Rel().SetTargets([base_mount.GetPath()])
        joint.CreateBody1Rel().SetTargets([attach_mount.GetPath()])
        joint.CreateLocalPos1Attr(Gf.Vec3f(0.0))
        joint.CreateLocalRot1Attr(Gf.Quatf(1.0))
        joint.CreateExcludeFromArticulationAttr(True)
        roots = [prim for prim in Usd.PrimRange(attached) if prim != joint.GetPrim() and _ties_to_world(prim)]
        for root in roots:
            UsdPhysics.Joint(root).CreateJointEnabledAttr(False)
        assembled = AssembledBodies(base_path, attach_path, joint, roots)
        assembled.set_fixed_joint_transform(fixed_joint_offset, fixed_joint_orient)
        if mask_all_collisions:
            UsdPhysics.FilteredPairsAPI.Apply(base).CreateFilteredPairsRel().AddTarget(attached.GetPath())
            assembled._masked.append(base_path)
        return assembled

    def assemble_articulations(
        self,
        base_robot_path: str,
        attach_robot_path: str,
        base_robot_mount_frame: str,
        attach_robot_mount_frame: str,
        fixed_joint_offset: ArrayLike = NO_OFFSET,
        fixed_joint_orient: ArrayLike = NO_TURN,
        mask_all_collisions: bool = True,
        single_robot: bool = False,
    ) -> AssembledBodies:
        """Join two robots; see :meth:`assemble_rigid_bodies`.

        Args:
            base_robot_path: Path of the one that keeps its place.
            attach_robot_path: Path of the other one.
            base_robot_mount_frame: Mount frame of the first, as a path below its own.
            attach_robot_mount_frame: Mount frame of the other one, likewise.
            fixed_joint_offset: Place of the second frame in the first [m], shape (3,).
            fixed_joint_orient: Turn of the second frame in the first (x, y, z, w), shape (4,).
            mask_all_collisions: Whether the two collide no more with each other.
            single_robot: Whether they become one robot at ``base_robot_path``, with the joints of both. Otherwise they
                stay two, held together by a constraint.
        """
        assembled = self.assemble_rigid_bodies(
            base_robot_path,
            attach_robot_path,
            base_robot_mount_frame,
            attach_robot_mount_frame,
            fixed_joint_offset,
            fixed_joint_orient,
            mask_all_collisions,
        )
        if single_robot:
            assembled.fixed_joint.CreateExcludeFromArticulationAttr(False)
            for prim in Usd.PrimRange(get_current_stage().GetPrimAtPath(attach_robot_path)):
                if prim.HasAPI(UsdPhysics.ArticulationRootAPI):
                    prim.RemoveAPI(UsdPhysics.ArticulationRootAPI)
                    assembled._had_root = prim
        return assembled


def _require_stopped() -> None:
    if running_scene() is not None:
        raise RuntimeError("Robots cannot be joined or parted while the simulation plays: call stop() first.")


def _prim(stage: Usd.Stage, path: str) -> Usd.Prim:
    prim = stage.GetPrimAtPath(path)
    if not prim:
        raise ValueError(f"There is no prim '{path}' to join; expected the path of a robot, or of a frame below it.")
    return prim


def _ties_to_world(prim: Usd.Prim) -> bool:
    """Whether a prim is a joint that holds on to the world."""
    joint = UsdPhysics.Joint(prim) if prim.IsA(UsdPhysics.Joint) else None
    if joint is None or not joint.GetJointEnabledAttr().Get():
        return False
    return not (joint.GetBody0Rel().GetTargets() and joint.GetBody1Rel().GetTargets())


def _unit(orientation: ArrayLike) -> np.ndarray:
    turn = checked_array("orientation", orientation, (4,))
    length = float(np.linalg.norm(turn))
    if not length > 0.0:
        raise ValueError("orientation is zero; expected a quaternion (x, y, z, w).")
    return turn / length
