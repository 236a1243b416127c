"""From a stage to the description of its environments: read, sort into environments, build."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

import numpy as np
from pxr import Usd

from ...sim.environments import EnvironmentPlan
from ..description import SceneDescription, Variant
from ..soft_bodies import SoftBody
from .appearance import Light
from .bodies import Body
from .build import EnvironmentParts, build_variant
from .filtering import filter_collisions
from .joints import Joint
from .materials import PhysicsMaterial
from .notices import Notices
from .physx_tendons import fixed_tendons
from .pose import Frames
from .sharing import place_shared
from .stage_contents import StageContents, read_stage
from .tendons import Tendon
from .tree import Forest, ForestBuilder

SHARED = -1
"""Number in place of a variant's for prims outside all environments."""

_Placed = TypeVar("_Placed", Body, Light, SoftBody, Tendon)


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
    contents = read_stage(stage, environments, default_material or PhysicsMaterial(), notices)
    if plan.num_envs > 1:
        _require_no_shared_bodies(contents, plan)
    variants = [
        _describe_variant(stage, contents, environments, variant, notices) for variant in range(len(plan.templates))
    ]
    notices.emit()
    return SceneDescription(variants, np.asarray(plan.variant_of_env), np.asarray(plan.origins, dtype=np.float32))


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

    def inside(things: Iterable[_Placed]) -> list[_Placed]:
        """Those that the environment sees, in its frame."""
        if environments is None:
            return list(things)
        return [thing.moved(offset) for thing in things if (offset := offset_of(thing.path)) is not None]

    bodies = inside(contents.bodies.values())
    paths = {body.path for body in bodies}
    joints = _joints_between(paths, contents.joints, own_offset)
    roots = [
        replace(root, bodies=tuple([body for body in root.bodies if body in paths]))
        for root in contents.roots
        if paths.intersection(root.bodies) or (not root.bodies and offset_of(root.path) is not None)
    ]
    forest = ForestBuilder(bodies, list(joints.values()), roots, notices).build()

    own_colliders, shared_colliders = _sorted_geometry(contents.colliders, environments, variant, paths, own_offset)
    own_visuals, shared_visuals = _sorted_geometry(contents.visuals, environments, variant, paths, own_offset)
    shared = place_shared(shared_colliders, shared_visuals, origins)
    colliders = own_colliders + shared.colliders
    guarded = {root.path for root in roots if not root.self_collisions}
    couplings = fixed_tendons(contents.axes, _joints_of_articulations(forest), joints, notices)
    parts = EnvironmentParts(
        forest=forest,
        joints=joints,
        colliders=colliders,
        solids=[solid for solid in contents.solids if solid.body in paths],
        visuals=own_visuals + shared.visuals,
        placed_colliders=shared.placed_colliders,
        placed_visuals=shared.placed_visuals,
        lights=inside(contents.lights),
        filter=filter_collisions(
            colliders + shared.placed_colliders,
            {link: path for path, links in forest.articulations.items() if path in guarded for link in links},
            contents.groups,
            contents.pairs,
        ),
        tendons=[*couplings, *inside(contents.tendons)],
        soft_bodies=tuple(inside(contents.soft_bodies)),
    )
    return build_variant(parts, notices)


def _joints_between(bodies: set[str], joints: Iterable[Joint], offset: np.ndarray) -> dict[str, Joint]:
    """Joints of an environment's bodies in its frame, by path."""
    own = {}
    for joint in joints:
        ends = {joint.body0, joint.body1} - {None}
        if not ends & bodies:
            continue
        if not ends <= bodies:
            raise ValueError(
                f"Joint '{joint.path}' joins bodies of different environments, {', '.join(sorted(map(str, ends)))}; "
                "expected bodies of one."
            )
        own[joint.path] = _joint_in_environment(joint, offset)
    return own


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
        if each.body is not None:
            if each.body in bodies:
                own.append(each)
            continue
        region = _variant_of(each.path, environments)
        if region == variant:
            own.append(each.moved(offset))
        elif region == SHARED:
            shared.append(each)
    return own, shared
