"""The state of one asset as a dict of tensors: read, checked and written."""

from __future__ import annotations

import numpy as np
import torch
import warp as wp

from pippin.assets import Articulation, RigidObject
from pippin.assets.inputs import require_finite, require_rotations

AssetState = dict[str, torch.Tensor]
"""By quantity, all float32: "root_pose" (n, 7) (position [m], quaternion x y z w), "root_velocity" (n, 6) (linear [m/s]
of the centre of mass, angular [rad/s]), and for articulations "joint_position" [m, rad] and "joint_velocity" [m/s,
rad/s], (n, num_joints)."""

_ROOT = {"root_pose": wp.transformf, "root_velocity": wp.spatial_vectorf}
_JOINTS = ("joint_position", "joint_velocity")


def read_state(asset: Articulation | RigidObject, origins: torch.Tensor | None) -> AssetState:
    """Copy the state of an asset in all environments.

    Args:
        asset: Articulation or rigid object.
        origins: Points that positions are relative to [m], shape (num_envs, 3); None for the origin of the world.
    """
    pose = asset.data.root_link_pose_w.torch.clone()
    if origins is not None:
        pose[:, :3] -= origins
    state = {"root_pose": pose, "root_velocity": asset.data.root_com_vel_w.torch.clone()}
    if isinstance(asset, Articulation):
        state["joint_position"] = asset.data.joint_pos.torch.clone()
        state["joint_velocity"] = asset.data.joint_vel.torch.clone()
    return state


def require_state(name: str, asset: Articulation | RigidObject, state: AssetState, num_rows: int) -> None:
    """Refuse a state that cannot be written.

    Args:
        name: Name of the asset, for messages.
        asset: Articulation or rigid object.
        state: State to check.
        num_rows: Number of environments that it is for.

    Raises:
        KeyError: A quantity is missing.
        TypeError: A quantity is no array, or of other elements.
        ValueError: A quantity has another shape or is on another device, or (on a CPU) holds NaN or no rotation.
    """
    quantities = (*_ROOT, *(_JOINTS if isinstance(asset, Articulation) else ()))
    missing = [quantity for quantity in quantities if quantity not in state]
    if missing:
        raise KeyError(f"The state of '{name}' lacks {', '.join(missing)}; it has: {', '.join(state) or 'nothing'}.")
    for quantity, dtype in _ROOT.items():
        asset.assert_shape_and_dtype(state[quantity], (num_rows,), dtype, f"{quantity} of {name}")
    if isinstance(asset, Articulation):
        for quantity in _JOINTS:
            shape = (num_rows, asset.num_joints)
            asset.assert_shape_and_dtype(state[quantity], shape, wp.float32, f"{quantity} of {name}")
    for quantity in quantities:
        require_finite(_on_host(state[quantity]), f"{quantity} of {name}")
    require_rotations(_on_host(state["root_pose"]), f"root_pose of {name}")


def write_state(
    asset: Articulation | RigidObject, state: AssetState, env_ids: torch.Tensor, origins: torch.Tensor | None
) -> None:
    """Put an asset into a state that :func:`require_state` let pass, with its joint targets where its joints are.

    Args:
        asset: Articulation or rigid object.
        state: State with a row for each of ``env_ids``.
        env_ids: Environments, shape (n,).
        origins: Points that positions are relative to [m], shape (n, 3); None for the origin of the world.
    """
    pose = state["root_pose"].clone()
    if origins is not None:
        pose[:, :3] += origins
    asset.write_root_pose_to_sim_index(root_pose=pose, env_ids=env_ids)
    asset.write_root_velocity_to_sim_index(root_velocity=state["root_velocity"], env_ids=env_ids)
    if isinstance(asset, Articulation):
        position, velocity = state["joint_position"], state["joint_velocity"]
        asset.write_joint_position_to_sim_index(position=position, env_ids=env_ids)
        asset.write_joint_velocity_to_sim_index(velocity=velocity, env_ids=env_ids)
        asset.set_joint_position_target_index(target=position, env_ids=env_ids)
        asset.set_joint_velocity_target_index(target=velocity, env_ids=env_ids)


def _on_host(values: torch.Tensor) -> np.ndarray | None:
    """Values for NumPy, or None where looking at them would wait for a GPU."""
    return values.detach().numpy() if values.device.type == "cpu" else None
