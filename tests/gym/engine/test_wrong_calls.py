"""Calls that cannot be meant: each says which call it was and what it expected, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from pippin.gym import gymapi, gymtorch

unwrap = gymtorch.unwrap_tensor


@pytest.fixture
def prepared(gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, populate: Callable) -> gymapi.Sim:
    """Three cartpoles, prepared."""
    populate(3, cartpole)
    gym.prepare_sim(sim)
    return sim


NEEDS_PREPARE = [
    "acquire_actor_root_state_tensor",
    "acquire_dof_state_tensor",
    "acquire_rigid_body_state_tensor",
    "refresh_dof_state_tensor",
]


@pytest.mark.parametrize("call", NEEDS_PREPARE)
def test_tensors_before_prepare_sim(gym: gymapi.Gym, sim: gymapi.Sim, call: str) -> None:
    with pytest.raises(RuntimeError, match=rf"gym\.{call}: call gym.prepare_sim\(sim\) first"):
        getattr(gym, call)(sim)


def test_creating_after_prepare_sim(gym: gymapi.Gym, prepared: gymapi.Sim, cartpole: gymapi.Asset) -> None:
    env = gym.get_env(prepared, 0)
    calls: dict[str, Callable] = {
        "create_actor": lambda: gym.create_actor(env, cartpole, gymapi.Transform()),
        "create_env": lambda: gym.create_env(prepared, gymapi.Vec3(), gymapi.Vec3(), 1),
        "add_ground": lambda: gym.add_ground(prepared, gymapi.PlaneParams()),
        "set_actor_scale": lambda: gym.set_actor_scale(env, 0, 2.0),
    }
    for name, call in calls.items():
        with pytest.raises(RuntimeError, match=rf"gym\.{name}: the simulation is prepared"):
            call()
    assert gym.get_sim_actor_count(prepared) == 3 and gym.get_env_count(prepared) == 3


def test_whatever_is_of_a_destroyed_simulation(gym: gymapi.Gym, prepared: gymapi.Sim, cartpole: gymapi.Asset) -> None:
    env = gym.get_env(prepared, 0)
    gym.destroy_sim(prepared)
    for call in (
        lambda: gym.simulate(prepared),
        lambda: gym.get_actor_name(env, 0),
        lambda: gym.get_asset_dof_names(cartpole),
        lambda: gym.destroy_sim(prepared),
    ):
        with pytest.raises(RuntimeError, match=r"was destroyed"):
            call()


@pytest.mark.parametrize("wrong", [None, 0, "sim"])
def test_handles_of_the_wrong_kind(gym: gymapi.Gym, wrong: object) -> None:
    with pytest.raises(TypeError, match=r"gym\.simulate: expected what gym.create_sim returned"):
        gym.simulate(wrong)
    with pytest.raises(TypeError, match=r"gym\.get_actor_count: expected what gym.create_env returned"):
        gym.get_actor_count(wrong)


@pytest.mark.parametrize(
    ("handle", "error"), [(1, IndexError), (-1, IndexError), ("cart", TypeError), (0.0, TypeError)]
)
def test_actors_that_are_not_there(gym: gymapi.Gym, prepared: gymapi.Sim, handle: object, error: type) -> None:
    with pytest.raises(error, match=r"gym\.get_actor_dof_names: "):
        gym.get_actor_dof_names(gym.get_env(prepared, 0), handle)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda t: unwrap(t[:4]), ValueError, r"shape \(6, 2\), 12 numbers; got shape \(4, 2\)"),
        (lambda t: unwrap(t.to(torch.int32)), TypeError, r"dtype float32, got int32"),
        (lambda t: t, TypeError, r"gymtorch.unwrap_tensor describes it, got the torch tensor"),
        (lambda t: None, TypeError, r"gymapi.Tensor, got a NoneType"),
    ],
)  # fmt: skip
def test_tensors_that_do_not_fit(
    gym: gymapi.Gym, prepared: gymapi.Sim, device: torch.device, make: Callable, error: type, message: str
) -> None:
    states = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(prepared))
    before = states.clone()
    with pytest.raises(error, match=rf"gym\.set_dof_state_tensor: expected states of DOFs .*{message}"):
        gym.set_dof_state_tensor(prepared, make(torch.ones(6, 2, device=device)))
    gym.refresh_dof_state_tensor(prepared)
    torch.testing.assert_close(states, before)


def test_tensors_that_are_not_contiguous_have_no_descriptor() -> None:
    with pytest.raises(ValueError, match=r"contiguous"):
        unwrap(torch.zeros(2, 6).T)


@pytest.mark.gpu
def test_tensors_on_another_device(gym: gymapi.Gym, prepared: gymapi.Sim, device: torch.device) -> None:
    other = "cpu" if device.type == "cuda" else "cuda:0"
    with pytest.raises(ValueError, match=rf"on '{device}', where this simulation has its tensors, got '{other}'"):
        gym.set_dof_state_tensor(prepared, unwrap(torch.zeros(6, 2, device=other)))


@pytest.mark.parametrize(
    ("indices", "count", "error", "message"),
    [
        (torch.tensor([0, 1]), 2, TypeError, r"dtype int32, got int64; indices.to\(torch.int32\)"),
        (torch.tensor([0, 1], dtype=torch.int32), 3, ValueError, r"3 indices are to be read, the tensor has 2"),
        (torch.tensor([0, 1], dtype=torch.int32), 1.0, TypeError, r"the number of indices, got 1.0"),
    ],
)
def test_indices_that_do_not_fit(
    gym: gymapi.Gym,
    prepared: gymapi.Sim,
    device: torch.device,
    indices: torch.Tensor,
    count: object,
    error: type,
    message: str,
) -> None:
    with pytest.raises(error, match=rf"gym\.set_dof_state_tensor_indexed: .*{message}"):
        gym.set_dof_state_tensor_indexed(
            prepared, unwrap(torch.zeros(6, 2, device=device)), unwrap(indices.to(device)), count
        )


@pytest.mark.parametrize("wrong", [-1, 3, 2**31 - 1])
def test_indices_out_of_range(gym: gymapi.Gym, prepared: gymapi.Sim, device: torch.device, wrong: int) -> None:
    """On a CPU the call itself refuses, before it writes; on a GPU, which nobody waits for, a later call does."""
    states = unwrap(torch.ones(6, 2, device=device))
    indices = unwrap(torch.tensor([0, wrong], dtype=torch.int32, device=device))
    with pytest.raises(IndexError, match=r"actor"):  # noqa: PT012
        gym.set_dof_state_tensor_indexed(prepared, states, indices, 2)
        for _ in range(3):
            gym.simulate(prepared)
            gym.fetch_results(prepared, True)
    values = gymtorch.wrap_tensor(gym.acquire_dof_state_tensor(prepared)).view(3, 2, 2)
    assert values[1:].abs().max() < 1e-3, "no other actor was written"


def test_files_that_are_not_there_or_of_another_kind(
    gym: gymapi.Gym, sim: gymapi.Sim, walker_file: tuple[str, str]
) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere.urdf"):
        gym.load_asset(sim, walker_file[0], "nowhere.urdf")
    with pytest.raises(ValueError, match=r"of the kind .urdf"):
        gym.load_urdf(sim, *walker_file)


def test_properties_that_cannot_be(gym: gymapi.Gym, prepared: gymapi.Sim) -> None:
    env = gym.get_env(prepared, 0)
    properties = gym.get_actor_dof_properties(env, 0)
    with pytest.raises(ValueError, match=r"expected 2 records, got shape \(1,\)"):
        gym.set_actor_dof_properties(env, 0, properties[:1])
    with pytest.raises(TypeError, match=r"structured array with the fields hasLimits"):
        gym.set_actor_dof_properties(env, 0, np.zeros(2))
    properties["stiffness"][0] = -1.0
    with pytest.raises(ValueError, match=r"stiffness must be 0 or more, got \[-1.0, 0.0\]"):
        gym.set_actor_dof_properties(env, 0, properties)
    assert gym.get_actor_dof_properties(env, 0)["stiffness"].tolist() == [0.0, 0.0]
    bodies = gym.get_actor_rigid_body_properties(env, 0)
    bodies[1].mass = 0.0
    with pytest.raises(ValueError, match=r"masses must be positive"):
        gym.set_actor_rigid_body_properties(env, 0, bodies)


def test_simulations_that_cannot_be(gym: gymapi.Gym) -> None:
    params = gymapi.SimParams()
    with pytest.raises(NotImplementedError, match=r"gym\.create_sim: Flex is not simulated"):
        gym.create_sim(0, 0, gymapi.SIM_FLEX, params)
    params.dt = 0.0
    with pytest.raises(ValueError, match=r"dt > 0"):
        gym.create_sim(0, 0, gymapi.SIM_PHYSX, params)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU here")
def test_tensors_on_a_gpu_that_is_not_there(gym: gymapi.Gym, caplog: pytest.LogCaptureFixture) -> None:
    params = gymapi.SimParams()
    params.use_gpu_pipeline = True
    with pytest.raises(ValueError, match=r"asks for tensors on a GPU, and there is none"):
        gym.create_sim(0, 0, gymapi.SIM_PHYSX, params)
    params.use_gpu_pipeline, params.physx.use_gpu = False, True
    gym.create_sim(0, 0, gymapi.SIM_PHYSX, params)
    assert "runs on the CPU" in caplog.text


def test_poses_without_a_rotation(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset) -> None:
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    with pytest.raises(ValueError, match=r"no quaternion of length 1"):
        gym.create_actor(env, ball, gymapi.Transform(r=gymapi.Quat(0.0, 0.0, 0.0, 0.0)))
    assert gym.get_actor_count(env) == 0
