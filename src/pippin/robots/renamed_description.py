"""Changed descriptions: the robot of a package, with the links and joints and their names that programs use."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from uuid import uuid4
from xml.etree.ElementTree import Element, SubElement, tostring

from defusedxml.ElementTree import fromstring
from pxr import Sdf, Usd, UsdGeom, UsdPhysics

from pippin.utils.files import cache_folder, write_whole
from pippin.utils.safe_xml import read_xml
from pippin.utils.urdf.mesh_paths import mesh_resolver

Vector3 = tuple[float, float, float]
Origin = tuple[Vector3, Vector3]
"""A position [m], and roll, pitch and yaw [rad], as ``<origin>`` has them."""


def renamed_description(
    asset_path: str,
    links: Mapping[str, str],
    joints: Mapping[str, str],
    fixed: Sequence[str] = (),
    added: str = "",
    upper_limits: Mapping[str, float] = {},
) -> str:
    """Write a URDF with other names, and more links, into the cache, once.

    Args:
        asset_path: Path of the URDF.
        links: Names of links there, and those that they get.
        joints: Names of joints there, and those that they get.
        fixed: Joints, by their names there, that do not move.
        added: Links and joints to add, as a URDF has them.
        upper_limits: Upper ends of the ranges of joints, by their names there, where they are to be others [rad].

    Returns:
        Path of the changed URDF, whose meshes are those of the first.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file has no link or joint of such a name.
    """
    root = read_xml(asset_path)
    found = {element.get("name") for element in root.iter() if element.tag in ("link", "joint")}
    missing = [name for name in (*links, *joints, *fixed, *upper_limits) if name not in found]
    if missing:
        raise ValueError(f"'{asset_path}' has no links or joints {missing} to give other names.")
    for element in root:
        if element.tag == "link":
            _rename(element, "name", links)
        elif element.tag == "joint":
            if element.get("name") in upper_limits:
                for limit in element.iter("limit"):
                    limit.set("upper", str(upper_limits[element.get("name", "")]))
            if element.get("name") in fixed:
                element.set("type", "fixed")
            _rename(element, "name", joints)
            for end in ("parent", "child"):
                for place in element.iter(end):
                    _rename(place, "link", links)
    resolve = mesh_resolver(Path(asset_path))
    for mesh in root.iter("mesh"):
        mesh.set("filename", str(resolve(mesh.get("filename", ""), asset_path)))
    root.extend(fromstring(f"<robot>{added}</robot>"))  # of ours, not of a file
    return write_description(tostring(root), Path(asset_path).stem, "urdf")


def description_with_joints(
    asset_path: str, origins: Mapping[str, Origin | Vector3], limits: Mapping[str, tuple[float, float]]
) -> str:
    """Write a URDF whose joints are elsewhere, and have other ranges, into the cache, once.

    Args:
        asset_path: Path of the URDF, which names its meshes by their whole paths.
        origins: By names of joints, the position [m] that they get in the frames of the links that they hang on, and
            the roll, pitch and yaw [rad] unless they keep theirs.
        limits: By names of joints, the lower and the upper end of the ranges that they get [rad or m].

    Returns:
        Path of the changed URDF.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file has no joint of such a name.
    """
    root = read_xml(asset_path)
    joints = {joint.get("name"): joint for joint in root if joint.tag == "joint"}
    missing = sorted({*origins, *limits} - joints.keys())
    if missing:
        raise ValueError(f"'{asset_path}' has no joints {missing} to move.")
    for name, place in origins.items():
        origin = joints[name].find("origin")
        if origin is None:
            origin = SubElement(joints[name], "origin")
        numbers = [value for part in place for value in (part if isinstance(part, tuple) else (part,))]
        origin.set("xyz", " ".join(map(str, numbers[:3])))
        if numbers[3:]:
            origin.set("rpy", " ".join(map(str, numbers[3:])))
    for name, (lower, upper) in limits.items():
        limit = joints[name].find("limit")
        if limit is None:
            raise ValueError(f"The joint '{name}' of '{asset_path}' has no range to change.")
        limit.set("lower", str(lower))
        limit.set("upper", str(upper))
    return write_description(tostring(root), Path(asset_path).stem, "urdf")


def description_with_colliders(asset_path: str, links: Collection[str]) -> str:
    """Write a URDF of which only some links collide into the cache, once.

    Args:
        asset_path: Path of the URDF, which names its meshes by their whole paths.
        links: Names of the links that keep their colliders.

    Returns:
        Path of the changed URDF.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file has no link of such a name that collides.
    """
    root = read_xml(asset_path)
    colliding = {link.get("name", "") for link in root if link.tag == "link" and link.find("collision") is not None}
    missing = sorted(set(links) - colliding)
    if missing:
        raise ValueError(f"'{asset_path}' has no colliders of {missing} to keep; those of {sorted(colliding)} exist.")
    for link in root:
        if link.tag == "link" and link.get("name") not in links:
            for collider in link.findall("collision"):
                link.remove(collider)
    return write_description(tostring(root), Path(asset_path).stem, "urdf")


def renamed_mjcf(asset_path: str, joints: Mapping[str, str]) -> str:
    """Write an MJCF whose joints have other names into the cache, once.

    Args:
        asset_path: Path of the MJCF, which names no other files.
        joints: Names of joints there, and those that they get.

    Returns:
        Path of the changed MJCF.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file has no joint of such a name, or names other files.
    """
    root = read_xml(asset_path)
    missing = set(joints) - {joint.get("name") for joint in root.iter("joint")}
    if missing:
        raise ValueError(f"'{asset_path}' has no joints {sorted(missing)} to give other names.")
    for element in root.iter():
        if "file" in element.attrib:
            raise ValueError(
                f"'{asset_path}' names the file '{element.get('file')}', which its copy would not find; "
                "expected a description without files."
            )
        if element.tag == "joint" and "name" in element.attrib:
            _rename(element, "name", joints)
        for attribute in ("joint", "joint1", "joint2"):  # of actuators, sensors, tendons and equalities
            if attribute in element.attrib:
                _rename(element, attribute, joints)
    return write_description(tostring(root), Path(asset_path).stem, "xml")


def renamed_usd(asset_path: str, joints: Mapping[str, str]) -> str:
    """Write a USD file whose joints have other names into the cache, once.

    Args:
        asset_path: Path of the file, which consists of one layer.
        joints: Names of joints there, and those that they get.

    Returns:
        Path of the changed file.

    Raises:
        ValueError: The file has no joint of such a name, or refers to other files.
    """
    layer = Sdf.Layer.OpenAsAnonymous(asset_path)
    if layer.GetExternalReferences():
        raise ValueError(
            f"'{asset_path}' refers to {sorted(layer.GetExternalReferences())}, which its copy would not find; "
            "expected a description in one file."
        )
    stage = Usd.Stage.Open(layer)
    paths = {prim.GetName(): prim.GetPath() for prim in stage.Traverse() if prim.IsA(UsdPhysics.Joint)}
    missing = set(joints) - set(paths)
    if missing:
        raise ValueError(f"'{asset_path}' has no joints {sorted(missing)} to give other names.")
    edit = Sdf.BatchNamespaceEdit()
    for old, new in joints.items():
        edit.Add(Sdf.NamespaceEdit.Rename(paths[old], new))
    if not layer.Apply(edit):
        raise ValueError(f"'{asset_path}' has two joints of one name, or relations to joints, after {dict(joints)}.")
    return write_description(layer.ExportToString().encode(), Path(asset_path).stem, "usda")


def usd_with_links_in(asset_path: str, folder: str, links: Sequence[str]) -> str:
    """Convert a URDF on a fixed base to a USD file in which some links are inside of a prim, into the cache, once.

    Programs name links by their paths, and files of NVIDIA's have a robot's tool in a folder of its own.

    Args:
        asset_path: Path of the URDF.
        folder: Name of the prim, below the robot's.
        links: Names of the links.

    Returns:
        Path of the USD file.
    """
    from pippin.sim.converters import UrdfConverter, UrdfConverterCfg

    converted = UrdfConverter(UrdfConverterCfg(asset_path=asset_path, fix_base=True, merge_fixed_joints=False)).usd_path
    path = Path(converted).with_name(f"{folder}.usdc")
    if path.is_file():
        return str(path)
    stage = Usd.Stage.Open(Sdf.Layer.OpenAsAnonymous(converted))
    robot = stage.GetDefaultPrim().GetPath()
    UsdGeom.Xform.Define(stage, robot.AppendChild(folder))
    editor = Usd.NamespaceEditor(stage)
    for link in links:
        editor.MovePrimAtPath(robot.AppendChild(link), robot.AppendChild(folder).AppendChild(link))
        editor.ApplyEdits()
    stage.GetRootLayer().Export(str(path))
    return str(path)


def usd_with_joints_below_links(usd_path: str) -> str:
    """Write a USD file whose joints are below the links that they hang on, beside the first one, once.

    Files of Isaac Sim's robots are so: a program gives ``panda_link0/panda_joint1`` a drive.

    Args:
        usd_path: Path of a file that a URDF was converted to.

    Returns:
        Path of the USD file.
    """
    path = Path(usd_path).with_name("joints_below_links.usdc")
    if path.is_file():
        return str(path)
    stage = Usd.Stage.Open(Sdf.Layer.OpenAsAnonymous(usd_path))
    joints = [UsdPhysics.Joint(prim) for prim in stage.Traverse() if prim.IsA(UsdPhysics.Joint)]
    editor = Usd.NamespaceEditor(stage)
    for joint in joints:
        links = joint.GetBody0Rel().GetTargets()
        if not links or not stage.GetPrimAtPath(links[0]).HasAPI(UsdPhysics.RigidBodyAPI):
            continue
        place = links[0].AppendChild(joint.GetPrim().GetName())
        if stage.GetPrimAtPath(place):  # what is left of a link that was merged is called like the joint
            editor.MovePrimAtPath(place, links[0].AppendChild(f"{place.name}_frame"))
            editor.ApplyEdits()
        editor.MovePrimAtPath(joint.GetPath(), place)
        editor.ApplyEdits()
    partial = path.with_name(f"{uuid4().hex}.usdc")
    stage.GetRootLayer().Export(str(partial))
    partial.replace(path)  # another process may read it
    return str(path)


def _rename(element: Element, attribute: str, names: Mapping[str, str]) -> None:
    name = element.get(attribute, "")
    element.set(attribute, names.get(name, name))


def write_description(content: str | bytes, stem: str, kind: str) -> str:
    """Write a file into the cache, once.

    Args:
        content: What it contains.
        stem: Its name, without the ending.
        kind: Its ending.

    Returns:
        Its path.
    """
    content = content.encode() if isinstance(content, str) else content
    path = cache_folder(kind) / hashlib.blake2b(content, digest_size=16).hexdigest() / f"{stem}.{kind}"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    return str(path)
