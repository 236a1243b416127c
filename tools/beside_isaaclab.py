"""Run one of five programs for Isaac Lab 3.0.0 on Pippin and on the real one, and compare their states.

``python tools/beside_isaaclab.py robots FOLDER`` writes the robots' USD files, with Pippin.
``python tools/beside_isaaclab.py run PROGRAM FOLDER STATES.npz`` runs a program: once in each environment.
``python tools/beside_isaaclab.py compare PIPPIN.npz REAL.npz`` prints the largest differences.

The programs are those of a user of the release, with equal settings of the engine: an arm that pushes a cube with a
contact sensor, a hand, a walking robot with a height scan, a camera, and a collection of boxes that fall.
"""
# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

ROBOTS = {
    "arm": ("panda_description/urdf/panda.urdf", True),
    "hand": ("allegro_hand_description/urdf/allegro_right_hand.urdf", True),
    "scan": ("anymal_c_simple_description/urdf/anymal.urdf", False),
}
"""Descriptions of example-robot-data, and whether their base is fixed."""

PROGRAMS = ("arm", "hand", "scan", "camera", "collection")
STEPS_PER_TARGET = 20


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("robots").add_argument("folder", type=Path)
    run = commands.add_parser("run")
    run.add_argument("program", choices=PROGRAMS)
    run.add_argument("folder", type=Path)
    run.add_argument("states", type=Path)
    run.add_argument("--num-envs", type=int, default=4)
    run.add_argument("--steps", type=int, default=200)
    run.add_argument("--timed", type=int, default=0, help="further steps, whose time is taken")
    run.add_argument("--within-limits", action="store_true", help="a hand whose joints stay away from their limits")
    compare = commands.add_parser("compare")
    compare.add_argument("ours", type=Path)
    compare.add_argument("theirs", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "robots":
        write_robots(arguments.folder)
    elif arguments.command == "compare":
        print_differences(np.load(arguments.ours), np.load(arguments.theirs))
    else:
        run_program(arguments)


def write_robots(folder: Path) -> None:
    """Write the robots' USD files."""
    from pippin.robots.descriptions import example_robot_data
    from pippin.sim import SimulationCfg, SimulationContext
    from pippin.sim.converters import UrdfConverter, UrdfConverterCfg

    gains = UrdfConverterCfg.JointDriveCfg.PDGainsCfg(stiffness=80.0, damping=4.0)
    for name, (urdf, fix_base) in ROBOTS.items():
        with SimulationContext(SimulationCfg(device="cpu")):
            cfg = UrdfConverterCfg(
                asset_path=example_robot_data(urdf),
                usd_dir=str(folder),
                usd_file_name=f"{name}.usd",
                fix_base=fix_base,
                merge_fixed_joints=True,
                joint_drive=UrdfConverterCfg.JointDriveCfg(gains=gains),
            )
            UrdfConverter(cfg)


def run_program(arguments: argparse.Namespace) -> None:
    """Run a program of whichever ``isaaclab`` is imported, and save its states."""
    start = time.perf_counter()
    import torch

    import isaaclab.sim as sim_utils
    from isaaclab.scene import InteractiveScene
    from isaaclab_newton.physics import MJWarpSolverCfg, NewtonCfg

    solver = MJWarpSolverCfg(njmax=200, nconmax=60, cone="pyramidal", integrator="implicitfast")
    physics = NewtonCfg(solver_cfg=solver, num_substeps=1)
    sim = sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.005, device="cpu", physics=physics))
    cfg = scene_cfg(arguments.program, arguments.folder, arguments.num_envs)
    if arguments.within_limits:
        cfg.robot.init_state.joint_pos = {r"joint_(0|4|8)_0": 0.0, r"joint_(1|2|3|5|6|7|9|1\d)_0": 0.65}
    scene = InteractiveScene(cfg)
    sim.reset()
    ready = time.perf_counter() - start
    has_robot = arguments.program in ROBOTS
    targets = start_robot(scene["robot"], arguments.program, torch, arguments.within_limits) if has_robot else None
    rows: dict[str, list[np.ndarray]] = {}

    def step(index: int) -> None:
        if targets is not None:
            scene["robot"].set_joint_position_target_index(target=targets[index // STEPS_PER_TARGET % len(targets)])
        scene.write_data_to_sim()
        sim.step(render=arguments.program == "camera")
        scene.update(0.005)

    for index in range(arguments.steps):
        step(index)
        for name, value in states(scene, arguments.program).items():
            rows.setdefault(name, []).append(getattr(value, "torch", value).cpu().numpy().copy())
    joints = np.array(scene["robot"].joint_names if has_robot else [])
    arrays: dict[str, Any] = {name: np.stack(values) for name, values in rows.items()}
    np.savez(arguments.states, joints=joints, **arrays)
    wall, processor = time.perf_counter(), time.process_time()
    for index in range(arguments.timed):
        step(index)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    total = arguments.timed * arguments.num_envs
    speed = f"; {total / wall:,.0f} env steps/s, {total / processor:,.0f} per second of processor" if total else ""
    print(f"{arguments.program}: ready after {ready:.1f} s{speed}")
    sys.stdout.flush()
    os._exit(0)  # the real one may hang in its destructors


def start_robot(robot: Any, program: str, torch: Any, within_limits: bool = False) -> Any:
    """Bring a robot into its default pose; targets by time, of the same joints whatever their order."""
    default = robot.data.default_joint_pos.torch.clone()
    robot.write_joint_position_to_sim_index(position=default)
    robot.write_joint_velocity_to_sim_index(velocity=torch.zeros_like(default))
    noise = 0.2 * torch.randn((16, *default.shape), generator=torch.Generator().manual_seed(0))
    names = sorted(robot.joint_names)
    noise = noise[..., [names.index(name) for name in robot.joint_names]]
    noise *= {"arm": 0.1, "hand": 0.5 if within_limits else 1.0, "scan": 0.05}[program]
    noise[..., [index for index, name in enumerate(robot.joint_names) if "finger_joint" in name]] = 0.0
    if program == "arm":  # down, until it pushes the cube
        noise[..., robot.joint_names.index("panda_joint2")] += torch.linspace(0.0, 0.5, 16)[:, None]
    return default + noise


def states(scene: Any, program: str) -> dict[str, Any]:
    """What is compared."""
    found: dict[str, Any] = {}
    if program in ROBOTS:
        data = scene["robot"].data
        found |= {"joint_pos": data.joint_pos, "joint_vel": data.joint_vel, "root": data.root_link_pose_w}
    if program in ("arm", "camera"):
        found["cube"] = scene["cube"].data.root_link_pose_w
    if program == "arm":
        found["contact_force"] = scene["contact"].data.net_forces_w
    if program == "scan":
        found["hits"] = scene["scan"].data.ray_hits_w
    if program == "camera":
        found["depth"] = scene["camera"].data.output["distance_to_image_plane"]
    if program == "collection":
        found["boxes"] = scene["boxes"].data.body_link_pose_w
    return found


def scene_cfg(program: str, folder: Path, num_envs: int) -> Any:
    """Scene of a program."""
    import isaaclab.sim as sim_utils
    from isaaclab.actuators import IdealPDActuatorCfg, ImplicitActuatorCfg
    from isaaclab.assets import ArticulationCfg, AssetBaseCfg, RigidObjectCfg, RigidObjectCollectionCfg
    from isaaclab.scene import InteractiveSceneCfg
    from isaaclab.sensors import CameraCfg, ContactSensorCfg, RayCasterCfg, patterns
    from isaaclab_newton.renderers import NewtonWarpRendererCfg

    material = sim_utils.RigidBodyMaterialCfg(static_friction=1.0, dynamic_friction=1.0)

    def box(path: str, place: tuple, size: tuple, mass: float, turn: float = 0.0) -> Any:
        spawn = sim_utils.CuboidCfg(
            size=size,
            rigid_props=sim_utils.RigidBodyPropertiesCfg(),
            mass_props=sim_utils.MassPropertiesCfg(mass=mass),
            collision_props=sim_utils.CollisionPropertiesCfg(),
            physics_material=material,
            activate_contact_sensors=program == "arm",
        )
        pose = RigidObjectCfg.InitialStateCfg(pos=place, rot=(0.0, turn, 0.0, (1.0 - turn**2) ** 0.5))
        return RigidObjectCfg(prim_path=f"{{ENV_REGEX_NS}}/{path}", spawn=spawn, init_state=pose)

    def robot(actuator: Any, pose: dict[str, float], height: float) -> Any:
        return ArticulationCfg(
            prim_path="{ENV_REGEX_NS}/Robot",
            spawn=sim_utils.UsdFileCfg(
                usd_path=str(folder / f"{program}.usd"),
                articulation_props=sim_utils.ArticulationRootPropertiesCfg(enabled_self_collisions=False),
            ),
            init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, height), joint_pos=pose),
            actuators={"all": actuator},
        )

    def implicit(effort: float, stiffness: float, damping: float) -> Any:
        return ImplicitActuatorCfg(
            joint_names_expr=[".*"],
            effort_limit_sim=effort,
            velocity_limit_sim=1000.0,  # the real one's Newton backend does not enforce it
            stiffness=stiffness,
            damping=damping,
            armature=0.01,
        )

    cfg = InteractiveSceneCfg(num_envs=num_envs, env_spacing=3.0)
    if program != "hand":
        slab = sim_utils.CuboidCfg(
            size=(20.0, 20.0, 1.0), collision_props=sim_utils.CollisionPropertiesCfg(), physics_material=material
        )
        cfg.ground = AssetBaseCfg(
            prim_path="/World/ground", spawn=slab, init_state=AssetBaseCfg.InitialStateCfg(pos=(0.0, 0.0, -0.5))
        )
    if program == "arm":
        bent = {"panda_joint2": 0.3, "panda_joint4": -1.8, "panda_joint6": 2.1, "panda_finger_joint.*": 0.04}
        cfg.robot = robot(implicit(200.0, 400.0, 40.0), bent, 0.0)
        cfg.cube = box("Cube", (0.5, 0.0, 0.05), (0.1, 0.1, 0.1), 0.5)
        cfg.contact = ContactSensorCfg(prim_path="{ENV_REGEX_NS}/Cube")
    elif program == "hand":
        fingers = IdealPDActuatorCfg(
            joint_names_expr=[".*"],
            effort_limit=0.5,
            velocity_limit=1000.0,
            velocity_limit_sim=1000.0,
            stiffness=3.0,
            damping=0.1,
            armature=0.005,
            friction=0.01,
        )
        cfg.robot = robot(fingers, {".*": 0.3}, 0.5)
    elif program == "scan":
        stance = {".*HAA": 0.0, ".*F_HFE": 0.4, ".*H_HFE": -0.4, ".*F_KFE": -0.8, ".*H_KFE": 0.8}
        cfg.robot = robot(implicit(80.0, 80.0, 2.0), stance, 0.6)
        cfg.scan = RayCasterCfg(
            prim_path="{ENV_REGEX_NS}/Robot/base",
            offset=RayCasterCfg.OffsetCfg(pos=(0.0, 0.0, 20.0)),
            ray_alignment="yaw",
            pattern_cfg=patterns.GridPatternCfg(resolution=0.1, size=(1.6, 1.0)),
            mesh_prim_paths=["/World/ground"],
        )
    elif program == "camera":
        cfg.cube = box("Cube", (0.0, 0.0, 0.5), (0.4, 0.4, 0.4), 0.5, turn=0.2)
        cfg.camera = CameraCfg(
            prim_path="{ENV_REGEX_NS}/Camera",
            height=60,
            width=80,
            data_types=["distance_to_image_plane"],
            renderer_cfg=NewtonWarpRendererCfg(),
            spawn=sim_utils.PinholeCameraCfg(focal_length=24.0, clipping_range=(0.1, 20.0)),
            offset=CameraCfg.OffsetCfg(
                pos=(-2.0, 0.0, 1.0), rot=(0.0, 0.17364818, 0.0, 0.98480775), convention="world"
            ),
        )
    else:
        boxes = {
            f"box_{i}": box(
                f"Box_{i}", (0.05 * i, 0.02 * i, 0.2 + 0.25 * i), (0.1 + 0.05 * i, 0.1, 0.1), 0.5 + i, turn=0.1 * i
            )
            for i in range(4)
        }
        cfg.boxes = RigidObjectCollectionCfg(rigid_objects=boxes)
    return cfg


def print_differences(ours: Any, theirs: Any) -> None:
    """Print the largest differences after some steps, of joints by their names."""
    names, others = list(ours["joints"]), list(theirs["joints"])
    for key in (key for key in theirs.files if key != "joints"):
        first, second = ours[key], theirs[key]
        if key.startswith("joint_"):
            first = first[..., [names.index(name) for name in others]]
        both = np.isfinite(first) & np.isfinite(second)
        difference = np.where(both, np.abs(first - np.where(both, second, 0.0)), 0.0).reshape(len(first), -1)
        largest = {step: f"{difference[step - 1].max():.1e}" for step in (1, 10, 50, 100, 200) if step <= len(first)}
        close = f"{100 * (difference < 1e-4).mean():.1f} % within 1e-4"
        print(f"{key}: " + ", ".join(f"{value} after {step}" for step, value in largest.items()) + f"; {close}")


if __name__ == "__main__":
    main()
