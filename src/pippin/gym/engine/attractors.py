"""Attractors: springs that pull bodies to poses."""

from __future__ import annotations

import numpy as np
import torch
import warp as wp

from pippin.physics.assembly.attractors import attractor_actuators, attractor_mocap

from ..types import AttractorProperties
from ..types.constants import AXIS_ALL
from .asset import pose_array
from .contract import EngineContract
from .sim import GymEnv
from .variants import bias_of


def checked_properties(properties: AttractorProperties) -> AttractorProperties:
    """Copy of the properties that a user gives.

    Raises:
        ValueError: A number is negative or not finite, there is no such axis, or a pose is none.
    """
    numbers = (properties.stiffness, properties.damping)
    if not np.isfinite(numbers).all() or min(numbers) < 0.0:
        raise ValueError(f"stiffness and damping of an attractor must be 0 or more, got {numbers}.")
    if properties.axes & ~AXIS_ALL:
        raise ValueError(f"axes of an attractor are {properties.axes}; expected bits of gymapi.AXIS_ALL ({AXIS_ALL}).")
    pose_array(properties.target), pose_array(properties.offset)
    return properties.__copy__()


class AttractorTargets:
    """Targets that were set on the host. They go to the engine together, before it needs them.

    Args:
        engine: The engine, to which all targets are to go.
    """

    def __init__(self, engine: EngineContract) -> None:
        self._engine = engine
        self._written = {env.index: env for env in engine.sim.envs if env.attractors}

    def set_properties(self, env: GymEnv, number: int) -> None:
        """Take over the properties of a spring."""
        part, world = self._engine.place_of(env.attractors[number].actor)
        actuators = attractor_actuators(part.worlds.model, number)
        bias = bias_of(env.attractors[number], part.worlds, number)
        part.parameters.set_elements("actuator_biasprm", world, actuators, bias)
        self.set_target(env)

    def set_target(self, env: GymEnv) -> None:
        """Take over the targets of the springs of an environment."""
        self._written[env.index] = env

    def flush(self) -> None:
        """Hand the engine what was set."""
        if not self._written:
            return
        envs, self._written = self._written, {}
        for part in self._engine.parts:
            rows = [
                (world, attractor_mocap(part.worlds.model, number), pose_array(attractor.properties.target))
                for world, env in enumerate(part.envs)
                if env.index in envs
                for number, attractor in enumerate(env.attractors)
            ]
            if not rows:
                continue
            worlds, mocaps, targets = (np.array(column) for column in zip(*rows, strict=True))
            poses = torch.as_tensor(targets, dtype=torch.float32, device=self._engine.device)
            wp.to_torch(part.worlds.mocap_pos)[worlds, mocaps] = poses[:, :3]
            wp.to_torch(part.worlds.mocap_quat)[worlds, mocaps] = poses[:, [6, 3, 4, 5]]
            self._engine.state_written(part)
