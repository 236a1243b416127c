"""Cartpole whose policy sees images."""

from __future__ import annotations

import pytest
import torch

from pippin.envs import ManagerBasedRLEnv
from pippin.tasks.cartpole import cartpole_camera_env as direct
from pippin.tasks.cartpole.cartpole_camera_env_cfg import CartpoleDepthCameraEnvCfg, CartpoleRGBCameraEnvCfg


@pytest.mark.parametrize(("cfg_type", "channels"), [(CartpoleRGBCameraEnvCfg, 3), (CartpoleDepthCameraEnvCfg, 1)])
def test_the_policy_sees_the_cart(cfg_type: type, channels: int) -> None:
    cfg = cfg_type()
    cfg.scene.num_envs, cfg.sim.device = 2, "cpu"
    env = ManagerBasedRLEnv(cfg)
    image = env.reset()[0]["policy"]
    assert image.shape == (2, 100, 100, channels)
    middle, edge = image[:, 30:70, 45:55].flatten(1), image[:, :5].flatten(1)  # the pole, and the sky
    assert (middle.std(dim=1) > edge.std(dim=1)).all() and torch.isfinite(image).all()
    env.close()


def make_direct(cfg_type: type) -> direct.CartpoleCameraEnv:
    cfg = cfg_type()
    cfg.scene.num_envs, cfg.sim.device, cfg.seed = 2, "cpu", 3
    return direct.CartpoleCameraEnv(cfg)


def test_a_direct_policy_sees_colors_about_their_mean() -> None:
    env = make_direct(direct.CartpoleRGBCameraEnvCfg)
    image = env.reset()[0]["policy"]
    assert image.shape == (2, 100, 100, 3) and image.std() > 0.01
    torch.testing.assert_close(image.mean(dim=(1, 2)), torch.zeros(2, 3), atol=1e-5, rtol=0.0)
    env.close()


def test_a_direct_policy_sees_how_far_the_cart_is() -> None:
    """The camera is 5 m behind it; beside it there is nothing, which is 0."""
    env = make_direct(direct.CartpoleDepthCameraEnvCfg)
    image = env.reset()[0]["policy"]
    assert image.shape == (2, 100, 100, 1)
    assert (image[:, :5] == 0.0).all()
    cart = image[:, 48:52, 49:51]
    assert ((cart > 4.5) & (cart < 5.1)).all()
    env.close()


def test_a_direct_policy_sees_one_kind_of_images() -> None:
    cfg = direct.CartpoleRGBCameraEnvCfg()
    cfg.tiled_camera.data_types = ["rgb", "depth"]
    with pytest.raises(ValueError, match="expected 'rgb' or 'depth'"):
        direct.CartpoleCameraEnv(cfg)
