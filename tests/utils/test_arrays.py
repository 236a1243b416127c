"""From whatever holds numbers to torch."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import warp as wp

from pippin.utils import ProxyArray
from pippin.utils.arrays import convert_to_torch

MAKERS = [
    np.array,
    torch.tensor,
    lambda values: wp.array(np.array(values)),
    lambda values: ProxyArray(wp.array(np.array(values))),
]


@pytest.mark.parametrize("make", MAKERS)
def test_memory_is_shared(make):
    array = make([[1.0, 2.0]])
    convert_to_torch(array)[0, 0] = 5.0
    assert convert_to_torch(array).tolist() == [[5.0, 2.0]]


@pytest.mark.parametrize("make", [*MAKERS[:1], *MAKERS[2:], list])
def test_what_is_on_no_other_device_goes_to_the_cpu(make):
    with torch.device("meta"):  # where torch makes tensors by default
        assert convert_to_torch(make([[1.0, 2.0]])).device.type == "cpu"


@pytest.mark.parametrize("make", [*MAKERS, list])
def test_type_and_device_are_as_wished(make):
    tensor = convert_to_torch(make([[1.0, 2.0]]), dtype=torch.int32, device="cpu")
    assert (tensor.tolist(), tensor.dtype, tensor.device.type) == ([[1, 2]], torch.int32, "cpu")


@pytest.mark.parametrize("dtype", [np.uint16, np.uint32, np.uint64])
def test_unsigned_integers_become_signed(dtype):
    tensor = convert_to_torch(np.array([1, 60_000], dtype=dtype))
    assert (tensor.tolist(), tensor.dtype) == ([1, 60_000], torch.int64)
