"""Conversions between array types, under Isaac Lab's names."""

from pippin.utils.arrays import convert_to_torch

__all__ = ["convert_to_torch"]
