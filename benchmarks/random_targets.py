"""What becomes of robots whose drives get random position targets across all of their joints' limits.

The robots of Pippin, and all URDF files of example-robot-data with drives of 100 N m/rad and 10 N m s/rad (or N/m), 64
environments of each, rest for 200 steps and get other targets every 20 steps for 1,000 more. For each robot: values
that are not finite, environments that were put back, stood still or were solved again, steps in which a mechanism was
slowed down for its spin, the largest joint velocity relative to its limit, how far a joint went past its position
limits (in its own unit, and relative to its range), how fast a root was, and how deep a robot was in the ground
whenever new targets were due. With ``--json`` results are written robot by robot, and those that the file has already
are not made again, so that a run may be stopped. Usage::

    python benchmarks/random_targets.py --json counts.json
    python benchmarks/random_targets.py --dt 0.005 --robots g1 solo12
    python benchmarks/random_targets.py --backend newton --device cuda:0 --num-envs 4096
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import torch
from defusedxml import ElementTree

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation, ArticulationCfg
from pippin.physics.scene.scene import playing_scene
from pippin.robots import ROBOTS, robot_factory
from pippin.robots.descriptions import example_robot_data
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import GroundPlaneCfg, SimulationCfg, SimulationContext, UrdfFileCfg
from timing import write_results

SETTLING, STEPS, HELD = 200, 1000, 20
STIFFNESS, DAMPING = 100.0, 10.0
WITHOUT_TARGETS = {"CRAZYFLIE_CFG", "IRIS_CFG"}
ON_A_BASE = (
    "allegro",
    "asr",
    "baxter",
    "double_pendulum",
    "finger",
    "kinova",
    "panda",
    "pr2",
    "so_arm",
    "tiago",
    "ur_",
)
ON_A_BASE += ("xarm", "z1")
"""Parts of the names of descriptions whose base is fixed, on the ground but for hands; others begin 1 m above it."""
ON_LEGS = ("anymal", "b1")
"""Parts of the names of those that carry such an arm."""


@dataclass
class Result:
    """What became of a robot's environments; the module says what the fields count."""

    robot: str
    joints: int
    not_finite: int
    put_back: int
    solved_again: int
    slowed_down: int
    velocity: float
    past_limits: float
    past_share: float
    root_speed: float
    depth: float
    seconds: float


def described_robots() -> Iterator[Path]:
    """URDF files of example-robot-data."""
    robots = Path(example_robot_data("panda_description/urdf/panda.urdf")).parents[2]
    yield from sorted(robots.rglob("*.urdf"))


def middle_positions(file: Path) -> dict[str, float]:
    """Middles of the ranges of the joints that may not be at 0, by the joint's name."""
    middles = {}
    for joint in ElementTree.parse(file).getroot().iter("joint"):
        limit = joint.find("limit")
        if limit is None or joint.find("mimic") is not None or joint.get("type") not in ("revolute", "prismatic"):
            continue
        low, high = (float(limit.get(end, 0.0)) for end in ("lower", "upper"))
        if not low <= 0.0 <= high:
            middles[str(joint.get("name"))] = 0.5 * (low + high)
    return middles


def config_of(file: Path) -> ArticulationCfg:
    """Config of a description."""
    is_fixed = any(part in str(file) for part in ON_A_BASE) and not any(part in file.stem for part in ON_LEGS)
    gains = UrdfFileCfg.JointDriveCfg.PDGainsCfg(stiffness=STIFFNESS, damping=DAMPING)
    return ArticulationCfg(
        spawn=UrdfFileCfg(asset_path=str(file), fix_base=is_fixed, joint_drive=UrdfFileCfg.JointDriveCfg(gains=gains)),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, 0.0 if is_fixed and "hand" not in file.stem else 1.0), joint_pos=middle_positions(file)
        ),
        actuators={
            "all": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=STIFFNESS, damping=DAMPING),
        },
    )


