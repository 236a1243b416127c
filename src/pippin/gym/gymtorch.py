"""Tensors of Gym as torch tensors, and back: the same memory, no copy."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from .types.tensor import Tensor


def wrap_tensor(
    gym_tensor: Tensor, offsets: Sequence[int] | None = None, counts: Sequence[int] | None = None
) -> torch.Tensor | None:
    """Return a tensor of Gym as a torch tensor of the same shape and memory, or a part of it.

    A tensor without elements, such as that of the DOFs where there are none, is None: programs ask so whether there
    are any.

    Args:
        gym_tensor: Descriptor.
        offsets: Where the part begins, an index for each dimension; 0 for all if left out.
        counts: Size of the part in each dimension; all that follows the offsets if left out.

    Raises:
        TypeError: ``gym_tensor`` is no descriptor.
        ValueError: The part is not within the tensor.
    """
    if not isinstance(gym_tensor, Tensor):
        raise TypeError(
            f"'gym_tensor' is a {type(gym_tensor).__name__}; expected a gymapi.Tensor, as "
            "gym.acquire_dof_state_tensor gives it."
        )
    tensor = gym_tensor.torch.detach()  # another tensor object of the same memory
    if not tensor.numel():
        return None
    if offsets is None and counts is None:
        return tensor
    offsets = [0] * tensor.ndim if offsets is None else list(offsets)
    if counts is None:
        counts = [size - offset for size, offset in zip(tensor.shape, offsets, strict=False)]
    fits = len(offsets) == len(counts) == tensor.ndim and all(
        offset >= 0 and count >= 0 and offset + count <= size
        for size, offset, count in zip(tensor.shape, offsets, counts, strict=True)
    )
    if not fits:
        raise ValueError(
            f"'offsets' and 'counts' are {tuple(offsets)} and {tuple(counts)}; expected a part of a tensor of "
            f"shape {gym_tensor.shape}."
        )
    return tensor[tuple(slice(offset, offset + count) for offset, count in zip(offsets, counts, strict=True))]


def unwrap_tensor(torch_tensor: torch.Tensor) -> Tensor:
    """Describe a torch tensor of any shape for a method of Gym. The descriptor keeps the tensor's memory alive.

    Raises:
        TypeError: It is no dense tensor on a CPU or CUDA device, or has elements of a type that Gym does not have.
        ValueError: It is not contiguous.
    """
    return Tensor.of_torch(torch_tensor)
