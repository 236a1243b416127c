"""Collision spheres for solids: as few as cover a mesh within bounds of protrusion and of gaps."""

from .cover import SphereCover, SphereCoverer
from .solid import Solid, make_solid

__all__ = ["Solid", "SphereCover", "SphereCoverer", "make_solid"]
