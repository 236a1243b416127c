"""The examples in the README and in the guide do what they say."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import SimulationCfg, SimulationContext, create_new_stage

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
            exec(compile(program, page.name, "exec", dont_inherit=True), names)
        SimulationContext.clear_instance()
        classes = [cfg for cfg in names.values() if isinstance(cfg, type) and cfg.__module__ == page.stem]
        for cfg in (each for each in classes if issubclass(each, InteractiveSceneCfg)):
            require_that_sensors_measure(cfg)
    finally:
        SimulationContext.clear_instance()


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
