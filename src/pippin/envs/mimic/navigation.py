"""Robots that walk between subtasks: arms wait until the walk has ended, or skip what is left of the recorded one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .constraints import Follower

BODY = "body"
"""End effector whose subtask is to walk."""


class Walk:
    """The walk of one environment.

    Args:
        env: A :class:`~pippin.envs.mimic.ManagerBasedRLMimicEnv` that tells its ``get_navigation_state``.
        env_id: Environment.

    Raises:
        ValueError: No end effector is called "body".
    """

    def __init__(self, env: Any, env_id: int) -> None:
        if BODY not in env.cfg.subtask_configs:
            raise ValueError(
                f"'use_navigation_controller' is set for end effectors {sorted(env.cfg.subtask_configs)}; "
                f"expected one called '{BODY}', whose subtask is to walk."
            )
        self._env, self._env_id = env, env_id
        self._was_walking = False

    def keep_in_step(self, arms: Mapping[str, Follower]) -> None:
        """Set all arms a step back while the robot walks on, or forward to the end of the walk when it has arrived.

        Args:
            arms: Arms, which have just taken a step.
        """
        state = self._env.get_navigation_state(self._env_id)
        is_walking, has_arrived = bool(state["is_navigating"]), bool(state["navigation_goal_reached"])
        body = arms[BODY]
        length = len(body.waypoints)
        if is_walking and not has_arrived and body.step == length:
            for arm in arms.values():  # all repeat what they did
                arm.step = (arm.step or 0) - 1
        elif self._was_walking and not is_walking:
            skipped = length - (body.step or 0)
            for arm in arms.values():
                last = length if arm is body else len(arm.waypoints) - 1
                arm.step = min((arm.step or 0) + skipped, last)
        self._was_walking = is_walking
