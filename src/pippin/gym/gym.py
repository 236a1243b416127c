"""The class of Isaac Gym's one object, whose methods make and run simulations."""

from __future__ import annotations

from .calls.actors import ActorCalls
from .calls.asset_parts import AssetPartCalls
from .calls.assets import AssetCalls
from .calls.attractors import AttractorCalls
from .calls.bodies import BodyCalls
from .calls.body_forces import BodyForceCalls
from .calls.cameras import CameraCalls
from .calls.commands import CommandCalls
from .calls.contacts import ContactForceCalls
from .calls.dofs import DofCalls
from .calls.environments import EnvironmentCalls
from .calls.forces import ForceCalls
from .calls.ground import GroundCalls
from .calls.looks import LookCalls
from .calls.naming import name_the_call
from .calls.simulation import SimulationCalls
from .calls.soft_bodies import SoftBodyCalls
from .calls.states import BodyStateCalls, DofStateCalls
from .calls.tendons import TendonCalls
from .calls.tensors import ControlTensorCalls, MatrixTensorCalls, StateTensorCalls
from .calls.usd import UsdCalls
from .calls.viewer import ViewerCalls
from .methods import refuse_unsupported


@name_the_call
@refuse_unsupported
class Gym(
    SimulationCalls,
    GroundCalls,
    AssetCalls,
    AssetPartCalls,
    EnvironmentCalls,
    ActorCalls,
    BodyCalls,
    DofCalls,
    TendonCalls,
    BodyStateCalls,
    DofStateCalls,
    CommandCalls,
    StateTensorCalls,
    MatrixTensorCalls,
    ControlTensorCalls,
    BodyForceCalls,
    AttractorCalls,
    ForceCalls,
    ContactForceCalls,
    SoftBodyCalls,
    LookCalls,
    CameraCalls,
    ViewerCalls,
    UsdCalls,
):
    """Everything that programs for Isaac Gym call. ``gymapi.acquire_gym`` gives the one there is."""

    def __repr__(self) -> str:
        return "<Gym>"
