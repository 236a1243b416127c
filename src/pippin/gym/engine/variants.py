"""Which environments hold the same, and the description of each such variant for the engine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pippin.physics.assembly import CollisionClass, PlacedAsset, PlacedAttractor, assemble_environment, place_ground
from pippin.physics.assembly.attractors import NUM_AXES, attractor_bias
from pippin.physics.description import SceneDescription, Variant
from pippin.physics.worlds import Worlds

from .asset import GymAsset, pose_array
from .properties import (
    body_parameters,
    dof_parameters,
    gravity_parameters,
    shape_parameters,
)
from .sim import Actor, Attractor, GymEnv, GymSim
from .tendons import tendon_parameters

MANY_VARIANTS = 64
"""Number of variants from which on a note tells that each is simulated by itself."""


@dataclass(frozen=True)
class EnvironmentGroup:
    """Environments that hold the same, so that one description does for all.

    Attributes:
        envs: The environments; the first is described.
        variant: The description.
    """

    envs: tuple[GymEnv, ...]
    variant: Variant


def prefix_of(actor: Actor) -> str:
    """What the names of an actor's parts in the engine begin with."""
    return f"/{actor.handle}"


def group_environments(sim: GymSim) -> list[EnvironmentGroup]:
    """Sort the environments that hold anything by what they hold, and describe each kind once."""
    groups: dict[tuple, list[GymEnv]] = {}
    for env in sim.envs:
        if env.actors:
            groups.setdefault(_contents(env), []).append(env)
    return [EnvironmentGroup(tuple(envs), _describe(sim, envs)) for envs in groups.values()]


def scene_of(groups: list[EnvironmentGroup]) -> SceneDescription:
    """Description of all environments: those of the first group first."""
    return SceneDescription(
        variants=[group.variant for group in groups],
        variant_of_env=np.repeat(np.arange(len(groups)), [len(group.envs) for group in groups]),
        env_origins=np.array([env.origin for group in groups for env in group.envs], np.float32),
    )


def _contents(env: GymEnv) -> tuple:
    """What has to be equal for two environments to be described by one description."""
    groups = _collision_groups(env)
    attractors = tuple(_placed(attractor) for attractor in env.attractors)
    return attractors, *(
        (
            _kind(actor.asset),
            actor.scale,
            groups[actor.handle],
            actor.filter_bits,
            actor.aggregate,
            actor.shape_properties["filter"].tobytes(),
            tuple(tendon.coefficients for tendon in actor.tendons),
        )
        for actor in env.actors
    )


def _kind(asset: GymAsset) -> tuple:
    """What has to be equal for actors of two assets to be described alike: what both were loaded from, say."""
    return id(asset if asset.force_sensors else asset.description), *_damping(asset)


def _damping(asset: GymAsset) -> tuple[float, float]:
    return asset.options.linear_damping, asset.options.angular_damping


def _collision_groups(env: GymEnv) -> list[int]:
    """Collision groups of the actors, numbered by appearance: only which are equal matters within an environment."""
    numbers: dict[int, int] = {-1: -1}
    return [numbers.setdefault(actor.group, len(numbers) - 1) for actor in env.actors]


def _describe(sim: GymSim, envs: list[GymEnv]) -> Variant:
    """Describe the first of some environments."""
    env = envs[0]
    groups = _collision_groups(env)
    placed = [_place(actor, groups[actor.handle]) for actor in env.actors]
    ground = place_ground(sim.grounds, np.array([each.origin for each in envs]))
    attractors = [_placed(attractor) for attractor in env.attractors]
    return assemble_environment(placed, ground, attractors, sim.params.physx.max_depenetration_velocity)


def _place(actor: Actor, group: int) -> PlacedAsset:
    return PlacedAsset(
        asset=actor.description,
        prefix=prefix_of(actor),
        classes=_collision_classes(actor, group),
        parameters=parameters_of(actor, bodies=has_own_bodies(actor)),
        tendons=tuple(tendon.description for tendon in actor.tendons),
        damping=_damping(actor.asset),
    )


def _collision_classes(actor: Actor, group: int) -> tuple[CollisionClass, ...]:
    """Who the shapes of an actor collide with. Where its filter is -1, the file's own bits count among its shapes."""
    filters = actor.shape_properties["filter"].tolist()
    own = actor.filter_bits < 0
    return tuple(
        CollisionClass(group, bits, actor.aggregate, shape.categories if own else None)
        for bits, shape in zip(filters, actor.asset.description.shapes, strict=True)
    )


def parameters_of(actor: Actor, bodies: bool) -> dict[str, np.ndarray]:
    """Parameters of the engine's model in which an actor may differ from its asset's description.

    Args:
        actor: The actor.
        bodies: Whether mass properties are among them.

    Returns:
        By name, the values of each DOF, body, shape or tendon of the actor, shape (num_elements, ...), float32.
    """
    parameters = dof_parameters(actor.description, actor.dof_properties, actor.env.sim.engine_step)
    parameters |= gravity_parameters(actor.description, actor.body_properties)
    parameters |= shape_parameters(actor.description, actor.shape_properties)
    parameters |= tendon_parameters(actor.tendons)
    if bodies:
        parameters |= body_parameters(actor.body_properties)
    return parameters


def has_own_bodies(actor: Actor) -> bool:
    """Whether the bodies of an actor are not as its asset's description has them."""
    return actor.body_properties is not actor.asset.body_properties


def _placed(attractor: Attractor) -> PlacedAttractor:
    """A spring as the description of an environment has it."""
    key = prefix_of(attractor.actor) + attractor.actor.description.bodies[attractor.body].key
    return PlacedAttractor(key, tuple(pose_array(attractor.properties.offset).tolist()))


def bias_of(attractor: Attractor, worlds: Worlds, number: int) -> np.ndarray:
    """Parameter ``actuator_biasprm`` of the actuators of a spring of that number in worlds, shape (6, 10)."""
    properties = attractor.properties
    axes = [bool(properties.axes & 1 << axis) for axis in range(NUM_AXES)]
    return attractor_bias(worlds.model, number, properties.stiffness, properties.damping, axes)
