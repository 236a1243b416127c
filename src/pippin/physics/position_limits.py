"""Limits of joint positions as PhysX has them: they stop a joint within an engine step, with hardly a bounce.

MuJoCo's own default regains a violation with a time constant of 20 ms, and yields to a load ``F`` on an inertia ``m``
by about ``0.02^2 (1 - d) F / m`` for the impedance ``d`` (MuJoCo's documentation, "Computation", sections on reference
and impedance): a light joint that is pushed hard, such as a gripper's finger, goes centimetres past its limit, and any
joint goes on for 20 ms. Here, for an engine step ``h``, a joint that is past its limit by ``r`` has the velocity
``-r / (10 h)`` after the next step, in any pose: the constraint never acts as if on more than the inertia that there
is. Because ``r`` is less than the way of a step, a joint comes back with less than a tenth of its speed. A load keeps
it past the limit by ``10 h^2 (1 - d) F / m``. The engine does not look ahead, so a joint may go past its limit by the
way of one step.
"""

from __future__ import annotations

import mujoco

REGAINED = 0.1
"""Part of how far a joint is past its limit that it regains in a step: the largest coefficient of restitution."""

IMPEDANCE = 0.999
"""Part of a load that a limit takes up at once (MuJoCo's impedance d); the rest gives way until the spring has it."""


def stop_at_limits(model: mujoco.MjModel) -> None:
    """Make the limits of joints hard, but for those whose softness a file for MuJoCo gives.

    Args:
        model: Compiled model; its time step is that of the engine.
    """
    step = model.opt.timestep
    default = mujoco.MjSpec().default.joint
    is_default = (model.jnt_solref == default.solref_limit).all(axis=1)
    is_default &= (model.jnt_solimp == default.solimp_limit).all(axis=1)
    model.jnt_solref[is_default] = (-REGAINED / step**2, -1.0 / step)
    model.jnt_solimp[is_default, :2] = IMPEDANCE


def soften_as_default(joint: mujoco.MjsJoint) -> None:
    """Take away the softness of a joint's limits that a file for MuJoCo gives, so that they become hard."""
    default = mujoco.MjSpec().default.joint
    joint.solref_limit, joint.solimp_limit = default.solref_limit, default.solimp_limit
