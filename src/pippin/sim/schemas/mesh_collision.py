"""How colliders approximate their meshes."""

from __future__ import annotations

import logging
from typing import ClassVar, Literal

from pxr import Usd, UsdGeom, UsdPhysics

from pippin.utils import configclass

from ..prims import get_prim
from .attributes import BOOL, FLOAT, INT, TOKEN, Attribute, author_properties, check_fields, check_properties
from .nested import modify_nested

logger = logging.getLogger("pippin")

HEIGHT_FIELD_SPACING = "pippin:heightField:spacing"
"""Attribute of meshes that collide as height fields: distance of the heights [m]."""


APPROXIMATIONS = {
    name: name
    for name in (
        "boundingCube",
        "boundingSphere",
        "convexDecomposition",
        "convexHull",
        "meshSimplification",
        "none",
        "sdf",
    )
}
"""Names of approximations, and their tokens in USD."""


@configclass
class MeshCollisionPropertiesCfg:
    """An approximation of a mesh for collisions; the classes that extend this one have the settings of the kinds."""

    mesh_approximation_name: str = "none"
    """Name of the approximation, one of :data:`APPROXIMATIONS`; "none" is the mesh itself."""

    attributes: ClassVar[dict[str, Attribute]] = {}


@configclass
class BoundingCubePropertiesCfg(MeshCollisionPropertiesCfg):
    """The smallest box around the mesh along its axes."""

    mesh_approximation_name: str = "boundingCube"


@configclass
class BoundingSpherePropertiesCfg(MeshCollisionPropertiesCfg):
    """A sphere around the mesh."""

    mesh_approximation_name: str = "boundingSphere"


@configclass
class ConvexHullPropertiesCfg(MeshCollisionPropertiesCfg):
    """The convex hull of the mesh."""

    mesh_approximation_name: str = "convexHull"
    attributes: ClassVar[dict[str, Attribute]] = {
        "hull_vertex_limit": Attribute(
            "PhysxConvexHullCollisionAPI", "physxConvexHullCollision:hullVertexLimit", INT, 4
        ),
        "min_thickness": Attribute("PhysxConvexHullCollisionAPI", "physxConvexHullCollision:minThickness", FLOAT, 0.0),
    }

    hull_vertex_limit: int | None = None
    """Most vertices of the hull."""

    min_thickness: float | None = None
    """Least thickness of the hull [m]."""


_DECOMPOSITION, _DECOMPOSITION_PREFIX = "PhysxConvexDecompositionCollisionAPI", "physxConvexDecompositionCollision"


@configclass
class ConvexDecompositionPropertiesCfg(MeshCollisionPropertiesCfg):
    """Several convex pieces that together follow the mesh."""

    mesh_approximation_name: str = "convexDecomposition"
    attributes: ClassVar[dict[str, Attribute]] = {
        "hull_vertex_limit": Attribute(_DECOMPOSITION, f"{_DECOMPOSITION_PREFIX}:hullVertexLimit", INT, 4),
        "max_convex_hulls": Attribute(_DECOMPOSITION, f"{_DECOMPOSITION_PREFIX}:maxConvexHulls", INT, 1),
        "min_thickness": Attribute(_DECOMPOSITION, f"{_DECOMPOSITION_PREFIX}:minThickness", FLOAT, 0.0),
        "voxel_resolution": Attribute(_DECOMPOSITION, f"{_DECOMPOSITION_PREFIX}:voxelResolution", INT, 1),
        "error_percentage": Attribute(_DECOMPOSITION, f"{_DECOMPOSITION_PREFIX}:errorPercentage", FLOAT, 0.0),
        "shrink_wrap": Attribute(_DECOMPOSITION, f"{_DECOMPOSITION_PREFIX}:shrinkWrap", BOOL),
    }

    hull_vertex_limit: int | None = None
    """Most vertices of a piece."""

    max_convex_hulls: int | None = None
    """Most pieces."""

    min_thickness: float | None = None
    """Least thickness of a piece [m]."""

    voxel_resolution: int | None = None
    """Voxels that the mesh is divided into."""

    error_percentage: float | None = None
    """Volume by which the pieces may differ from the mesh [%]."""

    shrink_wrap: bool | None = None
    """Whether the pieces' vertices are moved onto the mesh."""


@configclass
class TriangleMeshPropertiesCfg(MeshCollisionPropertiesCfg):
    """The mesh itself, triangle by triangle."""

    mesh_approximation_name: str = "none"
    attributes: ClassVar[dict[str, Attribute]] = {
        "weld_tolerance": Attribute(
            "PhysxTriangleMeshCollisionAPI", "physxTriangleMeshCollision:weldTolerance", FLOAT, 0.0
        ),
    }

    weld_tolerance: float | None = None
    """Distance within which vertices are one [m]."""


@configclass
class HeightFieldPropertiesCfg(MeshCollisionPropertiesCfg):
    """Heights of the mesh, where it is ground that does not move; parts that hang in the air collide by themselves.

    Other tools see a triangle mesh.
    """

    mesh_approximation_name: str = "none"
    attributes: ClassVar[dict[str, Attribute]] = {
        "spacing": Attribute("PippinHeightFieldAPI", HEIGHT_FIELD_SPACING, FLOAT, 1e-3),
    }

    spacing: float = 0.1
    """Distance of the heights [m]. Walls become slopes of this width."""


_SIMPLIFICATION = "PhysxTriangleMeshSimplificationCollisionAPI"
_SIMPLIFICATION_PREFIX = "physxTriangleMeshSimplificationCollision"


