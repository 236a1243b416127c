"""Telling users about the first compilation of an engine's kernels, which takes long and happens once."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import warp as wp

_LOGGER = logging.getLogger("pippin")


@contextmanager
def announced_compilation(device: wp.context.Device, kernels: str, modules: str, duration: str) -> Iterator[None]:
    """Say before and after a call that it compiles kernels, unless it has done so in an earlier run.

    Args:
        device: Where the kernels run.
        kernels: What they are, for the sentence.
        modules: Start of the names of their modules.
        duration: About how long it takes, in words.
    """
    suffix = "sm*" if device.is_cuda else "o"
    cache = Path(wp.config.kernel_cache_dir or "")
    cold = next(cache.glob(f"wp_{modules}*/*.{suffix}"), None) is None
    start = time.perf_counter()
    if cold:
        _LOGGER.info("Compiling %s for %s: %s, the first time only.", kernels, device, duration)
    yield
    if cold:
        seconds = time.perf_counter() - start
        _LOGGER.info("Compiled %s in %.0f s; kept in %s.", kernels, seconds, wp.config.kernel_cache_dir)
