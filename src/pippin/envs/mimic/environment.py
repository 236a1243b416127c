"""An environment that tells where its end effectors and objects are, as subtasks of demonstrations need it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from pippin.envs.manager_based_rl_env import ManagerBasedRLEnv
from pippin.utils.math import make_pose, matrix_from_quat


class ManagerBasedRLMimicEnv(ManagerBasedRLEnv):
    """An environment that tells where its end effectors and objects are, as subtasks need it.

    A task derives its environment from this class and writes the methods that raise NotImplementedError here; Isaac
    Lab's tools for demonstrations call them.
    """

    def get_robot_eef_pose(self, eef_name: str, env_ids: Sequence[int] | None = None) -> torch.Tensor:
        """Pose of an end effector in the frame of its controller [m].

        Homogeneous matrices, shape (number of environments, 4, 4).
        """
        raise self._to_be_written("get_robot_eef_pose")

    def target_eef_pose_to_action(
        self,
        target_eef_pose_dict: dict[str, torch.Tensor],
        gripper_action_dict: dict[str, torch.Tensor],
        action_noise_dict: dict[str, Any] | None = None,
        env_id: int = 0,
    ) -> torch.Tensor:
        """Action of one environment that brings end effectors to poses and grippers where they should be.

        The poses are in the frames of their controllers [m], homogeneous matrices, shape (4, 4).
        """
        raise self._to_be_written("target_eef_pose_to_action")

    def action_to_target_eef_pose(self, action: torch.Tensor) -> dict[str, torch.Tensor]:
        """Poses that an action, of shape (number of environments, actions), brings end effectors to, by their names.

        They are in the frames of their controllers [m], homogeneous matrices, shape (number of environments, 4, 4).
        """
        raise self._to_be_written("action_to_target_eef_pose")

    def actions_to_gripper_actions(self, actions: torch.Tensor) -> dict[str, torch.Tensor]:
        """Part of actions, of shape (environments, steps, actions), that moves grippers, by end effectors' names."""
        raise self._to_be_written("actions_to_gripper_actions")

    def get_subtask_start_signals(self, env_ids: Sequence[int] | None = None) -> dict[str, torch.Tensor]:
        """Whether each subtask has begun, by its name, shape (number of environments,) each."""
        raise self._to_be_written("get_subtask_start_signals")

    def get_subtask_term_signals(self, env_ids: Sequence[int] | None = None) -> dict[str, torch.Tensor]:
        """Whether each subtask has ended, by its name, shape (number of environments,) each."""
        raise self._to_be_written("get_subtask_term_signals")

    def get_navigation_state(self, env_ids: Sequence[int] | None = None) -> dict[str, torch.Tensor]:
        """Whether the robot walks, and whether it has arrived, shape (number of environments,) each."""
        raise self._to_be_written("get_navigation_state")

    def get_object_poses(self, env_ids: Sequence[int] | None = None) -> dict[str, torch.Tensor]:
        """Poses of the rigid objects of the scene.

        Args:
            env_ids: Environments; None for all of them.

        Returns:
            Matrices of shape (number of environments, 4, 4) in the frames of the environments [m], by objects' names.
        """
        rows: Any = slice(None) if env_ids is None else env_ids
        states = self.scene.get_state(is_relative=True)["rigid_object"]
        poses = {name: torch.as_tensor(state["root_pose"])[rows] for name, state in states.items()}
        return {name: make_pose(pose[:, :3], matrix_from_quat(pose[:, 3:])) for name, pose in poses.items()}

    def serialize(self) -> dict[str, Any]:
        """What robomimic's data sets say of an environment: its task, if it is of one, and the type of those of Gym."""
        return {"env_name": "" if self.spec is None else self.spec.id, "type": 2, "env_kwargs": {}}

    def _to_be_written(self, method: str) -> NotImplementedError:
        return NotImplementedError(
            f"Environment {type(self).__name__} has no method '{method}': write it in this class."
        )
