"""Learning curves: written as CSV while learning, drawn as PNG afterwards."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from learning import Progress


class CurveFile:
    """CSV file that a line is added to after each iteration.

    Args:
        path: File to write.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", newline="")
        self._writer: csv.DictWriter | None = None

    def __enter__(self) -> CurveFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, progress: Progress) -> None:
        """Add a line."""
        line = {
            "iteration": progress.iteration,
            "steps": progress.steps,
            "seconds": round(progress.seconds, 2),
            "rate": round(progress.rate),
            "return": round(progress.episode_return, 3),
            "length": round(progress.episode_length, 1),
            **{name: round(value, 4) for name, value in progress.metrics.items()},
        }
        if self._writer is None:
            self._writer = csv.DictWriter(self._file, fieldnames=list(line))
            self._writer.writeheader()
        self._writer.writerow(line)
        self._file.flush()


def read_curve(path: Path) -> dict[str, list[float]]:
    """Columns of a CSV file."""
    with path.open() as file:
        rows = list(csv.DictReader(file))
    return {name: [float(row[name]) for row in rows] for name in rows[0]} if rows else {}


def draw_curve(curve: dict[str, list[float]], title: str, path: Path, columns: Sequence[str] = ("return",)) -> None:
    """Draw columns of a curve over the time that learning took.

    Args:
        curve: Columns by name.
        title: Title of the figure.
        path: PNG file to write.
        columns: Columns to draw, one below the other.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 1.2 + 2.4 * len(columns)), layout="constrained")
    axes = figure.subplots(len(columns), sharex=True, squeeze=False)[:, 0]
    for axis, column in zip(axes, columns, strict=True):
        axis.plot(curve["seconds"], curve[column], color="#1f6f8b")
        axis.set_ylabel(column)
        axis.grid(alpha=0.3)
    axes[-1].set_xlabel(f"time [s]; {curve['steps'][-1] / 1e6:.0f} million steps in all")
    axes[0].set_title(title)
    figure.savefig(path, dpi=110)
