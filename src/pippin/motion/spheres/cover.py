"""Spheres that cover a solid without standing out of it by more than a bound.

A ball around a point inside, as large as the clearance of the point, lies in the solid. So a sphere whose radius is
larger by p stands out by at most p, and it covers all of the surface that is no farther from its centre than its
radius. Of all such spheres, the one that covers most of what is still bare is taken, again and again: the greedy cover
of a set. Then spheres are moved to where they cover their share with the least protrusion, and those that others can
stand in for are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import ndimage
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from .solid import Solid, merge_points

MAX_TARGETS = 6000
"""Most points of the surface that are looked at."""

MAX_CANDIDATES = 1500
"""Most points inside that are tried as centres."""

MAX_MEDIAL = 1500
"""Most points on the medial axis of a solid that are tried besides."""

MOVES = 10
"""How often all spheres are moved."""

REMOVALS_TRIED = 3
"""How many spheres are tried to be left out before the rest counts as needed."""

COVERAGE = 0.999
"""Share of the surface that is covered; the rest are corners that would need spheres of their own."""


@dataclass(frozen=True)
class SphereCover:
    """Spheres that cover a solid.

    Attributes:
        centers: Their centres [m], shape (N, 3).
        radii: Their radii [m], shape (N,).
        protrusions: How far each stands out of the solid at most [m], shape (N,).
    """

    centers: np.ndarray
    radii: np.ndarray
    protrusions: np.ndarray

    def __len__(self) -> int:
        return len(self.radii)


class SphereCoverer:
    """Covers a solid with spheres, with as few as are found for given bounds.

    Args:
        solid: What is covered.
        floor: Plane (nx, ny, nz, d), with a normal of length 1, that spheres stay above: ``n . x >= d`` for all points
            x of them. What they cannot cover for that is left bare. None for no plane.
    """

    def __init__(self, solid: Solid, floor: np.ndarray | None = None) -> None:
        self._solid = solid
        self._targets, self._areas = _thinned(solid.surface, solid.areas, MAX_TARGETS, solid.pitch)
        anywhere, _ = _thinned(solid.inside, np.ones(len(solid.inside)), MAX_CANDIDATES, solid.pitch)
        inside = np.concatenate([anywhere, _medial(solid)])
        on_surface = self._targets[:: max(4, len(self._targets) // 1000)]
        self._centers = np.concatenate([inside, on_surface])
        self._clearances = np.concatenate([cKDTree(solid.surface).query(inside)[0], np.zeros(len(on_surface))])
        self._distances = cdist(self._targets, self._centers).astype(np.float32)
        self._floor = floor

    def cover(self, max_protrusion: float, max_gap: float) -> SphereCover:
        """Cover the surface.

        Args:
            max_protrusion: How far spheres may stand out of the solid [m].
            max_gap: How far the surface may be from the nearest sphere [m].
        """
        reach = self._reach(max_protrusion)
        spheres, targets = self._choose(reach + max_gap)
        cover = self._moved(spheres, targets, reach, max_gap)
        cover = self._without_needless(cover, targets, reach, max_gap)
        order = np.lexsort(np.round(self._centers[cover.spheres], 6).T)
        spheres, least = cover.spheres[order], cover.radii[order]
        least = np.minimum(self._grown(spheres, least, max_gap), np.maximum(least, reach[spheres]))
        # Half of what a sphere may stand out further lessens the gap around it, until there is none.
        radii = np.clip(0.5 * (least + reach[spheres]), least, least + max_gap)
        protrusions = np.maximum(radii - self._clearances[spheres], 0.0)
        return SphereCover(self._centers[spheres], radii, protrusions)

    def _grown(self, spheres: np.ndarray, radii: np.ndarray, max_gap: float) -> np.ndarray:
        """Radii with which the whole surface is covered, not just the targets [m]."""
        distances = cdist(self._solid.surface, self._centers[spheres])
        owners = (distances - radii).argmin(axis=1)
        needed = np.take_along_axis(distances, owners[:, None], axis=1)[:, 0] - max_gap
        excess = needed - radii[owners]
        order = np.argsort(excess)
        areas = np.cumsum(self._solid.areas[order])
        kept = order[areas <= COVERAGE * areas[-1]]
        grown = radii.copy()
        np.maximum.at(grown, owners[kept], needed[kept])
        return grown

    def _reach(self, max_protrusion: float) -> np.ndarray:
        """Largest radius that a sphere may have around each centre [m]; negative where it may have none."""
        reach = self._clearances + max_protrusion
        if self._floor is not None:
            reach = np.minimum(reach, self._centers @ self._floor[:3] - self._floor[3])
        return reach

    def _choose(self, covered_within: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Choose spheres greedily.

        Args:
            covered_within: Distance from each centre up to which targets are covered [m].

        Returns:
            Indices of their centres, and of the targets that they cover.
        """
        covers = (self._distances <= covered_within).T.astype(np.float32)
        covers[covered_within <= 0.01 * self._distances.max()] = 0.0  # slivers at the floor
        bare = self._areas.astype(np.float32)
        reachable = bare[covers.any(axis=0)].sum()
        chosen: list[int] = []
        while bare[covers.any(axis=0)].sum() > (1.0 - COVERAGE) * reachable:
            gains = covers @ bare
            chosen.append(int(gains.argmax()))
            bare[covers[chosen[-1]] > 0.0] = 0.0
        return np.array(chosen, dtype=np.int64), np.flatnonzero(bare == 0.0)

    def _moved(self, spheres: np.ndarray, targets: np.ndarray, reach: np.ndarray, gap: float) -> _Cover:
        """Move spheres, again and again, to where they cover their share with the least excess over their reach."""
        distances = self._distances[targets]
        radii = reach[spheres]
        best: _Cover | None = None
        for _ in range(MOVES):
            owners = (distances[:, spheres] - radii).argmin(axis=1)
            shares = [np.flatnonzero(owners == index) for index in range(len(spheres))]
            needed = [distances[share].max(axis=0) - gap for share in shares if len(share)]
            spheres = np.array([int((radius - reach).argmin()) for radius in needed])
            radii = np.array([radius[center] for radius, center in zip(needed, spheres, strict=True)], dtype=float)
            cover = _Cover(spheres, radii, float((radii - reach[spheres]).max()))
            if best is not None and cover.rank >= best.rank:
                break
            best = cover
        assert best is not None
        return best

    def _without_needless(self, cover: _Cover, targets: np.ndarray, reach: np.ndarray, gap: float) -> _Cover:
        """Leave spheres out whose share the others can take over without more excess, the least useful ones first."""
        tried = 0
        while len(cover.spheres) > 1 and tried < min(REMOVALS_TRIED, len(cover.spheres)):
            covers = self._distances[np.ix_(targets, cover.spheres)] <= cover.radii + gap
            alone = covers & (covers.sum(axis=1) == 1)[:, None]
            worth = self._areas[targets] @ alone
            rest = np.delete(cover.spheres, np.argsort(worth)[tried])
            without = self._moved(rest, targets, reach, gap)
            if without.excess <= max(cover.excess, 0.0):
                cover, tried = without, 0
            else:
                tried += 1
        return cover


