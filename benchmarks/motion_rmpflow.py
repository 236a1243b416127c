"""RMPflow: does it arrive, does it touch anything, and what does a step cost?

Three parts, on the public configuration files of a robot:

- Targets: robots start at the default configuration and have 10 s at 60 Hz. Each target is the position (or the pose,
  with ``--pose``) of the end effector at a random configuration which touches neither an obstacle nor the base. Each
  robot has boxes of its own around it. A target counts as reachable if :class:`ConnectPlanner`, which knows nothing of
  RMPflow, finds a motion to that configuration that keeps 2 cm from all boxes; others may be reachable by another
  configuration. A robot arrived that ends within 1 cm of its target. At every substep the distances of all spheres that
  move from all boxes are measured, and those of joints from their limits. All is done twice: by the policies alone, and
  with guidance (:mod:`pippin.motion.rmpflow.guidance`).
- One robot: time of one step of 1/60 s of five substeps, through :class:`RmpFlow`, on one core.
- Many robots: rate of steps of 1/60 s with as many substeps and obstacles, over 10 s. Targets are positions in front of
  the robots, or, with ``--pose``, poses in random configurations, some of which obstacles are in the way of. By the
  policies alone, as :class:`RmpFlowBatch` does by default, or guided, with ``--guided``.

Usage::

    python benchmarks/motion_rmpflow.py                                      # all parts, on a CPU
    python benchmarks/motion_rmpflow.py --parts many --device cuda:0 --num-robots 4096 [--pose] [--guided]
    python benchmarks/motion_rmpflow.py --configs FOLDER --robot ur10 --num-obstacles 0

``--configs`` is a folder such as ``data/motion/motion_policy_configs``.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import platform
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import warp as wp

from pippin.motion.config_folders import load_config
from pippin.motion.kinematics import Kinematics
from pippin.motion.planning import ConnectPlanner, RrtParameters
from pippin.motion.rmpflow import RmpFlow, RmpFlowBatch, RmpFlowParameters, read_rmpflow_parameters
from pippin.motion.robot_description import RobotModel, load_robot
from pippin.motion.world import CollisionWorld, Cuboid

CONFIGS = Path(__file__).parents[2] / "shared" / "data" / "motion" / "motion_policy_configs"
FRAME = 1.0 / 60.0
SUBSTEPS = 5
SECONDS = 10.0
TOLERANCE = 0.01
MARGIN = 0.02
"""Distance from all boxes of the motion that makes a target count as reachable [m]."""
FAR = 1e3
"""Distance to what is not there [m], at least."""
CLEARANCE = 0.03
"""Distance that start and goal have from everything [m]: under RMPflow's repulsion, contact is no place to stay."""


class BenchmarkCube:
    """A box of a scene."""

    def __init__(self, position: np.ndarray, orientation: np.ndarray, size: np.ndarray) -> None:
        self._pose = position, orientation
        self._size = size

    def get_world_pose(self) -> tuple[np.ndarray, np.ndarray]:
        """Position and orientation (x, y, z, w)."""
        return self._pose

    def get_size(self) -> np.ndarray:
        """Lengths of the edges."""
        return self._size


