"""What the arms of a robot wait for while each follows its own subtasks."""

from __future__ import annotations

from typing import Any, Protocol

from .settings import SubTaskConstraintConfig, SubTaskConstraintType

Constraints = dict[tuple[str, int], dict[str, Any]]
"""What each subtask keeps to, by end effector and index: see ``SubTaskConstraintConfig``."""


class Follower(Protocol):
    """An end effector that follows the way of a subtask."""

    name: str
    subtask: int
    step: int | None
    waypoints: list[Any]


def make_constraints(configs: list[SubTaskConstraintConfig]) -> Constraints:
    """Start what subtasks keep to, for one new demonstration."""
    constraints: Constraints = {}
    for config in configs:
        constraints.update(config.generate_runtime_subtask_constraints())
    return constraints


def coordination_of(constraints: Constraints, name: str, subtask: int) -> tuple[Any, Any]:
    """What a subtask and the one that goes together with it keep to; None, twice, if it goes alone."""
    own = constraints.get((name, subtask))
    if own is None or own["type"] != SubTaskConstraintType.COORDINATION:
        return None, None
    return own, constraints[own["concurrent_task_spec_key"], own["concurrent_subtask_ind"]]


def hold(constraints: Constraints, arm: Follower, subtasks: dict[str, int]) -> None:
    """Set an arm back to the step that it waits at, if it has to wait.

    Args:
        constraints: What subtasks keep to, in which what is reached is noted.
        arm: The arm, about to take its step.
        subtasks: Index of the subtask that each arm is at.
    """
    own = constraints.get((arm.name, arm.subtask))
    if own is None or arm.step is None:
        return
    if own["type"] == SubTaskConstraintType._SEQUENTIAL_LATTER:
        rest = own["min_time_diff"]
        if not own["fulfilled"] and (rest == -1 or arm.step >= len(arm.waypoints) - rest):
            arm.step = max(arm.step - 1, 0)
    elif own["type"] == SubTaskConstraintType.COORDINATION:
        _, other = coordination_of(constraints, arm.name, arm.subtask)
        is_behind = subtasks[own["concurrent_task_spec_key"]] < own["concurrent_subtask_ind"]
        if own["coordination_synchronize_start"] and is_behind:
            arm.step = 0
        elif arm.step >= len(arm.waypoints) - own["synchronous_steps"]:
            other["fulfilled"] = True  # the other may go on from where both go together
            if not own["fulfilled"]:
                arm.step = max(arm.step - 1, 0)


def finish(constraints: Constraints, arm: Follower) -> None:
    """Note that an arm has ended its subtask, which another may wait for."""
    own = constraints.get((arm.name, arm.subtask))
    if own is None:
        return
    if own["type"] == SubTaskConstraintType._SEQUENTIAL_FORMER:
        constraints[own["constrained_task_spec_key"], own["constrained_subtask_ind"]]["fulfilled"] = True
    elif own["type"] == SubTaskConstraintType.COORDINATION:
        own["finished"] = True
