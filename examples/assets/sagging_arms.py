"""Arms that differ by the stiffness of their drives alone hold themselves stretched out, and sag under their weight.

$ python examples/assets/sagging_arms.py --output pictures
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
import warp as wp

from pippin.assets import Articulation, ArticulationCfg
from pippin.physics.scene import playing_scene
from pippin.robots import UR10_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import GroundPlaneCfg, RigidBodyPropertiesCfg, SimulationCfg, SimulationContext
from pippin.utils import configclass
from pippin.viewers.pictures import PictureCamera
from pippin.viewers.video import write_png

STIFFNESS = (100.0, 200.0, 400.0, 800.0, 1600.0)
"""Stiffness of all drives in each environment [N m/rad]."""

DAMPING_TIME = 0.2
"""Damping of the drives over their stiffness [s]."""

SPACING = 0.6


@configclass
class SceneCfg(InteractiveSceneCfg):
    """An arm that should be stretched out along x."""

    num_envs: int = len(STIFFNESS)
    env_spacing: float = 4.0
    robot: ArticulationCfg = UR10_CFG.replace(
        prim_path="{ENV_REGEX_NS}/Robot",
        spawn=UR10_CFG.spawn.replace(rigid_props=RigidBodyPropertiesCfg(disable_gravity=False)),
        init_state=ArticulationCfg.InitialStateCfg(pos=(0.0, 0.0, 1.1), joint_pos={".*": 0.0}),
    )


def make_scene() -> InteractiveScene:
    """Scene with the ground, ready to play."""
    ground = GroundPlaneCfg(color=(0.5, 0.53, 0.58))
    ground.func("/World/ground", ground)
    return InteractiveScene(SceneCfg())


def give_stiffness(robot: Articulation) -> None:
    """Stand the arms side by side, give those of each environment their own drives, and ask for joints at 0."""
    count = robot.num_instances
    poses = robot.data.default_root_pose.torch.clone()
    poses[:, 1] = SPACING * torch.arange(count, device=robot.device)
    robot.write_root_pose_to_sim_index(root_pose=poses)

    stiffness = torch.tensor(STIFFNESS, device=robot.device)[:, None].repeat(1, robot.num_joints)
    robot.write_joint_stiffness_to_sim_index(stiffness=stiffness)
    robot.write_joint_damping_to_sim_index(damping=DAMPING_TIME * stiffness)
    robot.set_joint_position_target_index(target=torch.zeros(count, robot.num_joints, device=robot.device))


def sag(scene: InteractiveScene, seconds: float = 10.0) -> None:
    """Let the arms come to rest."""
    for _ in range(round(seconds / scene.physics_dt)):
        scene.write_data_to_sim()
        scene.sim.step(render=False)
        scene.update(scene.physics_dt)


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
        robot = scene["robot"]
        give_stiffness(robot)
        sag(scene)
        shoulder = robot.find_joints("shoulder_lift_joint")[0][0]
        angles = robot.data.joint_pos.torch[:, shoulder].rad2deg().tolist()
        camera = PictureCamera(playing_scene(sim), width=960, height=480)
        picture = camera.take(eye=(2.4, -2.2, 1.7), target=(0.5, 1.0, 0.6))
        write_png(arguments.output / "sagging_arms.png", picture)
    for stiffness, angle in zip(STIFFNESS, angles, strict=True):
        print(f"stiffness {stiffness:5.0f} N m/rad: the shoulder gives way by {angle:.1f} degrees")


if __name__ == "__main__":
    main()
