"""From a URDF file to a :class:`UrdfModel`."""

from __future__ import annotations

import dataclasses
import logging
import math
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import get_args
from xml.etree.ElementTree import Element

from pippin.utils.moved_files import file_at
from pippin.utils.safe_xml import XmlError, read_xml

from .attributes import each_number, number, numbers, pose, text, unit_vector
from .mesh_paths import MeshResolver, mesh_resolver
from .model import (
    ColladaUp,
    JointType,
    UrdfBox,
    UrdfCapsule,
    UrdfCollision,
    UrdfCylinder,
    UrdfError,
    UrdfGeometry,
    UrdfInertial,
    UrdfJoint,
    UrdfLimit,
    UrdfLink,
    UrdfMaterial,
    UrdfMesh,
    UrdfMimic,
    UrdfModel,
    UrdfSphere,
    UrdfVisual,
)
from .tree import find_cycle, find_root

logger = logging.getLogger("pippin")

BOUNDED_JOINTS = ("revolute", "prismatic")
"""Kinds of joints that should have limits."""

THINNEST = 1e-3
"""What lengths of shapes that are 0 become [m]."""

XACRO_DEFINITIONS = ("arg", "macro", "property")
"""Elements of xacro that say nothing by themselves, and stay behind in files that are expanded otherwise."""

XACRO_INCLUDE = "include"
"""Element of xacro whose file exporters of CAD programs leave to others: colours, transmissions, Gazebo's settings."""


def read_urdf(path: str | PathLike[str], shapes: bool = True, collada_up: ColladaUp = "as is") -> UrdfModel:
    """Read a URDF file, which may be hostile. Meshes are not opened; elements for other programs are skipped.

    What Isaac takes although a URDF should not say it is mended with a warning: revolute and prismatic joints
    that name no limits have none, limits in the wrong order are turned around, shapes of size 0 get
    :data:`THINNEST`, a visual or collision without a geometry is left out, of several shapes in a geometry the first
    counts, a visual mesh whose name stands for no file has no path, and files that it would include by xacro are left
    out.

    Args:
        path: Path of the file.
        shapes: Whether to read what links look like, touch with and weigh. Who needs joints only says False: neither
            mistakes in the rest matter then, nor that packages with meshes are missing.
        collada_up: Where the axis goes that COLLADA files call up (:attr:`UrdfMesh.up` of all meshes).

    Raises:
        FileNotFoundError: There is no such file.
        UrdfError: The file is not a URDF, or says something that cannot be.
    """
    path = file_at(path)
    try:
        robot = read_xml(path)
    except XmlError as error:
        raise UrdfError(str(error)) from error
    where = f"'{path}'"
    _drop_default_namespace(robot)
    if robot.tag != "robot":
        raise UrdfError(f"{where} is not a URDF: its outermost element is <{robot.tag}> instead of <robot>.")
    _drop_xacro_definitions(robot, where)
    if "xacro" in " ".join({element.tag for element in robot.iter()}):
        raise UrdfError(f"{where} has xacro macros: expand it first (`xacro {path.name} > robot.urdf`).")
    _drop_repeated_links(robot, where)
    if not shapes:
        _drop_shapes(robot)
    _drop_empty_shapes(robot, where)

    resolve = mesh_resolver(path)
    materials = _materials(robot, where)
    links = tuple([_link(element, where, resolve, materials, collada_up) for element in robot.findall("link")])
    joints = tuple([_joint(element, where) for element in robot.findall("joint")])
    _check_unique("link", [link.name for link in links], where)
    _check_unique("joint", [joint.name for joint in joints], where)
    root = find_root(links, joints, where)
    _warn_of_open_joints(robot, where)
    return UrdfModel(robot.get("name") or path.stem, path, root, links, _with_sound_mimics(joints, where))


def _drop_default_namespace(robot: Element) -> None:
    """Name elements as if the document had no namespace, where it has one for all of them."""
    namespace, end, name = robot.tag.rpartition("}")
    if name == "robot":
        for element in robot.iter():
            element.tag = element.tag.removeprefix(namespace + end)


