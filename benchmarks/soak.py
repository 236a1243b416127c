"""Long runs: whether memory, speed and results stay as they were.

Each round makes a new scene on a new stage (ants or cartpoles, by turns, and a cube and a camera each), plays it, steps
it with random efforts, resets and randomises masses, draws pictures, stops and plays again, spawns and deletes a prim,
and drops everything. At the end of each round the memory in use (after a collection of garbage), open files, threads,
and the processor time of a step are noted. The first rounds, in which caches fill, are not counted. The same first
rounds come again at the end: they have to give the same bits (on a CPU). Usage::

    python benchmarks/soak.py --minutes 60
    python benchmarks/soak.py --rounds 144 --num-envs 700  # 1,008 plays and 6.1 days of one robot
    python benchmarks/soak.py --minutes 10 --device cuda:0 --num-envs 4096
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import os
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch

from pippin.assets import Articulation, ArticulationCfg, RigidObject, RigidObjectCfg
from pippin.robots import ANT_CFG, CARTPOLE_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sensors import Camera, CameraCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    GroundPlaneCfg,
    MassPropertiesCfg,
    PinholeCameraCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    delete_prim,
)
from timing import write_results

DT = 1.0 / 60.0
STEPS_A_CYCLE = 100
CYCLES_A_ROUND = 5
"""Times that a scene is stepped, stopped and changed before it is dropped."""

PLAYS_A_ROUND = 7
"""The cycles, of which two play once more with a box."""

MAX_EFFORT = 1.0
"""Largest effort on a joint [N, N m]."""

ROBOTS = ((ANT_CFG, 0.25), (CARTPOLE_CFG, 1.0))
"""Robots of a round, by turns, and their share of the environments: a step of an ant takes six times as long."""


@dataclass
class Note:
    """What was measured at the end of a round.

    Attributes:
        memory: Memory in use [bytes].
        files: Open file descriptors.
        threads: Threads of Python.
        seconds_a_step: Processor time of a control step [s].
        checksum: Hash of the last joint positions.
        num_envs: Number of robots.
    """

    memory: int
    files: int
    threads: int
    seconds_a_step: float
    checksum: int
    num_envs: int


def main() -> None:
    """Run rounds until the time is over, and print what changed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, help="how many, however long they take")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--warm-up", type=int, default=6, help="rounds that are not counted")
    parser.add_argument("--json", type=Path, help="file to write what each round left to")
    arguments = parser.parse_args()
    notes: list[Note] = []
    begin = time.monotonic()
    while is_to_go_on(arguments, len(notes), time.monotonic() - begin):
        notes.append(play_round(len(notes), arguments.device, arguments.num_envs))
        if len(notes) % 10 == 0:
            print(report(notes, arguments), flush=True)
    again = [play_round(seed, arguments.device, arguments.num_envs) for seed in range(len(ROBOTS))]
    print(report(notes, arguments))
    is_same = all(note.checksum == before.checksum for note, before in zip(again, notes, strict=False))
    print("the first rounds again:", "same bits" if is_same else "OTHER BITS")
    if arguments.json:
        write_results(arguments.json, [asdict(note) for note in notes])


def is_to_go_on(arguments: argparse.Namespace, num_rounds: int, seconds: float) -> bool:
    """Whether another round is to be played, after so many in so much time."""
    if arguments.rounds is not None:
        return num_rounds < arguments.rounds
    return seconds < 60.0 * arguments.minutes or num_rounds <= arguments.warm_up + 1


