"""Older names of methods and properties that Isaac Lab still has, what they call of Pippin, and names passed on.

A row of ``CALLS`` is the older method as its ``def`` would say it, and the calls that it stands for. A bare name hands
over all arguments under their own names; a call in full says what is handed over, where ``state[:7]`` is the pose of a
state of 13 numbers and ``state[7:]`` its velocity. :mod:`pippin_isaac.older_names` makes the methods.
"""

from __future__ import annotations

import re
from functools import cache

ROOT_CALLS: dict[str, str | tuple[str, ...]] = {
    "write_root_state_to_sim(root_state, env_ids=None)": (
        "write_root_link_pose_to_sim_index(root_pose=root_state[:7], env_ids=env_ids)",
        "write_root_com_velocity_to_sim_index(root_velocity=root_state[7:], env_ids=env_ids)",
    ),
    "write_root_com_state_to_sim(root_state, env_ids=None)": (
        "write_root_com_pose_to_sim_index(root_pose=root_state[:7], env_ids=env_ids)",
        "write_root_com_velocity_to_sim_index(root_velocity=root_state[7:], env_ids=env_ids)",
    ),
    "write_root_link_state_to_sim(root_state, env_ids=None)": (
        "write_root_link_pose_to_sim_index(root_pose=root_state[:7], env_ids=env_ids)",
        "write_root_link_velocity_to_sim_index(root_velocity=root_state[7:], env_ids=env_ids)",
    ),
    "write_root_pose_to_sim(root_pose, env_ids=None)": "write_root_pose_to_sim_index",
    "write_root_link_pose_to_sim(root_pose, env_ids=None)": "write_root_link_pose_to_sim_index",
    "write_root_com_pose_to_sim(root_pose, env_ids=None)": "write_root_com_pose_to_sim_index",
    "write_root_velocity_to_sim(root_velocity, env_ids=None)": "write_root_velocity_to_sim_index",
    "write_root_com_velocity_to_sim(root_velocity, env_ids=None)": "write_root_com_velocity_to_sim_index",
    "write_root_link_velocity_to_sim(root_velocity, env_ids=None)": "write_root_link_velocity_to_sim_index",
    "set_masses(masses, body_ids=None, env_ids=None)": "set_masses_index",
    "set_coms(coms, body_ids=None, env_ids=None)": "set_coms_index",
    "set_inertias(inertias, body_ids=None, env_ids=None)": "set_inertias_index",
}
"""Roots and mass properties of rigid objects and articulations."""

