"""Choice of the process's GPU."""

from __future__ import annotations

__all__ = ["set_cuda_device"]


def set_cuda_device(device: str | int) -> None:
    """Make a GPU the current one of PyTorch, then of Warp, whose runtime begins on PyTorch's.

    Args:
        device: Number of the GPU, or its name, such as "cuda:1".
    """
    import torch

    torch.cuda.set_device(device)

    import warp

    warp.set_device(f"cuda:{device}" if isinstance(device, int) else device)
