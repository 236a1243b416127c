"""Views: batched arrays of one asset in all environments."""

from .articulation_view import UNLIMITED, ArticulationView
from .body_view import BodyView
from .contact_view import ContactView

__all__ = ["UNLIMITED", "ArticulationView", "BodyView", "ContactView"]
