"""Arrays on the memory of others keep it, and nothing makes arrays of addresses without an owner."""

from __future__ import annotations

import ast
import gc
import weakref
from pathlib import Path

import numpy as np
import pytest
import warp as wp

from pippin.utils.array_views import view_of
from pippin.utils.number_rows import number_rows

ROOT = Path(__file__).parents[2]

OWNERS_ARE_KEPT = {"src/pippin/utils/array_views.py", "src/pippin/quantities/inputs.py"}
"""Files that make arrays of addresses on the host; the second of torch's, which it keeps."""


def test_a_view_is_the_same_memory_and_keeps_it() -> None:
    whole = wp.array(np.arange(24, dtype=np.float32).reshape(2, 12), dtype=float, device="cpu")
    gone = weakref.ref(whole)
    view = view_of(whole, wp.vec3f, (2, 2), whole.strides[:1] + (24,), offset=12)
    view.fill_(wp.vec3f(-1.0, -2.0, -3.0))
    np.testing.assert_array_equal(whole.numpy()[1], [12, 13, 14, -1, -2, -3, 18, 19, 20, -1, -2, -3])
    rows, _ = number_rows(view_of(whole, wp.vec3f, (2, 4)))
    del whole, view
    gc.collect()
    assert gone() is not None
    assert rows.numpy()[1].tolist() == [12, 13, 14, -1, -2, -3, 18, 19, 20, -1, -2, -3]
    del rows
    gc.collect()
    assert gone() is None


def test_a_view_of_numpys_memory_keeps_it() -> None:
    state = np.empty((3, 4))
    state[:] = np.arange(12.0).reshape(3, 4)
    gone = weakref.ref(state)
    columns = state[:, 1:3]
    view = view_of(columns, wp.float64, columns.shape, columns.strides)
    del state, columns
    gc.collect()
    assert gone() is not None
    np.testing.assert_array_equal(view.numpy(), [[1.0, 2.0], [5.0, 6.0], [9.0, 10.0]])


@pytest.mark.parametrize("folder", ["src", "compat/src"])
def test_arrays_are_made_of_addresses_where_their_owners_are_kept(folder: str) -> None:
    """On the host: kernels make them for as long as they run."""
    making = set()
    for path in sorted((ROOT / folder).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "ptr=" in source:
            making |= {path.relative_to(ROOT).as_posix()} if _makes_arrays_of_addresses(ast.parse(source)) else set()
    assert making == {path for path in OWNERS_ARE_KEPT if path.startswith(f"{folder}/")}


def _makes_arrays_of_addresses(tree: ast.AST) -> bool:
    """Whether code beside kernels calls something named ``array`` with an address."""
    decorators = " ".join(map(ast.unparse, tree.decorator_list)) if isinstance(tree, ast.FunctionDef) else ""
    if "wp.kernel" in decorators or "wp.func" in decorators:
        return False
    if isinstance(tree, ast.Call) and ast.unparse(tree.func).rpartition(".")[2] == "array":
        return "ptr" in {keyword.arg for keyword in tree.keywords}
    return any(_makes_arrays_of_addresses(child) for child in ast.iter_child_nodes(tree))
