"""Where the assets of Isaac Sim are: on no server, but some of them are Pippin's own robots."""

from __future__ import annotations

import os
from pathlib import Path

import pippin.robots
from pippin.objects import add_robot
from pippin.sim import define_prim

__all__ = ["ASSETS_ROOT", "get_assets_root_path", "get_assets_root_path_async", "is_served", "spawn_asset"]

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

FRAMES = ("/Isaac/Props/UIElements/frame_prim.usd",)
"""Assets that show a frame: each is a prim with a pose and nothing to see."""


def get_assets_root_path(*, skip_check: bool = False) -> str:
    """Root of the paths of assets: the folder that ``PIPPIN_ASSETS_ROOT`` names, or else that of Pippin's own.

    Raises:
        FileNotFoundError: There is no such folder.
    """
    folder = os.environ.get(ENVIRONMENT_VARIABLE)
    if folder is None:
        return ASSETS_ROOT
    if not Path(folder).is_dir():
        raise FileNotFoundError(f"{ENVIRONMENT_VARIABLE} names the folder '{folder}', which is not there.")
    return folder.rstrip("/")


async def get_assets_root_path_async(*, skip_check: bool = False) -> str:
    """The same as :func:`get_assets_root_path`, for code that waits."""
    return get_assets_root_path(skip_check=skip_check)


def is_served(usd_path: str) -> bool:
    """Whether a path is below the root of Pippin's own assets."""
    return usd_path.startswith(ASSETS_ROOT)


def spawn_asset(usd_path: str, prim_path: str) -> None:
    """Put one of Pippin's own assets on the stage.

    Raises:
        FileNotFoundError: It is none of them.
        ValueError: There is a prim at the path already.
    """
    name = usd_path.removeprefix(ASSETS_ROOT)
    if name in ROBOTS:
        add_robot(prim_path, pippin.robots.robot_factory(ROBOTS[name])())
    elif name in FRAMES:
        define_prim(prim_path)
    else:
        raise FileNotFoundError(
            f"'{name}' is an asset of NVIDIA's servers, which Pippin does not reach. Served are: "
            f"{', '.join([*ROBOTS, *FRAMES])}. For others name a folder with a copy of Isaac Sim's assets in the"
            f" environment variable {ENVIRONMENT_VARIABLE}, or take a file of your own."
        )
