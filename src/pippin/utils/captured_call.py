"""A call whose work on a GPU is captured once and then replayed, launches of Warp and of torch together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import warp as wp


class CapturedCall:
    """A function without arguments, as a CUDA graph.

    The function has been called before, so that its kernels are loaded and its memory is there. It reads and writes the
    same memory in each call, draws random numbers from torch's generators alone, and waits for nothing.

    Args:
        call: The function.
        device: Torch device, a CUDA device.

    Raises:
        RuntimeError: The function waits for the device, or does what else a graph cannot hold.
    """

    def __init__(self, call: Callable[[], Any], device: str) -> None:
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.device(device), torch.cuda.graph(self._graph, capture_error_mode="thread_local"):
            stream = wp.stream_from_torch(torch.cuda.current_stream())
            with wp.ScopedStream(stream, sync_enter=False):
                wp.capture_begin(stream=stream, force_module_load=False, external=True)
                try:
                    self.result: Any = call()
                    """What the function gave: in each replay the same memory."""
                finally:
                    wp.capture_end(stream=stream)

    def replay(self) -> None:
        """Do the work again. What the function does on the host is not done."""
        self._graph.replay()
