"""A peer for ``motion_rrt.py``: RRT-Connect of OMPL, with collisions of pinocchio and coal.

Both are C++; only the call that asks whether a configuration is free passes through Python. Motions are checked at
steps of a length that is given, as is usual with OMPL; what happens between the steps is not looked at.
"""

from __future__ import annotations

import itertools
import time
from pathlib import Path
from typing import Any

import coal
import numpy as np
import pinocchio as pin
import yaml
from ompl import base, geometric, util


class SphereCollisions:
    """Whether configurations are free: spheres of a robot against the obstacles of a problem and each other."""

    def __init__(self, urdf_path: Path, description_path: Path, obstacles: list[dict[str, Any]]) -> None:
        full, description = pin.buildModelFromUrdf(str(urdf_path)), yaml.safe_load(description_path.read_text())
        locked = [full.getJointId(name) for name in full.names[1:] if name not in description["cspace"]]
        self._model = pin.buildReducedModel(full, locked, pin.neutral(full))
        self._data, self._geometry = self._model.createData(), pin.GeometryModel()
        links, parents = [], []
        for group in description["collision_spheres"]:
            for link, spheres in group.items():
                frame = self._model.frames[self._model.getFrameId(link)]
                for sphere in spheres:
                    place = frame.placement * pin.SE3(np.eye(3), np.array(sphere["center"]))
                    self._add(f"{link} {len(links)}", frame.parentJoint, place, coal.Sphere(sphere["radius"]))
                    links.append(link)
                    parents.append(frame.parentJoint)
        for one, other in self._pairs(links, parents, np.array(description["default_q"])):
            self._geometry.addCollisionPair(pin.CollisionPair(one, other))
        for obstacle in obstacles:
            x, y, z, w = obstacle["quaternion_xyzw"]
            place = pin.SE3(pin.Quaternion(w, x, y, z), np.array(obstacle["position"]))
            if obstacle["shape"] == "box":
                shape = coal.Box(*obstacle["size"])
            else:
                shape = coal.Cylinder(obstacle["radius"], obstacle["height"])
            index = self._add(f"obstacle {self._geometry.ngeoms}", 0, place, shape)
            for sphere in range(len(links)):
                if parents[sphere] > 0:
                    self._geometry.addCollisionPair(pin.CollisionPair(sphere, index))
        self._geometry_data = pin.GeometryData(self._geometry)

    def is_free(self, q: np.ndarray) -> bool:
        """Whether nothing touches."""
        return not pin.computeCollisions(self._model, self._data, self._geometry, self._geometry_data, q, True)

    def _add(self, name: str, joint: int, place: pin.SE3, shape: coal.CollisionGeometry) -> int:
        return self._geometry.addGeometryObject(pin.GeometryObject(name, joint, place, shape))

    def _pairs(self, links: list[str], parents: list[int], default_q: np.ndarray) -> list[tuple[int, int]]:
        """Spheres of links that two joints or more lie between, and that do not touch by default."""
        pin.updateGeometryPlacements(
            self._model, self._data, self._geometry, pin.GeometryData(self._geometry), default_q
        )
        centers = np.array(
            [(self._data.oMi[g.parentJoint] * g.placement).translation for g in self._geometry.geometryObjects]
        )
        radii = np.array([g.geometry.radius for g in self._geometry.geometryObjects])
        touching = {
            (links[i], links[j])
            for i, j in itertools.combinations(range(len(links)), 2)
            if np.linalg.norm(centers[i] - centers[j]) <= radii[i] + radii[j]
        }
        return [
            (i, j)
            for i, j in itertools.combinations(range(len(links)), 2)
            if abs(parents[i] - parents[j]) > 1 and (links[i], links[j]) not in touching
        ]


def measure_ompl(
    robot: tuple[Path, Path], problems: list[dict[str, Any]], limits: np.ndarray, step: float, timeout: float
) -> tuple[list[float], list[np.ndarray | None]]:
    """Search one path after the other.

    Args:
        robot: URDF and robot description.
        problems: The problems.
        limits: Lower and upper limits of the joints [rad], shape (2, number of joints).
        step: Length of the steps at which motions are checked [rad].
        timeout: Time after which a search is given up [s].

    Returns:
        CPU time of each search [s], and the path, None where there is none.
    """
    util.setLogLevel(util.LOG_ERROR)
    util.RNG.setSeed(1)
    count = limits.shape[1]
    times: list[float] = []
    paths: list[np.ndarray | None] = []
    for problem in problems:
        collisions = SphereCollisions(*robot, problem["obstacles"])
        space = base.RealVectorStateSpace(count)
        bounds = base.RealVectorBounds(count)
        for joint in range(count):
            bounds.setLow(joint, float(limits[0, joint]))
            bounds.setHigh(joint, float(limits[1, joint]))
        space.setBounds(bounds)
        setup = geometric.SimpleSetup(space)

        def is_free(state: Any, collisions: SphereCollisions = collisions) -> bool:
            return collisions.is_free(np.array([state[joint] for joint in range(count)]))

        setup.setStateValidityChecker(is_free)
        information = setup.getSpaceInformation()
        information.setStateValidityCheckingResolution(step / space.getMaximumExtent())
        start, goal = space.allocState(), space.allocState()
        for joint in range(count):
            start[joint], goal[joint] = float(problem["start"][joint]), float(problem["goal"][joint])
        setup.setStartAndGoalStates(start, goal)
        setup.setPlanner(geometric.RRTConnect(information))
        setup.setup()
        begin = time.process_time()
        solved = setup.solve(timeout)
        times.append(time.process_time() - begin)
        found = bool(solved) and setup.haveExactSolutionPath()
        states = setup.getSolutionPath().getStates() if found else []
        paths.append(np.array([[state[joint] for joint in range(count)] for state in states]) if found else None)
    return times, paths
