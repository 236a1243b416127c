"""What passes between an asset and its actuators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch


@dataclass
class ArticulationActions:
    """Commands for some joints of an articulation, before or after an actuator model has processed them.

    Attributes:
        joint_positions: Target positions [m or rad], shape (num_envs, num_joints); None where there are none.
        joint_velocities: Target velocities [m/s or rad/s], shape (num_envs, num_joints); None where there are none.
        joint_efforts: Efforts [N or N m], shape (num_envs, num_joints); None where there are none.
        joint_indices: The joints within the articulation; None stands for all of them.
    """

    joint_positions: torch.Tensor | None = None
    joint_velocities: torch.Tensor | None = None
    joint_efforts: torch.Tensor | None = None
    joint_indices: torch.Tensor | Sequence[int] | slice | None = None


@dataclass
class MultiRotorActions:
    """Commands for some thrusters of a multirotor, before or after a thruster model has processed them.

    Attributes:
        thrusts: Thrusts [N], shape (num_envs, num_thrusters); None where there are none.
        thruster_indices: The thrusters in the arrays of the multirotor; None stands for all of them.
    """

    thrusts: torch.Tensor | None = None
    thruster_indices: torch.Tensor | Sequence[int] | slice | None = None
