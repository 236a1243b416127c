"""Deformable objects: what they read and write, in several environments, and what they refuse."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.assets import DeformableObject, DeformableObjectCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import (
    DeformableBodyMaterialCfg,
    DeformableBodyPropertiesCfg,
    MassPropertiesCfg,
    MeshCuboidCfg,
    MultiAssetSpawnerCfg,
    PreviewSurfaceCfg,
    SimulationCfg,
    SimulationContext,
    create_prim,
)
from pippin.utils import configclass

N, EDGE, CELLS = 3, 0.2, 2
YOUNG, POISSON = 2e5, 0.3


def soft_cube(cells: int = CELLS, **fields: object) -> MeshCuboidCfg:
    """Spawner of a soft cube."""
    return MeshCuboidCfg(
        size=(EDGE, EDGE, EDGE),
        deformable_props=DeformableBodyPropertiesCfg(simulation_hexahedral_resolution=cells, **fields),
        physics_material=DeformableBodyMaterialCfg(youngs_modulus=YOUNG, poissons_ratio=POISSON),
    )


@configclass
class CubeSceneCfg(InteractiveSceneCfg):
    """A soft cube in each environment."""

    cube: DeformableObjectCfg = DeformableObjectCfg(
        prim_path="{ENV_REGEX_NS}/Cube",
        spawn=soft_cube(),
        init_state=DeformableObjectCfg.InitialStateCfg(pos=(0.0, 0.0, 1.0)),
    )


@pytest.fixture
def simulation(device: str) -> Iterator[SimulationContext]:
    """A stopped simulation without gravity, on each device."""
    simulation = SimulationContext(SimulationCfg(device=device, dt=0.01, gravity=(0.0, 0.0, 0.0)))
    yield simulation
    simulation.clear_instance()


@pytest.fixture
def scene(simulation: SimulationContext) -> InteractiveScene:
    """Cubes in three environments, playing."""
    scene = InteractiveScene(CubeSceneCfg(num_envs=N, env_spacing=2.0))
    simulation.reset()
    return scene


@pytest.fixture
def cube(scene: InteractiveScene) -> DeformableObject:
    """The cubes of the scene."""
    return scene.deformable_objects["cube"]


def test_sizes_are_those_of_the_grid(cube: DeformableObject) -> None:
    assert (cube.num_instances, cube.num_bodies) == (N, 1)
    assert cube.max_sim_vertices_per_body == cube.max_collision_vertices_per_body == (CELLS + 1) ** 3
    assert cube.max_sim_elements_per_body == cube.max_collision_elements_per_body == 5 * CELLS**3
    assert cube.data.nodal_pos_w.torch.shape == (N, (CELLS + 1) ** 3, 3)
    assert cube.data.sim_element_stress_w.torch.shape == (N, 5 * CELLS**3, 3, 3)


def test_nodes_begin_in_the_environments_at_rest_and_without_stress(
    scene: InteractiveScene, cube: DeformableObject
) -> None:
    expected = scene.env_origins + torch.tensor([0.0, 0.0, 1.0], device=cube.device)
    torch.testing.assert_close(cube.data.root_pos_w.torch, expected)
    offsets = (cube.data.nodal_pos_w.torch - expected[:, None]).abs()
    assert offsets.amax().item() == pytest.approx(EDGE / 2, rel=1e-5)
    assert not cube.data.nodal_vel_w.torch.any()
    assert cube.data.sim_element_stress_w.torch.abs().max() < 1e-4 * YOUNG
    torch.testing.assert_close(cube.data.default_nodal_state_w.torch, cube.data.nodal_state_w.torch)
    assert (cube.data.nodal_kinematic_target.torch[..., 3] == 1.0).all()


@pytest.mark.parametrize("full_data", [False, True])
def test_states_that_are_written_are_read(cube: DeformableObject, full_data: bool) -> None:
    before = cube.data.nodal_state_w.torch.clone()
    state = torch.randn(N, *before.shape[1:], generator=torch.Generator().manual_seed(1)).to(cube.device)
    data = state if full_data else state[[2, 0]]
    cube.write_nodal_state_to_sim_index(nodal_state=data, env_ids=[2, 0], full_data=full_data)
    after = cube.data.nodal_state_w.torch
    torch.testing.assert_close(after[[2, 0]], state[[2, 0]], atol=1e-6, rtol=1e-6)
    torch.testing.assert_close(after[1], before[1])
    torch.testing.assert_close(cube.data.root_vel_w.torch[2], state[2, :, 3:].mean(dim=0), atol=1e-6, rtol=1e-5)


def test_masks_choose_instances(cube: DeformableObject) -> None:
    velocities = torch.ones(N, cube.max_sim_vertices_per_body, 3, device=cube.device)
    mask = torch.tensor([False, True, False], device=cube.device)
    cube.write_nodal_velocity_to_sim_mask(nodal_vel=velocities, env_mask=mask)
    assert cube.data.nodal_vel_w.torch.amax(dim=(1, 2)).tolist() == [0.0, 1.0, 0.0]


def test_elements_tell_rotation_stretch_and_stress(cube: DeformableObject) -> None:
    """Against Hooke's law: for a small strain eps in turned axes, sigma = lambda tr(eps) I + 2 mu eps."""
    strain = np.diag([2e-3, -1e-3, 0.5e-3])
    turn = Rotation.from_euler("xyz", [0.4, -0.7, 1.1])
    rest = cube.data.default_nodal_state_w.torch[..., :3]
    centre = rest.mean(dim=1, keepdim=True)
    gradient = torch.tensor(turn.as_matrix() @ (np.eye(3) + strain), dtype=torch.float32, device=cube.device)
    cube.write_nodal_pos_to_sim((rest - centre) @ gradient.T + centre)
    torch.testing.assert_close(
        cube.data.sim_element_deform_gradient_w.torch,
        gradient.expand_as(cube.data.sim_element_deform_gradient_w.torch),
        atol=1e-5,
        rtol=0.0,
    )
    quat = torch.tensor(turn.as_quat(), dtype=torch.float32, device=cube.device)
    aligned = (cube.data.sim_element_quat_w.torch @ quat).abs()
    torch.testing.assert_close(aligned, torch.ones_like(aligned), atol=1e-5, rtol=0.0)
    first = YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
    shear = YOUNG / (2 * (1 + POISSON))
    hooke = turn.as_matrix() @ (first * np.trace(strain) * np.eye(3) + 2 * shear * strain) @ turn.as_matrix().T
    stress = cube.data.collision_element_stress_w.numpy()
    # The material is not linear: second order in the strain, 1 % here.
    np.testing.assert_allclose(stress, np.broadcast_to(hooke, stress.shape), atol=0.01 * np.abs(hooke).max())


