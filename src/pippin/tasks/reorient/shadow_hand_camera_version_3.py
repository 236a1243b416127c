"""A Shadow hand with tendons turns a cube which a camera sees. Values are those that Isaac Lab 3.0.0 releases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from pippin.assets import Articulation, RigidObject
from pippin.scene import InteractiveSceneCfg
from pippin.sensors import CameraCfg, JointWrenchSensorCfg
from pippin.sim.spawners import DomeLightCfg, PinholeCameraCfg
from pippin.tasks.engines import RendererPresetCfg
from pippin.tasks.manipulation.scenes import ISAAC_ASSETS, rotation
from pippin.tasks.reorient import feature_extractor as version_2
from pippin.tasks.reorient.shadow_hand_vision_env import ShadowHandVisionEnv
from pippin.tasks.reorient.tendon_hand_env import TendonHandEnv, TendonShadowHandEnvCfg
from pippin.utils import as_torch, configclass
from pippin.utils.presets import PresetCfg, preset

DEPTHS = ("depth", "distance_to_image_plane", "distance_to_camera")
COLORS = ("albedo", *(f"simple_shading_{name}" for name in ("constant_diffuse", "diffuse_mdl", "full_mdl")))

_CHECKPOINTS = f"{ISAAC_ASSETS}/IsaacLab/PretrainedCheckpoints/rsl_rl"


@configclass
class FeatureExtractorCfg(version_2.FeatureExtractorCfg):
    """Config of a :class:`FeatureExtractor`."""

    enabled: bool = True
    """Whether the network runs; zeros are seen otherwise, to measure how fast cameras are."""

    pretrained_checkpoint: Any = None
    """Path of a checkpoint that is loaded where the folder has none."""


class FeatureExtractor(version_2.FeatureExtractor):
    """Finds a cube in the images of cameras of any kinds.

    Args:
        cfg: Its config.
        device: Where it runs.
        data_types: Kinds of the images, in the order in which the network takes them.
        log_dir: Folder of its checkpoints; "logs" in the working directory if None.
        height: Height of the images [pixel].
        width: Width of the images [pixel].

    Raises:
        FileNotFoundError: A checkpoint is to be loaded, and there is none.
    """

    cfg: FeatureExtractorCfg

    def __init__(
        self,
        cfg: FeatureExtractorCfg,
        device: str,
        data_types: list[str],
        log_dir: str | None = None,
        height: int = 120,
        width: int = 120,
    ) -> None:
        self.data_types = list(data_types)
        super().__init__(cfg, device, log_dir, version_2.FeatureExtractorNetwork(self.data_types, height, width))

    def _checkpoint(self) -> Path:
        pretrained = self.cfg.pretrained_checkpoint
        if pretrained and not list(Path(self.log_dir).glob("*.pth")) and Path(pretrained).is_file():
            return Path(pretrained)
        return super()._checkpoint()

    def step(  # type: ignore[override]
        self, camera_output: Any, gt_pose: torch.Tensor
    ) -> tuple[torch.Tensor | None, torch.Tensor]:
        """Find the cube, and learn from where it is, if the config says so.

        Args:
            camera_output: What the camera sees, by kinds: colours of 0 to 255 and distances [m].
            gt_pose: Position of the cube and of its corners in the environment's frame [m], shape (N, 27).

        Returns:
            The loss, a hundred times the mean square error [m^2], or None if it does not learn; and what it found,
            shape (N, 27).
        """
        return self.find_and_learn({kind: as_torch(camera_output[kind]) for kind in self.data_types}, gt_pose)

    def find_and_learn(self, kinds: Any, gt_pose: torch.Tensor) -> tuple[torch.Tensor | None, torch.Tensor]:
        """Find the cube as :meth:`step` does, or give zeros where the network is not enabled."""
        if self.cfg.enabled:
            return super().find_and_learn(kinds, gt_pose)
        if self.cfg.write_image_to_file:
            self._write(kinds, version_2.network_input(kinds))
        return None, torch.zeros_like(gt_pose)


def extractor_cfg(kind: str) -> FeatureExtractorCfg:
    """Describe the network of a task, with the released checkpoints of both engines.

    Args:
        kind: What the checkpoints' names have after that of the task.
    """
    names = {"newton_mjwarp": "newtonmjwarp_newton", "physx": "physx_rtx"}
    newton, physx = (
        f"{_CHECKPOINTS}/Isaac-Reorient-Cube-Shadow-Camera{kind}_{name}_rsl_rl_feature_extractor.pth"
        for name in names.values()
    )
    checkpoints = preset(default=newton, newton_mjwarp=newton, isaacsim_physx=physx, ovphysx=physx, physx=physx)
    return FeatureExtractorCfg(pretrained_checkpoint=checkpoints)


def _camera(*data_types: str) -> CameraCfg:
    return CameraCfg(
        prim_path="{ENV_REGEX_NS}/Camera",
        offset=CameraCfg.OffsetCfg(pos=(0.0, -0.35, 1.0), rot=rotation(pitch=0.5 * torch.pi), convention="world"),
        data_types=list(data_types),
        spawn=PinholeCameraCfg(
            focal_length=24.0, focus_distance=400.0, horizontal_aperture=20.955, clipping_range=(0.1, 20.0)
        ),
        width=120,
        height=120,
        renderer_cfg=RendererPresetCfg(),  # type: ignore[arg-type]
    )


def camera_presets() -> PresetCfg:
    """Give a camera above the hand with each kind of images; colours, distances and labels where none is chosen."""
    single = ("rgb", *COLORS, "depth", "semantic_segmentation")
    return preset(
        default=_camera(*version_2.CHANNELS),
        full=_camera(*version_2.CHANNELS),
        **{kind: _camera(kind) for kind in single},
    )


def check_camera(camera: CameraCfg, extractor: FeatureExtractorCfg) -> None:
    """Refuse a network that is to find the cube by distances alone, which does not work.

    Args:
        camera: The camera.
        extractor: The network.

    Raises:
        ValueError: The camera sees distances alone, and the network is enabled.
    """
    if extractor.enabled and camera.data_types and set(camera.data_types) <= set(DEPTHS):
        raise ValueError(
            f"The camera's 'data_types' are {camera.data_types}, of which the network that finds the cube cannot be "
            "learned; expected colours among them, as presets=rgb gives, or 'feature_extractor.enabled=False'."
        )


@configclass
class ShadowHandCameraSceneCfg(InteractiveSceneCfg):
    """A camera above the hand, and the wrenches at its joints."""

    num_envs: int = 1225
    env_spacing: float = 2.0
    joint_wrench = JointWrenchSensorCfg(prim_path="{ENV_REGEX_NS}/Robot")
    tiled_camera: Any = camera_presets()


@configclass
class ShadowHandCameraEnvCfg(TendonShadowHandEnvCfg):
    """A Shadow hand below a camera; where the cube is, a network finds in its images."""

    scene: ShadowHandCameraSceneCfg = ShadowHandCameraSceneCfg()
    feature_extractor: FeatureExtractorCfg = extractor_cfg("-Direct")
    observation_space = 164 + version_2.POSE_SIZE
    state_space = 187 + version_2.POSE_SIZE

    def __post_init__(self) -> None:
        """Give the cube a label."""
        assert self.object_cfg.spawn is not None
        self.object_cfg.spawn.semantic_tags = [("class", "cube")]

    def validate_config(self) -> None:
        """Refuse distances alone."""
        check_camera(self.scene.tiled_camera, self.feature_extractor)

    def play_mode(self) -> None:
        """Look at 64 hands with a network that was trained."""
        super().play_mode()
        self.scene.num_envs = 64
        self.feature_extractor.train = False
        self.feature_extractor.load_checkpoint = True


@configclass
class ShadowHandCameraBenchmarkEnvCfg(ShadowHandCameraEnvCfg):
    """The same without the network, to measure how fast cameras are."""

    feature_extractor: FeatureExtractorCfg = FeatureExtractorCfg(enabled=False)


class ShadowHandCameraEnv(ShadowHandVisionEnv, TendonHandEnv):  # type: ignore[misc]
    """Turns a cube whose pose a network finds in images, in a hand of which some motors pull tendons."""

    cfg: ShadowHandCameraEnvCfg  # type: ignore[assignment]

    def __init__(self, cfg: ShadowHandCameraEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)  # type: ignore[arg-type]
        self.goal_pos[:] = torch.tensor((-0.2, -0.45, 0.68), device=self.device)

    def _make_extractor(self) -> FeatureExtractor:
        camera = self.cfg.scene.tiled_camera
        return FeatureExtractor(
            self.cfg.feature_extractor,
            self.device,
            camera.data_types,
            self.cfg.log_dir,
            height=camera.height,
            width=camera.width,
        )

    def _setup_scene(self) -> None:
        """Put up hand and cube, without a ground; camera and sensor are the scene's."""
        self.hand = self.scene.articulations["robot"] = Articulation(self.cfg.robot_cfg)
        self.object = self.scene.rigid_objects["object"] = RigidObject(self.cfg.object_cfg)
        self._tiled_camera = self.scene.sensors["tiled_camera"]
        self.scene.clone_environments(copy_from_source=False)
        light = DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
        light.func("/World/Light", light)
