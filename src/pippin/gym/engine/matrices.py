"""Jacobians and mass matrices of actors, by their names."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
import warp as wp

from pippin.physics.jacobians import LinkMasses, Mechanism, MechanismDynamics

from .contract import EngineContract
from .part import Part
from .sim import Actor
from .state_tensors import SharedTensor


@dataclass
class _Actors:
    """All actors of one name.

    Attributes:
        actors: The actors, whose rows these are.
        jacobians: Their Jacobians.
        matrices: Their mass matrices, None until asked for.
        wants_jacobians: Whether the program asked for Jacobians.
        dynamics: What computes them, by part of the engine.
    """

    actors: list[Actor]
    jacobians: SharedTensor
    matrices: SharedTensor | None
    wants_jacobians: bool
    dynamics: dict[int, MechanismDynamics]


class ActorMatrices:
    """Jacobians and mass matrices of articulated actors.

    Args:
        engine: The engine.
    """

    def __init__(self, engine: EngineContract) -> None:
        self._engine = engine
        self._by_name: dict[str, _Actors] = {}

    def forget_engine(self) -> None:
        """Find everything again: the engine was built again."""
        for actors in self._by_name.values():
            actors.dynamics.clear()

    def jacobians(self, name: str) -> torch.Tensor:
        """Jacobians of all actors of a name, as of the last refresh.

        Returns:
            Shape (num_actors, num_bodies - 1, 6, num_dofs) where the base is fixed, else
            (num_actors, num_bodies, 6, 6 + num_dofs). See :mod:`pippin.physics.jacobians` for rows and columns.

        Raises:
            ValueError: There are no actors of that name, they are of different assets, or have no DOFs.
        """
        actors = self._find(name)
        if not actors.wants_jacobians:
            actors.wants_jacobians = True
            self.refresh_jacobians()
        return actors.jacobians.tensor

    def mass_matrices(self, name: str) -> torch.Tensor:
        """Mass matrices of the DOFs of a name's actors [kg, kg m, kg m^2], shape (num_actors, num_dofs, num_dofs)."""
        actors = self._find(name)
        if actors.matrices is None:
            sim, count = self._engine.sim, actors.actors[0].num_dofs
            actors.matrices = SharedTensor((len(actors.actors), count, count), sim.device, sim.tensor_device)
            self.refresh_mass_matrices()
        return actors.matrices.tensor

    def refresh_jacobians(self) -> None:
        """Bring all Jacobians that were asked for up to date."""
        for actors in self._by_name.values():
            if actors.wants_jacobians:
                self._compute_jacobians(actors)
                actors.jacobians.publish()

    def refresh_mass_matrices(self) -> None:
        """Bring all mass matrices that were asked for up to date."""
        for actors in self._by_name.values():
            if actors.matrices is None:
                continue
            self._compute_jacobians(actors)
            for index, part in enumerate(self._engine.parts):
                if index in actors.dynamics:
                    actors.dynamics[index].mass_matrices(
                        part.kinematics, _masses(part), actors.jacobians.array, actors.matrices.array
                    )
            actors.matrices.publish()

    def _compute_jacobians(self, actors: _Actors) -> None:
        if not actors.dynamics:
            actors.dynamics = self._dynamics(actors.actors)
        for index, part in enumerate(self._engine.up_to_date_kinematics()):
            if index in actors.dynamics:
                actors.dynamics[index].jacobians(part.kinematics, *part.centers, actors.jacobians.array)

    def _find(self, name: str) -> _Actors:
        if name in self._by_name:
            return self._by_name[name]
        sim = self._engine.sim
        actors = [actor for actor in sim.actors if actor.name == name]
        if not actors:
            names = ", ".join(dict.fromkeys(actor.name for actor in sim.actors))
            raise ValueError(f"there is no actor '{name}'; there are: {names or 'none'}.")
        first = actors[0]
        if any(actor.asset.body_names != first.asset.body_names for actor in actors):
            raise ValueError(
                f"the actors '{name}' are of different assets; expected one asset: name the actors of another "
                "asset otherwise."
            )
        if not first.num_dofs:
            raise ValueError(f"actor '{name}' has no DOFs; expected an actor with one or more.")
        dynamics = self._dynamics(actors)
        example = next(iter(dynamics.values()))
        shape = (len(actors), example.num_links, 6, example.root_columns + example.num_joints)
        jacobians = SharedTensor(shape, sim.device, sim.tensor_device)
        self._by_name[name] = _Actors(actors, jacobians, None, False, dynamics)
        return self._by_name[name]

    def _dynamics(self, actors: list[Actor]) -> dict[int, MechanismDynamics]:
        """What computes the matrices of the actors in each part."""
        row_of = {actor.index: row for row, actor in enumerate(actors)}
        sim = self._engine.sim
        no_origins = wp.zeros(len(sim.envs), dtype=wp.vec3f, device=sim.device)
        dynamics = {}
        for index, part in enumerate(self._engine.parts):
            slots = [actor.handle for actor in part.envs[0].actors if actor.index in row_of]
            if not slots:
                continue
            # Actors of the same name may be in other slots in other environments of equal contents.
            rows = np.array([[row_of.get(env.actors[slot].index, -1) for slot in slots] for env in part.envs])
            if (rows < 0).any():
                raise NotImplementedError(
                    f"the actors '{actors[0].name}' have different places in environments that hold the same; expected "
                    "one place: name them alike in all environments."
                )
            mechanisms = [_mechanism(part, slot) for slot in slots]
            dynamics[index] = MechanismDynamics(part.worlds, mechanisms, rows, no_origins, sim.device)
        return dynamics


def _mechanism(part: Part, slot: int) -> Mechanism:
    """Links and joints of an actor."""
    bodies = slice(part.host.body_starts[slot], part.host.body_starts[slot + 1])
    dofs = slice(part.host.dof_starts[slot], part.host.dof_starts[slot + 1])
    return Mechanism(links=part.host.bodies[bodies], joints=part.host.joints[dofs])


def _masses(part: Part) -> LinkMasses:
    masses = LinkMasses()
    masses.mass, masses.mass_stride = part.values_of("body_mass")
    masses.moments, masses.moments_stride = part.values_of("body_inertia")
    masses.axes, masses.axes_stride = part.values_of("body_iquat")
    masses.armature, masses.armature_stride = part.values_of("dof_armature")
    return masses
