"""The scene that plays: built from a stage, stepped by a backend, seen through views."""

from .scene import PhysicsScene, VariantFrames, playing_scene

__all__ = ["PhysicsScene", "VariantFrames", "playing_scene"]
