"""A humanoid that imitates motions begins within one, and shows a discriminator what the motion would show."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch

from pippin.robots.descriptions import own_description
from pippin.tasks.humanoid_amp.humanoid_amp_env import LIFT
from pippin.tasks.humanoid_amp.motion_loader import MotionLoader
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg

RELEASED = Path(
    os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"),
    "isaaclab/source/isaaclab_tasks/isaaclab_tasks/direct/humanoid_amp/motions",
)
FPS, FRAMES, SPIN, SPEED = 60, 31, 1.5, 0.5


@pytest.fixture(scope="module")
def motion(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A humanoid with bent knees that glides ahead at SPEED [m/s], while it turns left at SPIN [rad/s]."""
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_path(own_description("humanoid_28.xml"))
    data = mujoco.MjData(model)
    joints = [model.joint(i).name for i in range(1, model.njnt)]
    bodies = [model.body(i).name for i in range(1, model.nbody)]
    arrays: dict[str, list[Any]] = {name: [] for name in ("dof_positions", "body_positions", "body_rotations")}
    velocities, spins = [], []
    for time in np.arange(FRAMES) / FPS:
        data.qpos[:3] = SPEED * time, 0.0, 0.95
        data.qpos[3:7] = np.cos(SPIN * time / 2), 0.0, 0.0, np.sin(SPIN * time / 2)
        data.qpos[7:] = [0.8 if name.endswith("knee") else 0.0 for name in joints]
        mujoco.mj_kinematics(model, data)
        positions = data.xpos[1:].copy()
        around = positions - data.qpos[:3]
        arrays["dof_positions"].append(data.qpos[7:].copy())
        arrays["body_positions"].append(positions)
        arrays["body_rotations"].append(data.xquat[1:].copy())
        velocities.append(np.cross([0.0, 0.0, SPIN], around) + [SPEED, 0.0, 0.0])
        spins.append(np.tile([0.0, 0.0, SPIN], (len(bodies), 1)))
    path = tmp_path_factory.mktemp("motion") / "glide.npz"
    np.savez(
        path,
        fps=FPS,
        dof_names=joints,
        body_names=bodies,
        **{name: np.array(values) for name, values in arrays.items()},
        dof_velocities=np.zeros((FRAMES, len(joints))),
        body_linear_velocities=np.array(velocities),
        body_angular_velocities=np.array(spins),
    )
    return str(path)


def test_a_motion_is_the_same_between_its_frames(motion: str) -> None:
    loader = MotionLoader(motion, "cpu")
    assert (loader.num_dofs, loader.num_bodies, loader.num_frames, loader.duration) == (28, 15, FRAMES, 0.5)
    times = np.array([0.0, 0.1234, 0.3217, 0.5])
    joints, _, positions, rotations, velocities, spins = loader.sample(4, times=times)
    knee = loader.get_dof_index(["left_knee"])[0]
    pelvis, hand = loader.get_body_index(["pelvis", "left_hand"])
    seconds = torch.as_tensor(times, dtype=torch.float32)
    zeros = torch.zeros(4)
    torch.testing.assert_close(joints[:, knee], torch.full((4,), 0.8))
    expected = torch.stack([SPEED * seconds, zeros, zeros + 0.95], dim=-1)
    torch.testing.assert_close(positions[:, pelvis], expected, atol=1e-5, rtol=0.0)
    half = SPIN * seconds / 2
    expected = torch.stack([half.cos(), zeros, zeros, half.sin()], dim=-1)
    torch.testing.assert_close(rotations[:, hand], expected, atol=1e-5, rtol=0.0)
    torch.testing.assert_close(velocities[:, pelvis], torch.tensor([[SPEED, 0.0, 0.0]]).expand(4, 3))
    torch.testing.assert_close(spins[:, hand], torch.tensor([[0.0, 0.0, SPIN]]).expand(4, 3))


def test_what_a_motion_lacks_is_named(motion: str, tmp_path: Path) -> None:
    loader = MotionLoader(motion, "cpu")
    with pytest.raises(ValueError, match="has no body 'tail'; it has: pelvis"):
        loader.get_body_index(["tail"])
    with pytest.raises(ValueError, match="'duration' is 2.0 s; expected at most the motion's 0.5 s"):
        loader.sample_times(3, duration=2.0)
    np.savez(tmp_path / "short.npz", fps=60, dof_names=["knee"])
    with pytest.raises(KeyError, match="has no body_angular_velocities, .*; it has: fps, dof_names"):
        MotionLoader(str(tmp_path / "short.npz"), "cpu")
    register_tasks()
    cfg = parse_env_cfg("Isaac-Humanoid-AMP-Run-Direct-v0", device="cpu", num_envs=1)
    with pytest.raises(FileNotFoundError, match=r"no motion '.*humanoid_run.npz'.*'motion_file' of the config"):
        gymnasium.make("Isaac-Humanoid-AMP-Run-Direct-v0", cfg=cfg)


@pytest.mark.parametrize("name", ["walk", "run", "dance"])
def test_motions_are_read_as_the_release_reads_them(name: str) -> None:
    source = RELEASED / "motion_loader.py"
    if not source.is_file():
        pytest.skip("the wheel of Isaac Lab 2.3.2 is not there")
    spec = importlib.util.spec_from_file_location("released_motion_loader", source)
    assert spec is not None and spec.loader is not None
    released = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(released)
    path = str(RELEASED / f"humanoid_{name}.npz")
    ours, theirs = MotionLoader(path, "cpu"), released.MotionLoader(path, "cpu")
    times = np.concatenate([ours.sample_times(200), [-0.01, 0.0, ours.duration]])
    for mine, other in zip(ours.sample(203, times=times), theirs.sample(203, times=times), strict=True):
        torch.testing.assert_close(mine, other, atol=2e-3, rtol=1e-4)  # slerp of angles below 1e-3 rad


