"""Noise that remembers: biases that stay for an episode or walk, and latency."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import MISSING

import torch

from pippin.utils.buffers import DelayBuffer

from ..configclass import configclass
from .noises import NoiseCfg

EnvIds = Sequence[int] | torch.Tensor | slice | None


class NoiseModel:
    """Noise that is new at every call.

    Args:
        noise_model_cfg: Config of the model. It is copied.
        num_envs: Number of environments.
        device: Torch device of the data.

    Raises:
        TypeError: The config leaves fields open.
    """

    def __init__(self, noise_model_cfg: NoiseModelCfg, num_envs: int, device: str) -> None:
        noise_model_cfg.validate()
        self._noise_model_cfg = noise_model_cfg.copy()
        self._num_envs = num_envs
        self._device = device

    def reset(self, env_ids: EnvIds = None) -> None:
        """Forget what was before in some environments: nothing, here.

        Args:
            env_ids: Environments; None for all.
        """

    def __call__(self, data: torch.Tensor) -> torch.Tensor:
        """Apply the noise.

        Args:
            data: Measurements, shape (num_envs, ...).

        Returns:
            New tensor like the data.
        """
        cfg = self._noise_model_cfg.noise_cfg
        return cfg.func(data, cfg)


class NoiseModelWithAdditiveBias(NoiseModel):
    """Noise, and a bias that stays from one reset to the next.

    Args:
        noise_model_cfg: Config of the model. It is copied.
        num_envs: Number of environments.
        device: Torch device of the data.

    Raises:
        TypeError: The config leaves fields open.
    """

    _noise_model_cfg: NoiseModelWithAdditiveBiasCfg

    def __init__(self, noise_model_cfg: NoiseModelWithAdditiveBiasCfg, num_envs: int, device: str) -> None:
        super().__init__(noise_model_cfg, num_envs, device)
        self._bias: torch.Tensor | None = None

    def reset(self, env_ids: EnvIds = None) -> None:
        """Draw new biases in some environments.

        Args:
            env_ids: Environments; None for all.
        """
        if self._bias is not None:
            rows = slice(None) if env_ids is None else env_ids
            cfg = self._noise_model_cfg.bias_noise_cfg
            self._bias[rows] = cfg.func(torch.zeros_like(self._bias[rows]), cfg)

    def __call__(self, data: torch.Tensor) -> torch.Tensor:
        """Apply noise and bias.

        Args:
            data: Measurements, shape (num_envs, ...).

        Returns:
            New tensor like the data.

        Raises:
            ValueError: The last dimension of the data is another than at the first call.
        """
        return super().__call__(data) + self._bias_of(data)

    def _bias_of(self, data: torch.Tensor) -> torch.Tensor:
        """The bias of each environment, of a shape that broadcasts with the data's; drawn at the first call."""
        num_components = data.shape[-1] if self._noise_model_cfg.sample_bias_per_component and data.ndim > 1 else 1
        shape = (self._num_envs, *[1] * (data.ndim - 2), num_components)[: data.ndim]
        if self._bias is None:
            self._bias = torch.zeros(shape, dtype=data.dtype, device=self._device)
            self.reset()
        if self._bias.shape != shape:
            raise ValueError(
                f"The bias of noise has the shape {tuple(self._bias.shape)} since the first call, but data of shape "
                f"{tuple(data.shape)} needs {shape}: use one noise model for each kind of data."
            )
        return self._bias


