"""Names that NumPy 2 dropped, for programs that were written beside NumPy 1.

Isaac Lab 2 and the Isaac Sim of its time come with NumPy 1.26, so that their programs may say ``np.Inf``.
"""

from __future__ import annotations

import functools
import math
import types
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

NUMPY_NAMES: dict[str, Any] = {
    "Inf": np.inf,
    "Infinity": np.inf,
    "NINF": -np.inf,
    "PINF": np.inf,
    "NAN": np.nan,
    "NaN": np.nan,
    "infty": np.inf,
    "math": math,
    "bool": bool,
    "bool8": np.bool_,
    "complex": complex,
    "float": float,
    "int": int,
    "object": object,
    "str": str,
    "complex_": np.complex128,
    "float_": np.float64,
    "string_": np.bytes_,
    "unicode_": np.str_,
    "alltrue": np.all,
    "asfarray": lambda values, dtype=np.float64: np.asarray(values, dtype=dtype),
    "cumproduct": np.cumprod,
    "in1d": np.isin,
    "mat": np.asmatrix,
    "msort": functools.partial(np.sort, axis=0),
    "product": np.prod,
    "round_": np.round,
    "row_stack": np.vstack,
    "sometrue": np.any,
    "trapz": getattr(np, "trapezoid", None),
}
"""Names that NumPy had and what they meant. Those that the installed version has stay its own."""


@contextmanager
def numpy_1_names() -> Iterator[None]:
    """Give NumPy the names that it dropped, until the end of the block."""
    given = {name: value for name, value in NUMPY_NAMES.items() if is_without(np, name)}
    vars(np).update(given)
    try:
        yield
    finally:
        for name in given:
            vars(np).pop(name, None)


def is_without(module: types.ModuleType, name: str) -> bool:
    """Whether a module has no such name, or only a function that says that it is gone."""
    try:
        with warnings.catch_warnings():  # NumPy warns of what some names will mean
            warnings.simplefilter("ignore")
            value = getattr(module, name)
    except AttributeError:
        return True
    return getattr(value, "__module__", "") == "torch._linalg_utils"
