"""How much of the bare engine's speed a user's control loop keeps.

Every step of the loop does what a reinforcement-learning environment does: joint targets are set (thrust targets of the
quadrotor ``iris``), ``write_data_to_sim``, ``step``, ``update``, and joint positions, joint velocities and the root
state are read. The reference is the engine alone, on the same compiled model, from the same state, with the same engine
steps per call:

- on a CPU ``mujoco.rollout`` with as many threads, in calls of 20 steps (no Python between them);
- on a GPU ``mujoco_warp.step`` as a captured CUDA graph, replayed.

Both sides run in one process and in turn; the best of each counts. Usage::

    python benchmarks/step_loop.py --robot ant --num-envs 512 4096
    python benchmarks/step_loop.py --robot anymal --device cuda:0 --num-envs 4096 16384
"""

from __future__ import annotations

import argparse
import copy
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np
import torch
import warp as wp
from mujoco import rollout

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import Articulation, ArticulationCfg, Multirotor, MultirotorCfg
from pippin.physics.backends.capacity import estimate_capacity
from pippin.physics.scene import PhysicsScene
from pippin.robots import robot_factory
from pippin.scene import InteractiveScene, InteractiveSceneCfg, TerrainImporterCfg
from pippin.sim import SimulationCfg, SimulationContext, UrdfFileCfg
from pippin.sim.converters import UrdfConverterCfg
from timing import seconds_a_call, write_results

ROBOTS = {
    "ant": ("ANT_CFG", 1.0 / 120.0),
    "anymal": ("ANYMAL_C_CFG", 0.005),
    "go2": ("UNITREE_GO2_CFG", 0.005),
    "iris": ("IRIS_CFG", 0.005),
}
ROLLOUT_STEPS = 20
SETTLING_STEPS = 100


def robot_cfg(robot: str) -> ArticulationCfg:
    """Config of a robot whose drives are the engine's own, with gains that are in the model already.

    So that the bare engine, which knows nothing of actuator models, simulates the same.
    """
    cfg = robot_factory(ROBOTS[robot][0])()
    if isinstance(cfg.spawn, UrdfFileCfg) and not isinstance(cfg, MultirotorCfg):
        (group,) = cfg.actuators.values()
        drive = UrdfConverterCfg.JointDriveCfg
        cfg.spawn.joint_drive = drive(gains=drive.PDGainsCfg(stiffness=group.stiffness, damping=group.damping))
        cfg.actuators = {"legs": ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=None, damping=None)}
    return cfg.replace(prim_path="/World/envs/env_.*/Robot")


def make_scene(simulation: SimulationContext, robot: str, num_envs: int) -> tuple[InteractiveScene, Articulation]:
    """Robots on a plane, ready to step."""
    scene = InteractiveScene(InteractiveSceneCfg(num_envs=num_envs, env_spacing=3.0))
    terrain = TerrainImporterCfg(prim_path="/World/ground", terrain_type="plane", env_spacing=3.0, num_envs=num_envs)
    terrain.class_type(terrain, device=simulation.device)
    cfg = robot_cfg(robot)
    articulation = cfg.class_type(cfg)
    scene.articulations["robot"] = articulation
    simulation.reset()
    return scene, articulation


def user_loop(simulation: SimulationContext, scene: InteractiveScene, articulation: Articulation) -> Callable[[], None]:
    """One step of a user's control loop."""
    is_multirotor = isinstance(articulation, Multirotor)
    data = articulation.data
    targets = data.thrust_target.clone() if is_multirotor else data.default_joint_pos.torch.clone()
    dt = simulation.get_physics_dt()

    def step() -> None:
        if is_multirotor:
            articulation.set_thrust_target(targets)
        else:
            articulation.set_joint_position_target_index(target=targets)
        scene.write_data_to_sim()
        simulation.step(render=False)
        scene.update(dt)
        _ = data.joint_pos.torch, data.joint_vel.torch, data.root_link_pose_w.torch, data.root_com_vel_w.torch

    return step


def bare_rollout(physics: PhysicsScene) -> tuple[Callable[[], None], int]:
    """Native MuJoCo alone from the scene's present state; returns the call and the engine steps it makes."""
    worlds = physics.backend.worlds[0]
    model, count = worlds.model, worlds.num_worlds
    threads = physics.settings.threads or os.cpu_count() or 1
    data = [mujoco.MjData(model) for _ in range(threads)]
    size = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    state = np.zeros((count, size))
    one = data[0]
    for world in range(count):
        one.qpos[:] = worlds.qpos.numpy()[world]
        one.qvel[:] = worlds.qvel.numpy()[world]
        mujoco.mj_getState(model, one, state[world], mujoco.mjtState.mjSTATE_FULLPHYSICS)
    steps = ROLLOUT_STEPS * physics.settings.substeps
    states = np.zeros((count, steps, size))
    sensors = np.zeros((count, steps, model.nsensordata))
    spec = mujoco.mjtState.mjSTATE_CTRL | mujoco.mjtState.mjSTATE_XFRC_APPLIED
    control = np.concatenate([worlds.ctrl.numpy(), worlds.xfrc_applied.numpy().reshape(count, -1)], axis=1)
    control = np.repeat(control[:, None].astype(float), steps, axis=1)
    pool = rollout.Rollout(nthread=threads)
    warm_start = np.zeros((count, model.nv))

    def run() -> None:
        pool.rollout(
            [model] * count,
            data,
            state,
            control,
            control_spec=int(spec),
            skip_checks=True,
            nstep=steps,
            state=states,
            sensordata=sensors,
            initial_warmstart=warm_start,
        )
        state[:] = states[:, -1]

    return run, ROLLOUT_STEPS


