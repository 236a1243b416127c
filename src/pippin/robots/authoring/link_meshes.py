"""The shapes of a robot's links as meshes."""

from __future__ import annotations

import numpy as np
import trimesh

from pippin.sim.converters.meshes import as_trimesh, load_mesh
from pippin.utils.urdf import (
    UrdfBox,
    UrdfCapsule,
    UrdfCylinder,
    UrdfGeometry,
    UrdfLink,
    UrdfMesh,
    UrdfModel,
    UrdfPose,
    UrdfSphere,
)


def link_meshes(urdf: UrdfModel) -> dict[str, trimesh.Trimesh]:
    """Meshes of what touches of all links, in the frames of the links [m]; of what is seen, where nothing touches.

    Links without shapes are left out.

    Raises:
        ValueError: The file of a mesh is missing or cannot be read.
    """
    meshes = {}
    for link in urdf.links:
        shapes = link.collisions or link.visuals
        if shapes:
            meshes[link.name] = _joined([_placed(_mesh(shape.geometry, urdf, link), shape.origin) for shape in shapes])
    return meshes


def _mesh(geometry: UrdfGeometry, urdf: UrdfModel, link: UrdfLink) -> trimesh.Trimesh:
    match geometry:
        case UrdfBox():
            return trimesh.creation.box(geometry.size)
        case UrdfSphere():
            return trimesh.creation.icosphere(3, geometry.radius)
        case UrdfCylinder():
            return trimesh.creation.cylinder(geometry.radius, geometry.length, sections=48)
        case UrdfCapsule():
            capsule = trimesh.creation.capsule(geometry.length, geometry.radius)
            return capsule.apply_translation([0.0, 0.0, -capsule.bounds.mean(axis=0)[2]])
        case UrdfMesh():
            assert geometry.path is not None
            parts = load_mesh(geometry.path, f"link '{link.name}' of '{urdf.path}'")
            return as_trimesh([part.scaled(np.array(geometry.scale)) for part in parts])


def _joined(meshes: list[trimesh.Trimesh]) -> trimesh.Trimesh:
    offsets = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    faces = [mesh.faces + offset for mesh, offset in zip(meshes, offsets[:-1], strict=True)]
    vertices = [mesh.vertices for mesh in meshes]
    return trimesh.Trimesh(np.concatenate(vertices), np.concatenate(faces), process=False)


def _placed(mesh: trimesh.Trimesh, origin: UrdfPose) -> trimesh.Trimesh:
    x, y, z, w = origin.orientation
    matrix = trimesh.transformations.quaternion_matrix([w, x, y, z])
    matrix[:3, 3] = origin.position
    return mesh.apply_transform(matrix)
