"""Curriculum terms: what becomes harder, or counts otherwise, as training goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import torch

from pippin.envs.managers import ManagerTermBase

from .env_types import ManagerBasedRLEnv

_INDEXED = re.compile(r"(\w+)\[(-?\d+)\]")


class modify_reward_weight(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Give a reward term another weight after some steps of the environment."""

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self._term_cfg = env.reward_manager.get_term_cfg(cfg.params["term_name"])

    def is_due(self, env: ManagerBasedRLEnv, term_name: str, weight: float, num_steps: int) -> bool:
        """Whether the weight is to be set when next an episode ends."""
        return env.common_step_counter > num_steps and self._term_cfg.weight != weight

    def __call__(self, env: ManagerBasedRLEnv, env_ids: Any, term_name: str, weight: float, num_steps: int) -> float:
        """Set the weight when it is time.

        Args:
            env: The environment.
            env_ids: Without effect.
            term_name: Name of the reward term.
            weight: Its later weight.
            num_steps: Steps of the environment before it.

        Returns:
            The present weight.
        """
        if env.common_step_counter > num_steps:
            self._term_cfg.weight = weight
            env.reward_manager.set_term_cfg(term_name, self._term_cfg)
        return self._term_cfg.weight


class modify_env_param(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Change any value of the environment by a function of it.

    The value is named by its address from the environment on, such as ``event_manager.cfg.object_mass.params`` or
    ``observation_manager.cfg.policy.joint_pos.noise.std``, with ``name[2]`` for entries of lists. The function gets
    ``(env, env_ids, value, **modify_params)`` and returns the new value, or :attr:`NO_CHANGE`.
    """

    NO_CHANGE: ClassVar[object] = object()
    """What a function returns to leave the value as it is."""

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        if "address" not in cfg.params:
            raise ValueError(f"The term '{type(self).__name__}' lacks 'address' among its params.")
        self._address: str = cfg.params["address"]
        self._access: tuple[Callable[[], Any], Callable[[Any], None]] | None = None

    def __call__(
        self,
        env: ManagerBasedRLEnv,
        env_ids: Any,
        address: str,
        modify_fn: Callable[..., Any],
        modify_params: dict[str, Any] | None = None,
    ) -> None:
        """Change the value; see the class."""
        if self._access is None:
            self._access = _access(self._env, self._address)
        read, write = self._access
        value = modify_fn(self._env, env_ids, read(), **(modify_params or {}))
        if value is not self.NO_CHANGE:
            write(value)


class modify_term_cfg(modify_env_param):  # noqa: N801 (Isaac Lab's name)
    """Change a value of a term's config by a function of it, as :class:`modify_env_param` does.

    Addresses begin with the name of a manager's config: ``observations.policy.joint_pos.noise.std`` stands for
    ``observation_manager.cfg.policy.joint_pos.noise.std``.
    """

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self._address = self._address.replace("s.", "_manager.cfg.", 1)


class DifficultyScheduler(ManagerTermBase):
    """Raise a difficulty in environments that succeed, and lower it in those that do not.

    The reward term ``success_term_name`` says which do: its class has ``succeeded``, shape (N,), bool.
    """

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        start = float(cfg.params.get("init_difficulty", 0))
        self.current_difficulties = torch.full((env.num_envs,), start, device=env.device)
        self.difficulty_frac = 0.0

    def get_state(self) -> torch.Tensor:
        """Return the difficulties, shape (N,), float32, to be kept with a checkpoint."""
        return self.current_difficulties

    def set_state(self, state: torch.Tensor) -> None:
        """Take difficulties from a checkpoint, shape (N,)."""
        self.current_difficulties = state.clone().to(self._env.device)

    def __call__(
        self,
        env: ManagerBasedRLEnv,
        env_ids: Any,
        init_difficulty: int = 0,
        min_difficulty: int = 0,
        max_difficulty: int = 50,
        promotion_only: bool = False,
        success_term_name: str = "success",
    ) -> float:
        """Change difficulties by one.

        Args:
            env: The environment.
            env_ids: Its environments whose episodes end.
            init_difficulty: Difficulty at the beginning.
            min_difficulty: Least difficulty.
            max_difficulty: Largest difficulty.
            promotion_only: Whether difficulties never fall.
            success_term_name: Name of the reward term that knows of success.

        Returns:
            Mean difficulty as a share of the largest.
        """
        succeeded = env.reward_manager.get_term_cfg(success_term_name).func.succeeded[env_ids]
        current = self.current_difficulties[env_ids]
        failed = current if promotion_only else current - 1
        changed = torch.where(succeeded, current + 1, failed).clamp(min=min_difficulty, max=max_difficulty)
        self.current_difficulties[env_ids] = changed
        self.difficulty_frac = (self.current_difficulties.mean() / max(max_difficulty, 1)).item()
        return self.difficulty_frac


def initial_final_interpolate_fn(
    env: ManagerBasedRLEnv, env_ids: Any, data: Any, initial_value: Any, final_value: Any, difficulty_term_str: str
) -> Any:
    """Interpolate a value, or sequences of values, by the share of a :class:`DifficultyScheduler`.

    It is a function for :class:`modify_env_param` and :class:`modify_term_cfg`.

    Args:
        env: The environment.
        env_ids: Without effect.
        data: The present value, whose types the new one has.
        initial_value: Value at a share of 0.
        final_value: Value at a share of 1.
        difficulty_term_str: Name of the curriculum term.
    """
    scheduler = getattr(env.curriculum_manager.cfg, difficulty_term_str).func
    if scheduler.difficulty_frac < 0.1:  # then the values of the configs stand
        return modify_env_param.NO_CHANGE
    return _interpolate(initial_value, final_value, data, scheduler.difficulty_frac)


def _interpolate(initial: Any, final: Any, data: Any, share: float) -> Any:
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        parts = (_interpolate(*each, share) for each in zip(initial, final, data, strict=False))
        return type(data)(parts)  # type: ignore[call-arg]
    value = initial + share * (final - initial)
    return int(value) if isinstance(data, int) else value


def _access(root: Any, address: str) -> tuple[Callable[[], Any], Callable[[Any], None]]:
    """Functions that read and write the value at an address.

    Raises:
        ValueError: There is nothing at the address.
    """
    *parts, last = [key for part in address.split(".") for key in _keys(part)]
    container, owner = root, None
    for part in parts:
        owner, container = (container, part), _get(container, part, address)
    _get(container, last, address)

    def write(value: Any) -> None:
        if isinstance(container, tuple):  # its owner gets another one
            above, key = owner if owner is not None else (root, last)
            entries = list(_get(above, key, address))
            entries[int(last)] = value
            _set(above, key, tuple(entries))
        else:
            _set(container, last, value)

    def read() -> Any:
        holder = container
        if isinstance(container, tuple) and owner is not None:
            holder = _get(*owner, address)
        return _get(holder, last, address)

    return read, write


def _keys(part: str) -> tuple[str | int, ...]:
    """``name`` as one key, ``name[2]`` as two."""
    match = _INDEXED.fullmatch(part)
    return (part,) if match is None else (match[1], int(match[2]))


def _get(container: Any, key: Any, address: str) -> Any:
    try:
        return container[key] if isinstance(container, (dict, list, tuple)) else getattr(container, str(key))
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise ValueError(
            f"The address '{address}' leads nowhere: a {type(container).__name__} has no '{key}'."
        ) from error


def _set(container: Any, key: Any, value: Any) -> None:
    if isinstance(container, (dict, list)):
        container[key] = value
    else:
        setattr(container, str(key), value)