@dataclass(frozen=True)
class _Cover:
    """Spheres by the indices of their centres, their least radii [m], and how much the worst exceeds its reach [m]."""

    spheres: np.ndarray
    radii: np.ndarray
    excess: float

    @property
    def rank(self) -> tuple[int, float]:
        """Fewer spheres are better, then less excess."""
        return len(self.spheres), self.excess


def _medial(solid: Solid) -> np.ndarray:
    """Points inside from which every way leads towards the surface, (N, 3): where the largest spheres have room."""
    if not len(solid.inside):
        return solid.inside
    cells = np.rint((solid.inside - solid.inside.min(axis=0)) / solid.pitch).astype(np.int64)
    clearances = cKDTree(solid.surface).query(solid.inside)[0]
    grid = np.zeros(cells.max(axis=0) + 1)
    grid[tuple(cells.T)] = clearances
    largest = ndimage.maximum_filter(grid, size=3)[tuple(cells.T)]
    medial = np.flatnonzero(clearances >= largest - 0.3 * solid.pitch)
    order = np.argsort(-clearances[medial])  # if there are too many, those with the most room
    return solid.inside[medial[order[:MAX_MEDIAL]]]


def _thinned(points: np.ndarray, weights: np.ndarray, most: int, pitch: float) -> tuple[np.ndarray, np.ndarray]:
    """Merge points until there are no more than ``most``."""
    while len(points) > most:
        pitch *= 1.25
        points, weights = merge_points(points, weights, pitch)
    return points, weights
