"""Names of omni.physx: interfaces to a PhysX that is not there; Pippin makes physics from the stage at play."""

from __future__ import annotations


class _Interface:
    """What programs ask of PhysX before they close a stage."""

    def detach_stage(self) -> None:
        """Do nothing: no physics holds on to a stage after the simulation has stopped."""

    def force_load_physics_from_usd(self) -> None:
        """Do nothing: the stage is read at play."""


def get_physx_interface() -> _Interface:
    """Interface to the physics."""
    return _Interface()


def get_physx_simulation_interface() -> _Interface:
    """Interface to the simulation of the physics."""
    return _Interface()
