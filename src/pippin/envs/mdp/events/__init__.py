"""Event terms: what changes the simulation at start-up, at resets and in between.

All take the environment and ``env_ids``, the environments that the event is for: a tensor, a slice, or None for all.
"""

from .bodies import (
    randomize_rigid_body_collider_offsets,
    randomize_rigid_body_com,
    randomize_rigid_body_inertia,
    randomize_rigid_body_mass,
    randomize_rigid_body_material,
)
from .forces import apply_external_force_torque, push_by_setting_velocity, randomize_physics_scene_gravity
from .joint_resets import reset_joints_by_offset, reset_joints_by_scale, reset_joints_within_limits_range
from .joints import randomize_actuator_gains, randomize_fixed_tendon_parameters, randomize_joint_parameters
from .looks import (
    randomize_visual_color,
    randomize_visual_material,
    randomize_visual_shape,
    randomize_visual_texture_material,
)
from .random_values import _randomize_prop_by_op, _validate_scale_range
from .resets import (
    reset_nodal_state_uniform,
    reset_root_state_from_terrain,
    reset_root_state_uniform,
    reset_root_state_with_random_orientation,
    reset_scene_to_default,
)
from .scales import randomize_rigid_body_scale

__all__ = [
    "_randomize_prop_by_op",
    "_validate_scale_range",
    "apply_external_force_torque",
    "push_by_setting_velocity",
    "randomize_actuator_gains",
    "randomize_fixed_tendon_parameters",
    "randomize_joint_parameters",
    "randomize_physics_scene_gravity",
    "randomize_rigid_body_collider_offsets",
    "randomize_rigid_body_com",
    "randomize_rigid_body_inertia",
    "randomize_rigid_body_mass",
    "randomize_rigid_body_material",
    "randomize_rigid_body_scale",
    "randomize_visual_color",
    "randomize_visual_material",
    "randomize_visual_shape",
    "randomize_visual_texture_material",
    "reset_joints_by_offset",
    "reset_joints_by_scale",
    "reset_joints_within_limits_range",
    "reset_nodal_state_uniform",
    "reset_root_state_from_terrain",
    "reset_root_state_uniform",
    "reset_root_state_with_random_orientation",
    "reset_scene_to_default",
]
