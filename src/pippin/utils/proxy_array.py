"""One block of memory, seen as a Warp array and as a torch tensor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import warp as wp
from torch import Tensor

from .torch_view import torch_view


def _unwrapped(value: Any) -> Any:
    """Replace every :class:`ProxyArray` in an argument, and in the lists, tuples and dicts of it, by its tensor."""
    if isinstance(value, ProxyArray):
        return value.torch
    if type(value) in (list, tuple):
        return type(value)(_unwrapped(item) for item in value)
    if type(value) is dict:
        return {key: _unwrapped(item) for key, item in value.items()}
    return value


def _on_torch(name: str) -> Callable[..., Any]:
    """Make the operator that a tensor has under the same name."""

    def operator(self: ProxyArray, *args: Any) -> Any:
        return getattr(self.torch, name)(*_unwrapped(args))

    operator.__name__ = name
    return operator


def _in_place(name: str) -> Callable[..., Any]:
    """Make an operator such as ``+=``, which writes into the memory and leaves the name bound to the proxy."""

    def operator(self: ProxyArray, other: Any) -> ProxyArray:
        getattr(self.torch, name)(_unwrapped(other))
        return self

    operator.__name__ = name
    return operator


class ProxyArray:
    """A Warp array together with the torch tensor that shares its memory.

    Kernels take :attr:`warp`, tensor code takes :attr:`torch`. The proxy itself can be an argument of ``wp.launch``
    and ``wp.to_torch``, an argument of functions of torch, and an operand of arithmetic, comparison and indexing, which
    all act on the tensor. The tensor's methods are there too (``data.joint_pos.mean(dim=1)``). Where both sides have an
    attribute of one name (``shape``, ``dtype``, ``device``, ``ndim``) it is that of the Warp array: a proxy of N
    transforms has shape (N,), its tensor (N, 7).

    The memory is bound for good, since captured graphs hold its address. Write into it (``proxy[...] = values``,
    ``wp.copy(proxy.warp, values)``); assigning to an attribute raises AttributeError.

    Two places know only the real thing: functions of Warp other than the two above (``wp.copy(target, proxy.warp)``)
    and the brackets of a tensor that a proxy is to index (``tensor[ids.torch]``).

    Args:
        array: The Warp array, of numbers, vectors, quaternions, transforms or matrices.

    Raises:
        TypeError: ``array`` is not a Warp array.
    """

    __slots__ = ("_torch", "_warp")

    def __init__(self, array: wp.array) -> None:
        if not isinstance(array, wp.array):
            raise TypeError(f"A ProxyArray holds a warp.array; it was given a {type(array).__name__}.")
        object.__setattr__(self, "_warp", array)
        object.__setattr__(self, "_torch", None)

    # The two sides.

    @property
    def warp(self) -> wp.array:
        """The Warp array."""
        return self._warp

    @property
    def torch(self) -> Tensor:
        """The tensor on the same memory, one and the same object each time.

        Its shape is that of the Warp array followed by that of the elements: transforms give (..., 7), matrices
        (..., rows, columns).
        """
        if self._torch is None:
            object.__setattr__(self, "_torch", torch_view(self._warp))
        return self._torch

    # What both sides have: the Warp array's.

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the Warp array."""
        return self._warp.shape

    @property
    def dtype(self) -> Any:
        """Element type of the Warp array, such as ``wp.float32`` or ``wp.transformf``."""
        return self._warp.dtype

    @property
    def device(self) -> wp.Device:
        """Warp device that holds the memory."""
        return self._warp.device

    @property
    def ndim(self) -> int:
        """Number of dimensions of the Warp array."""
        return self._warp.ndim

    @property
    def size(self) -> int:
        """Number of elements of the Warp array."""
        return self._warp.size

    @property
    def strides(self) -> tuple[int, ...]:
        """Distance between neighbours along each dimension of the Warp array [bytes]."""
        return self._warp.strides

    @property
    def is_contiguous(self) -> bool:
        """Whether the elements lie without gaps in row-major order."""
        return self._warp.is_contiguous

    @property
    def requires_grad(self) -> bool:
        """Whether the Warp array records gradients."""
        return self._warp.requires_grad

    @property
    def ptr(self) -> int:
        """Address of the first element; it never changes."""
        return self._warp.ptr

    def numpy(self) -> np.ndarray:
        """Values as a NumPy array: the same memory on a CPU, a copy from a GPU (which waits for it)."""
        return self._warp.numpy()

    def __len__(self) -> int:
        return self._warp.shape[0]

    def __repr__(self) -> str:
        return f"ProxyArray(shape={self.shape}, dtype={self.dtype.__name__}, device={self.device})\n{self.torch}"

    # How Warp, NumPy and others get at the memory.

    @property
    def __array_interface__(self) -> dict:
        return self._warp.__array_interface__

    @property
    def __cuda_array_interface__(self) -> dict:
        return self._warp.__cuda_array_interface__

    def __dlpack__(self, **kwargs: Any) -> Any:
        return self.torch.__dlpack__(**kwargs)

    def __dlpack_device__(self) -> tuple:
        return self.torch.__dlpack_device__()

    # How torch gets at it.

    @classmethod
    def __torch_function__(cls, func: Callable, types: tuple, args: tuple = (), kwargs: dict | None = None) -> Any:
        return func(*_unwrapped(args), **_unwrapped(kwargs or {}))

    def view(self, *shape_or_dtype: Any) -> Any:
        """See the memory as torch does; with a Warp type, as an array of it: of poses where a row has 7 numbers."""
        if len(shape_or_dtype) == 1 and isinstance(shape_or_dtype[0], type):  # torch's are no types
            return self.warp.view(shape_or_dtype[0])
        return self.torch.view(*shape_or_dtype)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # protocols that the class does not offer, looked for by copy, NumPy and others
            raise AttributeError(f"'ProxyArray' object has no attribute '{name}'")
        return getattr(self.torch, name)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(
            f"Cannot set '{name}' of a ProxyArray, which is immutable: its memory is bound for good. Write into it, "
            "for example array[...] = values or wp.copy(array.warp, values)."
        )

    def __iter__(self) -> Iterator[Tensor]:
        return iter(self.torch)

    __hash__ = object.__hash__  # by identity, as of a tensor: __eq__ compares elements

    __getitem__ = _on_torch("__getitem__")
    __setitem__ = _on_torch("__setitem__")
    __contains__ = _on_torch("__contains__")
    __bool__ = _on_torch("__bool__")
    __int__ = _on_torch("__int__")
    __float__ = _on_torch("__float__")

    __eq__ = _on_torch("__eq__")
    __ne__ = _on_torch("__ne__")
    __lt__ = _on_torch("__lt__")
    __le__ = _on_torch("__le__")
    __gt__ = _on_torch("__gt__")
    __ge__ = _on_torch("__ge__")

    __neg__ = _on_torch("__neg__")
    __pos__ = _on_torch("__pos__")
    __abs__ = _on_torch("__abs__")
    __invert__ = _on_torch("__invert__")
    __add__ = _on_torch("__add__")
    __radd__ = _on_torch("__radd__")
    __sub__ = _on_torch("__sub__")
    __rsub__ = _on_torch("__rsub__")
    __mul__ = _on_torch("__mul__")
    __rmul__ = _on_torch("__rmul__")
    __truediv__ = _on_torch("__truediv__")
    __rtruediv__ = _on_torch("__rtruediv__")
    __floordiv__ = _on_torch("__floordiv__")
    __rfloordiv__ = _on_torch("__rfloordiv__")
    __mod__ = _on_torch("__mod__")
    __rmod__ = _on_torch("__rmod__")
    __pow__ = _on_torch("__pow__")
    __rpow__ = _on_torch("__rpow__")
    __matmul__ = _on_torch("__matmul__")
    __rmatmul__ = _on_torch("__rmatmul__")
    __and__ = _on_torch("__and__")
    __rand__ = _on_torch("__rand__")
    __or__ = _on_torch("__or__")
    __ror__ = _on_torch("__ror__")
    __xor__ = _on_torch("__xor__")
    __rxor__ = _on_torch("__rxor__")

    __iadd__ = _in_place("__iadd__")
    __isub__ = _in_place("__isub__")
    __imul__ = _in_place("__imul__")
    __itruediv__ = _in_place("__itruediv__")
    __iand__ = _in_place("__iand__")
    __ior__ = _in_place("__ior__")


def as_torch(array: ProxyArray | Tensor) -> Tensor:
    """Tensor of what data classes hand out, whichever dialect they speak.

    Args:
        array: A :class:`ProxyArray`, as Pippin's data has, or a tensor, as that of the older dialects.

    Returns:
        The tensor on the same memory; a tensor is returned as it is.
    """
    return array if isinstance(array, Tensor) else array.torch
