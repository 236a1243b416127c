"""Events: what they change, where, and within which bounds."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from pippin.envs import mdp
from pippin.envs.managers import EventManager, EventTermCfg, SceneEntityCfg
from pippin.envs.mdp.events import _randomize_prop_by_op, bodies

SOME = torch.tensor([0, 2])
OTHERS = torch.tensor([1, 3])


@pytest.fixture(autouse=True)
def seed() -> None:
    torch.manual_seed(0)


@pytest.fixture
def fresh(env: SimpleNamespace) -> Iterator[SimpleNamespace]:
    """The environment in its default state, with its properties put back afterwards."""
    robot = env.scene["robot"]
    names = ("body_mass", "body_inertia", "body_com_pose_b")
    before = {name: getattr(robot.data, name).torch.clone() for name in names}
    mdp.reset_scene_to_default(env, slice(None))
    yield env
    robot.set_masses_index(masses=before["body_mass"])
    robot.set_inertias_index(inertias=before["body_inertia"])
    robot.set_coms_index(coms=before["body_com_pose_b"])


def entity(env: SimpleNamespace, **selection: object) -> SceneEntityCfg:
    cfg = SceneEntityCfg("robot", **selection)
    cfg.resolve(env.scene)
    return cfg


def make(term: type, env: SimpleNamespace, **params: object) -> object:
    return term(SimpleNamespace(params=params), env)


def test_an_environment_of_a_programs_own_needs_no_more_than_a_scene(fresh: SimpleNamespace) -> None:
    """Such programs hold the managers themselves, and say nowhere how many environments there are but in the scene."""
    own = SimpleNamespace(scene=fresh.scene, sim=fresh.sim, device=fresh.device)
    robot, feet = SceneEntityCfg("robot"), SceneEntityCfg("robot", body_names=".*_foot")
    friction = {"static_friction_range": (0.7, 0.7), "dynamic_friction_range": (0.7, 0.7)}
    terms = {
        "material": EventTermCfg(
            func=mdp.randomize_rigid_body_material,
            mode="startup",
            params={"asset_cfg": feet, "restitution_range": (0.0, 0.0), "num_buckets": 4, **friction},
        ),
        "mass": EventTermCfg(
            func=mdp.randomize_rigid_body_mass,
            mode="startup",
            params={"asset_cfg": robot, "mass_distribution_params": (2.0, 2.0), "operation": "scale"},
        ),
        "push": EventTermCfg(
            func=mdp.push_by_setting_velocity, mode="pushed", params={"velocity_range": {"x": (1.0, 1.0)}}
        ),
    }
    before = fresh.scene["robot"].data.body_mass.torch.clone()
    events = EventManager(terms, own)
    events.apply(mode="startup")
    events.apply(mode="pushed", env_ids=SOME)
    torch.testing.assert_close(fresh.scene["robot"].data.body_mass.torch, 2.0 * before)
    speeds = fresh.scene["robot"].data.root_lin_vel_w.torch[:, 0]
    torch.testing.assert_close(speeds, torch.tensor([1.0, 0.0, 1.0, 0.0]))


# -- random values -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [None, slice(0, 2), torch.tensor([0, 1]), [0, 1]])
@pytest.mark.parametrize("columns", [slice(None), torch.tensor([1, 2]), [1, 2]])
def test_operations_touch_the_chosen_entries_alone(rows: object, columns: object) -> None:
    data = torch.full((3, 4), 2.0)
    result = _randomize_prop_by_op(data, (3.0, 3.0), rows, columns, operation="scale", distribution="uniform")
    assert result is data
    expected = torch.full((3, 4), 2.0)
    chosen = slice(None) if rows is None else slice(0, 2)
    expected[chosen, slice(None) if isinstance(columns, slice) else slice(1, 3)] = 6.0
    torch.testing.assert_close(data, expected)


def test_distributions_and_operations() -> None:
    def result(parameters: tuple[float, float], operation: str, distribution: str) -> torch.Tensor:
        return _randomize_prop_by_op(torch.ones(2000, 2), parameters, None, slice(None), operation, distribution)

    uniform = result((0.5, 1.5), "abs", "uniform")
    assert 0.5 <= uniform.min() < 0.55 and 1.45 < uniform.max() <= 1.5
    log_uniform = result((0.1, 10.0), "scale", "log_uniform")
    assert abs(log_uniform.log10().mean()) < 0.05
    gaussian = result((2.0, 0.5), "add", "gaussian")
    assert abs(gaussian.mean() - 3.0) < 0.05 and abs(gaussian.std() - 0.5) < 0.05
    with pytest.raises(NotImplementedError, match="triangle"):
        result((0.0, 1.0), "abs", "triangle")
    with pytest.raises(NotImplementedError, match="divide"):
        result((0.0, 1.0), "divide", "uniform")


@pytest.mark.parametrize(
    ("params", "error"),
    [
        ({"operation": "divide"}, ValueError),
        ({"operation": "add", "distribution": "triangle"}, ValueError),
        ({"operation": "add", "mass_distribution_params": 3.0}, TypeError),
        ({"operation": "add", "mass_distribution_params": (1.0, 0.5)}, ValueError),
        ({"operation": "add", "mass_distribution_params": (0.0, math.inf)}, ValueError),
        ({"operation": "scale", "mass_distribution_params": (0.0, 1.0)}, ValueError),
        ({"operation": "abs", "mass_distribution_params": (0.0, 1.0), "distribution": "log_uniform"}, ValueError),
        ({"operation": "abs", "mass_distribution_params": (1.0, -1.0), "distribution": "gaussian"}, ValueError),
        ({"operation": "abs", "mass_distribution_params": (1.0, 2.0), "min_mass": 0.0}, ValueError),
    ],
)
def test_impossible_parameters_are_refused_when_a_term_is_made(
    env: SimpleNamespace, params: dict, error: type[Exception]
) -> None:
    with pytest.raises(error):
        make(mdp.randomize_rigid_body_mass, env, asset_cfg=entity(env), **params)


# -- bodies --------------------------------------------------------------------------------------------------------


def test_masses_start_from_the_initial_ones_and_inertias_follow(fresh: SimpleNamespace) -> None:
    data, cfg = fresh.scene["robot"].data, entity(fresh, body_names=".*_thigh")
    masses, inertias = data.body_mass.torch.clone(), data.body_inertia.torch.clone()
    params = {"asset_cfg": cfg, "mass_distribution_params": (1.5, 2.0), "operation": "scale"}
    term = make(mdp.randomize_rigid_body_mass, fresh, **params)
    for _ in range(3):
        term(fresh, SOME, **params)
    ratios = data.body_mass.torch / masses
    chosen = torch.zeros_like(ratios, dtype=torch.bool)
    chosen[SOME[:, None], torch.as_tensor(cfg.body_ids)] = True
    assert ((ratios[chosen] >= 1.5) & (ratios[chosen] <= 2.0)).all()
    assert len(ratios[chosen].unique()) == 4
    torch.testing.assert_close(ratios[~chosen], torch.ones_like(ratios[~chosen]))
    torch.testing.assert_close(data.body_inertia.torch, inertias * ratios.unsqueeze(-1))


def test_terms_that_change_masses_add_up(fresh: SimpleNamespace) -> None:
    """As in Isaac Lab 3, where a term starts from the masses that it finds at its first call."""
    data, cfg = fresh.scene["robot"].data, entity(fresh, body_names="base")
    base = torch.as_tensor(cfg.body_ids)
    before, inertias = data.body_mass.torch[:, base].clone(), data.body_inertia.torch[:, base].clone()
    load = {"asset_cfg": cfg, "mass_distribution_params": (2.0, 2.0), "operation": "add"}
    scale = {"asset_cfg": cfg, "mass_distribution_params": (1.5, 1.5), "operation": "scale"}
    terms = [(make(mdp.randomize_rigid_body_mass, fresh, **params), params) for params in (load, scale)]
    for term, params in terms:
        term(fresh, None, **params)
    terms[1][0](fresh, None, **scale)  # which starts anew from what it found first
    torch.testing.assert_close(data.body_mass.torch[:, base], 1.5 * (before + 2.0))
    ratios = 1.5 * (before + 2.0) / before
    torch.testing.assert_close(data.body_inertia.torch[:, base], inertias * ratios.unsqueeze(-1))


def test_of_terms_that_change_masses_the_last_one_wins_in_isaac_lab_2(
    fresh: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There each of them starts from ``default_mass``, what the asset began with."""
    monkeypatch.setattr(bodies, "START_AT_FIRST_CALL", False)
    data, cfg = fresh.scene["robot"].data, entity(fresh)
    before = data.body_mass.torch.clone()
    for factor in (3.0, 1.5):
        params = {"asset_cfg": cfg, "mass_distribution_params": (factor, factor), "operation": "scale"}
        make(mdp.randomize_rigid_body_mass, fresh, **params)(fresh, None, **params)
    torch.testing.assert_close(data.body_mass.torch, 1.5 * before)


