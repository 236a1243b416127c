"""RMPflow as Lula asks for it: accelerations at given states."""

from __future__ import annotations

from os import PathLike
from typing import Any

import numpy as np

from pippin.motion.kinematics import Kinematics as BatchKinematics
from pippin.motion.rmpflow import RmpFlowBatch, RmpFlowParameters, read_rmpflow_parameters
from pippin.motion.robot_description import RobotModel

from .poses import Pose3, Rotation3
from .robot import Kinematics, RobotDescription
from .world import World, WorldView

__all__ = ["RmpFlow", "RmpFlowConfig", "create_rmpflow", "create_rmpflow_config"]

INSTANT = 1e-9
"""Time over which accelerations are taken [s]: so short that states do not change."""


class RmpFlowConfig:
    """What RMPflow is made from.

    Args:
        model: The robot.
        parameters: Gains and scales.
        end_effector_frame: Name of the frame that targets are for.
        world: The obstacles, in the frame of the base.
    """

    def __init__(self, model: RobotModel, parameters: RmpFlowParameters, end_effector_frame: str, world: World) -> None:
        self.model = model
        self.parameters = parameters
        self.end_effector_frame = end_effector_frame
        self.world = world


def create_rmpflow_config(
    rmpflow_config_file: str | PathLike[str],
    robot_description: RobotDescription,
    end_effector_frame: str,
    world_view: WorldView,
) -> RmpFlowConfig:
    """Read a configuration file of RMPflow for a robot among obstacles.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file says something that cannot be, or there is no such frame.
    """
    model = robot_description.model
    model.frame_index(end_effector_frame)
    parameters = read_rmpflow_parameters(rmpflow_config_file, model)
    return RmpFlowConfig(model, parameters, end_effector_frame, world_view.world)


class RmpFlow:
    """The policies of RMPflow, in the frame of the robot's base; nothing but its formulas, without guidance.

    Args:
        config: What it is made from.
    """

    def __init__(self, config: RmpFlowConfig) -> None:
        self._config = config
        obstacles = config.world.obstacles
        self._robot = RmpFlowBatch(config.model, config.parameters, config.end_effector_frame, world=obstacles)
        self._batch_kinematics = BatchKinematics(config.model)
        self._position: Any = None
        self._orientation: Any = None

    def num_c_space_coords(self) -> int:
        """Number of joints."""
        return self._config.model.num_coordinates

    def kinematics(self) -> Kinematics:
        """Forward kinematics of the robot."""
        return Kinematics(self._config.model)

    def set_cspace_attractor(self, cspace_position: Any) -> None:
        """Set the configuration to move to [m or rad], shape (num_joints,)."""
        self._robot.set_cspace_target(cspace_position)

    def set_end_effector_position_attractor(self, position: Any) -> None:
        """Set the position to move the end effector to [m], shape (3,)."""
        self._position = np.asarray(position, dtype=np.float64)
        self._robot.set_end_effector_target(self._position, self._orientation)

    def set_end_effector_orientation_attractor(self, orientation: Rotation3) -> None:
        """Set the orientation to bring the end effector to."""
        self._orientation = np.asarray(orientation)
        self._robot.set_end_effector_target(self._position, self._orientation)

    def clear_end_effector_position_attractor(self) -> None:
        """Leave the position of the end effector free."""
        self._position = None
        self._robot.set_end_effector_target(None, self._orientation)

    def clear_end_effector_orientation_attractor(self) -> None:
        """Leave the orientation of the end effector free."""
        self._orientation = None
        self._robot.set_end_effector_target(self._position, None)

    def eval_accel(self, cspace_position: Any, cspace_velocity: Any, cspace_accel: np.ndarray) -> None:
        """Compute the acceleration at a state, into an array [m/s^2 or rad/s^2], shape (num_joints,)."""
        self._robot.set_state(cspace_position, cspace_velocity)
        self._robot.step(INSTANT)
        cspace_accel[...] = self._robot.accelerations.numpy()[0]

    def pose(self, cspace_position: Any, frame: str) -> Pose3:
        """Pose of a frame."""
        return self.kinematics().pose(cspace_position, frame)

    def num_collision_spheres(self) -> int:
        """Number of collision spheres."""
        return self._config.model.num_spheres

    def collision_sphere_positions(self, cspace_position: Any) -> list[np.ndarray]:
        """Centres of the collision spheres [m], sorted by the names of their links."""
        centers = self._batch_kinematics.sphere_centers(np.asarray(cspace_position, dtype=np.float64)[None]).numpy()[0]
        return list(centers[self._order()])

    def collision_sphere_radii(self) -> list[float]:
        """Radii of the collision spheres [m], likewise."""
        return self._config.model.sphere_radii[self._order()].tolist()

    def _order(self) -> np.ndarray:
        return np.argsort(np.array(self._config.model.sphere_frames, dtype=str), kind="stable")


def create_rmpflow(rmpflow_config: RmpFlowConfig) -> RmpFlow:
    """Make RMPflow from a config."""
    return RmpFlow(rmpflow_config)
