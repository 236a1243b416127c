"""Buffers, under Isaac Lab's names."""

from pippin.utils.buffers import CircularBuffer, DelayBuffer, TimestampedBuffer

__all__ = ["CircularBuffer", "DelayBuffer", "TimestampedBuffer"]
