"""Inverse kinematics of the Panda against TRAC-IK: who solves how much, and how long a query takes.

Targets are poses of the hand in configurations drawn uniformly from between the limits, so all can be reached. A query
counts as solved where pinocchio finds the hand within 0.1 mm and 1 mrad of the target and every joint within its
limits, whatever the solver says. All start cold: no solver is told anything but the target. Usage::

    python benchmarks/motion_ik.py                                     # one query at a time, and a batch, on one core
    python benchmarks/motion_ik.py --device cuda:0 --batch 1000000     # a batch on a GPU

TRAC-IK comes as ``pip install pytracik``; its column is left out where it is not installed. It runs two solvers in
threads of their own beside each other, so it has two cores where there are.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import numpy as np
import warp as wp

try:
    import pinocchio as pin
except ImportError:  # answers are then checked by Pippin's own kinematics, in double precision
    pin = None

from pippin.motion.ik import BatchSolver, DescentSolver
from pippin.motion.kinematics import Kinematics
from pippin.motion.robot_description import RobotModel, load_robot

FRAME = "panda_hand"
POSITION_TOLERANCE, ORIENTATION_TOLERANCE = 1e-4, 1e-3
TRAC_IK_TIMEOUT = 0.05


def panda_urdf() -> Path:
    """URDF of the Panda, from the package example-robot-data."""
    files = metadata.distribution("example-robot-data")
    return Path(
        str(files.locate_file("cmeel.prefix/share/example-robot-data/robots/panda_description/urdf/panda.urdf"))
    )


def random_configurations(model: RobotModel, count: int) -> np.ndarray:
    """Configurations of arm and fingers between the limits."""
    return np.random.default_rng(0).uniform(model.lower_limits, model.upper_limits, (count, model.num_coordinates))


def solved(urdf: Path, model: RobotModel, q: np.ndarray, targets: np.ndarray, device: str = "cpu") -> np.ndarray:
    """Which configurations bring the hand to the targets within tolerances and limits."""
    distances, angles = pinocchio_errors(urdf, model, q, targets) if pin else own_errors(model, q, targets, device)
    rounding = 1e-6
    within = ((q >= model.lower_limits - rounding) & (q <= model.upper_limits + rounding)).all(axis=1)
    return within & (distances <= POSITION_TOLERANCE) & (angles <= ORIENTATION_TOLERANCE)


def pinocchio_errors(
    urdf: Path, model: RobotModel, q: np.ndarray, targets: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Distances [m] and angles [rad] from the targets, as pinocchio sees them."""
    pin_model = pin.buildModelFromUrdf(str(urdf))
    data, frame = pin_model.createData(), pin_model.getFrameId(FRAME, pin.FrameType.BODY)
    indices = [pin_model.joints[pin_model.getJointId(name)].idx_q for name in model.coordinate_names]
    distances, angles = np.empty(len(q)), np.empty(len(q))
    for i, (configuration, target) in enumerate(zip(q, targets, strict=True)):
        pin_q = pin.neutral(pin_model)
        pin_q[indices] = configuration
        pin.forwardKinematics(pin_model, data, pin_q)
        reached = pin.updateFramePlacement(pin_model, data, frame)
        wanted = pin.XYZQUATToSE3(target)
        distances[i] = np.linalg.norm(reached.translation - wanted.translation)
        angles[i] = np.linalg.norm(pin.log3(wanted.rotation.T @ reached.rotation))
    return distances, angles


def own_errors(model: RobotModel, q: np.ndarray, targets: np.ndarray, device: str) -> tuple[np.ndarray, np.ndarray]:
    """The same by Pippin's kinematics, which ``motion_kinematics.py`` compares with pinocchio's."""
    reached = Kinematics(model, device, wp.float64).frame_poses(FRAME, q).numpy()
    cosines = np.abs((reached[:, 3:] * targets[:, 3:]).sum(axis=1)).clip(max=1.0)
    return np.linalg.norm(reached[:, :3] - targets[:, :3], axis=1), 2.0 * np.arccos(cosines)


def one_by_one(query: Callable[[np.ndarray], np.ndarray | None], targets: np.ndarray) -> tuple[list, np.ndarray]:
    """Answers to queries and the time that each took [s]."""
    answers, times = [], np.empty(len(targets))
    for i, target in enumerate(targets):
        start = time.perf_counter()
        answers.append(query(target))
        times[i] = time.perf_counter() - start
    return answers, times


def descent_query(model: RobotModel) -> Callable[[np.ndarray], np.ndarray]:
    """A query of Pippin's solver for single targets."""
    solver = DescentSolver(model)

    def query(target: np.ndarray) -> np.ndarray:
        return solver.solve(
            FRAME,
            target[:3],
            target[3:],
            position_tolerance=POSITION_TOLERANCE,
            orientation_tolerance=ORIENTATION_TOLERANCE,
        ).q

    return query


