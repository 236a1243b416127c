"""What is changed of what contacts ask for, on MuJoCo Warp: see :mod:`pippin.physics.contact_targets`."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import mujoco_warp as mjw
import warp as wp

from ..contact_targets import is_coulomb, limits_of
from .coulomb_friction import CoulombFriction
from .depenetration import DepenetrationLimits

ChangeTargets = Callable[[mjw.Model, mjw.Data], None]


def change_of_targets(native: mujoco.MjModel, device: wp.Device) -> ChangeTargets | None:
    """Function that changes the rows of a model's contacts, after they are made; None for a model without any."""
    changes: list[ChangeTargets] = []
    if limits_of(native) is not None:
        changes.append(DepenetrationLimits(native, device))
    if is_coulomb(native):  # after the limits, which are those of what comes out
        changes.append(CoulombFriction(native))

    def change(model: mjw.Model, data: mjw.Data) -> None:
        for each in changes:
            each(model, data)

    return change if changes else None
