"""Ids and masks become rows on the device."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import warp as wp

from pippin.quantities.selection import Axis, select, select_masked
from pippin.utils import ProxyArray
from pippin.utils.choices import choose, list_entries

SIZE = 5


@pytest.fixture
def axis(device: str) -> Axis:
    return Axis("env", SIZE, wp.array(np.arange(SIZE), dtype=int, device=device))


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (None, [0, 1, 2, 3, 4]),
        (slice(None), [0, 1, 2, 3, 4]),
        (slice(1, None, 2), [1, 3]),
        (slice(-2, None), [3, 4]),
        (range(4, 1, -1), [4, 3, 2]),
        ([2, 2, 0], [2, 2, 0]),
        ((), []),
        (np.array([4, 1], dtype=np.uint8), [4, 1]),
        (torch.tensor([3, 0]), [3, 0]),
    ],
)
def test_ids_of_every_form(axis: Axis, ids: object, expected: list[int]) -> None:
    rows = axis.from_ids(ids)
    assert rows.dtype == wp.int32
    assert rows.device == axis.device
    assert rows.numpy().tolist() == expected


@pytest.mark.parametrize("dtype", [wp.int32, wp.int64])
def test_ids_on_the_device(axis: Axis, device: str, dtype: type) -> None:
    ids = wp.array([3, 1, 1, 0, 2, 4], dtype=dtype, device=device)
    for form in (ids, wp.to_torch(ids), ProxyArray(ids)):
        assert axis.from_ids(form).numpy().tolist() == [3, 1, 1, 0, 2, 4]


def test_all_ids_cost_nothing(axis: Axis) -> None:
    assert axis.from_ids(None) is axis.from_ids(slice(None)) is axis.from_mask(None) is axis.all_ids


@pytest.mark.parametrize("dtype", [wp.int32, wp.int64])
def test_kernels_pass_over_ids_outside_of_the_range(device: str, dtype: type) -> None:
    values = [0, 4, 5, -1, 2**31 - 1, -(2**31)] + ([2**32, 2**32 + 1] if dtype is wp.int64 else [])
    ids = wp.array(values, dtype=dtype, device=device)
    out = wp.full(len(values), 77, dtype=int, device=device)
    wp.launch(list_entries, dim=len(values), inputs=[choose(SIZE, ids).argument], outputs=[out], device=device)
    assert out.numpy().tolist() == [0, 4] + [-1] * (len(values) - 2)


def test_masks_keep_the_places_of_what_they_leave_out(axis: Axis, device: str) -> None:
    mask = wp.array([True, False, True, True, False], dtype=wp.bool, device=device)
    for form in (mask, wp.to_torch(mask), ProxyArray(mask)):
        assert axis.from_mask(form).numpy().tolist() == [0, -1, 2, 3, -1]


@pytest.mark.parametrize(
    ("env_ids", "full_data", "shape"), [(None, False, (5, 2)), ([3], False, (1, 2)), ([3], True, (5, 3))]
)
def test_shape_that_data_has_to_have(env_ids: object, full_data: bool, shape: tuple[int, ...]) -> None:
    rows = Axis("env", 5, wp.array(np.arange(5), dtype=int, device="cpu"))
    columns = Axis("joint", 3, wp.array(np.arange(3), dtype=int, device="cpu"))
    assert select(rows, env_ids, columns, [0, 2], full_data).shape == shape
    assert select_masked(rows, None, columns, None).shape == (5, 3)
    assert select(rows, []).is_empty
    assert select(rows, None, columns, None).is_everything
    assert not select(rows, None, columns, [0, 1, 2]).is_everything
