"""Views: batched arrays of one asset in all environments."""

from .articulation_view import UNLIMITED, ArticulationView
from .body_view import BodyView

__all__ = ["UNLIMITED", "ArticulationView", "BodyView"]
