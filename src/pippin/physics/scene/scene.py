"""A scene that plays: the engine, its clock, and what is derived from its state on demand."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace

import numpy as np
import warp as wp

from pippin.sim import SimulationContext
from pippin.utils.checks import check_speed

from ..backend import SolverSettings, backend_for_device, make_backend
from ..description import SceneDescription
from ..kinematics import BodyKinematics
from ..next_step_wrenches import NextStepWrenches
from ..quaternion_order import xyzw_of_wxyz
from ..views.articulation_view import ArticulationView
from ..views.body_view import RigidBodyView
from ..views.contact_view import ContactView
from ..views.deformable_view import DeformableView
from ..views.selection import Order, articulation_slots, rigid_body_slots, select
from ..views.simulation_view import SimulationView
from ..worlds import Worlds


class VariantFrames:
    """Frames of one variant's bodies: link poses and velocities, and centres of mass in the link frames.

    Args:
        worlds: State of the variant's environments.
        env_origins: Positions of all environments [m], shape (num_envs,), wp.vec3f.
        device: Warp device.
    """

    def __init__(self, worlds: Worlds, env_origins: wp.array, device: str) -> None:
        self.worlds = worlds
        self.kinematics = BodyKinematics(worlds, env_origins, device)
        model = worlds.model
        poses = np.concatenate([model.body_ipos, xyzw_of_wxyz(model.body_iquat)], axis=1).astype(np.float32)
        self._device = device
        self.com_poses = wp.array(poses[None], dtype=float, device=device)
        """Centre of mass frames in the link frames, shape (1, nbody, 7) or (W, nbody, 7), (position, x y z w)."""

    @property
    def com_stride(self) -> int:
        """1 where the centres of mass differ between worlds, else 0."""
        return int(self.com_poses.shape[0] > 1)

    def com_poses_per_world(self) -> wp.array:
        """Return each world its own centres of mass, shape (W, nbody, 7), and return them for writing."""
        if self.com_poses.shape[0] != self.worlds.num_worlds:
            rows = np.repeat(self.com_poses.numpy(), self.worlds.num_worlds, axis=0)
            self.com_poses = wp.array(rows, dtype=float, device=self._device)
        return self.com_poses


class PhysicsScene:
    """All environments in an engine.

    Args:
        description: What the environments hold and where they are.
        settings: Time step, device and solver.
        backend: Name of the backend; None chooses by device.

    Raises:
        ValueError: There is no backend of that name.
    """

    def __init__(self, description: SceneDescription, settings: SolverSettings, backend: str | None = None) -> None:
        self.description = description
        self.settings = settings
        self.device = settings.device
        self.backend_name = backend or backend_for_device(settings.device)
        self.num_envs = description.num_envs
        self.env_origins = wp.array(
            np.asarray(description.env_origins, dtype=np.float32), dtype=wp.vec3f, device=self.device
        )
        """Positions of the environments' frames in the world [m], shape (num_envs,), wp.vec3f."""
        self.backend = make_backend(self.backend_name, description, settings)
        self.frames = [VariantFrames(worlds, self.env_origins, self.device) for worlds in self.backend.worlds]
        self.next_step_wrenches = [NextStepWrenches(worlds) for worlds in self.backend.worlds]
        """For each variant, wrenches that act in the next step only."""
        self.state_version = 0
        """Number of steps and writes so far: whatever was computed for an older version is stale."""
        self.step_count = 0
        self.before_next_step: dict[Hashable, Callable[[], object]] = {}
        """What is called once, when the next step begins: readings of what was written and is kept beyond the step."""
        # The versions that the last step and the last write before it made. Graphs of steps advance numbers that are
        # attributes as they changed when they were captured; after such a step all that is held shall be stale.
        self._last = {"step": -1, "write": 0}

    @property
    def dt(self) -> float:
        """Length of one step [s]."""
        return self.settings.dt

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self.step_count * self.settings.dt

    @property
    def simulation_view(self) -> SimulationView:
        """What makes views of what the scene holds, by patterns of prim paths."""
        return SimulationView(self)

    def set_gravity(self, gravity: Sequence[float]) -> None:
        """Set the gravitational acceleration in all environments, from the next step on.

        Args:
            gravity: Acceleration in the world [m/s^2], 3 numbers.

        Raises:
            ValueError: These are not three finite numbers.
        """
        values = np.asarray(tuple(gravity), dtype=float)
        if values.shape != (3,) or not np.isfinite(values).all():
            raise ValueError(f"'gravity' should be three finite numbers, an acceleration in m/s^2, not {gravity}.")
        x, y, z = values.tolist()
        self.settings = replace(self.settings, gravity=(x, y, z))
        for worlds in self.backend.worlds:
            worlds.set_gravity((x, y, z))
        self.state_version += 1

    def set_bounce_threshold(self, speed: float) -> None:
        """Set the speed [m/s] along the normal below which bodies that meet do not bounce, from the next step on.

        Raises:
            TypeError: It is no number.
            ValueError: It is negative or not finite.
        """
        speed = check_speed("speed", speed)
        self.settings = replace(self.settings, bounce_threshold=speed)
        for worlds in self.backend.worlds:
            worlds.set_bounce_threshold(speed)

    @property
    def layout_version(self) -> int:
        """Number of times that the engine replaced arrays: what was captured in a graph before is void."""
        return getattr(self.backend, "layout_version", 0)

    def prepare_step(self) -> None:
        """Derive what depends on parameters that were written; :meth:`step` does it, a captured step does not."""
        prepare = getattr(self.backend, "prepare_step", None)
        if prepare is not None:
            prepare()

    @property
    def written_version(self) -> int:
        """Version that the last write made: what was computed for an older one is stale whatever steps count for."""
        return self._last["write"] if self.state_version == self._last["step"] else self.state_version

    def step(self) -> None:
        """Advance every environment by one step."""
        # Nothing reads within a captured step and before its update.
        if self.before_next_step and not wp.get_device(self.device).is_capturing:
            for call in self.before_next_step.values():
                call()
        self.before_next_step.clear()
        self._last["write"] = self.written_version
        for wrenches in self.next_step_wrenches:
            wrenches.begin_step()
        self.backend.step()
        for wrenches in self.next_step_wrenches:
            wrenches.end_step()
        self.step_count += 1
        self.state_version += 1
        self._last["step"] = self.state_version

    def forward(self) -> None:
        """Bring the link poses and velocities of all bodies up to date."""
        for frames in self.frames:
            frames.kinematics.update(self.state_version)

    @property
    def soft_positions(self) -> list[wp.array | None]:
        """Positions of the soft bodies' nodes in the environments' frames [m], for each variant, or None without any.

        Their shapes are (W, num_nodes), wp.vec3f, for the W environments of a variant.
        """
        return [None if worlds.soft is None else worlds.soft.worlds.positions for worlds in self.backend.worlds]

    def report(self) -> list[str]:
        """Complaints of the backend since the last call."""
        return self.backend.report()

    def close(self) -> None:
        """Give back threads and device memory."""
        self.backend.close()

    def articulations(self, expression: str, joint_order: Order = None, body_order: Order = None) -> ArticulationView:
        """View of the articulations at, or below, the prims whose path matches a regular expression.

        Args:
            expression: Regular expression of prim paths.
            joint_order: Order of the joints; see :func:`pippin.physics.views.selection.articulation_slots`.
            body_order: Order of the links.

        Raises:
            ValueError: Nothing matches, what matches differs in its links or joints, or there is no such order.
        """
        slots_of = functools.partial(articulation_slots, joint_order=joint_order, body_order=body_order)
        return ArticulationView(self, select(expression, self.backend.worlds, slots_of, self.device, "articulation"))

    def rigid_bodies(self, expression: str) -> RigidBodyView:
        """View of the bodies whose prim path matches a regular expression.

        Raises:
            ValueError: Nothing matches.
        """
        return RigidBodyView(self, select(expression, self.backend.worlds, rigid_body_slots, self.device, "rigid body"))

    def soft_bodies(self, expression: str) -> DeformableView:
        """View of the soft bodies at, or below, the prims whose path matches a regular expression.

        Raises:
            ValueError: Nothing matches.
        """
        return DeformableView(self, expression)

    def contacts(self, expression: str) -> ContactView:
        """View of the contact forces on the bodies whose prim path matches a regular expression, one body a row.

        Raises:
            ValueError: Nothing matches, or a body does not report contacts.
        """
        return ContactView(self, select(expression, self.backend.worlds, rigid_body_slots, self.device, "rigid body"))


def playing_scene(simulation: SimulationContext) -> PhysicsScene:
    """The scene that a simulation plays.

    Raises:
        RuntimeError: The simulation is stopped, or plays another physics than this package's.
    """
    scene = simulation.physics
    if scene is None:
        raise RuntimeError("The simulation is stopped, so there is no 'PhysicsScene': call reset() or play() first.")
    if not isinstance(scene, PhysicsScene):
        raise RuntimeError(
            f"The simulation plays a '{type(scene).__name__}'; expected the PhysicsScene of pippin.physics."
        )
    return scene
