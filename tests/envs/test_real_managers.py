"""The same task on the manager files that Isaac Lab 2.3.2 released gives the same observations and rewards.

The wheel (BSD-3) is looked for in the folder that ``ISAACLAB_232`` names; nothing of it is kept here.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import types
from pathlib import Path
from typing import Any

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pippin_isaac.modules import dialect_of_version, tree_of

from .pole import modules_of, pole_cfg

SOURCE = Path(os.environ.get("ISAACLAB_232", "/work/ext/isaaclab-2.3.2"), "isaaclab/source/isaaclab/isaaclab")
NAMES = (
    "RewardManager",
    "TerminationManager",
    "ObservationManager",
    "CurriculumManager",
    "ActionManager",
)
TREE = tree_of(2)


def real_managers(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """The released files of managers, over the configs and terms that Pippin serves."""
    ours = importlib.import_module(f"{TREE}.envs.managers")
    package = types.ModuleType("real_managers")
    package.__path__ = [str(SOURCE / "managers")]
    served = {
        "omni": types.ModuleType("omni"),
        "omni.timeline": types.ModuleType("omni.timeline"),
        "omni.kit": types.ModuleType("omni.kit"),
        "omni.kit.app": types.ModuleType("omni.kit.app"),
        "isaaclab.envs.utils.io_descriptors": types.ModuleType("io_descriptors"),
        "real_managers": package,
        "real_managers.manager_term_cfg": ours,
        "real_managers.scene_entity_cfg": ours,
    }
    served["omni"].timeline, served["omni"].kit = served["omni.timeline"], served["omni.kit"]  # type: ignore[attr-defined]
    served["omni.kit"].app = served["omni.kit.app"]  # type: ignore[attr-defined]
    served["isaaclab.envs.utils.io_descriptors"].GenericActionIODescriptor = object  # type: ignore[attr-defined]
    for name, module in served.items():
        monkeypatch.setitem(sys.modules, name, module)
    for name in ("reward", "termination", "observation", "curriculum", "action"):
        module = importlib.import_module(f"real_managers.{name}_manager")
        vars(package).update({key: value for key, value in vars(module).items() if key in NAMES})
        monkeypatch.setattr(module, "ManagerTermBase", ours.ManagerTermBase)
        if name == "action":
            monkeypatch.setattr(module, "ActionTerm", ours.ActionTerm)
    base = sys.modules["real_managers.manager_base"]
    monkeypatch.setattr(base, "ManagerTermBase", ours.ManagerTermBase)
    return package


def run(folder: Path) -> list[torch.Tensor]:
    """200 steps of the task with a fixed action sequence."""
    dialect_of_version(2)
    cfg = pole_cfg(TREE, folder)
    cfg.observations.policy.history_length = 3
    vars(cfg.observations.policy).pop("history_order", None)  # which 2.3.2 takes for a term
    env: Any = modules_of(TREE).envs.ManagerBasedRLEnv(cfg)
    values = [env.reset(seed=11)[0]["policy"].clone()]
    generator = torch.Generator().manual_seed(2)
    for _ in range(200):
        observations, rewards, terminated, time_outs, _ = env.step(2.0 * torch.rand(4, 1, generator=generator) - 1.0)
        values += [observations["policy"].clone(), rewards.clone(), terminated.clone(), time_outs.clone()]
    env.close()
    return values


@pytest.mark.slow
@pytest.mark.skipif(not SOURCE.is_dir(), reason="the wheel of Isaac Lab 2.3.2 is not there")
def test_real_managers_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = run(tmp_path)
    real = real_managers(monkeypatch)
    for module in ("manager_based_env", "manager_based_rl_env"):
        target = importlib.import_module(f"{TREE}.envs.{module}")
        for name in NAMES:
            if hasattr(target, name):
                monkeypatch.setattr(target, name, getattr(real, name))
    theirs = run(tmp_path)
    assert sum(value.sum().item() for value in theirs[3::4]) > 0  # episodes did end
    for mine, released in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine.float(), released.float(), rtol=1e-5, atol=1e-5)
