"""Heights of triangles above the points of a grid."""

from __future__ import annotations

import numpy as np
import warp as wp

SLACK = 1e-3
"""Distance from a face at which a point still counts as covered by it, in parts of the grid's spacing: seams between
pieces of ground are no cracks."""


def heights_at(
    vertices: np.ndarray, faces: np.ndarray, x: np.ndarray, y: np.ndarray, least_area: float = -np.inf
) -> tuple[np.ndarray, np.ndarray]:
    """Heights of the lowest and of the highest face at each grid point, each of shape (len(y), len(x)).

    They are inf and -inf where a point is not covered. Vertical faces cover nothing.

    Args:
        vertices: Corners of the faces, shape (num_vertices, 3).
        faces: Corners of each face, shape (num_faces, 3), int.
        x: Coordinates of the columns, in growing order.
        y: Coordinates of the rows, in growing order.
        least_area: Faces count if twice their area seen from above, which is negative where they look down, is larger
            [m^2].
    """
    lowest, highest = (np.full((len(y), len(x)), limit) for limit in (np.inf, -np.inf))
    slack = SLACK * min(x[1] - x[0], y[1] - y[0])
    points = wp.array(np.ascontiguousarray(vertices, dtype=float), dtype=wp.vec3d, device="cpu", copy=False)
    corners = wp.array(np.ascontiguousarray(faces, dtype=np.int32), dtype=wp.vec3i, device="cpu", copy=False)
    columns, rows = (wp.array(lines, dtype=wp.float64, device="cpu", copy=False) for lines in (x, y))
    results = [wp.array(heights, dtype=wp.float64, device="cpu", copy=False) for heights in (lowest, highest)]
    limits = [wp.float64(slack), wp.float64(least_area)]
    wp.launch(
        lay_faces, dim=len(faces), inputs=[points, corners, columns, rows, *limits], outputs=results, device="cpu"
    )
    return lowest, highest


@wp.kernel(enable_backward=False)
def lay_faces(
    vertices: wp.array(dtype=wp.vec3d),  # (num_vertices,)
    faces: wp.array(dtype=wp.vec3i),  # (num_faces,)
    x: wp.array(dtype=wp.float64),  # (num_columns,)
    y: wp.array(dtype=wp.float64),  # (num_rows,)
    slack: wp.float64,  # distance of points that still count
    least_area: wp.float64,  # faces count if twice their area seen from above is larger
    lowest_out: wp.array2d(dtype=wp.float64),  # (num_rows, num_columns)
    highest_out: wp.array2d(dtype=wp.float64),  # (num_rows, num_columns)
):
    """Lower the lowest height and raise the highest at the points that each face covers."""
    face = wp.tid()
    a, b, c = vertices[faces[face][0]], vertices[faces[face][1]], vertices[faces[face][2]]
    area = _doubled_area(a, b, c[0], c[1])
    if area == wp.float64(0.0) or area <= least_area:
        return
    lower, upper = wp.min(wp.min(a, b), c), wp.max(wp.max(a, b), c)
    sign = wp.sign(area)
    least_a, least_b, least_c = -slack * _length(b, c), -slack * _length(c, a), -slack * _length(a, b)
    row = wp.lower_bound(y, lower[1] - slack)
    while row < y.shape[0] and y[row] < upper[1] + slack:
        column = wp.lower_bound(x, lower[0] - slack)
        while column < x.shape[0] and x[column] < upper[0] + slack:
            weight_a = _doubled_area(b, c, x[column], y[row])
            weight_b = _doubled_area(c, a, x[column], y[row])
            weight_c = _doubled_area(a, b, x[column], y[row])
            if sign * weight_a > least_a and sign * weight_b > least_b and sign * weight_c > least_c:
                height = (weight_a * a[2] + weight_b * b[2] + weight_c * c[2]) / area
                height = wp.clamp(height, lower[2], upper[2])
                wp.atomic_min(lowest_out, row, column, height)
                wp.atomic_max(highest_out, row, column, height)
            column += 1
        row += 1


@wp.func
def _doubled_area(start: wp.vec3d, end: wp.vec3d, x: wp.float64, y: wp.float64) -> wp.float64:
    """Twice the area of a triangle of an edge and a point, seen from above; negative right of the edge."""
    return (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0])


@wp.func
def _length(start: wp.vec3d, end: wp.vec3d) -> wp.float64:
    """Length of an edge, seen from above."""
    return wp.length(wp.vec2d(end[0] - start[0], end[1] - start[1]))
