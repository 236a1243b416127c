"""Arrays of measurements."""

from __future__ import annotations

from typing import Any

import warp as wp

from pippin.quantities.properties import ArrayData, Axis
from pippin.utils import ProxyArray


class SensorData(ArrayData):
    """Base of the data classes of sensors: arrays that are made at the first reading and keep their memory.

    Args:
        num_instances: First dimension of the arrays; None as long as no sensor measures, where all quantities are None.
        device: Warp device of the arrays.
        **sizes: Number of entries along other dimensions, by name.
    """

    def __init__(self, num_instances: int | None = None, device: str = "cpu", **sizes: int) -> None:
        super().__init__(None, device)
        self._num_instances = num_instances
        self._sizes = sizes

    def _size(self, axis: Axis) -> int:
        return axis if isinstance(axis, int) else self._sizes[axis]

    def _allocate(self, dtype: Any, axes: tuple[Axis, ...]) -> ProxyArray:
        if self._num_instances is None:
            return None  # type: ignore[return-value]
        shape = (self._num_instances, *map(self._size, axes))
        return ProxyArray(wp.zeros(shape, dtype=dtype, device=self.device))
