"""Run the test suites that Isaac Lab's wheels carry, on Pippin: ``python tools/isaaclab_suites.py 2.3.2 managers``.

The wheel is fetched by pip into a folder outside the checkout, or taken from ``--wheel``; nothing of it is kept here.
Tests run as they are, each file in a process of its own, with these exceptions, since there is no Isaac Sim:

* The simulation is ended after each test, as a new stage ends it there, unless a fixture keeps it for the next one.
* Where there is no GPU, "cuda:0" and "cuda" in the tests' own text become "cpu", and tests of a GPU alone of
  version 3's backends run on the CPU; what is there twice runs once.
* Private names that a file of tests imports are None where there are none, so that its other tests run.
* What version 3 has in ``isaaclab.test`` (helpers of its tests) is taken from the wheel.
* Modules of version 3's windows (``isaaclab_visualizers``), whose tests look inside, are empty ones.
* Tests that may be repeated until they pass (the package flaky) run once, where that package is not installed.
* Tests of version 3's tasks stand in a copy of Isaac Lab's repository, made of the wheel's files, so that they test its
  own tasks, on Pippin; those of version 2 test Pippin's tasks of the same names.
* Only files that say that they are under BSD-3 are run.

A suite is a folder or a file of tests of the package ``isaaclab``, or of another one that it names:
``isaaclab_newton/sensors``. Files of NVIDIA's cloud that tests load are replaced as they are in programs, or missing.

Each test is one of these; ``isaaclab_suites.toml`` beside this file says which, and why:

* passed, failed;
* looks inside: it looks into a backend's internals (private members, views, kernels, another simulator);
* cloud: it needs a file of NVIDIA's servers, or of Isaac Lab's source tree, that the wheel lacks;
* skipped: by itself.

The percentage is of those that passed or failed; a second one counts those that need a file as failed. The tests of a
file that cannot be imported are counted as failed by their functions, since their parameters are unknown.
"""

from __future__ import annotations

import argparse
import ast
import collections
import fnmatch
import importlib
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
import types
import zipfile
from pathlib import Path

VERSIONS = {"2.3.2": "isaaclab==2.3.2.post1", "3.0.0": "isaaclab==3.0.0"}
TESTS = "isaaclab/source"
WHEEL = "ISAACLAB_WHEEL"
LIMIT = "ISAACLAB_SUITES_LIMIT"
"""Environment variable with the time limit of a test [s]."""
RESULTS = "ISAACLAB_SUITES_RESULTS"
"""Environment variable with the file that results of a process are written to, one in a line."""
KINDS = ("passed", "failed", "looks inside", "cloud", "skipped")