def test_masses_have_a_minimum(fresh: SimpleNamespace) -> None:
    params = {"asset_cfg": entity(fresh), "mass_distribution_params": (-9.0, -8.0), "operation": "add"}
    make(mdp.randomize_rigid_body_mass, fresh, **params)(fresh, None, **params, min_mass=0.1, recompute_inertia=False)
    torch.testing.assert_close(fresh.scene["robot"].data.body_mass.torch, torch.full((4, 5), 0.1))


def test_inertias_change_along_the_diagonal(fresh: SimpleNamespace) -> None:
    data, cfg = fresh.scene["robot"].data, entity(fresh, body_names="base")
    before = data.body_inertia.torch.clone()
    params = {"asset_cfg": cfg, "inertia_distribution_params": (0.01, 0.02), "operation": "add"}
    make(mdp.randomize_rigid_body_inertia, fresh, **params)(fresh, SOME, **params)
    change = (data.body_inertia.torch - before)[SOME][:, torch.as_tensor(cfg.body_ids)].squeeze(1)
    torch.testing.assert_close(change[:, [0, 4, 8]], change[:, :1].expand(2, 3))
    assert ((change[:, 0] >= 0.01) & (change[:, 0] <= 0.02)).all()
    torch.testing.assert_close(change[:, [1, 2, 3, 5, 6, 7]], torch.zeros(2, 6), atol=1e-6, rtol=0)