def trac_ik_query(urdf: Path, model: RobotModel) -> Callable[[np.ndarray], np.ndarray | None] | None:
    """A query of TRAC-IK, or None where it is not installed."""
    try:
        import pytracik
    except ImportError:
        return None
    text, epsilon = urdf.read_text(), 1e-5
    solver = pytracik.TRAC_IK("panda_link0", FRAME, text, TRAC_IK_TIMEOUT, epsilon, pytracik.SolveType.Speed)
    arm = [i for i, name in enumerate(model.coordinate_names) if "finger" not in name]
    # It takes the soft limits of safety controllers, which this URDF does not give, for 0.
    pytracik.set_joint_limits(solver, model.lower_limits[arm], model.upper_limits[arm])
    start = 0.5 * (model.lower_limits + model.upper_limits)[arm]

    def query(target: np.ndarray) -> np.ndarray | None:
        answer = pytracik.ik(solver, start, *target)
        if answer[0] < 0:
            return None
        q = model.default_q.copy()
        q[arm] = answer[1:]
        return q

    return query


def summary(urdf: Path, model: RobotModel, answers: list, times: np.ndarray, targets: np.ndarray) -> dict:
    """Share that is solved, and times [ms]."""
    given = np.array([answer is not None for answer in answers])
    q = np.array([model.default_q if answer is None else answer for answer in answers])
    return {
        "solved": float((solved(urdf, model, q, targets) & given).mean()),
        "median_ms": float(np.median(times) * 1e3),
        "mean_ms": float(np.mean(times) * 1e3),
        "p95_ms": float(np.quantile(times, 0.95) * 1e3),
    }


def batch(urdf: Path, model: RobotModel, device: str, count: int, num_checked: int) -> dict:
    """Rate of the batched solver, the best of three runs after one that compiles."""
    q = random_configurations(model, count)
    targets = Kinematics(model, device, wp.float64).frame_poses(FRAME, q).numpy()
    solver = BatchSolver(model, FRAME, device)
    positions, orientations = (
        wp.array(part, dtype=solver.scalar, device=device) for part in (targets[:, :3], targets[:, 3:])
    )
    times = []
    for _ in range(4):
        wp.synchronize_device(device)
        start = time.perf_counter()
        result = solver.solve(positions, orientations, None, POSITION_TOLERANCE, ORIENTATION_TOLERANCE)
        wp.synchronize_device(device)
        times.append(time.perf_counter() - start)
    checked = np.random.default_rng(1).choice(count, min(count, num_checked), replace=False)
    found = result.q.numpy().astype(np.float64)[checked]
    success = result.success.numpy()
    return {
        "device": str(wp.get_device(device).name),
        "targets": count,
        "claimed": float(success.mean()),
        "solved": float(solved(urdf, model, found, targets[checked], device).mean()),
        "solved_per_second": float(success.sum() / min(times[1:])),
        "mean_attempts": float(result.num_attempts.numpy().mean()),
    }


def main() -> None:
    """Run both sides in this process, print ratios, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cpu", help="Warp device of the batch")
    parser.add_argument("--queries", type=int, default=10_000, help="number of single queries, 0 for none")
    parser.add_argument("--batch", type=int, default=100_000, help="number of targets of the batch, 0 for none")
    parser.add_argument("--urdf", type=Path, help="URDF of the Panda; without it, that of example-robot-data")
    parser.add_argument("--json", type=Path, default=Path("motion_ik.json"), help="where the numbers go")
    arguments = parser.parse_args()
    wp.config.log_level = wp.LOG_WARNING

    urdf = arguments.urdf or panda_urdf()
    model = load_robot(urdf)
    results: dict = {"machine": platform.processor() or platform.machine(), "robot": "Panda", "frame": FRAME}
    if arguments.queries:
        targets = Kinematics(model).frame_poses(FRAME, random_configurations(model, arguments.queries)).numpy()
        queries = {"pippin": descent_query(model), "trac-ik": trac_ik_query(urdf, model)}
        for name, query in queries.items():
            if query is None:
                print(f"{name}: not installed (pip install pytracik)")
                continue
            query(targets[0])  # compiles, or wakes up
            numbers = summary(urdf, model, *one_by_one(query, targets), targets)
            results[name] = numbers
            print(
                f"{name:8s} solved {numbers['solved']:.4%}, one query {numbers['median_ms']:.4f} ms (median), "
                f"{numbers['mean_ms']:.4f} ms (mean), {numbers['p95_ms']:.4f} ms (95th percentile)"
            )
        if "trac-ik" in results:
            ratio = results["pippin"]["median_ms"] / results["trac-ik"]["median_ms"]
            results["median_ratio"] = ratio
            print(f"Pippin's median is {ratio:.3f} of TRAC-IK's (target: at most 0.5).")
    if arguments.batch:
        results["batch"] = batch(urdf, model, arguments.device, arguments.batch, num_checked=10_000)
        print(
            f"batch of {arguments.batch:,} on {results['batch']['device']}: solved {results['batch']['solved']:.4%}, "
            f"{results['batch']['solved_per_second']:,.0f} solved poses a second"
        )
    arguments.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
