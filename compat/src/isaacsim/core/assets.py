"""Files that Isaac Sim ships: robots on its servers, their URDFs, and configurations of motion generation."""

from __future__ import annotations

import logging
import os
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from pxr import Sdf, Usd

import pippin.robots
import pippin.sim
from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.motion.config_folders import find_configs, load_config
from pippin.objects import add_robot
from pippin.robots.descriptions import example_robot_data, newton_example
from pippin.robots.renamed_description import usd_with_joints_below_links
from pippin.sim import UrdfFileCfg, UsdFileCfg, define_prim
from pippin.sim.spawners.stand_ins import find_stand_in, spawn_stand_in, tell_of_stand_in
from pippin.sim.units import meters_of
from pippin.utils.files import cache_folder, write_whole

from .surface_grippers import write_surface_gripper

__all__ = [
    "ASSETS_ROOT",
    "find_nucleus_server",
    "get_assets_root_path",
    "get_assets_root_path_async",
    "default_prim_path",
    "is_file",
    "FileEntry",
    "Result",
    "list_folder",
    "stat",
    "is_served",
    "IMPORTER_FILES",
    "importer_folder",
    "motion_generation_folder",
    "spawn_asset",
    "URDFS",
    "shipped_urdf",
    "get_supported_robot_path_planner_pairs",
    "get_supported_robot_policy_pairs",
    "get_supported_robots_with_lula_kinematics",
    "get_supported_robots_with_lula_rmpflow",
    "load_supported_lula_kinematics_solver_config",
    "load_supported_lula_rmpflow_config",
    "load_supported_motion_policy_config",
    "stand_in_for_missing",
    "load_supported_path_planner_config",
]

logger = logging.getLogger("pippin")


ASSETS_ROOT = "pippin-assets:"
"""Root of the paths of the assets that Pippin serves."""

ENVIRONMENT_VARIABLE = "PIPPIN_ASSETS_ROOT"
"""Environment variable that names a folder with a copy of Isaac Sim's assets."""

ROBOTS = {
    "/Isaac/Robots/Franka/franka.usd": "FRANKA_PANDA_CFG",
    "/Isaac/Robots/FrankaRobotics/FrankaPanda/franka.usd": "FRANKA_PANDA_CFG",
    "/Isaac/Robots/UniversalRobots/ur5/ur5.usd": "UR5_CFG",
    "/Isaac/Robots/UniversalRobots/ur10/ur10.usd": "UR10_CFG",
}
"""Configs of :mod:`pippin.robots` that stand for robots of Isaac Sim, by the paths of these."""

STARTS = {"FRANKA_PANDA_CFG": {"panda_joint1": 0.012}}
"""Positions of joints where Isaac Sim's robots start, and those of :mod:`pippin.robots` do not [rad], by the config.

The public tests of motion generation have velocities of RMPflow that this start gives.
"""

HOLDING = {"FRANKA_PANDA_CFG": ("panda_shoulder", "panda_forearm")}
"""Groups of actuators that hold arms where they are sent, as Isaac Sim's do, and not as soft as the real arm."""

TIGHTER = 4.0
"""What their stiffness is multiplied with; their damping is with its root, so that its ratio stays."""

DEFAULT_PRIMS = {
    "/Isaac/Robots/Franka/franka.usd": "panda",
    "/Isaac/Robots/FrankaRobotics/FrankaPanda/franka.usd": "panda",
}
"""Default prims of Isaac Sim's files that are named otherwise than the file."""

CLOUD = "https://omniverse-content-production.s3-us-west-2.amazonaws.com/Assets"
"""Where Isaac Sim's assets are, which nothing here asks."""

FRAMES = ("/Isaac/Props/UIElements/frame_prim.usd",)
"""Assets that show a frame: each is a prim with a pose and nothing to see."""

CUPS = ("/Isaac/Robots/UR10/Props/short_gripper.usd", "/Isaac/Robots/UR10/Props/long_gripper.usd")
"""Suction grippers of the UR10, which programs refer to on its last link. They have no shape here."""

CUP = 0.1611
"""Distance of the UR10's suction cup from ``ee_link``, along its x-axis [m]."""


