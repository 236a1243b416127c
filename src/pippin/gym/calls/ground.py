"""Ground.

All environments share it.
"""

from __future__ import annotations

import numpy as np

from ..engine import grounds
from ..engine.checks import require_kind
from ..engine.sim import GymSim
from ..types import HeightFieldParams, PlaneParams, TriangleMeshParams
from .handles import as_unprepared


def add_ground(sim: GymSim, params: PlaneParams) -> None:
    """Add a plane."""
    sim = as_unprepared(sim)
    params = require_kind(params, PlaneParams, "PlaneParams")
    grounds.add_ground(sim, grounds.plane_of(params), params)


def add_heightfield(sim: GymSim, heights: np.ndarray, params: HeightFieldParams) -> None:
    """Add a grid of heights.

    Args:
        sim: The simulation.
        heights: Heights in units of ``params.vertical_scale``, shape (params.nbRows, params.nbColumns) or flat, int16;
            the first index runs along x.
        params: Sizes, spacings and pose. The first sample is at the pose.
    """
    sim = as_unprepared(sim)
    params = require_kind(params, HeightFieldParams, "HeightFieldParams")
    grounds.add_ground(sim, grounds.heights_of(heights, params, sim.y_is_up), params)


def add_triangle_mesh(sim: GymSim, vertices: np.ndarray, triangles: np.ndarray, params: TriangleMeshParams) -> None:
    """Add a surface of triangles.

    The engine has no such thing: a surface with one height above each point becomes a grid of heights, others are
    taken apart into convex pieces.

    Args:
        sim: The simulation.
        vertices: Corners [m], float32, any shape of ``3 * params.nb_vertices`` numbers.
        triangles: Corners of each triangle, uint32, any shape of ``3 * params.nb_triangles`` numbers.
        params: Numbers and pose.
    """
    sim = as_unprepared(sim)
    params = require_kind(params, TriangleMeshParams, "TriangleMeshParams")
    grounds.add_ground(sim, grounds.mesh_of(vertices, triangles, params, sim.y_is_up), params)
