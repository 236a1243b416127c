"""Forces that give a frame its accelerations, finite in singular poses too."""

from __future__ import annotations

import torch


def task_forces(mobility: torch.Tensor, accelerations: torch.Tensor, thresholds: tuple[float, float]) -> torch.Tensor:
    """Solve mobility times forces = accelerations, with damping in the directions where the frame hardly moves.

    Well-conditioned matrices are solved exactly. In others each eigenvalue below the second threshold gets a damping
    that reaches the first threshold times the largest eigenvalue, along a smooth step, so that forces neither blow up
    nor jump as a pose becomes singular.

    Args:
        mobility: J M^-1 J^T, the inverse of the inertia that the frame feels, shape (N, K, K), float64.
        accelerations: Of the frame along K directions [m/s^2, rad/s^2], shape (N, K, C), float64.
        thresholds: Shares of the largest eigenvalue at which damping is full and at which it begins.

    Returns:
        Forces along them [N, N m], shape (N, K, C).
    """
    mobility = 0.5 * (mobility + mobility.mT)
    lower, upper = thresholds
    values, vectors = torch.linalg.eigh(mobility)
    tiny = torch.finfo(values.dtype).tiny
    values = values.clamp_min(0.0)
    largest = values[:, -1:].clamp_min(tiny)
    step = ((values / largest - lower) / (upper - lower)).clamp(0.0, 1.0)
    damping = lower * largest * (1.0 - step * step * (3.0 - 2.0 * step))
    inverse = (values + damping).clamp_min(tiny).reciprocal()
    inverse = torch.where(values[:, -1:] > 0.0, inverse, torch.zeros_like(inverse))
    return vectors @ (inverse.unsqueeze(-1) * (vectors.mT @ accelerations))
