"""Modules of ``isaaclab`` itself, but for ``isaaclab.sim``, its sensors and its environments."""

from __future__ import annotations

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
        ".sim_launcher: add_launcher_args, launch_simulation, Scan, scan, validate_launch",
        ".loading_screen: report_activity",
        ".settings_manager: SettingsManager, get_settings_manager",
    ),
    "isaaclab.assets": (
        ".articulation: *",
        ".asset_base: *",
        ".asset_base_cfg: *",
        ".deformable_object: *",
        ".rigid_object: *",
        ".rigid_object_collection: *",
        "pippin.scene: StaticAsset as Asset, VisualMaterial, VisualMaterialCfg",
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
    "isaaclab.assets.visual_material": "pippin.scene: VisualMaterial, VisualMaterialCfg",
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
    "isaaclab.cloner.cloner_cfg": (
        "pippin_isaac.lab_clone_plan: CloneCfg, ENV_TEMPLATE as DEFAULT_ENV_TEMPLATE, InclusionSet, add, "
        "expand_env_regex_ns"
    ),
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
    "isaaclab.scene": (
        "pippin.scene: InteractiveScene, InteractiveSceneCfg",
        "pippin_isaac.lab_clone_plan: add_scene as add",
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
        "dataclasses: MISSING",
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
    "isaaclab.utils.timer": ("pippin_isaac.lab_utils: Timer", "pippin.utils.timer: TimerError"),
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
    "isaaclab.utils.warp": (
        "pippin_isaac.lab_utils:",
        "pippin.utils: ProxyArray",
        ".kernels",
        ".ops: *",
        ".particle_mesh: *",
        ".particle_sampler: *",
    ),
    "isaaclab.utils.warp.particle_mesh": (
        "pippin.utils.mesh_regions: ParticleMeshCounter, make_box_region_mesh, make_frustum_region_mesh"
    ),
    "isaaclab.utils.warp.particle_sampler": (
        "pippin.utils.mesh_filling: sample_particles_in_cavity, sample_particles_in_mesh"
    ),
    "isaaclab.utils.wrench_composer": "pippin.assets: WrenchComposer",
    "isaaclab.visualizers": "pippin_isaac.lab_simulation: VisualizerCfg",
    "isaaclab.visualizers.visualizer_cfg": "pippin_isaac.lab_simulation: VisualizerCfg",
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
    "isaaclab.assets.visual_material.visual_material_cfg": "pippin.scene: VisualMaterialCfg",
    "isaaclab.markers.visualization_markers": "pippin.sim.markers: VisualizationMarkers",
    "isaaclab.markers.visualization_markers_cfg": "pippin.sim.markers: VisualizationMarkersCfg",
    "isaaclab.scene.interactive_scene": "pippin.scene: InteractiveScene",
    "isaaclab.scene.interactive_scene_cfg": "pippin.scene: InteractiveSceneCfg",
    "isaaclab.utils.buffers.circular_buffer": "pippin.utils: CircularBuffer",
    "isaaclab.utils.buffers.delay_buffer": "pippin.utils: DelayBuffer",
    "isaaclab.utils.buffers.timestamped_buffer": "pippin.utils: TimestampedBuffer",
    "isaaclab.utils.warp.kernels": "pippin_isaac.lab_kernels: raycast_mesh_kernel, reshape_tiled_image",
    "isaaclab.utils.warp.ops": (
        "pippin.utils.mesh_rays: convert_to_warp_mesh, raycast_dynamic_meshes, raycast_mesh, raycast_single_mesh",
        "pippin_isaac.lab_images: normalize_image_uint8",
    ),
    "isaaclab.utils.warp.proxy_array": "pippin.utils: ProxyArray",
    "isaaclab.app.app_launcher": "pippin_isaac.launcher: SimulationApp, AppLauncher",
    "isaaclab.app.sim_launcher": (
        "pippin_isaac.launcher: add_launcher_args, launch_simulation",
        "pippin_isaac.launch_scan: Scan, scan, validate_launch",
    ),
    "isaaclab.app.loading_screen": "pippin_isaac.launch_scan: report_activity",
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
    "isaaclab.controllers.pink_ik_cfg": "pippin.controllers.pink_ik: PinkIKControllerCfg",  # up to 2.1
    "isaaclab.controllers.utils": (
        "pippin_isaac.lab_files: change_revolute_to_fixed, change_revolute_to_fixed_regex, convert_usd_to_urdf"
    ),
    "isaaclab.devices": (
        "pippin_isaac.omni_devices: DeviceBase, DeviceCfg, DevicesCfg, Se2Keyboard, Se2Gamepad, Se2SpaceMouse, "
        "Se3Keyboard, Se3Gamepad, Se3SpaceMouse, Se2KeyboardCfg, Se2GamepadCfg, Se2SpaceMouseCfg, Se3KeyboardCfg, "
        "Se3GamepadCfg, Se3SpaceMouseCfg, RetargeterCfg, RetargeterBase, OpenXRDeviceCfg, XrCfg, OpenXRDevice, "
        "Se3HandTracking, remove_camera_configs, create_teleop_device",
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