class NoiseModelWithBiasWalk(NoiseModelWithAdditiveBias):
    """Noise, and a bias that walks at random from a reset on, as that of gyroscopes does.

    After a time t, it is normally distributed about where it began, with the standard deviation ``walk_std * sqrt(t)``.

    Args:
        noise_model_cfg: Config of the model. It is copied.
        num_envs: Number of environments.
        device: Torch device of the data.

    Raises:
        TypeError: The config leaves fields open.
        ValueError: The time between calls is not positive, or the deviation negative.
    """

    _noise_model_cfg: NoiseModelWithBiasWalkCfg

    def __init__(self, noise_model_cfg: NoiseModelWithBiasWalkCfg, num_envs: int, device: str) -> None:
        super().__init__(noise_model_cfg, num_envs, device)
        cfg = self._noise_model_cfg
        if not (cfg.dt > 0.0 and cfg.walk_std >= 0.0):
            raise ValueError(
                f"'dt' and 'walk_std' of a walking bias are {cfg.dt} s and {cfg.walk_std}; expected above 0, "
                "and 0 or more."
            )
        self._step_std = cfg.walk_std * math.sqrt(cfg.dt)

    def _bias_of(self, data: torch.Tensor) -> torch.Tensor:
        bias = super()._bias_of(data)
        return bias.add_(torch.randn_like(bias), alpha=self._step_std)


class LatencyModel:
    """Data of some calls ago, with a delay for each environment that is drawn at a reset.

    Args:
        cfg: Config of the model. It is copied.
        num_envs: Number of environments.
        device: Torch device of the data.

    Raises:
        TypeError: The config leaves fields open.
        ValueError: The range of delays is empty, or begins below 0.
    """

    def __init__(self, cfg: LatencyModelCfg, num_envs: int, device: str) -> None:
        cfg.validate()
        if not 0 <= cfg.min_delay <= cfg.max_delay:
            raise ValueError(
                f"A latency needs 0 <= min_delay <= max_delay [calls], not {cfg.min_delay}, {cfg.max_delay}."
            )
        self._cfg = cfg.copy()
        self._buffer = DelayBuffer(cfg.max_delay, num_envs, device)
        self.reset()

    @property
    def delays(self) -> torch.Tensor:
        """Delay of each environment [calls], shape (num_envs,), int64."""
        return self._buffer.time_lags

    def reset(self, env_ids: Sequence[int] | torch.Tensor | None = None) -> None:
        """Forget earlier data of some environments and draw new delays.

        Args:
            env_ids: Environments; None for all.
        """
        count = self._buffer.batch_size if env_ids is None else len(env_ids)
        delays = torch.randint(self._cfg.min_delay, self._cfg.max_delay + 1, (count,), device=self._buffer.device)
        self._buffer.set_time_lag(delays, env_ids)
        self._buffer.reset(env_ids)

    def __call__(self, data: torch.Tensor) -> torch.Tensor:
        """Take in the newest data and give back older.

        Args:
            data: Measurements, shape (num_envs, ...).

        Returns:
            New tensor like the data. Until an environment has data as old as its delay, its oldest since the reset.
        """
        return self._buffer.compute(data)


@configclass
class NoiseModelCfg:
    """Noise that is new at every call."""

    class_type: type = NoiseModel
    """Class of the model."""

    noise_cfg: NoiseCfg = MISSING
    """The noise."""


@configclass
class NoiseModelWithAdditiveBiasCfg(NoiseModelCfg):
    """Noise, and a bias that stays from one reset to the next."""

    class_type: type = NoiseModelWithAdditiveBias
    """Class of the model."""

    bias_noise_cfg: NoiseCfg = MISSING
    """Noise that the bias is drawn from."""

    sample_bias_per_component: bool = True
    """Whether each component (along the last dimension of the data) has a bias of its own."""


@configclass
class NoiseModelWithBiasWalkCfg(NoiseModelWithAdditiveBiasCfg):
    """Noise, and a bias that walks at random from a reset on."""

    class_type: type = NoiseModelWithBiasWalk
    """Class of the model."""

    walk_std: float = MISSING
    """Standard deviation of how far the bias walks in a second [unit of the data / sqrt(s)]."""

    dt: float = MISSING
    """Time between two calls [s]."""


@configclass
class LatencyModelCfg:
    """Data that arrive late."""

    class_type: type = LatencyModel
    """Class of the model."""

    min_delay: int = 0
    """Least delay [calls]."""

    max_delay: int = MISSING
    """Largest delay [calls]."""
