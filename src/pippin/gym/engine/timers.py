"""Where time goes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from ..types import PerformanceTimers


class Timers:
    """Measurements of the time that kinds of work take, each since its own start.

    Times are those of the host: what a GPU does meanwhile counts where the program waits for it.
    """

    def __init__(self) -> None:
        self._totals: dict[str, float] = {}
        self._starts: list[tuple[float, dict[str, float]] | None] = []

    @property
    def count(self) -> int:
        """Number of measurements so far, ended ones included."""
        return len(self._starts)

    @contextmanager
    def measure(self, kind: str) -> Iterator[None]:
        """Count the time of a block for a kind of work, a field of PerformanceTimers."""
        start = time.perf_counter()
        yield
        self._totals[kind] = self._totals.get(kind, 0.0) + time.perf_counter() - start

    def start(self) -> int:
        """Start a measurement; returns its number."""
        self._starts.append((time.perf_counter(), dict(self._totals)))
        return len(self._starts) - 1

    def is_running(self, number: int) -> bool:
        """Whether a measurement has not ended."""
        return self._starts[number] is not None

    def read(self, number: int) -> PerformanceTimers:
        """Times since the last reading [s]."""
        start = self._starts[number]
        assert start is not None
        now, (since, totals) = time.perf_counter(), start
        self._starts[number] = (now, dict(self._totals))
        spent = {kind: total - totals.get(kind, 0.0) for kind, total in self._totals.items()}
        return PerformanceTimers(total_time=now - since, **spent)

    def stop(self, number: int) -> None:
        """End a measurement."""
        self._starts[number] = None
