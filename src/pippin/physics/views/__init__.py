"""Views: batched arrays of one asset in all environments."""

from ..compile import UNLIMITED
from .articulation_view import ArticulationView
from .body_view import BodyView, RigidBodyView
from .contact_view import ContactView
from .simulation_view import SimulationView

__all__ = ["UNLIMITED", "ArticulationView", "BodyView", "ContactView", "RigidBodyView", "SimulationView"]
