"""Stacking cubes with Franka's Panda, whose normals and labels are written to pictures for blueprints of videos.

Values are those that Isaac Lab 2.3.2 and 3.0.0 release.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from pippin.envs.managers import ObservationGroupCfg, ObservationTermCfg, SceneEntityCfg
from pippin.robots import released
from pippin.sensors import CameraCfg
from pippin.sim.spawners import PinholeCameraCfg
from pippin.tasks.manipulation import stack_env_cfg, stack_franka, stack_version_3
from pippin.tasks.manipulation import stack_mdp as mdp
from pippin.tasks.manipulation.reach_robots import ROBOT
from pippin.tasks.manipulation.scenes import rotation
from pippin.tasks.manipulation.stack_visuomotor import label_parts
from pippin.utils import configclass

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedEnv

SEGMENT_COLORS = {
    "class:cube_1": (255, 36, 66, 255),
    "class:cube_2": (255, 184, 48, 255),
    "class:cube_3": (55, 255, 139, 255),
    "class:table": (255, 237, 218, 255),
    "class:ground": (100, 100, 100, 255),
    "class:robot": (125, 125, 125, 255),
    "class:UNLABELLED": (125, 125, 125, 255),
    "class:BACKGROUND": (10, 10, 10, 255),
}
"""Colours (red, green, blue, opacity) of labels."""

CAMERAS: dict[str, dict[str, Any]] = {
    "table_cam": {"pos": (1.0, 0.0, 0.33), "turned": (245.0, 0.0, 90.0), "nearest": 0.1},
    "table_high_cam": {"pos": (1.4, 1.8, 1.2), "turned": (245.03, -1.02, 151.56), "nearest": 1.5},
}
"""Where cameras are [m], roll, pitch and yaw of their frames of ROS [deg], and from where on they see [m]."""


def image(
    env: ManagerBasedEnv,
    sensor_cfg: SceneEntityCfg = SceneEntityCfg("tiled_camera"),
    data_type: str = "rgb",
    convert_perspective_to_orthogonal: bool = False,
    normalize: bool = True,
    save_image_to_file: bool = False,
    image_path: str = "image",
) -> torch.Tensor:
    """Return images of a camera as :func:`pippin.envs.mdp.image` does, shape (N, height, width, channels).

    Args:
        env: The environment.
        sensor_cfg: The camera.
        data_type: What the images show, a key of the camera's output.
        convert_perspective_to_orthogonal: Whether distances to the camera become distances to its image plane.
        normalize: Whether values are scaled for a network.
        save_image_to_file: Whether each image is written to a picture, whose name tells the kind, the number of
            successful episodes that were recorded before, the environment and the step.
        image_path: What the names of pictures begin with.
    """
    images = mdp.image(env, sensor_cfg, data_type, convert_perspective_to_orthogonal, normalize)
    if save_image_to_file:
        from pippin.sensors.camera.point_clouds import save_images_to_file

        recorder = getattr(env, "recorder_manager", None)
        trial = 0 if recorder is None else recorder.exported_successful_episode_count
        shown = images.float() / 255.0 if images.dtype == torch.uint8 else images
        for number, each in enumerate(shown.split(1)):
            name = f"{image_path}_{data_type}_trial_{trial}_tile_{number}_step_{env.common_step_counter}.png"
            save_images_to_file(each, name)
    return images


def _written(camera: str, data_type: str, normalize: bool) -> ObservationTermCfg:
    params = {
        "sensor_cfg": SceneEntityCfg(camera),
        "data_type": data_type,
        "normalize": normalize,
        "save_image_to_file": True,
        "image_path": camera,
    }
    return ObservationTermCfg(func=image, params=params)


@configclass
class ObservationsCfg(stack_env_cfg.ObservationsCfg):
    """What the policy sees, which parts of the work are done, and what is written to pictures."""

    @configclass
    class RGBCameraPolicyCfg(ObservationGroupCfg):
        """Normals and colours of labels that both cameras see."""

        table_cam_normals = _written("table_cam", "normals", normalize=True)
        table_cam_segmentation = _written("table_cam", "semantic_segmentation", normalize=False)
        table_high_cam_normals = _written("table_high_cam", "normals", normalize=True)
        table_high_cam_segmentation = _written("table_high_cam", "semantic_segmentation", normalize=False)

        def __post_init__(self) -> None:
            self.enable_corruption = False
            self.concatenate_terms = False

    rgb_camera: Any = RGBCameraPolicyCfg()


def _camera(name: str) -> CameraCfg:
    place = CAMERAS[name]
    return CameraCfg(
        prim_path=f"{{ENV_REGEX_NS}}/{name}",
        update_period=0.0333,
        height=704,
        width=1280,
        data_types=["rgb", "semantic_segmentation", "normals"],
        colorize_semantic_segmentation=True,
        semantic_segmentation_mapping=SEGMENT_COLORS,
        spawn=PinholeCameraCfg(
            focal_length=24.0,
            focus_distance=400.0,
            horizontal_aperture=20.955,
            clipping_range=(place["nearest"], 1.0e5),
        ),
        offset=CameraCfg.OffsetCfg(
            pos=place["pos"], rot=rotation(*map(math.radians, place["turned"])), convention="ros"
        ),
    )


def _look(cfg: Any) -> None:
    """Give a scene both cameras, and labels of what they see."""
    for name in CAMERAS:
        setattr(cfg.scene, name, _camera(name))
    label_parts(cfg)


@configclass
class FrankaCubeStackBlueprintEnvCfg(stack_franka.FrankaCubeStackIkRelEnvCfg):
    """Franka's Panda stacks cubes by changes of its hand's pose; what two cameras see is written to pictures."""

    observations: Any = ObservationsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        _look(self)


@configclass
class NewerStackBlueprintEnvCfg(stack_version_3.FrankaCubeStackIkRelEnvCfg):
    """The same as Isaac Lab 3.0.0 releases it, whose arm begins near its default."""

    observations: Any = ObservationsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_HIGH_PD_CFG.replace(prim_path=ROBOT)
        _look(self)
