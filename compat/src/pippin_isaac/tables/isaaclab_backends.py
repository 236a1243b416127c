"""Modules of Isaac Lab 3's backends, and where their names come from; see :mod:`pippin_isaac.tables`."""

from __future__ import annotations

from typing import Any

from pippin.utils.assets_root import assets_root

_MARKERS = f"{assets_root()}/Isaac/Props/UIElements"

_PHYSX_MATERIALS = (
    "pippin.sim.spawners: DeformableBodyMaterialCfg, OmniPhysicsDeformableMaterialCfg, "
    "PhysxDeformableMaterialCfg, PhysxMaterialCfg, DeformableBodyMaterialCfg as PhysxDeformableBodyMaterialCfg",
    "pippin_isaac.lab_prims: PhysxRigidBodyMaterialCfg, RigidBodyMaterialCfg",
    "pippin_isaac.lab_simulation: make_unserved as *",
)

MODULES: dict[str, str | tuple[str, ...]] = {
    "isaaclab_newton.physics": (
        "pippin.sim: MJWarpSolverCfg, NewtonCfg, NewtonShapeCfg, NewtonSoftContactCfg, VBDSolverCfg",
        "pippin_isaac.lab_simulation: NewtonManager",
        (
            "pippin_isaac.lab_simulation: FeatherstoneSolverCfg, HydroelasticSDFCfg, KaminoDVICfg, KaminoDVISolverCfg, "
            "KaminoPADMMCfg, KaminoPADMMSolverCfg, MPMSolverCfg, NewtonBuilderCfg, NewtonCollisionPipelineCfg, "
            "XPBDSolverCfg"
        ),
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab_newton.controllers.ik.newton_ik_objectives_cfg": (
        "pippin_isaac.lab_simulation: NewtonIKJointLimitObjectiveCfg, NewtonIKPoseObjectiveCfg"
    ),
    "isaaclab_newton.controllers.ik.newton_ik_solver_cfg": "pippin_isaac.lab_simulation: NewtonIKSolverCfg",
    "isaaclab_newton.envs.mdp": (
        ".actions.newton_ik_actions_cfg: *",
        ".events: *",
    ),
    "isaaclab_newton.envs.mdp.events": (
        "pippin.envs.mdp: randomize_physics_scene_gravity, randomize_rigid_body_collider_offsets, "
        "randomize_rigid_body_material, randomize_visual_shape"
    ),
    "isaaclab_physx.envs.mdp": ".events: *",
    "isaaclab_physx.envs.mdp.events": (
        "pippin.envs.mdp: randomize_physics_scene_gravity, randomize_rigid_body_collider_offsets, "
        "randomize_rigid_body_material, randomize_visual_color, randomize_visual_texture_material"
    ),
    "isaaclab_newton.envs.mdp.actions.newton_ik_actions_cfg": (
        "pippin_isaac.lab_simulation: NewtonInverseKinematicsActionCfg"
    ),
    "isaaclab_newton.physics.newton_manager": "pippin_isaac.lab_simulation: NewtonManager",
    "isaaclab_newton.assets.articulation.actuator_control": "pippin_isaac.lab_simulation: NewtonActuatorControl",
    "isaaclab_newton.sim": (".schemas: *", ".spawners: *"),
    "isaaclab_newton.sim.schemas": ".schemas_cfg: *",
    "isaaclab_newton.sim.schemas.schemas_cfg": (
        "pippin.sim.schemas: MujocoCollisionCfg, MujocoFixedTendonCfg, MujocoJointCfg, MujocoRigidBodyCfg, "
        "NewtonArticulationCfg, NewtonCollisionCfg, NewtonMeshCollisionCfg, NewtonSDFCollisionCfg, "
        "apply_mujoco_collision, apply_mujoco_fixed_tendon, apply_mujoco_joint, JointDrivePropertiesCfg as "
        "NewtonJointDrivePropertiesCfg, RigidBodyPropertiesCfg as NewtonRigidBodyPropertiesCfg",
        "pippin.sim.schemas: MujocoJointDrivePropertiesCfg, MujocoRigidBodyPropertiesCfg, "
        "NewtonArticulationRootPropertiesCfg, NewtonCollisionPropertiesCfg, NewtonMeshCollisionPropertiesCfg, "
        "NewtonSDFCollisionPropertiesCfg",
        "pippin.sim.spawners: NewtonMaterialPropertiesCfg",
        "pippin_isaac.lab_prims: DeformableBodyPropertiesBaseCfg as NewtonDeformableBodyPropertiesCfg",
    ),
    "isaaclab_newton.sim.spawners": ".materials: *",
    "isaaclab_newton.sim.views": "pippin_isaac.lab_prim_views: FrameView as NewtonSiteFrameView",
    "isaaclab_newton.sim.spawners.materials": (
        "pippin.sim.spawners: NewtonDeformableBodyMaterialCfg, NewtonMaterialCfg, "
        "NewtonDeformableBodyMaterialCfg as NewtonDeformableMaterialCfg",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab_newton.sim.spawners.mpm": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab_newton.assets.mpm_object": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab_newton.controllers": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab_newton.controllers.ik": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab_ov.physics": "pippin_isaac.lab_simulation: OvPhysxCfg",
    # the same backend under the name that it had before the release of 3.0.0
    "isaaclab_ovphysx.physics": "pippin_isaac.lab_simulation: OvPhysxCfg",
    "isaaclab_ovphysx.sensors": "pippin.sensors: ContactSensorCfg",
    "isaaclab_ov.renderers": (
        "pippin_isaac.lab_simulation: OVRTXRendererCfg",
        "pippin.sensors.camera.newton_renderer: NewtonWarpRenderer as OVRTXRenderer",
    ),
    "isaaclab_physx.renderers": (
        "pippin_isaac.lab_simulation: IsaacRtxRendererCfg",
        "pippin.sensors.camera.newton_renderer: NewtonWarpRenderer as IsaacRtxRenderer",
    ),
    "isaaclab_visualizers.kit": (
        "pippin_isaac.lab_simulation: VisualizerCfg as KitVisualizerCfg",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab_visualizers.newton": (
        "pippin_isaac.lab_simulation: VisualizerCfg as NewtonVisualizerCfg, VisualizerCfg as NewtonGLVisualizerCfg, "
        "VisualizerCfg as NewtonRTXVisualizerCfg",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab_visualizers.rerun": (
        "pippin_isaac.lab_simulation: VisualizerCfg as RerunVisualizerCfg",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab_visualizers.viser": (
        "pippin_isaac.lab_simulation: VisualizerCfg as ViserVisualizerCfg",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
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
        "JointDrivePropertiesCfg as "
        "PhysxJointDrivePropertiesCfg, RigidBodyPropertiesCfg as PhysxRigidBodyPropertiesCfg, SDFMeshPropertiesCfg as "
        "PhysxSDFMeshPropertiesCfg, TriangleMeshPropertiesCfg as "
        "PhysxTriangleMeshPropertiesCfg, TriangleMeshSimplificationPropertiesCfg as "
        "PhysxTriangleMeshSimplificationPropertiesCfg",
        "pippin_isaac.lab_prims: PhysxFixedTendonPropertiesCfg, PhysxSpatialTendonPropertiesCfg, "
        "PhysxDeformableBodyPropertiesCfg, DeformableBodyPropertiesBaseCfg as "
        "OmniPhysicsDeformableBodyPropertiesCfg",
    ),
    "isaaclab_physx.sim.spawners": ".materials: *",
    "isaaclab_physx.sim.spawners.materials": (
        ".physics_materials_cfg: *",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab_physx.sim.spawners.materials.physics_materials_cfg": _PHYSX_MATERIALS,
    "isaaclab_newton.assets": (
        "pippin.assets: Articulation, ArticulationData, DeformableObject, DeformableObjectData, RigidObject, "
        "RigidObjectCollection, RigidObjectCollectionData, RigidObjectData",
        "pippin_isaac.lab_simulation: make_unserved as *",
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
    "isaaclab_newton.renderers": (
        "pippin.sensors.camera: NewtonWarpRendererCfg",
        "pippin.sensors.camera.newton_renderer: NewtonWarpRenderer",
    ),
    "isaaclab_newton.renderers.newton_warp_renderer_cfg": "pippin.sensors.camera: NewtonWarpRendererCfg",
    "isaaclab_newton.sensors": (
        "pippin.sensors: ContactSensor, ContactSensorCfg, ContactSensorData, FrameTransformer, FrameTransformerData, "
        "Imu, ImuData, JointWrenchSensor, JointWrenchSensorData, MultiMeshRayCaster, MultiMeshRayCasterCamera, Pva, "
        "PvaData, RayCaster, RayCasterCamera",
        ".ray_caster: *",
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
        "pippin.sensors: MultiMeshRayCaster, MultiMeshRayCasterCamera, RayCaster, RayCasterCamera",
        ".legacy_ray_caster: *",
        ".newton_raycast_sensor: NewtonRaycastSensor",
        ".newton_raycast_sensor_cfg: *",
        ".newton_raycast_sensor_data: *",
    ),
    "isaaclab_newton.sensors.ray_caster.legacy_ray_caster": (
        "pippin.sensors: MultiMeshRayCaster as LegacyMultiMeshRayCaster, MultiMeshRayCasterCamera as "
        "LegacyMultiMeshRayCasterCamera, RayCaster as LegacyRayCaster, RayCasterCamera as LegacyRayCasterCamera"
    ),
    "isaaclab_newton.sensors.ray_caster.newton_raycast_sensor": (
        "pippin.sensors: ColliderRayCaster as NewtonRaycastSensor, RayCaster"
    ),
    "isaaclab_newton.sensors.ray_caster.newton_raycast_sensor_cfg": (
        "pippin.sensors: ColliderRayCasterCfg as NewtonRaycastSensorCfg"
    ),
    "isaaclab_newton.sensors.ray_caster.newton_raycast_sensor_data": (
        "pippin.sensors: ColliderRayCasterData as NewtonRaycastSensorData"
    ),
    "isaaclab_newton.sim.schemas.schemas": (
        "pippin.sim: apply_mujoco_collision, apply_mujoco_fixed_tendon, apply_mujoco_joint"
    ),
    "isaaclab_newton.sim.spawners.materials.physics_materials": "pippin.sim: spawn_deformable_body_material",
    "isaaclab_newton.sim.spawners.materials.physics_materials_cfg": "pippin.sim: NewtonMaterialCfg",
    "isaaclab_physx.assets": (
        "pippin.assets: Articulation, ArticulationData, DeformableObject, DeformableObjectCfg, DeformableObjectData, "
        "RigidObject, RigidObjectCollection, RigidObjectCollectionData, RigidObjectData",
        "pippin_isaac.lab_simulation: make_unserved as *",
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
        "PvaData, RayCaster, RayCasterCamera",
        ".ray_caster: *",
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

_IMPORTER: dict[str, Any] = {
    "collision_type": "Convex Hull",
    "debug_mode": False,
    "merge_mesh": False,
    "physics_variant": None,
    "robot_type": "Default",
    "run_asset_transformer": True,
    "run_multi_physics_conversion": True,
}

_PHYSX: dict[str, Any] = {
    "enable_ccd": False,
    "enable_enhanced_determinism": False,
    "enable_external_forces_every_iteration": False,
    "enable_scene_query_support": False,
    "enable_stabilization": False,
    "friction_correlation_distance": 0.025,
    "friction_offset_threshold": 0.04,
    "gpu_collision_stack_size": 2**26,
    "gpu_found_lost_aggregate_pairs_capacity": 2**25,
    "gpu_found_lost_pairs_capacity": 2**21,
    "gpu_heap_capacity": 2**26,
    "gpu_max_num_partitions": 8,
    "gpu_max_particle_contacts": 2**20,
    "gpu_max_rigid_contact_count": 2**23,
    "gpu_max_rigid_patch_count": 5 * 2**15,
    "gpu_max_soft_body_contacts": 2**20,
    "gpu_temp_buffer_capacity": 2**24,
    "gpu_total_aggregate_pairs_capacity": 2**21,
    "max_position_iteration_count": 255,
    "max_velocity_iteration_count": 255,
    "min_position_iteration_count": 1,
    "min_velocity_iteration_count": 0,
    "solve_articulation_contact_last": False,
    "solver_type": 1,
}

SETTINGS_WITHOUT_EFFECT: dict[str, dict[str, Any]] = {
    "ArrowMarkerCfg": {"usd_path": f"{_MARKERS}/arrow_x.usd"},  # these two are drawn without a file
    "FrameMarkerCfg": {"usd_path": f"{_MARKERS}/frame_prim.usd"},
    "AssetBaseCfg": {"disable_shape_checks": None},
    "CameraCfg": {"background_color": None, "isp_cfg": None},
    "ContactSensorCfg": {
        "force_visualization_scale": 0.01,
        "friction_force_visualizer_cfg": None,
        "normal_force_visualizer_cfg": None,
    },
    "CouplerEntryCfg": {"in_place": False, "particles": [], "shape_label_patterns": [], "substeps": 1},
    "CouplerProxyCfg": {"class_type": None, "iterations": 1},
    "DeformableBodyMaterialCfg": {"static_friction": 0.25},
    "HfTerrainBaseCfg": {"convert_to_heightfield": True},
    "NewtonDeformableBodyMaterialCfg": {"particle_radius": 0.008},
    "MJWarpSolverCfg": {
        "actuator_gears": None,
        "ccd_iterations": 35,
        "default_actuator_gear": None,
        "disable_contacts": False,
        "disable_sensors": False,
        "enable_multiccd": False,
        "ls_parallel": False,
        "save_to_mjcf": None,
        "solver": "newton",
        "solver_type": "mujoco_warp",
        "update_data_interval": 1,
        "use_mujoco_contacts": True,
        "use_mujoco_cpu": False,
    },
    "MeshRepeatedObjectsTerrainCfg": {"max_height_noise": None},
    "MjcfConverterCfg": {
        **_IMPORTER,
        "collision_from_visuals": False,
        "override_bias_prm": None,
        "override_bias_type": None,
        "override_gain_prm": None,
        "override_gain_type": None,
    },
    "NewtonCfg": {
        "class_type": None,
        "bvh_constructor_gaussian": "cubql",
        "bvh_constructor_geometry": "cubql",
        "bvh_constructor_scene": "sah",
        "collision_cfg": None,
        "collision_decimation": 0,
        "debug_mode": False,
        "deterministic": False,
        "deterministic_mode": "not_guaranteed",
        "load_visual_shapes": None,
        "use_cuda_graph": True,
    },
    "NewtonSoftContactCfg": {"soft_contact_kd": 10.0, "soft_contact_ke": 1.0e3},
    "NewtonShapeCfg": {"gap": 0.01, "kd": 100.0, "ke": 2500.0, "margin": 0.0},
    "NewtonWarpRendererCfg": {
        "create_default_light": True,
        "enable_ambient_lighting": True,
        "enable_backface_culling": False,
        "enable_shadows": False,
        "enable_textures": True,
        "kernel_block_dim": 64,
        "max_distance": 1000.0,
        "render_order": "tiled",
        "tile_rendering_height": 8,
        "tile_rendering_width": 8,
        "use_cuda_graph": True,
    },
    "OvPhysxCfg": {**_PHYSX, "cooked_collider_cache_dir": None},
    "PhysxCfg": _PHYSX,
    "RayCasterCfg": {"global_world_only": False, "use_cuda_graph": True},
    "RenderCfg": {
        "antialiasing_mode": None,
        "carb_settings": None,
        "dlss_mode": None,
        "dome_light_upper_lower_strategy": None,
        "enable_ambient_occlusion": None,
        "enable_direct_lighting": None,
        "enable_dl_denoiser": None,
        "enable_dlssg": None,
        "enable_global_illumination": None,
        "enable_reflections": None,
        "enable_shadows": None,
        "enable_translucency": None,
        "rendering_mode": None,
        "samples_per_pixel": None,
    },
    "RigidBodyMaterialCfg": {
        "compliant_contact_acceleration_spring": None,
        "damping_combine_mode": None,
        "density": None,
    },
    "SimulationCfg": {
        "log_dir": None,
        "logging_level": "WARNING",
        "save_logs_to_file": True,
        "use_newton_actuators": True,
    },
    "SubTerrainBaseCfg": {"convert_to_heightfield": False},
    "UrdfConverterCfg": {**_IMPORTER, "ros_package_paths": []},
    "VBDSolverCfg": {
        "class_type": None,
        "integrate_with_external_rigid_solver": False,  # rigid bodies have an engine of their own, whatever it says
        "particle_collision_detection_interval": -1,
        "particle_edge_contact_buffer_size": 64,
        "particle_rest_shape_contact_exclusion_radius": 0.0,
        "particle_self_contact_margin": 0.005,
        "particle_topological_contact_filter_threshold": 2,
        "particle_vertex_contact_buffer_size": 32,
        "rigid_body_contact_buffer_size": 64,
        "rigid_body_particle_contact_buffer_size": 256,
        "rigid_compliant_alm": None,
        "rigid_contact_k_start": 1.0e2,
        "solver_type": "vbd",
    },
}
"""Settings of Isaac Lab's configs that are for Isaac Sim or Newton alone, with its defaults, by class.

Those that a program changes are named in a warning when the config is used.
"""

_ENVIRONMENT: dict[str, Any] = {
    "ui_window_class_type": None,  # there are no windows
    "video_recorders": [],  # render_mode="rgb_array" takes pictures
    "xr": None,  # there are no glasses
}
_RENDERED: dict[str, Any] = {  # images are always of the state that they are read in, and never lack textures
    "num_rerenders_on_reset": 0,
    "rerender_on_reset": False,
    "wait_for_textures": True,
}
_CONVERTED = {"make_instanceable": True}  # environments are never copied on the stage

SETTINGS_WITHOUT_NEED: dict[str, dict[str, Any]] = {
    "AssetBaseCfg": {"cloning_contexts": None},  # read by replicate()
    "CouplerEntryCfg": {  # all bodies, soft and rigid, are coupled
        "all_particles": False,
        "bodies": [],
        "include_body_shapes": True,
        "include_child_joints": True,
        "include_static_shapes": False,
    },
    "CouplerProxyCfg": {"proxies": []},
    "DirectMARLEnvCfg": _ENVIRONMENT,
    "DirectRLEnvCfg": _ENVIRONMENT | _RENDERED,
    "GroundPlaneCfg": {"usd_path": None},  # the ground is a plane, no file
    "InteractiveSceneCfg": {"clone_in_fabric": False},  # there are no copies of environments to keep
    "ManagerBasedEnvCfg": _ENVIRONMENT | _RENDERED | {"isaac_teleop": None},
    "MeshConverterCfg": _CONVERTED,
    "MjcfConverterCfg": _CONVERTED,
    "PinkInverseKinematicsActionCfg": {"ik_urdf_fixed_joint_names": []},  # for tasks that fix them in their URDF file
    "SimulationCfg": {
        "create_stage_in_memory": False,  # it always is
        "disable_contact_processing": False,  # contacts are processed where a sensor asks for them
        "enable_scene_query_support": False,  # they always are
        "use_fabric": True,  # state never goes through the stage
    },
    "SpawnerCfg": {"spawn_path": None},  # environments that are equal share one prototype anyhow
    "UrdfConverterCfg": _CONVERTED,
    "ViewerCfg": {"cam_prim_path": "/OmniverseKit_Persp"},  # there is one camera
}
"""Settings of Isaac Lab's configs that ask for what is so in any case, with its defaults, by class."""
