"""From a stage to the description of its environments: read, sort into environments, build."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from pxr import Usd, UsdGeom

from ...sim.environments import EnvironmentPlan
from ..description import SceneDescription, Variant
from ..soft.bodies import SoftBody
from .appearance import Light, read_light
from .articulations import read_articulation_roots
from .bodies import Body, read_body
from .build import EnvironmentParts, build_variant
from .colliders import Collider, Visual, read_collider, read_visuals
from .deformables import read_soft_body
from .filtering import CollisionGroups, FilteredPair, filter_collisions, read_collision_groups, read_filtered_pairs
from .joints import Joint, read_joint
from .materials import PhysicsMaterial
from .mjc_actuators import add_servos
from .mjc_tendons import place_sites, read_mjc_tendon
from .notices import Notices
from .physx_tendons import TendonAxis, fixed_tendons, read_physx_tendons, spatial_tendons
from .pose import Frames
from .prims import owning_body, sort_prims
from .sharing import place_shared
from .tendons import Tendon
from .tree import ArticulationRoot, Forest, ForestBuilder

SHARED = -1
"""Number in place of a variant's for prims outside all environments."""


@dataclass
class StageContents:
    """What was read off a stage, in world coordinates and in the order of the stage.

    Attributes:
        bodies: Rigid bodies by path.
        joints: Joints of which one end at least can move.
        roots: Articulation roots.
        colliders: Colliders.
        visuals: Geometry for pictures.
        lights: Lights.
        soft_bodies: Soft bodies.
        groups: Collision groups.
        pairs: Pairs of prims that do not collide.
        tendons: Tendons of MJCF files and spatial ones of PhysX.
        axes: Axes of PhysX's fixed tendons, which are put together by articulation.
    """

    bodies: dict[str, Body]
    joints: list[Joint]
    roots: list[ArticulationRoot]
    colliders: list[Collider]
    visuals: list[Visual]
    lights: list[Light]
    soft_bodies: list[SoftBody]
    groups: CollisionGroups
    pairs: list[FilteredPair]
    tendons: list[Tendon]
    axes: list[TendonAxis]


def describe_stage(
    stage: Usd.Stage,
    environments: EnvironmentPlan | None = None,
    default_material: PhysicsMaterial | None = None,
) -> SceneDescription:
    """Describe the environments on a stage for the physics engines.

    UsdPhysics is read, with the attributes of PhysX, MuJoCo and Newton that have a meaning for MuJoCo. Numbers are
    taken as metres, kilograms, seconds and degrees. Gravity is a setting of the simulation and is not read.

    Args:
        stage: Stage with the prims of one environment of each variant.
        environments: Where the environments are. None: the whole stage is one environment at the world's origin.
        default_material: Physics material of colliders without one. None: friction 0.5, no bounce.

    Returns:
        One variant for each template of the plan, its elements named by prim path.

    Raises:
        ValueError: A prim makes no sense: its path, and what is wrong with it.
        NotImplementedError: A prim asks for what the engine cannot do: its path, and what to do instead.
    """
    plan = environments or EnvironmentPlan.uniform(np.zeros((1, 3)), namespace="/World/envs")
    notices = Notices()
    contents = _read(stage, environments, default_material or PhysicsMaterial(), notices)
    if plan.num_envs > 1:
        _require_no_shared_bodies(contents, plan)
    variants = [
        _describe_variant(stage, contents, environments, variant, notices) for variant in range(len(plan.templates))
    ]
    notices.emit()
    return SceneDescription(variants, np.asarray(plan.variant_of_env), np.asarray(plan.origins, dtype=np.float32))


# Reading.