def random_boxes(rng: np.random.Generator, count: int, reach: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions, orientations and sizes of boxes within the reach of a robot [m]."""
    positions = rng.uniform([-reach, -reach, 0.0], [reach, reach, reach], (count, 3))
    orientations = rng.normal(size=(count, 4))
    return (
        positions,
        orientations / np.linalg.norm(orientations, axis=1, keepdims=True),
        rng.uniform(0.05, 0.2, (count, 3)),
    )


class Clearance:
    """How far what moves of a robot is from boxes, and from the robot's base.

    Args:
        model: The robot.
        parameters: Where the body cylinders and what must not touch them are.
    """

    def __init__(self, model: RobotModel, parameters: RmpFlowParameters) -> None:
        self.kinematics = Kinematics(model)
        self.moving = model.sphere_joints >= 0
        self.radii = model.sphere_radii[self.moving]
        self._parameters = parameters

    def from_boxes(self, world: CollisionWorld, q: np.ndarray) -> np.ndarray:
        """Least distance of each configuration [m], shape (num_robots,)."""
        centers = self.kinematics.sphere_centers(q).numpy()[:, self.moving]
        return world.nearest(centers, self.radii).distances.numpy().min(axis=1)

    def from_base(self, q: np.ndarray) -> np.ndarray:
        """Least distance of each configuration from the body cylinders [m]."""
        least = np.full(len(q), np.inf)
        for controller in self._parameters.body_collision_controllers:
            center = self.kinematics.frame_poses(controller.name, q).numpy()[:, :3]
            for cylinder in self._parameters.body_cylinders:
                start, along = np.array(cylinder.pt1), np.subtract(cylinder.pt2, cylinder.pt1)
                part = np.clip((center - start) @ along / max(along @ along, 1e-12), 0.0, 1.0)
                distance = np.linalg.norm(center - start - part[:, None] * along, axis=1)
                least = np.minimum(least, distance - controller.radius - cylinder.radius)
        return least


def place_boxes(robots: RmpFlowBatch, clearance: Clearance, count: int, rng: np.random.Generator) -> None:
    """Put boxes around each robot that leave the start free."""
    start = np.tile(robots.model.default_q, (robots.num_envs, 1))
    for index in range(count):
        positions, orientations, sizes = random_boxes(rng, robots.num_envs, 0.9)
        name = f"box {index}"
        robots.world.add(name, [Cuboid(tuple(size)) for size in sizes], positions, orientations)
        while (hit := clearance.from_boxes(robots.world, start) < 0.15).any():
            positions[hit] = random_boxes(rng, int(hit.sum()), 0.9)[0]
            robots.world.set_pose(name, positions, orientations)


def free_goals(robots: RmpFlowBatch, clearance: Clearance, buffers: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Random configurations that touch nothing, with joints 0.05 off the buffers of their limits."""
    lower = np.maximum(robots.model.lower_limits, -np.pi) + buffers + 0.05
    upper = np.minimum(robots.model.upper_limits, np.pi) - buffers - 0.05
    goals = np.empty((robots.num_envs, robots.model.num_coordinates))
    missing = np.ones(robots.num_envs, dtype=bool)
    for _ in range(1000):
        drawn = rng.uniform(lower, upper, goals.shape)
        free = (clearance.from_boxes(robots.world, drawn) > CLEARANCE) & (clearance.from_base(drawn) > CLEARANCE)
        goals[missing & free] = drawn[missing & free]
        missing &= ~free
        if not missing.any():
            return goals
    raise RuntimeError(f"{missing.sum()} of {len(goals)} robots have no free configuration among so many boxes.")


def reachable_goals(robots: RmpFlowBatch, goals: np.ndarray) -> np.ndarray:
    """Which configurations a planner finds a motion to that keeps a margin from all boxes."""
    model = robots.model
    wider = dataclasses.replace(model, sphere_radii=model.sphere_radii + MARGIN)
    planner = ConnectPlanner(wider, robots.world, RrtParameters(max_iterations=10_000), avoid_self_collision=False)
    paths = planner.plan_batch(np.tile(model.default_q, (len(goals), 1)), goals)
    return np.array([path.waypoints is not None for path in paths])


def measure_targets(config: dict[str, Any], count: int, num_obstacles: int, pose: bool, seed: int) -> Iterator[dict]:
    """Let robots go to targets among boxes, without guidance and with it, and watch every substep."""
    model = load_robot(config["urdf_path"], config["robot_description_path"])
    parameters = read_rmpflow_parameters(config["rmpflow_config_path"], model)
    end_effector = config["end_effector_frame_name"]
    clearance = Clearance(model, parameters)
    for guided in (False, True):
        robots = RmpFlowBatch(model, parameters, end_effector, count, FRAME / SUBSTEPS, guided=guided)
        rng = np.random.default_rng(seed)
        place_boxes(robots, clearance, num_obstacles, rng)
        goals = free_goals(robots, clearance, np.array(parameters.joint_limit_buffers), rng)
        if not guided:
            reachable = reachable_goals(robots, goals)
        targets = clearance.kinematics.frame_poses(end_effector, goals).numpy()
        robots.set_end_effector_target(targets[:, :3], targets[:, 3:] if pose else None)
        numbers = {"obstacles": num_obstacles, "orientations": pose, "guided": guided, "targets": count}
        numbers["reachable"] = int(reachable.sum())
        yield numbers | watch_robots(robots, clearance, end_effector, targets, reachable)


def watch_robots(
    robots: RmpFlowBatch, clearance: Clearance, end_effector: str, targets: np.ndarray, reachable: np.ndarray
) -> dict[str, Any]:
    """Let robots go to their targets; gives who arrives, and what comes closest at any substep."""
    model = robots.model
    closest, slack = np.inf, np.inf
    arrival = np.full(len(targets), np.nan)
    for substep in range(int(SECONDS / FRAME) * SUBSTEPS):
        robots.step(FRAME / SUBSTEPS)
        q = robots.positions.numpy()
        closest = min(closest, clearance.from_boxes(robots.world, q).min())
        slack = min(slack, (q - model.lower_limits).min(), (model.upper_limits - q).min())
        reached = clearance.kinematics.frame_poses(end_effector, q).numpy()
        error = np.linalg.norm(reached[:, :3] - targets[:, :3], axis=1)
        arrival[(error < TOLERANCE) & np.isnan(arrival)] = (substep + 1) * FRAME / SUBSTEPS
    arrived = error < TOLERANCE
    return {
        "arrived_within_1_cm": int(arrived.sum()),
        "arrived_of_reachable": int((arrived & reachable).sum()),
        "median_arrival_s": round(float(np.nanmedian(arrival)), 2),
        "median_final_error_mm": round(1e3 * float(np.median(error)), 3),
        "least_distance_from_obstacles_m": round(float(closest), 4) if closest < FAR else None,
        "least_distance_from_joint_limits": round(float(slack), 4),
    }


def measure_one_robot(config: dict[str, Any], num_obstacles: int) -> dict[str, Any]:
    """Time steps of one robot that moves between targets."""
    policy, rng = RmpFlow(**{**config, "maximum_substep_size": FRAME / SUBSTEPS}), np.random.default_rng(0)
    for position, orientation, size in zip(*random_boxes(rng, num_obstacles, 0.9), strict=True):
        policy.add_cuboid(BenchmarkCube(position, orientation, size))
    q = policy.get_default_cspace_position_target()
    qd = np.zeros_like(q)
    times = []
    for step in range(1000):
        if step % 100 == 0:
            policy.set_end_effector_target(rng.uniform([0.3, -0.5, 0.2], [0.6, 0.5, 0.7]))
        begin = time.perf_counter()
        q, qd = policy.compute_joint_targets(q, qd, (), (), FRAME)
        times.append(time.perf_counter() - begin)
    spheres = len(policy.get_collision_spheres_as_prims())
    middle, high = 1e3 * np.percentile(times[10:], [50, 95])
    return {"spheres": spheres, "obstacles": num_obstacles, "median_ms": round(middle, 3), "95_%_ms": round(high, 3)}


def measure_many_robots(
    config: dict[str, Any], count: int, num_obstacles: int, device: str, pose: bool, guided: bool
) -> dict[str, Any]:
    """Time steps of many robots, each with a target of its own."""
    model = load_robot(config["urdf_path"], config["robot_description_path"])
    parameters = read_rmpflow_parameters(config["rmpflow_config_path"], model)
    end_effector = config["end_effector_frame_name"]
    robots = RmpFlowBatch(model, parameters, end_effector, count, FRAME / SUBSTEPS, device, guided=guided)
    kinematics = Kinematics(model, device)
    rng = np.random.default_rng(0)
    for index, (position, orientation, size) in enumerate(zip(*random_boxes(rng, num_obstacles, 0.9), strict=True)):
        robots.world.add(f"box {index}", Cuboid(tuple(size)), position, orientation)
    if pose:
        lower, upper = np.maximum(model.lower_limits, -np.pi) + 0.1, np.minimum(model.upper_limits, np.pi) - 0.1
        drawn = rng.uniform(lower, upper, (count, model.num_coordinates))
        targets = kinematics.frame_poses(end_effector, drawn).numpy()
    else:
        targets = rng.uniform([0.3, -0.5, 0.2], [0.6, 0.5, 0.7], (count, 3))
    robots.set_end_effector_target(targets[:, :3], targets[:, 3:] if pose else None)
    robots.step(FRAME)
    wp.synchronize()
    steps, begin = int(SECONDS / FRAME) - 1, time.perf_counter()
    for _ in range(steps):
        robots.step(FRAME)
        wp.synchronize()
    rate = steps / (time.perf_counter() - begin)
    reached = kinematics.frame_poses(end_effector, robots.positions).numpy()
    error = np.linalg.norm(reached[:, :3] - targets[:, :3], axis=1)
    return {
        "device": wp.get_device(device).name,
        "robots": count,
        "obstacles": num_obstacles,
        "orientations": pose,
        "guided": guided,
        "steps_per_s": round(rate, 1),
        "arrived_within_1_cm": round(float((error < TOLERANCE).mean()), 3),
        "all_finite": bool(np.isfinite(robots.positions.numpy()).all()),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--configs", type=Path, default=CONFIGS)
    parser.add_argument("--robot", default="franka")
    parser.add_argument("--num-targets", type=int, default=100)
    parser.add_argument("--num-obstacles", type=int, default=20)
    parser.add_argument("--pose", action="store_true", help="targets have orientations")
    parser.add_argument("--seed", type=int, default=0, help="of boxes and targets")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--num-robots", type=int, default=64)
    parser.add_argument("--guided", action="store_true", help="many robots are guided")
    parser.add_argument("--parts", nargs="+", default=["targets", "one", "many"], choices=["targets", "one", "many"])
    arguments = parser.parse_args()
    config = load_config(arguments.configs, arguments.robot, "rmpflow")
    print(f"{platform.machine()}, Python {platform.python_version()}, Warp {wp.__version__}, robot {arguments.robot}")
    obstacles = arguments.num_obstacles
    if "targets" in arguments.parts:
        for numbers in measure_targets(config, arguments.num_targets, obstacles, arguments.pose, arguments.seed):
            print(json.dumps(numbers))
    if "one" in arguments.parts:
        print(json.dumps(measure_one_robot(config, obstacles)))
    if "many" in arguments.parts:
        count, device = arguments.num_robots, arguments.device
        print(json.dumps(measure_many_robots(config, count, obstacles, device, arguments.pose, arguments.guided)))


if __name__ == "__main__":
    main()
