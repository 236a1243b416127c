"""What generated terrain costs: to make, to take over into the engine, and a step on it instead of a plane.

The step on terrain is also measured with the engine's own contacts of height fields in place of Pippin's
(``--contacts own engine``). Each robot stands or lies where it fell within half a second; with ``--moving`` its joints
then follow random targets, others in each twentieth step, so that robots on a plane do not stand still either. Usage::

    python benchmarks/terrain.py --num-envs 64 --device cpu [--spread 0.5]
    python benchmarks/terrain.py --robots anymal go2 --num-envs 4096 16384 --device cuda:0 --contacts own engine
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
import warp as wp

from pippin.physics.backends import mujoco_warp
from pippin.physics.backends.height_fields import native_contacts
from pippin.physics.scene import PhysicsScene
from pippin.robots import robot_factory
from pippin.scene import InteractiveScene, InteractiveSceneCfg, TerrainImporterCfg
from pippin.scene.terrains import ROUGH_TERRAINS_CFG
from pippin.sim import SimulationCfg, SimulationContext
from pippin.utils import configclass
from timing import write_results

ROBOTS = {"anymal": "ANYMAL_C_CFG", "go2": "UNITREE_GO2_CFG", "a1": "UNITREE_A1_CFG", "g1": "UNITREE_G1_CFG"}
SECONDS_OF_SETTLING, ROUNDS, STEPS = 0.5, 5, 20
TAKE_OVER = {engine: engine.take_over_fields for engine in (native_contacts, mujoco_warp)}


@configclass
class SceneCfg(InteractiveSceneCfg):
    """A robot on the ground."""

    env_spacing: float = 2.5
    ground: TerrainImporterCfg = TerrainImporterCfg(
        prim_path="/World/ground", terrain_generator=ROUGH_TERRAINS_CFG.replace(seed=0, curriculum=True)
    )


def put_around(scene: InteractiveScene, spread: float) -> None:
    """Put the robots up to so far along x and y from where they start [m], and 2 cm higher."""
    pose = scene["robot"].data.root_link_pose_w.torch.clone()
    pose[:, :2] += spread * (2.0 * torch.rand_like(pose[:, :2]) - 1.0)
    pose[:, 2] += 0.02
    scene["robot"].write_root_pose_to_sim_index(root_pose=pose)


def measure(robot: str, terrain_type: str, contacts: str, num_envs: int, args: argparse.Namespace) -> dict[str, object]:
    """Print and return times of one robot on one kind of ground."""
    torch.manual_seed(0)
    for engine, take_over in TAKE_OVER.items():
        engine.take_over_fields = take_over if contacts == "own" else lambda *_: None
    with SimulationContext(SimulationCfg(dt=0.005, device=args.device, backend=args.backend)) as simulation:
        start = time.perf_counter()
        cfg = SceneCfg(num_envs=num_envs)
        cfg.ground.terrain_type = terrain_type
        cfg.robot = robot_factory(ROBOTS[robot])().replace(prim_path="{ENV_REGEX_NS}/Robot")
        scene = InteractiveScene(cfg)
        made = time.perf_counter()
        simulation.reset()
        ready = time.perf_counter()
        if args.spread:
            put_around(scene, args.spread)

        def steps(count: int) -> tuple[float, float]:
            wp.synchronize()
            begin, begin_cpu = time.perf_counter(), time.process_time()
            for step in range(count):
                if args.moving and step == 0:
                    usual = scene["robot"].data.default_joint_pos.torch
                    targets = usual + 0.5 * torch.randn_like(usual)
                    scene["robot"].set_joint_position_target_index(target=targets)
                scene.write_data_to_sim()
                simulation.step(render=False)
                scene.update(simulation.get_physics_dt())
            wp.synchronize()
            return (time.perf_counter() - begin) / count, (time.process_time() - begin_cpu) / count

        steps(round(SECONDS_OF_SETTLING / simulation.get_physics_dt()))
        times = [steps(STEPS) for _ in range(ROUNDS)]
        fastest, fastest_cpu = (min(values) for values in zip(*times, strict=True))
        result: dict[str, object] = {
            "robot": robot,
            "ground": terrain_type,
            "contacts": contacts,
            "num_envs": num_envs,
            "made_s": round(made - start, 2),
            "ready_s": round(ready - made, 2),
            "step_us": round(1e6 * fastest, 1),
            "step_cpu_us": round(1e6 * fastest_cpu, 1),
            "steps_per_s": round(num_envs / fastest),
            **state_of(simulation, args.kernels),
        }
    print(result, flush=True)
    return result


def state_of(simulation: SimulationContext, wants_kernels: bool) -> dict[str, object]:
    """Contacts and rows of an environment on average, the largest depth [mm], bad states, and times of kernels."""
    assert isinstance(simulation.physics, PhysicsScene)
    worlds = simulation.physics.backend.worlds[0]
    result: dict[str, object] = {"bad": int(worlds.bad.numpy().sum())}
    if not isinstance(worlds, mujoco_warp.WarpWorlds):
        return result
    data = worlds._data
    count = min(int(data.nacon.numpy()[0]), data.naconmax)
    result["contacts_per_env"] = round(count / worlds.num_worlds, 2)
    result["rows_per_env"] = round(float(data.nefc.numpy().mean()), 2)
    result["iterations"] = round(float(data.solver_niter.numpy().mean()), 2)
    result["depth_mm"] = round(-1e3 * float(data.contact.dist.numpy()[:count].min(initial=0.0)), 2)
    if wants_kernels:
        times: dict[str, float] = defaultdict(float)
        with wp.ScopedTimer("", print=False, cuda_filter=wp.TIMING_KERNEL, synchronize=True) as timer:
            worlds.launch_step()
        for timing in timer.timing_results:
            times[timing.name.removeprefix("forward kernel ")] += 1e3 * timing.elapsed
        largest = sorted(times.items(), key=lambda item: -item[1])[:14]
        result["kernels_us"] = {name: round(elapsed, 1) for name, elapsed in largest}
    return result


def main() -> None:
    """Measure a plane and rough terrain, and write the results as JSON if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", nargs="+", choices=ROBOTS, default=["anymal"])
    parser.add_argument("--num-envs", type=int, nargs="+", default=[64])
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--backend", choices=["mujoco", "newton"], help="engine; left out, what suits the device")
    parser.add_argument("--spread", type=float, default=0.5, help="how far from where they start robots stand [m]")
    parser.add_argument("--moving", action="store_true", help="let joints follow random targets")
    parser.add_argument("--contacts", nargs="+", choices=["own", "engine"], default=["own"])
    parser.add_argument("--kernels", action="store_true", help="print the time of each kernel on a GPU")
    parser.add_argument("--json", type=Path, help="file to write the results to")
    args = parser.parse_args()
    results: list[dict[str, object]] = []
    for robot in args.robots:
        for num_envs in args.num_envs:
            plane = measure(robot, "plane", "own", num_envs, args)
            results.append(plane)
            for contacts in args.contacts:
                rough = measure(robot, "generator", contacts, num_envs, args)
                ratio = np.divide(plane["step_us"], rough["step_us"])
                rough["of_plane"] = round(float(ratio), 3)
                results.append(rough)
                print(f"{robot}, {num_envs} environments: {ratio:.2f} of the plane's speed with {contacts} contacts")
            if args.json:
                write_results(args.json, results)


if __name__ == "__main__":
    main()
