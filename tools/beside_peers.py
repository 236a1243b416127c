"""Measures mjlab and Genesis beside Pippin, each in a process of its own, with each one's defaults.

``python tools/beside_peers.py velocity mjlab g1 --num-envs 4096`` steps the velocity task on a plane that mjlab ships
for a robot, with random actions; ``velocity pippin g1`` the one of the same robot in Pippin. Both step the physics four
times 5 ms for an action.

``python tools/beside_peers.py loop genesis ANYMAL.urdf`` steps a robot on a plane by 5 ms, with targets of its joints
that are noise around its stand, and reads joints and base after each step; ``loop pippin ANYMAL.urdf`` does the same
with the same file. Cones, solvers and iterations are each one's defaults.

A peer is on the path of its process (``pip install mjlab==1.6.0`` or ``genesis-world==1.4.5``), or Pippin is.
"""
# mypy: disable-error-code="import-untyped,import-not-found"

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

VELOCITY = {
    "g1": ("Mjlab-Velocity-Flat-Unitree-G1", "Isaac-Velocity-Flat-G1-v0"),
    "go1": ("Mjlab-Velocity-Flat-Unitree-Go1", "Isaac-Velocity-Flat-Unitree-Go1-v0"),
}
"""Ids of the tasks in mjlab and in Pippin."""

STAND = {"HAA": 0.0, "LF_HFE": 0.4, "RF_HFE": 0.4, "LH_HFE": -0.4, "RH_HFE": -0.4}
STAND |= {"LF_KFE": -0.8, "RF_KFE": -0.8, "LH_KFE": 0.8, "RH_KFE": 0.8}
"""How ANYmal stands: joint positions [rad] by the ends of names."""

HEIGHT = 0.6
"""Of ANYmal's base when it starts [m]."""

STIFFNESS, DAMPING, ARMATURE, EFFORT = 80.0, 2.0, 0.01, 80.0
"""Of all joints [N m/rad, N m s/rad, kg m^2, N m]."""

STEP = 0.005
"""Of the physics in a loop [s]."""

ROUNDS = 3
"""How often a program is timed; the best counts."""

Advance = Callable[[int], None]
Wait = Callable[[], float]


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", choices=["velocity", "loop"])
    parser.add_argument("peer", choices=["mjlab", "genesis", "pippin"])
    parser.add_argument("robot", help=f"robot of a velocity task ({', '.join(VELOCITY)}), or a URDF file of ANYmal")
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long a round is at least")
    arguments = parser.parse_args()
    programs: dict[tuple[str, str], Callable[[argparse.Namespace], tuple[Advance, Wait]]] = {
        ("velocity", "mjlab"): velocity_of_mjlab,
        ("velocity", "pippin"): velocity_of_pippin,
        ("loop", "genesis"): loop_of_genesis,
        ("loop", "pippin"): loop_of_pippin,
    }
    if (arguments.program, arguments.peer) not in programs:
        parser.error(f"{arguments.peer} has no {arguments.program}; there is {', '.join(map(' '.join, programs))}")
    start = time.perf_counter()
    advance, wait = programs[arguments.program, arguments.peer](arguments)
    advance(1)
    wait()
    ready = time.perf_counter() - start
    advance(100)
    wait()
    result = {
        "program": arguments.program,
        "peer": arguments.peer,
        "robot": Path(arguments.robot).stem,
        "num_envs": arguments.num_envs,
        "device": arguments.device,
        "ready_s": round(ready, 1),
        "env_steps_per_s": round(best_rate(advance, wait, arguments)),
        "mean_height_m": round(wait(), 4),
    }
    print(json.dumps(result), flush=True)
    os._exit(0)  # a peer may hang in its destructors


def best_rate(advance: Advance, wait: Wait, arguments: argparse.Namespace) -> float:
    """Steps of environments per second, the best of some rounds."""
    rates = []
    for _ in range(ROUNDS):
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < arguments.seconds:
            advance(10)
            wait()
            count += 10 * arguments.num_envs
        rates.append(count / (time.perf_counter() - start))
    return max(rates)


def velocity_of_mjlab(arguments: argparse.Namespace) -> tuple[Advance, Wait]:
    """Make mjlab's task; return what steps it, and what waits for it and gives the mean height of bases [m]."""
    import mjlab.tasks  # noqa: F401  (registers the tasks)
    from mjlab.envs import ManagerBasedRlEnv
    from mjlab.tasks.registry import load_env_cfg

    cfg = load_env_cfg(VELOCITY[arguments.robot][0])
    cfg.scene.num_envs = arguments.num_envs
    cfg.seed = 0
    env = ManagerBasedRlEnv(cfg=cfg, device=arguments.device)
    env.reset()
    width = env.action_manager.total_action_dim
    return stepped(env, width), lambda: float(env.scene["robot"].data.root_link_pos_w[:, 2].mean())


