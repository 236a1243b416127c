"""Where rays meet shapes that have a formula.

All but the plane are convex: a ray is inside them from one distance to another, and those of a shape follow from those
of the slabs, quadrics and balls that it is made of.
"""

from __future__ import annotations

import warp as wp

PLANE, BOX, SPHERE, CAPSULE, CYLINDER, CONE = 0, 1, 2, 3, 4, 5
"""Kinds of shapes, in frames of their own: a plane is z = 0, and the others are about z, with their middle at 0."""

_PLANE, _BOX, _SPHERE = wp.constant(PLANE), wp.constant(BOX), wp.constant(SPHERE)
_CAPSULE, _CYLINDER = wp.constant(CAPSULE), wp.constant(CYLINDER)


@wp.struct
class RayShape:
    """A shape that is fixed to a frame."""

    kind: int
    mesh_id: int  # what rays report that hit it
    size: wp.vec3f  # half of a box's sides, or radius and half of the height [m]
    to_shape: wp.mat33f  # linear part of the map from the frame to the shape's own
    origin: wp.vec3f  # of the shape's frame, in the frame [m]


@wp.struct
class ShapeHit:
    """Where a ray meets a shape."""

    distance: float  # [m], inf where it does not
    normal: wp.vec3f  # outward, in the frame; of unit length


@wp.func
def _overlap(first: wp.vec2f, second: wp.vec2f) -> wp.vec2f:
    return wp.vec2f(wp.max(first[0], second[0]), wp.min(first[1], second[1]))


@wp.func
def _hull(first: wp.vec2f, second: wp.vec2f) -> wp.vec2f:
    """Least interval that holds two, of which each may be empty: its end before its beginning."""
    if first[0] > first[1]:
        return second
    if second[0] > second[1]:
        return first
    return wp.vec2f(wp.min(first[0], second[0]), wp.max(first[1], second[1]))


@wp.func
def _slab(start: float, direction: float, half: float) -> wp.vec2f:
    """Where a coordinate is between -half and half."""
    if direction == 0.0:
        if wp.abs(start) <= half:
            return wp.vec2f(-wp.inf, wp.inf)
        return wp.vec2f(wp.inf, -wp.inf)
    first = (-half - start) / direction
    last = (half - start) / direction
    return wp.vec2f(wp.min(first, last), wp.max(first, last))


@wp.func
def _ball(start: wp.vec3f, direction: wp.vec3f, radius: float) -> wp.vec2f:
    """Where a ray is inside a ball about the origin."""
    square = wp.length_sq(direction)
    if square == 0.0:  # of a ray along the axis of a cylinder, which is a ball in two dimensions
        if wp.length_sq(start) <= radius * radius:
            return wp.vec2f(-wp.inf, wp.inf)
        return wp.vec2f(wp.inf, -wp.inf)
    middle = -wp.dot(start, direction) / square
    rest = radius * radius - wp.length_sq(start + middle * direction)
    if rest < 0.0:
        return wp.vec2f(wp.inf, -wp.inf)
    half = wp.sqrt(rest / square)
    return wp.vec2f(middle - half, middle + half)


@wp.func
def _cone(start: wp.vec3f, direction: wp.vec3f, radius: float, half: float) -> wp.vec2f:
    """Where a ray is inside the cone whose tip is at z = half and whose base at -half has a radius."""
    slope = 0.5 * radius / half
    below = slope * (half - start[2])
    down = -slope * direction[2]
    # x^2 + y^2 <= (below + t down)^2 is a t^2 + 2 b t + c <= 0
    a = direction[0] * direction[0] + direction[1] * direction[1] - down * down
    b = start[0] * direction[0] + start[1] * direction[1] - below * down
    c = start[0] * start[0] + start[1] * start[1] - below * below
    within = _slab(start[2], direction[2], half)
    rest = b * b - a * c
    if a > 0.0 and rest < 0.0:
        return wp.vec2f(wp.inf, -wp.inf)
    # the larger root first, so that nothing cancels
    larger = -(b + wp.where(b < 0.0, -1.0, 1.0) * wp.sqrt(wp.max(rest, 0.0)))
    first, second = float(-wp.inf), float(wp.inf)
    if a != 0.0:
        first = larger / a
    if larger != 0.0:
        second = c / larger
    low, high = wp.min(first, second), wp.max(first, second)
    if a > 0.0:
        return _overlap(within, wp.vec2f(low, high))
    # A ray steeper than the cone's side is inside this cone at one end and inside its mirror image at the other.
    if down < 0.0:
        return _overlap(within, wp.vec2f(-wp.inf, low))
    return _overlap(within, wp.vec2f(high, wp.inf))


