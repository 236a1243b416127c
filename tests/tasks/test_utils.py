"""Configs, checkpoints and command lines of tasks that Gymnasium knows."""

from __future__ import annotations

import sys

import gymnasium
import pytest
import torch

from pippin.tasks.utils import (
    SuccessMonitor,
    SuccessMonitorCfg,
    get_checkpoint_path,
    import_packages,
    load_cfg_from_registry,
    parse_env_cfg,
    preset,
    resolve_task_config,
)
from pippin.tasks.utils.hydra import hydra_task_config, register_task_to_hydra
from pippin.utils import configclass


@configclass
class SceneCfg:
    num_envs: int = 4


@configclass
class SimCfg:
    device: str = "cuda:0"
    use_fabric: bool = True


@configclass
class TaskCfg:
    scene: SceneCfg = SceneCfg()
    sim: SimCfg = SimCfg()
    observation_space: object = gymnasium.spaces.Discrete(3)
    joints: object = slice(0, 2)
    gains: tuple[float, float] = (1.0, 2.0)
    reward: object = len
    pattern: str = "${NOT_A_VARIABLE}/.*"
    mass: object = preset(default=1.0, heavy=9.0)

    def play_mode(self) -> None:
        self.scene.num_envs = 2


@configclass
class AgentCfg:
    seed: int = 1


@pytest.fixture
def task(tmp_path):
    (tmp_path / "agent.yaml").write_text("params: {rate: 0.1, shape: !!python/tuple [2, 3]}\n")
    gymnasium.register(
        id="Test-Reach-Box-v0",
        entry_point="nowhere:Nothing",
        kwargs={
            "env_cfg_entry_point": TaskCfg,
            "rsl_rl_cfg_entry_point": AgentCfg,
            "rl_games_cfg_entry_point": str(tmp_path / "agent.yaml"),
            "skrl_cfg_entry_point": {"fixed": True},
        },
    )
    yield "Test-Reach-Box-v0"
    del gymnasium.registry["Test-Reach-Box-v0"]


def test_configs_come_from_classes_files_and_values(task) -> None:
    assert load_cfg_from_registry(task, "env_cfg_entry_point").scene.num_envs == 4
    assert load_cfg_from_registry(task, "rl_games_cfg_entry_point") == {"params": {"rate": 0.1, "shape": (2, 3)}}
    assert load_cfg_from_registry(task, "skrl_cfg_entry_point") == {"fixed": True}


def test_a_file_that_would_run_code_is_refused(task, tmp_path) -> None:
    (tmp_path / "agent.yaml").write_text("a: !!python/object/apply:os.getcwd []\n")
    with pytest.raises(Exception, match="python/object"):
        load_cfg_from_registry(task, "rl_games_cfg_entry_point")


def test_the_command_line_settings_of_an_environment(task) -> None:
    config = parse_env_cfg(f"my_package:{task}", device="cpu", num_envs=7, use_fabric=False)
    assert (config.sim.device, config.scene.num_envs, config.sim.use_fabric) == ("cpu", 7, False)


def test_overrides_choose_and_change_as_a_command_line_does(task) -> None:
    pytest.importorskip("hydra")
    config = parse_env_cfg(task, overrides=["presets=heavy", "env.scene.num_envs=5"])
    assert (config.mass, config.scene.num_envs, config.sim.device) == (9.0, 5, "cuda:0")
    env_cfg, agent_cfg = resolve_task_config(task, "rsl_rl_cfg_entry_point", play_mode=True, overrides=["agent.seed=3"])
    assert (env_cfg.mass, env_cfg.scene.num_envs, agent_cfg.seed) == (1.0, 2, 3)
    with pytest.raises(TypeError, match="bare string, 'presets=heavy'"):
        parse_env_cfg(task, overrides="presets=heavy")


def test_a_program_without_the_name_of_its_task_is_told_to_give_it() -> None:
    pytest.importorskip("hydra")
    with pytest.raises(ValueError, match="--task"):
        hydra_task_config(None, None)(print)()


def test_unknown_tasks_and_keys_name_what_there_is(task) -> None:
    with pytest.raises(gymnasium.error.UnregisteredEnv, match=task):
        load_cfg_from_registry("Test-Reach-Bx-v0", "env_cfg_entry_point")
    with pytest.raises(ValueError, match="sb3_cfg.*; it has: .*rl_games_cfg_entry_point"):
        load_cfg_from_registry(task, "sb3_cfg_entry_point")


