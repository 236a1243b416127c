"""Types that environments share, and the config of the camera that looks at them."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import gymnasium
import torch

from pippin.utils import configclass


@configclass
class ViewerCfg:
    """The camera of ``render("rgb_array")`` and of viewers."""

    eye: tuple[float, float, float] = (7.5, 7.5, 7.5)
    """Position of the camera [m], in the frame that ``origin_type`` chooses."""

    lookat: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Point that it looks at [m], in the same frame."""

    resolution: tuple[int, int] = (1280, 720)
    """Width and height of pictures [pixel]."""

    origin_type: Literal["world", "env", "asset_root", "asset_body"] = "world"
    """Frame of ``eye`` and ``lookat``: the world, or its axes at an environment, an asset or a body."""

    env_index: int = 0
    """Environment of that frame."""

    asset_name: str | None = None
    """Asset of that frame."""

    body_name: str | None = None
    """Body of that frame."""


@configclass
class TeleopDevicesCfg:
    """Devices of a person who operates a robot; scripts that do that look them up by name."""

    devices: dict[str, Any] = {}
    """Config of each device, by the name that command lines give."""


SpaceType = TypeVar("SpaceType", gymnasium.spaces.Space, int, set, tuple, list, dict)
"""A space of Gymnasium, or the shorthand for one."""

VecEnvObs = dict[str, torch.Tensor | dict[str, torch.Tensor]]
"""Observations of all environments by group."""

VecEnvStepReturn = tuple[VecEnvObs, torch.Tensor, torch.Tensor, torch.Tensor, dict]
"""Observations, rewards, where terminated, where truncated, and what else there is to say."""

AgentID = TypeVar("AgentID")
"""Name of an agent."""

ObsType = TypeVar("ObsType", torch.Tensor, dict[str, torch.Tensor])
"""Observation of an agent."""

ActionType = TypeVar("ActionType", torch.Tensor, dict[str, torch.Tensor])
"""Action of an agent."""

StateType = TypeVar("StateType", torch.Tensor, dict)
"""State of all agents together."""

EnvStepReturn = tuple[dict[Any, Any], dict[Any, Any], dict[Any, Any], dict[Any, Any], dict[Any, Any]]
"""Observations, rewards, where terminated, where truncated, and what else there is to say, each by agent."""
