"""Prims of all environments: the stage has those of one environment of each variant, the others are copies of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from pxr import Usd, UsdGeom

from pippin.sim import EnvironmentPlan, explain_no_match, get_current_stage
from pippin.sim.expressions import find_matching_prim_paths, matching_paths
from pippin.sim.stage import get_environments
from pippin.sim.xforms import resolve_prim_pose

SAME_POSE = 1e-5
"""Largest difference of a component of poses that are the same in two environments, whose origins are float32."""


def stage_poses(prims: Sequence[Usd.Prim]) -> np.ndarray:
    """Poses of prims in the world as the stage has them ([m], x, y, z, w), shape (N, 7), float64."""
    return np.array([np.concatenate(resolve_prim_pose(prim)) for prim in prims]).reshape(-1, 7)


class Places:
    """N prims by their paths, whether the stage has them or they are copies of what it has.

    Args:
        paths: Paths of the prims, each in its own environment.

    Attributes:
        paths: The paths.
        prims: The prim on the stage that each is, or is a copy of.
        env_ids: Environment of each, 0 for what lies in none, shape (N,), int.
        variants: Variant of that environment, shape (N,), int.
        shifts: Where each is, seen from its prim on the stage [m], shape (N, 3).
        template_paths: Path of the prim on the stage of each.
    """

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = list(paths)
        plan = get_environments()
        self.env_ids = np.zeros(len(self.paths), dtype=np.int64)
        self.variants = np.zeros(len(self.paths), dtype=np.int64)
        self.shifts = np.zeros((len(self.paths), 3))
        self.template_paths = list(self.paths)
        self._copies: dict[str, int] = {}  # number of environments that have a prim of the stage
        if plan is not None:
            self._place(plan)
        stage = get_current_stage()
        known = {path: stage.GetPrimAtPath(path) for path in dict.fromkeys(self.template_paths)}
        self.prims: list[Usd.Prim] = [known[path] for path in self.template_paths]

    def parents(self, which: np.ndarray) -> Places:
        """Places of the parents of some of the prims."""
        return Places([self.paths[i].rpartition("/")[0] or "/" for i in which])

    def poses_on_stage(self) -> np.ndarray:
        """Poses in the world, those of copies from the prims that they copy, shape (N, 7), float64."""
        rows = {path: i for i, path in enumerate(dict.fromkeys(self.template_paths))}
        stage = get_current_stage()
        of_prims = stage_poses([stage.GetPrimAtPath(path) for path in rows])
        poses = of_prims[[rows[path] for path in self.template_paths]]
        poses[:, :3] += self.shifts
        return poses

    def on_stage(self, which: np.ndarray, values: np.ndarray, copied: bool) -> dict[str, np.ndarray | None]:
        """Value for each prim on the stage, by its path, of values for some places, shape (len(which), ...).

        None where not all environments that have the prim are given, or not the same for all. If what the prim itself
        has is ``copied``, its own place alone will do.
        """
        rows: dict[str, list[int]] = {}
        for row, i in enumerate(which):
            rows.setdefault(self.template_paths[i], []).append(row)
        shared: dict[str, np.ndarray | None] = {}
        for path, own in rows.items():
            same = bool((np.abs(values[own] - values[own[0]]) < SAME_POSE).all())
            alone = copied and [self.paths[which[row]] for row in own] == [path]
            complete = alone or len(own) == self._copies.get(path, 1)
            shared[path] = values[own[0]] if same and complete else None
        return shared

    def for_all_copies(self, which: np.ndarray, values: np.ndarray, what: str) -> dict[str, np.ndarray]:
        """The same as :meth:`on_stage`, for what copies cannot have of their own.

        Raises:
            NotImplementedError: Copies of a prim are to differ.
        """
        shared = {}
        for path, value in self.on_stage(which, values, copied=True).items():
            if value is None:
                raise NotImplementedError(
                    f"The {what} of '{path}' is the same in all environments, which copy it: set it for all of them."
                )
            shared[path] = value
        return shared

    def _place(self, plan: EnvironmentPlan) -> None:
        in_environment = re.compile(re.escape(plan.namespace) + r"/env_(\d+)(/.*)?")
        sizes = [len(plan.env_ids_of(variant)) for variant in range(len(plan.templates))]
        for i, path in enumerate(self.paths):
            match = in_environment.fullmatch(path)
            if match is None or int(match.group(1)) >= plan.num_envs:
                continue
            env_id = int(match.group(1))
            variant = int(plan.variant_of_env[env_id])
            template = plan.templates[variant]
            self.env_ids[i], self.variants[i] = env_id, variant
            self.shifts[i] = plan.origins[env_id].astype(float) - plan.origins[template].astype(float)
            self.template_paths[i] = plan.env_path(template) + (match.group(2) or "")
            self._copies[self.template_paths[i]] = sizes[variant]


def find_places(expressions: str | Sequence[str]) -> Places:
    """Prims with a pose that expressions match in all environments, each once, in the order of the expressions.

    Raises:
        ValueError: There are no such prims, or one has no pose.
    """
    paths: dict[str, None] = {}
    find = find_matching_prim_paths if get_environments() is None else matching_paths
    for expression in [expressions] if isinstance(expressions, str) else expressions:
        found = find(expression)
        if not found:
            raise ValueError(f"There is no prim at '{expression}': {explain_no_match(expression, get_current_stage())}")
        paths |= dict.fromkeys(found)
    places = Places(list(paths))
    without_pose = [path for path, prim in zip(places.paths, places.prims, strict=True) if not UsdGeom.Xformable(prim)]
    if without_pose or not paths:
        raise ValueError(f"Prims should have a pose; these have none: {', '.join(without_pose) or expressions!r}.")
    return places
