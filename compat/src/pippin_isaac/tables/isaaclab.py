"""Modules of Isaac Lab 3, and where their names come from; see :mod:`pippin_isaac.tables` for how to add one."""

from __future__ import annotations

from .older_names import WRITERS

_BASES_OF_SENSORS = {
    f"{folder}.base_{module}": f"pippin.sensors: {name} as Base{name}"
    for folder, names in {
        "contact_sensor": {"contact_sensor": "ContactSensor", "contact_sensor_data": "ContactSensorData"},
        "frame_transformer": {
            "frame_transformer": "FrameTransformer",
            "frame_transformer_data": "FrameTransformerData",
        },
        "imu": {"imu": "Imu", "imu_data": "ImuData"},
        "joint_wrench": {
            "joint_wrench_sensor": "JointWrenchSensor",
            "joint_wrench_sensor_data": "JointWrenchSensorData",
        },
        "pva": {"pva": "Pva", "pva_data": "PvaData"},
        "ray_caster": {
            "ray_caster": "RayCaster",
            "ray_caster_camera": "RayCasterCamera",
            "multi_mesh_ray_caster": "MultiMeshRayCaster",
            "multi_mesh_ray_caster_camera": "MultiMeshRayCasterCamera",
        },
    }.items()
    for module, name in names.items()
}
"""Modules of classes from which version 3 derives one for each engine; here one class is for all."""