def test_centres_of_mass_shift_from_where_they_began(fresh: SimpleNamespace) -> None:
    data, cfg = fresh.scene["robot"].data, entity(fresh, body_names=".*_foot")
    before = data.body_com_pose_b.torch.clone()
    for _ in range(3):
        mdp.randomize_rigid_body_com(fresh, SOME, {"x": (0.02, 0.03), "z": (-0.01, -0.01)}, cfg)
    shift = (data.body_com_pose_b.torch - before)[:, torch.as_tensor(cfg.body_ids)]
    torch.testing.assert_close(shift[OTHERS], torch.zeros(2, 2, 7))
    assert ((shift[SOME, :, 0] >= 0.02 - 1e-6) & (shift[SOME, :, 0] <= 0.03 + 1e-6)).all()
    torch.testing.assert_close(shift[SOME, 0], shift[SOME, 1])  # both feet of one robot alike
    torch.testing.assert_close(shift[SOME, :, 2], torch.full((2, 2), -0.01))


def test_materials_come_from_buckets_and_reach_the_chosen_bodies(fresh: SimpleNamespace) -> None:
    shapes, cfg = fresh.scene["robot"].root_view.shapes, entity(fresh, body_names="right_foot")
    before = torch.from_numpy(shapes.materials.copy())
    params = {
        "asset_cfg": cfg,
        "static_friction_range": (0.7, 0.9),
        "dynamic_friction_range": (0.5, 0.95),
        "restitution_range": (0.0, 0.2),
        "num_buckets": 3,
        "make_consistent": True,
    }
    term = make(mdp.randomize_rigid_body_material, fresh, **params)
    term(fresh, SOME, **params)
    materials = torch.from_numpy(shapes.materials.copy())
    is_new = (materials != before).any(-1)
    assert is_new.sum() == 2 and is_new[SOME].sum() == 2  # one shape on each of two feet
    buckets = {tuple(row) for row in term.material_buckets.tolist()}
    assert {tuple(row) for row in materials[is_new].tolist()} <= buckets
    assert (materials[is_new][:, 1] <= materials[is_new][:, 0]).all()
    shapes.write_materials(before.numpy(), np.arange(4))


