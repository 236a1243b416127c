"""Prepare the links of a URDF for simulation: their order, fixed joints merged, masses composed, poses at zero."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field

import numpy as np
from scipy.spatial.transform import Rotation

from pippin.utils.urdf import UrdfCollision, UrdfInertial, UrdfJoint, UrdfLink, UrdfModel, UrdfPose, UrdfVisual

from .inertia import DEFAULT_DENSITY, Inertial, combined, massless, possible_inertia
from .urdf_shapes import inertial_of_collisions

logger = logging.getLogger("pippin")


@dataclass
class Link:
    """A rigid body of the robot: a link of the URDF and those merged into it.

    Attributes:
        name: Name of its first link.
        pose: Pose in the robot's frame in the zero configuration, homogeneous, shape (4, 4).
        joint: Joint to the parent; None for the root.
        parent: Parent; None for the root.
        joint_pose: Pose of the joint in the frame of the parent, homogeneous, shape (4, 4).
        inertial: Mass properties in its own frame.
        visuals: What is seen, with poses in its own frame, shape (4, 4).
        collisions: What touches, with poses in its own frame, shape (4, 4).
        frames: Names and poses of the links merged into it, in its own frame, shape (4, 4).
    """

    name: str
    pose: np.ndarray
    joint: UrdfJoint | None = None
    parent: Link | None = None
    joint_pose: np.ndarray = field(default_factory=lambda: np.eye(4))
    inertial: Inertial = field(default_factory=massless)
    visuals: list[tuple[UrdfVisual, np.ndarray]] = field(default_factory=list)
    collisions: list[tuple[UrdfCollision, np.ndarray]] = field(default_factory=list)
    frames: list[tuple[str, np.ndarray]] = field(default_factory=list)


def links_of(
    model: UrdfModel, root: str, merge_fixed_joints: bool, link_density: float, keep_links: str | None = None
) -> list[Link]:
    """Links of a robot, depth first, siblings by the name of their joint.

    This order is the one that the importers of Isaac Sim and Isaac Gym give; trained policies depend on it.

    Args:
        model: Robot.
        root: Link to begin with.
        merge_fixed_joints: Merge links behind fixed joints into their parents.
        link_density: Density [kg/m^3] of the collision shapes of links without mass. With 0 they have none, but for
            those that a joint moves and that nothing gives mass: these get
            :data:`~pippin.sim.converters.inertia.DEFAULT_DENSITY`.
        keep_links: Regular expression of links that are never merged.
    """
    kept = {link.name for link in model.links if keep_links is not None and re.fullmatch(keep_links, link.name)}
    links: list[Link] = []
    stack = [Link(root, np.eye(4))]
    while stack:
        link = stack.pop()
        links.append(link)
        members = _members(model, link.name, merge_fixed_joints, kept)
        inertials = []
        onward: list[tuple[UrdfJoint, np.ndarray]] = []
        for member, pose in members:
            inertial = _inertial(member, link_density, model)
            if inertial is not None:
                inertials.append(inertial if member.name == link.name else inertial.transformed(pose))
            link.visuals += [(visual, pose @ matrix(visual.origin)) for visual in member.visuals]
            link.collisions += [(collision, pose @ matrix(collision.origin)) for collision in member.collisions]
            if member.name != link.name:
                link.frames.append((member.name, pose))
            for joint in model.child_joints_of[member.name]:
                if not (merge_fixed_joints and joint.is_mergeable and joint.child not in kept):
                    onward.append((joint, pose @ matrix(joint.origin)))
        is_moved = link.joint is not None and link.joint.type != "fixed"
        if not inertials and link.collisions and is_moved:
            solid = inertial_of_collisions(link.collisions, DEFAULT_DENSITY, f"link '{link.name}' of '{model.path}'")
            inertials = [] if solid is None else [solid]
        if inertials:
            link.inertial = _with_moments(combined(inertials), f"Link '{link.name}' of '{model.path}'")
        for joint, pose in sorted(onward, key=lambda pair: pair[0].name, reverse=True):
            stack.append(Link(joint.child, link.pose @ pose, joint, link, pose))
    return links


def empty_root(model: UrdfModel, name: str) -> str:
    """Check that a link can be the root, all links that are not below it being empty and fixed.

    Raises:
        ValueError: There is no such link, or links beside or above it have mass, shapes or movable joints.
    """
    if name not in model.link_of:
        known = ", ".join(model.link_of)
        raise ValueError(f"'{model.path}' has no link '{name}' to be the root; its links are: {known}.")
    below = set(_below(model, name))
    for link in model.links:
        if link.name not in below and (link.inertial or link.visuals or link.collisions):
            raise ValueError(
                f"Link '{name}' of '{model.path}' cannot be the root: '{link.name}', which is not below it, has mass "
                "or shapes."
            )
    for joint in model.joints:
        if joint.child not in below - {name} and joint.type != "fixed":
            raise ValueError(
                f"Link '{name}' of '{model.path}' cannot be the root: joint '{joint.name}', which is not below it, "
                "can move."
            )
    return name


def matrix(pose: UrdfPose) -> np.ndarray:
    """Homogeneous matrix of a pose, shape (4, 4)."""
    result = np.eye(4)
    result[:3, :3] = Rotation.from_quat(pose.orientation).as_matrix()
    result[:3, 3] = pose.position
    return result


def moved_inertia(links: list[Link], link: Link) -> float:
    """Inertia about a joint's axis [kg m^2], or mass [kg], of all that the joint moves in the zero configuration.

    Args:
        links: All links, parents before children.
        link: Child link of the joint.
    """
    assert link.joint is not None
    moved = {id(link)}
    inertials = []
    for other in links:
        if id(other) in moved or id(other.parent) in moved:
            moved.add(id(other))
            inertials.append(other.inertial.transformed(np.linalg.inv(link.pose) @ other.pose))
    total = combined(inertials)
    if link.joint.type == "prismatic":
        return total.mass
    axis = np.array(link.joint.axis)
    arm = np.cross(axis, total.com)
    return float(axis @ total.inertia @ axis + total.mass * arm @ arm)


def _members(model: UrdfModel, name: str, merge: bool, kept: set[str]) -> list[tuple[UrdfLink, np.ndarray]]:
    """A link and, if to be merged, those behind fixed joints, with poses in its frame, shape (4, 4)."""
    members = []
    stack = [(name, np.eye(4))]
    while stack:
        member, pose = stack.pop()
        members.append((model.link_of[member], pose))
        for joint in reversed(model.child_joints_of[member]):
            if merge and joint.is_mergeable and joint.child not in kept:
                stack.append((joint.child, pose @ matrix(joint.origin)))
    return members


def _below(model: UrdfModel, name: str) -> list[str]:
    """A link and all that descend from it."""
    found, stack = [], [name]
    while stack:
        link = stack.pop()
        found.append(link)
        stack += [joint.child for joint in model.child_joints_of[link]]
    return found


def _inertial(link: UrdfLink, density: float, model: UrdfModel) -> Inertial | None:
    """Mass properties of one link of the URDF in its frame; None where it has none."""
    given: UrdfInertial | None = link.inertial
    where = f"link '{link.name}' of '{model.path}'"
    if given is not None and given.mass and given.inertia is not None:
        return Inertial(given.mass, np.zeros(3), np.array(given.inertia)).transformed(matrix(given.origin))
    shapes = [(collision, matrix(collision.origin)) for collision in link.collisions]
    if given is None or not given.mass:
        density = given.density if given is not None and given.density else density
        return inertial_of_collisions(shapes, density, where) if density > 0.0 else None
    solid = inertial_of_collisions(shapes, 1.0, where)
    inertia = np.zeros((3, 3))  # gets small moments in the end, with a warning
    if solid is not None:
        to_frame = np.linalg.inv(matrix(given.origin))
        inertia = solid.transformed(to_frame).inertia * (given.mass / solid.mass)
    return Inertial(given.mass, np.zeros(3), inertia).transformed(matrix(given.origin))


def _with_moments(inertial: Inertial, where: str) -> Inertial:
    """Check the inertia of a link, and mend one that no masses can have, or that is missing where there is mass.

    Raises:
        ValueError: The inertia is absurd.
    """
    negligible = 1e-12 * inertial.mass  # that of a radius of gyration of a micrometre
    if np.abs(inertial.inertia).max() <= negligible:
        radius_of_gyration = 0.01
        logger.warning("%s has mass but no inertia: it gets the radius of gyration %g m.", where, radius_of_gyration)
        return Inertial(inertial.mass, inertial.com, inertial.mass * radius_of_gyration**2 * np.eye(3))
    try:
        possible = possible_inertia(inertial.inertia)
    except ValueError as error:
        raise ValueError(f"{where} has {error}.") from error
    if possible is None:
        return inertial
    moments = np.linalg.eigvalsh(inertial.inertia)
    logger.warning(
        "%s has an inertia that no masses can have, with the principal moments %s kg m^2: the nearest possible counts.",
        where,
        ", ".join(f"{moment:.3g}" for moment in moments),
    )
    if moments[0] >= 0.0:  # USD holds it as it is, and engines that want a possible one find it
        return inertial
    return Inertial(inertial.mass, inertial.com, possible)