def main() -> int:
    """Run suites and print how many tests passed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("version", choices=VERSIONS)
    parser.add_argument("suites", nargs="+", help="folders or files below the wheel's tests: managers, envs, ...")
    parser.add_argument("--wheel", type=Path, help="folder of the unpacked wheel, in place of fetching it")
    parser.add_argument("--seconds", type=int, default=600, help="time limit of each file")
    parser.add_argument("--each", type=int, default=120, help="time limit of each test [s]")
    parser.add_argument("--save", type=Path, help="file for the results of all tests, as JSON")
    parser.add_argument("-k", default="", help="run only tests that match, as pytest's -k")
    arguments = parser.parse_args()
    os.environ[LIMIT] = str(arguments.each)
    rows: dict[str, dict[str, dict[str, str]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        wheel = (arguments.wheel or fetched_wheel(VERSIONS[arguments.version], Path(folder, "wheel"))).resolve()
        tests = Path(folder, "repository", "source")
        for folder in sorted((wheel / TESTS).glob("*/test")):  # some add each other's folders to the search path
            shutil.copytree(folder, tests / folder.relative_to(wheel / TESTS))
        if arguments.version == "3.0.0":
            make_copy_of_repository(wheel, tests.parent)
        adapt(tests)
        known = known_tests(arguments.version)
        for file in (file for suite in arguments.suites for file in test_files(tests, suite)):
            name = str(file.relative_to(tests)).replace("/test/", "/", 1).removeprefix("isaaclab/")
            rows[name] = run(file, wheel, arguments.version, arguments.seconds, arguments.k)
            classify(name, rows[name], known)
            print_file(name, rows[name])
            if arguments.save:
                arguments.save.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    print_total(rows)
    return 0


def fetched_wheel(requirement: str, folder: Path) -> Path:
    """Fetch a wheel by name and unpack it."""
    python = "3.12" if requirement == VERSIONS["3.0.0"] else "3.11"  # what each release says that it needs
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--python-version", python]
    command += ["--only-binary=:all:", "--platform", "manylinux_2_35_x86_64", "-d", str(folder), requirement]
    subprocess.run(command, check=True)
    for file in folder.glob("*.whl"):
        zipfile.ZipFile(file).extractall(folder / "unpacked")
    return folder / "unpacked"


def make_copy_of_repository(wheel: Path, repository: Path) -> None:
    """Let the tests of tasks stand in a copy of Isaac Lab's repository, which has its own tasks.

    Pippin plays the tasks of such a copy in place of its own (``pippin_isaac.modules.run_copied``).
    """
    (repository / "VERSION").write_text("3.0.0\n", encoding="utf-8")
    (repository / "isaaclab.sh").touch()
    tasks = repository / "source" / "isaaclab_tasks" / "isaaclab_tasks"
    for file in (wheel / "isaaclab_tasks").rglob("*"):
        if file.is_file() and (file.suffix != ".py" or not file.stat().st_size or is_bsd(file)):
            copy = tasks / file.relative_to(wheel / "isaaclab_tasks")
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)


def is_bsd(file: Path) -> bool:
    """Whether a file says that it is under BSD-3."""
    return "BSD-3" in file.read_text(encoding="utf-8")[:800]


def adapt(tests: Path) -> None:
    """Let tests run without private names, and on the CPU where there is no GPU."""
    import torch

    for file in tests.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        imports = r"^( *)from (isaaclab[\w.]*) import (?:\(\s*)?((?:\w+,\s*)*_\w+(?:,\s*\w+)*)(?:,?\s*\))?$"
        file.write_text(re.sub(imports, private_or_none, text, flags=re.MULTILINE), encoding="utf-8")
    if torch.cuda.is_available():
        return
    for file in tests.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if "_list_available_devices" in text:  # it tests the wheel's own lists of devices
            continue
        if "only supported on the CPU" in text:  # it tests what is refused on a GPU
            continue
        text = re.sub(r"(?<!== )([\"'])cuda(:0)?\1", r"\1cpu\1", text)  # but not where it is compared with
        if file.relative_to(tests).parts[0] in ("isaaclab_newton", "isaaclab_physx"):
            text = re.sub(r"DeviceScope\.CUDA\b", "DeviceScope.CPU", text)
        file.write_text(re.sub(r"""[(\[]"cpu", "cpu"[)\]]""", '["cpu"]', text), encoding="utf-8")
    os.environ["ISAACLAB_TEST_DEVICES"] = "100"  # how version 3's helpers say: the CPU alone


def private_or_none(match: re.Match) -> str:
    """Import of names, of which private ones are None where there are none."""
    indent, module, names = match.groups()
    imports = []
    for name in re.sub(r"\s", "", names).strip(",").split(","):
        private = f'{name} = getattr(__import__("{module}", fromlist=["*"]), "{name}", None)'
        imports.append(indent + (private if name.startswith("_") else f"from {module} import {name}"))
    return "\n".join(imports)


def test_files(tests: Path, suite: str) -> list[Path]:
    """Files of tests of a suite, without those under another licence than BSD-3."""
    package, _, rest = suite.partition("/") if suite.startswith("isaaclab_") else ("isaaclab", "", suite)
    path = tests / package / "test" / rest
    files = [path] if path.suffix == ".py" else sorted(path.rglob("test_*.py"))
    return [file for file in files if is_bsd(file)]


def known_tests(version: str) -> list[tuple[str, str, str]]:
    """Tests that are not simply passed or failed: pattern of names, kind and reason."""
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    kinds = {"looks_inside": "looks inside", "cloud": "cloud", "ours": "failed"}
    return [
        (pattern, kind, reason)
        for key, kind in kinds.items()
        for reason, patterns in table.get(version, {}).get(key, {}).items()
        for pattern in patterns
    ]


def run(file: Path, wheel: Path, version: str, seconds: int, chosen: str) -> dict[str, dict[str, str]]:
    """Run a file: the outcome of each of its tests, and where it failed, the error's first line."""
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    results = file.with_suffix(".results")
    environment = {**os.environ, "PIPPIN_ISAACLAB": version[0], "PYTHONPATH": path, WHEEL: str(wheel)}
    environment[RESULTS] = str(results)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", Path(__file__).stem]
    command += ["--confcutdir", str(next(path for path in file.parents if path.name == "source"))]  # shared fixtures
    command += ["--tb=short", "-k", chosen, str(file)]
    tests: dict[str, dict[str, str]] = {}
    try:
        end = subprocess.run(command, capture_output=True, text=True, timeout=seconds, env=environment, cwd=file.parent)
        output, unfinished = end.stdout + end.stderr, "the process ended"
    except subprocess.TimeoutExpired:
        output, unfinished = "", f"the file takes longer than {seconds} s"
    for line in results.read_text(encoding="utf-8").splitlines() if results.is_file() else []:
        result = json.loads(line)
        if result["outcome"] != "collected" or result["name"] not in tests:
            tests[result.pop("name")] = result
    for test in tests.values():
        if test["outcome"] == "collected":
            test.update(outcome="failed", error=unfinished)
    if not tests:
        errors = [line for line in output.splitlines() if line.startswith("E  ")] or output.splitlines()[-1:]
        error = errors[-1].removeprefix("E").strip() if errors else unfinished
        if "skipped" in error:
            return {}
        tests = {name: {"outcome": "failed", "error": f"not imported: {error}"} for name in functions(file)}
    return tests


