"""Cartpole whose policy sees images, with managers, as Isaac Lab 3.0.0 releases it.

The policy sees the last two images, and a critic is told the joints. Kinds of images are alternatives
(``presets=depth``).
"""

from __future__ import annotations

import math
from typing import Any

from pippin.envs.managers import ObservationGroupCfg, ObservationTermCfg
from pippin.sensors import TiledCameraCfg
from pippin.tasks.cartpole import mdp
from pippin.tasks.cartpole.cartpole_camera_env_cfg import CAMERA, camera
from pippin.tasks.cartpole.cartpole_env_cfg import ObservationsCfg
from pippin.tasks.cartpole.version_3 import CartpoleEnvCfg, CartpoleSceneCfg
from pippin.tasks.engines import RendererPresetCfg
from pippin.tasks.manipulation.scenes import rotation
from pippin.utils import configclass
from pippin.utils.presets import PresetCfg


def look_at_cart(data_type: str, width: int = 96) -> TiledCameraCfg:
    """A camera 5 m behind the cart and 2 m above it, which looks along x and sees as many pixels each way."""
    offset = TiledCameraCfg.OffsetCfg(pos=(-5.0, 0.0, 2.0), rot=rotation(), convention="world")
    return camera(data_type, "{ENV_REGEX_NS}/Camera", offset).replace(width=width, height=width)


def _seen(data_type: str) -> TiledCameraCfg:
    return look_at_cart(data_type).replace(renderer_cfg=RendererPresetCfg())


@configclass
class CartpoleTiledCameraCfg(PresetCfg):
    """What a camera sees of the cart."""

    default: Any = _seen("rgb")
    rgb: Any = _seen("rgb")
    depth: Any = _seen("depth")
    albedo: Any = _seen("albedo")
    semantic_segmentation: Any = _seen("semantic_segmentation")
    simple_shading_constant_diffuse: Any = _seen("simple_shading_constant_diffuse")
    simple_shading_diffuse_mdl: Any = _seen("simple_shading_diffuse_mdl")
    simple_shading_full_mdl: Any = _seen("simple_shading_full_mdl")


@configclass
class CartpoleCameraSceneCfg(CartpoleSceneCfg):
    """A cart with a pole before a camera, without a ground, which would hide it."""

    ground: Any = None
    tiled_camera: Any = CartpoleTiledCameraCfg()


@configclass
class ImagePolicyCfg(ObservationGroupCfg):
    """The last two images, one behind the other along the channels, which come first."""

    image: ObservationTermCfg = ObservationTermCfg(
        func=mdp.image_rgb,
        params={"sensor_cfg": CAMERA, "data_type": "rgb", "channel_first": True, "frame_stack": 2},
    )

    def __post_init__(self) -> None:
        self.enable_corruption = False
        self.concatenate_terms = True


@configclass
class ImageObservationsCfg:
    """Images for the policy, and the joints for the critic."""

    policy: ObservationGroupCfg = ImagePolicyCfg()
    critic: ObservationGroupCfg = ObservationsCfg.PolicyCfg()


def _images(data_type: str) -> ImageObservationsCfg:
    """Observations with images of one kind."""
    observations: Any = ImageObservationsCfg()
    term = observations.policy.image
    if data_type == "depth":
        term.func = mdp.image_depth
    elif "segmentation" in data_type:
        term.func = mdp.image_segmentation
    term.params["data_type"] = data_type
    return observations


@configclass
class SeenCartpoleEnvCfg(CartpoleEnvCfg):
    """Cartpole seen by a camera; poles begin closer to the upright."""

    scene: Any = CartpoleCameraSceneCfg(num_envs=512, env_spacing=20.0)
    observations: Any = ImageObservationsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        eighth = 0.125 * math.pi
        self.events.reset_pole_position.params["position_range"] = (-eighth, eighth)
        self.viewer.eye = (20.0, 20.0, 20.0)


@configclass
class CartpoleCameraEnvCfg(PresetCfg):
    """Cartpole with each kind of images."""

    default: Any = SeenCartpoleEnvCfg()
    rgb: Any = SeenCartpoleEnvCfg()
    depth: Any = SeenCartpoleEnvCfg(observations=_images("depth"))
    albedo: Any = SeenCartpoleEnvCfg(observations=_images("albedo"))
    semantic_segmentation: Any = SeenCartpoleEnvCfg(observations=_images("semantic_segmentation"))
    simple_shading_constant_diffuse: Any = SeenCartpoleEnvCfg(observations=_images("simple_shading_constant_diffuse"))
    simple_shading_diffuse_mdl: Any = SeenCartpoleEnvCfg(observations=_images("simple_shading_diffuse_mdl"))
    simple_shading_full_mdl: Any = SeenCartpoleEnvCfg(observations=_images("simple_shading_full_mdl"))
