"""Read mesh files into plain arrays, with colours and textures, in metres."""

from __future__ import annotations

import functools
import io
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np
from PIL import Image

from pippin.utils.files import is_lfs_pointer
from pippin.utils.lazy_modules import trimesh

logger = logging.getLogger("pippin")

MESH_SUFFIXES = (".stl", ".obj", ".dae", ".glb", ".gltf", ".ply", ".off", ".3mf")
"""Mesh files that can be read."""

MAX_MESH_BYTES = 256 * 2**20
"""Largest mesh file that is read."""

MAX_MESH_TRIANGLES = 10_000_000
"""Most triangles that a mesh file may hold."""

THINNEST_HULL = 1e-3
"""Thickness [m] that the hull of a flat mesh gets, since flat solids have no inside to collide with."""


@dataclass(frozen=True)
class Texture:
    """Image file as it was found.

    Attributes:
        data: Contents of the file.
        suffix: Suffix of its name, such as ".png".
        mean_color: Mean colour (red, green, blue), from 0 to 1.
    """

    data: bytes
    suffix: str
    mean_color: tuple[float, float, float]


@dataclass(frozen=True)
class MeshPart:
    """Triangles of one colour.

    Attributes:
        name: Name in the file.
        vertices: Positions [m], shape (num_vertices, 3).
        faces: Vertices of the triangles, counter-clockwise seen from outside, shape (num_faces, 3), int.
        color: Red, green, blue, opacity from 0 to 1; None where the file does not say.
        texture: Image to be multiplied with the colour.
        uv: Texture coordinates of the vertices, (0, 0) lower left, shape (num_vertices, 2).
    """

    name: str
    vertices: np.ndarray
    faces: np.ndarray
    color: tuple[float, float, float, float] | None = None
    texture: Texture | None = None
    uv: np.ndarray | None = None

    def scaled(self, scale: np.ndarray) -> MeshPart:
        """The part with its vertices scaled along the axes, shape (3,); mirrored triangles are turned around."""
        faces = self.faces[:, ::-1] if np.prod(scale) < 0.0 else self.faces
        return replace(self, vertices=self.vertices * scale, faces=faces)


def load_mesh(path: Path, owner: str, up: Literal["as is", "y", "z"] = "as is") -> tuple[MeshPart, ...]:
    """Read a mesh file.

    The unit that a COLLADA file names is converted to metres.

    Args:
        path: Mesh file.
        owner: What needs it, for errors, such as "link 'base' of 'robot.urdf'".
        up: With "y" or "z", files of formats that name their up axis (COLLADA, glTF) are turned such that it becomes
            that; "y" is what assimp does. URDF wants vertices as they are, whatever a COLLADA file says: so do RViz
            and the files made for it.

    Raises:
        ValueError: The file is missing, too large, of an unknown format, malformed, or without triangles.
    """
    _check_file(path, owner)
    status = path.stat()
    try:
        return _read(path, up, status.st_size, status.st_mtime_ns)
    except Exception as error:  # the readers of the formats raise all kinds of errors
        raise ValueError(f"Mesh '{path}' of {owner} cannot be read: {_one_line(error)}.") from error


def as_trimesh(parts: Sequence[MeshPart]) -> trimesh.Trimesh:
    """All parts as one mesh without colours."""
    if len(parts) == 1:
        return trimesh.Trimesh(parts[0].vertices, parts[0].faces, process=False)
    vertices: list[np.ndarray] = []
    faces: list[np.ndarray] = []
    num_vertices = 0
    for part in parts:
        vertices.append(part.vertices)
        faces.append(part.faces + num_vertices)
        num_vertices += len(part.vertices)
    return trimesh.Trimesh(np.concatenate(vertices), np.concatenate(faces), process=False)


