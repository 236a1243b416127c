"""Robots and parameters that tests of path planning share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pippin.motion.robot_description import RobotModel, load_robot

POINT_URDF = """
<robot name="point">
  <link name="base"/> <link name="carriage"/> <link name="point"/>
  <joint name="x" type="prismatic">
    <parent link="base"/> <child link="carriage"/> <axis xyz="1 0 0"/>
    <limit lower="-1" upper="1" velocity="1" effort="1"/>
  </joint>
  <joint name="y" type="prismatic">
    <parent link="carriage"/> <child link="point"/> <axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" velocity="1" effort="1"/>
  </joint>
</robot>
"""
"""A point that moves in a plane, whose position is its configuration."""

POINT_DESCRIPTION = """
cspace: [x, y]
default_q: [0.0, 0.0]
collision_spheres:
  - point:
    - {center: [0, 0, 0], radius: 0.05}
"""

PARAMETERS = """
seed: 7
step_size: 0.05
max_iterations: 5000
max_sampling: 10000
distance_metric_weights: [3.0, 2.0]
task_space_frame_name: point
task_space_limits: [[-1, 1], [-0.9, 0.9], [0, 0]]
cuda_tree_params: {max_num_nodes: 10000}
c_space_planning_params: {exploration_fraction: 0.5}
task_space_planning_params:
  translation_target_final_tolerance: 1e-4
  task_space_exploitation_fraction: 0.7
  task_space_exploration_fraction: 0.3
  max_extension_substeps_near_target: 40
"""


@pytest.fixture
def point_files(tmp_path: Path) -> dict[str, str]:
    """Arguments of RRT for the point."""
    files = {"urdf_path": POINT_URDF, "robot_description_path": POINT_DESCRIPTION, "rrt_config_path": PARAMETERS}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return {name: str(tmp_path / name) for name in files} | {"end_effector_frame_name": "point"}


@pytest.fixture
def point(point_files: dict[str, str]) -> RobotModel:
    """A ball of radius 0.05 that moves in a plane, within 1 of the origin."""
    return load_robot(point_files["urdf_path"], point_files["robot_description_path"])


@pytest.fixture
def arm(write_robot: Callable[..., tuple[Path, Path]]) -> RobotModel:
    """Two links of length 1 in a plane, with a ball at the elbow, halfway along the second link and at its end."""
    urdf = """
    <robot name="arm">
      <link name="base"/> <link name="upper"/> <link name="lower"/>
      <joint name="shoulder" type="continuous">
        <parent link="base"/> <child link="upper"/> <axis xyz="0 0 1"/>
      </joint>
      <joint name="elbow" type="revolute">
        <parent link="upper"/> <child link="lower"/> <origin xyz="1 0 0"/> <axis xyz="0 0 1"/>
        <limit lower="-3" upper="3" velocity="1" effort="1"/>
      </joint>
    </robot>
    """
    description = """
    cspace: [shoulder, elbow]
    default_q: [0.0, 0.0]
    collision_spheres:
      - base: [{center: [0, 0, 0], radius: 0.1}]
      - upper: [{center: [1, 0, 0], radius: 0.1}]
      - lower: [{center: [0.5, 0, 0], radius: 0.1}, {center: [1, 0, 0], radius: 0.1}]
    """
    return load_robot(*write_robot(urdf, description))
