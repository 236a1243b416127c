"""Where the simulation gets its physics from.

``sim`` lies below ``physics`` and must not import it: ``pippin.physics`` registers its factory here when it is
imported, and :class:`pippin.sim.SimulationContext` asks for it when it plays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from pxr import Usd

from pippin.utils.checks import check_callable

from ..environments import EnvironmentPlan

if TYPE_CHECKING:
    from .cfg import SimulationCfg


class PhysicsHandle(Protocol):
    """The running physics, from play to stop."""

    @property
    def dt(self) -> float:
        """Length of one step [s]."""
        ...

    @property
    def simulation_view(self) -> Any:
        """View of the physics after PhysX's tensor API."""
        ...

    def step(self) -> None:
        """Advance every environment by :attr:`dt`. Does not wait for the device."""
        ...

    def forward(self) -> None:
        """Bring what is derived from the state (poses of the links) up to date with it, without advancing time."""
        ...

    def report(self) -> list[str]:
        """Complaints since the last call, in plain sentences. Called after each step, so it does not wait either."""
        ...

    def close(self) -> None:
        """Give back threads and device memory."""
        ...


PhysicsFactory = Callable[[Usd.Stage, EnvironmentPlan | None, "SimulationCfg"], PhysicsHandle]
"""Makes the physics of a stage. Without a plan, the whole stage is one environment at the origin of the world."""

_factory: PhysicsFactory | None = None


def register_physics(factory: PhysicsFactory | None) -> PhysicsFactory | None:
    """Make a factory the one that the simulation plays with, and return the one before; None leaves none."""
    global _factory
    if factory is not None:
        check_callable("factory", factory)
    previous, _factory = _factory, factory
    return previous


def make_physics(stage: Usd.Stage, environments: EnvironmentPlan | None, cfg: SimulationCfg) -> PhysicsHandle:
    """Make the physics of a stage with the registered factory.

    Raises:
        RuntimeError: No factory is registered.
    """
    if _factory is None:
        raise RuntimeError(
            "There is no physics for the 'SimulationContext' to simulate the stage with: import pippin.physics first."
        )
    return _factory(stage, environments, cfg)
