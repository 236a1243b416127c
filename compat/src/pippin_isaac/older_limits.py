"""Limits of actuators as Isaac Lab up to version 2 means them."""

from __future__ import annotations

import logging
from typing import Any

from pippin.actuators import ActuatorBaseCfg, ImplicitActuatorCfg

logger = logging.getLogger("pippin")

UNCLIPPED_EFFORT = 1.0e9
"""Effort limit [N or N m] that the engine gets for joints whose effort an actuator model has already limited."""


def older_limits(cfg: ActuatorBaseCfg) -> dict[str, Any]:
    """What a config of actuators means that its fields do not say.

    An explicit model limits its effort itself, so that the engine is not to. An implicit one has one effort limit and
    one velocity limit, and takes the latter from ``velocity_limit_sim`` alone.

    Args:
        cfg: Config as a program of version 2 made it.

    Returns:
        Values of fields that are to be others than in the config.

    Raises:
        ValueError: Both limits of an implicit model are given, and differ.
    """
    if not isinstance(cfg, ImplicitActuatorCfg):
        is_open = cfg.effort_limit_sim is None and cfg.joint_effort_limit is None
        return {"effort_limit_sim": UNCLIPPED_EFFORT} if is_open else {}
    for name in ("effort_limit", "velocity_limit"):
        limit, limit_sim = getattr(cfg, name), getattr(cfg, f"{name}_sim")
        if limit is not None and limit_sim is not None and limit != limit_sim:
            raise ValueError(
                f"The implicit actuators of joints {cfg.joint_names_expr} have one limit, but '{name}' is {limit} and "
                f"'{name}_sim' is {limit_sim}; give '{name}_sim' alone."
            )
    if cfg.velocity_limit is not None and cfg.velocity_limit_sim is None:
        logger.warning(
            "The implicit actuators of joints %s ignore 'velocity_limit': set 'velocity_limit_sim' to limit the "
            "velocity.",
            cfg.joint_names_expr,
        )
        return {"velocity_limit": None}
    return {}
