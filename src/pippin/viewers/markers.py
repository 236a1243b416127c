"""Drawing the markers of the stage into pictures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import warp as wp
from pxr import Usd, UsdGeom
from scipy.spatial.transform import Rotation

from pippin.physics.importer.appearance import is_seen, read_color
from pippin.physics.importer.meshes import Triangles, read_mesh
from pippin.physics.rendering import Optics
from pippin.utils.lazy_modules import trimesh

SECTIONS = 24
"""Corners of a turn by which round markers are drawn."""

MAX_FACES = 20_000_000
"""Number of triangles above which markers are not drawn."""


@dataclass(frozen=True)
class MarkerSurface:
    """Triangles of markers in the world, with a colour each.

    Attributes:
        vertices: Corners [m], shape (num_vertices, 3), float32.
        faces: Corners of each triangle, shape (num_faces, 3), int32.
        colors: Colours (red, green, blue), 0 to 1, shape (num_faces, 3), float32.
    """

    vertices: np.ndarray
    faces: np.ndarray
    colors: np.ndarray


def marker_surface(stage: Usd.Stage) -> MarkerSurface | None:
    """Triangles of all markers that are to be seen on a stage; None where there are none.

    Markers are instances of a ``UsdGeom.PointInstancer``, as :class:`pippin.sim.markers.VisualizationMarkers` makes it.

    Raises:
        ValueError: There are too many.
    """
    parts = [
        part
        for prim in stage.Traverse()
        if prim.IsA(UsdGeom.PointInstancer) and is_seen(prim)
        for part in _instances(UsdGeom.PointInstancer(prim))
    ]
    num_faces = sum(len(part.faces) for part in parts)
    if not num_faces:
        return None
    if num_faces > MAX_FACES:
        raise ValueError(
            f"The markers have {num_faces} triangles, more than the {MAX_FACES} that are drawn: hide some."
        )
    firsts = np.cumsum([0, *(len(part.vertices) for part in parts)])
    faces = [part.faces + first for part, first in zip(parts, firsts, strict=False)]
    return MarkerSurface(
        np.concatenate([part.vertices for part in parts]),
        np.concatenate(faces).astype(np.int32),
        np.concatenate([part.colors for part in parts]),
    )


def draw_markers(
    surface: MarkerSurface, pose: np.ndarray, optics: Optics, depth: wp.array, samples: int, picture: np.ndarray
) -> np.ndarray:
    """Picture with markers drawn into it, where nothing hides them.

    Args:
        surface: The markers.
        pose: Pose of the camera in the world (position, quaternion x y z w), which looks along -z, shape (7,).
        optics: What the camera sees.
        depth: Distance from the image plane of what the picture shows [m], shape (H, W), float32.
        samples: Rays along each side of a pixel.
        picture: The picture, shape (H, W, 3), uint8.

    Returns:
        A new picture, shape (H, W, 3), uint8.
    """
    device = depth.device
    mesh = wp.Mesh(
        points=wp.array(surface.vertices, dtype=wp.vec3f, device=device),
        indices=wp.array(surface.faces.reshape(-1), dtype=int, device=device),
    )
    layer = wp.zeros(depth.shape, dtype=wp.vec4f, device=device)
    wp.launch(
        cast_marker_pixels,
        dim=depth.shape,
        inputs=[
            mesh.id,
            wp.array(surface.colors, dtype=wp.vec3f, device=device),
            wp.transformf(*map(float, pose)),
            wp.vec4f(optics.focal_x, optics.focal_y, optics.center_x, optics.center_y),
            depth,
            samples,
        ],
        outputs=[layer],
        device=device,
    )
    values = layer.numpy()
    mixed = picture * (1.0 - values[..., 3:]) + 255.0 * values[..., :3]
    return np.clip(mixed + 0.5, 0.0, 255.0).astype(np.uint8)


@wp.kernel(enable_backward=False)
def cast_marker_pixels(
    mesh: wp.uint64,
    colors: wp.array(dtype=wp.vec3f),  # (num_faces,)
    pose: wp.transformf,  # of the camera in the world
    lens: wp.vec4f,  # focal lengths and middle of the picture [pixel]
    depth: wp.array2d(dtype=float),  # (H, W) [m]
    samples: int,  # along each side of a pixel
    layer_out: wp.array2d(dtype=wp.vec4f),  # (H, W) colour times the share of the pixel, and that share
):
    """What of a pixel is covered by markers, and their colour in it."""
    row, column = wp.tid()
    eye = wp.transform_get_translation(pose)
    to_light = wp.normalize(wp.vec3f(0.3, -0.4, 1.0))
    part = 1.0 / float(samples * samples)
    total = wp.vec4f()
    for i in range(samples * samples):
        u = float(column) + (float(i % samples) + 0.5) / float(samples)
        v = float(row) + (float(i // samples) + 0.5) / float(samples)
        ahead = wp.vec3f((u - lens[2]) / lens[0], (lens[3] - v) / lens[1], -1.0)
        direction = wp.transform_vector(pose, wp.normalize(ahead))
        hit = wp.mesh_query_ray(mesh, eye, direction, 1.0e6)
        if hit.result and hit.t / wp.length(ahead) < depth[row, column] + 0.01:
            light = 0.6 + 0.4 * wp.max(wp.dot(hit.normal, to_light), 0.0)
            color = light * colors[hit.face]
            total += part * wp.vec4f(color[0], color[1], color[2], 1.0)
    layer_out[row, column] = total


def _instances(instancer: UsdGeom.PointInstancer) -> list[MarkerSurface]:
    """Triangles of an instancer's markers, by shape of marker."""
    indices = np.array(instancer.GetProtoIndicesAttr().Get() or [], dtype=int)
    if not len(indices):
        return []
    transforms = _transforms(instancer, len(indices))
    stage = instancer.GetPrim().GetStage()
    parts = []
    for number, path in enumerate(instancer.GetPrototypesRel().GetTargets()):
        mine = transforms[indices == number]
        for triangles, color in _prototype(stage.GetPrimAtPath(path), instancer) if len(mine) else []:
            points = np.einsum("vi,nij->nvj", triangles.vertices, mine[:, :3, :3]) + mine[:, None, 3, :3]
            count = len(triangles.vertices)
            faces = triangles.faces[None] + count * np.arange(len(mine))[:, None, None]
            faces = faces.reshape(-1, 3)
            colors = np.broadcast_to(color, faces.shape).astype(np.float32)
            parts.append(MarkerSurface(points.reshape(-1, 3).astype(np.float32), faces, colors))
    return parts