JOINT_CALLS: dict[str, str | tuple[str, ...]] = {
    "write_joint_state_to_sim(position, velocity, joint_ids=None, env_ids=None)": (
        "write_joint_position_to_sim_index(position=position, joint_ids=joint_ids, env_ids=env_ids)",
        "write_joint_velocity_to_sim_index(velocity=velocity, joint_ids=joint_ids, env_ids=env_ids)",
    ),
    "write_joint_position_to_sim(position, joint_ids=None, env_ids=None)": "write_joint_position_to_sim_index",
    "write_joint_velocity_to_sim(velocity, joint_ids=None, env_ids=None)": "write_joint_velocity_to_sim_index",
    "set_joint_position_target(target, joint_ids=None, env_ids=None)": "set_joint_position_target_index",
    "set_joint_velocity_target(target, joint_ids=None, env_ids=None)": "set_joint_velocity_target_index",
    "set_joint_effort_target(target, joint_ids=None, env_ids=None)": "set_joint_effort_target_index",
    "write_joint_stiffness_to_sim(stiffness, joint_ids=None, env_ids=None)": "write_joint_stiffness_to_sim_index",
    "write_joint_damping_to_sim(damping, joint_ids=None, env_ids=None)": "write_joint_damping_to_sim_index",
    "write_joint_effort_limit_to_sim(limits, joint_ids=None, env_ids=None)": "write_joint_effort_limit_to_sim_index",
    "write_joint_velocity_limit_to_sim(limits, joint_ids=None, env_ids=None)": (
        "write_joint_velocity_limit_to_sim_index"
    ),
    "write_joint_position_limit_to_sim(limits, joint_ids=None, env_ids=None, warn_limit_violation=True)": (
        "write_joint_position_limit_to_sim_index"
    ),
    "write_joint_limits_to_sim(limits, joint_ids=None, env_ids=None, warn_limit_violation=True)": (
        "write_joint_position_limit_to_sim_index"
    ),
    "write_joint_armature_to_sim(armature, joint_ids=None, env_ids=None)": "write_joint_armature_to_sim_index",
    "write_joint_friction_to_sim(joint_friction, joint_ids=None, env_ids=None)": (
        "write_joint_friction_coefficient_to_sim_index("
        "joint_friction_coeff=joint_friction, joint_ids=joint_ids, env_ids=env_ids)"
    ),
    "write_joint_dynamic_friction_coefficient_to_sim("
    "joint_dynamic_friction_coeff, joint_ids=None, env_ids=None, full_data=False)": (
        "write_joint_dynamic_friction_coefficient_to_sim_index"
    ),
    "write_joint_viscous_friction_coefficient_to_sim("
    "joint_viscous_friction_coeff, joint_ids=None, env_ids=None, full_data=False)": (
        "write_joint_viscous_friction_coefficient_to_sim_index"
    ),
    "write_joint_friction_coefficient_to_sim(joint_friction_coeff, joint_dynamic_friction_coeff=None, "
    "joint_viscous_friction_coeff=None, joint_ids=None, env_ids=None, full_data=False)": (
        "write_joint_friction_coefficient_to_sim_index"
    ),
}
"""Joints of articulations."""

TENDON_CALLS: dict[str, str | tuple[str, ...]] = {
    "set_fixed_tendon_stiffness(stiffness, fixed_tendon_ids=None, env_ids=None)": "set_fixed_tendon_stiffness_index",
    "set_fixed_tendon_damping(damping, fixed_tendon_ids=None, env_ids=None)": "set_fixed_tendon_damping_index",
    "set_fixed_tendon_limit_stiffness(limit_stiffness, fixed_tendon_ids=None, env_ids=None)": (
        "set_fixed_tendon_limit_stiffness_index"
    ),
    "set_fixed_tendon_position_limit(limit, fixed_tendon_ids=None, env_ids=None)": (
        "set_fixed_tendon_position_limit_index"
    ),
    "set_fixed_tendon_limit(limit, fixed_tendon_ids=None, env_ids=None)": "set_fixed_tendon_position_limit_index",
    "set_fixed_tendon_rest_length(rest_length, fixed_tendon_ids=None, env_ids=None)": (
        "set_fixed_tendon_rest_length_index"
    ),
    "set_fixed_tendon_offset(offset, fixed_tendon_ids=None, env_ids=None)": "set_fixed_tendon_offset_index",
    "write_fixed_tendon_properties_to_sim(fixed_tendon_ids=None, env_ids=None)": (
        "write_fixed_tendon_properties_to_sim_index(env_ids=env_ids)"
    ),
    "set_spatial_tendon_stiffness(stiffness, spatial_tendon_ids=None, env_ids=None)": (
        "set_spatial_tendon_stiffness_index"
    ),
    "set_spatial_tendon_damping(damping, spatial_tendon_ids=None, env_ids=None)": "set_spatial_tendon_damping_index",
    "set_spatial_tendon_limit_stiffness(limit_stiffness, spatial_tendon_ids=None, env_ids=None)": (
        "set_spatial_tendon_limit_stiffness_index"
    ),
    "set_spatial_tendon_offset(offset, spatial_tendon_ids=None, env_ids=None)": "set_spatial_tendon_offset_index",
    "write_spatial_tendon_properties_to_sim(spatial_tendon_ids=None, env_ids=None)": (
        "write_spatial_tendon_properties_to_sim_index(env_ids=env_ids)"
    ),
}
"""Tendons of articulations. The engine gets the properties of all tendons, as in Isaac Lab 2 whatever the ids are."""

