"""Contacts of boxes, cylinders and convex hulls with height fields.

Where two surfaces of flat pieces meet, a contact is a corner of the shape on a triangle of the field, or an edge of
the field within the shape: that includes edges across each other, and peaks below a face. Only convex edges count, and
their normals are between those of their two triangles, so that cells of a flat field are one plane to everything.
"""

from __future__ import annotations

import mujoco
import warp as wp

from .pairs import Found, Pair, with_one
from .surface import Bend, bend_of_cell, column_at, grid_point, into_fan, is_highest, row_at, surface_below

BOX = wp.constant(int(mujoco.mjtGeom.mjGEOM_BOX))
CYLINDER = wp.constant(int(mujoco.mjtGeom.mjGEOM_CYLINDER))
MESH = wp.constant(int(mujoco.mjtGeom.mjGEOM_MESH))

SEPARATION = wp.constant(0.1)
"""Distance of two contacts of a shape, in parts of half its size."""

NEARLY_ALONG = wp.constant(0.05)
"""Cosine of the angle of a face's normal with that of a contact from which on the face does not tell its depth."""

ALONG = wp.constant(0.9)
"""Cosine of the angle between a normal and where edges part up to which they part that way."""


@wp.struct
class Hulls:
    """Corners and faces of the convex hulls of geometries."""

    first_corner: wp.array(dtype=int)
    num_corners: wp.array(dtype=int)
    first_face: wp.array(dtype=int)
    num_faces: wp.array(dtype=int)
    corners: wp.array(dtype=wp.vec3)
    faces: wp.array(dtype=wp.vec4)  # normal, and distance from the origin along it


@wp.struct
class Shape:
    """A shape, in its own frame."""

    type: int
    size: wp.vec3
    first_face: int  # of a hull; of the six sides of a box, of which a cylinder has the last two
    num_faces: int
    margin: float  # by which it is thicker than it is
    lane: int  # which of the threads that look at it together, each at every so manieth of its corners and the cells
    lanes: int


@wp.struct
class Crossing:
    """Part of a line within a shape, from and to so many times the line's direction."""

    start: float
    end: float
    enters: wp.vec3  # normal of the shape where the line enters it, zero where it began inside
    leaves: wp.vec3  # and where the line leaves it


@wp.func
def cut(crossing: Crossing, origin: wp.vec3, direction: wp.vec3, normal: wp.vec3, offset: float) -> Crossing:
    """Keep the part of a crossing that is behind a plane."""
    rate = wp.dot(normal, direction)
    room = offset - wp.dot(normal, origin)
    if rate > 0.0:
        if room < rate * crossing.end:
            crossing.end = room / rate
            crossing.leaves = normal
    elif rate < 0.0:
        if room < rate * crossing.start:
            crossing.start = room / rate
            crossing.enters = normal
    elif room < 0.0:
        crossing.end = -wp.inf
    return crossing


@wp.func
def radial_normal(point: wp.vec3) -> wp.vec3:
    """Unit normal of a cylinder's side."""
    return wp.normalize(wp.vec3(point[0], point[1], 0.0))


