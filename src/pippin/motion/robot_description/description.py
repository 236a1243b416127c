"""The robot description YAML: which joints are controlled, how fast, and which spheres stand for the robot."""

from __future__ import annotations

import difflib
import logging
import math
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike

from pippin.motion.yaml_file import YamlValue, quoted, read_yaml
from pippin.utils.urdf import UrdfModel

logger = logging.getLogger("pippin")

MAX_SPHERES = 10_000
"""Number of collision spheres above which a description is refused."""

KNOWN_KEYS = (
    "api_version",
    "cspace",
    "default_q",
    "root_link",
    "subtree_root_link",
    "acceleration_limits",
    "jerk_limits",
    "cspace_to_urdf_rules",
    "composite_task_spaces",
    "collision_spheres",
    "tool_frames",
)


@dataclass(frozen=True)
class CollisionSphere:
    """A sphere that stands for part of a robot.

    Attributes:
        frame: Name of the link that it is fixed to.
        center: Its centre in the frame of the link [m].
        radius: Its radius [m].
    """

    frame: str
    center: tuple[float, float, float]
    radius: float


@dataclass(frozen=True)
class ToolFrame:
    """A frame that the URDF does not have, fixed to a link of it.

    Attributes:
        name: Its name.
        parent: Name of the link.
        position: Its origin in the frame of the link [m].
        orientation: Its orientation in the frame of the link, unit quaternion (x, y, z, w).
    """

    name: str
    parent: str
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    orientation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class RobotDescription:
    """What a robot description says beyond the URDF. Lists of limits have one entry per coordinate of the c-space.

    Attributes:
        cspace: Names of the joints whose positions are the coordinates of the c-space.
        default_q: Default configuration [m or rad].
        acceleration_limits: Limits of acceleration [m/s^2 or rad/s^2]; infinite where the file gives none.
        jerk_limits: Limits of jerk [m/s^3 or rad/s^3]; infinite where the file gives none.
        fixed_joints: Positions at which other joints are held [m or rad], by name.
        spheres: Collision spheres.
        root_link: Name of the link whose frame is that of the robot's base.
        tool_frames: Frames beyond the links.
    """

    cspace: tuple[str, ...]
    default_q: tuple[float, ...]
    acceleration_limits: tuple[float, ...]
    jerk_limits: tuple[float, ...]
    fixed_joints: dict[str, float]
    spheres: tuple[CollisionSphere, ...]
    root_link: str
    tool_frames: tuple[ToolFrame, ...] = ()


def read_robot_description(path: str | PathLike[str], urdf: UrdfModel) -> RobotDescription:
    """Read a robot description YAML, and check it against the URDF that it belongs to.

    Args:
        path: Path of the file.
        urdf: The robot.

    Raises:
        FileNotFoundError: There is no such file.
        ConfigFileError: The file says something that cannot be, or that does not fit the URDF.
    """
    file = read_yaml(path)
    file.warn_of_unknown_keys(KNOWN_KEYS)
    _check_version(file.get("api_version"))
    cspace = _cspace(file.require("cspace"), urdf)
    default_q = file.require("default_q").numbers(len(cspace))
    return RobotDescription(
        cspace=cspace,
        default_q=tuple(default_q),
        acceleration_limits=_limits(file.get("acceleration_limits"), len(cspace)),
        jerk_limits=_limits(file.get("jerk_limits"), len(cspace)),
        fixed_joints=_fixed_joints(file.get("cspace_to_urdf_rules"), cspace, urdf),
        spheres=tuple(_spheres(file.get("collision_spheres"), urdf)),
        root_link=_root_link(file.get("root_link"), urdf),
        tool_frames=tuple(_tool_frames(file.get("tool_frames"), urdf)),
    )


def _check_version(version: YamlValue | None) -> None:
    if version is not None and math.floor(version.number()) != 1:
        raise version.error(f"the version is {version.text()}; expected 1.")


def _cspace(value: YamlValue, urdf: UrdfModel) -> tuple[str, ...]:
    names: list[str] = []
    for item in value.items():
        name = item.text()
        joint = urdf.joint_of.get(name)
        if joint is None:
            movable = quoted(joint.name for joint in urdf.joints if joint.type != "fixed")
            raise item.error(f"'{urdf.path}' has no joint '{name}'; those that move are: {movable}.")
        if joint.type not in ("revolute", "continuous", "prismatic"):
            raise item.error(f"the joint '{name}' is {joint.type}; expected revolute, continuous or prismatic.")
        if name in names:
            raise item.error(f"the joint '{name}' stands twice in the c-space; expected each once.")
        names.append(name)
    if not names:
        raise value.error("should name at least one joint.")
    return tuple(names)