OBJECT_CALLS: dict[str, str | tuple[str, ...]] = {
    "write_object_state_to_sim(object_state, env_ids=None, object_ids=None)": (
        "write_body_link_pose_to_sim_index(body_poses=object_state[:7], env_ids=env_ids, body_ids=object_ids)",
        "write_body_com_velocity_to_sim_index(body_velocities=object_state[7:], env_ids=env_ids, body_ids=object_ids)",
    ),
    "write_object_com_state_to_sim(object_state, env_ids=None, object_ids=None)": (
        "write_body_com_pose_to_sim_index(body_poses=object_state[:7], env_ids=env_ids, body_ids=object_ids)",
        "write_body_com_velocity_to_sim_index(body_velocities=object_state[7:], env_ids=env_ids, body_ids=object_ids)",
    ),
    "write_object_link_state_to_sim(object_state, env_ids=None, object_ids=None)": (
        "write_body_link_pose_to_sim_index(body_poses=object_state[:7], env_ids=env_ids, body_ids=object_ids)",
        "write_body_link_velocity_to_sim_index(body_velocities=object_state[7:], env_ids=env_ids, body_ids=object_ids)",
    ),
    "write_object_pose_to_sim(object_pose, env_ids=None, object_ids=None)": (
        "write_body_pose_to_sim_index(body_poses=object_pose, env_ids=env_ids, body_ids=object_ids)"
    ),
    "write_object_link_pose_to_sim(object_pose, env_ids=None, object_ids=None)": (
        "write_body_link_pose_to_sim_index(body_poses=object_pose, env_ids=env_ids, body_ids=object_ids)"
    ),
    "write_object_com_pose_to_sim(object_pose, env_ids=None, object_ids=None)": (
        "write_body_com_pose_to_sim_index(body_poses=object_pose, env_ids=env_ids, body_ids=object_ids)"
    ),
    "write_object_velocity_to_sim(object_velocity, env_ids=None, object_ids=None)": (
        "write_body_velocity_to_sim_index(body_velocities=object_velocity, env_ids=env_ids, body_ids=object_ids)"
    ),
    "write_object_com_velocity_to_sim(object_velocity, env_ids=None, object_ids=None)": (
        "write_body_com_velocity_to_sim_index(body_velocities=object_velocity, env_ids=env_ids, body_ids=object_ids)"
    ),
    "write_object_link_velocity_to_sim(object_velocity, env_ids=None, object_ids=None)": (
        "write_body_link_velocity_to_sim_index(body_velocities=object_velocity, env_ids=env_ids, body_ids=object_ids)"
    ),
}
"""Objects of collections."""

CALLS: dict[str, dict[str, dict[str, str | tuple[str, ...]]]] = {
    "pippin.assets": {
        "RigidObject": ROOT_CALLS,
        "Articulation": {**ROOT_CALLS, **JOINT_CALLS, **TENDON_CALLS},
        "RigidObjectCollection": OBJECT_CALLS,
    },
    "pippin.sensors": {"ContactSensor": {"find_bodies(name_keys, preserve_order=False)": "find_sensors"}},
    "pippin.utils.noise": {"NoiseModel": {"apply(data)": "__call__"}},
}
"""Older methods, by package and class."""

_WRENCHES = {
    "_instantaneous_wrench_composer": "instantaneous_wrench_composer",
    "_permanent_wrench_composer": "permanent_wrench_composer",
}
"""Private members that programs read nevertheless, as they do ``_sensor_prims`` of a camera."""

