"""What contact sensors cost: steps of two stacked boxes without any, with net forces, and with forces by partner.

All kinds step the same boxes in one process, in turn, and the best of three counts. The sensors of the boxes are read
in each step. Usage::

    python benchmarks/contact_sensors.py --num-envs 512 4096
    python benchmarks/contact_sensors.py --device cuda:0 --num-envs 4096
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import torch
import warp as wp

from pippin.assets import RigidObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg, TerrainImporterCfg
from pippin.sensors import ContactSensorCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    MassPropertiesCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
)
from pippin.utils import configclass
from timing import write_results

BOTTOM, TOP, GROUND = "{ENV_REGEX_NS}/Bottom", "{ENV_REGEX_NS}/Top", "/World/ground"
PARTNERS = {"track_friction_forces": True, "track_contact_points": True}
KINDS: dict[str, dict[str, ContactSensorCfg]] = {
    "none": {},
    "net": {"bottom": ContactSensorCfg(prim_path=BOTTOM), "top": ContactSensorCfg(prim_path=TOP)},
    "partners": {
        "bottom": ContactSensorCfg(prim_path=BOTTOM, filter_prim_paths_expr=[GROUND, TOP], **PARTNERS),
        "top": ContactSensorCfg(prim_path=TOP, filter_prim_paths_expr=[BOTTOM], **PARTNERS),
    },
}
DT = 0.005


def box(path: str, height: float, is_sensed: bool) -> RigidObjectCfg:
    """A cube of 1 kg."""
    spawn = CuboidCfg(
        size=(0.2, 0.2, 0.2),
        rigid_props=RigidBodyPropertiesCfg(),
        mass_props=MassPropertiesCfg(mass=1.0),
        collision_props=CollisionPropertiesCfg(),
        activate_contact_sensors=is_sensed,
    )
    return RigidObjectCfg(
        prim_path=path, spawn=spawn, init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, height))
    )


def scene_cfg(num_envs: int, kind: str) -> InteractiveSceneCfg:
    """Two boxes on each other in every environment."""
    sensed = kind != "none"

    @configclass
    class StackCfg(InteractiveSceneCfg):
        ground: TerrainImporterCfg = TerrainImporterCfg(prim_path=GROUND, terrain_type="plane")
        bottom: RigidObjectCfg = box(BOTTOM, 0.1, sensed)
        top: RigidObjectCfg = box(TOP, 0.3, sensed)

    return StackCfg(num_envs=num_envs, env_spacing=2.0)


def measure(num_envs: int, device: str, kind: str, duration: float) -> float:
    """Environment steps per second."""
    with SimulationContext(SimulationCfg(dt=DT, device=device)) as simulation:
        scene = InteractiveScene(scene_cfg(num_envs, kind))
        for name, cfg in KINDS[kind].items():
            scene.sensors[f"contact_{name}"] = cfg.class_type(cfg)
        simulation.reset()
        step = step_of(scene)
        for _ in range(50):
            step()
        wp.synchronize_device(device)
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < duration:
            for _ in range(10):
                step()
            wp.synchronize_device(device)
            count += 10
        rate = num_envs * count / (time.perf_counter() - start)
        assert torch.isfinite(scene["top"].data.root_link_pose_w.torch).all(), "the simulation diverged"
    return rate


def step_of(scene: InteractiveScene) -> Callable[[], None]:
    """One step, with all sensors read."""

    def step() -> None:
        scene.write_data_to_sim()
        scene.sim.step(render=False)
        scene.update(DT)
        for sensor in scene.sensors.values():
            _ = sensor.data.net_forces_w, sensor.data.force_matrix_w

    return step


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--num-envs", type=int, nargs="+", default=[512, 4096])
    parser.add_argument("--device", default="cuda:0" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--duration", type=float, default=2.0, help="seconds that each measurement takes")
    parser.add_argument("--json", type=Path, help="file to write the results to")
    args = parser.parse_args()
    results = []
    for num_envs in args.num_envs:
        rates = dict.fromkeys(KINDS, 0.0)
        for _ in range(3):
            for kind in KINDS:
                rates[kind] = max(rates[kind], measure(num_envs, args.device, kind, args.duration))
        for kind, rate in rates.items():
            print(f"{num_envs} envs on {args.device}, {kind}: {rate:,.0f} steps/s, {rate / rates['none']:.3f} of none")
            results.append({"num_envs": num_envs, "device": args.device, "kind": kind, "steps_per_s": round(rate)})
    if args.json:
        write_results(args.json, results)


if __name__ == "__main__":
    main()
