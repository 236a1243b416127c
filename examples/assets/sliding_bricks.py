"""Bricks that differ by their friction alone are pushed across the ground, and slide as far as Coulomb lets them.

$ python examples/assets/sliding_bricks.py --output pictures
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
import warp as wp

from pippin.assets import RigidObjectCfg
from pippin.physics.scene import playing_scene
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    GroundPlaneCfg,
    MassPropertiesCfg,
    PreviewSurfaceCfg,
    RigidBodyMaterialCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
)
from pippin.utils import configclass
from pippin.viewers.pictures import PictureCamera
from pippin.viewers.video import write_png

FRICTION = (0.1, 0.15, 0.2, 0.3, 0.4, 0.6)
"""Friction coefficient of the brick in each environment."""

SPEED = 1.5
"""Speed along x that each brick begins with [m/s]."""

SIZE = (0.2, 0.1, 0.04)
LANE = 0.25
GRAVITY = 9.81


@configclass
class SceneCfg(InteractiveSceneCfg):
    """A brick."""

    num_envs: int = len(FRICTION)
    env_spacing: float = 4.0
    brick: RigidObjectCfg = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Brick",
        spawn=CuboidCfg(
            size=SIZE,
            rigid_props=RigidBodyPropertiesCfg(),
            mass_props=MassPropertiesCfg(mass=1.6),
            collision_props=CollisionPropertiesCfg(),
            visual_material=PreviewSurfaceCfg(diffuse_color=(0.75, 0.32, 0.22)),
        ),
    )


def make_scene() -> InteractiveScene:
    """Scene with a ground that leaves friction to what lies on it, ready to play."""
    ground = GroundPlaneCfg(
        color=(0.5, 0.53, 0.58),
        physics_material=RigidBodyMaterialCfg(
            static_friction=1.0, dynamic_friction=1.0, friction_combine_mode="multiply"
        ),
    )
    ground.func("/World/ground", ground)
    return InteractiveScene(SceneCfg())


def push(scene: InteractiveScene) -> None:
    """Put the bricks side by side, each with its own friction, and push all of them equally."""
    brick = scene["brick"]
    friction, shapes = np.array(FRICTION), brick.root_view.shapes
    materials = shapes.materials.copy()
    materials[..., 0] = friction[:, None]  # static
    materials[..., 1] = friction[:, None]  # dynamic
    shapes.write_materials(materials, np.arange(len(FRICTION)))

    poses = torch.tensor([[0.0, 0.0, SIZE[2] / 2.0, 0.0, 0.0, 0.0, 1.0]], device=scene.device).repeat(len(FRICTION), 1)
    poses[:, 1] = LANE * torch.arange(len(FRICTION), device=scene.device)
    velocities = torch.zeros(len(FRICTION), 6, device=scene.device)
    velocities[:, 0] = SPEED
    brick.write_root_pose_to_sim_index(root_pose=poses)
    brick.write_root_velocity_to_sim_index(root_velocity=velocities)


def slide(scene: InteractiveScene, seconds: float = 2.0) -> torch.Tensor:
    """Let the bricks come to rest.

    Returns:
        How far each has slid [m], shape (num_envs,).
    """
    for _ in range(round(seconds / scene.physics_dt)):
        scene.write_data_to_sim()
        scene.sim.step(render=False)
        scene.update(scene.physics_dt)
    return scene["brick"].data.root_link_pos_w.torch[:, 0].cpu().clone()


def coulomb_distances() -> torch.Tensor:
    """How far Coulomb's law lets them slide: ``v^2 / (2 mu g)`` [m], shape (num_envs,)."""
    return SPEED**2 / (2.0 * torch.tensor(FRICTION) * GRAVITY)


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
        push(scene)
        distances = slide(scene)
        camera = PictureCamera(playing_scene(sim), width=960, height=400)
        picture = camera.take(eye=(0.62, -1.0, 0.75), target=(0.62, 0.5, 0.0))
        write_png(arguments.output / "sliding_bricks.png", picture)
    for friction, reached, expected in zip(FRICTION, distances, coulomb_distances(), strict=True):
        print(f"friction {friction:.2f}: {reached:.3f} m, by Coulomb's law {expected:.3f} m")


if __name__ == "__main__":
    main()
