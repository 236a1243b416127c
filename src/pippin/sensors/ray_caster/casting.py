"""What the first thing is that a ray meets, among meshes and shapes that are fixed to frames."""

from __future__ import annotations

import warp as wp

from .shapes import RayShape, meet_shape


@wp.struct
class RayFrame:
    """Geometry that is fixed to the world, to an environment or to a body."""

    mesh: wp.uint64  # 0 for none
    center: wp.vec3f  # of a ball around all of it, in the frame [m]
    radius: float  # of that ball [m]
    column: int  # of its pose; -1 for the world
    first_face_id: int  # where the mesh ids of the mesh's faces begin
    first_shape: int
    end_shape: int


@wp.struct
class RayGeometry:
    """What rays meet in V variants of environments."""

    frames: wp.array(dtype=RayFrame)  # (F,)
    shapes: wp.array(dtype=RayShape)  # (S,)
    face_ids: wp.array(dtype=int)  # mesh id of each face; empty where they are not asked for
    first_frames: wp.array(dtype=int)  # (V + 1,) the frames of variant v are first_frames[v] .. first_frames[v + 1]
    variant_of_env: wp.array(dtype=int)  # (num_envs,)
    poses: wp.array2d(dtype=wp.transformf)  # (num_envs, C) of frames in the world


@wp.struct
class RayHit:
    """Where a ray meets something."""

    distance: float  # [m], inf where it meets nothing
    normal: wp.vec3f  # outward, in the world
    mesh_id: int  # -1 where it meets nothing


@wp.func
def _passes(center: wp.vec3f, radius: float, start: wp.vec3f, direction: wp.vec3f, reach: float) -> bool:
    """Whether a ray comes into a ball before its end."""
    to_center = center - start
    along = wp.dot(to_center, direction)
    aside = wp.length_sq(to_center - along * direction)
    return aside <= radius * radius and along >= -radius and along - radius <= reach


@wp.func
def first_hit(
    geometry: RayGeometry, env: int, skipped: int, start: wp.vec3f, direction: wp.vec3f, reach: float
) -> RayHit:
    """The first thing that a ray meets in an environment, or outside of all.

    Args:
        geometry: What there is.
        env: Environment.
        skipped: Number of frames of the environment, from the first on, that the ray goes through.
        start: Start of the ray in the world [m].
        direction: Direction in the world, of unit length.
        reach: Length of the ray [m].
    """
    hit = RayHit()
    hit.distance = wp.inf
    hit.mesh_id = -1
    nearest = float(reach)
    variant = geometry.variant_of_env[env]
    for i in range(geometry.first_frames[variant] + skipped, geometry.first_frames[variant + 1]):
        frame = geometry.frames[i]
        pose = wp.transform_identity(dtype=float)
        begin = start
        along = direction
        is_near = frame.column < 0
        if frame.column >= 0:
            pose = geometry.poses[env, frame.column]
            begin = wp.quat_rotate_inv(wp.transform_get_rotation(pose), start - wp.transform_get_translation(pose))
            along = wp.quat_rotate_inv(wp.transform_get_rotation(pose), direction)
            is_near = _passes(frame.center, frame.radius, begin, along, nearest)
        if is_near:
            if frame.mesh != wp.uint64(0):
                query = wp.mesh_query_ray(frame.mesh, begin, along, nearest)
                if query.result:
                    nearest = query.t
                    hit.distance = query.t
                    hit.normal = wp.quat_rotate(wp.transform_get_rotation(pose), query.normal)
                    if geometry.face_ids.shape[0] > 0:
                        hit.mesh_id = geometry.face_ids[frame.first_face_id + query.face]
            for j in range(frame.first_shape, frame.end_shape):
                at_shape = meet_shape(geometry.shapes[j], begin, along)
                if at_shape.distance <= nearest:
                    nearest = at_shape.distance
                    hit.distance = at_shape.distance
                    hit.normal = wp.quat_rotate(wp.transform_get_rotation(pose), at_shape.normal)
                    hit.mesh_id = geometry.shapes[j].mesh_id
    return hit
