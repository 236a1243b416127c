"""Ant and humanoid, which are to walk towards a far target: with managers, and as direct environments."""
