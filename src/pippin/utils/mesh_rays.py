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


@wp.kernel(enable_backward=False)
def meet_meshes(
    meshes: wp.array2d(dtype=wp.uint64),  # (B, M)
    poses: wp.array2d(dtype=wp.transformf),  # (B, M) of the meshes, in the frame of the rays
    starts: wp.array2d(dtype=wp.vec3f),  # (B, N) [m]
    directions: wp.array2d(dtype=wp.vec3f),  # (B, N) unit vectors
    max_distance: float,  # [m]
    points_out: wp.array2d(dtype=wp.vec3f),  # (B, N) [m]
    distances_out: wp.array2d(dtype=float),  # (B, N) [m]
    normals_out: wp.array2d(dtype=wp.vec3f),  # (B, N)
    faces_out: wp.array2d(dtype=int),  # (B, N)
    numbers_out: wp.array2d(dtype=int),  # (B, N)
):
    """Where rays first meet any of several meshes; results of rays that miss them all stay as they are."""
    group, ray = wp.tid()
    nearest = max_distance
    for number in range(meshes.shape[1]):
        pose = poses[group, number]
        back = wp.transform_inverse(pose)
        start = wp.transform_point(back, starts[group, ray])
        direction = wp.transform_vector(back, directions[group, ray])
        query = wp.mesh_query_ray(meshes[group, number], start, direction, nearest)
        if query.result:
            nearest = query.t
            points_out[group, ray] = starts[group, ray] + query.t * directions[group, ray]
            distances_out[group, ray] = query.t
            normals_out[group, ray] = wp.transform_vector(pose, query.normal)
            faces_out[group, ray] = query.face
            numbers_out[group, ray] = number


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


def raycast_dynamic_meshes(
    ray_starts: torch.Tensor,
    ray_directions: torch.Tensor,
    mesh_ids_wp: wp.array,
    mesh_positions_w: torch.Tensor | None = None,
    mesh_orientations_w: torch.Tensor | None = None,
    max_dist: float = 1e6,
    return_distance: bool = False,
    return_normal: bool = False,
    return_face_id: bool = False,
    return_mesh_id: bool = False,
) -> tuple[torch.Tensor, torch.Tensor | None, torch.Tensor | None, torch.Tensor | None, torch.Tensor | None]:
    """Find where rays first meet any of several meshes, each at a pose of its own.

    Args:
        ray_starts: Where the rays begin [m], shape (B, N, 3).
        ray_directions: Unit vectors along them, of the same shape.
        mesh_ids_wp: Meshes of each group of rays, by their ``id``, uint64, shape (B, M).
        mesh_positions_w: Positions of the meshes [m], shape (B, M, 3); None means 0.
        mesh_orientations_w: Their orientations (x, y, z, w), shape (B, M, 4); None means the identity.
        max_dist: Length of the rays [m].
        return_distance: Whether to give distances.
        return_normal: Whether to give normals.
        return_face_id: Whether to give triangles.
        return_mesh_id: Whether to give meshes.

    Returns:
        Points [m], (B, N, 3); distances [m], (B, N); normals, (B, N, 3); numbers of triangles and of meshes, (B, N),
        int32. What is not asked for is None. Rays that meet nothing have inf, and -1 for triangle and mesh.
    """
    device, groups = ray_starts.device, mesh_ids_wp.shape
    torch_device = wp.device_to_torch(mesh_ids_wp.device)
    starts, directions = (
        each.to(torch_device, torch.float32).reshape(groups[0], -1, 3).contiguous()
        for each in (ray_starts, ray_directions)
    )
    poses = torch.zeros(*groups, 7, device=torch_device)
    poses[..., 6] = 1.0
    if mesh_positions_w is not None:
        poses[..., :3] = mesh_positions_w.to(torch_device).reshape(*groups, 3)
    if mesh_orientations_w is not None:
        poses[..., 3:] = mesh_orientations_w.to(torch_device).reshape(*groups, 4)
    points, normals = (torch.full_like(starts, torch.inf) for _ in range(2))
    distances = torch.full(starts.shape[:2], torch.inf, device=torch_device)
    faces, numbers = (torch.full_like(distances, -1, dtype=torch.int32) for _ in range(2))
    wp.launch(
        meet_meshes,
        dim=starts.shape[:2],
        inputs=[
            mesh_ids_wp,
            wp.from_torch(poses, dtype=wp.transformf),
            wp.from_torch(starts, dtype=wp.vec3f),
            wp.from_torch(directions, dtype=wp.vec3f),
            max_dist,
        ],
        outputs=[
            wp.from_torch(points, dtype=wp.vec3f),
            wp.from_torch(distances),
            wp.from_torch(normals, dtype=wp.vec3f),
            wp.from_torch(faces),
            wp.from_torch(numbers),
        ],
        device=mesh_ids_wp.device,
    )
    return (
        points.to(device),
        distances.to(device) if return_distance else None,
        normals.to(device) if return_normal else None,
        faces.to(device) if return_face_id else None,
        numbers.to(device) if return_mesh_id else None,
    )


def raycast_single_mesh(
    ray_starts: torch.Tensor,
    ray_directions: torch.Tensor,
    mesh_id: int,
    max_dist: float = 1e6,
    return_distance: bool = False,
    return_normal: bool = False,
    return_face_id: bool = False,
) -> tuple[torch.Tensor, torch.Tensor | None, torch.Tensor | None, torch.Tensor | None]:
    """Find where rays first meet a mesh that is given by its ``id``; see :func:`raycast_dynamic_meshes`.

    Args:
        ray_starts: Where the rays begin [m], shape (B, N, 3).
        ray_directions: Unit vectors along them, of the same shape.
        mesh_id: Number of the mesh.
        max_dist: Length of the rays [m].
        return_distance: Whether to give distances.
        return_normal: Whether to give normals.
        return_face_id: Whether to give triangles.

    Returns:
        Points [m], (B, N, 3); distances [m], (B, N); normals, (B, N, 3); numbers of triangles, (B, N), int32.
    """
    device = wp.device_from_torch(ray_starts.device)
    meshes = wp.full((ray_starts.shape[0], 1), mesh_id, dtype=wp.uint64, device=device)
    return raycast_dynamic_meshes(
        *(ray_starts, ray_directions, meshes, None, None),
        *(max_dist, return_distance, return_normal, return_face_id),
    )[:4]
