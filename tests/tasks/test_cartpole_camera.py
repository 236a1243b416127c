"""Cartpole whose policy sees images."""

from __future__ import annotations

import pytest
import torch

from pippin.envs import ManagerBasedRLEnv
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
