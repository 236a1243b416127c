"""Limits of tendons as springs of a given stiffness, out of the limits that MuJoCo has.

A limit in MuJoCo is a constraint with the reference acceleration ``aref = -b v - k d r`` for the violation ``r``, where
``solref = (-d k d, -b d)`` for a constant impedance ``d``, and the regularisation ``R = w (1 - d) / d`` for the inverse
weight ``w`` of the tendon (MuJoCo's documentation, "Computation", sections on reference and impedance). At rest its
force is ``aref / R``, so that its stiffness is ``K = -solref[0] / ((1 - d) w)``. With ``1 - d = 1 / (1 + dt^2 K w)``
and a damping of ``K dt`` the motion is that of a spring which is integrated by the implicit Euler method: any stiffness
is stable.
"""

from __future__ import annotations

import mujoco
import numpy as np
import warp as wp

from .description import TendonProperties

LARGEST_RATIO = wp.constant(9998.0)
"""Largest ``dt^2 K w``: MuJoCo's impedances stay below 0.9999. Stiffer limits than that are as stiff as this."""

OUT_OF_REACH = wp.constant(1e30)
"""Where the limits of a tendon are when they are switched off [m or rad]."""

_SMALLEST = wp.constant(1e-4)  # the same for impedance


@wp.func
def spring_limit(stiffness: float, inverse_weight: float, dt: float) -> wp.vec3f:
    """Impedance and ``solref`` of a limit that is a spring.

    Args:
        stiffness: Stiffness K [N/m or N m/rad].
        inverse_weight: Inverse weight w of the tendon [1/kg or 1/(kg m^2)].
        dt: Length of an engine step [s].
    """
    ratio = wp.min(dt * dt * stiffness * inverse_weight, LARGEST_RATIO)
    softness = 1.0 / (1.0 + ratio)
    solref = -softness * ratio / (dt * dt)
    return wp.vec3f(wp.max(1.0 - softness, _SMALLEST), solref, solref * dt)


def inverse_weights(model: mujoco.MjModel) -> np.ndarray:
    """Inverse weights of all tendons [1/kg or 1/(kg m^2)], shape (ntendon,).

    Where the engine has none, because no joint changes the tendon's length as the model begins, it is that of a body.
    """
    weights = model.tendon_invweight0.copy()
    weights[weights < 1e-10] = 1.0 / max(model.stat.meanmass, 1e-10)
    return weights


def set_limit_stiffness(model: mujoco.MjModel, tendons: dict[str, TendonProperties]) -> None:
    """Give the limits of tendons the stiffness that the stage says, where it does."""
    dt, weights = model.opt.timestep, inverse_weights(model)
    for name, properties in tendons.items():
        if properties.limit_stiffness is None:
            continue
        tendon = model.tendon(name).id
        stiffness = properties.force_scale * properties.limit_stiffness
        impedance, *solref = spring_limit(min(stiffness, 1e30), float(weights[tendon]), dt)
        model.tendon_solimp_lim[tendon] = (impedance, impedance, 0.001, 0.5, 2.0)
        model.tendon_solref_lim[tendon] = solref
        if properties.limit_stiffness == 0.0:
            model.tendon_range[tendon] = (-OUT_OF_REACH, OUT_OF_REACH)


def limit_stiffness(model: mujoco.MjModel, tendons: np.ndarray) -> np.ndarray:
    """Stiffness at the limits of tendons [N/m or N m/rad], where the violation begins, shape (n,)."""
    impedance = np.clip(model.tendon_solimp_lim[tendons, 0], 1e-4, 0.9999)
    largest = np.clip(model.tendon_solimp_lim[tendons, 1], 1e-4, 0.9999)
    first, second = model.tendon_solref_lim[tendons].T
    with np.errstate(divide="ignore"):
        standard = 1.0 / (largest * np.maximum(first, 2.0 * model.opt.timestep) * second) ** 2
    k = np.where(first > 0.0, standard, -first / largest**2)
    return k * impedance**2 / ((1.0 - impedance) * inverse_weights(model)[tendons])
