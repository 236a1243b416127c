"""The Riemannian motion policies of RMPflow (arXiv 1811.07049), for kernels in single or double precision alike.

A policy gives an acceleration of a task, from its position and velocity, and a metric that says how much it counts in
which direction. ``p`` is the struct of parameters (:mod:`.structs`). In the formulas ``exp`` of
the negative velocity over a scale stands in a *gate* (:func:`speed_gate`), near 1 on approach and near 0 on leaving.

Damping that would turn velocities back within a substep of ``duration`` [s] only stops them (:func:`damp`): substeps of
1/300 s are too long for gains above 300 per second, with which velocities would jump to and fro, and what should brake
a robot would come too late. A duration of 0 gives the formulas as they stand.
"""

from __future__ import annotations

from typing import Any

import warp as wp

GUIDE_SPEED = 2.0
"""Largest speed of the joints of a robot that follows a guide [rad/s, or m/s]."""

GUIDE_SHARE = 0.9
"""Part of the largest speed of the configuration that joints have at most; its policy lets them be a little slower."""

GUIDE_RATE = 4.0
"""Speed at the end of the path, as a part of the distance that is left [1/s]."""

GUIDE_METRIC = 10000.0
"""Metric of the policy that follows a guide: paths keep clear of obstacles by themselves, so what these repel it with
shall hardly hold a robot up next to them. At 2,000, one of 20 did not get through where paths are narrow."""


@wp.func
def damp(acceleration: Any, metric: Any, damping: Any, duration: Any) -> Any:
    """Let the damping in ``a = a0 - d v`` stop a velocity within a substep at most: above 1, ``d dt`` divides a.

    The metric is multiplied by it, since what the policy pulls with, metric times acceleration, stays.
    """
    factor = wp.max(type(damping)(1.0), damping * duration)
    return acceleration / factor, factor * metric


@wp.func
def speed_gate(velocity: Any, scale: Any) -> Any:
    """Gate ``1 - 1 / (1 + exp(-v / scale))``."""
    one = type(velocity)(1.0)
    # Single precision ends at exp(88).
    return one / (one + wp.exp(wp.clamp(velocity / scale, type(velocity)(-80.0), type(velocity)(80.0))))


@wp.func
def near(distance: Any, scale: Any) -> Any:
    """Nearness ``exp(-d^2 / (2 scale^2))``: 1 at distance 0, 0 far away."""
    ratio = distance / scale
    return wp.exp(type(ratio)(-0.5) * ratio * ratio)


@wp.func
def boost(scalar: Any, distance: Any, scale: Any) -> Any:
    """Factor of metrics near the target: ``b beta + 1 - beta`` with ``beta = exp(-d^2 / (2 scale^2))``."""
    beta = near(distance, scale)
    return scalar * beta + type(beta)(1.0) - beta


# The configuration: one coordinate each.


@wp.func
def cspace_target_policy(p: Any, error: Any, error_norm: Any, velocity: Any, duration: Any) -> Any:
    """Acceleration ``kp r(q0 - q) - kd qd`` of a coordinate, with the metric ``metric_scalar``.

    ``r`` caps the length of the error of all coordinates, ``error_norm``, at ``robust_position_term_thresh``.
    """
    cap = p.cspace_target_robust_position_term_thresh / wp.max(error_norm, p.cspace_target_robust_position_term_thresh)
    acceleration = p.cspace_target_position_gain * cap * error - p.cspace_target_damping_gain * velocity
    return damp(acceleration, p.cspace_target_metric_scalar, p.cspace_target_damping_gain, duration)


@wp.func
def guide_speed(p: Any) -> Any:
    """Largest speed of the joints of a robot that follows a guide."""
    most = p.joint_velocity_cap_max_velocity
    return wp.min(type(most)(GUIDE_SPEED), type(most)(GUIDE_SHARE) * most)


@wp.func
def guide_policy(
    p: Any, error: Any, error_norm: Any, largest_error: Any, distance_left: Any, velocity: Any, duration: Any
) -> Any:
    """Acceleration ``kd (v e / |e| - qd)`` of a coordinate to that of a guide, with the metric ``GUIDE_METRIC``.

    ``v`` is ``GUIDE_RATE d``, with the distance d to the end of the path, but no joint is to be faster than
    :func:`guide_speed`.
    """
    fastest = guide_speed(p) * error_norm / wp.max(largest_error, type(error)(1.0e-6))
    speed = wp.min(type(error)(GUIDE_RATE) * distance_left, fastest)
    direction = error / wp.max(error_norm, type(error)(1.0e-6))
    gain = p.cspace_target_damping_gain
    return damp(gain * (speed * direction - velocity), type(error)(GUIDE_METRIC), gain, duration)


@wp.func
def joint_limit_policy(p: Any, x: Any, velocity: Any, duration: Any) -> Any:
    """Acceleration ``kp / (x^2 / lp^2 + ep) - kd xd`` away from a limit, with the metric ``gate(xd) s / (x/lm + em)``.

    ``x`` is the distance from the limit as a part of the range of the joint; beyond the limit it counts as 0.
    """
    x = wp.max(x, type(x)(0.0))
    ratio = x / p.joint_limit_accel_potential_exploder_length_scale
    push = p.joint_limit_accel_potential_gain / (ratio * ratio + p.joint_limit_accel_potential_exploder_eps)
    acceleration = push - p.joint_limit_accel_damper_gain * velocity
    gate = speed_gate(velocity, p.joint_limit_metric_velocity_gate_length_scale)
    exploder = x / p.joint_limit_metric_length_scale + p.joint_limit_metric_exploder_eps
    metric = gate * p.joint_limit_metric_scalar / exploder
    return damp(acceleration, metric, p.joint_limit_accel_damper_gain, duration)


