"""A ray caster that draws a mesh and translucent spheres over it."""

# No postponed annotations here: Warp evaluates those of a kernel.

import warp as wp

SPHERE_OPACITY = wp.constant(0.45)
"""How much spheres hide of what is behind them."""


@wp.func
def shade(normal: wp.vec3, ray: wp.vec3, color: wp.vec3) -> wp.vec3:
    """Colour of a surface under a light at the camera and one from above."""
    facing = wp.abs(wp.dot(normal, ray))
    above = wp.max(normal[2], 0.0)
    return color * (0.25 + 0.55 * facing + 0.2 * above)


@wp.kernel(enable_backward=False)
def draw_kernel(
    mesh: wp.uint64,
    centers: wp.array(dtype=wp.vec3),
    radii: wp.array(dtype=float),
    colors: wp.array(dtype=wp.vec3),
    camera: wp.vec3,
    right: wp.vec3,
    up: wp.vec3,
    forward: wp.vec3,
    half_height: float,
    picture: wp.array2d(dtype=wp.vec3),  # (height, width), colours from 0 to 1
):
    """Draw one pixel, by parallel rays."""
    row, column = wp.tid()
    height, width = picture.shape[0], picture.shape[1]
    x = (2.0 * (float(column) + 0.5) - float(width)) / float(height) * half_height
    y = (1.0 - 2.0 * (float(row) + 0.5) / float(height)) * half_height
    start = camera + x * right + y * up
    color = wp.vec3(1.0, 1.0, 1.0)
    hit = wp.mesh_query_ray(mesh, start, forward, 1.0e6)
    depth = float(1.0e6)
    if hit.result:
        depth = hit.t
        color = shade(hit.normal, forward, wp.vec3(0.55, 0.57, 0.62))
    nearest = depth
    sphere = wp.int32(-1)
    for i in range(centers.shape[0]):
        to_center = centers[i] - start
        along = wp.dot(to_center, forward)
        room = radii[i] * radii[i] - (wp.dot(to_center, to_center) - along * along)
        if room > 0.0:
            distance = along - wp.sqrt(room)
            if distance < nearest:
                nearest = distance
                sphere = i
    if sphere >= 0:
        normal = wp.normalize(start + nearest * forward - centers[sphere])
        over = shade(normal, forward, colors[sphere])
        color = SPHERE_OPACITY * over + (1.0 - SPHERE_OPACITY) * color
    picture[row, column] = color
