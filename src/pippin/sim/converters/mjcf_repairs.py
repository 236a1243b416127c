"""Mend what Isaac Gym takes in an MJCF and MuJoCo's compiler refuses: names of what is not there, and numbers.

Each repair changes a spec in place and returns sentences for one warning about the file.
"""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np

from .inertia import possible_inertia
from .meshes import as_trimesh, load_mesh

THINNEST = 5e-4
"""Half the thickness [m] that geometry of size 0 gets."""

LOCKED = 1e-6
"""Play [m, or the file's unit of angles] of joints whose limits are equal."""

NATIVE_MESHES = (".obj", ".msh")
"""Mesh files that MuJoCo reads whatever they hold; others, and text or large STL files, are read here."""


def repair_spec(spec: mujoco.MjSpec, folder: Path, owner: str) -> list[str]:
    """Mend a parsed MJCF.

    Args:
        spec: What MuJoCo's parser made of it.
        folder: Folder that the paths in it are relative to.
        owner: The file, for messages.

    Returns:
        What was mended, a phrase each.

    Raises:
        ValueError: A mesh that collides is missing or cannot be read.
    """
    return [
        *_dangling_looks(spec, folder),
        *_dangling_references(spec),
        *_meshes(spec, folder, owner),
        *_sizes(spec),
        *_ranges(spec),
        *_inertias(spec),
    ]


def _dangling_looks(spec: mujoco.MjSpec, folder: Path) -> list[str]:
    """Take off materials and textures that are not there."""
    told: dict[str, None] = {}
    for texture in list(spec.textures):
        files = [name for name in [texture.file, *texture.cubefiles] if name]
        missing = [name for name in files if _file(name, spec.texturedir, folder) is None]
        if missing:
            told[f"without the texture '{texture.name or missing[0]}', whose file '{missing[0]}' is missing"] = None
            spec.delete(texture)
    textures = {texture.name for texture in spec.textures}
    for material in spec.materials:
        for role, texture in enumerate(material.textures):
            if texture and texture not in textures:
                told[f"material '{material.name}' without the undefined texture '{texture}'"] = None
                material.textures[role] = ""
    materials = {material.name for material in spec.materials}
    for element in [*spec.geoms, *spec.sites, *spec.skins, *spec.tendons]:
        if element.material and element.material not in materials:
            told[f"without the undefined material '{element.material}'"] = None
            element.material = ""
    return list(told)


def _dangling_references(spec: mujoco.MjSpec) -> list[str]:
    """Delete contact pairs, exclusions, actuators, equalities and tendons that name what is not there."""
    told = _dangling_tendons(spec)
    names = {
        kind: {element.name for element in elements if element.name}
        for kind, elements in (
            ("geom", spec.geoms),
            ("body", [spec.worldbody, *spec.bodies]),
            ("joint", spec.joints),
            ("site", spec.sites),
            ("tendon", spec.tendons),
        )
    }
    for pair in list(spec.pairs):
        told += _delete_unless(spec, pair, "contact pair", {pair.geomname1, pair.geomname2} - names["geom"])
    for exclude in list(spec.excludes):
        told += _delete_unless(spec, exclude, "exclusion", {exclude.bodyname1, exclude.bodyname2} - names["body"])
    for actuator in list(spec.actuators):
        kind = _TRANSMISSIONS.get(int(actuator.trntype))
        if kind and actuator.target not in names[kind]:
            told += _delete_unless(spec, actuator, f"actuator '{actuator.name}'", {actuator.target})
    for equality in list(spec.equalities):
        kind = _EQUALITIES.get(int(equality.type))
        known = names.get(kind or "", set())
        missing = {name for name in (equality.name1, equality.name2) if name and name not in known}
        if kind and missing and int(equality.objtype) != int(mujoco.mjtObj.mjOBJ_SITE):
            told += _delete_unless(spec, equality, "equality", missing)
    return told


def _dangling_tendons(spec: mujoco.MjSpec) -> list[str]:
    """Delete tendons that pass what is not there."""
    told = []
    for tendon in list(spec.tendons):
        passed = [wrap for wrap in tendon.path if wrap.type != mujoco.mjtWrap.mjWRAP_PULLEY]
        if any(wrap.target is None for wrap in passed):
            told.append(f"without the tendon '{tendon.name}', which passes what is not there")
            spec.delete(tendon)
    return told


_TRANSMISSIONS = {
    int(mujoco.mjtTrn.mjTRN_JOINT): "joint",
    int(mujoco.mjtTrn.mjTRN_JOINTINPARENT): "joint",
    int(mujoco.mjtTrn.mjTRN_TENDON): "tendon",
    int(mujoco.mjtTrn.mjTRN_SITE): "site",
    int(mujoco.mjtTrn.mjTRN_BODY): "body",
}
"""What actuators act on."""

_EQUALITIES = {
    int(mujoco.mjtEq.mjEQ_CONNECT): "body",
    int(mujoco.mjtEq.mjEQ_WELD): "body",
    int(mujoco.mjtEq.mjEQ_JOINT): "joint",
    int(mujoco.mjtEq.mjEQ_TENDON): "tendon",
}
"""What equalities tie together."""


def _delete_unless(spec: mujoco.MjSpec, element: object, what: str, missing: set[str]) -> list[str]:
    if not missing:
        return []
    spec.delete(element)
    return [f"without the {what} of {', '.join(repr(name) for name in sorted(missing))}, which is not there"]


