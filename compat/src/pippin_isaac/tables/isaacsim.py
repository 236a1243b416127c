"""Modules of Isaac Sim, and where their names come from; see :mod:`pippin_isaac.tables` for how to add one."""

from __future__ import annotations

MODULES: dict[str, str | tuple[str, ...]] = {
    "isaacsim": "isaacsim.simulation_app: SimulationApp",
    "isaacsim.core.api": "isaacsim.core.simulation: SimulationContext, World",
    "isaacsim.core.api.articulations": ".articulation_subset: ArticulationSubset",
    "isaacsim.core.api.articulations.articulation_subset": "pippin.motion.articulations.action: ArticulationSubset",
    "isaacsim.core.api.controllers": (
        ".articulation_controller: ArticulationController",
        ".base_controller: BaseController",
    ),
    "isaacsim.core.api.controllers.articulation_controller": "pippin.objects: ArticulationController",
    "isaacsim.core.api.controllers.base_controller": "pippin.motion.articulations.policy: BaseController",
    "isaacsim.core.api.materials": (".physics_material: PhysicsMaterial", ".preview_surface: PreviewSurface"),
    "isaacsim.core.api.materials.physics_material": "pippin.objects: PhysicsMaterial",
    "isaacsim.core.api.materials.preview_surface": "pippin.objects: PreviewSurface",
    "isaacsim.core.api.objects": (
        "isaacsim.core.objects: *",
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
    "isaacsim.core.api.robots.robot": "isaacsim.core.prims: Robot",
    "isaacsim.core.api.scenes": "isaacsim.core.simulation: Scene",
    "isaacsim.core.api.simulation_context": "isaacsim.core.simulation: SimulationContext",
    "isaacsim.core.api.tasks": "pippin.objects: BaseTask",
    "isaacsim.core.api.tasks.base_task": "pippin.objects: BaseTask",
    "isaacsim.core.api.world": "isaacsim.core.simulation: World",
    "isaacsim.core.utils.nucleus": "isaacsim.storage.native.nucleus: get_assets_root_path, get_assets_root_path_async",
    "isaacsim.core.utils.numpy": ".rotations",
    "isaacsim.core.utils.torch": (".maths: *", ".rotations: *", ".transformations: *"),
    "isaacsim.core.utils.torch.maths": (
        "pippin.gym.torch_utils: copysign, normalize, saturate, scale, scale_transform, tensor_clamp, "
        "torch_rand_float, torch_random_dir_2, unscale, unscale_np, unscale_transform",
        "pippin.utils.seed: configure_seed as set_seed",
    ),
    "isaacsim.core.utils.torch.rotations": (
        "pippin.gym.torch_utils: copysign, normalize, normalize_angle",
        (
            "isaacsim.core.torch_quaternions: compute_heading_and_up, compute_rot, get_basis_vector, get_euler_xyz, "
            "quat_apply, quat_axis, quat_conjugate, quat_diff_rad, quat_from_angle_axis, quat_from_euler_xyz, "
            "quat_mul, quat_rotate, quat_rotate_inverse, quat_unit"
        ),
    ),
    "isaacsim.core.utils.torch.transformations": (
        "isaacsim.core.torch_quaternions: tf_apply, tf_combine, tf_inverse, tf_vector"
    ),
    "isaacsim.core.utils.types": (
        "pippin.objects: ArticulationAction, ArticulationActions, DynamicState, DynamicsViewState, JointsState, "
        "XFormPrimState, XFormPrimViewState"
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
    "isaacsim.storage.native": ".nucleus: get_assets_root_path, get_assets_root_path_async",
}
