"""A configuration of RRT for a robot, as YAML."""

from __future__ import annotations

import numpy as np

from pippin.motion.kinematics import Kinematics

from .draft import RobotDraft
from .self_collision import SAMPLES, sample_configurations


def rrt_config_as_yaml(draft: RobotDraft) -> str:
    """Configuration file of RRT, in the format that ``read_rrt_parameters`` reads.

    Coordinates weigh as much as they move the end effector; random positions are drawn from where it gets to.
    """
    model = draft.model
    q = sample_configurations(model, SAMPLES)
    kinematics = Kinematics(model)
    speeds = np.linalg.norm(kinematics.jacobians(draft.end_effector, q).numpy()[:, :3], axis=1).max(axis=0)
    weights = np.maximum(3.0 * speeds / speeds.max(), 0.5)
    positions = kinematics.frame_poses(draft.end_effector, q).numpy()[:, :3]
    low, high = np.quantile(positions, 0.01, axis=0), np.quantile(positions, 0.99, axis=0)
    limits = ", ".join(f"[{a:.2f}, {b:.2f}]" for a, b in zip(low, high, strict=True))
    return f"""\
# Configuration of RRT for {draft.urdf.name}, written by 'pippin spheres'.

seed: 1
step_size: 0.05
max_iterations: 50000
distance_metric_weights: [{", ".join(f"{weight:.1f}" for weight in weights)}]
task_space_frame_name: {draft.end_effector}
task_space_limits: [{limits}]
c_space_planning_params:
    exploration_fraction: 0.5
task_space_planning_params:
    translation_target_zone_tolerance: 0.05
    orientation_target_zone_tolerance: 0.09
    translation_target_final_tolerance: 0.0001
    orientation_target_final_tolerance: 0.005
    translation_gradient_weight: 1.0
    orientation_gradient_weight: 0.125
    nn_translation_distance_weight: 1.0
    nn_orientation_distance_weight: 0.125
    task_space_exploitation_fraction: 0.4
    task_space_exploration_fraction: 0.1
    max_extension_substeps_away_from_target: 6
    max_extension_substeps_near_target: 50
    extension_substep_target_region_scale_factor: 2.0
    unexploited_nodes_culling_scalar: 1.0
    gradient_substep_size: 0.025
"""
