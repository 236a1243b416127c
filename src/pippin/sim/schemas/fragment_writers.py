"""Which prims fragments are written on: all those of a family that an expression matches.

Expressions are regular expressions of whole prim paths: ``/World/Robot/.*`` is everything below the robot.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from pxr import Sdf, Usd, UsdPhysics

from ..prims import get_prim
from ..stage import given_stage
from .articulations import fix_root_link as fix_root
from .attributes import applied_schemas
from .deformable_bodies import (
    DEFORMABLE_SCHEMA,
    SOFT_FIELDS,
    DeformableBodyPropertiesCfg,
    define_deformable_body_properties,
    modify_deformable_body_properties,
)
from .fragments import (
    ArticulationRootFragment,
    CollisionFragment,
    DeformableBodyFragment,
    FixedTendonFragment,
    JointDriveFragment,
    MassFragment,
    MeshCollisionFragment,
    RigidBodyFragment,
    SchemaFragment,
    SpatialTendonFragment,
    UsdPhysicsDriveCfg,
    follows_another_joint,
)
from .joint_drives import drive_instance

logger = logging.getLogger("pippin")

Stage = Usd.Stage | None
Test = Callable[[Usd.Prim], bool]
Create = Callable[[Usd.Prim], object]


def apply_rigid_body_properties(
    prim_path_expr: str | Sdf.Path,
    fragments: Iterable[RigidBodyFragment],
    create_if_missing: bool = False,
    stage: Stage = None,
) -> bool:
    """Write fragments on all rigid bodies that an expression matches.

    Args:
        prim_path_expr: Regular expression of whole prim paths.
        fragments: What to write, in this order. None at all change nothing.
        create_if_missing: Whether prims that match become rigid bodies first.
        stage: Stage; None takes the current one.

    Returns:
        Whether there are any, all of them could be written on, and every fragment was.
    """
    return _apply_family(prim_path_expr, fragments, UsdPhysics.RigidBodyAPI, "rigid body", create_if_missing, stage)


def apply_collision_properties(
    prim_path_expr: str | Sdf.Path,
    fragments: Iterable[CollisionFragment],
    create_if_missing: bool = False,
    stage: Stage = None,
) -> bool:
    """Write fragments on all colliders that an expression matches, as :func:`apply_rigid_body_properties` does."""
    return _apply_family(prim_path_expr, fragments, UsdPhysics.CollisionAPI, "collider", create_if_missing, stage)


def apply_mass_properties(
    prim_path_expr: str | Sdf.Path,
    fragments: Iterable[MassFragment],
    create_if_missing: bool = False,
    stage: Stage = None,
) -> bool:
    """Write fragments on all prims with a mass that an expression matches, as :func:`apply_rigid_body_properties`."""
    return _apply_family(prim_path_expr, fragments, UsdPhysics.MassAPI, "prim with a mass", create_if_missing, stage)


def apply_articulation_root_properties(
    prim_path_expr: str | Sdf.Path,
    fragments: Iterable[ArticulationRootFragment],
    stage: Stage = None,
    fix_root_link: bool | None = None,
    create_if_missing: bool = False,
) -> bool:
    """Write fragments on all roots of articulations that an expression matches, and fix their root links or not.

    Args:
        prim_path_expr: Regular expression of whole prim paths.
        fragments: What to write, in this order.
        stage: Stage; None takes the current one.
        fix_root_link: Whether the root link is fixed to the world: True enables the joint that does so, or makes one;
            False disables it. None leaves it be.
        create_if_missing: Whether prims that match become roots of articulations first.

    Returns:
        Whether there are any, all of them could be written on, and every fragment was.

    Raises:
        TypeError: A fragment is none of articulations.
        ValueError: A root link to fix cannot be found.
    """
    fragments = _listed(fragments)
    for fragment in fragments:
        if not isinstance(fragment, ArticulationRootFragment):
            raise TypeError(
                f"A {type(fragment).__name__} is no fragment of articulations: see ArticulationRootFragment."
            )
    if not fragments and fix_root_link is None:
        return True
    roots, others, is_complete = _matching(
        prim_path_expr, lambda prim: prim.HasAPI(UsdPhysics.ArticulationRootAPI), stage
    )
    if create_if_missing:
        roots += _with_api(others, UsdPhysics.ArticulationRootAPI)
    if not roots:
        _warn_no_match(prim_path_expr, "articulation")
    if fix_root_link is not None:
        roots = [fix_root(root, fix_root_link, _asset_of(root, prim_path_expr)) for root in roots]
    if any(root.GetPath().HasPrefix(other.GetPath()) for root in roots for other in roots if root is not other):
        logger.warning("Among the articulations that '%s' matches are nested ones.", prim_path_expr)
    return _write(roots, fragments) and is_complete


def apply_joint_drive_properties(
    prim_path_expr: str | Sdf.Path,
    fragments: Iterable[JointDriveFragment],
    stage: Stage = None,
    ensure_drives_exist: bool = False,
    create_if_missing: bool = False,
) -> bool:
    """Write fragments on all revolute and prismatic joints that an expression matches and that follow no other joint.

    Args:
        prim_path_expr: Regular expression of whole prim paths.
        fragments: What to write, in this order.
        stage: Stage; None takes the current one.
        ensure_drives_exist: Whether drives without stiffness and damping get a stiffness of 0.001, by which other
            programs tell a drive from none.
        create_if_missing: Whether joints without drive get one first.

    Returns:
        Whether a fragment was written on any joint, and all could be written on.
    """
    fragments = _listed(fragments)
    if not fragments:
        return True
    joints, _, is_complete = _matching(prim_path_expr, _can_be_driven, stage)
    written = 0
    for joint in joints:
        if create_if_missing:
            UsdPhysics.DriveAPI.Apply(joint, drive_instance(joint))
        path = joint.GetPath().pathString
        acted = [bool(fragment.func(fragment, path, joint.GetStage())) for fragment in fragments]
        if any(acted):
            written += 1
            gives_gains = any(getattr(f, "stiffness", None) or getattr(f, "damping", None) for f in fragments)
            if ensure_drives_exist and not gives_gains:
                _make_active(joint)
    if not written and is_complete:
        _warn_no_match(prim_path_expr, "joint")
    return written > 0 and is_complete


def apply_fixed_tendon_properties(
    prim_path_expr: str | Sdf.Path, fragments: Iterable[FixedTendonFragment], stage: Stage = None
) -> bool:
    """Write fragments on all tendons that couple joints and that an expression matches; say whether each acted."""
    schemas = ("PhysxTendonAxisRootAPI", "PhysxTendonAxisAPI")
    return _apply_to_tendons(prim_path_expr, fragments, schemas, "fixed tendon", stage)


def apply_spatial_tendon_properties(
    prim_path_expr: str | Sdf.Path, fragments: Iterable[SpatialTendonFragment], stage: Stage = None
) -> bool:
    """Write fragments on all tendons from body to body that an expression matches; say whether each acted."""
    schemas = ("PhysxTendonAttachmentRootAPI",)
    return _apply_to_tendons(prim_path_expr, fragments, schemas, "spatial tendon", stage)


def apply_mesh_collision_properties(
    prim_path: str, fragments: Iterable[MeshCollisionFragment], stage: Stage = None
) -> bool:
    """Write fragments on the mesh at a path, which then names its approximation; say whether each was written.

    Raises:
        ValueError: There is no prim at the path, or there is no such approximation.
    """
    prim = get_prim(prim_path, stage)
    UsdPhysics.MeshCollisionAPI.Apply(prim)
    return _write([prim], _listed(fragments))


def apply_volume_deformable_properties(
    prim_path_expr: str | Sdf.Path,
    fragments: Iterable[DeformableBodyFragment],
    create_if_missing: bool = False,
    stage: Stage = None,
) -> bool:
    """Write fragments on all soft bodies that an expression matches.

    Args:
        prim_path_expr: Regular expression of whole prim paths.
        fragments: What to write. A field that has no effect here is named in a warning.
        create_if_missing: Whether prims that match and have one mesh become soft bodies first.
        stage: Stage; None takes the current one.

    Returns:
        Whether there are any.
    """
    fragments = _listed(fragments)
    cfg = DeformableBodyPropertiesCfg()
    without_effect = []
    for fragment in fragments:
        for name, value in vars(fragment).items():
            if name in SOFT_FIELDS and value is not None:
                setattr(cfg, SOFT_FIELDS[name], value)
            elif name != "func" and value is not None:
                without_effect.append(f"{type(fragment).__name__}.{name}")
    if without_effect:
        logger.warning(
            "Of the soft bodies at '%s' these have no effect: %s.", prim_path_expr, ", ".join(without_effect)
        )
    bodies, others, is_complete = _matching(
        prim_path_expr, lambda prim: DEFORMABLE_SCHEMA in applied_schemas(prim), stage
    )
    if create_if_missing:
        for prim in others:
            define_deformable_body_properties(prim.GetPath().pathString, cfg, stage)
        bodies += others
    for prim in bodies:
        modify_deformable_body_properties(prim.GetPath().pathString, cfg, stage)
    if not bodies:
        _warn_no_match(prim_path_expr, "soft body")
    return bool(bodies) and is_complete


def apply_surface_deformable_properties(
    prim_path_expr: str | Sdf.Path,
    fragments: Iterable[DeformableBodyFragment],
    create_if_missing: bool = False,
    stage: Stage = None,
) -> bool:
    """Refuse cloth, which no engine here simulates.

    Raises:
        NotImplementedError: Always.
    """
    raise NotImplementedError(
        f"'{prim_path_expr}' is to be a surface that deforms, which no engine here simulates: take a closed mesh and "
        "volume_deformable_props."
    )


def carries_api(prim_path: str, api: type, stage: Stage = None) -> bool:
    """Whether a prim or one below it, instances included, has an API schema."""
    return any(prim.HasAPI(api) for prim in Usd.PrimRange(get_prim(prim_path, stage), Usd.TraverseInstanceProxies()))


# Inside.


def _listed(fragments: Iterable[SchemaFragment]) -> list:
    """Return fragments as a list.

    Raises:
        TypeError: They are none.
    """
    if not isinstance(fragments, Iterable) or isinstance(fragments, (str, Mapping)):
        raise TypeError(f"'fragments' is {fragments!r:.80}; expected a list of fragments.")
    return list(fragments)


def _apply_family(
    expression: str | Sdf.Path,
    fragments: Iterable[SchemaFragment],
    api: type,
    kind: str,
    create_if_missing: bool,
    stage: Stage,
) -> bool:
    """Write fragments on all prims with an API schema that an expression matches."""
    fragments = _listed(fragments)
    if not fragments:
        return True
    targets, others, is_complete = _matching(expression, lambda prim: prim.HasAPI(api), stage)
    if create_if_missing:
        targets += _with_api(others, api)
    if not targets:
        _warn_no_match(expression, kind)
    return _write(targets, fragments) and is_complete


def _apply_to_tendons(
    expression: str | Sdf.Path, fragments: Iterable[SchemaFragment], schemas: tuple[str, ...], kind: str, stage: Stage
) -> bool:
    """Write fragments on prims with one of the schemas, each of which should act on one prim at least."""
    fragments = _listed(fragments)
    if not fragments:
        return True

    def has_tendon(prim: Usd.Prim) -> bool:
        named = any(schema.partition(":")[0] in schemas for schema in applied_schemas(prim))
        return named or (kind == "fixed tendon" and prim.GetTypeName() == "MjcTendon")

    targets, _, is_complete = _matching(expression, has_tendon, stage)
    if not targets:
        _warn_no_match(expression, kind)
        return False
    acted = [[bool(f.func(f, prim.GetPath().pathString, prim.GetStage())) for prim in targets] for f in fragments]
    return all(any(each) for each in acted) and is_complete


def _matching(expression: str | Sdf.Path, test: Test, stage: Stage) -> tuple[list[Usd.Prim], list[Usd.Prim], bool]:
    """Prims that an expression matches and that can be written on: those that pass the test, and the others.

    Returns:
        Both lists, and whether no prim that passes the test lies within an instance.
    """
    compiled = re.compile(str(expression))
    searched: Usd.Stage = given_stage(stage)
    below = Usd.PrimRange(searched.GetPseudoRoot(), Usd.TraverseInstanceProxies())
    matching = [prim for prim in below if compiled.fullmatch(prim.GetPath().pathString)]
    passing = [prim for prim in matching if test(prim)]
    fixed = [prim for prim in passing if prim.IsInstance() or prim.IsInstanceProxy()]
    if fixed:
        logger.warning(
            "Skipping fragment updates on instanced prims: %d that '%s' matches keep their properties, first '%s'; "
            "make them uninstanceable.",
            len(fixed), expression, fixed[0].GetPath(),
        )  # fmt: skip
    kept = set(fixed)
    others = [prim for prim in matching if prim not in passing and not (prim.IsInstance() or prim.IsInstanceProxy())]
    return [prim for prim in passing if prim not in kept], others, not fixed


def _write(prims: list[Usd.Prim], fragments: Sequence[SchemaFragment]) -> bool:
    """Write every fragment on every prim; say whether there are prims and each fragment was written."""
    written = [bool(f.func(f, prim.GetPath().pathString, prim.GetStage())) for prim in prims for f in fragments]
    return bool(prims) and all(written)


def _with_api(prims: list[Usd.Prim], api: type) -> list[Usd.Prim]:
    """Apply an API schema to prims."""
    for prim in prims:
        prim.ApplyAPI(api)
    return prims


def _asset_of(root: Usd.Prim, expression: str | Sdf.Path) -> Usd.Prim:
    """Prim above a root that an expression matches, too; itself if there is none."""
    parent = root.GetParent()
    return parent if re.fullmatch(str(expression), parent.GetPath().pathString) else root


def _can_be_driven(prim: Usd.Prim) -> bool:
    """Whether a prim is a joint with one axis that moves on its own: neither another joint nor a tendon moves it."""
    tendons = {schema.partition(":")[0] for schema in applied_schemas(prim)}
    is_led = "PhysxTendonAxisAPI" in tendons and "PhysxTendonAxisRootAPI" not in tendons
    return drive_instance(prim) is not None and not follows_another_joint(prim) and not is_led


def _make_active(joint: Usd.Prim) -> None:
    """Give a drive without gains the stiffness that tells it from none."""
    drive = UsdPhysics.DriveAPI(joint, drive_instance(joint))
    if not drive or not (drive.GetStiffnessAttr().Get() or drive.GetDampingAttr().Get()):
        fragment = UsdPhysicsDriveCfg(stiffness=1e-3)
        fragment.func(fragment, joint.GetPath().pathString, joint.GetStage())


def _warn_no_match(expression: str | Sdf.Path, kind: str) -> None:
    logger.warning("Properties have no effect: '%s' matches no %s.", expression, kind)
