"""Configs of cartpole with spaces of all kinds: :mod:`.cartpole_showcase_env` says what they hold."""

from __future__ import annotations

from typing import Any

from gymnasium.spaces import Discrete

from pippin.tasks.cartpole.cartpole_env import CartpoleEnvCfg
from pippin.tasks.cartpole.cartpole_showcase_env import (
    FORCE,
    JOINTS_BY_NAME,
    JOINTS_IN_TURN,
    SIDES,
    SIGNS,
    STRENGTH_AND_SIDE,
    numbers,
)
from pippin.utils import configclass


@configclass
class BoxBoxEnvCfg(CartpoleEnvCfg):
    """Sees numbers, gives a force."""

    observation_space: Any = numbers(4)
    action_space: Any = FORCE


@configclass
class BoxDiscreteEnvCfg(CartpoleEnvCfg):
    """Sees numbers, gives a side."""

    observation_space: Any = numbers(4)
    action_space: Any = SIDES


@configclass
class BoxMultiDiscreteEnvCfg(CartpoleEnvCfg):
    """Sees numbers, gives a strength and a side."""

    observation_space: Any = numbers(4)
    action_space: Any = STRENGTH_AND_SIDE


@configclass
class DiscreteBoxEnvCfg(CartpoleEnvCfg):
    """Sees one of 16 numbers, gives a force."""

    observation_space: Any = Discrete(16)
    action_space: Any = FORCE


@configclass
class DiscreteDiscreteEnvCfg(CartpoleEnvCfg):
    """Sees one of 16 numbers, gives a side."""

    observation_space: Any = Discrete(16)
    action_space: Any = SIDES


@configclass
class DiscreteMultiDiscreteEnvCfg(CartpoleEnvCfg):
    """Sees one of 16 numbers, gives a strength and a side."""

    observation_space: Any = Discrete(16)
    action_space: Any = STRENGTH_AND_SIDE


@configclass
class MultiDiscreteBoxEnvCfg(CartpoleEnvCfg):
    """Sees four signs, gives a force."""

    observation_space: Any = SIGNS
    action_space: Any = FORCE


@configclass
class MultiDiscreteDiscreteEnvCfg(CartpoleEnvCfg):
    """Sees four signs, gives a side."""

    observation_space: Any = SIGNS
    action_space: Any = SIDES


@configclass
class MultiDiscreteMultiDiscreteEnvCfg(CartpoleEnvCfg):
    """Sees four signs, gives a strength and a side."""

    observation_space: Any = SIGNS
    action_space: Any = STRENGTH_AND_SIDE


@configclass
class DictBoxEnvCfg(CartpoleEnvCfg):
    """Sees joints by name, gives a force."""

    observation_space: Any = JOINTS_BY_NAME
    action_space: Any = FORCE


@configclass
class DictDiscreteEnvCfg(CartpoleEnvCfg):
    """Sees joints by name, gives a side."""

    observation_space: Any = JOINTS_BY_NAME
    action_space: Any = SIDES


@configclass
class DictMultiDiscreteEnvCfg(CartpoleEnvCfg):
    """Sees joints by name, gives a strength and a side."""

    observation_space: Any = JOINTS_BY_NAME
    action_space: Any = STRENGTH_AND_SIDE


@configclass
class TupleBoxEnvCfg(CartpoleEnvCfg):
    """Sees joints in turn, gives a force."""

    observation_space: Any = JOINTS_IN_TURN
    action_space: Any = FORCE


@configclass
class TupleDiscreteEnvCfg(CartpoleEnvCfg):
    """Sees joints in turn, gives a side."""

    observation_space: Any = JOINTS_IN_TURN
    action_space: Any = SIDES


@configclass
class TupleMultiDiscreteEnvCfg(CartpoleEnvCfg):
    """Sees joints in turn, gives a strength and a side."""

    observation_space: Any = JOINTS_IN_TURN
    action_space: Any = STRENGTH_AND_SIDE
