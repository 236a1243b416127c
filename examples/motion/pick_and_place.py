"""A Panda stacks cubes behind a wall, by RRT and time-optimal trajectories, with contacts that are simulated.

$ python examples/motion/pick_and_place.py --video pick_and_place.mp4

For each cube the arm moves above it along a path that RRT finds around the wall and the other cubes, goes straight down
along a path in task space, and closes its fingers; friction alone holds the cube. Then it moves over the wall and puts
the cube on the stack. The program prints where the cubes are in the end.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import warp as wp

import pippin.robots
from pippin.motion.articulations.action import ArticulationSubset
from pippin.motion.articulations.trajectory import ArticulationTrajectory
from pippin.motion.config_folders import load_config
from pippin.motion.ik import DescentSolver
from pippin.motion.planning import Rrt
from pippin.motion.trajectories import (
    CompositePathSpec,
    CSpaceTrajectoryGenerator,
    TaskSpacePathSpec,
    TaskSpaceTrajectoryGenerator,
    Trajectory,
)
from pippin.motion.world import Cuboid
from pippin.objects import DynamicCuboid, FixedCuboid, PhysicsMaterial, SingleArticulation, World, add_robot
from pippin.physics.scene import playing_scene
from pippin.robots import FRANKA_PANDA_CFG
from pippin.sim import SimulationCfg
from pippin.viewers.pictures import PictureCamera
from pippin.viewers.video import write_video

DT = 1.0 / 120.0
PICTURES_PER_SECOND = 20

CUBE = 0.05
"""Edge of a cube [m]."""

CUBES = np.array([[0.40, 0.30], [0.50, 0.40], [0.60, 0.25]])
"""Where the cubes lie [m]."""

STACK = np.array([0.45, -0.30])
"""Where they are to be stacked [m]."""

WALL_SIZE, WALL_POSITION = np.array([0.5, 0.04, 0.3]), np.array([0.55, 0.0, 0.15])

CLEARANCE = 0.12
"""How far above a cube the hand begins to go straight down [m]."""

DOWN = np.array([0.0, 1.0, 0.0, 0.0])
"""Orientation of the hand (x, y, z, w) when it points down."""

OPEN, CLOSED = 0.04, 0.0
"""Distances of the fingers from the middle [m]."""

GRIP_FORCE = 20.0
"""Largest force of a finger [N]."""

HASTE = 0.3
"""Share of the arm's limits of velocity and acceleration that its motions use."""

SETTLING_TIME = 0.5
"""Time in which the arm comes to rest, or the fingers close [s]."""

FINGERS = ["panda_finger_joint1", "panda_finger_joint2"]


@dataclass
class Report:
    """What happened.

    Attributes:
        places: Where the cubes should be, shape (number of cubes, 3) [m].
        positions: Where they are, likewise.
        lifted: How far each was lifted [m].
        pictures: Pictures of the run, if any were taken.
    """

    places: np.ndarray
    positions: np.ndarray
    lifted: list[float] = field(default_factory=list)
    pictures: list[np.ndarray] = field(default_factory=list)

    @property
    def errors(self) -> np.ndarray:
        """Distance of each cube from its place [m]."""
        return np.linalg.norm(self.positions - self.places, axis=1)


