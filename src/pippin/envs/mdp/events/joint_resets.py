"""Event terms that put joints into states from which episodes begin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.envs.managers import ManagerTermBase, SceneEntityCfg
from pippin.envs.managers.env_rows import drawn_rows, takes_masks
from pippin.utils import as_torch
from pippin.utils.math import sample_uniform

from ..env_types import ManagerBasedEnv
from ..selection import Ids, rows_and_columns
from .random_values import Range
from .writes import write_joints

Bounds = dict[str, tuple[float | None, float | None]]
"""Lower and upper bounds by names of joints, or regular expressions; None keeps the limit of the joint."""


@takes_masks
def reset_joints_by_scale(
    env: ManagerBasedEnv,
    env_ids: Ids,
    position_range: Range,
    velocity_range: Range,
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Put joints at random multiples of their default positions and velocities, within the soft limits.

    Args:
        env: The environment.
        env_ids: Its environments; None means all.
        position_range: Least and largest factor of the positions.
        velocity_range: Least and largest factor of the velocities.
        asset_cfg: The articulation and its joints.
    """
    _reset_joints(env, env_ids, torch.mul, position_range, velocity_range, asset_cfg)


@takes_masks
def reset_joints_by_offset(
    env: ManagerBasedEnv,
    env_ids: Ids,
    position_range: Range,
    velocity_range: Range,
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Put joints at random distances from their default positions and velocities, within the soft limits.

    Args:
        env: The environment.
        env_ids: Its environments; None means all.
        position_range: Least and largest distance [m, rad].
        velocity_range: Least and largest distance [m/s, rad/s].
        asset_cfg: The articulation and its joints.
    """
    _reset_joints(env, env_ids, torch.add, position_range, velocity_range, asset_cfg)


def _reset_joints(
    env: ManagerBasedEnv,
    env_ids: Ids | None,
    operation: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    position_range: Range,
    velocity_range: Range,
    asset_cfg: SceneEntityCfg,
) -> None:
    asset = env.scene[asset_cfg.name]
    data, ids = asset.data, asset_cfg.joint_ids
    rows = drawn_rows(env_ids)
    positions = rows_and_columns(data.default_joint_pos, rows, ids)
    velocities = rows_and_columns(data.default_joint_vel, rows, ids)
    positions = operation(positions, sample_uniform(*position_range, positions.shape, positions.device))
    velocities = operation(velocities, sample_uniform(*velocity_range, velocities.shape, velocities.device))
    limits = rows_and_columns(data.soft_joint_pos_limits, rows, ids)
    speeds = rows_and_columns(data.soft_joint_vel_limits, rows, ids)
    positions.clamp_(limits[..., 0], limits[..., 1])
    velocities.clamp_(-speeds, speeds)
    write_joints(asset, env_ids, ids, positions, velocities)


class reset_joints_within_limits_range(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Put joints at random positions and velocities within bounds that are given joint by joint, or by the limits.

    Its parameters ``position_range`` and ``velocity_range`` hold bounds by names of joints. With the operation "abs"
    they are positions [m, rad] and velocities [m/s, rad/s], with "scale" factors of the soft limits; both are relative
    to the default state with ``use_default_offset``. Joints that are not named start from their default state.
    """

    takes_masks = True

    def __init__(self, cfg: Any, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        params = cfg.params
        missing = [name for name in ("position_range", "velocity_range") if name not in params]
        if missing:
            raise ValueError(f"The term 'reset_joints_within_limits_range' lacks {missing} among its params.")
        operation = params.get("operation", "abs")
        if operation not in ("abs", "scale"):
            raise ValueError(f"'operation' is {operation!r}: it should be 'abs' or 'scale'.")
        asset_cfg = params.get("asset_cfg", SceneEntityCfg("robot"))
        self._asset: Articulation = env.scene[asset_cfg.name]
        data, is_factor = self._asset.data, operation == "scale"
        use_offset = params.get("use_default_offset", False)
        limits = as_torch(data.soft_joint_pos_limits)[0].clone()
        speeds = as_torch(data.soft_joint_vel_limits)[0]
        self._positions = self._bounds(
            params["position_range"], limits, as_torch(data.default_joint_pos)[0], is_factor, use_offset
        )
        self._velocities = self._bounds(
            params["velocity_range"],
            torch.stack([-speeds, speeds], dim=1),
            as_torch(data.default_joint_vel)[0],
            is_factor,
            use_offset,
        )

    def __call__(
        self,
        env: ManagerBasedEnv,
        env_ids: Ids | None,
        position_range: Bounds,
        velocity_range: Bounds,
        use_default_offset: bool = False,
        asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
        operation: str = "abs",
    ) -> None:
        """Reset the joints; see the class."""
        rows = drawn_rows(env_ids)
        data = self._asset.data
        limits, speeds = as_torch(data.soft_joint_pos_limits)[0], as_torch(data.soft_joint_vel_limits)[0]
        positions = as_torch(data.default_joint_pos)[rows].clone()
        velocities = as_torch(data.default_joint_vel)[rows].clone()
        _sample_into(positions, *self._positions, limits[:, 0], limits[:, 1])
        _sample_into(velocities, *self._velocities, -speeds, speeds)
        write_joints(self._asset, env_ids, slice(None), positions, velocities)

    def _bounds(
        self, ranges: Bounds, bounds: torch.Tensor, default: torch.Tensor, is_factor: bool, use_offset: bool
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Ids of the named joints, and their bounds, shape (number of ids, 2)."""
        ids: list[int] = []
        for name, pair in ranges.items():
            found = self._asset.find_joints(name)[0]
            ids.extend(int(joint) for joint in found)
            for side, value in enumerate(pair):
                if value is not None:
                    bounds[ids[-len(found) :], side] = value * (bounds[ids[-len(found) :], side] if is_factor else 1.0)
            if use_offset:
                bounds[ids[-len(found) :]] += default[ids[-len(found) :]].unsqueeze(1)
        chosen = torch.tensor(ids, dtype=torch.long, device=bounds.device)
        return chosen, bounds[chosen]


def _sample_into(
    values: torch.Tensor, ids: torch.Tensor, bounds: torch.Tensor, lower: torch.Tensor, upper: torch.Tensor
) -> None:
    """Sample some columns within bounds, and keep them within limits."""
    if not len(ids):
        return
    samples = sample_uniform(bounds[:, 0], bounds[:, 1], (len(values), len(ids)), device=values.device)
    values[:, ids] = samples.clamp(lower[ids], upper[ids])
