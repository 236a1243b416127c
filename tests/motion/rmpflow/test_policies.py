"""Every Riemannian motion policy, against its formula in NumPy."""

from __future__ import annotations

import numpy as np
import pytest
import warp as wp

from pippin.motion.rmpflow.policies import policies
from pippin.motion.rmpflow.policies.avoidance import segment_distance
from pippin.motion.rmpflow.policies.structs import parameters_struct, upload_parameters

from . import reference

Parameters = parameters_struct(wp.float64)
RNG_SEED = 3


@wp.kernel(enable_backward=False)
def scalar_policies(
    p: Parameters,
    x: wp.array(dtype=wp.float64),
    velocity: wp.array(dtype=wp.float64),
    error_norm: wp.array(dtype=wp.float64),
    duration: wp.float64,
    accelerations: wp.array2d(dtype=wp.float64),
    metrics: wp.array2d(dtype=wp.float64),
):
    """Policies of numbers: c-space target, joint limit, velocity cap, collision."""
    i = wp.tid()
    a, m = policies.cspace_target_policy(p, x[i], error_norm[i], velocity[i], duration)
    accelerations[i, 0] = a
    metrics[i, 0] = m
    a, m = policies.joint_limit_policy(p, x[i], velocity[i], duration)
    accelerations[i, 1] = a
    metrics[i, 1] = m
    a, m = policies.velocity_cap_policy(p, velocity[i], duration)
    accelerations[i, 2] = a
    metrics[i, 2] = m
    a, m = policies.collision_policy(p, x[i], velocity[i], duration)
    accelerations[i, 3] = a
    metrics[i, 3] = m


@wp.kernel(enable_backward=False)
def vector_policies(
    p: Parameters,
    x: wp.array(dtype=wp.vec3d),
    goal: wp.array(dtype=wp.vec3d),
    velocity: wp.array(dtype=wp.vec3d),
    duration: wp.float64,
    accelerations: wp.array2d(dtype=wp.vec3d),
    metrics: wp.array2d(dtype=wp.mat33d),
    axis_metrics: wp.array2d(dtype=wp.float64),
):
    """Policies of the end effector: target, damping, axis target."""
    i = wp.tid()
    a, m = policies.target_policy(p, goal[i] - x[i], velocity[i], duration)
    accelerations[i, 0] = a
    metrics[i, 0] = m
    damping, weight = policies.damping_policy(p, velocity[i], duration)
    accelerations[i, 1] = damping
    metrics[i, 1] = weight * wp.identity(n=3, dtype=wp.float64)
    accelerations[i, 2] = policies.axis_target_policy(p, x[i], goal[i], velocity[i], duration)
    axis_metrics[i, 0] = policies.axis_target_metric(p, True, wp.length(goal[i] - x[i]), duration)
    axis_metrics[i, 1] = policies.axis_target_metric(p, False, wp.length(goal[i] - x[i]), duration)


@wp.kernel(enable_backward=False)
def segment_distances(
    start: wp.array(dtype=wp.vec3d),
    end: wp.array(dtype=wp.vec3d),
    point: wp.array(dtype=wp.vec3d),
    distances: wp.array(dtype=wp.float64),
    gradients: wp.array(dtype=wp.vec3d),
):
    """Distances of points from segments."""
    i = wp.tid()
    distance, gradient = segment_distance(start[i], end[i], point[i])
    distances[i] = distance
    gradients[i] = gradient


@pytest.fixture
def scalars(mobile_parameters):
    """Positions, velocities, lengths of errors, and what the kernel makes of them."""
    rng, count = np.random.default_rng(RNG_SEED), 300
    x, velocity = rng.uniform(0.0, 0.8, count), rng.uniform(-1.9, 1.9, count)
    error_norm = x + rng.uniform(0.0, 0.5, count)
    accelerations, metrics = (wp.full((count, 4), np.inf, dtype=wp.float64) for _ in range(2))
    inputs = [wp.array(values, dtype=wp.float64) for values in (x, velocity, error_norm)]
    struct = upload_parameters(mobile_parameters, wp.float64)
    wp.launch(scalar_policies, dim=count, inputs=[struct, *inputs, 0.0], outputs=[accelerations, metrics])
    return x, velocity, error_norm, accelerations.numpy(), metrics.numpy()


@pytest.fixture
def vectors(mobile_parameters):
    """Positions, targets, velocities, and what the kernel makes of them."""
    rng, count = np.random.default_rng(RNG_SEED), 100
    x, goal, velocity = (rng.normal(0.0, 0.3, (count, 3)) for _ in range(3))
    accelerations, metrics = (wp.full((count, 3), np.inf, dtype=dtype) for dtype in (wp.vec3d, wp.mat33d))
    axis_metrics = wp.full((count, 2), np.inf, dtype=wp.float64)
    inputs = [wp.array(values, dtype=wp.vec3d) for values in (x, goal, velocity)]
    struct = upload_parameters(mobile_parameters, wp.float64)
    wp.launch(vector_policies, dim=count, inputs=[struct, *inputs, 0.0], outputs=[accelerations, metrics, axis_metrics])
    return x, goal, velocity, accelerations.numpy(), metrics.numpy(), axis_metrics.numpy()


def assert_same(found, expected):
    """Up to rounding of double precision."""
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10)


def test_cspace_target(scalars, mobile_parameters):
    x, velocity, error_norm, accelerations, metrics = scalars
    for i in range(len(x)):
        error = np.array([x[i], np.sqrt(error_norm[i] ** 2 - x[i] ** 2)])
        expected = reference.cspace_target(mobile_parameters.cspace_target_rmp, error, np.array([velocity[i], 0.0]))
        assert_same(accelerations[i, 0], expected[0][0])
        assert_same(metrics[i, 0], expected[1][0, 0])


