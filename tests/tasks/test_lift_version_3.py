"""Hands that lift and turn things as Isaac Lab 3.0.0 has them: beside the release's own tasks, and by closed forms."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import pytest
import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.tasks.dexsuite import mdp_version_3 as mdp
from pippin.tasks.dexsuite.surface_points import farthest_points
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg
from pippin.utils import as_torch
from pippin.utils.math import quat_apply, quat_apply_inverse

WHEEL = Path(os.environ.get("ISAACLAB_300", "/work/ext/isaaclab-3.0.0"), "isaaclab_tasks")
NAMES = ("Isaac-Lift-KukaAllegro", "Isaac-Reorient-KukaAllegro", "Isaac-Lift-Franka")


def _cfg(name: str, num_envs: int, *chosen: str, size: int = 4) -> Any:
    """Config of a task with a small bank of states."""
    register_tasks()
    cfg = parse_env_cfg(name, device="cpu", num_envs=num_envs, overrides=list(chosen))
    cfg.seed = 1
    cfg.events.conditional_reset.params["buffer_size_per_group"] = size
    return cfg


def _make(name: str, num_envs: int, *chosen: str, size: int = 4) -> Any:
    return gymnasium.make(name, cfg=_cfg(name, num_envs, *chosen, size=size), disable_env_checker=True).unwrapped


# -- beside the release ------------------------------------------------------------------------------------------------

BESIDE_THE_RELEASE = """
import importlib
import sys

import torch

from isaaclab.app import AppLauncher

AppLauncher(headless=True, device="cpu")
from isaaclab.envs import ManagerBasedRLEnv

N, places, start, trajectories = 16, sys.argv[1:], None, []


def make(place):
    module, name = place.split(":")
    utils = importlib.import_module("released_tasks.utils" if module.startswith("released") else "pippin.tasks.utils")
    cfg = utils.resolve_presets(getattr(importlib.import_module(module), name)(), ())
    cfg.play_mode()  # without noise, with gravity
    cfg.seed, cfg.scene.num_envs, cfg.sim.device = 1, N, "cpu"
    cfg.commands.object_pose.debug_vis = False
    cfg.scene.object.spawn.random_choice = False
    params = cfg.events.conditional_reset.params
    params["buffer_size_per_group"], params["terms"]["reset_object_to_target"].params["probability"] = 2, 1.0
    for event, term in list(vars(cfg.events).items()):
        if term is not None and term.mode == "startup":
            setattr(cfg.events, event, None)  # robots and things that are alike
    env = ManagerBasedRLEnv(cfg)
    env.reset()
    return env


for place in places:
    env = make(place)
    robot, thing = env.scene["robot"], env.scene["object"]
    cloud = env.observation_manager.cfg.perception.object_point_cloud.func
    command = env.command_manager.get_term("object_pose")
    here = torch.nn.functional.pad(env.scene.env_origins, (0, 4))
    if start is None:
        start = [
            robot.data.joint_pos.torch.clone(),
            thing.data.root_pose_w.torch - here,
            cloud.points_local.clone(),
            command.pose_command_b.clone(),
            command.time_left.clone(),
        ]
    robot.write_joint_state_to_sim_index(position=start[0], velocity=torch.zeros_like(start[0]))
    robot.set_joint_position_target_index(target=start[0])
    thing.write_root_pose_to_sim_index(root_pose=start[1] + here)
    thing.write_root_velocity_to_sim_index(root_velocity=torch.zeros(N, 6))
    cloud.points_local[:], command.pose_command_b[:], command.time_left[:] = start[2:]
    env.observation_manager.reset()
    fingers = torch.tensor(["iiwa" not in name and "panda_joint" not in name for name in robot.joint_names])
    closing = torch.where(fingers, -1.0 if "panda" in robot.joint_names[0] else 1.0, 0.0)
    numbers, seen = torch.Generator().manual_seed(2), []
    for _ in range(20):
        actions = closing + 0.2 * torch.randn(N, len(robot.joint_names), generator=numbers)
        observations, _, terminated, time_out, _ = env.step(actions)
        values = (terminated, time_out, env.reward_manager._step_reward, *observations.values())
        seen.append([each.clone() for each in values])
    names = env.reward_manager.active_terms
    trajectories.append(seen)
    env.close()
