"""Tasks are registered under Isaac Lab's names, without being imported, in each dialect."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import gymnasium
import pytest
import torch

from pippin.learning.task_environments import agent_cfg_of
from pippin.tasks.registration import TASKS, TASKS_OF_VERSION_3, register_tasks
from pippin.tasks.utils import load_cfg_from_registry, parse_env_cfg
from pippin.tasks.version_3 import CHANGED, NEW
from pippin.utils.presets import resolve_presets


@pytest.mark.slow
def test_registering_imports_no_environment(run_python: Any) -> None:
    program = "import pippin.tasks.registration as r, sys; r.register_tasks(); "
    program += "sys.exit(any(name.startswith(('pippin.envs', 'pippin.tasks.velocity')) for name in sys.modules))"
    assert run_python("-c", program).returncode == 0


@pytest.mark.parametrize("name", [*TASKS, *CHANGED, *NEW])
def test_a_task_has_its_environment_and_its_agent(name: str) -> None:
    register_tasks()
    task = {**TASKS, **CHANGED, **NEW}[name]
    cfg = resolve_presets(load_cfg_from_registry(name, "env_cfg_entry_point"))
    assert cfg.scene.num_envs in (1, 2, 4, 16, 50, 64, 128, 512, 1024, 1225, 2048, 4096, 8192)
    if not task.agent:
        return
    if task.spaces is not None:
        skrl = resolve_presets(load_cfg_from_registry(name, "skrl_cfg_entry_point"))
        assert skrl["models"]["policy"]["class"].endswith("Mixin")
        return
    if task.shows_images:
        seen = load_cfg_from_registry(name, "rl_games_cfg_entry_point")["params"]["network"]["cnn"]["convs"]
        skrl = load_cfg_from_registry(name, "skrl_cfg_entry_point")["models"]["policy"]["network"]
        assert [layer["conv2d"]["out_channels"] for layer in skrl[0]["layers"][:-1]] == [c["filters"] for c in seen]
        assert skrl[1]["input"] == skrl[0]["name"]
        return
    agent = load_cfg_from_registry(name, "rsl_rl_cfg_entry_point")
    assert agent.policy.actor_hidden_dims and agent.algorithm.num_mini_batches in (4, 8)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("IsaacContrib-Reach-OpenArm", "Isaac-Reach-OpenArm-v0"),
        ("IsaacContrib-Lift-Cube-OpenArm", "Isaac-Lift-Cube-OpenArm-v0"),
    ],
)
def test_tasks_have_the_names_of_version_3_too(newer: str, older: str) -> None:
    register_tasks()
    assert TASKS_OF_VERSION_3[newer] == older
    assert gymnasium.spec(newer).entry_point == gymnasium.spec(older).entry_point
    assert type(load_cfg_from_registry(newer, "env_cfg_entry_point")) is type(
        load_cfg_from_registry(older, "env_cfg_entry_point")
    )


def test_tasks_are_learned_by_the_names_of_either_version() -> None:
    older, newer = agent_cfg_of("Isaac-Velocity-Flat-Anymal-D-v0"), agent_cfg_of("Isaac-Velocity-Flat-AnymalD")
    assert type(older) is type(newer)
    assert agent_cfg_of("Isaac-Reorient-Cube-Shadow-Direct").max_iterations == 3000
    with pytest.raises(ValueError, match="'Isaac-Velocity-Flat-AnymalX' is unknown; the nearest are: .*AnymalD"):
        agent_cfg_of("Isaac-Velocity-Flat-AnymalX")


def test_each_learning_library_learns_a_task_with_the_same_numbers() -> None:
    register_tasks()
    name = "Isaac-Quadcopter-Direct-v0"
    ours = load_cfg_from_registry(name, "rsl_rl_cfg_entry_point")
    skrl = load_cfg_from_registry(name, "skrl_cfg_entry_point")
    rl_games = load_cfg_from_registry(name, "rl_games_cfg_entry_point")["params"]
    sb3 = load_cfg_from_registry(name, "sb3_cfg_entry_point")
    gammas = [skrl["agent"]["discount_factor"], rl_games["config"]["gamma"], sb3["gamma"]]
    assert gammas == [ours.algorithm.gamma] * 3
    steps = [skrl["agent"]["rollouts"], rl_games["config"]["horizon_length"], sb3["n_steps"]]
    assert steps == [ours.num_steps_per_env] * 3
    layers = [skrl["models"]["policy"]["network"][0]["layers"], rl_games["network"]["mlp"]["units"]]
    assert [*layers, sb3["policy_kwargs"]["net_arch"]["pi"]] == [ours.policy.actor_hidden_dims] * 3
    assert load_cfg_from_registry(name, "skrl_mappo_cfg_entry_point")["agent"]["class"] == "MAPPO"
    # rl_games' documentation: with clip_actions, actions between -1 and 1 are scaled to the bounds of their space,
    # which are those of the environment's settings; RSL-RL hands them on as they are
    assert rl_games["config"]["clip_actions"] is False


@pytest.mark.parametrize("name", ["Isaac-Cartpole-v0", "Isaac-Cartpole-Direct-v0"])
def test_cartpoles_fall_without_forces(name: str) -> None:
    register_tasks()
    config = parse_env_cfg(name, device="cpu", num_envs=8)
    config.seed = 3
    env = gymnasium.make(name, cfg=config)
    observations, _ = env.reset()
    assert observations["policy"].shape == (8, 4)
    first = env.unwrapped.scene.articulations
    joints = next(iter(first.values()))
    pole = joints.find_joints("cart_to_pole")[0][0]
    before = torch.as_tensor(joints.data.joint_pos.torch[:, pole]).abs().clone()
    for _ in range(20):
        _, rewards, _, _, _ = env.step(torch.zeros(8, 1))
        assert torch.isfinite(rewards).all()
    runs_on = ~(env.unwrapped.episode_length_buf < 20)
    after = joints.data.joint_pos.torch[:, pole].abs()
    assert runs_on.any() and (after[runs_on] > before[runs_on]).float().mean() > 0.5
    env.close()


def test_a_program_may_register_a_version_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pippin.tasks.registration._HERE", "pippin_isaac.version2.tasks")
    register_tasks()
    gymnasium.register(id="Isaac-Cartpole-v7", entry_point="nowhere:Nothing")
    assert "Isaac-Cartpole" not in gymnasium.registry
    gymnasium.registry.pop("Isaac-Cartpole-v7")
    monkeypatch.undo()
    register_tasks()
    assert "Isaac-Cartpole" in gymnasium.registry


def test_hands_to_look_at_have_no_end_by_time() -> None:
    register_tasks()
    for seen in ("", "-NoVelObs"):
        learned, played = (
            load_cfg_from_registry(f"Isaac-Repose-Cube-Allegro{seen}{play}-v0", "env_cfg_entry_point")
            for play in ("", "-Play")
        )
        assert learned.terminations.time_out is not None and played.terminations.time_out is None
        assert (learned.scene.num_envs, played.scene.num_envs) == (8192, 50)
        assert not played.observations.policy.enable_corruption
        assert type(played.observations.policy) is type(learned.observations.policy)


def _quaternions(values: Any, path: str = "") -> Iterator[tuple[str, tuple[float, ...]]]:
    """All fields of a config called ``rot``, and where they are."""
    if isinstance(values, dict):
        for name, value in values.items():
            if name == "rot" and value is not None:
                yield path, tuple(value)
            else:
                yield from _quaternions(value, f"{path}.{name}")
    elif isinstance(values, (list, tuple)):
        for number, value in enumerate(values):
            yield from _quaternions(value, f"{path}[{number}]")


@pytest.mark.slow
def test_tasks_of_the_older_dialect_turn_things_the_same_way() -> None:
    pytest.importorskip("pippin_isaac", reason="pippin-isaac (compat/) is not installed")
    from pippin_isaac.modules import dialect_of_version, tree_of

    dialect_of_version(2)
    older = tree_of(2)
    count = 0
    for task in TASKS.values():
        module, _, name = task.config.partition(":")
        ours, theirs = (
            dict(_quaternions(getattr(importlib.import_module(f"{package}.tasks.{module}"), name)().to_dict()))
            for package in ("pippin", older)
        )
        assert ours.keys() == theirs.keys()
        for path, (x, y, z, w) in ours.items():
            assert theirs[path] == pytest.approx((w, x, y, z), abs=1e-6), f"{task.config}{path}"
            count += 1
    assert count > 300
