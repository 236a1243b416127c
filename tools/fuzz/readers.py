"""How each kind of file is read: by the public call that a program would make; what is accepted may be simulated."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import torch

from pippin.actuators.network_file import load_network
from pippin.envs.datasets import HDF5DatasetFileHandler
from pippin.learning.checkpoints import read_checkpoint
from pippin.motion.planning.parameters import read_rrt_parameters
from pippin.motion.rmpflow import RmpFlow
from pippin.motion.rmpflow.policies.parameters import read_rmpflow_parameters
from pippin.motion.robot_description import RobotModel, build_robot_model, load_robot, read_robot_description
from pippin.sim import MjcfFileCfg, SimulationCfg, SimulationContext, UrdfFileCfg, UsdFileCfg
from pippin.sim.converters import convert_mesh
from pippin.utils.run_files import load_yaml
from pippin.utils.urdf import UrdfModel, read_urdf

STEPS = 3


def spawner(kind: str, path: Path, usd_dir: Path) -> str:
    """Convert a robot to USD, and return the path of the file."""
    from pippin.sim.converters.mjcf import MjcfConverter
    from pippin.sim.converters.urdf import UrdfConverter

    if kind == "urdf":
        return UrdfConverter(UrdfFileCfg(asset_path=str(path), usd_dir=str(usd_dir))).usd_path
    return MjcfConverter(MjcfFileCfg(asset_path=str(path), usd_dir=str(usd_dir))).usd_path


def _robot(kind: str, path: Path, out: Path, deep: bool) -> None:
    if not deep and kind != "usd":
        spawner(kind, path, out)
        return
    cfgs = {"urdf": UrdfFileCfg, "mjcf": MjcfFileCfg}
    cfg = UsdFileCfg(usd_path=str(path)) if kind == "usd" else cfgs[kind](asset_path=str(path), usd_dir=str(out))
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as sim:
        cfg.func("/World/Robot", cfg)
        sim.reset()
        for _ in range(STEPS):
            sim.step(render=False)


def _mesh(path: Path, out: Path, deep: bool) -> None:
    convert_mesh(path, usd_dir=str(out))


@cache  # of the files for motion generation, only those in YAML are changed
def _urdf(folder: Path) -> UrdfModel:
    return read_urdf(folder / "robot.urdf", shapes=False)


def _description(path: Path, out: Path, deep: bool) -> None:
    urdf = _urdf(path.parent)
    build_robot_model(urdf, read_robot_description(path, urdf))


@cache  # neither file is ever changed where this is called
def _robot_model(folder: Path) -> RobotModel:
    return load_robot(folder / "robot.urdf", folder / "description.yaml")


def _rmpflow(path: Path, out: Path, deep: bool) -> None:
    urdf, description = path.with_name("robot.urdf"), path.with_name("description.yaml")
    model = _robot_model(path.parent)
    read_rmpflow_parameters(path, model)
    if deep:
        frame = model.frame_names[-1]
        policy = RmpFlow(description, urdf, path, frame, 0.005)
        policy.set_end_effector_target([0.3, 0.1, 0.4])
        at_rest = [0.0] * len(policy.get_active_joints())
        policy.compute_joint_targets(at_rest, at_rest, [], [], 0.01)


def _rrt(path: Path, out: Path, deep: bool) -> None:
    read_rrt_parameters(path, _robot_model(path.parent))


def _dataset(path: Path, out: Path, deep: bool) -> None:
    handler = HDF5DatasetFileHandler()
    handler.open(str(path))
    try:
        handler.get_env_name()
        for name in handler.get_episode_names():
            handler.load_episode(name)
    finally:
        handler.close()


def _actuator_network(path: Path, out: Path, deep: bool) -> None:
    load_network(path, torch.device("cpu"))  # a program, which is not run here


READERS: dict[str, Callable[[Path, Path, bool], object]] = {
    "urdf": lambda path, out, deep: _robot("urdf", path, out, deep),
    "mjcf": lambda path, out, deep: _robot("mjcf", path, out, deep),
    "usd": lambda path, out, deep: _robot("usd", path, out, deep),
    "mesh": _mesh,
    "description": _description,
    "rmpflow": _rmpflow,
    "rrt": _rrt,
    "checkpoint": lambda path, out, deep: read_checkpoint(path),
    "actuator_network": _actuator_network,
    "config": lambda path, out, deep: load_yaml(path),
    "dataset": _dataset,
}
"""Function of a file, a folder to write to, and whether to simulate, by kind of file."""
