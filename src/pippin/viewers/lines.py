"""Lines and points that programs draw beside what they simulate, which the page of a viewer shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


class Drawing:
    """Lines or points with their colours, until they are cleared.

    Args:
        ends: Points of each: 2 of a line, 1 of a point.
    """

    def __init__(self, ends: int) -> None:
        self._shape = (-1, ends, 3)
        self._parts: list[tuple[np.ndarray, np.ndarray]] = []
        self.version = 0
        """Changes whenever something is drawn or cleared."""

    def add(self, points: Sequence | np.ndarray, colors: Sequence | np.ndarray) -> None:
        """Add some.

        Args:
            points: Points in the world [m], shape (N, ends, 3).
            colors: Colour of each (red, green, blue, ...), 0 to 1, shape (N, 3 or more), or one for all.

        Raises:
            ValueError: The shapes are others.
        """
        given = np.asarray(points, dtype=np.float32)
        tints = np.asarray(colors, dtype=np.float32)
        if (
            given.shape[1:] != self._shape[1:]
            or tints.shape[-1:] < (3,)
            or len(np.atleast_2d(tints)) not in (1, len(given))
        ):
            raise ValueError(
                f"'points' have the shape {given.shape} and 'colors' {tints.shape}; "
                f"expected (N, {self._shape[1]}, 3) and (N, 3)."
            )
        self._parts.append((given, np.broadcast_to(np.atleast_2d(tints)[:, :3], (len(given), 3))))
        self.version += 1

    def clear(self) -> None:
        """Take all away."""
        self._parts.clear()
        self.version += 1

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(len(points) for points, _ in self._parts)

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """Points and colours of all, shapes (N, ends, 3) and (N, 3), float32."""
        empty = np.zeros((0, *self._shape[1:]), np.float32), np.zeros((0, 3), np.float32)
        points, colors = zip(empty, *self._parts, strict=True)
        return np.concatenate(points), np.concatenate(colors)


LINES = Drawing(2)
"""Lines of the program."""

POINTS = Drawing(1)
"""Points of the program."""