def test_materials_of_rigid_objects(fresh: SimpleNamespace) -> None:
    cfg = SceneEntityCfg("cube")
    params = {"asset_cfg": cfg, "num_buckets": 2}
    ranges = {"static_friction_range": (0.2, 0.3), "dynamic_friction_range": (0.2, 0.3), "restitution_range": (0, 0)}
    make(mdp.randomize_rigid_body_material, fresh, **params, **ranges)(fresh, None, **params, **ranges)
    friction = fresh.scene["cube"].root_view.shapes.materials[..., 1]
    assert ((friction >= 0.2) & (friction <= 0.3)).all()


# -- joints --------------------------------------------------------------------------------------------------------


def test_gains_of_both_kinds_of_actuators(fresh: SimpleNamespace) -> None:
    robot, cfg = fresh.scene["robot"], entity(fresh, joint_names="left_.*")
    params = {
        "asset_cfg": cfg,
        "stiffness_distribution_params": (2.0, 3.0),
        "damping_distribution_params": (0.5, 0.5),
        "operation": "scale",
    }
    term = make(mdp.randomize_actuator_gains, fresh, **params)
    groups = {name: group.stiffness.clone() for name, group in robot.actuators.items()}
    for _ in range(2):
        term(fresh, SOME, **params)
    for name, group in robot.actuators.items():
        ratios = group.stiffness / groups[name]
        assert ((ratios[SOME, 0] >= 2.0) & (ratios[SOME, 0] <= 3.0)).all()
        torch.testing.assert_close(ratios[OTHERS], torch.ones(2, 2))
        torch.testing.assert_close(ratios[:, 1], torch.ones(4))
    hip = robot.joint_names.index("left_hip")
    drives = robot.data.joint_stiffness.torch
    torch.testing.assert_close(drives[:, hip], robot.actuators["hips"].stiffness[:, 0])
    torch.testing.assert_close(robot.data.joint_damping.torch[SOME, hip], torch.full((2,), 1.0))
    params |= {"stiffness_distribution_params": (1.0, 1.0), "damping_distribution_params": (1.0, 1.0)}
    term(fresh, None, **params)
    torch.testing.assert_close(robot.actuators["hips"].stiffness, groups["hips"])


def test_friction_armature_and_limits_of_joints(fresh: SimpleNamespace) -> None:
    robot, cfg = fresh.scene["robot"], entity(fresh, joint_names=".*_hip")
    names = ("joint_friction_coeff", "joint_armature", "joint_pos_limits")
    before = {name: getattr(robot.data, name).torch.clone() for name in names}
    params = {
        "asset_cfg": cfg,
        "friction_distribution_params": (0.1, 0.2),
        "armature_distribution_params": (0.01, 0.02),
        "lower_limit_distribution_params": (-0.5, -0.4),
        "upper_limit_distribution_params": (0.4, 0.5),
        "operation": "abs",
    }
    term = make(mdp.randomize_joint_parameters, fresh, **params)
    term(fresh, SOME, **params)
    hips = torch.as_tensor(cfg.joint_ids)
    friction = robot.data.joint_friction_coeff.torch[SOME][:, hips]
    assert ((friction >= 0.1) & (friction <= 0.2)).all()
    armature = robot.data.joint_armature.torch[SOME][:, hips]
    assert ((armature >= 0.01) & (armature <= 0.02)).all()
    limits = robot.data.joint_pos_limits.torch
    assert ((limits[SOME][:, hips, 0] <= -0.4) & (limits[SOME][:, hips, 1] >= 0.4)).all()
    torch.testing.assert_close(limits[OTHERS], before["joint_pos_limits"][OTHERS])
    params |= {"lower_limit_distribution_params": (1.0, 1.0), "upper_limit_distribution_params": (0.0, 0.0)}
    with pytest.raises(ValueError, match="lower"):
        term(fresh, SOME, **params)
    robot.write_joint_position_limit_to_sim_index(limits=before["joint_pos_limits"])
    robot.write_joint_armature_to_sim_index(armature=before["joint_armature"])
    robot.write_joint_friction_coefficient_to_sim_index(joint_friction_coeff=before["joint_friction_coeff"])


