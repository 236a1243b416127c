"""Surfaces of soft bodies among what is drawn."""

from __future__ import annotations

from collections.abc import Sequence

import newton
import numpy as np
import warp as wp

from ..soft_bodies import SoftBody


@wp.kernel(enable_backward=False)
def place_nodes(
    positions: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes) in the environments' frames
    env_ids: wp.array(dtype=int),  # (W,)
    shifts: wp.array(dtype=wp.vec3f),  # (num_envs,) from the environment's frame to where it is drawn
    surface_nodes: wp.array(dtype=int),  # (num_surface_nodes,) nodes on surfaces
    first_rows: wp.array(dtype=int),  # (W,) -1 where the environment is not drawn
    position_out: wp.array(dtype=wp.vec3f),  # (num_rows,)
):
    """Copy the positions of a variant's surface nodes to the rows of the renderer."""
    world, index = wp.tid()
    if first_rows[world] >= 0:
        shift = shifts[env_ids[world]]
        position_out[first_rows[world] + index] = positions[world, surface_nodes[index]] + shift


def surface_nodes(bodies: Sequence[SoftBody]) -> np.ndarray:
    """Nodes on the surfaces of an environment's soft bodies, counted over all bodies, shape (num_surface_nodes,)."""
    first, found = 0, [np.zeros(0, dtype=np.int64)]
    for body in bodies:
        found.append(first + np.unique(body.mesh.surface))
        first += len(body.mesh.nodes)
    return np.concatenate(found)


def add_surfaces(builder: newton.ModelBuilder, bodies: Sequence[SoftBody]) -> None:
    """Add the surfaces of soft bodies to the builder of an environment, with the nodes of :func:`surface_nodes`."""
    for body in bodies:
        used, faces = np.unique(body.mesh.surface, return_inverse=True)
        first, count = builder.particle_count, len(used)
        zeros = [(0.0, 0.0, 0.0)] * count
        builder.add_particles(body.mesh.nodes[used].tolist(), zeros, [0.0] * count, [0.0] * count)
        corners = (first + faces.reshape(-1, 3)).T.tolist()
        builder.add_triangles(*corners, color=[tuple(map(float, body.color[:3]))] * len(corners[0]))
