"""The controller of inverse kinematics by Pink: joint positions of one robot that serve several tasks."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
import pink
import torch
from pink.exceptions import PinkError

from pippin.utils.callables import string_to_callable
from pippin.utils.names import resolve_matching_names_values

from .cfg import PinkIKControllerCfg, PinkIKTaskCfg
from .configuration import PinkKinematicsConfiguration
from .tasks import NullSpacePostureTask

logger = logging.getLogger("pippin")


class PinkIKController:
    r"""Joint positions of one robot that serve weighted tasks, from one quadratic program a step.

    The velocities :math:`v` minimise :math:`\sum_i \|J_i v + \alpha_i e_i\|^2_{W_i}` over the tasks' errors and
    Jacobians within the joints' limits of position and velocity (S. Caron's Pink, by the solver DAQP). A task that is
    a :class:`~pippin.controllers.pink_ik.tasks.NullSpacePostureTask` begins with the robot's initial positions, others
    with the poses of the URDF's zero.

    Args:
        cfg: Config of the controller. It keeps the tasks' targets, so each robot needs a copy of its own.
        robot_cfg: Config of the articulation, whose ``init_state.joint_pos`` is where postures begin.
        device: Torch device of what is computed.
        controlled_joint_indices: Indices of the joints that are solved for in the articulation, in the order of
            ``cfg.joint_names``.

    Raises:
        ValueError: The config names no joints, other ones than the indices, or the URDF has joints that the
            articulation has not.
    """

    def __init__(
        self, cfg: PinkIKControllerCfg, robot_cfg: Any, device: str, controlled_joint_indices: list[int]
    ) -> None:
        joint_names, all_joint_names = _names_of(cfg, controlled_joint_indices)
        self.cfg = cfg
        self.device = device
        self.controlled_joint_indices = list(controlled_joint_indices)
        for tasks in (cfg.variable_input_tasks, cfg.fixed_input_tasks):
            tasks[:] = [_made(task) if isinstance(task, PinkIKTaskCfg) else task for task in tasks]
        if cfg.urdf_path is None:
            raise ValueError("urdf_path must be provided in the configuration: no URDF file is made of 'usd_path'.")
        self.pink_configuration = PinkKinematicsConfiguration(joint_names, cfg.urdf_path, cfg.mesh_path)
        solved = self.pink_configuration.controlled_joint_names_pinocchio_order
        self.isaac_lab_to_pink_ordering = _places(
            self.pink_configuration.all_joint_names_pinocchio_order, all_joint_names
        )
        self.pink_to_isaac_lab_controlled_ordering = _places(joint_names, solved)
        self.init_joint_positions = _initial_positions(robot_cfg.init_state.joint_pos, solved)
        for task in (*cfg.variable_input_tasks, *cfg.fixed_input_tasks):
            if isinstance(task, NullSpacePostureTask):
                task.set_target(self.init_joint_positions)
            elif hasattr(task, "set_target_from_configuration"):
                task.set_target_from_configuration(self.pink_configuration)

    def update_null_space_joint_targets(self, curr_joint_pos: np.ndarray) -> None:
        """Set what postures are to reach: positions of the joints that are solved for [rad, m], shape (C,).

        They are in Pinocchio's order.
        """
        for task in self.cfg.variable_input_tasks:
            if isinstance(task, NullSpacePostureTask):
                task.set_target(curr_joint_pos)

    def compute(self, curr_joint_pos: np.ndarray, dt: float) -> torch.Tensor:
        """Compute positions of the joints that are solved for.

        Args:
            curr_joint_pos: Positions of all joints in the articulation's order [rad, m], shape (J,).
            dt: Length of the step [s].

        Returns:
            Positions in the order of ``cfg.joint_names``, shape (C,); the present ones where there is no solution.
        """
        current = torch.as_tensor(
            curr_joint_pos[self.controlled_joint_indices], device=self.device, dtype=torch.float32
        )
        self.pink_configuration.update(curr_joint_pos[self.isaac_lab_to_pink_ordering].astype(np.float64))
        try:
            velocity = pink.solve_ik(
                self.pink_configuration,
                [*self.cfg.variable_input_tasks, *self.cfg.fixed_input_tasks],
                dt,
                solver="daqp",
                safety_break=self.cfg.fail_on_joint_limit_violation,
            )
        except (PinkError, AssertionError) as error:  # outside the limits; no solution, in older releases an assertion
            if self.cfg.show_ik_warnings:
                logger.warning("Inverse kinematics by Pink found no solution, and joints keep their targets: %s", error)
            return current
        change = (velocity * dt)[self.pink_to_isaac_lab_controlled_ordering]
        return current + torch.as_tensor(change, device=self.device, dtype=torch.float32)


def _names_of(cfg: PinkIKControllerCfg, indices: list[int]) -> tuple[list[str], list[str]]:
    """Names of the joints that are solved for, and of all.

    Raises:
        ValueError: One of them is not given, or they are not those of the indices.
    """
    for name in ("joint_names", "all_joint_names"):
        if getattr(cfg, name) is None:
            raise ValueError(f"{name} must be provided in the configuration.")
    assert cfg.joint_names is not None
    assert cfg.all_joint_names is not None
    if len(indices) != len(cfg.joint_names):
        raise ValueError(
            f"Length mismatch: controlled_joint_indices has {len(indices)} elements but cfg.joint_names has "
            f"{len(cfg.joint_names)} elements."
        )
    named = [cfg.all_joint_names[index] for index in indices]
    if named != list(cfg.joint_names):
        raise ValueError(
            "Joint name mismatch between controlled_joint_indices and cfg.joint_names: the indices are those of "
            f"{named}, expected {cfg.joint_names}."
        )
    return list(cfg.joint_names), list(cfg.all_joint_names)


def _made(cfg: PinkIKTaskCfg) -> Any:
    """Task of a config."""
    return (string_to_callable(cfg.class_type) if isinstance(cfg.class_type, str) else cfg.class_type)(cfg)


def _places(names: list[str], among: list[str]) -> np.ndarray:
    """Index of each name among others.

    Raises:
        ValueError: A name is not among them.
    """
    if missing := [name for name in names if name not in among]:
        raise ValueError(f"Joints of the articulation and of the URDF file differ: {missing} are not among {among}.")
    return np.array([among.index(name) for name in names], dtype=np.intp)


def _initial_positions(by_pattern: dict[str, float], names: list[str]) -> np.ndarray:
    """Positions of joints by regular expressions of their names, 0 where none matches."""
    positions = np.zeros(len(names))
    indices, _, values = resolve_matching_names_values(by_pattern, names, strict=False)
    positions[indices] = values
    return positions
