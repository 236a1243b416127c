"""Released tasks give what Isaac Lab 2.3.2's own managers and terms give on them: 200 steps, to 1e-5.

Both times the physics, the scene, the events and the commands are Pippin's; the second time the managers of actions,
observations, rewards, terminations and curricula, and all terms of observations, rewards and terminations, are the
files of the wheel (BSD-3), which is looked for in the folder that ``ISAACLAB_232`` names; nothing of it is kept here.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pippin_isaac.modules import dialect_of_version

from .test_real_managers import NAMES, SOURCE, TREE, real_managers

MDP = [f"isaaclab/isaaclab/envs/mdp/{name}.py" for name in ("observations", "rewards", "terminations")]
TASKS = "isaaclab_tasks/isaaclab_tasks/manager_based"
LOCOMOTION, MANIPULATION = f"{TASKS}/locomotion/velocity/mdp", f"{TASKS}/manipulation"

CASES: dict[str, tuple[str, str, list[str], int]] = {
    "cartpole": ("cartpole.cartpole_env_cfg", "CartpoleEnvCfg", [f"{TASKS}/classic/cartpole/mdp/rewards.py"], 1),
    "velocity": (
        "velocity.quadrupeds",
        "UnitreeGo2FlatEnvCfg",
        [f"{LOCOMOTION}/rewards.py", f"{LOCOMOTION}/terminations.py"],
        12,
    ),
    "reach": ("manipulation.reach_robots", "FrankaReachEnvCfg", [f"{MANIPULATION}/reach/mdp/rewards.py"], 7),
    "lift": (
        "manipulation.lift_franka",
        "FrankaCubeLiftEnvCfg",
        [f"{MANIPULATION}/lift/mdp/{name}.py" for name in ("observations", "rewards", "terminations")],
        8,
    ),
}
"""Each task: module and config below ``pippin.tasks``, the released files of its terms, its number of actions."""


def released_terms(files: list[str]) -> dict[str, Any]:
    """Terms by name, of Isaac Lab and of a task."""
    terms: dict[str, Any] = {}
    math = importlib.import_module(f"{TREE}.utils.math")  # "isaaclab" may be version 3 in this process
    for number, path in enumerate([*MDP, *files]):
        spec = importlib.util.spec_from_file_location(f"released_terms_{number}", SOURCE.parents[1] / path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        own = _defined_in(module)
        maths = {name: value for name, value in vars(math).items() if name in vars(module) and name not in own}
        vars(module).update(maths | ({"math_utils": math} if "math_utils" in vars(module) else {}))
        terms |= own
    return terms


def _defined_in(module: ModuleType) -> dict[str, Any]:
    return {
        name: value
        for name, value in vars(module).items()
        if (inspect.isfunction(value) or inspect.isclass(value)) and value.__module__ == module.__name__
    }


def terms_of(cfg: Any) -> Iterator[Any]:
    """Configs of all terms of observations, rewards and terminations."""
    groups = [cfg.rewards, cfg.terminations, *vars(cfg.observations).values()]
    for group in groups:
        for term in vars(group).values():
            if hasattr(term, "func"):
                yield term


def run(case: str, released: dict[str, Any] | None = None) -> list[torch.Tensor]:
    """200 steps of a task with random actions, on terms of the release where they are given."""
    dialect_of_version(2)
    module, name, _, num_actions = CASES[case]
    cfg = getattr(importlib.import_module(f"{TREE}.tasks.{module}"), name)()
    cfg.scene.num_envs, cfg.sim.device, cfg.seed = 4, "cpu", 11
    cfg.episode_length_s = 2.0
    for group in vars(cfg.observations).values():
        vars(group).pop("history_order", None)  # which 2.3.2 takes for a term
    replaced = 0
    for term in terms_of(cfg) if released is not None else ():
        term.func = released[term.func.__name__]
        replaced += 1
    assert replaced or released is None
    env: Any = importlib.import_module(f"{TREE}.envs").ManagerBasedRLEnv(cfg)
    values = [env.reset(seed=11)[0]["policy"].clone()]
    generator = torch.Generator().manual_seed(2)
    for _ in range(200):
        observations, rewards, terminated, time_outs, _ = env.step(
            2.0 * torch.rand(4, num_actions, generator=generator) - 1.0
        )
        values += [observations["policy"].clone(), rewards.clone(), terminated.clone(), time_outs.clone()]
    env.close()
    return values


@pytest.mark.slow
@pytest.mark.skipif(not SOURCE.is_dir(), reason="the wheel of Isaac Lab 2.3.2 is not there")
@pytest.mark.parametrize("case", CASES)
def test_a_task_on_released_managers_and_terms(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, terms = run(case), released_terms(CASES[case][2])
    real = real_managers(monkeypatch)
    for module in ("manager_based_env", "manager_based_rl_env"):
        target = importlib.import_module(f"{TREE}.envs.{module}")
        for name in NAMES:
            if hasattr(target, name):
                monkeypatch.setattr(target, name, getattr(real, name))
    theirs = run(case, terms)
    assert sum(value.sum().item() for value in [*theirs[3::4], *theirs[4::4]]) > 0  # episodes did end
    for mine, released in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine.float(), released.float(), rtol=1e-5, atol=1e-5)