goes_on, rewards = torch.ones(N, dtype=torch.bool), []
for step, (theirs, mine) in enumerate(zip(*trajectories)):
    for index, (expected, found) in enumerate(zip(theirs, mine)):
        where = f"step {step}, value {index}: "
        torch.testing.assert_close(
            found[goes_on], expected[goes_on], atol=5e-4, rtol=1e-3, msg=lambda text, where=where: where + text
        )
        if index == 1:  # others begin in another state
            goes_on &= ~(theirs[0] | theirs[1])
    rewards.append(theirs[2][goes_on])
rewards = torch.cat(rewards)
assert len(rewards) > 10 * N
for name in ("contact_count", "fingers_to_object"):
    assert rewards[:, names.index(name)].any(), name
print("the same")
"""

TERMS_OF_THE_RELEASE = """
import importlib

import torch

exec(open("beside.py").read().partition("for place in places:")[0])
from pippin.tasks.dexsuite import mdp_version_3 as mdp
released = importlib.import_module("released_tasks.core.lift.mdp.events")
theirs_cfg = importlib.import_module("released_tasks.core.lift.mdp.events_cfg")

place = "pippin.tasks.dexsuite.franka_version_3:FrankaLiftEnvCfg"
env = make(place)
terms = importlib.import_module(place.partition(":")[0]).FrankaLiftEnvCfg().events.conditional_reset.params["terms"]
everything = torch.arange(N)
entity = importlib.import_module("isaaclab.managers").SceneEntityCfg


def state():
    return mdp.get_reset_state(env, everything, ["robot", "object"])


def both(name, **params):
    results = []
    before = state()
    for module in (released, mdp):
        mdp.set_reset_state(env, before, everything, ["robot", "object"])
        term = getattr(module, name)
        if isinstance(term, type):
            config = type("Config", (), {"params": params})()
            term = term(config, env)
        torch.manual_seed(3)
        term(env, everything, **params)
        results.append(state())
    assert not torch.equal(results[0], before), name
    torch.testing.assert_close(results[1], results[0], atol=1e-5, rtol=1e-5, msg=lambda text: f"{name}: {text}")


hand, fingers = entity("robot", body_names="panda_hand"), entity("robot", joint_names="panda_finger_joint.*")
for each in (hand, fingers):
    each.resolve(env.scene)
both("reset_joints_shared_offset", position_range=[-0.04, 0.0], asset_cfg=fingers)
near = {"pose_range": {"x": [-0.02, 0.02], "z": [0.08, 0.12]}, "velocity_range": {}, "probability": 0.5}
both("reset_to_target", **near, target_cfg=hand, asset_cfg=entity("object"))
params = dict(terms["reset_object_to_target"].params)
both("reset_to_grasp", **{**params, "target_cfg": hand, "gripper_cfg": fingers, "probability": 0.5})

table = {"obstacle_slabs": [((-0.95, -0.15), (-0.75, 0.75), 0.255), (None, None, 0.0)], "min_clearance": 0.02}
links = {"asset_name": "robot", "object_name": "object", "body_names": ["panda_link[1-7]", "panda_hand", ".*finger"]}
travel = {"asset_name": "robot", "object_name": "object", "body_names": ".*finger", "command_name": "object_pose"}
criteria = {
    "mesh_clearance": ("MeshClearanceCfg", {**links, "body_names": ".*", "min_clearance": 0.0}),
    "slab_clearance": ("SlabClearanceCfg", {**links, **table}),
    "grasp_travel_distance": ("GraspTravelDistanceCfg", {**travel, "log_scale": True}),
}
pairs = {}
for name, (config, fields) in criteria.items():
    theirs = getattr(released, name)(getattr(theirs_cfg, config)(**fields), env)
    mine = getattr(mdp, name)(getattr(mdp, config)(**fields), env)
    if hasattr(mine, "_points"):
        theirs._obj_points = mine._points.points
    pairs[name] = (theirs, mine, [])
