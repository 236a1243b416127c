"""What balls of a robot avoid, for kernels: obstacles of a world, and the robot's own base."""

from __future__ import annotations

from typing import Any

import warp as wp

from pippin.motion.world.distances import FAR, NONE, obstacle_distance

from .motion import point_motion
from .policies import collision_policy


@wp.func
def avoid(p: Any, body: Any, world: Any, motion: Any, env_id: int, point: int, duration: Any):
    """Write the metric and the force of all collision policies of one ball, and its least distance.

    Each distance x has the Jacobian ``n^T J``, with its gradient n and the Jacobian J of the centre of the ball, so in
    space its metric is ``m n n^T`` and its force ``m (xdd - n . Jdot qd) n``. The surface that is avoided counts as
    flat: if it is convex, the distance in truth grows faster, by what its curvature adds.
    """
    zero = motion.point_forces[env_id, point] - motion.point_forces[env_id, point]
    force = zero
    least = type(zero[0])(FAR)
    metric = wp.outer(zero, zero)
    joint = body.point_joints[point]
    if joint >= 0:  # what is fixed to the base cannot avoid anything
        center = wp.transform_point(motion.frames[env_id, joint], body.point_centers[point])
        velocity, bias = point_motion(motion, env_id, joint, center)
        radius = body.point_radii[point]
        if point < body.num_spheres:
            row = wp.min(env_id, world.kinds.shape[0] - 1)  # worlds that are all alike are held once
            for obstacle in range(world.num_obstacles[0]):
                if world.kinds[row, obstacle] != NONE:
                    distance, normal = obstacle_distance(world, row, obstacle, center)
                    least = wp.min(least, distance - radius)
                    weight, push = repel(p, distance - radius, normal, velocity, bias, duration)
                    if weight > type(weight)(0.0):
                        metric += weight * wp.outer(normal, normal)
                        force += push * normal
        else:
            for cylinder in range(body.num_cylinders):
                distance, normal = segment_distance(
                    body.cylinder_starts[cylinder], body.cylinder_ends[cylinder], center
                )
                gap = distance - radius - body.cylinder_radii[cylinder]
                least = wp.min(least, gap)
                weight, push = repel(p, gap, normal, velocity, bias, duration)
                metric += weight * wp.outer(normal, normal)
                force += push * normal
    motion.point_distances[env_id, point] = least
    motion.point_metrics[env_id, point] = metric
    motion.point_forces[env_id, point] = force


@wp.func
def point_clearance(body: Any, world: Any, env_id: int, point: int, center: Any) -> Any:
    """Least distance [m] of one ball around a centre from what it must not touch."""
    radius = body.point_radii[point]
    least = type(radius)(FAR)
    if point < body.num_spheres:
        row = wp.min(env_id, world.kinds.shape[0] - 1)  # worlds that are all alike are held once
        for obstacle in range(world.num_obstacles[0]):
            if world.kinds[row, obstacle] != NONE:
                distance, _ = obstacle_distance(world, row, obstacle, center)
                least = wp.min(least, distance - radius)
    else:
        for cylinder in range(body.num_cylinders):
            distance, _ = segment_distance(body.cylinder_starts[cylinder], body.cylinder_ends[cylinder], center)
            least = wp.min(least, distance - radius - body.cylinder_radii[cylinder])
    return least


@wp.func
def repel(p: Any, distance: Any, normal: Any, velocity: Any, bias: Any, duration: Any) -> Any:
    """Metric m and force ``m (xdd - n . Jdot qd)`` of one distance, along its gradient."""
    if distance > p.collision_metric_modulation_radius:
        return type(distance)(0.0), type(distance)(0.0)
    acceleration, metric = collision_policy(p, distance, wp.dot(normal, velocity), duration)
    return metric, metric * (acceleration - wp.dot(normal, bias))


@wp.func
def segment_distance(start: Any, end: Any, point: Any) -> Any:
    """Distance from a segment to a point and its gradient; on the segment, that is along z."""
    zero = type(point[0])(0.0)
    one = type(point[0])(1.0)
    along = end - start
    length_squared = wp.length_sq(along)
    part = zero
    if length_squared > zero:
        part = wp.clamp(wp.dot(point - start, along) / length_squared, zero, one)
    away = point - start - part * along
    distance = wp.length(away)
    if distance > zero:
        return distance, away / distance
    return zero, wp.vector(zero, zero, one)
