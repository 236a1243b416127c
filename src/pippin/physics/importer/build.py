"""From what was read off the stage to MuJoCo's description of one environment."""

from __future__ import annotations

from dataclasses import dataclass, field

import mujoco

from ..description import CombineModes, FramePose, Variant
from ..soft_bodies import SoftBody
from .appearance import DIFFUSE, Light
from .colliders import Collider, Visual
from .drives import add_actuators, add_followers, add_joint, properties_of
from .filtering import CollisionFilter
from .geoms import GeomWriter
from .joints import BALL, Joint
from .loops import add_loop
from .mass import MassProperties, mass_of_body, principal_axes
from .notices import Notices
from .tendons import Tendon, add_tendons
from .tree import Forest, Link

SHARED_BODY = "/"
"""Name of the body that carries shared geometry whose place depends on the environment: the root of all prims."""


@dataclass(frozen=True)
class EnvironmentParts:
    """All that one environment holds, in the environment's frame.

    Attributes:
        forest: Bodies in trees, and joints that close loops.
        joints: All joints by path.
        colliders: Colliders of bodies, and static ones that lie alike in all environments.
        solids: Colliders of bodies that are switched off, and weigh all the same.
        visuals: Geometry for pictures, in the same form.
        placed_colliders: Static colliders whose place depends on the environment; in the world.
        placed_visuals: Geometry for pictures that goes with them; in the world.
        lights: Lights.
        filter: Which colliders meet.
        soft_bodies: Soft bodies.
        tendons: Tendons.
    """

    forest: Forest
    joints: dict[str, Joint]
    colliders: list[Collider]
    solids: list[Collider]
    visuals: list[Visual]
    placed_colliders: list[Collider]
    placed_visuals: list[Visual]
    lights: list[Light]
    filter: CollisionFilter
    soft_bodies: tuple[SoftBody, ...] = ()
    tendons: list[Tendon] = field(default_factory=list)


def build_variant(parts: EnvironmentParts, notices: Notices) -> Variant:
    """Describe one environment for the engine."""
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    # Bodies have explicit masses. Unless this is said, visual meshes are compiled for their inertia before they go.
    spec.compiler.inertiafromgeom = mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE
    forest = parts.forest
    for link in forest.links.values():
        _add_body(spec, link, parts, notices)
    shared_bodies, combine_modes = _add_geometry(spec, parts)
    _add_constraints(spec, parts, notices)
    tendons = add_tendons(spec, parts.tendons, parts.joints, notices)
    add_actuators(spec, forest, notices)
    _add_lights(spec, parts.lights)
    dofs = [motion.dof for link in forest.links.values() for motion in link.motions]
    return Variant(
        spec=spec,
        articulation_roots={path: links[0] for path, links in forest.articulations.items()},
        shared_bodies=shared_bodies,
        combine_modes=combine_modes,
        tendons=tendons,
        joint_properties={dof.name: properties_of(dof) for dof in dofs if dof.kind != BALL},
        body_damping=_body_damping(forest, notices),
        depenetration_limits={
            path: link.body.depenetration_limit
            for path, link in forest.links.items()
            if link.body.depenetration_limit is not None
        },
        soft_bodies=parts.soft_bodies,
        textures={
            visual.path: visual.texture
            for visual in [*parts.visuals, *parts.placed_visuals]
            if visual.texture is not None
        },
        contact_bodies=tuple(path for path, link in forest.links.items() if link.body.reports_contacts),
        contact_filters={p: link.body.contact_filters for p, link in forest.links.items() if link.body.contact_filters},
        grips={path: link.body.grips for path, link in forest.links.items() if link.body.grips},
        incoming_joint_frames={
            path: _incoming_joint_frame(forest.links[path], parts.joints)
            for links in forest.articulations.values()
            for path in links
            if not forest.links[path].floats
        },
    )


