"""Modules of Isaac Sim under their older names; see :mod:`pippin_isaac.tables` for how to add one."""

from __future__ import annotations

MODULES: dict[str, str | tuple[str, ...]] = {
    "omni.isaac.core": "isaacsim.core.api: SimulationContext, World",
    "omni.isaac.core.articulations": (
        "isaacsim.core.api.articulations: ArticulationSubset",
        "isaacsim.core.prims: Articulation as ArticulationView, SingleArticulation as Articulation",
    ),
    "omni.isaac.core.controllers": "isaacsim.core.api.controllers: ArticulationController, BaseController",
    "omni.isaac.core.materials": "isaacsim.core.api.materials: PhysicsMaterial, PreviewSurface",
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
        "RigidPrim, SingleXFormPrim as XFormPrim, XFormPrim as XFormPrimView"
    ),
    "omni.isaac.core.robots": "isaacsim.core.api.robots: Robot",
    "omni.isaac.core.scenes": "isaacsim.core.api.scenes: Scene",
    "omni.isaac.core.simulation_context": "isaacsim.core.api: SimulationContext",
    "omni.isaac.core.tasks": "isaacsim.core.api.tasks: BaseTask",
    "omni.isaac.core.utils.distance_metrics": "isaacsim.core.utils.distance_metrics: *",
    "omni.isaac.core.utils.extensions": (
        "isaacsim.core.utils.extensions: disable_extension, enable_extension, get_extension_path_from_name"
    ),
    "omni.isaac.core.utils.nucleus": "isaacsim.core.utils.nucleus: *",
    "omni.isaac.core.utils.numpy": ".rotations",
    "omni.isaac.core.utils.numpy.rotations": "isaacsim.core.utils.numpy.rotations: *",
    "omni.isaac.core.utils.prims": "isaacsim.core.utils.prims: *",
    "omni.isaac.core.utils.rotations": "isaacsim.core.utils.rotations: *",
    "omni.isaac.core.utils.stage": "isaacsim.core.utils.stage: *",
    "omni.isaac.core.utils.torch": "isaacsim.core.utils.torch: *",
    "omni.isaac.core.utils.torch.maths": "isaacsim.core.utils.torch.maths: *",
    "omni.isaac.core.utils.torch.rotations": "isaacsim.core.utils.torch.rotations: *",
    "omni.isaac.core.utils.torch.transformations": "isaacsim.core.utils.torch.transformations: *",
    "omni.isaac.core.utils.types": "isaacsim.core.utils.types: *",
    "omni.isaac.core.utils.viewports": "isaacsim.core.utils.viewports: set_camera_view",
    "omni.isaac.core.world": "isaacsim.core.api: World",
    "omni.isaac.core.world.world": "isaacsim.core.api: World",
    "omni.isaac.core.articulations.articulation": "isaacsim.core.prims: SingleArticulation as Articulation",
    "omni.isaac.core.prims.xform_prim": "isaacsim.core.prims: SingleXFormPrim as XFormPrim",
    "omni.isaac.core.prims.rigid_prim": "isaacsim.core.prims: SingleRigidPrim as RigidPrim",
    "omni.isaac.core.prims.geometry_prim": "isaacsim.core.prims: SingleGeometryPrim as GeometryPrim",
    "omni.isaac.core.prims.xform_prim_view": "isaacsim.core.prims: XFormPrim as XFormPrimView",
    "omni.isaac.core.prims.rigid_prim_view": "isaacsim.core.prims: RigidPrim as RigidPrimView",
    "omni.isaac.core.robots.robot": "isaacsim.core.api.robots: Robot",
    "omni.isaac.core.controllers.base_controller": "isaacsim.core.api.controllers: BaseController",
    "omni.isaac.core.controllers.articulation_controller": "isaacsim.core.api.controllers: ArticulationController",
    "omni.isaac.core.tasks.base_task": "isaacsim.core.api.tasks: BaseTask",
    "omni.isaac.core.scenes.scene": "isaacsim.core.api.scenes: Scene",
    "omni.isaac.core.materials.physics_material": "isaacsim.core.api.materials: PhysicsMaterial",
    "omni.isaac.core.materials.preview_surface": "isaacsim.core.api.materials: PreviewSurface",
    "omni.isaac.nucleus": "isaacsim.storage.native: get_assets_root_path, get_assets_root_path_async",
    "omni.isaac.kit": "isaacsim.simulation_app: SimulationApp",
    "omni.isaac.motion_generation": "isaacsim.robot_motion.motion_generation: *",
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
        "isaacsim.robot_motion.motion_generation.interface_config_loader: *"
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
}
