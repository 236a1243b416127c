"""Cartpole with spaces of all kinds as Isaac Lab 3.0.0 releases it: one task with them as alternatives."""

from __future__ import annotations

from typing import Any

import torch

from pippin.tasks.cartpole import cartpole_showcase_env_cfg as older
from pippin.tasks.cartpole.cartpole_env import CartpoleEnvCfg as OlderEnvCfg
from pippin.tasks.cartpole.cartpole_showcase_env import forces_of_actions, seen_joints
from pippin.tasks.cartpole.direct_version_3 import CartpoleEnv, CartpoleEnvCfg
from pippin.utils import configclass
from pippin.utils.presets import PresetCfg


class CartpoleShowcaseEnv(CartpoleEnv):
    """Balances poles on carts, with observations and actions of the kinds that the config's spaces say."""

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        self.actions = forces_of_actions(self.single_action_space, actions, self.cfg.action_scale)

    def _get_observations(self) -> dict[str, Any]:
        return {"policy": seen_joints(self)}


def _renewed(cfg: OlderEnvCfg) -> CartpoleEnvCfg:
    """Config of version 3 with the spaces of one of version 2."""
    return CartpoleEnvCfg().replace(observation_space=cfg.observation_space, action_space=cfg.action_space)


@configclass
class CartpoleShowcasePresetsEnvCfg(PresetCfg):
    """All kinds of spaces as alternatives: ``presets=dict_discrete``."""

    default: Any = _renewed(older.BoxBoxEnvCfg())
    box_box: Any = _renewed(older.BoxBoxEnvCfg())
    box_discrete: Any = _renewed(older.BoxDiscreteEnvCfg())
    box_multidiscrete: Any = _renewed(older.BoxMultiDiscreteEnvCfg())
    discrete_box: Any = _renewed(older.DiscreteBoxEnvCfg())
    discrete_discrete: Any = _renewed(older.DiscreteDiscreteEnvCfg())
    discrete_multidiscrete: Any = _renewed(older.DiscreteMultiDiscreteEnvCfg())
    multidiscrete_box: Any = _renewed(older.MultiDiscreteBoxEnvCfg())
    multidiscrete_discrete: Any = _renewed(older.MultiDiscreteDiscreteEnvCfg())
    multidiscrete_multidiscrete: Any = _renewed(older.MultiDiscreteMultiDiscreteEnvCfg())
    dict_box: Any = _renewed(older.DictBoxEnvCfg())
    dict_discrete: Any = _renewed(older.DictDiscreteEnvCfg())
    dict_multidiscrete: Any = _renewed(older.DictMultiDiscreteEnvCfg())
    tuple_box: Any = _renewed(older.TupleBoxEnvCfg())
    tuple_discrete: Any = _renewed(older.TupleDiscreteEnvCfg())
    tuple_multidiscrete: Any = _renewed(older.TupleMultiDiscreteEnvCfg())
