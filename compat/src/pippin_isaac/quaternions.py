"""Moving the w of quaternions from one end to the other, in tensors, arrays and sequences of numbers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
import warp as wp

from pippin.utils import ProxyArray


class Layout(NamedTuple):
    """What the last dimension holds.

    Attributes:
        size: Its length.
        start: Where the quaternion begins in it.
    """

    size: int
    start: int


QUATERNION = Layout(4, 0)
POSE = Layout(7, 3)
"""Position and quaternion."""
STATE = Layout(13, 3)
"""Position, quaternion, linear and angular velocity."""


def to_wxyz(values: Any, layout: Layout) -> Any:
    """Values with the w of their quaternions first, where it is last.

    Args:
        values: Tensor, array or sequence of numbers; None is returned as it is.
        layout: What their last dimension holds. If it has another length they are returned as they are, so that whoever
            gets them can refuse them.

    Returns:
        New values of the same type; of a Warp array a tensor, of nested sequences an array.
    """
    return _moved(values, layout, layout.start + 3, layout.start)


def to_xyzw(values: Any, layout: Layout) -> Any:
    """Values with the w of their quaternions last, where it is first; otherwise as :func:`to_wxyz`."""
    return _moved(values, layout, layout.start, layout.start + 3)


def write_wxyz(values: torch.Tensor, layout: Layout, out: torch.Tensor) -> None:
    """Write values whose quaternions have their w last into a tensor where it is first.

    Args:
        values: Shape (..., layout.size).
        layout: What the last dimension holds.
        out: Tensor of the same shape.
    """
    start = layout.start
    out[..., :start] = values[..., :start]
    out[..., start] = values[..., start + 3]
    out[..., start + 1 : start + 4] = values[..., start : start + 3]
    out[..., start + 4 :] = values[..., start + 4 :]


def _moved(values: Any, layout: Layout, source: int, target: int) -> Any:
    """Values with the component at one place of the last dimension moved to another."""
    if isinstance(values, ProxyArray):
        values = values.torch
    elif isinstance(values, wp.array):
        values = wp.to_torch(values)
    elif isinstance(values, (list, tuple)):
        if any(not np.isscalar(value) for value in values):
            values = np.asarray(values)
        elif len(values) == layout.size:
            moved = list(values)
            moved.insert(target, moved.pop(source))
            return type(values)(moved)
    if not isinstance(values, (torch.Tensor, np.ndarray)) or values.ndim == 0 or values.shape[-1] != layout.size:
        return values
    # by slices: a list of indices would be sent to the GPU, which waits for it
    first, last = min(source, target), max(source, target)
    moving = values[..., source : source + 1]
    rest = values[..., first:last] if source > target else values[..., first + 1 : last + 1]
    parts = [moving, rest] if source > target else [rest, moving]
    parts = [values[..., :first], *parts, values[..., last + 1 :]]
    return torch.cat(parts, dim=-1) if isinstance(values, torch.Tensor) else np.concatenate(parts, axis=-1)
