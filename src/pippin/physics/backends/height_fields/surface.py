"""The triangles of a height field near a shape.

Each cell of the grid is two triangles, on either side of the diagonal from its corner with the lowest row and column to
that with the highest, as MuJoCo has them. Positions are relative to a point near the surface, along the axes of the
field: neighbouring triangles then share their corners exactly, however far from the middle of the field they are.
"""

from __future__ import annotations

import warp as wp

BLOCK = wp.constant(4)
"""Cells along the sides of a block, whose highest point is known."""

FLAT = wp.constant(1e-4)
"""Height of a bend, in parts of the spacing of the grid, below which triangles are one plane."""


@wp.struct
class Fields:
    """Height fields of a model, with MuJoCo's names, and the highest points of their blocks."""

    hfield_size: wp.array(dtype=wp.vec4)
    hfield_nrow: wp.array(dtype=int)
    hfield_ncol: wp.array(dtype=int)
    hfield_adr: wp.array(dtype=int)
    hfield_data: wp.array(dtype=float)
    block_adr: wp.array(dtype=int)
    block_heights: wp.array(dtype=float)


@wp.struct
class Surface:
    """A height field, seen from a point near it."""

    heights: wp.array(dtype=float)
    first: int  # address of its first height
    num_rows: int
    num_columns: int
    scale: float  # of the heights
    dx: float  # distance of the columns
    dy: float  # distance of the rows
    row: int  # of the cell below the point
    column: int
    corner: wp.vec3  # the lowest row and column of that cell, at height 0, from the point


@wp.struct
class Bend:
    """An edge between two triangles."""

    is_convex: bool
    start: wp.vec3
    along: wp.vec3  # to the other end
    one: wp.vec3  # unit normals of the triangles
    other: wp.vec3


@wp.func
def surface_of(fields: Fields, field: int) -> Surface:
    """A field that is not seen from anywhere yet."""
    size = fields.hfield_size[field]
    surface = Surface()
    surface.heights = fields.hfield_data
    surface.first = fields.hfield_adr[field]
    surface.num_rows = fields.hfield_nrow[field]
    surface.num_columns = fields.hfield_ncol[field]
    surface.scale = size[2]
    surface.dx = 2.0 * size[0] / float(surface.num_columns - 1)
    surface.dy = 2.0 * size[1] / float(surface.num_rows - 1)
    return surface


@wp.func
def surface_around(fields: Fields, field: int, point: wp.vec3) -> Surface:
    """See a field from a point in its frame."""
    surface = surface_of(fields, field)
    size = fields.hfield_size[field]
    x, y = (point[0] + size[0]) / surface.dx, (point[1] + size[1]) / surface.dy
    surface.column = int(wp.floor(x))
    surface.row = int(wp.floor(y))
    surface.corner = wp.vec3((float(surface.column) - x) * surface.dx, (float(surface.row) - y) * surface.dy, -point[2])
    return surface


@wp.func
def column_at(surface: Surface, x: float) -> int:
    """Column of the cells above and below a coordinate."""
    return surface.column + int(wp.floor((x - surface.corner[0]) / surface.dx))


@wp.func
def row_at(surface: Surface, y: float) -> int:
    """Row of the cells above and below a coordinate."""
    return surface.row + int(wp.floor((y - surface.corner[1]) / surface.dy))


@wp.func
def grid_point(surface: Surface, row: int, column: int) -> wp.vec3:
    """Position of a sample; beyond the border, heights go on as they are there."""
    inner_row = wp.clamp(row, 0, surface.num_rows - 1)
    inner_column = wp.clamp(column, 0, surface.num_columns - 1)
    height = surface.heights[surface.first + inner_row * surface.num_columns + inner_column] * surface.scale
    return surface.corner + wp.vec3(
        float(column - surface.column) * surface.dx, float(row - surface.row) * surface.dy, height
    )


@wp.func
def triangle_normal(surface: Surface, rise_along_x: float, rise_along_y: float) -> wp.vec3:
    """Unit normal of a triangle that rises so much from column to column and from row to row."""
    return wp.normalize(wp.vec3(-rise_along_x / surface.dx, -rise_along_y / surface.dy, 1.0))


@wp.func
def surface_below(surface: Surface, x: float, y: float) -> tuple[bool, float, wp.vec3]:
    """Whether the field reaches there, and its height and unit normal."""
    row, column = row_at(surface, y), column_at(surface, x)
    is_there = row >= 0 and column >= 0 and row < surface.num_rows - 1 and column < surface.num_columns - 1
    p00 = grid_point(surface, row, column)
    p11 = grid_point(surface, row + 1, column + 1)
    along_x, along_y = (x - p00[0]) / surface.dx, (y - p00[1]) / surface.dy
    is_lower = along_x >= along_y  # between the diagonal and the lower row
    between = grid_point(surface, row + wp.where(is_lower, 0, 1), column + wp.where(is_lower, 1, 0))
    rise_along_x = wp.where(is_lower, between[2] - p00[2], p11[2] - between[2])
    rise_along_y = wp.where(is_lower, p11[2] - between[2], between[2] - p00[2])
    height = p00[2] + along_x * rise_along_x + along_y * rise_along_y
    return is_there, height, triangle_normal(surface, rise_along_x, rise_along_y)


