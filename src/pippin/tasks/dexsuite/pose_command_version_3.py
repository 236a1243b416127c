"""Commands of poses of an object as Isaac Lab 3.0.0 has them: a material may show whether the goal is reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from pippin.scene import VisualMaterial
from pippin.tasks.dexsuite import pose_command as version_2
from pippin.utils import configclass

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv


class ObjectUniformPoseCommand(version_2.ObjectUniformPoseCommand):
    """Command a pose of an object in the frame of the robot's root: position and Euler angles uniformly at random.

    The angle to the goal is measured where the orientation matters.

    Args:
        cfg: Config of the command.
        env: The environment.

    Raises:
        ValueError: The material that is to show success is shared by all environments.
    """

    cfg: ObjectUniformPoseCommandCfg

    def __init__(self, cfg: ObjectUniformPoseCommandCfg, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        if cfg.position_only:
            del self.metrics["orientation_error"]
        name = cfg.success_vis_material_name
        self.success_vis_material: VisualMaterial | None = None if name is None else env.scene[name]
        if self.success_vis_material is not None and not self.success_vis_material.is_per_env:
            raise ValueError(f"The material '{name}' is to show success; expected one of each environment, not of all.")
        self._colors = torch.tensor(cfg.success_vis_colors, device=self.device)
        self._show_success(torch.zeros(self.num_envs, dtype=torch.bool, device=self.device))

    def _show_success(self, is_reached: torch.Tensor) -> None:
        super()._show_success(is_reached)
        if self.success_vis_material is not None:
            colors = self._colors[is_reached.long()]
            VisualMaterial.write_channels([self.success_vis_material], {"color": colors.unsqueeze(0)})


@configclass
class ObjectUniformPoseCommandCfg(version_2.ObjectUniformPoseCommandCfg):
    """Config of :class:`ObjectUniformPoseCommand`."""

    class_type: type = ObjectUniformPoseCommand

    success_vis_asset_name: str | None = None
    """Name of what markers are drawn at; None draws none."""

    success_vis_material_name: str | None = None
    """Name of a material of the scene whose colour shows whether the goal is reached; None shows it by none."""

    success_vis_colors: tuple[tuple[float, float, float], tuple[float, float, float]] = (
        (0.25, 0.15, 0.15),
        (0.15, 0.25, 0.15),
    )
    """Its colours (red, green, blue) for a goal that is not reached, and for one that is."""
