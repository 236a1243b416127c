"""Forces on bodies, in each frame and at positions, as Newton and Euler have it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from pippin.gym import gymapi, gymtorch

wrap, unwrap = gymtorch.wrap_tensor, gymtorch.unwrap_tensor
ENV, LOCAL, GLOBAL = gymapi.ENV_SPACE, gymapi.LOCAL_SPACE, gymapi.GLOBAL_SPACE

DT = 0.01
QUARTER_TURN = 0.5**0.5


@pytest.fixture
def space(gym: gymapi.Gym, params: gymapi.SimParams) -> gymapi.Sim:
    """Two environments 4 m apart, each with two crates of 2 kg and 0.2 m, without gravity.

    Of each environment the second crate is at (1, 0, 0), turned by 90 degrees about z.
    """
    params.gravity = gymapi.Vec3(0.0, 0.0, 0.0)
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    options = gymapi.AssetOptions()
    options.density, options.angular_damping = 250.0, 0.0
    crate = gym.create_box(sim, 0.2, 0.2, 0.2, options)
    for _ in range(2):
        env = gym.create_env(sim, gymapi.Vec3(-2.0, -2.0, 0.0), gymapi.Vec3(2.0, 2.0, 1.0), 10)
        gym.create_actor(env, crate, gymapi.Transform())
        turned = gymapi.Quat(0.0, 0.0, QUARTER_TURN, QUARTER_TURN)
        gym.create_actor(env, crate, gymapi.Transform(gymapi.Vec3(1.0, 0.0, 0.0), turned))
    gym.prepare_sim(sim)
    return sim


def velocities(gym: gymapi.Gym, sim: gymapi.Sim) -> np.ndarray:
    """Linear and angular velocities after a step, shape (4, 6)."""
    gym.simulate(sim)
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    gym.refresh_actor_root_state_tensor(sim)
    return roots[:, 7:].cpu().numpy()


def vectors(rows: dict[int, tuple[float, float, float]], device: torch.device) -> gymapi.Tensor:
    """A vector for each of four bodies, zero but for some."""
    values = torch.zeros(4, 3)
    for row, vector in rows.items():
        values[row] = torch.tensor(vector)
    return unwrap(values.to(device))


INERTIA = 2.0 * 0.2**2 / 6.0
"""Of a cube about any axis: m a² / 6 [kg m²]."""


@pytest.mark.parametrize(
    ("frame", "expected"), [(ENV, [0.0, 6.0, 0.0]), (GLOBAL, [0.0, 6.0, 0.0]), (LOCAL, [-6.0, 0.0, 0.0])]
)
def test_forces_at_centres_of_mass(
    gym: gymapi.Gym, space: gymapi.Sim, device: torch.device, frame: int, expected: list[float]
) -> None:
    """The turned crate's y axis is the environment's -x axis."""
    gym.apply_rigid_body_force_tensors(space, vectors({1: (0.0, 6.0, 0.0)}, device), None, frame)
    result = velocities(gym, space)
    np.testing.assert_allclose(result[1], [*(np.array(expected) * DT / 2.0), 0.0, 0.0, 0.0], atol=1e-6)
    assert np.abs(result[[0, 2, 3]]).max() == 0.0


def test_torques(gym: gymapi.Gym, space: gymapi.Sim, device: torch.device) -> None:
    gym.apply_rigid_body_force_tensors(space, None, vectors({3: (0.0, 0.1, 0.0)}, device), LOCAL)
    np.testing.assert_allclose(velocities(gym, space)[3, 3:], [-0.1 * DT / INERTIA, 0.0, 0.0], atol=1e-6)


def test_forces_last_one_step_and_add_up(gym: gymapi.Gym, space: gymapi.Sim, device: torch.device) -> None:
    for _ in range(3):
        gym.apply_rigid_body_force_tensors(space, vectors({0: (2.0, 0.0, 0.0)}, device))
    first = velocities(gym, space).copy()
    np.testing.assert_allclose(first[0, 0], 6.0 * DT / 2.0, rtol=1e-5)
    np.testing.assert_allclose(velocities(gym, space), first, atol=1e-7)


@pytest.mark.parametrize(
    ("frame", "position"),
    [
        (ENV, (1.0, 0.1, 0.0)),
        (GLOBAL, (5.0, 0.1, 0.0)),  # the second environment's frame is 4 m along x
        (LOCAL, (0.1, 0.0, 0.0)),
    ],
)
def test_forces_at_positions(
    gym: gymapi.Gym, space: gymapi.Sim, device: torch.device, frame: int, position: tuple[float, float, float]
) -> None:
    """5 N along z, 0.1 m off the centre along the environment's y: a torque of 0.5 N m about x."""
    force, where = vectors({3: (0.0, 0.0, 5.0)}, device), vectors({3: position}, device)
    gym.apply_rigid_body_force_at_pos_tensors(space, force, where, frame)
    result = velocities(gym, space)[3]
    np.testing.assert_allclose(result, [0.0, 0.0, 5.0 * DT / 2.0, 0.5 * DT / INERTIA, 0.0, 0.0], atol=2e-5)