def test_transforming_nodes_turns_them_about_their_mean(cube: DeformableObject) -> None:
    nodes = cube.data.nodal_pos_w.torch
    turn = Rotation.from_euler("z", 90, degrees=True)
    shift = torch.tensor([[1.0, 2.0, 3.0]], device=cube.device).repeat(N, 1)
    quat = torch.tensor(turn.as_quat(), dtype=torch.float32, device=cube.device).repeat(N, 1)
    moved = cube.transform_nodal_pos(nodes, shift, quat)
    mean = nodes.mean(dim=1, keepdim=True)
    matrix = torch.tensor(turn.as_matrix().T, dtype=torch.float32, device=cube.device)
    expected = (nodes - mean) @ matrix + mean + shift[:, None]
    torch.testing.assert_close(moved, expected)
    torch.testing.assert_close(cube.transform_nodal_pos(nodes), nodes)


@pytest.mark.slow
def test_driven_nodes_arrive_at_their_targets_and_drag_the_others(
    simulation: SimulationContext, cube: DeformableObject
) -> None:
    targets = cube.data.nodal_kinematic_target.torch.clone()
    top = targets[0, :, 2] > 1.0 + EDGE / 2 - 1e-4
    for step in range(1, 41):
        targets[0, top, 2] = 1.0 + EDGE / 2 + 0.001 * step
        targets[0, top, 3] = 0.0
        cube.write_nodal_kinematic_target_to_sim(targets)
        simulation.step(render=False)
    positions = cube.data.nodal_pos_w.torch
    torch.testing.assert_close(positions[0, top], targets[0, top, :3], atol=1e-6, rtol=0.0)
    velocities = cube.data.nodal_vel_w.torch
    torch.testing.assert_close(velocities[0, top, 2], torch.full_like(velocities[0, top, 2], 0.1), atol=1e-3, rtol=0.0)
    assert 0.02 < cube.data.root_pos_w.torch[0, 2].item() - 1.0 < 0.045
    assert cube.data.root_pos_w.torch[1, 2].item() == pytest.approx(1.0)
    targets[..., 3] = 1.0
    cube.write_nodal_kinematic_target_to_sim(targets)
    momentum = velocities[0].mean(dim=0)
    simulation.step(render=False)
    assert cube.data.root_vel_w.torch[0, 2].item() == pytest.approx(momentum[2].item(), rel=0.3)


