"""Helpers of ``isaaclab.sim`` for prims: looked for by whole-path expressions, made, placed, and given materials."""

from __future__ import annotations

import functools
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

import numpy as np
import torch
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics

import pippin.sim
from pippin.sensors.ray_caster.geometry import read_triangles
from pippin.sim import UsdFileCfg, add_labels, get_current_stage, get_prim, is_prim_path_valid, schemas
from pippin.sim.files import is_cloud_path
from pippin.sim.schemas.deformable_bodies import SOFT_FIELDS
from pippin.sim.spawners import FileCfg, PhysicsMaterialCfg, material_fragments
from pippin.sim.spawners.sensors import FISHEYE_ATTRIBUTES
from pippin.utils import configclass

from .lab_copied_prims import in_order_of_environments, show_matching
from .lab_stage import use_stage
from .older_names import is_own_caller, warn_deprecated
from .tables.older_names import REMOVED_IN, WRITERS

__all__ = [
    "CUSTOM_FISHEYE_CAMERA_ATTRIBUTES",
    "CUSTOM_PINHOLE_CAMERA_ATTRIBUTES",
    "move_prim",
    "find_first_matching_prim",
    "find_global_fixed_joint_prim",
    "find_matching_prim_paths",
    "find_matching_prims",
    "get_all_matching_child_prims",
    "get_next_free_prim_path",
    "matches_path_expr_prefix",
    "path_expr_to_glob",
    "resolve_matching_prims_from_source",
    "split_path_expr",
    "standardize_xform_ops",
    "validate_standard_xform_ops",
    "create_prim",
    "to_tuple",
    "spawn_from_usd_file",
    "spawn_physics_material",
    "spawn_physics_material_from_fragments",
    "spawn_rigid_body_material_from_fragments",
]

logger = logging.getLogger("pippin")


CUSTOM_PINHOLE_CAMERA_ATTRIBUTES = {"projection_type": ("cameraProjectionType", Sdf.ValueTypeNames.Token)}
"""Fields of a camera's config that USD's schema of cameras lacks: the attributes that hold them, and their types."""

CUSTOM_FISHEYE_CAMERA_ATTRIBUTES = {
    **CUSTOM_PINHOLE_CAMERA_ATTRIBUTES,
    **{field: (name, Sdf.ValueTypeNames.Float) for name, field in FISHEYE_ATTRIBUTES.items()},
}
"""The same of a camera with a fisheye lens."""

_STANDARD_OPS = ["xformOp:translate", "xformOp:orient", "xformOp:scale"]


def split_path_expr(path_expr: str) -> list[str]:
    """What stands between the slashes of an expression; a slash within brackets (``[^/]``) does not count."""
    return re.sub(r"(\[\^?[^]]*\])|/", lambda match: match[1] or "\0", path_expr).split("\0")


def path_expr_to_glob(path_expr: str) -> str:
    """Write an expression as a glob: ``.*``, ``[^/]*`` and ``[^/]+`` become ``*``; the rest stays."""
    return re.sub(r"\[\^/\][*+]|\.\*", "*", path_expr)


def matches_path_expr_prefix(path_expr: str, prim_path: str) -> bool:
    """Whether a path matches as many segments of an expression as it has itself."""
    segments = split_path_expr(path_expr)[: prim_path.count("/") + 1]
    return re.fullmatch("/".join(segments), prim_path) is not None


def find_matching_prims(prim_path_regex: str, stage: Usd.Stage | None = None) -> list[Usd.Prim]:
    """Prims of which the whole path matches a regular expression, in the stage's order.

    ``.*`` crosses levels, ``[^/]*`` does not. Those of all environments are found, and prims that are inactive,
    undefined or in an instance.

    Raises:
        ValueError: The expression does not begin with a slash.
    """
    if not prim_path_regex.startswith("/"):
        raise ValueError(f"Prim path '{prim_path_regex}' is not global. It must start with '/'.")
    stage = get_current_stage() if stage is None else stage
    show_matching(re.compile(prim_path_regex), stage)
    return in_order_of_environments(list(prims_on_stage(prim_path_regex, stage)))


def prims_on_stage(prim_path_regex: str, stage: Usd.Stage) -> Iterator[Usd.Prim]:
    """Those of :func:`find_matching_prims` that are on the stage."""
    pattern = re.compile(prim_path_regex)
    prims = Usd.PrimRange(stage.GetPseudoRoot(), Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate))
    return (prim for prim in prims if pattern.fullmatch(prim.GetPath().pathString))


