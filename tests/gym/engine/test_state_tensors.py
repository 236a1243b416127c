"""Tensors of states: what they say, and that what is set is what is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.gym import gymapi, gymtorch

wrap, unwrap = gymtorch.wrap_tensor, gymtorch.unwrap_tensor

FLOAT32 = 1e-5  # some roundings of numbers around 1


def random_root_states(count: int, device: torch.device) -> torch.Tensor:
    """Poses and velocities of order 1."""
    random = np.random.default_rng(4)
    states = random.normal(size=(count, 13)).astype(np.float32)
    states[:, 3:7] /= np.linalg.norm(states[:, 3:7], axis=1, keepdims=True)
    return torch.tensor(states, device=device)


def test_actors_begin_where_they_were_created(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, walker: gymapi.Asset, populate: Callable
) -> None:
    """Positions are in the frame of the environment, whose origins are 2 m apart."""
    populate(3, cartpole, walker)
    gym.prepare_sim(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    assert roots.shape == (6, 13) and roots.dtype == torch.float32
    expected = torch.zeros(3, 2, 13)
    expected[:, 0, 2], expected[:, 1, 2], expected[:, :, 6] = 1.0, 2.0, 1.0
    torch.testing.assert_close(roots.cpu().view(3, 2, 13), expected)
    bodies = wrap(gym.acquire_rigid_body_state_tensor(sim))
    assert bodies.shape == (24, 13)
    torch.testing.assert_close(bodies.view(3, 8, 13)[:, [0, 3]].cpu(), expected)
    assert wrap(gym.acquire_dof_state_tensor(sim)).shape == (18, 2)


def test_tensors_are_always_of_the_same_memory(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, populate: Callable
) -> None:
    populate(1, walker)
    gym.prepare_sim(sim)
    first, second = gym.acquire_actor_root_state_tensor(sim), gym.acquire_actor_root_state_tensor(sim)
    assert first.data_address == second.data_address and first.own_data
    states = wrap(first)
    before = states.clone()
    gym.simulate(sim)
    torch.testing.assert_close(states, before)
    gym.refresh_actor_root_state_tensor(sim)
    assert not torch.equal(states, before), "a refresh fills the tensor that users hold"


def test_states_of_roots_are_read_as_they_were_set(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, ball: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    populate(4, walker, ball)
    gym.prepare_sim(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    states = random_root_states(8, device)
    assert gym.set_actor_root_state_tensor(sim, unwrap(states))
    gym.refresh_actor_root_state_tensor(sim)
    same_sign = torch.sign((roots[:, 3:7] * states[:, 3:7]).sum(1, keepdim=True))
    roots[:, 3:7] *= same_sign
    torch.testing.assert_close(roots, states, atol=FLOAT32, rtol=FLOAT32)


def test_a_fixed_base_is_put_elsewhere_but_has_no_velocity(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    populate(2, cartpole)
    gym.prepare_sim(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    states = random_root_states(2, device)
    gym.set_actor_root_state_tensor(sim, unwrap(states))
    for _ in range(3):
        gym.simulate(sim)
    gym.refresh_actor_root_state_tensor(sim)
    torch.testing.assert_close(roots[:, :3], states[:, :3])
    torch.testing.assert_close(roots[:, 7:], torch.zeros_like(roots[:, 7:]))


def test_velocities_are_those_of_centres_of_mass(
    gym: gymapi.Gym, params: gymapi.SimParams, write: Callable, device: torch.device
) -> None:
    """A body that spins freely about a principal axis: its centre of mass keeps its velocity, its origin does not."""
    text = """<mujoco><worldbody><body name="hammer"><freejoint/><inertial mass="2" pos="0.3 0 0" diaginertia="1 1 1"/>
        <geom size="0.1"/></body></worldbody></mujoco>"""
    params.gravity = gymapi.Vec3(0.0, 0.0, 0.0)
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    options = gymapi.AssetOptions()
    options.angular_damping = 0.0
    asset = gym.load_asset(sim, *write("hammer.xml", text), options)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, asset, gymapi.Transform())
    gym.prepare_sim(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    bodies = wrap(gym.acquire_rigid_body_state_tensor(sim))
    state = torch.zeros(1, 13, device=device)
    state[0, 6], state[0, 7], state[0, 12] = 1.0, 0.5, 2.0
    gym.set_actor_root_state_tensor(sim, unwrap(state))
    for _ in range(50):
        gym.simulate(sim)
    gym.refresh_actor_root_state_tensor(sim)
    gym.refresh_rigid_body_state_tensor(sim)
    # The engine integrates the motion of the origin, to first order: its acceleration is (2 rad/s)² 0.3 m.
    torch.testing.assert_close(roots[:, 7:], state[:, 7:], atol=1.2 * 0.01, rtol=0.0)
    torch.testing.assert_close(bodies, roots, atol=FLOAT32, rtol=FLOAT32)
    # After half a second the centre of mass is 0.25 m ahead, and the body has turned by 1 rad about it.
    expected = [0.3 + 0.25 - 0.3 * np.cos(1.0), -0.3 * np.sin(1.0), 0.0]
    np.testing.assert_allclose(roots[0, :3].cpu(), expected, atol=0.5 * 1.2 * 0.01)


def test_a_refresh_after_a_setter_gives_the_new_state_of_all_bodies(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    """Preview 4 gave the old one. The pole's origin is 0.1 m above the cart; its velocity is that 0.5 m up the pole."""
    populate(3, cartpole)
    gym.prepare_sim(sim)
    bodies = wrap(gym.acquire_rigid_body_state_tensor(sim)).view(3, 3, 13)
    x, angle = torch.tensor([0.5, -1.0, 2.0]), torch.tensor([0.0, 0.7, -2.0])
    speed, rate = torch.tensor([0.1, 0.2, 0.3]), torch.tensor([1.0, -2.0, 0.5])
    states = torch.stack([torch.stack([x, speed], 1), torch.stack([angle, rate], 1)], 1)
    gym.set_dof_state_tensor(sim, unwrap(states.to(device).contiguous()))
    gym.refresh_rigid_body_state_tensor(sim)
    pole = bodies[:, 2].cpu()
    torch.testing.assert_close(pole[:, 0], x)
    torch.testing.assert_close(pole[:, 2], torch.full((3,), 1.1))
    torch.testing.assert_close(pole[:, 4], torch.sin(angle / 2.0), atol=FLOAT32, rtol=0.0)
    torch.testing.assert_close(pole[:, 7], speed + 0.5 * rate * torch.cos(angle), atol=FLOAT32, rtol=0.0)
    torch.testing.assert_close(pole[:, 9], -0.5 * rate * torch.sin(angle), atol=FLOAT32, rtol=0.0)
    torch.testing.assert_close(pole[:, 11], rate)


