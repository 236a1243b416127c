"""Values of a joint property, from a number or a dict in a config or else from the asset."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

import torch

from pippin.utils.names import resolve_matching_names_values

logger = logging.getLogger("pippin")


def joint_values(
    name: str,
    configured: float | Mapping[str, float] | None,
    of_asset: float | torch.Tensor | None,
    joint_names: Sequence[str],
    num_envs: int,
    device: torch.device,
) -> torch.Tensor:
    """Resolve one property of the joints: what the config says counts, and the asset where the config says nothing.

    Args:
        name: Name of the property, for messages.
        configured: One value for all joints, or values by regular expression of joint names. Joints that no
            expression names get 0, which is warned of. None takes the asset's value.
        of_asset: The asset's value, a number or a tensor of shape (num_envs, num_joints); None where it has none.
        joint_names: Names of the joints.
        num_envs: Number of environments.
        device: Device of the result.

    Returns:
        New tensor of shape (num_envs, num_joints), float32.

    Raises:
        TypeError: A value is of another type.
        ValueError: The property is set in neither place, an expression matches no joint, the asset's tensor has
            another shape, or a value is NaN.
    """
    values = torch.zeros(num_envs, len(joint_names), device=device)
    if configured is not None:
        values[:] = _configured_values(name, configured, joint_names).to(device)
    elif of_asset is not None:
        values[:] = _asset_values(name, of_asset, values.shape)
    else:
        raise ValueError(f"'{name}' has no value; expected one from the actuator's config or the asset.")
    require(~values.isnan(), name, "a number", joint_names)
    return values


def require(condition: torch.Tensor, name: str, rule: str, joint_names: Sequence[str]) -> None:
    """Raise ValueError naming the joints for which a property breaks a rule in any environment.

    Args:
        condition: Whether the rule holds, shape (num_envs, num_joints), bool.
        name: Name of the property.
        rule: What the property has to be.
        joint_names: Names of the joints.
    """
    if not condition.all():
        breaking = (~condition).any(dim=0).nonzero().flatten().tolist()
        raise ValueError(f"'{name}' has to be {rule}; it is not for the joints {[joint_names[i] for i in breaking]}.")


def _configured_values(name: str, configured: float | Mapping[str, float], joint_names: Sequence[str]) -> torch.Tensor:
    """Values of a config, shape (num_joints,)."""
    if isinstance(configured, (int, float)):
        return torch.full((len(joint_names),), float(configured), device="cpu")
    if not isinstance(configured, Mapping):
        raise TypeError(f"'{name}' is {configured!r}; expected a number, a dict from joint names to numbers or None.")
    values = torch.zeros(len(joint_names), device="cpu")
    indices, _, found = resolve_matching_names_values(configured, joint_names)
    values[indices] = torch.tensor([float(value) for value in found], device="cpu")
    others = [joint for index, joint in enumerate(joint_names) if index not in indices]
    if others:
        logger.warning("The dict for '%s' names no value for joints %s: they get 0.", name, others)
    return values


def _asset_values(name: str, of_asset: float | torch.Tensor, shape: torch.Size) -> float | torch.Tensor:
    """Values of the asset, checked for their shape."""
    if isinstance(of_asset, torch.Tensor):
        if of_asset.shape != shape:
            raise ValueError(f"'{name}' of the asset has shape {tuple(of_asset.shape)}; expected {tuple(shape)}.")
    elif not isinstance(of_asset, (int, float)):
        raise TypeError(f"'{name}' of the asset is a {type(of_asset).__name__}; expected a number or a tensor.")
    return of_asset
