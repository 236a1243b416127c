"""Isaac Sim's prims in a simulation of Isaac Lab up to version 2, which asks for tensors."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import omni.isaac.lab.sim as sim_utils
from isaacsim.core.api import World
from isaacsim.core.prims import RigidPrim, SingleRigidPrim, XFormPrim

pytestmark = pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")  # what these programs name

HALF_TURN = [0.0, 0.0, 0.0, 1.0]
"""About z, (w, x, y, z)."""


@pytest.fixture
def simulation() -> Iterator[sim_utils.SimulationContext]:
    with sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.01, device="cpu")) as made:
        body, mass = sim_utils.RigidBodyPropertiesCfg(), sim_utils.MassPropertiesCfg(mass=2.0)
        cube = sim_utils.CuboidCfg(size=(0.1, 0.1, 0.1), rigid_props=body, mass_props=mass)
        for index in range(2):
            cube.func(f"/World/Cube_{index}", cube, translation=(index, 0.0, 2.0), orientation=HALF_TURN)
        yield made


def test_views_give_tensors_with_w_first(simulation: sim_utils.SimulationContext) -> None:
    cubes = RigidPrim("/World/Cube_.*")
    simulation.reset()
    cubes.initialize()
    for _ in range(10):
        simulation.step(render=False)
    velocities = cubes.get_linear_velocities()
    assert velocities.dtype is torch.float32
    torch.testing.assert_close(torch.max(torch.abs(velocities[:, 2])), torch.tensor(0.1 * 9.81), rtol=1e-5, atol=0.0)
    positions, orientations = cubes.get_world_poses()
    torch.testing.assert_close(positions[:, 0], torch.tensor([0.0, 1.0]))
    torch.testing.assert_close(orientations, torch.tensor([HALF_TURN, HALF_TURN]))
    torch.testing.assert_close(cubes.get_masses(), torch.tensor([2.0, 2.0]))
    cubes.set_linear_velocities(-velocities)  # what it gives it takes
    torch.testing.assert_close(cubes.get_linear_velocities(), -velocities)


def test_single_objects_and_classes_of_programs_give_tensors(simulation: sim_utils.SimulationContext) -> None:
    class Probe(SingleRigidPrim):
        def get_height(self) -> torch.Tensor:
            position, _ = self.get_world_pose()
            return torch.clamp(position[2], max=1.5)

    simulation.reset()
    assert Probe("/World/Cube_1").get_height() == 1.5
    state = SingleRigidPrim("/World/Cube_0").get_current_dynamic_state()
    torch.testing.assert_close(state.orientation, torch.tensor(HALF_TURN))
    assert isinstance(XFormPrim("/World/Cube_.*").get_local_poses()[0], torch.Tensor)


def test_in_a_world_of_isaac_sim_they_are_arrays() -> None:
    world = World()
    try:
        sim_utils.CuboidCfg(size=(0.1, 0.1, 0.1)).func("/World/Cube", sim_utils.CuboidCfg(size=(0.1, 0.1, 0.1)))
        assert isinstance(XFormPrim("/World/Cube").get_world_poses()[0], np.ndarray)
    finally:
        world.clear_instance()
