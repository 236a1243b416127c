"""Contacts between a body and single partners of it, measured by sensors of the engine itself.

Both engines report the contacts of a pair of a body with another body, or with a static collider, within the step, the
strongest first. They do so only where a sensor asks for a pair before play (:func:`request_contact_filters`).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import mujoco
import warp as wp
from pxr import Sdf, Usd

BODIES_ATTRIBUTE = "pippin:contactFilters:bodies"
EXPRESSIONS_ATTRIBUTE = "pippin:contactFilters:expressions"
CAPACITIES_ATTRIBUTE = "pippin:contactFilters:capacities"
"""Arrays of equal length on prims: which body's contacts with what are measured, and how many of them at most."""

ANYTHING = ""
"""In place of an expression: all that a body touches, as one partner."""

_SENSOR_PREFIX = "contacts of "
_STRONGEST = 2  # value of MuJoCo's `reduce` for the contacts with the largest forces
_FIELDS = (
    mujoco.mjtConDataField.mjCONDATA_FOUND,
    mujoco.mjtConDataField.mjCONDATA_FORCE,
    mujoco.mjtConDataField.mjCONDATA_DIST,
    mujoco.mjtConDataField.mjCONDATA_POS,
    mujoco.mjtConDataField.mjCONDATA_NORMAL,
    mujoco.mjtConDataField.mjCONDATA_TANGENT,
)
CONTACT_SIZE = 14
"""Numbers of one contact: 1 if there is one, force along its axes, distance, position, normal, first tangent."""


def request_contact_filters(prim: Usd.Prim, expressions: Iterable[str], capacity: int) -> None:
    """Let a body measure its contacts with partners from the next play on.

    Args:
        prim: Prim of the body.
        expressions: Regular expressions of the partners' prim paths, or :data:`ANYTHING`.
        capacity: Number of contacts with each partner that are told apart.
    """
    holder = prim
    while holder.IsInstanceProxy():
        holder = holder.GetParent()
    new = [(str(prim.GetPath()), expression, capacity) for expression in expressions]
    entries = list(dict.fromkeys(_entries(holder) + new))
    for name, kind, values in zip(
        (BODIES_ATTRIBUTE, EXPRESSIONS_ATTRIBUTE, CAPACITIES_ATTRIBUTE),
        (Sdf.ValueTypeNames.StringArray, Sdf.ValueTypeNames.StringArray, Sdf.ValueTypeNames.IntArray),
        zip(*entries, strict=True),
        strict=True,
    ):
        holder.CreateAttribute(name, kind, custom=True).Set(list(values))


def read_contact_filters(prim: Usd.Prim) -> dict[str, int]:
    """Capacity by expression of the partners whose contacts with a body are to be measured."""
    path = str(prim.GetPath())
    filters: dict[str, int] = {}
    while prim:
        for body, expression, capacity in _entries(prim) if prim.HasAttribute(BODIES_ATTRIBUTE) else ():
            if body == path:
                filters[expression] = max(capacity, filters.get(expression, 0))
        prim = prim.GetParent()
    return filters


def _entries(prim: Usd.Prim) -> list[tuple[str, str, int]]:
    names = (BODIES_ATTRIBUTE, EXPRESSIONS_ATTRIBUTE, CAPACITIES_ATTRIBUTE)
    attributes = [prim.GetAttribute(name) for name in names]
    if not all(attributes):
        return []
    return list(zip(*(attribute.Get() for attribute in attributes), strict=True))


@dataclass(frozen=True)
class Partner:
    """What a filter expression stands for in one environment: one body, or static colliders.

    Attributes:
        bodies: Names of the bodies.
        geoms: Names of the static geometries.
    """

    bodies: tuple[str, ...]
    geoms: tuple[str, ...]


def find_partner(expression: str, bodies: Sequence[str], static_geoms: Sequence[str]) -> Partner:
    """What an expression matches: bodies (or, if there are none, bodies below matching prims) and static colliders.

    Args:
        expression: Regular expression of prim paths.
        bodies: Prim paths of all bodies.
        static_geoms: Names of the static geometries: prim paths, followed by ":0" and so on where a prim has several.
    """
    exact, below = re.compile(expression), re.compile(f"({expression})/.*")
    found = [path for path in bodies if exact.fullmatch(path)] or [path for path in bodies if below.fullmatch(path)]
    collider = re.compile(rf"({expression})(/.*)?(:\d+)?")
    return Partner(tuple(found), tuple(name for name in static_geoms if collider.fullmatch(name)))


def add_contact_pair_sensors(
    spec: mujoco.MjSpec, filters: Mapping[str, Mapping[str, int]], shared_bodies: Sequence[str]
) -> None:
    """Give bodies sensors of their contacts with partners.

    Args:
        spec: Spec to add to.
        filters: For each body, capacity by expression of the partners, or by :data:`ANYTHING`.
        shared_bodies: Bodies that carry static geometry, beside the world.
    """
    if not filters:
        return
    static = (spec.worldbody.name, *shared_bodies)
    bodies = [body.name for body in spec.bodies if body.name not in static]
    geoms = [geom.name for geom in spec.geoms if geom.parent.name in static and (geom.contype or geom.conaffinity)]
    capacities: dict[tuple[str, mujoco.mjtObj, str], int] = {}
    for body, of_body in filters.items():
        for expression, capacity in of_body.items():
            if expression == ANYTHING:
                capacities[body, mujoco.mjtObj.mjOBJ_UNKNOWN, ANYTHING] = capacity
                continue
            partner = find_partner(expression, bodies, geoms)
            kinds = [(mujoco.mjtObj.mjOBJ_BODY, partner.bodies), (mujoco.mjtObj.mjOBJ_GEOM, partner.geoms)]
            for pair in ((body, kind, name) for kind, names in kinds for name in names):
                capacities[pair] = max(capacity, capacities.get(pair, 0))
    bits = sum(1 << int(field) for field in _FIELDS)
    for (body, kind, name), capacity in capacities.items():
        sensor = spec.add_sensor(
            name=_sensor_name(body, name),
            type=mujoco.mjtSensor.mjSENS_CONTACT,
            objtype=mujoco.mjtObj.mjOBJ_BODY,
            objname=body,
            reftype=kind,
            refname=name,
        )
        sensor.intprm = [bits, _STRONGEST, capacity]


