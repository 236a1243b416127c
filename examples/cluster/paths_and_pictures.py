"""Data for learning by many workers: paths of a Panda around boxes, and pictures of boxes that fell on a plane.

Each job is one file. Stop the program, or kill a worker: what is missing is computed when it is started again.

$ python examples/cluster/paths_and_pictures.py --paths 8 --pictures 8 --output data
"""

from __future__ import annotations

import argparse
import logging
import time
from pathlib import Path

import numpy as np
import torch

import pippin.robots
from pippin.assets import RigidObjectCfg, RigidObjectCollectionCfg
from pippin.cluster import generate
from pippin.motion.config_folders import load_config
from pippin.motion.planning import Rrt
from pippin.motion.world import Cuboid
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sensors import CameraCfg
from pippin.sim import (
    CollisionPropertiesCfg,
    CuboidCfg,
    GroundPlaneCfg,
    MassPropertiesCfg,
    PinholeCameraCfg,
    PreviewSurfaceCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
)

COLORS = ((0.8, 0.2, 0.2), (0.2, 0.6, 0.3), (0.2, 0.3, 0.8), (0.8, 0.7, 0.2))
"""One box for each, in the way of the arm or in a picture."""

PATHS_IN_A_JOB = 50
PICTURES_IN_A_JOB = 16
SIZE = 64
"""Width and height of a picture [pixels]."""


def plan(seed: int) -> dict[str, np.ndarray]:
    """Plan paths of a Panda, P of them, from its default pose to random positions among random boxes.

    Args:
        seed: Seed of boxes and targets.

    Returns:
        Centres of the boxes, shape (4, 3), and targets, shape (P, 3) [m]; how many waypoints each path has, shape (P,),
        0 where there is none; the waypoints of all, one after the other, shape (M, 7) [rad].
    """
    logger = logging.getLogger("pippin")
    level = logger.level
    logger.setLevel(logging.ERROR)  # it says why a target cannot be reached
    random = np.random.default_rng(seed)
    rrt = Rrt(**load_config(Path(pippin.robots.__file__).parent / "path_planner_configs", "Franka", "RRT"))
    centres = random.uniform([0.35, -0.5, 0.1], [0.7, 0.5, 0.7], (len(COLORS), 3))
    for number, centre in enumerate(centres):
        rrt.world.add(f"box {number}", Cuboid((0.1, 0.1, 0.1)), position=centre)
    start, targets = rrt.model.default_q, random.uniform([0.3, -0.5, 0.1], [0.6, 0.5, 0.6], (PATHS_IN_A_JOB, 3))
    found = []
    for target in targets:
        rrt.set_end_effector_target(target)
        path = rrt.compute_path(start)
        found.append(np.empty((0, len(start))) if path is None else path)
    logger.setLevel(level)
    lengths = np.array([len(path) for path in found])
    return {"boxes": centres, "targets": targets, "lengths": lengths, "waypoints": np.concatenate(found)}


def photograph(seed: int) -> dict[str, np.ndarray]:
    """Let boxes fall on a plane in P environments, and take a picture of each.

    Args:
        seed: Seed of where they fall.

    Returns:
        Colours, shape (P, 64, 64, 3), uint8; distances from the image plane [m], shape (P, 64, 64), inf where there is
        nothing; poses of the boxes in their environment, quaternions (x, y, z, w), shape (P, 4, 7).
    """
    random = torch.Generator().manual_seed(seed)
    camera = CameraCfg(
        prim_path="{ENV_REGEX_NS}/Camera",
        spawn=PinholeCameraCfg(),
        width=SIZE,
        height=SIZE,
        data_types=["rgb", "depth"],
    )
    with SimulationContext(SimulationCfg(dt=0.01)) as simulation:
        ground = GroundPlaneCfg(color=(0.6, 0.6, 0.6))
        ground.func("/World/ground", ground)
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=PICTURES_IN_A_JOB, env_spacing=4.0))
        cfg = RigidObjectCollectionCfg(rigid_objects={f"box_{n}": box(n, color) for n, color in enumerate(COLORS)})
        boxes = scene.rigid_object_collections["boxes"] = cfg.class_type(cfg)
        eyes = scene.sensors["camera"] = camera.class_type(camera)
        simulation.reset()
        origins = scene.env_origins
        poses = boxes.data.default_body_pose.torch.clone()
        turns = torch.randn(*poses.shape[:2], 4, generator=random)
        poses[..., 3:] = torch.nn.functional.normalize(turns, dim=-1).to(poses)
        poses[..., :2] += torch.rand(*poses.shape[:2], 2, generator=random).to(poses) * 0.4 - 0.2
        poses[..., :3] += origins[:, None]
        boxes.write_body_link_pose_to_sim_index(body_poses=poses)
        eyes.set_world_poses_from_view(origins + origins.new_tensor([0.9, 0.0, 0.8]), origins)
        for _ in range(150):
            simulation.step(render=False)
        scene.update(150 * 0.01)
        images, final = eyes.data.output, boxes.data.body_link_pose_w.torch.clone()
        final[..., :3] -= origins[:, None]
        rgb, depth = images["rgb"].torch.cpu().numpy(), images["depth"].torch[..., 0].cpu().numpy()
        return {"rgb": rgb.copy(), "depth": depth.copy(), "poses": final.cpu().numpy()}


def box(number: int, color: tuple[float, float, float]) -> RigidObjectCfg:
    """A box of 1 kg that begins above the ground, higher than those before it."""
    return RigidObjectCfg(
        prim_path=f"{{ENV_REGEX_NS}}/Box_{number}",
        spawn=CuboidCfg(
            size=(0.1, 0.15, 0.2),
            rigid_props=RigidBodyPropertiesCfg(),
            mass_props=MassPropertiesCfg(mass=1.0),
            collision_props=CollisionPropertiesCfg(),
            visual_material=PreviewSurfaceCfg(diffuse_color=color),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 0.2 + 0.3 * number)),
    )


def main() -> None:
    """Compute what is missing, and say how fast."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--paths", type=int, default=8, help=f"jobs of {PATHS_IN_A_JOB} paths")
    parser.add_argument("--pictures", type=int, default=8, help=f"jobs of {PICTURES_IN_A_JOB} pictures")
    parser.add_argument(
        "--gpus", type=float, default=0.0, help="GPUs, or the part of one, that a job of pictures takes"
    )
    parser.add_argument("--output", type=Path, default=Path("data"))
    given = parser.parse_args()
    for name, function, count, gpus in (
        ("paths", plan, given.paths, 0.0),
        ("pictures", photograph, given.pictures, given.gpus),
    ):
        begin = time.monotonic()
        jobs = {f"{name}-{seed}": {"seed": seed} for seed in range(count)}
        made = generate(function, jobs, given.output / name, num_gpus=gpus, on_progress=show)
        seconds = time.monotonic() - begin
        kept, failed = len(made.kept), made.failed or "none"
        print(f"{name}: {len(made.computed)} jobs in {seconds:.1f} s, {kept} were there, {failed} failed")


def show(done: int, of: int) -> None:
    """Say how far it is."""
    print(f"  {done} of {of}", flush=True)


if __name__ == "__main__":
    main()
