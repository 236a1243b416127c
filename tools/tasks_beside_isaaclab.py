"""Measures tasks of Isaac Lab 3.0.0 on Pippin and on the real one: the same program, and the same files of robots.

``python tools/tasks_beside_isaaclab.py robots FOLDER`` writes the robots' USD files, with Pippin.
``python tools/tasks_beside_isaaclab.py run TASK FOLDER --num-envs 64`` steps a task of whichever ``isaaclab`` is
imported, with random actions: once in each environment (``PIPPIN_ISAACLAB=3`` with Pippin).

The real one loads its robots and its ground from the internet, so that both get them from the folder: the ground is a
plane, as there, or by ``--ground cuboid`` a box. ANYmal has its simple motors, and the engine settings that the release
gives it on Newton.
"""
# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch

TASKS = {
    "cartpole": ("Isaac-Cartpole", "CARTPOLE_CFG"),
    "ant": ("Isaac-Ant", "ANT_CFG"),
    "go2": ("Isaac-Velocity-Flat-UnitreeGo2", "UNITREE_GO2_CFG"),
    "anymal": ("IsaacContrib-Velocity-Flat-AnymalC", "ANYMAL_C_CFG"),
    "g1": ("Isaac-Velocity-Flat-G1", "G1_MINIMAL_CFG"),
}
"""Ids of the tasks in the release, and their robots."""

GROUND = """#usda 1.0
(
    defaultPrim = "Ground"
    metersPerUnit = 1
    upAxis = "Z"
)
def Xform "Ground"
{
    def Plane "Plane" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        uniform token axis = "Z"
    }
}
"""

ROUNDS = 3
"""How often a task is timed; the best counts."""

NUM_PROFILED = 5
"""Steps whose kernels are recorded."""

NUM_PRINTED = 40
"""Kernels that are printed."""


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("robots").add_argument("folder", type=Path)
    run = commands.add_parser("run")
    run.add_argument("task", choices=TASKS)
    run.add_argument("folder", type=Path)
    run.add_argument("--num-envs", type=int, default=64)
    run.add_argument("--device", default="cpu")
    run.add_argument("--ground", choices=["plane", "cuboid"], default="plane")
    run.add_argument("--seconds", type=float, default=2.0, help="how long a round is at least")
    run.add_argument("--kernels", action="store_true", help="on a GPU: the time of each kernel in a step, too")
    arguments = parser.parse_args()
    if arguments.command == "run" and arguments.kernels and not arguments.device.startswith("cuda"):
        parser.error(f"--kernels needs a GPU, not --device {arguments.device}.")
    if arguments.command == "robots":
        write_robots(arguments.folder)
    else:
        run_task(arguments)


def write_robots(folder: Path) -> None:
    """Write the USD files of the robots and of the ground."""
    from pippin.robots import released
    from pippin.sim import SimulationCfg, SimulationContext
    from pippin.sim.converters import MjcfConverter, MjcfConverterCfg, UrdfConverter, UrdfConverterCfg

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ground.usda").write_text(GROUND)
    for name, (_, robot) in TASKS.items():
        spawn = getattr(released, robot).spawn
        files = {"asset_path": spawn.asset_path, "usd_dir": str(folder), "usd_file_name": f"{name}.usd"}
        with SimulationContext(SimulationCfg(device="cpu")):
            if not hasattr(spawn, "merge_fixed_joints"):
                MjcfConverter(MjcfConverterCfg(**files, fix_base=False, import_sites=True))
                continue
            kept = {field: getattr(spawn, field) for field in ("fix_base", "merge_fixed_joints", "joint_drive")}
            links = {} if spawn.keep_links is None else {"keep_links": spawn.keep_links}
            UrdfConverter(UrdfConverterCfg(**files, **kept, **links))


