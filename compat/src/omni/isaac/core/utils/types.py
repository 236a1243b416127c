"""Older names of isaacsim.core.utils.types."""

from isaacsim.core.utils.types import (
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
