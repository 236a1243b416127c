"""What generated terrain costs: to make, to take over into the engine, and a step of ANYmal C on it instead of a plane.

python benchmarks/terrain.py --num_envs 64 --device cpu [--spread 0.5]
python benchmarks/terrain.py --num_envs 4096 --device cuda:0
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch
import warp as wp

from pippin.robots import ANYMAL_C_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg, TerrainImporterCfg
from pippin.scene.terrains import ROUGH_TERRAINS_CFG
from pippin.sim import SimulationCfg, SimulationContext
from pippin.utils import configclass
from timing import write_results

SECONDS_OF_SETTLING, ROUNDS, STEPS = 0.5, 5, 20


@configclass
class AnymalCfg(InteractiveSceneCfg):
    """ANYmal C standing on the ground."""

    env_spacing: float = 2.5
    ground: TerrainImporterCfg = TerrainImporterCfg(
        prim_path="/World/ground", terrain_generator=ROUGH_TERRAINS_CFG.replace(seed=0, curriculum=True)
    )
    robot = ANYMAL_C_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")


def put_around(scene: InteractiveScene, spread: float) -> None:
    """Put the robots up to so far along x and y from where they start [m], and 2 cm higher."""
    pose = scene["robot"].data.root_link_pose_w.torch.clone()
    pose[:, :2] += spread * (2.0 * torch.rand_like(pose[:, :2]) - 1.0)
    pose[:, 2] += 0.02
    scene["robot"].write_root_pose_to_sim_index(root_pose=pose)


def measure(terrain_type: str, num_envs: int, device: str, spread: float = 0.0) -> dict[str, object]:
    """Times for one kind of ground."""
    torch.manual_seed(0)
    with SimulationContext(SimulationCfg(dt=0.005, device=device)) as simulation:
        start = time.perf_counter()
        cfg = AnymalCfg(num_envs=num_envs)
        cfg.ground.terrain_type = terrain_type
        scene = InteractiveScene(cfg)
        made = time.perf_counter()
        simulation.reset()
        ready = time.perf_counter()
        if spread:
            put_around(scene, spread)

        def steps(count: int) -> float:
            wp.synchronize()
            begin = time.perf_counter()
            for _ in range(count):
                scene.write_data_to_sim()
                simulation.step(render=False)
                scene.update(simulation.get_physics_dt())
            wp.synchronize()
            return (time.perf_counter() - begin) / count

        steps(round(SECONDS_OF_SETTLING / simulation.get_physics_dt()))
        fastest = min(steps(STEPS) for _ in range(ROUNDS))
    return {
        "terrain": terrain_type,
        "num_envs": num_envs,
        "device": device,
        "made_s": round(made - start, 1),
        "in_engine_after_s": round(ready - made, 1),
        "steps_per_s": round(num_envs / fastest),
    }


def main() -> None:
    """Measure a plane and rough terrain."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--num_envs", type=int, default=64)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--spread", type=float, default=0.0, help="how far from where they start robots stand [m]")
    parser.add_argument("--json", type=Path, help="file to write the results to")
    args = parser.parse_args()
    results = []
    for terrain_type in ("plane", "generator", "plane", "generator"):
        results.append(measure(terrain_type, args.num_envs, args.device, args.spread))
        print(results[-1], flush=True)
    if args.json:
        write_results(args.json, results)


if __name__ == "__main__":
    main()
