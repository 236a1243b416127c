"""Lines in a picture, hidden by what is before them."""

from __future__ import annotations

import numpy as np

_SEEN_THROUGH = 0.002
"""Part of the distance by which lines may lie behind a surface, so that those on it are seen."""


def draw_lines(
    picture: np.ndarray,
    depth: np.ndarray,
    ends: np.ndarray,
    colors: np.ndarray,
    view: np.ndarray,
    projection: np.ndarray,
) -> None:
    """Draw lines of one pixel's width into a picture.

    Args:
        picture: Colours, shape (H, W, 4), uint8. Changed.
        depth: Distance along the camera's axis of what is seen [m], shape (H, W); inf where there is nothing.
        ends: Ends of the lines in the world [m], shape (n, 2, 3).
        colors: Colours (red, green, blue), 0 to 1, shape (n, 3).
        view: See :func:`.cameras.view_matrix`.
        projection: See :func:`.cameras.projection_matrix`.
    """
    near = projection[3, 2] / (projection[2, 2] - 1.0)
    local = ends.reshape(-1, 3) @ view[:3, :3] + view[3, :3]
    local, is_before = _clipped(local.reshape(-1, 2, 3), max(near, 1e-4))
    local, colors = local[is_before], colors[is_before]
    height, width = depth.shape
    distance = -local[..., 2]
    scale = np.array([projection[0, 0] * width / 2.0, -projection[1, 1] * height / 2.0])
    pixels = local[..., :2] / distance[..., None] * scale + np.array([width, height]) / 2.0
    inside, pixels, inverse = _within(pixels, 1.0 / distance, width, height)
    columns, rows, distances, line = _points(pixels, inverse)
    colors = colors[inside][line]
    fits = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    columns, rows, distances, colors = columns[fits], rows[fits], distances[fits], colors[fits]
    seen = distances <= depth[rows, columns] * (1.0 + _SEEN_THROUGH)
    picture[rows[seen], columns[seen], :3] = np.clip(colors[seen] * 255.0, 0.0, 255.0).astype(np.uint8)


def _clipped(ends: np.ndarray, near: float) -> tuple[np.ndarray, np.ndarray]:
    """Lines in the camera's frame, shape (n, 2, 3), cut at the near plane; and which of them are before it."""
    ends = ends.astype(float)
    beyond = -ends[..., 2] - near
    is_before = np.any(beyond > 0.0, axis=1)
    for end, other in ((0, 1), (1, 0)):
        cut = is_before & (beyond[:, end] <= 0.0)
        part = (beyond[cut, other] / (beyond[cut, other] - beyond[cut, end]))[:, None]
        ends[cut, end] = ends[cut, other] + part * (ends[cut, end] - ends[cut, other])
        ends[cut, end, 2] = -near
    return ends, is_before


def _within(
    pixels: np.ndarray, inverse: np.ndarray, width: int, height: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The parts of lines that are in the picture: which lines, their ends, shape (m, 2, 2), and inverse distances."""
    step = pixels[:, 1] - pixels[:, 0]
    start, stop = np.zeros(len(pixels)), np.ones(len(pixels))
    with np.errstate(divide="ignore", invalid="ignore"):
        for axis, size in ((0, width), (1, height)):
            first, second = (-1.0 - pixels[:, 0, axis]) / step[:, axis], (size - pixels[:, 0, axis]) / step[:, axis]
            start = np.fmax(start, np.fmin(first, second))
            stop = np.fmin(stop, np.fmax(first, second))
    inside = start < stop
    parts = np.stack([start, stop], axis=1)[inside]
    ends = pixels[inside, :1] + parts[..., None] * step[inside, None]
    return inside, ends, inverse[inside, :1] + parts * np.diff(inverse[inside], axis=1)


def _points(pixels: np.ndarray, inverse: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Columns, rows and distances of points on lines, a pixel apart, and the line of each."""
    counts = np.ceil(np.abs(pixels[:, 1] - pixels[:, 0]).max(axis=1, initial=0.0)).astype(int) + 1
    line = np.repeat(np.arange(len(pixels)), counts)
    first = np.cumsum(counts) - counts
    part = (np.arange(len(line)) - first[line]) / np.maximum(counts[line] - 1, 1)
    places = pixels[line, 0] + part[:, None] * (pixels[line, 1] - pixels[line, 0])
    columns, rows = np.floor(places).astype(int).T
    # The inverse of the distance, not the distance, is linear in the picture.
    return columns, rows, 1.0 / (inverse[line, 0] + part * (inverse[line, 1] - inverse[line, 0])), line
