"""The forces on the feet of a robot that is pushed: normal forces in green, friction in red, where the feet touch.

$ python examples/sensors/contacts.py --output pictures
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
import warp as wp
from scipy.spatial.transform import Rotation

from pippin.assets import ArticulationCfg
from pippin.physics.scene import playing_scene
from pippin.robots import ANYMAL_C_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sensors import ContactSensorCfg
from pippin.sim import GroundPlaneCfg, SimulationCfg, SimulationContext
from pippin.sim.markers import GREEN_ARROW_X_MARKER_CFG, RED_ARROW_X_MARKER_CFG, VisualizationMarkers
from pippin.utils import configclass
from pippin.viewers.pictures import PictureCamera
from pippin.viewers.video import write_png

GROUND = "/World/ground"
FEET = ("LF", "RF", "LH", "RH")
PUSH = 120.0
"""Force that pushes the robot to its left [N]."""

METRES_PER_NEWTON = 0.003


@configclass
class SceneCfg(InteractiveSceneCfg):
    """A robot."""

    num_envs: int = 1
    env_spacing: float = 4.0
    robot: ArticulationCfg = ANYMAL_C_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")


def foot_sensor(leg: str) -> ContactSensorCfg:
    """Sensor of what the ground does to the lower end of a leg."""
    return ContactSensorCfg(
        prim_path=f"{{ENV_REGEX_NS}}/Robot/.*{leg}_SHANK",
        filter_prim_paths_expr=[GROUND],
        track_friction_forces=True,
        track_contact_points=True,
    )


def make_scene() -> InteractiveScene:
    """Scene with the ground and a sensor at each foot, ready to play."""
    scene = InteractiveScene(SceneCfg())
    ground = GroundPlaneCfg(color=(0.5, 0.53, 0.58))
    ground.func(GROUND, ground)
    for leg in FEET:
        cfg = foot_sensor(leg)
        scene.sensors[leg] = cfg.class_type(cfg)
    return scene


def stand_pushed(scene: InteractiveScene, seconds: float = 1.0) -> None:
    """Let the robot stand while something pushes it."""
    push = torch.tensor([[[0.0, PUSH, 0.0]]], device=scene.device)
    scene["robot"].permanent_wrench_composer.set_forces_and_torques(forces=push, body_ids=[0], is_global=True)
    for _ in range(round(seconds / scene.physics_dt)):
        scene.write_data_to_sim()
        scene.sim.step(render=False)
        scene.update(scene.physics_dt)


def contacts_of_feet(scene: InteractiveScene) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points where the feet touch the ground [m], normal forces and friction on them [N], shape (4, 3) each."""
    data = [scene[leg].data for leg in FEET]
    points, normal, friction = (
        np.stack([getattr(one, name).torch[0, 0, 0].cpu().numpy() for one in data])
        for name in ("contact_pos_w", "force_matrix_w", "friction_forces_w")
    )
    return points, normal, friction


def show_forces(markers: VisualizationMarkers, points: np.ndarray, forces: np.ndarray) -> None:
    """Put an arrow for each force [N] to its point [m], shape (n, 3) each."""
    lengths = np.linalg.norm(forces, axis=1)
    turns = [Rotation.align_vectors([force], [[1.0, 0.0, 0.0]])[0].as_quat() for force in forces]
    scales = np.stack([METRES_PER_NEWTON * lengths, np.full(len(forces), 0.4), np.full(len(forces), 0.4)], axis=1)
    markers.visualize(points.astype(np.float32), np.array(turns, np.float32), scales.astype(np.float32))


def main() -> None:
    """Make the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=Path("pictures"), help="folder for the picture")
    parser.add_argument("--device", default="cpu", help="'cpu' or 'cuda:0'")
    arguments = parser.parse_args()
    wp.config.log_level = wp.LOG_WARNING

    with SimulationContext(SimulationCfg(dt=0.005, device=arguments.device)) as sim:
        scene = make_scene()
        sim.reset()
        stand_pushed(scene)
        points, normal, friction = contacts_of_feet(scene)
        show_forces(VisualizationMarkers(GREEN_ARROW_X_MARKER_CFG.replace(prim_path="/Visuals/Normal")), points, normal)
        show_forces(
            VisualizationMarkers(RED_ARROW_X_MARKER_CFG.replace(prim_path="/Visuals/Friction")), points, friction
        )
        camera = PictureCamera(playing_scene(sim), width=960, height=540)
        write_png(arguments.output / "contacts.png", camera.take(eye=(1.85, 1.15, 0.85), target=(0.0, 0.05, 0.22)))

    for leg, up, sideways in zip(FEET, normal[:, 2], friction[:, 1], strict=True):
        print(f"{leg}: {up:.0f} N up, {sideways:.0f} N sideways")
    print(f"All: {normal[:, 2].sum():.0f} N up, {friction[:, 1].sum():.0f} N sideways against a push of {PUSH:.0f} N")


if __name__ == "__main__":
    main()
