"""Terms of flying between boxes: those of :mod:`pippin.tasks.drone_arl.mdp`, of a depth image and of the boxes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from pippin.envs.managers import ManagerTermBase, ObservationTermCfg, SceneEntityCfg
from pippin.tasks.drone_arl.mdp import *  # noqa: F403
from pippin.tasks.drone_arl.mdp import ROBOT, distance_to_goal_exp, way_to_goal
from pippin.tasks.drone_arl.obstacles import (
    ObstacleDensityCurriculum,  # noqa: F401  (a term of the task)
    difficulty_weight,
    reset_obstacles_with_individual_ranges,  # noqa: F401  (a term of the task)
)
from pippin.utils import as_torch
from pippin.utils.assets_root import assets_root
from pippin.utils.math import orthogonalize_perspective_depth

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

ENCODER = "Isaac/IsaacLab/Contrib/Drone/vae_model.pt"
"""Path of the released encoder below the root of the assets."""

FARTHEST = 10.0
"""Distance that the encoder is told as 1 [m]."""

NEAREST = 0.02
"""Share of it below which there is nothing that can be measured, told as -1."""


class ImageLatentObservation(ManagerTermBase):
    """Observe what a trained encoder finds in depth images, shape (N, number of values), as the encoder gives it.

    Args:
        cfg: Config of the term.
        env: The environment.

    Raises:
        FileNotFoundError: There is no encoder.
        ValueError: Images other than distances to the image plane are to be normalized.
    """

    def __init__(self, cfg: ObservationTermCfg, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        kind, normalizes = cfg.params["data_type"], cfg.params.get("normalize", True)
        if normalizes and kind != "distance_to_image_plane":
            raise ValueError(
                f"'data_type' of ImageLatentObservation is '{kind}'; expected 'distance_to_image_plane', or "
                "'normalize' to be False."
            )
        path = Path(cfg.params.get("model_path") or f"{assets_root()}/{ENCODER}")
        if not path.is_file():
            raise FileNotFoundError(
                f"The encoder of depth images '{path}' is not there; expected NVIDIA's '{ENCODER}' below the folder "
                "that PIPPIN_ASSETS_ROOT names, or the path of another TorchScript file as 'model_path' of the term."
            )
        self._encoder = torch.jit.load(str(path), map_location=env.device).eval()

    def __call__(
        self,
        env: ManagerBasedRLEnv,
        sensor_cfg: SceneEntityCfg,
        data_type: str,
        convert_perspective_to_orthogonal: bool = False,
        normalize: bool = True,
        model_path: str | None = None,
    ) -> torch.Tensor:
        """Encode the images of a camera.

        Args:
            env: The environment.
            sensor_cfg: The camera.
            data_type: Which of its images.
            convert_perspective_to_orthogonal: Whether distances to the camera become those to its image plane.
            normalize: Whether distances are told as shares of 10 m, -1 for those below 0.2 m.
            model_path: Path of a TorchScript file in place of the released one, for images of half precision, shape
                (N, height, width).
        """
        data = env.scene.sensors[sensor_cfg.name].data
        images = as_torch(data.output[data_type])
        if convert_perspective_to_orthogonal and data_type == "distance_to_camera":
            images = orthogonalize_perspective_depth(images, as_torch(data.intrinsic_matrices))
        if normalize:
            images = torch.nan_to_num(images, nan=FARTHEST, posinf=FARTHEST, neginf=FARTHEST)
            images = images.clamp(max=FARTHEST) / FARTHEST
            images = torch.where(images < NEAREST, -1.0, images)
        with torch.no_grad():
            return self._encoder(images.squeeze(-1).half())


def last_action_navigation(env: ManagerBasedRLEnv, action_name: str = "velocity_commands") -> torch.Tensor:
    """Observe the command before the last one, velocities [m/s] and turn [rad/s], shape (N, 4)."""
    term: Any = env.action_manager.get_term(action_name)
    return term.prev_commands


def distance_to_goal_exp_curriculum(
    env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = ROBOT, std: float = 1.0, command_name: str = "target_pose"
) -> torch.Tensor:
    """Reward a root near the goal, more in hard environments: (1 to 2) exp(-(distance / std)^2), shape (N,)."""
    return difficulty_weight(env) * distance_to_goal_exp(env, asset_cfg, std, command_name)


def velocity_to_goal_reward_curriculum(
    env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = ROBOT, command_name: str = "target_pose"
) -> torch.Tensor:
    """Reward velocity towards the commanded place, more in hard environments: (1 to 2) times it [m/s], shape (N,)."""
    way = way_to_goal(env, command_name, asset_cfg)
    direction = way / (way.norm(dim=1, keepdim=True) + 1e-8)
    return difficulty_weight(env) * (as_torch(env.scene[asset_cfg.name].data.root_lin_vel_w) * direction).sum(dim=1)
