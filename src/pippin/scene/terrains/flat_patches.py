"""Places where a terrain is flat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
import warp as wp

from pippin.utils.lazy_modules import trimesh

CIRCLE_POINTS = 12
"""Points of each circle whose heights are compared."""

MOST_ROUNDS = 1000
"""How often places are drawn again that are not flat."""


@wp.kernel(enable_backward=False)
def find_heights(
    mesh: wp.uint64,
    points: wp.array(dtype=wp.vec2f),  # (num_points,) x and y [m]
    above: float,  # height from which to look down [m]
    heights_out: wp.array(dtype=wp.float32),  # (num_points,) [m], -inf where there is nothing
):
    """Highest surface at each point."""
    point = wp.tid()
    start = wp.vec3f(points[point][0], points[point][1], above)
    hit = wp.mesh_query_ray(mesh, start, wp.vec3f(0.0, 0.0, -1.0), 1.0e6)
    heights_out[point] = wp.where(hit.result, above - hit.t, -wp.inf)


def find_flat_patches(
    mesh: trimesh.Trimesh,
    num_patches: int,
    patch_radius: float | Sequence[float],
    origin: Sequence[float] | np.ndarray,
    x_range: tuple[float, float],
    y_range: tuple[float, float],
    z_range: tuple[float, float],
    max_height_diff: float,
    device: str = "cpu",
) -> torch.Tensor:
    """Find places whose surroundings are equally high, at random.

    Args:
        mesh: The terrain.
        num_patches: Number of places.
        patch_radius: Radius of the circle whose heights are compared, or several of them [m].
        origin: Point that the ranges and the result are relative to [m], shape (3,).
        x_range: Range of x of the places [m].
        y_range: Range of y of the places [m].
        z_range: Range of heights of the places and their surroundings [m].
        max_height_diff: Largest difference of heights [m].
        device: Device of the result.

    Returns:
        The places on the surface, relative to the origin [m], shape (num_patches, 3), float32.

    Raises:
        ValueError: There is no such place within the terrain.
        RuntimeError: Too few places were found.
    """
    radii = np.atleast_1d(np.asarray(patch_radius, dtype=float))
    lower, upper = mesh.bounds
    low = np.maximum(np.array([x_range[0], y_range[0]]) + origin[:2], lower[:2] + radii.max())
    high = np.minimum(np.array([x_range[1], y_range[1]]) + origin[:2], upper[:2] - radii.max())
    if (low > high).any():
        raise ValueError(
            f"No patch with x in {x_range} m, y in {y_range} m and patch_radius = {patch_radius} m fits on a "
            f"terrain of {upper[0] - lower[0]:g} m by {upper[1] - lower[1]:g} m; expected ranges and a radius "
            "within it."
        )
    surface = wp.Mesh(
        points=wp.array(np.asarray(mesh.vertices, dtype=np.float32), dtype=wp.vec3f, device="cpu"),
        indices=wp.array(np.asarray(mesh.faces, dtype=np.int32).ravel(), dtype=int, device="cpu"),
    )
    angles = np.arange(CIRCLE_POINTS) * (2.0 * np.pi / CIRCLE_POINTS)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    offsets = np.concatenate([np.zeros((1, 2)), *(radius * circle for radius in radii)])
    places, is_flat = np.zeros((num_patches, 3)), np.zeros(num_patches, dtype=bool)
    for _ in range(MOST_ROUNDS):
        missing = np.flatnonzero(~is_flat)
        if not len(missing):
            return torch.tensor(places - np.asarray(origin), dtype=torch.float32, device=device)
        points = np.random.uniform(low, high, (len(missing), 2))
        heights = _heights(surface, points[:, None] + offsets, upper[2] + 1.0)
        lowest, highest = heights.min(axis=1), heights.max(axis=1)
        in_range = (lowest >= z_range[0] + origin[2]) & (highest <= z_range[1] + origin[2])
        is_flat[missing] = in_range & (highest - lowest <= max_height_diff)
        places[missing] = np.column_stack([points, heights[:, 0]])
    raise RuntimeError(
        f"Found {is_flat.sum()} of {num_patches} flat patches: the terrain has too few places where heights differ by "
        f"at most max_height_diff = {max_height_diff} m within patch_radius = {patch_radius} m."
    )


def _heights(surface: wp.Mesh, points: np.ndarray, above: float) -> np.ndarray:
    """Heights at points, shape (n, m, 2), of the highest surface there [m], shape (n, m)."""
    flat = wp.array(points.reshape(-1, 2).astype(np.float32), dtype=wp.vec2f, device="cpu")
    heights = wp.zeros(len(flat), dtype=wp.float32, device="cpu")
    wp.launch(find_heights, dim=len(flat), inputs=[surface.id, flat, above], outputs=[heights], device="cpu")
    return heights.numpy().reshape(points.shape[:2])
