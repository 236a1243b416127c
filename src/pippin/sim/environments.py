"""Which environments there are, without a prim for each of them.

The stage holds the prims of one environment of every *variant* (usually there is one variant and its template is
``env_0``). All other environments exist as numbers: an origin and the variant that they copy. Paths of their prims
are arithmetic on strings, so a scene with 4,096 environments costs the stage no more than a scene with one.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

ENV_NAMESPACE = "/World/envs"
ENV_REGEX_NS = "/World/envs/env_.*"


@dataclass(frozen=True)
class EnvironmentPlan:
    """Number, placement and variant of the environments.

    Attributes:
        origins: Positions of the environments' frames in the world [m], shape (num_envs, 3), float32.
        variant_of_env: Variant that each environment copies, shape (num_envs,), int.
        templates: For each variant, the environment whose prims are on the stage. ``(0,)`` where all are equal.
        namespace: Prim that holds ``env_0``, ``env_1``, ...
        configs: Configs of what the environments and their surroundings hold, where a scene made the plan.
        choices: Which of its spawner's assets each environment has, -1 where it has none, shape (num_envs,), int, by
            the path below the environment (``/Robot``), where a scene made the plan.
        separated: Variant that an environment copied before a program put something in it alone, by environment; each
            of them has the last variant but so many for itself. See :mod:`pippin.sim.own_environments`.
        own_paths: Paths of prims that a program has put in one environment alone.
        copies_are_independent: Whether what is put in an environment that others copy is in that one alone.
    """

    origins: np.ndarray
    variant_of_env: np.ndarray
    templates: tuple[int, ...] = (0,)
    namespace: str = ENV_NAMESPACE
    configs: tuple[object, ...] = ()
    choices: Mapping[str, np.ndarray] = field(default_factory=dict)
    separated: Mapping[int, int] = field(default_factory=dict)
    own_paths: frozenset[str] = frozenset()
    copies_are_independent: bool = False

    @classmethod
    def uniform(cls, origins: np.ndarray, namespace: str = ENV_NAMESPACE) -> EnvironmentPlan:
        """Plan in which every environment copies ``env_0``."""
        origins = np.asarray(origins, dtype=np.float32).reshape(-1, 3)
        return cls(origins, np.zeros(len(origins), dtype=np.int64), (0,), namespace)

    @classmethod
    def of_choices(
        cls, origins: np.ndarray, choices: Sequence[np.ndarray], namespace: str = ENV_NAMESPACE
    ) -> EnvironmentPlan:
        """Plan in which environments are equal when they got the same of everything that there was to choose.

        Args:
            origins: Positions of the environments' frames in the world [m], shape (num_envs, 3).
            choices: For each thing to choose, what each environment got, each of shape (num_envs,), int.
            namespace: Prim that holds ``env_0``, ``env_1``, ...
        """
        origins = np.asarray(origins, dtype=np.float32).reshape(-1, 3)
        if not choices:
            return cls.uniform(origins, namespace)
        _, first_env, variant_of_env = np.unique(
            np.stack(choices, axis=1), axis=0, return_index=True, return_inverse=True
        )
        order = np.argsort(first_env)  # the template of variant 0 is env_0, and so on upwards
        rank = np.argsort(order)
        return cls(origins, rank[variant_of_env.reshape(-1)], tuple(first_env[order].tolist()), namespace)

    @property
    def num_envs(self) -> int:
        """Number of environments."""
        return len(self.origins)

    def env_path(self, env_id: int) -> str:
        """Prim path of an environment, whether its prims are on the stage or not."""
        return f"{self.namespace}/env_{env_id}"

    def template_path(self, variant: int) -> str:
        """Prim path of the environment on the stage that the variant's environments copy."""
        return self.env_path(self.templates[variant])

    def env_ids_of(self, variant: int) -> np.ndarray:
        """Environments that copy the variant, in increasing order, shape (num_worlds,), int."""
        return np.flatnonzero(self.variant_of_env == variant)

    def path_below(self, expression: str) -> str | None:
        """What follows the environment in a path or an expression for paths; None where it lies in none of them."""
        begin = f"{self.namespace}/env_"
        if not expression.startswith(begin):
            return None
        return re.sub(r"^(\[[^]]*\]|[^/])*", "", expression.removeprefix(begin))

    def place_of(self, path: str) -> tuple[int, str] | None:
        """Environment that a prim path lies in, and what follows it there ("" for its own prim); None elsewhere."""
        match = self._place.match(path)
        env_id = -1 if match is None else int(match[1])
        if match is None or env_id >= self.num_envs or str(env_id) != match[1]:
            return None
        return env_id, path[match.end() :]

    def choice_at(self, path: str) -> int | None:
        """Number of the asset that a scene puts at a prim path, -1 for none; None where it leaves that open."""
        place = self.place_of(path)
        choice = None if place is None else self.choices.get(place[1])
        return None if place is None or choice is None else int(choice[place[0]])

    def variant_of_path(self, path: str) -> int | None:
        """Variant whose template holds the prim path; None where the path lies outside all templates."""
        place = self.place_of(path)
        return None if place is None else self.variant_of_template.get(place[0])

    @functools.cached_property
    def variant_of_template(self) -> dict[int, int]:
        """Variant of each environment that is a template."""
        return {env_id: variant for variant, env_id in enumerate(self.templates)}

    @functools.cached_property
    def _place(self) -> re.Pattern[str]:
        return re.compile(re.escape(self.namespace) + r"/env_(\d+)(?=/|$)")