def get_assets_root_path(*, skip_check: bool = False) -> str:
    """Root of the paths of assets: the folder that ``PIPPIN_ASSETS_ROOT`` names, or else that of Pippin's own.

    Raises:
        FileNotFoundError: There is no such folder.
    """
    folder = os.environ.get(ENVIRONMENT_VARIABLE)
    if folder is None:
        return ASSETS_ROOT
    if not Path(folder).is_dir():
        raise FileNotFoundError(f"{ENVIRONMENT_VARIABLE} is '{folder}', which is not there; expected a folder.")
    return folder.rstrip("/")


def find_nucleus_server(suffix: str = "") -> tuple[bool, str]:
    """Whether there are assets, and the root of their paths, to which older programs add ``/Isaac``."""
    return True, get_assets_root_path()


async def get_assets_root_path_async(*, skip_check: bool = False) -> str:
    """The same as :func:`get_assets_root_path`, for code that waits."""
    return get_assets_root_path(skip_check=skip_check)


def is_served(usd_path: str) -> bool:
    """Whether a path is below the root of Pippin's own assets, or of others that lack the file.

    These are a folder of assets, and servers of programs on which it is called as on NVIDIA's.
    """
    if usd_path.startswith(ASSETS_ROOT):
        return True
    is_on_a_server = "://" in usd_path and "/Isaac/" in usd_path
    return not Path(usd_path).exists() and (_asset_name(usd_path) in ROBOTS or (is_on_a_server and is_file(usd_path)))


def is_file(path: str) -> bool:
    """Whether there is a file, also one of Isaac Sim's assets that Pippin has."""
    name = _asset_name(path)
    if os.path.isfile(path) or name in ROBOTS or name in FRAMES or name in CUPS:
        return True
    is_asset = path.startswith(ASSETS_ROOT) or "://" in path
    return is_asset and (find_stand_in(CLOUD + name) is not None or _described_robot(name) is not None)


class Result(Enum):
    """How a question about a file ended."""

    OK = 0
    ERROR_NOT_FOUND = 1
    ERROR_ALREADY_EXISTS = 2
    ERROR_CONNECTION = 3


class FileEntry(NamedTuple):
    """A file or a folder: its name in the folder that was listed, and its size [byte], 0 where it is elsewhere."""

    relative_path: str
    size: int


def stat(url: str) -> tuple[Result, FileEntry | None]:
    """Whether there is a file or a folder, also one of Isaac Sim's assets that Pippin has or has a stand-in for."""
    path = Path(url)
    if path.exists():
        return Result.OK, FileEntry(path.name, path.stat().st_size)
    return (Result.OK, FileEntry(path.name, 0)) if is_file(url) else (Result.ERROR_NOT_FOUND, None)


def list_folder(url: str) -> tuple[Result, tuple[FileEntry, ...]]:
    """Files and folders in a folder on this disk; those of Isaac Sim's servers are not found."""
    folder = Path(url)
    if not folder.is_dir():
        return Result.ERROR_NOT_FOUND, ()
    return Result.OK, tuple(FileEntry(each.name, each.stat().st_size) for each in sorted(folder.iterdir()))


def default_prim_path(usd_path: str) -> str:
    """Path of the prim that Isaac Sim's file has in place of one of Pippin's own assets."""
    return f"/{DEFAULT_PRIMS.get(_asset_name(usd_path), Path(usd_path).stem)}"


def spawn_asset(usd_path: str, prim_path: str) -> None:
    """Put one of Pippin's own assets on the stage, or what stands in for one of Isaac Sim's, which is said.

    Raises:
        FileNotFoundError: There is nothing in its place.
        ValueError: There is a prim at the path already that has prims below it.
    """
    name = _asset_name(usd_path)
    existing = pippin.sim.get_current_stage().GetPrimAtPath(prim_path)
    if name in FRAMES or name in CUPS:
        if name in CUPS:
            logger.warning("'%s' has no shape here: `SurfaceGripper` holds what is in front of '%s'.", name, prim_path)
        define_prim(prim_path)
    elif existing and not existing.GetChildren():
        _spawn_into(existing, usd_path)
    elif name in ROBOTS:
        add_robot(prim_path, _with_joints_below_links(_as_in_isaac_sim(ROBOTS[name])))
        if ROBOTS[name] == "UR10_CFG":
            ahead = CUP / meters_of(pippin.sim.get_current_stage())
            write_surface_gripper(f"{prim_path}/ee_link/SurfaceGripper", f"{prim_path}/ee_link", ahead)
    elif (stand_in := find_stand_in(CLOUD + name)) is not None:
        spawn_stand_in(prim_path, stand_in, CLOUD + name)
    elif (robot := _described_robot(name)) is not None:
        tell_of_stand_in(CLOUD + name, "a description, whose masses and shapes may differ,")
        robot = _with_joints_below_links(robot)
        add_robot(prim_path, robot, position=(0.0, 0.0, 0.0), orientation=(0.0, 0.0, 0.0, 1.0))
    else:
        raise FileNotFoundError(
            f"'{name}' is an asset of NVIDIA's servers, which Pippin does not reach. Served are: "
            f"{', '.join([*ROBOTS, *FRAMES])}, and stand-ins for grounds, some props and robots. For others name"
            f" a folder with a copy of Isaac Sim's assets in the environment variable {ENVIRONMENT_VARIABLE}, or take a"
            " file of your own."
        )