def _sensor_name(body: str, partner: str) -> str:
    return f"{_SENSOR_PREFIX}{body} with {partner}"


def contact_pair_sensors(
    model: mujoco.MjModel, body: str, expression: str, static_bodies: Sequence[str]
) -> list[tuple[int, int]]:
    """Where in ``sensordata`` the contacts of a body with a partner begin, and how many there are at most.

    Args:
        model: Compiled model.
        body: Name of the body.
        expression: Regular expression of the partner's prim path, or :data:`ANYTHING`.
        static_bodies: Names of the bodies that carry static geometry.

    Returns:
        Address and capacity of one sensor for a body, or of one for each static collider.

    Raises:
        ValueError: The expression matches nothing, or several bodies, or the pair was not asked for before play.
    """
    if expression == ANYTHING:
        return [_find_sensor(model, body, ANYTHING)]
    names = [model.body(i).name for i in range(model.nbody)]
    bodies = [name for name in names if name not in static_bodies]
    geoms = [model.geom(i).name for i in range(model.ngeom) if names[model.geom_bodyid[i]] in static_bodies]
    partner = find_partner(expression, bodies, geoms)
    found = (*partner.bodies, *partner.geoms)
    if not found:
        there = [*bodies, *geoms]
        near = difflib.get_close_matches(expression, there, n=5, cutoff=0.3) or there[:5]
        raise ValueError(
            f"The filter '{expression}' matches neither a body nor a static collider. There are {len(there)}: "
            f"{', '.join(near)}."
        )
    if len(partner.bodies) > 1 or (partner.bodies and partner.geoms):
        raise ValueError(
            f"The filter '{expression}' should match one body in each environment, or static colliders, but it matches "
            f"{len(found)}: {', '.join(found[:5])}. Give each its own expression."
        )
    return [_find_sensor(model, body, name) for name in found]


def _find_sensor(model: mujoco.MjModel, body: str, partner: str) -> tuple[int, int]:
    """Address and capacity of the sensor of a pair."""
    index = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SENSOR, _sensor_name(body, partner))
    if index < 0:
        name = partner or "anything"
        raise ValueError(f"The contacts of '{body}' with '{name}' are not measured: ask for them before play.")
    return int(model.sensor_adr[index]), int(model.sensor_dim[index]) // CONTACT_SIZE


@wp.kernel(enable_backward=False)
def gather_contact_pairs(
    sensordata: wp.array2d(dtype=float),  # (W, nsensordata)
    addresses: wp.array3d(dtype=int),  # (S, F, K) of the sensors of a partner
    capacities: wp.array3d(dtype=int),  # (S, F, K), 0 where a partner has fewer sensors
    instances: wp.array2d(dtype=int),  # (W, S)
    env_ids: wp.array(dtype=int),  # (W,)
    env_origins: wp.array(dtype=wp.vec3f),  # (num_envs,)
    normal_forces_out: wp.array2d(dtype=wp.vec3f),  # (N, F)
    friction_forces_out: wp.array2d(dtype=wp.vec3f),  # (N, F)
    points_out: wp.array2d(dtype=wp.vec3f),  # (N, F)
):
    """Add up the contacts of bodies with their partners; the sensors measure what a body does to its partner."""
    world, slot, partner = wp.tid()
    normal_force = wp.vec3f()
    friction_force = wp.vec3f()
    points = wp.vec3f()
    count = float(0.0)
    for k in range(addresses.shape[2]):
        start = addresses[slot, partner, k]
        for contact in range(capacities[slot, partner, k]):
            i = start + CONTACT_SIZE * contact
            # A contact without force is only near.
            if sensordata[world, i] > 0.0 and sensordata[world, i + 1] > 0.0:
                normal = wp.vec3f(sensordata[world, i + 8], sensordata[world, i + 9], sensordata[world, i + 10])
                tangent = wp.vec3f(sensordata[world, i + 11], sensordata[world, i + 12], sensordata[world, i + 13])
                other = wp.cross(normal, tangent)
                normal_force -= sensordata[world, i + 1] * normal
                friction_force -= sensordata[world, i + 2] * tangent + sensordata[world, i + 3] * other
                middle = wp.vec3f(sensordata[world, i + 5], sensordata[world, i + 6], sensordata[world, i + 7])
                points += middle - 0.5 * sensordata[world, i + 4] * normal  # on the surface of the body
                count += 1.0
    row = instances[world, slot]
    normal_forces_out[row, partner] = normal_force
    friction_forces_out[row, partner] = friction_force
    origin = env_origins[env_ids[world]]
    points_out[row, partner] = wp.where(count > 0.0, points / count + origin, wp.vec3f(wp.nan))