@pytest.mark.parametrize(
    ("entry_point", "error", "message"),
    [
        (
            "{folder}/agents/ppo.yaml",
            FileNotFoundError,
            r"no .*/agents/ppo.yaml; YAML files there: rl_games.yaml, sac.yml",
        ),
        ("own_task.agents:ppo.yaml", FileNotFoundError, "YAML files there: rl_games.yaml, sac.yml"),
        (
            "own_task.agent:ppo.yaml",
            ModuleNotFoundError,
            "no module 'own_task.agent'; modules of 'own_task': agents, broken, env",
        ),
        (
            "own_task.envs:EnvCfg",
            ModuleNotFoundError,
            "no module 'own_task.envs'; modules of 'own_task': agents, broken, env",
        ),
        ("own_tasks.env:EnvCfg", ModuleNotFoundError, "no module 'own_tasks'.* other configs: env_cfg_entry_point"),
        (
            "own_task.env:EnvConfig",
            AttributeError,
            "'own_task.env' has no 'EnvConfig'; configs there: ArmEnvCfg, EnvCfg",
        ),
        ("own_task.env", AttributeError, "no name follows the module after a colon; configs there: ArmEnvCfg, EnvCfg"),
        ("own_task.broken:EnvCfg", ModuleNotFoundError, "^No module named 'nothing_of_the_kind'$"),
    ],
)
def test_what_an_entry_point_lacks_is_said_with_what_there_is(
    task, tmp_path, monkeypatch, entry_point, error, message
) -> None:
    agents = tmp_path / "own_task/agents"
    agents.mkdir(parents=True)
    for name in ("../__init__.py", "__init__.py", "rl_games.yaml", "sac.yml"):
        (agents / name).touch()
    (agents / "../env.py").write_text("class EnvCfg: ...\nclass ArmEnvCfg: ...\n")
    (agents / "../broken.py").write_text("import nothing_of_the_kind\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "own_task"]:
        monkeypatch.delitem(sys.modules, name)
    key = "rl_games_cfg_entry_point"
    monkeypatch.setitem(gymnasium.spec(task).kwargs, key, entry_point.format(folder=agents.parent))
    with pytest.raises(error, match=message) as caught:
        load_cfg_from_registry(task, key)
    assert "nothing_of" in message or str(caught.value).startswith(f"Task '{task}' has '")
    for name in [name for name in sys.modules if name.partition(".")[0] == "own_task"]:
        del sys.modules[name]


def test_the_last_checkpoint_is_that_with_the_greatest_number(tmp_path) -> None:
    for name in ("2025-01-02", "2026-01-01_try", "2024-12-31"):
        (tmp_path / name / "nn").mkdir(parents=True)
        for iteration in (9, 10, 100):
            (tmp_path / name / "nn" / f"model_{iteration}.pt").touch()
    path = get_checkpoint_path(str(tmp_path), ".*", "model_.*.pt", other_dirs=["nn"])
    assert path == str(tmp_path / "2026-01-01_try" / "nn" / "model_100.pt")
    (tmp_path / "2026-01-01_try" / "nn" / "model.pt").touch()
    path = get_checkpoint_path(str(tmp_path), ".*", ".*", ["nn"], preferred_checkpoint=r"model\.pt")
    assert path == str(tmp_path / "2026-01-01_try" / "nn" / "model.pt")
    path = get_checkpoint_path(str(tmp_path), ".*", "model_.*.pt", ["nn"], preferred_checkpoint="best")
    assert path == str(tmp_path / "2026-01-01_try" / "nn" / "model_100.pt"), "there is none that is preferred"
    with pytest.raises(ValueError, match="none_of_these"):
        get_checkpoint_path(str(tmp_path), "none_of_these")
    with pytest.raises(ValueError, match="absent"):
        get_checkpoint_path(str(tmp_path / "absent"))


def test_packages_inside_a_package_are_imported_but_for_the_excluded(tmp_path, monkeypatch) -> None:
    for folder in ("alltasks", "alltasks/reach", "alltasks/reach/config", "alltasks/mdp"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    import_packages("alltasks", ["mdp"])
    assert "alltasks.reach.config" in sys.modules and "alltasks.mdp" not in sys.modules


def test_hydra_changes_configs_and_leaves_what_it_cannot_hold(task, tmp_path, monkeypatch) -> None:
    pytest.importorskip("hydra")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        sys, "argv", ["train.py", "presets=heavy", "env.scene.num_envs=9", "agent.fixed=false", "env.gains=[3,4.5]"]
    )
    seen = []
    hydra_task_config(task, "skrl_cfg_entry_point")(
        lambda env_cfg, agent_cfg, extra: seen.append((env_cfg, agent_cfg, extra))
    )(5)
    env_cfg, agent_cfg, extra = seen[0]
    assert (env_cfg.scene.num_envs, env_cfg.gains, agent_cfg, extra) == (9, (3, 4.5), {"fixed": False}, 5)
    assert env_cfg.observation_space == gymnasium.spaces.Discrete(3)
    assert (env_cfg.joints, env_cfg.reward, env_cfg.pattern) == (slice(0, 2), len, "${NOT_A_VARIABLE}/.*")
    assert isinstance(env_cfg, TaskCfg) and env_cfg.mass == 9.0


@pytest.mark.parametrize(
    ("argument", "sentence"),
    [
        ("env.scene.num_env=9", r"'env.scene.num_env' names no setting: no 'num_env' in 'env.scene'. .*'num_envs'"),
        ("evn.mass=1", r"no 'evn'. Did you mean 'env'"),
        ("env.mass.unit=kg", r"'env.mass' is 1.0"),
        ("~env.mass", r"'~env.mass' deletes a field, .*'env.mass=null' switches it off"),
    ],
)
def test_a_path_that_names_no_setting_is_refused_with_what_there_is(
    task, tmp_path, monkeypatch, argument, sentence
) -> None:
    pytest.importorskip("hydra")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["train.py", argument])
    with pytest.raises(ValueError, match=sentence):
        hydra_task_config(task, "rsl_rl_cfg_entry_point")(lambda env_cfg, agent_cfg: pytest.fail("was started"))()
    with pytest.raises(ValueError, match=sentence):
        resolve_task_config(task, "rsl_rl_cfg_entry_point", overrides=[argument])


