"""Geometry in a spec: colliders and what is only seen, with the meshes and height fields that they need."""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np

from ..description import CombineModes
from .colliders import Collider, Visual
from .heightfields import GROUND_THICKNESS
from .meshes import Triangles, without_slivers
from .shapes import HFIELD, PLANE, Shape

SHOWN_GROUP, VISUAL_GROUP, HIDDEN_GROUP = 0, 2, 3
"""Groups of geometry that collides and is seen, that is only seen, and that only collides."""


class GeomWriter:
    """Adds geometry to the bodies of a spec.

    Args:
        spec: Spec to add to.
        categories: ``contype`` and ``conaffinity`` of each collider, by path.
    """

    def __init__(self, spec: mujoco.MjSpec, categories: Mapping[str, tuple[int, int]]) -> None:
        self._spec = spec
        self._categories = categories
        self._meshes: dict[tuple[bytes, bytes, bytes, int], str] = {}
        self.combine_modes: dict[str, CombineModes] = {}
        """How friction and restitution of colliders are combined with those of others, by name."""

    def add_collider(self, body: mujoco.MjsBody, collider: Collider) -> None:
        """Add a collider, named by its path; with ":0", ":1", ... where it consists of several shapes."""
        contype, conaffinity = self._categories[collider.path]
        for index, shape in enumerate(collider.shapes):
            name = collider.path if len(collider.shapes) == 1 else f"{collider.path}:{index}"
            geom = self._add(body, name, shape, collider.color, collider.max_hull_vertices)
            geom.group = SHOWN_GROUP if collider.is_seen else HIDDEN_GROUP
            geom.contype, geom.conaffinity = contype, conaffinity
            geom.friction = collider.material.friction
            if not collider.engine_fields.get("priority"):  # with which MuJoCo's rule is asked for
                material = collider.material
                self.combine_modes[name] = CombineModes(
                    material.friction_combine_mode, material.restitution_combine_mode
                )
            if shape.type == PLANE:
                geom.size = [0.0, 0.0, 1.0]  # infinite
            if collider.material.solref is not None:
                geom.solref = collider.material.solref
            for field, value in collider.engine_fields.items():
                setattr(geom, field, value)

    def add_visual(self, body: mujoco.MjsBody, visual: Visual) -> None:
        """Add geometry that is only seen, named by its path."""
        geom = self._add(body, visual.path, visual.shape, visual.color, has_texture=visual.texture is not None)
        geom.group = VISUAL_GROUP
        geom.contype = geom.conaffinity = 0

    def _add(
        self,
        body: mujoco.MjsBody,
        name: str,
        shape: Shape,
        color: np.ndarray,
        max_hull_vertices: int = -1,
        has_texture: bool = False,
    ) -> mujoco.MjsGeom:
        """Add a shape to a body, with its mesh or its heights."""
        geom = body.add_geom(
            name=name,
            type=shape.type,
            size=shape.size,
            pos=shape.pose.position,
            quat=shape.pose.quat_wxyz,
            rgba=color,
            mass=0.0,  # bodies have explicit masses
        )
        if shape.triangles is not None:
            geom.meshname = self._add_mesh(name, without_slivers(shape.triangles), max_hull_vertices, has_texture)
        elif shape.type == HFIELD:
            geom.hfieldname = self._add_height_field(name, shape)
        return geom

    def _add_mesh(self, name: str, triangles: Triangles, max_hull_vertices: int, has_texture: bool) -> str:
        """Add the surface of a mesh, or find it again: instances of one prim share it."""
        vertices, faces = triangles.vertices.astype(np.float32), triangles.faces.astype(np.int32)
        uvs = triangles.uvs.astype(np.float32) if has_texture and triangles.uvs is not None else np.zeros((0, 3, 2))
        key = (vertices.tobytes(), faces.tobytes(), uvs.tobytes(), max_hull_vertices)
        if key not in self._meshes:
            self._meshes[key] = name
            self._spec.add_mesh(
                name=name,
                uservert=vertices.ravel(),
                userface=faces.ravel(),
                usertexcoord=uvs.ravel(),
                userfacetexcoord=np.arange(uvs.size // 2),
                maxhullvert=max_hull_vertices,
                inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL,  # open surfaces are welcome
            )
        return self._meshes[key]

    def _add_height_field(self, name: str, shape: Shape) -> str:
        rows, columns = shape.field.heights.shape
        self._spec.add_hfield(
            name=name,
            size=[*shape.size, GROUND_THICKNESS],
            nrow=rows,
            ncol=columns,
            userdata=shape.field.heights.astype(np.float32).ravel(),
        )
        return name
