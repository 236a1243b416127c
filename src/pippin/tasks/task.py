"""Where the parts of a registered task are."""

from __future__ import annotations

from typing import NamedTuple


class Task(NamedTuple):
    """Where a task's parts are: modules below ``pippin.tasks`` and ``pippin.learning.agents``, and names in them.

    Attributes:
        config: Its config.
        agent: The config for RSL-RL, of which those of other libraries are made.
        environment: Its class; of a task with managers nothing.
        shows_images: Whether the policy sees images, which configs for rl_games and skrl alone are made for.
        spaces: Kinds of the observation and of the action where a config for skrl alone is made for them; none of both
            where the task's config has all of them as alternatives.
        more_agents: Other configs for RSL-RL, by what stands in their key between "rsl_rl" and "cfg".
        own_agents: Configs of other libraries where there is none for RSL-RL: what stands in their key before "cfg",
            a function, and what it is called with.
    """

    config: str
    agent: str = ""
    environment: str = ""
    shows_images: bool = False
    spaces: tuple[str, ...] | None = None
    more_agents: tuple[tuple[str, str], ...] = ()
    own_agents: tuple[tuple[str, ...], ...] = ()
