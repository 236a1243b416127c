"""Soft bodies against closed forms of elasticity, and the laws of conservation."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.physics.soft_bodies import SoftBody, SoftMaterial
from pippin.physics.tetrahedra import Tetrahedra, box_of_tetrahedra

from .conftest import Alone

GROUND = '<geom type="plane" size="1 1 1" friction="0"/>'


def box(cells: tuple[int, int, int], size: tuple[float, float, float], material: SoftMaterial, **more) -> SoftBody:
    """Soft box with its lowest corner at the origin."""
    mesh = box_of_tetrahedra(*cells).transformed(np.diag(size), np.zeros(3))
    return SoftBody("/Box", mesh, material, np.ones(4), **more)


# The cantilever: a beam of 0.8 m by 0.1 m, one cell wide, that bends under its own weight.

LENGTH, HEIGHT, SAG = 0.8, 0.1, 0.02
"""The sag is what Euler and Bernoulli say, as a part of the length: small enough for a linear theory."""


def deflection(cells: int) -> float:
    """Deflection of the beam's tip as a multiple of Euler and Bernoulli's, with that many cells over its height.

    Without transverse contraction (Poisson's ratio 0), its width plays no role. Shear, which they neglect, adds
    0.6 (height / length)^2 = 0.9 %.
    """
    material = SoftMaterial(density=1000.0, youngs_modulus=1e4, poissons_ratio=0.0, damping=0.0)
    width = HEIGHT / cells
    load = SAG * LENGTH * 8.0 * material.youngs_modulus * HEIGHT**2 / (12.0 * material.density * LENGTH**4)
    body = box((round(LENGTH / width), 1, cells), (LENGTH, width, HEIGHT), material, iterations=10)
    sound = np.sqrt(material.youngs_modulus / material.density)
    alone = Alone.make(body, step=2.0 * width / sound, gravity=(0.0, 0.0, -load))
    alone.drive(body.mesh.nodes[:, 0] < 1e-9)
    alone.settle(max_steps=4000, change=2e-4 * SAG * LENGTH)
    tip = body.mesh.nodes[:, 0] > LENGTH - 1e-9
    return float((body.mesh.nodes[tip, 2] - alone.positions[tip, 2]).mean() / (SAG * LENGTH))


@pytest.mark.slow
def test_a_cantilever_converges_to_euler_and_bernoulli() -> None:
    errors = [abs(deflection(cells) - 1.0) for cells in (2, 4, 8)]
    assert errors[2] < 0.05
    # Linear tetrahedra converge with the square of their size; the last error holds the shear too.
    assert errors[0] > 2.0 * errors[1] > 4.0 * errors[2]


# A cube under its own weight.


@pytest.mark.slow
def test_stress_in_a_cube_is_the_weight_above(device: str) -> None:
    """On a ground without friction: sigma_zz = -rho g (H - z) and all else zero."""
    side, cells, gravity = 0.2, 6, 9.81
    material = SoftMaterial(density=1000.0, youngs_modulus=1e6, poissons_ratio=0.3, friction=0.0)
    body = box((cells,) * 3, (side,) * 3, material)
    alone = Alone.make(body, step=body.longest_step, gravity=(0.0, 0.0, -gravity), world=GROUND, device=device)
    alone.settle(max_steps=2000, change=5e-7)
    stress = cauchy_stresses(alone)
    mesh = alone.body.mesh
    layers = np.floor(mesh.nodes[mesh.elements].mean(axis=1)[:, 2] / side * cells).astype(int)
    weight = material.density * gravity * side
    for layer in range(cells):
        inside = layers == layer
        mean = np.average(stress[inside], axis=0, weights=mesh.volumes[inside])
        above = 1.0 - (layer + 0.5) / cells
        assert mean[2, 2] == pytest.approx(-weight * above, abs=0.01 * weight)
        # Nodes on the ground belong to five or to one or two elements and bear unequal loads, which bends the layer.
        mean[2, 2] = 0.0
        np.testing.assert_allclose(mean, 0.0, atol=0.03 * weight)


def cauchy_stresses(alone: Alone) -> np.ndarray:
    """Cauchy stress of each element by Hooke's law, shape (num_elements, 3, 3)."""
    material = alone.body.material
    gradients = deformation_gradients(alone.body.mesh, alone.positions)
    strains = (gradients + gradients.transpose(0, 2, 1)) / 2.0 - np.eye(3)
    traces = np.trace(strains, axis1=1, axis2=2)[:, None, None]
    return material.first_lame_parameter * traces * np.eye(3) + 2.0 * material.shear_modulus * strains


def deformation_gradients(mesh: Tetrahedra, positions: np.ndarray) -> np.ndarray:
    """Deformation gradient of each element, shape (num_elements, 3, 3)."""

    def edges(nodes: np.ndarray) -> np.ndarray:
        corners = nodes[mesh.elements]
        return (corners[:, 1:] - corners[:, :1]).transpose(0, 2, 1)

    return edges(positions) @ np.linalg.inv(edges(mesh.nodes))


@pytest.mark.slow
def test_a_nearly_incompressible_cube_keeps_its_volume() -> None:
    """Poisson's ratio 0.49, squeezed by a fifth between two plates that hold its faces."""
    side, cells = 0.2, 6
    material = SoftMaterial(youngs_modulus=1e5, poissons_ratio=0.49)
    alone = Alone.make(box((cells,) * 3, (side,) * 3, material))
    nodes = alone.body.mesh.nodes
    plates = (nodes[:, 2] < 1e-9) | (nodes[:, 2] > side - 1e-9)
    alone.drive(plates)
    targets = alone.worlds.targets.numpy()
    for step in range(120):
        targets[0, plates, 2] = nodes[plates, 2] * (1.0 - 0.2 * min(1.0, step / 60.0))
        alone.worlds.targets.assign(targets)
        alone.step()
    squeezed = Tetrahedra(alone.positions, alone.body.mesh.elements)
    assert alone.positions[:, 0].max() > side * 1.04, "it should bulge"
    assert squeezed.volumes.sum() == pytest.approx(side**3, rel=0.02)


# Energy.


def energy(alone: Alone, gravity: float = 0.0) -> float:
    """Kinetic, elastic and gravitational energy [J], the elastic one by the material's formula."""
    material, mesh = alone.body.material, alone.body.mesh
    gradients = deformation_gradients(mesh, alone.positions)
    shear = material.shear_modulus
    bulk = material.first_lame_parameter + shear
    alpha = 1.0 + shear / bulk
    density = 0.5 * shear * ((gradients**2).sum(axis=(1, 2)) - 3.0)
    density += 0.5 * bulk * ((np.linalg.det(gradients) - alpha) ** 2 - (1.0 - alpha) ** 2)
    kinetic = 0.5 * (alone.masses * (alone.velocities**2).sum(axis=1)).sum()
    return float(kinetic + (mesh.volumes * density).sum() + gravity * (alone.masses * alone.positions[:, 2]).sum())


@pytest.mark.slow
@pytest.mark.parametrize("youngs_modulus", [1e4, 1e6, 5e7])
@pytest.mark.parametrize("motion", ["stretched", "turning"])
def test_energy_of_a_free_body_never_grows(youngs_modulus: float, motion: str, device: str) -> None:
    body = box((4, 4, 4), (0.2, 0.2, 0.2), SoftMaterial(youngs_modulus=youngs_modulus, poissons_ratio=0.4))
    alone = Alone.make(body, device=device)
    if motion == "stretched":
        alone.worlds.positions.assign((alone.positions * [1.2, 0.95, 0.9])[None].astype(np.float32))
    else:
        arms = alone.positions - alone.positions.mean(axis=0)
        alone.worlds.velocities.assign(np.cross([3.0, 1.0, 5.0], arms)[None].astype(np.float32))
    energies = [energy(alone)]
    for _ in range(60):
        alone.step()
        energies.append(energy(alone))
    # Positions in single precision leave strains of 1e-6 in edges of 5 cm, squared, in the volume of the body.
    rounding = youngs_modulus * 1e-12 * 0.2**3 + 1e-6 * energies[0]
    # The angular momentum stays; velocities are chords of a step's arcs, with an energy off by their angle squared / 4.
    chord = (np.sqrt(35.0) / 240.0) ** 2 / 4.0 * energies[0] if motion == "turning" else 0.0
    assert np.diff(energies).max() < rounding + chord
    assert max(energies) < energies[0] + 60 * rounding + chord


@pytest.mark.slow
@pytest.mark.parametrize("youngs_modulus", [1e4, 1e6, 5e7])
def test_energy_of_a_body_that_bounces_never_exceeds_that_of_its_start(youngs_modulus: float) -> None:
    gravity = 9.81
    body = box((4, 4, 4), (0.2, 0.2, 0.2), SoftMaterial(youngs_modulus=youngs_modulus, poissons_ratio=0.4))
    alone = Alone.make(body.moved(np.array([0.0, 0.0, 0.3])), gravity=(0.0, 0.0, -gravity), world=GROUND)
    start, energies = energy(alone, gravity), []
    for _ in range(240):
        alone.step()
        energies.append(energy(alone, gravity))
    assert max(energies) < start * (1.0 + 1e-6)
    lowest = alone.positions[:, 2].min()
    assert -0.002 < lowest < 0.3


# Friction.


@pytest.mark.slow
@pytest.mark.parametrize("coefficient", [0.2, 0.5])
def test_a_sliding_body_decelerates_by_coulomb(coefficient: float, device: str) -> None:
    body = box((3, 3, 2), (0.2, 0.2, 0.05), SoftMaterial(youngs_modulus=1e5, poissons_ratio=0.3, friction=coefficient))
    alone = Alone.make(body, gravity=(0.0, 0.0, -9.81), world=GROUND, device=device)
    alone.settle(max_steps=500, change=1e-6)
    velocities = np.zeros_like(alone.velocities)
    velocities[:, 0] = 2.0
    alone.worlds.velocities.assign(velocities[None].astype(np.float32))
    alone.step(48)
    lost = 2.0 - alone.velocities[:, 0].mean()
    assert lost == pytest.approx(coefficient * 9.81 * 48 / 240, rel=0.05)


@pytest.mark.slow
@pytest.mark.parametrize(("slope", "sticks"), [(0.3, True), (0.7, False)])
def test_bodies_stick_on_slopes_below_the_coefficient_of_friction(slope: float, sticks: bool) -> None:
    """Friction coefficient 0.5; the slope is made by gravity."""
    body = box((3, 3, 2), (0.2, 0.2, 0.05), SoftMaterial(youngs_modulus=1e5, poissons_ratio=0.3, friction=0.5))
    angle = np.arctan(slope)
    alone = Alone.make(body, gravity=(9.81 * np.sin(angle), 0.0, -9.81 * np.cos(angle)), world=GROUND)
    alone.step(120)
    start = alone.positions[:, 0].mean()
    alone.step(120)
    speed = (alone.positions[:, 0].mean() - start) / 0.5
    if sticks:
        assert 0.0 < speed < 2e-3  # it creeps by less than FRICTION_VELOCITY, and bends a little
    else:
        assert speed > 0.5


# Soft bodies on each other.


@pytest.mark.slow
def test_soft_bodies_bear_each_other_where_they_collide(device: str) -> None:
    material = SoftMaterial(youngs_modulus=1e5, poissons_ratio=0.3, friction=0.5)
    lower = box((3, 3, 3), (0.2, 0.2, 0.2), material, self_collision=True)
    upper = lower.moved(np.array([0.02, 0.01, 0.21]))
    alone = Alone.make(lower, upper, gravity=(0.0, 0.0, -9.81), world=GROUND, device=device)
    alone.step(120)
    nodes = len(lower.mesh.nodes)
    heights = alone.positions[:, 2]
    assert heights[:nodes].mean() == pytest.approx(0.1, abs=0.008)
    assert heights[nodes:].mean() == pytest.approx(0.3, abs=0.02)
    # Both still rock a little.
    pressure = np.abs(alone.worlds._solver.wrenches.numpy()[:, 2]).sum()
    assert pressure == pytest.approx(2.0 * alone.masses.sum() * 9.81, rel=0.25)
