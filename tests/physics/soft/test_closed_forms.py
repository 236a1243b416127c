"""The kernel that moves nodes against Newton's, which builds the same forces and stiffnesses in another way."""

from __future__ import annotations

import newton
import numpy as np
import pytest
import warp as wp
from newton.solvers import SolverVBD

from pippin.physics.soft.elasticity import ClosedFormVBD
from pippin.physics.tetrahedra import box_of_tetrahedra

STEP = 1.0 / 360.0


def states_after_a_step(solver_class: type, device: str, iterations: int, damping: float) -> tuple[np.ndarray, ...]:
    """Positions and velocities of two crumpled cubes, a face of which is held, after a step."""
    mesh = box_of_tetrahedra(3, 3, 3).transformed(0.2 * np.eye(3), np.zeros(3))
    cube = newton.ModelBuilder()
    cube.add_soft_mesh(
        pos=wp.vec3(0.0),
        rot=wp.quat_identity(),
        scale=1.0,
        vel=wp.vec3(0.0),
        vertices=mesh.nodes.tolist(),
        indices=mesh.elements.ravel().tolist(),
        density=1000.0,
        k_mu=4e4,
        k_lambda=9e4,
        k_damp=damping,
        add_surface_mesh_edges=False,
        particle_radius=0.0,
    )
    cube.color()
    builder = newton.ModelBuilder()
    builder.replicate(cube, 2)
    for node in np.flatnonzero(np.tile(mesh.nodes[:, 2] < 1e-9, 2)):
        builder.particle_mass[node] = 0.0
    model = builder.finalize(device=device)
    random = np.random.default_rng(0)
    before, after = model.state(), model.state()
    before.particle_q.assign(before.particle_q.numpy() + random.normal(0.0, 0.006, (model.particle_count, 3)))
    before.particle_qd.assign(random.normal(0.0, 0.3, (model.particle_count, 3)))
    solver_class(model, iterations=iterations).step(before, after, None, None, STEP)
    return after.particle_q.numpy(), after.particle_qd.numpy()


@pytest.mark.parametrize("damping", [0.0, 100.0])
@pytest.mark.parametrize("iterations", [1, 10])
def test_nodes_move_as_newton_moves_them(device: str, iterations: int, damping: float) -> None:
    positions, velocities = states_after_a_step(ClosedFormVBD, device, iterations, damping)
    expected, expected_velocities = states_after_a_step(SolverVBD, device, iterations, damping)
    # Single precision: coordinates of 0.2 m have steps of 1e-8 m, and sums of forces are made in another order.
    np.testing.assert_allclose(positions, expected, atol=3e-7)
    np.testing.assert_allclose(velocities, expected_velocities, atol=3e-7 / STEP)
    assert np.abs(velocities).max() > 1.0
