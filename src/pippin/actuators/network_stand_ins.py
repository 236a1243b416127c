"""Motors in place of actuators whose networks are not on this machine."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from dataclasses import fields

from pippin.utils.checks import check_callable

from .actuator_base import ActuatorBaseCfg
from .dc_motor import DCMotorCfg
from .network_lstm import ActuatorNetLSTMCfg
from .network_mlp import ActuatorNetMLPCfg

logger = logging.getLogger("pippin")

FindGains = Callable[[str], tuple[float, float] | None]

_find_gains: FindGains | None = None
_told: set[str] = set()


def register_network_stand_ins(find: FindGains | None) -> None:
    """Say what finds the gains of a motor in place of an actuator's network that is not here; None for nothing.

    Args:
        find: Returns stiffness [N m/rad] and damping [N m s/rad] for the path of a network, None for an unknown one.
    """
    global _find_gains
    if find is not None:
        check_callable("find", find)
    _find_gains = find


def motor_in_place_of(cfg: ActuatorBaseCfg) -> ActuatorBaseCfg:
    """Return the config of a motor with the limits of one whose network is not on this machine, and say so once.

    Args:
        cfg: Config of an actuator.

    Returns:
        The motor's config; the given one if it has no network, has it here, or if nothing takes its place.
    """
    if _find_gains is None or not isinstance(cfg, (ActuatorNetLSTMCfg, ActuatorNetMLPCfg)):
        return cfg
    path = cfg.network_file
    gains = _find_gains(path) if isinstance(path, str) and not os.path.isfile(path) else None
    if gains is None:
        return cfg
    if path not in _told:
        _told.add(path)
        logger.warning(
            "'%s' is no file on this machine: DC motors with gains of %g N m/rad and %g N m s/rad take the place of the"
            " network. For the network itself, name a folder with a copy of the assets in the environment variable"
            " PIPPIN_ASSETS_ROOT.",
            *(path, *gains),
        )
    kept = {
        field.name: getattr(cfg, field.name)
        for field in fields(DCMotorCfg)
        if field.name not in ("class_type", "stiffness", "damping")
    }
    return DCMotorCfg(**kept, stiffness=gains[0], damping=gains[1])
