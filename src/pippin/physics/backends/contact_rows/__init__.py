"""Constraint rows of contacts in one launch, with a few threads for each contact."""

from .rows import ContactRows, can_make_rows

__all__ = ["ContactRows", "can_make_rows"]
