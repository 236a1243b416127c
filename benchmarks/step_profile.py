"""Where the time of an engine step goes, kernel by kernel, and how far it is from what the chip can do.

For each robot, cone and number of environments: the time of a captured step of bare MuJoCo Warp (with its contact
sensors) and of Pippin's step (its own constraint solver and contact forces), how far their accelerations are apart, and
with ``--kernels`` the time of each kernel. The roofline is the time that a copy of the bytes of the state and of the
constraints takes, each read and written once.

Robots are built by Pippin; ``--save FOLDER`` keeps the compiled models, and ``--load FOLDER`` takes them from there,
for machines without robot descriptions. Usage::

    python benchmarks/step_profile.py --robots ant anymal --num-envs 4096 16384 --cones elliptic pyramidal --kernels
"""

from __future__ import annotations

import argparse
import copy
import importlib.util
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import mujoco
import mujoco_warp as mjw
import numpy as np
import torch
import warp as wp

from pippin.physics.backends.capacity import Capacity, estimate_capacity
from pippin.physics.backends.net_contact_forces import NetContactForces
from pippin.physics.backends.warp_step import step_function
from timing import write_results

SHADOW_HAND = "envs/assets/hand/reach.xml"
"""The hand's MJCF in the package gymnasium-robotics (``pip install gymnasium-robotics``)."""


class Subject(NamedTuple):
    """What is measured: a robot on a plane, and cubes beside it."""

    description: str
    """Config or file."""
    step: float
    """Time step [s]."""
    gains: tuple[float, float] | None = None
    """Gains [N m/rad, N m s/rad] of a robot whose actuators are not the engine's own."""
    cubes: tuple[tuple[float, float, float], ...] = ()
    """Where cubes of 5 cm and 100 g begin, in the world's frame [m]."""


ROBOTS = {
    "ant": Subject("ANT_CFG", 1.0 / 120.0),
    "anymal": Subject("ANYMAL_C_CFG", 0.005, (80.0, 2.0)),
    "go2": Subject("UNITREE_GO2_CFG", 0.005, (25.0, 0.5)),
    "g1": Subject("UNITREE_G1_CFG", 0.005),
    "humanoid": Subject("HUMANOID_CFG", 1.0 / 120.0),
    "panda": Subject("FRANKA_PANDA_CFG", 1.0 / 120.0),
    "panda_cubes": Subject(
        "FRANKA_PANDA_CFG", 1.0 / 120.0, cubes=((0.5, 0.0, 0.025), (0.5, 0.0, 0.076), (0.5, 0.2, 0.025))
    ),
    "shadow_hand": Subject(SHADOW_HAND, 1.0 / 120.0),
    "shadow_hand_cube": Subject(SHADOW_HAND, 1.0 / 120.0, cubes=((1.0, 0.87, 0.2),)),
}
"""The hand's palm looks up, below the cube, as in that package's tasks."""

SETTLING_STEPS = 200
CONES = {"elliptic": (mujoco.mjtCone.mjCONE_ELLIPTIC, 10.0), "pyramidal": (mujoco.mjtCone.mjCONE_PYRAMIDAL, 1.0)}
INTEGRATORS = {"implicitfast": mujoco.mjtIntegrator.mjINT_IMPLICITFAST, "euler": mujoco.mjtIntegrator.mjINT_EULER}


def compile_robot(robot: str) -> tuple[mujoco.MjModel, np.ndarray]:
    """Model of a robot on a plane, and of its cubes, as Pippin builds it, and its initial coordinates."""
    from pippin.physics.scene import PhysicsScene
    from pippin.robots import robot_factory
    from pippin.scene import InteractiveScene, InteractiveSceneCfg, TerrainImporterCfg
    from pippin.sim import SimulationCfg, SimulationContext

    subject = ROBOTS[robot]
    with SimulationContext(SimulationCfg(dt=subject.step, device="cpu")) as simulation:
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=1, env_spacing=3.0))
        terrain = TerrainImporterCfg(prim_path="/World/ground", terrain_type="plane", env_spacing=3.0, num_envs=1)
        terrain.class_type(terrain, device=simulation.device)
        cfg = shadow_hand_cfg() if subject.description == SHADOW_HAND else robot_factory(subject.description)()
        cfg = cfg.replace(prim_path="/World/envs/env_.*/Robot")
        scene.articulations["robot"] = cfg.class_type(cfg)
        for number, position in enumerate(subject.cubes):
            cube = cube_cfg(f"/World/envs/env_.*/Cube{number}", position)
            scene.rigid_objects[f"cube{number}"] = cube.class_type(cube)
        simulation.reset()
        scene.write_data_to_sim()
        physics = simulation.physics
        assert isinstance(physics, PhysicsScene)
        worlds = physics.backend.worlds[0]
        # The drives' gains are parameters of each environment, which the model alone does not have.
        model = copy.copy(worlds.model)
        for name in ("actuator_biasprm", "actuator_forcerange", "dof_armature"):
            getattr(model, name)[...] = worlds.parameter(name).numpy()[0].reshape(getattr(model, name).shape)
        if subject.gains:
            model.actuator_biasprm[:, 1:3] = -np.array(subject.gains)
        return model, worlds.qpos.numpy()[0].astype(float)


