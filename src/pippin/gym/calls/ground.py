"""Methods of Gym that add ground to simulations."""

from __future__ import annotations

import numpy as np

from ..engine import grounds
from ..engine.checks import require_kind
from ..engine.sim import GymSim
from ..types import HeightFieldParams, PlaneParams, TriangleMeshParams
from .handles import as_unprepared


class GroundCalls:
    """Ground, which all environments share."""

    def add_ground(self, sim: GymSim, params: PlaneParams) -> None:
        """Add a plane."""
        sim = as_unprepared(sim, "add_ground")
        params = require_kind(params, PlaneParams, "add_ground", "PlaneParams")
        grounds.add_ground(sim, grounds.plane_of(params), params)

    def add_heightfield(self, sim: GymSim, heights: np.ndarray, params: HeightFieldParams) -> None:
        """Add a grid of heights.

        Args:
            sim: The simulation.
            heights: Heights in units of ``params.vertical_scale``, int16; the first index runs along x.
            params: Sizes, spacings and pose. The first sample is at the pose.
        """
        sim = as_unprepared(sim, "add_heightfield")
        params = require_kind(params, HeightFieldParams, "add_heightfield", "HeightFieldParams")
        grounds.add_ground(sim, grounds.heights_of(heights, params, sim.y_is_up), params)

    def add_triangle_mesh(
        self, sim: GymSim, vertices: np.ndarray, triangles: np.ndarray, params: TriangleMeshParams
    ) -> None:
        """Add a surface of triangles.

        The engine has no such thing: a surface with one height above each point becomes a grid of heights, others are
        taken apart into convex pieces.

        Args:
            sim: The simulation.
            vertices: Corners [m], float32, ``3 * params.nb_vertices`` numbers.
            triangles: Corners of each triangle, uint32, ``3 * params.nb_triangles`` numbers.
            params: Numbers and pose.
        """
        sim = as_unprepared(sim, "add_triangle_mesh")
        params = require_kind(params, TriangleMeshParams, "add_triangle_mesh", "TriangleMeshParams")
        grounds.add_ground(sim, grounds.mesh_of(vertices, triangles, params, sim.y_is_up), params)