def test_entries_of_an_agent_that_was_read_from_a_file_can_be_added_and_deleted(task, tmp_path, monkeypatch) -> None:
    pytest.importorskip("hydra")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["train.py", "~agent.fixed", "+agent.depth=2", f"hydra.run.dir={tmp_path}/run"])
    seen = []
    hydra_task_config(task, "skrl_cfg_entry_point")(lambda env_cfg, agent_cfg: seen.append(agent_cfg))()
    assert seen == [{"depth": 2}]


def test_a_success_monitor_keeps_the_last_outcomes_of_each_slot() -> None:
    monitor = SuccessMonitor(SuccessMonitorCfg(monitored_history_len=3), 2, 2, "cpu")
    slots = torch.tensor([0, 2, 0, 0, 0, 3])
    success = torch.tensor([True, True, True, False, False, True])
    monitor.success_update(slots, success, valid=torch.tensor([True, True, True, True, True, False]))
    assert monitor.success_rate.tolist() == pytest.approx([1 / 3, 0.0, 1.0, 0.0]), "of slot 0 the last three count"
    assert monitor.success_size.tolist() == [3, 0, 1, 0]
    assert monitor.get_mean_success_rate().item() == pytest.approx((1 / 3 + 1.0) / 2)
    monitor.success_update(torch.tensor([0, 0]), torch.tensor([True, True]))
    assert monitor.success_rate[0].item() == pytest.approx(2 / 3), "the oldest outcomes made room"


def test_slots_near_the_target_rate_are_drawn_most() -> None:
    monitor = SuccessMonitor(SuccessMonitorCfg(kappa=4.0), 2, 3, "cpu")
    monitor.success_rate[:] = torch.tensor([0.0, 0.5, 1.0, 0.5, 0.0, 1.0])
    drawn = monitor.sample_by_target_rate(torch.tensor([0, 1]).repeat(200))
    assert (drawn == torch.tensor([1, 3]).repeat(200)).float().mean() > 0.9


def test_programs_may_compose_by_themselves(task) -> None:
    hydra = pytest.importorskip("hydra")
    from omegaconf import OmegaConf

    env_cfg, _ = register_task_to_hydra(task, None)
    with hydra.initialize(config_path=None, version_base="1.3"):
        composed = hydra.compose(config_name=task, overrides=["env.scene.num_envs=64", "env.joints=[0]"])
    env_cfg.from_dict(OmegaConf.to_container(composed, resolve=True)["env"])
    assert (env_cfg.scene.num_envs, env_cfg.joints, env_cfg.reward) == (64, [0], len)
    assert env_cfg.observation_space == gymnasium.spaces.Discrete(3)
    assert env_cfg.pattern == "${NOT_A_VARIABLE}/.*"
