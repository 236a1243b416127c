"""Steps of a task of Isaac Lab 3.0.0's wheel and of Pippin's beside each other, from the same state."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

WHEEL = Path(os.environ.get("ISAACLAB_300", "/work/ext/isaaclab-3.0.0"), "isaaclab_tasks")

PROGRAM = """
import importlib
import json
import sys

import torch

from isaaclab.app import AppLauncher

AppLauncher(headless=True, device="cpu")
from isaaclab.envs import ManagerBasedRLEnv
from pippin.utils import as_torch

asked = json.loads(sys.argv[1])
N, trajectories, start = asked["num_envs"], [], None


def load(place):
    module, name = place.split(":")
    return getattr(importlib.import_module(module), name)


def make(config, environment):
    utils = importlib.import_module("released_tasks.utils" if config.startswith("released") else "pippin.tasks.utils")
    cfg = utils.resolve_presets(load(config)(), tuple(asked["presets"]))
    cfg.seed, cfg.scene.num_envs, cfg.sim.device = 1, N, "cpu"
    exec(asked["change"], {"cfg": cfg, "torch": torch})
    env = (load(environment) if environment else ManagerBasedRLEnv)(cfg)
    env.reset()
    return env


def with_numbers(env):
    # what has numbers beside the physics, by name
    yield "env", env
    for name, part in env.scene.articulations.items():
        for group, actuator in part.actuators.items():
            yield f"{name} {group}", actuator
    for manager in ("command_manager", "action_manager"):
        for name in getattr(env, manager).active_terms if hasattr(env, manager) else ():
            term = getattr(env, manager).get_term(name)
            yield name, term
            if hasattr(term, "_controller"):
                yield name + " controller", term._controller


def numbers_of(thing):
    skipped = ("reset_buf", "reset_terminated", "reset_time_outs", "episode_length_buf")
    return {
        name: value
        for name, value in vars(thing).items()
        if isinstance(value, torch.Tensor) and name not in skipped
    }


def state_of(env):
    here = torch.nn.functional.pad(as_torch(env.scene.env_origins), (0, 4))
    parts = {}
    for name, part in {**env.scene.articulations, **env.scene.rigid_objects}.items():
        parts[name] = [as_torch(part.data.root_pose_w) - here]
    for name, part in env.scene.articulations.items():
        parts[name].append(as_torch(part.data.joint_pos).clone())
    for name, part in env.scene.rigid_object_collections.items():
        parts[name] = [as_torch(part.data.body_link_pose_w) - here.unsqueeze(1)]
    numbers = {name: numbers_of(one) for name, one in with_numbers(env)}
    return parts, {name: {key: each.clone() for key, each in kept.items()} for name, kept in numbers.items()}


def begin(env, parts, numbers):
    here = torch.nn.functional.pad(as_torch(env.scene.env_origins), (0, 4))
    for name, (pose, *joints) in parts.items():
        part = env.scene[name]
        if pose.dim() == 3:
            part.write_body_link_pose_to_sim_index(body_poses=pose + here.unsqueeze(1))
            part.write_body_link_velocity_to_sim_index(body_velocities=torch.zeros_like(pose[..., :6]))
            continue
        part.write_root_pose_to_sim_index(root_pose=pose + here)
        part.write_root_velocity_to_sim_index(root_velocity=torch.zeros(N, 6))
        for position in joints:
            if position.shape[1]:
                part.write_joint_position_to_sim_index(position=position)
                part.write_joint_velocity_to_sim_index(velocity=torch.zeros_like(position))
                part.set_joint_position_target_index(target=position)
    for name, one in with_numbers(env):
        for key, each in numbers.get(name, {}).items():
            mine = getattr(one, key, None)
            if isinstance(mine, torch.Tensor) and mine.shape == each.shape:
                if one is env:
                    setattr(one, key, each.clone())
                else:  # kernels may hold its memory
                    mine.copy_(each)
    torch.manual_seed(3)
    env.scene.update(env.physics_dt)
    if hasattr(env, "last_update_timestamp"):
        env._compute_intermediate_values(env.physics_dt)
        env.last_update_timestamp = env._robot._data._sim_timestamp
    elif hasattr(env, "_compute_intermediate_values"):
        env._compute_intermediate_values()


for config, environment in (asked["theirs"], asked["mine"]):
    env = make(config, environment)
    if start is None:
        start = state_of(env)
    begin(env, *start)
    exec(asked["then"], {"env": env, "torch": torch, "shared": asked})
    random, seen = torch.Generator().manual_seed(2), []
    for _ in range(asked["steps"]):
        actions = 2.0 * torch.rand(N, env.single_action_space.shape[0], generator=random) - 1.0
        observations, rewards, terminated, time_out, _ = env.step(asked["size"] * actions)
        seen.append([each.clone() for each in (terminated, time_out, rewards, *observations.values())])
    trajectories.append(seen)
    env.close()
