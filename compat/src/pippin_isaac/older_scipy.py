"""The interpolation over two coordinates that SciPy dropped in 1.14, for programs that were written before.

Terrains of Isaac Gym's time are roughened with it: heights of a coarse grid become those of a finer one.
"""

from __future__ import annotations

import importlib.util
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

import numpy as np

MODULE = "scipy.interpolate"
DEGREES = {"linear": 1, "cubic": 3, "quintic": 5}


class Interp2d:
    """A function of two coordinates through given values: ``scipy.interpolate.interp2d`` as it was.

    Args:
        x: First coordinates, of the columns of a grid, shape (nx,), or of each value.
        y: Second coordinates, of its rows, shape (ny,), or of each value.
        z: Values, shape (ny, nx) or flat; as many as x and y each have where there is no grid.
        kind: ``"linear"``, ``"cubic"`` or ``"quintic"``.
        copy: Without effect.
        bounds_error: Refuse coordinates beyond those given.
        fill_value: Value beyond those given; None for that of the nearest edge.

    Raises:
        ValueError: There is no such kind, or the numbers of coordinates and values do not go together.
    """

    def __init__(
        self,
        x: Any,
        y: Any,
        z: Any,
        kind: str = "linear",
        copy: bool = True,
        bounds_error: bool = False,
        fill_value: float | None = None,
    ) -> None:
        from scipy.interpolate import RectBivariateSpline, bisplev, bisplrep

        if kind not in DEGREES:
            raise ValueError(f"interp2d: kind is {kind!r}; expected 'linear', 'cubic' or 'quintic'.")
        degree = DEGREES[kind]
        x, y, z = np.ravel(x), np.ravel(y), np.asarray(z)
        self.bounds_error, self.fill_value = bounds_error, fill_value
        self.x_min, self.x_max, self.y_min, self.y_max = x.min(), x.max(), y.min(), y.max()
        if z.size == x.size * y.size:
            grid = z.reshape(y.size, x.size)[np.argsort(y)][:, np.argsort(x)]
            spline = RectBivariateSpline(np.sort(x), np.sort(y), grid.T, kx=degree, ky=degree)
            self._values = lambda x, y, dx, dy: spline(x, y, dx=dx, dy=dy)
        elif x.size == y.size == z.size:
            knots = bisplrep(x, y, z.ravel(), kx=degree, ky=degree, s=0.0)
            self._values = lambda x, y, dx, dy: np.reshape(bisplev(x, y, knots, dx, dy), (x.size, y.size))
        else:
            raise ValueError(
                f"interp2d: {x.size} x, {y.size} y and {z.size} values; expected a value for each x and y of a grid, "
                "or as many of all three."
            )

    def __call__(self, x: Any, y: Any, dx: int = 0, dy: int = 0, assume_sorted: bool = False) -> np.ndarray:
        """Values at all pairs of coordinates, or derivatives, shape (ny, nx), or (nx,) for one y; coordinates sorted.

        Raises:
            ValueError: A coordinate is beyond those given, and that was to be refused.
        """
        x, y = np.sort(np.atleast_1d(x)), np.sort(np.atleast_1d(y))
        beyond_x, beyond_y = (x < self.x_min) | (x > self.x_max), (y < self.y_min) | (y > self.y_max)
        if self.bounds_error and (beyond_x.any() or beyond_y.any()):
            raise ValueError(
                f"interp2d: coordinates are beyond x of {self.x_min} to {self.x_max} and y of "
                f"{self.y_min} to {self.y_max}."
            )
        values = np.array(self._values(x, y, dx, dy).T)
        if self.fill_value is not None:
            values[:, beyond_x] = values[beyond_y] = self.fill_value
        return values[0] if len(values) == 1 else values


class _Import(MetaPathFinder, Loader):
    """Imports SciPy's interpolation, and gives it back what it dropped."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        found = PathFinder.find_spec(name, path) if name == MODULE else None
        if found is None or found.loader is None:
            return None
        self._loader = found.loader
        found.loader = self
        return found

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        _give_back(module)


def _give_back(module: ModuleType) -> None:
    was = getattr(module, "interp2d", None)
    if was is None or "removed" in (was.__doc__ or ""):
        module.interp2d = Interp2d  # type: ignore[attr-defined]


def give_interpolation_back() -> None:
    """Let programs have ``scipy.interpolate.interp2d`` when they import it; nothing is imported here."""
    if MODULE in sys.modules:
        _give_back(sys.modules[MODULE])
    elif importlib.util.find_spec("scipy") and not any(isinstance(finder, _Import) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Import())
