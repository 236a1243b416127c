"""What the older dialect of Isaac Lab costs: the same loop of control in ``omni.isaac.lab`` and in ``isaaclab``.

Each environment has an ant and two cubes, which are a collection. A step of control sets targets, steps the physics
once, reads what a policy observes (pose, velocities, gravity, joints), and puts a tenth of the environments back to
where they began. ``ratio`` is older / newer, so that 1.05 means 5 % slower.

``write`` lines compare writing poses of the cubes, by ids of half of the environments and by a mask, with one copy of
as many bytes on the device. Usage::

    python benchmarks/dialects.py --device cpu --num-envs 1024
    python benchmarks/dialects.py --device cuda:0 --num-envs 4096 --json results.json
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import warp as wp

from pippin_isaac import choose_isaaclab
from timing import seconds_a_call

choose_isaaclab(3)
OLDER, NEWER = "omni.isaac.lab", "isaaclab"


def make_scene(package: str, num_envs: int, device: str) -> tuple[Any, Any]:
    """Simulation and scene of ants and cubes, made with the names of a package, and playing."""
    sim, assets, scene = (importlib.import_module(f"{package}.{name}") for name in ("sim", "assets", "scene"))
    robots = importlib.import_module(f"{package}_assets")
    configclass = importlib.import_module(f"{package}.utils").configclass
    solid = {"rigid_props": sim.RigidBodyPropertiesCfg(), "mass_props": sim.MassPropertiesCfg(mass=1.0)}
    cube = assets.RigidObjectCfg(spawn=sim.CuboidCfg(size=(0.1, 0.1, 0.1), **solid))
    both = {name: cube.replace(prim_path=f"{{ENV_REGEX_NS}}/{name}") for name in ("Left", "Right")}

    @configclass
    class SceneCfg(scene.InteractiveSceneCfg):
        ground = assets.AssetBaseCfg(prim_path="/World/ground", spawn=sim.GroundPlaneCfg())
        robot = robots.ANT_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
        cubes = assets.RigidObjectCollectionCfg(rigid_objects=both)

    simulation = sim.SimulationContext(sim.SimulationCfg(dt=1.0 / 120.0, device=device, gravity=(0.0, 0.0, -9.81)))
    made = scene.InteractiveScene(SceneCfg(num_envs=num_envs, env_spacing=3.0))
    simulation.reset()
    return simulation, made


def older_control(simulation: Any, scene: Any) -> Callable[[], torch.Tensor]:
    """A step of control as programs of the older dialect write it."""
    robot = scene["robot"]
    targets = robot.data.default_joint_pos.clone()
    some = torch.arange(0, scene.num_envs, 10, device=scene.device)

    def control() -> torch.Tensor:
        robot.set_joint_position_target(targets)
        scene.write_data_to_sim()
        simulation.step(render=False)
        scene.update(simulation.get_physics_dt())
        data = robot.data
        state = data.root_state_w
        seen = (
            state,
            data.root_lin_vel_b,
            data.root_ang_vel_b,
            data.projected_gravity_b,
            data.joint_pos,
            data.joint_vel,
        )
        observed = torch.cat(seen, dim=-1)
        start = data.default_root_state[some]
        start[:, :3] += scene.env_origins[some]
        robot.write_root_state_to_sim(start, some)
        return observed

    return control


def newer_control(simulation: Any, scene: Any) -> Callable[[], torch.Tensor]:
    """The same step of control with the names of version 3."""
    robot = scene["robot"]
    targets = robot.data.default_joint_pos.torch.clone()
    some = torch.arange(0, scene.num_envs, 10, device=scene.device)

    def control() -> torch.Tensor:
        robot.set_joint_position_target_index(target=targets)
        scene.write_data_to_sim()
        simulation.step(render=False)
        scene.update(simulation.get_physics_dt())
        data = robot.data
        seen = (data.root_link_pose_w, data.root_com_vel_w, data.root_lin_vel_b, data.root_ang_vel_b)
        more = (data.projected_gravity_b, data.joint_pos, data.joint_vel)
        observed = torch.cat([array.torch for array in (*seen, *more)], dim=-1)
        pose, velocity = data.default_root_pose.torch[some], data.default_root_vel.torch[some]
        pose[:, :3] += scene.env_origins[some]
        robot.write_root_pose_to_sim_index(root_pose=pose, env_ids=some)
        robot.write_root_velocity_to_sim_index(root_velocity=velocity, env_ids=some)
        return observed

    return control


def measure_control(num_envs: int, device: str, repeat: int) -> dict[str, float]:
    """Best times of a step of control in both dialects."""
    best = {}
    for package, make in ((NEWER, newer_control), (OLDER, older_control)):
        simulation, scene = make_scene(package, num_envs, device)
        control = make(simulation, scene)
        seconds_a_call(control, 10, device)
        best[package] = min(seconds_a_call(control, repeat, device) for _ in range(3))
        simulation.clear_instance()
    return {"newer_s": best[NEWER], "older_s": best[OLDER], "ratio": best[OLDER] / best[NEWER]}


def measure_writes(num_envs: int, device: str, repeat: int) -> dict[str, float]:
    """Times of writing poses of a collection, and of a copy of as many bytes."""
    simulation, scene = make_scene(NEWER, num_envs, device)
    cubes = scene["cubes"]
    half = torch.arange(0, num_envs, 2, device=device)
    poses = cubes.data.body_link_pose_w.torch.clone()
    some = poses[half].contiguous()
    mask = wp.array([row % 2 == 0 for row in range(num_envs)], dtype=wp.bool, device=device)
    target = torch.empty_like(some)
    calls = {
        "copy_s": lambda: target.copy_(some),
        "index_s": lambda: cubes.write_body_pose_to_sim_index(body_poses=some, env_ids=half),
        "mask_s": lambda: cubes.write_body_pose_to_sim_mask(body_poses=poses, env_mask=mask),
    }
    times = {}
    for name, call in calls.items():
        seconds_a_call(call, 5, device)
        times[name] = min(seconds_a_call(call, repeat, device) for _ in range(3))
    simulation.clear_instance()
    return times


def main() -> None:
    """Measure, print, and write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--num-envs", type=int, default=1024)
    parser.add_argument("--repeat", type=int, default=50)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    results = {
        "control": measure_control(args.num_envs, args.device, args.repeat),
        "write": measure_writes(args.num_envs, args.device, args.repeat),
    }
    for name, numbers in results.items():
        parts = [
            f"{key} {value:.3f}" if key == "ratio" else f"{key[:-2]} {value * 1e6:.0f} us"
            for key, value in numbers.items()
        ]
        print(f"{name}: {args.num_envs} environments on {args.device}: {', '.join(parts)}")
    if args.json:
        args.json.write_text(json.dumps({"device": args.device, "num_envs": args.num_envs, **results}, indent=2))


if __name__ == "__main__":
    main()
