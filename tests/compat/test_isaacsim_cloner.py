"""``isaacsim.core.cloner``: environments of the engine, or copies of prims."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

import pippin.sim as sim_utils
from isaacsim.core.cloner import Cloner, GridCloner
from isaacsim.core.prims import RigidPrim
from pippin.assets import RigidObject, RigidObjectCfg


@pytest.fixture
def sim() -> Iterator[sim_utils.SimulationContext]:
    with sim_utils.build_simulation_context(dt=0.01, gravity_enabled=False) as context:
        yield context


BALL = RigidObjectCfg(
    prim_path="/World/envs/env_.*/Ball",
    spawn=sim_utils.SphereCfg(
        radius=0.1,
        rigid_props=sim_utils.RigidBodyPropertiesCfg(),
        mass_props=sim_utils.MassPropertiesCfg(mass=1.0),
    ),
    init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 0.5)),
)


def test_a_grid_of_copies_are_environments(sim: sim_utils.SimulationContext) -> None:
    cloner = GridCloner(spacing=3.0)
    cloner.define_base_env("/World/envs")
    paths = cloner.generate_paths("/World/envs/env", 4)
    sim_utils.define_prim(paths[0], "Xform")
    places = np.array(cloner.clone(paths[0], paths, replicate_physics=True))
    np.testing.assert_allclose(np.ptp(places[:, :2], axis=0), [3.0, 3.0])  # two rows of two
    ball = RigidObject(BALL)
    sim.reset()
    assert ball.num_instances == 4
    np.testing.assert_allclose(ball.data.root_pos_w.torch.cpu(), places + [0.0, 0.0, 0.5], atol=1e-6)


def test_views_of_prims_hold_the_bodies_of_all_copies(sim: sim_utils.SimulationContext) -> None:
    """As terrains are tried out: balls in an environment each are put on their places before the simulation plays."""
    cloner = GridCloner(spacing=2.0)
    cloner.define_base_env("/World/envs")
    paths = cloner.generate_paths("/World/envs/env", 2048)
    sim_utils.define_prim(paths[0], "Xform")
    BALL.spawn.func(f"{paths[0]}/ball", BALL.spawn)
    cloner.clone(paths[0], paths, replicate_physics=True)
    balls = RigidPrim("/World/envs/env_.*/ball", reset_xform_properties=False)
    assert balls.count == 2048
    places = np.random.default_rng(0).uniform(-50.0, 50.0, (2048, 3))
    balls.set_world_poses(positions=places)
    sim.reset()
    balls.initialize()
    positions, orientations = balls.get_world_poses()
    np.testing.assert_allclose(positions, places, atol=1e-5)
    np.testing.assert_allclose(orientations, np.tile([1.0, 0.0, 0.0, 0.0], (2048, 1)), atol=1e-6)
    balls.set_linear_velocities(places)
    sim.step(render=False)
    np.testing.assert_allclose(balls.get_world_poses()[0], 1.01 * places, atol=1e-4)
    np.testing.assert_allclose(balls.get_linear_velocities(), places, atol=1e-4)


def test_a_row_and_shifts_are_as_asked() -> None:
    places, quats = GridCloner(2.0, num_per_row=1).get_clone_transforms(3, np.full((3, 3), [0.0, 0.0, 1.0]))
    np.testing.assert_allclose(places, [[2.0, 0.0, 1.0], [0.0, 0.0, 1.0], [-2.0, 0.0, 1.0]])
    np.testing.assert_allclose(quats, [[1.0, 0.0, 0.0, 0.0]] * 3)


def test_other_copies_are_prims(sim: sim_utils.SimulationContext) -> None:
    sim_utils.CuboidCfg(size=(1.0, 1.0, 1.0)).func("/World/Box", sim_utils.CuboidCfg(size=(1.0, 1.0, 1.0)))
    half = np.sqrt(0.5)
    Cloner().clone("/World/Box", ["/World/A", "/World/B"], np.eye(3)[:2], np.array([[half, 0, 0, half]] * 2))
    position, quat = sim_utils.resolve_prim_pose(sim.stage.GetPrimAtPath("/World/B"))
    np.testing.assert_allclose(position, [0.0, 1.0, 0.0])
    np.testing.assert_allclose(quat, [0.0, 0.0, half, half], atol=1e-7)  # x, y, z, w
    assert sim.environments is None


@pytest.mark.parametrize(
    ("source", "rows", "words"), [("/World/Nothing", 2, "no prim"), ("/World", 3, r"positions has the shape \(3, 3\)")]
)
def test_what_cannot_be_copied_is_refused(sim: sim_utils.SimulationContext, source: str, rows: int, words: str) -> None:
    sim_utils.define_prim("/World", "Xform")
    with pytest.raises(ValueError, match=words):
        Cloner().clone(source, ["/A", "/B"], np.zeros((rows, 3)))