def _transforms(instancer: UsdGeom.PointInstancer, count: int) -> np.ndarray:
    """Maps from the markers' frames to the world, for points as rows, shape (count, 4, 4)."""
    transforms = np.tile(np.eye(4), (count, 1, 1))
    scales = np.array(instancer.GetScalesAttr().Get() or np.ones((count, 3)), dtype=float)
    quaternions = [(*q.GetImaginary(), q.GetReal()) for q in instancer.GetOrientationsAttr().Get() or []]
    rotations = Rotation.from_quat(quaternions or [(0.0, 0.0, 0.0, 1.0)] * count).as_matrix()
    transforms[:, :3, :3] = scales[:, :, None] * rotations.transpose(0, 2, 1)
    transforms[:, 3, :3] = np.array(instancer.GetPositionsAttr().Get(), dtype=float)
    return transforms @ np.array(instancer.ComputeLocalToWorldTransform(Usd.TimeCode.Default()))


def _prototype(prim: Usd.Prim, instancer: UsdGeom.PointInstancer) -> list[tuple[Triangles, np.ndarray]]:
    """Triangles and colours of what a marker consists of, in the marker's frame."""
    cache = UsdGeom.XformCache()
    from_world = cache.GetLocalToWorldTransform(instancer.GetPrim()).GetInverse()
    parts = []
    for part in Usd.PrimRange(prim, Usd.TraverseInstanceProxies()):
        if part.IsA(UsdGeom.Gprim) and is_seen(part):
            matrix = np.array(cache.GetLocalToWorldTransform(part) * from_world)
            triangles = _triangles(part).stretched(matrix[:3, :3].T)
            parts.append((Triangles(triangles.vertices + matrix[3, :3], triangles.faces), read_color(part, {})[:3]))
    return parts


def _triangles(prim: Usd.Prim) -> Triangles:
    """Triangles of a prim in its own frame; none for planes and for what is no surface."""
    kind = prim.GetTypeName()
    if kind == "Mesh":
        return read_mesh(UsdGeom.Mesh(prim))

    def value(name: str) -> float:
        return float(prim.GetAttribute(name).Get())

    if kind == "Cube":
        shape = trimesh.creation.box(extents=[value("size")] * 3)
    elif kind == "Sphere":
        shape = trimesh.creation.uv_sphere(radius=value("radius"), count=(SECTIONS // 2, SECTIONS))
    elif kind == "Capsule":
        shape = trimesh.creation.capsule(radius=value("radius"), height=value("height"), count=(SECTIONS, SECTIONS))
        shape.apply_translation(-shape.bounds.mean(axis=0))
    elif kind == "Cylinder":
        shape = trimesh.creation.cylinder(radius=value("radius"), height=value("height"), sections=SECTIONS)
    elif kind == "Cone":
        shape = trimesh.creation.cone(radius=value("radius"), height=value("height"), sections=SECTIONS)
        shape.apply_translation([0.0, 0.0, -value("height") / 2.0])
    else:
        return Triangles(np.zeros((0, 3)), np.zeros((0, 3), dtype=int))
    axis = str(prim.GetAttribute("axis").Get()) if prim.HasAttribute("axis") else "Z"
    return Triangles(np.roll(shape.vertices, {"X": 1, "Y": 2, "Z": 0}[axis], axis=1), shape.faces)
