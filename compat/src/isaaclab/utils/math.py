"""Mathematics on batches, under Isaac Lab's names."""

import torch

from pippin.utils.math import *  # noqa: F403
from pippin.utils.math import __all__ as _names
from pippin.utils.math import quat_apply, quat_apply_inverse
from pippin_isaac.older_names import warn_deprecated

__all__ = [*_names, "quat_rotate", "quat_rotate_inverse"]


def quat_rotate(q: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Rotate vectors; former name of ``quat_apply``."""
    warn_deprecated("quat_rotate is called quat_apply now.")
    return quat_apply(q, v)


def quat_rotate_inverse(q: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Rotate vectors back; former name of ``quat_apply_inverse``."""
    warn_deprecated("quat_rotate_inverse is called quat_apply_inverse now.")
    return quat_apply_inverse(q, v)
