"""A configuration of RMPflow for a robot, as YAML."""

from __future__ import annotations

import math

import numpy as np

from pippin.motion import poses
from pippin.motion.kinematics import Kinematics
from pippin.motion.rmpflow.policies.parameters import BodyCollisionController, BodyCylinder
from pippin.motion.robot_description import BASE

from .draft import RobotDraft
from .self_collision import SAMPLES, sample_configurations

USUAL_SPEED = 2.0
"""Largest velocity of joints whose limits the URDF does not tell [rad/s or m/s]."""

LEAST_GAP = 0.02
"""Gap between a body cylinder and a ball in the default configuration below which the ball is left out [m]."""

GAINS = """\
    cspace_target_rmp:
        metric_scalar: 40.0
        position_gain: 90.0
        damping_gain: 45.0
        robust_position_term_thresh: 0.5
        inertia: 1.0
    joint_limit_rmp:
        metric_scalar: 1000.0
        metric_length_scale: 0.01
        metric_exploder_eps: 0.001
        metric_velocity_gate_length_scale: 0.01
        accel_damper_gain: 200.0
        accel_potential_gain: 1.0
        accel_potential_exploder_length_scale: 0.1
        accel_potential_exploder_eps: 0.01
    joint_velocity_cap_rmp:
        max_velocity: {max_velocity:.3g}
        velocity_damping_region: {damping_region:.3g}
        damping_gain: 500.0
        metric_weight: 100.0
    target_rmp:
        accel_p_gain: 60.0
        accel_d_gain: 100.0
        accel_norm_eps: 0.075
        metric_alpha_length_scale: 0.05
        min_metric_alpha: 0.01
        max_metric_scalar: 10000.0
        min_metric_scalar: 2500.0
        proximity_metric_boost_scalar: 20.0
        proximity_metric_boost_length_scale: 0.02
    axis_target_rmp:
        accel_p_gain: 200.0
        accel_d_gain: 50.0
        metric_scalar: 10.0
        proximity_metric_boost_scalar: 3000.0
        proximity_metric_boost_length_scale: 0.06
    collision_rmp:
        damping_gain: 50.0
        damping_std_dev: 0.04
        damping_robustness_eps: 0.01
        damping_velocity_gate_length_scale: 0.01
        repulsion_gain: 1000.0
        repulsion_std_dev: 0.01
        metric_modulation_radius: 0.5
        metric_scalar: 10000.0
        metric_exploder_std_dev: 0.02
        metric_exploder_eps: 0.001
    damping_rmp:
        accel_d_gain: 30.0
        metric_scalar: 50.0
        inertia: 100.0
"""
"""Gains and scales that suit arms with a reach of some decimetres to two metres."""


def rmpflow_config_as_yaml(draft: RobotDraft) -> str:
    """Configuration file of RMPflow, in the format that ``read_rmpflow_parameters`` reads.

    Velocities are capped at 95 % of the least limit of the joints. The base, and what turns above it about a vertical
    axis, repels the links at the end of the arm.
    """
    model = draft.model
    ranges = model.upper_limits - model.lower_limits
    buffers = np.where(np.isfinite(ranges), np.minimum(0.02, 0.02 * ranges), 0.02)
    speeds = [speed for speed in model.velocity_limits if math.isfinite(speed) and speed > 0.0]
    max_velocity = 0.95 * min(speeds, default=USUAL_SPEED)
    cylinders = body_cylinders(draft)
    lines = [
        f"# Configuration of RMPflow for {draft.urdf.name}, written by 'pippin spheres'.",
        "",
        "api_version: 1.0",
        "",
        "# How far inside of its limits each joint is kept [rad or m].",
        f"joint_limit_buffers: [{', '.join(f'{buffer:.3g}' for buffer in buffers)}]",
        "",
        "rmp_params:",
        GAINS.format(max_velocity=max_velocity, damping_region=0.3 * max_velocity),
        "canonical_resolve:",
        "    max_acceleration_norm: 50.0",
        "    projection_tolerance: 0.01",
        "    verbose: false",
        "",
        "# Parts of the base, in its frame [m] ...",
        "body_cylinders:",
    ]
    for cylinder in cylinders:
        lines += [
            f"    - name: {cylinder.name}",
            f"      pt1: [{', '.join(f'{value:.3f}' for value in cylinder.pt1)}]",
            f"      pt2: [{', '.join(f'{value:.3f}' for value in cylinder.pt2)}]",
            f"      radius: {cylinder.radius:.3f}",
        ]
    lines += [
        "",
        "# ... and balls around the origins of frames that keep away from them [m].",
        "body_collision_controllers:",
    ]
    for ball in body_collision_controllers(draft, cylinders):
        lines += [f"    - name: {ball.name}", f"      radius: {ball.radius:.3f}"]
    return "\n".join(lines) + "\n"


