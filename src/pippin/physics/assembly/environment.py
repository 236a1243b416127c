"""Environments made of assets: one description for all environments that hold the same."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import mujoco
import numpy as np

from ..compile import UNLIMITED
from ..description import CombineModes, JointProperties, TendonProperties, Variant
from ..importer.colliders import Collider
from ..importer.geoms import GeomWriter
from ..importer.sharing import place_shared
from ..position_limits import soften_as_default
from ..worlds import SPEED_LIMIT
from .asset import AssetDescription, AssetTendon
from .attractors import PlacedAttractor, add_attractors
from .collisions import GROUND, CollisionClass, collision_bits
from .ground import Ground, collider_of

SHARED_BODY = "/"
"""Name of the body that carries ground whose place in an environment's frame depends on the environment."""

ABOVE_GROUND = 1
"""Priority of the shapes of assets: the properties of a contact with the ground are theirs.

But for friction and restitution, which are means.
"""

WITH_FRICTION = 3
"""Least dimension of contacts of assets. Files for MuJoCo give shapes dimension 1, with which they slide on each other,
and leave it to the ground, whose 3 counts in MuJoCo, to give them friction. With the priority it would not."""


@dataclass(frozen=True)
class PlacedAsset:
    """An asset in an environment.

    Attributes:
        asset: What it is.
        prefix: What its names in the environment begin with.
        classes: Who each of its shapes collides with.
        parameters: Values of model parameters that differ from the asset's, by the engine's names (see
            :data:`pippin.physics.worlds.PARAMETERS`): a row for each of its degrees of freedom, bodies, shapes or
            tendons.
        tendons: Its tendons, whose limits, springs and damping are parameters.
        damping: Rates at which the root body's linear and angular velocity decay [1/s].
    """

    asset: AssetDescription
    prefix: str
    classes: tuple[CollisionClass, ...]
    parameters: Mapping[str, np.ndarray] = field(default_factory=dict)
    tendons: tuple[AssetTendon, ...] = ()
    damping: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class PlacedGround:
    """Ground as the environments of one variant have it.

    Attributes:
        alike: Colliders that lie alike in all of them, in an environment's frame.
        placed: Colliders whose place depends on the environment, in the world.
    """

    alike: tuple[Collider, ...]
    placed: tuple[Collider, ...]


def place_ground(grounds: Sequence[Ground], origins: np.ndarray) -> PlacedGround:
    """Find out which ground lies alike in all environments.

    Args:
        grounds: What there is.
        origins: Origins of the environments in the world [m], shape (num_envs, 3).
    """
    colliders = [collider_of(ground, ground.shapes, index) for index, ground in enumerate(grounds)]
    shared = place_shared(colliders, [], origins)
    return PlacedGround(tuple(shared.colliders), tuple(shared.placed_colliders))


def assemble_environment(
    actors: Sequence[PlacedAsset],
    ground: PlacedGround,
    attractors: Sequence[PlacedAttractor] = (),
    depenetration_limit: float = math.inf,
) -> Variant:
    """Describe one environment.

    Bodies are in the order of the actors, each at the origin; every geometry is named by prefix and key.

    Args:
        actors: Assets, with different prefixes.
        ground: Ground.
        attractors: Springs on bodies.
        depenetration_limit: How fast bodies part at most that begin within others [m/s]; infinite without a limit.

    Raises:
        NotImplementedError: The collision filters make more kinds of shapes than the engine has bits.
    """
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    spec.compiler.inertiafromgeom = mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE  # bodies have explicit masses
    bits = collision_bits([GROUND, *(each for actor in actors for each in actor.classes)])
    writer = GeomWriter(spec, {collider.path: bits[GROUND] for collider in (*ground.alike, *ground.placed)})
    shared_bodies = _add_ground(writer, spec, ground)
    for actor in actors:
        frame = spec.worldbody.add_frame()
        spec.attach(actor.asset.spec.copy(), prefix=actor.prefix, frame=frame)
        for dof in actor.asset.dofs:  # hard, as PhysX's are, whatever a file for MuJoCo says of their softness
            soften_as_default(spec.joint(actor.prefix + dof.key))
        _set_contacts(spec, actor, bits)
        _add_tendons(spec, actor)
        _set_parameters(spec, actor)
    add_attractors(spec, attractors)
    has_limit = depenetration_limit < math.inf
    return Variant(
        spec=spec,
        depenetration_limits={
            actor.prefix + body.key: depenetration_limit for actor in actors for body in actor.asset.bodies if has_limit
        },
        articulation_roots={
            f"{actor.prefix}{actor.asset.bodies[0].key}": f"{actor.prefix}{actor.asset.bodies[0].key}"
            for actor in actors
            if actor.asset.dofs
        },
        shared_bodies=shared_bodies,
        combine_modes=writer.combine_modes
        | {actor.prefix + shape.key: CombineModes() for actor in actors for shape in actor.asset.shapes},
        joint_properties={
            actor.prefix + dof.key: JointProperties(max_velocity=float(limit))
            for actor in actors
            if SPEED_LIMIT in actor.parameters
            for dof, limit in zip(actor.asset.dofs, actor.parameters[SPEED_LIMIT], strict=True)
        },
        tendons={
            actor.prefix + tendon.key: TendonProperties(tendon.name, "fixed" if tendon.joints else "spatial")
            for actor in actors
            for tendon in actor.tendons
        },
        body_damping={
            f"{actor.prefix}{actor.asset.bodies[0].key}": actor.damping
            for actor in actors
            if any(actor.damping) and not actor.asset.fixed_base
        },
    )


