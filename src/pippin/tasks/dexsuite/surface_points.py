"""Points on the surfaces of things on the stage, their triangles, and the triangles that collide."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from pxr import Usd, UsdGeom, UsdPhysics

from pippin.sim.expressions import matching_paths, require_matching_prims, resolve_expression
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
    known: dict[bytes, torch.Tensor] = {}
    points = torch.empty(num_envs, num_points, 3)
    for env_id, prim in enumerate(prims_of_environments(prim_path, num_envs)):
        triangles = _triangles_below(prim, {prim.GetName()})[prim.GetName()]
        key = triangles.tobytes()
        if key not in known:
            known[key] = _spread_points(torch.as_tensor(triangles), num_points)
        points[env_id] = known[key] * torch.as_tensor(_scale_of(prim))
    return points.to(device)


def farthest_points(
    points: torch.Tensor,
    n_samples: int,
    distance_fn: Callable[[torch.Tensor, torch.Tensor], torch.Tensor] = torch.cdist,
) -> torch.Tensor:
    """Choose points one after another, each as far as can be from those that are chosen, the first one at random.

    Args:
        points: Points in any number of dimensions, shape (P, D).
        n_samples: Number of points to choose.
        distance_fn: Distances between all points of one tensor and all of another, shape (1, P).

    Returns:
        Which points, shape (n_samples,), int64; all in their order where there are not more.
    """
    if n_samples >= len(points):
        return torch.arange(len(points), device=points.device)
    chosen = torch.zeros(n_samples, dtype=torch.long, device=points.device)
    chosen[0] = torch.randint(len(points), (), device=points.device)
    distances = torch.full((len(points),), torch.inf, device=points.device)
    for index in range(1, n_samples):
        last = points[chosen[index - 1]].unsqueeze(0)
        distances = torch.minimum(distances, distance_fn(last, points).view(-1))
        chosen[index] = distances.argmax()
    return chosen


def collider_triangles_of_object(prim_path: str, num_envs: int) -> tuple[list[np.ndarray], np.ndarray]:
    """Triangles of the colliders of an object in its frame, those of equal objects once.

    Args:
        prim_path: Expression for the object's prim, which has to be there once in each environment.
        num_envs: Number of environments E.

    Returns:
        Triangles [m], shape (T, 3, 3) each, with the object's scale; and which of them each environment has, shape
        (E,).

    Raises:
        ValueError: There is not one object in each environment, or it collides with nothing.
    """
    found: list[np.ndarray] = []
    number_of: dict[str, int] = {}
    numbers = np.zeros(num_envs, dtype=np.int64)
    for env_id, prim in enumerate(prims_of_environments(prim_path, num_envs)):
        path = str(prim.GetPath())
        if path not in number_of:
            number_of[path] = len(found)
            triangles = _triangles_below(prim, {prim.GetName()}, _collides)[prim.GetName()]
            found.append(triangles * _scale_of(prim))
        numbers[env_id] = number_of[path]
    return found, numbers


def collider_triangles_of_bodies(prim_path: str, names: list[str]) -> dict[str, np.ndarray]:
    """Triangles of the colliders of a robot's bodies in their frames.

    Args:
        prim_path: Expression for the robot's prim, of which the first environment's counts.
        names: Names of all its bodies.

    Returns:
        Triangles [m], shape (T, 3, 3), by the name of the body; those that collide with nothing are left out.

    Raises:
        ValueError: None of the bodies collides.
    """
    return _triangles_below(require_matching_prims(prim_path)[0], set(names), _collides)


def prims_of_environments(prim_path: str, num_envs: int) -> list[Usd.Prim]:
    """Find the prim on the stage that an expression stands for in each environment: its template's for copies.

    Raises:
        ValueError: There is not one in each of the environments.
    """
    stage, plan = get_current_stage(), get_environments()
    paths = matching_paths(resolve_expression(prim_path))
    if len(paths) != num_envs:
        raise ValueError(f"'{prim_path}' matches {len(paths)} prims; expected one in each of {num_envs} environments.")
    prims = []
    for env_id, path in enumerate(paths):
        if plan is not None and not stage.GetPrimAtPath(path):  # a copy of its template
            below = path.removeprefix(plan.env_path(env_id))
            path = plan.template_path(int(plan.variant_of_env[env_id])) + below
        prims.append(stage.GetPrimAtPath(path))
    return prims


def _collides(prim: Usd.Prim) -> bool:
    return bool(prim.HasAPI(UsdPhysics.CollisionAPI) and UsdPhysics.CollisionAPI(prim).GetCollisionEnabledAttr().Get())


def _triangles_below(
    root: Usd.Prim, bodies: set[str], accepts: Callable[[Usd.Prim], bool] = lambda prim: True
) -> dict[str, np.ndarray]:
    """Triangles of the shapes below a prim, in the frames of the nearest bodies above them, before these are scaled.

    Args:
        root: The prim.
        bodies: Names of the bodies, the prim's own among them where it is one.
        accepts: Which shapes count.

    Returns:
        Triangles, shape (N, 3, 3), float32, by the name of the body.
    """
    found: dict[str, list[np.ndarray]] = {}
    cache = UsdGeom.XformCache()
    for prim in Usd.PrimRange(root, Usd.TraverseInstanceProxies()):
        body = prim
        while body.GetName() not in bodies and body != root:
            body = body.GetParent()
        corners = _own_triangles(prim) if body.GetName() in bodies and accepts(prim) else None
        if corners is None:
            continue
        matrix = np.eye(4) if prim == body else np.array(cache.ComputeRelativeTransform(prim, body)[0])
        found.setdefault(body.GetName(), []).append(corners @ matrix[:3, :3] + matrix[3, :3])
    if not found:
        raise ValueError(f"'{root.GetPath()}' has no surface: expected a mesh, or a cube, sphere or other shape in it.")
    return {name: np.concatenate(parts).astype(np.float32) for name, parts in found.items()}


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
    return points[farthest_points(points, count)]
