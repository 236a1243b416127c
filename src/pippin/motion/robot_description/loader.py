"""From a URDF file and a robot description YAML to a :class:`RobotModel`."""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass
from os import PathLike

import numpy as np

from pippin.motion import poses
from pippin.motion.yaml_file import quoted
from pippin.utils.urdf import UrdfError, UrdfJoint, UrdfModel, read_urdf

from .description import RobotDescription, ToolFrame, read_robot_description
from .model import BASE, JointKind, RobotModel

logger = logging.getLogger("pippin")


def load_robot(urdf_path: str | PathLike[str], description_path: str | PathLike[str] | None = None) -> RobotModel:
    """Load a robot from its URDF and its robot description.

    Args:
        urdf_path: Path of the URDF file. Meshes are not needed.
        description_path: Path of the robot description YAML. Without one, all joints that move by themselves are
            coordinates of the c-space, in the order of the file, at 0 by default or at the limit next to it, and there
            are no spheres.

    Raises:
        FileNotFoundError: There is no such file.
        UrdfError: The URDF says something that cannot be, or no joint of it moves.
        ConfigFileError: The description says something that cannot be, or that does not fit the URDF.
    """
    urdf = read_urdf(urdf_path, shapes=False)
    if description_path is None:
        description = _description_of_all_joints(urdf)
    else:
        description = read_robot_description(description_path, urdf)
    return build_robot_model(urdf, description)


def build_robot_model(urdf: UrdfModel, description: RobotDescription) -> RobotModel:
    """Make the tables of a robot; see :func:`load_robot`."""
    drives = _Drives(urdf, description)
    tree = _Tree(urdf, description.root_link, drives)
    tree.warn_of_joints_at_rest(urdf)
    outside = [part.frame for part in description.spheres] + [part.parent for part in description.tool_frames]
    outside = [link for link in outside if link not in tree.link_places]
    if outside:
        raise UrdfError(
            f"'{urdf.path}': these links with spheres or tool frames do not descend from the root link "
            f"'{description.root_link}': {quoted(dict.fromkeys(outside))}; expected links below it."
        )
    for frame in description.tool_frames:
        tree.add_frame(frame)
    coordinates = [urdf.joint_of[name] for name in description.cspace]
    sphere_places = [tree.link_places[sphere.frame] for sphere in description.spheres]
    sphere_centers = [
        poses.compose(place.pose, poses.make_pose(sphere.center))[:3]
        for place, sphere in zip(sphere_places, description.spheres, strict=True)
    ]
    return RobotModel(
        name=urdf.name,
        coordinate_names=description.cspace,
        default_q=np.array(description.default_q),
        lower_limits=np.array([joint.limit.lower for joint in coordinates]),
        upper_limits=np.array([joint.limit.upper for joint in coordinates]),
        velocity_limits=np.array([_velocity_limit(joint, urdf) for joint in coordinates]),
        acceleration_limits=np.array(description.acceleration_limits),
        jerk_limits=np.array(description.jerk_limits),
        joint_names=tuple(joint.name for joint in tree.joints),
        joint_parents=np.array([joint.parent for joint in tree.joints], dtype=np.int32),
        joint_kinds=np.array([joint.kind for joint in tree.joints], dtype=np.int32),
        joint_offsets=np.array([joint.offset for joint in tree.joints]).reshape(-1, 7),
        joint_coordinates=np.array([joint.drive.coordinate for joint in tree.joints], dtype=np.int32),
        joint_multipliers=np.array([joint.drive.multiplier for joint in tree.joints]),
        joint_biases=np.array([joint.drive.bias for joint in tree.joints]),
        frame_names=tuple(tree.link_places),
        frame_joints=np.array([place.joint for place in tree.link_places.values()], dtype=np.int32),
        frame_offsets=np.array([place.pose for place in tree.link_places.values()]),
        sphere_frames=tuple(sphere.frame for sphere in description.spheres),
        sphere_joints=np.array([place.joint for place in sphere_places], dtype=np.int32),
        sphere_centers=np.array(sphere_centers).reshape(-1, 3),
        sphere_radii=np.array([sphere.radius for sphere in description.spheres]),
    )


def _description_of_all_joints(urdf: UrdfModel) -> RobotDescription:
    """What is assumed of a robot without a description."""
    joints = [joint for joint in urdf.joints if _kind(joint) is not None and joint.mimic is None]
    if not joints:
        raise UrdfError(f"'{urdf.path}': no joint moves by itself, so there is nothing to plan for.")
    return RobotDescription(
        cspace=tuple(joint.name for joint in joints),
        default_q=tuple(_position_at_rest(joint) for joint in joints),
        acceleration_limits=(math.inf,) * len(joints),
        jerk_limits=(math.inf,) * len(joints),
        fixed_joints={},
        spheres=(),
        root_link=urdf.root,
    )


def _kind(joint: UrdfJoint) -> JointKind | None:
    """How a joint moves; None where it does not move, or in several directions."""
    kinds = {
        "revolute": JointKind.REVOLUTE,
        "continuous": JointKind.REVOLUTE,
        "prismatic": JointKind.PRISMATIC,
    }
    return kinds.get(joint.type)


