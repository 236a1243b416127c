"""Frames that task-space actions move: where they are, and how joints move them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from pippin.assets import Articulation
from pippin.utils import as_torch
from pippin.utils.math import (
    combine_frame_transforms,
    matrix_from_quat,
    quat_apply,
    quat_apply_inverse,
    quat_inv,
    quat_mul,
    skew_symmetric_matrix,
    subtract_frame_transforms,
)

from ..selection import index

if TYPE_CHECKING:
    from collections.abc import Sequence

EXACT_FRAMES = True
"""Whether Jacobians and twists are those of the link's frame, and offsets turn with it.

Isaac Lab up to version 2 takes those of the link's centre of mass, and turns the Jacobian by the offset's rotation: in
the older dialects this is False, so that they give the same joint targets.
"""


class TaskFrame:
    """A frame at a fixed offset from a link of an articulation, in the frame of its root.

    Args:
        asset: The articulation.
        body_name: Name of the link, or a regular expression.
        joint_ids: Joints that are to move it, J.
        offset: Config of the offset with ``pos`` [m] and ``rot``; None means none.

    Raises:
        ValueError: The name matches several links.
    """

    def __init__(self, asset: Articulation, body_name: str, joint_ids: Sequence[int], offset: Any) -> None:
        bodies, names = asset.find_bodies(body_name)
        if len(bodies) != 1:
            raise ValueError(f"'body_name' {body_name!r} of an action matches the bodies {names}: it should match one.")
        self.body_idx, self.body_name = int(bodies[0]), names[0]
        self._asset = asset
        root_columns = 0 if asset.is_fixed_base else 6
        self.jacobi_body_idx = self.body_idx - 1 if asset.is_fixed_base else self.body_idx
        self.jacobi_joint_ids = [int(joint) + root_columns for joint in joint_ids]
        self.offset_pos = self.offset_rot = None
        if offset is not None:
            shape = (asset.num_instances, 1)
            self.offset_pos = torch.tensor(offset.pos, dtype=torch.float32, device=asset.device).repeat(shape)
            self.offset_rot = torch.tensor(offset.rot, dtype=torch.float32, device=asset.device).repeat(shape)

    def link_pose_b(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Position [m] and orientation of the link in the root's frame, shapes (N, 3) and (N, 4)."""
        data = self._asset.data
        pos, quat = as_torch(data.body_pos_w)[:, self.body_idx], as_torch(data.body_quat_w)[:, self.body_idx]
        return subtract_frame_transforms(as_torch(data.root_pos_w), as_torch(data.root_quat_w), pos, quat)

    def pose_b(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Position [m] and orientation of the frame in the root's, shapes (N, 3) and (N, 4)."""
        pos, quat = self.link_pose_b()
        if self.offset_pos is None:
            return pos, quat
        return combine_frame_transforms(pos, quat, self.offset_pos, self.offset_rot)

    def jacobian_w(self) -> torch.Tensor:
        """Jacobian of the link (linear, angular velocity in world axes), a new tensor of shape (N, 6, J)."""
        jacobians = as_torch(self._asset.data.body_com_jacobian_w)[:, self.jacobi_body_idx]
        jacobian = jacobians[..., index(self.jacobi_joint_ids, jacobians.device)].clone()
        if EXACT_FRAMES:  # from the centre of mass to the origin of the link
            data = self._asset.data
            com, quat = as_torch(data.body_com_pos_b)[:, self.body_idx], as_torch(data.body_quat_w)[:, self.body_idx]
            self._shift(jacobian, -quat_apply(quat, com))
        return jacobian

    def jacobian_b(self) -> torch.Tensor:
        """Jacobian of the link in the axes of the root, a new tensor of shape (N, 6, J)."""
        jacobian = self.jacobian_w()
        rotation = matrix_from_quat(quat_inv(as_torch(self._asset.data.root_quat_w)))
        return (rotation.unsqueeze(1) @ jacobian.unflatten(1, (2, 3))).flatten(1, 2)

    def frame_jacobian_b(self) -> torch.Tensor:
        """Jacobian of the frame in the axes of the root, a new tensor of shape (N, 6, J)."""
        jacobian = self.jacobian_b()
        if self.offset_pos is None or self.offset_rot is None:
            return jacobian
        if EXACT_FRAMES:
            self._shift(jacobian, self.offset_b())
        else:
            jacobian[:, :3] -= skew_symmetric_matrix(self.offset_pos) @ jacobian[:, 3:]
            jacobian[:, 3:] = matrix_from_quat(self.offset_rot) @ jacobian[:, 3:]
        return jacobian

    def offset_b(self) -> torch.Tensor:
        """Position of the frame from the link, in the axes of the root [m], shape (N, 3)."""
        assert self.offset_pos is not None
        data = self._asset.data
        quat = as_torch(data.body_quat_w)[:, self.body_idx]
        return quat_apply(quat_mul(quat_inv(as_torch(data.root_quat_w)), quat), self.offset_pos)

    def twist_b(self) -> torch.Tensor:
        """Twist of the frame relative to the root, in its axes [m/s, rad/s], shape (N, 6)."""
        data = self._asset.data
        if EXACT_FRAMES:
            link, root = as_torch(data.body_link_vel_w), as_torch(data.root_link_vel_w)
        else:
            link, root = as_torch(data.body_vel_w), as_torch(data.root_vel_w)
        relative = link[:, self.body_idx] - root
        quat = as_torch(data.root_quat_w)
        linear, angular = quat_apply_inverse(quat, relative[:, :3]), quat_apply_inverse(quat, relative[:, 3:])
        if self.offset_pos is not None:
            linear = linear + torch.linalg.cross(angular, self.offset_b(), dim=-1)
        return torch.cat([linear, angular], dim=-1)

    @staticmethod
    def _shift(jacobian: torch.Tensor, way: torch.Tensor) -> None:
        """Move the point whose velocity the Jacobian gives, by a way of shape (N, 3) in the same axes, in place."""
        jacobian[:, :3] += torch.linalg.cross(jacobian[:, 3:], way.unsqueeze(-1).expand_as(jacobian[:, 3:]), dim=1)
