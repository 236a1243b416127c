"""The frame of a prim in every environment, whether it moves or not."""

from __future__ import annotations

from typing import Any

import torch

from pippin.sim.stage import get_current_stage
from pippin.sim.xforms import resolve_prim_pose
from pippin.utils import as_torch


class SceneFrame:
    """Pose of what is at a path below the environments' prims.

    Args:
        scene: The scene.
        path: Path relative to the prim of an environment.

    Raises:
        ValueError: There is nothing at the path.
    """

    def __init__(self, scene: Any, path: str) -> None:
        expression = f"{scene.env_regex_ns}/{path}"
        assets = (*scene.articulations.values(), *scene.rigid_objects.values())
        self._asset = next((asset for asset in assets if asset.cfg.prim_path == expression), None)
        self._pose = None if self._asset is not None else _static_pose(scene, path)

    def pose_w(self) -> torch.Tensor:
        """Poses in the world, (position [m], quaternion), shape (N, 7)."""
        if self._asset is not None:
            return as_torch(self._asset.data.root_link_pose_w)
        assert self._pose is not None
        return self._pose


def _static_pose(scene: Any, path: str) -> torch.Tensor:
    """Poses of a prim that no asset moves, from the stage of the first environment."""
    prim = get_current_stage().GetPrimAtPath(f"{scene.env_prim_paths[0]}/{path}")
    if not prim.IsValid():
        raise ValueError(
            f"'task_frame_rel_path' of an action is '{path}'; expected a prim below those of environments."
        )
    position, quat = resolve_prim_pose(prim)
    origins = as_torch(scene.env_origins)
    poses = torch.empty(len(origins), 7, device=origins.device)
    poses[:, :3] = origins - origins[0] + torch.tensor(position, dtype=torch.float32, device=origins.device)
    poses[:, 3:] = torch.tensor(quat, dtype=torch.float32, device=origins.device)
    return poses