goes_on = torch.ones(N, dtype=torch.bool)
for step, (theirs, mine) in enumerate(zip(*trajectories)):
    assert len(theirs) == len(mine)
    for index, (expected, found) in enumerate(zip(theirs, mine)):
        where = f"step {step}, value {index}: "
        torch.testing.assert_close(
            found[goes_on],
            expected[goes_on],
            atol=asked["atol"],
            rtol=1e-3,
            msg=lambda text, where=where: where + text,
        )
    goes_on &= ~(theirs[0] | theirs[1])  # others begin in another state
assert goes_on.any(), "no episode goes on"
print("the same")
"""
"""Program that makes both environments, lets them begin in the state of the first, and compares their steps."""

TORCHVISION = """
import torch


class transforms:
    class Normalize:
        def __init__(self, mean, std):
            self.mean, self.std = (torch.tensor(each).view(3, 1, 1) for each in (mean, std))

        def __call__(self, images):
            return (images - self.mean) / self.std

    Compose = staticmethod(lambda steps: steps[0])
"""
"""The two functions of torchvision that released networks call, as its documentation says."""


def run_with_released_tasks(
    tmp_path: Path, program: str, argument: str, *folders: str, edits: Mapping[str, str] | None = None
) -> None:
    """Run a program of version 3 to which folders of the wheel's tasks are a package "released_tasks".

    Args:
        tmp_path: Folder of the package and the program.
        program: Text of the program, which prints "the same" at its end.
        argument: What it is called with.
        *folders: Folders of the wheel's tasks, beside "utils".
        edits: What is put in place of texts in the wheel's files, which are faults that Pippin does not have.
    """
    pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")
    if not WHEEL.is_dir():
        pytest.skip("the wheel of Isaac Lab 3.0.0 is not there")
    for folder in ("utils", *folders):
        packages = [parent / "__init__.py" for parent in (WHEEL / folder).parents if WHEEL in parent.parents]
        for path in (*packages, *(WHEEL / folder).rglob("*.py*")):
            copied = tmp_path / "released_tasks" / path.relative_to(WHEEL)
            copied.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix in (".py", ".pyi"):
                text = path.read_text()
                if path.name == "__init__.py" and ("gym.register" in text or "import_packages(" in text):
                    text = ""  # what registers tasks
                for old, new in {"isaaclab_tasks": "released_tasks", **(edits or {})}.items():
                    text = text.replace(old, new)
                copied.write_text(text)
    (tmp_path / "torchvision").mkdir()
    (tmp_path / "torchvision/__init__.py").write_text(TORCHVISION)
    (tmp_path / "torchvision/utils.py").write_text("save_image = None")
    (tmp_path / "program.py").write_text(program)
    paths = [str(tmp_path), *(each for each in sys.path if each)]
    env = {**os.environ, "PIPPIN_ISAACLAB": "3", "PYTHONPATH": os.pathsep.join(paths)}
    run = subprocess.run(
        [sys.executable, "program.py", argument],
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert run.stdout.endswith("the same\n"), run.stderr[-3000:]


def assert_same_steps(
    tmp_path: Path,
    folders: Sequence[str],
    theirs: tuple[str, str],
    mine: tuple[str, str],
    edits: Mapping[str, str] | None = None,
    **asked: Any,
) -> None:
    """Compare observations, rewards and ends of a released task and of Pippin's, with the same actions.

    Args:
        tmp_path: Folder of the copied tasks.
        folders: Folders of the wheel's tasks that it needs.
        theirs: Places "module:name" of the released config and, of a direct task, the environment.
        mine: The same of Pippin's.
        edits: As of :func:`run_with_released_tasks`.
        **asked: ``num_envs``, ``steps``, ``size`` of actions, absolute tolerance ``atol``, chosen ``presets``, and
            texts of programs: ``change`` of each config "cfg", ``then`` of each environment "env" before its steps.
    """
    usual: dict[str, Any] = {
        "num_envs": 4,
        "steps": 8,
        "size": 1.0,
        "atol": 5e-4,
        "presets": [],
        "change": "",
        "then": "",
    }
    argument = json.dumps({**usual, "theirs": theirs, "mine": mine, **asked})
    run_with_released_tasks(tmp_path, PROGRAM, argument, *folders, edits=edits)
