"""Folders of configuration files of motion policies and planners, and the arguments that they hold."""

from __future__ import annotations

import json
from os import PathLike
from pathlib import Path
from typing import Any

from pippin.motion.yaml_file import ConfigFileError, quoted
from pippin.utils.example_robots import example_robot_data
from pippin.utils.files import read_bounded

MAX_BYTES = 1024**2
"""Size above which a JSON file is refused [bytes]."""

MAX_DEPTH = 3
"""How many folders below the first one a configuration is looked for."""

MAP_NAMES = ("policy_map.json", "path_planner_map.json")
"""Files that may name configurations: ``{"Franka": {"RMPflow": "./franka/rmpflow/config.json"}}``."""

CONFIG_NAME = "config.json"
"""Without such a file, ``.../robot/algorithm/config.json`` is the configuration of an algorithm for a robot."""


def find_configs(folder: str | PathLike[str]) -> dict[str, dict[str, Path]]:
    """Find the configurations in a folder.

    Returns:
        Paths of configurations, by name of the robot and name of the algorithm.

    Raises:
        FileNotFoundError: There is no such folder.
        ConfigFileError: The file that names configurations is not what it should be.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise FileNotFoundError(f"There is no folder '{folder}'; expected one with the files of robots.")
    configs: dict[str, dict[str, Path]] = {}
    maps = [folder / name for name in MAP_NAMES if (folder / name).is_file()]
    for path in maps:
        for robot, algorithms in _read_map(path).items():
            configs.setdefault(robot, {}).update(algorithms)
    if maps:
        return configs
    for depth in range(2, MAX_DEPTH + 1):
        for path in sorted(folder.glob("/".join(["*"] * depth) + f"/{CONFIG_NAME}")):
            configs.setdefault(path.parent.parent.name, {})[path.parent.name] = path
    return configs


def load_config(folder: str | PathLike[str], robot_name: str, algorithm_name: str) -> dict[str, Any]:
    """Load the arguments of an algorithm for a robot, such as those of :class:`~pippin.motion.rmpflow.RmpFlow`.

    Args:
        folder: Folder with configurations.
        robot_name: Name of the robot; upper and lower case do not differ.
        algorithm_name: Name of the algorithm.

    Returns:
        What the configuration holds. Paths are absolute that it gives relative to itself (``relative_asset_paths``) or
        to the robots of the package example-robot-data (``example_robot_data_paths``).

    Raises:
        FileNotFoundError: There is no such folder, or a file or the package that the configuration names is not there.
        ValueError: There is no such robot or algorithm, or the configuration is not what it should be.
    """
    configs = find_configs(folder)
    algorithms = _pick(f"'{folder}' has no robot", robot_name, configs)
    return load_config_file(_pick(f"'{folder}' has for the robot '{robot_name}' no", algorithm_name, algorithms))


def load_config_file(path: str | PathLike[str]) -> dict[str, Any]:
    """Load the arguments of an algorithm from the file of a configuration; see :func:`load_config`.

    Args:
        path: The file, JSON.

    Raises:
        FileNotFoundError: There is no such file, or a file or the package that it names is not there.
        ValueError: It is not what it should be.
    """
    path = Path(path)
    config = _read_json(path)
    for key, relative in _pop_paths(config, "relative_asset_paths", path).items():
        asset = (path.parent / relative).resolve()
        if not asset.is_file():
            raise FileNotFoundError(f"'{path}', 'relative_asset_paths.{key}': there is no file '{asset}'.")
        config[key] = str(asset)
    for key, relative in _pop_paths(config, "example_robot_data_paths", path).items():
        config[key] = example_robot_data(relative)
    return config


def _pop_paths(config: dict[str, Any], key: str, file: Path) -> dict[str, str]:
    paths = config.pop(key, {})
    if not isinstance(paths, dict) or not all(isinstance(value, str) for value in paths.values()):
        raise ConfigFileError(f"'{file}', '{key}': should hold keys with paths.")
    return paths


def _read_map(path: Path) -> dict[str, dict[str, Path]]:
    configs: dict[str, dict[str, Path]] = {}
    for robot, algorithms in _read_json(path).items():
        if not isinstance(algorithms, dict) or not all(isinstance(value, str) for value in algorithms.values()):
            raise ConfigFileError(f"'{path}', '{robot}': should hold names of algorithms with paths.")
        configs[robot] = {name: path.parent / relative for name, relative in algorithms.items()}
    return configs


def _pick(problem: str, name: str, choices: dict[str, Any]) -> Any:
    for choice, value in choices.items():
        if choice.casefold() == name.casefold():
            return value
    raise ValueError(f"{problem} '{name}'; there are: {quoted(choices)}.")


def _read_json(path: Path) -> dict[str, Any]:
    content = read_bounded(path, MAX_BYTES, ConfigFileError)
    try:
        values = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ConfigFileError(f"'{path}' is malformed; expected JSON: {error}.") from error
    if not isinstance(values, dict):
        raise ConfigFileError(f"'{path}' should hold keys with values.")
    return values
