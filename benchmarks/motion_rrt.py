"""RRT: are all problems solved, is every path free, and how long does it take?

The problems are those of MotionBenchMaker for the Panda (bookshelves, boxes, cages, tables), with its sphere model:

- One problem at a time, on one core: CPU time of each search, from the call to the waypoints. With ``--ompl``,
  RRT-Connect of OMPL searches the same problems in the same run; see ``motion_rrt_ompl.py``.
- Many problems at once (``--batch 1000``): the problems again and again with other seeds, on all cores or on a GPU.

Every path is checked at steps in which no sphere moves by more than 1 mm, by NumPy alone: forward kinematics from the
URDF, distances from boxes and cylinders in closed form, and distances between links that no single joint connects.

Usage::

    python benchmarks/motion_rrt.py                                   # one at a time, ten seeds each
    python benchmarks/motion_rrt.py --ompl                            # and OMPL, with pip install ompl
    python benchmarks/motion_rrt.py --batch 1000 --device cuda:0 [--first-round 400 800 1600]
"""

from __future__ import annotations

import argparse
import itertools
import json
import platform
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import defusedxml.ElementTree as ElementTree
import numpy as np
import torch
import warp as wp
import yaml
from scipy.spatial.transform import Rotation

from pippin.motion.planning import ConnectPlanner, Outcome, PlannedPath, RrtParameters
from pippin.motion.robot_description import RobotModel, load_robot
from pippin.motion.world import CollisionWorld, Cuboid, Cylinder, Shape

DATA = Path(__file__).parents[2] / "shared" / "data" / "mbm"
STEP = 1e-3


