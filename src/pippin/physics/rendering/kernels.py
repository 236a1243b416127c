"""Kernels around the ray tracer: where bodies and cameras are, and images that follow from depth."""

from __future__ import annotations

import warp as wp

_NO_SHAPE = wp.constant(wp.uint32(0xFFFFFFFF))
LEAVE = wp.constant(-101)
"""World of views that are not drawn (newton.sensors.SensorCamera.WorldRenderFlag.DISABLE_PRESERVE)."""


@wp.kernel(enable_backward=False)
def place_bodies(
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    env_ids: wp.array(dtype=int),  # (W,)
    shifts: wp.array(dtype=wp.vec3f),  # (num_envs,) from where poses are given to where they are drawn
    grounds: wp.array(dtype=wp.vec3f),  # (num_envs,) where the environment's frame is drawn
    first_rows: wp.array(dtype=int),  # (W,) -1 where the environment is not drawn
    pose_out: wp.array(dtype=wp.transformf),  # (num_rows,)
):
    """Copy the poses of a variant's bodies to the rows of the renderer."""
    world, body = wp.tid()
    if first_rows[world] < 0:
        return
    pose = poses[world, body]
    position = wp.transform_get_translation(pose) + shifts[env_ids[world]]
    if body == 0:
        position = grounds[env_ids[world]]
    pose_out[first_rows[world] + body] = wp.transformf(position, wp.transform_get_rotation(pose))


@wp.kernel(enable_backward=False)
def place_cameras(
    body_poses: wp.array(dtype=wp.transformf),  # (num_rows,)
    bodies: wp.array(dtype=int),  # (V,) row of the body that carries the camera, negative for none
    offsets: wp.array(dtype=wp.transformf),  # (V,)
    keeps_rotation: wp.array(dtype=int),  # (V,)
    pose_out: wp.array(dtype=wp.transformf),  # (V,)
):
    """Poses of cameras from those of the bodies that carry them."""
    view = wp.tid()
    pose = offsets[view]
    if bodies[view] >= 0:
        body = body_poses[bodies[view]]
        if keeps_rotation[view] != 0:
            body = wp.transformf(wp.transform_get_translation(body), wp.quat_identity())
        pose = body * pose
    pose_out[view] = pose


@wp.kernel(enable_backward=False)
def choose_views(
    worlds: wp.array(dtype=int),  # (V,)
    mask: wp.array(dtype=wp.bool),  # (V,)
    chosen_out: wp.array(dtype=int),  # (V,)
):
    """Worlds of the views that are to be drawn again; the others are left as they are."""
    view = wp.tid()
    if mask[view]:
        chosen_out[view] = worlds[view]
    else:
        chosen_out[view] = LEAVE


@wp.kernel(enable_backward=False)
def clip_far(
    far: float,
    background: wp.uint32,
    depth: wp.array3d(dtype=float),  # (V, H, W)
    shape: wp.array3d(dtype=wp.uint32),  # like depth, or empty
    normal: wp.array3d(dtype=wp.vec3f),  # like depth, or empty
    color: wp.array3d(dtype=wp.uint32),  # like depth, or empty
    unshadowed: wp.array3d(dtype=wp.uint32),  # like depth, or empty
    plain: wp.array3d(dtype=wp.uint32),  # like depth, or empty
    albedo: wp.array3d(dtype=wp.uint32),  # like depth, or empty
):
    """Let what is beyond the far plane look like nothing."""
    view, row, column = wp.tid()
    if depth[view, row, column] <= far:
        return
    depth[view, row, column] = wp.inf
    if shape.shape[0] > 0:
        shape[view, row, column] = _NO_SHAPE
    if normal.shape[0] > 0:
        normal[view, row, column] = wp.vec3f()
    if color.shape[0] > 0:
        color[view, row, column] = background
    if unshadowed.shape[0] > 0:
        unshadowed[view, row, column] = background
    if plain.shape[0] > 0:
        plain[view, row, column] = background
    if albedo.shape[0] > 0:
        albedo[view, row, column] = background


