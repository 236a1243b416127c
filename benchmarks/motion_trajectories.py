"""Trajectories against toppra and ruckig: how long motions take, and how long it takes to plan them.

- Single segments with limits of jerk: durations of motions from rest to rest beside ruckig's.
- Waypoints without limits of jerk: durations beside toppra's along the very same path, and beside the shortest that
  toppra finds along nine splines through the waypoints (three spacings of the parameter, three end conditions).
- Waypoints with limits of jerk: durations beside those without.
- Lines in task space: how many are followed, and how far the hand deviates from them as pinocchio sees it.

Every motion is gated: its limits hold, looked at with quotients of differences at 1 kHz, within 1e-6 of the limits, and
its waypoints are hit within 1e-9. A duration or a gate that misses the project's target makes the run fail. Usage::

    python benchmarks/motion_trajectories.py
    python benchmarks/motion_trajectories.py --count 50 --output trajectories.json
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
import ruckig
import toppra

from pippin.motion.robot_description import load_robot
from pippin.motion.trajectories import CSpaceLimits, Curve, SolverParameters, TaskSpaceTrajectoryGenerator
from pippin.motion.trajectories.time_optimal import time_optimal_curve

JOINTS = 7
VELOCITY = np.array([2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61])
ACCELERATION = np.array([15.0, 7.5, 10.0, 12.5, 15.0, 20.0, 20.0])
JERK = 500.0 * ACCELERATION
"""Limits of a Panda [rad/s and its derivatives]."""

TARGETS = {"ruckig": 1.1, "toppra": 1.05}
"""Largest ratios of durations that the project admits."""

FRAME = "panda_hand"
MAX_DEVIATION = 3e-3


def make_limits(velocity: np.ndarray, acceleration: np.ndarray, jerk: np.ndarray) -> CSpaceLimits:
    """Limits without those of positions."""
    names = tuple(f"joint{i}" for i in range(len(velocity)))
    free = np.full(len(velocity), np.inf)
    return CSpaceLimits(names, -free, free, velocity, acceleration, jerk)


def timed(function: Callable[[], Any]) -> tuple[Any, float]:
    """What a function returns, and the time that it takes [s]."""
    start = time.perf_counter()
    result = function()
    return result, time.perf_counter() - start


def excess(curve: Curve, limits: CSpaceLimits) -> float:
    """Share by which a motion exceeds its limits, from differences of velocities at 1 kHz."""
    times = np.arange(curve.start_time, curve.end_time, 1e-3)
    velocities = curve.evaluate(times, 1)
    ratios = [
        np.abs(velocities) / limits.velocity,
        np.abs(np.diff(velocities, axis=0)) / 1e-3 / limits.acceleration,
        np.abs(np.diff(velocities, n=2, axis=0)) / 1e-6 / limits.jerk,
    ]
    return max(float(ratio.max()) for ratio in ratios if ratio.size) - 1.0


def summary(values: list[float], digits: int = 4) -> dict[str, float]:
    """Median, 95th percentile and largest of numbers."""
    array = np.array(values)
    return {
        "median": round(float(np.median(array)), digits),
        "p95": round(float(np.percentile(array, 95)), digits),
        "max": round(float(array.max()), digits),
    }


def single_segments(count: int) -> dict[str, Any]:
    """Motions from rest to rest, under limits of all sizes, beside ruckig's."""
    generator = np.random.default_rng(0)
    ratios, times, peer_times, worst = [], [], [], -1.0
    for _ in range(count):
        velocity, acceleration, jerk = 10.0 ** generator.uniform(-1.0, 1.5, (3, JOINTS))
        waypoints = generator.uniform(-2.0, 2.0, (2, JOINTS))
        limits = make_limits(velocity, acceleration, jerk)
        curve, duration = timed(lambda w=waypoints, k=limits: time_optimal_curve(w, k, SolverParameters()))
        times.append(1e3 * duration)
        problem, solution = ruckig.InputParameter(JOINTS), ruckig.Trajectory(JOINTS)
        problem.current_position, problem.target_position = waypoints
        problem.max_velocity, problem.max_acceleration, problem.max_jerk = velocity, acceleration, jerk
        solver = ruckig.Ruckig(JOINTS)
        _, duration = timed(lambda s=solver, p=problem, r=solution: s.calculate(p, r))
        peer_times.append(1e3 * duration)
        ratios.append(curve.end_time / solution.duration)
        worst = max(worst, excess(curve, limits))
    return {
        "duration / ruckig's": summary(ratios),
        "planning [ms]": summary(times, 3),
        "planning, ruckig [ms]": summary(peer_times, 3),
        "worst excess": worst,
    }