def _spawn_into(prim: Usd.Prim, usd_path: str) -> None:
    """Spawn an asset where programs have made an empty prim for it, whose pose and other properties stay."""
    stage, path = prim.GetStage(), prim.GetPath()
    layer = stage.GetRootLayer()
    kept, beside = (Sdf.Path(pippin.sim.get_next_free_path(name)) for name in ("/Kept", "/StandIn"))
    Sdf.CopySpec(layer, path, layer, kept)
    spawn_asset(usd_path, str(beside))
    Sdf.CopySpec(layer, beside, layer, path)
    spawned, own = layer.GetPrimAtPath(path), layer.GetPrimAtPath(kept)
    if "xformOpOrder" in own.properties:
        for attribute in [attribute for attribute in spawned.properties if attribute.name.startswith("xformOp")]:
            spawned.RemoveProperty(attribute)
    for attribute in own.properties:
        Sdf.CopySpec(layer, kept.AppendProperty(attribute.name), layer, path.AppendProperty(attribute.name))
    for temporary in (kept, beside):
        stage.RemovePrim(temporary)


def _described_robot(name: str) -> ArticulationCfg | None:
    """Config of the robot that is nearest to an asset; None where none is. It has those drives that the engine has."""
    from pippin.robots.released.stand_ins import find_robot_config  # costly to import for who asks for no robot

    cfg = find_robot_config(CLOUD + name)
    if cfg is None or (isinstance(cfg.spawn, UsdFileCfg) and not os.path.isfile(cfg.spawn.usd_path)):
        return None
    cfg.actuators = {key: group for key, group in cfg.actuators.items() if isinstance(group, ImplicitActuatorCfg)}
    return cfg


def _with_joints_below_links(robot: ArticulationCfg) -> ArticulationCfg:
    """A robot of a URDF with its joints where Isaac Sim's files have them, and programs look for them."""
    if isinstance(robot.spawn, UrdfFileCfg) and robot.spawn.usd_path == robot.spawn.stands_for:
        from pippin.sim.converters import UrdfConverter  # reads meshes: costly to import for who spawns none

        robot.spawn.usd_path = usd_with_joints_below_links(UrdfConverter(robot.spawn).usd_path)
    return robot


def stand_in_for_missing(stage: Usd.Stage) -> None:
    """Put served assets where the files of a stage refer to those on Isaac Sim's servers, and say so.

    Poses and whatever else files say of these prims stay.
    """
    missing = [(prim.GetPath(), arcs) for prim in stage.Traverse() if (arcs := _missing_assets(prim))]
    layer = stage.GetRootLayer()
    for path, arcs in missing:
        name = _served_name(arcs[0].assetPath)
        logger.warning("'%s' is a stand-in: '%s' is not reached.", path, arcs[0].assetPath)
        prim = stage.GetPrimAtPath(path)
        for arc in arcs:
            prim.GetReferences().RemoveReference(arc) if isinstance(arc, Sdf.Reference) else (
                prim.GetPayloads().RemovePayload(arc)
            )
        beside = pippin.sim.get_next_free_path("/StandIn")
        spawn_asset(ASSETS_ROOT + name, beside)
        spawned = layer.GetPrimAtPath(beside)
        for attribute in [attribute for attribute in spawned.properties if attribute.name.startswith("xformOp")]:
            spawned.RemoveProperty(attribute)
        own = layer.GetPrimAtPath(path)
        spawned.referenceList.deletedItems = list(own.referenceList.deletedItems)
        spawned.payloadList.deletedItems = list(own.payloadList.deletedItems)
        spawned.specifier = Sdf.SpecifierOver
        Sdf.CopySpec(layer, spawned.path, layer, path)
        stage.RemovePrim(beside)


