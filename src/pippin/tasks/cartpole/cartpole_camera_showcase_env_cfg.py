"""Configs of cartpole seen by cameras with spaces of all kinds: :mod:`.cartpole_showcase_env` says what they hold."""

from __future__ import annotations

from typing import Any

from gymnasium.spaces import Dict, Tuple

from pippin.tasks.cartpole.cartpole_camera_env import CartpoleRGBCameraEnvCfg
from pippin.tasks.cartpole.cartpole_showcase_env import FORCE, SIDES, STRENGTH_AND_SIDE, numbers
from pippin.utils import configclass

IMAGE = numbers(100, 100, 3)


@configclass
class BoxBoxEnvCfg(CartpoleRGBCameraEnvCfg):
    """Sees an image, gives a force."""

    observation_space: Any = IMAGE
    action_space: Any = FORCE


@configclass
class BoxDiscreteEnvCfg(CartpoleRGBCameraEnvCfg):
    """Sees an image, gives a side."""

    observation_space: Any = IMAGE
    action_space: Any = SIDES


@configclass
class BoxMultiDiscreteEnvCfg(CartpoleRGBCameraEnvCfg):
    """Sees an image, gives a strength and a side."""

    observation_space: Any = IMAGE
    action_space: Any = STRENGTH_AND_SIDE


@configclass
class DictBoxEnvCfg(CartpoleRGBCameraEnvCfg):
    """Sees an image and velocities by name, gives a force."""

    observation_space: Any = Dict({"joint-velocities": numbers(2), "camera": IMAGE})
    action_space: Any = FORCE


@configclass
class DictDiscreteEnvCfg(CartpoleRGBCameraEnvCfg):
    """Sees an image and velocities by name, gives a side."""

    observation_space: Any = Dict({"joint-velocities": numbers(2), "camera": IMAGE})
    action_space: Any = SIDES


@configclass
class DictMultiDiscreteEnvCfg(CartpoleRGBCameraEnvCfg):
    """Sees an image and velocities by name, gives a strength and a side."""

    observation_space: Any = Dict({"joint-velocities": numbers(2), "camera": IMAGE})
    action_space: Any = STRENGTH_AND_SIDE


@configclass
class TupleBoxEnvCfg(CartpoleRGBCameraEnvCfg):
    """Sees an image and velocities, gives a force."""

    observation_space: Any = Tuple((IMAGE, numbers(2)))
    action_space: Any = FORCE


@configclass
class TupleDiscreteEnvCfg(CartpoleRGBCameraEnvCfg):
    """Sees an image and velocities, gives a side."""

    observation_space: Any = Tuple((IMAGE, numbers(2)))
    action_space: Any = SIDES


@configclass
class TupleMultiDiscreteEnvCfg(CartpoleRGBCameraEnvCfg):
    """Sees an image and velocities, gives a strength and a side."""

    observation_space: Any = Tuple((IMAGE, numbers(2)))
    action_space: Any = STRENGTH_AND_SIDE
