"""Warp kernels of ``isaaclab.utils.warp.kernels`` that programs launch themselves."""

from __future__ import annotations

from typing import Any

import warp as wp

__all__ = ["raycast_mesh_kernel", "reshape_tiled_image"]


@wp.kernel(enable_backward=False)
def raycast_mesh_kernel(
    mesh: wp.uint64,
    ray_starts: wp.array(dtype=wp.vec3),  # (N,) [m]
    ray_directions: wp.array(dtype=wp.vec3),  # (N,) unit vectors
    ray_hits: wp.array(dtype=wp.vec3),  # (N,) [m]
    ray_distance: wp.array(dtype=wp.float32),  # (N,) [m]
    ray_normal: wp.array(dtype=wp.vec3),  # (N,)
    ray_face_id: wp.array(dtype=wp.int32),  # (N,)
    max_dist: float = 1e6,
    return_distance: int = False,
    return_normal: int = False,
    return_face_id: int = False,
):
    """Where rays first meet a mesh; what is not asked for, and results of rays that miss it, stay as they are."""
    ray = wp.tid()
    query = wp.mesh_query_ray(mesh, ray_starts[ray], ray_directions[ray], max_dist)
    if query.result:
        ray_hits[ray] = ray_starts[ray] + query.t * ray_directions[ray]
        if return_distance == 1:
            ray_distance[ray] = query.t
        if return_normal == 1:
            ray_normal[ray] = query.normal
        if return_face_id == 1:
            ray_face_id[ray] = query.face


@wp.kernel(enable_backward=False)
def reshape_tiled_image(
    tiled_image_buffer: Any,  # (rows of tiles * height * columns of tiles * width * channels,)
    batched_image: Any,  # (cameras, height, width, channels)
    image_height: int,
    image_width: int,
    num_channels: int,
    num_tiles_x: int,
):
    """Cut a picture of tiles, camera by camera and row by row, into a picture for each camera."""
    camera, row, column = wp.tid()
    row_of_tiles, column_of_tiles = camera // num_tiles_x, camera % num_tiles_x
    line = row_of_tiles * image_height + row
    first = ((line * num_tiles_x + column_of_tiles) * image_width + column) * num_channels
    for channel in range(num_channels):
        batched_image[camera, row, column, channel] = batched_image.dtype(tiled_image_buffer[first + channel])


for _kind in (wp.uint8, wp.float32):
    wp.overload(
        reshape_tiled_image,
        {"tiled_image_buffer": wp.array(dtype=_kind), "batched_image": wp.array(dtype=_kind, ndim=4)},
    )
