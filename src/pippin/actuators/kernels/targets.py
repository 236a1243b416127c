"""What actuator models are told."""

from __future__ import annotations

import torch

Targets = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""Target positions [m, rad], target velocities [m/s, rad/s] and feed-forward efforts [N, N m] of a group's joints."""