robot, thing = env.scene["robot"], env.scene["object"]
origins = env.scene.env_origins
limits = robot.data.soft_joint_pos_limits.torch
for _ in range(100):
    joints = limits[..., 0] + (limits[..., 1] - limits[..., 0]) * torch.rand(N, 9)
    joints[:, 8] = joints[:, 7]
    robot.write_joint_state_to_sim_index(position=joints, velocity=torch.zeros(N, 9))
    bodies = robot.data.body_pos_w.torch[:, torch.randint(5, 10, ())]
    pose = torch.cat((bodies + 0.06 * torch.randn(N, 3), torch.nn.functional.normalize(torch.randn(N, 4))), dim=1)
    thing.write_root_pose_to_sim_index(root_pose=pose)
    for theirs, mine, found in pairs.values():
        results = theirs(env, everything), mine(env, everything)
        torch.testing.assert_close(results[1], results[0], atol=1e-5, rtol=1e-5)
        found.append(results[1].float().mean())
for name in ("mesh_clearance", "slab_clearance"):
    share = torch.stack(pairs[name][2]).mean()
    assert 0.1 < share < 0.9, (name, share)
print("the same")
"""

PLACES = {
    "Isaac-Lift-KukaAllegro": ("kuka_allegro.kuka_allegro_env_cfg", "kuka_allegro", "KukaAllegroLiftEnvCfg"),
    "Isaac-Reorient-KukaAllegro": ("kuka_allegro.kuka_allegro_env_cfg", "kuka_allegro", "KukaAllegroReorientEnvCfg"),
    "Isaac-Lift-Franka": ("franka.franka_env_cfg", "franka", "FrankaLiftEnvCfg"),
}
"""Modules of the release's config and of Pippin's, and the name of both."""


def _run_beside(tmp_path: Path, program: str, *arguments: str) -> None:
    """Run a program of version 3 to which the wheel's tasks are a package "released_tasks"."""
    pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")
    if not WHEEL.is_dir():
        pytest.skip("the wheel of Isaac Lab 3.0.0 is not there")
    for folder in ("utils", "core/lift"):
        for path in (WHEEL / folder).rglob("*.py*"):
            copied = tmp_path / "released_tasks" / path.relative_to(WHEEL)
            copied.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix in (".py", ".pyi"):
                copied.write_text(path.read_text().replace("isaaclab_tasks", "released_tasks"))
    (tmp_path / "beside.py").write_text(BESIDE_THE_RELEASE)
    (tmp_path / "program.py").write_text(program)
    paths = [str(tmp_path), *(each for each in sys.path if each)]
    env = {**os.environ, "PIPPIN_ISAACLAB": "3", "PYTHONPATH": os.pathsep.join(paths)}
    run = subprocess.run(
        [sys.executable, "program.py", *arguments],
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.stdout.endswith("the same\n"), run.stderr[-3000:]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_steps_are_those_of_the_released_task(name: str, tmp_path: Path) -> None:
    """Observations, each reward and ends of 20 steps from the same state, with the same points and goals."""
    theirs, mine, cfg = PLACES[name]
    places = (f"released_tasks.core.lift.config.{theirs}:{cfg}", f"pippin.tasks.dexsuite.{mine}_version_3:{cfg}")
    _run_beside(tmp_path, BESIDE_THE_RELEASE, *places)


@pytest.mark.slow
def test_states_to_begin_in_are_made_and_accepted_as_in_the_release(tmp_path: Path) -> None:
    _run_beside(tmp_path, TERMS_OF_THE_RELEASE)


# -- the bank of states ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_sixteen_environments_go_on_with_finite_numbers(name: str) -> None:
    env = _make(name, 16)
    observations, _ = env.reset()
    joints = env.action_manager.total_action_dim
    tips = 2 if "Franka" in name else 5
    sensors = 2 if "Franka" in name else 4
    # 5 of: orientation, goal and actions; joints twice, poses of fingertips and palm, forces; 64 points
    sizes = {
        "policy": 5 * (4 + 7 + joints),
        "proprio": 5 * (2 * joints + 7 * tips + 3 * sensors),
        "perception": 5 * 192,
    }
    assert {group: seen.shape[1] for group, seen in observations.items()} == sizes
    numbers = torch.Generator().manual_seed(0)
    for _ in range(100):
        observations, rewards, *_ = env.step(2.0 * torch.rand(16, joints, generator=numbers) - 1.0)
        assert rewards.isfinite().all() and all(seen.isfinite().all() for seen in observations.values())
    env.close()


@pytest.mark.slow
def test_episodes_begin_in_states_of_the_bank_of_their_thing_without_overlap() -> None:
    cfg = _cfg("Isaac-Lift-KukaAllegro", 16, size=3)
    cfg.scene.object.spawn.random_choice = False
    cfg.events.conditional_reset.params["success_monitor"] = None
    env: Any = gymnasium.make("Isaac-Lift-KukaAllegro", cfg=cfg, disable_env_checker=True).unwrapped
    table = {"asset_name": "robot", "object_name": "object", "body_names": "(?!iiwa7_link_0$).*"}
    slabs = cfg.events.conditional_reset.params["valid_criteria"]["robot_table_clearance"].obstacle_slabs
    everything = torch.arange(16)
    env.reset()
    bank = env.event_manager.get_term_cfg("conditional_reset").func
    assert bank._bank.shape == (16 * 3, 13 + 2 * 23 + 13 + 13)  # robot, thing and table
    touching = mdp.mesh_clearance(mdp.MeshClearanceCfg(**{**table, "body_names": ".*"}, min_clearance=0.0), env)
    low = mdp.slab_clearance(mdp.SlabClearanceCfg(**table, obstacle_slabs=slabs), env)
    for env_ids in (everything, everything, torch.tensor([3, 7])):
        env.reset(env_ids=env_ids)
        state = mdp.get_reset_state(env, everything, ["robot", "object", "table"], is_relative=True)
        rows = bank._bank.view(16, 3, -1)
        distance = (rows - state.unsqueeze(1)).abs().amax(dim=-1).amin(dim=1)
        assert (distance < 1e-4).all(), distance  # thing k has the states 3 k to 3 k + 2
        assert touching(env, everything).all() and low(env, everything).all()
    env.close()


@pytest.mark.slow
def test_states_are_practised_by_how_often_they_succeed() -> None:
    """A state that succeeds in half of its episodes is drawn more often than one that never does, or always."""
    cfg = _cfg("Isaac-Lift-Franka", 8, "presets=cube", size=3)
    env: Any = gymnasium.make("Isaac-Lift-Franka", cfg=cfg, disable_env_checker=True).unwrapped
    env.reset()
    term = env.event_manager.get_term_cfg("conditional_reset").func
    reward = env.reward_manager.get_term_cfg("success").func
    drawn = torch.zeros(3)
    for episode in range(40):
        is_first_half = torch.arange(8) < 4
        reward.succeeded[:] = (term._row == 0) | ((term._row == 1) & is_first_half)
        env.reset()
        drawn += torch.bincount(term._row, minlength=3) if episode >= 20 else 0.0
    rates = term._monitor.get_success_rate()
    assert rates[0] == 1.0 and rates[2] == 0.0 and 0.1 < rates[1] < 0.9
    assert env.extras["log"]["Metrics/success_rate"] == pytest.approx(rates.mean().item())
    # their weights are sqrt(r (1 - r)), which is 0.01 for rates of 0 and 1, and 0.3 at least for the other
    assert drawn[1] > 8 * (drawn[0] + drawn[2])
    env.close()


@pytest.mark.slow
def test_a_bank_that_cannot_be_filled_says_so() -> None:
    cfg = _cfg("Isaac-Lift-Franka", 2, "presets=cube")
    params = cfg.events.conditional_reset.params
    params["valid_criteria"]["robot_table_clearance"].min_clearance, params["max_prefill_iters"] = 5.0, 3
    env: Any = gymnasium.make("Isaac-Lift-Franka", cfg=cfg, disable_env_checker=True).unwrapped
    with pytest.raises(RuntimeError, match="too few states .* after 3 draws in each environment: {0: 0}"):
        env.reset()
    env.close()


@pytest.mark.slow
def test_a_thing_begins_between_the_fingers_as_its_shape_is_grasped() -> None:
    cfg = _cfg("Isaac-Lift-Franka", 8, size=2)
    cfg.scene.object.spawn.random_choice = False
    cfg.events.conditional_reset.params["terms"]["reset_object_to_target"].params["probability"] = 1.0
    env: Any = gymnasium.make("Isaac-Lift-Franka", cfg=cfg, disable_env_checker=True).unwrapped
    env.reset()
    robot, thing = env.scene["robot"], env.scene["object"]
    hand = robot.find_bodies("panda_hand")[0][0]
    position, turn = (as_torch(each)[:, hand] for each in (robot.data.body_pos_w, robot.data.body_quat_w))
    offset = quat_apply_inverse(turn, as_torch(thing.data.root_pos_w) - position)
    assert (offset - torch.tensor([0.0, 0.0, 0.1])).abs().amax() < 0.0021
    openings = [0.026, 0.026, 0.0135, 0.026, 0.021, 0.026, 0.026, 0.011]
    fingers = as_torch(robot.data.joint_pos)[:, robot.find_joints("panda_finger_joint.*")[0]]
    torch.testing.assert_close(fingers, torch.tensor(openings).unsqueeze(1).expand(8, 2))
    # capsules, whose axis is z, lie along the hand's x axis; fingers move along its y axis
    axis = quat_apply_inverse(turn, quat_apply(as_torch(thing.data.root_quat_w), torch.tensor([[0.0, 0.0, 1.0]] * 8)))
    across, along = torch.tensor([1.0, 0.0, 0.0]), torch.tensor([0.0, 0.0, 1.0])
    torch.testing.assert_close(axis, torch.stack([along] * 5 + [across] * 3), atol=1e-4, rtol=0.0)
    env.close()


def test_shapes_without_a_grasp_are_refused() -> None:
    cfg = _cfg("Isaac-Lift-Franka", 2, "presets=cube")
    grasps = cfg.events.conditional_reset.params["terms"]["reset_object_to_target"].params["grasp_configs"]
    del grasps[0]
    with pytest.raises(ValueError, match=r"no grasp for the shapes \[\('cuboid', 0.05, 0.05, 0.05\)\]"):
        gymnasium.make("Isaac-Lift-Franka", cfg=cfg, disable_env_checker=True)


def test_points_are_chosen_far_from_each_other() -> None:
    torch.manual_seed(0)
    cluster, corners = 0.01 * torch.randn(100, 2), torch.tensor([[0.0, 9.0], [9.0, 0.0], [9.0, 9.0]])
    chosen = farthest_points(torch.cat((cluster, corners)), 4)
    assert set(range(100, 103)) <= set(chosen.tolist())
    assert farthest_points(corners, 5).tolist() == [0, 1, 2]


# -- rewards and ends --------------------------------------------------------------------------------------------------


def _touching(*forces: list[float]) -> Any:
    """Environments whose thumb and two fingers feel these forces along x [N], a row for each environment."""
    sensors = {
        name: SimpleNamespace(data=SimpleNamespace(force_matrix_w=torch.tensor([[row[i], 0.0, 0.0] for row in forces])))
        for i, name in enumerate(("thumb", "first", "second"))
    }
    return SimpleNamespace(scene=SimpleNamespace(sensors=sensors), num_envs=len(forces))


FEELS: dict[str, Any] = {"thumb_name": "thumb", "finger_names": ["first", "second"]}


def test_a_grasp_needs_the_thumb_and_another_finger() -> None:
    env = _touching([1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [1.0, 0.0, 0.2], [0.09, 0.2, 0.2])
    assert mdp.contacts(env, 0.1, **FEELS).tolist() == [False, False, True, False]
    counts = mdp.contact_count(env, 0.1, ["first", "second", "thumb"])
    torch.testing.assert_close(counts, torch.tensor([1.0, 2.0, 2.0, 2.0]) / 3.0)


def _with_thing(distance: float, touches: bool = True) -> Any:
    """One environment whose thing is at a distance from its goal, along x [m]."""
    env = _touching([1.0 if touches else 0.0] * 3)
    turn = torch.tensor([[0.0, 0.0, 0.0, 1.0]])
    poses = {"robot": torch.zeros(1, 3), "object": torch.tensor([[0.4 + distance, 0.0, 0.0]])}
    entities = {
        name: SimpleNamespace(data=SimpleNamespace(root_pos_w=place, root_quat_w=turn, root_link_quat_w=turn))
        for name, place in poses.items()
    }
    env.scene = type("Scene", (dict,), {"sensors": env.scene.sensors})(entities)
    env.device, env.goal = "cpu", torch.tensor([[0.4, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]])
    env.command_manager = SimpleNamespace(get_command=lambda name: env.goal)
    return env


GOAL = {"command_name": "p", "asset_cfg": SceneEntityCfg("robot"), "align_asset_cfg": SceneEntityCfg("object"), **FEELS}


def test_ground_that_is_gained_is_paid_once() -> None:
    term = mdp.position_command_progress(SimpleNamespace(params={}), _with_thing(0.0))
    paid = [
        term(_with_thing(distance, touches), **GOAL, min_improvement=0.01).item()
        for distance, touches in (
            *((0.30, True), (0.295, True), (0.28, True), (0.29, True), (0.28, True)),
            *((0.20, False), (0.19, True), (0.185, True), (0.17, True)),
        )
    ]
    # the first distance is where it begins; less than 1 cm is nothing; what no finger did may still be gained after
    assert paid == [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0]
    further = _with_thing(0.1)
    further.goal = further.goal + torch.tensor([0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    assert term(further, **GOAL, min_improvement=0.01) == 0.0  # another goal begins anew, although 0.1 m is less
    term.reset(slice(None))
    assert term.best_error.isinf().all()


def test_success_is_remembered_until_the_episode_ends() -> None:
    term = mdp.success_reward(SimpleNamespace(params={}), _with_thing(0.0))
    kwargs = {**GOAL, "pos_std": 0.05}
    far = term(_with_thing(0.06), **kwargs)
    torch.testing.assert_close(far, (1.0 - torch.tanh(torch.tensor([0.06 / 0.05]))).square())
    assert not term.succeeded.any()
    assert term(_with_thing(0.01, touches=False), **kwargs) == 0.0 and not term.succeeded.any()
    assert term(_with_thing(0.0), **kwargs) == 1.0 and term.succeeded.all()
    term(_with_thing(0.3), **kwargs)
    assert term.succeeded.all()
    term.reset(torch.tensor([0]))
    assert not term.succeeded.any()


def test_a_thing_whose_state_is_no_number_is_out_of_bounds() -> None:
    place, turn, velocity = torch.zeros(5, 3), torch.zeros(5, 4), torch.zeros(5, 6)
    place[1, 0], turn[2, 3], velocity[3, 0], place[4, 2] = torch.nan, torch.nan, torch.inf, 0.2
    thing = SimpleNamespace(data=SimpleNamespace(root_pos_w=place, root_quat_w=turn, root_vel_w=velocity))
    env: Any = SimpleNamespace(scene=type("Scene", (dict,), {"env_origins": torch.zeros(5, 3)})(object=thing))
    bounds = {"x": (-1.0, 1.0), "y": (-1.0, 1.0), "z": (-0.1, 0.1)}
    assert mdp.out_of_bound(env, in_bound_range=bounds).tolist() == [False, True, True, True, True]


@pytest.mark.slow
def test_bounds_gravity_and_noise_follow_the_difficulty() -> None:
    cfg = _cfg("Isaac-Lift-Franka", 2, "presets=cube")
    cfg.curriculum.adr.params |= {"init_difficulty": 5, "promotion_only": True}
    env: Any = gymnasium.make("Isaac-Lift-Franka", cfg=cfg, disable_env_checker=True).unwrapped
    env.reset()
    assert env.termination_manager.cfg.object_out_of_bound.params["in_bound_range"]["z"] == pytest.approx((0.15, 2.0))
    assert env.observation_manager.cfg.perception.object_point_cloud.noise.n_max == pytest.approx(0.005)
    gravity = env.event_manager.cfg.variable_gravity.params["gravity_distribution_params"]
    assert gravity[0][2] == pytest.approx(-4.905)
    assert env.reward_manager.cfg.joint_vel.weight == pytest.approx(-0.5 * (1e-1 + 1e-4))
    env.close()


def test_a_config_to_watch_has_no_noise_that_could_grow() -> None:
    register_tasks()
    cfg = load_cfg_from_registry("Isaac-Lift-KukaAllegro", "env_cfg_entry_point")
    cfg.play_mode()
    assert cfg.scene.num_envs == 50 and cfg.curriculum.joint_pos_unoise_min_adr is None
    assert cfg.curriculum.gravity_adr is not None and cfg.curriculum.adr.params["init_difficulty"] == 10
    assert cfg.commands.object_pose.success_vis_material_name == "table_material"


@pytest.mark.slow
def test_a_table_shows_by_its_colour_where_the_thing_is_at_its_goal() -> None:
    cfg = _cfg("Isaac-Lift-Franka", 2, "presets=cube")
    cfg.commands.object_pose.success_vis_material_name = "table_material"
    env: Any = gymnasium.make("Isaac-Lift-Franka", cfg=cfg, disable_env_checker=True).unwrapped
    env.reset()
    thing, command = env.scene["object"], env.command_manager.get_term("object_pose")
    poses = as_torch(thing.data.root_pose_w).clone()
    command._update_metrics()
    poses[1, :3] = command.pose_command_w[1, :3]
    thing.write_root_pose_to_sim_index(root_pose=poses)
    command._update_metrics()
    assert "orientation_error" not in command.metrics
    assert (as_torch(command.metrics["position_error"]) < 0.05).tolist() == [False, True]
    colors = torch.tensor([[0.25, 0.15, 0.15], [0.15, 0.25, 0.15]])
    torch.testing.assert_close(env.scene["table_material"].data["color"], colors)
    env.close()


# -- cameras -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chosen", "shapes"),
    [
        ("duo_camera,rgb128", {"base_image": (4, 3, 128, 128), "wrist_image": (4, 3, 128, 128)}),
        ("raycaster_depth64", {"base_image": (4, 1, 64, 64)}),
        ("semantic_segmentation64", {"base_image": (4, 4, 64, 64)}),
    ],
)
def test_things_are_seen_by_cameras(chosen: str, shapes: dict[str, tuple[int, ...]]) -> None:
    env = _make("Isaac-Lift-KukaAllegro-Camera", 4, f"presets={chosen}", size=2)
    env.reset()
    seen = env.step(torch.zeros(4, 23))[0]
    assert {name: tuple(seen[name].shape) for name in seen if "image" in name} == shapes
    assert all(seen[name].dtype == (torch.float32 if "depth" in chosen else torch.uint8) for name in shapes)
    others = seen["base_image"].flatten(1).float()
    assert (others[1:] != others[0]).any(dim=1).all()  # arms and things are in other places
    env.close()


@pytest.mark.slow
def test_depths_by_rays_are_those_that_are_rendered() -> None:
    """Of what both see within 2 m, the arm's foot, links and table: the hand's links are not among what rays meet."""
    depths = []
    for chosen in ("depth64", "raycaster_depth64"):
        env = _make("Isaac-Lift-KukaAllegro-Camera", 1, f"presets={chosen},cube", size=2)
        env.reset()
        robot, thing = env.scene["robot"], env.scene["object"]
        robot.write_joint_state_to_sim_index(
            position=as_torch(robot.data.default_joint_pos), velocity=torch.zeros(1, 23)
        )
        thing.write_root_pose_to_sim_index(root_pose=as_torch(thing.data.default_root_pose))
        env.scene.write_data_to_sim()
        env.sim.forward()
        env.scene.update(0.0)
        output = env.scene["base_camera"]
        output.update(0.0, force_recompute=True)
        name = output.cfg.data_types[0]
        depths.append(as_torch(output.data.output[name]).flatten().clone())
        env.close()
    near = (depths[0] < 2.0) & (depths[1] < 2.0)
    difference = (depths[0] - depths[1])[near].abs()
    assert near.float().mean() > 0.2 and difference.median() < 1e-3
    assert (difference < 0.01).float().mean() > 0.9


def test_who_learns_from_two_cameras_sees_both() -> None:
    from pippin.utils.presets import resolve_presets

    register_tasks()
    name = "Isaac-Reorient-KukaAllegro-Camera"
    one, two = (
        resolve_presets(load_cfg_from_registry(name, "rsl_rl_cfg_entry_point"), chosen)
        for chosen in ((), ("duo_camera",))
    )
    assert one.obs_groups["actor"] == ["policy", "proprio", "base_image"]
    assert two.obs_groups["actor"] == ["policy", "proprio", "base_image", "wrist_image"]
    assert one.obs_groups["critic"] == two.obs_groups["critic"] == ["policy", "proprio", "perception"]