def functions(file: Path) -> list[str]:
    """Names of a file's test functions."""
    tree = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return [node.name for node in tree if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


def classify(file: str, tests: dict[str, dict[str, str]], known: list[tuple[str, str, str]]) -> None:
    """Add kind and reason to the results of a file's tests."""
    for name, test in tests.items():
        test["kind"], test["reason"] = test["outcome"], ""
        if test["outcome"] == "failed" and "'omniverse://assets/" in test["error"]:
            test["kind"], test["reason"] = "cloud", "loads a file of NVIDIA's servers, which is not on this machine"
        for pattern, kind, reason in known:
            fits = fnmatch.fnmatchcase(f"{file}::{name.partition('[')[0]}", pattern)
            if (fits or f"{file}::{name}" == pattern) and test["kind"] not in ("skipped", "looks inside"):
                if test["kind"] == "cloud" and kind == "failed":  # a file lacks, whatever else would be
                    continue
                test["kind"] = test["kind"] if kind != "looks inside" and test["outcome"] == "passed" else kind
                test["reason"] = reason


def count(tests: dict[str, dict[str, str]]) -> collections.Counter[str]:
    """How many tests there are of each kind."""
    return collections.Counter(test["kind"] for test in tests.values())


def print_file(name: str, tests: dict[str, dict[str, str]]) -> None:
    """Print a row of the table, and what failed."""
    numbers = count(tests)
    print(f"{name}: " + ", ".join(f"{numbers[kind]} {kind}" for kind in KINDS if numbers[kind]), flush=True)
    for test, result in tests.items():
        if result["kind"] == "failed":
            print(f"    {test}: {result['reason'] or result['error'][:200]}", flush=True)


def print_total(rows: dict[str, dict[str, dict[str, str]]]) -> None:
    """Print the table, the reasons, and the percentages."""
    width = max(map(len, rows), default=0)
    print("\n" + " " * width, *(f"{kind:>12}" for kind in KINDS))
    total: collections.Counter[str] = collections.Counter()
    for name, tests in rows.items():
        numbers = count(tests)
        total.update(numbers)
        print(f"{name:{width}}", *(f"{numbers[kind]:12}" for kind in KINDS))
    print(f"{'total':{width}}", *(f"{total[kind]:12}" for kind in KINDS))
    reasons = collections.Counter(
        (test["kind"], test["reason"] or "not said: see above")
        for tests in rows.values()
        for test in tests.values()
        if test["kind"] in ("failed", "looks inside", "cloud")
    )
    for (kind, reason), number in sorted(reasons.items()):
        print(f"{number:5} {kind}: {reason}")
    ran = total["passed"] + total["failed"]
    print(f"{total['passed']} of {ran} pass ({100 * total['passed'] / max(ran, 1):.1f} %)", end="; ")
    ran += total["cloud"]
    print(f"{total['passed']} of {ran} with those that need a file ({100 * total['passed'] / max(ran, 1):.1f} %)")


def write(name: str, outcome: str, error: str = "") -> None:
    """Write a test's result for the process that waits for it."""
    if RESULTS in os.environ:
        with Path(os.environ[RESULTS]).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"name": name, "outcome": outcome, "error": error}) + "\n")


