"""What the shapes that are drawn stand for in segmentations: ids, colours, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from pxr import Usd, UsdGeom

from .renderer import Rgba
from .semantics import Labels, SemanticFilter, has_labels, labels_of

BACKGROUND, UNLABELLED = 0, 1
"""Ids of nothing at all, and of what has no label."""

_NOTHING: Rgba = (0, 0, 0, 0)
_NO_LABEL: Rgba = (0, 0, 0, 255)


@dataclass(frozen=True)
class ShapeMeaning:
    """What a shape stands for.

    Attributes:
        path: Path of its prim.
        labels: Its labels, filtered.
        labelled_path: Path of the prim that has its labels: its own or the closest one above; None without labels.
    """

    path: str
    labels: Labels
    labelled_path: str | None

    def in_environment(self, template: str, environment: str) -> ShapeMeaning:
        """The same for the shape that copies this one from the template to another environment."""

        def moved(path: str) -> str:
            return environment + path[len(template) :] if path.startswith(template + "/") else path

        labelled_path = None if self.labelled_path is None else moved(self.labelled_path)
        return ShapeMeaning(moved(self.path), self.labels, labelled_path)


def meaning_of(name: str, stage: Usd.Stage, semantic_filter: SemanticFilter) -> ShapeMeaning:
    """What a shape stands for.

    Args:
        name: Its name as the importer gives it: the path of a prim, with a number where that has several shapes.
        stage: Stage with the prim.
        semantic_filter: Which labels count.
    """
    prim = stage.GetPrimAtPath(name.partition(":")[0])
    if prim and prim.IsA(UsdGeom.Subset):
        prim = prim.GetParent()
    if not prim:
        return ShapeMeaning(name, {}, None)
    path = prim.GetPath().pathString
    labels = semantic_filter.kept(labels_of(prim))
    if not labels:
        return ShapeMeaning(path, {}, None)
    labelled = prim
    while not has_labels(labelled):
        labelled = labelled.GetParent()
    return ShapeMeaning(path, labels, labelled.GetPath().pathString)


@dataclass
class Segmentation:
    """Ids of shapes, and what they mean.

    Attributes:
        ids: Id of each shape, shape (num_shapes,), int32.
        colors: Colour of each id, shape (num_ids, 4), uint8.
        meanings: For each name of a dictionary in the info, what each id means.
    """

    ids: np.ndarray
    colors: np.ndarray
    meanings: dict[str, dict[int, Any]] = field(default_factory=dict)

    def info(self, colorized: bool) -> dict[str, dict[str, Any]]:
        """What the values of images mean, by id, or by colour ``"(r, g, b, a)"``."""
        keys = [str(tuple(color)) for color in self.colors.tolist()]
        return {
            name: {keys[number] if colorized else str(number): meaning for number, meaning in meanings.items()}
            for name, meanings in self.meanings.items()
        }


def by_labels(shapes: Sequence[ShapeMeaning], mapping: Mapping[str, Rgba]) -> Segmentation:
    """Semantic segmentation: shapes with equal labels have the same id.

    Args:
        shapes: What each shape stands for.
        mapping: Colours of labels, each as "kind:label"; others get colours of their own. Nothing at all and what has
            no label are "class:BACKGROUND" and "class:UNLABELLED".
    """
    numbers: dict[tuple, int] = {}
    ids = [_number(numbers, tuple(sorted(shape.labels.items())) if shape.labels else None) for shape in shapes]
    labels = {number: {kind: ",".join(of_kind) for kind, of_kind in key} for key, number in numbers.items()}
    colors = _palette(len(numbers))
    unnamed = (((("class", ("BACKGROUND",)),), BACKGROUND), ((("class", ("UNLABELLED",)),), UNLABELLED))
    for key, number in (*unnamed, *numbers.items()):
        names = [f"{kind}:{label}" for kind, of_kind in key for label in of_kind]
        chosen = [mapping[name] for name in names if name in mapping]
        if chosen:
            colors[number] = chosen[0]
    meanings = {BACKGROUND: {"class": "BACKGROUND"}, UNLABELLED: {"class": "UNLABELLED"}, **labels}
    return Segmentation(np.array(ids, dtype=np.int32), colors, {"idToLabels": meanings})


def by_labelled_prims(shapes: Sequence[ShapeMeaning]) -> Segmentation:
    """Instance segmentation: shapes below one prim with labels have the same id."""
    numbers: dict[str, int] = {}
    ids = [_number(numbers, shape.labelled_path) for shape in shapes]
    paths: dict[int, Any] = {BACKGROUND: "BACKGROUND", UNLABELLED: "UNLABELLED"}
    semantics: dict[int, Any] = {BACKGROUND: {"class": "BACKGROUND"}, UNLABELLED: {"class": "UNLABELLED"}}
    for number, shape in zip(ids, shapes, strict=True):
        if shape.labelled_path is not None and number not in paths:
            paths[number] = shape.labelled_path
            semantics[number] = {kind: ",".join(of_kind) for kind, of_kind in shape.labels.items()}
    return Segmentation(
        np.array(ids, dtype=np.int32), _palette(len(numbers)), {"idToLabels": paths, "idToSemantics": semantics}
    )


def by_prims(shapes: Sequence[ShapeMeaning]) -> Segmentation:
    """Segmentation by prims that have a surface, whether with labels or without."""
    numbers: dict[str, int] = {}
    ids = [_number(numbers, shape.path) for shape in shapes]
    paths = {BACKGROUND: "BACKGROUND", UNLABELLED: "UNLABELLED", **{n: path for path, n in numbers.items()}}
    return Segmentation(np.array(ids, dtype=np.int32), _palette(len(numbers)), {"idToLabels": paths})


def _number(numbers: dict, key: Any) -> int:
    """Number of a key, given in the order of first use; that of what has no label for None."""
    return UNLABELLED if key is None else numbers.setdefault(key, UNLABELLED + 1 + len(numbers))


def _palette(count: int) -> np.ndarray:
    """Different colours for the first ids, shape (2 + count, 4), uint8.

    Multiplication by an odd number permutes the numbers below 2^24, so that no two of as many ids have the same colour.
    """
    codes = np.arange(1, count + 1, dtype=np.uint64) * 0x9E3779 % 2**24
    channels = [(codes >> shift & 255).astype(np.uint8) for shift in (16, 8, 0)]
    colors = np.stack([*channels, np.full(count, 255, dtype=np.uint8)], axis=1)
    return np.concatenate([np.array([_NOTHING, _NO_LABEL], dtype=np.uint8), colors])
