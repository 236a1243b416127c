"""Ways that an end effector follows: poses with what the gripper does at each, one for each step."""

from __future__ import annotations

import asyncio
import copy
import inspect
from collections.abc import Iterator, Sequence
from typing import Any

import torch

from pippin.utils.math import interpolate_poses


class Waypoint:
    """What an end effector aims at in one step.

    Attributes:
        pose: Pose in the frame of the end effector's controller, shape (4, 4) [m].
        gripper_action: What its gripper is told, shape (D,).
        noise: Standard deviation of the noise on the action; None for none.
    """

    def __init__(
        self, pose: torch.Tensor, gripper_action: torch.Tensor, noise: float | torch.Tensor | None = None
    ) -> None:
        self.pose = pose
        self.gripper_action = gripper_action
        self.noise = noise

    def __str__(self) -> str:
        """Say the pose."""
        return f"Waypoint:\n  Pose:\n{self.pose}\n"


class WaypointSequence:
    """Waypoints one after the other.

    Args:
        sequence: Waypoints, which are copied; None for none.

    Raises:
        TypeError: One of them is no waypoint.
    """

    def __init__(self, sequence: Sequence[Waypoint] | None = None) -> None:
        for waypoint in sequence or ():
            if not isinstance(waypoint, Waypoint):
                raise TypeError(f"'sequence' holds a {type(waypoint).__name__}; expected Waypoints alone.")
        self.sequence = [copy.copy(waypoint) for waypoint in sequence or ()]

    @classmethod
    def from_poses(
        cls, poses: torch.Tensor, gripper_actions: torch.Tensor, action_noise: float | torch.Tensor
    ) -> WaypointSequence:
        """Make one of poses.

        Args:
            poses: Poses in the frame of the controller, shape (T, 4, 4) [m].
            gripper_actions: What the gripper is told, shape (T, D).
            action_noise: Standard deviation of the noise on actions, the same for all or shape (T,).
        """
        noise = action_noise.reshape(-1) if isinstance(action_noise, torch.Tensor) else [action_noise] * len(poses)
        return cls([Waypoint(*each) for each in zip(poses, gripper_actions, noise, strict=True)])

    def get_poses(self) -> list[torch.Tensor]:
        """Positions in the plane of the controller's frame, shape (2,) each [m], for plots."""
        return [waypoint.pose[:2, 3] for waypoint in self.sequence]

    def __len__(self) -> int:
        """Number of waypoints."""
        return len(self.sequence)

    def __getitem__(self, ind: Any) -> Any:
        """Waypoint of an index."""
        return self.sequence[ind]

    def __iter__(self) -> Iterator[Waypoint]:
        """Waypoints in order."""
        return iter(self.sequence)

    def __add__(self, other: WaypointSequence) -> WaypointSequence:
        """Put another one behind."""
        return WaypointSequence(self.sequence + other.sequence)

    def __str__(self) -> str:
        """Say all poses."""
        return "\n".join(f"Waypoint {index}: {waypoint}" for index, waypoint in enumerate(self.sequence))

    @property
    def last_waypoint(self) -> Waypoint:
        """A copy of the last waypoint."""
        return copy.deepcopy(self.sequence[-1])

    def split(self, ind: int) -> tuple[WaypointSequence, WaypointSequence]:
        """The waypoints before an index, and those from it on."""
        return WaypointSequence(self.sequence[:ind]), WaypointSequence(self.sequence[ind:])


