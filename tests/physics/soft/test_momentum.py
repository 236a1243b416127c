"""Momenta of soft bodies change by nothing but what acts on them from outside, however stiff they are."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.physics.soft.rigid_motions import pieces
from pippin.physics.soft_bodies import SoftBody, SoftMaterial
from pippin.physics.tetrahedra import Tetrahedra

from .conftest import Alone
from .test_elasticity import box, energy

MODULI = [1e5, 1e6, 1e7, 5e7]
ROUGH_GROUND = '<geom type="plane" size="1 1 1" friction="0.5"/>'


def cube(youngs_modulus: float, **material: float) -> SoftBody:
    """A cube of 8 kg with 125 nodes."""
    return box((4, 4, 4), (0.2, 0.2, 0.2), SoftMaterial(youngs_modulus=youngs_modulus, poissons_ratio=0.4, **material))


def angular_momentum(alone: Alone, nodes: slice = slice(None)) -> np.ndarray:
    """Angular momentum of nodes about their centre of mass [kg m^2/s]."""
    masses, positions, velocities = alone.masses[nodes], alone.positions[nodes], alone.velocities[nodes]
    centre = masses @ positions / masses.sum()
    return np.cross(positions - centre, masses[:, None] * velocities).sum(axis=0)


@pytest.mark.slow
@pytest.mark.parametrize("youngs_modulus", MODULI)
def test_momenta_of_a_free_body_stay(youngs_modulus: float, device: str) -> None:
    """It flies, turns and trembles."""
    body = cube(youngs_modulus)
    alone = Alone.make(body, step=body.longest_step, device=device)
    arms = alone.positions - alone.positions.mean(axis=0)
    trembling = 0.1 * np.random.default_rng(0).normal(size=arms.shape)
    velocities = np.cross([3.0, 1.0, 5.0], arms) + [1.0, 0.5, 0.0] + trembling
    alone.worlds.velocities.assign(velocities[None].astype(np.float32))
    momentum, spin = alone.masses @ alone.velocities, angular_momentum(alone)
    alone.step(100)
    # In single precision positions of up to 1 m are off by 6e-8 m: velocities by 6e-5 m/s in a step of 1/960 s.
    rounding = 6e-5 * alone.masses.sum()
    np.testing.assert_allclose(alone.masses @ alone.velocities, momentum, atol=rounding)
    np.testing.assert_allclose(angular_momentum(alone), spin, atol=0.2 * rounding)


@pytest.mark.slow
@pytest.mark.parametrize("youngs_modulus", MODULI)
@pytest.mark.parametrize("friction", [0.0, 0.5])
def test_impulses_of_the_ground_are_what_momenta_change_by(youngs_modulus: float, friction: float, device: str) -> None:
    """A turned cube lands on a corner, without gravity."""
    turned = Rotation.from_euler("xyz", [0.5, 0.3, 0.2]).as_matrix()
    body = cube(youngs_modulus, friction=friction)
    mesh = body.mesh.transformed(turned, np.zeros(3))
    mesh = mesh.transformed(np.eye(3), [0.0, 0.0, 0.002 - mesh.nodes[:, 2].min()])
    body = SoftBody(body.path, mesh, body.material, body.color)
    ground = ROUGH_GROUND.replace("0.5", str(friction))
    alone = Alone.make(body, step=body.longest_step, world=ground, device=device)
    velocities = np.tile([0.3, 0.0, -1.0], (len(mesh.nodes), 1))
    alone.worlds.velocities.assign(velocities[None].astype(np.float32))
    start, impulse = alone.masses @ alone.velocities, np.zeros(3)
    for _ in range(round(0.05 / body.longest_step)):
        alone.step()
        impulse -= alone.worlds.step_size * alone.worlds._solver.wrenches.numpy()[:, :3].sum(axis=0)
    change = alone.masses @ alone.velocities - start
    assert change[2] > 0.3 * alone.masses.sum(), "it should have landed"
    np.testing.assert_allclose(change, impulse, atol=1e-3 * np.linalg.norm(start))


@pytest.mark.slow
@pytest.mark.parametrize("youngs_modulus", [1e6, 5e7])
def test_a_stiff_body_that_tumbles_to_rest_gains_no_energy(youngs_modulus: float) -> None:
    gravity, body = 9.81, cube(youngs_modulus)
    turned = Rotation.from_euler("xyz", [0.5, 0.3, 0.2]).as_matrix()
    body = SoftBody(body.path, body.mesh.transformed(turned, [0.0, 0.0, 0.25]), body.material, body.color)
    alone = Alone.make(body, step=body.longest_step, gravity=(0.0, 0.0, -gravity), world=ROUGH_GROUND)
    arms = alone.positions - alone.positions.mean(axis=0)
    alone.worlds.velocities.assign((np.cross([2.0, 4.0, 1.0], arms) + [1.0, 0.0, 0.0])[None].astype(np.float32))
    start, highest = energy(alone, gravity), 0.0
    for _ in range(round(1.0 / body.longest_step / 8)):
        alone.step(8)
        highest = max(highest, energy(alone, gravity))
    assert highest < start
    assert np.abs(alone.velocities).max() < 0.02, "it should have come to rest, or rock a little"
    assert alone.positions[:, 2].mean() == pytest.approx(0.1, rel=0.01)


@pytest.mark.slow
def test_pieces_that_do_not_hang_together_keep_their_own_momenta() -> None:
    """Two cubes in one mesh: one flies, one turns, until the first has passed through the other."""
    one = cube(1e7)
    count = len(one.mesh.nodes)
    nodes = np.concatenate([one.mesh.nodes, one.mesh.nodes + [0.3, 0.0, 0.0]])
    mesh = Tetrahedra(nodes, np.concatenate([one.mesh.elements, one.mesh.elements + count]))
    np.testing.assert_array_equal(pieces(mesh.elements, 2 * count), np.repeat([0, 1], count))
    alone = Alone.make(SoftBody("/Pair", mesh, one.material, np.ones(4)), step=one.longest_step)
    velocities = np.zeros((2 * count, 3))
    velocities[:count, 0] = 2.0
    velocities[count:] = np.cross([0.0, 0.0, 4.0], one.mesh.nodes - 0.1)
    alone.worlds.velocities.assign(velocities[None].astype(np.float32))
    first, second = slice(None, count), slice(count, None)
    spin = angular_momentum(alone, second)
    alone.step(200)
    np.testing.assert_allclose(alone.velocities[first], velocities[first], atol=1e-3)
    np.testing.assert_allclose(angular_momentum(alone, second), spin, atol=1e-4 * np.linalg.norm(spin))
    assert alone.positions[first, 0].mean() == pytest.approx(0.1 + 200 * one.longest_step * 2.0, abs=1e-3)