def _limits(value: YamlValue | None, count: int) -> tuple[float, ...]:
    """Read limits, of which all or single ones may be missing."""
    items = _items(value)
    if value is None or not items:
        return (math.inf,) * count
    if len(items) != count:
        raise value.error(f"should hold {count} numbers, one per joint of the c-space; it holds {len(items)}.")
    return tuple(math.inf if item.is_empty else item.positive_number() for item in items)


def _fixed_joints(value: YamlValue | None, cspace: tuple[str, ...], urdf: UrdfModel) -> dict[str, float]:
    positions: dict[str, float] = {}
    for rule in _items(value):
        name, kind, position = rule.require("name"), rule.require("rule"), rule.require("value").number()
        if kind.text() != "fixed":
            raise kind.error(f"there is no rule '{kind.text()}'; there is 'fixed'.")
        if name.text() in cspace:
            raise name.error(f"the joint '{name.text()}' is in the c-space, so no rule can set it.")
        if name.text() in urdf.joint_of:
            positions[name.text()] = position
        else:  # descriptions of arms that come with several grippers name the joints of all
            similar = difflib.get_close_matches(name.text(), urdf.joint_of, n=1)
            meant = f"; is '{similar[0]}' meant?" if similar else "."
            logger.warning("%s: '%s' has no joint '%s'%s", name.where, urdf.path, name.text(), meant)
    return positions


def _root_link(value: YamlValue | None, urdf: UrdfModel) -> str:
    if value is None:
        return urdf.root
    if value.text() not in urdf.link_of:
        logger.warning(
            "%s: '%s' has no link of this name, so its root '%s' is the base.", value.where, urdf.path, urdf.root
        )
        return urdf.root
    return value.text()


def _spheres(value: YamlValue | None, urdf: UrdfModel) -> Iterator[CollisionSphere]:
    """Read spheres: a list of links (or a mapping of links), each with a list of its spheres."""
    count = 0
    for link, spheres in _spheres_by_link(value):
        if link not in urdf.link_of:
            raise spheres.error(f"'{urdf.path}' has no link '{link}'; there are: {quoted(urdf.link_of)}.")
        for sphere in _items(spheres):
            count += 1
            if count > MAX_SPHERES:
                raise sphere.error(f"there are more than {MAX_SPHERES} spheres, the most that are read.")
            x, y, z = sphere.require("center").numbers(3)
            yield CollisionSphere(link, (x, y, z), sphere.require("radius").positive_number())


def _spheres_by_link(value: YamlValue | None) -> Iterator[tuple[str, YamlValue]]:
    if value is None:
        return
    for group in value.items() if value.is_list else [value]:
        yield from group.entries().items()


def _items(value: YamlValue | None) -> list[YamlValue]:
    """Values of a list that may be missing, or empty: nothing, ``[]`` or ``{}``."""
    if value is None or value.is_empty or (value.is_mapping and not value.entries()):
        return []
    return value.items()


def _tool_frames(value: YamlValue | None, urdf: UrdfModel) -> Iterator[ToolFrame]:
    names = set(urdf.link_of)
    for item in _items(value):
        item.warn_of_unknown_keys(("name", "parent", "position", "orientation"))
        name, parent = item.require("name"), item.require("parent")
        if name.text() in names:
            raise name.error(f"there is a frame '{name.text()}' already.")
        if parent.text() not in urdf.link_of:
            raise parent.error(f"'{urdf.path}' has no link '{parent.text()}'; there are: {quoted(urdf.link_of)}.")
        names.add(name.text())
        position, orientation = item.get("position"), item.get("orientation")
        x, y, z = (0.0, 0.0, 0.0) if position is None else position.numbers(3)
        qx, qy, qz, qw = (0.0, 0.0, 0.0, 1.0) if orientation is None else orientation.numbers(4)
        if orientation is not None and math.hypot(qx, qy, qz, qw) < 1e-6:
            raise orientation.error("should be a quaternion (x, y, z, w), it is zero.")
        yield ToolFrame(name.text(), parent.text(), (x, y, z), (qx, qy, qz, qw))