@pytest.mark.parametrize(
    ("column", "formula", "group"),
    [(1, reference.joint_limit, "joint_limit_rmp"), (3, reference.collision, "collision_rmp")],
)
def test_policies_of_distances(scalars, mobile_parameters, column, formula, group):
    x, velocity, _, accelerations, metrics = scalars
    expected = np.array([formula(getattr(mobile_parameters, group), *pair) for pair in zip(x, velocity, strict=True)])
    assert_same(accelerations[:, column], expected[:, 0])
    assert_same(metrics[:, column], expected[:, 1])


def test_collision_has_no_say_beyond_its_radius(scalars, mobile_parameters):
    x, _, _, _, metrics = scalars
    beyond = x > mobile_parameters.collision_rmp.metric_modulation_radius
    assert beyond.any() and (metrics[beyond, 3] == 0.0).all() and (metrics[~beyond, 3] > 0.0).all()


def test_velocity_cap(scalars, mobile_parameters):
    _, velocity, _, accelerations, metrics = scalars
    expected = np.array([reference.velocity_cap(mobile_parameters.joint_velocity_cap_rmp, v) for v in velocity])
    assert (expected[:, 1] == 0.0).any() and (expected[:, 1] > 0.0).any()
    assert_same(accelerations[:, 2], expected[:, 0])
    assert_same(metrics[:, 2], expected[:, 1])


def test_target(vectors, mobile_parameters):
    x, goal, velocity, accelerations, metrics, _ = vectors
    for i in range(len(x)):
        acceleration, metric = reference.target(mobile_parameters.target_rmp, goal[i] - x[i], velocity[i])
        assert_same(accelerations[i, 0], acceleration)
        assert_same(metrics[i, 0], metric)


def test_damping(vectors, mobile_parameters):
    _, _, velocity, accelerations, metrics, _ = vectors
    for i in range(len(velocity)):
        acceleration, metric = reference.damping(mobile_parameters.damping_rmp, velocity[i])
        assert_same(accelerations[i, 1], acceleration)
        assert_same(metrics[i, 1], metric)


def test_axis_target(vectors, mobile_parameters):
    x, goal, velocity, accelerations, _, axis_metrics = vectors
    group = mobile_parameters.axis_target_rmp
    for i in range(len(x)):
        acceleration, metric = reference.axis_target(group, x[i], goal[i], velocity[i], np.linalg.norm(goal[i] - x[i]))
        assert_same(accelerations[i, 2], acceleration)
        assert_same(axis_metrics[i], [metric[0, 0], group.metric_scalar])


@pytest.mark.parametrize("share", [0.9, 4.0])
def test_damping_stops_velocities_within_a_substep_at_most(mobile_parameters, share):
    """Below that, it is that of the formula, as in the integration by explicit steps."""
    inputs = [wp.array([value], dtype=wp.float64) for value in (0.1, 0.2, 1.0)]
    struct = upload_parameters(mobile_parameters, wp.float64)
    found = []
    for duration in (0.0, share / mobile_parameters.cspace_target_rmp.damping_gain):
        results = [wp.full((1, 4), np.nan, dtype=wp.float64) for _ in range(2)]
        wp.launch(scalar_policies, dim=1, inputs=[struct, *inputs, duration], outputs=results)
        found.append([result.numpy()[0, 0] for result in results])
    assert_same(found[1], [found[0][0] / max(1.0, share), found[0][1] * max(1.0, share)])


@pytest.mark.parametrize("velocity", [-1e6, 1e6], ids=["approaching", "leaving"])
@pytest.mark.parametrize("x", [-1.0, 0.0])
def test_policies_stay_finite_in_contact_and_at_any_speed(mobile_parameters, x, velocity):
    accelerations, metrics = (wp.full((1, 4), np.nan, dtype=wp.float64) for _ in range(2))
    inputs = [wp.array([value], dtype=wp.float64) for value in (x, velocity, 1.0)]
    struct = upload_parameters(mobile_parameters, wp.float64)
    wp.launch(scalar_policies, dim=1, inputs=[struct, *inputs, 0.0], outputs=[accelerations, metrics])
    assert np.isfinite(accelerations.numpy()).all() and np.isfinite(metrics.numpy()).all()
    assert (metrics.numpy() >= 0.0).all()


def test_distance_from_a_segment_and_its_gradient():
    """Against the least distance from 20,001 points of the segment, and central differences."""
    rng, count = np.random.default_rng(RNG_SEED), 30
    start, end, point = (rng.normal(size=(count, 3)) for _ in range(3))
    end[:3] = start[:3]  # segments without length
    shifts = np.concatenate([np.zeros((1, 3)), 1e-6 * np.eye(3), -1e-6 * np.eye(3)])
    found = []
    for shift in shifts:
        distances, gradients = wp.empty(count, dtype=wp.float64), wp.empty(count, dtype=wp.vec3d)
        inputs = [wp.array(values, dtype=wp.vec3d) for values in (start, end, point + shift)]
        wp.launch(segment_distances, dim=count, inputs=inputs, outputs=[distances, gradients])
        found.append((distances.numpy(), gradients.numpy()))
    parts = np.linspace(0.0, 1.0, 20_001)[:, None, None]
    sampled = np.linalg.norm(point - (start + parts * (end - start)), axis=-1).min(axis=0)
    np.testing.assert_allclose(found[0][0], sampled, atol=1e-6)
    differences = np.stack([(found[i][0] - found[i + 3][0]) / 2e-6 for i in (1, 2, 3)], axis=-1)
    np.testing.assert_allclose(found[0][1], differences, atol=1e-6)