LIMB = """<robot name="limb"><link name="limb"><inertial><origin xyz="0.3 0 0"/><mass value="2"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>"""
"""2 kg and 1 kg m², the centre of mass 0.3 m along x from the origin of the body."""


@pytest.mark.parametrize(
    ("position", "expected"), [((0.3, 0.0, 0.0), 0.0), ((0.0, 0.0, 0.0), 1.5), ((0.5, 0.0, 0.0), -1.0)]
)
def test_arms_are_from_the_centre_of_mass(
    gym: gymapi.Gym,
    params: gymapi.SimParams,
    write: Callable,
    device: torch.device,
    position: tuple[float, float, float],
    expected: float,
) -> None:
    """5 N along z turn the body about y by the arm from its centre of mass, (x - 0.3, 0, 0) x (0, 0, 5)."""
    params.gravity = gymapi.Vec3(0.0, 0.0, 0.0)
    sim = gym.create_sim(0, -1, gymapi.SIM_PHYSX, params)
    options = gymapi.AssetOptions()
    options.angular_damping = 0.0
    limb = gym.load_asset(sim, *write("limb.urdf", LIMB), options)
    gym.create_actor(gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1), limb, gymapi.Transform())
    gym.prepare_sim(sim)
    force, where = (unwrap(torch.tensor([values], device=device)) for values in ((0.0, 0.0, 5.0), position))
    gym.apply_rigid_body_force_at_pos_tensors(sim, force, where, LOCAL)
    result = velocities(gym, sim)[0]
    np.testing.assert_allclose(result, [0.0, 0.0, 5.0 * DT / 2.0, 0.0, expected * DT, 0.0], atol=2e-5)
    gym.destroy_sim(sim)


@pytest.mark.parametrize("at_pos", ["apply_body_force_at_pos", "apply_body_force"])
def test_forces_on_single_bodies(gym: gymapi.Gym, space: gymapi.Sim, at_pos: str) -> None:
    env = gym.get_env(space, 1)
    gym.apply_body_forces(env, 0, gymapi.Vec3(0.0, 0.0, 2.0), gymapi.Vec3(0.1, 0.0, 0.0))
    getattr(gym, at_pos)(env, 1, gymapi.Vec3(0.0, 0.0, 5.0), gymapi.Vec3(0.1, 0.0, 0.0), LOCAL)
    result = velocities(gym, space)
    np.testing.assert_allclose(result[2], [0.0, 0.0, 2.0 * DT / 2.0, 0.1 * DT / INERTIA, 0.0, 0.0], atol=1e-5)
    np.testing.assert_allclose(result[3], [0.0, 0.0, 5.0 * DT / 2.0, 0.5 * DT / INERTIA, 0.0, 0.0], atol=2e-5)
    assert np.abs(result[:2]).max() == 0.0


def test_what_cannot_be(gym: gymapi.Gym, space: gymapi.Sim, device: torch.device) -> None:
    with pytest.raises(ValueError, match=r"vectors of bodies of shape \(4, 3\), 12 numbers; got shape \(3, 3\)"):
        gym.apply_rigid_body_force_tensors(space, unwrap(torch.zeros(3, 3, device=device)))
    with pytest.raises(ValueError, match=r"expected a space"):
        gym.apply_rigid_body_force_tensors(space, vectors({}, device), None, 7)
    with pytest.raises(IndexError, match=r"there is no body in this environment 2"):
        gym.apply_body_forces(gym.get_env(space, 0), 2, gymapi.Vec3())