def _missing_assets(prim: Usd.Prim) -> list[Sdf.Reference | Sdf.Payload]:
    """References and payloads of a prim to assets that Pippin serves, and that are not there."""
    arcs = []
    for spec in prim.GetPrimStack():
        lists = (spec.referenceList, spec.payloadList)
        arcs += [arc for items in lists for arc in items.GetAddedOrExplicitItems() if _is_missing(spec.layer, arc)]
    return arcs


def _is_missing(layer: Sdf.Layer, arc: Sdf.Reference | Sdf.Payload) -> bool:
    if "/Isaac/" not in arc.assetPath or Path(layer.ComputeAbsolutePath(arc.assetPath)).is_file():
        return False
    name = _served_name(arc.assetPath)
    is_object = name in (*ROBOTS, *FRAMES) or find_stand_in(CLOUD + name) is not None
    return is_object or _described_robot(name) is not None


def _served_name(asset_path: str) -> str:
    """Path of an asset below whatever root of Isaac Sim's assets."""
    return asset_path[asset_path.rindex("/Isaac/") :] if "/Isaac/" in asset_path else asset_path


def _as_in_isaac_sim(config: str) -> ArticulationCfg:
    """A config of :mod:`pippin.robots` that starts and holds itself as Isaac Sim's robot does."""
    cfg = pippin.robots.robot_factory(config)()
    cfg.init_state.joint_pos |= STARTS.get(config, {})
    for name in HOLDING.get(config, ()):
        actuator = cfg.actuators[name]
        actuator.stiffness, actuator.damping = TIGHTER * actuator.stiffness, TIGHTER**0.5 * actuator.damping
    return cfg


def _asset_name(usd_path: str) -> str:
    """Path of an asset below the root of assets, also of the roots of Isaac Sim's servers."""
    if "://" in usd_path:
        return _served_name(usd_path)
    folder = os.environ.get(ENVIRONMENT_VARIABLE, "").rstrip("/")
    name = usd_path.removeprefix(ASSETS_ROOT)
    return name.removeprefix(folder) if folder else name


URDFS = {
    "franka/lula_franka_gen.urdf": "panda_description/urdf/panda.urdf",
    "ur10/ur10_robot.urdf": "ur_description/urdf/ur10_robot.urdf",
    "universal_robots/ur10/ur10.urdf": "ur_description/urdf/ur10_robot.urdf",
}
"""Descriptions in the package example-robot-data, by the last parts of the paths that programs have."""


def shipped_urdf(urdf_path: str) -> str:
    """Path of a URDF; that of Pippin's own description where programs look for one of Isaac Sim's, which is not there.

    Raises:
        FileNotFoundError: The package with the description is not installed.
    """
    path = Path(urdf_path)
    if not path.is_file():
        for ending, description in URDFS.items():
            if path.as_posix().endswith(f"/{ending}"):
                return example_robot_data(description)
    return urdf_path


MOTION_GENERATION_VARIABLE = "PIPPIN_MOTION_GENERATION"
"""Environment variable that names a folder with a copy of Isaac Sim's extension of motion generation."""

POLICIES = "motion_policy_configs"
"""Folder of motion policies, in that of the extension."""

PLANNERS = "path_planner_configs"
"""Folder of path planners."""

RMPFLOW = "RMPflow"
"""Name of the motion policy whose configurations hold a robot description and a URDF, which kinematics needs too."""


def motion_generation_folder() -> Path:
    """Folder with configurations of robots: the one that ``PIPPIN_MOTION_GENERATION`` names, or else Pippin's own.

    Raises:
        FileNotFoundError: There is no such folder.
    """
    named = os.environ.get(MOTION_GENERATION_VARIABLE)
    if named is None:
        return Path(pippin.robots.__file__).parent
    if not Path(named).is_dir():
        raise FileNotFoundError(f"{MOTION_GENERATION_VARIABLE} is '{named}', which is not there; expected a folder.")
    return Path(named)


