"""A URDF of the links and joints of a robot in a USD file, for kinematics and dynamics outside the simulation.

Shapes are left out. A link's name is the default prim's, "_" and its prim's, as Isaac Sim's exporter names them; joints
have their prims' names.
"""

from __future__ import annotations

import math
import warnings
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from pxr import Gf, Usd, UsdGeom, UsdPhysics
from scipy.spatial.transform import Rotation

from ..layers import open_layer
from ..units import meters_of

_AXES = {"X": "1 0 0", "Y": "0 1 0", "Z": "0 0 1"}
_UNLIMITED = 1e30
"""Efforts and velocities from here on are those that nobody limited; URDF, which wants numbers, gets 0 for them."""


def write_urdf(usd_path: str, urdf_path: str | Path) -> Path:
    """Write the URDF of the robot of a USD file.

    Links are in metres and kilograms, as in the file's units. A joint whose frame is not the origin of its child gets a
    link of its own between both, so that all links have the frames of their prims.

    Args:
        usd_path: USD file with one tree of rigid bodies and joints.
        urdf_path: File to write; its folder is made.

    Returns:
        The file that was written.

    Raises:
        FileNotFoundError: There is no such USD file.
        ValueError: It has no rigid bodies, several trees, or a joint that URDF does not have.
    """
    stage = Usd.Stage.Open(open_layer(usd_path))
    root = stage.GetDefaultPrim()
    prims = list(Usd.PrimRange(root, Usd.TraverseInstanceProxies())) if root else []
    links = {str(prim.GetPath()): prim for prim in prims if prim.HasAPI(UsdPhysics.RigidBodyAPI)}
    if not links:
        raise ValueError(f"'{usd_path}' has no rigid bodies below its default prim; expected a robot.")
    names = {path: f"{root.GetName()}_{prim.GetName()}" for path, prim in links.items()}
    meters, kilograms = meters_of(stage), UsdPhysics.GetStageKilogramsPerUnit(stage)

    robot = ElementTree.Element("robot", name=root.GetName())
    for path, prim in links.items():
        _add_inertial(ElementTree.SubElement(robot, "link", name=names[path]), prim, meters, kilograms)
    children: set[str] = set()
    for prim in (prim for prim in prims if prim.IsA(UsdPhysics.Joint)):
        joint = UsdPhysics.Joint(prim)
        parent, child = (_body(relation, links) for relation in (joint.GetBody0Rel(), joint.GetBody1Rel()))
        if parent is None or child is None or joint.GetExcludeFromArticulationAttr().Get():
            continue  # it holds the base to the world, or closes a loop
        if child in children:
            raise ValueError(f"Link '{child}' of '{usd_path}' hangs on two joints: a URDF is one tree.")
        children.add(child)
        _add_joint(robot, prim, links[parent], links[child], (names[parent], names[child]), meters)
    if len(roots := sorted(set(links) - children)) > 1:
        raise ValueError(f"'{usd_path}' has several trees of links, which begin at {roots}: a URDF is one tree.")
    ElementTree.indent(robot)
    target = Path(urdf_path)
    target.parent.mkdir(parents=True, exist_ok=True)
    ElementTree.ElementTree(robot).write(target, encoding="utf-8", xml_declaration=True)
    return target


def _body(relation: Usd.Relationship, links: dict[str, Usd.Prim]) -> str | None:
    """Path of the link that a joint names; None for the world."""
    return next((str(path) for path in relation.GetTargets() if str(path) in links), None)


def _add_inertial(link: ElementTree.Element, prim: Usd.Prim, meters: float, kilograms: float) -> None:
    """Give a link the mass, centre and inertia that its prim has, if it has a mass."""
    api = UsdPhysics.MassAPI(prim)
    mass = float(api.GetMassAttr().Get() or 0.0) * kilograms
    if mass <= 0.0:
        return
    center = np.array(api.GetCenterOfMassAttr().Get() or (0.0, 0.0, 0.0), dtype=float)
    center = np.where(np.isfinite(center), center, 0.0) * meters  # minus infinity stands for a centre to be computed
    moments = np.array(api.GetDiagonalInertiaAttr().Get() or (0.0, 0.0, 0.0), dtype=float) * kilograms * meters**2
    axes = _rotation(api.GetPrincipalAxesAttr().Get()).as_matrix()
    tensor = axes @ np.diag(moments) @ axes.T
    inertial = ElementTree.SubElement(link, "inertial")
    ElementTree.SubElement(inertial, "origin", xyz=_text(center))
    ElementTree.SubElement(inertial, "mass", value=repr(mass))
    components = {f"i{'xyz'[row]}{'xyz'[column]}": repr(float(tensor[row, column])) for row, column in _UPPER}
    ElementTree.SubElement(inertial, "inertia", components)


_UPPER = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]


