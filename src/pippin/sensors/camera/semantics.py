"""Labels of prims, and filters that say which of them segmentation tells apart.

A prim has the labels that :func:`pippin.sim.prims.add_labels` (or ``semantic_tags`` of a spawner's config) gave it and
those of all prims above it. A filter is an expression such as ``"class: robot & !arm | gripper; color: *"``:

- ``;`` or ``,`` separates clauses; each is a kind of labels and, after a colon, what it asks of them;
- ``|`` separates alternatives, of which one has to hold, and ``&`` conditions, which all have to hold;
- a condition is a label that has to be there, or, with ``!``, must not be there; ``*`` is any label, or any kind.

Labels of the kinds whose clause holds are kept; a prim that keeps none counts as unlabelled. A list of kinds
``["class", "color"]`` keeps all labels of these kinds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pxr import Usd, UsdSemantics

Labels = dict[str, tuple[str, ...]]
"""Labels by their kind."""


@dataclass(frozen=True)
class Clause:
    """What a filter asks of the labels of one kind.

    Attributes:
        kind: Kind of labels; "*" for any.
        alternatives: Sets of conditions, each a label and whether it has to be there; "*" is any label.
    """

    kind: str
    alternatives: tuple[tuple[tuple[str, bool], ...], ...]

    def holds(self, labels: Sequence[str]) -> bool:
        """Whether it holds for the labels of a kind."""
        return any(
            all((bool(labels) if label == "*" else label in labels) == wanted for label, wanted in conditions)
            for conditions in self.alternatives
        )


class SemanticFilter:
    """Filter of labels; see the module's text.

    Args:
        expression: Expression, or list of kinds.

    Raises:
        ValueError: The expression is malformed.
    """

    def __init__(self, expression: str | Sequence[str]) -> None:
        text = expression if isinstance(expression, str) else ";".join(f"{kind}:*" for kind in expression)
        self.clauses = [_parse_clause(clause, text) for clause in re.split("[;,]", text) if clause.strip()]
        if not self.clauses:
            raise ValueError(f"The semantic filter {expression!r} is empty; '*:*' keeps all labels.")

    def kept(self, labels: Labels) -> Labels:
        """The labels that the filter keeps."""
        return {
            kind: of_kind
            for kind, of_kind in labels.items()
            if any(clause.kind in ("*", kind) and clause.holds(of_kind) for clause in self.clauses)
        }


def labels_of(prim: Usd.Prim) -> Labels:
    """Labels of a prim and of the prims above it, by kind, each kind's in alphabetical order."""
    time = Usd.TimeCode.Default()
    return {
        str(kind): tuple(
            str(label) for label in UsdSemantics.LabelsQuery(kind, time).ComputeUniqueInheritedLabels(prim)
        )
        for kind in UsdSemantics.LabelsAPI.ComputeInheritedTaxonomies(prim)
    }


def has_labels(prim: Usd.Prim) -> bool:
    """Whether a prim has labels of its own."""
    return bool(UsdSemantics.LabelsAPI.GetDirectTaxonomies(prim))


def _parse_clause(clause: str, text: str) -> Clause:
    kind, colon, condition = (part.strip() for part in clause.partition(":"))
    alternatives = tuple(
        tuple(_parse_condition(part) for part in alternative.split("&")) for alternative in condition.split("|")
    )
    is_complete = all(label for conditions in alternatives for label, _ in conditions)
    if not (colon and kind and is_complete):
        raise ValueError(
            f"The semantic filter '{text}' has the clause '{clause.strip()}': it should be a kind and conditions: "
            "'class: robot & !arm | gripper'."
        )
    return Clause(kind, alternatives)


def _parse_condition(text: str) -> tuple[str, bool]:
    label = text.strip()
    return (label[1:].strip(), False) if label.startswith("!") else (label, True)
