"""A group of three joints in seven environments, with random commands and states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
import pytest
import torch

from pippin.actuators import ActuatorBase, ActuatorBaseCfg, ArticulationActions

NUM_ENVS = 7
JOINTS = ["hip", "thigh", "calf"]


@dataclass
class Inputs:
    """What a law is computed from, each of shape (num_envs, num_joints): targets, feed-forward efforts and state."""

    target_pos: torch.Tensor
    target_vel: torch.Tensor
    effort: torch.Tensor
    pos: torch.Tensor
    vel: torch.Tensor

    def action(self) -> ArticulationActions:
        """The targets, as an articulation hands them over."""
        return ArticulationActions(self.target_pos, self.target_vel, self.effort, slice(None))

    def applied_by(self, actuator: ActuatorBase) -> np.ndarray:
        """Effort that an explicit model hands to the engine, as float64."""
        efforts = actuator.compute(self.action(), self.pos, self.vel).joint_efforts
        return efforts.double().cpu().numpy().copy()

    def overwrite(self, other: Inputs) -> None:
        """Take over the values of other inputs at the addresses of these."""
        for name, values in vars(other).items():
            getattr(self, name).copy_(values)

    def numpy(self) -> list[np.ndarray]:
        """The five arrays as float64, for references."""
        return [array.double().cpu().numpy() for array in astuple(self)]


@pytest.fixture
def make_actuator(device: str) -> Callable[..., ActuatorBase]:
    """Makes the model of a config on the device, with values of the asset by name."""

    def make(cfg: ActuatorBaseCfg, joint_names: list[str] = JOINTS, num_envs: int = NUM_ENVS, **asset: Any) -> Any:
        return cfg.class_type(cfg, joint_names, slice(None), num_envs, device, **asset)

    return make


@pytest.fixture
def make_inputs(device: str) -> Callable[..., Inputs]:
    """Makes random inputs on the device, uniform in [-scale, scale]."""

    def make(seed: int = 0, scale: float = 2.0, num_envs: int = NUM_ENVS) -> Inputs:
        generator = torch.Generator().manual_seed(seed)
        values = torch.rand(5, num_envs, len(JOINTS), generator=generator).mul_(2.0 * scale).sub_(scale)
        return Inputs(*values.to(device))

    return make