def test_setters_may_be_called_several_times_a_step(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    populate(4, cartpole)
    gym.prepare_sim(sim)
    dofs = wrap(gym.acquire_dof_state_tensor(sim)).view(4, 2, 2)
    for actors, value in (([0, 2], 1.0), ([3], 2.0)):
        states = torch.full((8, 2), value, device=device)
        indices = torch.tensor(actors, dtype=torch.int32, device=device)
        gym.set_dof_state_tensor_indexed(sim, unwrap(states), unwrap(indices), len(actors))
    gym.refresh_dof_state_tensor(sim)
    assert dofs[:, 0, 0].tolist() == [1.0, 0.0, 1.0, 2.0]
    gym.simulate(sim)
    gym.refresh_dof_state_tensor(sim)
    np.testing.assert_allclose(dofs[:, 0, 0].cpu(), [1.01, 0.0, 1.01, 2.02], atol=1e-2)


def test_only_as_many_indices_are_read_as_the_call_says(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    populate(3, cartpole)
    gym.prepare_sim(sim)
    dofs = wrap(gym.acquire_dof_state_tensor(sim)).view(3, 2, 2)
    indices = torch.tensor([2, 0, 1], dtype=torch.int32, device=device)
    gym.set_dof_state_tensor_indexed(sim, unwrap(torch.ones(6, 2, device=device)), unwrap(indices), 1)
    gym.refresh_dof_state_tensor(sim)
    assert dofs[:, 0, 0].tolist() == [0.0, 0.0, 1.0]


def test_roots_of_some_actors(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, ball: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    populate(2, walker, ball)
    gym.prepare_sim(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    before = roots.clone()
    states = random_root_states(4, device)
    indices = torch.tensor([1, 2], dtype=torch.int32, device=device)
    gym.set_actor_root_state_tensor_indexed(sim, unwrap(states), unwrap(indices), 2)
    gym.refresh_actor_root_state_tensor(sim)
    torch.testing.assert_close(roots[[0, 3]], before[[0, 3]])
    torch.testing.assert_close(roots[[1, 2], :3], states[[1, 2], :3])


def test_poses_of_bodies_follow_from_roots(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    """Two frames of one rigid body: the torso's, and that of a leg whose hip stands at zero."""
    populate(3, walker)
    gym.prepare_sim(sim)
    bodies = wrap(gym.acquire_rigid_body_state_tensor(sim)).view(3, 5, 13)
    states = random_root_states(3, device)
    gym.set_actor_root_state_tensor(sim, unwrap(states))
    gym.refresh_rigid_body_state_tensor(sim)
    rotation = Rotation.from_quat(states[:, 3:7].cpu())
    arm = rotation.apply([0.0, -0.2, 0.0])
    np.testing.assert_allclose(bodies[:, 1, :3].cpu(), states[:, :3].cpu().numpy() + arm, atol=FLOAT32)
    # The leg's centre of mass is 0.2 m below its hip.
    arm_of_center = rotation.apply([0.0, -0.2, -0.2])
    linear = states[:, 7:10].cpu().numpy() + np.cross(states[:, 10:].cpu().numpy(), arm_of_center)
    np.testing.assert_allclose(bodies[:, 1, 7:10].cpu(), linear, atol=1e-4)  # the torso's own centre is its origin


def test_environments_may_differ(
    gym: gymapi.Gym,
    sim: gymapi.Sim,
    cartpole: gymapi.Asset,
    walker: gymapi.Asset,
    ball: gymapi.Asset,
    device: torch.device,
) -> None:
    """Three kinds of environments: rows are in the order in which actors were created, whatever they are."""
    contents = [[ball], [cartpole, walker], [ball], [walker], [ball, cartpole], [cartpole, walker]]
    height = 0.0
    for assets in contents:
        env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 3)
        for asset in assets:
            height += 1.0
            gym.create_actor(env, asset, gymapi.Transform(gymapi.Vec3(0.0, 0.0, height)))
    gym.prepare_sim(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    assert roots[:, 2].tolist() == list(range(1, 10))
    dofs = wrap(gym.acquire_dof_state_tensor(sim))
    counts = [len(gym.get_asset_dof_names(asset)) for assets in contents for asset in assets]
    numbers = torch.repeat_interleave(torch.arange(9.0), torch.tensor(counts)).to(device) / 10.0
    gym.set_dof_state_tensor(sim, unwrap(torch.stack([numbers, numbers], 1).contiguous()))
    gym.refresh_dof_state_tensor(sim)
    torch.testing.assert_close(dofs[:, 0], numbers)


def test_actors_may_be_created_in_any_order(
    gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, walker: gymapi.Asset
) -> None:
    """Preview 4 wants one environment to be full before the next. Rows are in the order of creation in any case."""
    envs = [gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 2) for _ in range(2)]
    for height, (env, asset) in enumerate([(0, ball), (1, ball), (1, walker), (0, walker)]):
        gym.create_actor(envs[env], asset, gymapi.Transform(gymapi.Vec3(0.0, 0.0, float(height))))
    gym.prepare_sim(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    assert roots[:, 2].tolist() == [0.0, 1.0, 2.0, 3.0]
    assert gym.get_actor_index(envs[0], 1, gymapi.DOMAIN_SIM) == 3


def test_gravity_along_y(gym: gymapi.Gym, params: gymapi.SimParams) -> None:
    """With y up a ball falls along y onto a plane whose normal is y."""
    params.up_axis, params.gravity = gymapi.UP_AXIS_Y, gymapi.Vec3(0.0, -10.0, 0.0)
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    gym.add_ground(sim, gymapi.PlaneParams())
    ball = gym.create_sphere(sim, 0.1)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, ball, gymapi.Transform(gymapi.Vec3(0.3, 1.0, 0.0)))
    gym.prepare_sim(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    for _ in range(200):
        gym.simulate(sim)
    gym.refresh_actor_root_state_tensor(sim)
    np.testing.assert_allclose(roots[0, :3].cpu(), [0.3, 0.1, 0.0], atol=5e-3)  # contacts are a little soft


def test_simulations_without_actors_and_without_dofs(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset) -> None:
    gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, ball, gymapi.Transform())
    gym.prepare_sim(sim)
    assert gym.acquire_dof_state_tensor(sim).shape == (0, 2)
    assert wrap(gym.acquire_dof_state_tensor(sim)) is None, "as programs ask whether there are DOFs"
    gym.simulate(sim)
    gym.refresh_dof_state_tensor(sim)


def test_an_empty_simulation_passes_time(gym: gymapi.Gym, sim: gymapi.Sim) -> None:
    gym.prepare_sim(sim)
    assert gym.acquire_actor_root_state_tensor(sim).shape == (0, 13)
    for _ in range(5):
        gym.simulate(sim)
    assert gym.get_frame_count(sim) == 5
    assert gym.get_sim_time(sim) == pytest.approx(0.05)


CALLS = ("acquire_actor_root_state_tensor", "acquire_dof_state_tensor", "refresh_dof_state_tensor")


@pytest.mark.parametrize("call", CALLS)
def test_tensors_before_prepare_sim(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, populate: Callable, call: str
) -> None:
    """The first call that acquires a tensor builds the engine; prepare_sim then leaves all as it is."""
    populate(2, cartpole)
    getattr(gym, call)(sim)
    dofs = wrap(gym.acquire_dof_state_tensor(sim))
    gym.set_dof_state_tensor(sim, gymtorch.unwrap_tensor(torch.full_like(dofs, 0.25)))
    gym.prepare_sim(sim)
    gym.refresh_dof_state_tensor(sim)
    assert (dofs == 0.25).all()
    assert wrap(gym.acquire_dof_state_tensor(sim)).data_ptr() == dofs.data_ptr()
    first = call if call.startswith("acquire") else "acquire_dof_state_tensor"  # there is nothing to refresh before
    with pytest.raises(RuntimeError, match=rf"gym.create_env: the simulation was prepared by gym.{first}"):
        gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