def convex_hull(mesh: trimesh.Trimesh, owner: str) -> trimesh.Trimesh:
    """Convex hull of a mesh. A flat mesh is thickened to :data:`THINNEST_HULL` first."""
    points = np.unique(mesh.vertices, axis=0)
    centred = points - points.mean(axis=0)
    axes = np.linalg.eigh(centred.T @ centred)[1].T
    extents = np.ptp(centred @ axes.T, axis=0)
    if (extents < 1e-6 * max(extents.max(), THINNEST_HULL)).any():
        logger.warning("A collision mesh of %s is flat: its hull is made %g m thick.", owner, THINNEST_HULL)
        for axis in axes[extents < THINNEST_HULL]:
            points = np.concatenate([points - 0.5 * THINNEST_HULL * axis, points + 0.5 * THINNEST_HULL * axis])
    return trimesh.convex.convex_hull(points)


def _check_file(path: Path, owner: str) -> None:
    if not path.is_file():
        raise ValueError(f"There is no mesh '{path}', which {owner} needs.")
    if path.suffix.lower() not in MESH_SUFFIXES:
        known = ", ".join(MESH_SUFFIXES)
        raise ValueError(f"Mesh '{path}' of {owner} is of a format that cannot be read; these can: {known}.")
    if path.stat().st_size > MAX_MESH_BYTES:
        raise ValueError(f"Mesh '{path}' of {owner} has {path.stat().st_size} bytes; the most is {MAX_MESH_BYTES}.")
    if is_lfs_pointer(path):
        raise ValueError(f"Mesh '{path}' of {owner} points to a file in Git LFS: run 'git lfs pull' where it lies.")


@functools.lru_cache(maxsize=64)  # robots use the same files again and again: one for each leg, visual and collision
def _read(path: Path, up: str, size: int, time_ns: int) -> tuple[MeshPart, ...]:
    """Read a mesh file, once as long as it does not change."""
    del size, time_ns  # part of the key: a file that changed is read again
    scale, turn = 1.0, np.eye(3)
    if path.suffix.lower() == ".dae":
        scale, to_z = _collada_asset(path.read_bytes())
        turn = {"as is": turn, "y": Y_UP.T @ to_z, "z": to_z}[up]
    elif path.suffix.lower() in (".glb", ".gltf") and up == "z":
        turn = Y_UP
    linear = scale * turn

    # Unprocessed, for processing would drop vertices that are not finite without a word.
    parts = _parts(trimesh.load_scene(path, process=False), linear)
    if not parts and path.suffix.lower() == ".dae":
        # A node whose material is broken is left out when read. Without materials, its shape at least is found.
        data = re.sub(rb"<bind_material>.*?</bind_material>", b"", path.read_bytes(), flags=re.DOTALL)
        parts = _parts(trimesh.load_scene(io.BytesIO(data), file_type="dae", process=False), linear)
    num_triangles = 0
    for part in parts:
        num_triangles += len(part.faces)
    if num_triangles == 0:
        raise ValueError("it has no triangles; expected one or more")
    if num_triangles > MAX_MESH_TRIANGLES:
        raise ValueError(f"it has {num_triangles} triangles; the most is {MAX_MESH_TRIANGLES}")
    return tuple(_joined(parts) if len(parts) > 1 else parts)


def _joined(parts: list[MeshPart]) -> list[MeshPart]:
    """Join the parts of one colour, so that there is less to read and to draw; those with textures stay apart."""
    of_color: dict[object, list[MeshPart]] = {}
    for part in parts:
        of_color.setdefault(part.color if part.texture is None else id(part), []).append(part)
    joined = []
    for first, *others in of_color.values():
        mesh = as_trimesh([first, *others]) if others else None
        joined.append(
            first if mesh is None else replace(first, vertices=mesh.vertices.view(np.ndarray), faces=mesh.faces)
        )
    return joined


Y_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
"""Rotation that brings the y axis up, to z."""

X_UP = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]])
"""Rotation that brings the x axis up, to z, with the file's z axis to -y, as COLLADA's convention has it."""


