"""How many points lie inside closed meshes: particles in a cup, grains on a heap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
import warp as wp

from .lazy_modules import trimesh
from .torch_view import torch_view

Triangles = tuple[np.ndarray, np.ndarray]
"""Vertices [m], shape (V, 3), float32, and the corners of triangles that face outwards, shape (T, 3), int32."""


@wp.kernel(enable_backward=False)
def find_inside(
    meshes: wp.array(dtype=wp.uint64),  # (R,)
    points: wp.array2d(dtype=wp.vec3f),  # (E, P) [m]
    poses: wp.array2d(dtype=wp.transformf),  # (R, E) of the meshes
    max_distance: float,  # [m]
    inside_out: wp.array3d(dtype=wp.bool),  # (E, P, R)
):
    """Whether each point lies inside each mesh."""
    env, point, region = wp.tid()
    local = wp.transform_point(wp.transform_inverse(poses[region, env]), points[env, point])
    query = wp.mesh_query_point_sign_winding_number(meshes[region], local, max_distance)
    inside_out[env, point, region] = query.result and query.sign < 0.0


class ParticleMeshCounter:
    """Counts the points of each environment that lie inside regions, each of which is a closed mesh.

    Args:
        region_meshes: The R regions: vertices and corners of triangles, or Warp meshes that support winding numbers.
        num_envs: Number of environments E.
        device: Device of the tensors.
        max_query_dist: Distance from its surface beyond which a point is outside [m].

    Raises:
        ValueError: There is no region.
    """

    def __init__(
        self, region_meshes: Sequence[wp.Mesh | Triangles], num_envs: int, device: str, *, max_query_dist: float = 1e6
    ) -> None:
        if not region_meshes:
            raise ValueError("'region_meshes' is empty; expected one region at least.")
        self._device = wp.get_device(str(device))
        self._num_envs = num_envs
        self._max_distance = max_query_dist
        self._meshes = [mesh if isinstance(mesh, wp.Mesh) else self._mesh_of(mesh) for mesh in region_meshes]
        self._ids = wp.array([mesh.id for mesh in self._meshes], dtype=wp.uint64, device=self._device)

    @property
    def num_regions(self) -> int:
        """Number of regions R."""
        return len(self._meshes)

    def count(
        self,
        particle_positions: torch.Tensor,
        region_positions: torch.Tensor,
        region_orientations: torch.Tensor | None = None,
        *,
        return_mask: bool = False,
    ) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
        """Count the points inside each region.

        Args:
            particle_positions: Points [m], shape (E, P, 3).
            region_positions: Positions of the regions in the same frame [m], shape (R, E, 3), or (R, 3) for all alike.
            region_orientations: Quaternions (x, y, z, w), shape (R, E, 4) or (R, 4); None means none is turned.
            return_mask: Whether to say of each point if it is inside, too.

        Returns:
            Numbers of points, shape (E, R), float32; and the mask, shape (E, P, R), bool.

        Raises:
            ValueError: A shape is another one.
        """
        points = particle_positions
        if points.ndim != 3 or points.shape[0] != self._num_envs or points.shape[2] != 3:
            raise ValueError(
                f"'particle_positions' has shape {tuple(points.shape)}; expected ({self._num_envs}, number, 3)."
            )
        positions = self._per_env("region_positions", region_positions, 3)
        if region_orientations is None:
            region_orientations = positions.new_tensor([0.0, 0.0, 0.0, 1.0]).expand(self.num_regions, 4)
        poses = torch.cat([positions, self._per_env("region_orientations", region_orientations, 4)], dim=-1)
        inside = wp.empty((*points.shape[:2], self.num_regions), dtype=wp.bool, device=self._device)
        inputs = [
            self._ids,
            wp.from_torch(points.float().contiguous(), dtype=wp.vec3f),
            wp.from_torch(poses.float().contiguous(), dtype=wp.transformf),
            self._max_distance,
        ]
        wp.launch(find_inside, inside.shape, inputs, [inside], device=self._device)
        mask = torch_view(inside).bool()
        counts = mask.sum(dim=1).float()
        return (counts, mask) if return_mask else counts

    def _mesh_of(self, triangles: Triangles) -> wp.Mesh:
        vertices, faces = (np.asarray(part) for part in triangles)
        return wp.Mesh(
            points=wp.array(vertices, dtype=wp.vec3f, device=self._device),
            indices=wp.array(faces.reshape(-1), dtype=int, device=self._device),
            support_winding_number=True,
        )

    def _per_env(self, name: str, values: torch.Tensor, size: int) -> torch.Tensor:
        """Values of the regions in each environment, shape (R, E, size)."""
        shape = (self.num_regions, self._num_envs, size)
        if tuple(values.shape) == (self.num_regions, size):
            values = values.unsqueeze(1).expand(shape)
        if tuple(values.shape) != shape:
            raise ValueError(f"'{name}' has shape {tuple(values.shape)}; expected {shape}.")
        return values


def make_box_region_mesh(half_extents: Sequence[float], center: Sequence[float] = (0.0, 0.0, 0.0)) -> Triangles:
    """Make a box along the axes.

    Args:
        half_extents: Half of its lengths [m], shape (3,).
        center: Its centre [m], shape (3,).

    Raises:
        ValueError: A length is not positive.
    """
    if not all(length > 0.0 for length in half_extents):
        raise ValueError(f"'half_extents' is {tuple(half_extents)}; expected three positive lengths.")
    box = trimesh.creation.box(2.0 * np.asarray(half_extents))
    return _arrays(box.vertices + np.asarray(center), box.faces)


def make_frustum_region_mesh(
    radius_bottom: float, radius_top: float, z_bottom: float, z_top: float, num_segments: int = 24
) -> Triangles:
    """Make a cone without its tip, closed at both ends, around the z axis: the inside of a cup.

    Args:
        radius_bottom: Radius at the bottom [m].
        radius_top: Radius at the top [m].
        z_bottom: Height of the bottom [m].
        z_top: Height of the top [m].
        num_segments: Corners of the circles.

    Raises:
        ValueError: A radius is not positive, the top is not above the bottom, or there are less than 3 corners.
    """
    if not (radius_bottom > 0.0 and radius_top > 0.0 and z_top > z_bottom and num_segments >= 3):
        raise ValueError(
            f"A frustum has the radii {radius_bottom} and {radius_top}, the heights {z_bottom} and {z_top} and "
            f"{num_segments} corners; expected positive radii, the top above the bottom and 3 corners at least."
        )
    angles = np.linspace(0.0, 2.0 * np.pi, num_segments, endpoint=False)
    circle = np.stack([np.cos(angles), np.sin(angles), np.zeros(num_segments)], axis=1)
    ends = [circle * radius + (0.0, 0.0, z) for radius, z in ((radius_bottom, z_bottom), (radius_top, z_top))]
    hull = trimesh.convex.convex_hull(np.concatenate(ends))
    return _arrays(hull.vertices, hull.faces)


def _arrays(vertices: np.ndarray, faces: np.ndarray) -> Triangles:
    return np.asarray(vertices, dtype=np.float32), np.asarray(faces, dtype=np.int32)
