"""Kernels that write images in Isaac Gym's formats to where users hold them: the memory of each camera's by address.

One launch does for all cameras. On a CPU that other programs use too, these beat torch's operations, whose threads wait
for each other.
"""

from __future__ import annotations

import warp as wp

_NO_SHAPE = wp.constant(wp.uint32(0xFFFFFFFF))
_LARGEST_FLOW = wp.constant(32767.0)
_SMALLEST_FLOW = wp.constant(-32768.0)


@wp.kernel(enable_backward=False)
def write_color(
    color: wp.array4d(dtype=wp.uint8),  # (V, H, W, 4)
    addresses: wp.array(dtype=wp.uint64),  # (V,) of images (H, W, 4), uint8
):
    """Copy colours."""
    view, row, column = wp.tid()
    image = wp.array(ptr=addresses[view], shape=(color.shape[1], color.shape[2], 4), dtype=wp.uint8)
    for channel in range(4):
        image[row, column, channel] = color[view, row, column, channel]


@wp.kernel(enable_backward=False)
def write_depth(
    depth: wp.array3d(dtype=float),  # (V, H, W) [m], inf where there is nothing
    addresses: wp.array(dtype=wp.uint64),  # (V,) of images (H, W), float32
):
    """Negate depth."""
    view, row, column = wp.tid()
    image = wp.array(ptr=addresses[view], shape=(depth.shape[1], depth.shape[2]), dtype=float)
    image[row, column] = -depth[view, row, column]


@wp.kernel(enable_backward=False)
def write_segmentation(
    shape: wp.array3d(dtype=wp.uint32),  # (V, H, W)
    ids: wp.array(dtype=int),  # (num_shapes,)
    addresses: wp.array(dtype=wp.uint64),  # (V,) of images (H, W), int32
):
    """Segmentation ids of shapes; 0 where there is none."""
    view, row, column = wp.tid()
    image = wp.array(ptr=addresses[view], shape=(shape.shape[1], shape.shape[2]), dtype=int)
    hit = shape[view, row, column]
    if hit == _NO_SHAPE:
        image[row, column] = 0
    else:
        image[row, column] = ids[int(hit)]


@wp.kernel(enable_backward=False)
def write_flow(
    motion: wp.array3d(dtype=wp.vec2f),  # (V, H, W) [pixel] right, down
    scale: wp.vec2f,
    addresses: wp.array(dtype=wp.uint64),  # (V,) of images (H, W, 2), int16
):
    """Motion in the unit of optical flow."""
    view, row, column = wp.tid()
    image = wp.array(ptr=addresses[view], shape=(motion.shape[1], motion.shape[2], 2), dtype=wp.int16)
    flow = wp.cw_mul(motion[view, row, column], scale)
    for axis in range(2):
        image[row, column, axis] = wp.int16(wp.clamp(wp.round(flow[axis]), _SMALLEST_FLOW, _LARGEST_FLOW))
