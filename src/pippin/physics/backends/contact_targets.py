"""What is changed of what contacts ask for, on MuJoCo Warp: see :mod:`pippin.physics.contact_targets`."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import mujoco_warp as mjw
import warp as wp

from ..contact_targets import do_bounce, do_combine, is_coulomb, limits_of, rub_differently
from .bounces import Bounces
from .combined_friction import CombinedFriction
from .coulomb_friction import CoulombFriction
from .depenetration import DepenetrationLimits

ChangeTargets = Callable[[mjw.Model, mjw.Data], None]


def change_of_targets(
    native: mujoco.MjModel,
    device: wp.Device,
    slowest_bounce: wp.array,
    may_bounce: bool = False,
    may_rub_differently: bool = False,
) -> ChangeTargets | None:
    """Function that changes the rows of a model's contacts, after they are made; None where nothing is changed.

    Args:
        native: The model.
        device: Warp device.
        slowest_bounce: Speed below which bodies that meet do not bounce [m/s], shape (1,), which may change.
        may_bounce: Whether worlds may have surfaces that bounce, where those of the model do not.
        may_rub_differently: Whether worlds may have other coefficients of friction than the model.
    """
    changes: list[ChangeTargets] = []
    if rub_differently(native) or (may_rub_differently and do_combine(native)):
        changes.append(CombinedFriction(native, device))  # before those that look at rows
    if limits_of(native) is not None:
        changes.append(DepenetrationLimits(native, device))
    if do_bounce(native) or may_bounce:  # at any speed, also beyond those limits
        changes.append(Bounces(native, slowest_bounce, device))
    if is_coulomb(native):  # after these, which are of what comes out
        changes.append(CoulombFriction(native))

    def change(model: mjw.Model, data: mjw.Data) -> None:
        for each in changes:
            each(model, data)

    return change if changes else None