class Checker:
    """Distances of the robot along a path, from URDF, description and problem alone.

    Args:
        urdf_path: The robot.
        description_path: Its spheres.
    """

    def __init__(self, urdf_path: Path, description_path: Path) -> None:
        root, description = ElementTree.parse(urdf_path).getroot(), yaml.safe_load(description_path.read_text())
        self._names: list[str] = description["cspace"]
        self._joints = {joint.find("child").get("link"): joint for joint in root.iter("joint")}  # type: ignore[union-attr]
        spheres = [
            (link, sphere["center"], sphere["radius"])
            for group in description["collision_spheres"]
            for link, own in group.items()
            for sphere in own
        ]
        self._links = [link for link, _, _ in spheres]
        self._centers = np.array([center for _, center, _ in spheres])
        self._radii = np.array([radius for _, _, radius in spheres])
        self._moves = np.array([bool(self._moving_joints(link)) for link in self._links])
        self._pairs = self._find_pairs(np.array(description["default_q"]))

    def clearances(self, path: np.ndarray, obstacles: list[dict[str, Any]]) -> tuple[float, float]:
        """Least distance along a path from obstacles, and between links [m]."""
        worst = [np.inf, np.inf]
        for start, end in itertools.pairwise(path):
            coarse = self._sphere_centers(start + np.linspace(0.0, 1.0, 33)[:, None] * (end - start))
            farthest = np.linalg.norm(np.diff(coarse, axis=0), axis=-1).max()
            count = int(np.ceil(32 * 1.05 * farthest / STEP)) + 2  # an arc exceeds its 32 chords by less than 5 %
            for part in np.array_split(np.linspace(0.0, 1.0, count), count // 500 + 1):
                centers = self._sphere_centers(start + part[:, None] * (end - start))
                for obstacle in obstacles:
                    distances = distance_from(obstacle, centers[:, self._moves]) - self._radii[self._moves]
                    worst[0] = min(worst[0], float(distances.min()))
                i, j = self._pairs
                gaps = np.linalg.norm(centers[:, i] - centers[:, j], axis=-1) - self._radii[i] - self._radii[j]
                worst[1] = min(worst[1], float(gaps.min()))
        return worst[0], worst[1]

    def _sphere_centers(self, q: np.ndarray) -> np.ndarray:
        """Centres of the spheres, shape (number of configurations, number of spheres, 3)."""
        poses: dict[str, tuple[np.ndarray, np.ndarray]] = {}
        centers = np.empty((len(q), len(self._links), 3))
        for index, link in enumerate(self._links):
            rotation, position = self._pose(link, q, poses)
            centers[:, index] = rotation @ self._centers[index] + position
        return centers

    def _pose(
        self, link: str, q: np.ndarray, poses: dict[str, tuple[np.ndarray, np.ndarray]]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Rotation matrices and positions of a link."""
        if link not in self._joints:
            return np.tile(np.eye(3), (len(q), 1, 1)), np.zeros((len(q), 3))
        if link not in poses:
            joint = self._joints[link]
            parent_rotation, parent_position = self._pose(joint.find("parent").get("link"), q, poses)  # type: ignore
            origin = joint.find("origin")
            attributes = {} if origin is None else origin.attrib
            xyz, rpy = (np.array([float(x) for x in attributes.get(k, "0 0 0").split()]) for k in ("xyz", "rpy"))
            rotation = parent_rotation @ Rotation.from_euler("xyz", rpy).as_matrix()
            position = parent_position + parent_rotation @ xyz
            if joint.get("name") in self._names:
                axis = np.array([float(x) for x in joint.find("axis").get("xyz").split()])  # type: ignore[union-attr]
                turn = q[:, self._names.index(str(joint.get("name")))][:, None] * axis
                rotation = rotation @ Rotation.from_rotvec(turn).as_matrix()
            poses[link] = rotation, position
        return poses[link]

    def _moving_joints(self, link: str) -> list[str]:
        """Names of the joints that move a link, from the base on."""
        names: list[str] = []
        while link in self._joints:
            joint = self._joints[link]
            if joint.get("name") in self._names:
                names.insert(0, str(joint.get("name")))
            link = str(joint.find("parent").get("link"))  # type: ignore[union-attr]
        return names

    def _find_pairs(self, default_q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Spheres of links that two joints or more lie between, and that do not touch by default."""
        centers = self._sphere_centers(default_q[None])[0]
        gaps = np.linalg.norm(centers[:, None] - centers[None], axis=-1) - self._radii[:, None] - self._radii
        links = np.array(self._links)
        pairs = []
        for one, other in itertools.combinations(dict.fromkeys(self._links), 2):
            between = abs(len(self._moving_joints(one)) - len(self._moving_joints(other)))
            if between > 1 and gaps[np.ix_(links == one, links == other)].min() > 0.0:
                pairs += itertools.product(np.flatnonzero(links == one), np.flatnonzero(links == other))
        return tuple(np.array(pairs).T)  # type: ignore[return-value]


def distance_from(obstacle: dict[str, Any], points: np.ndarray) -> np.ndarray:
    """Signed distance of points from a box or a cylinder [m]."""
    rotation = Rotation.from_quat(obstacle["quaternion_xyzw"]).as_matrix()
    local = (points - obstacle["position"]) @ rotation
    if obstacle["shape"] == "box":
        beyond = np.abs(local) - np.array(obstacle["size"]) / 2.0
    else:
        across = np.linalg.norm(local[..., :2], axis=-1) - obstacle["radius"]
        beyond = np.stack([across, np.abs(local[..., 2]) - obstacle["height"] / 2.0], axis=-1)
    return np.linalg.norm(np.maximum(beyond, 0.0), axis=-1) + np.minimum(beyond.max(axis=-1), 0.0)


def shape_of(obstacle: dict[str, Any] | None) -> Shape | None:
    """Shape of an obstacle of a problem."""
    if obstacle is None:
        return None
    if obstacle["shape"] == "box":
        return Cuboid(tuple(obstacle["size"]))
    return Cylinder(obstacle["radius"], obstacle["height"])


def make_world(problems: list[dict[str, Any]], device: str) -> CollisionWorld:
    """The obstacles of problems, one world each."""
    count = max(len(problem["obstacles"]) for problem in problems)
    world = CollisionWorld(len(problems), device, capacity=count)
    nowhere = {"position": [0.0, 0.0, 0.0], "quaternion_xyzw": [0.0, 0.0, 0.0, 1.0]}
    for index in range(count):
        rows = [problem["obstacles"][index : index + 1] for problem in problems]
        given = [row[0] if row else None for row in rows]
        world.add(
            f"obstacle {index}",
            [shape_of(obstacle) for obstacle in given],
            np.array([(obstacle or nowhere)["position"] for obstacle in given]),
            np.array([(obstacle or nowhere)["quaternion_xyzw"] for obstacle in given]),
        )
    return world


def check(checker: Checker, paths: list[PlannedPath], problems: list[dict[str, Any]]) -> dict[str, Any]:
    """Measure the clearances of paths, and whether they lead from start to goal."""
    clearances = []
    for path, problem in zip(paths, problems, strict=True):
        if path.waypoints is not None:
            ends = [problem["start"], problem["goal"]]
            np.testing.assert_allclose(path.waypoints[[0, -1]], ends, atol=1e-6)
            clearances.append(checker.clearances(path.waypoints, problem["obstacles"]))
    least = np.min(clearances, axis=0) if clearances else [np.nan, np.nan]
    return {
        "paths checked": len(clearances),
        "least distance from obstacles [mm]": 1e3 * float(least[0]),
        "least distance between links [mm]": 1e3 * float(least[1]),
        "paths that touch something": int(np.sum(np.min(clearances, axis=1) < 0.0)) if clearances else 0,
    }


def measure_single(
    model: RobotModel, checker: Checker, problems: list[dict[str, Any]], num_seeds: int, parameters: RrtParameters
) -> dict[str, Any]:
    """Search one path after the other on one core."""
    worlds = [make_world([problem], "cpu") for problem in problems]
    planner = ConnectPlanner(model, worlds[0], parameters, num_threads=1)
    planner.plan(problems[0]["start"], problems[0]["goal"])  # compiles
    times, lengths, paths, iterations = [], [], [], []
    for seed, (problem, world) in itertools.product(range(num_seeds), zip(problems, worlds, strict=True)):
        planner.world = world
        planner.parameters = replace(parameters, seed=parameters.seed + seed)
        begin = time.process_time()
        path = planner.plan(problem["start"], problem["goal"])
        times.append(time.process_time() - begin)
        iterations.append(path.num_iterations)
        paths.append(path)
        if path.waypoints is not None:
            lengths.append(np.linalg.norm(np.diff(path.waypoints, axis=0), axis=1).sum())
    checked = check(checker, paths[: len(problems)], problems)
    return {
        "searches": len(times),
        "solved": sum(path.outcome is Outcome.FOUND for path in paths),
        "median [ms]": 1e3 * float(np.median(times)),
        "95th percentile [ms]": 1e3 * float(np.percentile(times, 95)),
        "mean [ms]": 1e3 * float(np.mean(times)),
        "longest [ms]": 1e3 * float(np.max(times)),
        "median of iterations": float(np.median(iterations)),
        "mean length of paths [rad]": float(np.mean(lengths)),
        **checked,
        "per scene": per_scene(problems * num_seeds, times),
    }


def measure_peer(
    robot: tuple[Path, Path], model: RobotModel, checker: Checker, problems: list[dict[str, Any]]
) -> dict[str, Any]:
    """Let OMPL search the same problems, with motions checked at steps of 0.05 rad, for at most 10 s each."""
    from motion_rrt_ompl import measure_ompl

    limits = np.stack([model.lower_limits, model.upper_limits])
    times, paths = measure_ompl(robot, problems, limits, step=0.05, timeout=10.0)
    solved = [(path, problem) for path, problem in zip(paths, problems, strict=True) if path is not None]
    clearances = [min(checker.clearances(path, problem["obstacles"])) for path, problem in solved]
    return {
        "solved": len(solved),
        "median [ms]": 1e3 * float(np.median(times)),
        "95th percentile [ms]": 1e3 * float(np.percentile(times, 95)),
        "mean [ms]": 1e3 * float(np.mean(times)),
        "paths that touch something": int(np.sum(np.array(clearances) < 0.0)),
        "deepest [mm]": -1e3 * min(0.0, *clearances),
        "per scene": per_scene(problems, times),
    }


def per_scene(problems: list[dict[str, Any]], times: list[float]) -> dict[str, str]:
    """Median and longest time by scene."""
    scenes = np.array([problem["scene"] for problem in problems])
    of = {scene: 1e3 * np.array(times)[scenes == scene] for scene in dict.fromkeys(scenes.tolist())}
    return {scene: f"median {np.median(ms):.2f} ms, longest {ms.max():.1f} ms" for scene, ms in of.items()}


def measure_batch(
    model: RobotModel,
    checker: Checker,
    problems: list[dict[str, Any]],
    count: int,
    device: str,
    parameters: RrtParameters,
    nodes: int,
    first_round: int | None,
    num_checked: int,
) -> dict[str, Any]:
    """Search paths for many problems at once: the given ones again and again, with other seeds."""
    many = [problems[i % len(problems)] for i in range(count)]
    world = make_world(many, device)
    planner = ConnectPlanner(model, world, parameters, max_nodes=nodes)
    starts, goals = ([problem[end] for problem in many] for end in ("start", "goal"))
    starts, goals = (torch.tensor(np.array(rows), device=wp.device_to_torch(world.device)) for rows in (starts, goals))
    begin = time.perf_counter()
    planner.plan_batch(starts, goals, np.arange(count), first_round)
    first = time.perf_counter() - begin
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        paths = planner.plan_batch(starts, goals, np.arange(count), first_round)
        times.append(time.perf_counter() - begin)
    rounds = np.array([path.num_iterations for path in paths])
    return {
        "problems": count,
        "solved": sum(path.outcome is Outcome.FOUND for path in paths),
        "first time, with compilation [s]": first,
        "time [s]": min(times),
        "rate [1/s]": count / min(times),
        "iterations: median, 95th percentile, most": [float(x) for x in np.percentile(rounds, [50, 95, 100])],
        **check(checker, paths[:num_checked], many[:num_checked]),
    }


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the problems and of the robot")
    parser.add_argument("--batch", type=int, help="number of problems at once; without it, one at a time")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seeds", type=int, default=10, help="number of searches of each problem")
    parser.add_argument("--max-nodes", type=int, default=20_000, help="nodes of a tree in a batch")
    parser.add_argument("--first-round", type=int, nargs="+", help="iterations of the first round of a batch")
    parser.add_argument("--checked", type=int, default=70, help="number of paths of a batch that are checked")
    parser.add_argument("--max-iterations", type=int, default=50_000, help="iterations that end a search")
    parser.add_argument("--ompl", action="store_true", help="let OMPL search the same problems")
    parser.add_argument("--shortcuts", type=int, default=0, help="number of attempts to shorten each path")
    parser.add_argument("--output", help="file that the numbers are written to as JSON")
    arguments = parser.parse_args()
    wp.config.quiet = True
    torch.set_num_threads(1)
    robot = arguments.data / "panda_spherized.urdf", arguments.data / "panda_spheres_robot_description.yaml"
    model, checker = load_robot(*robot), Checker(*robot)
    problems = json.loads((arguments.data / "panda_problems.json").read_text())["problems"]
    parameters = RrtParameters(num_shortcuts=arguments.shortcuts, max_iterations=arguments.max_iterations)
    if arguments.batch:
        device, nodes = arguments.device, arguments.max_nodes
        results = {}
        for first_round in arguments.first_round or [None]:
            name = f"batch on {device}, first round {first_round or 'by default'}"
            results[name] = measure_batch(
                model, checker, problems, arguments.batch, device, parameters, nodes, first_round, arguments.checked
            )
            print(name, results[name], flush=True)
    else:
        results = {"one core": measure_single(model, checker, problems, arguments.seeds, parameters)}
        if arguments.ompl:
            results["OMPL"] = measure_peer(robot, model, checker, problems)
    results["machine"] = {"cpu": platform.processor() or platform.machine(), "warp": wp.__version__}
    text = json.dumps(results, indent=2)
    print(text)
    if arguments.output:
        Path(arguments.output).write_text(text)


if __name__ == "__main__":
    main()