def make_waypoints(generator: np.random.Generator) -> np.ndarray:
    """Three to fifteen waypoints: all over the c-space, near by, wandering, or close to a line."""
    count, kind = int(generator.integers(3, 16)), generator.integers(4)
    if kind == 0:
        return generator.uniform(-2.0, 2.0, (count, JOINTS))
    if kind == 1:
        return generator.uniform(-0.2, 0.2, (count, JOINTS))
    if kind == 2:
        steps = generator.uniform(-0.1, 0.5, (count, JOINTS)) * generator.uniform(0.1, 2.0, (count, 1))
        return np.cumsum(steps, axis=0)
    line = np.linspace(0.0, 1.0, count)[:, None] * generator.uniform(-2.0, 2.0, JOINTS)
    return line + generator.uniform(-0.1, 0.1, (count, JOINTS))


def toppra_duration(parameters: np.ndarray, positions: np.ndarray, limits: CSpaceLimits, bc_type: str) -> float:
    """Duration that toppra finds along a spline, with 400 grid points [s]."""
    path = toppra.SplineInterpolator(parameters, positions, bc_type=bc_type)
    constraints = [
        toppra.constraint.JointVelocityConstraint(np.stack([-limits.velocity, limits.velocity], axis=1)),
        toppra.constraint.JointAccelerationConstraint(
            np.stack([-limits.acceleration, limits.acceleration], axis=1),
            discretization_scheme=toppra.constraint.DiscretizationType.Interpolation,
        ),
    ]
    grid = np.linspace(parameters[0], parameters[-1], 401)
    algorithm = toppra.algorithm.TOPPRA(constraints, path, gridpoints=grid, solver_wrapper="seidel")
    speeds = algorithm.compute_parameterization(0.0, 0.0)[1]
    return float(np.sum(2.0 * np.diff(grid) / (speeds[1:] + speeds[:-1])))


def toppra_splines(waypoints: np.ndarray, limits: CSpaceLimits) -> tuple[float, float]:
    """Shortest duration that toppra finds along nine splines, and the mean time that one takes [s]."""
    chords = np.linalg.norm(np.diff(waypoints, axis=0), axis=1)
    durations, times = [], []
    for exponent in (0.0, 0.5, 1.0):
        parameters = np.concatenate([[0.0], np.cumsum(chords**exponent)])
        for bc_type in ("not-a-knot", "natural", "clamped"):
            duration, elapsed = timed(lambda p=parameters, b=bc_type: toppra_duration(p, waypoints, limits, b))
            durations.append(duration)
            times.append(elapsed)
    return min(durations), float(np.mean(times))


def through_waypoints(count: int) -> dict[str, Any]:
    """Motions through waypoints without limits of jerk beside toppra's, and with them beside those without."""
    generator = np.random.default_rng(0)
    free, bound = (make_limits(VELOCITY, ACCELERATION, jerk) for jerk in (np.full(JOINTS, np.inf), JERK))
    same, best, with_jerk, times, peer_times = [], [], [], {"free": [], "bound": [], "fast": []}, []
    slower, worst, miss = [], -1.0, 0.0
    for _ in range(count):
        waypoints = make_waypoints(generator)
        curve, elapsed = timed(lambda w=waypoints: time_optimal_curve(w, free, SolverParameters()))
        times["free"].append(1e3 * elapsed)
        samples = np.linspace(0.0, curve.end_time, 600)
        same.append(curve.end_time / toppra_duration(samples, curve.evaluate(samples), free, "not-a-knot"))
        shortest, elapsed = toppra_splines(waypoints, free)
        best.append(curve.end_time / shortest)
        peer_times.append(1e3 * elapsed)
        smooth, elapsed = timed(lambda w=waypoints: time_optimal_curve(w, bound, SolverParameters()))
        times["bound"].append(1e3 * elapsed)
        with_jerk.append(smooth.end_time / curve.end_time)
        quick = SolverParameters(max_segment_iterations=0)
        other, elapsed = timed(lambda w=waypoints, p=quick: time_optimal_curve(w, bound, p))
        times["fast"].append(1e3 * elapsed)
        slower.append(other.end_time / smooth.end_time)
        for motion, limits in ((curve, free), (smooth, bound), (other, bound)):
            worst = max(worst, excess(motion, limits))
            miss = max(miss, float(np.abs(motion.evaluate(motion.waypoint_times) - waypoints).max()))
    return {
        "duration / toppra's on the same path": summary(same),
        "duration / toppra's shortest of nine splines": summary(best),
        "duration with limits of jerk / without": summary(with_jerk),
        "duration without segment iterations / with": summary(slower),
        "planning without limits of jerk [ms]": summary(times["free"], 1),
        "planning with limits of jerk [ms]": summary(times["bound"], 1),
        "planning with them, without segment iterations [ms]": summary(times["fast"], 1),
        "planning, toppra [ms]": summary(peer_times, 1),
        "worst excess": worst,
        "worst miss of a waypoint": miss,
    }