@wp.func
def velocity_cap_policy(p: Any, velocity: Any, duration: Any) -> Any:
    """Acceleration ``-kd sgn(qd) (|qd| - (vmax - vr))`` of a joint in the last part ``vr`` below ``vmax``.

    The metric is 0 below ``vmax - vr``, else ``weight / (1 - (|qd| - (vmax - vr))^2 / vr^2)``, at most 1,000 times the
    weight.
    """
    region = p.joint_velocity_cap_velocity_damping_region
    excess = wp.abs(velocity) - (p.joint_velocity_cap_max_velocity - region)
    if excess <= type(excess)(0.0):
        return type(excess)(0.0), type(excess)(0.0)
    ratio = wp.min(excess / region, type(excess)(1.0))
    left = wp.max(type(excess)(1.0) - ratio * ratio, type(excess)(1.0e-3))
    acceleration = -p.joint_velocity_cap_damping_gain * wp.sign(velocity) * excess
    metric = p.joint_velocity_cap_metric_weight / left
    return damp(acceleration, metric, p.joint_velocity_cap_damping_gain, duration)


# The end effector.


@wp.func
def target_policy(p: Any, error: Any, velocity: Any, duration: Any) -> Any:
    """Acceleration ``kp e / (|e| + eps) - kd xd`` of the end effector, ``e`` from it to the target.

    The metric is ``boost(|e|) [alpha Mnear + (1 - alpha) Mfar]`` with ``alpha = (1 - amin) exp(-|e|^2 / (2 sa^2)) +
    amin``, ``Mnear = max_metric_scalar I`` and ``Mfar = min_metric_scalar e e^T / |e|^2``.
    """
    one = type(error[0])(1.0)
    zero = type(error[0])(0.0)
    distance = wp.length(error)
    acceleration = (p.target_accel_p_gain / (distance + p.target_accel_norm_eps)) * error
    alpha = (one - p.target_min_metric_alpha) * near(distance, p.target_metric_alpha_length_scale)
    alpha += p.target_min_metric_alpha
    along = zero
    if distance > zero:  # at the target alpha is 1 and no direction counts
        along = (one - alpha) * p.target_min_metric_scalar / (distance * distance)
    metric = along * wp.outer(error, error) + alpha * p.target_max_metric_scalar * wp.diag(wp.vector(one, one, one))
    factor = boost(p.target_proximity_metric_boost_scalar, distance, p.target_proximity_metric_boost_length_scale)
    return damp(acceleration - p.target_accel_d_gain * velocity, factor * metric, p.target_accel_d_gain, duration)


@wp.func
def axis_target_policy(p: Any, axis: Any, target_axis: Any, velocity: Any, duration: Any) -> Any:
    """Acceleration ``kp (n0 - n) - kd nd`` of the direction of an axis. Its metric is :func:`axis_target_metric`."""
    acceleration = p.axis_target_accel_p_gain * (target_axis - axis) - p.axis_target_accel_d_gain * velocity
    acceleration, _ = damp(acceleration, p.axis_target_metric_scalar, p.axis_target_accel_d_gain, duration)
    return acceleration


@wp.func
def axis_target_metric(p: Any, has_position: bool, distance: Any, duration: Any) -> Any:
    """Metric ``metric_scalar``, boosted near the target position while there is one."""
    metric = p.axis_target_metric_scalar
    if has_position:
        metric *= boost(
            p.axis_target_proximity_metric_boost_scalar, distance, p.axis_target_proximity_metric_boost_length_scale
        )
    _, metric = damp(metric, metric, p.axis_target_accel_d_gain, duration)
    return metric


@wp.func
def damping_policy(p: Any, velocity: Any, duration: Any) -> Any:
    """Acceleration ``-kd |xd| xd`` of the end effector, with the metric ``metric_scalar |xd|``."""
    speed = wp.length(velocity)
    gain = p.damping_accel_d_gain * speed
    return damp(-gain * velocity, p.damping_metric_scalar * speed, gain, duration)


# Spheres and what they must not touch.


@wp.func
def collision_policy(p: Any, x: Any, velocity: Any, duration: Any) -> Any:
    """Acceleration ``kp exp(-x/lp) - kd gate(xd) xd / (x/ld + ed)`` of a distance x.

    The metric is ``gate(xd) g(x) s / (x/lm + em)`` with ``g = (x/r)^2 - 2 x/r + 1`` up to the distance r, beyond it 0.
    Where bodies overlap, x counts as 0.
    """
    x = wp.max(x, type(x)(0.0))
    gate = speed_gate(velocity, p.collision_damping_velocity_gate_length_scale)
    repulsion = p.collision_repulsion_gain * wp.exp(-x / p.collision_repulsion_std_dev)
    damping = p.collision_damping_gain * gate / (x / p.collision_damping_std_dev + p.collision_damping_robustness_eps)
    modulation = wp.max(type(x)(1.0) - x / p.collision_metric_modulation_radius, type(x)(0.0))
    exploder = x / p.collision_metric_exploder_std_dev + p.collision_metric_exploder_eps
    metric = gate * modulation * modulation * p.collision_metric_scalar / exploder
    return damp(repulsion - damping * velocity, metric, damping, duration)
