"""A step is the same whether it is launched kernel by kernel, replayed as a graph, or taken on another device."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.physics.soft_bodies import SoftBody, SoftMaterial
from pippin.physics.tetrahedra import box_of_tetrahedra

from .conftest import Alone

SIDE, CELLS = 0.2, 3
GROUND = '<geom type="plane" size="1 1 1"/>'


def falling_cube(device: str) -> Alone:
    """A cube that reaches the ground with an edge first after some steps."""
    turn = np.array([[0.8, 0.0, 0.6], [0.0, 1.0, 0.0], [-0.6, 0.0, 0.8]])
    mesh = box_of_tetrahedra(CELLS, CELLS, CELLS).transformed(SIDE * turn, np.array([0.0, 0.0, 0.6 * SIDE + 0.01]))
    body = SoftBody("/Cube", mesh, SoftMaterial(youngs_modulus=1e5, poissons_ratio=0.3), np.ones(4))
    return Alone.make(body, gravity=(0.0, 0.0, -9.81), world=GROUND, device=device)


@pytest.mark.slow
def test_the_graph_does_what_the_calls_do(device: str) -> None:
    by_graph, by_calls = falling_cube(device), falling_cube(device)
    by_graph.step(40)
    for _ in range(40):
        by_calls.worlds.launch_step(by_calls._poses, 1)
    assert by_graph.worlds.reactions.numpy()[0, 0, 2] < 0.0, "it should have reached the ground"
    # Contact forces are summed in no fixed order on a GPU, and single precision does the rest.
    np.testing.assert_allclose(by_graph.positions, by_calls.positions, atol=1e-5)
    np.testing.assert_allclose(by_graph.velocities, by_calls.velocities, atol=2e-3)


@pytest.mark.gpu
def test_the_gpu_does_what_the_cpu_does() -> None:
    on_cpu, on_gpu = falling_cube("cpu"), falling_cube("cuda:0")
    on_cpu.step(40)
    on_gpu.step(40)
    np.testing.assert_allclose(on_gpu.positions, on_cpu.positions, atol=1e-5)
    np.testing.assert_allclose(on_gpu.velocities, on_cpu.velocities, atol=2e-3)
