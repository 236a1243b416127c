"""A Shadow hand with tendons turns a cube which a camera sees, with managers, as Isaac Lab 3.0.0 releases it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from pippin.envs.managers import ManagerTermBase, ObservationTermCfg, SceneEntityCfg
from pippin.robots.released import hands
from pippin.sensors import JointWrenchSensorCfg
from pippin.tasks.reorient import mdp_version_3 as mdp
from pippin.tasks.reorient.feature_extractor import POSE_SIZE
from pippin.tasks.reorient.manager_version_3 import (
    ReorientFullStateObsCfg,
    ReorientRobotObsCfg,
    ShadowHandManagerEnvCfg,
    ShadowHandManagerSceneCfg,
)
from pippin.tasks.reorient.shadow_hand_camera_version_3 import (
    FeatureExtractor,
    FeatureExtractorCfg,
    camera_presets,
    check_camera,
    extractor_cfg,
)
from pippin.tasks.reorient.shadow_hand_vision_env import cube_corners, pose_and_corners
from pippin.utils import as_torch, configclass

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

FOUND = "_shadow_hand_camera_embeddings"
"""Name that an environment has what its network found under, by which the critic sees it, too."""


class ShadowHandCameraFeatures(ManagerTermBase):
    """Observe position and corners of a cube [m] as a network finds them in images, shape (N, 27).

    The network learns with each observation from the first reset on: before, zeros tell the shape.

    Args:
        cfg: Config of the term.
        env: The environment.
    """

    def __init__(self, cfg: ObservationTermCfg, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        camera = env.scene.sensors[cfg.params["sensor_cfg"].name].cfg
        self._extractor = FeatureExtractor(
            cfg.params["feature_extractor_cfg"],
            env.device,
            camera.data_types,
            getattr(env.cfg, "log_dir", None),
            height=camera.height,
            width=camera.width,
        )
        self._has_begun = False

    def reset(self, env_ids: Any = None) -> None:
        """Begin to find the cube."""
        self._has_begun = True

    def __call__(
        self,
        env: ManagerBasedRLEnv,
        feature_extractor_cfg: FeatureExtractorCfg,
        sensor_cfg: SceneEntityCfg,
        object_cfg: SceneEntityCfg,
    ) -> torch.Tensor:
        """Find the cube.

        Args:
            env: The environment.
            feature_extractor_cfg: Config of the network.
            sensor_cfg: The camera.
            object_cfg: The cube.
        """
        found = torch.zeros(env.num_envs, POSE_SIZE, device=env.device)
        if self._has_begun:
            data = env.scene[object_cfg.name].data
            position = as_torch(data.root_pos_w) - as_torch(env.scene.env_origins)
            pose = pose_and_corners(position, as_torch(data.root_quat_w))
            loss, found = self._extractor.step(env.scene.sensors[sensor_cfg.name].data.output, pose)
            if loss is not None:
                env.extras.setdefault("log", {})["pose_loss"] = loss
        setattr(env, FOUND, found)
        return found


def shadow_hand_camera_cached_features(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Observe what :class:`ShadowHandCameraFeatures` found last [m], shape (N, 27)."""
    found = getattr(env, FOUND, None)
    return torch.zeros(env.num_envs, POSE_SIZE, device=env.device) if found is None else found


def shadow_hand_goal_keypoints(env: ManagerBasedRLEnv, command_name: str) -> torch.Tensor:
    """Observe the corners of a cube at its origin that is turned as commanded [m], shape (N, 24)."""
    rotation = env.command_manager.get_command(command_name)[:, 3:7]
    return cube_corners(torch.zeros(env.num_envs, 3, device=env.device), rotation).flatten(1)


@configclass
class ShadowHandCameraManagerSceneCfg(ShadowHandManagerSceneCfg):
    """A Shadow hand and a cube above its palm, below a camera, without a ground."""

    num_envs: int = 1225
    env_spacing: float = 2.0
    ground: Any = None
    tiled_camera: Any = camera_presets()
    joint_wrench = JointWrenchSensorCfg(prim_path="{ENV_REGEX_NS}/Robot")


@configclass
class ShadowHandCameraObservationsCfg:
    """What hand and camera see for the policy, all for the critic."""

    @configclass
    class CameraPolicyCfg(ReorientRobotObsCfg):
        """Joints, fingertips, goal, last action, and where the cube is found."""

        goal_pose = ObservationTermCfg(func=mdp.generated_commands, params={"command_name": "object_pose"})
        last_action = ObservationTermCfg(func=mdp.last_action)
        camera_features = ObservationTermCfg(
            func=ShadowHandCameraFeatures,
            params={
                "feature_extractor_cfg": FeatureExtractorCfg(),
                "sensor_cfg": SceneEntityCfg("tiled_camera"),
                "object_cfg": SceneEntityCfg("object"),
            },
        )
        goal_keypoints = ObservationTermCfg(func=shadow_hand_goal_keypoints, params={"command_name": "object_pose"})

    @configclass
    class CameraCriticCfg(ReorientFullStateObsCfg):
        """Hand, cube, goal, wrenches at the fingertips, last action, and where the cube is found."""

        fingertip_wrench = ObservationTermCfg(
            func=mdp.body_incoming_wrench,
            scale=10.0,
            params={"sensor_cfg": SceneEntityCfg("joint_wrench", body_names=list(hands.SHADOW_FINGERTIP_NAMES))},
        )
        last_action = ObservationTermCfg(func=mdp.last_action)
        camera_features = ObservationTermCfg(func=shadow_hand_camera_cached_features)

    policy: Any = CameraPolicyCfg()
    critic: Any = CameraCriticCfg()


@configclass
class ShadowHandCameraManagerEnvCfg(ShadowHandManagerEnvCfg):
    """A Shadow hand turns a cube that a camera sees: targets of 16 joints and 4 tendons."""

    scene: ShadowHandCameraManagerSceneCfg = ShadowHandCameraManagerSceneCfg()
    observations: Any = ShadowHandCameraObservationsCfg()
    feature_extractor: FeatureExtractorCfg = extractor_cfg("")

    def __post_init__(self) -> None:
        """Give the network to the term, and a label to the cube."""
        super().__post_init__()
        self.observations.policy.camera_features.params["feature_extractor_cfg"] = self.feature_extractor
        assert self.scene.object.spawn is not None
        self.scene.object.spawn.semantic_tags = [("class", "cube")]

    def validate_config(self) -> None:
        """Refuse distances alone."""
        check_camera(self.scene.tiled_camera, self.feature_extractor)

    def play_mode(self) -> None:
        """Look at 64 hands with a network that was trained."""
        super().play_mode()
        self.scene.num_envs = 64
        self.feature_extractor.train = False
        self.feature_extractor.load_checkpoint = True
        self.observations.policy.camera_features.params["feature_extractor_cfg"] = self.feature_extractor