def find_matching_prim_paths(prim_path_regex: str, stage: Usd.Stage | None = None) -> list[str]:
    """Paths of the prims that :func:`find_matching_prims` gives."""
    return [prim.GetPath().pathString for prim in find_matching_prims(prim_path_regex, stage)]


def find_first_matching_prim(prim_path_regex: str, stage: Usd.Stage | None = None) -> Usd.Prim | None:
    """First prim that :func:`find_matching_prims` gives, or None."""
    on_stage = prims_on_stage(prim_path_regex, get_current_stage() if stage is None else stage)
    return next(on_stage, None) or next(iter(find_matching_prims(prim_path_regex, stage)), None)


def resolve_matching_prims_from_source(
    path_expr: str,
    predicate: Callable[[Usd.Prim], bool] | None = None,
    expected_num_matches: int | None = None,
    env_regex_ns: str = "/World/envs/env_[^/]+",
    raise_if_no_matches: bool = True,
    traverse_instance_prims: bool = True,
) -> list[tuple[Usd.Prim, str]]:
    """Prims of the first environment that an expression matches, and expressions for each of them in all.

    Args:
        path_expr: Expression for prims in all environments. Elsewhere its first segment that is an expression counts
            the instances, of which the first is taken.
        predicate: Function that holds for the prims that are asked for: those that the expression matches, or prims
            below these. None takes those that match.
        expected_num_matches: How many there should be; None takes any number.
        env_regex_ns: Expression for the prims of the environments.
        raise_if_no_matches: Whether it is an error that there are none.
        traverse_instance_prims: Whether to look into instances, too.

    Raises:
        RuntimeError: Nothing matches, or there are not as many as expected.
    """
    segments = split_path_expr(path_expr)
    environment = split_path_expr(env_regex_ns)
    is_inside = len(segments) > len(environment) and segments[: len(environment) - 1] == environment[:-1]
    wild = [index for index, segment in enumerate(segments) if not re.fullmatch(r"\w*", segment)]
    depth = len(environment) if is_inside else (wild[0] + 1 if wild else len(segments))
    found: dict[str, Usd.Prim] = {}
    first = None
    for prim in prims_on_stage(path_expr, get_current_stage()):
        root = prim.GetPath().pathString.split("/")[:depth]
        first = root if first is None else first
        if root != first:
            continue
        flags = Usd.TraverseInstanceProxies() if traverse_instance_prims else Usd.PrimDefaultPredicate
        below = [prim] if predicate is None else [each for each in Usd.PrimRange(prim, flags) if predicate(each)]
        found.update((each.GetPath().pathString, each) for each in below)
    if not found and raise_if_no_matches:
        raise RuntimeError(f"No prim matches '{path_expr}'{'' if predicate is None else ' with the predicate'}.")
    if expected_num_matches is not None and found and len(found) != expected_num_matches:
        raise RuntimeError(f"{len(found)} prims match '{path_expr}'; expected {expected_num_matches}: {list(found)}.")
    return [(prim, "/".join([*segments[:depth], *path.split("/")[depth:]])) for path, prim in found.items()]


def get_all_matching_child_prims(
    prim_path: str | Sdf.Path,
    predicate: Callable[[Usd.Prim], bool] = lambda _: True,
    depth: int | None = None,
    stage: Usd.Stage | None = None,
    traverse_instance_prims: bool = True,
    expected_num_matches: int | None = None,
) -> list[Usd.Prim]:
    """The prim and all prims below it for which a predicate holds, level by level.

    Args:
        prim_path: Path of the prim to begin with.
        predicate: What to look for.
        depth: Levels below the prim to look through; None looks through all.
        stage: Stage; None takes the current one.
        traverse_instance_prims: Look into instances too.
        expected_num_matches: How many there should be; None does not check.

    Raises:
        ValueError: There is no prim at the path, or a number is negative.
        RuntimeError: There are more or fewer than expected.
    """
    if expected_num_matches is not None and expected_num_matches < 0:
        raise ValueError(f"Expected number of matches must be non-negative, got {expected_num_matches}.")
    found = pippin.sim.get_all_matching_child_prims(str(prim_path), predicate, depth, stage, traverse_instance_prims)
    if expected_num_matches not in (None, len(found)):
        paths = [prim.GetPath().pathString for prim in found]
        raise RuntimeError(f"Expected {expected_num_matches} prims under '{prim_path}', found {len(found)}: {paths}.")
    return found


