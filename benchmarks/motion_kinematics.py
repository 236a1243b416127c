"""Forward kinematics of five robots against pinocchio: how far the poses are apart, and what they cost.

Usage::

    python benchmarks/motion_kinematics.py                      # double precision, one core
    python benchmarks/motion_kinematics.py --device cuda:0      # single precision, a GPU
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import time
from importlib import metadata
from pathlib import Path

import numpy as np
import pinocchio as pin
import warp as wp

from pippin.motion.kinematics import Kinematics
from pippin.motion.robot_description import RobotModel, load_robot

ROBOTS = {
    "panda_description/urdf/panda.urdf": "panda_hand",
    "ur_description/urdf/ur10_robot.urdf": "tool0",
    "kinova_description/robots/kinova.urdf": "j2s6s200_end_effector",
    "xarm_description/urdf/xarm7.urdf": "link7",
    "tiago_description/robots/tiago.urdf": "hand_grasping_frame",
}


def random_configurations(model: RobotModel, count: int) -> np.ndarray:
    """Configurations between the limits; joints without limits turn by one turn either way at most."""
    lower = np.maximum(model.lower_limits, -2.0 * math.pi)
    upper = np.minimum(model.upper_limits, 2.0 * math.pi)
    return np.random.default_rng(0).uniform(lower, upper, (count, model.num_coordinates))


def pinocchio_configurations(pin_model: pin.Model, model: RobotModel, q: np.ndarray) -> np.ndarray:
    """What pinocchio calls q."""
    result = np.tile(pin.neutral(pin_model), (len(q), 1))
    positions = model.joint_multipliers * q[:, model.joint_coordinates] + model.joint_biases
    for name, position in zip(model.joint_names, positions.T, strict=True):
        joint = pin_model.joints[pin_model.getJointId(name)]
        if joint.nq == 1:
            result[:, joint.idx_q] = position
        else:  # a continuous joint is a point on the unit circle
            result[:, joint.idx_q], result[:, joint.idx_q + 1] = np.cos(position), np.sin(position)
    return result


def compare(path: Path, frame: str, device: str, count: int) -> dict:
    """Largest distances between poses, and times of one pose [us], that of Pippin with and without a batch."""
    model, pin_model = load_robot(path), pin.buildModelFromUrdf(str(path))
    q = random_configurations(model, count)
    pin_q, data = pinocchio_configurations(pin_model, model, q), pin_model.createData()
    frame_id = pin_model.getFrameId(frame, pin.FrameType.BODY)
    expected = []
    start = time.perf_counter()
    for configuration in pin_q:
        pin.forwardKinematics(pin_model, data, configuration)
        expected.append(pin.updateFramePlacement(pin_model, data, frame_id).copy())
    pin_time = (time.perf_counter() - start) / count

    kinematics = Kinematics(model, device)
    on_device = wp.array(q, dtype=kinematics.scalar, device=device)
    times = []
    for _ in range(4):
        wp.synchronize_device(device)
        start = time.perf_counter()
        poses = kinematics.frame_poses(frame, on_device)
        wp.synchronize_device(device)
        times.append((time.perf_counter() - start) / count)
    distances, angles = [], []
    for pose, placement in zip(poses.numpy().astype(np.float64), expected, strict=True):
        turn = pin.Quaternion(pose[3:] / np.linalg.norm(pose[3:])).matrix()
        distances.append(np.linalg.norm(pose[:3] - placement.translation))
        angles.append(np.linalg.norm(pin.log3(placement.rotation.T @ turn)))
    return {
        "frame": frame,
        "max_distance_m": float(max(distances)),
        "max_angle_rad": float(max(angles)),
        "pinocchio_us": pin_time * 1e6,
        "pippin_batch_us": min(times[1:]) * 1e6,
    }


def main() -> None:
    """Compare all robots, print a line for each, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--configurations", type=int, default=10_000)
    parser.add_argument("--json", type=Path, default=Path("motion_kinematics.json"), help="where the numbers go")
    arguments = parser.parse_args()
    wp.config.log_level = wp.LOG_WARNING
    folder = "cmeel.prefix/share/example-robot-data/robots"
    robots_path = Path(str(metadata.distribution("example-robot-data").locate_file(folder)))
    results: dict = {"machine": platform.processor() or platform.machine(), "device": arguments.device, "robots": {}}
    for name, frame in ROBOTS.items():
        numbers = compare(robots_path / name, frame, arguments.device, arguments.configurations)
        results["robots"][Path(name).stem] = numbers
        print(
            f"{Path(name).stem:12s} apart by at most {numbers['max_distance_m']:.1e} m and "
            f"{numbers['max_angle_rad']:.1e} rad (target: 1e-6); {numbers['pippin_batch_us']:.3f} us a pose, "
            f"pinocchio from Python {numbers['pinocchio_us']:.1f} us"
        )
    arguments.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
