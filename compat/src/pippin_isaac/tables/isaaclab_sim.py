"""Modules of ``isaaclab.sim``: settings, stages, schemas, spawners, converters and views of prims."""

from __future__ import annotations

from .older_names import WRITERS

MODULES: dict[str, str | tuple[str, ...]] = {
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
        "isaacsim.core.stage: set_camera_view",
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
        "pippin.sim.spawners: GlassMdlCfg, MdlFileCfg, PbrMdlCfg, PreviewSurfaceCfg, VisualMaterialCfg"
    ),
    "isaaclab.sim.spawners.meshes": (".meshes: *", ".meshes_cfg: *", "pippin_isaac.lab_simulation: make_unserved as *"),
    "isaaclab.sim.spawners.meshes.meshes": (
        "pippin.sim.spawners: spawn_mesh_capsule, spawn_mesh_cone, spawn_mesh_cuboid, spawn_mesh_cylinder, "
        "spawn_mesh_sphere",
        "pippin_isaac.lab_meshes: spawn_mesh_geom_from_mesh as _spawn_mesh_geom_from_mesh",
    ),
    "isaaclab.sim.spawners.meshes.meshes_cfg": (
        (
            "pippin.sim.spawners: MeshCapsuleCfg, MeshCfg, MeshConeCfg, MeshCuboidCfg, MeshCylinderCfg, "
            "MeshRectangleCfg, MeshSphereCfg"
        ),
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
        "pippin.sim: define_prim, get_next_free_path",
        "pippin_isaac.lab_copied_prims: is_prim_path_valid",
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
}