def name_of(nodeid: str) -> str:
    """Name of a test in its file."""
    return nodeid.partition("::")[2]


def pytest_collection_finish(session: object) -> None:
    """Say which tests there are."""
    for item in session.items:  # type: ignore[attr-defined]
        write(name_of(item.nodeid), "collected")


def pytest_runtest_logreport(report: object) -> None:
    """Say how a test ended; an error after a test counts as a failure of it."""
    outcome, when = report.outcome, report.when  # type: ignore[attr-defined]
    if outcome == "failed" or when == "call" or (when == "setup" and outcome == "skipped"):
        text = report.longreprtext if outcome == "failed" else ""  # type: ignore[attr-defined]
        errors = [line[1:].strip() for line in text.splitlines() if line.startswith("E  ")]
        places = re.findall(r"^(\S+\.py:\d+): in", text, flags=re.MULTILINE)
        write(name_of(report.nodeid), outcome, " ".join([*errors[:1], *places[-1:]]))  # type: ignore[attr-defined]


def pytest_runtest_call(item: object) -> None:
    """Let a test fail that takes longer than it may."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"The test takes longer than {os.environ[LIMIT]} s.")

    if LIMIT in os.environ:
        signal.signal(signal.SIGALRM, stop)
        signal.alarm(int(os.environ[LIMIT]))


def pytest_runtest_teardown(item: object, nextitem: object) -> None:
    """End the simulation after each test, unless the next one goes on with something that the file made once."""
    signal.alarm(0)
    if nextitem is not None and kept_fixtures(item) & kept_fixtures(nextitem):
        return
    from pippin.sim import SimulationContext

    SimulationContext.clear_instance()


def kept_fixtures(item: object) -> set[str]:
    """Names of the fixtures of a file of tests that a test uses, and that are made once for several."""
    known = item._fixtureinfo.name2fixturedefs  # type: ignore[attr-defined]
    return {name for name, made in known.items() if made[-1].baseid and made[-1].scope in ("class", "module")}


def add_empty_modules(wheel: Path) -> None:
    """Add an empty module for each of version 3's windows, where any name is a class of its own."""

    def make_class(name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"__init__": lambda *_, **__: None})

    importlib.import_module("isaaclab")  # which lets those below be found
    for file in wheel.glob("isaaclab_visualizers/*/*.py"):
        package = f"isaaclab_visualizers.{file.parent.name}"
        if file.stem != "__init__" and importlib.util.find_spec(package):
            module = types.ModuleType(f"{package}.{file.stem}")
            module.__getattr__ = make_class  # type: ignore[method-assign]
            sys.modules[module.__name__] = module
            setattr(importlib.import_module(package), file.stem, module)


def pytest_configure(config: object) -> None:
    """Take version 3's helpers of tests from the wheel; let tests that may be repeated run once."""
    if WHEEL not in os.environ:
        return
    sys.argv[1:] = []  # some files parse their own arguments
    if os.environ.get("PIPPIN_ISAACLAB") == "3":
        helpers = types.ModuleType("isaaclab.test")
        helpers.__path__ = [str(Path(os.environ[WHEEL], "isaaclab", "test"))]  # type: ignore[attr-defined]
        sys.modules["isaaclab.test"] = helpers
        add_empty_modules(Path(os.environ[WHEEL]))
    if importlib.util.find_spec("flaky") is None:
        once = types.ModuleType("flaky")
        once.flaky = lambda *given, **_: given[0] if given and callable(given[0]) else lambda test: test  # type: ignore[attr-defined]
        sys.modules["flaky"] = once


if __name__ == "__main__":
    sys.exit(main())
