"""The stage of MuJoCo Warp's step that finds contacts with height fields, over the engine's arrays."""

from __future__ import annotations

import mujoco
import mujoco_warp as mjw
import numpy as np
import warp as wp
from scipy.spatial import ConvexHull

from ...structures import filled
from .convex_shapes import Hulls, collide_convex_shapes
from .pairs import Contacts, Model
from .round_shapes import collide_capsules, collide_spheres
from .surface import BLOCK, Fields

_SPHERE, _CAPSULE = int(mujoco.mjtGeom.mjGEOM_SPHERE), int(mujoco.mjtGeom.mjGEOM_CAPSULE)
_CONVEX = (int(mujoco.mjtGeom.mjGEOM_BOX), int(mujoco.mjtGeom.mjGEOM_CYLINDER), int(mujoco.mjtGeom.mjGEOM_MESH))
_HFIELD = int(mujoco.mjtGeom.mjGEOM_HFIELD)

MOST_FACES = 64
"""Faces of a hull that edges of terrain are held against. Of a hull with more, they are planes that touch it in as many
directions, those of its largest faces first: between them it is up to 2 % of its radius thicker. PhysX's hulls have no
more corners."""

_EXCLUDED = -2, -1  # the engine's numbers of pairs that it leaves alone


def take_over_fields(native: mujoco.MjModel, model: mjw.Model) -> FieldContacts | None:
    """Let Pippin find the contacts of spheres, capsules, boxes, cylinders and hulls with height fields.

    The engine leaves these pairs alone from then on, and calls what is returned at the end of its collision detection.

    Args:
        native: The model.
        model: The same for MuJoCo Warp, which is changed.

    Returns:
        What finds the contacts, or None where there are none to find.
    """
    ours = _pairs_with_fields(native, model)
    if not ours.any():
        return None
    pairs, numbers = model.nxn_geom_pair_filtered.numpy(), model.nxn_pairid_filtered.numpy()
    fields = FieldContacts(native, pairs[ours], numbers[ours, 0], model.qpos0.device)
    counts = list(model.geom_pair_type_count)
    for one, other in np.sort(native.geom_type[pairs[ours]], axis=1):
        counts[_number_of_types(int(one), int(other))] -= 1
    model.geom_pair_type_count = tuple(counts)
    model.nxn_geom_pair_filtered = wp.array(pairs[~ours], dtype=wp.vec2i)
    model.nxn_pairid_filtered = wp.array(numbers[~ours], dtype=wp.vec2i)
    everything, excluded = model.nxn_geom_pair.numpy(), model.nxn_pairid.numpy()
    taken = {tuple(pair) for pair in pairs[ours].tolist()}
    excluded[[index for index, pair in enumerate(everything.tolist()) if tuple(pair) in taken]] = _EXCLUDED
    model.nxn_pairid = wp.array(excluded, dtype=wp.vec2i)
    model.callback.contactfilter = fields
    return fields


def _pairs_with_fields(native: mujoco.MjModel, model: mjw.Model) -> np.ndarray:
    """Which of the engine's pairs are taken over."""
    if not native.nhfield:
        return np.zeros(0, dtype=bool)
    types = np.sort(native.geom_type[model.nxn_geom_pair_filtered.numpy()], axis=1)
    return (types[:, 0] == _HFIELD) & np.isin(types[:, 1], (_SPHERE, _CAPSULE, *_CONVEX))


def _number_of_types(one: int, other: int) -> int:
    """Place of a pair of types in the engine's count of them."""
    return one * (2 * len(mjw.GeomType) - one - 1) // 2 + other


class FieldContacts:
    """Finds the contacts of pairs of a height field and a shape.

    Args:
        native: The model.
        pairs: Geometries of each pair, shape (P, 2).
        numbers: Of explicit pairs their number, else -1, shape (P,).
        device: Device of the environments.
    """

    def __init__(self, native: mujoco.MjModel, pairs: np.ndarray, numbers: np.ndarray, device: wp.Device) -> None:
        pairs = np.where(native.geom_type[pairs[:, :1]] == _HFIELD, pairs, pairs[:, ::-1])
        types = native.geom_type[pairs[:, 1]]
        groups = (
            (collide_spheres, types == _SPHERE),
            (collide_capsules, types == _CAPSULE),
            (collide_convex_shapes, np.isin(types, _CONVEX)),
        )
        self._device = device
        self._groups = [
            (
                kernel,
                wp.array(pairs[chosen], dtype=wp.vec2i, device=device),
                wp.array(numbers[chosen], dtype=int, device=device),
            )
            for kernel, chosen in groups
            if chosen.any()
        ]
        blocks = [_block_heights(native, field) for field in range(native.nhfield)]
        starts = np.cumsum([0, *(block.size for block in blocks)])[:-1]
        self.block_adr = wp.array(starts, dtype=int, device=device)
        self.block_heights = wp.array(np.concatenate([block.ravel() for block in blocks]), dtype=float, device=device)
        self._hulls = _hulls_of(native, pairs[:, 1], device)

    def __call__(self, model: mjw.Model, data: mjw.Data) -> None:
        """Append the contacts of all environments to those that the engine found."""
        fields = filled(Fields, model, self)
        parameters, contacts = filled(Model, model), filled(Contacts, data.contact, data)
        for kernel, pairs, numbers in self._groups:
            shapes = [self._hulls] if kernel is collide_convex_shapes else []
            wp.launch(
                kernel,
                dim=(len(pairs), data.nworld),
                inputs=[pairs, numbers, parameters, fields, *shapes, contacts],
                device=self._device,
                block_dim=64,
            )


