"""Environments whose demonstrations are cut into subtasks, from which Isaac Lab's Mimic makes new ones.

Projects describe such tasks with the configs of this module and derive their environments from
:class:`ManagerBasedRLMimicEnv`; both are understood, so that these environments are built, stepped, recorded and
trained as all others. What makes new demonstrations of old ones (``isaaclab_mimic``) is not part of Pippin.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

import torch

from pippin.utils import configclass
from pippin.utils.math import make_pose, matrix_from_quat

from .manager_based_rl_env import ManagerBasedRLEnv


@configclass
class DataGenConfig:
    """How demonstrations would be made, and how many."""

    name: str = "demo"
    """Name of the data set."""

    task_name: str | None = None
    """Task to make demonstrations of."""

    source_dataset_path: str | None = None
    """File with the recorded demonstrations."""

    generation_path: str | None = None
    """File for the new ones."""

    generation_num_trials: int = 10
    """Number of trials."""

    generation_guarantee: bool = True
    """Whether trials that fail are made up for."""

    generation_keep_failed: bool = False
    """Whether demonstrations that fail are kept."""

    max_num_failures: int | None = None
    """Number of failures after which to stop; None for any number."""

    generation_select_src_per_subtask: bool = False
    """Whether each subtask takes a demonstration of its own."""

    generation_select_src_per_arm: bool = False
    """Whether each arm takes a demonstration of its own."""

    generation_transform_first_robot_pose: bool = False
    """Whether the first pose of the robot is moved with the object."""

    generation_interpolate_from_last_target_pose: bool = True
    """Whether a subtask begins at the last target, and not at the measured pose."""

    use_skillgen: bool = False
    """Whether a planner joins the subtasks."""

    use_navigation_controller: bool = False
    """Whether the robot walks between subtasks."""

    seed: int = 1
    """Seed."""


@configclass
class SubTaskConfig:
    """A part of a demonstration that belongs to one object."""

    object_ref: str | None = None
    """Name of the object in the scene; None for none."""

    subtask_term_signal: str | None = None
    """Name of the signal that ends it."""

    selection_strategy: str = "random"
    """How a demonstration is chosen for it."""

    selection_strategy_kwargs: dict[str, Any] = {}
    """Arguments of that choice."""

    first_subtask_start_offset_range: tuple[int, int] = (0, 0)
    """Least and most steps by which the first subtask begins later."""

    subtask_start_offset_range: tuple[int, int] = (0, 0)
    """Least and most steps by which it begins later."""

    subtask_term_offset_range: tuple[int, int] = (0, 0)
    """Least and most steps by which it ends later."""

    action_noise: float = 0.03
    """Standard deviation of the noise on actions."""

    num_interpolation_steps: int = 5
    """Steps from the end of the last subtask to its beginning."""

    num_fixed_steps: int = 0
    """Steps that the robot waits then."""

    apply_noise_during_interpolation: bool = False
    """Whether these have noise, too."""

    description: str = ""
    """What it is, for who demonstrates it."""

    next_subtask_description: str = ""
    """What comes next, for who demonstrates it."""


class SubTaskConstraintType(enum.IntEnum):
    """What two arms have to keep to."""

    SEQUENTIAL = 0
    """One subtask waits for the other."""

    COORDINATION = 1
    """Both go together."""


class SubTaskConstraintCoordinationScheme(enum.IntEnum):
    """How two arms go together."""

    REPLAY = 0
    """As they were demonstrated."""

    TRANSFORM = 1
    """Moved and turned with the object."""

    TRANSLATE = 2
    """Moved with the object."""


@configclass
class SubTaskConstraintConfig:
    """What the subtasks of two arms have to keep to."""

    eef_subtask_constraint_tuple: Any = (("", 0), ("", 0))
    """Name of an end effector and index of a subtask, twice."""

    constraint_type: SubTaskConstraintType | None = None
    """What they keep to."""

    sequential_min_time_diff: int = -1
    """Steps before the end at which the second waits for the first; -1 lets it begin when the first has ended."""

    coordination_scheme: SubTaskConstraintCoordinationScheme = SubTaskConstraintCoordinationScheme.REPLAY
    """How they go together."""

    coordination_scheme_pos_noise_scale: float = 0.0
    """Noise of the positions then [m]."""

    coordination_scheme_rot_noise_scale: float = 0.0
    """Noise of the rotations then [rad]."""

    coordination_synchronize_start: bool = False
    """Whether they begin together."""


@configclass
class MimicEnvCfg:
    """Subtasks of an environment; a second base of its config, beside that of the environment."""

    datagen_config: DataGenConfig = DataGenConfig()
    """How demonstrations would be made."""

    subtask_configs: dict[str, list[SubTaskConfig]] = {}
    """Subtasks of each end effector, by its name."""

    task_constraint_configs: list[SubTaskConstraintConfig] = []
    """What arms have to keep to."""

    mimic_recorder_config: Any = None
    """Recorders of the new demonstrations."""


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
