"""Modifiers with a memory: linear filters and an integrator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING

import torch

from pippin.utils.configclass import configclass

from .base import ModifierBase, ModifierCfg


class DigitalFilter(ModifierBase):
    """Filter that is linear in the last inputs x and outputs y: y[i] = sum_j B[j] x[i-j] - sum_j A[j] y[i-1-j].

    ``A=[0.0], B=[0.0, 1.0]`` delays by one call, ``A=[0.0], B=[1/n] * n`` is the moving average of n calls and
    ``A=[-a], B=[1 - a]`` a low pass of first order.

    Raises:
        ValueError: The config lacks coefficients.
    """

    def __init__(self, cfg: DigitalFilterCfg, data_dim: tuple[int, ...], device: str) -> None:
        if cfg.A is None or cfg.B is None:
            raise ValueError(f"The coefficients of a digital filter are A={cfg.A} and B={cfg.B}: give both.")
        super().__init__(cfg, data_dim, device)
        self.A = torch.tensor(cfg.A, device=device).unsqueeze(1)
        """Coefficients of the last outputs, the newest first, shape (m, 1)."""
        self.B = torch.tensor(cfg.B, device=device).unsqueeze(1)
        """Coefficients of the inputs, the newest first, shape (n, 1)."""
        self.x_n = torch.zeros((*data_dim, len(self.B)), device=device)
        """Last inputs, the newest first, shape ``(*data_dim, n)``."""
        self.y_n = torch.zeros((*data_dim, len(self.A)), device=device)
        """Last outputs, the newest first, shape ``(*data_dim, m)``."""

    def reset(self, env_ids: Sequence[int] | torch.Tensor | slice | None = None) -> None:
        """Forget the last inputs and outputs of environments; None means all."""
        env_ids = slice(None) if env_ids is None else env_ids
        self.x_n[env_ids] = 0.0
        self.y_n[env_ids] = 0.0

    def __call__(self, data: torch.Tensor) -> torch.Tensor:
        """Filter the next input."""
        self.x_n = torch.roll(self.x_n, shifts=1, dims=-1)
        self.x_n[..., 0] = data
        output = (self.x_n @ self.B - self.y_n @ self.A).squeeze(-1)
        self.y_n = torch.roll(self.y_n, shifts=1, dims=-1)
        self.y_n[..., 0] = output
        return output


class Integrator(ModifierBase):
    """Integral of the data over time by the trapezoidal rule, from zero on."""

    def __init__(self, cfg: IntegratorCfg, data_dim: tuple[int, ...], device: str) -> None:
        super().__init__(cfg, data_dim, device)
        self._dt = cfg.dt
        self.integral = torch.zeros(data_dim, device=device)
        """Integral so far [unit of the data * s]."""
        self.y_prev = torch.zeros(data_dim, device=device)
        """Data of the last call."""

    def reset(self, env_ids: Sequence[int] | torch.Tensor | slice | None = None) -> None:
        """Begin from zero in environments; None means all."""
        env_ids = slice(None) if env_ids is None else env_ids
        self.integral[env_ids] = 0.0
        self.y_prev[env_ids] = 0.0

    def __call__(self, data: torch.Tensor) -> torch.Tensor:
        """Integrate over one more interval; the result is the integrator's own memory."""
        self.integral += (data + self.y_prev) / 2 * self._dt
        self.y_prev[:] = data
        return self.integral


@configclass
class DigitalFilterCfg(ModifierCfg):
    """Config of :class:`DigitalFilter`."""

    func: type = DigitalFilter
    """The filter."""

    A: list[float] = MISSING
    """Coefficients of the last outputs, the newest first."""

    B: list[float] = MISSING
    """Coefficients of the inputs, the newest first."""


@configclass
class IntegratorCfg(ModifierCfg):
    """Config of :class:`Integrator`."""

    func: type = Integrator
    """The integrator."""

    dt: float = MISSING
    """Time between two calls [s]."""
