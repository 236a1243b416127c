"""A reader of converted robots that uses nothing but pxr and NumPy, to compare with other programs' robots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from pxr import Gf, Usd, UsdGeom, UsdPhysics
from scipy.spatial.transform import Rotation

AXES = {"X": np.array([1.0, 0.0, 0.0]), "Y": np.array([0.0, 1.0, 0.0]), "Z": np.array([0.0, 0.0, 1.0])}


def pose_of(position: Gf.Vec3f, quat: Gf.Quatf) -> np.ndarray:
    """Homogeneous matrix of a position and a quaternion of USD."""
    pose = np.eye(4)
    pose[:3, :3] = Rotation.from_quat([*quat.GetImaginary(), quat.GetReal()]).as_matrix()
    pose[:3, 3] = position
    return pose


def name_of(prim: Usd.Prim) -> str:
    """Name in the file that was converted: not all of them can be names of prims."""
    return prim.GetDisplayName() or prim.GetName()


class StageRobot:
    """What a USD file says of a robot: links, joints between them, and masses, by their names in the first file."""

    def __init__(self, usd_path: str):
        self.stage = Usd.Stage.Open(usd_path)
        self.root = self.stage.GetDefaultPrim()
        self.links = {name_of(prim): prim for prim in self.root.GetChildren() if prim.HasAPI(UsdPhysics.RigidBodyAPI)}
        self.joints = {
            name_of(prim): UsdPhysics.Joint(prim)
            for prim in Usd.PrimRange(self.root)
            if prim.IsA(UsdPhysics.Joint) and not UsdPhysics.Joint(prim).GetExcludeFromArticulationAttr().Get()
        }

    def prim(self, path: str) -> Usd.Prim:
        """Prim below the robot."""
        prim = self.stage.GetPrimAtPath(self.root.GetPath().AppendPath(path))
        assert prim, f"there is no prim {path} below {self.root.GetPath()}"
        return prim

    def ends(self, joint: UsdPhysics.Joint) -> tuple[str | None, str]:
        """Names of the parent (None for the world) and of the child of a joint."""
        parent, child = (rel.GetTargets() for rel in (joint.GetBody0Rel(), joint.GetBody1Rel()))
        names = [name_of(self.stage.GetPrimAtPath(targets[0])) if targets else None for targets in (parent, child)]
        return names[0], names[1]

    def moving_joints(self) -> list[str]:
        """Names of revolute and prismatic joints in the order of the stage."""
        kinds = ("PhysicsRevoluteJoint", "PhysicsPrismaticJoint")
        return [name for name, joint in self.joints.items() if joint.GetPrim().GetTypeName() in kinds]

    def link_poses(self, q: dict[str, float | np.ndarray], base: np.ndarray | None = None) -> dict[str, np.ndarray]:
        """Pose of every link that joints connect to the root link.

        Args:
            q: Joint coordinates by name [rad or m]; of ball joints, the rotation (x, y, z, w).
            base: Pose of the root link; None for the one on the stage.
        """
        children = [self.ends(joint)[1] for joint in self.joints.values() if self.ends(joint)[0] is not None]
        roots = [name for name in self.links if name not in children]
        poses = {name: self.pose(name) if base is None else base for name in roots}
        waiting = self._joints_by_child()
        while waiting:
            ready = [child for child, joints in waiting.items() if self.ends(joints[0])[0] in poses]
            assert ready, f"{list(waiting)} hang from nothing"
            for child in ready:
                joints = waiting.pop(child)
                parent = self.ends(joints[0])[0]
                poses[child] = poses[parent] @ self._relative_pose(joints, q)
        return poses

    def pose(self, link: str) -> np.ndarray:
        """Pose of a link in the frame of the robot as the stage has it."""
        cache = UsdGeom.XformCache()
        matrix, _ = cache.ComputeRelativeTransform(self.links[link], self.root)
        return np.array(matrix).T

    def _joints_by_child(self) -> dict[str, list[UsdPhysics.Joint]]:
        by_child: dict[str, list[UsdPhysics.Joint]] = {}
        for joint in self.joints.values():
            if self.ends(joint)[0] is not None:
                by_child.setdefault(self.ends(joint)[1], []).append(joint)
        return by_child

    def _relative_pose(self, joints: list[UsdPhysics.Joint], q: dict[str, float | np.ndarray]) -> np.ndarray:
        """Pose of a child in its parent: ``F0_1 J_1 F1_1^-1 F1_2 J_2 F1_2^-1 ...`` (see pippin.sim.converters)."""
        for index, joint in enumerate(joints):
            frame1 = pose_of(joint.GetLocalPos1Attr().Get(), joint.GetLocalRot1Attr().Get())
            if index == 0:
                relative = pose_of(joint.GetLocalPos0Attr().Get(), joint.GetLocalRot0Attr().Get())
            else:
                relative = relative @ frame1
            relative = relative @ self.motion(joint, q.get(name_of(joint.GetPrim()), 0.0)) @ np.linalg.inv(frame1)
        return relative

    def motion(self, joint: UsdPhysics.Joint, coordinate: float | np.ndarray) -> np.ndarray:
        """Motion of a joint from where its frames coincide."""
        motion = np.eye(4)
        prim = joint.GetPrim()
        if prim.GetTypeName() == "PhysicsSphericalJoint":
            motion[:3, :3] = Rotation.from_quat(coordinate).as_matrix()
            return motion
        if prim.GetTypeName() == "PhysicsFixedJoint":
            return motion
        axis = AXES[prim.GetAttribute("physics:axis").Get()]
        reference = prim.GetAttribute("mjc:ref").Get() or 0.0
        if prim.GetTypeName() == "PhysicsRevoluteJoint":
            motion[:3, :3] = Rotation.from_rotvec((coordinate - np.radians(reference)) * axis).as_matrix()
        else:
            motion[:3, 3] = (coordinate - reference) * axis
        return motion

    def mass(self, link: str) -> float:
        """Mass of a link [kg]."""
        return UsdPhysics.MassAPI(self.links[link]).GetMassAttr().Get()

    def com(self, link: str) -> np.ndarray:
        """Centre of mass of a link in its frame [m]."""
        return np.array(UsdPhysics.MassAPI(self.links[link]).GetCenterOfMassAttr().Get())

    def inertia(self, link: str) -> np.ndarray:
        """Inertia of a link about its centre of mass in its own axes [kg m^2]."""
        api = UsdPhysics.MassAPI(self.links[link])
        axes = pose_of(Gf.Vec3f(), api.GetPrincipalAxesAttr().Get())[:3, :3]
        return axes @ np.diag(api.GetDiagonalInertiaAttr().Get()) @ axes.T

    def mass_matrix(self, q: dict[str, float], joints: list[str]) -> np.ndarray:
        """Joint-space mass matrix of the robot with its root at rest, by its definition.

        That is the sum over the links of ``m Jv^T Jv + Jw^T I Jw``, with Jv and Jw the Jacobians of the velocity of
        the centre of mass and of the angular velocity.
        """
        poses = self.link_poses(q, np.eye(4))
        parent_joint = {self.ends(joint)[1]: name for name, joint in self.joints.items()}
        matrix = np.zeros((len(joints), len(joints)))
        for link, pose in poses.items():
            linear, angular = np.zeros((3, len(joints))), np.zeros((3, len(joints)))
            com = pose[:3, :3] @ self.com(link) + pose[:3, 3]
            ancestor: str | None = link
            while ancestor in parent_joint:
                joint = self.joints[parent_joint[ancestor]]
                column = joints.index(parent_joint[ancestor]) if parent_joint[ancestor] in joints else None
                if column is not None:
                    frame = poses[ancestor] @ pose_of(joint.GetLocalPos1Attr().Get(), joint.GetLocalRot1Attr().Get())
                    axis = frame[:3, :3] @ AXES[joint.GetPrim().GetAttribute("physics:axis").Get()]
                    if joint.GetPrim().GetTypeName() == "PhysicsPrismaticJoint":
                        linear[:, column] = axis
                    else:
                        linear[:, column] = np.cross(axis, com - frame[:3, 3])
                        angular[:, column] = axis
                ancestor = self.ends(joint)[0]
            inertia = pose[:3, :3] @ self.inertia(link) @ pose[:3, :3].T
            matrix += self.mass(link) * linear.T @ linear + angular.T @ inertia @ angular
        return matrix


@pytest.fixture(scope="session")
def read_robot() -> Callable[[str], StageRobot]:
    """Function that reads a robot off a USD file."""
    return StageRobot


@pytest.fixture(scope="session", autouse=True)
def usd_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache of converted files that belongs to the tests alone."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder / "pippin" / "usd"


@pytest.fixture
def write_urdf(tmp_path: Path) -> Callable[[str], str]:
    """Function that writes the inside of a <robot> to a file and gives its path."""

    def write(inside: str) -> str:
        path = tmp_path / "robot.urdf"
        path.write_text(f'<robot name="robot">{inside}</robot>')
        return str(path)

    return write


@pytest.fixture
def write_mjcf(tmp_path: Path) -> Callable[[str], str]:
    """Function that writes the inside of a <mujoco> to a file and gives its path."""

    def write(inside: str) -> str:
        path = tmp_path / "model.xml"
        path.write_text(f"<mujoco>{inside}</mujoco>")
        return str(path)

    return write
