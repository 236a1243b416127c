"""Ground from what users describe it by."""

from __future__ import annotations

from typing import Any

import numpy as np

from pippin.physics.assembly import Ground, GroundHeights, GroundMesh, GroundPlane
from pippin.physics.importer.pose import Pose

from ..types import HeightFieldParams, PlaneParams, Transform, TriangleMeshParams, Vec3
from .sim import GymSim


def add_ground(sim: GymSim, ground: Ground, params: PlaneParams | HeightFieldParams | TriangleMeshParams) -> None:
    """Add ground to a simulation."""
    sim.grounds.append(ground)
    sim.ground_ids.append(params.segmentation_id)


def plane_of(params: PlaneParams) -> GroundPlane:
    """Plane.

    Raises:
        ValueError: Its normal has no length.
    """
    normal = np.array([params.normal.x, params.normal.y, params.normal.z])
    length = float(np.linalg.norm(normal))
    if not np.isfinite(length) or length < 1e-6:
        raise ValueError(f"the normal of a plane needs a length, got {params.normal}.")
    return GroundPlane(normal / length, -params.distance, params.dynamic_friction, params.restitution)


def heights_of(samples: Any, params: HeightFieldParams, y_is_up: bool) -> GroundHeights:
    """Grid of heights.

    The first index of a two-dimensional array runs along x. A flat array is read as ``nbColumns`` times ``nbRows``
    samples, which is what programs pass that flatten such an array.

    Raises:
        ValueError: There are more or fewer samples than rows times columns, or fewer than two a side.
        TypeError: The samples are no integers.
    """
    samples = np.asarray(samples)
    if samples.dtype.kind not in "iu":
        raise TypeError(f"expected heights as integers (int16), got dtype {samples.dtype}.")
    count = params.nbRows * params.nbColumns
    if samples.size != count:
        raise ValueError(
            f"expected nbRows * nbColumns = {params.nbRows} * {params.nbColumns} = {count} "
            f"heights, got shape {samples.shape}."
        )
    if samples.ndim != 2:
        samples = samples.reshape(params.nbColumns, params.nbRows)
    if min(samples.shape) < 2:
        raise ValueError(f"a grid needs two samples a side at least, got {samples.shape}.")
    return GroundHeights(
        heights=samples.astype(np.float64) * params.vertical_scale,
        row_spacing=params.column_scale,
        column_spacing=params.row_scale,
        pose=_pose(params.transform),
        y_is_up=y_is_up,
        friction=params.dynamic_friction,
        restitution=params.restitution,
    )


def mesh_of(vertices: Any, triangles: Any, params: TriangleMeshParams, y_is_up: bool) -> GroundMesh:
    """Surface of triangles.

    Raises:
        ValueError: Arrays and parameters disagree, triangles name vertices that do not exist, or vertices are not
            finite.
    """
    points = np.asarray(vertices, dtype=np.float64).reshape(-1)
    corners = np.asarray(triangles).reshape(-1)
    if points.size != 3 * params.nb_vertices or corners.size != 3 * params.nb_triangles:
        raise ValueError(
            f"expected {params.nb_vertices} vertices and {params.nb_triangles} triangles of 3 "
            f"numbers each (nb_vertices, nb_triangles), got {points.size} and {corners.size} numbers."
        )
    if corners.dtype.kind not in "iu" or params.nb_triangles == 0:
        raise ValueError(f"expected triangles as integers, got {corners.dtype}.")
    if not np.isfinite(points).all() or corners.min() < 0 or corners.max() >= params.nb_vertices:
        raise ValueError(
            "vertices have to be finite, and triangles name vertices from 0 to "
            f"{params.nb_vertices - 1}; they name {corners.min()} to {corners.max()}."
        )
    pose = _pose(params.transform)
    return GroundMesh(
        vertices=points.reshape(-1, 3) @ pose.rotation.T + pose.position,
        faces=corners.reshape(-1, 3).astype(np.int64),
        y_is_up=y_is_up,
        friction=params.dynamic_friction,
        restitution=params.restitution,
    )


def _pose(transform: Transform) -> Pose:
    columns = [transform.r.rotate(Vec3(*axis)) for axis in np.eye(3)]
    rotation = np.array([[column.x, column.y, column.z] for column in columns]).T
    return Pose(np.array([transform.p.x, transform.p.y, transform.p.z]), rotation)