@wp.func
def _inside(shape: RayShape, start: wp.vec3f, direction: wp.vec3f) -> wp.vec2f:
    """Where a ray in a shape's own frame is inside it; its end is before its beginning where it is nowhere."""
    radius, half = shape.size[0], shape.size[1]
    if shape.kind == _SPHERE:
        return _ball(start, direction, radius)
    if shape.kind == _BOX:
        across = _overlap(_slab(start[0], direction[0], shape.size[0]), _slab(start[1], direction[1], shape.size[1]))
        return _overlap(across, _slab(start[2], direction[2], shape.size[2]))
    if shape.kind == _CAPSULE or shape.kind == _CYLINDER:
        flat_start = wp.vec3f(start[0], start[1], 0.0)
        flat_direction = wp.vec3f(direction[0], direction[1], 0.0)
        tube = _overlap(_ball(flat_start, flat_direction, radius), _slab(start[2], direction[2], half))
        if shape.kind == _CYLINDER:
            return tube
        end = wp.vec3f(0.0, 0.0, half)
        return _hull(tube, _hull(_ball(start - end, direction, radius), _ball(start + end, direction, radius)))
    return _cone(start, direction, radius, half)


@wp.func
def _normal(shape: RayShape, point: wp.vec3f) -> wp.vec3f:
    """Outward normal at a point of a shape's surface, in its own frame."""
    radius, half = shape.size[0], shape.size[1]
    if shape.kind == _PLANE:
        return wp.vec3f(0.0, 0.0, 1.0)
    if shape.kind == _SPHERE:
        return point
    if shape.kind == _BOX:
        rest = wp.vec3f(
            shape.size[0] - wp.abs(point[0]), shape.size[1] - wp.abs(point[1]), shape.size[2] - wp.abs(point[2])
        )
        if rest[0] <= rest[1] and rest[0] <= rest[2]:
            return wp.vec3f(wp.sign(point[0]), 0.0, 0.0)
        if rest[1] <= rest[2]:
            return wp.vec3f(0.0, wp.sign(point[1]), 0.0)
        return wp.vec3f(0.0, 0.0, wp.sign(point[2]))
    if shape.kind == _CAPSULE:
        return point - wp.vec3f(0.0, 0.0, wp.clamp(point[2], -half, half))
    from_axis = wp.vec3f(point[0], point[1], 0.0)
    if shape.kind == _CYLINDER:
        if half - wp.abs(point[2]) < radius - wp.length(from_axis):
            return wp.vec3f(0.0, 0.0, wp.sign(point[2]))
        return from_axis
    slope = 0.5 * radius / half
    if point[2] + half < slope * (half - point[2]) - wp.length(from_axis):
        return wp.vec3f(0.0, 0.0, -1.0)
    return from_axis + wp.vec3f(0.0, 0.0, slope * wp.length(from_axis))


@wp.func
def meet_shape(shape: RayShape, start: wp.vec3f, direction: wp.vec3f) -> ShapeHit:
    """Where a ray that starts in the frame of a shape first meets its surface, from outside or inside.

    Args:
        shape: The shape.
        start: Start of the ray in the frame [m].
        direction: Direction of the ray in the frame, of unit length.
    """
    hit = ShapeHit()
    hit.distance = wp.inf
    begin = shape.to_shape * (start - shape.origin)
    along = shape.to_shape * direction
    if shape.kind == _PLANE:
        if along[2] != 0.0:
            to_plane = -begin[2] / along[2]
            if to_plane >= 0.0:
                hit.distance = to_plane
    else:
        # From a point of the ray that is near the shape, so that nothing cancels that is large.
        nearest = -wp.dot(begin, along) / wp.length_sq(along)
        interval = _inside(shape, begin + nearest * along, along)
        if interval[0] <= interval[1]:
            if nearest + interval[0] >= 0.0:
                hit.distance = nearest + interval[0]
            elif nearest + interval[1] >= 0.0:
                hit.distance = nearest + interval[1]
    if hit.distance < wp.inf:
        local = _normal(shape, begin + hit.distance * along)
        hit.normal = wp.normalize(wp.transpose(shape.to_shape) * local)
    return hit
