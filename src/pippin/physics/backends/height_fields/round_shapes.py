"""Contacts of spheres and capsules with height fields: points of the surface that are locally the closest."""

from __future__ import annotations

import warp as wp

from .pairs import Found, Pair, with_one
from .surface import (
    Bend,
    Surface,
    bend_of_cell,
    closest_on_triangle,
    column_at,
    grid_point,
    into_fan,
    is_highest,
    row_at,
    surface_below,
)

ABOVE = wp.constant(1e-4)
"""Height above the plane of a contact, in parts of the reach, from which on a point is another contact."""

CLOSE_TO_NORMAL = wp.constant(0.9999)
"""Cosine of the angle up to which a direction counts as a normal of an edge."""


@wp.struct
class Touch:
    """A point of the surface, and where the sphere or the axis that it is close to is."""

    found: bool
    distance: float  # of the surface from the center or the axis, negative above it
    point: wp.vec3
    normal: wp.vec3


@wp.func
def is_above(point: wp.vec3, touch: Touch, height: float) -> bool:
    """Whether a point is above the plane of a contact, if there is one."""
    return not touch.found or wp.dot(touch.normal, point - touch.point) > height


@wp.func
def touch_of_point(surface: Surface, center: wp.vec3, reach: float, one: Touch, other: Touch) -> Touch:
    """The point of the surface that is closest to a point, and above the planes of up to two contacts found before."""
    touch = Touch()
    is_there, height, normal = surface_below(surface, center[0], center[1])
    if is_there and height >= center[2]:
        # Inside: the triangle above pushes it out.
        if not one.found:
            touch.found = True
            touch.distance = (center[2] - height) * normal[2]
            touch.point = center - touch.distance * normal
            touch.normal = normal
        return touch
    closest = reach * reach
    last_row = wp.min(row_at(surface, center[1] + reach), surface.num_rows - 2)
    last_column = wp.min(column_at(surface, center[0] + reach), surface.num_columns - 2)
    row = wp.max(row_at(surface, center[1] - reach), 0)
    while row <= last_row:
        column = wp.max(column_at(surface, center[0] - reach), 0)
        while column <= last_column:
            p00, p11 = grid_point(surface, row, column), grid_point(surface, row + 1, column + 1)
            half = wp.int32(0)
            while half < 2:
                between = grid_point(surface, row + half, column + 1 - half)
                if wp.max(wp.max(p00[2], p11[2]), between[2]) >= center[2] - reach:
                    point = closest_on_triangle(p00, between, p11, center)
                    square = wp.length_sq(point - center)
                    is_new = is_above(point, one, ABOVE * reach) and is_above(point, other, ABOVE * reach)
                    if square < closest and is_new:
                        closest = square
                        touch.found = True
                        touch.point = point
                half += 1
            column += 1
        row += 1
    if touch.found:
        touch.distance = wp.sqrt(closest)
        touch.normal = wp.normalize(center - touch.point)
    return touch


@wp.func
def with_touch(found: Found, touch: Touch, radius: float) -> Found:
    """Append the contact of a sphere, or of the sphere at a point of an axis."""
    distance = touch.distance - radius
    return with_one(found, distance, touch.point + 0.5 * distance * touch.normal, touch.normal)


@wp.func
def contacts_of_sphere(pair: Pair, radius: float) -> Found:
    """Up to three contacts of a sphere, as corners between slopes have."""
    found = Found()
    one, other = Touch(), Touch()
    while found.count < 3:
        touch = touch_of_point(pair.surface, wp.vec3(), radius + pair.reach, one, other)
        if not touch.found:
            break
        found = with_touch(found, touch, radius)
        other = one
        one = touch
    return found


