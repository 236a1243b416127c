"""Signed distances from points to obstacles and their gradients, for kernels in single or double precision alike.

The distance is that to the surface [m], negative inside. The gradient is the direction in which it grows, a unit vector
that points away from the obstacle; where several directions are as good, it is one of them.
"""

from __future__ import annotations

from typing import Any

import warp as wp

from .shapes import ShapeKind

NONE = wp.constant(int(ShapeKind.NONE))
CUBOID = wp.constant(int(ShapeKind.CUBOID))
SPHERE = wp.constant(int(ShapeKind.SPHERE))
CAPSULE = wp.constant(int(ShapeKind.CAPSULE))
CYLINDER = wp.constant(int(ShapeKind.CYLINDER))
CONE = wp.constant(int(ShapeKind.CONE))
PLANE = wp.constant(int(ShapeKind.PLANE))
MESH = wp.constant(int(ShapeKind.MESH))

FAR = wp.constant(1.0e6)
"""Distance to what is not there [m]."""


@wp.func
def obstacle_distance(world: Any, world_id: int, obstacle: int, point: Any) -> Any:
    """Signed distance from a point to one obstacle of a world, and its gradient; all in the frame of the base.

    ``world`` is the struct of a :class:`CollisionWorld`. Obstacles that are disabled are far away.
    """
    to_obstacle = world.to_obstacle[world_id, obstacle]
    local = wp.transform_point(to_obstacle, point)
    kind = world.kinds[world_id, obstacle]
    distance, gradient = _shape_distance(kind, world.sizes[world_id, obstacle], world.meshes[world_id, obstacle], local)
    return distance, wp.quat_rotate_inv(wp.transform_get_rotation(to_obstacle), gradient)


@wp.func
def nearest_obstacle(world: Any, world_id: int, point: Any) -> Any:
    """Signed distance from a point to the nearest obstacle of a world, its gradient, and which it is (-1: none)."""
    nearest = wp.int32(-1)
    distance = type(point[0])(FAR)
    gradient = _along(point, 2)
    for obstacle in range(world.num_obstacles[0]):
        if world.kinds[world_id, obstacle] != NONE:
            other_distance, other_gradient = obstacle_distance(world, world_id, obstacle, point)
            if other_distance < distance:
                nearest = obstacle
                distance = other_distance
                gradient = other_gradient
    return distance, gradient, nearest


@wp.func
def _shape_distance(kind: int, size: Any, mesh: wp.uint64, point: Any) -> Any:
    """Signed distance from a point to a shape and its gradient, in the frame of the shape."""
    if kind == MESH:
        distance, gradient = mesh_distance(mesh, point)
        return distance, gradient
    distance, gradient = solid_distance(kind, size, point)
    return distance, gradient


@wp.func
def solid_distance(kind: int, size: Any, point: Any) -> Any:
    """Signed distance from a point to a shape that is no mesh and its gradient, in the frame of the shape."""
    if kind == CUBOID:
        distance, gradient = cuboid_distance(size, point)
        return distance, gradient
    if kind == PLANE:
        return point[2], _along(point, 2)
    if kind == SPHERE:
        return wp.length(point) - size[0], _direction(point, _along(point, 2))
    if kind == CAPSULE:
        distance, gradient = capsule_distance(size[0], size[1], point)
        return distance, gradient
    if kind == CYLINDER:
        distance, gradient = cylinder_distance(size[0], size[1], point)
        return distance, gradient
    if kind == CONE:
        distance, gradient = cone_distance(size[0], size[1], point)
        return distance, gradient
    return type(point[0])(FAR), _along(point, 2)


# Single shapes, each in its own frame.


@wp.func
def cuboid_distance(half_size: Any, point: Any) -> Any:
    """Signed distance to a box around the origin and its gradient."""
    zero = type(point[0])(0.0)
    beyond = wp.vector(
        wp.abs(point[0]) - half_size[0], wp.abs(point[1]) - half_size[1], wp.abs(point[2]) - half_size[2]
    )
    outside = wp.vector(wp.max(beyond[0], zero), wp.max(beyond[1], zero), wp.max(beyond[2], zero))
    distance = wp.length(outside)
    if distance > zero:
        gradient = outside / distance
    else:  # the next face
        axis = wp.argmax(beyond)
        distance = wp.max(beyond)
        gradient = _along(point, wp.int32(axis))
    signs = wp.vector(_sign(point[0]), _sign(point[1]), _sign(point[2]))
    return distance, wp.cw_mul(gradient, signs)