PROPERTIES: dict[str, dict[str, dict[str, str]]] = {
    "pippin.assets": {
        "RigidObject": {"root_physx_view": "root_view", **_WRENCHES},
        "Articulation": {"root_physx_view": "root_view", **_WRENCHES},
        "RigidObjectCollection": {"root_physx_view": "root_view", **_WRENCHES},
        "DeformableObject": {"root_physx_view": "root_view"},
    },
    "pippin.sensors": {
        "Camera": {"_sensor_prims": "prims"},
        "ContactSensor": {"num_bodies": "num_sensors", "_num_bodies": "num_sensors"},
    },
}
"""Older properties, by package and class: what they are called now."""

NAMES: dict[str, dict[str, dict[str, str]]] = {
    "pippin.actuators": {
        "Thruster": {
            "curr_thrust": "applied_thrust",
            "num_motors": "num_thrusters",
            "reset_idx": "reset",
            "tau_dec_s": "fall_time_constant",
            "tau_inc_s": "rise_time_constant",
            "thrust_const": "thrust_constant",
        }
    }
}
"""Names of version 3 for what Pippin calls otherwise, by package and class. They give no warning."""

_BODY_DEFAULTS = {"default_mass": "body_mass", "default_inertia": "body_inertia"}
_JOINT_DEFAULTS = {
    f"default_joint_{name}": f"joint_{name}"
    for name in (
        "stiffness",
        "damping",
        "armature",
        "friction_coeff",
        "dynamic_friction_coeff",
        "viscous_friction_coeff",
        "pos_limits",
    )
}
_TENDON_DEFAULTS = {
    f"default_{kind}_tendon_{name}": f"{kind}_tendon_{name}"
    for kind, names in {
        "fixed": ("stiffness", "damping", "limit_stiffness", "pos_limits", "rest_length", "offset"),
        "spatial": ("stiffness", "damping", "limit_stiffness", "offset"),
    }.items()
    for name in names
}

DEFAULTS: dict[str, dict[str, str]] = {
    "RigidObjectData": _BODY_DEFAULTS,
    "RigidObjectCollectionData": _BODY_DEFAULTS,
    "ArticulationData": {**_BODY_DEFAULTS, **_JOINT_DEFAULTS, **_TENDON_DEFAULTS},
}
"""Quantities of data as they were before they were changed, by class: the quantity."""

SHORTHANDS: dict[str, dict[str, str]] = {
    "ArticulationData": {
        "default_joint_limits": "default_joint_pos_limits",
        "default_joint_friction": "default_joint_friction_coeff",
        "default_fixed_tendon_limit": "default_fixed_tendon_pos_limits",
    },
    "RigidObjectCollectionData": {
        "default_object_state": "default_body_state",
        **{f"object_{name}": f"body_{name}" for name in ("state_w", "link_state_w", "com_state_w")},
        **{f"object_{name}": f"body_link_{name}" for name in ("pose_w", "pos_w", "quat_w")},
        **{
            f"object_{part}{name}_w": f"body_com_{part}{name}_w"
            for part in ("", "lin_", "ang_")
            for name in ("vel", "acc")
        },
        **{f"object_{part}_vel_b": f"body_com_{part}_vel_b" for part in ("lin", "ang")},
        **{
            f"object_{frame}_{name}": f"body_{frame}_{name}"
            for frame in ("link", "com")
            for name in ("pose_w", "pos_w", "quat_w", "vel_w", "lin_vel_w", "ang_vel_w", "lin_vel_b", "ang_vel_b")
        },
        **{f"object_com_{part}acc_w": f"body_com_{part}acc_w" for part in ("", "lin_", "ang_")},
        **{f"object_com_{name}_b": f"body_com_{name}_b" for name in ("pose", "pos", "quat")},
        **{f"object_com_{part}acc_w": f"body_com_{part}acc_w" for part in ("", "lin_", "ang_")},
        "object_pose_w": "body_link_pose_w",
    },
}
"""Other names of quantities of data, by class."""

