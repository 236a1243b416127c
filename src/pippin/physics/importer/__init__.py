"""From a USD stage to the description that the physics engines are built from."""

from __future__ import annotations

from .describe import describe_stage
from .materials import PhysicsMaterial

__all__ = ["PhysicsMaterial", "describe_stage"]
