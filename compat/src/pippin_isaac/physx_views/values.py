"""Arrays that the calls of PhysX's tensor API return, and checks of those that they are given."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import torch
import warp as wp

from pippin.physics.views import BodyView
from pippin.utils import ProxyArray
from pippin.utils.array_views import view_of
from pippin.utils.torch_view import torch_view

logger = logging.getLogger("pippin")


Values: TypeAlias = torch.Tensor | wp.array | ProxyArray | np.ndarray
"""Data as users hand it in, on any device."""

Indices: TypeAlias = torch.Tensor | wp.array | ProxyArray | np.ndarray | Sequence[int] | None
"""Rows of the view that a call is about; None means all."""

ANY = -float("inf")


class ViewArray(ProxyArray):
    """Array of a view, for which Isaac Lab 3 has a Warp array: moved to a device it is one there, not a tensor."""

    __slots__ = ()

    def to(self, *args: Any, **kwargs: Any) -> Any:
        """Array on a device, itself if it is there; or the tensor in the type, or as the tensor, that is named."""
        if len(args) == 1 and not kwargs and isinstance(args[0], (str, torch.device, wp.Device)):
            return ViewArray(self.warp.to(str(args[0])))
        return self.torch.to(*args, **kwargs)


def shape_of(view: BodyView, shape: str) -> tuple[int, ...]:
    """Shape of a quantity from its letters and numbers: see :class:`~.quantities.Row`."""
    sizes = {"N": lambda: view.count, "L": lambda: view.num_links, "D": lambda: view.num_joints}
    sizes["G"] = lambda: view.dynamics.jacobian_shape[2]
    return tuple(int(word) if word.isdigit() else sizes[word]() for word in shape.split())


def filled(view: BodyView, name: str, shape: tuple[int, ...], fill: Callable[[wp.array], object]) -> ProxyArray:
    """Array on the simulation's device that a function fills, the same one for each name."""
    memory = vars(view).setdefault("_physx_memory", {})
    if name not in memory:
        memory[name] = ViewArray(wp.zeros(shape, dtype=float, device=view.device))
    fill(memory[name].warp)
    return memory[name]


def on_host(view: BodyView, name: str, values: np.ndarray) -> ProxyArray:
    """Copy of values on the CPU, the same array for each name."""
    memory, key = vars(view).setdefault("_physx_memory", {}), f"{name} on the host"
    if key not in memory:
        memory[key] = ViewArray(wp.zeros(values.shape, dtype=float, device="cpu"))
    memory[key].numpy()[:] = values
    return memory[key]


def as_elements(array: wp.array, dtype: Any) -> wp.array:
    """Numbers of shape (N, ..., k) as elements of a vector type of length k: the same memory."""
    return view_of(array, dtype, array.shape[:-1])


def as_tensor(values: Any, name: str) -> torch.Tensor:
    """Values as a tensor, on the same memory.

    Raises:
        TypeError: They are no array.
    """
    if isinstance(values, ProxyArray):
        return values.torch
    if isinstance(values, wp.array):
        return torch_view(values)
    if isinstance(values, np.ndarray):
        return torch.from_numpy(values)
    if isinstance(values, torch.Tensor):
        return values
    raise TypeError(f"'{name}' should be a torch tensor, a Warp or a NumPy array, not {type(values).__name__}.")


def as_numbers(values: Values, name: str, shape: tuple[int, ...]) -> Values:
    """Truth values as numbers in a shape that holds as many; other values stay as they are."""
    tensor = as_tensor(values, name)
    is_truth = tensor.dtype in (torch.bool, torch.uint8) and tensor.numel() == int(np.prod(shape))
    return tensor.float().reshape(shape) if is_truth else values


def checked(
    view: BodyView, values: Values, name: str, *shape: int, lowest: float = ANY, flat: bool = False
) -> wp.array:
    """Values of a shape on the simulation's device; ``flat`` allows vectors row by row, shape (N * L, 3).

    Raises:
        TypeError: The values are no array of floating-point numbers.
        ValueError: They have another shape, or (where they are on the CPU) are not finite or below a bound.
    """
    tensor = as_tensor(values, name)
    if not tensor.is_floating_point():
        raise TypeError(f"'{name}' should be of torch.float32, not {tensor.dtype}.")
    first = {shape[0], int(np.prod(shape[:-1]))} if flat else {shape[0]}
    if tensor.numel() != int(np.prod(shape)) or (tensor.ndim and tensor.shape[0] not in first):
        raise ValueError(
            f"'{name}' should have shape {shape}, for all {view.count} instances of which 'indices' choose, "
            f"not {tuple(tensor.shape)}."
        )
    if tensor.device.type == "cpu" and not torch.isfinite(tensor).all():
        raise ValueError(f"'{name}' holds NaN or infinity; nothing was written.")
    if tensor.device.type == "cpu" and tensor.numel() and float(tensor.min()) < lowest:
        least = float(tensor.min())
        raise ValueError(f"'{name}' should be at least {lowest:g}, but holds {least:g}; nothing was written.")
    target = wp.device_to_torch(wp.get_device(view.device))
    return wp.from_torch(tensor.detach().to(target, torch.float32).reshape(shape).contiguous())


def chosen_rows(view: BodyView, indices: Indices) -> wp.array:
    """Rows of the view on the simulation's device, int32.

    Those that the view does not have (where they are on the CPU) are passed over with an error in the log, since
    programs write what PhysX takes: ids of more environments than there are.

    Raises:
        TypeError: The indices are no whole numbers in one dimension.
    """
    if indices is None:
        return view.all_rows
    tensor = as_tensor(np.asarray(indices) if isinstance(indices, Sequence) else indices, "indices")
    if tensor.ndim != 1 or (tensor.numel() and (tensor.is_floating_point() or tensor.dtype == torch.bool)):
        raise TypeError(
            f"'indices' should be whole numbers in one dimension, not {tensor.dtype} of {tuple(tensor.shape)}."
        )
    outside = (tensor < 0) | (tensor >= view.count) if tensor.device.type == "cpu" else None
    if outside is not None and outside.any():
        logger.error(
            "'indices' holds %s, but the view has %d rows: they go from 0 to %d. Nothing is written there.",
            tensor[outside][:8].tolist(),
            view.count,
            view.count - 1,
        )
        tensor = tensor[~outside]
    target = wp.device_to_torch(wp.get_device(view.device))
    return wp.from_torch(tensor.to(target, torch.int32).contiguous())


def tell(view: BodyView, *names: str) -> None:
    """Let the asset know which quantities were set past it."""
    for name in names if view.on_property_written is not None else ():
        view.on_property_written(name)
