"""The state in which the joints of an articulation begin: from expressions of names to arrays, within the limits."""

from __future__ import annotations

from collections.abc import Mapping

import torch

from pippin.physics.views import ArticulationView
from pippin.utils import ProxyArray
from pippin.utils.names import resolve_matching_names_values

from .data import ArticulationData


def fill_by_names(name: str, values: Mapping[str, float], joint_names: list[str], out: ProxyArray, owner: str) -> None:
    """Write values by expressions of joint names into the columns of an array.

    Args:
        name: What the values are, for messages.
        values: Value by regular expression.
        joint_names: Names of the columns.
        out: Array, shape (N, J), float32.
        owner: Prim path of the articulation, for messages.

    Raises:
        ValueError: An expression matches no joint, or a joint is matched by two.
    """
    if not joint_names:
        return
    try:
        indices, _, found = resolve_matching_names_values(values, joint_names)
    except ValueError as error:
        raise ValueError(f"'{name}' of '{owner}': {error}") from error
    out.torch[:, indices] = torch.tensor(found, dtype=torch.float32, device=out.torch.device)


def require_possible_soft_limits(factor: float, owner: str) -> None:
    """Refuse a share of the position limits that is negative or not finite.

    Raises:
        ValueError: It is.
    """
    if not 0.0 <= factor < float("inf"):
        raise ValueError(
            f"soft_joint_pos_limit_factor of '{owner}' is {factor}: it should be the share "
            "of the joint position limits that the soft ones span, such as 0.9."
        )


def require_possible_defaults(data: ArticulationData, owner: str) -> None:
    """Refuse default positions outside of the position limits, and default velocities above the limits.

    Raises:
        ValueError: There are such.
    """
    position, velocity = data.default_joint_pos.torch[0].tolist(), data.default_joint_vel.torch[0].tolist()
    limits, speeds = data.joint_pos_limits.torch[0].tolist(), data.joint_vel_limits.torch[0].tolist()
    positions = [
        f"'{name}' at {position[i]:.3f}, outside of [{limits[i][0]:.3f}, {limits[i][1]:.3f}]"
        for i, name in enumerate(data.joint_names)
        if not limits[i][0] <= position[i] <= limits[i][1]
    ]
    velocities = [
        f"'{name}' moving at {velocity[i]:.3f}, faster than {speeds[i]:.3f}"
        for i, name in enumerate(data.joint_names)
        if not abs(velocity[i]) <= speeds[i]  # NaN is no velocity either
    ]
    for quantity, wrong in (("positions", positions), ("velocities", velocities)):
        if wrong:
            raise ValueError(
                f"The initial state of '{owner}' has default {quantity} out of the limits: {'; '.join(wrong)}."
            )


def start_from_defaults(view: ArticulationView, data: ArticulationData) -> None:
    """Put joints and root velocity into the default state, and let drives hold it until they are told otherwise.

    The root's pose is that of the prim already.
    """
    view.write_joint_positions(data.default_joint_pos.warp)
    view.write_joint_velocities(data.default_joint_vel.warp)
    view.write_root_velocities(data.default_root_vel.warp)
    data.joint_pos_target.torch.copy_(data.default_joint_pos.torch)
