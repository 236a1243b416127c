"""Measuring how long something takes."""

from __future__ import annotations

import logging
import math
import time
from contextlib import ContextDecorator
from types import TracebackType
from typing import ClassVar, Literal, Self

import warp as wp

logger = logging.getLogger("pippin")

UNITS = {"s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9}
"""Units of times that are logged or written, and how many of them are a second."""


class TimerError(RuntimeError):
    """A timer is stopped that does not run, started twice, or asked for by a name that no timer has."""


class Timer(ContextDecorator):
    """Stopwatch, to be started and stopped, or used as a context or a decorator (``with Timer("loading"): ...``).

    Args:
        msg: What is measured: its duration is logged when the context ends. None logs nothing.
        name: Name under which :meth:`get_timer_info` finds the duration. None stores nothing.
        enable: Whether this timer measures at all; False makes it do nothing.
        time_unit: Unit of what is logged and of ``str(timer)``: "s", "ms", "us" or "ns".
        synchronize: When to wait for what GPUs have still to do: "stop", "both" (at the start, too) or "none".
        device: Device to wait for; None waits for all.

    Raises:
        ValueError: There is no such unit, or ``synchronize`` is something else.
    """

    enable: ClassVar[bool] = True
    """Whether timers that are made from now on measure."""

    enable_display_output: ClassVar[bool] = False
    """Whether contexts print what they measured, too."""

    timing_info: ClassVar[dict[str, dict[str, float]]] = {}
    """What :meth:`get_timer_statistics` returns, by the names of timers."""

    def __init__(
        self,
        msg: str | None = None,
        name: str | None = None,
        enable: bool = True,
        time_unit: str = "s",
        *,
        synchronize: Literal["none", "stop", "both"] = "none",
        device: str | None = None,
    ) -> None:
        if time_unit not in UNITS:
            raise ValueError(f"Invalid time_unit '{time_unit}'; expected one of {', '.join(UNITS)}.")
        if synchronize not in ("none", "stop", "both"):
            raise ValueError(f"Invalid synchronize '{synchronize}'; expected 'none', 'stop' or 'both'.")
        self._msg = msg
        self._name = name
        self._synchronize = synchronize
        self._device = device
        self._measures = enable and Timer.enable
        self._unit = time_unit
        self._start: float | None = None
        self._duration: float | None = None

    def __str__(self) -> str:
        return f"{self.total_run_time * UNITS[self._unit]:.6f} {self._unit}"

    @property
    def time_elapsed(self) -> float:
        """Time since the start [s]; raises TimerError where the timer does not run."""
        if self._start is None:
            raise TimerError("The 'Timer' does not run: start it first.")
        return time.perf_counter() - self._start

    @property
    def total_run_time(self) -> float:
        """Time from the last start to the stop after it [s]; raises TimerError before the first stop.

        That of a timer that does not measure is 0.
        """
        if not self._measures:
            return 0.0
        if self._duration is None:
            raise TimerError("The 'Timer' was never stopped: stop it first.")
        return self._duration

    def start(self) -> None:
        """Start; raises TimerError where the timer runs already."""
        if self._start is not None:
            raise TimerError("The 'Timer' runs already: stop it first.")
        if self._measures:
            if self._synchronize == "both":
                self._wait()
            self._start = time.perf_counter()

    def stop(self) -> None:
        """Stop; raises TimerError where the timer does not run."""
        if not self._measures:
            return
        if self._synchronize != "none":
            self._wait()
        self._duration = self.time_elapsed
        self._start = None
        if self._name is not None:
            before = Timer.timing_info.get(self._name)
            Timer.timing_info[self._name] = _with_another(before, self._duration)

    @staticmethod
    def get_timer_info(name: str) -> float:
        """Duration that the timer of that name measured last [s].

        Raises:
            TimerError: No timer of that name was stopped.
        """
        return _statistics_of(name)["last"]

    @staticmethod
    def get_timer_statistics(name: str) -> dict[str, float]:
        """Mean and standard deviation of what the timer of that name measured [s], and their number, "n".

        Raises:
            TimerError: No timer of that name was stopped.
        """
        return dict(_statistics_of(name))

    @staticmethod
    def reset(name: str | None = None) -> None:
        """Forget what the timer of a name measured; None forgets all."""
        if name is None:
            Timer.timing_info.clear()
        else:
            Timer.timing_info.pop(name, None)

    def _wait(self) -> None:
        """Wait for the device, or for all of them."""
        wp.synchronize() if self._device is None else wp.synchronize_device(self._device)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()
        if self._msg is not None and self._duration is not None:
            logger.info("%s took %.3f %s.", self._msg, self._duration * UNITS[self._unit], self._unit)
            if self.enable_display_output:
                print(f"{self._msg}: {self}")  # noqa: T201


def _with_another(before: dict[str, float] | None, duration: float) -> dict[str, float]:
    """Statistics of durations with one more, by Welford's recurrence (Technometrics 4, 1962)."""
    if before is None:
        return {"mean": duration, "std": 0.0, "n": 1, "last": duration}
    n = before["n"] + 1
    mean = before["mean"] + (duration - before["mean"]) / n
    squares = before["std"] ** 2 * (n - 2) + (duration - before["mean"]) * (duration - mean)
    return {"mean": mean, "std": math.sqrt(squares / (n - 1)), "n": n, "last": duration}


def _statistics_of(name: str) -> dict[str, float]:
    if name not in Timer.timing_info:
        raise TimerError(f"No timer '{name}' was stopped; there are: {', '.join(Timer.timing_info) or 'none'}.")
    return Timer.timing_info[name]