def _incoming_joint_frame(link: Link, joints: dict[str, Joint]) -> FramePose:
    """Frame of the joint to the parent, on the side of the link; that of the link where no joint holds it."""
    if not link.joints:
        return (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
    joint = joints[link.joints[0]]
    frame = joint.frame1 if joint.body1 == link.body.path else joint.frame0
    return tuple(map(float, frame.position)), tuple(map(float, frame.quat_wxyz))


def _add_body(spec: mujoco.MjSpec, link: Link, parts: EnvironmentParts, notices: Notices) -> None:
    """Add a body with its joints and mass."""
    path = link.body.path
    parent = spec.worldbody if link.parent is None else spec.body(link.parent)
    body = parent.add_body(
        name=path,
        pos=link.rest.position,
        quat=link.rest.quat_wxyz,
        mocap=link.is_mocap,
        gravcomp=link.body.gravity_compensation,
    )
    if link.floats:
        body.add_joint(name=path, type=mujoco.mjtJoint.mjJNT_FREE, align=mujoco.mjtAlignFree.mjALIGNFREE_FALSE)
    for motion in link.motions:
        add_joint(body, motion)
    authored = link.body.mass
    solids: list[MassProperties] = []
    if not authored.is_complete:
        shapes = [each for each in (*parts.colliders, *parts.solids) if each.body == path]
        solids = [each.mass_properties(authored.density) for each in shapes]
    if link.is_mocap and authored.mass is None and not solids:
        return  # it is moved by hand: its mass does not matter
    properties = mass_of_body(path, authored, solids, notices)
    body.explicitinertial = True
    body.mass = properties.mass
    body.ipos = properties.center
    body.inertia, body.iquat = principal_axes(properties.inertia)


def _add_geometry(spec: mujoco.MjSpec, parts: EnvironmentParts) -> tuple[tuple[str, ...], dict[str, CombineModes]]:
    """Add all geometry.

    Returns:
        Names of the bodies that are placed by environment, and how surfaces are combined, by the geometry's name.
    """
    writer = GeomWriter(spec, parts.filter.categories)
    for collider in parts.colliders:
        writer.add_collider(spec.worldbody if collider.body is None else spec.body(collider.body), collider)
    for visual in parts.visuals:
        writer.add_visual(spec.worldbody if visual.body is None else spec.body(visual.body), visual)
    if not parts.placed_colliders:
        return (), writer.combine_modes
    shared = spec.worldbody.add_body(name=SHARED_BODY, mocap=True)
    for collider in parts.placed_colliders:
        writer.add_collider(shared, collider)
    for visual in parts.placed_visuals:
        writer.add_visual(shared, visual)
    return (SHARED_BODY,), writer.combine_modes


def _add_constraints(spec: mujoco.MjSpec, parts: EnvironmentParts, notices: Notices) -> None:
    """Add loop joints, joints that follow others, and pairs of bodies that do not collide."""
    excluded = list(parts.filter.excluded)
    for joint in parts.forest.closures:
        add_loop(spec, joint, notices)
        if joint.body0 is not None and joint.body1 is not None and not joint.collides:
            excluded.append((joint.body0, joint.body1))
    for first, second in sorted({(min(pair), max(pair)) for pair in excluded}):
        spec.add_exclude(name=f"{first} {second}", bodyname1=first, bodyname2=second)
    add_followers(spec, parts.forest, parts.joints, notices)


def _body_damping(forest: Forest, notices: Notices) -> dict[str, tuple[float, float]]:
    """Linear and angular damping of floating bodies that have any."""
    damping = {}
    for path, link in forest.links.items():
        if not (link.body.linear_damping or link.body.angular_damping) or link.is_mocap:
            continue
        if link.floats:
            damping[path] = (link.body.linear_damping, link.body.angular_damping)
        else:
            notices.info("Linear and angular damping act on floating bodies, not on jointed ones", path)
    return damping


def _add_lights(spec: mujoco.MjSpec, lights: list[Light]) -> None:
    """Add lights, which do not move."""
    for light in lights:
        spec.worldbody.add_light(
            name=light.path,
            type=light.type,
            pos=light.pose.position,
            dir=-light.pose.rotation[:, 2],
            diffuse=DIFFUSE * light.color,
            ambient=(1.0 - DIFFUSE if light.is_dome else 0.0) * light.color,
            intensity=light.intensity,
        )
