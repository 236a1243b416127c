"""What a CPU wants to be launched otherwise: rows on all cores, where Warp itself uses one, and few threads."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import warp as wp

MIN_THREADS_PER_CORE = 4096
"""Number of kernel threads below which another core is not worth waking."""


def threads_along(size: int, device: wp.context.Device | str) -> int:
    """How many threads a kernel takes along a dimension, each of which does every n-th element of n threads.

    On a GPU each element has its own. On a CPU, where threads come one after the other, one does them all: Warp finds
    a thread's place by dividing its number, which takes longer than a small element (512 rows of 8 joints: 15 us
    in place of 60).

    Args:
        size: Number of elements.
        device: Warp device.
    """
    return min(size, 1) if wp.get_device(device).is_cpu else size


def launch_rows(
    kernel: wp.Kernel, rows: int, columns: int, inputs: Sequence[Any], outputs: Sequence[wp.array], device: str
) -> None:
    """Launch a kernel over rows and columns; on the CPU each core takes some of the rows.

    Args:
        kernel: Kernel whose first argument is the first row, an int; its threads are (row after that, column).
        rows: Number of rows.
        columns: Number of columns.
        inputs: The arguments that follow.
        outputs: Arrays that it writes, of the shapes that it states, without conflicts between rows.
        device: Warp device.
    """

    def launch(first: int, end: int) -> None:
        dim = (end - first, columns)
        wp.launch(kernel, dim=dim, inputs=[first, *inputs], outputs=list(outputs), device=device)

    if not wp.get_device(device).is_cpu:
        launch(0, rows)
        return
    wp.load_module(kernel.module, device=device)  # which threads must not do at once
    on_all_cores(launch, rows, columns)


def on_all_cores(work: Callable[[int, int], None], rows: int, columns: int, parts_per_core: int = 1) -> None:
    """Do work on rows, some of them on each core of the CPU; the work has to release Python's lock, as kernels do.

    Args:
        work: Takes the first row and the end of its rows.
        rows: Number of rows.
        columns: Number of columns of each, by which it is judged how many cores are worth waking.
        parts_per_core: Parts of the rows for each core, which takes the next when it is done with one: some where rows
            differ in what they take, as those of a picture do.
    """
    cores = min(_num_cores(), rows, rows * columns // MIN_THREADS_PER_CORE)
    if cores <= 1:
        work(0, rows)
        return
    parts = min(cores * parts_per_core, rows)
    ends = [rows * part // parts for part in range(parts + 1)]
    left = list(itertools.pairwise(ends))

    def take() -> None:
        while True:
            try:
                part = left.pop()  # which no two threads do at once
            except IndexError:
                return
            work(*part)

    others = [_pool().submit(take) for _ in range(cores - 1)]
    try:
        take()
    finally:
        for other in others:
            other.result()


@cache
def _num_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=max(_num_cores() - 1, 1), thread_name_prefix="pippin-launch")
