"""From the geometry of a compiled MuJoCo model to shapes that Newton's renderer draws."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import mujoco
import newton
import numpy as np
import warp as wp

from ..quaternion_order import xyzw_of_wxyz

_GEOM = mujoco.mjtGeom
_HIDDEN_GROUP = 3  # geometry that collides and is not drawn
_CONFIG = newton.ModelBuilder.ShapeConfig(density=0.0, has_shape_collision=False, has_particle_collision=False)


@dataclass(frozen=True)
class SeenShape:
    """A shape that is drawn in every environment of a variant.

    Attributes:
        name: Name of its geometry: the path of its prim, or what an assembly of assets calls it.
        geom: Geometry in the model that keeps what is only seen.
        body: Body that carries it, in that model and in the one that is simulated.
        is_plane: Whether it is an infinite plane.
        color: Colour (red, green, blue), 0 to 1.
    """

    name: str
    geom: int
    body: int
    is_plane: bool
    color: tuple[float, float, float]


class ShapeBuilder:
    """Adds geometry to builders of Newton's models. A mesh that occurs several times is kept once.

    Args:
        config: What the shapes are for; by default only for being seen.
    """

    def __init__(self, config: newton.ModelBuilder.ShapeConfig = _CONFIG) -> None:
        self._config = config
        self._meshes: dict[tuple[bytes, bytes, bytes], newton.Mesh] = {}

    def add(self, builder: newton.ModelBuilder, body: int, model: mujoco.MjModel, geom: int) -> None:
        """Add a geometry to a body.

        Args:
            builder: Builder to add to.
            body: Body of the builder.
            model: Model that has the geometry.
            geom: The geometry.
        """
        kind, size = model.geom_type[geom], model.geom_size[geom].tolist()
        placed = {
            "body": body,
            "xform": wp.transform(model.geom_pos[geom].tolist(), xyzw_of_wxyz(model.geom_quat[geom]).tolist()),
            "cfg": self._config,
            "color": color_of(model, geom),
        }
        if kind == _GEOM.mjGEOM_PLANE:  # whatever size is drawn elsewhere: MuJoCo's planes collide without end
            builder.add_shape_plane(plane=None, width=0.0, length=0.0, **placed)
        elif kind == _GEOM.mjGEOM_SPHERE:
            builder.add_shape_sphere(radius=size[0], **placed)
        elif kind == _GEOM.mjGEOM_ELLIPSOID:
            builder.add_shape_ellipsoid(rx=size[0], ry=size[1], rz=size[2], **placed)
        elif kind == _GEOM.mjGEOM_BOX and self._config is _CONFIG:
            builder.add_shape_mesh(mesh=self._mesh(*_unit_box(), None), scale=size, **placed)
        elif kind == _GEOM.mjGEOM_BOX:
            builder.add_shape_box(hx=size[0], hy=size[1], hz=size[2], **placed)
        elif kind == _GEOM.mjGEOM_CAPSULE:
            builder.add_shape_capsule(radius=size[0], half_height=size[1], **placed)
        elif kind == _GEOM.mjGEOM_CYLINDER:
            builder.add_shape_cylinder(radius=size[0], half_height=size[1], **placed)
        elif kind == _GEOM.mjGEOM_HFIELD:
            surface = height_field_triangles(model, int(model.geom_dataid[geom]))
            builder.add_shape_mesh(mesh=self._mesh(*surface, None), **placed)
        else:
            builder.add_shape_mesh(mesh=self._mesh(*mesh_triangles(model, int(model.geom_dataid[geom]))), **placed)

    def _mesh(self, vertices: np.ndarray, faces: np.ndarray, uvs: np.ndarray | None) -> newton.Mesh:
        key = (vertices.tobytes(), faces.tobytes(), b"" if uvs is None else uvs.tobytes())
        if key not in self._meshes:
            self._meshes[key] = newton.Mesh(vertices, faces.ravel(), uvs=uvs, compute_inertia=False)
        return self._meshes[key]


def seen_shapes(model: mujoco.MjModel, collision: bool) -> list[SeenShape]:
    """What is drawn of a model.

    Args:
        model: Model that keeps what is only seen.
        collision: Whether colliders are drawn, instead of what is made for being seen.
    """
    drawn = _can_be_hit if collision else _can_be_seen
    return [
        SeenShape(
            name=model.geom(geom).name,
            geom=geom,
            body=int(model.geom_bodyid[geom]),
            is_plane=bool(model.geom_type[geom] == _GEOM.mjGEOM_PLANE),
            color=color_of(model, geom),
        )
        for geom in range(model.ngeom)
        if drawn(model, geom)
    ]


def color_of(model: mujoco.MjModel, geom: int) -> tuple[float, float, float]:
    """Colour (red, green, blue) of a geometry: its material's where it has one."""
    material = model.geom_matid[geom]
    red, green, blue, _ = (model.mat_rgba[material] if material >= 0 else model.geom_rgba[geom]).tolist()
    return red, green, blue


