"""Lifting and turning things of many shapes: points on surfaces, and terms and configs against the released ones."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import gymnasium
import pytest
import torch

from pippin.assets import AssetBaseCfg
from pippin.envs.managers import SceneEntityCfg
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import MultiAssetSpawnerCfg, SimulationCfg, SimulationContext
from pippin.sim.spawners import CapsuleCfg, ConeCfg, CuboidCfg, MeshCuboidCfg, SphereCfg, SphereLightCfg
from pippin.tasks.dexsuite import kuka_allegro, mdp
from pippin.tasks.dexsuite.surface_points import sample_object_point_cloud
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg
from pippin.utils.math import quat_apply

from .released_packages import assert_same, facts, importing

N = 32
THING, ARM = SceneEntityCfg("object"), SceneEntityCfg("robot")


# -- points ------------------------------------------------------------------------------------------------------------


def points_on(spawner: Any, num_points: int = 64, num_envs: int = 1) -> torch.Tensor:
    cfg = InteractiveSceneCfg(num_envs=num_envs, env_spacing=3.0)
    cfg.thing = AssetBaseCfg(prim_path="{ENV_REGEX_NS}/Thing", spawn=spawner)
    with SimulationContext(SimulationCfg(device="cpu")):
        InteractiveScene(cfg)
        torch.manual_seed(0)
        return sample_object_point_cloud(num_envs, num_points, "{ENV_REGEX_NS}/Thing")


@pytest.mark.parametrize("spawner", [CuboidCfg(size=(0.2, 0.4, 0.6)), MeshCuboidCfg(size=(0.2, 0.4, 0.6))])
def test_points_lie_on_the_faces_of_a_box(spawner: Any) -> None:
    shares = points_on(spawner)[0].abs() / torch.tensor([0.1, 0.2, 0.3])
    torch.testing.assert_close(shares.amax(dim=1), torch.ones(64))  # each on a face, to a rounding of float32
    assert ((shares - 1.0).abs() < 1e-5).any(dim=0).all(), "and there are some on the faces of each axis"


def test_points_lie_on_a_ball_and_are_spread() -> None:
    """A mesh of 1,280 triangles stands for the ball, whose faces lie up to 0.5 % inside of it."""
    points = points_on(SphereCfg(radius=0.5))[0]
    torch.testing.assert_close(points.norm(dim=1), torch.full((64,), 0.5), rtol=0.01, atol=0.0)
    # 64 caps of the same area have a radius of 0.25 rad; farthest points lie about as far apart
    assert torch.pdist(points).min() > 0.5 * 0.2


@pytest.mark.parametrize("axis", ["X", "Y", "Z"])
def test_shapes_lie_along_their_axis(axis: str) -> None:
    along = "XYZ".index(axis)
    capsule = points_on(CapsuleCfg(radius=0.1, height=1.0, axis=axis), 256)[0]
    assert capsule[:, along].abs().max() > 0.5
    others = [other for other in range(3) if other != along]
    assert capsule[:, others].norm(dim=1).max() < 0.1 + 1e-5
    cone = points_on(ConeCfg(radius=0.1, height=1.0, axis=axis), 256)[0]
    rim = cone[:, others].norm(dim=1).max(), cone[:, along].abs().max()
    assert 0.08 < rim[0] < 0.1 + 1e-5 and 0.45 < rim[1] < 0.5 + 1e-5
    widths = 0.1 * (0.5 - cone[:, along])  # from the rim below to the tip above
    assert (cone[:, others].norm(dim=1) < widths + 1e-5).all()


def test_environments_have_the_points_of_their_thing() -> None:
    shapes = MultiAssetSpawnerCfg(assets_cfg=[SphereCfg(radius=0.1), SphereCfg(radius=0.4)], random_choice=False)
    sizes = points_on(shapes, num_envs=4).norm(dim=2).mean(dim=1)
    torch.testing.assert_close(sizes, torch.tensor([0.1, 0.4, 0.1, 0.4]), rtol=0.01, atol=0.0)
    with pytest.raises(ValueError, match="has no surface"):
        points_on(SphereLightCfg())


# -- terms -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    yield from importing(monkeypatch, "manipulation/dexsuite", "config", "config.kuka_allegro")


def random_env() -> Any:
    """Objects near their goals, fingers near them, and forces about the threshold."""
    torch.manual_seed(2)

    def turns(*shape: int) -> torch.Tensor:
        return torch.nn.functional.normalize(torch.randn(*shape, 4), dim=-1)

    origins = 3.0 * torch.randn(N, 3)
    root = {"root_pos_w": origins, "root_quat_w": turns(N)}
    command = torch.cat((0.5 * torch.randn(N, 3), turns(N)), dim=1)
    goal = origins + quat_apply(root["root_quat_w"], command[:, :3])
    bodies = {"pos": origins[:, None] + torch.randn(N, 4, 3), "quat": turns(N, 4)}
    robot = SimpleNamespace(
        **root,
        **{f"root_link_{key.split('_', 1)[1]}": value for key, value in root.items()},
        root_state_w=torch.cat((*root.values(), torch.zeros(N, 6)), dim=1),
        **{f"body_{key}_w": value for key, value in bodies.items()},
        **{f"body_{kind}_vel_w": torch.randn(N, 4, 3) for kind in ("lin", "ang")},
        joint_vel=3.0 * torch.randn(N, 7),
        joint_vel_limits=torch.full((N, 7), 3.0),
    )
    thing = SimpleNamespace(root_pos_w=goal + 0.05 * torch.randn(N, 3), root_quat_w=turns(N))
    forces = {
        f"{link}_object_s": SimpleNamespace(data=SimpleNamespace(force_matrix_w=torch.randn(N, 1, 1, 3)))
        for link in mdp.FINGERTIPS
    }
    scene = {"robot": SimpleNamespace(data=robot), "object": SimpleNamespace(data=thing)}
    return SimpleNamespace(
        scene=type("Scene", (dict,), {"env_origins": origins, "sensors": forces})(scene),
        command_manager=SimpleNamespace(get_command=lambda name: command),
        action_manager=SimpleNamespace(action=20.0 * torch.randn(N, 5), prev_action=20.0 * torch.randn(N, 5)),
        device="cpu",
        num_envs=N,
    )


TIPS = SceneEntityCfg("robot", body_ids=[1, 3])
GOAL = {"command_name": "object_pose", "asset_cfg": ARM, "align_asset_cfg": THING}
TERMS: dict[str, tuple[str, dict[str, Any]]] = {
    "object_pos_b": ("observations", {}),
    "object_quat_b": ("observations", {}),
    "body_state_b": ("observations", {"body_asset_cfg": TIPS, "base_asset_cfg": ARM}),
    "fingers_contact_force_b": (
        "observations",
        {"contact_sensor_names": ["ring_link_3_object_s", "thumb_link_3_object_s"]},
    ),
    "action_l2_clamped": ("rewards", {}),
    "action_rate_l2_clamped": ("rewards", {}),
    "object_ee_distance": ("rewards", {"std": 0.4, "asset_cfg": TIPS}),
    "contacts": ("rewards", {"threshold": 1.5}),
    "success_reward": ("rewards", {**GOAL, "pos_std": 0.1, "rot_std": 0.5}),
    "position_command_error_tanh": ("rewards", {**GOAL, "std": 0.2}),
    "orientation_command_error_tanh": ("rewards", {**GOAL, "std": 1.5}),
    "out_of_bound": ("terminations", {"in_bound_range": {"x": (-0.5, 0.5), "y": (-0.5, 0.5), "z": (-0.9, 2.0)}}),
    "abnormal_robot_state": ("terminations", {}),
}


@pytest.mark.parametrize("name", TERMS)
def test_terms_are_those_that_are_released(released: Any, name: str) -> None:
    (room, params), env = TERMS[name], random_env()
    mine = getattr(mdp, name)(env, **params)
    torch.testing.assert_close(mine, getattr(released(f"mdp.{room}"), name)(env, **params), rtol=1e-5, atol=1e-5)
    if mine.dtype == torch.bool:
        assert mine.any() and not mine.all()


def test_without_an_angle_the_distance_counts_twice(released: Any) -> None:
    env, params = random_env(), {**GOAL, "pos_std": 0.1, "rot_std": None}
    theirs = released("mdp.rewards").success_reward(env, **params)
    torch.testing.assert_close(mdp.success_reward(env, **params), theirs, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("rot_tol", [None, 1.5])
def test_difficulty_follows_success(released: Any, rot_tol: float | None) -> None:
    env = random_env()
    cfg = SimpleNamespace(params={"init_difficulty": 3})
    mine, theirs = mdp.DifficultyScheduler(cfg, env), released("mdp.curriculums").DifficultyScheduler(cfg, env)
    for env_ids in (torch.arange(N), torch.arange(0, N, 3)):
        share = mine(env, env_ids, pos_tol=0.08, rot_tol=rot_tol, max_difficulty=10)
        assert share == pytest.approx(float(theirs(env, env_ids, pos_tol=0.08, rot_tol=rot_tol, max_difficulty=10)))
        assert torch.equal(mine.get_state(), theirs.get_state())
    assert len(mine.get_state().unique()) > 2
    before = mine.get_state().clone()
    mine.set_state(before + 1.0)
    assert torch.equal(mine.get_state(), before + 1.0)


# -- configs -----------------------------------------------------------------------------------------------------------

PARTS = ("observations", "actions", "commands", "rewards", "terminations", "events", "curriculum")


@pytest.mark.parametrize("goal", ["Lift", "Reorient"])
@pytest.mark.parametrize("play", ["", "_PLAY"])
def test_configs_are_those_that_are_released(released: Any, goal: str, play: str) -> None:
    name = f"DexsuiteKukaAllegro{goal}EnvCfg{play}"
    theirs = getattr(released("config.kuka_allegro.dexsuite_kuka_allegro_env_cfg"), name)()
    mine = getattr(kuka_allegro, name)()
    assert_same(mine, theirs, PARTS, 200)
    shapes = [
        [sorted(facts({key: getattr(shape, key, None) for key in ("size", "radius", "height")})) for shape in each]
        for each in (cfg.scene.object.spawn.assets_cfg for cfg in (mine, theirs))
    ]
    assert shapes[0] == shapes[1] and len(shapes[0]) == 16


@pytest.mark.slow
def test_the_task_is_stepped_and_its_noise_grows() -> None:
    register_tasks()
    cfg = parse_env_cfg("Isaac-Dexsuite-Kuka-Allegro-Lift-v0", device="cpu", num_envs=4)
    cfg.seed, cfg.episode_length_s = 1, 0.1
    cfg.curriculum.adr.params |= {"init_difficulty": 10, "promotion_only": True}
    env: Any = gymnasium.make("Isaac-Dexsuite-Kuka-Allegro-Lift-v0", cfg=cfg).unwrapped
    observations = env.reset()[0]
    # 5 of: orientation, goal and actions; 23 joints twice, 5 bodies, 4 forces; 64 points
    sizes = {"policy": 5 * (4 + 7 + 23), "proprio": 5 * (2 * 23 + 5 * 13 + 4 * 3), "perception": 5 * 3 * 64}
    assert {name: seen.shape[1] for name, seen in observations.items()} == sizes
    for _ in range(8):
        _, rewards, *_ = env.step(torch.zeros(4, 23))
        assert torch.isfinite(rewards).all()
    noise = env.observation_manager.cfg.proprio.joint_pos.noise
    assert (noise.n_min, noise.n_max) == pytest.approx((-0.1, 0.1))
    gravity = env.event_manager.cfg.variable_gravity.params["gravity_distribution_params"]
    assert gravity[0][2] == pytest.approx(-9.81)
    env.close()