def _drop_xacro_definitions(robot: Element, where: str) -> None:
    included: list[str] = []
    left = XACRO_DEFINITIONS if robot.find("link") is None else (*XACRO_DEFINITIONS, XACRO_INCLUDE)
    for element in robot.findall("*"):
        namespace, _, name = element.tag.rpartition("}")
        if "xacro" in namespace and name in left:
            robot.remove(element)
            if name == XACRO_INCLUDE:
                included.append(element.get("filename", ""))
    if included:
        logger.warning("%s includes files by xacro, which are not read: %s.", where, ", ".join(included))


def _drop_repeated_links(robot: Element, where: str) -> None:
    """Keep one link of each name where the others say nothing, and of the fixed joints that lead to it the first."""
    links: dict[str | None, list[Element]] = {}
    for link in robot.findall("link"):
        links.setdefault(link.get("name"), []).append(link)
    mended = set()
    for name, same in links.items():
        if name is None or len(same) == 1:
            continue
        empty = [link for link in same if len(link) == 0]
        if len(same) - len(empty) <= 1:
            for link in empty if len(empty) < len(same) else empty[1:]:
                robot.remove(link)
            mended.add(name)
    if not mended:
        return
    led = set()
    for joint in robot.findall("joint"):
        child = joint.find("child")
        name = None if child is None else child.get("link")
        if name in mended and name in led and joint.get("type") == "fixed":
            robot.remove(joint)
        led.add(name)
    logger.warning("%s: links are there again, empty, and are left out: %s", where, ", ".join(sorted(mended)))


def _drop_shapes(robot: Element) -> None:
    for owner, names in ((robot, ("material",)), *((link, ("inertial", "visual", "collision")) for link in robot)):
        for element in tuple(owner):
            if element.tag in names:
                owner.remove(element)


def _drop_empty_shapes(robot: Element, where: str) -> None:
    """Leave out what shows or touches nothing: its geometry is often commented out."""
    dropped = []
    for link in robot.findall("link"):
        for shape in [*link.findall("visual"), *link.findall("collision")]:
            geometry = shape.find("geometry")
            if geometry is None or len(geometry) == 0:
                link.remove(shape)
                dropped.append(f"'{link.get('name')}' <{shape.tag}>")
    if dropped:
        logger.warning("%s: shapes of these links have no geometry and are left out: %s", where, ", ".join(dropped))


# Links.


def _link(
    element: Element, where: str, resolve: MeshResolver, materials: dict[str, UrdfMaterial], collada_up: ColladaUp
) -> UrdfLink:
    name = text(element, "name", where)
    where = f"{where}, link '{name}'"
    visuals = [
        UrdfVisual(
            geometry=_geometry(visual, where, resolve, collada_up),
            origin=pose(visual.find("origin"), where),
            name=visual.get("name", ""),
            material=_visual_material(visual.find("material"), materials, where),
        )
        for visual in element.findall("visual")
    ]
    collisions = [
        UrdfCollision(
            geometry=_geometry(collision, where, resolve, collada_up),
            origin=pose(collision.find("origin"), where),
            name=collision.get("name", ""),
            is_concave=collision.find("sdf") is not None,
        )
        for collision in element.findall("collision")
    ]
    return UrdfLink(
        name=name,
        inertial=_inertial(element.find("inertial"), where),
        visuals=tuple(visuals),
        collisions=tuple(collisions),
    )


def _inertial(element: Element | None, where: str) -> UrdfInertial | None:
    if element is None:
        return None
    origin = pose(element.find("origin"), where)
    if element.find("mass") is None:
        if element.find("density") is None:
            return UrdfInertial(mass=None, origin=origin, inertia=None)
        density = number(_child(element, "density", where), "value", where)
        if density <= 0.0:
            raise UrdfError(f"{where}: the density is {density:g} kg/m^3; expected more than 0.")
        return UrdfInertial(mass=None, origin=origin, inertia=None, density=density)
    (mass,) = each_number(_child(element, "mass", where), ("value",), where)
    if mass < 0.0:
        raise UrdfError(f"{where}: the mass is {mass:g} kg; expected 0 or more.")
    inertia = element.find("inertia")
    if inertia is None:
        return UrdfInertial(mass, origin, None)
    ixx, iyy, izz = each_number(inertia, ("ixx", "iyy", "izz"), where)
    ixy, ixz, iyz = each_number(inertia, ("ixy", "ixz", "iyz"), where, default=0.0)
    rows = ((ixx, ixy, ixz), (ixy, iyy, iyz), (ixz, iyz, izz))
    return UrdfInertial(mass, origin, rows)


