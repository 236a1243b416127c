"""Indices out of range in tensors on a GPU, which cannot be looked at without waiting for it."""

from __future__ import annotations

import warp as wp


class IndexErrors:
    """Counts indices that kernels passed over, and tells later.

    Args:
        device: Warp device of the engine.

    Attributes:
        count: Number of indices so far, shape (1,), int32; kernels add to it.
    """

    def __init__(self, device: str) -> None:
        self.count: wp.array = wp.zeros(1, dtype=int, device=device)
        self._seen = self.count
        if self.count.device.is_cuda:
            self._seen = wp.zeros(1, dtype=int, device="cpu", pinned=True)
        self._told = 0

    def fetch(self) -> None:
        """Ask the device for the count. Waits for nothing."""
        if self._seen is not self.count:
            wp.copy(self._seen, self.count)

    def raise_if_any(self, num_actors: int) -> None:
        """Tell of indices that were found since the last time.

        Raises:
            IndexError: There were some.
        """
        count = int(self._seen.numpy()[0])
        if count > self._told:
            new, self._told = count - self._told, count
            raise IndexError(
                f"An earlier call of gym.set_..._tensor_indexed named {new} actors that are not there: indices go from "
                f"0 to {num_actors - 1}. They were passed over."
            )
