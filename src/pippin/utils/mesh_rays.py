"""Meshes of triangles and rays that meet them, for programs that cast rays themselves."""

from __future__ import annotations

import numpy as np
import torch
import warp as wp


@wp.kernel(enable_backward=False)
def meet_mesh(
    mesh: wp.uint64,
    starts: wp.array(dtype=wp.vec3f),  # (N,) [m]
    directions: wp.array(dtype=wp.vec3f),  # (N,) unit vectors
    max_distance: float,  # [m]
    points_out: wp.array(dtype=wp.vec3f),  # (N,) [m]
    distances_out: wp.array(dtype=float),  # (N,) [m]
    normals_out: wp.array(dtype=wp.vec3f),  # (N,)
    faces_out: wp.array(dtype=int),  # (N,)
):
    """Where rays first meet a mesh; results of rays that miss it stay as they are."""
    ray = wp.tid()
    query = wp.mesh_query_ray(mesh, starts[ray], directions[ray], max_distance)
    if query.result:
        points_out[ray] = starts[ray] + query.t * directions[ray]
        distances_out[ray] = query.t
        normals_out[ray] = query.normal
        faces_out[ray] = query.face


def convert_to_warp_mesh(points: np.ndarray, indices: np.ndarray, device: str) -> wp.Mesh:
    """Make a mesh of Warp.

    Args:
        points: Vertices [m], shape (N, 3).
        indices: Vertices of each triangle, shape (M, 3).
        device: Warp device.
    """
    return wp.Mesh(
        points=wp.array(np.asarray(points, np.float32), dtype=wp.vec3f, device=device),
        indices=wp.array(np.asarray(indices, np.int32).ravel(), dtype=int, device=device),
    )


def raycast_mesh(
    ray_starts: torch.Tensor,
    ray_directions: torch.Tensor,
    mesh: wp.Mesh,
    max_dist: float = 1e6,
    return_distance: bool = False,
    return_normal: bool = False,
    return_face_id: bool = False,
) -> tuple[torch.Tensor, torch.Tensor | None, torch.Tensor | None, torch.Tensor | None]:
    """Find where rays first meet a mesh. All is in the frame of the mesh.

    Args:
        ray_starts: Where the rays begin [m], shape (..., 3).
        ray_directions: Unit vectors along them, of the same shape.
        mesh: The mesh.
        max_dist: Length of the rays [m].
        return_distance: Whether to give distances.
        return_normal: Whether to give normals.
        return_face_id: Whether to give triangles.

    Returns:
        Points [m], (..., 3); distances [m], (...); normals, (..., 3); numbers of triangles, (...), int32. What is not
        asked for is None. Rays that meet nothing have inf, and -1 for the triangle.
    """
    shape, device = ray_starts.shape, ray_starts.device
    torch_device = wp.device_to_torch(mesh.device)
    starts, directions = (
        each.to(torch_device, torch.float32).reshape(-1, 3).contiguous() for each in (ray_starts, ray_directions)
    )
    points, normals = (torch.full_like(starts, torch.inf) for _ in range(2))
    distances = torch.full((len(starts),), torch.inf, device=torch_device)
    faces = torch.full((len(starts),), -1, dtype=torch.int32, device=torch_device)
    wp.launch(
        meet_mesh,
        dim=len(starts),
        inputs=[
            mesh.id,
            wp.from_torch(starts, dtype=wp.vec3f),
            wp.from_torch(directions, dtype=wp.vec3f),
            max_dist,
        ],
        outputs=[
            wp.from_torch(points, dtype=wp.vec3f),
            wp.from_torch(distances),
            wp.from_torch(normals, dtype=wp.vec3f),
            wp.from_torch(faces),
        ],
        device=mesh.device,
    )
    return (
        points.to(device).view(shape),
        distances.to(device).view(shape[:-1]) if return_distance else None,
        normals.to(device).view(shape) if return_normal else None,
        faces.to(device).view(shape[:-1]) if return_face_id else None,
    )
