"""Robots and objects from USD, URDF and MJCF files."""

from __future__ import annotations

import functools
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from pxr import Usd

from pippin.utils import configclass
from pippin.utils.checks import check_callable

from .. import schemas
from ..converters.cfg import MjcfConverterCfg, UrdfConverterCfg
from ..expressions import is_expression, resolve_expression
from ..files import check_file, is_cloud_path
from ..own_environments import paths_being_spawned
from ..prims import create_prim, get_prim, make_uninstanceable
from ..stage import get_current_stage
from .binding import bind_physics_material, bind_visual_material, resolve_material_path
from .cfg import Fragments, RigidObjectSpawnerCfg
from .cloud_references import replace_cloud_references
from .material_fragments import AnyPhysicsMaterial, spawn_physics_material
from .physics_materials import RigidBodyMaterialCfg
from .placement import SpawnFunction, clone
from .soft_bodies import write_soft_body_properties
from .stand_ins import find_stand_in, spawn_stand_in, tell_of_stand_in
from .visual_materials import VisualMaterialCfg

logger = logging.getLogger("pippin")

SOURCE_KEY = "pippin:source"
"""Entry of a prim's custom data: the file that it was spawned from."""


@configclass
class FileCfg(RigidObjectSpawnerCfg):
    """Something that a file describes, and what is to be different from the file.

    Properties apply to all rigid bodies, colliders, joints, ... of the file. They are opinions on the stage that stand
    above those of the file, which is not changed.
    """

    scale: tuple[float, float, float] | None = None
    """Scale along the axes of its frame; None takes that of the file."""

    articulation_props: schemas.ArticulationRootPropertiesCfg | Fragments = None
    """Properties of articulations."""

    articulation_props_create_if_missing: bool = False
    """Whether prims that fragments match become roots of articulations where they are none."""

    fix_root_link: bool | None = None
    """Whether the root link is fixed to the world; None leaves it as the file, or ``articulation_props``, has it."""

    fixed_tendons_props: schemas.FixedTendonPropertiesCfg | Fragments = None
    """Properties of tendons that couple joints."""

    spatial_tendons_props: schemas.SpatialTendonPropertiesCfg | Fragments = None
    """Properties of tendons that run from body to body."""

    joint_drive_props: schemas.JointDrivePropertiesCfg | Fragments = None
    """Properties of the drives of all joints."""

    joint_drive_props_create_if_missing: bool = False
    """Whether joints without drive get one before fragments are written."""

    ensure_drives_exist: bool = False
    """Whether fragments give drives without stiffness and damping a stiffness of 0.001, by which other programs tell a
    drive from none."""

    mesh_collision_props: schemas.MeshCollisionPropertiesCfg | Fragments = None
    """How colliders approximate their meshes."""

    deformable_props: schemas.DeformableBodyPropertiesCfg | None = None
    """Properties of soft bodies."""

    visual_material_path: str = "material"
    """Path of the visual material; a relative one is below the prim."""

    volume_deformable_props: Fragments = None
    """Properties of soft bodies by fragments; a prim without soft body becomes one."""

    surface_deformable_props: Fragments = None
    """Properties of cloth, which no engine here simulates: anything but None is refused."""

    visual_material: VisualMaterialCfg | None = None
    """Visual material of all of it; None keeps those of the file."""

    visual_material_bindings: dict[str, str] = {}
    """Visual materials by prim: paths below the prim of the spawner, and paths of materials, relative to it too or
    absolute."""

    physics_material_path: str = "material"
    """Path of the physics material; a relative one is below the prim."""

    physics_material: AnyPhysicsMaterial = None
    """Physics material of all of it; None keeps those of the file."""

    make_uninstanceable: bool = False
    """Whether instances below the prim become prims of their own first, so that properties can be written on them."""


def keep_what_is_spawned(function: SpawnFunction) -> SpawnFunction:
    """Let a function that spawns a file return the prim that is there, if it comes from that file already.

    Programs for Isaac Lab spawn a robot by its config and then make the asset with the same config. What a spawner of
    a program's own has put there itself, before it calls this one, gets the settings of the config.
    """

    @functools.wraps(function)
    def spawn_or_keep(prim_path: str, cfg: FileCfg, *args: Any, **kwargs: Any) -> Usd.Prim:
        source = str(getattr(cfg, "usd_path", None) or getattr(cfg, "asset_path", None))
        expression = resolve_expression(prim_path)
        existing = None if is_expression(expression) else get_current_stage().GetPrimAtPath(expression)
        if existing and existing.GetCustomDataByKey(SOURCE_KEY) == source:
            logger.warning("'%s' is spawned at '%s' already: that prim is kept as it is.", source, prim_path)
            return existing
        if existing and expression in paths_being_spawned:
            _write_settings(expression, cfg)
            return existing
        prim = function(prim_path, cfg, *args, **kwargs)
        prim.SetCustomDataByKey(SOURCE_KEY, source)
        return prim

    return spawn_or_keep