@pytest.mark.parametrize("ids", [SOME, slice(0, 4, 2)])
def test_joints_are_reset_within_their_soft_limits(fresh: SimpleNamespace, ids: object) -> None:
    robot, cfg = fresh.scene["robot"], entity(fresh, joint_names=".*_knee")
    mdp.reset_joints_by_offset(fresh, ids, (-5.0, -4.0), (1.0, 2.0), cfg)
    knees = torch.as_tensor(cfg.joint_ids)
    positions, speeds = robot.data.joint_pos.torch[:, knees], robot.data.joint_vel.torch[:, knees]
    torch.testing.assert_close(positions[SOME], torch.full((2, 2), -0.75 - 0.9 * 1.25))
    torch.testing.assert_close(positions[OTHERS], torch.full((2, 2), -0.4))
    assert ((speeds[SOME] >= 1.0) & (speeds[SOME] <= 2.0)).all()
    mdp.reset_joints_by_scale(fresh, None, (0.5, 0.5), (1.0, 1.0))
    torch.testing.assert_close(robot.data.joint_pos.torch, 0.5 * robot.data.default_joint_pos.torch)


def test_joints_are_reset_within_ranges_by_name(fresh: SimpleNamespace) -> None:
    robot = fresh.scene["robot"]
    params = {
        "position_range": {".*_knee": (-0.5, None), "left_hip": (0.1, 0.2)},
        "velocity_range": {".*_hip": (-0.5, 0.5)},
        "asset_cfg": entity(fresh),
    }
    make(mdp.reset_joints_within_limits_range, fresh, **params)(fresh, SOME, **params)
    positions = dict(zip(robot.joint_names, robot.data.joint_pos.torch[SOME].T, strict=True))
    assert ((positions["left_knee"] >= -0.5) & (positions["left_knee"] <= -0.75 + 0.9 * 1.25)).all()
    assert ((positions["left_hip"] >= 0.1) & (positions["left_hip"] <= 0.2)).all()
    torch.testing.assert_close(positions["right_hip"], torch.full((2,), 0.2))
    assert robot.data.joint_vel.torch[SOME].abs().max() <= 0.5
    with pytest.raises(ValueError, match="velocity_range"):
        make(mdp.reset_joints_within_limits_range, fresh, position_range={})


# -- roots ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ids", [SOME, slice(0, 4, 2)])
def test_roots_are_reset_near_their_default_state(fresh: SimpleNamespace, ids: object) -> None:
    data = fresh.scene["robot"].data
    start = data.default_root_pose.torch[:, :3] + fresh.scene.env_origins
    ranges = {"x": (0.5, 0.6), "yaw": (math.pi / 2, math.pi / 2)}
    mdp.reset_root_state_uniform(fresh, ids, ranges, {"z": (-0.2, -0.1), "roll": (1.0, 1.0)})
    shift = data.root_link_pos_w.torch - start
    assert ((shift[SOME, 0] >= 0.5 - 1e-5) & (shift[SOME, 0] <= 0.6 + 1e-5)).all()
    torch.testing.assert_close(shift[OTHERS], torch.zeros(2, 3), atol=1e-5, rtol=0)
    torch.testing.assert_close(data.heading_w.torch[SOME], torch.full((2,), math.pi / 2), atol=1e-5, rtol=0)
    velocity = data.root_com_vel_w.torch[SOME]
    assert ((velocity[:, 2] >= -0.2 - 1e-5) & (velocity[:, 2] <= -0.1 + 1e-5)).all()
    torch.testing.assert_close(velocity[:, 3], torch.ones(2), atol=1e-5, rtol=0)


def test_orientations_are_uniform_in_all_directions(fresh: SimpleNamespace) -> None:
    data, ups = fresh.scene["robot"].data, []
    for _ in range(100):
        mdp.reset_root_state_with_random_orientation(fresh, None, {}, {})
        ups.append(-data.projected_gravity_b.torch.clone())
    ups = torch.cat(ups)
    assert ups.mean(0).abs().max() < 0.1
    torch.testing.assert_close((ups**2).mean(0), torch.full((3,), 1 / 3), atol=0.07, rtol=0)


