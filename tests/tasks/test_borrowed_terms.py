"""Terms that projects borrow from released tasks: by closed forms, and by the released files where they are at hand."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch

from pippin.envs.managers import RewardTermCfg, SceneEntityCfg
from pippin.tasks.cartpole import symmetry as cartpole_symmetry
from pippin.tasks.velocity import spot_mdp
from pippin.tasks.velocity.mdp import symmetry

TASKS = "isaaclab/source/isaaclab_tasks/isaaclab_tasks/manager_based"
SOURCE = Path(os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"), TASKS)
N, JOINTS, FEET = 6, 12, [1, 2, 3, 4]

TERMS = {"base_lin_vel": 3, "base_ang_vel": 3, "projected_gravity": 3, "velocity_commands": 3, "joint_pos": 12,
         "joint_vel": 12, "actions": 12, "height_scan": 187}  # fmt: skip


def released(path: str) -> ModuleType:
    """A file of Isaac Lab 2.3.2, which is nowhere kept here."""
    if not (SOURCE / path).is_file():
        pytest.skip("the wheel of Isaac Lab 2.3.2 is not there")
    pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")
    spec = importlib.util.spec_from_file_location("released_terms", SOURCE / path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def walking_env() -> Any:
    """What the terms read, at random."""
    torch.manual_seed(4)
    robot = SimpleNamespace(
        root_lin_vel_b=torch.randn(N, 3),
        root_ang_vel_b=torch.randn(N, 3),
        projected_gravity_b=torch.randn(N, 3),
        body_pos_w=torch.randn(N, 5, 3),
        body_lin_vel_w=torch.randn(N, 5, 3),
        joint_pos=torch.randn(N, JOINTS),
        default_joint_pos=torch.randn(N, JOINTS),
        joint_vel=torch.randn(N, JOINTS),
        joint_acc=torch.randn(N, JOINTS),
        applied_torque=torch.randn(N, JOINTS),
    )
    contacts = SimpleNamespace(
        current_air_time=torch.rand(N, 5) * (torch.rand(N, 5) > 0.5),
        current_contact_time=torch.rand(N, 5),
        last_air_time=torch.rand(N, 5),
        last_contact_time=torch.rand(N, 5),
        net_forces_w_history=torch.randn(N, 3, 5, 3),
    )
    feet = {"lf": 1, "rf": 2, "lh": 3, "rh": 4}
    sensor = SimpleNamespace(
        cfg=SimpleNamespace(track_air_time=True),
        data=contacts,
        **dict.fromkeys(("find_sensors", "find_bodies"), lambda names: ([feet[name] for name in names], names)),
    )

    class Scene(dict):
        sensors = {"contacts": sensor}

    command = torch.randn(N, 3)
    command[: N // 2] = 0.0  # half of them stand
    return SimpleNamespace(
        scene=Scene(robot=SimpleNamespace(data=robot)),
        command_manager=SimpleNamespace(get_command=lambda name: command),
        action_manager=SimpleNamespace(action=torch.randn(N, JOINTS), prev_action=torch.randn(N, JOINTS)),
        num_envs=N,
        device="cpu",
    )


def feet_of(name: str) -> SceneEntityCfg:
    cfg = SceneEntityCfg(name)
    cfg.body_ids = FEET
    return cfg


ROBOT = {"asset_cfg": SceneEntityCfg("robot")}
CALLS: dict[str, dict[str, Any]] = {
    "air_time_reward": {**ROBOT, "sensor_cfg": feet_of("contacts"), "mode_time": 0.3, "velocity_threshold": 1.2},
    "base_angular_velocity_reward": {**ROBOT, "std": 2.0},
    "base_linear_velocity_reward": {**ROBOT, "std": 1.0, "ramp_at_vel": 1.0, "ramp_rate": 0.5},
    "foot_clearance_reward": {"asset_cfg": feet_of("robot"), "target_height": 0.1, "std": 0.05, "tanh_mult": 2.0},
    "action_smoothness_penalty": {},
    "air_time_variance_penalty": {"sensor_cfg": feet_of("contacts")},
    "base_motion_penalty": ROBOT,
    "base_orientation_penalty": ROBOT,
    "foot_slip_penalty": {"asset_cfg": feet_of("robot"), "sensor_cfg": feet_of("contacts"), "threshold": 1.0},
    "joint_acceleration_penalty": ROBOT,
    "joint_position_penalty": {**ROBOT, "stand_still_scale": 5.0, "velocity_threshold": 1.2},
    "joint_torques_penalty": ROBOT,
    "joint_velocity_penalty": ROBOT,
}


@pytest.mark.parametrize("name", CALLS)
def test_spots_rewards_are_those_that_are_released(name: str) -> None:
    theirs = getattr(released("locomotion/velocity/config/spot/mdp/rewards.py"), name)
    env = walking_env()
    torch.testing.assert_close(getattr(spot_mdp, name)(env, **CALLS[name]), theirs(env, **CALLS[name]))


def gait_cfg(std: float) -> RewardTermCfg:
    params = {
        "std": std,
        "max_err": 0.2,
        "velocity_threshold": 1.2,
        "synced_feet_pair_names": (("lf", "rh"), ("rf", "lh")),
        "asset_cfg": SceneEntityCfg("robot"),
        "sensor_cfg": SceneEntityCfg("contacts"),
    }
    return RewardTermCfg(func=spot_mdp.GaitReward, weight=1.0, params=params)


def test_the_gait_is_the_one_that_is_released() -> None:
    theirs = released("locomotion/velocity/config/spot/mdp/rewards.py").GaitReward
    env, cfg = walking_env(), gait_cfg(0.4)
    torch.testing.assert_close(spot_mdp.GaitReward(cfg, env)(env, **cfg.params), theirs(cfg, env)(env, **cfg.params))


def test_a_trot_is_rewarded_in_full_while_walking_only() -> None:
    env, cfg = walking_env(), gait_cfg(0.1)
    times = env.scene.sensors["contacts"].data
    times.current_air_time = torch.tensor([0.0, 0.3, 0.0, 0.0, 0.3]).repeat(N, 1)  # lf and rh swing
    times.current_contact_time = torch.tensor([0.0, 0.0, 0.3, 0.3, 0.0]).repeat(N, 1)
    env.scene["robot"].data.root_lin_vel_b[:] = 0.0
    expected = torch.tensor([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])
    torch.testing.assert_close(spot_mdp.GaitReward(cfg, env)(env, **cfg.params), expected)


def mirrored_env(joints: tuple[str, ...] = symmetry.JOINTS) -> Any:
    manager = SimpleNamespace(
        active_terms={"policy": list(TERMS)}, group_obs_term_dim={"policy": [(n,) for n in TERMS.values()]}
    )
    env = SimpleNamespace(observation_manager=manager, scene={"robot": SimpleNamespace(joint_names=list(joints))})
    env.unwrapped = env
    return env


def test_images_of_anymal_are_those_that_are_released() -> None:
    tensordict = pytest.importorskip("tensordict")
    theirs = released("locomotion/velocity/mdp/symmetry/anymal.py").compute_symmetric_states
    torch.manual_seed(3)
    obs = tensordict.TensorDict({"policy": torch.randn(5, sum(TERMS.values()))}, batch_size=[5])
    actions = torch.randn(5, 12)
    mine, released_images = (
        symmetry.compute_symmetric_states(mirrored_env(), obs, actions),
        theirs(mirrored_env(), obs, actions),
    )
    torch.testing.assert_close(mine[0]["policy"], released_images[0]["policy"])
    torch.testing.assert_close(mine[1], released_images[1])


def test_images_do_not_depend_on_the_order_of_joints() -> None:
    """Newton goes leg by leg: actions that are put in that order have the same images, in that order."""
    order = [
        symmetry.JOINTS.index(f"{leg}_{part}") for leg in ("LF", "LH", "RF", "RH") for part in ("HAA", "HFE", "KFE")
    ]
    actions = torch.randn(5, 12, generator=torch.Generator().manual_seed(3))
    leg_by_leg = mirrored_env(tuple(symmetry.JOINTS[index] for index in order))
    level_by_level = symmetry.compute_symmetric_states(mirrored_env(), None, actions)[1]
    assert not torch.equal(level_by_level[5:10], actions)
    torch.testing.assert_close(
        symmetry.compute_symmetric_states(leg_by_leg, None, actions[:, order])[1], level_by_level[:, order]
    )
    others = mirrored_env(tuple(f"joint_{index}" for index in range(12)))
    torch.testing.assert_close(symmetry.compute_symmetric_states(others, None, actions)[1], level_by_level)


def test_an_image_of_an_image_is_the_original() -> None:
    torch.manual_seed(3)
    obs, actions = torch.randn(5, sum(TERMS.values())), torch.randn(5, 12)
    env = mirrored_env()
    for row in (1, 2, 3):  # left and right, front and hind, both
        once = [value[5 * row : 5 * (row + 1)] for value in symmetry.compute_symmetric_states(env, obs, actions)]
        twice = [value[5 * row : 5 * (row + 1)] for value in symmetry.compute_symmetric_states(env, *once)]
        torch.testing.assert_close(twice, [obs, actions])
        assert not torch.equal(once[0], obs) and not torch.equal(once[1], actions)


def test_an_unknown_term_has_no_image() -> None:
    env = mirrored_env()
    env.observation_manager.active_terms["policy"][0] = "smell"
    with pytest.raises(ValueError, match="smell"):
        symmetry.compute_symmetric_states(env, torch.zeros(1, sum(TERMS.values())))


def test_the_image_of_cartpole_has_other_signs() -> None:
    obs, actions = cartpole_symmetry.compute_symmetric_states(None, torch.tensor([[1.0, -2.0]]), torch.tensor([[3.0]]))
    assert obs.tolist() == [[1.0, -2.0], [-1.0, 2.0]]
    assert actions.tolist() == [[3.0], [-3.0]]
