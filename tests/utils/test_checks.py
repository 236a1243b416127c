"""Checks of arguments name the argument and leave what is right as it is."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pippin.utils.checks import check_callable, check_numbers, check_seconds, check_texts

NAN = float("nan")


@pytest.mark.parametrize("value", [0, 0.5, np.float32(0.5), np.int64(2)])
def test_seconds_are_numbers_from_zero_on(value: float) -> None:
    assert check_seconds("dt", value) == float(value)


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (-1.0, ValueError),
        (NAN, ValueError),
        (float("inf"), ValueError),
        ("1", TypeError),
        (None, TypeError),
        (1j, TypeError),
    ],
)
def test_other_seconds_are_refused(value: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="'dt'"):
        check_seconds("dt", value)


@pytest.mark.parametrize(
    "values", [(1, 2, 3), [1.0, 2.0, 3.0], np.array([[1], [2], [3]]), torch.tensor([1.0, 2.0, 3.0])]
)
def test_numbers_keep_their_shape(values: object) -> None:
    numbers = check_numbers("'eye'", values, 3)
    assert numbers.dtype == np.float64 and numbers.shape == np.shape(values)
    assert numbers.ravel().tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ("text", TypeError),
        (None, TypeError),
        (object(), TypeError),
        ({"a": 1}, TypeError),
        ([1j, 2.0, 3.0], TypeError),
        ([1.0, 2.0], ValueError),
        ([[1.0], [1.0, 2.0]], ValueError),
        ([1.0, NAN, 2.0], ValueError),
        (torch.zeros(3, device="meta"), ValueError),
    ],
)
def test_what_are_no_three_numbers_is_refused(values: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="'eye'"):
        check_numbers("'eye'", values, 3)


def test_functions_and_texts() -> None:
    check_callable("callback_fn", print)
    assert check_texts("paths", ["/a"]) == ["/a"]
    with pytest.raises(TypeError, match="'callback_fn' is None"):
        check_callable("callback_fn", None)
    for value in ("/a", 5, ["/a", 5], None):
        with pytest.raises(TypeError, match="'paths'"):
            check_texts("paths", value)