def body_cylinders(draft: RobotDraft) -> list[BodyCylinder]:
    """Cylinders around what does not move, and around what only turns about a vertical axis above it."""
    model = draft.model
    frames = Kinematics(model).joint_frames(model.default_q[None]).numpy()[0]
    cylinders = []
    base = [_points(draft, link, frames) for link in draft.meshes if _joint_of(draft, link) == BASE]
    if base:
        points = np.concatenate(base)
        low, high = points.min(axis=0), points.max(axis=0)
        x, y = 0.5 * (low + high)[:2]
        cylinders.append(_upright("base", np.array([x, y]), points))
    for joint in np.flatnonzero(model.joint_parents == BASE):
        axis = poses.rotate(frames[joint, 3:], np.array([0.0, 0.0, 1.0]))
        turned = [_points(draft, link, frames) for link in draft.meshes if _joint_of(draft, link) == joint]
        if turned and abs(axis[2]) > 0.999:
            cylinders.append(_upright(model.joint_names[joint], frames[joint, :2], np.concatenate(turned)))
    return cylinders


def _upright(name: str, center: np.ndarray, points: np.ndarray) -> BodyCylinder:
    """Upright segment whose radius reaches nine tenths of the points; its round top ends where they do."""
    x, y = map(float, center)
    radius = float(np.quantile(np.hypot(*(points[:, :2] - center).T), 0.9))
    low, high = float(points[:, 2].min()), float(points[:, 2].max())
    return BodyCylinder(name, (x, y, low), (x, y, max(low, high - radius)), radius)


def body_collision_controllers(draft: RobotDraft, cylinders: list[BodyCylinder]) -> list[BodyCollisionController]:
    """Balls at the frames that the last three joints and the end effector have, as large as the links are there."""
    model = draft.model
    kinematics = Kinematics(model)
    last_joints = model.joints_to(draft.end_effector)[-3:]
    frames = [link for link in draft.meshes if _joint_of(draft, link) in last_joints]
    balls = []
    for name in dict.fromkeys([*frames, draft.end_effector]):
        ball = BodyCollisionController(name, _radius_at_origin(draft, name))
        where = kinematics.frame_poses(
            name, np.array([model.default_q, *sample_configurations(model, SAMPLES)])
        ).numpy()
        gaps = np.min([_gaps(where[:, :3], cylinder) - ball.radius for cylinder in cylinders], axis=0, initial=np.inf)
        if gaps[0] > LEAST_GAP and np.mean(gaps > 0.0) > 0.5:
            balls.append(ball)
    return balls


def _gaps(points: np.ndarray, cylinder: BodyCylinder) -> np.ndarray:
    """Distances of points from the surface of a cylinder with round ends."""
    start, along = np.array(cylinder.pt1), np.array(cylinder.pt2) - np.array(cylinder.pt1)
    length = max(float(along @ along), 1e-12)
    part = np.clip((points - start) @ along / length, 0.0, 1.0)
    return np.linalg.norm(points - start - part[:, None] * along, axis=1) - cylinder.radius


def _radius_at_origin(draft: RobotDraft, frame: str) -> float:
    """Radius of the sphere that reaches farthest around the origin of a frame; 2 cm where none does."""
    model = draft.model
    index = model.frame_index(frame)
    near = model.sphere_joints == model.frame_joints[index]
    distances = np.linalg.norm(model.sphere_centers[near] - model.frame_offsets[index, :3], axis=1)
    around = (model.sphere_radii[near] - distances).max(initial=0.0)
    return float(np.clip(around, 0.02, 0.1))


def _joint_of(draft: RobotDraft, link: str) -> int:
    model = draft.model
    return int(model.frame_joints[model.frame_index(link)]) if link in model.frame_names else -2


def _points(draft: RobotDraft, link: str, joint_frames: np.ndarray) -> np.ndarray:
    """Vertices of a link in the frame of the base [m], shape (N, 3)."""
    model = draft.model
    index = model.frame_index(link)
    joint = int(model.frame_joints[index])
    pose = (
        model.frame_offsets[index] if joint == BASE else poses.compose(joint_frames[joint], model.frame_offsets[index])
    )
    return poses.rotate(pose[3:], draft.meshes[link].vertices) + pose[:3]
