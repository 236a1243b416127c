"""Soft bodies: prims of meshes that deform."""

from __future__ import annotations

from pxr import Usd, UsdGeom

from pippin.utils import configclass

from ..prims import get_prim
from .attributes import BOOL, INT, Attribute, applied_schemas, author_properties, check_properties
from .nested import concerned_prims, modify_nested

DEFORMABLE_SCHEMA = "PhysxDeformableBodyAPI"
"""API schema that makes a mesh a soft body."""


@configclass
class DeformableBodyPropertiesCfg:
    """Properties of soft bodies. None leaves what the prim has.

    The mesh of the prim has to be closed. It is filled with tetrahedra, which serve for the dynamics and for collisions
    alike; fields that only tune how PhysX makes its collision mesh, or when it lets bodies sleep, have no effect here.
    """

    deformable_enabled: bool | None = None
    """Whether the body deforms; otherwise it is only seen."""

    kinematic_enabled: bool | None = None
    """Whether all nodes are driven by their kinematic targets from the start."""

    mass: float | None = None
    """Mass of the body [kg]; None leaves it to ``mass_props`` of its spawner, or to its density."""

    self_collision: bool | None = None
    """Whether the surfaces of soft bodies of an environment collide, with themselves and with each other."""

    self_collision_filter_distance: float | None = None
    """Distance at which surfaces of soft bodies meet [m]; a tenth of the edges' mean length where it is not given."""

    settling_threshold: float | None = None
    """Speed below which PhysX begins to let the body sleep [m/s]."""

    sleep_damping: float | None = None
    """Damping of PhysX on bodies that are about to sleep."""

    sleep_threshold: float | None = None
    """Speed below which PhysX lets the body sleep [m/s]."""

    solver_position_iteration_count: int | None = None
    """Iterations of the solver in each of its steps; 20 where it is not given. Stiff or fine bodies need more."""

    vertex_velocity_damping: float | None = None
    """Rate at which velocities of nodes decay [1/s]."""

    simulation_hexahedral_resolution: int | None = None
    """Number of tetrahedra's edges along the longest side of the body; 10 where it is not given."""

    collision_simplification: bool | None = None
    """Whether PhysX simplifies the surface for its collision mesh."""

    collision_simplification_remeshing: bool | None = None
    """Whether PhysX remeshes the surface for its collision mesh."""

    collision_simplification_remeshing_resolution: int | None = None
    """Resolution of that."""

    collision_simplification_target_triangle_count: int | None = None
    """Number of triangles that PhysX simplifies the surface to."""

    collision_simplification_force_conforming: bool | None = None
    """Whether PhysX's collision mesh conforms to the simplified surface."""

    contact_offset: float | None = None
    """Distance at which contacts are looked for [m]."""

    rest_offset: float | None = None
    """Distance from other things at which the body comes to rest [m]."""

    max_depenetration_velocity: float | None = None
    """Largest speed by which PhysX resolves penetrations [m/s]."""


_PREFIX = "physxDeformable"


def _attribute(name: str, *args: object, **kwargs: object) -> Attribute:
    return Attribute(DEFORMABLE_SCHEMA, f"{_PREFIX}:{name}", *args, **kwargs)  # type: ignore[arg-type]


DEFORMABLE_ATTRIBUTES = {
    "deformable_enabled": _attribute("deformableEnabled", BOOL),
    "kinematic_enabled": _attribute("kinematicEnabled", BOOL),
    "mass": Attribute("PhysicsMassAPI", "physics:mass", minimum=0.0),
    "self_collision": _attribute("selfCollision", BOOL),
    "self_collision_filter_distance": _attribute("selfCollisionFilterDistance", minimum=0.0),
    "settling_threshold": _attribute("settlingThreshold", minimum=0.0),
    "sleep_damping": _attribute("sleepDamping", minimum=0.0),
    "sleep_threshold": _attribute("sleepThreshold", minimum=0.0),
    "solver_position_iteration_count": _attribute("solverPositionIterationCount", INT, 1),
    "vertex_velocity_damping": _attribute("vertexVelocityDamping", minimum=0.0),
    "simulation_hexahedral_resolution": _attribute("simulationHexahedralResolution", INT, 1),
    "collision_simplification": _attribute("collisionSimplification", BOOL),
    "collision_simplification_remeshing": _attribute("collisionSimplificationRemeshing", BOOL),
    "collision_simplification_remeshing_resolution": _attribute("collisionSimplificationRemeshingResolution", INT, 0),
    "collision_simplification_target_triangle_count": _attribute("collisionSimplificationTargetTriangleCount", INT, 0),
    "collision_simplification_force_conforming": _attribute("collisionSimplificationForceConforming", BOOL),
    "contact_offset": Attribute("PhysxCollisionAPI", "physxCollision:contactOffset"),
    "rest_offset": Attribute("PhysxCollisionAPI", "physxCollision:restOffset"),
    "max_depenetration_velocity": _attribute("maxDepenetrationVelocity", minimum=0.0),
}


SOFT_FIELDS = {
    "deformable_body_enabled": "deformable_enabled",
    "kinematic_enabled": "kinematic_enabled",
    "mass": "mass",
    "solver_position_iteration_count": "solver_position_iteration_count",
    "linear_damping": "vertex_velocity_damping",
    "settling_damping": "sleep_damping",
    "settling_threshold": "settling_threshold",
    "sleep_threshold": "sleep_threshold",
    "max_depenetration_velocity": "max_depenetration_velocity",
    "self_collision": "self_collision",
    "self_collision_filter_distance": "self_collision_filter_distance",
}
"""Fields of soft bodies in Isaac Lab 3, and those of :class:`DeformableBodyPropertiesCfg` that mean the same."""


def define_deformable_body_properties(
    prim_path: str, cfg: DeformableBodyPropertiesCfg, stage: Usd.Stage | None = None
) -> None:
    """Make the mesh at or below a path a soft body with the given properties.

    Raises:
        ValueError: There is no prim at the path, not exactly one mesh at or below it, or a value is out of range.
    """
    check_properties(cfg, DEFORMABLE_ATTRIBUTES)
    get_prim(prim_path, stage)
    meshes = concerned_prims(prim_path, _is_mesh, stage)
    if len(meshes) != 1:
        found = ", ".join(f"'{mesh.GetPath()}'" for mesh in meshes[:5]) or "none"
        raise ValueError(f"A soft body should have exactly one mesh at or below '{prim_path}', but there is: {found}.")
    meshes[0].AddAppliedSchema(DEFORMABLE_SCHEMA)
    author_properties(meshes[0], cfg, DEFORMABLE_ATTRIBUTES)


def modify_deformable_body_properties(
    prim_path: str, cfg: DeformableBodyPropertiesCfg, stage: Usd.Stage | None = None
) -> bool:
    """Change properties of all soft bodies at or below a path; say whether there are any.

    Raises:
        ValueError: There is no prim at the path, or a value is out of range.
    """
    check_properties(cfg, DEFORMABLE_ATTRIBUTES)
    return modify_nested(
        prim_path,
        lambda prim: DEFORMABLE_SCHEMA in applied_schemas(prim),
        lambda prim: author_properties(prim, cfg, DEFORMABLE_ATTRIBUTES),
        stage,
    )


def _is_mesh(prim: Usd.Prim) -> bool:
    return prim.IsA(UsdGeom.Mesh) or prim.IsA(UsdGeom.TetMesh)
