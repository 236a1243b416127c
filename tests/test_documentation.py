"""The examples in the README and in the guide do what they say."""

from __future__ import annotations

import ast
import contextlib
import doctest
import functools
import importlib.util
import inspect
import json
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib import metadata
from itertools import dropwhile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import pippin.cli  # commands are read by it
import pippin.controllers
from pippin.assets import ArticulationCfg
from pippin.physics import backend
from pippin.robots import ANT_CFG, FRANKA_PANDA_CFG, IRIS_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg, VisualMaterialCfg
from pippin.sensors import ImuCfg
from pippin.sim import MjcfFileCfg, PreviewSurfaceCfg, SimulationCfg, SimulationContext, UsdFileCfg, create_new_stage
from pippin.utils import configclass

REPOSITORY = Path(__file__).parents[1]
PAGES = sorted((REPOSITORY / "docs/guide").glob("*.md"))
PAGES_WITH_SESSIONS = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]
SLOW_PAGES = ["terrains"]


def python_blocks(page: Path) -> list[str]:
    """Blocks of Python on a page, without sessions."""
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def programs(page: Path) -> list[str]:
    """Blocks that begin with imports; others are excerpts, which show what is done with objects that there are."""
    return [block for block in python_blocks(page) if block.startswith(("from ", "import "))]


PAGES_WITH_PROGRAMS = [
    pytest.param(page, id=page.stem, marks=pytest.mark.slow if page.stem in SLOW_PAGES else ())
    for page in PAGES
    if programs(page)
]


@pytest.mark.parametrize("page", PAGES_WITH_SESSIONS, ids=lambda page: page.stem)
def test_sessions_in_the_guide_show_what_python_answers(page: Path) -> None:
    text = re.sub(r"^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)  # a fence is no output
    session = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    results = doctest.DocTestRunner().run(session)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES_WITH_PROGRAMS)
