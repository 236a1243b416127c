"""Choices of the demonstration that a subtask is taken from."""

from __future__ import annotations

from typing import Any, ClassVar

import torch

from pippin.utils.math import pose_in_A_to_pose_in_B, pose_inv, unmake_pose

from .demonstrations import DatagenInfo

REGISTERED_SELECTION_STRATEGIES: dict[str, type[SelectionStrategy]] = {}
"""Choices by their names."""


def make_selection_strategy(name: str, *args: Any, **kwargs: Any) -> SelectionStrategy:
    """Make a choice by its name.

    Raises:
        ValueError: There is none of that name.
    """
    assert_selection_strategy_exists(name)
    return REGISTERED_SELECTION_STRATEGIES[name](*args, **kwargs)


def register_selection_strategy(cls: type[SelectionStrategy]) -> None:
    """Make a choice known by its ``NAME``; classes that derive from :class:`SelectionStrategy` are known already."""
    REGISTERED_SELECTION_STRATEGIES[cls.NAME] = cls


def assert_selection_strategy_exists(name: str) -> None:
    """Refuse a name of no choice.

    Raises:
        ValueError: There is none of that name.
    """
    if name not in REGISTERED_SELECTION_STRATEGIES:
        raise ValueError(
            f"There is no selection strategy '{name}'; there are {sorted(REGISTERED_SELECTION_STRATEGIES)}."
        )


class SelectionStrategy:
    """Chooses a demonstration. Classes derived from it are found by their ``NAME``."""

    NAME: ClassVar[str]
    """Name in configs of subtasks."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if isinstance(getattr(cls, "NAME", None), str):
            register_selection_strategy(cls)

    def select_source_demo(
        self, eef_pose: torch.Tensor, object_pose: torch.Tensor, src_subtask_datagen_infos: list[DatagenInfo]
    ) -> int:
        """Choose one.

        Args:
            eef_pose: Pose of the end effector now in the frame of the environment, shape (4, 4) [m].
            object_pose: Pose of the subtask's object now, shape (4, 4) [m].
            src_subtask_datagen_infos: The subtask's part of each demonstration.

        Returns:
            Index of one of them.
        """
        raise NotImplementedError(f"Selection strategy {type(self).__name__} has no method 'select_source_demo'.")


class RandomStrategy(SelectionStrategy):
    """Chooses any."""

    NAME = "random"

    def select_source_demo(
        self, eef_pose: torch.Tensor, object_pose: torch.Tensor, src_subtask_datagen_infos: list[DatagenInfo]
    ) -> int:
        """Choose any; see :meth:`SelectionStrategy.select_source_demo`."""
        return _draw(len(src_subtask_datagen_infos))


class NearestNeighborObjectStrategy(SelectionStrategy):
    """Chooses one of those in which the object was nearest to where it is now."""

    NAME = "nearest_neighbor_object"

    def select_source_demo(
        self,
        eef_pose: torch.Tensor,
        object_pose: torch.Tensor,
        src_subtask_datagen_infos: list[DatagenInfo],
        pos_weight: float = 1.0,
        rot_weight: float = 1.0,
        nn_k: int = 3,
    ) -> int:
        """Choose one; see :meth:`SelectionStrategy.select_source_demo`.

        Args:
            eef_pose: Not looked at.
            object_pose: Pose of the subtask's object now, shape (4, 4) [m].
            src_subtask_datagen_infos: The subtask's part of each demonstration.
            pos_weight: Weight of the distance [1/m].
            rot_weight: Weight of the angle [1/rad].
            nn_k: Number of nearest ones, any of which may be chosen.
        """
        poses = torch.stack([_first_object_pose(info) for info in src_subtask_datagen_infos])
        return _draw_nearest(poses, object_pose, pos_weight, rot_weight, nn_k)


class NearestNeighborRobotDistanceStrategy(SelectionStrategy):
    """Chooses one of those whose first pose, moved with the object, is nearest to where the end effector is now."""

    NAME = "nearest_neighbor_robot_distance"

    def select_source_demo(
        self,
        eef_pose: torch.Tensor,
        object_pose: torch.Tensor,
        src_subtask_datagen_infos: list[DatagenInfo],
        pos_weight: float = 1.0,
        rot_weight: float = 1.0,
        nn_k: int = 3,
    ) -> int:
        """Choose one; see :meth:`NearestNeighborObjectStrategy.select_source_demo`."""
        ends = torch.stack([info.eef_pose[0] for info in src_subtask_datagen_infos])
        objects = torch.stack([_first_object_pose(info) for info in src_subtask_datagen_infos])
        moved = pose_in_A_to_pose_in_B(pose_in_A_to_pose_in_B(ends, pose_inv(objects)), object_pose)
        return _draw_nearest(moved, eef_pose, pos_weight, rot_weight, nn_k)


def _first_object_pose(info: DatagenInfo) -> torch.Tensor:
    """Pose of the only object at the first step, shape (4, 4) [m].

    Raises:
        ValueError: There is not one object.
    """
    poses = list((info.object_poses or {}).values())
    if len(poses) != 1:
        raise ValueError(f"The subtask tells of {len(poses)} objects; expected one, its 'object_ref'.")
    return poses[0][0]


def _draw_nearest(poses: torch.Tensor, pose: torch.Tensor, pos_weight: float, rot_weight: float, count: int) -> int:
    """Any of the ``count`` poses that are nearest to one: index into ``poses``, of shape (N, 4, 4) [m]."""
    (positions, rotations), (position, rotation) = unmake_pose(poses), unmake_pose(pose)
    turns = rotations @ rotation.mT
    cosines = (turns.diagonal(dim1=-2, dim2=-1).sum(-1) - 1.0) / 2.0
    cost = pos_weight * (positions - position).norm(dim=-1) + rot_weight * cosines.clamp(-1.0, 1.0).acos()
    drawn = _draw(min(count, len(cost)))
    return int(cost.argsort()[drawn])


def _draw(count: int) -> int:
    return int(torch.randint(0, count, (1,)))