def _block_heights(native: mujoco.MjModel, field: int) -> np.ndarray:
    """Highest sample of each block of cells, in parts of the field's height, shape (rows, columns) of blocks."""
    rows, columns = int(native.hfield_nrow[field]), int(native.hfield_ncol[field])
    start = int(native.hfield_adr[field])
    heights = native.hfield_data[start : start + rows * columns].reshape(rows, columns)
    for axis, size in enumerate((rows, columns)):
        firsts = np.arange(0, size - 1, BLOCK)
        inside = np.maximum.reduceat(heights, firsts, axis=axis)
        # Samples on the border of a block belong to the cells of both sides.
        borders = np.take(heights, np.minimum(firsts + BLOCK, size - 1), axis=axis)
        heights = np.maximum(inside, borders)
    return heights


def _hulls_of(native: mujoco.MjModel, geoms: np.ndarray, device: wp.Device) -> Hulls:
    """Corners and faces of the convex hulls of those geometries that are meshes."""
    tables = {name: np.zeros(native.ngeom, dtype=np.int32) for name in ("corner", "face")}
    numbers = {name: np.zeros(native.ngeom, dtype=np.int32) for name in ("corner", "face")}
    parts: dict[str, list[np.ndarray]] = {"corner": [np.zeros((0, 3))], "face": [np.zeros((0, 4))]}
    known: dict[int, int] = {}
    for geom in np.unique(geoms[native.geom_type[geoms] == int(mujoco.mjtGeom.mjGEOM_MESH)]).tolist():
        mesh = int(native.geom_dataid[geom])
        same = known.setdefault(mesh, geom)
        if same == geom:
            hull = _hull_of_mesh(native, mesh)
            for name, values in zip(("corner", "face"), hull, strict=True):
                tables[name][geom], numbers[name][geom] = sum(map(len, parts[name])), len(values)
                parts[name].append(values)
        for name in ("corner", "face"):
            tables[name][geom], numbers[name][geom] = tables[name][same], numbers[name][same]
    hulls = Hulls()
    hulls.first_corner, hulls.first_face = (wp.array(tables[n], dtype=int, device=device) for n in ("corner", "face"))
    hulls.num_corners, hulls.num_faces = (wp.array(numbers[n], dtype=int, device=device) for n in ("corner", "face"))
    hulls.corners = wp.array(np.concatenate(parts["corner"]), dtype=wp.vec3, device=device)
    hulls.faces = wp.array(np.concatenate(parts["face"]), dtype=wp.vec4, device=device)
    return hulls


def _hull_of_mesh(native: mujoco.MjModel, mesh: int) -> tuple[np.ndarray, np.ndarray]:
    """Corners of a mesh's convex hull, shape (num_corners, 3), and its faces' planes, shape (num_faces, 4)."""
    start = int(native.mesh_vertadr[mesh])
    vertices = native.mesh_vert[start : start + int(native.mesh_vertnum[mesh])].astype(float)
    hull = ConvexHull(vertices)
    corners = vertices[hull.vertices]
    triangles = vertices[hull.simplices]
    areas = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1)
    normals, face_of_triangle = np.unique(np.round(hull.equations[:, :3], 5), axis=0, return_inverse=True)
    face_areas = np.bincount(face_of_triangle.ravel(), weights=areas)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    if len(normals) > MOST_FACES:
        normals = normals[_spread_out(normals, face_areas)]
    return corners, np.column_stack([normals, (corners @ normals.T).max(axis=0)])


def _spread_out(normals: np.ndarray, areas: np.ndarray) -> list[int]:
    """Choose directions far from each other, and of large faces first."""
    chosen = [int(np.argmax(areas))]
    weights = np.sqrt(areas / areas.max())
    angles = np.arccos(np.clip(normals @ normals[chosen[0]], -1.0, 1.0))
    while len(chosen) < MOST_FACES:
        chosen.append(int(np.argmax(angles * weights)))
        angles = np.minimum(angles, np.arccos(np.clip(normals @ normals[chosen[-1]], -1.0, 1.0)))
    return chosen