def files_named_in(text: str, stage: Usd.Stage) -> list[str]:
    """Files that the prims were spawned from whose paths a text holds.

    Args:
        text: Such as an error of what simulates the stage, which knows prims and no files.
        stage: Stage that the files were spawned on.
    """
    return list(dict.fromkeys(file for path, file in spawned_files(stage).items() if path in text))


def spawned_files(stage: Usd.Stage) -> dict[str, str]:
    """Files that the prims of a stage were spawned from, by prim path.

    Args:
        stage: Stage that the files were spawned on.
    """
    spawned = {str(prim.GetPath()): prim.GetCustomDataByKey(SOURCE_KEY) for prim in stage.Traverse()}
    return {path: file for path, file in spawned.items() if file}


@keep_what_is_spawned
@clone
def spawn_from_usd(
    prim_path: str,
    cfg: UsdFileCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn the default prim of a USD file. The arguments are those of :func:`pippin.sim.spawn`.

    Tables, cubes and surroundings of Isaac Sim that lie in a cloud are replaced by boxes and planes, with a warning,
    and robots by descriptions, also those that the file refers to.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is malformed or larger than 2 GiB, it has no such variant, or a property is out of range.
    """
    description = _description_in_place_of(cfg)
    if description is not None:
        return description.func(prim_path, description, translation, orientation)
    return _spawn_file(prim_path, cfg, cfg.usd_path, translation, orientation, cfg.variants)


@configclass
class UsdFileCfg(FileCfg):
    """Something that a USD file describes."""

    func: Callable[..., Usd.Prim] = spawn_from_usd

    usd_path: str = MISSING
    """Path of the USD file."""

    variants: Any = None
    """Variant to select of each variant set of the file's default prim: a dict, or a config with a field for each."""


@keep_what_is_spawned
@clone
def spawn_from_usd_with_compliant_contact_material(
    prim_path: str,
    cfg: UsdFileWithCompliantContactCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Do what :func:`spawn_from_usd` does, and give some of its prims contacts that are springs.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: As of :func:`spawn_from_usd`, or there is no such prim in it.
    """
    prim = spawn_from_usd(prim_path, cfg, translation, orientation)
    paths = cfg.physics_material_prim_path or []
    if not paths:
        logger.warning(
            "'physics_material_prim_path' of '%s' names no prim, so that no contact is compliant.", prim_path
        )
    values = {
        name: getattr(cfg, name)
        for name in ("compliant_contact_stiffness", "compliant_contact_damping")
        if getattr(cfg, name) is not None
    }
    for path in [paths] if isinstance(paths, str) else paths:
        body = get_prim(resolve_material_path(prim_path, path)).GetPath()
        if values:
            spawn_physics_material(f"{body}/compliant_material", RigidBodyMaterialCfg(**values))
            bind_physics_material(str(body), f"{body}/compliant_material")
    return prim


@configclass
class UsdFileWithCompliantContactCfg(UsdFileCfg):
    """Something that a USD file describes, some of whose prims have contacts that are springs, such as elastomers."""

    func: Callable[..., Usd.Prim] = spawn_from_usd_with_compliant_contact_material

    compliant_contact_stiffness: float | None = None
    """As ``RigidBodyMaterialCfg`` has it; None leaves its default."""

    compliant_contact_damping: float | None = None
    """As ``RigidBodyMaterialCfg`` has it; None leaves its default."""

    physics_material_prim_path: str | list[str] | None = None
    """Prims that get a material ``compliant_material`` below them, by paths below the spawned prim or absolute ones."""


@keep_what_is_spawned
@clone
def spawn_from_urdf(
    prim_path: str,
    cfg: UrdfFileCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn the robot that a URDF describes. The arguments are those of :func:`pippin.sim.spawn`.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is malformed or too large, or a property is out of range.
    """
    from ..converters.urdf import UrdfConverter  # reads meshes: costly to import for who spawns none

    if _has_usd(cfg):
        return spawn_from_usd(prim_path, cfg, translation, orientation)  # type: ignore[arg-type]
    check_file(cfg.asset_path, "URDF", (".urdf", ".xml"))
    return _spawn_file(prim_path, cfg, UrdfConverter(cfg).usd_path, translation, orientation, cfg.variants)


@configclass
class UrdfFileCfg(FileCfg, UrdfConverterCfg):
    """A robot that a URDF describes. It is converted to USD, once for all programs."""

    func: Callable[..., Usd.Prim] = spawn_from_urdf

    usd_path: str = ""
    """USD file to spawn instead, as programs set it on configs of ready robots; without one, the URDF."""

    stands_for: str = ""
    """USD file that the description takes the place of: it is spawned also where ``usd_path`` still names that."""

    variants: Any = None
    """Variant to select of each variant set of the file, as for a :class:`UsdFileCfg`."""


@keep_what_is_spawned
@clone
def spawn_from_mjcf(
    prim_path: str,
    cfg: MjcfFileCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn what an MJCF describes. The arguments are those of :func:`pippin.sim.spawn`.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is malformed or too large, or a property is out of range.
    """
    from ..converters.mjcf import MjcfConverter  # reads meshes: costly to import for who spawns none

    if _has_usd(cfg):
        return spawn_from_usd(prim_path, cfg, translation, orientation)  # type: ignore[arg-type]
    check_file(cfg.asset_path, "MJCF", (".xml", ".mjcf"))
    return _spawn_file(prim_path, cfg, MjcfConverter(cfg).usd_path, translation, orientation, cfg.variants)


@configclass
class MjcfFileCfg(FileCfg, MjcfConverterCfg):
    """What an MJCF describes. It is converted to USD, once for all programs."""

    func: Callable[..., Usd.Prim] = spawn_from_mjcf

    usd_path: str = ""
    """USD file to spawn instead, as programs set it on configs of ready robots; without one, the MJCF."""

    stands_for: str = ""
    """USD file that the description takes the place of: it is spawned also where ``usd_path`` still names that."""

    variants: Any = None
    """Variant to select of each variant set of the file, as for a :class:`UsdFileCfg`."""


_find_robot: Callable[[str], UrdfFileCfg | MjcfFileCfg | UsdFileCfg | None] | None = None


def register_robot_stand_ins(find: Callable[[str], UrdfFileCfg | MjcfFileCfg | UsdFileCfg | None] | None) -> None:
    """Say what finds a description in place of a robot whose USD file lies in a cloud; None for nothing.

    Args:
        find: Returns the spawner of a description for the path of a USD file, or None where it knows none.
    """
    global _find_robot
    if find is not None:
        check_callable("find", find)
    _find_robot = find


def _description_in_place_of(cfg: UsdFileCfg) -> UrdfFileCfg | MjcfFileCfg | UsdFileCfg | None:
    """Spawner of the description that takes the place of a robot in a cloud, with the properties of its config."""
    if _find_robot is None or not is_cloud_path(cfg.usd_path) or _has_another_gripper(cfg):
        return None
    description = _find_robot(cfg.usd_path)
    if description is None or (isinstance(description, UsdFileCfg) and is_cloud_path(description.usd_path)):
        return None
    for field in fields(FileCfg):
        if field.name != "func":
            setattr(description, field.name, getattr(cfg, field.name))
    path = description.usd_path if isinstance(description, UsdFileCfg) else description.asset_path
    tell_of_stand_in(cfg.usd_path, f"'{path}', whose masses and shapes may differ,")
    return description


def _has_another_gripper(cfg: UsdFileCfg) -> bool:
    """Whether a config picks a gripper that no description of the arm has."""
    variants = cfg.variants if isinstance(cfg.variants, Mapping) else {}
    return any(maker in str(variants.get("Gripper")).lower() for maker in ("robotiq", "suction"))


def _has_usd(cfg: UrdfFileCfg | MjcfFileCfg) -> bool:
    """Whether a USD file takes the place of the description."""
    return bool(cfg.usd_path) and cfg.usd_path != cfg.stands_for


def select_usd_variants(prim_path: str, variants: Mapping[str, str] | object, stage: Usd.Stage | None = None) -> None:
    """Select variants of a prim.

    Args:
        prim_path: Path of the prim.
        variants: Name of a variant for each variant set by name: a dict, or a config with a field for each.
        stage: Stage; None takes the current one.

    Sets that the prim lacks are passed over with a warning, as in Isaac Lab: they say which physics or which gripper a
    file of NVIDIA's should have, in whose place another description may stand.

    Raises:
        ValueError: There is no prim at the path, or a variant set has no such variant.
    """
    sets = get_prim(prim_path, stage).GetVariantSets()
    if not isinstance(variants, Mapping) and not hasattr(variants, "__dict__"):
        raise TypeError(f"'variants' is {variants!r:.80}; expected a dict from sets to variants, or a config.")
    selection = dict(variants) if isinstance(variants, Mapping) else dict(vars(variants))
    for name in [name for name in selection if not sets.HasVariantSet(name)]:
        there_are = ", ".join(sets.GetNames()) or "none"
        logger.warning(
            "The prim '%s' has no variant set '%s', so that '%s' has no effect; there are: %s.",
            *(prim_path, name, selection.pop(name), there_are),
        )
    for name, variant in selection.items():
        names = sets.GetVariantSet(name).GetVariantNames()
        if variant not in names:
            raise ValueError(
                f"The variant set '{name}' of '{prim_path}' does not offer variant '{variant}'; expected one of: "
                f"{', '.join(names)}."
            )
    for name, variant in selection.items():
        sets.GetVariantSet(name).SetVariantSelection(variant)


_BODY_FIELDS = ("rigid_props", "collision_props", "mass_props")
_TENDON_FIELDS = ("fixed_tendons_props", "spatial_tendons_props")


def _spawn_file(
    prim_path: str,
    cfg: FileCfg,
    usd_path: str,
    translation: Sequence[float] | None,
    orientation: Sequence[float] | None,
    variants: Mapping[str, str] | object | None = None,
) -> Usd.Prim:
    """Refer to a USD file and author what is to be different from it."""
    stand_in = find_stand_in(usd_path)
    if stand_in is not None:
        prim = spawn_stand_in(prim_path, stand_in, usd_path, translation, orientation, cfg.scale)
    else:
        prim = create_prim(prim_path, "Xform", None, translation, orientation, cfg.scale, usd_path)
        replace_cloud_references(prim, usd_path, _find_robot)
        if variants is not None:
            select_usd_variants(prim_path, variants)
    _write_settings(prim_path, cfg)
    return prim


def _write_settings(prim_path: str, cfg: FileCfg) -> None:
    """Author what is to be different from the file."""
    if cfg.make_uninstanceable:
        make_uninstanceable(prim_path)
    _write_body_properties(prim_path, cfg)
    _write_articulation_properties(prim_path, cfg)
    write_soft_body_properties(prim_path, cfg)
    if cfg.visual_material is not None:
        material_path = resolve_material_path(prim_path, cfg.visual_material_path)
        cfg.visual_material.func(material_path, cfg.visual_material)
        bind_visual_material(prim_path, material_path)
    for below, material in cfg.visual_material_bindings.items():
        part = f"{prim_path}/{below}".rstrip("/")
        bind_visual_material(part, resolve_material_path(prim_path, material), may_be_made_later=True)
    if cfg.physics_material is not None:
        material_path = resolve_material_path(prim_path, cfg.physics_material_path)
        spawn_physics_material(material_path, cfg.physics_material)
        bind_physics_material(prim_path, material_path)


def _write_body_properties(prim_path: str, cfg: FileCfg) -> None:
    """Write the properties of rigid bodies, colliders and masses."""
    for field in _BODY_FIELDS:
        properties = getattr(cfg, field)
        if properties is not None:
            options = {"create_if_missing": cfg.mass_props_create_if_missing} if field == "mass_props" else {}
            schemas.modify_given_properties(field, prim_path, properties, **options)
    if cfg.mesh_collision_props is not None:
        schemas.modify_given_mesh_collision(prim_path, cfg.mesh_collision_props)


def _write_articulation_properties(prim_path: str, cfg: FileCfg) -> None:
    """Write the properties of articulations, joints and tendons."""
    if cfg.articulation_props is not None:
        schemas.modify_given_properties(
            "articulation_props",
            prim_path,
            cfg.articulation_props,
            create_if_missing=cfg.articulation_props_create_if_missing,
        )
    if cfg.fix_root_link is not None:
        schemas.apply_articulation_root_properties(
            re.escape(prim_path) + schemas.SUBTREE, [], fix_root_link=cfg.fix_root_link
        )
    for field in _TENDON_FIELDS:
        if getattr(cfg, field) is not None:
            schemas.modify_given_properties(field, prim_path, getattr(cfg, field))
    if cfg.joint_drive_props is not None:
        schemas.modify_given_properties(
            "joint_drive_props",
            prim_path,
            cfg.joint_drive_props,
            create_if_missing=cfg.joint_drive_props_create_if_missing,
            ensure_drives_exist=cfg.ensure_drives_exist,
        )