def test_roots_are_reset_onto_flat_patches(fresh: SimpleNamespace) -> None:
    patches = torch.rand(2, 3, 5, 3)
    terrain = SimpleNamespace(
        flat_patches={"init_pos": patches},
        terrain_levels=torch.tensor([0, 1, 1, 0]),
        terrain_types=torch.tensor([0, 1, 2, 2]),
    )
    robot = fresh.scene["robot"]

    class Scene(dict):
        env_origins, num_envs = fresh.scene.env_origins, 4

    scene = Scene(robot=robot)
    scene.terrain = terrain
    fake = SimpleNamespace(scene=scene, num_envs=4, device="cpu")
    mdp.reset_root_state_from_terrain(fake, SOME, {"yaw": (1.0, 1.0)}, {})
    place = robot.data.root_link_pos_w.torch[SOME] - torch.tensor([0.0, 0.0, 0.5])
    near = (place[:, None] - patches[[0, 1], [0, 2]]).norm(dim=-1).min(dim=1).values
    torch.testing.assert_close(near, torch.zeros(2), atol=1e-5, rtol=0)
    terrain.flat_patches = {}
    with pytest.raises(ValueError, match="init_pos"):
        mdp.reset_root_state_from_terrain(fake, SOME, {}, {})


def test_pushes_add_to_the_velocity(fresh: SimpleNamespace) -> None:
    robot = fresh.scene["robot"]
    robot.write_root_velocity_to_sim_index(root_velocity=torch.full((4, 6), 0.25))
    mdp.push_by_setting_velocity(fresh, SOME, {"x": (1.0, 1.0), "yaw": (-2.0, -2.0)})
    velocity = robot.data.root_com_vel_w.torch
    expected = torch.full((4, 6), 0.25)
    expected[SOME] += torch.tensor([1.0, 0.0, 0.0, 0.0, 0.0, -2.0])
    torch.testing.assert_close(velocity, expected, atol=1e-5, rtol=0)


def test_external_wrenches_act_until_replaced(fresh: SimpleNamespace) -> None:
    """A force upwards on every body of a robot without gravity moves its mass by Newton's law."""
    robot, cfg = fresh.scene["robot"], entity(fresh, body_names="base")
    fresh.sim.physics_sim_view.set_gravity((0.0, 0.0, 0.0))
    mdp.reset_root_state_uniform(fresh, None, {"z": (1.0, 1.0)}, {})
    mdp.apply_external_force_torque(fresh, SOME, (8.0, 8.0), (0.0, 0.0), cfg)
    fresh.scene.write_data_to_sim()
    fresh.sim.step(render=False)
    fresh.scene.update(0.005)
    masses, velocities = robot.data.body_mass.torch, robot.data.body_com_lin_vel_w.torch
    momentum = (masses.unsqueeze(-1) * velocities).sum(1)
    torch.testing.assert_close(momentum[SOME], torch.full((2, 3), 8.0 * 0.005), rtol=2e-2, atol=1e-4)
    torch.testing.assert_close(momentum[OTHERS], torch.zeros(2, 3), atol=1e-3, rtol=0)
    mdp.apply_external_force_torque(fresh, None, (0.0, 0.0), (0.0, 0.0), cfg)
    fresh.sim.physics_sim_view.set_gravity((0.0, 0.0, -9.81))


def test_gravity_is_random_for_all(fresh: SimpleNamespace) -> None:
    fresh.sim.cfg.gravity = (0.0, 0.0, -9.81)
    mdp.randomize_physics_scene_gravity(fresh, None, ([0.0, 0.0, 1.0], [0.0, 0.0, 2.0]), operation="add")
    x, y, z = fresh.sim.physics_sim_view.get_gravity()
    assert (x, y) == (0.0, 0.0) and -8.81 <= z <= -7.81
    fresh.sim.physics_sim_view.set_gravity((0.0, 0.0, -9.81))


def test_scenes_return_to_their_default_state(fresh: SimpleNamespace) -> None:
    robot, cube = fresh.scene["robot"], fresh.scene["cube"]
    mdp.reset_root_state_uniform(fresh, None, {"x": (1.0, 1.0)}, {"x": (1.0, 1.0)})
    mdp.reset_root_state_uniform(fresh, None, {"y": (1.0, 1.0)}, {}, SceneEntityCfg("cube"))
    mdp.reset_joints_by_offset(fresh, None, (0.1, 0.1), (0.1, 0.1))
    mdp.reset_scene_to_default(fresh, SOME, reset_joint_targets=True)
    place = robot.data.root_link_pos_w.torch - fresh.scene.env_origins - torch.tensor([0.0, 0.0, 0.5])
    torch.testing.assert_close(place[:, 0], torch.tensor([0.0, 1.0, 0.0, 1.0]), atol=1e-5, rtol=0)
    place = cube.data.root_link_pos_w.torch - fresh.scene.env_origins
    torch.testing.assert_close(place[:, 1], torch.tensor([0.0, 1.0, 0.0, 1.0]), atol=1e-5, rtol=0)
    defaults = robot.data.default_joint_pos.torch
    torch.testing.assert_close(robot.data.joint_pos.torch[SOME], defaults[SOME])
    torch.testing.assert_close(robot.data.joint_pos_target.torch[SOME], defaults[SOME])
    torch.testing.assert_close(robot.data.joint_pos.torch[OTHERS], defaults[OTHERS] + 0.1)


