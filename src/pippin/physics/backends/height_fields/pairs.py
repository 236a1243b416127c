"""What is known of a shape that may touch a height field, and the contacts that are found."""

from __future__ import annotations

import warp as wp

from .surface import Fields, Surface, highest_below, highest_sample

FEW_CELLS = wp.constant(3.0)
"""Half as many cells along a shape up to which each of their corners is looked at, to find out whether it is near."""

MOST_CONTACTS = 5
"""Contacts of a shape at most."""


@wp.struct
class Pair:
    """A height field and a shape of one environment."""

    world: int
    geoms: wp.vec2i
    parameters: int  # number of a pair whose parameters are its own, or -1
    position: wp.vec3  # of the shape's geometry
    field_to_world: wp.mat33
    rotation: wp.mat33  # from the shape's frame to the field's
    reach: float  # distance from which on contacts are detected
    box_center: wp.vec3  # of the box around the shape along its own axes, in its frame
    box_half: wp.vec3
    surface: Surface
    lower: wp.vec3  # of the box around the shape, along the field's axes, from the shape's position
    upper: wp.vec3
    highest: float  # height that the field does not exceed there, from the shape's position
    is_near: bool  # whether the two may touch


@wp.struct
class Found:
    """Contacts of a pair, seen from the shape's position along the field's axes."""

    count: int
    distances: wp.types.vector(length=MOST_CONTACTS, dtype=wp.float32)  # of the surfaces [m]
    points: wp.types.matrix(shape=(MOST_CONTACTS, 3), dtype=wp.float32)  # in the middle between the surfaces [m]
    normals: wp.types.matrix(shape=(MOST_CONTACTS, 3), dtype=wp.float32)  # unit vectors out of the field


@wp.func
def with_one(found: Found, distance: float, point: wp.vec3, normal: wp.vec3) -> Found:
    """Append a contact."""
    found.distances[found.count] = distance
    found.points[found.count] = point
    found.normals[found.count] = normal
    found.count += 1
    return found


@wp.func
def bounded(pair: Pair, fields: Fields, field: int) -> Pair:
    """Find out whether a field and a shape are near each other, once their places and bounds are known."""
    center = pair.rotation @ pair.box_center
    extent = wp.vec3(pair.reach, pair.reach, pair.reach)
    for axis in range(3):
        extent[axis] += wp.dot(
            wp.vec3(wp.abs(pair.rotation[axis, 0]), wp.abs(pair.rotation[axis, 1]), wp.abs(pair.rotation[axis, 2])),
            pair.box_half,
        )
    pair.lower = center - extent
    pair.upper = center + extent
    pair.highest = highest_below(fields, pair.surface, field, pair.lower, pair.upper)
    bottom = pair.surface.corner[2] - fields.hfield_size[field][3]
    pair.is_near = pair.lower[2] <= pair.highest and pair.upper[2] >= bottom
    is_small = wp.max((extent[0] / pair.surface.dx), (extent[1] / pair.surface.dy)) <= FEW_CELLS
    if pair.is_near and is_small:
        pair.highest = highest_sample(pair.surface, pair.lower, pair.upper)
        pair.is_near = pair.lower[2] <= pair.highest
    return pair
