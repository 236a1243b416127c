"""Cartpole whose policy sees images, as a direct environment. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from typing import Any

import torch

from pippin.assets import Articulation
from pippin.scene import InteractiveSceneCfg
from pippin.sensors import TiledCamera, TiledCameraCfg
from pippin.sim.spawners import DomeLightCfg
from pippin.tasks.cartpole.cartpole_camera_env_cfg import camera
from pippin.tasks.cartpole.cartpole_env import CartpoleEnv, CartpoleEnvCfg
from pippin.tasks.manipulation.scenes import rotation
from pippin.utils import as_torch, configclass


def _camera(data_type: str) -> TiledCameraCfg:
    """A camera 5 m behind the cart and 2 m above it, which looks along x."""
    offset = TiledCameraCfg.OffsetCfg(pos=(-5.0, 0.0, 2.0), rot=rotation(), convention="world")
    return camera(data_type, "/World/envs/env_.*/Camera", offset)


@configclass
class CartpoleRGBCameraEnvCfg(CartpoleEnvCfg):
    """Cartpole seen in colours, each image less its mean."""

    tiled_camera: TiledCameraCfg = _camera("rgb")
    observation_space: Any = [100, 100, 3]
    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=512, env_spacing=20.0, replicate_physics=True)
    initial_pole_angle_range = [-0.125, 0.125]

    def __post_init__(self) -> None:
        self.viewer.eye = (20.0, 20.0, 20.0)


@configclass
class CartpoleDepthCameraEnvCfg(CartpoleRGBCameraEnvCfg):
    """Cartpole seen by depths [m], 0 where there is nothing."""

    tiled_camera: TiledCameraCfg = _camera("depth")
    observation_space: Any = [100, 100, 1]


def require_one_image(cfg: Any) -> None:
    """Refuse a camera with several types of images, or another one than "rgb" and "depth".

    Raises:
        ValueError: It has.
    """
    if cfg.tiled_camera.data_types not in (["rgb"], ["depth"]):
        raise ValueError(f"The camera has the data types {cfg.tiled_camera.data_types}; expected 'rgb' or 'depth'.")


def put_up_carts_and_cameras(env: Any) -> None:
    """Put carts and cameras up, without a ground, which would hide the cart."""
    env.cartpole = env.scene.articulations["cartpole"] = Articulation(env.cfg.robot_cfg)
    env._tiled_camera = env.scene.sensors["tiled_camera"] = TiledCamera(env.cfg.tiled_camera)
    env.scene.clone_environments(copy_from_source=False)
    light = DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
    light.func("/World/Light", light)


def image_of(camera: TiledCamera) -> torch.Tensor:
    """Colours between 0 and 1 less their mean, or depths [m] with 0 where there is nothing, shape (N, H, W, C)."""
    (data_type,) = camera.cfg.data_types
    images: Any = camera.data.output
    image = as_torch(images[data_type])
    if data_type == "depth":
        return torch.where(image.isinf(), 0.0, image)
    image = image / 255.0
    return image - image.mean(dim=(1, 2), keepdim=True)


class CartpoleCameraEnv(CartpoleEnv):
    """Balances poles on carts that cameras see.

    Raises:
        ValueError: The camera has several types of images, or another one than "rgb" and "depth".
    """

    cfg: CartpoleRGBCameraEnvCfg | CartpoleDepthCameraEnvCfg

    def __init__(self, cfg: CartpoleRGBCameraEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        require_one_image(cfg)
        super().__init__(cfg, render_mode, **kwargs)

    def _setup_scene(self) -> None:
        put_up_carts_and_cameras(self)

    def _get_observations(self) -> dict[str, torch.Tensor]:
        return {"policy": image_of(self._tiled_camera)}
