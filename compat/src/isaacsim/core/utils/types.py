"""Names of isaacsim.core.utils.types. States of objects here hold quaternions (w, x, y, z)."""

from pippin.objects import (
    ArticulationAction,
    ArticulationActions,
    DynamicState,
    DynamicsViewState,
    JointsState,
    XFormPrimState,
    XFormPrimViewState,
)

__all__ = [
    "ArticulationAction",
    "ArticulationActions",
    "DynamicState",
    "DynamicsViewState",
    "JointsState",
    "XFormPrimState",
    "XFormPrimViewState",
]
