r"""Build a task of OmniIsaacGymEnvs, or of a code base made of it, as it is, step it, and print what happened.

.. code-block:: console

    $ python -m pippin_isaac.run tools/omniisaacgymenvs_tasks.py ~/OmniIsaacGymEnvs Ant --envs 64 --steps 1000
    $ python -m pippin_isaac.run tools/omniisaacgymenvs_tasks.py ~/RANS MFP2D/GoToPose --overrides train=RANS/PPO...

The folder is a checkout, outside of this one. Actions are random, between -1 and 1, or random choices where actions are
such; with ``--rest`` they are first zeros for a while, and contacts are compared with weights. Code bases with an
environment of their own (RANS: ``--env-module vec_env_rlgames_RANS``) do in it what else a step takes, such as pushing.
Modules whose files have NVIDIA's proprietary header are not run: classes without contents stand in for what they hold,
which is said.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.abc
import importlib.machinery
import os
import sys
import time
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

PROPRIETARY = ("strictly prohibited", "and its licensors")
"""Words at the beginning of files that are not run."""

STILL = 20
"""So many steps without any change make an environment frozen."""


def main() -> None:
    """Build and step a task."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="checkout of the code base")
    parser.add_argument("task", help="name of the task's config")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="step for no more processor time")
    parser.add_argument("--rest", type=int, default=0, help="first step this often without actions")
    parser.add_argument("--env-module", default="vec_env_rlgames", help="module of `envs` that the scripts import")
    parser.add_argument("--overrides", nargs="*", default=[], help="further overrides of Hydra")
    arguments = parser.parse_args()
    package = arguments.folder.resolve() / "omniisaacgymenvs"
    sys.path.insert(0, str(package.parent))
    sys.meta_path.insert(0, WithoutProprietary(package.parent))
    os.chdir(package)
    torch.manual_seed(0)
    start = time.perf_counter()
    env, task = build(package, arguments)
    print(f"BUILT {arguments.task} x {task.num_envs} in {time.perf_counter() - start:.1f} s", flush=True)
    if arguments.rest:
        step(env, task, arguments.rest, float("inf"), moves=False)
        tell_weights(env)
    step(env, task, arguments.steps, arguments.seconds, moves=True)
    print(f"complaints of the engine: {'; '.join(env.world.physics.report()) or 'none'}")


def build(package: Path, arguments: argparse.Namespace) -> tuple[Any, Any]:
    """Make the environment and its task, as the scripts of these code bases do."""
    environments = importlib.import_module(f"omniisaacgymenvs.envs.{arguments.env_module}")
    env = environments.VecEnvRLGames(headless=True, sim_device=0)  # registers what config files call
    hydra = importlib.import_module("hydra")
    importlib.import_module("omniisaacgymenvs.utils.hydra_cfg.hydra_utils")
    overrides = [f"task={arguments.task}", f"num_envs={arguments.envs}", "headless=True", "pipeline=cpu"]
    overrides += ["sim_device=cpu", "rl_device=cpu", *arguments.overrides]
    with hydra.initialize_config_dir(config_dir=str(package / "cfg"), version_base="1.1"):
        config = hydra.compose("config", overrides=overrides)
        settings = importlib.import_module("omniisaacgymenvs.utils.hydra_cfg.reformat").omegaconf_to_dict(config)
        # Factory composes more of its configs while it is made.
        return env, importlib.import_module("omniisaacgymenvs.utils.task_util").initialize_task(settings, env)


def step(env: Any, task: Any, steps: int, seconds: float, moves: bool) -> None:
    """Step, and print resets, what is not finite, and which environments did not move."""
    env.reset()
    states = states_of(env, task.num_envs)
    still, frozen = np.zeros(task.num_envs, dtype=int), np.zeros(task.num_envs, dtype=bool)
    resets = odd = done = 0
    start = time.process_time()
    while done < steps and time.process_time() - start < seconds:
        with torch.no_grad():
            seen, rewards, over, _ = env.step(actions_of(env, task, moves))
        values = [rewards, *(value for value in flat(seen) if isinstance(value, torch.Tensor))]
        odd += sum(int((~torch.isfinite(value)).sum()) for value in values)
        resets += int(torch.as_tensor(over).sum())
        now = states_of(env, task.num_envs)
        odd += int((~np.isfinite(now)).sum())
        still = (still + 1) * (now == states).all(axis=1)
        frozen |= still >= STILL
        states, done = now, done + 1
    rate = done * task.num_envs / (time.process_time() - start)
    print(
        f"{'RAN' if moves else 'AT REST'} {done} of {steps} steps x {task.num_envs}: {resets} resets, {odd} values not "
        f"finite, {int(frozen.sum())} frozen, {rate:.0f} steps in a second of processor time",
        flush=True,
    )


def actions_of(env: Any, task: Any, moves: bool) -> torch.Tensor:
    """Actions of all environments: random ones, or such that do nothing."""
    space = env.action_space
    choices = getattr(space, "nvec", None)
    if choices is None and hasattr(space, "spaces"):  # choices one by one
        choices = [each.n for each in space.spaces]
    if choices is not None:
        rows = [torch.randint(int(count), (task.num_envs,)) * int(moves) for count in choices]
        return torch.stack(rows, dim=1)
    shape = (task.num_envs, *space.shape)
    return 2.0 * torch.rand(shape) - 1.0 if moves else torch.zeros(shape)


def flat(values: Any) -> list[Any]:
    """Values of dicts within dicts."""
    return [leaf for value in values.values() for leaf in flat(value)] if isinstance(values, dict) else [values]


def states_of(env: Any, num_envs: int) -> np.ndarray:
    """Poses of the objects of the scene, and positions of their joints, shape (num_envs, ...)."""
    parts = [np.zeros((num_envs, 0))]
    for view in env.world.scene:
        count = getattr(view, "count", 0)
        if count == 0 or count % num_envs:  # a single object, or one that is not in each environment
            continue
        values = [*view.get_world_poses(), *([view.get_joint_positions()] if hasattr(view, "num_dof") else [])]
        parts += [np.asarray(torch.as_tensor(value)).reshape(num_envs, -1) for value in values if value is not None]
    return np.concatenate(parts, axis=1)


def tell_weights(env: Any) -> None:
    """Print what part of the weight of each robot of the scene its contacts carry, where they are measured."""
    for view in env.world.scene:
        if not hasattr(view, "get_net_contact_forces") or not getattr(view, "_tracks_contacts", False):
            continue
        forces = np.asarray(torch.as_tensor(view.get_net_contact_forces(dt=env.world.get_physics_dt())))
        print(f"AT REST {view.name}: contact forces along z, median {np.median(forces[:, 2]):.2f} N a body", flush=True)


class WithoutProprietary(importlib.abc.MetaPathFinder):
    """Finds modules of a folder whose files are not run, and puts empty ones in their places.

    Args:
        folder: The folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Find a module that is not run; None leaves it to the others."""
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is None or not spec.origin or not spec.origin.startswith(str(self._folder)):
            return None
        head = Path(spec.origin).read_text(encoding="utf-8", errors="replace")[:1500]
        if not any(words in head for words in PROPRIETARY):
            return None
        print(f"NOT RUN: {spec.origin}, for its header", flush=True)
        return importlib.machinery.ModuleSpec(fullname, _Empty())


class _Empty(importlib.abc.Loader):
    """Makes modules in which each name is a class without contents."""

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        """Make the module."""
        return _EmptyModule(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """Run nothing."""


class _EmptyModule(types.ModuleType):
    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


if __name__ == "__main__":
    main()
