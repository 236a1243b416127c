"""Soft bodies of the stage."""

from __future__ import annotations

import numpy as np
from pxr import Usd, UsdGeom, UsdShade

from pippin.sim.schemas.attributes import schemas_of
from pippin.sim.schemas.deformable_bodies import DEFORMABLE_SCHEMA

from ..soft_bodies import SoftBody, SoftMaterial
from ..tetrahedra import Tetrahedra, positive, tetrahedralize
from .appearance import read_color
from .attributes import authored, number
from .mass import DEFAULT_DENSITY, read_mass
from .meshes import read_mesh
from .notices import Notices
from .pose import Frames, split_scale

DEFAULT_RESOLUTION = 10
DEFAULT_ITERATIONS = 20

_WITHOUT_EFFECT = (
    "settlingThreshold",
    "sleepDamping",
    "sleepThreshold",
    "maxDepenetrationVelocity",
    "collisionSimplification",
    "collisionSimplificationRemeshing",
    "collisionSimplificationRemeshingResolution",
    "collisionSimplificationTargetTriangleCount",
    "collisionSimplificationForceConforming",
)


def is_soft_body(prim: Usd.Prim) -> bool:
    """Whether a prim is a mesh that deforms."""
    if DEFORMABLE_SCHEMA not in schemas_of(prim):
        return False
    return authored(prim, "physxDeformable:deformableEnabled") is not False


def read_soft_body(prim: Usd.Prim, frames: Frames, notices: Notices) -> SoftBody:
    """Read one soft body, in the world.

    Raises:
        ValueError: Its mesh cannot be filled with tetrahedra, or a number is out of range.
    """
    path = str(prim.GetPath())
    mesh = _read_tetrahedra(prim, frames)
    bound = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial("physics")[0].GetPrim()
    material = _read_material(bound)
    mass = read_mass(prim, frames)
    density = mass.density or material.get("density") or DEFAULT_DENSITY
    if mass.mass is not None:
        density = mass.mass / float(mesh.volumes.sum())
    for name in _WITHOUT_EFFECT:
        if authored(prim, f"physxDeformable:{name}"):
            notices.info(f"'physxDeformable:{name}' has no effect: Newton has no counterpart", path)

    def value(name: str, fallback: float) -> float:
        return number(prim, name, fallback, positive=True)

    def distance(name: str) -> float | None:
        given = authored(prim, name)
        return float(given) if given is not None and given > 0.0 else None

    return SoftBody(
        path=path,
        mesh=mesh,
        material=SoftMaterial(**{**material, "density": density}),
        color=read_color(prim, {}),
        material_path=str(bound.GetPath()) if bound else None,
        iterations=int(value("physxDeformable:solverPositionIterationCount", DEFAULT_ITERATIONS)),
        velocity_damping=value("physxDeformable:vertexVelocityDamping", 0.0),
        kinematic=bool(authored(prim, "physxDeformable:kinematicEnabled")),
        rest_offset=distance("physxCollision:restOffset") or 0.0,
        contact_offset=distance("physxCollision:contactOffset"),
        self_collision=bool(authored(prim, "physxDeformable:selfCollision")),
        self_collision_distance=distance("physxDeformable:selfCollisionFilterDistance"),
    )


def _read_tetrahedra(prim: Usd.Prim, frames: Frames) -> Tetrahedra:
    """Tetrahedra of a prim in the world: those of a TetMesh, or what fills the surface of a Mesh."""
    path = str(prim.GetPath())
    pose, stretch = split_scale(frames.affine(prim))
    if prim.IsA(UsdGeom.TetMesh):
        mesh = _read_tet_mesh(UsdGeom.TetMesh(prim)).transformed(stretch, np.zeros(3))
    elif prim.IsA(UsdGeom.Mesh):
        surface = read_mesh(UsdGeom.Mesh(prim), stretch)
        resolution = number(prim, "physxDeformable:simulationHexahedralResolution", DEFAULT_RESOLUTION)
        if resolution < 1:
            raise ValueError(f"'simulation_hexahedral_resolution' of '{path}' is {resolution}; expected 1 or more.")
        mesh = tetrahedralize(surface.vertices, surface.faces, int(resolution), path)
    else:
        raise ValueError(f"Soft body '{path}' is a {prim.GetTypeName()}: it should be a Mesh or a TetMesh.")
    return mesh.transformed(pose.rotation, pose.position)


def _read_tet_mesh(prim: UsdGeom.TetMesh) -> Tetrahedra:
    """Read a mesh of tetrahedra.

    Raises:
        ValueError: It holds none, names points that do not exist, or has flat elements.
    """
    path = prim.GetPath()
    points = np.array(prim.GetPointsAttr().Get() or [], dtype=float).reshape(-1, 3)
    elements = np.array(prim.GetTetVertexIndicesAttr().Get() or [], dtype=np.int64).reshape(-1, 4)
    if not len(elements) or elements.min() < 0 or elements.max() >= len(points) or not np.isfinite(points).all():
        raise ValueError(
            f"TetMesh '{path}' has {len(points)} points and {len(elements)} tetrahedra: it should have at least one, "
            "of points that there are, and all points finite."
        )
    mesh = positive(points, elements)
    if mesh.volumes.min() <= 1e-9 * mesh.mean_edge**3:
        raise ValueError(
            f"TetMesh '{path}' has flat tetrahedra, first number {int(np.argmin(mesh.volumes))}; expected "
            "volumes above 0."
        )
    return mesh


def _read_material(material: Usd.Prim) -> dict[str, float]:
    """Fields of a soft material; none of a prim that is not there."""
    if not material:
        return {}
    names = {
        "density": "density",
        "youngs_modulus": "youngsModulus",
        "poissons_ratio": "poissonsRatio",
        "damping": "elasticityDamping",
        "friction": "dynamicFriction",
    }
    prefix = "physxDeformableBodyMaterial"
    values = {
        field: number(material, f"{prefix}:{name}", 0.0)
        for field, name in names.items()
        if authored(material, f"{prefix}:{name}") is not None
    }
    if "damping" in values:
        values["damping"] *= number(material, f"{prefix}:dampingScale", 1.0)
    return values
