"""Modules of Isaac Lab 3's backends, and where their names come from; see :mod:`pippin_isaac.tables`."""

from __future__ import annotations

_PHYSX_MATERIALS = (
    "pippin.sim.spawners: DeformableBodyMaterialCfg, OmniPhysicsDeformableMaterialCfg, "
    "PhysxDeformableMaterialCfg, PhysxMaterialCfg, RigidBodyMaterialCfg, DeformableBodyMaterialCfg as "
    "PhysxDeformableBodyMaterialCfg, RigidBodyMaterialCfg as PhysxRigidBodyMaterialCfg"
)

MODULES: dict[str, str | tuple[str, ...]] = {
    "isaaclab_newton.physics": (
        "pippin.sim: MJWarpSolverCfg, NewtonCfg",
        "pippin_isaac.lab_simulation: NewtonManager",
        (
            "pippin_isaac.lab_simulation: FeatherstoneSolverCfg, KaminoDVISolverCfg, KaminoPADMMSolverCfg, "
            "MPMSolverCfg, NewtonBuilderCfg, VBDSolverCfg, XPBDSolverCfg"
        ),
    ),
    "isaaclab_newton.physics.newton_manager": "pippin_isaac.lab_simulation: NewtonManager",
    "isaaclab_newton.assets.articulation.actuator_control": "pippin_isaac.lab_simulation: NewtonActuatorControl",
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
    "isaaclab_physx.physics": ("pippin.sim: PhysxCfg", "pippin_isaac.lab_simulation: IsaacEvents, PhysxManager"),
    "isaaclab_physx.physics.physx_manager": "pippin_isaac.lab_simulation: IsaacEvents, PhysxManager",
    "isaaclab_physx.sim": (".schemas: *", ".spawners: *"),
    "isaaclab_physx.sim.schemas": ".schemas_cfg: *",
    "isaaclab_physx.sim.schemas.schemas_cfg": (
        "pippin.sim.schemas: ArticulationRootPropertiesCfg, CollisionPropertiesCfg, ConvexDecompositionPropertiesCfg, "
        "ConvexHullPropertiesCfg, DeformableBodyPropertiesCfg, FixedTendonPropertiesCfg, JointDrivePropertiesCfg, "
        "MeshCollisionPropertiesCfg, PhysxArticulationCfg, PhysxCollisionCfg, PhysxConvexDecompositionCfg, "
        "PhysxConvexHullCfg, "
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
    "isaaclab_newton.assets": (
        "pippin.assets: Articulation, ArticulationData, DeformableObject, DeformableObjectData, RigidObject, "
        "RigidObjectCollection, RigidObjectCollectionData, RigidObjectData"
    ),
    "isaaclab_newton.assets.articulation": "pippin.assets: Articulation, ArticulationData",
    "isaaclab_newton.assets.articulation.articulation": "pippin.assets: Articulation",
    "isaaclab_newton.assets.articulation.articulation_data": "pippin.assets: ArticulationData",
    "isaaclab_newton.assets.deformable_object": "pippin.assets: DeformableObject, DeformableObjectData",
    "isaaclab_newton.assets.deformable_object.deformable_object": "pippin.assets: DeformableObject",
    "isaaclab_newton.assets.deformable_object.deformable_object_data": "pippin.assets: DeformableObjectData",
    "isaaclab_newton.assets.rigid_object": "pippin.assets: RigidObject, RigidObjectData",
    "isaaclab_newton.assets.rigid_object.rigid_object": "pippin.assets: RigidObject",
    "isaaclab_newton.assets.rigid_object.rigid_object_data": "pippin.assets: RigidObjectData",
    "isaaclab_newton.assets.rigid_object_collection": "pippin.assets: RigidObjectCollection, RigidObjectCollectionData",
    "isaaclab_newton.assets.rigid_object_collection.rigid_object_collection": "pippin.assets: RigidObjectCollection",
    "isaaclab_newton.assets.rigid_object_collection.rigid_object_collection_data": (
        "pippin.assets: RigidObjectCollectionData"
    ),
    "isaaclab_newton.physics.mjwarp_manager_cfg": "pippin.sim: MJWarpSolverCfg",
    "isaaclab_newton.physics.newton_manager_cfg": "pippin.sim: NewtonCfg",
    "isaaclab_newton.renderers": "pippin.sensors.camera: NewtonWarpRendererCfg",
    "isaaclab_newton.renderers.newton_warp_renderer_cfg": "pippin.sensors.camera: NewtonWarpRendererCfg",
    "isaaclab_newton.sensors": (
        "pippin.sensors: ContactSensor, ContactSensorCfg, ContactSensorData, FrameTransformer, FrameTransformerData, "
        "Imu, ImuData, JointWrenchSensor, JointWrenchSensorData, MultiMeshRayCaster, MultiMeshRayCasterCamera, Pva, "
        "PvaData, RayCaster, RayCasterCamera"
    ),
    "isaaclab_newton.sensors.contact_sensor": "pippin.sensors: ContactSensor, ContactSensorCfg, ContactSensorData",
    "isaaclab_newton.sensors.contact_sensor.contact_sensor": "pippin.sensors: ContactSensor",
    "isaaclab_newton.sensors.contact_sensor.contact_sensor_cfg": "pippin.sensors: ContactSensorCfg",
    "isaaclab_newton.sensors.contact_sensor.contact_sensor_data": "pippin.sensors: ContactSensorData",
    "isaaclab_newton.sensors.frame_transformer": "pippin.sensors: FrameTransformer, FrameTransformerData",
    "isaaclab_newton.sensors.frame_transformer.frame_transformer": "pippin.sensors: FrameTransformer",
    "isaaclab_newton.sensors.frame_transformer.frame_transformer_data": "pippin.sensors: FrameTransformerData",
    "isaaclab_newton.sensors.imu": "pippin.sensors: Imu, ImuData",
    "isaaclab_newton.sensors.imu.imu": "pippin.sensors: Imu",
    "isaaclab_newton.sensors.imu.imu_data": "pippin.sensors: ImuData",
    "isaaclab_newton.sensors.joint_wrench": "pippin.sensors: JointWrenchSensor, JointWrenchSensorData",
    "isaaclab_newton.sensors.joint_wrench.joint_wrench_sensor": "pippin.sensors: JointWrenchSensor",
    "isaaclab_newton.sensors.joint_wrench.joint_wrench_sensor_data": "pippin.sensors: JointWrenchSensorData",
    "isaaclab_newton.sensors.pva": "pippin.sensors: Pva, PvaData",
    "isaaclab_newton.sensors.pva.pva": "pippin.sensors: Pva",
    "isaaclab_newton.sensors.pva.pva_data": "pippin.sensors: PvaData",
    "isaaclab_newton.sensors.ray_caster": (
        "pippin.sensors: MultiMeshRayCaster, MultiMeshRayCasterCamera, RayCaster, RayCasterCamera"
    ),
    "isaaclab_newton.sensors.ray_caster.legacy_ray_caster": (
        "pippin.sensors: MultiMeshRayCaster, MultiMeshRayCasterCamera, RayCasterCamera"
    ),
    "isaaclab_newton.sensors.ray_caster.newton_raycast_sensor": "pippin.sensors: RayCaster",
    "isaaclab_newton.sim.schemas.schemas": (
        "pippin.sim: apply_mujoco_collision, apply_mujoco_fixed_tendon, apply_mujoco_joint"
    ),
    "isaaclab_newton.sim.spawners.materials.physics_materials": "pippin.sim: spawn_deformable_body_material",
    "isaaclab_newton.sim.spawners.materials.physics_materials_cfg": "pippin.sim: NewtonMaterialCfg",
    "isaaclab_physx.assets": (
        "pippin.assets: Articulation, ArticulationData, DeformableObject, DeformableObjectCfg, DeformableObjectData, "
        "RigidObject, RigidObjectCollection, RigidObjectCollectionData, RigidObjectData"
    ),
    "isaaclab_physx.assets.articulation": "pippin.assets: Articulation, ArticulationData",
    "isaaclab_physx.assets.articulation.articulation": "pippin.assets: Articulation",
    "isaaclab_physx.assets.articulation.articulation_data": "pippin.assets: ArticulationData",
    "isaaclab_physx.assets.deformable_object": (
        "pippin.assets: DeformableObject, DeformableObjectCfg, DeformableObjectData"
    ),
    "isaaclab_physx.assets.deformable_object.deformable_object": "pippin.assets: DeformableObject",
    "isaaclab_physx.assets.deformable_object.deformable_object_data": "pippin.assets: DeformableObjectData",
    "isaaclab_physx.assets.rigid_object": "pippin.assets: RigidObject, RigidObjectData",
    "isaaclab_physx.assets.rigid_object.rigid_object": "pippin.assets: RigidObject",
    "isaaclab_physx.assets.rigid_object.rigid_object_data": "pippin.assets: RigidObjectData",
    "isaaclab_physx.assets.rigid_object_collection": "pippin.assets: RigidObjectCollection, RigidObjectCollectionData",
    "isaaclab_physx.assets.rigid_object_collection.rigid_object_collection": "pippin.assets: RigidObjectCollection",
    "isaaclab_physx.assets.rigid_object_collection.rigid_object_collection_data": (
        "pippin.assets: RigidObjectCollectionData"
    ),
    "isaaclab_physx.physics.physx_manager_cfg": "pippin.sim: PhysxCfg",
    "isaaclab_physx.sensors": (
        "pippin.sensors: ContactSensor, ContactSensorCfg, ContactSensorData, FrameTransformer, FrameTransformerData, "
        "Imu, ImuData, JointWrenchSensor, JointWrenchSensorData, MultiMeshRayCaster, MultiMeshRayCasterCamera, Pva, "
        "PvaData, RayCaster, RayCasterCamera"
    ),
    "isaaclab_physx.sensors.contact_sensor": "pippin.sensors: ContactSensor, ContactSensorCfg, ContactSensorData",
    "isaaclab_physx.sensors.contact_sensor.contact_sensor": "pippin.sensors: ContactSensor",
    "isaaclab_physx.sensors.contact_sensor.contact_sensor_cfg": "pippin.sensors: ContactSensorCfg",
    "isaaclab_physx.sensors.contact_sensor.contact_sensor_data": "pippin.sensors: ContactSensorData",
    "isaaclab_physx.sensors.frame_transformer": "pippin.sensors: FrameTransformer, FrameTransformerData",
    "isaaclab_physx.sensors.frame_transformer.frame_transformer": "pippin.sensors: FrameTransformer",
    "isaaclab_physx.sensors.frame_transformer.frame_transformer_data": "pippin.sensors: FrameTransformerData",
    "isaaclab_physx.sensors.imu": "pippin.sensors: Imu, ImuData",
    "isaaclab_physx.sensors.imu.imu": "pippin.sensors: Imu",
    "isaaclab_physx.sensors.imu.imu_data": "pippin.sensors: ImuData",
    "isaaclab_physx.sensors.joint_wrench": "pippin.sensors: JointWrenchSensor, JointWrenchSensorData",
    "isaaclab_physx.sensors.joint_wrench.joint_wrench_sensor": "pippin.sensors: JointWrenchSensor",
    "isaaclab_physx.sensors.joint_wrench.joint_wrench_sensor_data": "pippin.sensors: JointWrenchSensorData",
    "isaaclab_physx.sensors.pva": "pippin.sensors: Pva, PvaData",
    "isaaclab_physx.sensors.pva.pva": "pippin.sensors: Pva",
    "isaaclab_physx.sensors.pva.pva_data": "pippin.sensors: PvaData",
    "isaaclab_physx.sensors.ray_caster": (
        "pippin.sensors: MultiMeshRayCaster, MultiMeshRayCasterCamera, RayCaster, RayCasterCamera"
    ),
    "isaaclab_physx.sensors.ray_caster.multi_mesh_ray_caster": "pippin.sensors: MultiMeshRayCaster",
    "isaaclab_physx.sensors.ray_caster.multi_mesh_ray_caster_camera": "pippin.sensors: MultiMeshRayCasterCamera",
    "isaaclab_physx.sensors.ray_caster.ray_caster": "pippin.sensors: RayCaster",
    "isaaclab_physx.sensors.ray_caster.ray_caster_camera": "pippin.sensors: RayCasterCamera",
    "isaaclab_physx.sim.schemas.schemas": (
        "pippin.sim: apply_physx_joint, define_deformable_body_properties, modify_deformable_body_properties"
    ),
}