def cube_cfg(prim_path: str, position: tuple[float, float, float]) -> Any:
    """Config of a cube that begins at a position in the world's frame [m]."""
    from pippin.assets import RigidObjectCfg
    from pippin.sim import CollisionPropertiesCfg, CuboidCfg, MassPropertiesCfg, RigidBodyPropertiesCfg

    spawn = CuboidCfg(
        size=(0.05, 0.05, 0.05),
        rigid_props=RigidBodyPropertiesCfg(),
        collision_props=CollisionPropertiesCfg(),
        mass_props=MassPropertiesCfg(mass=0.1),
    )
    return RigidObjectCfg(prim_path=prim_path, spawn=spawn, init_state=RigidObjectCfg.InitialStateCfg(pos=position))


def shadow_hand_cfg() -> Any:
    """Config of the Shadow hand, whose drives are those of its file."""
    from pippin.actuators import ImplicitActuatorCfg
    from pippin.assets import ArticulationCfg
    from pippin.sim import MjcfFileCfg

    package = importlib.util.find_spec("gymnasium_robotics")
    if package is None or package.origin is None:
        raise ModuleNotFoundError(
            "The Shadow hand's file is in the package gymnasium-robotics, which is not installed."
        )
    drives = ImplicitActuatorCfg(joint_names_expr=[".*"], stiffness=None, damping=None)
    spawn = MjcfFileCfg(asset_path=str(Path(package.origin).parent / SHADOW_HAND), fix_base=True, import_sites=False)
    return ArticulationCfg(prim_path="", spawn=spawn, actuators={"drives": drives})


def load_robot(folder: Path, robot: str) -> tuple[mujoco.MjModel, np.ndarray, Capacity]:
    """What :func:`save_robot` wrote."""
    numbers = np.load(folder / f"{robot}.npz")
    model = mujoco.MjModel.from_binary_path(str(folder / f"{robot}.mjb"))
    return model, numbers["qpos"], Capacity(*(int(value) for value in numbers["capacity"]))


def save_robot(folder: Path, robot: str) -> None:
    """Write a compiled model with its initial coordinates and the room that it needs."""
    folder.mkdir(parents=True, exist_ok=True)
    model, qpos = compile_robot(robot)
    mujoco.mj_saveModel(model, str(folder / f"{robot}.mjb"))
    capacity = largest_capacity(model)
    np.savez(folder / f"{robot}.npz", qpos=qpos, capacity=[capacity.contacts, capacity.constraints])


def largest_capacity(model: mujoco.MjModel) -> Capacity:
    """Room that a model needs with either cone."""
    needs = []
    for cone, _ in CONES.values():
        model.opt.cone = cone
        needs.append(estimate_capacity(model))
    return Capacity(max(need.contacts for need in needs), max(need.constraints for need in needs))


class Engine:
    """Environments of one robot on MuJoCo Warp, stepped by either step function, captured."""

    def __init__(self, model: mujoco.MjModel, qpos: np.ndarray, room: Capacity, num_envs: int, own: bool) -> None:
        random = np.random.default_rng(0)
        model.opt.disableflags &= ~int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
        model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_NATIVECCD)
        model = copy.copy(model)
        device = wp.get_device()
        self._net_forces = NetContactForces(model, device) if own else None
        self.model = mjw.put_model(model)
        self.model.opt.warn_overflow = 0
        self.model.sensor_rne_postconstraint = False  # as Pippin's backend, where nobody reads wrenches of joints
        self.data = mjw.make_data(model, num_envs, nconmax=room.contacts, njmax=room.constraints)
        self.step = step_function(model, self.model, self.data) if own else mjw.step
        self.data.qpos.assign(np.tile(qpos, (num_envs, 1)))
        hinges = model.jnt_type >= int(mujoco.mjtJoint.mjJNT_SLIDE)
        self._targets = np.tile(qpos[model.jnt_qposadr[hinges]], (num_envs, 1))
        stiffness = -model.actuator_biasprm[:, 1] if model.nu else np.zeros(0)
        noise = random.normal(size=self._targets.shape)
        efforts = np.where(stiffness > 0.0, (self._targets + 0.1 * noise) * stiffness, 5.0 * noise)
        self.data.ctrl.assign(efforts.astype(np.float32))
        self._launch()
        with wp.ScopedCapture() as capture:
            self._launch()
        self._graph = capture.graph

    def _launch(self) -> None:
        self.step(self.model, self.data)
        if self._net_forces is not None and self._net_forces.are_measured:
            self._net_forces.launch(self.data)

    def run(self, count: int) -> float:
        """Time of a step [s]."""
        done = wp.Event()
        wp.synchronize()
        begin = time.perf_counter()
        wp.record_event(done)
        for _ in range(count):
            wp.synchronize_event(done)
            wp.capture_launch(self._graph)
            wp.record_event(done)
        wp.synchronize()
        return (time.perf_counter() - begin) / count

    def kernel_times(self) -> dict[str, float]:
        """Time of each kernel in a step that is launched kernel by kernel [s]."""
        times: dict[str, float] = defaultdict(float)
        self.model.opt.graph_conditional = False
        iterations, self.model.opt.iterations = self.model.opt.iterations, 8
        with wp.ScopedTimer(
            "", print=False, cuda_filter=wp.TIMING_KERNEL | wp.TIMING_MEMSET, synchronize=True
        ) as timer:
            self._launch()
        self.model.opt.graph_conditional, self.model.opt.iterations = True, iterations
        for result in timer.timing_results:
            times[result.name.removeprefix("forward kernel ")] += 1e-3 * result.elapsed
        return times


