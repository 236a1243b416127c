"""Modules of Isaac Sim and Omniverse, under present names and older ones, and where their names come from.

See :mod:`pippin_isaac.tables` for how to add one.
"""

from __future__ import annotations

_ROBOTS = "isaacsim.robot_arms.robots"

_OLDER_SENSORS = (
    *("isaacsim.core.objects: Camera", "isaacsim.sensors.rtx: LidarRtx", "isaacsim.sensors.physx: RotatingLidarPhysX"),
)
"""What one package had of sensors beside those of motion and contact, before each kind had its own."""


def _physics_sensors(package: str, module: str) -> dict[str, str | tuple[str, ...]]:
    """Rows of the sensors of motion and contact."""
    sensors = "isaacsim.core.sensors"
    return {
        package: (f"{sensors}: ContactSensor, IMUSensor", *(_OLDER_SENSORS if module else ())),
        f"{package}._sensor": (
            f"{sensors}: CsSensorReading, IsSensorReading, acquire_contact_sensor_interface, "
            "acquire_imu_sensor_interface"
        ),
        f"{package}.{module}contact_sensor": f"{sensors}: ContactSensor",
        f"{package}.{module}imu_sensor": f"{sensors}: IMUSensor",
    }


def _samples(package: str) -> dict[str, str | tuple[str, ...]]:
    """Rows of the class that samples of the application extend, and of the windows with their buttons."""
    names = ("isaacsim.core.samples: BaseSample", "pippin_isaac.omni_kit: make_window as *")
    return {package: names, f"{package}.base_sample": names}


_UTILS = (
    *("articulations", "bounds", "carb", "distance_metrics", "extensions", "nucleus", "numpy.rotations", "prims"),
    *("rotations", "semantics", "stage", "string", "torch", "torch.maths", "torch.rotations"),
    *("torch.transformations", "transformations", "types", "viewports", "warp", "warp.tensor", "xforms"),
)
"""Modules of functions that ``omni.isaac.core.utils`` has as ``isaacsim.core.utils`` has them."""


_LIDARS = (
    *("isaacsim.sensors.physx", "isaacsim.sensors.physx._range_sensor", "isaacsim.sensors.rtx"),
    *("omni.isaac.range_sensor", "omni.isaac.range_sensor._range_sensor"),
)
_GRAPHS = (
    *("isaacsim.core.nodes", "isaacsim.core.nodes.scripts.utils", "omni.isaac.core_nodes"),
    "omni.isaac.core_nodes.scripts.utils",
)
_PEOPLE = (
    *("isaacsim.replicator.agent.core", "isaacsim.replicator.agent.core.settings"),
    *("isaacsim.replicator.agent.core.simulation", "isaacsim.replicator.agent.core.stage_util"),
    *("omni.anim.graph.core", "omni.anim.navigation.core"),
)
_POLICIES = ("isaacsim.robot.policy.examples.robots", "omni.isaac.robot_policy.examples.robots")
_SYNTHETIC_DATA = ("omni.syntheticdata", "omni.syntheticdata.sensors")
_SOFT = (
    *("isaacsim.core.api.materials.deformable_material", "isaacsim.core.api.materials.particle_material"),
    *("isaacsim.core.utils.deformable_mesh_utils", "omni.isaac.core.materials.deformable_material"),
    *("omni.isaac.core.materials.particle_material", "omni.isaac.core.prims.soft.cloth_prim"),
    *("omni.isaac.core.prims.soft.cloth_prim_view", "omni.isaac.core.prims.soft.deformable_prim"),
    *("omni.isaac.core.prims.soft.deformable_prim_view", "omni.isaac.core.prims.soft.particle_system"),
    *("omni.isaac.core.prims.soft.particle_system_view", "omni.isaac.core.utils.deformable_mesh_utils"),
    "omni.physx.scripts.deformableUtils",
)
_RANDOMIZATION = (
    *("omni.replicator.isaac", "omni.replicator.isaac.scripts.writers.pytorch_listener"),
    "omni.replicator.isaac.scripts.writers.pytorch_writer",
)
_WINDOWS = (
    *("omni.isaac.ui", "omni.isaac.ui.callbacks", "omni.isaac.ui.element_wrappers", "omni.isaac.ui.menu"),
    *("omni.isaac.ui.ui_utils", "isaacsim.gui.components", "isaacsim.gui.components.ui_utils"),
    "isaacsim.gui.components.element_wrappers",
    *("omni.kit.menu.utils", "omni.kit.ui", "omni.kit.viewport.window", "omni.kit.widget.viewport"),
    *("omni.kit.viewport_widgets_manager", "omni.kit.window.file", "omni.kit.window.property", "omni.kit.xr.core"),
)
"""Modules of which names can be imported, and that do nothing or refuse what they are asked to do."""

_CORTEX_UTILS = "isaacsim.core.assets: get_assets_root_path, get_assets_root_path as get_assets_root_path_or_die"
"""What programs without decider networks take from Cortex."""


def _parts_of_prims(package: str) -> dict[str, str | tuple[str, ...]]:
    """Rows of the files that the classes of prims are in, one for each."""
    names = ("Articulation", "GeometryPrim", "RigidPrim", "XFormPrim")
    files = ("articulation", "geometry_prim", "rigid_prim", "xform_prim")
    plain = {f"{package}.{file}": f"isaacsim.core.prims: {name}" for name, file in zip(names, files, strict=True)}
    single = {
        f"{package}.single_{file}": f"isaacsim.core.prims: Single{name}"
        for name, file in zip(names, files, strict=True)
    }
    return plain | single


