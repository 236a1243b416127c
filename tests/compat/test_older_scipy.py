"""``scipy.interpolate.interp2d``, which SciPy 1.14 dropped, for programs that were written before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pippin_isaac", reason="pippin-isaac is not installed: pip install ./compat")
pytest.importorskip("scipy", reason="SciPy is not installed")

from pippin_isaac.older_scipy import Interp2d

X, Y = np.array([0.0, 1.0, 3.0, 4.0, 5.0]), np.array([-1.0, 0.0, 2.0, 4.0])


def surface(x: Any, y: Any) -> np.ndarray:
    """Values of shape (ny, nx) that are linear along each coordinate."""
    return 2.0 + x[None] - 3.0 * y[:, None] + 0.5 * x[None] * y[:, None]


@pytest.mark.parametrize("kind", ["linear", "cubic"])
def test_grids_are_interpolated_along_both_coordinates(kind: str) -> None:
    """What is linear along each coordinate is met exactly, in rows of y; points are sorted."""
    function = Interp2d(X, Y, surface(X, Y), kind=kind)
    x, y = np.array([0.3, 1.7, 4.9]), np.array([-0.5, 3.0])
    np.testing.assert_allclose(function(x, y), surface(x, y), atol=1e-12)
    np.testing.assert_allclose(function(x[::-1], y), surface(x, y), atol=1e-12)
    np.testing.assert_allclose(function(1.7, 3.0), surface(x, y)[1, 1:2], atol=1e-12)
    if kind == "cubic":  # FITPACK's derivatives are of lower order than the spline
        np.testing.assert_allclose(function(x, y, dx=1), np.tile(1.0 + 0.5 * y[:, None], 3), atol=1e-12)


def test_beyond_the_grid_is_its_edge_or_what_was_asked_for() -> None:
    assert Interp2d(X, Y, surface(X, Y))(9.0, 0.0) == pytest.approx(surface(X, Y)[1, -1])
    filled = Interp2d(X, Y, surface(X, Y), fill_value=7.0)([1.0, 9.0], [0.0, 9.0])
    np.testing.assert_allclose(filled, [[3.0, 7.0], [7.0, 7.0]])
    with pytest.raises(ValueError, match=r"beyond x of 0.0 to 5.0"):
        Interp2d(X, Y, surface(X, Y), bounds_error=True)(9.0, 0.0)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of FITPACK, that 30 points are few for their surface
def test_values_without_a_grid_and_with_wrong_numbers() -> None:
    x, y = np.random.default_rng(0).uniform(size=(2, 30))
    assert Interp2d(x, y, 1.0 + x - 2.0 * y)(0.5, 0.5) == pytest.approx(0.5)  # a plane
    with pytest.raises(ValueError, match=r"3 x, 2 y and 5 values"):
        Interp2d([0, 1, 2], [0, 1], [0] * 5)
    with pytest.raises(ValueError, match=r"kind is 'nearest'"):
        Interp2d(X, Y, surface(X, Y), kind="nearest")


def test_programs_import_it(tmp_path: Path, run_python: Any) -> None:
    """Whichever way they import it; what SciPy has now stays its own."""
    program = tmp_path / "terrain.py"
    program.write_text(
        "from scipy import interpolate\n"
        "from scipy.interpolate import interp2d, interp1d\n"
        "assert interpolate.interp2d is interp2d and interp1d.__module__.startswith('scipy')\n"
        "print(interp2d([0, 1], [0, 1], [[0, 1], [2, 3]], kind='linear')([0.5], [0.5]))\n"
    )
    result = run_python("-m", "pippin_isaac.run", program)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == ["[1.5]"]
