"""What inverse kinematics is after, and how it weighs errors: structs for kernels."""

# No postponed annotations here: Warp evaluates those of a struct, which name the precision.

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.arrays import matrix_type, vector_type


@cache
def target_struct(scalar: type) -> Any:
    """Struct of a target: position [m] and axes (columns), with the weights of the squared errors of both."""

    @wp.struct
    class Target:
        position: vector_type(scalar)
        axes: matrix_type(scalar)
        position_weight: scalar
        orientation_weight: scalar

    return Target


@wp.func
def weighted_error(target: Any, pose: Any) -> Any:
    """Weighted sum of the squared errors of position and axes."""
    offset = wp.transform_get_translation(pose) - target.position
    differences = wp.quat_to_matrix(wp.transform_get_rotation(pose)) - target.axes
    return target.position_weight * wp.dot(offset, offset) + target.orientation_weight * wp.ddot(
        differences, differences
    )


@cache
def descent_settings_struct(scalar: type) -> Any:
    """Struct of what kernels need of :class:`~pippin.motion.ik.DescentSettings`."""

    @wp.struct
    class Settings:
        max_num_descents: wp.int32
        irwin_hall_sampling_order: wp.int32
        sampling_seed: wp.int32
        ccd_max_iterations: wp.int32
        ccd_descent_termination_delta: scalar
        ccd_position_weight: scalar
        ccd_orientation_weight: scalar
        ccd_bracket_search_num_uniform_samples: wp.int32
        bfgs_max_iterations: wp.int32
        bfgs_gradient_norm_termination: scalar
        bfgs_gradient_norm_termination_coarse_scale_factor: scalar
        bfgs_position_weight: scalar
        bfgs_orientation_weight: scalar
        limits_bias: scalar
        bfgs_cspace_limit_penalty_region: scalar

    return Settings