def _geometry(shape: Element, where: str, resolve: MeshResolver, collada_up: ColladaUp) -> UrdfGeometry:
    """Read the geometry of a ``<visual>`` or ``<collision>``."""
    where = f"{where}, <{shape.tag}>"
    geometry, *others = _child(shape, "geometry", where)
    if others:  # urdfdom, by which most programs read URDF, takes the first
        left_out = ", ".join(f"<{other.tag}>" for other in others)
        logger.warning("%s: <geometry> should hold one shape; <%s> is it, without %s.", where, geometry.tag, left_out)
    match geometry.tag:
        case "box":
            return UrdfBox(_lengths(geometry, "size", 3, where))
        case "cylinder":
            return UrdfCylinder(*_lengths(geometry, "radius", 1, where), *_lengths(geometry, "length", 1, where))
        case "capsule":
            return UrdfCapsule(*_lengths(geometry, "radius", 1, where), *_lengths(geometry, "length", 1, where))
        case "sphere":
            return UrdfSphere(*_lengths(geometry, "radius", 1, where))
        case "mesh":
            filename = text(geometry, "filename", where)
            scale = numbers(geometry, "scale", 3, where, (1.0, 1.0, 1.0))
            return UrdfMesh(filename, _mesh_path(filename, shape.tag, where, resolve), scale, collada_up)
    raise UrdfError(f"{where}: there is no shape <{geometry.tag}>; there are box, cylinder, capsule, sphere, mesh.")


def _lengths(element: Element, attribute: str, count: int, where: str) -> tuple:
    """Read lengths of a shape; those of 0 become :data:`THINNEST`."""
    values = numbers(element, attribute, count, where)
    if min(values) < 0.0:
        raise UrdfError(f"{where}: <{element.tag} {attribute}={element.get(attribute)!r:.100}> should be positive.")
    if min(values) > 0.0:
        return values
    told = element.get(attribute)
    logger.warning("%s: <%s %s='%s'> is made %g m thick where it is 0.", where, element.tag, attribute, told, THINNEST)
    return tuple(value or THINNEST for value in values)


def _mesh_path(filename: str, tag: str, where: str, resolve: MeshResolver) -> Path | None:
    """Path of a mesh; None where a name stands for no file and the mesh is only to be seen."""
    try:
        return resolve(filename, where)
    except UrdfError:
        if tag == "visual":
            return None
        raise


# Materials.


def _materials(robot: Element, where: str) -> dict[str, UrdfMaterial]:
    """Materials by name: those of the robot first, then those that visuals define; the first of a name counts."""
    materials: dict[str, UrdfMaterial] = {}
    for element in [*robot.findall("material"), *robot.findall("link/visual/material")]:
        material = _material(element, where)
        if material.colour is not None or material.texture is not None:
            materials.setdefault(material.name, material)
    return materials


def _visual_material(element: Element | None, materials: dict[str, UrdfMaterial], where: str) -> UrdfMaterial | None:
    """The material of a visual: its own, or the one that it names."""
    if element is None:
        return None
    material = _material(element, where)
    if material.colour is not None or material.texture is not None:
        return material
    return materials.get(material.name, material)


def _material(element: Element, where: str) -> UrdfMaterial:
    name, colour, texture = element.get("name", ""), element.find("color"), element.find("texture")
    where = f"{where}, material '{name}'"
    return UrdfMaterial(
        name=name,
        colour=None if colour is None else numbers(colour, "rgba", 4, where),
        texture=None if texture is None else texture.get("filename"),
    )


# Joints.


def _joint(element: Element, where: str) -> UrdfJoint:
    name = text(element, "name", where)
    where = f"{where}, joint '{name}'"
    joint_type = text(element, "type", where)
    if joint_type not in get_args(JointType):
        raise UrdfError(f"{where}: there is no joint type '{joint_type}'; there are {', '.join(get_args(JointType))}.")
    has_axis = joint_type not in ("fixed", "floating", "spherical")
    damping, friction = _dynamics(element.find("dynamics"), where)
    return UrdfJoint(
        name=name,
        type=joint_type,  # type: ignore[arg-type]
        parent=text(_child(element, "parent", where), "link", where),
        child=text(_child(element, "child", where), "link", where),
        origin=pose(element.find("origin"), where),
        axis=unit_vector(element.find("axis"), where) if has_axis else (1.0, 0.0, 0.0),
        limit=_limit(element.find("limit"), joint_type, where),
        damping=damping,
        friction=friction,
        mimic=_mimic(element.find("mimic"), where),
        dont_collapse=element.get("dont_collapse", "").strip().lower() in ("true", "1"),
    )