def _read(
    stage: Usd.Stage, environments: EnvironmentPlan | None, default_material: PhysicsMaterial, notices: Notices
) -> StageContents:
    """Read all prims that matter."""
    _note_units(stage, notices)
    prims = sort_prims(stage, environments)
    frames = Frames()
    bodies = {str(prim.GetPath()): read_body(prim, frames, notices) for prim in prims.bodies}
    body_prims = {str(prim.GetPath()): prim for prim in prims.bodies}
    poses = {path: body.pose for path, body in bodies.items()}

    def body_of(prim: Usd.Prim) -> Usd.Prim | None:
        owner = owning_body(str(prim.GetPath()), body_prims)
        return None if owner is None else body_prims[owner]

    joints = [read_joint(prim, poses, frames, notices) for prim in prims.joints]
    colliders = [read_collider(prim, body_of(prim), frames, default_material, notices) for prim in prims.colliders]
    present = [collider for collider in colliders if collider is not None]
    mjc_tendons = add_servos([read_mjc_tendon(prim) for prim in prims.tendons], prims.actuators, notices)
    physx_tendons = read_physx_tendons(prims.joints, prims.attachments, poses, frames)
    for prim in prims.others:
        notices.warn(f"Prims such as this one ({prim.GetTypeName()}) are not simulated", str(prim.GetPath()))
    return StageContents(
        bodies=bodies,
        joints=[joint for joint in joints if joint is not None],
        roots=read_articulation_roots(prims.articulation_roots, bodies, notices),
        colliders=present,
        visuals=[visual for prim in prims.visuals for visual in read_visuals(prim, body_of(prim), frames, notices)],
        lights=[read_light(prim, frames) for prim in prims.lights],
        soft_bodies=[read_soft_body(prim, frames, notices) for prim in prims.soft_bodies],
        groups=read_collision_groups(stage, prims.collision_groups, present),
        pairs=read_filtered_pairs(prims.filters),
        tendons=[
            *(place_sites(tendon, stage, poses, frames) for tendon in mjc_tendons),
            *spatial_tendons(physx_tendons.attachments),
        ],
        axes=physx_tendons.axes,
    )


def _note_units(stage: Usd.Stage, notices: Notices) -> None:
    meters = UsdGeom.GetStageMetersPerUnit(stage)
    if UsdGeom.StageHasAuthoredMetersPerUnit(stage) and abs(meters - 1.0) > 1e-6:
        notices.warn(f"The stage's unit is {meters} m, but its numbers are taken as metres", "/")


# Sorting into environments.


def _variant_of(path: str, environments: EnvironmentPlan | None) -> int:
    """Variant that a prim belongs to; without a plan, everything belongs to the first one."""
    if environments is None:
        return 0
    variant = environments.variant_of_path(path)
    if variant is not None:
        return variant
    return SHARED


def _require_no_shared_bodies(contents: StageContents, plan: EnvironmentPlan) -> None:
    for path in [*contents.bodies, *(body.path for body in contents.soft_bodies)]:
        if _variant_of(path, plan) == SHARED:
            raise NotImplementedError(
                f"Body '{path}' lies outside the environments ({plan.namespace}/env_*), but there are "
                f"{plan.num_envs} of these, and each is simulated by itself: move it below '{plan.template_path(0)}', "
                "or take its rigid-body API away if it is to be a static collider."
            )


