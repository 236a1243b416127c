"""Data is never run as code: what the sources call, and how."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from pippin.tasks.utils import registry
from pippin.utils import run_files

ROOT = Path(__file__).parents[1]
SOURCES = [path for folder in ("src", "compat/src") for path in sorted((ROOT / folder).rglob("*.py"))]

FORBIDDEN = {
    *("eval", "exec", "os.system", "os.popen", "pickle.load", "pickle.loads", "pickle.Unpickler", "marshal.loads"),
    *("joblib.load", "shelve.open", "dill.load", "cloudpickle.load", "tarfile.open", "ElementTree.parse"),
    *("yaml.unsafe_load", "yaml.full_load", "pd.read_pickle", "shutil.unpack_archive"),
}
"""Calls that run, or may run, what a file says, or that write where an archive says."""

WRITES_ITS_SOURCE = {("src/pippin/utils/math/torchscript.py", "exec")}
"""Calls that run what the library writes of signatures in itself: TorchScript compiles sources alone."""

STARTS_PROGRAMS = {"src/pippin/utils/bounded_reading.py"}
"""Files of the library that start other programs: readers that are tried on files of strangers first."""


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Names of what a file calls, as it is written there, with the calls."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


@pytest.fixture(scope="module")
def all_calls() -> list[tuple[str, str, ast.Call]]:
    return [(str(path.relative_to(ROOT)), name, call) for path in SOURCES for name, call in calls(path)]


def test_nothing_runs_what_a_file_says(all_calls: list[tuple[str, str, ast.Call]]) -> None:
    assert len(all_calls) > 10_000
    assert {(path, name) for path, name, _ in all_calls if name in FORBIDDEN} == WRITES_ITS_SOURCE


def test_arrays_and_weights_are_read_without_pickles(all_calls: list[tuple[str, str, ast.Call]]) -> None:
    wanted = {"torch.load": ("weights_only", True), "np.load": ("allow_pickle", False)}
    reading = [(path, name, call) for path, name, call in all_calls if name in wanted]
    assert reading
    for path, name, call in reading:
        given = {
            keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords if keyword.arg in wanted[name]
        }
        argument, value = wanted[name]
        assert given.get(argument) is value, f"{path}:{call.lineno}"


def test_yaml_is_read_by_loaders_of_plain_values(all_calls: list[tuple[str, str, ast.Call]]) -> None:
    loaders = {registry.__file__: registry._ConfigLoader, run_files.__file__: run_files._Loader}
    reading = {Path(path).name for path, name, _ in all_calls if name == "yaml.load"}
    assert reading == {Path(path).name for path in loaders}
    for loader in loaders.values():
        assert issubclass(loader, yaml.SafeLoader)


def test_few_files_start_programs_and_none_by_a_shell(all_calls: list[tuple[str, str, ast.Call]]) -> None:
    starting = [(path, name, call) for path, name, call in all_calls if name.startswith("subprocess.")]
    starting = [item for item in starting if item[1].partition(".")[2] in ("run", "Popen", "call", "check_output")]
    assert {path for path, _, _ in starting} == STARTS_PROGRAMS
    for path, _, call in starting:
        assert "shell" not in {keyword.arg for keyword in call.keywords}, f"{path}:{call.lineno}"