@wp.kernel(enable_backward=False)
def distances(
    depth: wp.array3d(dtype=float),  # (V, H, W) [m]
    rays: wp.array4d(dtype=wp.vec3f),  # (H, W, samples, 2)
    distance_out: wp.array3d(dtype=float),  # (V, H, W) [m]
):
    """Distances from the camera's centre, from those to the image plane."""
    view, row, column = wp.tid()
    distance_out[view, row, column] = depth[view, row, column] / -rays[row, column, 0, 1][2]


@wp.kernel(enable_backward=False)
def travelled_distances(
    travel: wp.array3d(dtype=float),  # (V, H, W) [m]
    rays: wp.array4d(dtype=wp.vec3f),  # (H, W, samples, 2)
    distance_out: wp.array3d(dtype=float),  # (V, H, W) [m]
):
    """Distances from the camera's centre, from those that rays which lead away from it have gone."""
    view, row, column = wp.tid()
    distance_out[view, row, column] = travel[view, row, column] + wp.length(rays[row, column, 0, 0])


@wp.kernel(enable_backward=False)
def motions(
    worlds: wp.array(dtype=int),  # (V,) as choose_views has them
    depth: wp.array3d(dtype=float),  # (V, H, W) [m]
    shape: wp.array3d(dtype=wp.uint32),  # (V, H, W)
    rays: wp.array4d(dtype=wp.vec3f),  # (H, W, samples, 2)
    shape_bodies: wp.array(dtype=int),  # (num_shapes,)
    body_poses: wp.array(dtype=wp.transformf),  # (num_rows,)
    previous_body_poses: wp.array(dtype=wp.transformf),  # (num_rows,)
    poses: wp.array(dtype=wp.transformf),  # (V,)
    previous_poses: wp.array(dtype=wp.transformf),  # (V,)
    focal: wp.vec2f,  # [pixel]
    motion_out: wp.array3d(dtype=wp.vec2f),  # (V, H, W) [pixel] right, down
):
    """Motion in the picture of what each pixel shows: its point, taken back to where its body and the camera were."""
    view, row, column = wp.tid()
    if worlds[view] == LEAVE:
        return
    ray = rays[row, column, 0, 1]
    now = wp.vec2f(ray[0], ray[1]) / -ray[2]
    hit = shape[view, row, column]
    point = wp.transform_vector(poses[view], ray)
    if hit == _NO_SHAPE:  # as far as the sky: only where the camera looks matters
        point = wp.transform_vector(wp.transform_inverse(previous_poses[view]), point)
    else:
        point = wp.transform_point(poses[view], ray * (depth[view, row, column] / -ray[2]))
        body = wp.int32(-1)
        if hit < wp.uint32(shape_bodies.shape[0]):  # soft bodies have no row: they count as still
            body = shape_bodies[int(hit)]
        if body >= 0:
            point = wp.transform_point(wp.transform_inverse(body_poses[body]), point)
            point = wp.transform_point(previous_body_poses[body], point)
        point = wp.transform_point(wp.transform_inverse(previous_poses[view]), point)
    motion = wp.vec2f()
    if point[2] < 0.0:  # what was behind the camera came from no pixel
        before = wp.vec2f(point[0], point[1]) / -point[2]
        motion = wp.vec2f((now[0] - before[0]) * focal[0], (before[1] - now[1]) * focal[1])
    motion_out[view, row, column] = motion


@wp.kernel(enable_backward=False)
def look_up(
    shape: wp.array3d(dtype=wp.uint32),  # (V, H, W)
    values: wp.array(dtype=int),  # (num_shapes,)
    background: int,
    value_out: wp.array3d(dtype=int),  # (V, H, W)
):
    """Value of the shape that each pixel shows; that of the background for soft bodies."""
    view, row, column = wp.tid()
    hit = shape[view, row, column]
    if hit >= wp.uint32(values.shape[0]):  # nothing, or a soft body, which has no row
        value_out[view, row, column] = background
    else:
        value_out[view, row, column] = values[int(hit)]
