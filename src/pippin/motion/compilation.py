"""Kernels are compiled when a robot of a new size first needs them, which takes a while and is said."""

from __future__ import annotations

import logging
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from weakref import WeakSet

import warp as wp
from rich.console import Console

logger = logging.getLogger("pippin")

BLOCK = 1
"""Size of blocks with which CPUs run kernels; others would be compiled apart."""

_loaded: WeakSet[wp.Kernel] = WeakSet()
"""Kernels that were seen to be loaded."""


def load_kernel(kernel: wp.Kernel, device: wp.Device, purpose: str) -> None:
    """Load a kernel, and say so where it has to be compiled, which the cache on disk spares later runs.

    The logger ``pippin`` has it at the level INFO, before and after; a terminal shows a line meanwhile. Nothing is said
    of what is loaded already or in the cache, nor of kernels for GPUs.

    Args:
        kernel: The kernel.
        device: Where it is to run.
        purpose: What it does, for the message.
    """
    if kernel in _loaded or not device.is_cpu:  # those of GPUs differ by the size of their blocks
        return
    if not _is_in_cache(kernel):
        logger.info("Compiling the kernel for %s on %s, once for robots of this size; 10 to 40 s.", purpose, device)
        begin = time.perf_counter()
        interactive = sys.stderr is not None and sys.stderr.isatty()
        with Console(stderr=True).status(f"Compiling {purpose} ...") if interactive else nullcontext():
            kernel.module.load(device, BLOCK)
        logger.info("Compiled the kernel for %s in %.1f s.", purpose, time.perf_counter() - begin)
    _loaded.add(kernel)


def _is_in_cache(kernel: wp.Kernel) -> bool:
    return (Path(wp.config.kernel_cache_dir) / kernel.module.get_module_identifier(BLOCK)).is_dir()
