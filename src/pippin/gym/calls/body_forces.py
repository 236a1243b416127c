"""Forces on bodies.

Forces and torques for the step that follows. What is applied several times adds up.
"""

from __future__ import annotations

import torch

from ..engine.checks import require_kind, require_tensor
from ..engine.engine import Engine
from ..engine.sim import GymEnv, GymSim
from ..types import CoordinateSpace, Tensor, Vec3
from .handles import as_prepared, body_at


def apply_rigid_body_force_tensors(
    sim: GymSim,
    forceTensor: Tensor | None = None,
    torqueTensor: Tensor | None = None,
    space: CoordinateSpace = CoordinateSpace.ENV_SPACE,
) -> bool:
    """Apply forces [N] at the centres of mass of all bodies, and torques [N m].

    Args:
        sim: The simulation.
        forceTensor: Forces, shape (num_bodies, 3).
        torqueTensor: Torques, shape (num_bodies, 3).
        space: Frame that they are in: that of the environment, of each body, or of the world.
    """
    engine = as_prepared(sim)
    forces, torques = (_vectors(engine, tensor) for tensor in (forceTensor, torqueTensor))
    engine.body_forces.apply(forces, torques, None, _space(space))
    return True


def apply_rigid_body_force_at_pos_tensors(
    sim: GymSim,
    forceTensor: Tensor,
    posTensor: Tensor | None = None,
    space: CoordinateSpace = CoordinateSpace.ENV_SPACE,
) -> bool:
    """Apply forces [N] at positions [m] to all bodies.

    Args:
        sim: The simulation.
        forceTensor: Forces, shape (num_bodies, 3).
        posTensor: Where they act, shape (num_bodies, 3); at the centres of mass if left out.
        space: Frame of both: that of the environment, of each body, or of the world.
    """
    engine = as_prepared(sim)
    forces, positions = (_vectors(engine, tensor) for tensor in (forceTensor, posTensor))
    engine.body_forces.apply(forces, None, positions, _space(space))
    return True


def apply_body_forces(
    env: GymEnv,
    rigidHandle: int,
    force: Vec3 | None = None,
    torque: Vec3 | None = None,
    space: CoordinateSpace = CoordinateSpace.ENV_SPACE,
) -> None:
    """Apply a force [N] at the centre of mass of a body, and a torque [N m]."""
    actor, index = body_at(env, rigidHandle)
    force, torque = (None if v is None else require_kind(v, Vec3, "Vec3") for v in (force, torque))
    engine = as_prepared(actor.env.sim)
    engine.body_forces.apply_to_body(actor, index, force, torque, None, _space(space))


def apply_body_force_at_pos(
    env: GymEnv,
    rigidHandle: int,
    force: Vec3,
    pos: Vec3 | None = None,
    space: CoordinateSpace = CoordinateSpace.ENV_SPACE,
) -> None:
    """Apply a force [N] to a body, at a position [m] or at its centre of mass."""
    actor, index = body_at(env, rigidHandle)
    force = require_kind(force, Vec3, "Vec3")
    engine = as_prepared(actor.env.sim)
    engine.body_forces.apply_to_body(actor, index, force, None, pos, _space(space))


def apply_body_force(
    env: GymEnv,
    rigidHandle: int,
    force: Vec3,
    pos: Vec3 | None = None,
    space: CoordinateSpace = CoordinateSpace.ENV_SPACE,
) -> None:
    """Apply a force [N] to a body, as ``apply_body_force_at_pos``: the name before Preview 4."""
    apply_body_force_at_pos(env, rigidHandle, force, pos, space)


def _vectors(engine: Engine, tensor: Tensor | None) -> torch.Tensor | None:
    if tensor is None:
        return None
    sim = engine.sim
    return require_tensor(tensor, (sim.num_bodies, 3), sim.tensor_device, "vectors of bodies")


def _space(space: CoordinateSpace) -> CoordinateSpace:
    try:
        return CoordinateSpace(space)
    except ValueError as error:
        raise ValueError(f"expected a space (gymapi.ENV_SPACE, ...), got {space!r}.") from error