# -- what modules pass on ----------------------------------------------------------------------------------------------
# Modules of Isaac Lab up to version 2 import names for themselves, and so hand them out. Programs take them from there,
# mostly by ``from isaaclab.envs.mdp import *``, which gives what the modules of terms have imported: ``from . import
# mdp`` in a package of terms finds isaaclab.envs.mdp, and ``torch`` is there without an import. Version 3 lists what
# its modules have, so that nothing is passed on.

_PYTHON = (
    "logging",
    "math",
    "re",
    "torch",
    "typing: ClassVar, Literal, TYPE_CHECKING",
    "collections.abc: Sequence",
    "dataclasses: MISSING",
)

_TERMS = (
    *_PYTHON,
    "isaaclab.utils.math as math_utils",
    "isaaclab.utils.string as string_utils",
    "isaaclab.sim as sim_utils",
    "isaaclab.actuators: ImplicitActuator",
    "isaaclab.assets: Articulation, DeformableObject, RigidObject",
    "isaaclab.controllers: DifferentialIKControllerCfg, OperationalSpaceControllerCfg",
    "isaaclab.managers: ActionTerm, ActionTermCfg, CommandTermCfg, CurriculumTermCfg, EventTermCfg, ManagerTermBase",
    "isaaclab.managers: ObservationTermCfg, RecorderManagerBaseCfg, RecorderTerm, RecorderTermCfg, RewardTermCfg",
    "isaaclab.managers: SceneEntityCfg",
    "isaaclab.sensors: Camera, ContactSensor, Imu, RayCaster, RayCasterCamera, TiledCamera",
    "isaaclab.terrains: TerrainImporter",
    "isaaclab.utils: configclass",
    "isaaclab.utils.math: euler_xyz_from_quat",
    "pxr: Gf, Sdf, UsdGeom, Vt",
)

_CONFIGS = (
    "math",
    "dataclasses: MISSING",
    "isaaclab.sim as sim_utils",
    "isaaclab.assets: ArticulationCfg, AssetBaseCfg, RigidObjectCfg",
    "isaaclab.envs: ManagerBasedRLEnvCfg",
    "isaaclab.managers.ActionTermCfg as ActionTerm",
    "isaaclab.managers.CurriculumTermCfg as CurrTerm",
    "isaaclab.managers.EventTermCfg as EventTerm",
    "isaaclab.managers.ObservationGroupCfg as ObsGroup",
    "isaaclab.managers.ObservationTermCfg as ObsTerm",
    "isaaclab.managers.RewardTermCfg as RewTerm",
    "isaaclab.managers.TerminationTermCfg as DoneTerm",
    "isaaclab.managers: SceneEntityCfg",
    "isaaclab.scene: InteractiveSceneCfg",
    "isaaclab.utils: configclass",
    "isaaclab.utils.assets: ISAACLAB_NUCLEUS_DIR, ISAAC_NUCLEUS_DIR",
    "isaaclab.utils.noise.AdditiveUniformNoiseCfg as Unoise",
)

_ROBOTS = (
    "isaaclab.sim as sim_utils",
    "isaaclab.actuators: ActuatorNetLSTMCfg, ActuatorNetMLPCfg, DCMotorCfg, DelayedPDActuatorCfg, ImplicitActuatorCfg",
    "isaaclab.assets: ArticulationCfg",
    "isaaclab.utils.assets: ISAACLAB_NUCLEUS_DIR, ISAAC_NUCLEUS_DIR",
)

_MANIPULATION = r"isaaclab_tasks\.manager_based\.manipulation"

