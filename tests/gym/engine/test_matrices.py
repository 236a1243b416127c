"""Jacobians and mass matrices: their shapes, and that they are those of the actors as they stand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from pippin.gym import gymapi, gymtorch

wrap, unwrap = gymtorch.wrap_tensor, gymtorch.unwrap_tensor

ROUNDING = 1e-4  # float32, some operations deep, of numbers around 1


def move(gym: gymapi.Gym, sim: gymapi.Sim, device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
    """Put everybody into a random state; returns the states of bodies and of DOFs."""
    bodies = wrap(gym.acquire_rigid_body_state_tensor(sim))
    dofs = wrap(gym.acquire_dof_state_tensor(sim))
    roots = wrap(gym.acquire_actor_root_state_tensor(sim))
    random = torch.Generator().manual_seed(3)
    new_roots = torch.randn(roots.shape, generator=random)
    new_roots[:, 3:7] /= new_roots[:, 3:7].norm(dim=1, keepdim=True)
    new_dofs = 0.5 * torch.randn(dofs.shape, generator=random)
    gym.set_actor_root_state_tensor(sim, unwrap(new_roots.to(device)))
    gym.set_dof_state_tensor(sim, unwrap(new_dofs.to(device)))
    gym.refresh_rigid_body_state_tensor(sim)
    gym.refresh_dof_state_tensor(sim)
    return bodies, dofs


def test_jacobian_of_a_floating_base(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, ball: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    """Times the velocities of root and DOFs it gives those of all bodies."""
    populate(3, ball, walker)
    gym.prepare_sim(sim)
    jacobian = wrap(gym.acquire_jacobian_tensor(sim, "actor1"))
    assert jacobian.shape == (3, 5, 6, 6 + 4)
    bodies, dofs = move(gym, sim, device)
    gym.refresh_jacobian_tensors(sim)
    velocities = bodies.view(3, 6, 13)[:, 1:, 7:]
    speeds = torch.cat([velocities[:, 0], dofs.view(3, 4, 2)[..., 1]], dim=1)
    torch.testing.assert_close(torch.einsum("nlij,nj->nli", jacobian, speeds), velocities, atol=ROUNDING, rtol=ROUNDING)


def test_jacobian_of_a_fixed_base_has_no_root(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    populate(2, cartpole)
    gym.prepare_sim(sim)
    jacobian = wrap(gym.acquire_jacobian_tensor(sim, "actor0"))
    assert jacobian.shape == (2, 2, 6, 2)
    bodies, dofs = move(gym, sim, device)
    gym.refresh_jacobian_tensors(sim)
    velocities = bodies.view(2, 3, 13)[:, 1:, 7:]
    speeds = dofs.view(2, 2, 2)[..., 1]
    torch.testing.assert_close(torch.einsum("nlij,nj->nli", jacobian, speeds), velocities, atol=ROUNDING, rtol=ROUNDING)


def test_mass_matrix_of_a_cartpole(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    """[[M + m, m l cos], [m l cos, I + m l²]] with M = 2 kg, m = 1 kg, l = 0.5 m, I = 0.1 kg m²; one has armature."""
    first, _ = populate(2, cartpole)
    properties = gym.get_actor_dof_properties(first, 0)
    properties["armature"][:] = (0.5, 0.25)
    gym.set_actor_dof_properties(first, 0, properties)
    gym.prepare_sim(sim)
    matrices = wrap(gym.acquire_mass_matrix_tensor(sim, "actor0"))
    assert matrices.shape == (2, 2, 2)
    for angle in (0.0, 0.8, 2.5):
        states = torch.zeros(2, 2, 2, device=device)
        states[:, 1, 0] = angle
        gym.set_dof_state_tensor(sim, unwrap(states))
        gym.refresh_mass_matrix_tensors(sim)
        expected = np.array([[3.0, 0.5 * np.cos(angle)], [0.5 * np.cos(angle), 0.35]])
        np.testing.assert_allclose(matrices[1].cpu(), expected, atol=ROUNDING)
        np.testing.assert_allclose(matrices[0].cpu(), expected + np.diag([0.5, 0.25]), atol=ROUNDING)


def test_kinetic_energy(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, populate: Callable, device: torch.device
) -> None:
    """With the root at rest, half of the mass matrix between the speeds is the energy of all bodies and motors."""
    (env,) = populate(1, walker)
    gym.prepare_sim(sim)
    matrix = wrap(gym.acquire_mass_matrix_tensor(sim, "actor0"))[0].cpu()
    bodies = wrap(gym.acquire_rigid_body_state_tensor(sim))
    states = torch.tensor([[0.3, 1.0], [-0.2, 2.0], [0.1, -1.5], [0.2, 0.5]], device=device)
    gym.set_dof_state_tensor(sim, unwrap(states))
    gym.refresh_mass_matrix_tensors(sim)
    gym.refresh_rigid_body_state_tensor(sim)
    matrix = wrap(gym.acquire_mass_matrix_tensor(sim, "actor0"))[0].cpu()
    speeds = states[:, 1].cpu()
    energy = 0.5 * 0.01 * (speeds[0] ** 2 + speeds[2] ** 2)  # armatures of the hips
    for state, properties in zip(bodies.cpu(), gym.get_actor_rigid_body_properties(env, 0), strict=True):
        rotation = gymapi.Quat(*state[3:7].tolist())
        spin = rotation.inverse().rotate(gymapi.Vec3(*state[10:].tolist()))
        rows = (properties.inertia.x, properties.inertia.y, properties.inertia.z)
        energy += 0.5 * properties.mass * float(state[7:10] @ state[7:10])
        energy += 0.5 * sum(part * row.dot(spin) for part, row in zip((spin.x, spin.y, spin.z), rows, strict=True))
    np.testing.assert_allclose(0.5 * speeds @ matrix @ speeds, energy, rtol=1e-4)


def test_names_that_cannot_be(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, ball: gymapi.Asset, populate: Callable
) -> None:
    populate(1, ball, walker)
    populate(1, walker, ball)
    gym.prepare_sim(sim)
    with pytest.raises(ValueError, match=r"there is no actor 'franka'; there are: actor0, actor1"):
        gym.acquire_jacobian_tensor(sim, "franka")
    with pytest.raises(ValueError, match=r"gym\.acquire_mass_matrix_tensor: the actors 'actor0' are of different"):
        gym.acquire_mass_matrix_tensor(sim, "actor0")