MODULES: dict[str, str | tuple[str, ...]] = {
    "isaaclab.actuators": (".actuator_base: *", ".actuator_cfg: *", ".actuator_net: *", ".actuator_pd: *"),
    "isaaclab.actuators.actuator_base": "pippin.actuators: ActuatorBase",
    "isaaclab.actuators.actuator_base_cfg": "pippin.actuators: ActuatorBaseCfg",
    "isaaclab.actuators.actuator_cfg": (
        "pippin.actuators: ActuatorBaseCfg, ActuatorNetLSTMCfg, ActuatorNetMLPCfg, DCMotorCfg, DelayedPDActuatorCfg, "
        "IdealPDActuatorCfg, ImplicitActuatorCfg, RemotizedPDActuatorCfg"
    ),
    "isaaclab.actuators.actuator_net": "pippin.actuators: ActuatorNetLSTM, ActuatorNetMLP",
    "isaaclab.actuators.actuator_net_cfg": "pippin.actuators: ActuatorNetLSTMCfg, ActuatorNetMLPCfg",
    "isaaclab.actuators.actuator_pd": (
        "pippin.actuators: DCMotor, DelayedPDActuator, IdealPDActuator, ImplicitActuator, RemotizedPDActuator"
    ),
    "isaaclab.actuators.actuator_pd_cfg": (
        "pippin.actuators: DCMotorCfg, DelayedPDActuatorCfg, IdealPDActuatorCfg, ImplicitActuatorCfg, "
        "RemotizedPDActuatorCfg"
    ),
    "isaaclab.app": (
        ".app_launcher: AppLauncher, SimulationApp",
        ".sim_launcher: add_launcher_args, launch_simulation",
        ".settings_manager: SettingsManager, get_settings_manager",
    ),
    "isaaclab.assets": (
        ".articulation: *",
        ".asset_base: *",
        ".asset_base_cfg: *",
        ".deformable_object: *",
        ".rigid_object: *",
        ".rigid_object_collection: *",
        "pippin.scene: StaticAsset as Asset",
        "pippin_isaac.lab_simulation: get_articulation_name_ordering",
        (
            "pippin.assets: Articulation as BaseArticulation, ArticulationData as BaseArticulationData, RigidObject as "
            "BaseRigidObject, RigidObjectData as BaseRigidObjectData, RigidObjectCollection as "
            "BaseRigidObjectCollection, DeformableObject as BaseDeformableObject, RigidObjectCollectionData as "
            "BaseRigidObjectCollectionData, DeformableObjectData as BaseDeformableObjectData"
        ),
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab.assets.cable_object": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab.assets.surface_gripper": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab.assets.surface_gripper.surface_gripper": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab.assets.surface_gripper.surface_gripper_cfg": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab.assets.visual_material": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab.assets.articulation": "pippin.assets: Articulation, ArticulationCfg, ArticulationData",
    "isaaclab.assets.articulation.ordering_resolvers": "pippin_isaac.lab_simulation: get_articulation_name_ordering",
    "isaaclab.assets.asset_base": "pippin.assets: AssetBase",
    "isaaclab.assets.asset_base_cfg": "pippin.assets: AssetBaseCfg",
    "isaaclab.assets.deformable_object": "pippin.assets: DeformableObject, DeformableObjectCfg, DeformableObjectData",
    "isaaclab.assets.rigid_object": "pippin.assets: RigidObject, RigidObjectCfg, RigidObjectData",
    "isaaclab.assets.rigid_object_collection": (
        "pippin.assets: RigidObjectCollection, RigidObjectCollectionCfg, RigidObjectCollectionData"
    ),
    "isaaclab.app.settings_manager": "carb.settings: Settings as SettingsManager, get_settings as get_settings_manager",
    "isaaclab.cloner": (
        "pippin_isaac.lab_clone_plan: *",
        "pippin_isaac.lab_scene: query",
        "pippin_isaac.lab_scene: grid_transforms, usd_replicate",
        (
            "pippin_isaac.lab_scene: ReplicateSession, UsdReplicateContext, clone_plan_from_env_0, "
            "disabled_fabric_change_notifies, replicate"
        ),
    ),
    "isaaclab.cloner.fabric_notices": "pippin_isaac.lab_scene: disabled_fabric_change_notifies",
    "isaaclab.cloner.replicate_session": "pippin_isaac.lab_scene: ReplicateSession, clone_plan_from_env_0, replicate",
    "isaaclab.cloner.usd": "pippin_isaac.lab_scene: UsdReplicateContext, usd_replicate",
    "isaaclab.cloner.clone_plan": (
        (
            "pippin_isaac.lab_clone_plan: ClonePlan, PrototypeWorldTopology, TemplateMatch, make_clone_plan, path, "
            "to_warp"
        ),
        "pippin_isaac.lab_scene: query",
        "pippin_isaac.lab_scene: grid_transforms",
    ),
    "isaaclab.cloner.cloner_cfg": "pippin_isaac.lab_clone_plan: CloneCfg, InclusionSet, add, expand_env_regex_ns",
    "isaaclab.cloner.cloner_strategies": "pippin_isaac.lab_clone_plan: random, sequential",
    "isaaclab.physics": (".physics_manager: *", ".physics_manager_cfg: *"),
    "isaaclab.physics.physics_manager_cfg": "pippin_isaac.lab_simulation: PhysicsCfg, PhysxAutoCfg",
    "isaaclab.physics.physics_manager": "pippin.sim.run.physics_events: CallbackHandle, PhysicsEvent, PhysicsManager",
    "isaaclab.controllers": (
        ".differential_ik: *",
        ".differential_ik_cfg: *",
        ".operational_space: *",
        ".operational_space_cfg: *",
    ),
    "isaaclab.controllers.differential_ik": "pippin.controllers: DifferentialIKController",
    "isaaclab.controllers.differential_ik_cfg": "pippin.controllers: DifferentialIKControllerCfg",
    "isaaclab.controllers.joint_impedance": (
        "pippin.controllers: JointImpedanceController, JointImpedanceControllerCfg"
    ),
    "isaaclab.controllers.joint_impedance_cfg": "pippin.controllers: JointImpedanceControllerCfg",
    "isaaclab.controllers.operational_space": "pippin.controllers: OperationalSpaceController",
    "isaaclab.controllers.operational_space_cfg": "pippin.controllers: OperationalSpaceControllerCfg",
    "isaaclab.markers": ("pippin.sim.markers: VisualizationMarkers, VisualizationMarkersCfg", ".config: *"),
    "isaaclab.markers.config": (
        "pippin.sim.markers: BLUE_ARROW_X_MARKER_CFG, CONTACT_SENSOR_MARKER_CFG, CUBOID_MARKER_CFG, "
        "DEFORMABLE_TARGET_MARKER_CFG, FRAME_MARKER_CFG, GREEN_ARROW_X_MARKER_CFG, POSITION_GOAL_MARKER_CFG, "
        "RAY_CASTER_MARKER_CFG, RED_ARROW_X_MARKER_CFG, SPHERE_MARKER_CFG"
    ),
    "isaaclab.renderers": (
        "pippin.sensors.camera: RenderBufferKind, RenderBufferSpec, RendererCfg",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab.scene": (
        "pippin.scene: InteractiveScene, InteractiveSceneCfg",
        "pippin_isaac.lab_clone_plan: add_scene as add",
    ),
    "isaaclab.sensors": (
        "pippin.sensors: *",
        "pippin_isaac.lab_simulation: TiledCamera, TiledCameraCfg",
        "pippin.sensors.camera: RenderBufferKind, RenderBufferSpec",
        "pippin.sensors.ray_caster: MultiMeshRayCasterCameraData",
        *_BASES_OF_SENSORS.values(),
        (
            "isaaclab.sensors.camera.utils: create_pointcloud_from_depth, create_pointcloud_from_rgbd, "
            "save_images_to_file, transform_points"
        ),
    ),
    "isaaclab.sensors.camera": (
        "pippin.sensors.camera: Camera, CameraCfg, CameraData, RenderBufferKind, RenderBufferSpec",
        "pippin_isaac.lab_simulation: TiledCamera, TiledCameraCfg",
        ".utils: create_pointcloud_from_depth, create_pointcloud_from_rgbd, save_images_to_file, transform_points",
    ),
    "isaaclab.sensors.camera.utils": (
        (
            "pippin.sensors.camera.point_clouds: create_pointcloud_from_depth, create_pointcloud_from_rgbd, "
            "save_images_to_file, transform_points"
        ),
        "pippin.utils.math: convert_camera_frame_orientation_convention",
        "pippin.utils.math: convert_camera_frame_orientation_convention as convert_orientation_convention",
    ),
    "isaaclab.sensors.contact_sensor": (
        "pippin.sensors: ContactSensor, ContactSensorCfg, ContactSensorData, ContactSensor as BaseContactSensor"
    ),
    "isaaclab.sensors.contact_sensor.contact_sensor": "pippin.sensors: ContactSensor",
    "isaaclab.sensors.contact_sensor.contact_sensor_cfg": "pippin.sensors: ContactSensorCfg",
    "isaaclab.sensors.contact_sensor.contact_sensor_data": "pippin.sensors: ContactSensorData",
    "isaaclab.sensors.frame_transformer": (
        "pippin.sensors: FrameTransformer, FrameTransformerCfg, FrameTransformerData, OffsetCfg, FrameTransformer as "
        "BaseFrameTransformer"
    ),
    "isaaclab.sensors.frame_transformer.frame_transformer": "pippin.sensors: FrameTransformer",
    "isaaclab.sensors.frame_transformer.frame_transformer_cfg": "pippin.sensors: FrameTransformerCfg, OffsetCfg",
    "isaaclab.sensors.frame_transformer.frame_transformer_data": "pippin.sensors: FrameTransformerData",
    "isaaclab.sensors.imu": "pippin.sensors: Imu, ImuCfg, ImuData, Imu as BaseImu",
    "isaaclab.sensors.imu.imu": "pippin.sensors: Imu",
    "isaaclab.sensors.imu.imu_cfg": "pippin.sensors: ImuCfg",
    "isaaclab.sensors.imu.imu_data": "pippin.sensors: ImuData",
    **{f"isaaclab.sensors.{module}": source for module, source in _BASES_OF_SENSORS.items()},
    "isaaclab.sensors.patterns": "pippin.sensors.ray_caster.patterns: *",
    "isaaclab.sensors.ray_caster": ("pippin.sensors.ray_caster: *", "pippin.sensors: RayCaster as BaseRayCaster"),
    "isaaclab.sensors.ray_caster.patterns": "pippin.sensors.ray_caster.patterns: *",
    "isaaclab.sim": (
        "pippin.physics:",
        "pippin.sim: MJWarpSolverCfg, NewtonCfg",
        ".converters: *",
        ".schemas: *",
        ".simulation_cfg: *",
        ".simulation_context: *",
        ".spawners: *",
        ".utils: *",
        ".views: *",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab.sim._impl.newton_manager_cfg": "pippin.sim: NewtonCfg",
    "isaaclab.sim._impl.solvers_cfg": "pippin.sim: MJWarpSolverCfg",
    "isaaclab.sim.converters": (
        "pippin.sim.converters: AssetConverterBase, AssetConverterBaseCfg, MeshConverter, MeshConverterCfg, "
        "MjcfConverter, MjcfConverterCfg, UrdfConverter, UrdfConverterCfg"
    ),
    "isaaclab.sim.converters.asset_converter_base": "pippin.sim.converters: AssetConverterBase",
    "isaaclab.sim.converters.asset_converter_base_cfg": "pippin.sim.converters: AssetConverterBaseCfg",
    "isaaclab.sim.converters.mesh_converter": "pippin.sim.converters: MeshConverter",
    "isaaclab.sim.converters.mesh_converter_cfg": "pippin.sim.converters: MeshConverterCfg",
    "isaaclab.sim.converters.mjcf_converter": "pippin.sim.converters: MjcfConverter",
    "isaaclab.sim.converters.mjcf_converter_cfg": "pippin.sim.converters: MjcfConverterCfg",
    "isaaclab.sim.converters.urdf_converter": "pippin.sim.converters: UrdfConverter",
    "isaaclab.sim.converters.urdf_converter_cfg": "pippin.sim.converters: UrdfConverterCfg",
    "isaaclab.sim.schemas": (
        ".schemas: *",
        ".schemas_cfg: *",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab.sim.schemas.schemas": (
        (
            "pippin.sim.schemas: apply_articulation_root_properties, apply_collision_properties, apply_drive, "
            "apply_fixed_tendon_properties, apply_joint_drive_properties, apply_mass_properties, "
            "apply_mesh_collision, apply_mesh_collision_properties, apply_namespaced, "
            "apply_rigid_body_properties, apply_spatial_tendon_properties, "
            "apply_surface_deformable_properties, apply_volume_deformable_properties, "
            "activate_contact_sensors, create_world_fixed_joint, define_deformable_body_properties, "
            "define_joint_drive_properties, modify_deformable_body_properties"
        ),
        "pippin.sim.schemas.mesh_collision: APPROXIMATIONS as MESH_APPROXIMATION_TOKENS",
        f"pippin_isaac.lab_prims: {', '.join(WRITERS)}",
    ),
    "isaaclab.sim.schemas.schemas_cfg": (
        "pippin.sim.schemas: ArticulationRootFragment, ArticulationRootPropertiesCfg, BoundingCubePropertiesCfg, "
        "BoundingSpherePropertiesCfg, CollisionFragment, CollisionPropertiesCfg, ConvexDecompositionPropertiesCfg, "
        "ConvexHullPropertiesCfg, DeformableBodyFragment, DeformableBodyPropertiesCfg, FixedTendonFragment, "
        "FixedTendonPropertiesCfg, JointDriveFragment, JointDrivePropertiesCfg, MassCfg, MassFragment, "
        "MassPropertiesCfg, MeshCollisionFragment, MeshCollisionPropertiesCfg, MujocoCollisionCfg, "
        "MujocoFixedTendonCfg, MujocoJointCfg, MujocoRigidBodyCfg, NewtonArticulationCfg, NewtonCollisionCfg, "
        "NewtonMeshCollisionCfg, NewtonSDFCollisionCfg, OmniPhysicsDeformableBodyCfg, PhysxArticulationCfg, "
        "PhysxCollisionCfg, PhysxConvexDecompositionCfg, PhysxConvexHullCfg, PhysxDeformableBodyCfg, PhysxJointCfg, "
        "PhysxRigidBodyCfg, PhysxSDFMeshCfg, PhysxSurfaceDeformableBodyCfg, PhysxTendonAttachmentRootCfg, "
        "PhysxTendonAxisCfg, PhysxTendonAxisRootCfg, PhysxTriangleMeshCfg, PhysxTriangleMeshSimplificationCfg, "
        "RigidBodyFragment, RigidBodyPropertiesCfg, SDFMeshPropertiesCfg, SchemaFragment, SpatialTendonFragment, "
        "SpatialTendonPropertiesCfg, TriangleMeshPropertiesCfg, TriangleMeshSimplificationPropertiesCfg, "
        "UsdPhysicsCollisionCfg, UsdPhysicsDriveCfg, UsdPhysicsMeshCollisionCfg, UsdPhysicsRigidBodyCfg, "
        "JointDrivePropertiesCfg as NewtonJointDrivePropertiesCfg, RigidBodyPropertiesCfg as "
        "NewtonRigidBodyPropertiesCfg, "
        "ArticulationRootPropertiesCfg as ArticulationRootBaseCfg, CollisionPropertiesCfg as CollisionBaseCfg, "
        "JointDrivePropertiesCfg as "
        "JointDriveBaseCfg, MeshCollisionPropertiesCfg as MeshCollisionBaseCfg, ArticulationRootPropertiesCfg as "
        "PhysxArticulationRootPropertiesCfg, CollisionPropertiesCfg as PhysxCollisionPropertiesCfg, "
        "ConvexDecompositionPropertiesCfg as PhysxConvexDecompositionPropertiesCfg, ConvexHullPropertiesCfg as "
        "PhysxConvexHullPropertiesCfg, "
        "JointDrivePropertiesCfg as "
        "PhysxJointDrivePropertiesCfg, RigidBodyPropertiesCfg as PhysxRigidBodyPropertiesCfg, SDFMeshPropertiesCfg as "
        "PhysxSDFMeshPropertiesCfg, "
        "TriangleMeshPropertiesCfg as PhysxTriangleMeshPropertiesCfg, TriangleMeshSimplificationPropertiesCfg as "
        "PhysxTriangleMeshSimplificationPropertiesCfg, RigidBodyPropertiesCfg as RigidBodyBaseCfg",
        "pippin.sim.schemas: MujocoJointDrivePropertiesCfg, MujocoRigidBodyPropertiesCfg, "
        "NewtonArticulationRootPropertiesCfg, NewtonCollisionPropertiesCfg, NewtonMeshCollisionPropertiesCfg, "
        "NewtonSDFCollisionPropertiesCfg",
        "pippin.sim.spawners: NewtonMaterialPropertiesCfg",
        "pippin_isaac.lab_prims: PhysxFixedTendonPropertiesCfg, PhysxSpatialTendonPropertiesCfg, "
        "DeformableBodyPropertiesBaseCfg, PhysxDeformableBodyPropertiesCfg, DeformableBodyPropertiesBaseCfg as "
        "OmniPhysicsDeformableBodyPropertiesCfg",
    ),
    "isaaclab.sim.simulation_cfg": ("pippin.sim: PhysxCfg, RenderCfg", "pippin_isaac.lab_simulation: SimulationCfg"),
    "isaaclab.sim.simulation_context": (
        "pippin.sim: SimulationContext, build_simulation_context",
        "pippin_isaac.lab_simulation: SimulationCfg",
    ),
    "isaaclab.sim.spawners": (
        ".from_files: *",
        ".lights: *",
        ".materials: *",
        ".meshes: *",
        ".sensors: *",
        ".shapes: *",
        ".spawner_cfg: *",
        ".wrappers: *",
    ),
    "isaaclab.sim.spawners.from_files": (
        ".from_files: *",
        ".from_files_cfg: *",
    ),
    "isaaclab.sim.spawners.from_files.from_files": (
        "pippin.sim.spawners: spawn_from_mjcf, spawn_from_urdf, spawn_from_usd, spawn_ground_plane, "
        "spawn_from_usd_with_compliant_contact_material",
        "pippin_isaac.lab_prims: spawn_from_usd_file, spawn_from_usd_file as _spawn_from_usd_file",
    ),
    "isaaclab.sim.spawners.from_files.from_files_cfg": (
        "pippin.sim.spawners: FileCfg, GroundPlaneCfg, MeshFileCfg, MjcfFileCfg, UrdfFileCfg, UsdFileCfg, "
        "UsdFileWithCompliantContactCfg",
    ),
    "isaaclab.sim.spawners.lights": (".lights: *", ".lights_cfg: *"),
    "isaaclab.sim.spawners.lights.lights": "pippin.sim.spawners: spawn_light",
    "isaaclab.sim.spawners.lights.lights_cfg": (
        "pippin.sim.spawners: CylinderLightCfg, DiskLightCfg, DistantLightCfg, DomeLightCfg, LightCfg, SphereLightCfg"
    ),
    "isaaclab.sim.spawners.materials": (
        ".physics_materials: *",
        ".physics_materials_cfg: *",
        ".visual_materials: *",
        ".visual_materials_cfg: *",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab.sim.spawners.materials.physics_materials": (
        "pippin.sim.spawners: spawn_deformable_body_material, spawn_rigid_body_material",
        (
            "pippin_isaac.lab_prims: spawn_physics_material, spawn_physics_material_from_fragments, "
            "spawn_rigid_body_material_from_fragments"
        ),
    ),
    "isaaclab.sim.spawners.materials.physics_materials_cfg": (
        "pippin.sim.spawners: DeformableBodyMaterialCfg, DeformableMaterialFragment, NewtonMaterialCfg, "
        "OmniPhysicsDeformableMaterialCfg, PhysicsMaterialCfg, PhysxDeformableMaterialCfg, PhysxMaterialCfg, "
        "RigidBodyMaterialFragment, UsdPhysicsRigidBodyMaterialCfg, DeformableBodyMaterialCfg "
        "as DeformableBodyMaterialBaseCfg, DeformableBodyMaterialCfg as PhysxDeformableBodyMaterialCfg",
        "pippin.sim.spawners: RigidBodyMaterialCfg as RigidBodyMaterialBaseCfg",
        "pippin_isaac.lab_prims: PhysxRigidBodyMaterialCfg, RigidBodyMaterialCfg",
        "pippin_isaac.lab_simulation: PhysxSurfaceDeformableBodyMaterialCfg, SurfaceDeformableBodyMaterialCfg",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab.sim.spawners.materials.visual_materials": (
        "pippin.sim.spawners: spawn_from_mdl_file, spawn_preview_surface"
    ),
    "isaaclab.sim.spawners.materials.visual_materials_cfg": (
        "pippin.sim.spawners: GlassMdlCfg, MdlFileCfg, PreviewSurfaceCfg, VisualMaterialCfg"
    ),
    "isaaclab.sim.spawners.meshes": (".meshes: *", ".meshes_cfg: *", "pippin_isaac.lab_simulation: make_unserved as *"),
    "isaaclab.sim.spawners.meshes.meshes": (
        "pippin.sim.spawners: spawn_mesh_capsule, spawn_mesh_cone, spawn_mesh_cuboid, spawn_mesh_cylinder, "
        "spawn_mesh_sphere"
    ),
    "isaaclab.sim.spawners.meshes.meshes_cfg": (
        "pippin.sim.spawners: MeshCapsuleCfg, MeshCfg, MeshConeCfg, MeshCuboidCfg, MeshCylinderCfg, MeshSphereCfg",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab.sim.spawners.sensors": (".sensors: *", ".sensors_cfg: *"),
    "isaaclab.sim.spawners.sensors.sensors": (
        "pippin.sim.spawners: spawn_camera, spawn_sensor_frame",
        "pippin_isaac.lab_prims: CUSTOM_FISHEYE_CAMERA_ATTRIBUTES, CUSTOM_PINHOLE_CAMERA_ATTRIBUTES",
    ),
    "isaaclab.sim.spawners.sensors.sensors_cfg": (
        "pippin.sim.spawners: FisheyeCameraCfg, OpenCvDistortionCfg, OpenCvFisheyeDistortionCfg, "
        "OpenCvPinholeDistortionCfg, PinholeCameraCfg, SensorFrameCfg"
    ),
    "isaaclab.sim.spawners.shapes": (".shapes: *", ".shapes_cfg: *"),
    "isaaclab.sim.spawners.shapes.shapes": (
        "pippin.sim.spawners: spawn_capsule, spawn_cone, spawn_cuboid, spawn_cylinder, spawn_sphere"
    ),
    "isaaclab.sim.spawners.shapes.shapes_cfg": (
        "pippin.sim.spawners: CapsuleCfg, ConeCfg, CuboidCfg, CylinderCfg, ShapeCfg, SphereCfg"
    ),
    "isaaclab.sim.spawners.spawner_cfg": (
        "pippin.sim.spawners: DeformableObjectSpawnerCfg, RigidObjectSpawnerCfg, SpawnerCfg"
    ),
    "isaaclab.sim.spawners.utils": "pippin_isaac.lab_prims: fragment_mapping",
    "isaaclab.sim.spawners.wrappers": (".wrappers: *", ".wrappers_cfg: *"),
    "isaaclab.sim.spawners.wrappers.wrappers": "pippin.sim.spawners: spawn_multi_asset, spawn_multi_usd_file",
    "isaaclab.sim.spawners.wrappers.wrappers_cfg": "pippin.sim.spawners: MultiAssetSpawnerCfg, MultiUsdFileCfg",
    "isaaclab.sim.utils": (
        ".prims: *",
        ".queries: *",
        ".semantics: *",
        ".legacy: *",
        ".stage: *",
        ".transforms: *",
        ".extensions: *",
    ),
    "isaaclab.sim.utils.extensions": (
        "pippin_isaac.omni_app: disable_extension, enable_extension, get_extension_path_from_name as get_extension_path"
    ),
    "isaaclab.sim.views": "pippin_isaac.lab_prim_views: *",
    "isaaclab.sim.views.base_frame_view": "pippin_isaac.lab_prim_views: BaseFrameView",
    "isaaclab.sim.views.frame_view": "pippin_isaac.lab_prim_views: FrameView",
    "isaaclab.sim.views.usd_frame_view": "pippin_isaac.lab_prim_views: UsdFrameView",
    "isaaclab.sim.views.xform_prim_view": "pippin_isaac.lab_prim_views: XformPrimView",
    "isaaclab.sim.utils.legacy": (
        "pippin.sim: define_prim, get_next_free_path, is_prim_path_valid",
        "pippin_isaac.lab_stage: get_prim_at_path, get_prim_path, get_prim_type_name, get_stage_up_axis",
        "pippin_isaac.lab_stage: add_reference_to_stage, traverse_stage",
    ),
    "isaaclab.sim.utils.prims": (
        "pippin.sim: delete_prim, make_uninstanceable, set_prim_visibility",
        "pippin.sim.spawners: bind_physics_material, bind_visual_material, clone, select_usd_variants",
        "pippin_isaac.lab_stage: add_usd_reference, apply_nested, change_prim_property, export_prim_to_file",
        "pippin_isaac.lab_stage: get_usd_references",
        "pippin_isaac.lab_stage: safe_set_attribute_on_usd_prim, safe_set_attribute_on_usd_schema",
        "pippin_isaac.lab_prims: create_prim, move_prim, to_tuple as _to_tuple",
    ),
    "isaaclab.sim.utils.queries": (
        "pippin.sim: get_first_matching_ancestor_prim, get_first_matching_child_prim",
        (
            "pippin_isaac.lab_prims: find_first_matching_prim, find_global_fixed_joint_prim, "
            "find_matching_prim_paths, find_matching_prims, get_all_matching_child_prims, get_next_free_prim_path, "
            "matches_path_expr_prefix, path_expr_to_glob, resolve_matching_prims_from_source, split_path_expr"
        ),
    ),
    "isaaclab.sim.utils.semantics": (
        "pippin.sim: add_labels, get_labels",
        "pippin_isaac.lab_stage: check_missing_labels, count_total_labels, remove_labels",
    ),
    "isaaclab.sim.utils.stage": (
        "pippin.sim: create_new_stage",
        "pippin_isaac.lab_stage: open_stage, resolve_paths, save_stage",
        "pippin_isaac.lab_stage: create_new_stage_in_memory",
        "pippin_isaac.lab_stage: attach_stage_to_usd_context, clear_stage, close_stage, get_current_stage_id",
        "pippin_isaac.lab_stage: get_stage as get_current_stage",
        "pippin_isaac.lab_stage: is_current_stage_in_memory, is_stage_loading, update_stage, use_stage",
    ),
    "isaaclab.sim.utils.transforms": (
        "pippin.sim: convert_world_pose_to_local, resolve_prim_pose, resolve_prim_scale",
        "pippin_isaac.lab_prims: standardize_xform_ops, validate_standard_xform_ops",
    ),
    "isaaclab.terrains": (
        "pippin.scene.terrains: *",
        "pippin_isaac.lab_terrains: TerrainImporterCfg, color_meshes_by_height, create_prim_from_mesh",
    ),
    "isaaclab.terrains.config": ".rough: *",
    "isaaclab.terrains.config.rough": "pippin.scene.terrains: ROUGH_TERRAINS_CFG",
    "isaaclab.terrains.height_field": ".hf_terrains_cfg: *",
    "isaaclab.terrains.height_field.hf_terrains": (
        "pippin.scene.terrains.kinds.height_fields: discrete_obstacles_terrain, pyramid_sloped_terrain, "
        "pyramid_stairs_terrain, random_uniform_terrain, stepping_stones_terrain, wave_terrain"
    ),
    "isaaclab.terrains.height_field.hf_terrains_cfg": (
        "pippin.scene.terrains: HfTerrainBaseCfg, HfRandomUniformTerrainCfg, HfPyramidSlopedTerrainCfg, "
        "HfInvertedPyramidSlopedTerrainCfg, HfPyramidStairsTerrainCfg, HfInvertedPyramidStairsTerrainCfg, "
        "HfDiscreteObstaclesTerrainCfg, HfWaveTerrainCfg, HfSteppingStonesTerrainCfg"
    ),
    "isaaclab.terrains.height_field.utils": "pippin.scene.terrains: convert_height_field_to_mesh, height_field_to_mesh",
    "isaaclab.terrains.sub_terrain_cfg": "pippin.scene.terrains: FlatPatchSamplingCfg, SubTerrainBaseCfg",
    "isaaclab.terrains.terrain_generator": "pippin.scene.terrains: TerrainGenerator",
    "isaaclab.terrains.terrain_generator_cfg": (
        "pippin.scene.terrains: FlatPatchSamplingCfg, SubTerrainBaseCfg, TerrainGeneratorCfg"
    ),
    "isaaclab.terrains.terrain_importer": "pippin.scene.terrains: TerrainImporter",
    "isaaclab.terrains.terrain_importer_cfg": "pippin_isaac.lab_terrains: TerrainImporterCfg",
    "isaaclab.terrains.trimesh": ".mesh_terrains_cfg: *",
    "isaaclab.terrains.trimesh.mesh_terrains": (
        "pippin.scene.terrains.kinds.repeated: repeated_objects_terrain",
        (
            "pippin.scene.terrains.kinds.obstacles: box_terrain, flat_terrain, floating_ring_terrain, gap_terrain, "
            "pit_terrain, rails_terrain, random_grid_terrain, star_terrain, file_terrain as mesh_file_terrain"
        ),
        "pippin.scene.terrains.kinds.stairs: inverted_pyramid_stairs_terrain, pyramid_stairs_terrain",
    ),
    "isaaclab.terrains.trimesh.mesh_terrains_cfg": (
        "pippin.scene.terrains: MeshPlaneTerrainCfg, MeshFileTerrainCfg, MeshPyramidStairsTerrainCfg, "
        "MeshInvertedPyramidStairsTerrainCfg, MeshRandomGridTerrainCfg, MeshRailsTerrainCfg, "
        "MeshPitTerrainCfg, MeshBoxTerrainCfg, MeshGapTerrainCfg, MeshFloatingRingTerrainCfg, "
        "MeshStarTerrainCfg, MeshRepeatedObjectsTerrainCfg, MeshRepeatedPyramidsTerrainCfg, "
        "MeshRepeatedBoxesTerrainCfg, MeshRepeatedCylindersTerrainCfg"
    ),
    "isaaclab.terrains.trimesh.utils": (
        "pippin_isaac.lab_terrains: make_border, make_box, make_cone, make_cylinder, make_plane",
    ),
    "isaaclab.terrains.utils": (
        "pippin.scene.terrains: find_flat_patches",
        "pippin_isaac.lab_terrains: color_meshes_by_height, create_prim_from_mesh",
    ),
    "isaaclab.utils": (
        ".array: *",
        ".buffers: *",
        ".configclass: *",
        ".dict: *",
        ".interpolation: *",
        ".logger: *",
        ".mesh: *",
        ".modifiers: *",
        ".string: *",
        ".timer: Timer, TimerError",
        ".types: ArticulationActions",
        ".version: *",
    ),
    "isaaclab.utils.array": (
        "pippin.utils.arrays: convert_to_torch",
        "pippin_isaac.lab_utils: TENSOR_TYPES, TENSOR_TYPE_CONVERSIONS, TensorData, index_fill_",
    ),
    "isaaclab.utils.buffers": "pippin.utils.buffers: CircularBuffer, DelayBuffer, TimestampedBuffer",
    "isaaclab.utils.configclass": (
        "pippin.utils.configclass: configclass",
        "pippin_isaac.lab_utils: checked_apply, clone, instantiate, replace, validate",
    ),
    "isaaclab.utils.interpolation": "pippin_isaac.lab_utils: LinearInterpolation",
    "isaaclab.utils.interpolation.linear_interpolation": "pippin_isaac.lab_utils: LinearInterpolation",
    "isaaclab.utils.module": "pippin_isaac.lab_utils: lazy_export",
    "isaaclab.utils.noise": (
        "pippin.utils.noise: *, ConstantNoiseCfg as ConstantBiasNoiseCfg, UniformNoiseCfg as AdditiveUniformNoiseCfg, "
        "GaussianNoiseCfg as AdditiveGaussianNoiseCfg"
    ),
    "isaaclab.utils.noise.noise_cfg": (
        "pippin.utils.noise: ConstantNoiseCfg, GaussianNoiseCfg, NoiseCfg, NoiseModelCfg, "
        "NoiseModelWithAdditiveBiasCfg, UniformNoiseCfg"
    ),
    "isaaclab.utils.noise.noise_model": (
        "pippin.utils.noise: NoiseModel, NoiseModelWithAdditiveBias, constant_noise, gaussian_noise, uniform_noise"
    ),
    "isaaclab.utils.string": (
        "pippin.utils.callables: ResolvableString, callable_to_string, string_to_callable",
        "pippin.utils.names: resolve_matching_names, resolve_matching_names_values",
        (
            "pippin_isaac.lab_utils: clear_resolve_matching_names_cache, find_root_prim_path_from_regex, "
            "find_unique_string_name, is_lambda_expression, list_intersection, string_to_slice, to_camel_case, "
            "to_snake_case"
        ),
    ),
    "isaaclab.utils.timer": "pippin.utils.timer: Timer, TimerError",
    "isaaclab.utils.types": "pippin.actuators.types: ArticulationActions",
    "isaaclab.utils.version": (
        "pippin_isaac.lab_utils: compare_versions, get_isaac_sim_version, has_kit, standalone_importers_available"
    ),
    "isaaclab.utils.leapp": "pippin_isaac.lab_utils: POSE7_ELEMENT_NAMES",
    "isaaclab.utils.mesh": (
        "pippin_isaac.lab_prims: PRIMITIVE_MESH_TYPES, convert_faces_to_triangles, create_trimesh_from_geom_mesh, "
        "create_trimesh_from_geom_shape"
    ),
    "isaaclab.utils.sensors": "pippin_isaac.lab_prims: convert_camera_intrinsics_to_usd",
    "isaaclab.utils.warp": ("pippin_isaac.lab_utils:", "pippin.utils: ProxyArray", ".ops: *", ".particle_mesh: *"),
    "isaaclab.utils.warp.particle_mesh": (
        "pippin.utils.mesh_regions: ParticleMeshCounter, make_box_region_mesh, make_frustum_region_mesh"
    ),
    "isaaclab.utils.wrench_composer": "pippin.assets: WrenchComposer",
    "isaaclab.visualizers": "pippin_isaac.lab_simulation: VisualizerCfg",
    "isaaclab.visualizers.visualizer_cfg": "pippin_isaac.lab_simulation: VisualizerCfg",
    "isaaclab_assets": (".robots: *", ".sensors: *"),
    "isaaclab_assets.robots": (
        "pippin.robots.released: *",
        "pippin.robots.released: SHADOW_HAND_CFG as SHADOW_HAND_NEWTON_CFG, SHADOW_HAND_CFG as SHADOW_HAND_PHYSX_CFG",
        "pippin.robots.released: SHADOW_HAND_2_CFG",
        "pippin.robots.released.other_humanoids: ARM_JOINT_NAMES, LEG_JOINT_NAMES",
        "pippin.sensors.ray_caster.lidars: ANYMAL_LIDAR_CFG, VELODYNE_VLP_16_RAYCASTER_CFG",
    ),
    "isaaclab_assets.robots.agibot": "pippin.robots.released: AGIBOT_A2D_CFG",
    "isaaclab_assets.robots.agility": (
        "pippin.robots.released: DIGIT_V4_CFG",
        "pippin.robots.released.other_humanoids: ARM_JOINT_NAMES, LEG_JOINT_NAMES",
    ),
    "isaaclab_assets.robots.arl_robot_1": "pippin.robots.released: ARL_ROBOT_1_CFG, ARL_ROBOT_1_THRUSTER",
    "isaaclab_assets.robots.dr_legs": (
        "pippin.robots.released: DR_LEGS_IMPLICIT_PD_CFG",
        "pippin.robots.released.linkages: DR_LEGS_ACTUATED_JOINTS, DR_LEGS_JOINT_ORDER, DR_LEGS_PASSIVE_JOINTS",
    ),
    "isaaclab_assets.robots.flexiv": "pippin.robots.released: FLEXIV_RIZON4S_CFG, FLEXIV_RIZON4S_GRAV_GRIPPER_CFG",
    "isaaclab_assets.robots.fourbar_pole": "pippin.robots.released: FOURBAR_POLE_CFG",
    "isaaclab_assets.robots.fourier": "pippin.robots.released: GR1T2_CFG, GR1T2_HIGH_PD_CFG",
    "isaaclab_assets.robots.galbot": "pippin.robots.released: GALBOT_ONE_CHARLIE_CFG",
    "isaaclab_assets.robots.openarm": (
        "pippin.robots.released: OPENARM_BI_CFG, OPENARM_BI_HIGH_PD_CFG, OPENARM_UNI_CFG, OPENARM_UNI_HIGH_PD_CFG"
    ),
    "isaaclab_assets.robots.pick_and_place": "pippin.robots.released: PICK_AND_PLACE_CFG",
    "isaaclab_assets.robots.ridgeback_franka": "pippin.robots.released: RIDGEBACK_FRANKA_PANDA_CFG",
    "isaaclab_assets.robots.so101": "pippin.robots.released: SO101_CFG, SO101_HIGH_PD_CFG",
    "isaaclab_assets.robots.allegro": (
        "pippin.robots.released: ALLEGRO_HAND_CFG",
        "pippin.robots.released.hands: ALLEGRO_ACTUATED_JOINT_NAMES, ALLEGRO_FINGERTIP_BODY_NAMES",
    ),
    "isaaclab_assets.robots.ant": "pippin.robots.released: ANT_CFG",
    "isaaclab_assets.robots.anymal": (
        "pippin.robots.released: ANYDRIVE_3_LSTM_ACTUATOR_CFG, ANYDRIVE_3_SIMPLE_ACTUATOR_CFG, "
        "ANYMAL_B_CFG, ANYMAL_C_CFG, ANYMAL_D_CFG",
        "pippin.sensors.ray_caster.lidars: *",
    ),
    "isaaclab_assets.robots.cart_double_pendulum": "pippin.robots.released: CART_DOUBLE_PENDULUM_CFG",
    "isaaclab_assets.robots.cartpole": "pippin.robots.released: CARTPOLE_CFG",
    "isaaclab_assets.robots.cassie": "pippin.robots.released: CASSIE_CFG",
    "isaaclab_assets.robots.franka": (
        "pippin.robots.released: FRANKA_MINIMAL_CFG, FRANKA_PANDA_CFG, FRANKA_PANDA_HIGH_PD_CFG, "
        "FRANKA_PANDA_LEGACY_CFG, FRANKA_PANDA_LEGACY_HIGH_PD_CFG, FRANKA_PANDA_MENAGERIE_CFG, "
        "FRANKA_ROBOTIQ_GRIPPER_CFG"
    ),
    "isaaclab_assets.robots.humanoid": "pippin.robots.released: HUMANOID_CFG",
    "isaaclab_assets.robots.humanoid_28": "pippin.robots.released: HUMANOID_28_CFG",
    "isaaclab_assets.robots.kinova": (
        "pippin.robots.released: KINOVA_GEN3_N7_CFG, KINOVA_JACO2_N6S300_CFG, KINOVA_JACO2_N7S300_CFG"
    ),
    "isaaclab_assets.robots.kuka_allegro": "pippin.robots.released: KUKA_ALLEGRO_CFG",
    "isaaclab_assets.robots.quadcopter": "pippin.robots.released: CRAZYFLIE_CFG",
    "isaaclab_assets.robots.sawyer": "pippin.robots.released: SAWYER_CFG",
    "isaaclab_assets.robots.shadow_hand": (
        (
            "pippin.robots.released.hands: SHADOW_FINGERTIP_NAMES as FINGERTIP_NAMES, SHADOW_JOINT_NAMES as "
            "JOINT_NAMES, SHADOW_TENDON_NAMES as TENDON_NAMES, SHADOW_TENDON_POSITION_LIMITS as TENDON_POSITION_LIMITS"
        ),
        "pippin.robots.released: SHADOW_HAND_CFG, SHADOW_HAND_2_CFG",
        "pippin.robots.released: SHADOW_HAND_CFG as SHADOW_HAND_NEWTON_CFG, SHADOW_HAND_CFG as SHADOW_HAND_PHYSX_CFG",
    ),
    "isaaclab_assets.robots.spot": "pippin.robots.released: SPOT_CFG",
    "isaaclab_assets.robots.unitree": (
        "pippin.robots.released: GO1_ACTUATOR_CFG, G129_CFG_WITH_DEX3_BASE_FIX, G1_29DOF_CFG, G1_CFG, "
        "G1_INSPIRE_FTP_CFG, G1_MINIMAL_CFG, H1_CFG, H1_MINIMAL_CFG, UNITREE_A1_CFG, UNITREE_GO1_CFG, UNITREE_GO2_CFG"
    ),
    "isaaclab_assets.robots.universal_robots": (
        "pippin.robots.released: UR10_CFG, UR10_LONG_SUCTION_CFG, UR10_SHORT_SUCTION_CFG, UR10e_CFG, "
        "UR10e_ROBOTIQ_2F_85_CFG, UR10e_ROBOTIQ_GRIPPER_CFG"
    ),
    "isaaclab_assets.sensors": (
        "pippin.sensors.ray_caster.lidars: VELODYNE_VLP_16_RAYCASTER_CFG",
        "pippin_isaac.lab_images: GELSIGHT_MINI_CFG, GELSIGHT_R15_CFG",
    ),
    "isaaclab_assets.sensors.gelsight": "pippin_isaac.lab_images: GELSIGHT_MINI_CFG, GELSIGHT_R15_CFG",
    "isaaclab_assets.sensors.velodyne": "pippin.sensors.ray_caster.lidars: VELODYNE_VLP_16_RAYCASTER_CFG",
    "isaaclab_teleop": (
        "pippin_isaac.omni_devices: XrAnchorRotationMode, XrCfg, remove_camera_configs",
        "pippin_isaac.omni_devices: make_part_of_glasses as *",
    ),
    "isaaclab_teleop.xr_cfg": "pippin_isaac.omni_devices: XrAnchorRotationMode, XrCfg, remove_camera_configs",
    "isaaclab_teleop.isaac_teleop_cfg": "pippin_isaac.omni_devices: make_part_of_glasses as *",
    "isaaclab_contrib.actuators": "pippin.actuators: Thruster, ThrusterCfg",
    "isaaclab_contrib.actuators.thruster": "pippin.actuators: Thruster",
    "isaaclab_contrib.actuators.thruster_cfg": "pippin.actuators: ThrusterCfg",
    "isaaclab_contrib.assets": "pippin.assets: Multirotor, MultirotorCfg, MultirotorData",
    "isaaclab_contrib.assets.multirotor": "pippin.assets: Multirotor, MultirotorCfg, MultirotorData",
    "isaaclab_contrib.assets.multirotor.multirotor": "pippin.assets: Multirotor",
    "isaaclab_contrib.assets.multirotor.multirotor_cfg": "pippin.assets: MultirotorCfg",
    "isaaclab_contrib.assets.multirotor.multirotor_data": "pippin.assets: MultirotorData",
    "isaaclab_contrib.mdp": ".actions: *",
    "isaaclab_contrib.mdp.actions": (
        "pippin.envs.mdp.actions.thrust_actions: NavigationAction, NavigationActionCfg, ThrustAction, ThrustActionCfg"
    ),
    "isaaclab_contrib.mdp.actions.thrust_actions": (
        "pippin.envs.mdp.actions.thrust_actions: NavigationAction, ThrustAction"
    ),
    "isaaclab_contrib.mdp.actions.thrust_actions_cfg": (
        "pippin.envs.mdp.actions.thrust_actions: NavigationActionCfg, ThrustActionCfg"
    ),
    "isaaclab_contrib.sensors": (
        "pippin_isaac.lab_images: VisuoTactileSensor, VisuoTactileSensorCfg",
        "pippin.sensors.gelsight: GelSightRenderCfg, GelsightRender",
    ),
    "isaaclab_contrib.sensors.tacsl_sensor": (
        "pippin_isaac.lab_images: VisuoTactileSensor, VisuoTactileSensorCfg",
        "pippin.sensors.gelsight: GelSightRenderCfg, GelsightRender",
    ),
    "isaaclab_contrib.sensors.tacsl_sensor.visuotactile_render": "pippin.sensors.gelsight: GelsightRender",
    "isaaclab_contrib.sensors.tacsl_sensor.visuotactile_sensor": "pippin_isaac.lab_images: VisuoTactileSensor",
    "isaaclab_contrib.sensors.tacsl_sensor.visuotactile_sensor_cfg": (
        "pippin_isaac.lab_images: VisuoTactileSensorCfg",
        "pippin.sensors.gelsight: GelSightRenderCfg",
    ),
    "isaaclab_contrib.controllers": (
        ".lee_controller_utils: *",
        ".lee_controller_base: LeeControllerBase",
        ".lee_controller_base_cfg: *",
        ".lee_acceleration_control: LeeAccController",
        ".lee_acceleration_control_cfg: *",
        ".lee_attitude_control: LeeAttController",
        ".lee_attitude_control_cfg: *",
        ".lee_position_control: LeePosController",
        ".lee_position_control_cfg: *",
        ".lee_velocity_control: LeeVelController",
        ".lee_velocity_control_cfg: *",
    ),
    "isaaclab_contrib.controllers.lee_controller_utils": (
        "pippin.controllers: compute_body_torque, compute_desired_orientation, yaw_rate_to_body_angvel"
    ),
    "isaaclab_contrib.controllers.lee_controller_base": (
        "pippin.controllers: LeeControllerBase, aggregate_inertia_about_robot_com"
    ),
    "isaaclab_contrib.controllers.lee_controller_base_cfg": "pippin.controllers: LeeControllerBaseCfg",
    "isaaclab_contrib.controllers.lee_acceleration_control": "pippin.controllers: LeeAccController",
    "isaaclab_contrib.controllers.lee_acceleration_control_cfg": "pippin.controllers: LeeAccControllerCfg",
    "isaaclab_contrib.controllers.lee_attitude_control": "pippin.controllers: LeeAttController",
    "isaaclab_contrib.controllers.lee_attitude_control_cfg": "pippin.controllers: LeeAttControllerCfg",
    "isaaclab_contrib.controllers.lee_position_control": "pippin.controllers: LeePosController",
    "isaaclab_contrib.controllers.lee_position_control_cfg": "pippin.controllers: LeePosControllerCfg",
    "isaaclab_contrib.controllers.lee_velocity_control": "pippin.controllers: LeeVelController",
    "isaaclab_contrib.controllers.lee_velocity_control_cfg": "pippin.controllers: LeeVelControllerCfg",
    "isaaclab_contrib.coupling": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab_contrib.utils.math": "pippin.controllers: aggregate_inertia_about_robot_com",
    "isaaclab_contrib.utils.types": "pippin.actuators: MultiRotorActions",
    # modules of one class each
    "isaaclab.assets.articulation.articulation": "pippin.assets: Articulation",
    "isaaclab.assets.articulation.articulation_cfg": "pippin.assets: ArticulationCfg",
    "isaaclab.assets.articulation.articulation_data": "pippin.assets: ArticulationData",
    "isaaclab.assets.deformable_object.deformable_object": "pippin.assets: DeformableObject",
    "isaaclab.assets.deformable_object.deformable_object_cfg": "pippin.assets: DeformableObjectCfg",
    "isaaclab.assets.deformable_object.deformable_object_data": "pippin.assets: DeformableObjectData",
    "isaaclab.assets.rigid_object.rigid_object": "pippin.assets: RigidObject",
    "isaaclab.assets.rigid_object.rigid_object_cfg": "pippin.assets: RigidObjectCfg",
    "isaaclab.assets.rigid_object.rigid_object_data": "pippin.assets: RigidObjectData",
    "isaaclab.assets.rigid_object_collection.rigid_object_collection": "pippin.assets: RigidObjectCollection",
    "isaaclab.assets.rigid_object_collection.rigid_object_collection_cfg": "pippin.assets: RigidObjectCollectionCfg",
    "isaaclab.assets.rigid_object_collection.rigid_object_collection_data": "pippin.assets: RigidObjectCollectionData",
    "isaaclab.assets.visual_material.visual_material_cfg": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab.markers.visualization_markers": "pippin.sim.markers: VisualizationMarkers",
    "isaaclab.markers.visualization_markers_cfg": "pippin.sim.markers: VisualizationMarkersCfg",
    "isaaclab.renderers.output_contract": "pippin.sensors.camera: RenderBufferKind, RenderBufferSpec",
    "isaaclab.renderers.renderer_cfg": "pippin.sensors.camera: RendererCfg",
    "isaaclab.scene.interactive_scene": "pippin.scene: InteractiveScene",
    "isaaclab.scene.interactive_scene_cfg": "pippin.scene: InteractiveSceneCfg",
    "isaaclab.sensors.camera.camera": "pippin.sensors: Camera",
    "isaaclab.sensors.camera.camera_cfg": "pippin.sensors: CameraCfg",
    "isaaclab.sensors.camera.camera_data": (
        "pippin.sensors: CameraData",
        "pippin.sensors.camera: RenderBufferKind, RenderBufferSpec",
    ),
    "isaaclab.sensors.camera.tiled_camera": "pippin_isaac.lab_simulation: TiledCamera",
    "isaaclab.sensors.camera.tiled_camera_cfg": "pippin_isaac.lab_simulation: TiledCameraCfg",
    "isaaclab.sensors.joint_wrench": (
        "pippin.sensors: JointWrenchSensor, JointWrenchSensorCfg, JointWrenchSensorData, JointWrenchSensor as "
        "BaseJointWrenchSensor"
    ),
    "isaaclab.sensors.joint_wrench.joint_wrench_sensor": "pippin.sensors: JointWrenchSensor",
    "isaaclab.sensors.joint_wrench.joint_wrench_sensor_cfg": "pippin.sensors: JointWrenchSensorCfg",
    "isaaclab.sensors.joint_wrench.joint_wrench_sensor_data": "pippin.sensors: JointWrenchSensorData",
    "isaaclab.sensors.pva": "pippin.sensors: Pva, PvaCfg, PvaData, Pva as BasePva",
    "isaaclab.sensors.pva.pva": "pippin.sensors: Pva",
    "isaaclab.sensors.pva.pva_cfg": "pippin.sensors: PvaCfg",
    "isaaclab.sensors.pva.pva_data": "pippin.sensors: PvaData",
    "isaaclab.sensors.ray_caster.multi_mesh_ray_caster": "pippin.sensors: MultiMeshRayCaster",
    "isaaclab.sensors.ray_caster.multi_mesh_ray_caster_camera": "pippin.sensors: MultiMeshRayCasterCamera",
    "isaaclab.sensors.ray_caster.multi_mesh_ray_caster_camera_cfg": "pippin.sensors: MultiMeshRayCasterCameraCfg",
    "isaaclab.sensors.ray_caster.multi_mesh_ray_caster_camera_data": (
        "pippin.sensors.ray_caster: MultiMeshRayCasterCameraData"
    ),
    "isaaclab.sensors.ray_caster.multi_mesh_ray_caster_cfg": "pippin.sensors: MultiMeshRayCasterCfg",
    "isaaclab.sensors.ray_caster.multi_mesh_ray_caster_data": "pippin.sensors: MultiMeshRayCasterData",
    "isaaclab.sensors.ray_caster.patterns.patterns": (
        "pippin.sensors.ray_caster.patterns: bpearl_pattern, grid_pattern, lidar_pattern, pinhole_camera_pattern"
    ),
    "isaaclab.sensors.ray_caster.patterns.patterns_cfg": (
        "pippin.sensors.ray_caster.patterns: BpearlPatternCfg, GridPatternCfg, LidarPatternCfg, PatternBaseCfg, "
        "PinholeCameraPatternCfg"
    ),
    "isaaclab.sensors.ray_caster.ray_cast_utils": "pippin_isaac.lab_prim_views: obtain_world_pose_from_view",
    "isaaclab.sensors.ray_caster.ray_caster": "pippin.sensors: RayCaster",
    "isaaclab.sensors.ray_caster.ray_caster_camera": "pippin.sensors: RayCasterCamera",
    "isaaclab.sensors.ray_caster.ray_caster_camera_cfg": "pippin.sensors: RayCasterCameraCfg",
    "isaaclab.sensors.ray_caster.ray_caster_cfg": "pippin.sensors: RayCasterCfg",
    "isaaclab.sensors.ray_caster.ray_caster_data": "pippin.sensors: RayCasterData",
    "isaaclab.sensors.sensor_base": "pippin.sensors: SensorBase",
    "isaaclab.sensors.sensor_base_cfg": "pippin.sensors: SensorBaseCfg",
    "isaaclab.utils.buffers.circular_buffer": "pippin.utils: CircularBuffer",
    "isaaclab.utils.buffers.delay_buffer": "pippin.utils: DelayBuffer",
    "isaaclab.utils.buffers.timestamped_buffer": "pippin.utils: TimestampedBuffer",
    "isaaclab.utils.warp.ops": (
        "pippin.utils.mesh_rays: convert_to_warp_mesh, raycast_dynamic_meshes, raycast_mesh, raycast_single_mesh",
        "pippin_isaac.lab_images: normalize_image_uint8",
    ),
    "isaaclab.utils.warp.proxy_array": "pippin.utils: ProxyArray",
    "isaaclab.app.app_launcher": "pippin_isaac.launcher: SimulationApp, AppLauncher",
    "isaaclab.app.sim_launcher": "pippin_isaac.launcher: add_launcher_args, launch_simulation",
    "isaaclab.controllers.pink_ik": (
        "pippin.controllers.pink_ik: DampingTask, DampingTaskCfg, FrameTask, FrameTaskCfg, LocalFrameTask, "
        "LocalFrameTaskCfg, NullSpacePostureTask, NullSpacePostureTaskCfg, PinkIKController, PinkIKControllerCfg, "
        "PinkIKTaskCfg, PinkKinematicsConfiguration"
    ),
    "isaaclab.controllers.pink_ik.local_frame_task": "pippin.controllers.pink_ik: LocalFrameTask",
    "isaaclab.controllers.pink_ik.null_space_posture_task": "pippin.controllers.pink_ik: NullSpacePostureTask",
    "isaaclab.controllers.pink_ik.pink_ik": "pippin.controllers.pink_ik: PinkIKController",
    "isaaclab.controllers.pink_ik.pink_ik_cfg": "pippin.controllers.pink_ik: PinkIKControllerCfg",
    "isaaclab.controllers.pink_ik.pink_kinematics_configuration": (
        "pippin.controllers.pink_ik: PinkKinematicsConfiguration"
    ),
    "isaaclab.controllers.pink_ik.pink_task_cfg": (
        "pippin.controllers.pink_ik: DampingTaskCfg, FrameTaskCfg, LocalFrameTaskCfg, NullSpacePostureTaskCfg, "
        "PinkIKTaskCfg"
    ),
    "isaaclab.controllers.pink_ik.pink_tasks": "pippin.controllers.pink_ik: DampingTask, FrameTask, LocalFrameTask",
    "isaaclab.controllers.utils": (
        "pippin_isaac.lab_files: change_revolute_to_fixed, change_revolute_to_fixed_regex, convert_usd_to_urdf"
    ),
    "isaaclab.devices": (
        "pippin_isaac.omni_devices: DeviceBase, DeviceCfg, DevicesCfg, Se2Keyboard, Se2Gamepad, Se2SpaceMouse, "
        "Se3Keyboard, Se3Gamepad, Se3SpaceMouse, Se2KeyboardCfg, Se2GamepadCfg, Se2SpaceMouseCfg, Se3KeyboardCfg, "
        "Se3GamepadCfg, Se3SpaceMouseCfg, RetargeterCfg, RetargeterBase, OpenXRDeviceCfg, XrCfg, OpenXRDevice, "
        "remove_camera_configs, create_teleop_device",
        "pippin_isaac.lab_simulation: make_unserved as *",
    ),
    "isaaclab.devices.device_base": "pippin_isaac.omni_devices: DeviceBase, DeviceCfg, DevicesCfg",
    "isaaclab.devices.gamepad": "pippin_isaac.omni_devices: Se2Gamepad, Se2GamepadCfg, Se3Gamepad, Se3GamepadCfg",
    "isaaclab.devices.gamepad.se2_gamepad": "pippin_isaac.omni_devices: Se2Gamepad, Se2GamepadCfg",
    "isaaclab.devices.gamepad.se2_gamepad_cfg": "pippin_isaac.omni_devices: Se2GamepadCfg",
    "isaaclab.devices.gamepad.se3_gamepad_cfg": "pippin_isaac.omni_devices: Se3GamepadCfg",
    "isaaclab.devices.gamepad.se3_gamepad": "pippin_isaac.omni_devices: Se3Gamepad, Se3GamepadCfg",
    "isaaclab.devices.keyboard": "pippin_isaac.omni_devices: Se2Keyboard, Se2KeyboardCfg, Se3Keyboard, Se3KeyboardCfg",
    "isaaclab.devices.keyboard.se2_keyboard": "pippin_isaac.omni_devices: Se2Keyboard, Se2KeyboardCfg",
    "isaaclab.devices.keyboard.se2_keyboard_cfg": "pippin_isaac.omni_devices: Se2KeyboardCfg",
    "isaaclab.devices.keyboard.se3_keyboard_cfg": "pippin_isaac.omni_devices: Se3KeyboardCfg",
    "isaaclab.devices.keyboard.se3_keyboard": "pippin_isaac.omni_devices: Se3Keyboard, Se3KeyboardCfg",
    "isaaclab.devices.openxr": (
        "pippin_isaac.omni_devices: OpenXRDevice, OpenXRDeviceCfg, XrAnchorRotationMode, XrCfg, remove_camera_configs, "
        "make_part_of_glasses as *"
    ),
    "isaaclab.devices.openxr.openxr_device": "pippin_isaac.omni_devices: OpenXRDevice, OpenXRDeviceCfg",
    "isaaclab.devices.openxr.xr_cfg": (
        "pippin_isaac.omni_devices: XrAnchorRotationMode, XrCfg, remove_camera_configs, make_part_of_glasses as *"
    ),
    **{
        f"isaaclab.devices.openxr.retargeters{module}": "pippin_isaac.omni_devices: make_part_of_glasses as *"
        for module in (
            "",
            ".humanoid.fourier.gr1t2_retargeter",
            ".humanoid.unitree.g1_lower_body_standing",
            ".humanoid.unitree.g1_motion_controller_locomotion",
            ".humanoid.unitree.inspire.g1_upper_body_retargeter",
            ".humanoid.unitree.trihand.g1_upper_body_motion_ctrl_retargeter",
            ".humanoid.unitree.trihand.g1_upper_body_retargeter",
            ".manipulator",
            ".manipulator.gripper_retargeter",
            ".manipulator.se3_abs_retargeter",
            ".manipulator.se3_rel_retargeter",
        )
    },
    "isaaclab.devices.retargeter_base": "pippin_isaac.omni_devices: RetargeterBase, RetargeterCfg",
    "isaaclab.devices.spacemouse": (
        "pippin_isaac.omni_devices: Se2SpaceMouse, Se2SpaceMouseCfg, Se3SpaceMouse, Se3SpaceMouseCfg"
    ),
    "isaaclab.devices.spacemouse.se2_spacemouse_cfg": "pippin_isaac.omni_devices: Se2SpaceMouseCfg",
    "isaaclab.devices.spacemouse.se3_spacemouse_cfg": "pippin_isaac.omni_devices: Se3SpaceMouseCfg",
    "isaaclab.devices.spacemouse.se2_spacemouse": "pippin_isaac.omni_devices: Se2SpaceMouse, Se2SpaceMouseCfg",
    "isaaclab.devices.spacemouse.se3_spacemouse": "pippin_isaac.omni_devices: Se3SpaceMouse, Se3SpaceMouseCfg",
    "isaaclab.devices.haply": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab.devices.haply.se3_haply": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab.devices.teleop_device_factory": "pippin_isaac.omni_devices: create_teleop_device",
    "isaaclab.envs.ui": (
        "pippin_isaac.omni_kit: BaseEnvWindow, ManagerBasedRLEnvWindow, EmptyWindow, ViewportCameraController"
    ),
    "isaaclab.envs.ui.base_env_window": "pippin_isaac.omni_kit: BaseEnvWindow",
    "isaaclab.envs.ui.empty_window": "pippin_isaac.omni_kit: EmptyWindow",
    "isaaclab.envs.ui.manager_based_rl_env_window": "pippin_isaac.omni_kit: ManagerBasedRLEnvWindow",
    "isaaclab.envs.ui.viewport_camera_controller": "pippin_isaac.omni_kit: ViewportCameraController",
    **{
        f"isaaclab.ui.{module}": "pippin_isaac.omni_kit: make_window as *"
        for module in (
            *("widgets", "widgets.image_plot", "widgets.line_plot", "widgets.manager_live_visualizer"),
            *("widgets.ui_visualizer_base", "widgets.ui_widget_wrapper", "xr_widgets", "xr_widgets.instruction_widget"),
            *("xr_widgets.scene_visualization", "xr_widgets.teleop_visualization_manager"),
        )
    },
    "isaaclab.utils.assets": (
        "pippin_isaac.lab_files: ISAACLAB_NUCLEUS_DIR, ISAAC_NUCLEUS_DIR, NEWTON_ASSET_DIR, NUCLEUS_ASSET_ROOT_DIR, "
        "NVIDIA_NUCLEUS_DIR, check_file_path, check_usd_path_with_timeout, read_file, retrieve_file_path, "
        "unmirror_file_path"
    ),
    "isaaclab.utils.device": "pippin_isaac.lab_utils: set_cuda_device",
    "isaaclab.utils.dict": (
        "pippin.utils.callables: callable_to_string",
        (
            "pippin.utils.config_dict: to_dict, update_dict, update_from_dict, to_dict as class_to_dict, "
            "update_from_dict as update_class_from_dict"
        ),
        (
            "pippin_isaac.lab_utils: convert_dict_to_backend, dict_to_md5_hash, replace_slices_with_strings, "
            "replace_strings_with_slices"
        ),
        "pippin_isaac.lab_utils: print_dict",
    ),
    "isaaclab.utils.images": (
        "pippin_isaac.lab_images: CameraFrameStack, is_depth_like, is_normals_like, is_rgb_like, "
        "make_camera_output_grid, normalize_camera_image, normalize_camera_output_for_display, normalize_depth, "
        "normalize_normals, normalize_rgb, normalize_segmentation"
    ),
    "isaaclab.utils.io.torchscript": "pippin_isaac.lab_files: load_torchscript_model",
    "isaaclab.utils.logger": "pippin_isaac.lab_files: ColoredFormatter, RateLimitFilter, configure_logging",
    "isaaclab.utils.math": (
        "pippin.utils.math: *",
        "pippin_isaac.lab_utils: quat_rotate, quat_rotate_inverse",
    ),
}
