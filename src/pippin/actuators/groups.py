"""Which joints of an articulation each actuator group drives."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pippin.utils.names import resolve_matching_names

if TYPE_CHECKING:
    from .actuator_base import ActuatorBaseCfg

logger = logging.getLogger("pippin")


def resolve_actuator_groups(
    cfgs: Mapping[str, ActuatorBaseCfg], joint_names: Sequence[str]
) -> dict[str, tuple[list[int], list[str]]]:
    """Resolve the joint expressions of all groups. Joints without a group are named in a warning.

    Args:
        cfgs: Configs by name of the group.
        joint_names: Names of the articulation's joints.

    Returns:
        For each group, the indices of its joints in increasing order, and their names.

    Raises:
        TypeError: The configs are in no dict.
        ValueError: An expression matches no joint, or a joint is matched twice, in one group or in two.
    """
    if not isinstance(cfgs, Mapping):
        raise TypeError(
            f"'actuators' should be a dict from names of groups to their configs, not a {type(cfgs).__name__}."
        )
    groups: dict[str, tuple[list[int], list[str]]] = {}
    group_of_joint: dict[str, str] = {}
    for group, cfg in cfgs.items():
        try:
            groups[group] = resolve_matching_names(cfg.joint_names_expr, joint_names)
        except ValueError as error:
            raise ValueError(
                f"The joints of actuator group '{group}' cannot be found; expected 'joint_names_expr' to match some. "
                f"{error}"
            ) from error
        for joint in groups[group][1]:
            if joint in group_of_joint:
                raise ValueError(
                    f"The joint '{joint}' is in two actuator groups, '{group_of_joint[joint]}' and '{group}'; "
                    "each joint may be in one."
                )
            group_of_joint[joint] = group
    others = [joint for joint in joint_names if joint not in group_of_joint]
    if others:
        logger.warning("These joints have no actuator group and are not driven: %s.", ", ".join(others))
    return groups
