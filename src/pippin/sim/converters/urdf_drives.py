"""What the drives of a URDF's joints are to be: the config's expressions resolved to one value for each joint."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pippin.utils import resolve_matching_names_values

from .cfg import UrdfConverterCfg
from .urdf_tree import Link, moved_inertia

DRIVEN_TYPES = ("revolute", "continuous", "prismatic")
"""Types of joints that have one degree of freedom."""

Value = TypeVar("Value")


@dataclass(frozen=True)
class Drive:
    """Drive of a joint.

    Attributes:
        type: "force" or "acceleration".
        stiffness: Stiffness [N/m or N m/rad]; for an acceleration drive [1/s^2].
        damping: Damping [N s/m or N m s/rad]; for an acceleration drive [1/s]. None: the drive has none and damping
            that the URDF gives stays passive.
    """

    type: str
    stiffness: float
    damping: float | None


def resolve_drives(links: list[Link], cfg: UrdfConverterCfg.JointDriveCfg) -> dict[str, Drive]:
    """Drives by name of the joint.

    Args:
        links: Links, parents before children.
        cfg: What the user wants.

    Raises:
        ValueError: An expression matches no joint, two match the same one, or there is no such kind of drive.
    """
    driven = [link for link in links if link.joint is not None and link.joint.type in DRIVEN_TYPES]
    names = [link.joint.name for link in driven if link.joint is not None]
    types = _by_name(cfg.drive_type, names, "force")
    targets = _by_name(cfg.target_type, names, "position")
    _check_choices("drive_type", types, ("force", "acceleration"))
    _check_choices("target_type", targets, ("none", "position", "velocity"))
    gains = _gains(links, driven, names, types, cfg)
    drives = {}
    for name, (stiffness, damping) in gains.items():
        if not (0.0 <= stiffness < math.inf and 0.0 <= damping < math.inf):
            raise ValueError(
                f"Stiffness and damping of joint '{name}' are {stiffness} and {damping}; expected finite "
                "numbers of 0 or more."
            )
        follows_position, drives_at_all = targets[name] == "position", targets[name] != "none"
        drives[name] = Drive(types[name], stiffness if follows_position else 0.0, damping if drives_at_all else None)
    return drives


def _gains(
    links: list[Link], driven: list[Link], names: list[str], types: dict[str, str], cfg: UrdfConverterCfg.JointDriveCfg
) -> dict[str, tuple[float, float]]:
    """Stiffness and damping by name of the joint."""
    gains = cfg.gains
    if isinstance(gains, UrdfConverterCfg.JointDriveCfg.NaturalFrequencyGainsCfg):
        frequencies = _by_name(gains.natural_frequency, names, 0.0)
        ratios = _by_name(gains.damping_ratio, names, 0.005)
        result = {}
        for name, link in zip(names, driven, strict=True):
            inertia = 1.0 if types[name] == "acceleration" else moved_inertia(links, link)
            frequency = frequencies[name]
            result[name] = (inertia * frequency**2, 2.0 * inertia * ratios[name] * frequency)
        return result
    stiffness = _by_name(gains.stiffness, names, None)
    damping = _by_name(gains.damping, names, None)
    passive = {link.joint.name: link.joint.damping for link in driven if link.joint is not None}
    return {
        name: (
            0.0 if stiffness[name] is None else float(stiffness[name]),  # type: ignore[arg-type]
            passive[name] if damping[name] is None else float(damping[name]),  # type: ignore[arg-type]
        )
        for name in names
    }


def _by_name(value: Value | Mapping[str, Value], names: Sequence[str], default: Value) -> dict[str, Value]:
    """A value for each name, from one value for all or a dict from expressions to values."""
    if not isinstance(value, Mapping):
        return dict.fromkeys(names, value)
    _, matched, values = resolve_matching_names_values(value, names)
    return dict.fromkeys(names, default) | dict(zip(matched, values, strict=True))


def _check_choices(what: str, values: dict[str, str], choices: tuple[str, ...]) -> None:
    for name, value in values.items():
        if value not in choices:
            raise ValueError(f"{what} of joint '{name}' is {value!r}; it can be {', '.join(map(repr, choices))}.")
