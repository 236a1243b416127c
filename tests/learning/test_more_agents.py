"""Tasks have more agents for RSL-RL than one: with mirror images, with a memory, students of a trained policy."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest

from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg

pytest.importorskip("rsl_rl", reason="RSL-RL is not installed: pip install 'pippin[learn]'")

register_tasks()

MORE = [
    (name, key)
    for name, spec in gymnasium.registry.items()
    for key in spec.kwargs
    if key.startswith("rsl_rl_") and key != "rsl_rl_cfg_entry_point"
]


def learned(task: str, key: str, iterations: int = 1) -> Any:
    """A runner that has learned in a few environments."""
    from rsl_rl.runners import OnPolicyRunner

    from pippin.learning.rsl_rl import RslRlVecEnvWrapper

    cfg, agent = parse_env_cfg(task, device="cpu", num_envs=4), load_cfg_from_registry(task, key)
    cfg.seed = agent.seed = 1
    agent.device, agent.num_steps_per_env = "cpu", 4
    env = RslRlVecEnvWrapper(gymnasium.make(task, cfg=cfg))
    try:
        runner = OnPolicyRunner(env, agent.to_dict(), log_dir=None, device="cpu")
        runner.learn(iterations)
        return runner
    finally:
        env.close()


@pytest.mark.parametrize(("task", "key"), MORE)
def test_the_installed_library_reads_each(task: str, key: str) -> None:
    cfg = load_cfg_from_registry(task, key).to_dict()
    roles = {"student", "teacher"} if "distillation" in key else {"actor", "critic"}
    assert roles <= cfg.keys()
    assert ("symmetry" in key) == bool(cfg["algorithm"].get("symmetry_cfg"))


def test_there_are_those_that_isaac_lab_releases() -> None:
    of_anymal = {key for name, key in MORE if name == "Isaac-Velocity-Flat-AnymalD"}
    kinds = ("with_symmetry", "recurrent", "distillation", "distillation_recurrent")
    assert of_anymal == {f"rsl_rl_{kind}_cfg_entry_point" for kind in kinds}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "times"),
    [("Isaac-Cartpole-v0", 2), ("Isaac-Velocity-Flat-Anymal-D-v0", 4), ("Isaac-Velocity-Flat-AnymalD", 4)],
)
def test_mirror_images_are_learned_from(task: str, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from rsl_rl.extensions import Symmetry

    sizes, augment = [], Symmetry.augment_batch

    def augment_and_note(symmetry: Symmetry, batch: Any, original_batch_size: int) -> None:
        augment(symmetry, batch, original_batch_size)
        sizes.append((original_batch_size, len(batch.actions)))

    monkeypatch.setattr(Symmetry, "augment_batch", augment_and_note)
    learned(task, "rsl_rl_with_symmetry_cfg_entry_point")
    assert sizes and all(after == times * before for before, after in sizes)


@pytest.mark.slow
def test_networks_with_a_memory_learn() -> None:
    runner = learned("Isaac-Velocity-Flat-AnymalD", "rsl_rl_recurrent_cfg_entry_point")
    assert runner.alg.actor.is_recurrent and all(value.isfinite().all() for value in runner.alg.actor.parameters())
