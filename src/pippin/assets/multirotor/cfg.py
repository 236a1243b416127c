"""Config of multirotors."""

# mypy: disable-error-code="assignment"
# Thrusters are no joint actuators, which the base class has in their place.

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING

from pippin.actuators import ThrusterCfg
from pippin.utils import configclass

from ..articulation.cfg import ArticulationCfg
from .multirotor import Multirotor


@configclass
class MultirotorCfg(ArticulationCfg):
    """Where a multirotor is, in which state it begins, and how its rotors push it."""

    @configclass
    class InitialStateCfg(ArticulationCfg.InitialStateCfg):
        """State of root and joints, and the speed of the rotors."""

        rps: dict[str, float] = {".*": 100.0}
        """Revolutions per second of the rotors, by regular expression of thruster names; others stand still."""

    class_type: type[Multirotor] = Multirotor
    """Class of the asset."""

    init_state: InitialStateCfg = InitialStateCfg()
    """Initial state."""

    actuators: dict[str, ThrusterCfg] = MISSING
    """Groups of thrusters by name; each body may be in one."""

    thruster_force_direction: tuple[float, float, float] = (0.0, 0.0, 1.0)
    """Direction in which the thrusters push, in the base link's frame, of length 1.

    The wrench follows from :attr:`allocation_matrix` alone: this is for :func:`make_allocation_matrix`, controllers and
    pictures.
    """

    allocation_matrix: Sequence[Sequence[float]] | None = None
    """Force (rows 0 to 2) [N] and torque (rows 3 to 5) [N m] on the base link for a thrust of 1 N of each thruster.

    They are along the axes of the base link's frame, and act at its centre of mass; a column for each thruster, in the
    order of the groups and, within a group, of the bodies. None means that thrusts are modelled but act on nothing.
    """

    rotor_directions: Sequence[int] | None = None
    """Spin of each rotor about the direction of its thrust: 1 counter-clockwise, -1 clockwise.

    As :attr:`thruster_force_direction`, this is not used for the wrench.
    """