@wp.func
def crossing_of(shape: Shape, hulls: Hulls, origin: wp.vec3, direction: wp.vec3, start: float, end: float) -> Crossing:
    """The part of a line, in the shape's frame, that is within it; it ends before it starts if there is none."""
    crossing = Crossing()
    crossing.start = start
    crossing.end = end
    if shape.type == BOX or shape.type == CYLINDER:
        side = shape.first_face
        while side < shape.first_face + shape.num_faces:
            normal = wp.vec3()
            normal[side // 2] = wp.where(side % 2 == 0, 1.0, -1.0)
            half = shape.size[wp.where(shape.type == BOX, side // 2, 1)]
            crossing = cut(crossing, origin, direction, normal, half + shape.margin)
            side += 1
        if shape.type == CYLINDER:
            radius = shape.size[0] + shape.margin
            a = direction[0] * direction[0] + direction[1] * direction[1]
            b = origin[0] * direction[0] + origin[1] * direction[1]
            c = origin[0] * origin[0] + origin[1] * origin[1] - radius * radius
            square = b * b - a * c
            if square < 0.0 or (a == 0.0 and c > 0.0):
                crossing.end = -wp.inf
            elif a > 0.0:
                root = wp.sqrt(square)
                if (-b - root) / a > crossing.start:
                    crossing.start = (-b - root) / a
                    crossing.enters = radial_normal(origin + crossing.start * direction)
                if (-b + root) / a < crossing.end:
                    crossing.end = (-b + root) / a
                    crossing.leaves = radial_normal(origin + crossing.end * direction)
    else:
        face = shape.first_face
        while face < shape.first_face + shape.num_faces and crossing.start < crossing.end:
            plane = hulls.faces[face]
            normal = wp.vec3(plane[0], plane[1], plane[2])
            crossing = cut(crossing, origin, direction, normal, plane[3] + shape.margin)
            face += 1
    return crossing


Numbers = wp.types.vector(length=5, dtype=wp.float32)


@wp.struct
class Manifold:
    """The deepest contact, and those farthest along each diagonal of the shape."""

    points: wp.types.matrix(shape=(5, 3), dtype=wp.float32)
    normals: wp.types.matrix(shape=(5, 3), dtype=wp.float32)
    distances: wp.types.vector(length=5, dtype=wp.float32)
    scores: wp.types.vector(length=5, dtype=wp.float32)  # depth, and how far along the diagonals
    side: wp.vec3  # two horizontal directions across each other
    other: wp.vec3


@wp.func
def with_contact(manifold: Manifold, point: wp.vec3, normal: wp.vec3, distance: float) -> Manifold:
    """Take a contact where it is better than what there is."""
    along, across = wp.dot(manifold.side, point), wp.dot(manifold.other, point)
    scores = Numbers(-distance, along + across, along - across, across - along, -along - across)
    for place in range(5):
        if scores[place] > manifold.scores[place]:
            manifold.scores[place] = scores[place]
            manifold.points[place] = point
            manifold.normals[place] = normal
            manifold.distances[place] = distance
    return manifold


@wp.func
def manifold_of(pair: Pair, shape: Shape) -> Manifold:
    """No contacts yet, and diagonals of the most horizontal sides; of a cylinder, down its slope or along its axis."""
    manifold = Manifold()
    for place in range(5):
        manifold.scores[place] = -wp.inf
    steepness = wp.vec3(wp.abs(pair.rotation[2, 0]), wp.abs(pair.rotation[2, 1]), wp.abs(pair.rotation[2, 2]))
    flattest = wp.argmin(steepness)
    side = wp.normalize(wp.vec3(pair.rotation[0, flattest], pair.rotation[1, flattest], 0.0))
    if shape.type == CYLINDER:
        # Its corners are where the directions between the diagonals are.
        axis = wp.vec3(pair.rotation[0, 2], pair.rotation[1, 2], 0.0)
        if wp.length_sq(axis) > 1e-8:
            side = wp.normalize(axis)
        side = wp.normalize(wp.vec3(side[0] - side[1], side[0] + side[1], 0.0))
    manifold.side = side
    manifold.other = wp.vec3(-side[1], side[0], 0.0)
    return manifold


@wp.func
def with_corner(manifold: Manifold, pair: Pair, corner: wp.vec3) -> Manifold:
    """Take the contact of a corner of the shape, given along the field's axes, with the triangle below or above it."""
    is_there, height, normal = surface_below(pair.surface, corner[0], corner[1])
    distance = (corner[2] - height) * normal[2]
    if is_there and distance < pair.reach:
        manifold = with_contact(manifold, corner - 0.5 * distance * normal, normal, distance)
    return manifold


@wp.func
def with_rims(manifold: Manifold, pair: Pair, shape: Shape) -> Manifold:
    """Take contacts of a cylinder's rims: below each the lowest point, that against it, and those halfway between."""
    axis = wp.vec3(pair.rotation[0, 2], pair.rotation[1, 2], pair.rotation[2, 2])
    end = float(-1.0)
    while end < 2.0:
        center = end * shape.size[1] * axis
        normal = wp.vec3(0.0, 0.0, 1.0)
        radial = wp.vec3()
        turn = wp.int32(0)
        while turn < 2:  # down, and then against the slope that is there
            radial = wp.dot(axis, normal) * axis - normal
            if wp.length_sq(radial) < 1e-8:
                radial = wp.vec3(pair.rotation[0, 0], pair.rotation[1, 0], pair.rotation[2, 0])
            radial = wp.normalize(radial)
            lowest = center + shape.size[0] * radial
            _there, _height, normal = surface_below(pair.surface, lowest[0], lowest[1])
            turn += 1
        quarter = wp.int32(0)
        while quarter < 4:
            manifold = with_corner(manifold, pair, center + shape.size[0] * radial)
            radial = wp.cross(axis, radial)
            quarter += 1
        end += 2.0
    return manifold


@wp.struct
class Cells:
    """The cells below a shape, row by row."""

    first_row: int
    first_column: int
    columns: int
    count: int


@wp.func
def cells_below(pair: Pair, border: int) -> Cells:
    """Cells below the box around a shape, without the last so many rows and columns of samples."""
    surface = pair.surface
    cells = Cells()
    cells.first_row = wp.max(row_at(surface, pair.lower[1]), 0)
    cells.first_column = wp.max(column_at(surface, pair.lower[0]), 0)
    last_row = wp.min(row_at(surface, pair.upper[1]), surface.num_rows - 1 - border)
    last_column = wp.min(column_at(surface, pair.upper[0]), surface.num_columns - 1 - border)
    cells.columns = wp.max(last_column - cells.first_column + 1, 0)
    cells.count = wp.max(last_row - cells.first_row + 1, 0) * cells.columns
    return cells


@wp.func
def row_of(cells: Cells, index: int) -> int:
    """Row of a cell."""
    return cells.first_row + index // cells.columns


@wp.func
def column_of(cells: Cells, index: int) -> int:
    """Column of a cell."""
    return cells.first_column + index % cells.columns


@wp.func
def with_rims_on_triangles(manifold: Manifold, pair: Pair, shape: Shape) -> Manifold:
    """Take the contacts of each triangle below a cylinder with the points of its rims that are the deepest there."""
    surface = pair.surface
    axis = wp.vec3(pair.rotation[0, 2], pair.rotation[1, 2], pair.rotation[2, 2])
    cells = cells_below(pair, 1)
    index = shape.lane
    while index < cells.count:
        row, column = row_of(cells, index), column_of(cells, index)
        p00, p11 = grid_point(surface, row, column), grid_point(surface, row + 1, column + 1)
        half = wp.int32(0)
        while half < 2:
            third = grid_point(surface, row + half, column + 1 - half)
            normal = wp.cross(third - p00, p11 - p00)
            if half == 1:
                normal = -normal
            radial = wp.dot(axis, normal) * axis - normal
            is_upright = wp.length_sq(radial) < 1e-6 * wp.length_sq(normal)  # every point of the rim is as deep
            radial = wp.normalize(radial)
            if not is_upright and wp.max(wp.max(p00[2], p11[2]), third[2]) > pair.lower[2]:
                end = float(-1.0)
                while end < 2.0:
                    point = end * shape.size[1] * axis + shape.size[0] * radial
                    along_x, along_y = (point[0] - p00[0]) / surface.dx, (point[1] - p00[1]) / surface.dy
                    is_in_cell = wp.min(along_x, along_y) >= 0.0 and wp.max(along_x, along_y) <= 1.0
                    if is_in_cell and (along_x >= along_y) == (half == 0):
                        manifold = with_corner(manifold, pair, point)
                    end += 2.0
            half += 1
        index += shape.lanes
    return manifold


@wp.func
def with_corners(manifold: Manifold, pair: Pair, shape: Shape, hulls: Hulls, highest: float) -> Manifold:
    """Take contacts of all corners of the shape."""
    if shape.type == CYLINDER:
        if shape.lane == 0:
            manifold = with_rims(manifold, pair, shape)
        manifold = with_rims_on_triangles(manifold, pair, shape)
    elif shape.type == BOX:
        corner = shape.lane
        while corner < 8:
            signs = wp.vec3(float(2 * (corner & 1) - 1), float((corner & 2) - 1), 0.5 * float(corner & 4) - 1.0)
            point = pair.rotation @ wp.cw_mul(signs, shape.size)
            if point[2] < highest + pair.reach:
                manifold = with_corner(manifold, pair, point)
            corner += shape.lanes
    else:
        upwards = wp.vec3(pair.rotation[2, 0], pair.rotation[2, 1], pair.rotation[2, 2])
        first = hulls.first_corner[pair.geoms[1]]
        corner = first + shape.lane
        while corner < first + hulls.num_corners[pair.geoms[1]]:
            local = hulls.corners[corner]
            if wp.dot(upwards, local) < highest + pair.reach:
                manifold = with_corner(manifold, pair, pair.rotation @ local)
            corner += shape.lanes
    return manifold


@wp.func
def with_bend(manifold: Manifold, pair: Pair, shape: Shape, hulls: Hulls, bend: Bend) -> Manifold:
    """Take the contacts of what a convex edge has within the shape.

    It leaves the shape either by the faces at its ends, and then its contact is with the edge between these two, or by
    those below it, and then there is one contact below each end and one below the middle.
    """
    to_shape = wp.transpose(pair.rotation)
    origin, direction = to_shape @ bend.start, to_shape @ bend.along
    within = crossing_of(shape, hulls, origin, direction, 0.0, 1.0)
    if within.start >= within.end:
        return manifold
    enters, leaves = wp.dot(within.enters, direction), wp.dot(within.leaves, direction)
    middle = 0.5 * (within.start + within.end)

    # Below three points of it.
    up = wp.normalize(bend.one + bend.other)
    down = to_shape @ -up
    normals = wp.mat33()
    depths = wp.vec3(-wp.inf, -wp.inf, -wp.inf)
    for which in range(3):
        beside = wp.vec3()  # normal of the face at an end
        part = middle
        if which == 0:
            beside = within.enters
            part = within.start
        elif which == 2:
            beside = within.leaves
            part = within.end
        rate = wp.dot(beside, direction)
        if which == 1 or rate != 0.0:  # what ends inside the shape is a sample
            # From a little inside, so that the line does not leave by the face by which the edge comes in.
            below = crossing_of(shape, hulls, origin + (part + 1e-3 * (middle - part)) * direction, down, 0.0, wp.inf)
            outward = below.leaves
            if rate != 0.0:  # where the edge is deeper than within the shape, at the edge between both faces
                outward = outward - wp.min(wp.dot(outward, direction) / rate, 0.0) * beside
            outward = pair.rotation @ outward
            normal = into_fan(bend, -outward)
            steepness = -wp.dot(normal, outward)
            if steepness > NEARLY_ALONG:
                normals[which] = normal
                depths[which] = below.end * wp.dot(down, below.leaves) / steepness - shape.margin

    # By the faces at its ends.
    outward, room, part = wp.vec3(), float(0.0), middle
    if enters != 0.0 and leaves != 0.0:
        outward = within.enters - (enters / leaves) * within.leaves
        room = -enters * (within.end - within.start)
        if shape.type == CYLINDER and within.enters[2] == 0.0 and within.leaves[2] == 0.0:
            room = 0.0  # there is no edge between two places of its side
    elif enters != 0.0:
        outward = within.enters
        room = -enters * (within.end - within.start)
        part = within.end
    elif leaves != 0.0:
        outward = within.leaves
        room = leaves * (within.end - within.start)
        part = within.start
    outward = pair.rotation @ outward
    normal = into_fan(bend, -outward)
    steepness = -wp.dot(normal, outward)
    depth = float(wp.inf)
    if room > 0.0 and steepness > ALONG * wp.length(outward):
        depth = room / steepness - shape.margin
    if depth < wp.max(depths):
        return with_contact(manifold, bend.start + part * bend.along - 0.5 * depth * normal, normal, -depth)
    for which in range(3):
        if depths[which] > -wp.inf:
            part = middle
            if which == 0:
                part = within.start
            elif which == 2:
                part = within.end
            point = bend.start + part * bend.along - 0.5 * depths[which] * normals[which]
            manifold = with_contact(manifold, point, normals[which], -depths[which])
    return manifold


@wp.func
def with_peak(manifold: Manifold, pair: Pair, shape: Shape, hulls: Hulls, row: int, column: int) -> Manifold:
    """Take the contact of a sample within the shape with the closest face towards which it is the highest around."""
    peak = grid_point(pair.surface, row, column)
    if peak[2] <= pair.lower[2]:
        return manifold
    origin = wp.transpose(pair.rotation) @ peak
    last = shape.num_faces
    if shape.type == BOX:
        last = 6
    elif shape.type == CYLINDER:
        last = 3
    depth = float(wp.inf)
    normal = wp.vec3()
    face = wp.int32(0)
    while face < last:
        outward, offset = wp.vec3(), float(0.0)
        if shape.type == BOX:
            outward[face // 2] = wp.where(face % 2 == 0, 1.0, -1.0)
            offset = shape.size[face // 2]
        elif shape.type == CYLINDER and face < 2:
            outward[2] = wp.where(face == 0, 1.0, -1.0)
            offset = shape.size[1]
        elif shape.type == CYLINDER:
            outward = radial_normal(origin)
            offset = shape.size[0]
        else:
            plane = hulls.faces[shape.first_face + face]
            outward = wp.vec3(plane[0], plane[1], plane[2])
            offset = plane[3]
        room = offset + shape.margin - wp.dot(outward, origin)
        if room <= 0.0:
            return manifold
        if room < depth:
            inward = pair.rotation @ -outward
            if inward[2] > 0.0 and is_highest(pair.surface, row, column, peak, inward):
                depth = room
                normal = inward
        face += 1
    if depth < wp.inf:
        depth = depth - shape.margin
        manifold = with_contact(manifold, peak - 0.5 * depth * normal, normal, -depth)
    return manifold


@wp.func
def with_bends(manifold: Manifold, pair: Pair, shape: Shape, hulls: Hulls) -> Manifold:
    """Take contacts of all samples and convex edges of the field that are within the shape."""
    surface = pair.surface
    cells = cells_below(pair, 0)
    index = shape.lane
    while index < 3 * cells.count:  # the edges of all cells, so that lanes have equal shares
        row, column, which = row_of(cells, index // 3), column_of(cells, index // 3), index % 3
        p00 = grid_point(surface, row, column)
        p01 = grid_point(surface, row, column + 1)
        p10 = grid_point(surface, row + 1, column)
        p11 = grid_point(surface, row + 1, column + 1)
        if wp.max(wp.max(p00[2], p11[2]), wp.max(p01[2], p10[2])) > pair.lower[2]:
            if which == 0:
                manifold = with_peak(manifold, pair, shape, hulls, row, column)
            bend = bend_of_cell(surface, row, column, which)
            if bend.is_convex and may_touch(pair, bend):
                manifold = with_bend(manifold, pair, shape, hulls, bend)
        index += shape.lanes
    return manifold


@wp.func
def may_touch(pair: Pair, bend: Bend) -> bool:
    """Whether an edge comes near the box around a shape, in the frame of either."""
    end = bend.start + bend.along
    to_shape = wp.transpose(pair.rotation)
    one, other = to_shape @ bend.start - pair.box_center, to_shape @ end - pair.box_center
    nearest = wp.max(wp.min(one, other), -wp.max(one, other))  # per axis, how far from the middle both ends are
    return wp.max(bend.start[2], end[2]) > pair.lower[2] and wp.max(nearest - pair.box_half) <= pair.reach


@wp.func
def is_new(manifold: Manifold, place: int, distance: float) -> bool:
    """Whether a contact is farther than so much from those before it."""
    result = wp.bool(True)
    other = wp.int32(0)
    while other < place:
        difference = manifold.points[place] - manifold.points[other]
        result = result and wp.length_sq(difference) > distance * distance
        other += 1
    return result


@wp.func
def three_of(contacts: Found) -> Found:
    """Keep the deepest contact, the one farthest from it, and the one farthest from the line through these two.

    MuJoCo keeps as many of a mesh on a plane; five of each hull of a standing Go2 take the solver twice as long.
    """
    if contacts.count <= 3:
        return contacts
    deepest, second, third = contacts.points[0], wp.int32(1), wp.int32(1)
    index = wp.int32(2)
    while index < contacts.count:
        if wp.length_sq(contacts.points[index] - deepest) > wp.length_sq(contacts.points[second] - deepest):
            second = index
        index += 1
    line = contacts.points[second] - deepest
    index = wp.int32(1)
    while index < contacts.count:
        if wp.length_sq(wp.cross(line, contacts.points[index] - deepest)) > wp.length_sq(
            wp.cross(line, contacts.points[third] - deepest)
        ):
            third = index
        index += 1
    kept = with_one(Found(), contacts.distances[0], deepest, contacts.normals[0])
    kept = with_one(kept, contacts.distances[second], contacts.points[second], contacts.normals[second])
    if third != second:
        kept = with_one(kept, contacts.distances[third], contacts.points[third], contacts.normals[third])
    return kept


@wp.func_native("""
#if defined(__CUDA_ARCH__)
    const unsigned first = (threadIdx.x & 31u) & ~(unsigned(lanes) - 1u);
    const unsigned group = (lanes == 32 ? 0xffffffffu : (1u << lanes) - 1u) << first;
    int best = threadIdx.x & 31u;
    for (int offset = lanes / 2; offset > 0; offset >>= 1) {
        const float other_score = __shfl_xor_sync(group, score, offset);
        const int other = __shfl_xor_sync(group, best, offset);
        if (other_score > score || (other_score == score && other < best)) score = other_score, best = other;
    }
    return best;
#else
    return 0;
#endif
""")
def best_lane(score: float, lanes: int) -> int:  # type: ignore[empty-body]
    """Number, in its warp, of that of some lanes which has the highest score; on a CPU there is one lane."""
    ...


@wp.func_native("""
#if defined(__CUDA_ARCH__)
    const unsigned first = (threadIdx.x & 31u) & ~(unsigned(lanes) - 1u);
    return __shfl_sync((lanes == 32 ? 0xffffffffu : (1u << lanes) - 1u) << first, value, lane);
#else
    return value;
#endif
""")
def from_lane(value: float, lane: int, lanes: int) -> float:  # type: ignore[empty-body]
    """What a lane has."""
    ...


@wp.func
def merged(manifold: Manifold, lanes: int) -> Manifold:
    """The best of what some lanes have found, the same for each of them."""
    for place in range(5):
        lane = best_lane(manifold.scores[place], lanes)
        manifold.scores[place] = from_lane(manifold.scores[place], lane, lanes)
        manifold.distances[place] = from_lane(manifold.distances[place], lane, lanes)
        for axis in range(3):
            manifold.points[place, axis] = from_lane(manifold.points[place, axis], lane, lanes)
            manifold.normals[place, axis] = from_lane(manifold.normals[place, axis], lane, lanes)
    return manifold


@wp.func
def contacts_of_convex_shape(pair: Pair, type: int, size: wp.vec3, hulls: Hulls, lane: int, lanes: int) -> Found:
    """Up to five contacts of a box or cylinder, and three of a hull.

    Args:
        pair: The shape and the field.
        type: Type of the shape.
        size: Its size, as MuJoCo has it.
        hulls: Corners and faces of hulls.
        lane: Which of the threads that look at this pair together, neighbours in one warp, this one is.
        lanes: How many they are, a power of two; 1 on a CPU.
    """
    geom = pair.geoms[1]
    shape = Shape()
    shape.type = type
    shape.size = size
    shape.first_face = hulls.first_face[geom]
    shape.num_faces = hulls.num_faces[geom]
    if type != MESH:
        shape.first_face = wp.where(type == BOX, 0, 4)
        shape.num_faces = 6 - shape.first_face
    shape.margin = pair.reach
    shape.lane = lane
    shape.lanes = lanes
    manifold = manifold_of(pair, shape)
    manifold = with_corners(manifold, pair, shape, hulls, pair.highest)
    manifold = merged(with_bends(manifold, pair, shape, hulls), lanes)
    separation = SEPARATION * wp.max(pair.box_half)
    found = Found()
    place = wp.int32(0)
    while place < 5 and manifold.scores[0] > -wp.inf:
        if is_new(manifold, place, separation):
            found = with_one(found, manifold.distances[place], manifold.points[place], manifold.normals[place])
        place += 1
    if type == MESH:
        found = three_of(found)
    return found
