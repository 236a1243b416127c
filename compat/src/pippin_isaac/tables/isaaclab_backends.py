"""Modules of Isaac Lab 3's backends, and where their names come from; see :mod:`pippin_isaac.tables`."""

from __future__ import annotations

_PHYSX_MATERIALS = (
    "pippin.sim.spawners: DeformableBodyMaterialCfg, OmniPhysicsDeformableMaterialCfg, "
    "PhysxDeformableMaterialCfg, PhysxMaterialCfg, RigidBodyMaterialCfg, DeformableBodyMaterialCfg as "
    "PhysxDeformableBodyMaterialCfg, RigidBodyMaterialCfg as PhysxRigidBodyMaterialCfg"
)

MODULES: dict[str, str | tuple[str, ...]] = {
    "isaaclab_newton.physics": "pippin.sim: MJWarpSolverCfg, NewtonCfg",
    "isaaclab_newton.sim": (".schemas: *", ".spawners: *"),
    "isaaclab_newton.sim.schemas": ".schemas_cfg: *",
    "isaaclab_newton.sim.schemas.schemas_cfg": (
        "pippin.sim.schemas: MujocoCollisionCfg, MujocoFixedTendonCfg, MujocoJointCfg, MujocoRigidBodyCfg, "
        "NewtonArticulationCfg, NewtonCollisionCfg, NewtonMeshCollisionCfg, NewtonSDFCollisionCfg, "
        "apply_mujoco_collision, apply_mujoco_fixed_tendon, apply_mujoco_joint, ArticulationRootPropertiesCfg as "
        "NewtonArticulationRootPropertiesCfg, CollisionPropertiesCfg as NewtonCollisionPropertiesCfg, "
        "JointDrivePropertiesCfg as NewtonJointDrivePropertiesCfg, RigidBodyPropertiesCfg as "
        "NewtonRigidBodyPropertiesCfg"
    ),
    "isaaclab_newton.sim.spawners": ".materials: *",
    "isaaclab_newton.sim.spawners.materials": "pippin.sim.spawners: NewtonMaterialCfg",
    "isaaclab_physx.physics": "pippin.sim: PhysxCfg",
    "isaaclab_physx.sim": (".schemas: *", ".spawners: *"),
    "isaaclab_physx.sim.schemas": ".schemas_cfg: *",
    "isaaclab_physx.sim.schemas.schemas_cfg": (
        "pippin.sim.schemas: ArticulationRootPropertiesCfg, CollisionPropertiesCfg, ConvexDecompositionPropertiesCfg, "
        "ConvexHullPropertiesCfg, DeformableBodyPropertiesCfg, FixedTendonPropertiesCfg, JointDrivePropertiesCfg, "
        "PhysxArticulationCfg, PhysxCollisionCfg, PhysxConvexDecompositionCfg, PhysxConvexHullCfg, "
        "PhysxDeformableBodyCfg, PhysxJointCfg, PhysxRigidBodyCfg, PhysxSDFMeshCfg, PhysxSurfaceDeformableBodyCfg, "
        "PhysxTendonAttachmentRootCfg, PhysxTendonAxisCfg, PhysxTendonAxisRootCfg, PhysxTriangleMeshCfg, "
        "PhysxTriangleMeshSimplificationCfg, RigidBodyPropertiesCfg, SDFMeshPropertiesCfg, "
        "SpatialTendonPropertiesCfg, TriangleMeshPropertiesCfg, TriangleMeshSimplificationPropertiesCfg, "
        "apply_physx_joint, ArticulationRootPropertiesCfg as PhysxArticulationRootPropertiesCfg, "
        "CollisionPropertiesCfg as PhysxCollisionPropertiesCfg, ConvexDecompositionPropertiesCfg as "
        "PhysxConvexDecompositionPropertiesCfg, ConvexHullPropertiesCfg as PhysxConvexHullPropertiesCfg, "
        "DeformableBodyPropertiesCfg as PhysxDeformableBodyPropertiesCfg, FixedTendonPropertiesCfg as "
        "PhysxFixedTendonPropertiesCfg, JointDrivePropertiesCfg as PhysxJointDrivePropertiesCfg, "
        "RigidBodyPropertiesCfg as PhysxRigidBodyPropertiesCfg, SDFMeshPropertiesCfg as PhysxSDFMeshPropertiesCfg, "
        "SpatialTendonPropertiesCfg as PhysxSpatialTendonPropertiesCfg, TriangleMeshPropertiesCfg as "
        "PhysxTriangleMeshPropertiesCfg, TriangleMeshSimplificationPropertiesCfg as "
        "PhysxTriangleMeshSimplificationPropertiesCfg"
    ),
    "isaaclab_physx.sim.spawners": ".materials: *",
    "isaaclab_physx.sim.spawners.materials": ".physics_materials_cfg: *",
    "isaaclab_physx.sim.spawners.materials.physics_materials_cfg": _PHYSX_MATERIALS,
}
