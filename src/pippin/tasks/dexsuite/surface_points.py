"""Points on the surfaces of things on the stage."""

from __future__ import annotations

import numpy as np
import torch
from pxr import Usd, UsdGeom

from pippin.sim.expressions import matching_paths, resolve_expression
from pippin.sim.stage import get_current_stage, get_environments
from pippin.utils.lazy_modules import trimesh

_TURNS = {"X": (2, 0, 1), "Y": (1, 2, 0), "Z": (0, 1, 2)}
"""Order of the coordinates that puts the axis of a shape, which is z, along another one."""

_CANDIDATES = 4
"""Points that are drawn for each that is kept, which lie as far apart as they can."""


def sample_object_point_cloud(num_envs: int, num_points: int, prim_path: str, device: str = "cpu") -> torch.Tensor:
    """Draw points on the surface of an object in each environment, evenly spread, in its own frame.

    They are drawn with the areas of its triangles as weights, four times as many as are asked for, of which those are
    kept that are farthest from each other, one after another (Eldar et al., "The farthest point strategy for
    progressive image sampling", IEEE Transactions on Image Processing 6, 1997). Objects of the same shape have the same
    points.

    Args:
        num_envs: Number of environments.
        num_points: Number of points of each.
        prim_path: Expression for the object's prim, which has to be there once in each environment.
        device: Torch device of the result.

    Returns:
        Points [m], shape (num_envs, num_points, 3), with the object's scale.

    Raises:
        ValueError: There is not one object in each environment, or it has no surface.
    """
    stage, plan = get_current_stage(), get_environments()
    paths = matching_paths(resolve_expression(prim_path))
    if len(paths) != num_envs:
        raise ValueError(f"'{prim_path}' matches {len(paths)} prims; expected one in each of {num_envs} environments.")
    known: dict[bytes, torch.Tensor] = {}
    points = torch.empty(num_envs, num_points, 3)
    for env_id, path in enumerate(paths):
        if plan is not None and not stage.GetPrimAtPath(path):  # a copy of its template
            below = path.removeprefix(plan.env_path(env_id))
            path = plan.template_path(int(plan.variant_of_env[env_id])) + below
        prim = stage.GetPrimAtPath(path)
        triangles = _triangles_of(prim)
        key = triangles.tobytes()
        if key not in known:
            known[key] = _spread_points(torch.as_tensor(triangles), num_points)
        points[env_id] = known[key] * torch.as_tensor(_scale_of(prim))
    return points.to(device)


def _triangles_of(root: Usd.Prim) -> np.ndarray:
    """Triangles of all shapes of an object in its frame, before it is scaled, shape (N, 3, 3), float32."""
    found, cache = [], UsdGeom.XformCache()
    for prim in Usd.PrimRange(root, Usd.TraverseInstanceProxies()):
        corners = _own_triangles(prim)
        if corners is None:
            continue
        matrix = np.eye(4) if prim == root else np.array(cache.ComputeRelativeTransform(prim, root)[0])
        found.append(corners @ matrix[:3, :3] + matrix[3, :3])
    if not found:
        raise ValueError(f"'{root.GetPath()}' has no surface: expected a mesh, or a cube, sphere or other shape in it.")
    return np.concatenate(found).astype(np.float32)


def _own_triangles(prim: Usd.Prim) -> np.ndarray | None:
    """Triangles of one shape in its frame, shape (N, 3, 3); None if it is none."""
    kind = prim.GetTypeName()
    if kind == "Mesh":
        mesh = UsdGeom.Mesh(prim)
        counts, indices = (
            np.asarray(a.Get()) for a in (mesh.GetFaceVertexCountsAttr(), mesh.GetFaceVertexIndicesAttr())
        )
        corners = np.asarray(mesh.GetPointsAttr().Get(), dtype=float)
        faces = np.split(indices, np.cumsum(counts)[:-1])
        fans = [(face[0], face[k], face[k + 1]) for face in faces for k in range(1, len(face) - 1)]
        return corners[np.array(fans)]
    if kind == "Cube":
        size = UsdGeom.Cube(prim).GetSizeAttr().Get()
        return np.asarray(trimesh.creation.box((size, size, size)).triangles)
    if kind == "Sphere":
        return np.asarray(trimesh.creation.icosphere(radius=UsdGeom.Sphere(prim).GetRadiusAttr().Get()).triangles)
    if kind not in ("Cylinder", "Capsule", "Cone"):
        return None
    shape = getattr(UsdGeom, kind)(prim)
    size = {"radius": shape.GetRadiusAttr().Get(), "height": shape.GetHeightAttr().Get()}
    made = getattr(trimesh.creation, kind.lower())(**size)
    corners = np.asarray(made.triangles) - made.bounds.mean(axis=0)  # USD has them about their middle
    return corners[..., _TURNS[shape.GetAxisAttr().Get()]]


def _scale_of(prim: Usd.Prim) -> np.ndarray:
    """How an object's own transformation scales x, y and z, shape (3,), float32."""
    matrix = np.array(UsdGeom.Xformable(prim).GetLocalTransformation())
    return np.linalg.norm(matrix[:3, :3], axis=1).astype(np.float32)


def _spread_points(triangles: torch.Tensor, count: int) -> torch.Tensor:
    """Points on triangles, drawn with their areas as weights and far from each other, shape (count, 3)."""
    first, *edges = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    areas = torch.linalg.cross(*edges).norm(dim=1)
    drawn = torch.multinomial(areas, _CANDIDATES * count, replacement=True)
    along = torch.rand(2, len(drawn), 1)
    along = torch.where(along.sum(dim=0) > 1.0, 1.0 - along, along)  # the other half of the parallelogram
    points = first[drawn] + along[0] * edges[0][drawn] + along[1] * edges[1][drawn]
    kept, distances = [0], torch.full((len(points),), torch.inf)
    for _ in range(count - 1):
        distances = torch.minimum(distances, (points - points[kept[-1]]).norm(dim=1))
        kept.append(int(distances.argmax()))
    return points[kept]