def _add_joint(
    robot: ElementTree.Element,
    prim: Usd.Prim,
    parent: Usd.Prim,
    child: Usd.Prim,
    names: tuple[str, str],
    meters: float,
) -> None:
    """Add a joint, and where its frame is not the child's, a link of its own and a fixed joint to the child."""
    joint = UsdPhysics.Joint(prim)
    before = _pose(joint.GetLocalPos0Attr().Get(), joint.GetLocalRot0Attr().Get(), parent, meters)
    after = np.linalg.inv(_pose(joint.GetLocalPos1Attr().Get(), joint.GetLocalRot1Attr().Get(), child, meters))
    kind, axis, limits = _motion(prim, meters)
    if kind == "fixed":
        before, after = before @ after, np.eye(4)
    below = names[1]
    if not np.allclose(after, np.eye(4), atol=1e-9):
        below = f"{names[1]}_of_{prim.GetName()}"
        ElementTree.SubElement(robot, "link", name=below)
        _add_element(robot, f"{below}_frame", "fixed", (below, names[1]), after)
    element = _add_element(robot, prim.GetName(), kind, (names[0], below), before)
    if axis:
        ElementTree.SubElement(element, "axis", xyz=_AXES[axis])
        ElementTree.SubElement(element, "limit", {name: repr(value) for name, value in limits.items()})


def _motion(prim: Usd.Prim, meters: float) -> tuple[str, str | None, dict[str, float]]:
    """Kind of a joint in URDF, its axis, and its limits [rad, m, N m, N, rad/s, m/s].

    Raises:
        ValueError: URDF has no such joint.
    """
    if prim.IsA(UsdPhysics.FixedJoint):
        return "fixed", None, {}
    is_revolute = prim.IsA(UsdPhysics.RevoluteJoint)
    if not (is_revolute or prim.IsA(UsdPhysics.PrismaticJoint)):
        raise ValueError(
            f"Joint '{prim.GetPath()}' is a {prim.GetTypeName()}; expected a revolute, prismatic or fixed one."
        )
    joint = UsdPhysics.RevoluteJoint(prim) if is_revolute else UsdPhysics.PrismaticJoint(prim)
    unit = math.pi / 180.0 if is_revolute else meters
    lower, upper = float(joint.GetLowerLimitAttr().Get()) * unit, float(joint.GetUpperLimitAttr().Get()) * unit
    drive = prim.GetAttribute(f"drive:{'angular' if is_revolute else 'linear'}:physics:maxForce")
    speed = prim.GetAttribute("physxJoint:maxJointVelocity")
    limits = {
        "effort": _limit(drive.Get() if drive else None, 1.0),
        "velocity": _limit(speed.Get() if speed else None, unit),
    }
    kind = "revolute" if is_revolute else "prismatic"
    if abs(lower) < _UNLIMITED and abs(upper) < _UNLIMITED:
        limits |= {"lower": lower, "upper": upper}
    elif is_revolute:
        kind = "continuous"
    return kind, joint.GetAxisAttr().Get(), limits


def _limit(value: float | None, unit: float) -> float:
    """A limit in URDF's unit, 0 where there is none."""
    return 0.0 if value is None or not abs(value) < _UNLIMITED else float(value) * unit


def _add_element(
    robot: ElementTree.Element, name: str, kind: str, links: tuple[str, str], pose: np.ndarray
) -> ElementTree.Element:
    """Add a joint of a kind between a parent and a child, whose frame is the joint's, at a pose in the parent."""
    element = ElementTree.SubElement(robot, "joint", name=name, type=kind)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # at a pitch of 90 degrees one of many triples is as good as another
        angles = Rotation.from_matrix(pose[:3, :3]).as_euler("xyz")
    ElementTree.SubElement(element, "origin", xyz=_text(pose[:3, 3]), rpy=_text(angles))
    ElementTree.SubElement(element, "parent", link=links[0])
    ElementTree.SubElement(element, "child", link=links[1])
    return element


def _pose(position: Gf.Vec3f | None, rotation: Gf.Quatf | None, body: Usd.Prim, meters: float) -> np.ndarray:
    """Pose of a joint's frame in a body, shape (4, 4): its position is in the body's own scale."""
    matrix = UsdGeom.Xformable(body).ComputeLocalToWorldTransform(Usd.TimeCode.Default())
    scale = np.linalg.norm(np.array(matrix)[:3, :3], axis=1)
    pose = np.eye(4)
    pose[:3, :3] = _rotation(rotation).as_matrix()
    pose[:3, 3] = np.array(position or (0.0, 0.0, 0.0), dtype=float) * scale * meters
    return pose


def _rotation(quaternion: Gf.Quatf | None) -> Rotation:
    """Rotation of USD's quaternion; 0, which stands for one to be computed, and None are no rotation."""
    if quaternion is None or quaternion.GetLength() < 1e-6:
        return Rotation.identity()
    return Rotation.from_quat([*quaternion.GetImaginary(), quaternion.GetReal()])


def _text(values: np.ndarray) -> str:
    """Numbers as URDF writes them."""
    return " ".join(repr(float(value)) for value in values)
