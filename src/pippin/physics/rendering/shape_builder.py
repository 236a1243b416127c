"""From the geometry of a compiled MuJoCo model to shapes that Newton's renderer draws."""

from __future__ import annotations

import mujoco
import newton
import numpy as np
import warp as wp

from ..quaternion_order import xyzw_of_wxyz
from .seen_shapes import color_of
from .triangles import height_field_triangles, mesh_triangles

_GEOM = mujoco.mjtGeom
_CONFIG = newton.ModelBuilder.ShapeConfig(density=0.0, has_shape_collision=False, has_particle_collision=False)


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