def _limit(element: Element | None, joint_type: str, where: str) -> UrdfLimit:
    """Read a ``<limit>``. Continuous joints turn without end whatever it says of positions.

    A joint for which neither bound is named has none, as in Isaac Gym: by the letter it could not move at all.
    """
    if element is None:
        return UrdfLimit()
    bounded = joint_type in BOUNDED_JOINTS and not _is_open(element)
    lower, upper = each_number(element, ("lower", "upper"), where, default=0.0, may_be_infinite=True)
    if bounded and lower > upper:
        logger.warning(
            "%s: its lower limit %g is above its upper limit %g; they are turned around.", where, lower, upper
        )
        lower, upper = upper, lower
    effort, velocity = each_number(element, ("effort", "velocity"), where, math.inf, may_be_infinite=True)
    if effort < 0.0 or velocity < 0.0:
        raise UrdfError(f"{where}: the limits of effort ({effort:g}) and velocity ({velocity:g}) cannot be negative.")
    return UrdfLimit(lower, upper, effort, velocity) if bounded else UrdfLimit(effort=effort, velocity=velocity)


def _is_open(limit: Element | None) -> bool:
    """Whether a ``<limit>``, or none, leaves both bounds of the position unsaid."""
    return limit is None or (limit.get("lower") is None and limit.get("upper") is None)


def _warn_of_open_joints(robot: Element, where: str) -> None:
    open_joints = [
        f"'{joint.get('name')}'"
        for joint in robot.findall("joint")
        if joint.get("type") in BOUNDED_JOINTS and _is_open(joint.find("limit"))
    ]
    if open_joints:
        logger.warning(
            "%s: these joints name no lower and upper limit, so they move without: %s", where, ", ".join(open_joints)
        )


def _dynamics(element: Element | None, where: str) -> tuple[float, float]:
    """Damping and friction of a joint."""
    if element is None:
        return 0.0, 0.0
    damping, friction = each_number(element, ("damping", "friction"), where, default=0.0)
    if damping < 0.0 or friction < 0.0:
        raise UrdfError(f"{where}: damping ({damping:g}) and friction ({friction:g}) cannot be negative.")
    return damping, friction


def _mimic(element: Element | None, where: str) -> UrdfMimic | None:
    if element is None:
        return None
    return UrdfMimic(
        joint=text(element, "joint", where),
        multiplier=number(element, "multiplier", where, default=1.0),
        offset=number(element, "offset", where, default=0.0),
    )


# Checks.


def _child(element: Element, tag: str, where: str) -> Element:
    """The child element of that tag, which must be there."""
    child = element.find(tag)
    if child is None:
        raise UrdfError(f"{where}: <{element.tag}> lacks <{tag}>.")
    return child


def _check_unique(kind: str, names: Iterable[str], where: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise UrdfError(f"{where}: two {kind}s are called '{name}'; expected a name for each.")
        seen.add(name)


def _with_sound_mimics(joints: tuple[UrdfJoint, ...], where: str) -> tuple[UrdfJoint, ...]:
    """Check that no joint follows itself, at whatever remove; a joint that follows one that is not there is let go.

    The latter is an error too, but found in descriptions of real robots that everybody else loads.
    """
    followed = {joint.name: joint.mimic.joint for joint in joints if joint.mimic}
    cycle = find_cycle(followed)
    if cycle:
        raise UrdfError(
            f"{where}, joint '{cycle[0]}': following the joints that it mimics leads back to it; expected one that "
            "mimics none."
        )
    names = {joint.name for joint in joints}
    alone = [f"'{name}' ('{other}')" for name, other in followed.items() if other not in names]
    if alone:
        logger.warning(
            "%s: these joints mimic joints that are not there and so move freely: %s", where, ", ".join(alone)
        )
    if not alone:
        return joints
    return tuple(
        dataclasses.replace(joint, mimic=None) if joint.mimic and joint.mimic.joint not in names else joint
        for joint in joints
    )
