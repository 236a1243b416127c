"""Whether a robot comes closer to its target, for kernels."""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.arrays import pose_type
from pippin.motion.kinematics.functions import rotation_vector

from .structs import Phase

PATIENCE = 0.4
"""How long is waited to see how much closer a robot comes to its target [s]."""

SLOW = 0.3
"""Part of the speed that its target asks for below which a robot counts as stuck: next to joint limits robots creep."""

WATCHING, RESTING = (wp.constant(int(phase)) for phase in (Phase.WATCHING, Phase.RESTING))


@cache
def watching_functions(scalar: type) -> tuple[wp.Function, ...]:
    """Functions that compare poses, begin to watch, tell whether a robot is stuck, and let it rest."""
    pose_of = pose_type(scalar)

    @wp.func
    def distance_and_angle(
        pose: pose_of, target: pose_of, has_position: wp.bool, has_orientation: wp.bool
    ) -> tuple[scalar, scalar]:
        """How far a pose is from another: distance [m] and angle [rad], 0 for what does not count."""
        distance, angle = scalar(0.0), scalar(0.0)
        if has_position:
            distance = wp.length(wp.transform_get_translation(pose) - wp.transform_get_translation(target))
        if has_orientation:
            turn = wp.transform_get_rotation(target) * wp.quat_inverse(wp.transform_get_rotation(pose))
            angle = wp.length(rotation_vector(turn))
        return distance, angle

    @wp.func
    def watch(g: Any, env_id: int):
        """Watch a robot, as if nothing had been."""
        g.phase[env_id] = WATCHING
        g.last_error[env_id] = scalar(wp.inf)
        g.time[env_id] = scalar(0.0)

    @wp.func
    def rest(g: Any, env_id: int):
        """Leave a robot to the policies for a while."""
        g.phase[env_id] = RESTING
        g.time[env_id] = scalar(0.0)

    @wp.func
    def is_stuck(
        last_errors: wp.array(dtype=scalar),
        times: wp.array(dtype=scalar),
        env_id: int,
        error: scalar,
        speed: scalar,
        duration: scalar,
    ) -> wp.bool:
        """Whether an error became hardly less since it was last looked at, given the speed at which it should."""
        time = times[env_id] + duration
        times[env_id] = time
        if time < scalar(PATIENCE):
            return wp.bool(False)
        stuck = error > last_errors[env_id] - scalar(SLOW) * speed * time
        last_errors[env_id] = error
        times[env_id] = scalar(0.0)
        return stuck

    return distance_and_angle, watch, rest, is_stuck


@wp.func
def approach_speed(p: Any, is_pose: bool, error: Any) -> Any:
    """Speed at which the target's policy brings a robot closer, where nothing is in the way: ``kp/kd`` of its formula.

    ``error`` is the distance of the end effector [m] or of the configuration [rad, or m].
    """
    if is_pose:
        return p.target_accel_p_gain / p.target_accel_d_gain * error / (error + p.target_accel_norm_eps)
    rate = p.cspace_target_position_gain / p.cspace_target_damping_gain
    return rate * wp.min(error, p.cspace_target_robust_position_term_thresh)