def lines_in_task_space(count: int) -> dict[str, Any]:
    """Four poses of a Panda's hand, straight from each to the next."""
    files = metadata.distribution("example-robot-data")
    folder = files.locate_file("cmeel.prefix/share/example-robot-data/robots/panda_description/urdf/panda.urdf")
    urdf = Path(str(folder))
    robot = load_robot(urdf)
    planner = TaskSpaceTrajectoryGenerator(robot)
    planner.set_c_space_acceleration_limits(np.append(ACCELERATION, 10.0))
    planner.set_c_space_jerk_limits(np.append(JERK, 5000.0))
    model = pin.buildModelFromUrdf(str(urdf))
    data, frame = model.createData(), model.getFrameId(FRAME)

    def poses(configurations: np.ndarray) -> np.ndarray:
        result = []
        for q in configurations:
            pin.framesForwardKinematics(model, data, np.append(q, q[-1]))
            result.append(pin.SE3ToXYZQUAT(data.oMf[frame]))
        return np.array(result)

    generator = np.random.default_rng(0)
    ready = np.array([0.0, -0.4, 0.0, -2.2, 0.0, 1.8, 0.8, 0.0])
    spread = np.array([0.5] * JOINTS + [0.0])
    times, deviations = [], []
    for _ in range(count):
        targets = poses(ready + generator.uniform(-spread, spread, (4, JOINTS + 1)))
        trajectory, elapsed = timed(
            lambda t=targets: planner.compute_task_space_trajectory_from_points(t[:, :3], t[:, 3:], FRAME)
        )
        times.append(1e3 * elapsed)
        if trajectory is None:
            continue
        points = poses(trajectory.evaluate(np.linspace(0.0, trajectory.end_time, 500)))[:, :3]
        legs = [distances_to_line(points, *targets[i : i + 2, :3]) for i in range(3)]
        deviations.append(1e3 * float(np.min(legs, axis=0).max()))
    return {
        "followed": f"{len(deviations)} of {count}",
        "deviation [mm]": summary(deviations, 3),
        "planning [ms]": summary(times, 1),
    }


def distances_to_line(points: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Distances of points from the straight line between two others [m]."""
    direction = end - start
    share = np.clip((points - start) @ direction / (direction @ direction), 0.0, 1.0)
    return np.linalg.norm(points - start - share[:, None] * direction, axis=1)


def missed(results: dict[str, dict[str, Any]]) -> list[str]:
    """Targets of the project that the results miss."""
    segments, waypoints, lines = (results[name] for name in ("single segments", "waypoints", "task space"))
    checks = {
        "durations beside ruckig's": segments["duration / ruckig's"]["max"] <= TARGETS["ruckig"],
        "durations beside toppra's": waypoints["duration / toppra's on the same path"]["max"] <= TARGETS["toppra"]
        and waypoints["duration / toppra's shortest of nine splines"]["max"] <= TARGETS["toppra"],
        "limits": max(segments["worst excess"], waypoints["worst excess"]) <= 1e-6,
        "waypoints": waypoints["worst miss of a waypoint"] <= 1e-9,
        "deviations": lines["deviation [mm]"]["max"] <= 1e3 * MAX_DEVIATION,
    }
    return [name for name, is_met in checks.items() if not is_met]


def main() -> None:
    """Run all comparisons, print them, write JSON, fail where a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=30, help="number of sets of waypoints and of paths")
    parser.add_argument("--output", type=Path, help="JSON file to write")
    arguments = parser.parse_args()
    toppra.setup_logging("ERROR")
    results = {
        "single segments": single_segments(10 * arguments.count),
        "waypoints": through_waypoints(arguments.count),
        "task space": lines_in_task_space(arguments.count),
    }
    for title, lines in results.items():
        print(title)
        for name, value in lines.items():
            print(f"  {name}: {value}")
    if arguments.output:
        versions = {name: metadata.version(name) for name in ("toppra", "ruckig", "numpy", "scipy")}
        about = {"machine": platform.processor() or platform.machine(), "versions": versions}
        arguments.output.write_text(json.dumps({"about": about, "results": results}, indent=2) + "\n")
    if failures := missed(results):
        sys.exit(f"Missed: {', '.join(failures)}")


if __name__ == "__main__":
    main()