def _describe_variant(
    stage: Usd.Stage, contents: StageContents, environments: EnvironmentPlan | None, variant: int, notices: Notices
) -> Variant:
    """Pick what belongs to one environment, move it into its frame, and build."""
    own_offset, origins = _placement(stage, environments, variant)
    shared_offset = -origins[0].astype(float) if len(origins) else np.zeros(3)

    def offset_of(path: str) -> np.ndarray | None:
        """Shift of a prim into the environment's frame, None where it belongs to another environment."""
        region = _variant_of(path, environments)
        return own_offset if region == variant else shared_offset if region == SHARED else None

    bodies = [
        replace(body, pose=body.pose.moved(offset))
        for path, body in contents.bodies.items()
        if (offset := offset_of(path)) is not None
    ]
    paths = {body.path for body in bodies}
    joints = [_joint_in_environment(joint, own_offset) for joint in contents.joints if _ends(joint) & paths]
    for joint in joints:
        if not _ends(joint) <= paths:
            raise ValueError(f"Joint '{joint.path}' joins bodies of different environments: {', '.join(_ends(joint))}.")
    roots = [
        replace(root, bodies=tuple(body for body in root.bodies if body in paths))
        for root in contents.roots
        if paths.intersection(root.bodies) or (not root.bodies and offset_of(root.path) is not None)
    ]
    forest = ForestBuilder(bodies, joints, roots, notices).build()

    own_colliders, shared_colliders = _sorted_geometry(contents.colliders, environments, variant, paths, own_offset)
    own_visuals, shared_visuals = _sorted_geometry(contents.visuals, environments, variant, paths, own_offset)
    shared = place_shared(shared_colliders, shared_visuals, origins)
    colliders = own_colliders + shared.colliders
    guarded = {root.path for root in roots if not root.self_collisions}
    measured = {root.path for root in roots if root.measures_joint_wrenches}
    parts = EnvironmentParts(
        forest=forest,
        joints={joint.path: joint for joint in joints},
        colliders=colliders,
        visuals=own_visuals + shared.visuals,
        placed_colliders=shared.placed_colliders,
        placed_visuals=shared.placed_visuals,
        lights=[
            replace(light, pose=light.pose.moved(offset))
            for light in contents.lights
            if (offset := offset_of(light.path)) is not None
        ],
        filter=filter_collisions(
            colliders + shared.placed_colliders,
            {link: path for path, links in forest.articulations.items() if path in guarded for link in links},
            contents.groups,
            contents.pairs,
        ),
        tendons=[
            *fixed_tendons(
                contents.axes, _joints_of_articulations(forest), {joint.path: joint for joint in joints}, notices
            ),
            *(tendon.moved(offset) for tendon in contents.tendons if (offset := offset_of(tendon.path)) is not None),
        ],
        soft_bodies=tuple(
            body.moved(offset) for body in contents.soft_bodies if (offset := offset_of(body.path)) is not None
        ),
        joint_wrench_bodies=tuple(
            link for path, links in forest.articulations.items() if path in measured for link in links
        ),
    )
    return build_variant(parts, notices)


def _joints_of_articulations(forest: Forest) -> list[set[str]]:
    """For each articulation, the paths of the joints between its links."""
    return [{path for link in links for path in forest.links[link].joints} for links in forest.articulations.values()]


def _placement(stage: Usd.Stage, environments: EnvironmentPlan | None, variant: int) -> tuple[np.ndarray, np.ndarray]:
    """Shift from the world to the frame of a variant's template, and origins of the variant's environments."""
    if environments is None:
        return np.zeros(3), np.zeros((1, 3))
    origins = np.asarray(environments.origins)[environments.env_ids_of(variant)]
    template = stage.GetPrimAtPath(environments.template_path(variant))
    if not template:  # nothing of the environment is on the stage
        return np.zeros(3), origins
    return -Frames().pose(template).position, origins


def _ends(joint: Joint) -> set[str]:
    """Bodies that a joint joins."""
    return {body for body in (joint.body0, joint.body1) if body is not None}


def _joint_in_environment(joint: Joint, offset: np.ndarray) -> Joint:
    """The joint with a frame in the world moved into the environment's frame."""
    if joint.body0 is None:
        return replace(joint, frame0=joint.frame0.moved(offset))
    if joint.body1 is None:
        return replace(joint, frame1=joint.frame1.moved(offset))
    return joint


def _sorted_geometry(
    geometry: list, environments: EnvironmentPlan | None, variant: int, bodies: set[str], offset: np.ndarray
) -> tuple[list, list]:
    """Geometry that belongs to an environment, in its frame, and static geometry outside all, in the world."""
    own, shared = [], []
    for each in geometry:
        region = _variant_of(each.path, environments)
        if each.body in bodies:
            own.append(each)
        elif each.body is None and region == variant:
            own.append(each.moved(offset))
        elif each.body is None and region == SHARED:
            shared.append(each)
    return own, shared
