"""What is set of actors, before there is anything to simulate and afterwards."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import numpy as np

from pippin.physics.compile import UNLIMITED

from ..types import Quat, RigidBodyProperties, RigidShapeProperties, Transform, Vec3
from .asset import ForceSensorDescription, GymAsset, pose_array
from .engine import engine_of
from .properties import bodies_from, dofs_from, initial_body_properties, initial_dof_states, shapes_from
from .sim import Actor, GymEnv
from .tendons import scaled_tendon

_LOGGER = logging.getLogger("pippin")


def new_actor(
    env: GymEnv, asset: GymAsset, pose: Transform, name: str, group: int, filter_bits: int, segmentation_id: int
) -> Actor:
    """Add an actor to an environment.

    Raises:
        ValueError: The asset is of another simulation, or the pose is none.
    """
    if asset.sim is not env.sim:
        raise ValueError("the asset belongs to another simulation than the environment; load it again.")
    root = asset.description.root_quat
    if root[:3] != (0.0, 0.0, 0.0):
        pose = pose * Transform(Vec3(), Quat(*root))
    actor = env.sim.add_actor(env, asset, pose_array(pose), name, group, filter_bits, segmentation_id)
    if filter_bits >= 0:
        actor.shape_properties = asset.shape_properties_with_filter(filter_bits)
    return actor


def scale_actor(actor: Actor, scale: float) -> None:
    """Multiply all lengths of an actor's asset by a factor.

    Raises:
        ValueError: The factor is not positive.
    """
    description = actor.asset.at_scale(scale)
    factor, actor.scale = scale / actor.scale, scale
    slides = np.array([not dof.is_rotation for dof in description.dofs], bool)
    if slides.any():
        actor.dof_properties = actor.dof_properties.copy()
        for limit in ("lower", "upper"):
            scaled = actor.dof_properties[limit][slides].astype(float) * factor
            actor.dof_properties[limit][slides] = np.clip(scaled, -UNLIMITED, UNLIMITED)
        if actor.dof_states is actor.asset.initial_dof_states:
            actor.dof_states = initial_dof_states(actor.dof_properties)
    lengths = {dof.name for dof in description.dofs if not dof.is_rotation}
    actor.tendons = tuple(scaled_tendon(tendon, factor, lengths) for tendon in actor.tendons)
    actor.body_properties = (
        actor.asset.body_properties if scale == 1.0 else initial_body_properties(description, actor.asset.options)
    )


def set_dof_properties(actor: Actor, properties: object) -> None:
    """Set the properties of an actor's DOFs; see :func:`~.properties.dofs_from`."""
    actor.dof_properties = dofs_from(properties, actor.dof_properties)
    engine = engine_of(actor.env.sim)
    if engine is not None:
        engine.dof_properties_set(actor)


def set_body_properties(actor: Actor, properties: Sequence[RigidBodyProperties], recompute_inertia: bool) -> None:
    """Set the properties of an actor's bodies; see :func:`~.properties.bodies_from`."""
    actor.body_properties = bodies_from(properties, actor.body_properties, recompute_inertia)
    engine = engine_of(actor.env.sim)
    if engine is not None:
        engine.body_properties_set(actor)


def set_shape_properties(actor: Actor, properties: Sequence[RigidShapeProperties]) -> None:
    """Set the properties of an actor's shapes; see :func:`~.properties.shapes_from`.

    Programs that draw friction anew while they simulate often start from the properties of the asset, which do not have
    the filter that the actor was created with: the actor keeps its own, and a warning says so.

    Raises:
        NotImplementedError: The simulation is prepared, and a filter is to change to another than the asset's.
    """
    records = shapes_from(properties, len(actor.shape_properties))
    engine = engine_of(actor.env.sim)
    if engine is not None and not np.array_equal(records["filter"], actor.shape_properties["filter"]):
        if not np.array_equal(records["filter"], actor.asset.shape_properties["filter"]):
            raise NotImplementedError("collision filters are fixed once the simulation is prepared; set them before.")
        records["filter"] = actor.shape_properties["filter"]  # those of the asset, of which friction was changed
        _tell_of_filter(actor.asset)
    actor.shape_properties = records
    if engine is not None:
        engine.shape_properties_set(actor)


def _tell_of_filter(asset: GymAsset) -> None:
    """Say once for an asset that filters of its actors stay."""
    if asset.filter_is_told:
        return
    asset.filter_is_told = True
    _LOGGER.warning(
        "set_actor_rigid_shape_properties: actors of asset '%s' keep the collision filter that create_actor gave them; "
        "the properties are those of the asset, and filters are fixed once the simulation is prepared.",
        asset.description.name,
    )


def add_force_sensor(actor: Actor, sensor: ForceSensorDescription) -> int:
    """Return an actor a force sensor, and return its index in the actor.

    All actors of an asset carry the same sensors, so what the first one gets the others have: they ask for it in turn.

    Raises:
        NotImplementedError: Another actor of the asset has no such sensor.
    """
    asset, sim, index = actor.asset, actor.env.sim, actor.num_claimed_sensors
    if index < len(asset.force_sensors):
        is_new = asset.force_sensors[index] != sensor
    else:
        is_new = any(other.asset is asset for other in sim.actors if other is not actor)
        if not is_new:
            asset.force_sensors.append(sensor)
            actor.num_sensors += 1
            sim.num_sensors += 1
            for other in sim.actors[actor.index + 1 :]:
                other.first_sensor += 1
    if is_new:
        raise NotImplementedError(
            f"actors of one asset carry the same force sensors; actor '{actor.name}' would be "
            "the first with another one. Give the asset all of them before its first actor, with "
            "create_asset_force_sensor."
        )
    actor.num_claimed_sensors += 1
    return index