PASSED_ON: dict[str, tuple[str, ...]] = {
    r"isaaclab\.envs\.mdp(\..+)?": _TERMS,
    r"isaaclab_tasks\..+\.mdp": _TERMS,
    r"isaaclab_tasks\..+\.velocity\.mdp": (
        "isaaclab.envs.mdp as mdp",
        "isaaclab.utils.math: quat_apply_inverse, yaw_quat",
    ),
    rf"{_MANIPULATION}\.reach\.mdp": ("isaaclab.utils.math: combine_frame_transforms, quat_error_magnitude, quat_mul",),
    rf"{_MANIPULATION}\.lift\.mdp": ("isaaclab.sensors: FrameTransformer",),
    rf"{_MANIPULATION}\.cabinet\.mdp": ("isaaclab.assets: ArticulationData", "isaaclab.sensors: FrameTransformerData"),
    r"isaaclab_tasks\..+\.classic\.cartpole\.mdp": ("isaaclab.utils.math: wrap_to_pi",),
    r"isaaclab_tasks\..+_env_cfg": _CONFIGS,
    r"isaaclab_assets(\.robots(\.\w+)?)?": _ROBOTS,
    r"isaaclab\.utils\.math": ("logging", "math", "numpy as np", "torch", "typing: Literal"),
    r"isaaclab\.utils\.assets": ("io", "os", "tempfile"),
    r"isaaclab\.(sim|sim\.utils)": ("pxr: Gf, PhysxSchema, Sdf, Usd, UsdGeom, UsdPhysics, UsdShade",),
    r"isaaclab\.terrains\.(utils|trimesh\.utils|trimesh\.mesh_terrains)": ("numpy as np", "torch", "trimesh"),
    r"isaaclab\.sensors\.camera\.camera_cfg": ("isaaclab.sim: FisheyeCameraCfg, PinholeCameraCfg",),
    r"isaaclab\.sensors": ("torch", "numpy as np", "warp as wp", "isaaclab.utils.math as math_utils"),
}
"""Modules, as regular expressions that match as a whole, and what they pass on.

Rows read ``module``, ``module as name``, ``module.Name as Other`` or ``module: Name, Name``. All that match count.
"""


@cache
def passed_on(module: str) -> dict[str, tuple[str, str]]:
    """Names that a module passes on, and where they are: a module, and the name in it, empty for the module itself.

    Args:
        module: Name of a module of version 2.
    """
    rows = [row for pattern, rows in PASSED_ON.items() if re.fullmatch(pattern, module) for row in rows]
    names: dict[str, tuple[str, str]] = {}
    for row in rows:
        source, is_of_several, several = row.partition(": ")
        if is_of_several:
            names |= {name: (source, name) for name in several.split(", ")}
            continue
        source, _, alias = source.partition(" as ")
        package, _, leaf = source.rpartition(".")
        names[alias or source] = (package, leaf) if leaf[:1].isupper() else (source, "")
    return names


REMOVED_IN = "3.2"
"""Release of Isaac Lab that will not have what version 3 has deprecated of properties."""

_BODY = "UsdPhysicsRigidBodyCfg, PhysxRigidBodyCfg"
_COLLIDER = "UsdPhysicsCollisionCfg, PhysxCollisionCfg, NewtonCollisionCfg (fragments for mesh_collision_property)"
_DRIVE = "UsdPhysicsDriveCfg, PhysxJointCfg{} (ensure_drives_exist of the spawner)"
_ROOT = "PhysxArticulationCfg, NewtonArticulationCfg (fix_root_link of the spawner)"

