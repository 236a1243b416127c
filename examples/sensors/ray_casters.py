"""Rays of three sensors on a robot before steps and another robot, with what they hit shown by markers.

$ python examples/sensors/ray_casters.py --output pictures
"""

from __future__ import annotations

import argparse
from pathlib import Path

import matplotlib
import numpy as np
import torch
import warp as wp

from pippin.assets import ArticulationCfg
from pippin.physics.scene import playing_scene
from pippin.robots import ANYMAL_C_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sensors import (
    MultiMeshRayCasterCameraCfg,
    MultiMeshRayCasterCfg,
    RayCasterCfg,
    patterns,
)
from pippin.sim import CollisionPropertiesCfg, CuboidCfg, GroundPlaneCfg, SimulationCfg, SimulationContext, SphereCfg
from pippin.sim.markers import VisualizationMarkersCfg
from pippin.sim.spawners import PreviewSurfaceCfg
from pippin.utils import configclass
from pippin.viewers.pictures import PictureCamera
from pippin.viewers.video import write_png

OTHER_ROBOT = MultiMeshRayCasterCfg.RaycastTargetCfg(prim_expr="{ENV_REGEX_NS}/Other/.*/visuals")


def dots(name: str, color: tuple[float, float, float]) -> VisualizationMarkersCfg:
    """Markers of hits."""
    ball = SphereCfg(radius=0.02, visual_material=PreviewSurfaceCfg(diffuse_color=color))
    return VisualizationMarkersCfg(prim_path=f"/Visuals/{name}", markers={"hit": ball})


@configclass
class SceneCfg(InteractiveSceneCfg):
    """Two robots, one with sensors."""

    num_envs: int = 1
    env_spacing: float = 8.0
    robot: ArticulationCfg = ANYMAL_C_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    other: ArticulationCfg = ANYMAL_C_CFG.replace(prim_path="{ENV_REGEX_NS}/Other")
    height_scan: RayCasterCfg = RayCasterCfg(
        prim_path="{ENV_REGEX_NS}/Robot/base",
        mesh_prim_paths=["/World/ground", "/World/steps"],
        offset=RayCasterCfg.OffsetCfg(pos=(0.6, 0.0, 20.0)),
        ray_alignment="yaw",
        pattern_cfg=patterns.GridPatternCfg(resolution=0.1, size=(1.6, 1.0)),
        visualizer_cfg=dots("HeightScan", (0.9, 0.1, 0.1)),
        debug_vis=True,
    )
    lidar: MultiMeshRayCasterCfg = MultiMeshRayCasterCfg(
        prim_path="{ENV_REGEX_NS}/Robot/base",
        mesh_prim_paths=["/World/steps", OTHER_ROBOT],
        offset=MultiMeshRayCasterCfg.OffsetCfg(pos=(0.3, 0.0, 0.3)),
        pattern_cfg=patterns.LidarPatternCfg(
            channels=24, vertical_fov_range=(-25.0, 5.0), horizontal_fov_range=(-180.0, 180.0), horizontal_res=1.5
        ),
        visualizer_cfg=dots("Lidar", (0.1, 0.3, 0.9)),
        debug_vis=True,
        max_distance=6.0,
    )
    depth_camera: MultiMeshRayCasterCameraCfg = MultiMeshRayCasterCameraCfg(
        prim_path="{ENV_REGEX_NS}/Robot/base",
        mesh_prim_paths=["/World/ground", "/World/steps", OTHER_ROBOT],
        offset=MultiMeshRayCasterCameraCfg.OffsetCfg(
            pos=(0.45, 0.0, 0.25), rot=(0.0, 0.131, 0.0, 0.991), convention="world"
        ),
        pattern_cfg=patterns.PinholeCameraPatternCfg(width=320, height=240, focal_length=16.0),
        data_types=["distance_to_image_plane", "normals"],
        update_mesh_ids=True,
        max_distance=8.0,
        depth_clipping_behavior="max",
    )


def make_steps() -> None:
    """A plane, and steps of 0.12 m on it."""
    ground = GroundPlaneCfg(color=(0.32, 0.36, 0.42))
    ground.func("/World/ground", ground)
    for i in range(4):
        step = CuboidCfg(
            size=(0.35, 2.4, 0.12 * (i + 1)),
            collision_props=CollisionPropertiesCfg(),
            visual_material=PreviewSurfaceCfg(diffuse_color=(0.75, 0.7, 0.6)),
        )
        step.func(f"/World/steps/step_{i}", step, (0.95 + 0.35 * i, 0.0, 0.06 * (i + 1)))


def contact_sheet(depth: np.ndarray, normals: np.ndarray, mesh_ids: np.ndarray) -> np.ndarray:
    """Depth, normals and mesh ids side by side, shape (H, 3 W, 3), uint8."""
    near = matplotlib.colormaps["viridis"](1.0 - depth / depth.max())[..., :3]
    colors = matplotlib.colormaps["tab20"](mesh_ids % 20)[..., :3] * (mesh_ids >= 0)[..., None]
    return (255.0 * np.concatenate([near, 0.5 + 0.5 * normals, colors], axis=1)).astype(np.uint8)


def main() -> None:
    """Make the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=Path("pictures"), help="folder for the pictures")
    parser.add_argument("--device", default="cpu", help="'cpu' or 'cuda:0'")
    arguments = parser.parse_args()
    wp.config.log_level = wp.LOG_WARNING

    sim = SimulationContext(SimulationCfg(dt=0.005, device=arguments.device))
    scene = InteractiveScene(SceneCfg())
    make_steps()
    sim.reset()
    for name, position, yaw in (("robot", (0.0, 0.0, 0.56), 0.0), ("other", (3.1, 0.7, 0.56), 2.4)):
        pose = torch.tensor([[*position, 0.0, 0.0, np.sin(0.5 * yaw), np.cos(0.5 * yaw)]], device=scene.device)
        scene[name].write_root_pose_to_sim_index(root_pose=pose.float())
        joints = scene[name].data.default_joint_pos.torch
        scene[name].write_joint_position_to_sim_index(position=joints)
    sim.render()  # which moves the markers to what is hit

    arguments.output.mkdir(parents=True, exist_ok=True)
    camera = PictureCamera(playing_scene(sim), width=880, height=495)
    write_png(arguments.output / "ray_casters.png", camera.take(eye=(-1.0, -3.6, 2.4), target=(1.2, 0.1, 0.2)))
    images = scene["depth_camera"].data
    depth, normals = (images.output[name].torch[0].cpu().numpy() for name in scene["depth_camera"].cfg.data_types)
    mesh_ids = images.image_mesh_ids.torch[0, ..., 0].cpu().numpy()
    write_png(arguments.output / "ray_caster_camera.png", contact_sheet(depth[..., 0], normals, mesh_ids))


if __name__ == "__main__":
    main()