@wp.func
def touch_of_bend(bend: Bend, start: wp.vec3, axis: wp.vec3, reach: float) -> Touch:
    """The point of a convex edge that is closest to the inside of an axis."""
    touch = Touch()
    across = wp.cross(bend.along, axis)
    if wp.length_sq(across) > 1e-8 * wp.length_sq(bend.along) * wp.length_sq(axis):
        normal = wp.normalize(across)
        if wp.dot(normal, bend.one + bend.other) < 0.0:
            normal = -normal
        offset = start - bend.start
        square = wp.length_sq(across)
        on_axis = wp.dot(wp.cross(bend.along, offset), -across) / square
        on_edge = wp.dot(wp.cross(offset, axis), across) / square
        is_inside = on_axis > 0.0 and on_axis < 1.0 and on_edge >= 0.0 and on_edge <= 1.0
        touch.distance = wp.dot(normal, offset)
        is_close = touch.distance < reach and wp.dot(normal, into_fan(bend, normal)) > CLOSE_TO_NORMAL
        touch.found = is_inside and is_close
        touch.point = bend.start + on_edge * bend.along
        touch.normal = normal
    return touch


@wp.func
def touch_of_peak(surface: Surface, row: int, column: int, start: wp.vec3, axis: wp.vec3, reach: float) -> Touch:
    """A sample that no neighbour exceeds towards the inside of an axis."""
    touch = Touch()
    touch.point = grid_point(surface, row, column)
    on_axis = wp.dot(touch.point - start, axis) / wp.length_sq(axis)
    if on_axis > 0.0 and on_axis < 1.0:
        offset = start + on_axis * axis - touch.point
        touch.distance = wp.length(offset)
        touch.normal = wp.normalize(offset)
        if offset[2] < 0.0:
            touch.distance = -touch.distance
            touch.normal = -touch.normal
        is_near = touch.distance < reach
        touch.found = is_near and is_highest(surface, row, column, touch.point, touch.normal)
    return touch


@wp.func
def touch_of_axis(surface: Surface, start: wp.vec3, axis: wp.vec3, reach: float, other: Touch) -> Touch:
    """The ridge or peak that is closest to the inside of an axis, and as far as the reach from another one."""
    best = Touch()
    best.distance = reach
    end = start + axis
    lower, upper = wp.min(start, end), wp.max(start, end)
    last_row = wp.min(row_at(surface, upper[1] + reach), surface.num_rows - 1)
    last_column = wp.min(column_at(surface, upper[0] + reach), surface.num_columns - 1)
    row = wp.max(row_at(surface, lower[1] - reach), 0)
    while row <= last_row:
        column = wp.max(column_at(surface, lower[0] - reach), 0)
        while column <= last_column:
            which = wp.int32(0)
            while which < 4:
                touch = Touch()
                if which == 3:
                    touch = touch_of_peak(surface, row, column, start, axis, reach)
                else:
                    bend = bend_of_cell(surface, row, column, which)
                    if bend.is_convex and wp.max(bend.start[2], bend.start[2] + bend.along[2]) > lower[2] - reach:
                        touch = touch_of_bend(bend, start, axis, reach)
                is_elsewhere = not other.found or wp.length_sq(touch.point - other.point) > reach * reach
                if touch.found and touch.distance < best.distance and is_elsewhere:
                    best = touch
                which += 1
            column += 1
        row += 1
    return best


@wp.func
def contacts_of_capsule(pair: Pair, size: wp.vec3) -> Found:
    """Up to four contacts of a capsule: up to two below each end and along the axis."""
    found = Found()
    radius = size[0]
    reach = radius + pair.reach
    axis = 2.0 * size[1] * wp.vec3(pair.rotation[0, 2], pair.rotation[1, 2], pair.rotation[2, 2])
    start, end, along = Touch(), Touch(), Touch()
    # At the start, at the end, twice along the axis, and beside the contacts of the start and of the end.
    look = wp.int32(0)
    while look < 6 and found.count < 4:
        touch = Touch()
        if look == 2 or look == 3:
            if look == 2 or along.found:
                touch = touch_of_axis(pair.surface, -0.5 * axis, axis, reach, along)
                along = touch
        elif look < 2 or (look == 4 and start.found) or (look == 5 and end.found):
            is_start = look % 4 == 0
            touch = touch_of_point(
                pair.surface, wp.where(is_start, -0.5, 0.5) * axis, reach, wp.where(is_start, start, end), Touch()
            )
            if is_start:
                start = touch
            else:
                end = touch
        if touch.found:
            found = with_touch(found, touch, radius)
        look += 1
    return found