def report(notes: list[Note], arguments: argparse.Namespace) -> str:
    """What changed from the first rounds that count to the last."""
    counted = notes[arguments.warm_up :]
    tenth = max(len(counted) // 10 // len(ROBOTS), 1) * len(ROBOTS)  # as many rounds of each robot
    first, last = counted[:tenth], counted[-tenth:]
    memory = [np.mean([note.memory for note in part]) / 1e6 for part in (first, last)]
    speed = [np.mean([note.seconds_a_step for note in part]) * 1e3 for part in (first, last)]
    steps = len(notes) * CYCLES_A_ROUND * STEPS_A_CYCLE
    days = sum(note.num_envs for note in notes) * CYCLES_A_ROUND * STEPS_A_CYCLE * DT / 86400
    return (
        f"{len(notes)} rounds, {len(notes) * PLAYS_A_ROUND} plays, {steps} steps, {days:.2f} days of one robot: "
        f"memory {memory[0]:.1f} -> {memory[1]:.1f} MB ({100 * (memory[1] / memory[0] - 1):+.2f} %), "
        f"step {speed[0]:.2f} -> {speed[1]:.2f} ms of processor time ({100 * (speed[1] / speed[0] - 1):+.1f} %), "
        f"files {counted[0].files} -> {counted[-1].files}, threads {counted[0].threads} -> {counted[-1].threads}"
    )


def play_round(seed: int, device: str, num_envs: int) -> Note:
    """Make a scene, use it in every way, and drop it."""
    torch.manual_seed(seed)
    robot_cfg, share = ROBOTS[seed % len(ROBOTS)]
    num_envs = max(int(share * num_envs), 1)
    spent, last = 0.0, 0
    with SimulationContext(SimulationCfg(dt=DT, device=device)) as sim:
        scene = make_scene(robot_cfg, num_envs)
        robot, camera = scene.articulations["robot"], scene.sensors["camera"]
        for cycle in range(CYCLES_A_ROUND):
            sim.reset()
            scene.reset()
            robot.set_masses_index(masses=robot.data.body_mass.torch * (0.9 + 0.2 * torch.rand(1, device=sim.device)))
            before = time.process_time()
            for step in range(STEPS_A_CYCLE):
                target = MAX_EFFORT * (2.0 * torch.rand(num_envs, robot.num_joints, device=sim.device) - 1.0)
                robot.set_joint_effort_target_index(target=target)
                scene.write_data_to_sim()
                sim.step(render=False)
                scene.update(DT)
                if step % 25 == 24:
                    reset_some(robot, torch.arange(0, num_envs, 3, device=sim.device))
                    camera.data.output["rgb"]
            spent += time.process_time() - before
            last = hash(robot.data.joint_pos.torch.cpu().numpy().tobytes())
            sim.stop()
            box = CuboidCfg(size=(0.1, 0.1, 0.1), collision_props=CollisionPropertiesCfg())
            box.func("/World/box", box, translation=(0.0, 0.0, 5.0 + cycle))
            if cycle % 2 == 1:
                delete_prim("/World/box")
            elif cycle + 1 < CYCLES_A_ROUND:
                sim.reset()  # with the box
                sim.stop()
                delete_prim("/World/box")
    memory = used_memory()
    files = len(os.listdir("/proc/self/fd"))
    return Note(memory, files, threading.active_count(), spent / (CYCLES_A_ROUND * STEPS_A_CYCLE), last, num_envs)


def make_scene(robot_cfg: ArticulationCfg, num_envs: int) -> InteractiveScene:
    """Robots on a plane, each with a cube and a camera."""
    ground = GroundPlaneCfg()
    ground.func("/World/ground", ground)
    scene = InteractiveScene(InteractiveSceneCfg(num_envs=num_envs, env_spacing=4.0))
    scene.articulations["robot"] = Articulation(robot_cfg.replace(prim_path="{ENV_REGEX_NS}/Robot"))
    cube = CuboidCfg(
        size=(0.2, 0.2, 0.2),
        rigid_props=RigidBodyPropertiesCfg(),
        mass_props=MassPropertiesCfg(mass=1.0),
        collision_props=CollisionPropertiesCfg(),
    )
    state = RigidObjectCfg.InitialStateCfg(pos=(1.0, 0.0, 0.5))
    path = "{ENV_REGEX_NS}/Cube"
    scene.rigid_objects["cube"] = RigidObject(RigidObjectCfg(prim_path=path, spawn=cube, init_state=state))
    view = CameraCfg(
        prim_path="{ENV_REGEX_NS}/Camera", width=16, height=12, data_types=["rgb"], spawn=PinholeCameraCfg()
    )
    scene.sensors["camera"] = Camera(view)
    return scene


def reset_some(robot: Articulation, env_ids: torch.Tensor) -> None:
    """Put robots back to where they began."""
    robot.write_root_pose_to_sim_index(root_pose=robot.data.default_root_pose.torch[env_ids], env_ids=env_ids)
    position, velocity = robot.data.default_joint_pos.torch[env_ids], robot.data.default_joint_vel.torch[env_ids]
    robot.write_joint_position_to_sim_index(position=position, env_ids=env_ids)
    robot.write_joint_velocity_to_sim_index(velocity=velocity, env_ids=env_ids)
    robot.reset(env_ids)


def used_memory() -> int:
    """Memory of this process after what is not needed was given back [bytes]."""
    gc.collect()
    if hasattr(ctypes.CDLL(None), "malloc_trim"):
        ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