def run_task(arguments: argparse.Namespace) -> None:
    """Step a task, and print how fast that was."""
    start = time.perf_counter()
    import gymnasium
    import torch

    name = TASKS[arguments.task][0]
    env: Any = gymnasium.make(name, cfg=task_cfg(name, arguments)).unwrapped
    env.reset()
    random = torch.Generator().manual_seed(0)
    shape = (16, arguments.num_envs, env.single_action_space.shape[0])
    actions = (2.0 * torch.rand(shape, generator=random) - 1.0).to(arguments.device)

    def steps(count: int) -> torch.Tensor:
        for index in range(count):
            results = env.step(actions[index % len(actions)])
        return results[0]["policy"].sum().cpu()  # waits for the device

    steps(1)
    ready = time.perf_counter() - start
    steps(60)
    rates = []
    for _ in range(ROUNDS):
        wall, processor, count = time.perf_counter(), time.process_time(), 0
        while time.perf_counter() - wall < arguments.seconds:
            steps(10)
            count += 10 * arguments.num_envs
        rates.append((count / (time.perf_counter() - wall), count / (time.process_time() - processor)))
    result = {
        "isaaclab": "Pippin's" if type(env).__module__.startswith("pippin") else "the real one",
        "task": name,
        "num_envs": arguments.num_envs,
        "ground": arguments.ground,
        "device": arguments.device,
        "ready_s": round(ready, 1),
        "env_steps_per_s": round(max(rate for rate, _ in rates)),
        "env_steps_per_s_of_processor": round(max(rate for _, rate in rates)),
        "is_finite": bool(steps(1).isfinite()),
    }
    print(json.dumps(result), flush=True)
    if arguments.kernels:
        print_kernels(steps)
    os._exit(0)  # the real one may hang in its destructors


def print_kernels(steps: Callable[[int], torch.Tensor]) -> None:
    """Print what takes longest on the GPU in a step, by its own records.

    Kernels below conditions of a CUDA graph, where the real one has its solver's iterations, are not recorded.
    """
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CUDA], acc_events=True) as profiler:
        steps(NUM_PROFILED)
    kernels = [event for event in profiler.key_averages() if event.self_device_time_total > 0.0]
    print(f"{sum(event.self_device_time_total for event in kernels) / NUM_PROFILED / 1e3:.2f} ms a step:")
    for event in sorted(kernels, key=lambda event: -event.self_device_time_total)[:NUM_PRINTED]:
        milliseconds = event.self_device_time_total / NUM_PROFILED / 1e3
        print(f"{milliseconds:8.3f} ms in {event.count / NUM_PROFILED:6.1f} launches: {event.key}", flush=True)


def task_cfg(name: str, arguments: argparse.Namespace) -> Any:
    """Config of a task, with its robot and ground from files of this machine."""
    from isaaclab_tasks.utils import parse_env_cfg

    import isaaclab.sim as sim_utils
    import isaaclab_tasks  # noqa: F401  (registers the tasks)
    from isaaclab.assets import AssetBaseCfg
    from isaaclab_newton.physics import MJWarpSolverCfg, NewtonCfg

    cfg: Any = parse_env_cfg(name, device=arguments.device, num_envs=arguments.num_envs)
    cfg.seed = 0
    old = cfg.scene.robot.spawn
    cfg.scene.robot.spawn = sim_utils.UsdFileCfg(
        usd_path=str((arguments.folder / f"{arguments.task}.usd").resolve()),
        activate_contact_sensors=old.activate_contact_sensors,
        rigid_props=old.rigid_props,
        articulation_props=old.articulation_props,
    )
    ground = AssetBaseCfg(
        prim_path="/World/ground",
        spawn=sim_utils.UsdFileCfg(usd_path=str((arguments.folder / "ground.usda").resolve())),
    )
    if arguments.ground == "cuboid":
        ground.spawn = sim_utils.CuboidCfg(
            size=(2000.0, 2000.0, 1.0), collision_props=sim_utils.CollisionPropertiesCfg()
        )
        ground.init_state.pos = (0.0, 0.0, -0.5)
    setattr(cfg.scene, "terrain" if hasattr(cfg.scene, "terrain") else "ground", ground)
    if hasattr(cfg.scene, "sky_light"):
        cfg.scene.sky_light = None
    if arguments.task == "anymal":
        solver = MJWarpSolverCfg(njmax=120, nconmax=15, cone="elliptic", impratio=100.0)
        cfg.sim.physics = NewtonCfg(solver_cfg=solver, num_substeps=1)
        give_simple_motors(cfg)
    return cfg


def give_simple_motors(cfg: Any) -> None:
    """Drive ANYmal's legs by the motors that the release has beside its network, whose file is on NVIDIA's server."""
    from isaaclab.actuators import DCMotorCfg

    motor = DCMotorCfg(
        joint_names_expr=[".*"],
        saturation_effort=120.0,
        effort_limit=80.0,
        velocity_limit=7.5,
        stiffness={".*": 40.0},
        damping={".*": 5.0},
    )
    cfg.scene.robot.actuators = {"legs": motor}


if __name__ == "__main__":
    main()
