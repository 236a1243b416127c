"""Kernel of the inverse kinematics that descends from many configurations, for one query."""

# No postponed annotations here: Warp evaluates those of a kernel, which name the precision.

from functools import cache

import warp as wp

from pippin.motion.arrays import pose_type
from pippin.motion.kinematics.functions import chain_pose

from .chain import ik_chain_struct
from .cyclic_descent import cyclic_descent_function
from .functions import coordinates_type, sample_function, step_function
from .quasi_newton import quasi_newton_function
from .target import descent_settings_struct, target_struct, weighted_error


@cache
def axis_separation_function(scalar: type) -> wp.Function:
    """Build the function that computes how far the axes of a frame are from those of the target."""

    @wp.func
    def axis_separation(pose: pose_type(scalar), target: target_struct(scalar)) -> scalar:
        """Largest angle between an axis of the frame and that of the target [rad]."""
        differences = wp.transpose(wp.quat_to_matrix(wp.transform_get_rotation(pose)) - target.axes)
        chord = wp.max(wp.length(differences[0]), wp.max(wp.length(differences[1]), wp.length(differences[2])))
        return scalar(2.0) * wp.asin(wp.min(scalar(0.5) * chord, scalar(1.0)))

    return axis_separation


@cache
def descent_function(scalar: type, num_joints: int, num_coordinates: int) -> wp.Function:
    """Build the function that descends from one configuration."""
    coordinates = coordinates_type(scalar, num_coordinates)
    cyclic_descent = cyclic_descent_function(scalar, num_joints, num_coordinates)
    quasi_newton = quasi_newton_function(scalar, num_joints, num_coordinates)

    @wp.func
    def descent(
        ik_chain: ik_chain_struct(scalar),
        q: coordinates,
        target: target_struct(scalar),
        has_orientation: wp.bool,
        settings: descent_settings_struct(scalar),
    ) -> tuple[coordinates, scalar]:
        """Approach the target by cyclic coordinate descent, then by BFGS: coarsely, away from limits, then finely."""
        target.position_weight = settings.ccd_position_weight
        target.orientation_weight = wp.where(has_orientation, settings.ccd_orientation_weight, scalar(0.0))
        q = cyclic_descent(
            ik_chain,
            q,
            target,
            settings.ccd_max_iterations,
            settings.ccd_descent_termination_delta,
            settings.ccd_bracket_search_num_uniform_samples,
        )
        target.position_weight = settings.bfgs_position_weight
        target.orientation_weight = wp.where(has_orientation, settings.bfgs_orientation_weight, scalar(0.0))
        termination = settings.bfgs_gradient_norm_termination
        coarse = termination * settings.bfgs_gradient_norm_termination_coarse_scale_factor
        region, limits_bias = settings.bfgs_cspace_limit_penalty_region, settings.limits_bias
        q, iterations = quasi_newton(ik_chain, q, target, settings.bfgs_max_iterations, coarse, limits_bias, region)
        rest = settings.bfgs_max_iterations - iterations
        q, _ = quasi_newton(ik_chain, q, target, rest, termination, scalar(0.0), region)
        return q, weighted_error(target, chain_pose(ik_chain.chain, q))

    return descent


@cache
def descent_kernel(scalar: type, num_joints: int, num_coordinates: int) -> wp.Kernel:
    """Build the kernel that answers one query."""
    coordinates = coordinates_type(scalar, num_coordinates)
    descent = descent_function(scalar, num_joints, num_coordinates)
    sample, step = sample_function(scalar, num_coordinates), step_function(scalar, num_coordinates)
    axis_separation = axis_separation_function(scalar)
    Target = target_struct(scalar)

    @wp.kernel(module="unique", enable_backward=False)
    def solve(
        ik_chain: ik_chain_struct(scalar),
        settings: descent_settings_struct(scalar),
        base_pose: wp.array(dtype=pose_type(scalar)),  # (1,), in the world
        target_pose: wp.array(dtype=pose_type(scalar)),  # (1,), in the world
        has_orientation: wp.array(dtype=wp.bool),  # (1,)
        tolerances: wp.array(dtype=scalar),  # (2,) of position and orientation
        seeds: wp.array(dtype=coordinates),  # (capacity,)
        num_seeds: wp.array(dtype=wp.int32),  # (1,)
        q_out: wp.array(dtype=coordinates),  # (1,)
        errors_out: wp.array(dtype=scalar),  # (2,) of position and orientation
        counts_out: wp.array(dtype=wp.int32),  # (2,) success, number of descents
    ):
        """Descend from seeds, then from random configurations, until one descent ends at the target."""
        pose = wp.transform_inverse(base_pose[0]) * target_pose[0]
        target = Target()
        target.position = wp.transform_get_translation(pose)
        target.axes = wp.quat_to_matrix(wp.transform_get_rotation(pose))
        state = wp.rand_init(settings.sampling_seed)
        least = scalar(wp.inf)
        success = wp.int32(0)
        descents = wp.int32(0)
        while success == 0 and descents < settings.max_num_descents:
            if descents < num_seeds[0]:
                q = step(seeds[descents], coordinates(), scalar(0.0), ik_chain)  # to within the limits
            else:
                q, state = sample(state, settings.irwin_hall_sampling_order, ik_chain)
            q, error = descent(ik_chain, q, target, has_orientation[0], settings)
            descents += 1
            reached = chain_pose(ik_chain.chain, q)
            position_error = wp.length(wp.transform_get_translation(reached) - target.position)
            orientation_error = axis_separation(reached, target)
            if position_error <= tolerances[0] and (not has_orientation[0] or orientation_error <= tolerances[1]):
                success = 1
            if success == 1 or error < least:
                least = error
                q_out[0] = q
                errors_out[0] = position_error
                errors_out[1] = orientation_error
        counts_out[0] = success
        counts_out[1] = descents

    return solve
