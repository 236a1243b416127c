"""Points on a lattice that fill a mesh, or the hollow of a vessel: where grains or small balls begin."""

from __future__ import annotations

import numbers
import operator

import numpy as np
import warp as wp

MAX_POINTS = 50_000_000
"""Most points of a lattice that are looked at: 0.6 GB of them."""


@wp.kernel(enable_backward=False)
def judge_points(
    mesh: wp.uint64,
    points: wp.array(dtype=wp.vec3f),  # (P,) [m]
    max_distance: float,  # [m]
    margin: float,  # [m]
    max_ray: float,  # [m], 0 where no rays are cast
    signs_out: wp.array(dtype=float),  # (P,) below 0 inside the material, 0 too near to the surface
    hits_out: wp.array(dtype=int),  # (P,) of six rays
):
    """On which side of the surface each point lies, and how many rays along the axes meet the surface."""
    point = wp.tid()
    query = wp.mesh_query_point_sign_winding_number(mesh, points[point], max_distance)
    sign = wp.float32(1.0)
    if query.result:
        sign = query.sign
        nearest = wp.mesh_eval_position(mesh, query.face, query.u, query.v)
        if margin > 0.0 and wp.length(nearest - points[point]) < margin:
            sign = 0.0
    signs_out[point] = sign
    if max_ray > 0.0:
        hits = wp.int32(0)
        for axis in range(3):
            for side in range(2):
                direction = wp.vec3f(0.0, 0.0, 0.0)
                direction[axis] = 1.0 - 2.0 * float(side)
                ray = wp.mesh_query_ray(mesh, points[point], direction, max_ray)
                if ray.result:
                    hits += 1
        hits_out[point] = hits


def sample_particles_in_mesh(
    vertices: np.ndarray,
    faces: np.ndarray,
    spacing: float,
    *,
    device: str,
    jitter: float = 0.0,
    seed: int = 0,
    inset: float = 0.5,
    surface_margin: float = 0.0,
    max_query_dist: float = 1.0e6,
) -> np.ndarray:
    """Fill the material of a closed mesh with points on a lattice.

    Args:
        vertices: Its vertices [m], shape (V, 3).
        faces: Corners of its triangles, which face outwards, shape (T, 3) or (3 T,), integers.
        spacing: Distance of the lattice's points along the axes [m].
        device: Warp device that looks.
        jitter: By how much points are moved at random, over the spacing, from 0 to 0.5.
        seed: Of that.
        inset: How far the lattice begins inside the box around the mesh, over the spacing.
        surface_margin: Distance that points keep from the surface [m].
        max_query_dist: Up to where the surface is looked for [m].

    Returns:
        The points inside, shape (n, 3), float32, in the frame of the vertices.

    Raises:
        ValueError: The mesh is malformed, or a number is out of range.
    """
    lattice, mesh = _prepare(vertices, faces, spacing, device, jitter, seed, inset, surface_margin, max_query_dist)
    signs, _ = _judge(mesh, lattice, max_query_dist, surface_margin, 0.0)
    return lattice[signs < 0.0]


def sample_particles_in_cavity(
    vertices: np.ndarray,
    faces: np.ndarray,
    spacing: float,
    *,
    device: str,
    jitter: float = 0.0,
    seed: int = 0,
    inset: float = 0.5,
    surface_margin: float = 0.0,
    min_ray_hits: int = 5,
    water_level: float | None = None,
    max_ray_dist: float | None = None,
    max_query_dist: float = 1.0e6,
) -> np.ndarray:
    """Fill the hollow of a vessel, whose walls have an inner and an outer side, with points on a lattice.

    A point is in the hollow if it is not in the walls and rays along the axes meet them: in an open cup five of six.

    Args:
        vertices: Vertices of the walls [m], shape (V, 3).
        faces: Corners of their triangles, which face out of the walls, shape (T, 3) or (3 T,), integers.
        spacing: Distance of the lattice's points along the axes [m].
        device: Warp device that looks.
        jitter: By how much points are moved at random, over the spacing, from 0 to 0.5.
        seed: Of that.
        inset: How far the lattice begins inside the box around the mesh, over the spacing.
        surface_margin: Distance that points keep from the walls [m].
        min_ray_hits: How many of the six rays must meet the walls, from 1 to 6.
        water_level: Height z up to which is filled [m]; None fills all.
        max_ray_dist: Length of the rays [m]; None takes the diagonal of the box around the mesh.
        max_query_dist: Up to where the surface is looked for [m].

    Returns:
        The points in the hollow, shape (n, 3), float32, in the frame of the vertices.

    Raises:
        ValueError: The mesh is malformed, or a number is out of range.
    """
    try:
        hits_wanted = operator.index(min_ray_hits)
    except TypeError:
        hits_wanted = 0
    if isinstance(min_ray_hits, bool) or not 1 <= hits_wanted <= 6:
        raise ValueError(f"`min_ray_hits` must be in [1, 6], got {min_ray_hits!r}.")
    if water_level is not None and not np.isfinite(water_level):
        raise ValueError(f"`water_level` must be finite or None, got {water_level!r}.")
    lattice, mesh = _prepare(vertices, faces, spacing, device, jitter, seed, inset, surface_margin, max_query_dist)
    if max_ray_dist is None:
        max_ray_dist = float(np.linalg.norm(np.ptp(mesh.points.numpy(), axis=0)))
    _check("max_ray_dist", max_ray_dist, 0.0, is_open=True)
    signs, hits = _judge(mesh, lattice, max_query_dist, surface_margin, max_ray_dist)
    is_below = lattice[:, 2] <= (np.inf if water_level is None else water_level)
    return lattice[(signs > 0.0) & (hits >= hits_wanted) & is_below]


