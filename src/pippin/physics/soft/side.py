"""Soft bodies at the side of the rigid bodies of a variant, stepped in turns with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import warp as wp

from ..backend import SolverSettings
from ..compilation import announced_compilation
from ..guard import name_environments
from ..kinematics import BodyKinematics
from ..launches import Launches
from ..soft_bodies import SoftBody
from .coupling import add_wrenches
from .guard import MAX_FREE_SPEED
from .worlds import VBD_MODULES, SoftWorlds

if TYPE_CHECKING:
    from ..worlds import Worlds


class SoftSide:
    """Steps soft bodies after each engine step of the rigid bodies, whose poses they see and which feel their push.

    Args:
        rigid: Rigid bodies of the same environments.
        bodies: Soft bodies of one environment.
        settings: Gravity, device, and what counts for all soft bodies.

    Attributes:
        worlds: The soft bodies.
    """

    def __init__(self, rigid: Worlds, bodies: tuple[SoftBody, ...], settings: SolverSettings) -> None:
        bodies = tuple(_as_asked(body, settings) for body in bodies)
        self.worlds = SoftWorlds(bodies, rigid.model, rigid.num_worlds, settings.gravity, settings.device)
        self._env_ids = rigid.env_ids.numpy()
        self._device = wp.get_device(settings.device)
        origins = wp.zeros(int(self._env_ids.max()) + 1, dtype=wp.vec3f, device=settings.device)
        self._rigid = rigid
        self._kinematics = BodyKinematics(rigid, origins, settings.device)
        self._updates = 0
        self._compiled = False
        self._steps: dict[int, Launches] = {}

    def begin(self) -> None:
        """Take over the poses that the rigid bodies have before a step, which users may have written."""
        if "body_ipos" in self._rigid.parameters_per_world and self.worlds.centres_of_mass.shape[0] == 1:
            centres = self._rigid.parameter("body_ipos")
            self.worlds.centres_of_mass = centres.view(wp.vec3f)
            self._steps.clear()
        self._update_poses()
        self.worlds.begin(self._kinematics.poses)

    def launch_step(self, steps_left: int) -> None:
        """Launch the kernels of the soft bodies' part of an engine step, after the rigid bodies' one.

        Args:
            steps_left: Engine steps left in the step of the simulation, this one included.
        """
        self._update_poses()
        if self._compiled:
            self.worlds.launch_step(self._kinematics.poses, steps_left)
            return
        with announced_compilation(self._device, "the kernels of soft bodies", VBD_MODULES, "up to a minute"):
            self.worlds.launch_step(self._kinematics.poses, steps_left)
        self._compiled = True

    def step(self, steps_left: int) -> None:
        """The same for engines that do not capture their step: it is captured here."""
        if steps_left not in self._steps:
            self._steps[steps_left] = Launches(lambda: self.launch_step(steps_left), self._device)
        self._steps[steps_left]()

    def add_reactions(self, wrenches: wp.array, total: wp.array) -> None:
        """Sum of wrenches and of the soft bodies' reactions, all of shape (W, nbody), wp.spatial_vectorf."""
        wp.launch(
            add_wrenches,
            dim=total.shape,
            inputs=[wrenches, self.worlds.reactions],
            outputs=[total],
            device=self._device,
        )

    def complaints(self, count: int) -> list[str]:
        """Sentences about worlds that lost nodes since the last call.

        Args:
            count: Value of the guard's ``count``, perhaps a step old.
        """
        lost = self.worlds.guard.newly_lost(count)
        if not lost.size:
            return []
        return [
            f"{name_environments(self._env_ids[lost])} lost nodes of a soft body (a position, a velocity or a target "
            f"was not finite, or a node faster than {MAX_FREE_SPEED:g} m/s): the soft bodies went back to their last "
            "good state, at rest. Reset what is listed, and look for the cause (NaN in what was written, targets far "
            "away, a body that was turned inside out)."
        ]

    def _update_poses(self) -> None:
        self._updates += 1
        self._kinematics.update(self._updates)


def _as_asked(body: SoftBody, settings: SolverSettings) -> SoftBody:
    """Return a soft body with what the settings ask of all of them."""
    body = replace(body, iterations=max(body.iterations, settings.soft_iterations))
    if settings.soft_friction is not None:
        body = replace(body, material=replace(body.material, friction=settings.soft_friction))
    if settings.soft_collision_distance is None:
        return body
    return replace(body, self_collision=True, self_collision_distance=settings.soft_collision_distance)
