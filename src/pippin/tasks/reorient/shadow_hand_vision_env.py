"""A Shadow hand that turns a cube which a camera sees. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from itertools import product
from typing import Any

import torch

from pippin.assets import Articulation, RigidObject
from pippin.scene import InteractiveSceneCfg
from pippin.sensors import TiledCamera, TiledCameraCfg
from pippin.sim.spawners import DomeLightCfg, PinholeCameraCfg
from pippin.tasks.manipulation.scenes import rotation
from pippin.tasks.reorient.feature_extractor import CHANNELS, POSE_SIZE, FeatureExtractor, FeatureExtractorCfg
from pippin.tasks.reorient.reorient_env import InHandManipulationEnv
from pippin.tasks.reorient.shadow_hand_env_cfg import ShadowHandEnvCfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import quat_apply

_HALF_EDGE = 0.03
"""Half of the cube's edge [m]."""


@configclass
class ShadowHandVisionEnvCfg(ShadowHandEnvCfg):
    """A Shadow hand below a camera; where the cube is, a network finds in its images."""

    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=1225, env_spacing=2.0, replicate_physics=True)
    tiled_camera: TiledCameraCfg = TiledCameraCfg(
        prim_path="/World/envs/env_.*/Camera",
        offset=TiledCameraCfg.OffsetCfg(pos=(0.0, -0.35, 1.0), rot=rotation(pitch=0.5 * torch.pi), convention="world"),
        data_types=list(CHANNELS),
        spawn=PinholeCameraCfg(
            focal_length=24.0, focus_distance=400.0, horizontal_aperture=20.955, clipping_range=(0.1, 20.0)
        ),
        width=120,
        height=120,
    )
    feature_extractor: FeatureExtractorCfg = FeatureExtractorCfg()
    observation_space = 164 + POSE_SIZE
    state_space = 187 + POSE_SIZE

    def __post_init__(self) -> None:
        assert self.object_cfg.spawn is not None
        self.object_cfg.spawn.semantic_tags = [("class", "cube")]


@configclass
class ShadowHandVisionEnvPlayCfg(ShadowHandVisionEnvCfg):
    """The same to look at, with a network that was trained."""

    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=64, env_spacing=2.0, replicate_physics=True)
    feature_extractor: FeatureExtractorCfg = FeatureExtractorCfg(train=False, load_checkpoint=True)


class ShadowHandVisionEnv(InHandManipulationEnv):
    """Turns a cube whose pose a network finds in images; the critic sees the pose, too."""

    cfg: ShadowHandVisionEnvCfg

    def __init__(self, cfg: ShadowHandVisionEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        self.feature_extractor = self._make_extractor()
        self.goal_pos[:] = torch.tensor((-0.2, 0.1, 0.6), device=self.device)  # out of the camera's sight

    def _make_extractor(self) -> FeatureExtractor:
        return FeatureExtractor(self.cfg.feature_extractor, self.device, self.cfg.log_dir)

    def _setup_scene(self) -> None:
        """Put up the hand, the cube and the camera, without a ground."""
        self.hand = self.scene.articulations["robot"] = Articulation(self.cfg.robot_cfg)
        self.object = self.scene.rigid_objects["object"] = RigidObject(self.cfg.object_cfg)
        self._tiled_camera = self.scene.sensors["tiled_camera"] = TiledCamera(self.cfg.tiled_camera)
        self.scene.clone_environments(copy_from_source=False)
        light = DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
        light.func("/World/Light", light)

    def _get_observations(self) -> dict[str, torch.Tensor]:
        """Joints, goal, fingertips and what the network found for the policy; forces and the cube for the critic."""
        seen = self._seen()
        joints, joint_speeds, in_hand, goal = seen[0], seen[1], *seen[6:8]
        found = self._found()
        corners = cube_corners(torch.zeros_like(self.goal_pos), self.goal_rot).flatten(1)
        policy = (joints, joint_speeds, in_hand, goal, *seen[9:], self.actions, found, corners)
        return {"policy": torch.cat(policy, dim=-1), "critic": torch.cat((self._full_state(seen), found), dim=-1)}

    def _found(self) -> torch.Tensor:
        """Position of the cube and of its corners [m] as the network finds them, shape (num_envs, 27)."""
        images: Any = self._tiled_camera.data.output
        kinds = {kind: as_torch(images[kind]) for kind in self._tiled_camera.cfg.data_types}
        pose = pose_and_corners(self.object_pos, self.object_rot)
        loss, found = self.feature_extractor.find_and_learn(kinds, pose)
        if loss is not None:
            self.extras.setdefault("log", {})["pose_loss"] = loss
        return found


def pose_and_corners(positions: torch.Tensor, rotations: torch.Tensor) -> torch.Tensor:
    """Positions of cubes and of their corners [m], shape (N, 27); arguments as of :func:`cube_corners`."""
    return torch.cat((positions, cube_corners(positions, rotations).flatten(1)), dim=-1)


def cube_corners(positions: torch.Tensor, rotations: torch.Tensor) -> torch.Tensor:
    """Corners of cubes of 6 cm.

    Args:
        positions: Positions of their middles [m], shape (N, 3).
        rotations: Their orientations, shape (N, 4).

    Returns:
        Positions of the corners [m], shape (N, 8, 3): that in the direction (1, 1, 1) first, and the sign along x
        changes first.
    """
    signs = torch.tensor([each[::-1] for each in product((1.0, -1.0), repeat=3)], device=positions.device)
    corners = (_HALF_EDGE * signs).expand(len(positions), 8, 3)
    turned = as_torch(quat_apply(rotations.unsqueeze(1).expand(-1, 8, 4).reshape(-1, 4), corners.reshape(-1, 3)))
    return positions.unsqueeze(1) + turned.view(-1, 8, 3)
