"""What a soft body is made of: the neutral description that the stage hands to the engine."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from .tetrahedra import Tetrahedra

LONGEST_STEP, SHORTEST_STEP = 1.0 / 240.0, 1.0 / 960.0
"""Bounds of the engines' steps in a scene with soft bodies when no number is given [s].

Rigid bodies sink into soft ones by up to ``g h^2 / 0.5`` of a step h (see :mod:`pippin.physics.soft.coupling`), and
implicit steps damp vibrations that are not much slower than they.
"""


@dataclass(frozen=True)
class SoftMaterial:
    """An isotropic elastic material.

    Attributes:
        density: Density [kg/m^3].
        youngs_modulus: Young's modulus [Pa].
        poissons_ratio: Poisson's ratio, from 0 to below 0.5.
        damping: Time that the viscous stress of a shear flow is behind the elastic one [s].
        friction: Coefficient of dynamic friction.

    Raises:
        ValueError: A number is out of its physical range.
    """

    density: float = 1000.0
    youngs_modulus: float = 5e7
    poissons_ratio: float = 0.45
    damping: float = 0.005
    friction: float = 0.25

    def __post_init__(self) -> None:
        for name in ("density", "youngs_modulus"):
            if not 0.0 < getattr(self, name) < np.inf:
                raise ValueError(f"The {name} of a soft body is {getattr(self, name)}: it should be above 0.")
        for name in ("damping", "friction"):
            if not 0.0 <= getattr(self, name) < np.inf:
                raise ValueError(f"The {name} of a soft body is {getattr(self, name)}: it should be at least 0.")
        if not 0.0 <= self.poissons_ratio < 0.5:
            raise ValueError(
                f"The poissons_ratio of a soft body is {self.poissons_ratio}: it should be at least 0 and below 0.5."
            )

    @property
    def shear_modulus(self) -> float:
        """Lamé's second parameter [Pa], mu = E / (2 (1 + nu))."""
        return self.youngs_modulus / (2.0 * (1.0 + self.poissons_ratio))

    @property
    def first_lame_parameter(self) -> float:
        """Lamé's first parameter [Pa], lambda = E nu / ((1 + nu) (1 - 2 nu))."""
        ratio = self.poissons_ratio
        return self.youngs_modulus * ratio / ((1.0 + ratio) * (1.0 - 2.0 * ratio))


@dataclass(frozen=True)
class SoftBody:
    """One soft body of an environment, in the environment's frame and without stress as it lies there.

    Attributes:
        path: Path of the prim of its mesh.
        mesh: Its nodes [m] and elements.
        material: What it is made of.
        material_path: Path of the material's prim; None where none is bound.
        color: Colour (r, g, b, alpha), shape (4,).
        iterations: Iterations of the solver in each of its steps.
        velocity_damping: Rate at which velocities of nodes decay [1/s].
        kinematic: Whether all nodes are driven by their kinematic targets from the start.
        rest_offset: Distance from rigid things at which it comes to rest [m].
        contact_offset: Distance at which contacts with rigid things are looked for [m]; None takes half an edge.
        self_collision: Whether surfaces of soft bodies collide.
        self_collision_distance: Distance at which they meet [m]; None takes a tenth of an edge.
    """

    path: str
    mesh: Tetrahedra
    material: SoftMaterial
    color: np.ndarray
    material_path: str | None = None
    iterations: int = 20
    velocity_damping: float = 0.0
    kinematic: bool = False
    rest_offset: float = 0.0
    contact_offset: float | None = None
    self_collision: bool = False
    self_collision_distance: float | None = None

    @property
    def longest_step(self) -> float:
        """Step in which sound passes one edge, within the bounds that cost and coupling set [s].

        The solver's iterations carry a force from node to node; 20 of them suffice for steps of up to 3 times this
        length. In steps of this length vibrations of a whole body last.
        """
        return min(LONGEST_STEP, max(SHORTEST_STEP, self.mesh.mean_edge / self.speed_of_sound))

    @property
    def speed_of_sound(self) -> float:
        """Speed of waves along a thin bar of the material [m/s]."""
        return math.sqrt(self.material.youngs_modulus / self.material.density)

    def edges_of_sound(self, step: float) -> float:
        """How many edges of the mesh sound passes in a step."""
        return step * self.speed_of_sound / self.mesh.mean_edge

    def moved(self, offset: np.ndarray) -> SoftBody:
        """The same body, shifted."""
        return replace(self, mesh=self.mesh.transformed(np.eye(3), offset))
