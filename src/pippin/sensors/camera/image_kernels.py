"""Kernels that write what was drawn for some cameras into the images of all.

Cameras that are not drawn, and whose images stay, have a negative world.
"""

from __future__ import annotations

import warp as wp

from .kernels import clipped_depth

_NO_SHAPE = wp.constant(wp.uint32(0xFFFFFFFF))


@wp.func
def id_of(shape: wp.uint32, ids: wp.array(dtype=int)) -> int:
    """Id of a shape: 0 where there is none, and 1, that of what has no label, for soft bodies, which have no row."""
    if shape == _NO_SHAPE:
        return 0
    if shape >= wp.uint32(ids.shape[0]):
        return 1
    return ids[int(shape)]


@wp.kernel(enable_backward=False)
def aim(
    poses: wp.array(dtype=wp.transformf),  # (N,) of all cameras in the world
    mask: wp.array(dtype=wp.bool),  # (N,)
    views: wp.array(dtype=int),  # (V,) the cameras that are drawn in one go
    worlds: wp.array(dtype=int),  # (V,) that they see
    shifts: wp.array(dtype=wp.vec3f),  # (V,) origins of the frames that are drawn, in the world [m]
    leave: int,  # stands for the world of cameras that are not drawn; negative
    pose_out: wp.array(dtype=wp.transformf),  # (V,) in the frames that are drawn
    world_out: wp.array(dtype=int),  # (V,)
):
    """Poses of the cameras that are drawn in one go, and what they see where they are to be drawn."""
    row = wp.tid()
    pose = poses[views[row]]
    position = wp.transform_get_translation(pose) - shifts[row]
    pose_out[row] = wp.transformf(position, wp.transform_get_rotation(pose))
    world_out[row] = leave
    if mask[views[row]]:
        world_out[row] = worlds[row]


@wp.kernel(enable_backward=False)
def keep_cameras(
    worlds: wp.array(dtype=int),  # (V,)
    poses: wp.array(dtype=wp.transformf),  # (V,)
    kept_out: wp.array(dtype=wp.transformf),  # (V,)
):
    """Keep the poses of cameras that were drawn."""
    row = wp.tid()
    if worlds[row] >= 0:
        kept_out[row] = poses[row]


@wp.kernel(enable_backward=False)
def keep_bodies(
    worlds: wp.array(dtype=int),  # (V,) that the cameras see
    first_bodies: wp.array(dtype=int),  # (num_worlds + 1,) rows of the first body of each world
    poses: wp.array(dtype=wp.transformf),  # (num_rows,)
    kept_out: wp.array(dtype=wp.transformf),  # (num_rows,)
):
    """Keep the poses of the bodies that were drawn."""
    row = wp.tid()
    if worlds[row] >= 0:
        for body in range(first_bodies[worlds[row]], first_bodies[worlds[row] + 1]):
            kept_out[body] = poses[body]


@wp.kernel(enable_backward=False)
def write_colors(
    image: wp.array4d(dtype=wp.uint8),  # (V, H, W, 4)
    views: wp.array(dtype=int),  # (V,)
    worlds: wp.array(dtype=int),  # (V,)
    image_out: wp.array4d(dtype=wp.uint8),  # (N, H, W, 3 or 4)
):
    """Write colours."""
    row, y, x = wp.tid()
    if worlds[row] >= 0:
        for channel in range(image_out.shape[3]):
            image_out[views[row], y, x, channel] = image[row, y, x, channel]


@wp.kernel(enable_backward=False)
def write_distances(
    image: wp.array3d(dtype=float),  # (V, H, W) [m]
    views: wp.array(dtype=int),  # (V,)
    worlds: wp.array(dtype=int),  # (V,)
    farthest: float,  # [m]
    behaviour: int,  # what becomes of what is farther, as clipped_depth has it
    image_out: wp.array4d(dtype=float),  # (N, H, W, 1) [m]
):
    """Write distances. What is beyond the farthest and left counts as not seen: at infinity."""
    row, y, x = wp.tid()
    if worlds[row] >= 0:
        distance = image[row, y, x]
        if behaviour == 0 and distance > farthest:
            distance = wp.inf
        image_out[views[row], y, x, 0] = clipped_depth(distance, farthest, behaviour)


@wp.kernel(enable_backward=False)
def write_normals(
    image: wp.array3d(dtype=wp.vec3f),  # (V, H, W)
    views: wp.array(dtype=int),  # (V,)
    worlds: wp.array(dtype=int),  # (V,)
    image_out: wp.array4d(dtype=float),  # (N, H, W, 3)
):
    """Write normals."""
    row, y, x = wp.tid()
    if worlds[row] >= 0:
        normal = image[row, y, x]
        for axis in range(3):
            image_out[views[row], y, x, axis] = normal[axis]


@wp.kernel(enable_backward=False)
def write_motions(
    image: wp.array3d(dtype=wp.vec2f),  # (V, H, W) [pixel] to where it is
    views: wp.array(dtype=int),  # (V,)
    worlds: wp.array(dtype=int),  # (V,)
    image_out: wp.array4d(dtype=float),  # (N, H, W, 2) [pixel] to where it was
):
    """Write the ways back of points in the picture."""
    row, y, x = wp.tid()
    if worlds[row] >= 0:
        motion = image[row, y, x]
        image_out[views[row], y, x, 0] = -motion[0]
        image_out[views[row], y, x, 1] = -motion[1]


@wp.kernel(enable_backward=False)
def write_ids(
    shapes: wp.array3d(dtype=wp.uint32),  # (V, H, W)
    views: wp.array(dtype=int),  # (V,)
    worlds: wp.array(dtype=int),  # (V,)
    ids: wp.array(dtype=int),  # (num_shapes,)
    image_out: wp.array4d(dtype=int),  # (N, H, W, 1)
):
    """Write the ids of shapes."""
    row, y, x = wp.tid()
    if worlds[row] >= 0:
        image_out[views[row], y, x, 0] = id_of(shapes[row, y, x], ids)


@wp.kernel(enable_backward=False)
def write_id_colors(
    shapes: wp.array3d(dtype=wp.uint32),  # (V, H, W)
    views: wp.array(dtype=int),  # (V,)
    worlds: wp.array(dtype=int),  # (V,)
    ids: wp.array(dtype=int),  # (num_shapes,)
    colors: wp.array2d(dtype=wp.uint8),  # (num_ids, 4)
    image_out: wp.array4d(dtype=wp.uint8),  # (N, H, W, 4)
):
    """Write the colours of the ids of shapes."""
    row, y, x = wp.tid()
    if worlds[row] < 0:
        return
    number = id_of(shapes[row, y, x], ids)
    for channel in range(4):
        image_out[views[row], y, x, channel] = colors[number, channel]
