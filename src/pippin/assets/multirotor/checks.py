"""What a multirotor's config has to fulfil once the names of its bodies are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from pippin.actuators import ThrusterCfg
from pippin.utils import resolve_matching_names


def resolve_thruster_groups(cfg: Any, body_names: list[str]) -> dict[str, list[str]]:
    """Names of the thrusters of each group, in the order of the bodies.

    Args:
        cfg: Config of the multirotor.
        body_names: Names of its bodies.

    Raises:
        ValueError: There is no group, a group is none of thrusters, an expression matches no body, or a body is in two
            groups.
    """
    if not isinstance(cfg.actuators, Mapping) or not cfg.actuators:
        raise ValueError(f"'actuators' of the multirotor at '{cfg.prim_path}' should be a dict with a ThrusterCfg.")
    others = {group: type(c).__name__ for group, c in cfg.actuators.items() if not isinstance(c, ThrusterCfg)}
    if others:
        raise ValueError(
            f"The multirotor at '{cfg.prim_path}' has other actuators than thrusters: {others}. Joint actuators cannot "
            "be mixed with thrusters: a vehicle whose joints are driven is an Articulation with a wrench composer."
        )
    groups: dict[str, list[str]] = {}
    group_of: dict[str, str] = {}
    for group, thrusters in cfg.actuators.items():
        try:
            groups[group] = resolve_matching_names(thrusters.thruster_names_expr, body_names)[1]
        except ValueError as error:
            raise ValueError(
                f"Thruster group '{group}' of '{cfg.prim_path}' has no bodies; expected 'thruster_names_expr' "
                f"to match some. {error}"
            ) from error
        for name in groups[group]:
            if name in group_of:
                raise ValueError(
                    f"The thruster '{name}' of '{cfg.prim_path}' is in two groups, '{group_of[name]}' and '{group}'; "
                    "each may be in one."
                )
            group_of[name] = group
    return groups


def checked_allocation(cfg: Any, names: list[str]) -> torch.Tensor | None:
    """Allocation matrix of a config, shape (6, num_thrusters), float32; None where it has none.

    Args:
        cfg: Config of the multirotor.
        names: Names of the thrusters.

    Raises:
        ValueError: It has another shape, or is not finite.
    """
    if cfg.allocation_matrix is None:
        return None
    try:
        matrix = torch.as_tensor(cfg.allocation_matrix, dtype=torch.float32, device="cpu")
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"allocation_matrix of '{cfg.prim_path}' is no matrix; expected rows of numbers: {error}."
        ) from error
    if tuple(matrix.shape) != (6, len(names)):
        raise ValueError(
            f"allocation_matrix of '{cfg.prim_path}' should have shape (6, {len(names)}), with a column for each of "
            f"the thrusters {names}, not {tuple(matrix.shape)}."
        )
    if not torch.isfinite(matrix).all():
        raise ValueError(f"'allocation_matrix' of '{cfg.prim_path}' holds NaN or infinity; expected finite numbers.")
    return matrix


def require_possible_rotors(cfg: Any, names: list[str]) -> None:
    """Refuse rotor directions and directions of thrust that cannot be.

    Args:
        cfg: Config of the multirotor.
        names: Names of the thrusters.

    Raises:
        ValueError: There is not one direction for each rotor, one is not 1 or -1, or the direction of thrust is no
            vector of length 1.
    """
    directions = cfg.rotor_directions
    if directions is not None and len(directions) != len(names):
        raise ValueError(
            f"rotor_directions of '{cfg.prim_path}' should have {len(names)} entries, one for each of the thrusters "
            f"{names}, not {len(directions)}."
        )
    if directions is not None and any(direction not in (1, -1) for direction in directions):
        raise ValueError(f"rotor_directions of '{cfg.prim_path}' should be 1 or -1 each, not {list(directions)}.")
    axis = torch.tensor(cfg.thruster_force_direction, dtype=torch.float64, device="cpu")
    if axis.shape != (3,) or not abs(float(axis.norm()) - 1.0) < 1e-3:
        raise ValueError(
            f"thruster_force_direction of '{cfg.prim_path}' should be a vector of length 1, not "
            f"{cfg.thruster_force_direction}."
        )