def largest_difference(one: Engine, other: Engine) -> float:
    """Largest difference of the accelerations that two engines find in the same state, relative to the largest one."""
    for name in ("qpos", "qvel", "ctrl", "qacc_warmstart"):
        wp.copy(getattr(other.data, name), getattr(one.data, name))
    mjw.forward(other.model, other.data)
    one.step(one.model, one.data)
    theirs, ours = other.data.qacc.numpy(), one.data.qacc.numpy()
    scale = 1.0 + np.abs(theirs).max(axis=1)
    return float(np.median(np.abs(ours - theirs).max(axis=1) / scale))


def copy_rate() -> float:
    """Bytes read and written in a second by a copy on the device."""
    source = torch.empty(1 << 28, device="cuda")
    target = torch.empty_like(source)
    torch.cuda.synchronize()
    begin = time.perf_counter()
    for _ in range(10):
        target.copy_(source)
    torch.cuda.synchronize()
    return 10 * 2 * 4 * source.numel() / (time.perf_counter() - begin)


def measure(
    robot: str, args: argparse.Namespace, num_envs: int, cone: str, integrator: str, rate: float
) -> dict[str, object]:
    """Times of one robot with one cone and one number of environments."""
    if args.load:
        model, qpos, room = load_robot(args.load, robot)
    else:
        model, qpos = compile_robot(robot)
        room = largest_capacity(model)
    model.opt.cone, model.opt.impratio = CONES[cone]
    model.opt.integrator = INTEGRATORS[integrator]
    own, bare = (Engine(model, qpos, room, num_envs, is_own) for is_own in (True, False))
    for engine in (own, bare):
        engine.run(SETTLING_STEPS)
    times = [(own.run(args.steps), bare.run(args.steps)) for _ in range(3)]
    rows = float(own.data.nefc.numpy().mean())
    bytes_moved = num_envs * 4 * (model.nq + 2 * model.nv + 2 * rows * model.nv)
    result: dict[str, object] = {
        "robot": robot,
        "num_envs": num_envs,
        "cone": cone,
        "integrator": integrator,
        "own_us": round(1e6 * min(one for one, _ in times)),
        "bare_us": round(1e6 * min(two for _, two in times)),
        "rows": round(rows, 1),
        "iterations": [round(float(engine.data.solver_niter.numpy().mean()), 2) for engine in (own, bare)],
        "heights": [round(float(np.nanmean(engine.data.qpos.numpy()[:, 2])), 4) for engine in (own, bare)],
        "roofline_us": round(1e6 * bytes_moved / rate, 1),
        "steps_per_s": round(num_envs / min(one for one, _ in times)),
    }
    result["speedup"] = round(float(result["bare_us"]) / float(result["own_us"]), 2)
    result["difference"] = largest_difference(own, bare)
    if args.kernels:
        for name, engine in (("own", own), ("bare", bare)):
            shares = sorted(engine.kernel_times().items(), key=lambda item: -item[1])
            total = sum(seconds for _, seconds in shares)
            result[f"{name}_kernels"] = [(kernel, round(1e6 * seconds, 1)) for kernel, seconds in shares[:16]]
            result[f"{name}_kernels_total_us"] = round(1e6 * total)
    return result


def main() -> None:
    """Measure and print; write the results as JSON if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", nargs="+", choices=ROBOTS, default=list(ROBOTS))
    parser.add_argument("--num-envs", type=int, nargs="+", default=[4096, 16384])
    parser.add_argument("--cones", nargs="+", choices=CONES, default=list(CONES))
    parser.add_argument("--integrator", choices=INTEGRATORS, default="implicitfast")
    parser.add_argument("--steps", type=int, default=200, help="steps of each of three turns")
    parser.add_argument("--kernels", action="store_true", help="print the time of each kernel")
    parser.add_argument("--save", type=Path, help="only write the compiled models to this folder")
    parser.add_argument("--load", type=Path, help="take compiled models from this folder")
    parser.add_argument("--json", type=Path, help="file to write the results to")
    args = parser.parse_args()
    if args.save:
        for robot in args.robots:
            save_robot(args.save, robot)
        return
    wp.config.quiet = True
    results = []
    with wp.ScopedDevice("cuda:0"):
        rate = copy_rate()
        for robot in args.robots:
            for cone in args.cones:
                for num_envs in args.num_envs:
                    results.append(measure(robot, args, num_envs, cone, args.integrator, rate))
                    print(results[-1], flush=True)
    if args.json:
        write_results(args.json, results)


if __name__ == "__main__":
    main()
