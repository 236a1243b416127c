"""Descriptors of tensors: zero copy, lifetime, and refusal of what cannot be described."""

from __future__ import annotations

import gc

import numpy as np
import pytest
import torch

from pippin.gym import gymapi, gymtorch


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        (torch.float32, gymapi.DTYPE_FLOAT32),
        (torch.int32, gymapi.DTYPE_UINT32),
        (torch.int64, gymapi.DTYPE_UINT64),
        (torch.uint8, gymapi.DTYPE_UINT8),
        (torch.int16, gymapi.DTYPE_INT16),
    ],
)
def test_descriptor_says_what_the_tensor_is(dtype: torch.dtype, expected: gymapi.TensorDataType) -> None:
    tensor = torch.zeros(3, 4, dtype=dtype)
    descriptor = gymtorch.unwrap_tensor(tensor)
    assert descriptor.dtype is expected
    assert (descriptor.device, descriptor.own_data) == (-1, False)
    assert (descriptor.shape, descriptor.ndim, descriptor.size) == ((3, 4), 2, 12)
    assert descriptor.data_address == descriptor.data_ptr == tensor.data_ptr()
    assert gymtorch.wrap_tensor(descriptor).dtype is dtype


@pytest.mark.gpu
def test_descriptor_of_a_tensor_on_a_gpu_has_its_index() -> None:
    assert gymtorch.unwrap_tensor(torch.zeros(2, device="cuda:0")).device == 0


def test_wrapping_and_unwrapping_copy_nothing() -> None:
    tensor = torch.arange(6.0).reshape(2, 3)
    wrapped = gymtorch.wrap_tensor(gymtorch.unwrap_tensor(tensor))
    wrapped[1, 2] = 50.0
    assert tensor[1, 2] == 50.0
    assert wrapped.data_ptr() == tensor.data_ptr()


@pytest.mark.slow
def test_descriptor_keeps_a_temporary_tensor_alive() -> None:
    indices = torch.tensor([0, 17, 42])
    descriptor = gymtorch.unwrap_tensor(indices.to(torch.int32))  # no other reference to the 32-bit tensor
    gc.collect()
    others = [torch.full((3,), -1, dtype=torch.int32) for _ in range(100)]  # would take freed memory
    assert gymtorch.wrap_tensor(descriptor).tolist() == [0, 17, 42]
    assert len(others) == 100


def test_descriptor_keeps_no_graph_of_gradients_alive() -> None:
    actions = torch.ones(3, requires_grad=True) * 2.0
    described = gymtorch.unwrap_tensor(actions).torch
    assert described.grad_fn is None
    assert described.data_ptr() == actions.data_ptr()


def test_part_of_a_tensor() -> None:
    tensor = torch.arange(24.0).reshape(4, 6)
    descriptor = gymtorch.unwrap_tensor(tensor)
    part = gymtorch.wrap_tensor(descriptor, offsets=(1, 2), counts=(2, 3))
    assert part.equal(tensor[1:3, 2:5])
    assert part.data_ptr() == tensor[1:, 2:].data_ptr()
    assert gymtorch.wrap_tensor(descriptor, offsets=(1, 2)).equal(tensor[1:, 2:])
    assert gymtorch.wrap_tensor(descriptor, counts=(1, 2)).equal(tensor[:1, :2])


@pytest.mark.parametrize(
    ("offsets", "counts"), [((0,), (1,)), ((3, 0), (2, 1)), ((-1, 0), (1, 1)), ((0, 0), (1, -1)), ((0, 0), (1,))]
)
def test_part_beyond_the_tensor_is_refused(offsets: tuple[int, ...], counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"'offsets' and 'counts' .* shape \(4, 6\)"):
        gymtorch.wrap_tensor(gymtorch.unwrap_tensor(torch.zeros(4, 6)), offsets, counts)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bool, torch.complex64])
def test_other_dtype_is_refused_by_name(dtype: torch.dtype) -> None:
    with pytest.raises(TypeError, match=f"Expected a tensor of float32, .*, got {dtype}"):
        gymtorch.unwrap_tensor(torch.zeros(2, dtype=dtype))


def test_non_contiguous_tensor_is_refused() -> None:
    with pytest.raises(ValueError, match=r"contiguous tensor, got shape \(3, 2\) with strides \(1, 3\)"):
        gymtorch.unwrap_tensor(torch.zeros(2, 3).T)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (np.zeros(2, np.float32), "ndarray; .*torch.from_numpy makes one"),
        ([1.0], "the tensor is a list"),
        (None, "the tensor is a NoneType"),
        (torch.zeros(2, device="meta"), "on device 'meta'"),
        (torch.zeros(2, 2).to_sparse(), "torch.sparse_coo"),
    ],
)
def test_what_is_no_dense_tensor_is_refused(value: object, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        gymtorch.unwrap_tensor(value)


@pytest.mark.parametrize("value", [torch.zeros(2), None])
def test_only_descriptors_are_wrapped(value: object) -> None:
    with pytest.raises(TypeError, match="'gym_tensor' is a (Tensor|NoneType)"):
        gymtorch.wrap_tensor(value)


def test_descriptor_is_made_of_a_tensor_only() -> None:
    with pytest.raises(TypeError, match="gymtorch.unwrap_tensor describes yours"):
        gymapi.Tensor()