def _can_be_seen(model: mujoco.MjModel, geom: int) -> bool:
    return bool(model.geom_group[geom] != _HIDDEN_GROUP and model.geom_rgba[geom, 3] > 0.0)


def _can_be_hit(model: mujoco.MjModel, geom: int) -> bool:
    return bool(model.geom_contype[geom] or model.geom_conaffinity[geom])


def mesh_triangles(model: mujoco.MjModel, mesh: int) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Vertices (V, 3) [m] and faces (F, 3) of a mesh in the frame of the geometries that use it.

    And texture coordinates of the vertices (V, 2), if there are any: then each corner of a face is a vertex of its own.
    """
    first, first_face = model.mesh_vertadr[mesh], model.mesh_faceadr[mesh]
    rows = slice(first_face, first_face + model.mesh_facenum[mesh])
    vertices = np.array(model.mesh_vert[first : first + model.mesh_vertnum[mesh]], dtype=np.float32)
    faces = np.array(model.mesh_face[rows], dtype=np.int32)
    if not model.mesh_texcoordnum[mesh]:
        return vertices, faces, None
    uvs = model.mesh_texcoord[model.mesh_texcoordadr[mesh] :][model.mesh_facetexcoord[rows].ravel()]
    return vertices[faces.ravel()], np.arange(faces.size, dtype=np.int32).reshape(-1, 3), np.array(uvs, np.float32)


def _unit_box() -> tuple[np.ndarray, np.ndarray]:
    """Vertices (8, 3) and faces (12, 3) of a box of half sizes 1.

    Newton's own boxes lose their normals where a camera is more than some metres away (it compares distances within
    1e-6), which dots pictures with black. As a mesh they take a tenth longer.
    """
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float32)
    sides = np.array(
        [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]], dtype=np.int32
    )
    return corners, np.concatenate([sides[:, [0, 1, 2]], sides[:, [0, 2, 3]]])


def height_field_triangles(model: mujoco.MjModel, field: int) -> tuple[np.ndarray, np.ndarray]:
    """Vertices (V, 3) [m] and faces (F, 3) of the surface of a height field, split as MuJoCo's collisions split it."""
    rows, columns = int(model.hfield_nrow[field]), int(model.hfield_ncol[field])
    half_x, half_y, top, _ = model.hfield_size[field]
    start = int(model.hfield_adr[field])
    heights = top * model.hfield_data[start : start + rows * columns].reshape(rows, columns)
    x, y = np.meshgrid(np.linspace(-half_x, half_x, columns), np.linspace(-half_y, half_y, rows))
    vertices = np.stack([x, y, heights], axis=-1).reshape(-1, 3).astype(np.float32)
    return vertices, _grid_faces(rows, columns)


@functools.lru_cache(maxsize=4)
def _grid_faces(rows: int, columns: int) -> np.ndarray:
    """Faces of a grid of vertices, row by row, counterclockwise from above: each cell is cut from its lower left."""
    corner = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    low_left, low_right = corner[:-1, :-1].ravel(), corner[:-1, 1:].ravel()
    top_left, top_right = corner[1:, :-1].ravel(), corner[1:, 1:].ravel()
    first = np.stack([low_left, low_right, top_right], axis=1)
    second = np.stack([low_left, top_right, top_left], axis=1)
    return np.stack([first, second], axis=1).reshape(-1, 3)
