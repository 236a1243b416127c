"""The views that programs for PhysX's tensor API call: ``get_*`` and ``set_*`` on all instances of an asset."""

from .articulation import ArticulationTensorView
from .base import TensorView
from .rigid_body import RigidBodyTensorView
from .simulation import TensorSimulationView

__all__ = ["ArticulationTensorView", "RigidBodyTensorView", "TensorSimulationView", "TensorView"]