MODULES: dict[str, str | tuple[str, ...]] = {
    "isaacsim": "isaacsim.simulation_app: SimulationApp",
    "isaacsim.core.api": "isaacsim.core.simulation: PhysicsContext, SimulationContext, World",
    "isaacsim.core.api.physics_context": ".physics_context: PhysicsContext",
    "isaacsim.core.api.physics_context.physics_context": "isaacsim.core.simulation: PhysicsContext",
    "isaacsim.core.api.articulations": ".articulation_subset: ArticulationSubset",
    "isaacsim.core.api.articulations.articulation_subset": "pippin.motion.articulations.action: ArticulationSubset",
    "isaacsim.core.api.controllers": (
        ".articulation_controller: ArticulationController",
        ".base_controller: BaseController",
    ),
    "isaacsim.core.api.controllers.articulation_controller": "pippin.objects: ArticulationController",
    "isaacsim.core.api.controllers.base_controller": "pippin.motion.articulations.policy: BaseController",
    "isaacsim.core.api.loggers": ".data_logger: DataLogger",
    "isaacsim.core.api.loggers.data_logger": "pippin.objects: DataFrame, DataLogger",
    "omni.isaac.core.loggers": "isaacsim.core.api.loggers: DataLogger",
    "omni.isaac.core.loggers.data_logger": "isaacsim.core.api.loggers.data_logger: *",
    "isaacsim.core.api.materials": (
        ".physics_material: PhysicsMaterial",
        ".preview_surface: PreviewSurface",
        ".omni_pbr: OmniPBR",
        ".omni_glass: OmniGlass",
        ".visual_material: VisualMaterial",
    ),
    "isaacsim.core.api.materials.omni_glass": "isaacsim.core.objects: OmniGlass",
    "isaacsim.core.api.materials.omni_pbr": "isaacsim.core.objects: OmniPBR",
    "isaacsim.core.api.materials.visual_material": "pippin.objects: PreviewSurface as VisualMaterial",
    "isaacsim.core.api.materials.physics_material": "pippin.objects: PhysicsMaterial",
    "isaacsim.core.api.materials.preview_surface": "pippin.objects: PreviewSurface",
    "isaacsim.core.api.objects": (
        (
            "isaacsim.core.objects: DynamicCapsule, DynamicCone, DynamicCuboid, DynamicCylinder, DynamicSphere, "
            "FixedCapsule, FixedCone, FixedCuboid, FixedCylinder, FixedSphere, GroundPlane, VisualCapsule, "
            "VisualCone, VisualCuboid, VisualCylinder, VisualSphere"
        ),
        ".capsule",
        ".cone",
        ".cuboid",
        ".cylinder",
        ".ground_plane",
        ".sphere",
    ),
    "isaacsim.core.api.objects.capsule": "isaacsim.core.objects: DynamicCapsule, FixedCapsule, VisualCapsule",
    "isaacsim.core.api.objects.cone": "isaacsim.core.objects: DynamicCone, FixedCone, VisualCone",
    "isaacsim.core.api.objects.cuboid": "isaacsim.core.objects: DynamicCuboid, FixedCuboid, VisualCuboid",
    "isaacsim.core.api.objects.cylinder": "isaacsim.core.objects: DynamicCylinder, FixedCylinder, VisualCylinder",
    "isaacsim.core.api.objects.ground_plane": "isaacsim.core.objects: GroundPlane",
    "isaacsim.core.api.objects.sphere": "isaacsim.core.objects: DynamicSphere, FixedSphere, VisualSphere",
    "isaacsim.core.api.robots": ".robot: Robot",
    "isaacsim.core.api.robots.robot": "isaacsim.core.objects: Robot",
    "isaacsim.core.api.scenes": "isaacsim.core.simulation: Scene",
    "isaacsim.core.api.simulation_context": ".simulation_context: SimulationContext",
    "isaacsim.core.api.simulation_context.simulation_context": "isaacsim.core.simulation: SimulationContext",
    "isaacsim.core.api.scenes.scene": "isaacsim.core.simulation: Scene",
    "isaacsim.core.api.tasks": "isaacsim.robot_arms.tasks: BaseTask, FollowTarget, PickPlace, Stacking",
    "isaacsim.core.api.tasks.base_task": "isaacsim.robot_arms.tasks: BaseTask",
    "isaacsim.core.api.tasks.follow_target": "isaacsim.robot_arms.tasks: FollowTarget",
    "isaacsim.core.api.tasks.pick_place": "isaacsim.robot_arms.tasks: PickPlace",
    "isaacsim.core.api.tasks.stacking": "isaacsim.robot_arms.tasks: Stacking",
    "isaacsim.core.cloner": "isaacsim.core.simulation: Cloner, GridCloner",
    "isaacsim.core.cloner.cloner": "isaacsim.core.simulation: Cloner",
    "isaacsim.core.cloner.grid_cloner": "isaacsim.core.simulation: GridCloner",
    "isaacsim.core.utils.semantics": (
        "isaacsim.core.stage: add_labels, add_update_semantics, check_missing_semantics, count_semantics_in_scene, "
        "get_semantics, remove_all_semantics"
    ),
    "isaacsim.core.utils.string": "isaacsim.core.stage: find_unique_string_name",
    "isaacsim.core.utils.xforms": "isaacsim.core.stage: get_local_pose, get_world_pose",
    "isaacsim.core.api.world": ".world: World",
    "isaacsim.core.api.world.world": "isaacsim.core.simulation: World",
    "isaacsim.core.utils.nucleus": (
        "isaacsim.storage.native.nucleus: get_assets_root_path, get_assets_root_path_async, is_file",
        "isaacsim.core.assets: find_nucleus_server",
    ),
    "isaacsim.core.utils.numpy": ".rotations",
    "isaacsim.core.utils.torch": (".maths: *", ".rotations: *", ".transformations: *"),
    "isaacsim.core.utils.torch.maths": (
        "pippin.gym.torch_utils: copysign, normalize, saturate, scale, scale_transform, tensor_clamp, "
        "torch_rand_float, torch_random_dir_2, unscale, unscale_np, unscale_transform",
        "pippin.utils.seed: configure_seed as set_seed",
    ),
    "isaacsim.core.utils.torch.rotations": (
        "isaacsim.core.utils.torch.maths: *",
        "pippin.gym.torch_utils: normalize_angle",
        (
            "isaacsim.core.rotations: compute_heading_and_up, compute_rot, get_basis_vector, get_euler_xyz, "
            "quat_apply, quat_axis, quat_conjugate, quat_diff_rad, quat_from_angle_axis, quat_from_euler_xyz, "
            "quat_mul, quat_rotate, quat_rotate_inverse, quat_unit"
        ),
        (
            "isaacsim.core.rotations: tensor_deg2rad as deg2rad, "
            "tensor_euler_angles_to_quats as euler_angles_to_quats, "
            "tensor_quats_to_rot_matrices as quats_to_rot_matrices, tensor_rad2deg as rad2deg, "
            "tensor_rot_matrices_to_quats as rot_matrices_to_quats, tensor_wxyz2xyzw as wxyz2xyzw, "
            "tensor_xyzw2wxyz as xyzw2wxyz"
        ),
    ),
    "isaacsim.core.utils.warp": ("math: pi as PI", ".tensor"),
    "isaacsim.core.utils.warp.tensor": "warp: ones, zeros",
    "isaacsim.core.utils.torch.transformations": (
        "isaacsim.core.rotations: tf_apply, tf_combine, tf_inverse, tf_vector"
    ),
    "isaacsim.core.utils.types": (
        "pippin.objects: ArticulationAction, ArticulationActions, DataFrame, DynamicState, DynamicsViewState, "
        "JointsState, XFormPrimState, XFormPrimViewState"
    ),
    "isaacsim.robot_motion.motion_generation": (
        ".articulation_kinematics_solver: ArticulationKinematicsSolver",
        ".articulation_motion_policy: ArticulationMotionPolicy",
        ".articulation_trajectory: ArticulationTrajectory",
        ".interface_config_loader",
        ".kinematics_interface: KinematicsSolver",
        (
            ".lula: RRT, LulaCSpaceTrajectoryGenerator, LulaKinematicsSolver, LulaTaskSpaceTrajectoryGenerator, "
            "LulaTrajectory, RmpFlow, RmpFlowSmoothed"
        ),
        ".motion_policy_controller: MotionPolicyController",
        ".motion_policy_interface: MotionPolicy",
        ".path_planner_visualizer: PathPlannerVisualizer",
        ".path_planning_interface: PathPlanner",
        ".trajectory: Trajectory",
        ".world_interface: WorldInterface",
    ),
    "isaacsim.robot_motion.motion_generation.articulation_kinematics_solver": (
        "pippin.motion.articulations.kinematics: ArticulationKinematicsSolver"
    ),
    "isaacsim.robot_motion.motion_generation.articulation_motion_policy": (
        "pippin.motion.articulations.policy: ArticulationMotionPolicy"
    ),
    "isaacsim.robot_motion.motion_generation.articulation_trajectory": (
        "pippin.motion.articulations.trajectory: ArticulationTrajectory"
    ),
    "isaacsim.robot_motion.motion_generation.lula": (
        ".kinematics: LulaKinematicsSolver",
        ".interface_helper",
        ".motion_policies: RmpFlow, RmpFlowSmoothed",
        ".path_planners: RRT",
        ".trajectory_generator: LulaCSpaceTrajectoryGenerator, LulaTaskSpaceTrajectoryGenerator, LulaTrajectory",
        ".utils",
        ".world: LulaWorld",
    ),
    "isaacsim.robot_motion.motion_generation.motion_policy_controller": (
        "pippin.motion.articulations.policy: MotionPolicyController"
    ),
    "isaacsim.robot_motion.motion_generation.path_planner_visualizer": (
        "pippin.motion.articulations.path_planner_visualizer: PathPlannerVisualizer"
    ),
    "isaacsim.robot_motion.motion_generation.trajectory": "pippin.motion.trajectories: Trajectory",
    "isaacsim.storage.native": ".nucleus: get_assets_root_path, get_assets_root_path_async, is_file",
    "isaacsim.asset.importer.mjcf": "isaacsim.asset.importer.mjcf._mjcf",
    "isaacsim.asset.importer.mjcf._mjcf": "pippin_isaac.omni_importers: MjcfImportConfig as ImportConfig",
    "isaacsim.asset.importer.urdf": "isaacsim.asset.importer.urdf._urdf",
    "isaacsim.asset.importer.urdf._urdf": (
        "pippin_isaac.omni_importers: UrdfImportConfig as ImportConfig, UrdfJointTargetType, UrdfRobot, "
        "acquire_urdf_interface, release_urdf_interface"
    ),
    "isaacsim.core.deprecation_manager": "importlib: import_module",
    "isaacsim.core.prims": (
        "isaacsim.core.objects: Articulation, GeometryPrim, RigidPrim, Robot, SingleArticulation, SingleGeometryPrim, "
        "SingleRigidPrim, SingleXFormPrim, XFormPrim",
        "omni.isaac.core.prims.soft.cloth_prim: ClothPrim, DeformablePrim, ParticleSystem, SingleClothPrim, "
        "SingleDeformablePrim, SingleParticleSystem",
    ),
    "isaacsim.core.simulation_manager": "pippin_isaac.omni_physx: IsaacEvents, SimulationManager",
    "isaacsim.core.utils.articulations": (
        "isaacsim.core.articulation_roots: add_articulation_root, find_all_articulation_base_paths, "
        "move_articulation_root, remove_articulation_root"
    ),
    "isaacsim.core.utils.bounds": "isaacsim.core.stage: compute_aabb, compute_combined_aabb, create_bbox_cache",
    "isaacsim.core.utils.carb": "pippin_isaac.omni_physx: get_carb_setting, set_carb_setting",
    "isaacsim.core.utils.distance_metrics": (
        "isaacsim.core.rotations: rotational_distance_angle, rotational_distance_identity_matrix_deviation, "
        "rotational_distance_single_axis, weighted_translational_distance"
    ),
    "isaacsim.benchmark.services": "pippin_isaac.omni_kit: BaseIsaacBenchmark",
    "isaacsim.benchmark.services.metrics.measurements": (
        "pippin_isaac.omni_kit: DictMeasurement, ListMeasurement, SingleMeasurement"
    ),
    "isaacsim.core.utils.extensions": (
        "pippin_isaac.omni_app: disable_extension, enable_extension, get_extension_path_from_name"
    ),
    "isaacsim.core.experimental.objects": (
        "isaacsim.core.batched_shapes: Capsule, Cone, Cube, Cylinder, CylinderLight, DiskLight, DistantLight, "
        "DomeLight, GroundPlane, RectLight, Sphere, SphereLight"
    ),
    "isaacsim.core.experimental.materials": (
        "isaacsim.core.batched_shapes: OmniPbrMaterial, PreviewSurfaceMaterial, RigidBodyMaterial"
    ),
    "isaacsim.core.experimental.prims": (
        "isaacsim.core.batched_articulations: Articulation",
        "isaacsim.core.batched_prims: GeomPrim, RigidPrim, XformPrim",
    ),
    "isaacsim.core.experimental.utils": (".app", ".prim", ".stage", ".transform", ".xform"),
    "isaacsim.core.experimental.utils.app": (
        "isaacsim.core.utils_of_six: is_paused, is_playing, is_stopped, pause, play, stop, update_app, "
        "update_app_async",
        "pippin_isaac.omni_app: enable_extension",
    ),
    "isaacsim.core.experimental.utils.prim": "isaacsim.core.stage: get_prim_at_path",
    "isaacsim.core.experimental.utils.stage": (
        "isaacsim.core.stage: create_new_stage_async, get_current_stage, get_stage_up_axis, is_stage_loading, "
        "save_stage, set_stage_up_axis",
        "isaacsim.core.utils_of_six: add_reference_to_stage, create_new_stage, define_prim, delete_prim, "
        "generate_next_free_path, get_stage_units, open_stage, set_stage_units",
    ),
    "isaacsim.core.experimental.utils.transform": (
        "isaacsim.core.utils_of_six: euler_angles_to_quaternion, quaternion_conjugate, quaternion_multiplication, "
        "quaternion_to_euler_angles, quaternion_to_rotation_matrix, rotation_matrix_to_quaternion"
    ),
    "isaacsim.core.experimental.utils.xform": "isaacsim.core.utils_of_six: get_relative_transform",
    "isaacsim.robot.experimental.wheeled_robots": (".controllers", ".robots"),
    "isaacsim.robot.experimental.wheeled_robots.controllers": (
        "isaacsim.core.batched_articulations: DifferentialController"
    ),
    "isaacsim.robot.experimental.wheeled_robots.robots": "isaacsim.core.batched_articulations: WheeledRobot",
    "isaacsim.core.utils.numpy.rotations": (
        "isaacsim.core.rotations: deg2rad, euler_angles_to_quats, gf_quat_to_tensor, quats_to_euler_angles, "
        "quats_to_rot_matrices, quats_to_rotvecs, rad2deg, rot_matrices_to_quats, rotvecs_to_quats, wxyz2xyzw, "
        "xyzw2wxyz"
    ),
    "isaacsim.core.utils.prims": (
        "isaacsim.core.stage: create_prim, define_prim, delete_prim, find_matching_prim_paths, "
        "get_all_matching_child_prims, get_articulation_root_api_prim_path, get_first_matching_child_prim, "
        "get_first_matching_parent_prim, get_prim_at_path, get_prim_attribute_names, get_prim_object_type, "
        "set_targets, get_prim_attribute_value, get_prim_children, get_prim_parent, get_prim_path, get_prim_property, "
        "get_prim_type_name, is_prim_non_root_articulation_link, is_prim_path_valid, set_prim_attribute_value, "
        "set_prim_property, set_prim_visibility"
    ),
    "isaacsim.core.utils.rotations": (
        "isaacsim.core.rotations: euler_angles_to_quat, euler_to_rot_matrix, gf_quat_to_np_array, "
        "gf_rotation_to_np_array, lookat_to_quatf, matrix_to_euler_angles, quat_to_euler_angles, quat_to_rot_matrix, "
        "rot_matrix_to_quat"
    ),
    "isaacsim.core.utils.stage": (
        "isaacsim.core.stage: add_reference_to_stage, clear_stage, create_new_stage, create_new_stage_async, "
        "get_current_stage, get_next_free_path, get_stage_units, get_stage_up_axis, is_stage_loading, open_stage, "
        "open_stage_async, print_stage_prim_paths, save_stage, set_stage_units, set_stage_up_axis, traverse_stage, "
        "update_stage, update_stage_async"
    ),
    "isaacsim.core.utils.transformations": (
        "isaacsim.core.rotations: get_relative_transform, pose_from_tf_matrix, tf_matrices_from_poses, "
        "tf_matrix_from_pose"
    ),
    "isaacsim.core.utils.viewports": "isaacsim.core.stage: set_camera_view",
    "isaacsim.core.version": "pippin_isaac.omni_physx: get_version",
    "isaacsim.gui.components": "pippin_isaac.omni_kit: make_window as *",
    "isaacsim.gui.components.ui_utils": "pippin_isaac.omni_kit: make_window as *",
    "isaacsim.robot_motion.motion_generation.interface_config_loader": (
        "isaacsim.core.assets: get_supported_robot_path_planner_pairs, get_supported_robot_policy_pairs, "
        "get_supported_robots_with_lula_kinematics, get_supported_robots_with_lula_rmpflow, "
        "load_supported_lula_kinematics_solver_config, load_supported_lula_rmpflow_config, "
        "load_supported_motion_policy_config, load_supported_path_planner_config",
        "pippin.motion.config_folders: load_config_file as _process_policy_config",  # programs with robots of their own
    ),
    "isaacsim.robot_motion.motion_generation.kinematics_interface": (
        "isaacsim.robot_motion.kinematics: KinematicsSolver"
    ),
    "isaacsim.robot_motion.motion_generation.lula.interface_helper": (
        "isaacsim.robot_motion.kinematics: LulaInterfaceHelper"
    ),
    "isaacsim.robot_motion.motion_generation.lula.kinematics": (
        "isaacsim.robot_motion.kinematics: LulaKinematicsSolver"
    ),
    "isaacsim.robot_motion.motion_generation.lula.motion_policies": (
        "isaacsim.robot_motion.planning: RmpFlow, RmpFlowSmoothed"
    ),
    "isaacsim.robot_motion.motion_generation.lula.path_planners": "isaacsim.robot_motion.planning: RRT",
    "isaacsim.robot_motion.motion_generation.lula.trajectory_generator": (
        "isaacsim.robot_motion.planning: LulaCSpaceTrajectoryGenerator, LulaTaskSpaceTrajectoryGenerator, "
        "LulaTrajectory"
    ),
    "isaacsim.robot_motion.motion_generation.lula.utils": (
        "isaacsim.robot_motion.kinematics: get_pose3, get_pose_rel_robot_base, get_prim_pose_in_meters, "
        "get_prim_pose_in_meters_rel_robot_base"
    ),
    "isaacsim.robot_motion.motion_generation.lula.world": "isaacsim.robot_motion.planning: LulaWorld",
    "isaacsim.robot_motion.motion_generation.motion_policy_interface": "isaacsim.robot_motion.planning: MotionPolicy",
    "isaacsim.robot_motion.motion_generation.path_planning_interface": "isaacsim.robot_motion.planning: PathPlanner",
    "isaacsim.robot_motion.motion_generation.world_interface": "isaacsim.robot_motion.kinematics: WorldInterface",
    "isaacsim.sensors.camera": "isaacsim.core.objects: Camera",
    "isaacsim.sensors.camera.camera": "isaacsim.core.objects: Camera",
    "isaacsim.simulation_app": "pippin_isaac.launcher: StandaloneApp as SimulationApp",
    "isaacsim.storage.native.nucleus": (
        "isaacsim.core.assets: get_assets_root_path, get_assets_root_path_async, is_file"
    ),
    "isaacsim.util.merge_mesh": "pippin_isaac.refused: MeshMerger",
    "isaacsim.util.debug_draw": "isaacsim.util.debug_draw._debug_draw",
    "isaacsim.util.debug_draw._debug_draw": (
        "pippin_isaac.omni_devices: acquire_debug_draw_interface, release_debug_draw_interface"
    ),
    "omni.isaac.debug_draw": "isaacsim.util.debug_draw._debug_draw",
    "omni.isaac.debug_draw._debug_draw": (
        "pippin_isaac.omni_devices: acquire_debug_draw_interface, release_debug_draw_interface"
    ),
    "isaacsim.core.experimental.utils.impl.transform": "isaacsim.core.experimental.utils.transform: *",
    "omni.isaac.version": "pippin_isaac.omni_physx: get_version",
    "omni.isaac.dynamic_control": "omni.isaac.dynamic_control._dynamic_control",
    "omni.isaac.dynamic_control._dynamic_control": (
        "pippin_isaac.omni_physx: DofState, DynamicControl, INVALID_HANDLE, OBJECT_ARTICULATION, OBJECT_DOF, "
        "OBJECT_JOINT, OBJECT_NONE, OBJECT_RIGIDBODY, ObjectType, STATE_ALL, STATE_EFFORT, STATE_NONE, STATE_POS, "
        "STATE_VEL, Transform, acquire_dynamic_control_interface"
    ),
    "omni.isaac.gym.tasks.rl_task": "isaacsim.core.vec_env: RLTaskInterface",
    "omni.isaac.gym.vec_env": (
        "isaacsim.core.vec_env: TaskStopException, VecEnvBase",
        ".vec_env_base",
        ".vec_env_mt: VecEnvMT, TrainerMT",
    ),
    "omni.isaac.gym.vec_env.vec_env_base": (
        "carb",  # programs import these from where they are used
        "os",
        "isaacsim.simulation_app: SimulationApp",
        "isaacsim.core.vec_env: VecEnvBase",
    ),
    "omni.isaac.gym.vec_env.vec_env_mt": (
        "isaacsim.core.vec_env: TaskStopException",
        "pippin_isaac.omni_kit: make_training_thread as *",
    ),
    "omni.isaac.cloner": "isaacsim.core.cloner: Cloner, GridCloner",
    "omni.isaac.core": "isaacsim.core.api: PhysicsContext, SimulationContext, World",
    "omni.isaac.core.physics_context": "isaacsim.core.api: PhysicsContext",
    "omni.isaac.core.physics_context.physics_context": "isaacsim.core.api: PhysicsContext",
    "omni.isaac.core.utils.numpy": ".rotations",
    **{f"omni.isaac.core.utils.{name}": f"isaacsim.core.utils.{name}: *" for name in _UTILS},
    "omni.isaac.core.articulations": (
        "isaacsim.core.api.articulations: ArticulationSubset",
        "isaacsim.core.prims: Articulation as ArticulationView, SingleArticulation as Articulation",
    ),
    "omni.isaac.core.controllers": "isaacsim.core.api.controllers: ArticulationController, BaseController",
    "omni.isaac.core.materials": (
        "isaacsim.core.api.materials: OmniGlass, OmniPBR, PhysicsMaterial, PreviewSurface, VisualMaterial"
    ),
    "omni.isaac.core.objects": "isaacsim.core.api.objects: *",
    "omni.isaac.core.objects.capsule": "isaacsim.core.api.objects.capsule: DynamicCapsule, FixedCapsule, VisualCapsule",
    "omni.isaac.core.objects.cone": "isaacsim.core.api.objects.cone: DynamicCone, FixedCone, VisualCone",
    "omni.isaac.core.objects.cuboid": "isaacsim.core.api.objects.cuboid: DynamicCuboid, FixedCuboid, VisualCuboid",
    "omni.isaac.core.objects.cylinder": (
        "isaacsim.core.api.objects.cylinder: DynamicCylinder, FixedCylinder, VisualCylinder"
    ),
    "omni.isaac.core.objects.ground_plane": "isaacsim.core.api.objects.ground_plane: GroundPlane",
    "omni.isaac.core.objects.sphere": "isaacsim.core.api.objects.sphere: DynamicSphere, FixedSphere, VisualSphere",
    "omni.isaac.core.prims": (
        "isaacsim.core.prims: RigidPrim as RigidPrimView, SingleGeometryPrim as GeometryPrim, SingleRigidPrim as "
        "RigidPrim, SingleXFormPrim as XFormPrim, XFormPrim as XFormPrimView, GeometryPrim as GeometryPrimView",
        "omni.isaac.core.prims.soft.cloth_prim: ClothPrim, ClothPrimView, DeformablePrim, DeformablePrimView, "
        "ParticleSystem, ParticleSystemView",
    ),
    "omni.isaac.core.robots": "isaacsim.core.api.robots: Robot",
    "omni.isaac.core.scenes": "isaacsim.core.api.scenes: Scene",
    "omni.isaac.core.simulation_context": "isaacsim.core.api: SimulationContext",
    "omni.isaac.core.tasks": "isaacsim.core.api.tasks: BaseTask, FollowTarget, PickPlace, Stacking",
    "omni.isaac.core.tasks.follow_target": "isaacsim.core.api.tasks: FollowTarget",
    "omni.isaac.core.tasks.pick_place": "isaacsim.core.api.tasks: PickPlace",
    "omni.isaac.core.tasks.stacking": "isaacsim.core.api.tasks: Stacking",
    "omni.isaac.core.world": "isaacsim.core.api: World",
    "omni.isaac.core.world.world": "isaacsim.core.api: World",
    "omni.isaac.core.articulations.articulation_view": "isaacsim.core.prims: Articulation as ArticulationView",
    "omni.isaac.core.articulations.articulation": "isaacsim.core.prims: SingleArticulation as Articulation",
    "omni.isaac.core.prims.xform_prim": "isaacsim.core.prims: SingleXFormPrim as XFormPrim",
    "omni.isaac.core.prims.rigid_prim": "isaacsim.core.prims: SingleRigidPrim as RigidPrim",
    "omni.isaac.core.prims.geometry_prim": "isaacsim.core.prims: SingleGeometryPrim as GeometryPrim",
    "omni.isaac.core.prims.geometry_prim_view": "isaacsim.core.prims: GeometryPrim as GeometryPrimView",
    "omni.isaac.core.prims.xform_prim_view": "isaacsim.core.prims: XFormPrim as XFormPrimView",
    "omni.isaac.core.prims.rigid_prim_view": "isaacsim.core.prims: RigidPrim as RigidPrimView",
    "omni.isaac.core.robots.robot": "isaacsim.core.api.robots: Robot",
    "omni.isaac.core.controllers.base_controller": "isaacsim.core.api.controllers: BaseController",
    "omni.isaac.core.controllers.articulation_controller": "isaacsim.core.api.controllers: ArticulationController",
    "omni.isaac.core.tasks.base_task": "isaacsim.core.api.tasks: BaseTask",
    "omni.isaac.core.scenes.scene": "isaacsim.core.api.scenes: Scene",
    "omni.isaac.core.materials.physics_material": "isaacsim.core.api.materials: PhysicsMaterial",
    "omni.isaac.core.materials.preview_surface": "isaacsim.core.api.materials: PreviewSurface",
    "omni.isaac.core.materials.omni_glass": "isaacsim.core.objects: OmniGlass",
    "omni.isaac.core.materials.omni_pbr": "isaacsim.core.objects: OmniPBR",
    "omni.isaac.core.materials.visual_material": "pippin.objects: PreviewSurface as VisualMaterial",
    "omni.isaac.core.simulation_context.simulation_context": "isaacsim.core.api: SimulationContext",
    "omni.importer.mjcf": "omni.importer.mjcf._mjcf",
    "omni.importer.mjcf._mjcf": "isaacsim.asset.importer.mjcf._mjcf: *",
    "omni.importer.urdf": "omni.importer.urdf._urdf",
    "omni.importer.urdf._urdf": "isaacsim.asset.importer.urdf._urdf: *",
    "omni.isaac.urdf": "omni.isaac.urdf._urdf",
    "omni.isaac.urdf._urdf": "isaacsim.asset.importer.urdf._urdf: *",
    "omni.isaac.nucleus": (
        "isaacsim.storage.native: get_assets_root_path, get_assets_root_path_async",
        "isaacsim.core.assets: find_nucleus_server",
    ),
    "omni.isaac.kit": "isaacsim.simulation_app: SimulationApp",
    "omni.isaac.motion_generation": (
        "isaacsim.robot_motion.motion_generation: *",
        ".wheel_base_pose_controller: WheelBasePoseController",  # which moved to the wheeled robots later
    ),
    "omni.isaac.motion_generation.wheel_base_pose_controller": f"{_ROBOTS}: WheelBasePoseController",
    "omni.isaac.motion_generation.articulation_kinematics_solver": (
        "isaacsim.robot_motion.motion_generation.articulation_kinematics_solver: *"
    ),
    "omni.isaac.motion_generation.articulation_motion_policy": (
        "isaacsim.robot_motion.motion_generation.articulation_motion_policy: *"
    ),
    "omni.isaac.motion_generation.articulation_trajectory": (
        "isaacsim.robot_motion.motion_generation.articulation_trajectory: *"
    ),
    "omni.isaac.motion_generation.interface_config_loader": (
        "isaacsim.robot_motion.motion_generation.interface_config_loader: *, _process_policy_config"
    ),
    "omni.isaac.motion_generation.kinematics_interface": (
        "isaacsim.robot_motion.motion_generation.kinematics_interface: *"
    ),
    "omni.isaac.motion_generation.lula": "isaacsim.robot_motion.motion_generation.lula: *",
    "omni.isaac.motion_generation.lula.interface_helper": (
        "isaacsim.robot_motion.motion_generation.lula.interface_helper: *"
    ),
    "omni.isaac.motion_generation.lula.kinematics": "isaacsim.robot_motion.motion_generation.lula.kinematics: *",
    "omni.isaac.motion_generation.lula.motion_policies": (
        "isaacsim.robot_motion.motion_generation.lula.motion_policies: *"
    ),
    "omni.isaac.motion_generation.lula.path_planners": "isaacsim.robot_motion.motion_generation.lula.path_planners: *",
    "omni.isaac.motion_generation.lula.trajectory_generator": (
        "isaacsim.robot_motion.motion_generation.lula.trajectory_generator: *"
    ),
    "omni.isaac.motion_generation.lula.utils": "isaacsim.robot_motion.motion_generation.lula.utils: *",
    "omni.isaac.motion_generation.lula.world": "isaacsim.robot_motion.motion_generation.lula.world: *",
    "omni.isaac.motion_generation.motion_policy_controller": (
        "isaacsim.robot_motion.motion_generation.motion_policy_controller: *"
    ),
    "omni.isaac.motion_generation.motion_policy_interface": (
        "isaacsim.robot_motion.motion_generation.motion_policy_interface: *"
    ),
    "omni.isaac.motion_generation.path_planner_visualizer": (
        "isaacsim.robot_motion.motion_generation.path_planner_visualizer: *"
    ),
    "omni.isaac.motion_generation.path_planning_interface": (
        "isaacsim.robot_motion.motion_generation.path_planning_interface: *"
    ),
    "omni.isaac.motion_generation.trajectory": "isaacsim.robot_motion.motion_generation.trajectory: *",
    "omni.isaac.motion_generation.world_interface": "isaacsim.robot_motion.motion_generation.world_interface: *",
    "carb": (
        "pippin_isaac.omni_kit: Float3, Float4, log_error, log_info, log_verbose, log_warn",
        ".logging",
        ".settings",
    ),
    "carb._carb": "pippin_isaac.omni_kit: Float3, Float4",
    "carb.logging": (
        "pippin_isaac.omni_kit: LEVEL_ERROR, LEVEL_FATAL, LEVEL_INFO, LEVEL_VERBOSE, LEVEL_WARN, acquire_logging",
        "pippin_isaac.omni_kit: SettingBehavior as LogSettingBehavior",
    ),
    "carb.eventdispatcher": "pippin_isaac.omni_app: EventDispatcher as IEventDispatcher, get_eventdispatcher",
    "carb.input": (
        "pippin_isaac.omni_devices: KeyboardInput, GamepadInput, KeyboardEventType, GamepadConnectionEventType, "
        "KeyboardEvent, GamepadEvent, acquire_input_interface, get_default_app_window, "
        "acquire_app_window_factory_interface, acquire_debug_draw_interface"
    ),
    "carb.settings": "pippin_isaac.omni_kit: Settings, get_settings",
    "omni.graph.core": "pippin_isaac.omni_kit: make_part_of_graph as *",
    "omni.appwindow": "pippin_isaac.omni_devices: acquire_app_window_factory_interface, get_default_app_window",
    "omni.ext": "pippin_isaac.omni_kit: IExt",
    "omni.kit.actions": ".core",
    "omni.kit.actions.core": "pippin_isaac.omni_actions: Action, ActionRegistry, get_action_registry",
    "omni.kit.app": (
        "pippin_isaac.omni_app: Application, ExtensionManager, get_app, get_app_interface, GLOBAL_EVENT_UPDATE, "
        "GLOBAL_EVENT_PRE_UPDATE, GLOBAL_EVENT_POST_UPDATE, GLOBAL_EVENT_POST_QUIT, GLOBAL_EVENT_PRE_SHUTDOWN"
    ),
    "omni.kit.async_engine": "pippin_isaac.launcher: run_coroutine",
    "omni.kit.material.library": "pippin_isaac.omni_app: get_material_prim_path",
    "omni.kit.test": "pippin_isaac.omni_app: AsyncTestCase",
    "omni.kit.asset_converter": "pippin_isaac.omni_kit: AssetConverterContext, get_asset_converter as get_instance",
    "omni.client": (
        "isaacsim.core.assets: Result, list_folder as list, stat",
        "pippin_isaac.omni_files: CopyBehavior, copy, copy_async, copy_file",
    ),
    "omni.client._omniclient": ("isaacsim.core.assets: Result", "pippin_isaac.omni_files: CopyBehavior"),
    "omni.physx.scripts.particleUtils": "pippin_isaac.omni_kit: make_particles as *",
    "omni.kit.commands": "pippin_isaac.omni_commands: execute",
    "omni.kit.viewport.menubar.lighting.actions": "pippin_isaac.omni_actions: light_viewport as _set_lighting_mode",
    "omni.kit.viewport.utility": "pippin_isaac.omni_kit: make_window as *",
    "omni.kit.viewport.utility.camera_state": "pippin_isaac.omni_kit: make_window as *",
    "omni.kit.window.extensions": "pippin_isaac.omni_kit: make_window as *",
    "omni.log": "pippin_isaac.omni_kit: verbose, info, warn, error, fatal, get_log, LogLevel as Level, SettingBehavior",
    "omni.physics.tensors": "pippin_isaac.omni_physx: create_simulation_view, make_view_kind as *",
    "omni.physics.tensors.api": "pippin_isaac.omni_physx: create_simulation_view, make_view_kind as *",
    "omni.physics.tensors.impl.api": "pippin_isaac.omni_physx: create_simulation_view, make_view_kind as *",
    "omni.physx": (
        "pippin_isaac.omni_physx: get_physx_interface, get_physx_interface as acquire_physx_interface, "
        "get_physx_simulation_interface",
        "pippin_isaac.omni_scene_queries: get_physx_scene_query_interface",
    ),
    "omni.replicator.core": (
        "pippin_isaac.lab_images: BasicWriter",
        "pippin_isaac.omni_kit: set_global_seed, vp_manager, make_part_of_replicator as *",
        ".create",
    ),
    "omni.replicator.core.create": "pippin_isaac.omni_kit: make_part_of_replicator as *",
    "omni.timeline": (
        "pippin_isaac.omni_app: Timeline, TimelineEventStream, TimelineEventType, get_timeline_interface, "
        "GLOBAL_EVENT_PLAY, GLOBAL_EVENT_PAUSE, GLOBAL_EVENT_STOP"
    ),
    "omni.ui": "pippin_isaac.omni_kit: make_window as *",
    "omni.usd": (
        "pippin_isaac.omni_app: UsdContext, get_context, get_local_transform_matrix, get_shader_from_material, "
        "get_stage_next_free_path, get_world_transform_matrix"
    ),
    "omni.physx.scripts": (".physicsUtils", ".utils"),
    "omni.physx.scripts.physicsUtils": (
        "pippin_isaac.omni_physx_scripts: add_ground_plane, add_physics_material_to_prim, add_rigid_box, "
        "add_rigid_capsule, add_rigid_cylinder, add_rigid_sphere, set_or_add_orient_op, set_or_add_scale_op, "
        "set_or_add_scale_orient_translate, set_or_add_translate_op, setup_transform_as_scale_orient_translate"
    ),
    "omni.physx.scripts.utils": (
        "pippin_isaac.omni_physx_scripts: removeCollider, removeRigidBody, setCollider, setRigidBody, setStaticCollider"
    ),
    "omni.usd.commands": "pippin_isaac.omni_commands: make_command as *",
    "omni.usd.utils": "omni.usd: get_local_transform_matrix, get_world_transform_matrix",
    "pxr.PhysicsSchemaTools": (
        "pippin_isaac.omni_physx_scripts: add_ground_plane as addGroundPlane, intToSdfPath, sdfPathToInt"
    ),
    "pxr.Semantics": "pippin_isaac.omni_replicator: SemanticsAPI",
    "pxr.PhysxSchema": "pippin_isaac.omni_physx: make_schema as *",
    "omni.isaac.lab": (),  # Isaac Lab's first version: see pippin_isaac.modules
    "omni.isaac.lab_assets": (),
    "omni.isaac.lab_tasks": (),
    **dict.fromkeys(_LIDARS, "pippin_isaac.omni_kit: make_lidar as *"),
    **dict.fromkeys(_SOFT, "pippin_isaac.omni_kit: make_soft_body as *"),
    **dict.fromkeys(_RANDOMIZATION, "pippin_isaac.omni_kit: make_randomization as *"),
    **dict.fromkeys(_PEOPLE, "pippin_isaac.omni_kit: make_people as *"),
    **dict.fromkeys(_POLICIES, "pippin_isaac.omni_kit: make_policy as *"),
    **dict.fromkeys(_SYNTHETIC_DATA, "pippin_isaac.omni_kit: make_synthetic_data as *"),
    **dict.fromkeys(_GRAPHS, "pippin_isaac.omni_kit: make_part_of_graph as *"),
    **dict.fromkeys(_WINDOWS, "pippin_isaac.omni_kit: make_window as *"),
    "isaacsim.cortex.framework.cortex_utils": _CORTEX_UTILS,
    "omni.isaac.cortex.cortex_utils": _CORTEX_UTILS,
    "omni.physxdemos": "pippin_isaac.omni_kit: make_demo as *",
    "usdrt": (".Gf", ".Sdf", ".Usd", ".Vt"),
    **{f"usdrt.{name}": f"pxr.{name}: *" for name in ("Gf", "Sdf", "Vt")},
    "usdrt.Usd": "pippin_isaac.omni_kit: make_part_of_fabric as *",
    **_parts_of_prims("isaacsim.core.prims.impl"),
    **_samples("isaacsim.examples.base"),
    **_samples("isaacsim.examples.interactive.base_sample"),
    **_samples("omni.isaac.examples.base_sample"),
    **_physics_sensors("isaacsim.sensors.physics", ""),
    **_physics_sensors("omni.isaac.sensor", "scripts."),
}
