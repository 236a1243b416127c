"""Sensors of single contacts in MuJoCo Warp, without the engine's sorting.

MuJoCo Warp 3.17 sorts the contacts of a sensor, but not whether each acts on the sensor's body or from it: where a body
is the first one of some contacts and the second one of others, as a box that lies on the ground below another box, the
friction of some gets the wrong sign. Unsorted, they are right; where there are more than the sensor has room for, the
first ones count in place of the strongest.
"""

from __future__ import annotations

import mujoco
import numpy as np

_UNSORTED = 0
_NEAREST, _STRONGEST = 1, 2  # values of MuJoCo's `reduce` that sort


def leave_contacts_unsorted(model: mujoco.MjModel) -> None:
    """Let contact sensors of a model take contacts as they come."""
    reduction = model.sensor_intprm[:, 1]
    is_sorted = np.isin(reduction, (_NEAREST, _STRONGEST))
    reduction[(model.sensor_type == mujoco.mjtSensor.mjSENS_CONTACT) & is_sorted] = _UNSORTED
