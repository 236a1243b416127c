"""Making, scaling and limiting tensors; and that TorchScript compiles what users call from compiled functions."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from pippin.gym import torch_utils
from pippin.gym.torch_utils import *  # noqa: F403

NOT_FOR_TORCHSCRIPT = {"get_axis_params", "to_torch", "unscale_np"}
"""Helpers that take what is no tensor. Isaac Gym does not compile them either."""


@pytest.mark.filterwarnings("ignore:.*torch.jit.script:DeprecationWarning")
@pytest.mark.parametrize("name", sorted(set(torch_utils.__all__) - NOT_FOR_TORCHSCRIPT))
def test_torchscript_compiles_every_helper(name: str) -> None:
    assert isinstance(torch.jit.script(getattr(torch_utils, name)), torch.jit.ScriptFunction)


@pytest.mark.filterwarnings("ignore:.*torch.jit.script:DeprecationWarning")
def test_reward_function_with_type_comments_compiles_and_gives_the_same() -> None:
    def compute_reward(root_states, targets, reset_buf, progress_buf, max_episode_length):
        # type: (Tensor, Tensor, Tensor, Tensor, float) -> Tuple[Tensor, Tensor]
        local = quat_rotate_inverse(root_states[:, 3:7], targets - root_states[:, 0:3])  # noqa: F405
        roll, _, _ = get_euler_xyz(root_states[:, 3:7])  # noqa: F405
        noise = torch_rand_float(0.0, 0.0, (root_states.shape[0], 1), device="cpu").squeeze(-1)  # noqa: F405
        reward = normalize(local)[:, 0] - 0.1 * torch.abs(normalize_angle(roll)) + noise  # noqa: F405
        reset = torch.where(progress_buf >= max_episode_length - 1, torch.ones_like(reset_buf), reset_buf)
        return reward, reset

    generator = torch.Generator().manual_seed(1)
    states, targets = torch.randn(8, 13, generator=generator), torch.randn(8, 3, generator=generator)
    states[:, 3:7] = torch_utils.quat_unit(states[:, 3:7])
    arguments = states, targets, torch.zeros(8), torch.arange(8), 5.0
    reward, reset = torch.jit.script(compute_reward)(*arguments)
    expected_reward, expected_reset = compute_reward(*arguments)
    assert torch.allclose(reward, expected_reward)
    assert reset.equal(expected_reset)


def test_to_torch_copies_numbers_of_any_kind() -> None:
    array = np.array([1.0, 2.0])
    tensor = torch.tensor([1.0, 2.0])
    for value in ([1, 2], array, tensor, tuple(array)):
        copied = torch_utils.to_torch(value, device="cpu")
        assert copied.dtype is torch.float32
        assert copied.tolist() == [1.0, 2.0]
    torch_utils.to_torch(tensor, device="cpu")[0] = 5.0
    assert tensor[0] == 1.0
    assert torch_utils.to_torch(3, dtype=torch.long, device="cpu").dtype is torch.long
    assert torch_utils.to_torch([1.0], device="cpu", requires_grad=True).requires_grad


def test_default_device_is_the_cpu_without_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert torch_utils.to_torch([1.0]).device.type == "cpu"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"value": -1.0, "axis_idx": 2}, [0.0, 0.0, -1.0]),
        ({"value": 2.0, "axis_idx": 1, "x_value": 0.5}, [0.5, 2.0, 0.0]),
        ({"value": 2.0, "axis_idx": 0}, [0.0, 0.0, 0.0]),  # the first component is x_value, whatever the axis
        ({"value": 3, "axis_idx": 3, "dtype": int, "n_dims": 5}, [0, 0, 0, 3, 0]),
    ],
)
def test_axis_params(arguments: dict, expected: list) -> None:
    assert torch_utils.get_axis_params(**arguments) == expected


def test_scaling_and_its_inverse() -> None:
    lower, upper = torch.tensor([-2.0, 0.0]), torch.tensor([2.0, 10.0])
    x = torch.tensor([[-1.0, -1.0], [0.0, 0.0], [1.0, 1.0]])
    scaled = torch.stack((lower, 0.5 * (lower + upper), upper))
    assert torch_utils.scale(x, lower, upper).equal(scaled)
    assert torch_utils.unscale(scaled, lower, upper).equal(x)
    assert torch_utils.unscale_transform(x, lower, upper).equal(scaled)
    assert torch_utils.scale_transform(scaled, lower, upper).equal(x)
    assert np.array_equal(torch_utils.unscale_np(scaled.numpy(), lower.numpy(), upper.numpy()), x.numpy())


def test_limits() -> None:
    lower, upper = torch.tensor([-1.0, 0.0]), torch.tensor([1.0, 2.0])
    x = torch.tensor([[-3.0, 1.0], [0.5, 5.0]])
    for limited in (torch_utils.tensor_clamp(x, lower, upper), torch_utils.saturate(x, lower, upper)):
        assert limited.tolist() == [[-1.0, 1.0], [0.5, 2.0]]


def test_copysign() -> None:
    assert torch_utils.copysign(2.0, torch.tensor([-0.5, 3.0])).tolist() == [-2.0, 2.0]


def test_uniform_numbers() -> None:
    torch.manual_seed(1)
    numbers = torch_utils.torch_rand_float(-2.0, 3.0, (1000, 10), device="cpu")
    assert numbers.shape == (1000, 10)
    assert -2.0 <= numbers.min() < -1.99
    assert 2.99 < numbers.max() < 3.0
    assert numbers.mean() == pytest.approx(0.5, abs=0.06)  # four standard errors, each 5 / sqrt(12 * 10000)


def test_random_directions() -> None:
    torch.manual_seed(1)
    directions = torch_utils.torch_random_dir_2((1000, 1), device="cpu")
    assert directions.shape == (1000, 2)
    assert torch.allclose(directions.norm(dim=-1), torch.ones(1000), atol=1e-6)
    quadrants = torch.atan2(directions[:, 1], directions[:, 0]).div(0.5 * math.pi).floor()
    assert sorted(quadrants.unique().tolist()) == [-2.0, -1.0, 0.0, 1.0]
