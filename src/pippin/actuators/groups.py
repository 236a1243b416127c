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
    """Resolve the joint expressions of all groups.

    A joint that several match is driven by the last of them, as in Isaac Lab, where each writes over what those before
    it wrote; the others do not have it. A warning names such joints, and another those that have no group.

    Args:
        cfgs: Configs by name of the group.
        joint_names: Names of the articulation's joints.

    Returns:
        For each group that has joints, their indices in increasing order, and their names.

    Raises:
        TypeError: The configs are in no dict.
        ValueError: An expression matches no joint, or two of one group match the same.
    """
    if not isinstance(cfgs, Mapping):
        raise TypeError(
            f"'actuators' should be a dict from names of groups to their configs, not a {type(cfgs).__name__}."
        )
    group_of_joint: dict[str, str] = {}
    for group, cfg in cfgs.items():
        try:
            _, matched = resolve_matching_names(cfg.joint_names_expr, joint_names)
        except ValueError as error:
            raise ValueError(
                f"The joints of actuator group '{group}' cannot be found; expected 'joint_names_expr' to match some. "
                f"{error}"
            ) from error
        taken = [joint for joint in matched if joint in group_of_joint]
        if taken:
            former = sorted({group_of_joint[joint] for joint in taken})
            logger.warning(
                "These joints are driven by actuator group '%s', no longer by %s, which match them, too: %s.",
                group,
                " and ".join(f"'{name}'" for name in former),
                ", ".join(taken),
            )
        group_of_joint.update(dict.fromkeys(matched, group))
    others = [joint for joint in joint_names if joint not in group_of_joint]
    if others:
        logger.warning("These joints have no actuator group and are not driven: %s.", ", ".join(others))
    ids = {group: [i for i, joint in enumerate(joint_names) if group_of_joint.get(joint) == group] for group in cfgs}
    return {group: (indices, [joint_names[i] for i in indices]) for group, indices in ids.items() if indices}
