"""What a physics backend is, and the register of those there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from .description import SceneDescription
from .worlds import Worlds


@dataclass(frozen=True)
class SolverSettings:
    """What the backends need to know beside the scene.

    Attributes:
        dt: Length of one step [s].
        substeps: Engine steps within one step.
        moves_targets: Whether position targets move with velocity targets, and are reached at the end of a step.
        gravity: Gravitational acceleration in the world [m/s^2].
        device: Warp device, such as "cpu" or "cuda:0".
        integrator: "implicitfast", "implicit", "euler" or "rk4".
        cone: Friction cone, "elliptic" or "pyramidal": less exact, and a quarter faster on a GPU.
        friction_law: "coulomb" or "convex", MuJoCo's own, with which sliding pushes bodies off each other.
        combines_materials: Whether friction and restitution of two surfaces are combined as their materials ask, as in
            PhysX; else the larger friction counts, and the mean restitution. None does so with Coulomb's law.
        bounce_threshold: Speed along the normal below which bodies that meet do not bounce [m/s].
        iterations: Most iterations of the constraint solver.
        ls_iterations: Most iterations of its line search.
        tolerance: Improvement of the scaled cost, and its scaled gradient, at which the solver ends.
        impratio: Stiffness of friction relative to that of a contact's normal direction; None takes 10 for elliptic
            cones and 1 for pyramidal ones.
        contacts_per_env: Room for contacts in each environment; None sizes it from the scene.
        constraints_per_env: Room for constraint rows in each environment; None sizes it from the scene.
        threads: Threads of a CPU backend; None takes all cores.
        soft_iterations: Fewest iterations for soft bodies in each engine step.
        soft_collision_distance: Distance at which surfaces of all soft bodies meet [m]; None leaves it to each body.
        soft_friction: Coefficient of friction of all soft bodies; None leaves it to their materials.
    """

    dt: float
    substeps: int = 1
    moves_targets: bool = False
    gravity: tuple[float, float, float] = (0.0, 0.0, -9.81)
    device: str = "cpu"
    integrator: str = "implicitfast"
    cone: str = "elliptic"
    friction_law: str = "convex"
    combines_materials: bool | None = None
    bounce_threshold: float = 0.2
    iterations: int = 100
    ls_iterations: int = 50
    tolerance: float = 1e-8
    impratio: float | None = None
    contacts_per_env: int | None = None
    constraints_per_env: int | None = None
    threads: int | None = None
    soft_iterations: int = 1
    soft_collision_distance: float | None = None
    soft_friction: float | None = None


class Backend(Protocol):
    """An engine that holds the state of all environments and advances it."""

    worlds: list[Worlds]
    """State of the environments, one entry a variant."""

    def step(self) -> None:
        """Advance every environment by ``dt``. Allocates nothing and does not wait for the device."""
        ...

    def report(self) -> list[str]:
        """Complaints since the last call (buffers that overflowed, with the number to set), in plain sentences."""
        ...

    def close(self) -> None:
        """Give back threads and device memory."""
        ...


BackendFactory = Callable[[SceneDescription, SolverSettings], Backend]

_FACTORIES: dict[str, BackendFactory] = {}


def register(name: str, factory: BackendFactory) -> None:
    """Make a backend available under a name; a second registration of a name replaces the first."""
    _FACTORIES[name] = factory


def get_registry_keys() -> list[str]:
    """Names of the backends there are."""
    return sorted(_FACTORIES)


def backend_for_device(device: str) -> str:
    """Name of the backend that suits a device: MuJoCo Warp on a GPU, native MuJoCo on a CPU."""
    return "newton" if device.startswith("cuda") else "mujoco"


def make_backend(name: str, description: SceneDescription, settings: SolverSettings) -> Backend:
    """Build the backend of that name.

    Raises:
        ValueError: There is no backend of that name.
    """
    if name not in _FACTORIES:
        raise ValueError(f"There is no physics backend '{name}'; there are: {', '.join(get_registry_keys())}.")
    return _FACTORIES[name](description, settings)
