"""Folders of configurations of motion policies: those of Isaac Sim, and a user's own in the same format."""

from __future__ import annotations

import json
import re
from importlib import metadata
from pathlib import Path

import pytest

from pippin.motion.config_folders import find_configs, load_config, load_config_file
from pippin.motion.yaml_file import ConfigFileError


@pytest.fixture
def folder(tmp_path):
    """Folder with a configuration of ``policy`` for ``robot``."""
    place = tmp_path / "robot" / "policy"
    place.mkdir(parents=True)
    (tmp_path / "robot" / "robot.urdf").write_text("<robot/>")
    (place / "config.json").write_text(
        json.dumps({"end_effector_frame_name": "hand", "relative_asset_paths": {"urdf_path": "../robot.urdf"}})
    )
    return tmp_path


def test_public_folder(motion_data):
    assert find_configs(motion_data).keys() == {"franka", "ur10"}
    config = load_config(motion_data, "UR10", "RMPflow")
    assert config["maximum_substep_size"] == 0.00334
    assert config["ignore_robot_state_updates"] is False
    assert Path(config["urdf_path"]) == (motion_data / "universal_robots" / "ur10" / "ur10_robot.urdf").resolve()


def test_folder_without_a_map_is_searched(folder):
    assert find_configs(folder) == {"robot": {"policy": folder / "robot" / "policy" / "config.json"}}
    assert load_config(folder, "Robot", "Policy") == {
        "end_effector_frame_name": "hand",
        "urdf_path": str(folder / "robot" / "robot.urdf"),
    }


def test_files_are_loaded_by_their_paths(folder):
    assert load_config_file(folder / "robot" / "policy" / "config.json") == load_config(folder, "robot", "policy")


def test_map_names_configurations(folder):
    (folder / "policy_map.json").write_text(json.dumps({"My Robot": {"RMPflow": "./robot/policy/config.json"}}))
    assert load_config(folder, "My Robot", "RMPflow")["end_effector_frame_name"] == "hand"
    with pytest.raises(ValueError, match="has no robot 'robot'; there are: 'My Robot'"):
        load_config(folder, "robot", "policy")


def test_map_of_path_planners_names_configurations_too(folder):
    (folder / "path_planner_map.json").write_text(json.dumps({"Franka": {"RRT": "./robot/policy/config.json"}}))
    assert find_configs(folder) == {"Franka": {"RRT": folder / "robot" / "policy" / "config.json"}}


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ("{", ConfigFileError, "JSON"),
        ("[1]", ConfigFileError, "should hold keys with values"),
        ('{"relative_asset_paths": 3}', ConfigFileError, "'relative_asset_paths': should hold keys with paths"),
        (
            '{"relative_asset_paths": {"urdf_path": "x"}}',
            FileNotFoundError,
            "relative_asset_paths.urdf_path': there is",
        ),
    ],
)
def test_mistakes_are_named_with_file_and_key(folder, content, error, message):
    path = folder / "robot" / "policy" / "config.json"
    path.write_text(content)
    with pytest.raises(error, match=re.escape(message)) as caught:
        load_config(folder, "robot", "policy")
    assert str(path) in str(caught.value)


def test_what_is_missing_is_named(folder, tmp_path):
    with pytest.raises(ValueError, match="has for the robot 'robot' no 'other'; there are: 'policy'"):
        load_config(folder, "robot", "other")
    with pytest.raises(FileNotFoundError, match="There is no folder"):
        find_configs(tmp_path / "nowhere")


def test_paths_may_be_those_of_example_robots(folder, robots_path):
    path = folder / "robot" / "policy" / "config.json"
    path.write_text(json.dumps({"example_robot_data_paths": {"urdf_path": "panda_description/urdf/panda.urdf"}}))
    config = load_config(folder, "robot", "policy")
    assert config == {"urdf_path": str(robots_path / "panda_description" / "urdf" / "panda.urdf")}
    path.write_text(json.dumps({"example_robot_data_paths": {"urdf_path": "panda.urdf"}}))
    with pytest.raises(FileNotFoundError, match=r"example-robot-data .* holds no 'panda.urdf'"):
        load_config(folder, "robot", "policy")


def test_a_missing_package_of_robots_is_named(folder, monkeypatch):
    def no_package(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", no_package)
    path = folder / "robot" / "policy" / "config.json"
    path.write_text(json.dumps({"example_robot_data_paths": {"urdf_path": "panda_description/urdf/panda.urdf"}}))
    with pytest.raises(
        FileNotFoundError, match=re.escape("comes with example-robot-data: pip install 'pippin[robots]'")
    ):
        load_config(folder, "robot", "policy")
