"""Contacts of shapes with height fields on MuJoCo Warp, in place of its own."""

from .contacts import FieldContacts, take_over_fields

__all__ = ["FieldContacts", "take_over_fields"]