class Stacker:
    """A world with a Panda, cubes and a wall, and what plans the Panda's motions.

    Args:
        num_cubes: Number of cubes.
    """

    def __init__(self, num_cubes: int) -> None:
        self.world = World(SimulationCfg(dt=DT, device="cpu"))
        self.world.scene.add_ground_plane()
        self.robot: SingleArticulation = self.world.scene.add(add_robot("/World/Panda", FRANKA_PANDA_CFG, "panda"))
        self.wall = self.world.scene.add(
            FixedCuboid("/World/Wall", "wall", WALL_POSITION, scale=WALL_SIZE, color=(0.2, 0.4, 0.9))
        )
        rubber = PhysicsMaterial("/World/Looks/rubber", static_friction=1.0, dynamic_friction=1.0)
        colors = np.array([[0.9, 0.2, 0.1], [0.1, 0.7, 0.2], [0.9, 0.7, 0.1]])
        self.cubes = [
            self.world.scene.add(
                DynamicCuboid(
                    f"/World/Cube{i}",
                    f"cube {i}",
                    position=(*CUBES[i], CUBE / 2.0),
                    size=CUBE,
                    mass=0.1,
                    color=colors[i],
                    physics_material=rubber,
                )
            )
            for i in range(num_cubes)
        ]
        self.world.reset()
        self.on_step: Callable[[], None] = lambda: None

        self.rrt = Rrt(**load_config(Path(pippin.robots.__file__).parent / "path_planner_configs", "Franka", "RRT"))
        self.rrt.set_param("num_shortcuts", 200)
        self.frame = str(self.rrt.parameters.task_space_frame_name)
        self.arm = ArticulationSubset(self.robot, self.rrt.get_active_joints())
        self.fingers = ArticulationSubset(self.robot, FINGERS)
        controller = self.robot.get_articulation_controller()
        controller.set_max_efforts([GRIP_FORCE, GRIP_FORCE], self.fingers.get_joint_subset_indices())
        self.inverse_kinematics = DescentSolver(self.rrt.model)
        self.joint_paths = CSpaceTrajectoryGenerator(self.rrt.model)
        self.straight_paths = TaskSpaceTrajectoryGenerator(self.rrt.model)
        for generator in (self.joint_paths, self.straight_paths):  # a cube that is held would slide at full speed
            generator.set_c_space_velocity_limits(HASTE * generator.get_c_space_velocity_limits())
            generator.set_c_space_acceleration_limits(HASTE * generator.get_c_space_acceleration_limits())
        # A cube in the hand is no part of the robot, so the wall is higher for the planner than it is.
        self.rrt.world.add("wall", Cuboid(tuple(WALL_SIZE + [0.0, CUBE, 2.0 * CUBE])), WALL_POSITION)
        for cube in self.cubes:
            self.rrt.add_obstacle(cube)

    def run(self) -> Report:
        """Stack all cubes."""
        report = Report(np.array([[*STACK, (i + 0.5) * CUBE] for i in range(len(self.cubes))]), np.empty(0))
        self.grip(OPEN)
        for cube, place in zip(self.cubes, report.places, strict=True):
            self.move_above(cube.get_world_pose()[0])
            self.rrt.disable_obstacle(cube)
            self.move_straight(-CLEARANCE)
            self.grip(CLOSED)
            self.move_straight(CLEARANCE)
            report.lifted.append(float(cube.get_world_pose()[0][2] - CUBE / 2.0))
            self.move_above(place)
            self.move_straight(-CLEARANCE)
            self.grip(OPEN)
            self.move_straight(CLEARANCE)
            self.rrt.enable_obstacle(cube)
        self.wait(0.5)
        report.positions = np.array([cube.get_world_pose()[0] for cube in self.cubes])
        return report

    def move_above(self, position: np.ndarray) -> None:
        """Move the hand above a position [m], around what is in the way."""
        q = self.arm.get_joint_positions()
        above = position + [0.0, 0.0, CLEARANCE]
        goal = self.inverse_kinematics.solve(self.frame, above, DOWN, seeds=q[None])
        if not goal.success:
            raise RuntimeError(f"The hand cannot be at {above.tolist()}.")
        self.rrt.update_world()
        self.rrt.set_cspace_target(goal.q)
        path = self.rrt.compute_path(q)
        if path is None:
            raise RuntimeError(f"There is no path to {above.tolist()}.")
        self.follow(self.joint_paths.compute_c_space_trajectory(path))

    def move_straight(self, height: float) -> None:
        """Move the hand straight up [m], or down."""
        q = self.arm.get_joint_positions()
        position, _ = self.rrt.get_end_effector_pose(q)
        path = TaskSpacePathSpec(np.concatenate([position, DOWN]))
        path.add_translation(position + [0.0, 0.0, height])
        spec = CompositePathSpec(q)
        spec.add_task_space_path_spec(path, CompositePathSpec.TransitionMode.FREE)
        self.follow(self.straight_paths.compute_task_space_trajectory_from_path_spec(spec, self.frame))

    def follow(self, trajectory: Trajectory | None) -> None:
        """Follow a trajectory, and let the arm come to rest."""
        if trajectory is None:
            raise RuntimeError("The joints cannot follow the path.")
        for action in ArticulationTrajectory(self.robot, trajectory, DT).get_action_sequence():
            self.robot.apply_action(action)
            self.step()
        self.arm.apply_action(trajectory.get_joint_targets(trajectory.end_time)[0], np.zeros(self.arm.num_joints))
        self.wait(SETTLING_TIME)

    def grip(self, width: float) -> None:
        """Move both fingers to a distance from the middle [m]."""
        self.fingers.apply_action([width, width])
        self.wait(SETTLING_TIME)

    def wait(self, duration: float) -> None:
        """Let time pass [s]."""
        for _ in range(round(duration / DT)):
            self.step()

    def step(self) -> None:
        """Let one step pass."""
        self.world.step(render=False)
        self.on_step()


def main() -> None:
    """Run the example from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--video", type=Path, help="file to write a video to, which takes some minutes on a CPU")
    parser.add_argument("--cubes", type=int, default=len(CUBES), choices=range(1, len(CUBES) + 1))
    arguments = parser.parse_args()
    wp.config.log_level = wp.LOG_WARNING  # no word of each kernel that is loaded

    report = stack(arguments.cubes, film=arguments.video is not None)
    for i, (height, error) in enumerate(zip(report.lifted, report.errors, strict=True)):
        print(f"Cube {i} was lifted by {100.0 * height:.1f} cm and is {1000.0 * error:.1f} mm from its place.")
    if arguments.video is not None:
        write_video(arguments.video, report.pictures, frame_rate=PICTURES_PER_SECOND)
        print(f"Written: {arguments.video}")


def stack(num_cubes: int, film: bool = False) -> Report:
    """Stack some cubes.

    Args:
        num_cubes: Number of cubes.
        film: Whether to take pictures.
    """
    stacker = Stacker(num_cubes)
    pictures: list[np.ndarray] = []
    try:
        if film:
            camera = PictureCamera(playing_scene(stacker.world), width=640, height=360, samples_per_pixel=1)
            steps_per_picture = round(1.0 / DT / PICTURES_PER_SECOND)

            def take_picture() -> None:
                if stacker.world.current_time_step_index % steps_per_picture == 0:
                    pictures.append(camera.take(eye=(1.75, 0.15, 1.05), target=(0.35, 0.0, 0.25)))

            stacker.on_step = take_picture
        report = stacker.run()
    finally:
        World.clear_instance()
    report.pictures = pictures
    return report


if __name__ == "__main__":
    main()
