"""Kernels read ids and masks as they are, described or as arrays."""

from __future__ import annotations

import pytest
import torch
import warp as wp

from pippin.utils.choices import choose, list_entries
from pippin.utils.descriptors import describe

SIZE = 5

CASES = [
    (torch.tensor([3, 0, 3], dtype=torch.int32), wp.int32, [3, 0, 3]),
    (torch.tensor([3, 0, 3], dtype=torch.int64), wp.int64, [3, 0, 3]),
    (torch.tensor([[3, 9], [0, 9]], dtype=torch.int64)[:, 0], wp.int64, [3, 0]),  # with a stride
    (torch.tensor([5, -1, 2**32 + 1, 1], dtype=torch.int64), wp.int64, [-1, -1, -1, 1]),
    (torch.tensor([True, False, True, True, False]), wp.bool, [0, -1, 2, 3, -1]),
    (torch.arange(7, dtype=torch.int64), wp.int64, [0, 1, 2, 3, 4, -1, -1]),  # more ids than there are entries
    (torch.zeros(0, dtype=torch.int64), wp.int64, []),
]


@pytest.mark.parametrize("is_described", [False, True])
@pytest.mark.parametrize(("given", "dtype", "expected"), CASES)
def test_threads_find_their_entries(
    given: torch.Tensor, dtype: type, expected: list[int], is_described: bool, device: str
) -> None:
    tensor = torch.empty_strided(given.shape, given.stride(), dtype=given.dtype, device=device).copy_(given)
    among = describe(tensor, 1) if is_described else wp.from_torch(tensor, dtype=dtype)
    choice = choose(SIZE, among, dtype)
    assert choice.count == len(expected)
    found = wp.full(choice.num_threads, 77, dtype=int, device=device)
    wp.launch(list_entries, dim=choice.num_threads, inputs=[choice.argument], outputs=[found], device=device)
    assert found.numpy().tolist() == expected + [-1] * (choice.num_threads - len(expected))


def test_everything_is_every_entry(device: str) -> None:
    choice = choose(SIZE)
    found = wp.full(choice.num_threads, 77, dtype=int, device=device)
    wp.launch(list_entries, dim=choice.num_threads, inputs=[choice.argument], outputs=[found], device=device)
    assert found.numpy().tolist() == list(range(SIZE))
    assert choice.on_host() == slice(None)
