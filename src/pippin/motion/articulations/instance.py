"""One instance of an articulation among many, as motion generation sees a robot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from pippin.assets import Articulation

from .action import ArticulationAction


class ArticulationInstance:
    """The robot of one environment of an :class:`~pippin.assets.Articulation`.

    Actions set the articulation's targets, which :meth:`~pippin.assets.Articulation.write_data_to_sim` hands to the
    engine for all environments at once.

    Args:
        articulation: The articulation.
        env_id: Number of the instance.

    Raises:
        IndexError: The simulation plays, and there is no such instance.
    """

    def __init__(self, articulation: Articulation, env_id: int = 0) -> None:
        if articulation.is_initialized and not 0 <= env_id < articulation.num_instances:
            raise IndexError(f"There is no instance {env_id}: there are {articulation.num_instances}, counted from 0.")
        self.articulation = articulation
        self.env_id = env_id

    @property
    def dof_names(self) -> Sequence[str] | None:
        """Names of the joints; None while the simulation is stopped."""
        return self.articulation.joint_names if self.articulation.is_initialized else None

    def get_joint_positions(self) -> np.ndarray:
        """Positions of the joints [m or rad], shape (num_joints,)."""
        return self.articulation.data.joint_pos.torch[self.env_id].cpu().numpy().astype(np.float64)

    def get_joint_velocities(self) -> np.ndarray:
        """Velocities of the joints [m/s or rad/s], shape (num_joints,)."""
        return self.articulation.data.joint_vel.torch[self.env_id].cpu().numpy().astype(np.float64)

    def apply_action(self, action: ArticulationAction) -> None:
        """Set targets of joints; entries that are NaN or None stay as they are.

        Raises:
            ValueError: An array has another shape.
        """
        robot, data = self.articulation, self.articulation.data
        joint_ids = None if action.joint_indices is None else [int(joint) for joint in action.joint_indices]
        for values, present, write in (
            (action.joint_positions, data.joint_pos_target, robot.set_joint_position_target_index),
            (action.joint_velocities, data.joint_vel_target, robot.set_joint_velocity_target_index),
            (action.joint_efforts, data.joint_effort_target, robot.set_joint_effort_target_index),
        ):
            if values is not None:
                target = self._filled(values, present.torch, joint_ids)
                write(target=target, joint_ids=joint_ids, env_ids=[self.env_id])

    def _filled(self, values: Any, present: torch.Tensor, joint_ids: list[int] | None) -> torch.Tensor:
        """Values as a row of targets, with the present ones in place of NaN."""
        row = torch.as_tensor(np.array(values, dtype=np.float32), device=present.device)
        before = present[self.env_id] if joint_ids is None else present[self.env_id, joint_ids]
        if row.shape != before.shape:
            raise ValueError(f"Targets should have the shape {tuple(before.shape)}; given: {tuple(row.shape)}.")
        return torch.where(torch.isnan(row), before, row)[None]
