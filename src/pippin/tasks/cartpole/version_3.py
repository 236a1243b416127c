"""Cartpole with managers as Isaac Lab 3.0.0 releases it: what differs from 2.3.2."""

from __future__ import annotations

from typing import Any

from pippin.assets import AssetBaseCfg
from pippin.envs.managers import RewardTermCfg
from pippin.sim.spawners import DistantLightCfg
from pippin.tasks.cartpole import cartpole_env_cfg as version_2
from pippin.tasks.cartpole import mdp
from pippin.tasks.engines import CartpolePhysicsCfg
from pippin.utils import configclass

LIGHT_ORIENTATION = (-0.14644663035869598, -0.3535534143447876, -0.3535534143447876, 0.8535533547401428)
"""Orientation of the light (x, y, z, w), which falls obliquely."""


@configclass
class CartpoleSceneCfg(version_2.CartpoleSceneCfg):
    """A cart with a pole, on a plane."""

    dome_light: Any = None
    distant_light = AssetBaseCfg(
        prim_path="/World/DistantLight",
        init_state=AssetBaseCfg.InitialStateCfg(rot=LIGHT_ORIENTATION),
        spawn=DistantLightCfg(color=(1.0, 1.0, 1.0), intensity=2000.0),
    )


@configclass
class RewardsCfg(version_2.RewardsCfg):
    """An upright pole, and little motion; the share of episodes that are survived is logged."""

    success_rate = RewardTermCfg(func=mdp.survival_success_rate, weight=0.0)


@configclass
class CartpoleEnvCfg(version_2.CartpoleEnvCfg):
    """Cartpole."""

    scene: Any = CartpoleSceneCfg(num_envs=4096, env_spacing=4.0)
    rewards: Any = RewardsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.sim.physics = CartpolePhysicsCfg()