# -- terms that are classes in Isaac Lab 3.0.0 ---------------------------------------------------------------------


RANDOM_ROOT = {"pose_range": {"z": (1.0, 1.0)}, "velocity_range": {}}


def test_terms_of_the_release_are_classes_and_functions(fresh: SimpleNamespace) -> None:
    make(mdp.reset_root_state_uniform, fresh, **RANDOM_ROOT)(fresh, SOME, **RANDOM_ROOT)
    of_class = fresh.scene["robot"].data.root_link_pose_w.torch.clone()
    mdp.reset_scene_to_default(fresh, None)
    mdp.reset_root_state_uniform(fresh, SOME, **RANDOM_ROOT)
    torch.testing.assert_close(fresh.scene["robot"].data.root_link_pose_w.torch, of_class, atol=0, rtol=0)
    torch.testing.assert_close(of_class[SOME, 2] - of_class[OTHERS, 2], torch.ones(2), atol=1e-6, rtol=0)  # float32


def test_terms_of_the_release_may_be_derived_from(fresh: SimpleNamespace) -> None:
    class Higher(mdp.reset_root_state_uniform):
        def __call__(self, env: object, env_ids: object, height: float) -> None:
            super().__call__(env, env_ids, {"z": (height, height)}, {})

    before = fresh.scene["robot"].data.root_link_pos_w.torch[:, 2].clone()
    make(Higher, fresh, height=0.5)(fresh, SOME, height=0.5)
    rise = fresh.scene["robot"].data.root_link_pos_w.torch[:, 2] - before
    torch.testing.assert_close(rise[SOME], torch.full((2,), 0.5), atol=1e-6, rtol=0)  # float32
    torch.testing.assert_close(rise[OTHERS], torch.zeros(2), atol=0, rtol=0)


@pytest.mark.parametrize(
    "name", ["randomize_rigid_body_com", "randomize_rigid_body_collider_offsets", "randomize_physics_scene_gravity"]
)
def test_classes_say_what_their_functions_take(name: str) -> None:
    term = getattr(mdp, name)
    assert inspect.isclass(term) and term.__name__ == name and term.__module__.startswith("pippin.envs.mdp")
    assert list(inspect.signature(term.__call__).parameters)[:3] == ["self", "env", "env_ids"]
    assert "env_ids: Its environments" in term.__doc__ or "env_ids: Without effect" in term.__doc__


def test_terms_that_remember_are_called_as_the_functions_that_they_were(fresh: SimpleNamespace) -> None:
    """In Isaac Lab 2.1 they are functions, which start from the asset's defaults at each call."""
    robot, base = fresh.scene["robot"], entity(fresh, body_names="base")
    before = robot.data.body_mass.torch.clone()
    gain = next(iter(robot.actuators.values())).stiffness.clone()
    for factor in (3.0, 1.5):  # a range that a curriculum changes
        mdp.randomize_rigid_body_mass(fresh, SOME, base, (factor, factor), "scale")
        every = entity(fresh)  # made anew, as programs do
        mdp.randomize_actuator_gains(
            fresh, SOME, asset_cfg=every, stiffness_distribution_params=(factor, factor), operation="scale"
        )
    expected = before.clone()
    expected[SOME[:, None], torch.as_tensor(base.body_ids)] *= 1.5
    torch.testing.assert_close(robot.data.body_mass.torch, expected)
    torch.testing.assert_close(next(iter(robot.actuators.values())).stiffness[SOME], 1.5 * gain[SOME])
    mdp.randomize_actuator_gains(fresh, SOME, every, stiffness_distribution_params=(1.0, 1.0), operation="scale")
    torch.testing.assert_close(next(iter(robot.actuators.values())).stiffness, gain)
    with pytest.raises(TypeError, match="operation"):
        mdp.randomize_rigid_body_mass(fresh, SOME, base, (1.0, 1.0))
