"""What there is on a stage that physics and pictures need, read prim by prim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pxr import Usd, UsdGeom, UsdPhysics

from ...sim.environments import EnvironmentPlan
from ...sim.units import meters_of
from ..soft_bodies import SoftBody
from .appearance import Light, MaterialColors, read_light
from .articulations import read_articulation_roots
from .bodies import Body, read_body
from .colliders import Collider, Visual, read_collider, read_visuals
from .deformables import read_soft_body
from .filtering import CollisionGroups, FilteredPair, read_collision_groups, read_filtered_pairs
from .joints import Joint, read_joint
from .materials import PhysicsMaterial
from .mjc_actuators import add_servos
from .mjc_tendons import place_sites, read_mjc_tendon
from .notices import Notices
from .physx_tendons import TendonAxis, read_physx_tendons, spatial_tendons
from .pose import Frames
from .prims import StagePrims, owning_body, sort_prims
from .tendons import Tendon
from .tree import ArticulationRoot
from .units import body_in, colliders_in


@dataclass
class StageContents:
    """What was read off a stage, in world coordinates and in the order of the stage.

    Attributes:
        bodies: Rigid bodies by path.
        joints: Joints of which one end at least can move.
        roots: Articulation roots.
        colliders: Colliders.
        solids: Colliders that are switched off, of bodies whose masses or inertias follow from their shapes.
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
    solids: list[Collider]
    visuals: list[Visual]
    lights: list[Light]
    soft_bodies: list[SoftBody]
    groups: CollisionGroups
    pairs: list[FilteredPair]
    tendons: list[Tendon]
    axes: list[TendonAxis]


def read_stage(
    stage: Usd.Stage, environments: EnvironmentPlan | None, default_material: PhysicsMaterial, notices: Notices
) -> StageContents:
    """Read all prims that matter.

    Args:
        stage: Stage with the prims of one environment of each variant.
        environments: Where the environments are. None: the whole stage is one.
        default_material: Physics material of colliders without one.
        notices: Takes what is left out.

    Raises:
        ValueError: A prim makes no sense.
        NotImplementedError: A prim asks for what the engine cannot do, or soft bodies for another unit than metres.
    """
    _note_units(stage, notices)
    prims = sort_prims(stage, environments)
    frames = Frames()
    bodies = {str(prim.GetPath()): read_body(prim, frames, notices) for prim in prims.bodies}
    for path in _standing(bodies, prims, environments):
        del bodies[path]
        notices.warn("This kinematic body stands where it is: neither planes move nor what environments share", path)
    body_prims = {path: prim for prim in prims.bodies if (path := str(prim.GetPath())) in bodies}
    poses = {path: body.pose for path, body in bodies.items()}

    body_of = _bodies_of((*prims.colliders, *prims.visuals), body_prims)
    joints = [read_joint(prim, poses, frames, notices) for prim in prims.joints]
    colors: MaterialColors = {}
    colliders = [
        read_collider(prim, body_of[prim], frames, default_material, colors, notices) for prim in prims.colliders
    ]
    switched_off = []
    for prim in prims.solids:
        owner = owning_body(str(prim.GetPath()), bodies)
        if owner is not None and not bodies[owner].mass.is_complete and not prim.IsA(UsdGeom.Plane):
            switched_off.append(read_collider(prim, body_prims[owner], frames, default_material, colors, notices))
    visuals = [each for prim in prims.visuals for each in read_visuals(prim, body_of[prim], frames, colors, notices)]
    present = [collider for collider in colliders if collider is not None]
    solids = [collider for collider in switched_off if collider is not None]
    meters = meters_of(stage)
    if meters != 1.0:
        present, solids = colliders_in(meters, present), colliders_in(meters, solids)
        solid_bodies = {collider.body for collider in (*present, *solids)}
        bodies = {path: body if path in solid_bodies else body_in(meters, body) for path, body in bodies.items()}
    mjc_tendons = add_servos([read_mjc_tendon(prim) for prim in prims.tendons], prims.actuators, notices)
    physx_tendons = read_physx_tendons(prims.joints, prims.attachments, poses, frames)
    for prim in prims.others:
        notices.warn(f"Prims such as this one ({prim.GetTypeName()}) are not simulated", str(prim.GetPath()))
    return StageContents(
        bodies=bodies,
        joints=[joint for joint in joints if joint is not None],
        roots=read_articulation_roots(prims.articulation_roots, bodies, notices),
        colliders=present,
        solids=solids,
        visuals=visuals,
        lights=[read_light(prim, frames) for prim in prims.lights],
        soft_bodies=_soft_bodies(prims, meters, frames, notices),
        groups=read_collision_groups(stage, prims.collision_groups, present),
        pairs=read_filtered_pairs(prims.filters),
        tendons=[
            *(place_sites(tendon, stage, poses, frames) for tendon in mjc_tendons),
            *spatial_tendons(physx_tendons.attachments),
        ],
        axes=physx_tendons.axes,
    )


def _bodies_of(prims: Iterable[Usd.Prim], bodies: Mapping[str, Usd.Prim]) -> dict[Usd.Prim, Usd.Prim | None]:
    """Prim of the body that each prim moves with, looked for once for all children of a prim."""
    body_of, known = {}, {}
    for prim in prims:
        path = str(prim.GetPath())
        parent = path.rpartition("/")[0]
        if path not in bodies and parent not in known:
            owner = owning_body(parent, bodies)
            known[parent] = None if owner is None else bodies[owner]
        body_of[prim] = bodies[path] if path in bodies else known[parent]
    return body_of


def _standing(bodies: dict[str, Body], prims: StagePrims, environments: EnvironmentPlan | None) -> list[str]:
    """Kinematic bodies that are static geometry: those that hold a plane, and those outside several environments.

    Programs make ground a kinematic body to have contacts with it reported, which static geometry does here as well.
    """
    planes = {owning_body(str(prim.GetPath()), bodies) for prim in prims.colliders if prim.IsA(UsdGeom.Plane)}
    is_shared = environments is not None and environments.num_envs > 1
    return [
        path
        for path, body in bodies.items()
        if body.kinematic
        and (path in planes or (is_shared and environments is not None and environments.variant_of_path(path) is None))
    ]


def _soft_bodies(prims: StagePrims, meters: float, frames: Frames, notices: Notices) -> list[SoftBody]:
    if prims.soft_bodies and meters != 1.0:
        raise NotImplementedError(
            f"Soft body '{prims.soft_bodies[0].GetPath()}' is on a stage whose unit is {meters:g} m; expected 1 m."
        )
    return [read_soft_body(prim, frames, notices) for prim in prims.soft_bodies]


def _note_units(stage: Usd.Stage, notices: Notices) -> None:
    meters = meters_of(stage)
    if abs(meters - 1.0) > 1e-6:
        notices.warn(f"The stage's unit is {meters:g} m: gravity and all other numbers of the program are in it", "/")
    kilograms = UsdPhysics.GetStageKilogramsPerUnit(stage)
    if abs(kilograms - 1.0) > 1e-6:
        notices.warn(f"The stage's unit is {kilograms} kg, but its numbers are taken as kilograms", "/")