@wp.func
def bend_of_cell(surface: Surface, row: int, column: int, which: int) -> Bend:
    """One of a cell's three edges: 0 along its lower row, 1 along its lower column, 2 its diagonal."""
    bend = Bend()
    bend.start = grid_point(surface, row, column)
    end, left, right = wp.vec3(), wp.vec3(), wp.vec3()  # its ends, and the corners on its left and its right
    if which == 0:
        end = grid_point(surface, row, column + 1)
        left = grid_point(surface, row + 1, column + 1)
        right = grid_point(surface, row - 1, column)
    elif which == 1:
        end = grid_point(surface, row + 1, column)
        left = grid_point(surface, row, column - 1)
        right = grid_point(surface, row + 1, column + 1)
    else:
        end = grid_point(surface, row + 1, column + 1)
        left = grid_point(surface, row + 1, column)
        right = grid_point(surface, row, column + 1)
    bend.along = end - bend.start
    # The middle of the edge is that of the other two corners, seen from above.
    bend.is_convex = bend.start[2] + end[2] - left[2] - right[2] > FLAT * (surface.dx + surface.dy)
    if bend.is_convex:
        bend.one = wp.normalize(wp.cross(bend.along, left - bend.start))
        bend.other = wp.normalize(wp.cross(right - bend.start, bend.along))
    return bend


@wp.func
def into_fan(bend: Bend, direction: wp.vec3) -> wp.vec3:
    """The normal of a convex edge that is closest to a direction."""
    along = wp.normalize(bend.along)
    across = wp.normalize(direction - wp.dot(direction, along) * along)
    result = across
    if wp.dot(wp.cross(across, bend.one), along) > 0.0:
        result = bend.one
    elif wp.dot(wp.cross(bend.other, across), along) > 0.0:
        result = bend.other
    return result


@wp.func
def highest_below(fields: Fields, surface: Surface, field: int, lower: wp.vec3, upper: wp.vec3) -> float:
    """Height that the surface nowhere exceeds in the blocks that a rectangle touches, -inf beside the field."""
    highest = float(-wp.inf)
    rows, columns = (surface.num_rows + BLOCK - 2) / BLOCK, (surface.num_columns + BLOCK - 2) / BLOCK
    first_column, last_column = column_at(surface, lower[0]), column_at(surface, upper[0])
    first_row, last_row = row_at(surface, lower[1]), row_at(surface, upper[1])
    is_beside = last_column < 0 or last_row < 0 or first_column >= surface.num_columns or first_row >= surface.num_rows
    if not is_beside:
        row = wp.clamp(first_row / BLOCK, 0, rows - 1)
        while row <= wp.clamp(last_row / BLOCK, 0, rows - 1):
            column = wp.clamp(first_column / BLOCK, 0, columns - 1)
            while column <= wp.clamp(last_column / BLOCK, 0, columns - 1):
                highest = wp.max(highest, fields.block_heights[fields.block_adr[field] + row * columns + column])
                column += 1
            row += 1
        highest = highest * surface.scale + surface.corner[2]
    return highest


@wp.func
def highest_sample(surface: Surface, lower: wp.vec3, upper: wp.vec3) -> float:
    """Height of the highest corner of the cells that a rectangle touches."""
    highest = float(-wp.inf)
    row = row_at(surface, lower[1])
    while row <= row_at(surface, upper[1]) + 1:
        column = column_at(surface, lower[0])
        while column <= column_at(surface, upper[0]) + 1:
            highest = wp.max(highest, grid_point(surface, row, column)[2])
            column += 1
        row += 1
    return highest


@wp.func
def closest_on_triangle(a: wp.vec3, b: wp.vec3, c: wp.vec3, p: wp.vec3) -> wp.vec3:
    """Point of a triangle closest to a point (Ericson, Real-Time Collision Detection, 5.1.5)."""
    ab, ac, ap = b - a, c - a, p - a
    d1, d2 = wp.dot(ab, ap), wp.dot(ac, ap)
    if d1 <= 0.0 and d2 <= 0.0:
        return a
    bp = p - b
    d3, d4 = wp.dot(ab, bp), wp.dot(ac, bp)
    if d3 >= 0.0 and d4 <= d3:
        return b
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        return a + (d1 / (d1 - d3)) * ab
    cp = p - c
    d5, d6 = wp.dot(ab, cp), wp.dot(ac, cp)
    if d6 >= 0.0 and d5 <= d6:
        return c
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        return a + (d2 / (d2 - d6)) * ac
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 - d3 >= 0.0 and d5 - d6 >= 0.0:
        return b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (c - b)
    scale = 1.0 / (va + vb + vc)
    return a + scale * vb * ab + scale * vc * ac


@wp.func
def is_highest(surface: Surface, row: int, column: int, point: wp.vec3, direction: wp.vec3) -> bool:
    """Whether no neighbour of a sample is farther along a direction, and they are not all as far."""
    result = wp.bool(True)
    lowest = float(0.0)
    neighbour = wp.int32(0)
    while neighbour < 6 and result:
        sign = wp.where(neighbour % 2 == 0, 1, -1)
        next_row = row + wp.where(neighbour // 2 == 1, 0, sign)
        next_column = column + wp.where(neighbour // 2 == 0, 0, sign)
        rise = wp.dot(grid_point(surface, next_row, next_column) - point, direction)
        lowest = wp.min(lowest, rise)
        result = rise <= FLAT * (surface.dx + surface.dy)
        neighbour += 1
    return result and lowest < -FLAT * (surface.dx + surface.dy)
