"""A demo for the older Isaac Lab: a quadcopter without a scene, which is spawned before its asset is made.

``PACKAGE`` is replaced by the package of the dialect.
"""

import argparse

from PACKAGE.app import AppLauncher

parser = argparse.ArgumentParser(description="Fly a quadcopter.")
AppLauncher.add_app_launcher_args(parser)
args_cli = parser.parse_args()
app_launcher = AppLauncher(args_cli)
simulation_app = app_launcher.app

# ruff: noqa: E402, T201
import PACKAGE.sim as sim_utils
import torch
from PACKAGE.assets import Articulation
from PACKAGE.markers import CUBOID_MARKER_CFG, VisualizationMarkers
from PACKAGE.sim import SimulationContext
from PACKAGE.utils.math import subtract_frame_transforms
from PACKAGE_assets import CRAZYFLIE_CFG


def design_scene() -> Articulation:
    """Ground, light and the robot."""
    cfg = sim_utils.GroundPlaneCfg()
    cfg.func("/World/defaultGroundPlane", cfg)
    cfg = sim_utils.DistantLightCfg(intensity=3000.0, color=(0.75, 0.75, 0.75))
    cfg.func("/World/Light", cfg)
    robot_cfg = CRAZYFLIE_CFG.replace(prim_path="/World/Crazyflie")
    robot_cfg.spawn.func("/World/Crazyflie", robot_cfg.spawn, translation=robot_cfg.init_state.pos)
    return Articulation(robot_cfg)


def main() -> None:
    """Hover on four rotors, then fall half as fast as freely."""
    sim = SimulationContext(sim_utils.SimulationCfg(dt=0.005, device=args_cli.device))
    sim.set_camera_view(eye=[0.5, 0.5, 1.0], target=[0.0, 0.0, 0.5])
    robot = design_scene()
    sim.reset()
    goals = VisualizationMarkers(CUBOID_MARKER_CFG.replace(prim_path="/Visuals/goal"))
    propellers = robot.find_bodies("m.*_prop")[0]
    weight = robot.root_physx_view.get_masses().sum() * torch.tensor(sim.cfg.gravity, device=sim.device).norm()
    heights = []
    for thrust in (weight, 0.5 * weight):
        robot.write_joint_state_to_sim(robot.data.default_joint_pos, robot.data.default_joint_vel)
        robot.write_root_pose_to_sim(robot.data.default_root_state[:, :7])
        robot.write_root_velocity_to_sim(robot.data.default_root_state[:, 7:])
        robot.reset()
        for _ in range(50):
            forces = torch.zeros(robot.num_instances, 4, 3, device=sim.device)
            forces[..., 2] = thrust / 4.0
            robot.set_external_force_and_torque(forces, torch.zeros_like(forces), body_ids=propellers)
            robot.write_data_to_sim()
            sim.step()
            robot.update(sim.get_physics_dt())
        data = robot.data
        goal, _ = subtract_frame_transforms(
            data.root_state_w[:, :3], data.root_state_w[:, 3:7], torch.zeros_like(data.root_pos_w)
        )
        goals.visualize(data.root_pos_w)
        heights.append(round(float(-goal[0, 2]), 3))
    print("heights", heights)
    print("propellers turn at", [round(float(speed)) for speed in robot.data.joint_vel[0]])


if __name__ == "__main__":
    main()
    simulation_app.close()