def _prepare(
    vertices: np.ndarray,
    faces: np.ndarray,
    spacing: float,
    device: str,
    jitter: float,
    seed: int,
    inset: float,
    surface_margin: float,
    max_query_dist: float,
) -> tuple[np.ndarray, wp.Mesh]:
    """Lattice in the box around a mesh [m], shape (P, 3), float32, and the mesh."""
    points = np.asarray(vertices, dtype=np.float32)
    if points.ndim != 2 or points.shape[1:] != (3,) or not len(points) or not np.isfinite(points).all():
        raise ValueError(f"`vertices` must have shape (V, 3) and be finite, got {np.shape(vertices)}.")
    corners = np.asarray(faces)
    if not np.issubdtype(corners.dtype, np.integer):
        raise ValueError(f"`faces` must contain integer indices, got {corners.dtype}.")
    if corners.size == 0 or corners.size % 3 or corners.min() < 0 or corners.max() >= len(points):
        raise ValueError(f"`faces` must hold triples of indices of the {len(points)} vertices, got {corners.shape}.")
    _check("spacing", spacing, 0.0, is_open=True)
    _check("max_query_dist", max_query_dist, 0.0, is_open=True)
    for name, value, top in (
        ("jitter", jitter, 0.5),
        ("inset", inset, np.inf),
        ("surface_margin", surface_margin, np.inf),
    ):
        _check(name, value, 0.0, top)
    low, high = points.min(axis=0) + inset * spacing, points.max(axis=0) - inset * spacing
    counts = np.maximum(np.floor((high - low) / spacing + 1e-4), -1.0) + 1.0
    if counts.prod() > MAX_POINTS:
        raise ValueError(f"`spacing` {spacing!r} makes {counts.prod():.3g} points; expected {MAX_POINTS} at most.")
    axes = [begin + spacing * np.arange(int(count)) for begin, count in zip(low, counts, strict=True)]
    lattice = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    lattice += jitter * spacing * np.random.default_rng(seed).uniform(-1.0, 1.0, lattice.shape)
    mesh = wp.Mesh(
        points=wp.array(points, dtype=wp.vec3f, device=device),
        indices=wp.array(corners.reshape(-1).astype(np.int32), dtype=int, device=device),
        support_winding_number=True,
    )
    return lattice.astype(np.float32), mesh


def _judge(
    mesh: wp.Mesh, lattice: np.ndarray, max_distance: float, margin: float, max_ray: float
) -> tuple[np.ndarray, np.ndarray]:
    """Results of :func:`judge_points`, each of shape (P,)."""
    device = mesh.points.device
    signs = wp.ones(len(lattice), dtype=float, device=device)
    hits = wp.zeros(len(lattice), dtype=int, device=device)
    points = wp.array(lattice, dtype=wp.vec3f, device=device)
    inputs = [mesh.id, points, float(max_distance), float(margin), float(max_ray)]
    wp.launch(judge_points, dim=len(lattice), inputs=inputs, outputs=[signs, hits], device=device)
    return signs.numpy(), hits.numpy()


def _check(name: str, value: float, least: float, most: float = np.inf, is_open: bool = False) -> None:
    """Refuse a number that is not finite or out of range."""
    is_number = isinstance(value, numbers.Real) and np.isfinite(value)
    if not is_number or not least <= value <= most or (is_open and value == least):
        range_text = f"above {least}" if is_open else f"in [{least}, {most}]"
        raise ValueError(f"`{name}` must be finite and {range_text}, got {value!r}.")