def velocity_of_pippin(arguments: argparse.Namespace) -> tuple[Advance, Wait]:
    """Make Pippin's task; return as the function above."""
    import gymnasium

    from pippin.tasks.registration import register_tasks
    from pippin.tasks.utils.parse_cfg import parse_env_cfg

    register_tasks()
    task = VELOCITY[arguments.robot][1]
    cfg: Any = parse_env_cfg(task, device=arguments.device, num_envs=arguments.num_envs)
    cfg.seed = 0
    env: Any = gymnasium.make(task, cfg=cfg).unwrapped
    env.reset()
    width = env.single_action_space.shape[0]
    return stepped(env, width), lambda: float(env.scene["robot"].data.root_link_pose_w.torch[:, 2].mean())


def stepped(env: Any, width: int) -> Advance:
    """Return a function that steps an environment a number of times, with random actions."""
    import torch

    actions = 2.0 * torch.rand(16, env.num_envs, width, device=env.device) - 1.0

    def advance(count: int) -> None:
        for index in range(count):
            env.step(actions[index % len(actions)])

    return advance


def loop_of_genesis(arguments: argparse.Namespace) -> tuple[Advance, Wait]:
    """Make Genesis' scene; return as the functions above."""
    import genesis
    import torch

    genesis.init(backend=genesis.cpu if arguments.device == "cpu" else genesis.gpu, logging_level="warning")
    scene = genesis.Scene(sim_options=genesis.options.SimOptions(dt=STEP), show_viewer=False)
    scene.add_entity(genesis.morphs.Plane())
    robot = scene.add_entity(genesis.morphs.URDF(file=arguments.robot, pos=(0.0, 0.0, HEIGHT)))
    scene.build(n_envs=arguments.num_envs)
    joints = [joint for joint in robot.joints if joint.n_dofs == 1]
    dofs = [joint.dofs_idx_local[0] for joint in joints]
    robot.set_dofs_kp([STIFFNESS] * len(dofs), dofs)
    robot.set_dofs_kv([DAMPING] * len(dofs), dofs)
    robot.set_dofs_armature([ARMATURE] * len(dofs), dofs)
    robot.set_dofs_force_range([-EFFORT] * len(dofs), [EFFORT] * len(dofs), dofs)
    stand = torch.tensor([stand_of(joint.name) for joint in joints], device=genesis.device)
    robot.set_dofs_position(stand.expand(arguments.num_envs, -1), dofs)
    targets = noisy(stand, arguments.num_envs)

    def advance(count: int) -> None:
        for index in range(count):
            robot.control_dofs_position(targets[index % len(targets)], dofs)
            scene.step()
            for read in (robot.get_dofs_position, robot.get_dofs_velocity, robot.get_pos, robot.get_quat):
                read()

    return advance, lambda: float(robot.get_pos()[:, 2].mean())


def loop_of_pippin(arguments: argparse.Namespace) -> tuple[Advance, Wait]:
    """Make Pippin's scene; return as the functions above."""
    from pippin import sim as sim_utils
    from pippin.actuators import ImplicitActuatorCfg
    from pippin.assets import ArticulationCfg, AssetBaseCfg
    from pippin.scene import InteractiveScene, InteractiveSceneCfg

    cfg: Any = InteractiveSceneCfg(num_envs=arguments.num_envs, env_spacing=2.5)
    cfg.ground = AssetBaseCfg(prim_path="/World/ground", spawn=sim_utils.GroundPlaneCfg())
    drive = ImplicitActuatorCfg(
        joint_names_expr=[".*"],
        stiffness=STIFFNESS,
        damping=DAMPING,
        armature=ARMATURE,
        effort_limit_sim=EFFORT,
    )
    cfg.robot = ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Robot",
        spawn=sim_utils.UrdfFileCfg(asset_path=arguments.robot, fix_base=False, joint_drive=None),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.0, 0.0, HEIGHT), joint_pos={f".*{end}": position for end, position in STAND.items()}
        ),
        actuators={"legs": drive},
    )
    sim = sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=STEP, device=arguments.device))
    scene = InteractiveScene(cfg)
    sim.reset()
    robot = scene["robot"]
    targets = noisy(robot.data.default_joint_pos.torch[0], arguments.num_envs)

    def advance(count: int) -> None:
        for index in range(count):
            robot.set_joint_position_target_index(target=targets[index % len(targets)])
            scene.write_data_to_sim()
            sim.step(render=False)
            scene.update(STEP)
            for values in (robot.data.joint_pos, robot.data.joint_vel, robot.data.root_link_pose_w):
                values.torch.data_ptr()

    return advance, lambda: float(robot.data.root_link_pose_w.torch[:, 2].mean())


def stand_of(joint: str) -> float:
    """Position of a joint where ANYmal stands [rad]; 0 for one that is not named."""
    return next((position for end, position in STAND.items() if joint.endswith(end)), 0.0)


def noisy(stand: Any, num_envs: int) -> Any:
    """Give 16 sets of targets around joint positions [rad], of shape (16, num_envs, joints)."""
    import torch

    noise = torch.randn(16, num_envs, len(stand), generator=torch.Generator().manual_seed(0))
    return stand + 0.1 * noise.to(stand.device)


if __name__ == "__main__":
    main()