@wp.func
def capsule_distance(radius: Any, half_height: Any, point: Any) -> Any:
    """Signed distance to a capsule along z and its gradient."""
    zero = type(radius)(0.0)
    from_core = point - wp.vector(zero, zero, wp.clamp(point[2], -half_height, half_height))
    return wp.length(from_core) - radius, _direction(from_core, _along(point, 0))


@wp.func
def cylinder_distance(radius: Any, half_height: Any, point: Any) -> Any:
    """Signed distance to a cylinder along z and its gradient."""
    zero = type(radius)(0.0)
    outwards = _outwards(point)
    upwards = _along(point, 2) * _sign(point[2])
    across = wp.dot(point, outwards) - radius
    along = wp.abs(point[2]) - half_height
    if across > zero and along > zero:  # the rim
        distance = wp.sqrt(across * across + along * along)
        return distance, (across * outwards + along * upwards) / distance
    if across > along:
        return across, outwards
    return along, upwards


@wp.func
def cone_distance(radius: Any, half_height: Any, point: Any) -> Any:
    """Signed distance to a cone along z, with its tip above, and its gradient.

    In the half plane through the axis and the point, the cone is a triangle: a base below, and a flank from the rim to
    the tip. Inside, the nearer of both lines counts; outside, the nearest point of both edges.
    """
    zero = type(radius)(0.0)
    one = type(radius)(1.0)
    outwards = _outwards(point)
    upwards = _along(point, 2)
    across = wp.dot(point, outwards)
    above_base = point[2] + half_height
    height = half_height + half_height
    slant = wp.sqrt(radius * radius + height * height)
    # Coordinates along the flank, from rim (0) to tip (1), and across it.
    flank_normal = (height * outwards + radius * upwards) / slant
    beyond_flank = (height * (across - radius) + radius * above_base) / slant
    if above_base >= zero and beyond_flank <= zero:
        if -above_base > beyond_flank:
            return -above_base, -upwards
        return beyond_flank, flank_normal
    up_flank = wp.clamp((height * above_base - radius * (across - radius)) / (slant * slant), zero, one)
    nearest_on_flank = (radius * (one - up_flank)) * outwards + (height * up_flank - half_height) * upwards
    from_flank = point - nearest_on_flank
    from_base = point - (wp.min(across, radius) * outwards - half_height * upwards)
    if wp.length_sq(from_base) < wp.length_sq(from_flank):
        return wp.length(from_base), _direction(from_base, -upwards)
    return wp.length(from_flank), _direction(from_flank, flank_normal)


@wp.func
def mesh_distance(mesh: wp.uint64, point: Any) -> Any:
    """Signed distance to a closed mesh and its gradient, in single precision; inside is where its surface winds."""
    query_point = wp.vec3f(wp.float32(point[0]), wp.float32(point[1]), wp.float32(point[2]))
    query = wp.mesh_query_point_sign_winding_number(mesh, query_point, wp.float32(FAR))
    if not query.result:
        return type(point[0])(FAR), _along(point, 2)
    away = query_point - wp.mesh_eval_position(mesh, query.face, query.u, query.v)
    distance = wp.length(away)
    gradient = wp.mesh_eval_face_normal(mesh, query.face)
    if distance > 1.0e-7:
        gradient = query.sign * away / distance
    in_precision = wp.vector(type(point[0])(gradient[0]), type(point[0])(gradient[1]), type(point[0])(gradient[2]))
    return type(point[0])(query.sign * distance), in_precision


# Directions.


@wp.func
def _sign(value: Any) -> Any:
    """1 or -1; 1 at 0."""
    if value < type(value)(0.0):
        return type(value)(-1.0)
    return type(value)(1.0)


@wp.func
def _along(like: Any, axis: int) -> Any:
    """Unit vector along an axis, in the precision of another vector."""
    vector = like - like
    vector[axis] = type(like[0])(1.0)
    return vector


@wp.func
def _direction(vector: Any, fallback: Any) -> Any:
    """Unit vector along a vector, or along another one where it has no length."""
    length = wp.length(vector)
    if length > type(length)(0.0):
        return vector / length
    return fallback


@wp.func
def _outwards(point: Any) -> Any:
    """Unit vector from the z-axis to a point."""
    zero = type(point[0])(0.0)
    return _direction(wp.vector(point[0], point[1], zero), _along(point, 0))
