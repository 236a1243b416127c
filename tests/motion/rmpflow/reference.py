"""RMPflow in plain NumPy, from the formulas of the paper; Jacobians and their change by differences of positions.

A policy is a triple (x, acceleration, metric): a function from configurations to task positions, and what it wants.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq
from scipy.spatial.transform import Rotation

H = 1e-5
"""Step of differences: of first derivatives central ones err by some 1e-10, of second ones by some 1e-6."""


def gate(velocity, scale):
    return 1.0 - 1.0 / (1.0 + np.exp(-velocity / scale))


def boosted(group, distance):
    beta = np.exp(-(distance**2) / (2.0 * group.proximity_metric_boost_length_scale**2))
    return group.proximity_metric_boost_scalar * beta + 1.0 - beta


def cspace_target(g, error, velocity):
    length = np.linalg.norm(error)
    capped = error if length <= g.robust_position_term_thresh else error / length * g.robust_position_term_thresh
    return g.position_gain * capped - g.damping_gain * velocity, g.metric_scalar * np.eye(len(error))


def joint_limit(g, x, velocity):
    length, eps = g.accel_potential_exploder_length_scale, g.accel_potential_exploder_eps
    acceleration = g.accel_potential_gain / (x**2 / length**2 + eps) - g.accel_damper_gain * velocity
    exploder = x / g.metric_length_scale + g.metric_exploder_eps
    return acceleration, gate(velocity, g.metric_velocity_gate_length_scale) * g.metric_scalar / exploder


def velocity_cap(g, velocity):
    excess = np.abs(velocity) - (g.max_velocity - g.velocity_damping_region)
    if excess <= 0.0:
        return 0.0, 0.0
    metric = g.metric_weight / (1.0 - excess**2 / g.velocity_damping_region**2)
    return -g.damping_gain * np.sign(velocity) * excess, metric


def target(g, error, velocity):
    distance = np.linalg.norm(error)
    acceleration = g.accel_p_gain * error / (distance + g.accel_norm_eps) - g.accel_d_gain * velocity
    nearness = np.exp(-(distance**2) / (2.0 * g.metric_alpha_length_scale**2))
    alpha = (1.0 - g.min_metric_alpha) * nearness + g.min_metric_alpha
    far = g.min_metric_scalar * np.outer(error, error) / distance**2
    return acceleration, boosted(g, distance) * (alpha * g.max_metric_scalar * np.eye(3) + (1.0 - alpha) * far)


def axis_target(g, axis, target_axis, velocity, distance=None):
    acceleration = g.accel_p_gain * (target_axis - axis) - g.accel_d_gain * velocity
    return acceleration, g.metric_scalar * (1.0 if distance is None else boosted(g, distance)) * np.eye(3)


def damping(g, velocity):
    speed = np.linalg.norm(velocity)
    return -g.accel_d_gain * speed * velocity, g.metric_scalar * speed * np.eye(3)


def collision(g, x, velocity):
    opened = gate(velocity, g.damping_velocity_gate_length_scale)
    repulsion = g.repulsion_gain * np.exp(-x / g.repulsion_std_dev)
    drag = g.damping_gain * opened * velocity / (x / g.damping_std_dev + g.damping_robustness_eps)
    r = g.metric_modulation_radius
    modulation = (x / r) ** 2 - 2.0 * x / r + 1.0 if x <= r else 0.0
    exploder = x / g.metric_exploder_std_dev + g.metric_exploder_eps
    return repulsion - drag, opened * modulation * g.metric_scalar / exploder


def bounded(metric, force, most):
    """Acceleration of a norm that errs least by the metric: by the shift of its eigenvalues that gives the norm."""
    qdd = np.linalg.pinv(metric) @ force
    if np.linalg.norm(qdd) <= most:
        return qdd
    values, vectors = np.linalg.eigh(metric)
    forces = vectors.T @ force
    shift = brentq(lambda s: np.linalg.norm(forces / (values + s)) - most, 1e-9, np.linalg.norm(force) / most)
    return vectors @ (forces / (values + shift))


class Reference:
    """Acceleration that RMPflow gives a robot among flat obstacles, at a configuration and velocity."""

    def __init__(self, model, parameters, kinematics, end_effector, planes=()):
        self.model, self.p, self.kinematics, self.end_effector = model, parameters, kinematics, end_effector
        self.planes = planes  # (point, normal) each

    def acceleration(self, q, qd, cspace, position=None, orientation=None):
        size = len(q)
        metric, force = np.zeros((size, size)), np.zeros(size)
        for x, acceleration, task_metric in self.policies(q, qd, cspace, position, orientation):
            jacobian, bias = self.derivatives(x, q, qd)
            acceleration, task_metric = np.atleast_1d(acceleration), np.atleast_2d(task_metric)
            metric += jacobian.T @ task_metric @ jacobian
            force += jacobian.T @ task_metric @ (acceleration - bias)
        return bounded(metric, force, self.p.max_acceleration_norm)

    def derivatives(self, x, q, qd):
        """Jacobian of a task map, and ``Jdot qd``."""
        columns = [(x(q + step) - x(q - step)) / (2.0 * H) for step in H * np.eye(len(q))]
        h = 100.0 * H
        bias = (x(q + h * qd) - 2.0 * x(q) + x(q - h * qd)) / h**2
        return np.stack(columns, axis=1), bias

    def policies(self, q, qd, cspace, position, orientation):
        yield from self.coordinate_policies(q, qd, cspace)
        yield from self.end_effector_policies(q, qd, position, orientation)
        for x in self.distances():
            value = x(q)[0]
            yield x, *collision(self.p.collision_rmp, value, self.velocity(x, q, qd)[0])

    def coordinate_policies(self, q, qd, cspace):
        yield lambda q: q, *cspace_target(self.p.cspace_target_rmp, cspace - q, qd)
        yield lambda q: q, np.zeros(len(q)), self.p.cspace_target_rmp.inertia * np.eye(len(q))
        buffers = np.array(self.p.joint_limit_buffers)
        lower, upper = self.model.lower_limits + buffers, self.model.upper_limits - buffers
        for i in range(len(q)):
            yield lambda q, i=i: q[i : i + 1], *velocity_cap(self.p.joint_velocity_cap_rmp, qd[i])
            if np.isfinite(upper[i] - lower[i]):
                for x in (
                    lambda q, i=i: (q[i : i + 1] - lower[i]) / (upper[i] - lower[i]),
                    lambda q, i=i: (upper[i] - q[i : i + 1]) / (upper[i] - lower[i]),
                ):
                    yield x, *joint_limit(self.p.joint_limit_rmp, x(q)[0], self.velocity(x, q, qd)[0])

    def end_effector_policies(self, q, qd, position, orientation):
        x = lambda q: self.frame_pose(self.end_effector, q)[:3]  # noqa: E731
        velocity = self.velocity(x, q, qd)
        yield x, *damping(self.p.damping_rmp, velocity)
        yield x, np.zeros(3), self.p.damping_rmp.inertia * np.eye(3)
        if position is not None:
            yield x, *target(self.p.target_rmp, position - x(q), velocity)
        if orientation is not None:
            distance = None if position is None else np.linalg.norm(position - x(q))
            for i in range(3):
                n = lambda q, i=i: Rotation.from_quat(self.frame_pose(self.end_effector, q)[3:]).as_matrix()[:, i]  # noqa: E731
                target_axis = Rotation.from_quat(orientation).as_matrix()[:, i]
                yield n, *axis_target(self.p.axis_target_rmp, n(q), target_axis, self.velocity(n, q, qd), distance)

    def distances(self):
        """Distances of spheres from planes, and of collision controllers from body cylinders that are balls."""
        for sphere, radius in enumerate(self.model.sphere_radii):
            for point, normal in self.planes if self.model.sphere_joints[sphere] >= 0 else ():
                yield lambda q, s=sphere, r=radius, p=point, n=normal: np.array(
                    [(self.kinematics.sphere_centers(q[None]).numpy()[0, s] - p) @ n - r]
                )

    def frame_pose(self, name, q):
        return self.kinematics.frame_poses(name, q[None]).numpy()[0]

    def velocity(self, x, q, qd):
        return (x(q + H * qd) - x(q - H * qd)) / (2.0 * H)
