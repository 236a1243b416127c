"""A Panda follows a target around obstacles that move, by RMPflow, in the style of Isaac Sim.

$ python examples/motion/follow_target.py --video follow_target.mp4

The target, a small red cube, jumps from place to place. Meanwhile a pillar slides to and fro between the places, and a
ball comes down on the arm. RMPflow moves the arm to the target and keeps it away from both. The program prints how far
the hand was from each target at the end, and how close the arm came to the obstacles.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import warp as wp

from isaacsim import SimulationApp
from isaacsim.core.api import World
from isaacsim.core.api.objects import FixedCuboid, FixedSphere, VisualCuboid
from isaacsim.core.prims import SingleArticulation
from isaacsim.core.utils.rotations import euler_angles_to_quat
from isaacsim.core.utils.stage import add_reference_to_stage, create_new_stage
from isaacsim.robot_motion.motion_generation import ArticulationMotionPolicy, RmpFlow
from isaacsim.robot_motion.motion_generation.interface_config_loader import load_supported_motion_policy_config
from isaacsim.storage.native import get_assets_root_path
from pippin.physics.scene import playing_scene
from pippin.viewers.pictures import PictureCamera
from pippin.viewers.video import write_video

FRAME_RATE = 60
PICTURES_PER_SECOND = 20
SECONDS_PER_TARGET = 4.0
TARGETS = np.array([[0.5, 0.35, 0.35], [0.5, -0.35, 0.5], [0.35, 0.45, 0.6], [0.55, -0.3, 0.25]])
DOWN = euler_angles_to_quat(np.array([0.0, np.pi, 0.0]))


@dataclass
class Report:
    """What happened.

    Attributes:
        errors: Distance of the hand from each target at the end of its time [m].
        smallest_gap: Smallest distance of the arm from an obstacle at any step [m].
        pictures: Pictures of the run, if any were taken.
    """

    errors: list[float] = field(default_factory=list)
    smallest_gap: float = np.inf
    pictures: list[np.ndarray] = field(default_factory=list)


def main() -> None:
    """Run the example from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--video", type=Path, help="file to write a video to, which takes some minutes on a CPU")
    parser.add_argument("--targets", type=int, default=len(TARGETS), help="number of targets to follow")
    arguments = parser.parse_args()

    wp.config.log_level = wp.LOG_WARNING  # no word of each kernel that is loaded
    simulation_app = SimulationApp({"headless": True})
    report = follow(TARGETS[: arguments.targets], 0 if arguments.video is None else PICTURES_PER_SECOND)
    for number, error in enumerate(report.errors, start=1):
        print(f"Target {number}: the hand is {1000.0 * error:.1f} mm away.")
    print(f"The arm came no closer to an obstacle than {1000.0 * report.smallest_gap:.0f} mm.")
    if arguments.video is not None:
        write_video(arguments.video, report.pictures, frame_rate=PICTURES_PER_SECOND)
        print(f"Written: {arguments.video}")
    simulation_app.close()


def follow(targets: Sequence[np.ndarray], pictures_per_second: int = 0) -> Report:
    """Let the arm follow targets, each for some seconds.

    Args:
        targets: Positions [m].
        pictures_per_second: How many pictures to take in a simulated second; 0 takes none.
    """
    create_new_stage()
    world = World(physics_dt=1.0 / FRAME_RATE, rendering_dt=1.0 / FRAME_RATE)
    world.scene.add_default_ground_plane()
    add_reference_to_stage(get_assets_root_path() + "/Isaac/Robots/Franka/franka.usd", "/World/Franka")
    robot = world.scene.add(SingleArticulation("/World/Franka", name="franka"))
    target = world.scene.add(
        VisualCuboid("/World/Target", "target", position=targets[0], size=0.04, color=np.array([1.0, 0.1, 0.1]))
    )
    pillar = world.scene.add(
        FixedCuboid("/World/Pillar", "pillar", scale=np.array([0.08, 0.08, 0.9]), color=np.array([0.2, 0.4, 0.9]))
    )
    ball = world.scene.add(FixedSphere("/World/Ball", "ball", radius=0.1, color=np.array([0.9, 0.7, 0.1])))
    place_obstacles(pillar, ball, 0.0)
    world.reset()

    rmpflow = RmpFlow(**load_supported_motion_policy_config("Franka", "RMPflow"))
    rmpflow.set_robot_base_pose(*robot.get_world_pose())
    for obstacle in (pillar, ball):
        rmpflow.add_obstacle(obstacle)
    policy = ArticulationMotionPolicy(robot, rmpflow, default_physics_dt=world.get_physics_dt())

    camera = open_camera(world) if pictures_per_second else None  # one that takes none would cost its kernels
    report = Report()
    for position in targets:
        target.set_world_pose(position=position)
        for step in range(round(SECONDS_PER_TARGET * FRAME_RATE)):
            place_obstacles(pillar, ball, world.current_time)
            rmpflow.set_end_effector_target(target.get_world_pose()[0], DOWN)
            rmpflow.update_world()
            robot.apply_action(policy.get_next_articulation_action())
            world.step(render=camera is not None)
            report.smallest_gap = min(report.smallest_gap, smallest_gap(policy, rmpflow, pillar, ball))
            if camera is not None and step % (FRAME_RATE // pictures_per_second) == 0:
                report.pictures.append(camera.take(eye=(1.8, -0.75, 1.4), target=(0.3, 0.0, 0.45)))
        hand, _ = rmpflow.get_end_effector_pose(policy.get_active_joints_subset().get_joint_positions())
        report.errors.append(float(np.linalg.norm(hand - position)))
    World.clear_instance()
    return report


def place_obstacles(pillar: FixedCuboid, ball: FixedSphere, time: float) -> None:
    """Move the obstacles to where they are at a time [s]."""
    pillar.set_world_pose(position=np.array([0.62 + 0.1 * np.sin(1.1 * time), 0.0, 0.45]))
    ball.set_world_pose(position=np.array([0.25, 0.1 * np.sin(0.7 * time), 1.05 - 0.15 * np.sin(0.9 * time)]))


def smallest_gap(policy: ArticulationMotionPolicy, rmpflow: RmpFlow, pillar: FixedCuboid, ball: FixedSphere) -> float:
    """Distance of the arm, of the balls that its description covers it with, from the nearer obstacle [m]."""
    joints = policy.get_active_joints_subset()
    rmpflow.set_internal_robot_joint_states(
        joints.get_joint_positions(), joints.get_joint_velocities(), np.empty(0), np.empty(0)
    )
    arm = rmpflow.get_collision_spheres_as_prims()
    centers, radii = np.array([part.get_world_pose()[0] for part in arm]), np.array([part.get_radius() for part in arm])
    to_ball = np.linalg.norm(centers - ball.get_world_pose()[0], axis=1) - ball.get_radius()
    outside = np.maximum(np.abs(centers - pillar.get_world_pose()[0]) - pillar.get_local_scale() / 2.0, 0.0)
    return float((np.minimum(to_ball, np.linalg.norm(outside, axis=1)) - radii).min())


def open_camera(world: World) -> PictureCamera:
    """A camera that takes pictures of the world."""
    return PictureCamera(playing_scene(world), width=640, height=360, samples_per_pixel=1)


if __name__ == "__main__":
    main()