def _collada_asset(data: bytes) -> tuple[float, np.ndarray]:
    """Metres in a unit of a COLLADA file and the rotation that brings its up axis to z, shape (3, 3)."""
    if b"<!ENTITY" in data or b"<!DOCTYPE" in data or b"\x00" in data[:64]:
        raise ValueError("it has entities, a document type or wide characters; expected a COLLADA file without them")
    unit = re.search(rb"<unit\b[^>]*\bmeter\s*=\s*[\"']\s*([^\"'\s]+)", data)
    scale = float(unit.group(1)) if unit else 1.0
    if not (np.isfinite(scale) and scale > 0.0):
        raise ValueError(f"its unit is {scale} m; expected a length above 0")
    axis = re.search(rb"<up_axis>\s*([XYZ])_UP", data)
    return scale, {b"X": X_UP, b"Y": Y_UP, b"Z": np.eye(3)}[axis.group(1) if axis else b"Y"]


def _parts(scene: trimesh.Scene, linear: np.ndarray) -> list[MeshPart]:
    """Meshes of a scene, in the scene's frame after a linear map (unit and up axis), shape (3, 3)."""
    outer = np.eye(4)
    outer[:3, :3] = linear
    parts = []
    for node in scene.graph.nodes_geometry:
        transform, geometry_name = scene.graph[node]
        geometry = scene.geometry[geometry_name]
        if isinstance(geometry, trimesh.Trimesh) and len(geometry.faces):
            parts.append(_part(str(geometry_name), geometry, outer @ transform))
    return parts


def _part(name: str, mesh: trimesh.Trimesh, transform: np.ndarray) -> MeshPart:
    if not (np.isfinite(mesh.vertices).all() and np.isfinite(transform).all()):
        raise ValueError(f"vertices of '{name}' are not finite; expected finite coordinates")
    color, texture, uv = _appearance(mesh)
    if texture is None:  # seams between texture coordinates or normals are of no use then
        mesh = mesh.copy(include_visual=False)
        mesh.merge_vertices(merge_tex=True, merge_norm=True)
    vertices = mesh.vertices @ transform[:3, :3].T + transform[:3, 3]
    faces = np.asarray(mesh.faces)
    if np.linalg.det(transform[:3, :3]) < 0.0:
        faces = faces[:, ::-1]
    return MeshPart(name, vertices, faces, color, texture, uv)


def _appearance(
    mesh: trimesh.Trimesh,
) -> tuple[tuple[float, float, float, float] | None, Texture | None, np.ndarray | None]:
    """Colour, texture and texture coordinates of a mesh, as far as its file gives them."""
    visual = mesh.visual
    texture = uv = None
    if isinstance(visual, trimesh.visual.TextureVisuals):
        material = visual.material
        image = getattr(material, "baseColorTexture", None) or getattr(material, "image", None)
        rgba = getattr(material, "baseColorFactor", None)
        rgba = rgba if rgba is not None else getattr(material, "diffuse", None)
        texture = _texture(image) if image is not None and visual.uv is not None else None
        uv = np.asarray(visual.uv) if texture else None
    else:
        rgba = visual.main_color if visual is not None and visual.defined else None
    if rgba is None:
        return None, texture, uv
    # Channels go from 0 to 255 in the file.
    red, green, blue, *opacity = (np.asarray(rgba, dtype=float) / 255.0).tolist()
    return (red, green, blue, opacity[0] if opacity else 1.0), texture, uv


def _texture(image: Image.Image) -> Texture | None:
    """Contents of the image file behind a Pillow image, decoded for nothing but the mean colour."""
    buffer = getattr(image, "fp", None)
    suffix = {"JPEG": ".jpg", "PNG": ".png"}.get(image.format or "")
    if not isinstance(buffer, io.BytesIO) or suffix is None:
        return None
    data = buffer.getvalue()
    image.draft("RGB", (16, 16))  # decodes a JPEG at an eighth of its size
    mean = np.asarray(image.convert("RGB")).reshape(-1, 3).mean(axis=0) / 255.0
    return Texture(data, suffix, (float(mean[0]), float(mean[1]), float(mean[2])))


def _one_line(error: Exception) -> str:
    text = " ".join(str(error).split()).rstrip(".")
    return f"{type(error).__name__} ({text[:200]})" if text else type(error).__name__