@pytest.mark.slow
def test_environments_with_different_bodies_are_filled_up_with_zeros(simulation: SimulationContext) -> None:
    cfg = CubeSceneCfg(num_envs=N, env_spacing=2.0, replicate_physics=False)
    cfg.cube.spawn = MultiAssetSpawnerCfg(assets_cfg=[soft_cube(1), soft_cube(2)], random_choice=False)
    scene = InteractiveScene(cfg)
    simulation.reset()
    cube = scene.deformable_objects["cube"]
    assert cube.max_sim_vertices_per_body == 27
    assert not cube.data.nodal_pos_w.torch[0, 8:].any()
    expected = scene.env_origins + torch.tensor([0.0, 0.0, 1.0], device=cube.device)
    torch.testing.assert_close(cube.data.root_pos_w.torch, expected)
    state = cube.data.nodal_state_w.torch.clone()
    cube.write_nodal_state_to_sim(state + 0.5)
    torch.testing.assert_close(cube.data.nodal_state_w.torch[1], state[1] + 0.5)


def test_scenes_keep_and_restore_the_state(scene: InteractiveScene, cube: DeformableObject) -> None:
    state = scene.get_state(is_relative=True)
    cube.write_nodal_state_to_sim(cube.data.nodal_state_w.torch + 1.0)
    scene.reset_to(state, is_relative=True)
    torch.testing.assert_close(cube.data.nodal_state_w.torch, cube.data.default_nodal_state_w.torch)


def test_mass_decides_over_density(simulation: SimulationContext) -> None:
    spawn = soft_cube()
    spawn.mass_props = MassPropertiesCfg(mass=3.0)
    cube = DeformableObject(DeformableObjectCfg(prim_path="/World/Cube", spawn=spawn))
    simulation.reset()
    body = simulation.physics.backend.worlds[0].soft.worlds.bodies[0]
    assert body.material.density * EDGE**3 == pytest.approx(3.0, rel=1e-6)
    assert cube.data.default_nodal_state_w.torch.shape == (1, 27, 6)


@pytest.mark.slow
def test_kinematic_bodies_stay(simulation: SimulationContext) -> None:
    simulation.cfg.gravity = (0.0, 0.0, -9.81)
    cube = DeformableObject(DeformableObjectCfg(prim_path="/World/Cube", spawn=soft_cube(kinematic_enabled=True)))
    simulation.reset()
    for _ in range(3):
        simulation.step(render=False)
    torch.testing.assert_close(cube.data.nodal_state_w.torch, cube.data.default_nodal_state_w.torch)


def test_debug_markers_stand_at_driven_nodes(simulation: SimulationContext) -> None:
    cfg = DeformableObjectCfg(prim_path="/World/Cube", spawn=soft_cube(kinematic_enabled=True), debug_vis=True)
    cube = DeformableObject(cfg)
    simulation.reset()
    simulation.render()
    assert cube.has_debug_vis_implementation
    assert cube._markers is not None and cube._markers.count == cube.max_sim_vertices_per_body


def test_materials_are_told(cube: DeformableObject) -> None:
    view = cube.material_physx_view
    assert view.count == N
    assert view.get_youngs_modulus().tolist() == [[YOUNG]] * N
    torch.testing.assert_close(view.get_poissons_ratio().cpu(), torch.full((N, 1), POISSON))
    torch.testing.assert_close(view.get_dynamic_friction().cpu(), torch.full((N, 1), 0.25))
    damping = view.get_damping() * view.get_damping_scale()
    torch.testing.assert_close(damping.cpu(), torch.full((N, 1), 0.005))


