"""Timing, under Isaac Lab's names."""

from pippin.utils.timer import Timer, TimerError

__all__ = ["Timer", "TimerError"]
