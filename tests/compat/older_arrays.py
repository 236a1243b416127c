"""What the older dialect should give for Pippin's arrays, and scenes whose arrays all differ."""

from __future__ import annotations

import inspect

import pytest
import torch
import warp as wp

from omni.isaac.lab import sim as sim_utils
from omni.isaac.lab.scene import InteractiveScene
from pippin.quantities.properties import ArrayProperty
from pippin.utils import ProxyArray

from .conftest import NUM_ENVS

both_dialects = pytest.mark.parametrize(
    "older_scene", ["omni.isaac.lab", pytest.param("isaaclab", marks=pytest.mark.slow)], indirect=True
)
"""For Isaac Lab up to version 1, and for version 2."""


def wxyz(values: torch.Tensor, begin: int) -> torch.Tensor:
    """Values with the last component of the quaternion that begins at a place moved to its front."""
    order = list(range(values.shape[-1]))
    order.insert(begin, order.pop(begin + 3))
    return values[..., order]


def expected(array: ProxyArray | torch.Tensor) -> torch.Tensor:
    """What the older dialect should give for an array of Pippin, by the type of its elements."""
    if isinstance(array, torch.Tensor):
        return array
    if array.dtype is wp.quatf:
        return wxyz(array.torch, 0)
    is_state = array.dtype is wp.float32 and array.shape[-1:] == (13,)
    return wxyz(array.torch, 3) if array.dtype is wp.transformf or is_state else array.torch


def array_names(data: object) -> list[str]:
    """Public properties with arrays, and attributes that are tensors."""
    properties = inspect.getmembers_static(type(data), lambda member: isinstance(member, ArrayProperty))
    tensors = [name for name, value in vars(data).items() if isinstance(value, torch.Tensor)]
    return [name for name in (*dict(properties), *tensors) if not name.startswith("_")]


def disturb(scene: InteractiveScene) -> None:
    """Let everything turn for some steps, so that no quantity is 0 and no quaternion symmetric."""
    generator = torch.Generator().manual_seed(0)
    for name in ("arm", "cube"):
        velocity = torch.randn(NUM_ENVS, 6, generator=generator)
        scene[name].write_root_velocity_to_sim(velocity)
    scene["balls"].write_object_velocity_to_sim(torch.randn(NUM_ENVS, 2, 6, generator=generator))
    scene["arm"].set_joint_position_target(torch.full((NUM_ENVS, 2), 0.7))
    step(scene, 10)


def step(scene: InteractiveScene, count: int = 1) -> None:
    simulation = sim_utils.SimulationContext.instance()
    for _ in range(count):
        scene.write_data_to_sim()
        simulation.step(render=False)
        scene.update(simulation.get_physics_dt())
