"""Convex parts of meshes, by collision-aware decomposition (Wei et al., SIGGRAPH 2022), kept on disk."""

from __future__ import annotations

import hashlib
import importlib.metadata
import logging
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .files import cache_folder, whole_file

_LOGGER = logging.getLogger("pippin")

SETTINGS = {
    "threshold": 0.1,
    "preprocess_resolution": 30,
    "resolution": 500,
    "mcts_nodes": 10,
    "mcts_iterations": 20,
    "mcts_max_depth": 2,
    "seed": 0,
}
"""Settings of coacd. By itself it searches more finely (150 iterations of depth 3 among 20 planes, threshold 0.05),
which takes over ten minutes for a nut of 15,000 triangles. These take 5 s of one core for it, and make 10 parts; a
threshold of 0.05 made 46 in 18 s, whose volume was 1.20 instead of 1.23 of the nut's."""


@dataclass(frozen=True)
class PartLimits:
    """How many parts a mesh may be taken apart into, and of how many vertices; None leaves it to the mesh.

    Attributes:
        parts: Parts at most; more are merged.
        vertices: Vertices of a part at most.
    """

    parts: int | None = None
    vertices: int | None = None

    def settings(self) -> dict[str, float]:
        """Settings of coacd with these limits, which are taken for 1 part and 8 vertices at least."""
        limits: dict[str, float] = {}
        if self.parts is not None:
            limits["max_convex_hull"] = max(self.parts, 1)
        if self.vertices is not None:
            limits |= {"decimate": True, "max_ch_vertex": max(self.vertices, 8)}
        return {**SETTINGS, **limits}


NO_LIMITS = PartLimits()

_SLOW = 2_000  # triangles from which on a decomposition is announced


def convex_parts(
    vertices: np.ndarray, faces: np.ndarray, limits: PartLimits = NO_LIMITS
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Approximate a mesh by convex parts.

    The parts of a mesh are computed once and kept on disk, by its content. A run that is killed leaves no parts that
    are not whole; those of a file that cannot be read are computed again.

    Args:
        vertices: Points [m], shape (n, 3).
        faces: Triangles, shape (m, 3), int.
        limits: Parts and their vertices at most.

    Returns:
        Vertices, shape (k, 3), float64, and triangles, shape (l, 3), int32, of each part.

    Raises:
        ImportError: The package coacd is not installed.
    """
    try:
        import coacd  # an extra: large, and only needed here
    except ImportError as error:
        raise ImportError(
            "The package 'coacd' is missing, which convex decomposition needs: pip install coacd."
        ) from error
    points = np.ascontiguousarray(vertices, dtype=np.float64)
    triangles = np.ascontiguousarray(faces, dtype=np.int32)
    settings = limits.settings()
    path = cache_folder("convex") / f"{_key(points, triangles, settings)}.npz"
    kept = _read(path)
    if kept is not None:
        return kept
    if len(triangles) >= _SLOW:
        _LOGGER.warning(
            "Decomposing a mesh of %d triangles into convex parts, which takes seconds to minutes; kept in '%s'.",
            len(triangles),
            path.parent,
        )
    coacd.set_log_level("error")
    found = coacd.run_coacd(coacd.Mesh(points, triangles), **settings)
    parts = [(np.asarray(part[0], np.float64), np.asarray(part[1], np.int32)) for part in found]
    _write(path, parts)
    return parts


def _key(points: np.ndarray, triangles: np.ndarray, settings: dict[str, float]) -> str:
    """Name of what a mesh, the settings and the version of coacd give."""
    digest = hashlib.sha256(repr((sorted(settings.items()), importlib.metadata.version("coacd"))).encode())
    for values in (points, triangles):
        digest.update(repr(values.shape).encode())
        digest.update(values.tobytes())
    return digest.hexdigest()


def _read(path: Path) -> list[tuple[np.ndarray, np.ndarray]] | None:
    """Parts that are kept in a file; None where there is none, or none that is whole."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            count = int(kept["count"])
            parts = [(kept[f"vertices{i}"], kept[f"faces{i}"]) for i in range(count)]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    whole = all(
        points.ndim == triangles.ndim == 2
        and points.shape[1] == triangles.shape[1] == 3
        and np.isfinite(points).all()
        and triangles.size > 0
        and triangles.min() >= 0
        and triangles.max() < len(points)
        for points, triangles in parts
    )
    return parts if parts and whole else None


def _write(path: Path, parts: list[tuple[np.ndarray, np.ndarray]]) -> None:
    """Keep parts, whole or not at all; where they cannot be kept, say so and go on."""
    arrays = {"count": np.array(len(parts))}
    for index, (points, triangles) in enumerate(parts):
        arrays[f"vertices{index}"], arrays[f"faces{index}"] = points, triangles
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as temporary:
            np.savez_compressed(temporary, **arrays)  # type: ignore[arg-type]  # NumPy types its last option with them
    except OSError as error:
        _LOGGER.warning("Convex parts of a mesh could not be kept in '%s': %s.", path.parent, error)