def _add_ground(writer: GeomWriter, spec: mujoco.MjSpec, ground: PlacedGround) -> tuple[str, ...]:
    """Add the ground; return the name of the body that is placed by environment, if there is one."""
    for collider in ground.alike:
        writer.add_collider(spec.worldbody, collider)
    if not ground.placed:
        return ()
    body = spec.worldbody.add_body(name=SHARED_BODY, mocap=True)
    for collider in ground.placed:
        writer.add_collider(body, collider)
    return (SHARED_BODY,)


def _set_contacts(spec: mujoco.MjSpec, actor: PlacedAsset, bits: Mapping[CollisionClass, tuple[int, int]]) -> None:
    for shape, collision_class in zip(actor.asset.shapes, actor.classes, strict=True):
        geom = spec.geom(actor.prefix + shape.key)
        geom.contype, geom.conaffinity = bits[collision_class]
        geom.priority = ABOVE_GROUND
        geom.condim = max(geom.condim, WITH_FRICTION)


def _add_tendons(spec: mujoco.MjSpec, actor: PlacedAsset) -> None:
    """Add an actor's tendons, to which parameters then give limits, springs and damping."""
    for description in actor.tendons:
        tendon = spec.add_tendon(name=actor.prefix + description.key, limited=mujoco.mjtLimited.mjLIMITED_TRUE)
        tendon.range = (-UNLIMITED, UNLIMITED)
        for wrap in description.path:
            if wrap.kind == "joint":
                tendon.wrap_joint(actor.prefix + wrap.key, wrap.factor)
            elif wrap.kind == "site":
                tendon.wrap_site(actor.prefix + wrap.key)
            else:
                tendon.wrap_pulley(wrap.factor)


# Parameters. Each writer takes an element of the spec and a row of values.


def _set_parameters(spec: mujoco.MjSpec, actor: PlacedAsset) -> None:
    for name, rows in actor.parameters.items():
        if name == SPEED_LIMIT:  # which specs have no field for
            continue
        elements, write = _WRITERS[name]
        for key, row in zip(_keys(actor.asset, elements), rows, strict=True):
            write(getattr(spec, elements)(actor.prefix + key), np.asarray(row, dtype=float))


def _keys(asset: AssetDescription, elements: str) -> list[str]:
    """Names, within an asset's spec, of the elements that parameters belong to."""
    tables: dict[str, Sequence] = {"body": asset.bodies, "geom": asset.shapes, "tendon": asset.tendons}
    parts = tables.get(elements, asset.dofs)
    return [part.key for part in parts]


def _set_range(element: mujoco.MjsJoint | mujoco.MjsTendon, row: np.ndarray) -> None:
    element.limited = mujoco.mjtLimited.mjLIMITED_TRUE
    element.range = row


def _set_force_range(actuator: mujoco.MjsActuator, row: np.ndarray) -> None:
    actuator.forcelimited = mujoco.mjtLimited.mjLIMITED_TRUE
    actuator.forcerange = row


Writer = Callable[[Any, np.ndarray], None]


def _set_attribute(name: str) -> Writer:
    def write(element: Any, row: np.ndarray) -> None:
        setattr(element, name, row if row.ndim else float(row))

    return write


def _set_first(name: str) -> Writer:
    """Writer of the first coefficient of a polynomial, the linear law; the others are zero."""

    def write(element: Any, row: np.ndarray) -> None:
        setattr(element, name, [float(row), 0.0, 0.0])

    return write


def _set_bias(actuator: mujoco.MjsActuator, row: np.ndarray) -> None:
    actuator.biasprm[:] = row


_WRITERS: dict[str, tuple[str, Writer]] = {
    "actuator_biasprm": ("actuator", _set_bias),
    "actuator_forcerange": ("actuator", _set_force_range),
    "body_gravcomp": ("body", _set_attribute("gravcomp")),
    "body_inertia": ("body", _set_attribute("inertia")),
    "body_ipos": ("body", _set_attribute("ipos")),
    "body_iquat": ("body", _set_attribute("iquat")),
    "body_mass": ("body", _set_attribute("mass")),
    "dof_armature": ("joint", _set_attribute("armature")),
    "dof_damping": ("joint", _set_first("damping")),
    "dof_frictionloss": ("joint", _set_attribute("frictionloss")),
    "geom_friction": ("geom", _set_attribute("friction")),
    "geom_solref": ("geom", _set_attribute("solref")),
    "jnt_range": ("joint", _set_range),
    "tendon_damping": ("tendon", _set_first("damping")),
    "tendon_lengthspring": ("tendon", _set_attribute("springlength")),
    "tendon_range": ("tendon", _set_range),
    "tendon_stiffness": ("tendon", _set_first("stiffness")),
}
"""Kind of element that each parameter belongs to, and what writes it to one of a spec."""
