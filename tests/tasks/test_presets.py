"""Configs with alternatives: which one is taken, and what is said of names that choose nothing."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import gymnasium
import pytest

from pippin.sim import PhysxCfg
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import PresetCfg, collect_presets, preset, register_task, resolve_presets, setup_preset_cli
from pippin.tasks.utils.presets import choose_presets
from pippin.utils import configclass


@configclass
class EngineCfg:
    """An alternative with alternatives inside."""

    substeps: int = 1
    armature: PresetCfg = preset(default=0.0, stiff=0.1)


@configclass
class EnginePresets(PresetCfg):
    """Engines by name."""

    _shared = 3
    fine: EngineCfg = EngineCfg(substeps=4)
    default: EngineCfg = EngineCfg()


@configclass
class SceneCfg:
    """Alternatives in a dict and in a list."""

    parts: dict = {"camera": preset(default=None, depth="depth")}
    colours: list = [preset(default="red", depth="grey")]


@configclass
class EnvCfg:
    """Alternatives at several places."""

    engine: EnginePresets = EnginePresets()
    scene: SceneCfg = SceneCfg()


def chosen(*arguments: str) -> tuple[EnvCfg, list[str]]:
    configs, rest = choose_presets({"env": EnvCfg(), "agent": None}, arguments)
    return configs["env"], rest


def test_defaults_are_taken_where_nothing_is_chosen() -> None:
    cfg = resolve_presets(EnvCfg())
    assert (cfg.engine.substeps, cfg.engine.armature) == (1, 0.0)
    assert (cfg.scene.parts, cfg.scene.colours) == ({"camera": None}, ["red"])
    assert resolve_presets(EnginePresets(), ["fine"]).substeps == 4


def test_a_name_chooses_wherever_there_is_an_alternative_of_that_name() -> None:
    cfg, rest = chosen("presets=depth,stiff", "physics=fine", "env.scene.parts.x=1", "--seed")
    assert (cfg.engine.substeps, cfg.engine.armature) == (4, 0.1)
    assert (cfg.scene.parts, cfg.scene.colours) == ({"camera": "depth"}, ["grey"])
    assert rest == ["env.scene.parts.x=1", "--seed"]


def test_a_path_chooses_in_one_field() -> None:
    cfg, rest = chosen("env.scene.parts.camera=depth", "env.engine.armature=stiff")
    assert (cfg.scene.parts["camera"], cfg.scene.colours, cfg.engine.armature) == ("depth", ["red"], 0.1)
    assert rest == []


def test_configs_that_are_made_again_have_their_alternatives_again() -> None:
    resolve_presets(EnvCfg(), ["depth"])
    assert isinstance(EnvCfg().scene.colours[0], PresetCfg)


def test_what_is_set_on_the_class_afterwards_counts() -> None:
    @configclass
    class Late(PresetCfg):
        default: int = 1

    instance = Late()
    Late.default, Late.other = 2, 3
    assert (resolve_presets({"x": instance})["x"], resolve_presets({"x": instance}, ["other"])["x"]) == (2, 3)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(("presets=dept",), "depth"), (("physics=fine", "presets=coarse"), "coarse")],
)
def test_a_name_that_is_none_is_refused_with_those_there_are(arguments: tuple[str, ...], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        chosen(*arguments)


def test_alternatives_without_default_or_with_two_choices_are_refused() -> None:
    with pytest.raises(ValueError, match="default"):
        preset(other=1)

    @configclass
    class NoDefault(PresetCfg):
        one: int = 1
        two: int = 2

    with pytest.raises(ValueError, match="one, two"):
        resolve_presets({"x": NoDefault()})
    with pytest.raises(ValueError, match="one, two"):
        resolve_presets({"x": NoDefault()}, ["one", "two"])


def test_a_script_keeps_its_own_arguments() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--task")
    given, rest = setup_preset_cli(parser, ["--task", "Isaac-Ant", "physics=fine", "env.decimation=2"])
    assert (given.task, rest) == ("Isaac-Ant", ["physics=fine", "env.decimation=2"])
    assert "presets=" in parser.format_help()


def test_all_alternatives_are_collected_by_their_path() -> None:
    found = collect_presets(EnvCfg(), "env")
    assert {path: set(values) for path, values in found.items()} == {
        "env.engine": {"fine", "default"},
        "env.engine.armature": {"default", "stiff"},
        "env.scene.parts.camera": {"default", "depth"},
        "env.scene.colours.0": {"default", "depth"},
    }
    assert found["env.engine"]["fine"].substeps == 4
    assert collect_presets(EnginePresets())[""]["default"].substeps == 1


@configclass
class Backends(PresetCfg):
    """Engines by their newer names."""

    default: int = 1
    newton_mjwarp: int = 2


def test_older_names_choose_the_newer_ones_with_a_warning() -> None:
    for choose in (
        lambda: resolve_presets({"x": Backends()}, ["newton"])["x"],
        lambda: choose_presets({"env": {"x": Backends()}}, ["presets=newton"])[0]["env"]["x"],
        lambda: choose_presets({"env": {"x": Backends()}}, ["env.x=newton"])[0]["env"]["x"],
        lambda: Backends().newton,
    ):
        with pytest.warns(FutureWarning, match="Preset 'newton' is deprecated. Use 'newton_mjwarp' instead"):
            assert choose() == 2
    assert not hasattr(Backends(), "kamino")


def test_an_older_name_that_is_an_alternative_is_itself(recwarn: pytest.WarningsRecorder) -> None:
    both = preset(default=1, newton=2, newton_mjwarp=3)
    assert (both.newton, resolve_presets({"x": both}, ["newton"])["x"]) == (2, 2)
    assert not recwarn.list


def test_a_word_that_is_none_of_a_fields_alternatives_is_refused() -> None:
    with pytest.raises(ValueError, match="Unknown preset 'stif' of 'env.engine.armature'; there are: default, stiff"):
        chosen("env.engine.armature=stif")
    assert chosen("env.engine.armature=0.2")[1] == ["env.engine.armature=0.2"], "a value, which is set afterwards"


@pytest.mark.parametrize(
    ("words", "engine"),
    [("physics=isaacsim_physx", PhysxCfg), ("presets=physx", PhysxCfg), ("physics=newton_mjwarp", type(None))],
)
def test_tasks_that_leave_their_engine_open_take_those_of_isaac_lab(words: str, engine: type) -> None:
    register_tasks()
    env, _, rest = register_task("Isaac-Cartpole-v0", None, overrides=[words])
    assert isinstance(env.sim.physics, engine)
    assert rest == []


def test_engines_that_contradict_or_are_not_served_are_refused() -> None:
    register_tasks()
    with pytest.raises(ValueError, match="Conflicting presets of physics: newton_mjwarp, physx"):
        register_task("Isaac-Cartpole-v0", None, overrides=["physics=newton_mjwarp", "presets=physx"])
    with pytest.raises(ValueError, match="'newton_kamino' is none of this task; there are:.* newton_mjwarp"):
        register_task("Isaac-Cartpole", None, overrides=["physics=newton_kamino"])


@pytest.fixture
def task() -> Iterator[str]:
    name = "Isaac-Presets-Of-A-Test-v0"
    agent = {"layers": [32], "seed": 0}
    gymnasium.register(name, "none:Env", kwargs={"env_cfg_entry_point": EnvCfg, "agent": lambda: agent})
    yield name
    del gymnasium.registry[name]


def test_a_command_line_chooses_and_sets(task: str) -> None:
    arguments = [
        "physics=fine",
        "env.engine.armature=0.2",
        "env.scene.colours=('red', 2)",
        "agent.seed=none",
        "--x",
        "y=1",
    ]
    env, agent, left = register_task(task, "agent", overrides=arguments)
    assert (env.engine.substeps, env.engine.armature, env.scene.colours) == (4, 0.2, ("red", 2))
    assert agent == {"layers": [32], "seed": None}
    assert left == ["--x", "y=1"]
    with pytest.raises(AttributeError, match="'env.engine.armatur' names no field"):
        register_task(task, "agent", overrides=["env.engine.armatur=0.2"])
