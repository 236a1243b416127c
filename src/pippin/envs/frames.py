"""Pictures of an environment for ``render("rgb_array")``, without a window."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from pippin.utils import as_torch

MOST_ENVS = 36
"""Environments in a picture, those nearest to the point that the camera looks at: more cost time and show nothing."""


class FrameCamera:
    """Takes pictures as a :class:`~pippin.envs.ViewerCfg` says.

    Args:
        env: The environment, whose simulation plays.
    """

    def __init__(self, env: Any) -> None:
        from pippin.viewers.pictures import PictureCamera  # loads Newton's renderer, which takes seconds

        self._env = env
        self._cfg = env.cfg.viewer
        target = self._origin() + np.asarray(self._cfg.lookat, dtype=float)
        origins = as_torch(env.scene.env_origins).cpu().numpy()
        nearest = np.argsort(np.linalg.norm(origins - target, axis=1), kind="stable")[:MOST_ENVS]
        width, height = self._cfg.resolution
        self._camera = PictureCamera(
            env.sim.physics, env_ids=sorted(nearest.tolist()), width=width, height=height, samples_per_pixel=1
        )

    def take(self) -> np.ndarray:
        """Picture of now, shape (height, width, 3), uint8, red green blue."""
        origin = self._origin()
        eye, target = (origin + np.asarray(point, dtype=float) for point in (self._cfg.eye, self._cfg.lookat))
        return self._camera.take(eye.tolist(), target.tolist())

    def _origin(self) -> np.ndarray:
        """Origin of the frame that the config names, in the world [m].

        Raises:
            ValueError: It names none, or something that is not there.
        """
        cfg, scene = self._cfg, self._env.scene
        if cfg.origin_type == "world":
            return np.zeros(3)
        if not 0 <= cfg.env_index < scene.num_envs:
            raise ValueError(f"viewer.env_index is {cfg.env_index}; there are {scene.num_envs} environments.")
        if cfg.origin_type == "env":
            return _numbers(as_torch(scene.env_origins)[cfg.env_index])
        if cfg.origin_type not in ("asset_root", "asset_body") or cfg.asset_name is None:
            raise ValueError(
                f"viewer.origin_type is '{cfg.origin_type}' and viewer.asset_name {cfg.asset_name!r}; expected "
                "'world', 'env', or 'asset_root' or 'asset_body' with the name of an asset."
            )
        asset = scene[cfg.asset_name]
        if cfg.origin_type == "asset_root":
            return _numbers(as_torch(asset.data.root_pos_w)[cfg.env_index])
        bodies, _ = asset.find_bodies(cfg.body_name)
        return _numbers(as_torch(asset.data.body_pos_w)[cfg.env_index, bodies[0]])


def _numbers(point: torch.Tensor) -> np.ndarray:
    return point.detach().cpu().numpy().astype(float)
