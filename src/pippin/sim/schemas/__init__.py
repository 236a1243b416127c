"""Physical properties of prims: configs, and functions that define or modify what the configs describe.

``define_*`` applies a schema to one prim; ``modify_*`` changes all prims at or below a path that have the schema.
"""

from .articulations import (
    ArticulationRootPropertiesCfg,
    define_articulation_root_properties,
    find_global_fixed_joint_prim,
    find_root_link,
    modify_articulation_root_properties,
)
from .attributes import (
    applied_schemas,
)
from .bodies import (
    CollisionPropertiesCfg,
    MassPropertiesCfg,
    RigidBodyPropertiesCfg,
    define_collision_properties,
    define_mass_properties,
    define_rigid_body_properties,
    modify_collision_properties,
    modify_mass_properties,
    modify_rigid_body_properties,
)
from .contact_sensors import (
    activate_contact_sensors,
)
from .deformable_bodies import (
    DeformableBodyPropertiesCfg,
    define_deformable_body_properties,
    modify_deformable_body_properties,
)
from .joint_drives import (
    JointDrivePropertiesCfg,
    define_joint_drive_properties,
    modify_joint_drive_properties,
)
from .mesh_collision import (
    BoundingCubePropertiesCfg,
    BoundingSpherePropertiesCfg,
    ConvexDecompositionPropertiesCfg,
    ConvexHullPropertiesCfg,
    HeightFieldPropertiesCfg,
    MeshCollisionPropertiesCfg,
    SDFMeshPropertiesCfg,
    TriangleMeshPropertiesCfg,
    TriangleMeshSimplificationPropertiesCfg,
    define_mesh_collision_properties,
    modify_mesh_collision_properties,
)
from .tendons import (
    FixedTendonPropertiesCfg,
    SpatialTendonPropertiesCfg,
    modify_fixed_tendon_properties,
    modify_spatial_tendon_properties,
)

__all__ = [
    "ArticulationRootPropertiesCfg",
    "BoundingCubePropertiesCfg",
    "BoundingSpherePropertiesCfg",
    "CollisionPropertiesCfg",
    "ConvexDecompositionPropertiesCfg",
    "ConvexHullPropertiesCfg",
    "DeformableBodyPropertiesCfg",
    "FixedTendonPropertiesCfg",
    "HeightFieldPropertiesCfg",
    "JointDrivePropertiesCfg",
    "MassPropertiesCfg",
    "MeshCollisionPropertiesCfg",
    "RigidBodyPropertiesCfg",
    "SDFMeshPropertiesCfg",
    "SpatialTendonPropertiesCfg",
    "TriangleMeshPropertiesCfg",
    "TriangleMeshSimplificationPropertiesCfg",
    "activate_contact_sensors",
    "applied_schemas",
    "define_articulation_root_properties",
    "define_collision_properties",
    "define_deformable_body_properties",
    "define_joint_drive_properties",
    "define_mass_properties",
    "define_mesh_collision_properties",
    "define_rigid_body_properties",
    "find_global_fixed_joint_prim",
    "find_root_link",
    "modify_articulation_root_properties",
    "modify_collision_properties",
    "modify_deformable_body_properties",
    "modify_fixed_tendon_properties",
    "modify_joint_drive_properties",
    "modify_mass_properties",
    "modify_mesh_collision_properties",
    "modify_rigid_body_properties",
    "modify_spatial_tendon_properties",
]
