"""Measuring how long something takes."""

from __future__ import annotations

import logging
import statistics
import time

import pytest

from pippin.utils.timer import Timer, TimerError


@pytest.fixture
def clock(monkeypatch):
    """A clock that shows what the test says."""
    now = [100.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    return now


def test_stopwatch(clock):
    timer = Timer()
    timer.start()
    clock[0] = 102.0
    assert timer.time_elapsed == 2.0
    clock[0] = 103.5
    timer.stop()
    clock[0] = 200.0
    assert timer.total_run_time == 3.5


def test_context_logs_and_stores(clock, caplog):
    with caplog.at_level(logging.INFO, "pippin"), Timer("Loading", name="loading"):
        clock[0] = 101.25
    assert caplog.messages == ["Loading took 1.250 s."]
    assert Timer.get_timer_info("loading") == 1.25


def test_misuse_is_refused(clock):
    timer = Timer()
    with pytest.raises(TimerError, match="does not run"):
        timer.stop()
    with pytest.raises(TimerError, match="never stopped"):
        _ = timer.total_run_time
    timer.start()
    with pytest.raises(TimerError, match="runs already"):
        timer.start()
    with pytest.raises(TimerError, match="No timer 'unknown' was stopped"):
        Timer.get_timer_info("unknown")


def test_named_timers_keep_statistics_until_they_are_reset() -> None:
    times = []
    for _ in range(3):
        with Timer(name="statistics", time_unit="ms") as timer:
            pass
        times.append(timer.total_run_time)
    found = Timer.get_timer_statistics("statistics")
    assert found["n"] == 3 and Timer.timing_info["statistics"] == found
    assert found["mean"] == pytest.approx(statistics.fmean(times), rel=1e-9)
    assert found["std"] == pytest.approx(statistics.stdev(times), rel=1e-6)
    assert found["last"] == Timer.get_timer_info("statistics") == timer.total_run_time
    assert str(timer).endswith(" ms")
    Timer.reset("statistics")
    with pytest.raises(TimerError, match="statistics"):
        Timer.get_timer_statistics("statistics")


def test_timers_measure_nothing_when_they_are_off_and_decorate_functions() -> None:
    with Timer(name="off", enable=False):
        pass
    with pytest.raises(TimerError, match="off"):
        Timer.get_timer_info("off")
    assert Timer(name="decorated")(lambda: 5)() == 5
    assert Timer.get_timer_info("decorated") >= 0.0