def test_programs_in_the_guide_run(
    page: Path, robots_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some write pictures
    names: dict[str, Any] = {"__name__": page.stem}
    create_new_stage()
    try:
        for program in programs(page):
            if "pippin.cluster" not in program or importlib.util.find_spec("ray") is not None:
                exec(compile(program, page.name, "exec", dont_inherit=True), names)
        SimulationContext.clear_instance()
        classes = [cfg for cfg in names.values() if isinstance(cfg, type) and cfg.__module__ == page.stem]
        for cfg in (each for each in classes if issubclass(each, InteractiveSceneCfg)):
            require_that_sensors_measure(cfg)
    finally:
        SimulationContext.clear_instance()
        SimulationContext.remove_reset_callback("pippin.viewers")  # of the page that shows every simulation


def require_that_sensors_measure(cfg: type[InteractiveSceneCfg]) -> None:
    """Play a scene that a page describes, and read its sensors."""
    create_new_stage()
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        scene = InteractiveScene(cfg(num_envs=2, env_spacing=3.0))
        simulation.reset()
        simulation.step(render=False)
        scene.update(simulation.get_physics_dt())
        for sensor in scene.sensors.values():
            assert sensor.data is not None


def test_the_architecture_page_names_every_folder() -> None:
    page = (REPOSITORY / "docs/guide/architecture.md").read_text(encoding="utf-8")
    package = REPOSITORY / "src/pippin"
    folders = {path.parent.relative_to(package) for path in package.glob("*/*/*.py")}
    assert [str(folder) for folder in sorted(folders) if f"`{folder.name}`" not in page] == []


@pytest.mark.slow
def test_example_in_the_readme_runs(run_python: Any, robots_path: Path) -> None:
    (example,) = python_blocks(REPOSITORY / "README.md")
    run = run_python("-c", example)
    assert run.returncode == 0, run.stderr
    joint_names = ast.literal_eval(next(line for line in run.stdout.splitlines() if line.startswith("['")))
    assert [name.split("_")[1] for name in joint_names] == 4 * ["HAA"] + 4 * ["HFE"] + 4 * ["KFE"]  # breadth first


# Excerpts: blocks that use what was made elsewhere. Stages make what a page's own programs do not.

NUM_ENVS = 2
Names = dict[str, Any]


def excerpts(page: Path) -> list[str]:
    """Blocks of Python on a page that use what was made elsewhere."""
    return [block for block in python_blocks(page) if block not in programs(page)]


@contextlib.contextmanager
def scene_of(**entities: Any) -> Iterator[InteractiveScene]:
    """A playing scene with these entities in each of :data:`NUM_ENVS` environments."""
    annotations = {name: type(cfg) for name, cfg in entities.items()}
    cfg_class = configclass(type("SceneCfg", (InteractiveSceneCfg,), {"__annotations__": annotations, **entities}))
    create_new_stage()
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as simulation:
        scene = InteractiveScene(cfg_class(num_envs=NUM_ENVS, env_spacing=3.0))
        simulation.reset()
        yield scene


def in_each_env(cfg: Any) -> Any:
    return cfg.replace(prim_path="{ENV_REGEX_NS}/Robot")


@contextlib.contextmanager
def articulations(names: Names) -> Iterator[Names]:
    with scene_of(robot=in_each_env(ANT_CFG)) as scene:
        robot, fallen = scene["robot"], torch.tensor([1])
        yield {
            "robot": robot,
            "sim": SimulationContext.instance(),
            "targets": torch.zeros(NUM_ENVS, robot.num_joints),
            "fallen": fallen,
            "legs": [0, 1],
            "positions": torch.zeros(1, 2),
            "poses": robot.data.default_root_pose.torch[fallen],
            "all_positions": torch.zeros(NUM_ENVS, robot.num_joints),
            "has_fallen": torch.tensor([False, True]),
        }


@contextlib.contextmanager
def backends(names: Names) -> Iterator[Names]:
    import pippin.physics.backend

    try:
        yield {"pippin": pippin, "make_my_backend": lambda description, settings: None}
    finally:
        backend._FACTORIES.pop("mine", None)


@contextlib.contextmanager
def deformable_objects(names: Names) -> Iterator[Names]:
    cfg = names["cube"].copy()
    cfg.spawn.deformable_props.simulation_hexahedral_resolution = 2
    with scene_of(cube=cfg) as scene:
        still = torch.tensor([[0.0, 0.0, 0.0, 1.0]]).repeat(NUM_ENVS, 1)
        place = torch.tensor([0.0, 0.0, 1.0])
        yield {
            "cube": scene["cube"],
            "shifts": torch.zeros(NUM_ENVS, 3),
            "rotations": still,
            "corner": 0,
            "place": place,
        }


@contextlib.contextmanager
def multirotors(names: Names) -> Iterator[Names]:
    with scene_of(robot=in_each_env(IRIS_CFG)) as scene:
        yield {"multirotor": scene["robot"], "num_envs": NUM_ENVS, "torch": torch, "pippin": pippin}


@contextlib.contextmanager
def noise(names: Names) -> Iterator[Names]:
    imu = ImuCfg(prim_path="{ENV_REGEX_NS}/Robot/torso")
    with scene_of(robot=in_each_env(ANT_CFG), imu=imu) as scene:
        yield {"scene": scene}
        assert names["measure"]().shape == (NUM_ENVS, 3)
        names["restart"](torch.tensor([1]))


@contextlib.contextmanager
def rigid_object_collections(names: Names) -> Iterator[Names]:
    with scene_of(things=names["things"]) as scene:
        yield {
            "things": scene["things"],
            "scene": scene,
            "fallen": torch.tensor([1]),
            "still": torch.zeros(1, 2, 6),
        }


@contextlib.contextmanager
def rigid_objects(names: Names) -> Iterator[Names]:
    with scene_of(brick=names["brick"]) as scene:
        yield {
            "brick": scene["brick"],
            "scene": scene,
            "dropped": torch.tensor([1]),
            "still": torch.zeros(1, 6),
            "num_envs": NUM_ENVS,
            "kick": torch.ones(1, 1, 3),
            "corner": torch.zeros(1, 1, 3),
            "torch": torch,
            "np": np,
        }


@contextlib.contextmanager
def robot_descriptions(names: Names) -> Iterator[Names]:
    """The Panda's files take the place of those that ``pippin spheres`` writes, whose tests are elsewhere."""
    from pippin.motion.config_folders import load_config

    folder = Path("my_robots/motion_policy_configs")
    shutil.copytree(REPOSITORY / "src/pippin/robots/motion_policy_configs", folder)
    robots = json.loads((folder / "policy_map.json").read_text())
    (folder / "policy_map.json").write_text(json.dumps({"MyArm": robots["Franka"]}))
    yield {"load_config": load_config}


@contextlib.contextmanager
def cameras(names: Names) -> Iterator[Names]:
    robot = ArticulationCfg(prim_path="{ENV_REGEX_NS}/Robot", spawn=UsdFileCfg(usd_path="walker.usd"), actuators={})
    yield {"VisualMaterialCfg": VisualMaterialCfg, "PreviewSurfaceCfg": PreviewSurfaceCfg, "robot": robot}


@contextlib.contextmanager
def root_views(names: Names) -> Iterator[Names]:
    import isaaclab.assets  # noqa: F401  # gives views the calls of PhysX's

    with scene_of(robot=in_each_env(FRANKA_PANDA_CFG)) as scene:
        robot = scene["robot"]
        yield {
            "robot": robot,
            "env_ids": torch.tensor([1]),
            "body_id": 2,
            "hand": robot.body_names.index("panda_hand"),
            "forces": torch.zeros(NUM_ENVS, robot.num_bodies, 3),
            "torques": torch.zeros(NUM_ENVS, robot.num_bodies, 3),
            "positions": torch.zeros(NUM_ENVS, robot.num_bodies, 3),
            "indices": torch.arange(NUM_ENVS),
        }


@contextlib.contextmanager
def tendons(names: Names) -> Iterator[Names]:
    try:
        package = metadata.distribution("gymnasium-robotics")
    except metadata.PackageNotFoundError:
        pytest.skip("the package gymnasium-robotics, which has the Shadow hand, is not installed")
    path = Path(str(package.locate_file("gymnasium_robotics/envs/assets/hand/reach.xml")))
    hand = ArticulationCfg(prim_path="{ENV_REGEX_NS}/Robot", spawn=MjcfFileCfg(asset_path=str(path)), actuators={})
    with scene_of(robot=hand) as scene:
        robot = scene["robot"]
        yield {"hand": robot, "actuated": [0], "targets": torch.zeros(NUM_ENVS, 1)}


@contextlib.contextmanager
def terrains(names: Names) -> Iterator[Names]:
    create_new_stage()
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as simulation:
        scene = InteractiveScene(names["SceneCfg"](num_envs=NUM_ENVS))
        simulation.reset()
        yield {"scene": scene, "robot": scene["robot"]}
        names["restart"](torch.arange(NUM_ENVS))


STAGES: dict[str, Callable[[Names], contextlib.AbstractContextManager[Names]]] = {
    stage.__name__.replace("_", "-"): stage
    for stage in (
        *(
            articulations,
            backends,
            cameras,
            deformable_objects,
            multirotors,
            noise,
            rigid_object_collections,
            rigid_objects,
        ),
        *(robot_descriptions, root_views, tendons, terrains),
    )
}


def test_every_page_with_excerpts_has_a_stage() -> None:
    assert {page.stem for page in PAGES if excerpts(page)} == STAGES.keys()


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if page.stem in STAGES], ids=lambda page: page.stem)
def test_excerpts_in_the_guide_run(
    page: Path, robots_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: Names = {"__name__": page.stem}
    # A terrain's program draws pictures for most of a minute, which is tested where programs are.
    for program in programs(page):
        source = program.split("\ntorch.manual_seed(0)\n")[0] if page.stem == "terrains" else program
        exec(compile(source, page.name, "exec", dont_inherit=True), names)
    SimulationContext.clear_instance()
    try:
        with STAGES[page.stem](names) as made:
            names |= made
            for excerpt in excerpts(page):
                exec(compile(excerpt, page.name, "exec", dont_inherit=True), names)
    finally:
        SimulationContext.clear_instance()


# Commands: lines of consoles name what there is. Some take hours, so none of them runs here.


def commands(page: Path) -> list[list[str]]:
    """Words of the commands on a page, without variables, comments and brackets around what may be left out."""
    blocks = re.findall(r"^```(?:console|text)\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    lines = re.findall(r"^\$ (.*)$", "\n".join(blocks).replace("\\\n", " "), re.MULTILINE)
    plain = [re.sub(r"\[(?=-)|(?<!\w)\](?= |$)|(?<=[a-z])\](?= |$)", " ", line) for line in lines]
    split = [shlex.split(line, comments=True) for line in plain]
    return [list(dropwhile(lambda word: re.fullmatch(r"[A-Z_]+=\S*", word), words)) for words in split]


COMMANDS = [
    pytest.param(words, id=f"{page.stem}: {' '.join(words)[:60]}")
    for page in (*PAGES, REPOSITORY / "docs/index.md", REPOSITORY / "README.md")
    for words in commands(page)
]


@pytest.mark.parametrize("words", COMMANDS)
def test_commands_in_the_guide_name_what_there_is(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    begin = " ".join(words)
    if found := re.match(r"(?:\.venv/bin/)?pippin |torchrun .*-m pippin ", begin):
        require_that_pippin_takes(begin[found.end() :].split(), monkeypatch)
    elif re.match(r"\S*python (?:benchmarks|examples|tools)/", begin):
        sources = (words[1], "benchmarks/timing.py", "src/pippin/gym/arguments.py")
        text = "".join((REPOSITORY / source).read_text("utf-8") for source in sources)
        assert [word for word in words if word.startswith("--") and f'"{word}"' not in text] == []
    elif words[0] == "make":
        targets = re.findall(r"^([a-z]+):", (REPOSITORY / "Makefile").read_text("utf-8"), re.MULTILINE)
        assert [word for word in words[1:] if "=" not in word and word not in targets] == []
    elif words[:2] == ["pip", "install"]:
        extras = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
        asked = ",".join(re.findall(r"(?:\.|\bpippin)\[(\S*)\]", begin))
        assert set(filter(None, asked.split(","))) <= extras.keys()


def require_that_pippin_takes(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command line read words, with functions that do nothing."""
    cli, called = sys.modules["pippin.cli"], []

    def quiet(function: Callable[..., object]) -> Callable[..., None]:
        return functools.wraps(function)(lambda *args, **kwargs: called.append(function.__name__))

    for _, name in re.findall(r'"(\w+)": (\w+)', inspect.getsource(cli.main)):
        monkeypatch.setattr(cli, name, quiet(getattr(cli, name)))
    monkeypatch.setattr(sys, "argv", ["pippin", *words])
    cli.main()
    assert called == words[:1]
