"""Labels of prims for segmentation, by the functions that Isaac Sim had before UsdSemantics."""

from __future__ import annotations

from pxr import Usd

from pippin.sim import get_labels
from pippin_isaac.lab_stage import check_missing_labels, count_total_labels, remove_labels


def get_semantics(prim: Usd.Prim) -> dict[str, tuple[str, str]]:
    """Give the kind and the first label of each kind that a prim has, by names of kinds."""
    return {f"Semantics_{kind}": (kind, labels[0]) for kind, labels in get_labels(prim).items() if labels}


def remove_all_semantics(prim: Usd.Prim, recursive: bool = False) -> None:
    """Take the labels from a prim, and from what is below it if told so."""
    remove_labels(prim, include_descendants=recursive)


def check_missing_semantics(prim_path: str | None = None) -> list[str]:
    """Give the paths of shapes without labels, below a prim or on the whole stage."""
    return check_missing_labels(prim_path)


def count_semantics_in_scene(prim_path: str | None = None) -> dict[str, int]:
    """Count the shapes of each label, below a prim or on the whole stage, and those without ("missing_labels")."""
    return count_total_labels(prim_path)