@pytest.mark.parametrize("name", ["Isaac-Humanoid-AMP-Walk-Direct-v0", "IsaacContrib-Humanoid-AMP-Walk-Direct"])
def test_episodes_begin_within_the_motion(name: str, motion: str) -> None:
    register_tasks()
    cfg = parse_env_cfg(name, device="cpu", num_envs=6)
    cfg.motion_file, cfg.seed = motion, 3
    env: Any = gymnasium.make(name, cfg=cfg, disable_env_checker=True).unwrapped
    observations, extras = env.reset()
    seen, shown = observations["policy"], extras["amp_obs"].view(6, 2, 81)
    torch.testing.assert_close(shown[:, 0], seen)
    # before the present state the history has that of the motion at the same time, of a humanoid not lifted
    expected = shown[:, 1].clone()
    expected[:, 56] += LIFT
    torch.testing.assert_close(seen, expected, atol=2e-3, rtol=1e-3)  # the hands of the description, in float32
    torch.testing.assert_close(seen[:, 66:69], torch.tensor([[0.0, 0.0, SPIN]]).expand(6, 3), atol=1e-4, rtol=0.0)
    reference = env.collect_reference_motions(5)
    assert reference.shape == (5, 162) == (5, env.amp_observation_space.shape[0])
    for _ in range(40):
        observations, reward, *_ = env.step(torch.zeros(6, 28))
        assert torch.isfinite(observations["policy"]).all() and (reward == 1.0).all()
    env.close()


def test_an_episode_ends_with_the_torso_below_a_height(motion: str) -> None:
    register_tasks()
    name = "Isaac-Humanoid-AMP-Walk-Direct-v0"
    ends = {}
    for early in (True, False):
        cfg = parse_env_cfg(name, device="cpu", num_envs=2)
        cfg.motion_file, cfg.early_termination, cfg.reset_strategy = motion, early, "random-start"
        cfg.seed, cfg.termination_height = 2, 1.6  # the torso is 1.34 m up
        env: Any = gymnasium.make(name, cfg=cfg, disable_env_checker=True).unwrapped
        env.reset()
        pose = env.robot.data.root_link_pose_w.torch.clone()
        pose[1, 2] += 0.6
        env.robot.write_root_link_pose_to_sim_index(root_pose=pose)
        ends[early] = env.step(torch.zeros(2, 28))[2].tolist()
        env.close()
    assert ends == {True: [True, False], False: [False, False]}


def test_the_agent_imitates_for_no_reward_but_the_style() -> None:
    register_tasks()
    agent = load_cfg_from_registry("Isaac-Humanoid-AMP-Dance-Direct-v0", "skrl_amp_cfg_entry_point")
    assert agent["agent"]["class"] == "AMP" and agent["agent"]["experiment"]["directory"] == "humanoid_amp_dance"
    assert (agent["agent"]["task_reward_scale"], agent["agent"]["style_reward_scale"]) == (0.0, 2.0)


BESIDE_THE_RELEASE = """
import importlib
import sys

import gymnasium
import numpy as np
import torch

import isaaclab_tasks
from isaaclab.app import AppLauncher
from isaaclab_tasks.utils import parse_env_cfg

AppLauncher(headless=True, device="cpu")
name, trajectories = "Isaac-Humanoid-AMP-Walk-Direct-v0", []
for module in ("released_amp", "pippin_isaac.version2.tasks.humanoid_amp"):
    if module == "released_amp":
        import released_amp
    else:
        importlib.import_module("pippin_isaac.version2.tasks.registration").register_tasks()
    cfg = parse_env_cfg(name, device="cpu", num_envs=3)
    cfg.seed, cfg.motion_file = 1, sys.argv[1]
    env = gymnasium.make(name, cfg=cfg).unwrapped
    assert type(env).__module__.startswith(module), type(env)
    env.reset()
    seen = [env.collect_reference_motions(5, np.array([0.0, 0.3, 0.7, 1.1, 2.0]))]
    state = torch.zeros(3, 13)
    state[:, 2], state[:, 3] = 1.2, 1.0
    env.robot.write_root_state_to_sim(state + torch.nn.functional.pad(env.scene.env_origins, (0, 10)))
    env.robot.write_joint_state_to_sim(torch.zeros(3, 28), torch.zeros(3, 28))
    env.amp_observation_buffer[:] = 0.0
    numbers = torch.Generator().manual_seed(2)
    for _ in range(12):
        observations, _, terminated, _, extras = env.step(0.2 * torch.randn(3, 28, generator=numbers))
        seen += [observations["policy"].clone(), extras["amp_obs"].clone(), terminated.float()]
    trajectories.append(seen)
    env.close()
for theirs, mine in zip(*trajectories):
    torch.testing.assert_close(mine, theirs, atol=1e-5, rtol=1e-5)
print("the same")
"""


@pytest.mark.slow
def test_steps_are_those_of_the_released_environment(tmp_path: Path) -> None:
    pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")
    if not RELEASED.is_dir():
        pytest.skip("the wheel of Isaac Lab 2.3.2 is not there")
    shutil.copytree(RELEASED.parent, tmp_path / "released_amp")
    (tmp_path / "beside.py").write_text(BESIDE_THE_RELEASE)
    paths = [str(tmp_path), *(each for each in sys.path if each)]
    env = {**os.environ, "PIPPIN_ISAACLAB": "2", "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, str(tmp_path / "beside.py"), str(RELEASED / "humanoid_walk.npz")]
    run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert run.stdout.endswith("the same\n"), run.stderr[-2000:]
