"""Warp arrays, under Isaac Lab's names."""

from pippin.utils import ProxyArray

__all__ = ["ProxyArray"]