def find_global_fixed_joint_prim(
    prim_path: str | Sdf.Path, check_enabled_only: bool = False, stage: Usd.Stage | None = None
) -> UsdPhysics.Joint | None:
    """First joint at or below a path that ties a body to the world, or None.

    Args:
        prim_path: Path of the prim to begin with.
        check_enabled_only: Pass over joints that are disabled.
        stage: Stage; None takes the current one.

    Raises:
        ValueError: There is no prim at the path.
    """
    return schemas.find_global_fixed_joint_prim(str(prim_path), check_enabled_only, stage)


def get_next_free_prim_path(path: str, stage: Usd.Stage | None = None) -> str:
    """The path itself where it is free, else the first free one with the next number of two digits at its end.

    Raises:
        ValueError: It is no path of a prim.
    """
    if not Sdf.Path.IsValidPathString(path):
        raise ValueError(f"'{path}' is not a valid prim path.")
    while is_prim_path_valid(path, stage):
        number = re.search(r"_(\d+)$", path)
        path = f"{path[: number.start()]}_{int(number[1]) + 1:02d}" if number else f"{path}_01"
    return path


def standardize_xform_ops(
    prim: Usd.Prim,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    scale: Sequence[float] | None = None,
) -> bool:
    """Write the place of a prim as translation, quaternion and scale, in place of any other operations.

    Args:
        prim: Prim.
        translation: Position in the parent's frame [m], shape (3,); None keeps it.
        orientation: Orientation in the parent's frame (x, y, z, w), shape (4,); None keeps it.
        scale: Scale along the prim's own axes, shape (3,); None keeps it, with the factors between the units of a file
            and the stage that ``xformOp:scale:unitsResolve`` holds.

    Returns:
        False, with an error in the log, if the prim has no place.

    Raises:
        ValueError: The prim is not valid.
    """
    if not prim:
        raise ValueError(f"Prim at path '{prim.GetPath()}' is not valid.")
    xformable = UsdGeom.Xformable(prim)
    if not xformable:
        logger.error(
            "Prim at path '%s' is a '%s', not an Xformable: it has no place.", prim.GetPath(), prim.GetTypeName()
        )
        return False
    units = prim.GetAttribute("xformOp:scale:unitsResolve")
    operations = [operation.GetOpName() for operation in xformable.GetOrderedXformOps()]
    if scale is None and units and units.GetName() not in operations:  # else it counts already
        present = Gf.Transform(xformable.GetLocalTransformation()).GetScale()
        scale = [factor * unit for factor, unit in zip(present, units.Get(), strict=True)]
    resets = xformable.GetResetXformStack()
    pippin.sim.set_local_pose(prim, translation, orientation, scale)
    for name in prim.GetPropertyNames():
        if name.startswith("xformOp:") and name not in _STANDARD_OPS:
            prim.RemoveProperty(name)
    xformable.SetResetXformStack(resets)
    return True


def validate_standard_xform_ops(prim: Usd.Prim) -> bool:
    """Whether the place of a prim is written as translation, quaternion and scale, and nothing else."""
    if not prim or not prim.IsA(UsdGeom.Xformable):
        return False
    return [operation.GetOpName() for operation in UsdGeom.Xformable(prim).GetOrderedXformOps()] == _STANDARD_OPS


