"""Markers of the stage: where they are, and drawing them into pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import warp as wp
from pxr import Usd, UsdGeom
from scipy.spatial.transform import Rotation

from pippin.physics.importer.appearance import is_seen, read_color
from pippin.physics.importer.meshes import Triangles, read_mesh
from pippin.physics.rendering import Optics, round_shapes

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


@dataclass(frozen=True)
class MarkerGroup:
    """Markers of one shape and colour.

    Attributes:
        name: Tells it from others of the stage, and is the same as long as its shape is.
        triangles: Their shape, in the marker's frame.
        color: Colour (red, green, blue), 0 to 1, shape (3,).
        transforms: Maps from the markers' frames to the world, for points as rows, shape (N, 4, 4).
    """

    name: str
    triangles: Triangles
    color: np.ndarray
    transforms: np.ndarray


def marker_groups(stage: Usd.Stage) -> list[MarkerGroup]:
    """All markers that are to be seen on a stage.

    Markers are instances of a ``UsdGeom.PointInstancer``, as :class:`pippin.sim.markers.VisualizationMarkers` makes it.
    """
    instancers = [prim for prim in stage.Traverse() if prim.IsA(UsdGeom.PointInstancer) and is_seen(prim)]
    return [group for prim in instancers for group in _groups(UsdGeom.PointInstancer(prim))]


def marker_surface(stage: Usd.Stage) -> MarkerSurface | None:
    """Triangles of all markers that are to be seen on a stage; None where there are none.

    Raises:
        ValueError: There are too many.
    """
    parts = [_surface(group) for group in marker_groups(stage)]
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


def _groups(instancer: UsdGeom.PointInstancer) -> Iterator[MarkerGroup]:
    """Markers of an instancer by shape."""
    indices = np.array(instancer.GetProtoIndicesAttr().Get() or [], dtype=int)
    if not len(indices):
        return
    transforms = _transforms(instancer, len(indices))
    stage = instancer.GetPrim().GetStage()
    for number, path in enumerate(instancer.GetPrototypesRel().GetTargets()):
        mine = transforms[indices == number]
        for part, (triangles, color) in enumerate(
            _prototype(stage.GetPrimAtPath(path), instancer) if len(mine) else []
        ):
            yield MarkerGroup(f"{path}/{part}", triangles, color, mine)


def _surface(group: MarkerGroup) -> MarkerSurface:
    points = np.einsum("vi,nij->nvj", group.triangles.vertices, group.transforms[:, :3, :3])
    points += group.transforms[:, None, 3, :3]
    firsts = len(group.triangles.vertices) * np.arange(len(group.transforms))
    faces = (group.triangles.faces[None] + firsts[:, None, None]).reshape(-1, 3)
    colors = np.broadcast_to(group.color, faces.shape).astype(np.float32)
    return MarkerSurface(points.reshape(-1, 3).astype(np.float32), faces, colors)


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

    sizes = [prim.GetAttribute(name).Get() if prim.HasAttribute(name) else 0.0 for name in ("size", "radius", "height")]
    axis = str(prim.GetAttribute("axis").Get()) if prim.HasAttribute("axis") else "Z"
    return _round_shape(str(kind), axis, *map(float, sizes))


@lru_cache(maxsize=256)
def _round_shape(kind: str, axis: str, size: float, radius: float, height: float) -> Triangles:
    """Triangles of a shape that USD has by its sizes [m]; none for what is no surface."""
    if kind == "Cube":
        vertices, faces = round_shapes.box([size] * 3)
    elif kind == "Sphere":
        vertices, faces = round_shapes.sphere(radius, SECTIONS)
    elif kind == "Capsule":
        vertices, faces = round_shapes.capsule(radius, height, SECTIONS)
    elif kind == "Cylinder":
        vertices, faces = round_shapes.cylinder(radius, height, SECTIONS)
    elif kind == "Cone":
        vertices, faces = round_shapes.cone(radius, height, SECTIONS)
    else:
        return Triangles(np.zeros((0, 3)), np.zeros((0, 3), dtype=int))
    return Triangles(np.roll(vertices, {"X": 1, "Y": 2, "Z": 0}[axis], axis=1), faces)
