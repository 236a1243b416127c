"""Turning a cube in a hand."""
