"""Measuring how long something takes."""

from __future__ import annotations

import logging
import time
from types import TracebackType

logger = logging.getLogger("pippin")

_TIMES: dict[str, float] = {}
"""Duration of the last run of each named timer [s]."""


class TimerError(RuntimeError):
    """A timer is stopped that does not run, started twice, or asked for by a name that no timer has."""


class Timer:
    """Stopwatch, to be started and stopped or used as a context (``with Timer("loading"): ...``).

    Args:
        msg: What is measured: its duration is logged when the context ends. None logs nothing.
        name: Name under which :meth:`get_timer_info` finds the duration. None stores nothing.
    """

    def __init__(self, msg: str | None = None, name: str | None = None) -> None:
        self._msg = msg
        self._name = name
        self._start: float | None = None
        self._duration: float | None = None

    @property
    def time_elapsed(self) -> float:
        """Time since the start [s]; raises TimerError where the timer does not run."""
        if self._start is None:
            raise TimerError("The timer does not run: start it first.")
        return time.perf_counter() - self._start

    @property
    def total_run_time(self) -> float:
        """Time from the last start to the stop after it [s]; raises TimerError before the first stop."""
        if self._duration is None:
            raise TimerError("The timer was never stopped: stop it first.")
        return self._duration

    def start(self) -> None:
        """Start; raises TimerError where the timer runs already."""
        if self._start is not None:
            raise TimerError("The timer runs already: stop it first.")
        self._start = time.perf_counter()

    def stop(self) -> None:
        """Stop; raises TimerError where the timer does not run."""
        self._duration = self.time_elapsed
        self._start = None
        if self._name is not None:
            _TIMES[self._name] = self._duration

    @staticmethod
    def get_timer_info(name: str) -> float:
        """Duration that the timer of that name measured last [s].

        Raises:
            TimerError: No timer of that name was stopped.
        """
        if name not in _TIMES:
            raise TimerError(f"No timer '{name}' was stopped; there are: {', '.join(_TIMES) or 'none'}.")
        return _TIMES[name]

    def __enter__(self) -> Timer:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()
        if self._msg is not None:
            logger.info("%s took %.3f s.", self._msg, self.total_run_time)
