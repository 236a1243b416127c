"""Kernels over rows, on one core and on several."""

from __future__ import annotations

import numpy as np
import pytest
import warp as wp

from pippin.utils import launch


@wp.kernel(enable_backward=False)
def number_cells(first_row: int, columns: int, out: wp.array2d(dtype=int)):
    """Number the cells of a table row by row, and count how often each is visited."""
    i, column = wp.tid()
    row = first_row + i
    out[row, column] += 1 + row * columns + column


@pytest.mark.parametrize("cores", [1, 2, 3, 7])
@pytest.mark.parametrize("rows", [1, 2, 5, 640])
def test_every_cell_is_visited_once(cores: int, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "_num_cores", lambda: cores)
    monkeypatch.setattr(launch, "MIN_THREADS_PER_CORE", 30)
    out = wp.zeros((rows, 31), dtype=int, device="cpu")
    launch.launch_rows(number_cells, rows, 31, inputs=[31], outputs=[out], device="cpu")
    np.testing.assert_array_equal(out.numpy().reshape(-1), 1 + np.arange(rows * 31))


@pytest.mark.parametrize("parts_per_core", [1, 4])
def test_parts_are_done_once_on_all_cores(parts_per_core: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "_num_cores", lambda: 3)
    done = np.zeros(50, dtype=int)
    parts = []

    def work(first: int, end: int) -> None:
        parts.append((first, end))
        done[first:end] += 1

    launch.on_all_cores(work, 50, launch.MIN_THREADS_PER_CORE, parts_per_core)
    np.testing.assert_array_equal(done, 1)
    assert len(parts) == 3 * parts_per_core


def test_what_a_part_raises_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "_num_cores", lambda: 2)

    def work(first: int, end: int) -> None:
        if first == 0:
            raise ArithmeticError("the first rows")

    with pytest.raises(ArithmeticError, match="the first rows"):
        launch.on_all_cores(work, 8, launch.MIN_THREADS_PER_CORE, parts_per_core=4)