def _meshes(spec: mujoco.MjSpec, folder: Path, owner: str) -> list[str]:
    """Read meshes of formats that MuJoCo does not read, and leave out those that are only seen and not there."""
    told = []
    defined = {mesh.name or Path(mesh.file).stem for mesh in spec.meshes}
    for geom in list(spec.geoms):
        if geom.meshname and geom.meshname not in defined and not (geom.contype or geom.conaffinity):
            told.append(f"without the visual geom '{geom.name}', whose mesh '{geom.meshname}' is not defined")
            spec.delete(geom)
    for mesh in list(spec.meshes):
        if not mesh.file:
            continue
        path = _file(mesh.file, spec.meshdir, folder)
        if path is not None and _is_native(path):
            continue
        name = mesh.name or Path(mesh.file).stem
        users = [geom for geom in spec.geoms if geom.meshname == name]
        collides = any(geom.contype or geom.conaffinity for geom in users)
        try:
            read = as_trimesh(load_mesh(path or folder / spec.meshdir / mesh.file, owner))
        except ValueError as error:
            if collides or not users:
                raise
            told.append(f"without the visual mesh '{name}': {str(error).rstrip('.')}")
            for geom in users:
                spec.delete(geom)
            spec.delete(mesh)
            continue
        mesh.name, mesh.file = name, ""
        mesh.uservert, mesh.userface = np.ravel(read.vertices), np.ravel(read.faces)
    return told


def _is_native(path: Path) -> bool:
    """Whether MuJoCo reads a mesh file by itself: of its STL files only those of bytes, not text, and not large."""
    suffix = path.suffix.lower()
    if suffix != ".stl":
        return suffix in NATIVE_MESHES
    with path.open("rb") as file:
        head = file.read(84)
    triangles = int.from_bytes(head[80:84], "little")
    return len(head) == 84 and path.stat().st_size == 84 + 50 * triangles and 0 < triangles <= 200_000


def _file(name: str, subfolder: str, folder: Path) -> Path | None:
    """Path of a file that a model names; None where there is none."""
    path = folder / subfolder / name
    return path if path.is_file() else None


def _sizes(spec: mujoco.MjSpec) -> list[str]:
    """Let boxes, cylinders and the like whose size is 0 along an axis have some thickness."""
    told = []
    for geom in spec.geoms:
        count = _NUM_SIZES.get(int(geom.type), 0)
        if np.isfinite(geom.fromto[0]):
            count = min(count, 1)  # the length follows from the ends
        size = np.array(geom.size[:count])
        if (size == 0.0).any() and np.isfinite(size).all():
            told.append(f"geom '{geom.name}' of size 0 is {2.0 * THINNEST:g} m thick")
            geom.size[:count] = np.where(size == 0.0, THINNEST, size)
    return told


_NUM_SIZES = {
    int(mujoco.mjtGeom.mjGEOM_SPHERE): 1,
    int(mujoco.mjtGeom.mjGEOM_BOX): 3,
    int(mujoco.mjtGeom.mjGEOM_CAPSULE): 2,
    int(mujoco.mjtGeom.mjGEOM_CYLINDER): 2,
    int(mujoco.mjtGeom.mjGEOM_ELLIPSOID): 3,
}
"""Number of sizes of each kind of geometry."""


def _ranges(spec: mujoco.MjSpec) -> list[str]:
    """Turn limits of joints around whose lower one is above the upper one, and lock those whose limits are equal.

    A body that hangs from the world by locked joints alone floats: files for Isaac Gym have bases like that.
    """
    told = []
    for body in list(spec.worldbody.bodies):
        locked = [joint for joint in body.joints if _is_locked(joint)]
        if locked and len(locked) == len(body.joints):
            told.append(f"body '{body.name}' floating, whose joint '{locked[0].name}' to the world cannot move")
            name = locked[0].name
            for joint in locked:
                spec.delete(joint)
            body.add_freejoint(name=name)
    for joint in spec.joints:
        if joint.range[0] > joint.range[1]:
            told.append(f"joint '{joint.name}' with its limits {joint.range.tolist()} turned around")
            joint.range = joint.range[::-1].copy()
        elif _is_locked(joint):
            told.append(f"joint '{joint.name}' locked, whose limits are equal")
            joint.range = joint.range[0] + np.array([0.0, LOCKED])
    return told


def _is_locked(joint: mujoco.MjsJoint) -> bool:
    is_scalar = joint.type in (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE)
    return bool(is_scalar and joint.limited == mujoco.mjtLimited.mjLIMITED_TRUE and joint.range[0] == joint.range[1])


def _inertias(spec: mujoco.MjSpec) -> list[str]:
    """Let inertias be ones that masses can have."""
    told = []
    for body in spec.bodies:
        if not body.explicitinertial:
            continue
        full = np.array(body.fullinertia)
        is_full = bool(np.isfinite(full[0]))
        xx, yy, zz, xy, xz, yz = full if is_full else (*body.inertia, 0.0, 0.0, 0.0)
        inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        possible = possible_inertia(inertia)
        if possible is None:
            continue
        told.append(f"body '{body.name}' with an inertia that masses can have")
        if is_full:
            body.fullinertia = possible[(0, 1, 2, 0, 0, 1), (0, 1, 2, 1, 2, 2)]
        else:
            body.inertia = np.diag(possible)
    return told
