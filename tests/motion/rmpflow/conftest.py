"""Parameters and robots that tests of RMPflow share."""

from __future__ import annotations

from pathlib import Path

import pytest

from pippin.motion.rmpflow import RmpFlowParameters, read_rmpflow_parameters

MOBILE_PARAMETERS = """
joint_limit_buffers: [0.1, 0.2, 0.001]
rmp_params:
  cspace_target_rmp:
    {metric_scalar: 40, position_gain: 90, damping_gain: 45, robust_position_term_thresh: 0.4, inertia: 2}
  joint_limit_rmp:
    metric_scalar: 900
    metric_length_scale: 0.02
    metric_exploder_eps: 1e-3
    metric_velocity_gate_length_scale: 0.05
    accel_damper_gain: 150
    accel_potential_gain: 1.5
    accel_potential_exploder_length_scale: 0.2
    accel_potential_exploder_eps: 2e-2
  joint_velocity_cap_rmp: {max_velocity: 2, velocity_damping_region: 1.5, damping_gain: 800, metric_weight: 70}
  target_rmp:
    accel_p_gain: 40
    accel_d_gain: 70
    accel_norm_eps: 0.06
    metric_alpha_length_scale: 0.2
    min_metric_alpha: 0.03
    max_metric_scalar: 9000
    min_metric_scalar: 1500
    proximity_metric_boost_scalar: 15
    proximity_metric_boost_length_scale: 0.3
  axis_target_rmp:
    accel_p_gain: 180
    accel_d_gain: 50
    metric_scalar: 11
    proximity_metric_boost_scalar: 200
    proximity_metric_boost_length_scale: 0.4
  collision_rmp:
    damping_gain: 40
    damping_std_dev: 0.05
    damping_robustness_eps: 2e-2
    damping_velocity_gate_length_scale: 0.3
    repulsion_gain: 700
    repulsion_std_dev: 0.1
    metric_modulation_radius: 0.6
    metric_scalar: 8000
    metric_exploder_std_dev: 0.03
    metric_exploder_eps: 0.002
  damping_rmp: {accel_d_gain: 20, metric_scalar: 60, inertia: 80}
canonical_resolve: {max_acceleration_norm: 1e6, projection_tolerance: 0.01, verbose: false}
body_cylinders:
  - {name: stem, pt1: [0, 0, 0], pt2: [0, 0, 0.4], radius: 0.05}
  - {name: head, pt1: [0.2, 0, 0.5], pt2: [0.2, 0, 0.5], radius: 0.02}
body_collision_controllers:
  - {name: tool, radius: 0.04}
"""
"""Parameters of the robot ``mobile`` under which every policy has a say: wide scales, and no clamp."""


@pytest.fixture
def mobile_parameters_path(tmp_path: Path) -> Path:
    """File of :data:`MOBILE_PARAMETERS`."""
    path = tmp_path / "rmpflow.yaml"
    path.write_text(MOBILE_PARAMETERS)
    return path


@pytest.fixture
def mobile_parameters(mobile_parameters_path, mobile) -> RmpFlowParameters:
    """The parameters of :data:`MOBILE_PARAMETERS`."""
    return read_rmpflow_parameters(mobile_parameters_path, mobile)


@pytest.fixture(scope="session")
def franka_parameters(motion_data, franka) -> RmpFlowParameters:
    """Parameters of the Panda, from their public file."""
    return read_rmpflow_parameters(motion_data / "franka" / "rmpflow" / "franka_rmpflow_common.yaml", franka)
