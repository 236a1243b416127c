"""What a contact sensor's config has to fulfil."""

from __future__ import annotations

import logging
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .contact_sensor import ContactSensorCfg

logger = logging.getLogger("pippin")


def validate(cfg: ContactSensorCfg) -> None:
    """Refuse what makes no sense, and tell what has no effect.

    Raises:
        ValueError: The threshold is negative or not finite, the length of the history is negative, the number of
            contacts is not positive, or contact points or friction are asked for without filters.
    """
    threshold, length, capacity = cfg.force_threshold, cfg.history_length, cfg.max_contact_data_count_per_prim
    if threshold is not None and not (math.isfinite(threshold) and threshold >= 0.0):
        raise ValueError(f"force_threshold of '{cfg.prim_path}' should be 0 or more newtons, not {threshold!r}.")
    if not (isinstance(length, int) and length >= 0):
        raise ValueError(f"history_length of '{cfg.prim_path}' should be a whole number from 0, not {length!r}.")
    if capacity is not None and not (isinstance(capacity, int) and capacity > 0):
        raise ValueError(
            f"max_contact_data_count_per_prim of '{cfg.prim_path}' should be a whole number from 1, not {capacity!r}."
        )
    if isinstance(cfg.filter_prim_paths_expr, str):
        raise TypeError(
            f"filter_prim_paths_expr of '{cfg.prim_path}' should be a list of expressions, not the string "
            f"{cfg.filter_prim_paths_expr!r}."
        )
    if cfg.filter_prim_paths_expr:
        return
    for option in ("track_contact_points", "track_friction_forces"):
        if getattr(cfg, option):
            raise ValueError(
                f"{option} of the ContactSensor at '{cfg.prim_path}' needs partners: filter_prim_paths_expr is empty. "
                "Name the bodies, or the ground, that the body touches."
            )
    if capacity is not None:
        logger.warning(
            "max_contact_data_count_per_prim of '%s' has no effect without filter_prim_paths_expr: net forces are sums "
            "over all contacts.",
            cfg.prim_path,
        )
