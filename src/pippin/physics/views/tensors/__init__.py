"""The views that programs for PhysX's tensor API call: ``get_*`` and ``set_*`` on all instances of an asset.

:class:`ArticulationTensorView` has the methods of :class:`JointTensorView` (state and properties of links and joints),
:class:`DriveTensorView`, :class:`DynamicsTensorView` and :class:`TendonTensorView`; :class:`RigidBodyTensorView` shares
those of :class:`BodyTensorView` (masses, materials, offsets) and :class:`ForceTensorView` with it.
"""

from .articulation import ArticulationTensorView
from .base import TensorView
from .bodies import BodyTensorView
from .drives import DriveTensorView
from .dynamics import DynamicsTensorView
from .forces import ForceTensorView
from .joints import JointTensorView
from .rigid_body import RigidBodyTensorView
from .simulation import TensorSimulationView
from .tendons import TendonTensorView

__all__ = [
    "ArticulationTensorView",
    "BodyTensorView",
    "DriveTensorView",
    "DynamicsTensorView",
    "ForceTensorView",
    "JointTensorView",
    "RigidBodyTensorView",
    "TendonTensorView",
    "TensorSimulationView",
    "TensorView",
]
