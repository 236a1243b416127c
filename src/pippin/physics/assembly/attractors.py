"""Springs that pull bodies to poses that can be moved.

Each target is a mocap body. Six actuators, one for each direction and axis of the target's frame, act between it and a
site on the body: the engine's site transmission measures how far the one is from the other, and integrates the damping
implicitly and the stiffness explicitly.

**Any stiffness is stable.** A mass ``m`` on a spring whose force ``-k x`` is that at the beginning of a step ``h``
diverges from ``s = h^2 k / m = 4`` on. Taken at the end of the step, ``-k (x + h v)`` with the coming velocity ``v``,
it never does, but damps soft springs that shall swing. Here it is ``-k (x + a h v)`` with ``a = s / (1 + s)``, which
is stable as ``4 + (2 a - 1) s > 0``: a soft spring swings as it should, since ``a`` vanishes with the square of what
the mass turns in a step. Stiffer than :data:`STIFFEST` a spring is not made, because contacts and limits are solved for
forces at the beginning of a step, and stiff mechanisms with contacts (a tray on three legs that are held so, and a ball
that falls onto it) explode all the same. Under a load it gives way by ``h^2`` times what the load would accelerate.

**A spring that is made softer is damped less.** What is overdamped goes to its target with the time constant ``c / k``
of damping and stiffness, which would grow with a smaller stiffness alone: at 1/120 s an attractor of 5e5 N/m and 5e3
N s/m, 10 ms, would pull a body of 2 kg with 170 ms. So the damping is made smaller by as much, but not below the
critical one of the spring that is taken, ``2 m / h``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from ..quaternion_order import wxyz_of_xyzw

NUM_AXES = 6
"""Translation along x, y, z and rotation about them."""

STIFFEST = 1.0
"""Largest stiffness of a spring, relative to what it moves and to the engine's step: ``h^2 k / m``."""


@dataclass(frozen=True)
class PlacedAttractor:
    """A spring on a body.

    Attributes:
        body: Name of the body in the description of the environment.
        offset: Point and axes that are pulled, in the body's frame: position and quaternion (x, y, z, w).
    """

    body: str
    offset: tuple[float, ...]


def add_attractors(spec: mujoco.MjSpec, attractors: Sequence[PlacedAttractor]) -> None:
    """Add springs to the description of an environment, all without stiffness, with targets at the origin."""
    for number, attractor in enumerate(attractors):
        name = _name(number)
        offset = np.array(attractor.offset)
        spec.body(attractor.body).add_site(name=name, pos=offset[:3], quat=wxyz_of_xyzw(offset[3:]))
        target = spec.worldbody.add_body(name=name, mocap=True)
        target.add_site(name=f"{name} target")
        for axis in range(NUM_AXES):
            actuator = spec.add_actuator(
                name=f"{name} {axis}",
                trntype=mujoco.mjtTrn.mjTRN_SITE,
                target=name,
                refsite=f"{name} target",
                biastype=mujoco.mjtBias.mjBIAS_AFFINE,
            )
            actuator.gear = np.eye(NUM_AXES)[axis]


def attractor_actuators(model: mujoco.MjModel, number: int) -> np.ndarray:
    """Indices of the six actuators of a spring, shape (6,)."""
    return np.array([model.actuator(f"{_name(number)} {axis}").id for axis in range(NUM_AXES)])


def attractor_mocap(model: mujoco.MjModel, number: int) -> int:
    """Index of the target of a spring among the mocap bodies."""
    return int(model.body(_name(number)).mocapid[0])


def attractor_bias(
    model: mujoco.MjModel, number: int, stiffness: float, damping: float, axes: Sequence[bool]
) -> np.ndarray:
    """Parameter ``actuator_biasprm`` of the six actuators of a spring, shape (6, 10), float32.

    Args:
        model: Compiled model of the environment; its time step is that of the engine.
        number: Which of the springs.
        stiffness: Stiffness [N/m and N m/rad].
        damping: Damping [N s/m and N m s/rad].
        axes: Along and about which axes of the target's frame it pulls: x, y, z, and rotation about them.
    """
    step = float(model.opt.timestep)
    body = model.site_bodyid[model.site(_name(number)).id]
    mass = 1.0 / np.repeat(np.maximum(model.body_invweight0[body], 1e-12), NUM_AXES // 2)
    stiffest = STIFFEST * mass / step**2
    taken = np.minimum(stiffness, stiffest)
    relative = STIFFEST * taken / stiffest
    at_end = relative / (1.0 + relative)
    share = taken / max(stiffness, 1e-12)
    critical = 2.0 * np.sqrt(taken * mass)
    damped = np.where(stiffness > stiffest, np.maximum(share * damping, np.minimum(damping, critical)), damping)
    bias = np.zeros((NUM_AXES, 10), np.float32)
    bias[:, 1] = np.where(axes, -taken, 0.0)
    bias[:, 2] = np.where(axes, -damped - at_end * step * taken, 0.0)
    return bias


def _name(number: int) -> str:
    return f"attractor {number}"