def deepest(model: mujoco.MjModel, positions: np.ndarray) -> float:
    """How deep a robot is in what does not move [m], over environments with positions of shape (W, nq)."""
    data, depth = mujoco.MjData(model), 0.0
    for row in positions:
        data.qpos[:] = row
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_collision(model, data)
        of_world = (model.geom_bodyid[data.contact.geom] == 0).any(axis=1)
        depth = max(depth, -float(data.contact.dist[of_world].min(initial=0.0)))
    return depth


def abuse(name: str, cfg: ArticulationCfg, args: argparse.Namespace) -> Result:
    """Give a robot random targets."""
    begin = time.process_time()
    with SimulationContext(SimulationCfg(dt=args.dt, device=args.device, backend=args.backend)) as simulation:
        InteractiveScene(InteractiveSceneCfg(num_envs=args.num_envs, env_spacing=5.0))
        ground = GroundPlaneCfg()
        ground.func("/World/ground", ground)
        robot: Articulation = cfg.class_type(cfg.replace(prim_path="/World/envs/env_.*/Robot"))
        simulation.reset()
        data, worlds = robot.data, playing_scene(simulation).backend.worlds[0]
        limits, fastest = data.joint_pos_limits.torch, data.joint_vel_limits.torch.clamp(max=1e4)
        low, high = limits[..., 0].clamp(min=-torch.pi), limits[..., 1].clamp(max=torch.pi)
        random, ranges = torch.Generator().manual_seed(0), limits[..., 1] - limits[..., 0]
        not_finite, velocity, past, past_share, root_speed, depth = 0, 0.0, 0.0, 0.0, 0.0, 0.0
        for step in range(SETTLING + STEPS):
            if step >= SETTLING and step % HELD == 0:
                share = torch.rand(low.shape, generator=random).to(low.device)
                robot.set_joint_position_target_index(target=low + (high - low) * share)
                depth = max(depth, deepest(worlds.model, worlds.qpos.numpy()))
            robot.write_data_to_sim()
            simulation.step(render=False)
            robot.update(args.dt)
            positions, velocities = data.joint_pos.torch, data.joint_vel.torch
            not_finite += int((~torch.isfinite(velocities)).sum())
            velocity = max(velocity, float((velocities.abs() / fastest).max()))
            beyond = torch.maximum(limits[..., 0] - positions, positions - limits[..., 1])
            past, past_share = max(past, float(beyond.max())), max(past_share, float((beyond / ranges).max()))
            root_speed = max(root_speed, float(data.root_com_vel_w.torch[:, :3].norm(dim=1).max()))
        put_back, slowed_down, _ = worlds.guard.counts.numpy().tolist()
        again = int(worlds.guard.solved_again.sum())
        counts = not_finite, put_back, again, slowed_down
        seconds = time.process_time() - begin
        return Result(name, low.shape[1], *counts, velocity, past, past_share, root_speed, depth, seconds)


def main() -> None:
    """Abuse the robots that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", nargs="*", default=[""], help="parts of names; all without")
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--dt", type=float, default=1.0 / 120.0)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--backend", default=None)
    parser.add_argument("--json", type=Path, help="file to write the results to")
    args = parser.parse_args()
    jobs = [(name, None) for name in sorted(ROBOTS.keys() - WITHOUT_TARGETS)]
    files = list(described_robots())
    stems = [file.stem for file in files]
    jobs += [(file.stem if stems.count(file.stem) == 1 else f"{file.parts[-3]}/{file.stem}", file) for file in files]
    results: list[dict[str, Any]] = []
    if args.json and args.json.exists():
        results = json.loads(args.json.read_text())["results"]
    for name, file in jobs:
        is_asked = any(part.lower() in name.lower() for part in args.robots)
        if not is_asked or any(result["robot"] == name for result in results):
            continue
        try:
            result = abuse(name, robot_factory(name)() if file is None else config_of(file), args)
        except (ValueError, FileNotFoundError) as error:  # a description without joints, or without a tree
            print(f"{name}: left out: {str(error).splitlines()[0][:100]}", flush=True)
            continue
        print(result, flush=True)
        results.append(asdict(result))
        if args.json:
            write_results(args.json, results)


if __name__ == "__main__":
    main()
