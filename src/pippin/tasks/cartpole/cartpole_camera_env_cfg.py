"""Cartpole whose policy sees images of a camera. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

import math
from typing import Any

from pippin.envs.managers import ObservationGroupCfg, ObservationTermCfg, SceneEntityCfg
from pippin.sensors import TiledCameraCfg
from pippin.sim.spawners import PinholeCameraCfg
from pippin.tasks.cartpole import mdp
from pippin.tasks.manipulation.scenes import rotation
from pippin.utils import configclass

from .cartpole_env_cfg import CartpoleEnvCfg, CartpoleSceneCfg

CAMERA = SceneEntityCfg("tiled_camera")


def camera(data_type: str, prim_path: str, offset: TiledCameraCfg.OffsetCfg) -> TiledCameraCfg:
    """A camera that sees 100 x 100 pixels of one kind of data, from a place in the environment."""
    return TiledCameraCfg(
        prim_path=prim_path,
        offset=offset,
        data_types=[data_type],
        spawn=PinholeCameraCfg(
            focal_length=24.0, focus_distance=400.0, horizontal_aperture=20.955, clipping_range=(0.1, 20.0)
        ),
        width=100,
        height=100,
    )


def _camera(data_type: str) -> TiledCameraCfg:
    """A camera 7 m behind the cart, which looks along x and 12 degrees down."""
    turn = rotation(pitch=2 * math.asin(0.1045))
    offset = TiledCameraCfg.OffsetCfg(pos=(-7.0, 0.0, 3.0), rot=turn, convention="world")
    return camera(data_type, "{ENV_REGEX_NS}/Camera", offset)


@configclass
class CartpoleRGBCameraSceneCfg(CartpoleSceneCfg):
    """A cart with a pole before a camera that sees colours."""

    tiled_camera: TiledCameraCfg = _camera("rgb")


@configclass
class CartpoleDepthCameraSceneCfg(CartpoleSceneCfg):
    """A cart with a pole before a camera that sees distances."""

    tiled_camera: TiledCameraCfg = _camera("distance_to_camera")


@configclass
class RGBObservationsCfg:
    """What the policy sees: colours."""

    @configclass
    class RGBCameraPolicyCfg(ObservationGroupCfg):
        """An image."""

        image = ObservationTermCfg(func=mdp.image, params={"sensor_cfg": CAMERA, "data_type": "rgb"})

        def __post_init__(self) -> None:
            self.enable_corruption = False
            self.concatenate_terms = True

    policy: ObservationGroupCfg = RGBCameraPolicyCfg()


@configclass
class DepthObservationsCfg:
    """What the policy sees: distances."""

    @configclass
    class DepthCameraPolicyCfg(ObservationGroupCfg):
        """An image."""

        image = ObservationTermCfg(func=mdp.image, params={"sensor_cfg": CAMERA, "data_type": "distance_to_camera"})

    policy: ObservationGroupCfg = DepthCameraPolicyCfg()


@configclass
class ResNet18ObservationCfg:
    """What the policy sees: features that a frozen ResNet-18 finds in colours."""

    @configclass
    class ResNet18FeaturesCameraPolicyCfg(ObservationGroupCfg):
        """Features of an image."""

        image = ObservationTermCfg(
            func=mdp.image_features,
            params={"sensor_cfg": CAMERA, "data_type": "rgb", "model_name": "resnet18"},
        )

    policy: ObservationGroupCfg = ResNet18FeaturesCameraPolicyCfg()


@configclass
class CartpoleRGBCameraEnvCfg(CartpoleEnvCfg):
    """Cartpole seen in colours."""

    scene: Any = CartpoleRGBCameraSceneCfg(num_envs=512, env_spacing=20.0)
    observations: Any = RGBObservationsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        _show_the_cart_alone(self)


@configclass
class CartpoleDepthCameraEnvCfg(CartpoleEnvCfg):
    """Cartpole seen by distances."""

    scene: Any = CartpoleDepthCameraSceneCfg(num_envs=512, env_spacing=20.0)
    observations: Any = DepthObservationsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        _show_the_cart_alone(self)


@configclass
class CartpoleResNet18CameraEnvCfg(CartpoleRGBCameraEnvCfg):
    """Cartpole seen in colours, by their features."""

    observations: Any = ResNet18ObservationCfg()


def _show_the_cart_alone(cfg: CartpoleEnvCfg) -> None:
    """Take the ground away, which would hide the cart from the camera."""
    cfg.scene.ground = None
    cfg.viewer.eye = (7.0, 0.0, 2.5)
    cfg.viewer.lookat = (0.0, 0.0, 2.5)
