"""Contacts of shapes with height fields in place of the engines' own."""