def _velocity_limit(joint: UrdfJoint, urdf: UrdfModel) -> float:
    """Limit of velocity of a coordinate. Programs that export URDF files write 0 where they know none."""
    if joint.limit.velocity > 0.0:
        return joint.limit.velocity
    logger.warning("'%s', joint '%s': a limit of velocity of 0 counts as none.", urdf.path, joint.name)
    return math.inf


def _position_at_rest(joint: UrdfJoint) -> float:
    """Position of a joint that nothing drives [m or rad]: 0, or the limit next to it."""
    return min(max(0.0, joint.limit.lower), joint.limit.upper)


@dataclass(frozen=True)
class _Drive:
    """The position of a joint is ``multiplier * q[coordinate] + bias``; no coordinate means that it is ``bias``."""

    coordinate: int | None
    multiplier: float
    bias: float


class _Drives:
    """What drives each joint of a robot."""

    def __init__(self, urdf: UrdfModel, description: RobotDescription) -> None:
        self._urdf = urdf
        self._fixed_joints = description.fixed_joints
        self._coordinate_of = {name: index for index, name in enumerate(description.cspace)}

    def of(self, joint: UrdfJoint) -> _Drive:
        """What drives a joint. The description counts before what the URDF says of mimics."""
        multiplier, bias = 1.0, 0.0
        while joint.name not in self._coordinate_of:
            if joint.name in self._fixed_joints:
                return _Drive(None, 0.0, multiplier * self._fixed_joints[joint.name] + bias)
            if joint.mimic is None:
                return _Drive(None, 0.0, multiplier * _position_at_rest(joint) + bias)
            multiplier, bias = multiplier * joint.mimic.multiplier, multiplier * joint.mimic.offset + bias
            joint = self._urdf.joint_of[joint.mimic.joint]  # the reader saw to it that this ends
        return _Drive(self._coordinate_of[joint.name], multiplier, bias)

    def at_rest(self, joint: UrdfJoint) -> bool:
        """Whether neither the description nor another joint says where a joint that could move is."""
        named = joint.name in self._coordinate_of or joint.name in self._fixed_joints
        return joint.type != "fixed" and not named and joint.mimic is None


@dataclass(frozen=True)
class _Place:
    """Something that is fixed to a joint that moves, or to the base, at a pose in its frame."""

    joint: int
    pose: np.ndarray


@dataclass(frozen=True)
class _Joint:
    """A joint that moves."""

    name: str
    parent: int
    kind: JointKind
    offset: np.ndarray
    drive: _Drive


class _Tree:
    """The joints that move, and where all links are fixed to them.

    Attributes:
        joints: Joints that move, parents first.
        link_places: Place of every link that descends from the root, and of every further frame, by name.
    """

    def __init__(self, urdf: UrdfModel, root_link: str, drives: _Drives) -> None:
        self._drives = drives
        self.joints: list[_Joint] = []
        self.link_places = {root_link: _Place(BASE, poses.IDENTITY)}
        links = [root_link]
        while links:
            link = links.pop()
            children = urdf.child_joints_of[link]
            for joint in children:
                self.link_places[joint.child] = self._child_place(joint, self.link_places[link])
            links += [joint.child for joint in reversed(children)]  # depth first, in the order of the file

    def add_frame(self, frame: ToolFrame) -> None:
        """Add a frame that is fixed to a link."""
        parent = self.link_places[frame.parent]
        pose = poses.compose(parent.pose, poses.make_pose(frame.position, frame.orientation))
        self.link_places[frame.name] = _Place(parent.joint, pose)

    def _child_place(self, joint: UrdfJoint, parent: _Place) -> _Place:
        """Place of the child link of a joint, which is added where it moves."""
        origin = poses.compose(parent.pose, poses.make_pose(joint.origin.position, joint.origin.orientation))
        kind, drive = _kind(joint), self._drives.of(joint)
        if kind is None:
            return _Place(parent.joint, origin)
        to_axis = poses.make_pose(np.zeros(3), poses.rotation_from_z_to(joint.axis))
        offset, from_axis = poses.compose(origin, to_axis), poses.inverse(to_axis)
        if drive.coordinate is None or drive.multiplier == 0.0:
            moved = poses.compose(offset, _motion_along_z(kind, drive.bias))
            return _Place(parent.joint, poses.compose(moved, from_axis))
        self.joints.append(_Joint(joint.name, parent.joint, kind, offset, drive))
        return _Place(len(self.joints) - 1, from_axis)

    def warn_of_joints_at_rest(self, urdf: UrdfModel) -> None:
        """Tell which joints could move but are held, since nothing says where they are."""
        joints = [joint for joint in urdf.joints if self._drives.at_rest(joint)]
        if joints:
            logger.warning(
                "'%s': neither the c-space nor a rule names these joints, so they stay at rest: %s",
                urdf.path,
                ", ".join(f"'{joint.name}' ({_position_at_rest(joint):g})" for joint in joints),
            )


def _motion_along_z(kind: JointKind, position: float) -> np.ndarray:
    """Pose of the frame of a joint at a position in the frame at position 0."""
    if kind is JointKind.PRISMATIC:
        return np.array([0.0, 0.0, position, 0.0, 0.0, 0.0, 1.0])
    return np.array([0.0, 0.0, 0.0, 0.0, 0.0, math.sin(position / 2.0), math.cos(position / 2.0)])
