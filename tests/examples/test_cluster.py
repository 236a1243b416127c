"""Jobs of the example for many workers: paths reach their targets, and pictures show what lies there."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import pippin.robots
from pippin.motion.config_folders import load_config
from pippin.motion.planning import Rrt

pytestmark = pytest.mark.slow


@pytest.fixture
def program(load_example: Callable[[str], ModuleType]) -> ModuleType:
    return load_example("cluster/paths_and_pictures")


def test_paths_begin_at_the_default_pose_and_end_at_their_targets(program: ModuleType, monkeypatch) -> None:
    monkeypatch.setattr(program, "PATHS_IN_A_JOB", 10)
    made = program.plan(3)
    rrt = Rrt(**load_config(Path(pippin.robots.__file__).parent / "path_planner_configs", "Franka", "RRT"))
    ends = np.cumsum(made["lengths"])
    assert ends[-1] == len(made["waypoints"])
    assert np.count_nonzero(made["lengths"]) >= 5  # most targets lie in the arm's reach, and outside of the boxes
    for target, end, length in zip(made["targets"], ends, made["lengths"], strict=True):
        if length:
            path = made["waypoints"][end - length : end]
            assert np.allclose(path[0], rrt.model.default_q)
            # translation_target_final_tolerance of the Panda's planner config is 1e-4 m
            assert np.linalg.norm(rrt.get_end_effector_pose(path[-1])[0] - target) <= 1e-4


def test_pictures_show_boxes_that_lie_on_the_plane(program: ModuleType, monkeypatch) -> None:
    """Seen from (0.9, 0, 0.8), the ray through the middle of the picture meets the ground at the origin."""
    monkeypatch.setattr(program, "PICTURES_IN_A_JOB", 3)
    made = program.photograph(1)
    assert made["rgb"].shape == (3, program.SIZE, program.SIZE, 3)
    assert np.all(made["poses"][..., 2] > 0.5 * 0.1 - 0.002)  # half the thinnest side, less MuJoCo's soft contact
    middle = made["depth"][:, program.SIZE // 2, program.SIZE // 2]
    assert np.all(middle < math.hypot(0.9, 0.8) * 1.03)  # half a pixel beside the middle, the ground is 2 % farther
    again = program.photograph(1)
    assert np.array_equal(made["poses"], again["poses"])
