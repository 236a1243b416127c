"""Episodes that begin from a bank of states, which are drawn once and are free of overlaps."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import torch

from pippin.envs.managers import EventTermCfg, ManagerTermBase
from pippin.envs.managers.manager_base import ManagerTermBaseCfg
from pippin.sim.stage import get_environments
from pippin.tasks.dexsuite.surface_points import farthest_points
from pippin.tasks.utils.success_monitor import SuccessMonitor, SuccessMonitorCfg
from pippin.utils import as_torch
from pippin.utils.callables import string_to_callable

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedEnv

logger = logging.getLogger("pippin")


class conditional_reset(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Let episodes begin in states that reset events make and criteria accept, out of a bank of such.

    The first call fills the bank, whichever environments it is for, and begins in all: the events are drawn again and
    again in all environments, and of the states that fulfil all criteria as many are kept as are asked for of each kind
    of environment (those with the same things in them). No event and no criterion is called after that.

    Args:
        cfg: Config of the term.
        env: The environment.
    """

    def __init__(self, cfg: EventTermCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self._assets = [*env.scene.articulations, *env.scene.rigid_objects]
        self._all = torch.arange(env.num_envs, device=env.device)
        plan = get_environments()
        kinds = [0] * env.num_envs if plan is None else plan.variant_of_env.tolist()
        self._kind = torch.tensor(kinds, device=env.device)
        self._bank: torch.Tensor | None = None
        self._monitor: SuccessMonitor | None = None
        self._row = torch.full((env.num_envs,), -1, dtype=torch.long, device=env.device)

    def reset(self, env_ids: Any = None) -> None:
        """Log the share of successes over all states of the bank, where it is kept."""
        if self._monitor is not None:
            self._env.extras.setdefault("log", {})["Metrics/success_rate"] = self._monitor.get_mean_success_rate()

    def __call__(
        self,
        env: ManagerBasedEnv,
        env_ids: Any,
        terms: dict[str, EventTermCfg],
        valid_criteria: dict[str, ManagerTermBaseCfg],
        buffer_size_per_group: int = 20,
        max_prefill_iters: int | None = None,
        diversity_feature: ManagerTermBaseCfg | None = None,
        oversample_factor: float = 2.0,
        success_monitor: SuccessMonitorCfg | None = None,
        success_reward_term: str = "success",
    ) -> None:
        """Put environments into states of the bank.

        Args:
            env: The environment.
            env_ids: Environments; None means all.
            terms: Reset events that make a state, called in their order.
            valid_criteria: What a state has to fulfil: functions of the environment and the environments asked for.
            buffer_size_per_group: Number of states of each kind of environment.
            max_prefill_iters: Most times that states are drawn; None means until there are enough.
            diversity_feature: Measure of states, of which those are kept that differ most by it; None keeps the first.
            oversample_factor: How many states are drawn for each that is kept, with a measure.
            success_monitor: Has states practised that succeed as often as it says; None draws all alike.
            success_reward_term: Name of the reward term whose ``succeeded`` tells it.

        Raises:
            RuntimeError: There are not enough states after ``max_prefill_iters``.
            TypeError: The reward term has no ``succeeded``.
        """
        ids = self._all[slice(None) if env_ids is None else env_ids]
        size = buffer_size_per_group
        if self._bank is None:
            self._fill(terms, valid_criteria, size, max_prefill_iters, diversity_feature, oversample_factor)
            if success_monitor is not None:
                made = success_monitor.class_type
                make = string_to_callable(made) if isinstance(made, str) else made
                self._monitor = make(success_monitor, int(self._kind.max()) + 1, size, env.device)
            terms.clear()  # with what they hold on the device
            valid_criteria.clear()
            ids = self._all
        kinds = self._kind[ids]
        if self._monitor is None:
            rows = kinds * size + torch.randint(size, (len(ids),), device=ids.device)
        else:
            played = self._row[ids]
            succeeded = _succeeded(env, success_reward_term)[ids]
            self._monitor.success_update(played, succeeded, valid=played >= 0)
            rows = self._monitor.sample_by_target_rate(kinds)
            self._row[ids] = rows
        assert self._bank is not None, "filled above"
        set_reset_state(env, self._bank[rows], ids, self._assets, is_relative=True)

    def _fill(
        self,
        terms: dict[str, EventTermCfg],
        criteria: dict[str, ManagerTermBaseCfg],
        size: int,
        most: int | None,
        measure: ManagerTermBaseCfg | None,
        oversampling: float,
    ) -> None:
        """Draw states until there are enough of each kind, and keep the most different ones."""
        kinds = int(self._kind.max()) + 1
        wanted = size if measure is None else round(size * oversampling)
        logger.info("States for episodes to begin in are drawn: %d of each of %d kinds of environments.", wanted, kinds)
        count = torch.zeros(kinds, dtype=torch.long, device=self._all.device)
        states, features = _Rows(kinds, wanted), _Rows(kinds, wanted)
        draws = 0
        while bool((count < wanted).any()):
            if most is not None and draws >= most:
                short = {kind: int(number) for kind, number in enumerate(count) if number < wanted}
                raise RuntimeError(
                    f"There are too few states for episodes to begin in after {most} draws in each environment: "
                    f"{short} by kind of environment, where {wanted} are wanted; expected terms that fulfil the "
                    "criteria more often, or a larger max_prefill_iters."
                )
            draws += 1
            ids = self._all[self._draw(terms, criteria)]
            kind = self._kind[ids]
            same = kind.unsqueeze(1) == torch.arange(kinds, device=kind.device)
            place = count[kind] + same.cumsum(dim=0).gather(1, kind.unsqueeze(1)).squeeze(1) - 1
            is_kept = place < wanted
            ids, kind, place = ids[is_kept], kind[is_kept], place[is_kept]
            states.put(kind, place, get_reset_state(self._env, ids, self._assets, is_relative=True))
            if measure is not None:
                features.put(kind, place, measure.func(self._env, ids, **measure.params))
            count += torch.bincount(kind, minlength=kinds)
        kept = states.values
        if measure is not None:
            chosen = [farthest_points(_in_unit_spans(each), size) for each in features.values]
            kept = torch.stack([rows[which] for rows, which in zip(states.values, chosen, strict=True)])
        self._bank = kept.flatten(0, 1)
        logger.info("%d draws in each of %d environments made them.", draws, len(self._all))

    def _draw(self, terms: dict[str, EventTermCfg], criteria: dict[str, ManagerTermBaseCfg]) -> torch.Tensor:
        """Put all environments into new states, and say which of these fulfil all criteria, shape (N,), bool."""
        for term in terms.values():
            term.func(self._env, self._all, **term.params)
        is_valid = torch.ones_like(self._all, dtype=torch.bool)
        for criterion in criteria.values():
            is_valid &= criterion.func(self._env, self._all, **criterion.params)
        return is_valid


class _Rows:
    """Rows of numbers by kind and place, whose width the first ones tell."""

    def __init__(self, kinds: int, size: int) -> None:
        self._shape = (kinds, size)
        self.values = torch.empty(0)

    def put(self, kind: torch.Tensor, place: torch.Tensor, rows: torch.Tensor) -> None:
        if self.values.numel() == 0:
            self.values = rows.new_empty(*self._shape, rows.shape[1])
        self.values[kind, place] = rows


def _in_unit_spans(features: torch.Tensor) -> torch.Tensor:
    """Columns divided by how far they range, so that each counts alike."""
    return features / (features.amax(dim=0) - features.amin(dim=0)).clamp(min=1e-6)


def _succeeded(env: Any, reward_term: str) -> torch.Tensor:
    """Whether each environment has succeeded in its episode, shape (N,), bool."""
    function = env.reward_manager.get_term_cfg(reward_term).func
    if not hasattr(function, "succeeded"):
        raise TypeError(
            f"The reward term '{reward_term}' has no 'succeeded', by which states are drawn; name one that has as "
            "success_reward_term, such as 'success_reward'."
        )
    return function.succeeded


# -- states ------------------------------------------------------------------------------------------------------------


def _assets_of(env: ManagerBasedEnv, names: list[str]) -> Iterator[tuple[Any, bool]]:
    """Articulations and rigid objects of these names, in the scene's order, and whether they have joints."""
    for assets, has_joints in ((env.scene.articulations, True), (env.scene.rigid_objects, False)):
        yield from ((asset, has_joints) for name, asset in assets.items() if name in names)


def get_reset_state(
    env: ManagerBasedEnv, env_ids: torch.Tensor, reset_assets: list[str], is_relative: bool = False
) -> torch.Tensor:
    """Read the state of assets in environments.

    Args:
        env: The environment.
        env_ids: Environments, shape (n,).
        reset_assets: Names of the assets.
        is_relative: Whether positions count from the origins of the environments.

    Returns:
        Of each asset the pose of its root (position [m], quaternion x y z w), the velocity of its centre of mass
        [m/s, rad/s], and positions and velocities of its joints, shape (n, D).
    """
    parts = []
    for asset, has_joints in _assets_of(env, reset_assets):
        pose = as_torch(asset.data.root_link_pose_w)[env_ids].clone()
        if is_relative:
            pose[:, :3] -= as_torch(env.scene.env_origins)[env_ids]
        parts += [pose, as_torch(asset.data.root_com_vel_w)[env_ids]]
        if has_joints:
            parts += [as_torch(values)[env_ids] for values in (asset.data.joint_pos, asset.data.joint_vel)]
    return torch.cat(parts, dim=-1)


def set_reset_state(
    env: ManagerBasedEnv,
    states: torch.Tensor,
    env_ids: torch.Tensor,
    reset_assets: list[str],
    is_relative: bool = False,
) -> None:
    """Put assets in environments into states that :func:`get_reset_state` has read.

    Args:
        env: The environment.
        states: The states, shape (n, D).
        env_ids: Environments, shape (n,).
        reset_assets: Names of the assets, as then.
        is_relative: Whether positions count from the origins of the environments, as then.
    """
    begin = 0
    for asset, has_joints in _assets_of(env, reset_assets):
        pose = states[:, begin : begin + 7].clone()
        if is_relative:
            pose[:, :3] += as_torch(env.scene.env_origins)[env_ids]
        velocity = states[:, begin + 7 : begin + 13].contiguous()
        asset.write_root_link_pose_to_sim_index(root_pose=pose, env_ids=env_ids)
        asset.write_root_com_velocity_to_sim_index(root_velocity=velocity, env_ids=env_ids)
        begin += 13
        if has_joints:
            positions, velocities = states[:, begin : begin + 2 * asset.num_joints].chunk(2, dim=1)
            asset.write_joint_state_to_sim_index(
                position=positions.contiguous(), velocity=velocities.contiguous(), env_ids=env_ids
            )
            begin += 2 * asset.num_joints