def bare_graph(physics: PhysicsScene) -> tuple[Callable[[], None], int]:
    """MuJoCo Warp alone as a CUDA graph, from the scene's present state."""
    import mujoco_warp

    worlds = physics.backend.worlds[0]
    with wp.ScopedDevice(physics.device):
        native = copy.copy(worlds.model)
        native.opt.disableflags &= ~int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)  # which MuJoCo Warp does not know
        model = mujoco_warp.put_model(native)
        room = estimate_capacity(worlds.model)
        data = mujoco_warp.make_data(worlds.model, worlds.num_worlds, nconmax=room.contacts, njmax=room.constraints)
        wp.copy(data.qpos, worlds.qpos)
        wp.copy(data.qvel, worlds.qvel)
        wp.copy(data.ctrl, worlds.ctrl)
        wp.copy(data.xfrc_applied, worlds.xfrc_applied)
        mujoco_warp.step(model, data)
        with wp.ScopedCapture() as capture:
            for _ in range(physics.settings.substeps):
                mujoco_warp.step(model, data)
    done = wp.Event(physics.device)
    kept = (model, data)  # the graph works on their arrays

    def run(kept: object = kept) -> None:
        wp.synchronize_event(done)  # faster than launches that queue up; see WarpBackend
        wp.capture_launch(capture.graph)
        wp.record_event(done)

    wp.record_event(done)
    return run, 1


def measure(
    robot: str, num_envs: int, device: str, substeps: int | None, cone: str | None, duration: float
) -> dict[str, object]:
    """Environment steps per second of the loop and of the bare engine, in turn, best of three each."""
    begin = time.perf_counter()
    cfg = SimulationCfg(dt=ROBOTS[robot][1], device=device, substeps=substeps)
    cfg.solver.cone = cone or cfg.solver.cone
    with SimulationContext(cfg) as simulation:
        scene, articulation = make_scene(simulation, robot, num_envs)
        loop = user_loop(simulation, scene, articulation)
        loop()
        wp.synchronize_device(device)
        ready = time.perf_counter() - begin
        for _ in range(SETTLING_STEPS):
            loop()
        physics = simulation.physics
        assert isinstance(physics, PhysicsScene)
        bare, bare_steps = bare_graph(physics) if device.startswith("cuda") else bare_rollout(physics)
        bare()
        calls = max(5, int(duration / seconds_a_call(loop, 5, device)))
        bare_calls = max(2, calls // bare_steps)
        times = [(seconds_a_call(loop, calls, device), seconds_a_call(bare, bare_calls, device)) for _ in range(3)]
        for state in (articulation.data.joint_pos, articulation.data.root_com_vel_w):
            assert torch.isfinite(state.torch).all(), "the simulation diverged"
    loop_rate = num_envs / min(t for t, _ in times)
    bare_rate = num_envs * bare_steps / min(t for _, t in times)
    return {
        "robot": robot,
        "num_envs": num_envs,
        "device": device,
        "dt": cfg.dt,
        "substeps": physics.settings.substeps,
        "cone": physics.settings.cone,
        "ready_s": round(ready, 2),
        "loop_env_steps_per_s": round(loop_rate),
        "bare_env_steps_per_s": round(bare_rate),
        "ratio": round(loop_rate / bare_rate, 3),
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def main() -> None:
    """Measure and print; write the results as JSON if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robot", choices=ROBOTS, default="ant")
    parser.add_argument("--num-envs", type=int, nargs="+", default=[512, 4096])
    parser.add_argument("--device", default="cuda:0" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--substeps", type=int, default=None, help="engine steps per step (default: Pippin's choice)")
    parser.add_argument("--cone", choices=("pyramidal", "elliptic"), help="friction cone (default: Pippin's choice)")
    parser.add_argument("--duration", type=float, default=4.0, help="seconds that each measurement takes")
    parser.add_argument("--json", type=Path, help="file to write the results to")
    args = parser.parse_args()
    results = [measure(args.robot, n, args.device, args.substeps, args.cone, args.duration) for n in args.num_envs]
    for result in results:
        print(result)
    if args.json:
        write_results(args.json, results)


if __name__ == "__main__":
    main()
