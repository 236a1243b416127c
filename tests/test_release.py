"""What is released fits together: versions, platforms, and the workflow that builds and publishes."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

import pippin

REPOSITORY = Path(__file__).parents[1]
WORKFLOW = REPOSITORY / ".github/workflows/release.yml"


def project(folder: str) -> dict[str, Any]:
    """Metadata of a distribution."""
    return tomllib.loads((REPOSITORY / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture
def jobs() -> dict[str, Any]:
    """Jobs of the workflow."""
    return yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]


def test_both_distributions_have_one_version() -> None:
    core, names = project("."), project("compat")
    assert core["version"] == names["version"]
    requirements = {each.name: str(each.specifier) for each in map(Requirement, names["dependencies"])}
    assert requirements["pippin"] == f"=={core['version']}"


def test_the_package_says_its_version() -> None:
    assert pippin.__version__ == importlib.metadata.version("pippin")


def test_the_workflow_tests_the_pythons_that_are_promised(jobs: dict[str, Any]) -> None:
    promised = [text.split(" :: ")[-1] for text in project(".")["classifiers"] if re.search(r":: 3\.\d+$", text)]
    assert jobs["test"]["strategy"]["matrix"]["python"] == promised
    assert project(".")["requires-python"] == project("compat")["requires-python"] == f">={promised[0]}"


def test_the_workflow_calls_what_there_is(jobs: dict[str, Any]) -> None:
    targets = set(re.findall(r"^([a-z]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    commands = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    called = {target for command in commands for target in re.findall(r"\bmake ([a-z]+)", command)}
    assert called and called <= targets
    for job in jobs.values():
        assert set(job.get("needs", [])) <= set(jobs)
        assert all(("run" in step) != ("uses" in step) for step in job["steps"])


def test_only_what_is_tagged_and_tested_is_published(jobs: dict[str, Any]) -> None:
    publish = jobs["publish"]
    assert publish["if"] == "startsWith(github.ref, 'refs/tags/v')"
    assert set(publish["needs"]) == {"test", "build"}
    assert publish["permissions"] == {"id-token": "write"}, "the index trusts the workflow; there is no secret"


def test_import_names_lie_in_a_folder_at_the_end_of_the_search_path(tmp_path: Path) -> None:
    """So the wheel has no file that another distribution may have, and the real packages come first."""
    wheel = tomllib.loads((REPOSITORY / "compat/pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    (folder,) = wheel["targets"]["wheel"]["sources"].values()
    (pth,) = wheel["targets"]["wheel"]["force-include"].values()
    (tmp_path / folder).symlink_to(REPOSITORY / "compat/src")
    (tmp_path / pth).write_text((REPOSITORY / "compat" / pth).read_text(encoding="utf-8"), encoding="utf-8")
    find = f"import site; site.addsitedir({str(tmp_path)!r}); import importlib.util as util"
    find += "; print(util.find_spec('isaaclab').origin)"

    def origin() -> Path:
        run = subprocess.run([sys.executable, "-I", "-S", "-c", find], capture_output=True, text=True, check=True)
        return Path(run.stdout.strip())

    assert origin() == tmp_path / folder / "isaaclab/__init__.py"
    (tmp_path / "isaaclab").mkdir()
    (tmp_path / "isaaclab/__init__.py").touch()
    assert origin() == tmp_path / "isaaclab/__init__.py"


@pytest.mark.parametrize("folder", [".", "compat"])
def test_each_distribution_ships_its_licence(folder: str) -> None:
    assert project(folder)["license-files"] == ["LICENSE"]
    assert (REPOSITORY / folder / "LICENSE").read_text(encoding="utf-8") == (REPOSITORY / "LICENSE").read_text(
        encoding="utf-8"
    )


def test_each_robot_that_is_shipped_says_where_its_numbers_are_from() -> None:
    """So its licence is known: it was made for Pippin, from what is named there."""
    descriptions = sorted((REPOSITORY / "src/pippin/robots/description_files").iterdir())
    configs = sorted((REPOSITORY / "src/pippin/robots").rglob("*.yaml"))
    assert len(descriptions) >= 10 and len(configs) >= 30
    heads = {path.name: path.read_text(encoding="utf-8")[:200] for path in descriptions}
    assert [name for name, head in heads.items() if "<!--" not in head and "doc = " not in head] == []
    assert [path for path in configs if not path.read_text(encoding="utf-8").startswith("# ")] == []