FAMILIES: dict[str, dict[str, str]] = {
    "pippin.sim.schemas": {
        "ArticulationRootPropertiesCfg": _ROOT,
        "BoundingCubePropertiesCfg": "UsdPhysicsMeshCollisionCfg of 'boundingCube'",
        "BoundingSpherePropertiesCfg": "UsdPhysicsMeshCollisionCfg of 'boundingSphere'",
        "CollisionPropertiesCfg": _COLLIDER,
        "ConvexDecompositionPropertiesCfg": "PhysxConvexDecompositionCfg",
        "ConvexHullPropertiesCfg": "PhysxConvexHullCfg",
        "DeformableBodyPropertiesCfg": "OmniPhysicsDeformableBodyCfg, PhysxDeformableBodyCfg",
        "FixedTendonPropertiesCfg": "PhysxTendonAxisRootCfg",
        "JointDrivePropertiesCfg": _DRIVE.format(""),
        "MassPropertiesCfg": "MassCfg",
        "MeshCollisionPropertiesCfg": "UsdPhysicsMeshCollisionCfg",
        "MujocoJointDrivePropertiesCfg": _DRIVE.format(", MujocoJointCfg"),
        "MujocoRigidBodyPropertiesCfg": f"{_BODY}, MujocoRigidBodyCfg",
        "NewtonArticulationRootPropertiesCfg": _ROOT,
        "NewtonCollisionPropertiesCfg": _COLLIDER,
        "NewtonMeshCollisionPropertiesCfg": f"{_COLLIDER}, UsdPhysicsMeshCollisionCfg, NewtonMeshCollisionCfg",
        "NewtonSDFCollisionPropertiesCfg": f"{_COLLIDER}, NewtonSDFCollisionCfg",
        "RigidBodyPropertiesCfg": _BODY,
        "SDFMeshPropertiesCfg": "PhysxSDFMeshCfg",
        "SpatialTendonPropertiesCfg": "PhysxTendonAttachmentRootCfg",
        "TriangleMeshPropertiesCfg": "PhysxTriangleMeshCfg",
        "TriangleMeshSimplificationPropertiesCfg": "PhysxTriangleMeshSimplificationCfg",
    },
    "pippin.sim.spawners": {
        "DeformableBodyMaterialCfg": "OmniPhysicsDeformableMaterialCfg, PhysxDeformableMaterialCfg",
    },
    "pippin.actuators": {},
    "pippin.envs.common": {"ViewerCfg": "visualizers of SimulationCfg.visualizer_cfgs"},
    "pippin.envs.mdp.images": {"stacked_image": "frame_stack of image_rgb, image_depth, image_segmentation"},
    "pippin.sensors": {},
    "pippin.utils": {},
    "pippin_isaac.lab_simulation": {"TiledCameraCfg": "CameraCfg"},
    "pippin_isaac.lab_prims": {
        "RigidBodyMaterialCfg": "UsdPhysicsRigidBodyMaterialCfg, PhysxMaterialCfg",
    },
}
"""Classes that version 3 has deprecated, by module, and what takes their place; modules with nothing but members."""

DEPRECATED_IF_CHANGED = ("ViewerCfg",)
"""Those of them that every config of an environment has: they are deprecated where a field is not as by default."""

READ_OTHERWISE = {
    "ActuatorBase": {"effort_limit": "actuator_effort_limit", "velocity_limit": "actuator_velocity_limit"},
}
"""Properties that version 3 has deprecated, by class, and those that take their place."""

_ALIASES = {"max_effort": "max_force", "max_velocity": "max_joint_velocity"}

FIELDS: dict[str, dict[str, str]] = {
    "JointDrivePropertiesCfg": _ALIASES,
    "MujocoJointDrivePropertiesCfg": _ALIASES,
    "PhysxJointCfg": {"max_velocity": "max_joint_velocity"},
    "UsdPhysicsDriveCfg": {"max_effort": "max_force"},
}
"""Fields that version 3 has renamed, by class."""

MOVED = {
    "CameraCfg": (
        *("colorize_semantic_segmentation", "colorize_instance_segmentation", "colorize_instance_id_segmentation"),
        *("semantic_filter", "semantic_segmentation_mapping", "depth_clipping_behavior"),
    )
}
"""Fields that version 3 has moved to ``renderer_cfg``, by class."""

WRITERS = {
    f"{verb}_{family}_properties": f"apply_{family}_properties"
    for verb, families in {
        "define": ("articulation_root", "collision", "mass", "mesh_collision", "rigid_body"),
        "modify": (
            *("articulation_root", "collision", "fixed_tendon", "joint_drive", "mass", "mesh_collision"),
            *("rigid_body", "spatial_tendon"),
        ),
    }.items()
    for family in families
}
"""Functions that version 3 has deprecated, and those that take their place."""