def create_prim(
    prim_path: str,
    prim_type: str = "Xform",
    position: Sequence[float] | None = None,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    scale: Sequence[float] | None = None,
    usd_path: str | None = None,
    semantic_label: str | None = None,
    semantic_type: str = "class",
    attributes: Mapping[str, Any] | None = None,
    stage: Usd.Stage | None = None,
) -> Usd.Prim:
    """Make a prim at a free path, as :func:`pippin.sim.create_prim` does.

    For a USD file in NVIDIA's cloud it is what :class:`pippin.sim.UsdFileCfg` spawns in its place.

    Args:
        prim_path: Path of the new prim.
        prim_type: USD type of the prim.
        position: Position in the world [m], shape (3,). Then the orientation is in the world, too.
        translation: Position in the parent's frame [m], shape (3,).
        orientation: Orientation in the parent's frame (x, y, z, w), shape (4,).
        scale: Scale along the prim's own axes, shape (3,).
        usd_path: USD file whose default prim the new prim refers to.
        semantic_label: Label of the prim and what is below it.
        semantic_type: Kind of the label.
        attributes: Values of the prim's attributes by name.
        stage: Stage; None takes the current one.

    Raises:
        ValueError: The path is taken or malformed, or the prim type has no such attribute.
        FileNotFoundError: There is no such USD file, nor anything to take its place.
    """
    given = {"position": position, "translation": translation, "orientation": orientation, "scale": scale}
    pose = {name: None if value is None else to_tuple(value) for name, value in given.items()}
    stage = get_current_stage() if stage is None else stage
    if usd_path is None or not is_cloud_path(usd_path):
        return pippin.sim.create_prim(
            *(prim_path, prim_type),
            **pose,
            usd_path=usd_path,
            semantic_label=semantic_label,
            semantic_type=semantic_type,
            attributes=attributes,
            stage=stage,
        )
    with use_stage(stage):
        place, turn = pose["translation"], pose["orientation"]
        if pose["position"] is not None:
            parent = prim_path.rpartition("/")[0]
            frame = get_prim(parent) if parent and stage.GetPrimAtPath(parent) else stage.GetPseudoRoot()
            place, turn = pippin.sim.convert_world_pose_to_local(pose["position"], turn, frame)
        cfg = UsdFileCfg(usd_path=usd_path, scale=pose["scale"])
        prim = cfg.func(prim_path, cfg, translation=place, orientation=turn)
        if semantic_label is not None:
            add_labels(prim, [semantic_label], semantic_type)
        return prim


def move_prim(path_from: str, path_to: str, keep_world_transform: bool = True, stage: Usd.Stage | None = None) -> bool:
    """Move a prim, with what is below it, to another path; relationships and connections to it follow.

    Args:
        path_from: Path of the prim.
        path_to: Its new path, whose parent is there.
        keep_world_transform: Whether it stays where it is in the world, or else in its parent.
        stage: Stage with the prim; None takes the current one.

    Returns:
        Whether it was moved.

    Raises:
        ValueError: There is no such prim, or no such parent.
    """
    stage = get_current_stage() if stage is None else stage
    parent = str(Sdf.Path(path_to).GetParentPath())
    for path in (path_from, parent):
        if not stage.GetPrimAtPath(path):
            raise ValueError(f"'{path_from}' cannot move to '{path_to}': there is no prim '{path}'.")
    prim = stage.GetPrimAtPath(path_from)
    is_placed = keep_world_transform and prim.IsA(UsdGeom.Xformable)
    pose = pippin.sim.resolve_prim_pose(prim, stage.GetPrimAtPath(parent)) if is_placed else None
    editor = Usd.NamespaceEditor(stage)
    is_moved = editor.MovePrimAtPath(path_from, path_to) and editor.ApplyEdits()
    if is_moved and pose is not None:
        pippin.sim.set_local_pose(stage.GetPrimAtPath(path_to), *pose)
    return is_moved


def to_tuple(value: Any) -> tuple[float, ...]:
    """Numbers of a list, an array or a tensor, of one dimension or with a single row.

    Raises:
        ValueError: There are more dimensions.
    """
    if isinstance(value, torch.Tensor):
        value = value.detach().cpu().numpy()
    if isinstance(value, np.ndarray):
        value = value[0] if value.ndim > 1 and len(value) == 1 else value
        if value.ndim != 1:
            raise ValueError(f"The value is not one dimensional: its shape is {value.shape}.")
        return tuple(value.tolist())
    items = [item.tolist() if isinstance(item, (torch.Tensor, np.ndarray)) else item for item in value]
    if any(isinstance(item, list) for item in items):
        raise ValueError("The value holds arrays: only one element tensors can be converted to numbers.")
    return tuple(map(float, items))


def spawn_from_usd_file(
    prim_path: str,
    usd_path: str,
    cfg: FileCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    **kwargs: Any,
) -> Usd.Prim:
    """Spawn a USD file with the properties of a config.

    Args:
        prim_path: Path of the new prim.
        usd_path: The file.
        cfg: Config of anything that is spawned from a file.
        translation: Position in the parent's frame [m], shape (3,).
        orientation: Orientation in the parent's frame (x, y, z, w), shape (4,).
        **kwargs: Options of other simulators, without effect.

    Raises:
        FileNotFoundError: There is no such file.
    """
    shared = {field.name: getattr(cfg, field.name) for field in fields(FileCfg) if field.name != "func"}
    file = UsdFileCfg(usd_path=usd_path, **shared)
    return file.func(prim_path, file, translation=translation, orientation=orientation)


