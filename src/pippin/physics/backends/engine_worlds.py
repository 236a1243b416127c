"""What the worlds of both engines have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mujoco
import numpy as np
import warp as wp

from ..backend import SolverSettings
from ..compile import compile_model
from ..description import SceneDescription, Variant
from ..guard import StateGuard
from ..layout import Layout
from ..worlds import PARAMETERS
from .joint_limits import JointLimits
from .moving_targets import MovingTargets

if TYPE_CHECKING:
    from ..soft.side import SoftSide
    from ..worlds import JointForces, Worlds


class EngineWorlds:
    """Names, numbers and flags of the worlds of one variant; the engines' subclasses add their state.

    Args:
        description: What the environments hold.
        variant: Which of the description's variants this is.
        settings: Time step, device and solver.

    Raises:
        ValueError: No environment copies the variant, or the engine refuses its description.
    """

    def __init__(self, description: SceneDescription, variant: int, settings: SolverSettings) -> None:
        env_ids = np.flatnonzero(np.asarray(description.variant_of_env) == variant)
        if env_ids.size == 0:
            raise ValueError(f"No environment copies variant {variant} of the scene: leave it out.")
        self._variant = description.variants[variant]
        self._env_origins = np.asarray(description.env_origins, dtype=np.float32)[env_ids]
        self._env_ids = env_ids
        self.model = compile_model(self._variant, settings)
        self.layout = Layout.of_model(self.model, self._variant.articulation_roots)
        self.num_worlds = len(env_ids)
        self.env_ids = wp.array(env_ids, dtype=int, device=settings.device)
        self.guard = StateGuard(self.model, env_ids, settings.device)
        self.speed_limits = _speed_limits(self.layout, self._variant)
        self._limits = JointLimits(self.model, self.layout.dof_actuators, self.num_worlds, settings.device)
        self.bad = self.guard.bad
        self.bad_qpos = self.guard.bad_qpos
        self.bad_qvel = self.guard.bad_qvel
        self._joint_forces: JointForces | None = None
        self._parameters: dict[str, wp.array] = {}
        self._moving: MovingTargets | None = None
        if settings.moves_targets and self.model.nu:
            shape, step = (self.num_worlds, self.model.nu), float(self.model.opt.timestep)
            self._moving = MovingTargets(shape, step, settings.substeps, settings.device)
        self.soft: SoftSide | None = None

    @property
    def parameters_per_world(self) -> frozenset[str]:
        """Names of the parameters that ``parameter`` has given each world its own copy of."""
        return frozenset(self._parameters)

    @property
    def target_velocities(self) -> wp.array | None:
        """Velocity targets that position targets move with; see :class:`pippin.physics.worlds.Worlds`."""
        return None if self._moving is None else self._moving.velocities

    def measure_contact_forces(self) -> None:
        """Measure net contact forces; see :class:`pippin.physics.worlds.Worlds`. Engines may do so in any case."""

    def clear_bad(self, worlds: np.ndarray | None = None) -> None:
        """Forget that states were lost, in some worlds (indices, or a mask of shape (W,)) or in all."""
        self.guard.clear(worlds)
        if self.soft is not None:
            self.soft.worlds.guard.clear(worlds)

    def _initial_mocap_positions(self) -> np.ndarray:
        """Position of each mocap body in the environment's frame [m], shape (W, nmocap, 3), float32.

        What all environments share stays where it is in the world, so it is elsewhere in each environment's frame.
        """
        bodies = np.flatnonzero(self.model.body_mocapid >= 0)
        positions = np.zeros((self.num_worlds, self.model.nmocap, 3), dtype=np.float32)
        positions[:, self.model.body_mocapid[bodies]] = self.model.body_pos[bodies]
        for name in self._variant.shared_bodies:
            positions[:, self.model.body_mocapid[self.model.body(name).id]] -= self._env_origins
        return positions


def _speed_limits(layout: Layout, variant: Variant) -> np.ndarray:
    """Largest velocity of each degree of freedom [rad/s, m/s], shape (nv,), float32."""
    limits = np.full(len(layout.dof_actuators), np.inf, dtype=np.float32)
    for path, dof in zip(layout.joint_paths, layout.joint_dofs, strict=True):
        if path in variant.joint_properties:
            limits[dof] = variant.joint_properties[path].max_velocity
    return limits


def check_parameter(name: str) -> None:
    """Refuse a model parameter that cannot differ between environments.

    Raises:
        ValueError: The name is no key of ``PARAMETERS``.
    """
    if name not in PARAMETERS:
        raise ValueError(f"Environments cannot differ in '{name}'; they can in {', '.join(sorted(PARAMETERS))}.")


_SET_CONST_INPUTS = PARAMETERS.keys() & set(mujoco.MjModel._setconst_inputs)


def reads_set_const(name: str) -> bool:
    """Whether constants of the model are derived from a parameter, such as inverse weights from masses."""
    return name in _SET_CONST_INPUTS


def soft_bodies_of(worlds: Worlds, variant: Variant, settings: SolverSettings) -> SoftSide | None:
    """Put the soft bodies of a variant beside its rigid ones, which have their state already; None without any."""
    if not variant.soft_bodies:
        return None
    from ..soft.side import SoftSide  # with Newton's solvers, which take seconds to import

    return SoftSide(worlds, variant.soft_bodies, settings)