IMPORTER_FILES = {
    "isaacsim.asset.importer.urdf": {
        "data/urdf/robots/franka_description/robots/panda_arm_hand.urdf": ("panda_description/urdf/panda.urdf",),
        "data/urdf/robots/franka_description/robots/panda_arm.urdf": ("panda_description/urdf/panda.urdf",),
    },
    "isaacsim.asset.importer.mjcf": {"data/mjcf/nv_ant.xml": (), "data/mjcf/nv_humanoid.xml": ()},
}
"""Files in the folders of the importers' extensions, and the descriptions that stand in for them: of
example-robot-data, or of the same name among Newton's examples."""


def importer_folder(name: str) -> Path:
    """Folder with open descriptions in the places where an importer's extension has its examples.

    Args:
        name: Key of :data:`IMPORTER_FILES`.
    """
    folder = cache_folder("extensions") / name
    for place, described in IMPORTER_FILES[name].items():
        target = folder / place
        if described:
            source = Path(example_robot_data(*described))
            package = source.parents[len(Path(*described).parts)]
            text = source.read_text(encoding="utf-8").replace("package://example-robot-data/", f"{package}/")
        else:
            text = Path(newton_example(target.name)).read_text(encoding="utf-8")
        if not target.is_file() or target.read_text(encoding="utf-8") != text:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, text)
    logger.warning("In place of the files of the extension '%s' there are open descriptions in '%s'.", name, folder)
    return folder


def get_supported_robot_policy_pairs(policy_config_dir: str | None = None) -> dict[str, list[str]]:
    """Names of the motion policies that a folder has configurations of, by name of the robot."""
    return _pairs(policy_config_dir, POLICIES)


def get_supported_robots_with_lula_rmpflow(policy_config_dir: str | None = None) -> list[str]:
    """Names of the robots that a folder has configurations of RMPflow for."""
    pairs = get_supported_robot_policy_pairs(policy_config_dir)
    return [robot for robot, names in pairs.items() if RMPFLOW.casefold() in map(str.casefold, names)]


def get_supported_robots_with_lula_kinematics(policy_config_dir: str | None = None) -> list[str]:
    """Names of the robots that a folder has a robot description and a URDF for."""
    return get_supported_robots_with_lula_rmpflow(policy_config_dir)


def load_supported_motion_policy_config(
    robot_name: str, policy_name: str, policy_config_dir: str | None = None
) -> dict[str, Any] | None:
    """Arguments of a motion policy for a robot; None, and an error in the log, where there is no such one."""
    return _load(policy_config_dir or motion_generation_folder() / POLICIES, robot_name, policy_name)


def load_supported_lula_rmpflow_config(robot_name: str, policy_config_dir: str | None = None) -> dict[str, Any] | None:
    """Arguments of RMPflow for a robot, or None; see :func:`load_supported_motion_policy_config`."""
    return load_supported_motion_policy_config(robot_name, RMPFLOW, policy_config_dir)


def load_supported_lula_kinematics_solver_config(
    robot_name: str, policy_config_dir: str | None = None
) -> dict[str, Any] | None:
    """Arguments of the kinematics of a robot, paths of its description and of its URDF, or None."""
    config = load_supported_lula_rmpflow_config(robot_name, policy_config_dir)
    return None if config is None else {key: config[key] for key in ("robot_description_path", "urdf_path")}


def get_supported_robot_path_planner_pairs(policy_config_dir: str | None = None) -> dict[str, list[str]]:
    """Names of the path planners that a folder has configurations of, by name of the robot."""
    return _pairs(policy_config_dir, PLANNERS)


def load_supported_path_planner_config(
    robot_name: str, planner_name: str, policy_config_dir: str | None = None
) -> dict[str, Any] | None:
    """Arguments of a path planner for a robot, or None where it has none."""
    return _load(policy_config_dir or motion_generation_folder() / PLANNERS, robot_name, planner_name)


def _load(folder: str | Path, robot: str, algorithm: str) -> dict[str, Any] | None:
    algorithms = {name.casefold(): kinds for name, kinds in find_configs(folder).items()}.get(robot.casefold(), {})
    if algorithm.casefold() not in map(str.casefold, algorithms):
        there_is = ", ".join(f"{name} ({', '.join(kinds)})" for name, kinds in find_configs(folder).items())
        logger.error("'%s' has no configuration of %s for '%s'; it has: %s.", folder, algorithm, robot, there_is)
        return None
    return load_config(folder, robot, algorithm)


def _pairs(folder: str | None, default: str) -> dict[str, list[str]]:
    configs = find_configs(folder or motion_generation_folder() / default)
    return {robot: list(algorithms) for robot, algorithms in configs.items()}