def spawn_physics_material(prim_path: str, material: Any, stage: Usd.Stage | None = None) -> Usd.Prim:
    """Make a physics material, or change the one that is there.

    Args:
        prim_path: Path of the material.
        material: A config of a material, a fragment, or several.
        stage: Stage; None takes the current one.

    Raises:
        TypeError: It is neither a config nor fragments.
        ValueError: A config is to be spawned on another stage than the current one, which it cannot.
    """
    if stage is not None and stage != get_current_stage():
        if isinstance(material, PhysicsMaterialCfg):
            raise ValueError(f"{type(material).__name__} spawns on the current stage; make 'stage' that, or None.")
        with use_stage(stage):
            return material_fragments.spawn_physics_material(prim_path, material)
    return material_fragments.spawn_physics_material(prim_path, material)


def spawn_physics_material_from_fragments(prim_path: str, fragments: Any, stage: Usd.Stage | None = None) -> Usd.Prim:
    """Make a physics material of fragments; see :func:`spawn_physics_material`.

    Raises:
        TypeError: It is given a config.
    """
    if isinstance(fragments, PhysicsMaterialCfg):
        raise TypeError(f"'fragments' is a {type(fragments).__name__}; expected fragments of materials.")
    return spawn_physics_material(prim_path, fragments, stage)


def spawn_rigid_body_material_from_fragments(
    prim_path: str, fragments: Any, stage: Usd.Stage | None = None
) -> Usd.Prim:
    """Do what :func:`spawn_physics_material_from_fragments` does, whose older name this is."""
    warn_deprecated("spawn_rigid_body_material_from_fragments is called spawn_physics_material_from_fragments now.")
    return spawn_physics_material_from_fragments(prim_path, fragments, stage)


PRIMITIVE_MESH_TYPES = ["Cone", "Cube", "Sphere", "Cylinder", "Capsule", "Plane"]
"""Types of prims that :func:`create_trimesh_from_geom_shape` takes."""

_TURNS = {"X": (0.0, 1.0, 0.0), "Y": (-1.0, 0.0, 0.0)}
"""Axes of the quarter turns that bring +z to another axis."""


def create_trimesh_from_geom_mesh(mesh_prim: Usd.Prim) -> Any:
    """Read a prim of type Mesh as a trimesh, in its own frame.

    Args:
        mesh_prim: The prim.
    """
    import trimesh

    triangles = read_triangles(mesh_prim, np.eye(4))
    return trimesh.Trimesh(triangles.vertices, triangles.faces)


def convert_faces_to_triangles(faces: np.ndarray, point_counts: np.ndarray) -> np.ndarray:
    """Split polygons into triangles, each polygon from its first corner.

    Args:
        faces: Indices of all corners, polygon by polygon, shape (N,).
        point_counts: Number of corners of each polygon, shape (P,).

    Returns:
        Indices of the triangles' corners, shape (T, 3).
    """
    faces, starts = np.asarray(faces), np.cumsum(point_counts) - point_counts
    corners = [
        (start, start + corner, start + corner + 1)
        for start, count in zip(starts, point_counts, strict=True)
        for corner in range(1, count - 1)
    ]
    return faces[np.array(corners, dtype=np.intp).reshape(-1, 3)]


def convert_camera_intrinsics_to_usd(
    intrinsic_matrix: Sequence[float], width: int, height: int, focal_length: float | None = None
) -> dict[str, float]:
    """Properties of a camera in USD that has an intrinsic matrix, pixels that are not square and its centre included.

    Args:
        intrinsic_matrix: Matrix ``[f_x, 0, c_x, 0, f_y, c_y, 0, 0, 1]``, row by row, in pixels.
        width: Width of the image in pixels.
        height: Height of the image in pixels.
        focal_length: Focal length; None takes the one at which the image is 1 wide.

    Returns:
        Focal length, apertures and their offsets, by the names of configs of cameras.
    """
    focal_length = intrinsic_matrix[0] / width if focal_length is None else focal_length
    cfg = pippin.sim.PinholeCameraCfg.from_intrinsic_matrix(intrinsic_matrix, width, height, focal_length=focal_length)
    names = ("horizontal_aperture", "vertical_aperture", "horizontal_aperture_offset", "vertical_aperture_offset")
    return {name: getattr(cfg, name) for name in ("focal_length", *names)}


