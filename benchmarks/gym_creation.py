"""How long environments of Isaac Gym take to create, and how much memory they hold.

Every environment is made as public programs make theirs: ``create_env`` and ``create_actor``, the properties of DOFs
set from those of the asset, the friction of all shapes and the mass of the base drawn anew, which needs the properties
of all shapes and bodies as objects, and a colour for each body. Then the simulation is prepared. Scenes: ants (MJCF),
ANYmal (URDF), and a table with an arm and a cube on it, three actors in an aggregate. Usage::

    python benchmarks/gym_creation.py --scene ant anymal table --num-envs 4096
    python benchmarks/gym_creation.py --plain

``--plain`` leaves all out but ``create_env`` and ``create_actor``.
"""

from __future__ import annotations

import argparse
import math
import resource
import time
from pathlib import Path

import newton.examples
import numpy as np
import torch

from pippin.gym import gymapi
from pippin.robots import robot_factory
from timing import write_results

SCENES = ("ant", "anymal", "table")


def load(gym: gymapi.Gym, sim: gymapi.Sim, scene: str) -> list[gymapi.Asset]:
    """Assets of one environment of a scene; the robot first."""
    options = gymapi.AssetOptions()
    if scene == "ant":
        path = Path(newton.examples.get_asset("nv_ant.xml"))
        return [gym.load_asset(sim, str(path.parent), path.name, options)]
    if scene == "anymal":
        options.collapse_fixed_joints = True
        path = Path(robot_factory("ANYMAL_C_CFG")().spawn.asset_path)
        return [gym.load_asset(sim, str(path.parent), path.name, options)]
    options.fix_base_link = True
    path = Path(robot_factory("FRANKA_PANDA_CFG")().spawn.asset_path)
    arm = gym.load_asset(sim, str(path.parent), path.name, options)
    return [arm, gym.create_box(sim, 0.6, 1.0, 0.05, options), gym.create_box(sim, 0.05, 0.05, 0.05)]


def create(gym: gymapi.Gym, sim: gymapi.Sim, assets: list[gymapi.Asset], num_envs: int, plain: bool) -> None:
    """Create the environments."""
    robot, *others = assets
    spacing = gymapi.Vec3(2.0, 2.0, 2.0)
    dof_properties = gym.get_asset_dof_properties(robot)
    shape_properties = gym.get_asset_rigid_shape_properties(robot)
    num_bodies = sum(gym.get_asset_rigid_body_count(asset) for asset in assets)
    num_shapes = sum(gym.get_asset_rigid_shape_count(asset) for asset in assets)
    rng = np.random.default_rng(0)
    for index in range(num_envs):
        env = gym.create_env(sim, gymapi.Vec3(-2.0, -2.0, 0.0), spacing, math.isqrt(num_envs))
        if not plain:
            gym.begin_aggregate(env, num_bodies, num_shapes, True)
            for shape in shape_properties:
                shape.friction = rng.uniform(0.5, 1.25)
            gym.set_asset_rigid_shape_properties(robot, shape_properties)
        actor = gym.create_actor(env, robot, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 0.75)), "robot", index, 0, 0)
        for number, asset in enumerate(others):
            pose = gymapi.Transform(gymapi.Vec3(0.6, 0.0, 0.2 + 0.1 * number))
            gym.create_actor(env, asset, pose, f"other{number}", index, 0, 0)
        if plain:
            continue
        gym.end_aggregate(env)
        gym.set_actor_dof_properties(env, actor, dof_properties)
        shapes = gym.get_actor_rigid_shape_properties(env, actor)
        for shape in shapes:
            shape.restitution = rng.uniform(0.0, 0.4)
        gym.set_actor_rigid_shape_properties(env, actor, shapes)
        bodies = gym.get_actor_rigid_body_properties(env, actor)
        bodies[0].mass *= rng.uniform(0.9, 1.1)
        gym.set_actor_rigid_body_properties(env, actor, bodies, recomputeInertia=True)
        for body in range(gym.get_actor_rigid_body_count(env, actor)):
            gym.set_rigid_body_color(env, actor, body, gymapi.MESH_VISUAL, gymapi.Vec3(0.9, 0.4, 0.1))


def memory_mb() -> float:
    """Memory that this process holds now [MB]."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def measure(scene: str, num_envs: int, device: str, plain: bool) -> dict[str, object]:
    """Seconds and memory of one scene."""
    gym = gymapi.acquire_gym()
    params = gymapi.SimParams()
    params.up_axis, params.gravity = gymapi.UP_AXIS_Z, gymapi.Vec3(0.0, 0.0, -9.81)
    params.use_gpu_pipeline = params.physx.use_gpu = device.startswith("cuda")
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    plane = gymapi.PlaneParams()
    plane.normal = gymapi.Vec3(0.0, 0.0, 1.0)
    gym.add_ground(sim, plane)
    before = memory_mb()
    start = time.perf_counter()
    assets = load(gym, sim, scene)
    loaded = time.perf_counter()
    create(gym, sim, assets, num_envs, plain)
    created = time.perf_counter()
    gym.prepare_sim(sim)
    gym.simulate(sim)
    gym.fetch_results(sim, True)
    ready = time.perf_counter()
    result = {
        "scene": scene,
        "num_envs": num_envs,
        "plain": plain,
        "load_s": round(loaded - start, 2),
        "create_s": round(created - loaded, 2),
        "prepare_s": round(ready - created, 2),
        "total_s": round(ready - start, 2),
        "memory_kb_per_env": round((memory_mb() - before) * 1024 / num_envs, 1),
    }
    gym.destroy_sim(sim)
    return result


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scene", choices=SCENES, nargs="+", default=list(SCENES))
    parser.add_argument("--num-envs", type=int, default=4096)
    parser.add_argument("--device", default="cuda:0" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--plain", action="store_true", help="create actors only; set no properties")
    parser.add_argument("--json", type=Path, help="file to write the results to")
    args = parser.parse_args()
    results = []
    for scene in args.scene:
        results.append(measure(scene, args.num_envs, args.device, args.plain))
        print(results[-1], flush=True)
    if args.json:
        write_results(args.json, results)


if __name__ == "__main__":
    main()
