"""What the tensor views of articulations and rigid bodies have in common: arrays out, arrays in, and who is who."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import torch
import warp as wp

from pippin.utils import ProxyArray
from pippin.utils.torch_view import torch_view

from ..body_view import BodyView

Values: TypeAlias = torch.Tensor | wp.array | ProxyArray | np.ndarray
"""Data as users hand it in, on any device."""

Indices: TypeAlias = torch.Tensor | wp.array | ProxyArray | np.ndarray | Sequence[int] | None
"""Rows of the view that a call is about; None means all."""

_ENVIRONMENT = re.compile(r"^(.*?/env_)\d+(?=/|$)")


class TensorView(BodyView):
    """Base of the tensor views.

    ``get_*`` returns a :class:`pippin.utils.ProxyArray`, which is a tensor and a Warp array at once, float32 unless it
    says otherwise. Its memory is the view's: the next call of the same method writes into it. State is on the
    simulation's device, properties are on the CPU, as PhysX has them.

    ``set_*`` takes data for *all* rows, of which ``indices`` choose those that are written, on any device. A call that
    is refused (TypeError, ValueError, IndexError) changes nothing.
    """

    _listener: Callable[[str], None] | None = None

    # -- who is who ----------------------------------------------------------------------------------------------------

    @property
    def prim_paths(self) -> list[str]:
        """Prim path of each instance, in its own environment."""
        return [paths[0] for paths in self._paths("bodies", first_of_slot=True)]

    def on_property_set(self, listener: Callable[[str], None]) -> None:
        """Let somebody know which properties are set through this view, by the names that assets' data give them."""
        self._listener = listener

    def _tell(self, *names: str) -> None:
        if self._listener is not None:
            for name in names:
                self._listener(name)

    def _paths(self, table: str, first_of_slot: bool = False) -> list[list[str]]:
        """Prim paths of the bodies or joints of each row."""
        rows: list[list[str]] = [[] for _ in range(self.count)]
        env_ids = self.env_ids.numpy()
        for part, _ in self._parts:
            layout = part.worlds.layout
            known = layout.body_paths if table == "bodies" else layout.joint_paths
            for slot, instances in zip(part.slots, part.instances.numpy().T, strict=True):
                paths = [slot.path] if first_of_slot else [known[i] for i in getattr(slot, table)]
                for row in instances:
                    rows[row] = [_ENVIRONMENT.sub(rf"\g<1>{env_ids[row]}", path) for path in paths]
        return rows

    # -- arrays out ----------------------------------------------------------------------------------------------------

    def _state(self, name: str, shape: tuple[int, ...], fill: Callable[[wp.array], object]) -> ProxyArray:
        """Array on the simulation's device that a function fills, the same one for each name."""
        if name not in self._memory:
            self._memory[name] = ProxyArray(wp.zeros(shape, dtype=float, device=self.device))
        fill(self._memory[name].warp)
        return self._memory[name]

    def _property(self, name: str, shape: tuple[int, ...], fill: Callable[[wp.array], object]) -> ProxyArray:
        """Array on the CPU, from one on the simulation's device that a function fills."""
        values = self._state(f"{name} on the device", shape, fill)
        return self._on_host(name, values.numpy())

    def _on_host(self, name: str, values: np.ndarray) -> ProxyArray:
        """Copy of values on the CPU, the same array for each name."""
        if name not in self._memory:
            self._memory[name] = ProxyArray(wp.zeros(values.shape, dtype=float, device="cpu"))
        self._memory[name].numpy()[:] = values
        return self._memory[name]

    @property
    def _memory(self) -> dict[str, ProxyArray]:
        return self.__dict__.setdefault("_memory_by_name", {})

    # -- arrays in -----------------------------------------------------------------------------------------------------

    def _given(
        self, values: Values, name: str, *shape: int, lowest: float = -float("inf"), flat: bool = False
    ) -> wp.array:
        """Values of a shape on the simulation's device; ``flat`` allows vectors row by row, shape (N * L, 3).

        Raises:
            TypeError: The values are no array of floating-point numbers.
            ValueError: They have another shape, or (where they are on the CPU) are not finite or below a bound.
        """
        tensor = _as_tensor(values, name)
        if not tensor.is_floating_point():
            raise TypeError(f"'{name}' should be of torch.float32, not {tensor.dtype}.")
        first = {shape[0], int(np.prod(shape[:-1]))} if flat else {shape[0]}
        if tensor.numel() != int(np.prod(shape)) or (tensor.ndim and tensor.shape[0] not in first):
            raise ValueError(
                f"'{name}' should have shape {shape}, for all {self.count} instances of which 'indices' choose, "
                f"not {tuple(tensor.shape)}."
            )
        if tensor.device.type == "cpu" and not torch.isfinite(tensor).all():
            raise ValueError(f"'{name}' holds NaN or infinity; nothing was written.")
        if tensor.device.type == "cpu" and tensor.numel() and float(tensor.min()) < lowest:
            least = float(tensor.min())
            raise ValueError(f"'{name}' should be at least {lowest:g}, but holds {least:g}; nothing was written.")
        target = wp.device_to_torch(wp.get_device(self.device))
        return wp.from_torch(tensor.detach().to(target, torch.float32).reshape(shape).contiguous())

    def _rows(self, indices: Indices) -> wp.array:
        """Rows of the view on the simulation's device, int32.

        Raises:
            TypeError: The indices are no whole numbers in one dimension.
            IndexError: One is out of range (where they are on the CPU).
        """
        if indices is None:
            return self.all_rows
        tensor = _as_tensor(np.asarray(indices) if isinstance(indices, Sequence) else indices, "indices")
        if tensor.ndim != 1 or (tensor.numel() and (tensor.is_floating_point() or tensor.dtype == torch.bool)):
            raise TypeError(
                f"'indices' should be whole numbers in one dimension, not {tensor.dtype} of {tuple(tensor.shape)}."
            )
        outside = (tensor < 0) | (tensor >= self.count) if tensor.device.type == "cpu" else None
        if outside is not None and outside.any():
            raise IndexError(
                f"'indices' holds {tensor[outside][:8].tolist()}, but the view has {self.count} rows: they go from 0 "
                f"to {self.count - 1}."
            )
        target = wp.device_to_torch(wp.get_device(self.device))
        return wp.from_torch(tensor.to(target, torch.int32).contiguous())


def as_elements(array: wp.array, dtype: Any) -> wp.array:
    """Numbers of shape (N, ..., k) as elements of a vector type of length k: the same memory."""
    view = wp.array(ptr=array.ptr, dtype=dtype, shape=array.shape[:-1], device=array.device)
    view._whole = array  # keeps the memory alive
    return view


def _as_tensor(values: Any, name: str) -> torch.Tensor:
    if isinstance(values, ProxyArray):
        return values.torch
    if isinstance(values, wp.array):
        return torch_view(values)
    if isinstance(values, np.ndarray):
        return torch.from_numpy(values)
    if isinstance(values, torch.Tensor):
        return values
    raise TypeError(f"'{name}' should be a torch tensor, a Warp or a NumPy array, not {type(values).__name__}.")
