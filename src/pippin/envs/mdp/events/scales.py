"""Event term that gives each environment's objects other sizes, before the simulation starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from pippin.assets import Articulation
from pippin.envs.managers import SceneEntityCfg
from pippin.sim.expressions import find_matching_prims
from pippin.sim.xforms import set_local_pose

from ..env_types import ManagerBasedEnv
from ..selection import Ids, rows_on_host
from .random_values import Range


def randomize_rigid_body_scale(
    env: ManagerBasedEnv,
    env_ids: Ids | None,
    scale_range: Range | Mapping[str, Range],
    asset_cfg: SceneEntityCfg,
    relative_child_path: str | None = None,
) -> None:
    """Give objects random scales: for the mode "prestartup", with ``replicate_physics=False``.

    Every environment gets prims of its own, so that its physics is made by itself; see
    :meth:`pippin.scene.InteractiveScene.separate_environments`.

    Args:
        env: The environment.
        env_ids: Its environments; None means all.
        scale_range: Least and largest factor for all three axes together, or for each axis ("x", "y", "z") by
            itself; axes that are not named keep 1.
        asset_cfg: The object.
        relative_child_path: Prim below the object's that is scaled in its place, as "mesh" or "/mesh".

    Raises:
        RuntimeError: The simulation plays already.
        NotImplementedError: The asset is an articulation, whose joints would not fit any more.
        ValueError: A range is none of positive factors, or there is no such prim.
    """
    asset = env.scene[asset_cfg.name]
    if isinstance(asset, Articulation):
        raise NotImplementedError(
            f"randomize_rigid_body_scale cannot scale '{asset_cfg.name}', which is an articulation: spawn variants of "
            "it with pippin.sim.MultiAssetSpawnerCfg."
        )
    low, high = _bounds(scale_range)
    env.scene.separate_environments()
    for env_id in rows_on_host(env_ids, env.scene.num_envs).tolist():
        factors = low + (high - low) * torch.rand(3 if isinstance(scale_range, Mapping) else 1, device="cpu").numpy()
        for prim in _prims_of(asset.cfg.prim_path, relative_child_path, env, env_id):
            set_local_pose(prim, scale=np.broadcast_to(factors, 3).tolist())


def _prims_of(expression: str, child: str | None, env: ManagerBasedEnv, env_id: int) -> list[Any]:
    """Prims of an object, or of a child of it, in one environment."""
    inside = env.sim.environments.env_path(env_id) + "/"
    suffix = "" if child is None else "/" + child.strip("/")
    prims = [prim for prim in find_matching_prims(expression) if str(prim.GetPath()).startswith(inside)]
    paths = [f"{prim.GetPath()}{suffix}" for prim in prims]
    found = [prim for path in paths if (prim := env.sim.stage.GetPrimAtPath(path))]
    if not found:
        raise ValueError(
            f"randomize_rigid_body_scale finds no prim at '{expression}{suffix}' in environment {env_id}; "
            "expected the asset's prim, and 'relative_child_path' to be a path below it."
        )
    return found


def _bounds(scale_range: Range | Mapping[str, Range]) -> tuple[np.ndarray, np.ndarray]:
    """Least and largest factors, each of shape (3,)."""
    by_axis = scale_range if isinstance(scale_range, Mapping) else dict.fromkeys("xyz", scale_range)
    unknown = by_axis.keys() - set("xyz")
    bounds = np.array([tuple(by_axis.get(axis, (1.0, 1.0))) for axis in "xyz"], dtype=float)
    if unknown or bounds.shape != (3, 2) or not (np.isfinite(bounds).all() and (bounds > 0.0).all()):
        raise ValueError(
            f"scale_range of randomize_rigid_body_scale is {scale_range!r}; expected positive factors (low, high), or "
            "such for 'x', 'y' and 'z'."
        )
    return bounds[:, 0], bounds[:, 1]