class WaypointTrajectory:
    """Sequences of waypoints one after the other, with straight ways between them."""

    def __init__(self) -> None:
        self.waypoint_sequences: list[WaypointSequence] = []

    def __len__(self) -> int:
        """Number of waypoints of all sequences."""
        return sum(len(sequence) for sequence in self.waypoint_sequences)

    def __getitem__(self, ind: int) -> Waypoint:
        """Waypoint of an index over all sequences.

        Raises:
            IndexError: There is none.
        """
        rest = ind
        for sequence in self.waypoint_sequences:
            if 0 <= rest < len(sequence):
                return sequence[rest]
            rest -= len(sequence)
        raise IndexError(f"There is no waypoint {ind}; expected 0 to {len(self) - 1}.")

    @property
    def last_waypoint(self) -> Waypoint:
        """A copy of the last waypoint."""
        return self.waypoint_sequences[-1].last_waypoint

    def get_poses(self) -> list[torch.Tensor]:
        """Positions in the plane of the controller's frame, shape (2,) each [m], for plots."""
        return [position for sequence in self.waypoint_sequences for position in sequence.get_poses()]

    def add_waypoint_sequence(self, sequence: WaypointSequence) -> None:
        """Put a sequence behind, with nothing between."""
        self.waypoint_sequences.append(sequence)

    def add_waypoint_sequence_for_target_pose(
        self,
        pose: torch.Tensor,
        gripper_action: torch.Tensor,
        num_steps: int,
        skip_interpolation: bool = False,
        action_noise: float = 0.0,
    ) -> None:
        """Put the straight way from the last waypoint to a pose behind.

        Args:
            pose: Pose in the frame of the controller, shape (4, 4) [m].
            gripper_action: What the gripper is told, shape (D,).
            num_steps: Number of poses between, besides the last.
            skip_interpolation: Stay at the pose for ``num_steps`` instead.
            action_noise: Standard deviation of the noise on actions.

        Raises:
            ValueError: There is no waypoint to go on from.
        """
        if skip_interpolation:
            poses = pose.expand(num_steps, 4, 4)
        elif not self.waypoint_sequences:
            raise ValueError("This way has no waypoint to go on from; give 'skip_interpolation=True' for the first.")
        else:
            poses, _ = interpolate_poses(pose_1=self.last_waypoint.pose, pose_2=pose, num_steps=num_steps)
            poses = poses[1:]  # the first is where the way is already
        gripper_actions = gripper_action.expand(len(poses), -1)
        self.add_waypoint_sequence(WaypointSequence.from_poses(poses, gripper_actions, action_noise))

    def pop_first(self) -> WaypointSequence:
        """Take the first waypoint away, and give a sequence of it."""
        first, rest = self.waypoint_sequences[0].split(1)
        self.waypoint_sequences[:1] = [rest] if len(rest) else []
        return first

    def merge(
        self,
        other: WaypointTrajectory,
        num_steps_interp: int | None = None,
        num_steps_fixed: int | None = None,
        action_noise: float = 0.0,
    ) -> None:
        """Put another way behind, of which this one takes the waypoints.

        Args:
            other: The other.
            num_steps_interp: Number of poses on the straight way to its first one; None or 0 for no such way.
            num_steps_fixed: Steps to wait at its first one; None or 0 for none.
            action_noise: Standard deviation of the noise on actions until its first pose.
        """
        if num_steps_interp or num_steps_fixed:
            (first,) = other.pop_first()
            if num_steps_interp:
                self.add_waypoint_sequence_for_target_pose(
                    first.pose, first.gripper_action, num_steps_interp, action_noise=action_noise
                )
            if num_steps_fixed:
                steps = num_steps_fixed + (0 if num_steps_interp else 1)  # the first itself, where no way ends there
                self.add_waypoint_sequence_for_target_pose(
                    first.pose, first.gripper_action, steps, skip_interpolation=True, action_noise=action_noise
                )
            self.waypoint_sequences[-1][-1].noise = first.noise
        self.waypoint_sequences += other.waypoint_sequences

    def get_full_sequence(self) -> WaypointSequence:
        """One sequence of all waypoints."""
        return WaypointSequence([waypoint for sequence in self.waypoint_sequences for waypoint in sequence])


class MultiWaypoint:
    """What several end effectors aim at in one step.

    Args:
        waypoints: Their waypoints, by their names.
    """

    def __init__(self, waypoints: dict[str, Waypoint]) -> None:
        self.waypoints = waypoints

    async def execute(
        self,
        env: Any,
        success_term: Any,
        env_id: int = 0,
        env_action_queue: asyncio.Queue | None = None,
    ) -> bool:
        """Take the step in an environment.

        Args:
            env: A :class:`~pippin.envs.mimic.ManagerBasedRLMimicEnv`.
            success_term: Term whose function says which environments have succeeded.
            env_id: Environment.
            env_action_queue: Where actions of all environments are collected for one step; None steps at once.

        Returns:
            Whether the task is fulfilled then.
        """
        action = self._action(env, env_id)
        if env_action_queue is None:
            env.step(action[None])
        else:
            await env_action_queue.put((env_id, action))
            await env_action_queue.join()
        return bool(success_term.func(env, **success_term.params)[env_id])

    def _action(self, env: Any, env_id: int) -> torch.Tensor:
        """The action of one environment, shape (actions,), noise included."""
        poses = {name: waypoint.pose for name, waypoint in self.waypoints.items()}
        grippers = {name: waypoint.gripper_action for name, waypoint in self.waypoints.items()}
        noise = {name: waypoint.noise for name, waypoint in self.waypoints.items()}
        settings: dict[str, Any] = {"action_noise_dict": noise}
        if "action_noise_dict" not in inspect.signature(env.target_eef_pose_to_action).parameters:
            settings = {"noise": max(float(each or 0.0) for each in noise.values())}  # as environments of 2.0 had it
        action = env.target_eef_pose_to_action(
            target_eef_pose_dict=poses, gripper_action_dict=grippers, env_id=env_id, **settings
        )
        return action.reshape(-1)