@pytest.mark.parametrize(("material", "count"), [("/World/Rubber", 1), ("material", 2), (None, 0)])
def test_materials_of_the_stage_are_told_once(simulation: SimulationContext, material: str | None, count: int) -> None:
    spawn = soft_cube()
    spawn.physics_material_path = material or ""
    if material is None:
        spawn.physics_material = None
    for place in ("Left", "Right"):
        create_prim(f"/World/{place}", "Xform")
    cube = DeformableObject(DeformableObjectCfg(prim_path="/World/(Left|Right)/Cube", spawn=spawn))
    simulation.reset()
    assert cube.num_instances == 2
    view = cube.material_physx_view
    assert (0 if view is None else view.count) == count


@pytest.mark.slow
def test_pictures_show_soft_bodies_where_they_are(simulation: SimulationContext) -> None:
    from pippin.viewers.pictures import PictureCamera

    spawn = soft_cube()
    spawn.visual_material = PreviewSurfaceCfg(diffuse_color=(0.9, 0.1, 0.1))
    cube = DeformableObject(DeformableObjectCfg(prim_path="/World/Cube", spawn=spawn))
    simulation.reset()
    camera = PictureCamera(simulation.physics, width=32, height=32, samples_per_pixel=1)

    def share_of_red() -> float:
        picture = camera.take(eye=(1.5, 0.0, 0.0), target=(0.0, 0.0, 0.0)).astype(int)
        return float((picture[..., 0] > 2 * picture[..., 1]).mean())

    seen = share_of_red()
    # A face of 0.2 m, 1.4 m away, in a picture that is 2 tan(0.35) times as wide as it is far away.
    assert seen == pytest.approx((EDGE / (1.4 * 2.0 * np.tan(0.35))) ** 2, rel=0.3)
    nodes = cube.data.nodal_pos_w.torch
    cube.write_nodal_pos_to_sim(nodes * torch.tensor([1.0, 2.0, 1.0], device=cube.device))
    assert share_of_red() == pytest.approx(2.0 * seen, rel=0.15)


# Bad input.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "keyword", "shape"),
    [
        ("write_nodal_state_to_sim_index", "nodal_state", (N, 27, 5)),
        ("write_nodal_pos_to_sim_index", "nodal_pos", (N, 26, 3)),
        ("write_nodal_velocity_to_sim_index", "nodal_vel", (N + 1, 27, 3)),
        ("write_nodal_kinematic_target_to_sim_index", "targets", (N, 27, 3)),
    ],
)
def test_wrong_shapes_are_refused(cube: DeformableObject, method: str, keyword: str, shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=f"'{keyword}' should have shape"):
        getattr(cube, method)(**{keyword: torch.zeros(shape, device=cube.device)})


@pytest.mark.parametrize("device", ["cpu"])  # a GPU is not asked, which would take time: its guard finds it
def test_what_is_not_finite_is_refused(cube: DeformableObject) -> None:
    before = cube.data.nodal_state_w.torch.clone()
    positions = before[..., :3].clone()
    positions[1, 4, 0] = torch.nan
    with pytest.raises(ValueError, match="'nodal_pos' holds NaN or infinity in its rows 1"):
        cube.write_nodal_pos_to_sim(positions)
    torch.testing.assert_close(cube.data.nodal_state_w.torch, before)


def test_ids_out_of_range_are_refused(cube: DeformableObject) -> None:
    with pytest.raises(IndexError, match=r"'env_ids' holds \[3\]"):
        cube.write_nodal_velocity_to_sim(torch.zeros(1, 27, 3, device=cube.device), env_ids=[3])


def test_reading_before_play_says_what_to_do(simulation: SimulationContext) -> None:
    cube = DeformableObject(DeformableObjectCfg(prim_path="/World/Cube", spawn=soft_cube()))
    with pytest.raises(RuntimeError, match="call reset\\(\\) or play\\(\\)"):
        _ = cube.data
    simulation.reset()
    data = cube.data
    simulation.stop()
    with pytest.raises(RuntimeError, match="was stopped"):
        _ = data.nodal_pos_w


def test_prims_that_are_not_soft_are_refused(simulation: SimulationContext) -> None:
    spawn = MeshCuboidCfg(size=(EDGE, EDGE, EDGE))
    kept = DeformableObject(DeformableObjectCfg(prim_path="/World/Cube", spawn=spawn))
    with pytest.raises(RuntimeError, match="There is no deformable object to be had at '/World/Cube'.*none on the"):
        simulation.reset()
    assert not kept.is_initialized