@configclass
class TriangleMeshSimplificationPropertiesCfg(MeshCollisionPropertiesCfg):
    """The mesh with fewer triangles."""

    mesh_approximation_name: str = "meshSimplification"
    attributes: ClassVar[dict[str, Attribute]] = {
        "simplification_metric": Attribute(_SIMPLIFICATION, f"{_SIMPLIFICATION_PREFIX}:metric", FLOAT, 0.0),
        "weld_tolerance": Attribute(_SIMPLIFICATION, f"{_SIMPLIFICATION_PREFIX}:weldTolerance", FLOAT, 0.0),
    }

    simplification_metric: float | None = None
    """How closely the triangles follow the mesh, from 0 to 1."""

    weld_tolerance: float | None = None
    """Distance within which vertices are one [m]."""


_SDF, _SDF_PREFIX = "PhysxSDFMeshCollisionAPI", "physxSDFMeshCollision"


@configclass
class SDFMeshPropertiesCfg(MeshCollisionPropertiesCfg):
    """A grid of signed distances to the mesh."""

    mesh_approximation_name: str = "sdf"
    attributes: ClassVar[dict[str, Attribute]] = {
        "sdf_margin": Attribute(_SDF, f"{_SDF_PREFIX}:sdfMargin", FLOAT, 0.0),
        "sdf_narrow_band_thickness": Attribute(_SDF, f"{_SDF_PREFIX}:sdfNarrowBandThickness", FLOAT, 0.0),
        "sdf_resolution": Attribute(_SDF, f"{_SDF_PREFIX}:sdfResolution", INT, 1),
        "sdf_subgrid_resolution": Attribute(_SDF, f"{_SDF_PREFIX}:sdfSubgridResolution", INT, 0),
        "sdf_enable_remeshing": Attribute(_SDF, f"{_SDF_PREFIX}:sdfEnableRemeshing", BOOL),
        "sdf_triangle_count_reduction_factor": Attribute(
            _SDF, f"{_SDF_PREFIX}:sdfTriangleCountReductionFactor", FLOAT, 0.0
        ),
        "sdf_bits_per_subgrid_pixel": Attribute(
            _SDF,
            f"{_SDF_PREFIX}:sdfBitsPerSubgridPixel",
            TOKEN,
            choices=("BitsPerPixel8", "BitsPerPixel16", "BitsPerPixel32"),
        ),
    }

    sdf_margin: float | None = None
    """Margin around the mesh, as a part of its diagonal."""

    sdf_narrow_band_thickness: float | None = None
    """Thickness of the band with fine cells, as a part of the diagonal."""

    sdf_resolution: int | None = None
    """Cells along the longest side."""

    sdf_subgrid_resolution: int | None = None
    """Cells along the side of a block of fine cells."""

    sdf_enable_remeshing: bool | None = None
    """Whether the mesh is remeshed first."""

    sdf_triangle_count_reduction_factor: float | None = None
    """Part of the triangles that is kept."""

    sdf_bits_per_subgrid_pixel: Literal["BitsPerPixel8", "BitsPerPixel16", "BitsPerPixel32"] | None = None
    """Precision of the fine cells."""


def define_mesh_collision_properties(
    prim_path: str, cfg: MeshCollisionPropertiesCfg, stage: Usd.Stage | None = None
) -> None:
    """Make the mesh at a path a collider that approximates it as given.

    Another shape gets the properties, too, as in Isaac Lab; how meshes are approximated has no effect there, which is
    said.

    Raises:
        ValueError: There is no prim at the path, it is no shape, or a value is out of range.
    """
    prim = get_prim(prim_path, stage)
    if not prim.IsA(UsdGeom.Gprim):
        raise ValueError(f"The prim '{prim_path}' is of type '{prim.GetTypeName()}'; expected a mesh.")
    _check(cfg)
    if not prim.IsA(UsdGeom.Mesh):
        logger.warning(
            "The prim '%s' is of type '%s', which collides as it is: it is no mesh to approximate.",
            prim_path,
            prim.GetTypeName(),
        )
    UsdPhysics.CollisionAPI.Apply(prim)
    _author(prim, cfg)


def modify_mesh_collision_properties(
    prim_path: str, cfg: MeshCollisionPropertiesCfg, stage: Usd.Stage | None = None
) -> bool:
    """Change how all colliders at or below a path that are meshes approximate them; say whether there are any.

    Raises:
        ValueError: There is no prim at the path, or a value is out of range.
    """
    _check(cfg)
    return modify_nested(
        prim_path,
        lambda prim: prim.IsA(UsdGeom.Mesh) and prim.HasAPI(UsdPhysics.CollisionAPI),
        lambda prim: _author(prim, cfg),
        stage,
    )


def _check(cfg: MeshCollisionPropertiesCfg) -> None:
    """Refuse unknown approximations and values out of range."""
    check_fields(cfg, ["mesh_approximation_name", "attributes"])
    name = cfg.mesh_approximation_name
    if name not in APPROXIMATIONS:
        raise ValueError(
            f"{type(cfg).__name__}.mesh_approximation_name is {name!r}; there are: {', '.join(APPROXIMATIONS)}."
        )
    check_properties(cfg, cfg.attributes)


def _author(prim: Usd.Prim, cfg: MeshCollisionPropertiesCfg) -> None:
    """Author the approximation of one mesh."""
    UsdPhysics.MeshCollisionAPI.Apply(prim).CreateApproximationAttr(APPROXIMATIONS[cfg.mesh_approximation_name])
    author_properties(prim, cfg, cfg.attributes)
