"""The state of one asset as a dict of tensors: read, checked and written."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import torch
import warp as wp

from pippin.assets import Articulation, DeformableObject, Multirotor, RigidObject, RigidObjectCollection
from pippin.quantities.inputs import require_finite, require_rotations

Asset: TypeAlias = Articulation | DeformableObject | RigidObject | RigidObjectCollection
"""What has a state."""

AssetState: TypeAlias = dict[str, torch.Tensor]
"""By quantity, all float32: "root_pose" (n, 7) (position [m], quaternion x y z w), "root_velocity" (n, 6) (linear [m/s]
of the centre of mass, angular [rad/s]), and for articulations "joint_position" [m, rad] and "joint_velocity" [m/s,
rad/s], (n, num_joints). Collections have "body_pose" (n, num_objects, 7) and "body_velocity" (n, num_objects, 6),
deformable objects "nodal_position" [m] and "nodal_velocity" [m/s], (n, num_nodes, 3)."""


class _Quantity(NamedTuple):
    """A part of the state.

    Attributes:
        name: Its name in the state.
        read: Property of the data that reads it.
        write: Method that writes it for ``env_ids``.
        keyword: The method's parameter for the values.
        dtype: Warp type of an element.
    """

    name: str
    read: str
    write: str
    keyword: str
    dtype: Any

    @property
    def is_placed(self) -> bool:
        """Whether the first three numbers of its values are a position."""
        return self.dtype is wp.transformf or self.name == "nodal_position"


_ROOT = [
    _Quantity("root_pose", "root_link_pose_w", "write_root_pose_to_sim_index", "root_pose", wp.transformf),
    _Quantity(
        "root_velocity", "root_com_vel_w", "write_root_velocity_to_sim_index", "root_velocity", wp.spatial_vectorf
    ),
]
_JOINTS = [
    _Quantity("joint_position", "joint_pos", "write_joint_position_to_sim_index", "position", wp.float32),
    _Quantity("joint_velocity", "joint_vel", "write_joint_velocity_to_sim_index", "velocity", wp.float32),
]
_OBJECTS = [
    _Quantity("body_pose", "body_link_pose_w", "write_body_pose_to_sim_index", "body_poses", wp.transformf),
    _Quantity(
        "body_velocity", "body_com_vel_w", "write_body_velocity_to_sim_index", "body_velocities", wp.spatial_vectorf
    ),
]
_NODES = [
    _Quantity("nodal_position", "nodal_pos_w", "write_nodal_pos_to_sim_index", "nodal_pos", wp.vec3f),
    _Quantity("nodal_velocity", "nodal_vel_w", "write_nodal_velocity_to_sim_index", "nodal_vel", wp.vec3f),
]


def read_state(asset: Asset, origins: torch.Tensor | None) -> AssetState:
    """Copy the state of an asset in all environments.

    Args:
        asset: The asset.
        origins: Points that positions are relative to [m], shape (num_envs, 3); None for the origin of the world.
    """
    state = {}
    for quantity in _quantities(asset):
        values = getattr(asset.data, quantity.read).torch.clone()
        if quantity.is_placed and origins is not None:
            values[..., :3] -= _aligned(origins, values)
        state[quantity.name] = values
    return state


def require_state(name: str, asset: Asset, state: AssetState, num_rows: int) -> None:
    """Refuse a state that cannot be written.

    Args:
        name: Name of the asset, for messages.
        asset: The asset.
        state: State to check.
        num_rows: Number of environments that it is for.

    Raises:
        KeyError: A quantity is missing.
        TypeError: A quantity is no array, or of other elements.
        ValueError: A quantity has another shape or is on another device, or (on a CPU) holds NaN or no rotation.
    """
    quantities = _quantities(asset)
    missing = [quantity.name for quantity in quantities if quantity.name not in state]
    if missing:
        raise KeyError(f"The state of '{name}' lacks {', '.join(missing)}; it has: {', '.join(state) or 'nothing'}.")
    for quantity in quantities:
        values, label = state[quantity.name], f"{quantity.name} of {name}"
        shape = (num_rows, *getattr(asset.data, quantity.read).warp.shape[1:])
        asset.assert_shape_and_dtype(values, shape, quantity.dtype, label)
        require_finite(_on_host(values), label)
        if quantity.dtype is wp.transformf:
            require_rotations(_on_host(values), label)


def write_state(asset: Asset, state: AssetState, env_ids: torch.Tensor, origins: torch.Tensor | None) -> None:
    """Put an asset into a state that :func:`require_state` let pass, with its joint targets where its joints are.

    Args:
        asset: The asset.
        state: State with a row for each of ``env_ids``.
        env_ids: Environments, shape (n,).
        origins: Points that positions are relative to [m], shape (n, 3); None for the origin of the world.
    """
    for quantity in _quantities(asset):
        values = state[quantity.name]
        if quantity.is_placed and origins is not None:
            values = values.clone()
            values[..., :3] += _aligned(origins, values)
        getattr(asset, quantity.write)(**{quantity.keyword: values}, env_ids=env_ids)
    if isinstance(asset, Articulation) and not isinstance(asset, Multirotor):  # whose joints nothing drives
        asset.set_joint_position_target_index(target=state["joint_position"], env_ids=env_ids)
        asset.set_joint_velocity_target_index(target=state["joint_velocity"], env_ids=env_ids)


def _quantities(asset: Asset) -> list[_Quantity]:
    if isinstance(asset, RigidObjectCollection):
        return _OBJECTS
    if isinstance(asset, DeformableObject):
        return _NODES
    return _ROOT + _JOINTS if isinstance(asset, Articulation) else _ROOT


def _aligned(origins: torch.Tensor, poses: torch.Tensor) -> torch.Tensor:
    """Origins that can be added to positions of shape (n, 3), or (n, m, 3)."""
    return origins if poses.ndim == 2 else origins[:, None]


def _on_host(values: torch.Tensor) -> np.ndarray | None:
    """Values for NumPy, or None where looking at them would wait for a GPU."""
    return values.detach().numpy() if values.device.type == "cpu" else None
