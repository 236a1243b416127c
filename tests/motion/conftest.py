"""Robots that tests of motion generation share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pippin.motion.robot_description import RobotModel, load_robot

MOBILE_URDF = """
<robot name="mobile">
  <link name="base"/> <link name="carriage"/> <link name="arm"/> <link name="tool"/>
  <link name="left_finger"/> <link name="right_finger"/> <link name="camera"/>
  <joint name="rail" type="prismatic">
    <parent link="base"/> <child link="carriage"/> <origin xyz="0 0 0.5" rpy="0.1 0.2 0.3"/>
    <axis xyz="1 0 0"/> <limit lower="-1" upper="1" velocity="0.5" effort="10"/>
  </joint>
  <joint name="shoulder" type="continuous">
    <parent link="carriage"/> <child link="arm"/> <origin xyz="0.1 0.2 0.3" rpy="0 0.5 0"/> <axis xyz="0 1 1"/>
  </joint>
  <joint name="wrist" type="fixed">
    <parent link="arm"/> <child link="tool"/> <origin xyz="0.4 0 0" rpy="0 0 1.5"/>
  </joint>
  <joint name="left" type="prismatic">
    <parent link="tool"/> <child link="left_finger"/> <origin xyz="0 0.01 0"/>
    <axis xyz="0 1 0"/> <limit lower="0" upper="0.04" velocity="0.1" effort="1"/>
  </joint>
  <joint name="right" type="prismatic">
    <parent link="tool"/> <child link="right_finger"/> <origin xyz="0 -0.01 0"/>
    <axis xyz="0 -1 0"/> <limit lower="0" upper="0.04" velocity="0.1" effort="1"/>
    <mimic joint="left" multiplier="2" offset="0.005"/>
  </joint>
  <joint name="tilt" type="revolute">
    <parent link="tool"/> <child link="camera"/> <axis xyz="0 0 -1"/>
    <limit lower="0.2" upper="1" velocity="1" effort="1"/>
  </joint>
</robot>
"""
"""A sliding carriage with an arm, a gripper whose second finger mimics the first, and a camera that tilts."""

MOBILE_DESCRIPTION = """
api_version: 1.0
cspace: [rail, shoulder, left]
default_q: [0.0, 0.5, 0.01]
acceleration_limits: [1.0, 2.0, 3.0]
cspace_to_urdf_rules:
  - {name: tilt, rule: fixed, value: 0.3}
collision_spheres:
  - tool:
    - center: [0.1, 0.0, 0.0]
      radius: 0.05
  - base:
    - center: [0.0, 0.0, 0.1]
      radius: 1e-1
"""


@pytest.fixture
def mobile_urdf() -> str:
    """The text of a URDF, to be changed by tests."""
    return MOBILE_URDF


@pytest.fixture
def mobile_description() -> str:
    """The text of the robot description that belongs to it."""
    return MOBILE_DESCRIPTION


@pytest.fixture
def write_robot(tmp_path: Path) -> Callable[..., tuple[Path, Path]]:
    """Function that writes a URDF and a description to files and gives their paths."""

    def write(urdf: str = MOBILE_URDF, description: str = MOBILE_DESCRIPTION) -> tuple[Path, Path]:
        urdf_path, description_path = tmp_path / "robot.urdf", tmp_path / "robot.yaml"
        urdf_path.write_text(urdf)
        description_path.write_text(description)
        return urdf_path, description_path

    return write


@pytest.fixture
def mobile(write_robot: Callable[..., tuple[Path, Path]]) -> RobotModel:
    """The robot of :data:`MOBILE_URDF`."""
    return load_robot(*write_robot())


@pytest.fixture(scope="session")
def motion_data(shared: Path) -> Path:
    """Folder with configuration files of real robots."""
    path = shared / "data" / "motion" / "motion_policy_configs"
    if not path.is_dir():
        pytest.skip(f"there is no folder {path}")
    return path


@pytest.fixture(scope="session")
def franka(motion_data: Path) -> RobotModel:
    """Franka's Panda: 7 joints, 55 spheres."""
    folder = motion_data / "franka"
    return load_robot(folder / "lula_franka_gen.urdf", folder / "rmpflow" / "robot_descriptor.yaml")
