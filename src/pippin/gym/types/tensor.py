"""Descriptors of tensors, which pass between users' code and methods of Gym."""

from __future__ import annotations

import torch

from .enums import TensorDataType

DATA_TYPES = {
    torch.float32: TensorDataType.DTYPE_FLOAT32,
    torch.int32: TensorDataType.DTYPE_UINT32,
    torch.uint32: TensorDataType.DTYPE_UINT32,
    torch.int64: TensorDataType.DTYPE_UINT64,
    torch.uint64: TensorDataType.DTYPE_UINT64,
    torch.uint8: TensorDataType.DTYPE_UINT8,
    torch.int16: TensorDataType.DTYPE_INT16,
}
"""Data type in gymapi of the torch dtypes that tensors may have."""


class Tensor:
    """What a tensor is and where it lies. Holds the tensor, so that its memory lives as long as the descriptor.

    Methods of Gym make descriptors, and so does ``gymtorch.unwrap_tensor``. Inside Pippin, :meth:`of_torch` and
    :attr:`torch` convert.
    """

    __slots__ = ("_torch", "own_data")

    _torch: torch.Tensor
    own_data: bool
    """Whether the memory is Gym's own."""

    def __init__(self) -> None:
        raise TypeError(
            "Tensor has no constructor: gym.acquire_dof_state_tensor and its like describe Gym's tensors, "
            "gymtorch.unwrap_tensor describes yours."
        )

    @classmethod
    def of_torch(cls, tensor: torch.Tensor, own_data: bool = False) -> Tensor:
        """Describe a torch tensor of any shape.

        Raises:
            TypeError: It is no dense tensor on a CPU or CUDA device, or its dtype is not among ``DATA_TYPES``.
            ValueError: It is not contiguous.
        """
        if not isinstance(tensor, torch.Tensor):
            advice = "; torch.from_numpy makes one of it" if type(tensor).__module__ == "numpy" else ""
            raise TypeError(f"the tensor is a {type(tensor).__name__}; expected a torch.Tensor{advice}.")
        if tensor.layout is not torch.strided or tensor.device.type not in ("cpu", "cuda"):
            raise TypeError(
                f"the tensor is {tensor.layout} on device '{tensor.device}'; expected a dense one on a CPU or "
                "CUDA device."
            )
        if tensor.dtype not in DATA_TYPES:
            known = ", ".join(str(dtype).removeprefix("torch.") for dtype in DATA_TYPES)
            raise TypeError(f"Expected a tensor of {known}, got {tensor.dtype}; tensor.to(dtype) converts it.")
        if not tensor.is_contiguous():
            raise ValueError(
                f"Expected a contiguous tensor, got shape {tuple(tensor.shape)} with strides {tensor.stride()}; "
                "tensor.contiguous() copies it."
            )
        descriptor = object.__new__(cls)
        descriptor._torch = tensor.detach()
        descriptor.own_data = own_data
        return descriptor

    @property
    def torch(self) -> torch.Tensor:
        """The tensor, of the same shape and memory."""
        return self._torch

    @property
    def device(self) -> int:
        """Index of the CUDA device; -1 for the CPU."""
        return self._torch.device.index if self._torch.is_cuda else -1

    @property
    def dtype(self) -> TensorDataType:
        """Type of the elements."""
        return DATA_TYPES[self._torch.dtype]

    @property
    def shape(self) -> tuple[int, ...]:
        """Size of each dimension."""
        return tuple(self._torch.shape)

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return self._torch.ndim

    @property
    def size(self) -> int:
        """Number of elements."""
        return self._torch.numel()

    @property
    def data_address(self) -> int:
        """Address of the first element."""
        return self._torch.data_ptr()

    @property
    def data_ptr(self) -> int:
        """Address of the first element, like :attr:`data_address`."""
        return self._torch.data_ptr()

    def __repr__(self) -> str:
        return f"Tensor(device={self.device}, dtype={self.dtype}, shape={self.shape})"
