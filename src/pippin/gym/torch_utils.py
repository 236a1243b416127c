"""Names of ``isaacgym.torch_utils``, and of the helpers that task suites add to them. Quaternions are (x, y, z, w)."""

from __future__ import annotations

from . import torch_arrays, torch_frames, torch_rotations
from .torch_arrays import *  # noqa: F403
from .torch_frames import *  # noqa: F403
from .torch_rotations import *  # noqa: F403

__all__ = [*torch_arrays.__all__, *torch_frames.__all__, *torch_rotations.__all__]  # noqa: PLE0604, RUF100
