"""Which environments there are, without a prim for each of them.

The stage holds the prims of one environment of every *variant* (usually there is one variant and its template is
``env_0``). All other environments exist as numbers: an origin and the variant that they copy. Paths of their prims
are arithmetic on strings, so a scene with 4,096 environments costs the stage no more than a scene with one.
"""

from __future__ import annotations

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
    """

    origins: np.ndarray
    variant_of_env: np.ndarray
    templates: tuple[int, ...] = (0,)
    namespace: str = ENV_NAMESPACE
    configs: tuple[object, ...] = ()
    choices: Mapping[str, np.ndarray] = field(default_factory=dict)

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

    def choice_at(self, path: str) -> int | None:
        """Number of the asset that a scene puts at a prim path, -1 for none; None where it leaves that open."""
        match = re.match(re.escape(self.namespace) + r"/env_(\d+)(/.+)$", path)
        choice = None if match is None else self.choices.get(match.group(2))
        return None if match is None or choice is None else int(choice[int(match.group(1))])

    def variant_of_path(self, path: str) -> int | None:
        """Variant whose template holds the prim path; None where the path lies outside all templates."""
        match = re.match(re.escape(self.namespace) + r"/env_(\d+)(?=/|$)", path)
        if match is None or int(match.group(1)) not in self.templates:
            return None
        return self.templates.index(int(match.group(1)))