def create_trimesh_from_geom_shape(prim: Usd.Prim) -> Any:
    """Make a trimesh of a prim that is a primitive shape, in its own frame. A plane is 2,000 km wide.

    Args:
        prim: Prim of one of :data:`PRIMITIVE_MESH_TYPES`.

    Raises:
        KeyError: It is of another type.
    """
    import trimesh

    kind = prim.GetTypeName()
    if kind not in PRIMITIVE_MESH_TYPES:
        raise KeyError(f"The prim '{prim.GetPath()}' is a {kind}; expected one of {', '.join(PRIMITIVE_MESH_TYPES)}.")
    if kind == "Plane":
        return trimesh.Trimesh([(x, y, 0.0) for x in (-1e6, 1e6) for y in (-1e6, 1e6)], [(0, 2, 1), (1, 2, 3)])
    if kind == "Cube":
        return trimesh.creation.box([prim.GetAttribute("size").Get()] * 3)
    radius = prim.GetAttribute("radius").Get()
    if kind == "Sphere":
        return trimesh.creation.icosphere(radius=radius, subdivisions=2)
    height, axis = prim.GetAttribute("height").Get(), prim.GetAttribute("axis").Get()
    mesh = getattr(trimesh.creation, kind.lower())(radius=radius, height=height)
    if kind == "Cone":
        mesh.apply_translation((0.0, 0.0, -height / 2.0))
    if axis in _TURNS:
        mesh.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2.0, _TURNS[axis]))
    return mesh


# -- properties that are not deprecated, unlike those that they are otherwise equal to --------------------------------


@configclass
class PhysxRigidBodyMaterialCfg(pippin.sim.RigidBodyMaterialCfg):
    """A material of rigid bodies, with what PhysX says of materials."""


@configclass
class RigidBodyMaterialCfg(PhysxRigidBodyMaterialCfg):
    """The same under the name that version 3 has deprecated."""


@configclass
class DeformableBodyPropertiesBaseCfg(schemas.DeformableBodyPropertiesCfg):
    """Properties of soft bodies."""


@configclass
class PhysxDeformableBodyPropertiesCfg(DeformableBodyPropertiesBaseCfg):
    """Properties of soft bodies, by Isaac Lab 3's names of what PhysX says of them beside Pippin's own."""

    deformable_body_enabled: bool | None = None
    """Whether the body deforms; otherwise it is only seen."""

    linear_damping: float | None = None
    """Rate at which velocities of nodes decay [1/s]."""

    settling_damping: float | None = None
    """Damping of PhysX on bodies that are about to sleep."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        newer = SOFT_FIELDS.get(name, name)
        if newer != name and value is not None:
            super().__setattr__(newer, value)


@configclass
class PhysxFixedTendonPropertiesCfg(schemas.FixedTendonPropertiesCfg):
    """Properties of tendons that couple joints."""


@configclass
class PhysxSpatialTendonPropertiesCfg(schemas.SpatialTendonPropertiesCfg):
    """Properties of tendons that run from body to body."""


def fragment_mapping(value: Any) -> Any:
    """Fragments in a field of a spawner, by what is appended to its path; None for a config or None.

    Args:
        value: A fragment, several, a mapping, which is returned as it is, or something else.
    """
    if isinstance(value, Mapping):
        return value
    fragments = schemas.fragments_of(value) if value is not None else None
    return None if fragments is None else {"": fragments}


# -- writers ----------------------------------------------------------------------------------------------------------


def deprecated_writer(name: str, instead: str) -> Callable:
    """Make a function that does what one of Pippin's does, and warns programs that another has taken its place.

    Args:
        name: Name of the function in :mod:`pippin.sim.schemas`.
        instead: Name of the other one.
    """
    function = getattr(schemas, name)

    @functools.wraps(function)
    def writer(*args: Any, **kwargs: Any) -> Any:
        if not is_own_caller():
            warn_deprecated(f"{name} is deprecated. Use {instead}: Isaac Lab {REMOVED_IN} will not have it.")
        return function(*args, **kwargs)

    note = f".. deprecated:: 3.1\n       Use :func:`{instead}`; it is to be removed in version {REMOVED_IN}."
    writer.__doc__ = f"{function.__doc__}\n    {note}\n"
    return writer


def __getattr__(name: str) -> Any:
    """One of the deprecated writers.

    Raises:
        AttributeError: There is none of this name.
    """
    if name not in WRITERS:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    globals()[name] = deprecated_writer(name, WRITERS[name])
    return globals()[name]
