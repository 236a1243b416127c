"""Limits of actuators: those of the joint, which the engine enforces, and those of the actuator's model.

A limit has two names: Isaac Lab's present ones say whose it is, and the older ones stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .actuator_cfg import ActuatorBaseCfg

LIMIT_NAMES = {
    "joint_effort_limit": "effort_limit_sim",
    "joint_velocity_limit": "velocity_limit_sim",
    "actuator_effort_limit": "effort_limit",
    "actuator_velocity_limit": "velocity_limit",
}
"""Older name of each limit."""


def unify_limits(cfg: ActuatorBaseCfg, is_implicit: bool) -> None:
    """Give both names of each limit of a config the value of the one that is set.

    An implicit actuator's effort limit under its older name alone is the joint's too, and a joint's velocity limit
    under its older name alone is the actuator's too.

    Args:
        cfg: Config of a group of actuators, which is changed.
        is_implicit: Whether the engine applies the control law itself.

    Raises:
        ValueError: Both names of a limit are set, to different values.
    """
    if is_implicit:
        if all(limit is None for limit in (cfg.joint_effort_limit, cfg.effort_limit_sim, cfg.actuator_effort_limit)):
            cfg.joint_effort_limit = cfg.effort_limit
        if cfg.actuator_velocity_limit is None and cfg.velocity_limit is None:
            cfg.actuator_velocity_limit = cfg.velocity_limit_sim
    for name, older in LIMIT_NAMES.items():
        value, older_value = getattr(cfg, name), getattr(cfg, older)
        if value is not None and older_value is not None and value != older_value:
            raise ValueError(
                f"The actuators of joints {cfg.joint_names_expr} have one '{name}', but it is {value}, and under its "
                f"older name '{older}' {older_value}: give '{name}' alone."
            )
        unified = older_value if value is None else value
        setattr(cfg, name, unified)
        setattr(cfg, older, unified)
