"""What ``torch.cuda`` answers on a machine without a GPU, where the CUDA devices that programs name are the CPU.

Programs log a GPU's memory and name beside their rewards, time with events and seed generators. Memory and name are the
machine's own, clocks are the processor's, and streams have nothing to wait for, as the CPU has ended its work when a
call returns.
"""

from __future__ import annotations

import contextlib
import os
import platform
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import torch


class Stream:
    """A stream whose work is done as soon as it is given; also a context manager, of which nothing comes."""

    device = torch.device("cpu")

    def __init__(self, *args: Any, **kwargs: Any):
        pass

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *args: Any) -> None:
        pass

    def synchronize(self) -> None:
        """Wait for nothing."""

    def wait_stream(self, stream: Any) -> None:
        """Wait for nothing."""

    def wait_event(self, event: Any) -> None:
        """Wait for nothing."""

    def record_event(self, event: Event | None = None) -> Event:
        """Record an event, a new one if none is given, and give it."""
        event = Event() if event is None else event
        event.record()
        return event

    def query(self) -> bool:
        """Whether all work is done: True."""
        return True


class Event:
    """A moment of the clock."""

    def __init__(self, *args: Any, **kwargs: Any):
        self._seconds: float | None = None

    def record(self, stream: Any = None) -> None:
        """Take the present moment."""
        self._seconds = time.perf_counter()

    def elapsed_time(self, end_event: Event) -> float:
        """Time from this event to another one [ms].

        Raises:
            RuntimeError: If one of them was not recorded.
        """
        if self._seconds is None or end_event._seconds is None:
            raise RuntimeError("Both events must be recorded before the time between them is asked for.")
        return (end_event._seconds - self._seconds) * 1000.0

    def synchronize(self) -> None:
        """Wait for nothing."""

    def wait(self, stream: Any = None) -> None:
        """Wait for nothing."""

    def query(self) -> bool:
        """Whether the event has happened: True."""
        return True


class _EveryGenerator(type(torch._C.Generator)):
    """Makes generators of torch instances of the class that stands for theirs."""

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, torch._C.Generator)


class Generator(torch._C.Generator, metaclass=_EveryGenerator):
    """A generator of random numbers, on the CPU whatever device it is asked for."""

    def __new__(cls, device: Any = "cpu") -> Generator:
        """Make a generator; ``device`` has no effect."""
        return super().__new__(cls, device="cpu")


def memory_of_the_machine(*args: Any) -> tuple[int, int]:
    """Free and total memory of the machine [bytes]."""
    page = os.sysconf("SC_PAGE_SIZE")
    return os.sysconf("SC_AVPHYS_PAGES") * page, os.sysconf("SC_PHYS_PAGES") * page


def name_of_the_machine(*args: Any) -> str:
    """Name of the processor, as far as Python knows it."""
    return platform.processor() or platform.machine()


def properties_of_the_machine(*args: Any) -> SimpleNamespace:
    """Name, memory [bytes] and number of cores in the place of a GPU's properties; no capability (0, 0)."""
    name = name_of_the_machine()
    return SimpleNamespace(
        name=name,
        gcnArchName=name,  # by which torch.compile names its cache where torch is built for no GPU
        total_memory=memory_of_the_machine()[1],
        multi_processor_count=os.cpu_count(),
        major=0,
        minor=0,
    )


def _does_nothing() -> Callable:
    """A function that does nothing: one for each name, as ``torch.compile`` asks of torch's functions."""
    return lambda *args, **kwargs: None


ANSWERS: dict[str, Callable] = {
    "mem_get_info": memory_of_the_machine,
    "get_device_name": name_of_the_machine,
    "get_device_properties": properties_of_the_machine,
    "get_device_capability": lambda *args: (0, 0),
    "memory_summary": lambda *args, **kwargs: "",
    "utilization": lambda *args: 0,
    "current_device": lambda: 0,
    "current_stream": lambda *args: Stream(),
    "default_stream": lambda *args: Stream(),
    "Stream": Stream,
    "Event": Event,
    "stream": lambda stream: contextlib.nullcontext(stream),
    "device": lambda device: contextlib.nullcontext(device),
    "get_rng_state": lambda *args: torch.get_rng_state(),
    "set_rng_state": lambda state, *args: torch.set_rng_state(state),
    **{
        name: _does_nothing()
        for name in (
            *("empty_cache", "ipc_collect", "set_device", "synchronize", "set_per_process_memory_fraction"),
            *("reset_peak_memory_stats", "reset_max_memory_allocated", "reset_max_memory_cached"),
        )
    },
}
"""Functions and classes of ``torch.cuda`` by name."""

MARKS: dict[str, Callable] = {name: _does_nothing() for name in ("range_push", "range_pop", "mark")}
"""Functions of ``torch.cuda.nvtx``, which marks what a profiler of GPUs shows."""
