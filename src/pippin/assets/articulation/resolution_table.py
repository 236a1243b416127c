"""A table of which joint parameters come from the asset and which from the actuators' configs."""

from __future__ import annotations

from collections.abc import Mapping

from pippin.actuators import ActuatorBase


def format_resolution_table(prim_path: str, actuators: Mapping[str, ActuatorBase]) -> str:
    """Text with a line for each parameter of each joint whose config and asset do not agree.

    Args:
        prim_path: Prim path of the articulation.
        actuators: Actuator models by the name of their group.
    """
    row = "{:<16} {:<24} {:<24} {:>12} {:>14} {:>12}".format
    lines = [f"Joint parameters of '{prim_path}':", row("group", "parameter", "joint", "asset", "config", "used")]
    for group, actuator in actuators.items():
        for parameter, joints in actuator.joint_property_resolution_table.items():
            for joint, _, asset, config, used in joints:
                configured = config if isinstance(config, str) else f"{config:.4g}"
                lines.append(row(group, parameter, joint, f"{asset:.4g}", configured, f"{used:.4g}"))
    return "\n".join(lines)
