"""Run the test suites that Isaac Lab's wheels carry, on Pippin: ``python tools/isaaclab_suites.py 2.3.2 managers``.

The wheel is fetched by pip into a folder outside the checkout, or taken from ``--wheel``; nothing of it is kept here.
Tests run as they are, each file in a process of its own, with these exceptions, since there is no Isaac Sim:

* The simulation is ended after each test, as a new stage ends it there.
* Where there is no GPU, "cuda:0" and "cuda" in the tests' own text become "cpu"; what is there twice runs once.
* What version 3 has in ``isaaclab.test`` (helpers of its tests) is taken from the wheel.
* Of version 2's wheel only files that say that they are under BSD-3 are run.

A suite is a folder or a file of tests of the package ``isaaclab``, or of another one that it names:
``isaaclab_newton/sensors``. Files of NVIDIA's cloud that tests load are replaced as they are in programs, or missing.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import types
import zipfile
from pathlib import Path

VERSIONS = {"2.3.2": "isaaclab==2.3.2.post1", "3.0.0": "isaaclab==3.0.0"}
TESTS = "isaaclab/source"
WHEEL = "ISAACLAB_WHEEL"
LIMIT = "ISAACLAB_SUITES_LIMIT"
"""Environment variable with the time limit of a test [s]."""


def main() -> int:
    """Run suites and print how many tests passed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("version", choices=VERSIONS)
    parser.add_argument("suites", nargs="+", help="folders or files below the wheel's tests: managers, envs, ...")
    parser.add_argument("--wheel", type=Path, help="folder of the unpacked wheel, in place of fetching it")
    parser.add_argument("--seconds", type=int, default=600, help="time limit of each file")
    parser.add_argument("--each", type=int, default=120, help="time limit of each test [s]")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wheel = arguments.wheel or fetched_wheel(VERSIONS[arguments.version], Path(folder, "wheel"))
        tests = Path(folder, "tests")
        os.environ[LIMIT] = str(arguments.each)
        for package in sorted(path.parent for path in (wheel / TESTS).glob("*/test")):
            shutil.copytree(package / "test", tests / package.name)
        adapt(tests)
        files = [file for suite in arguments.suites for file in test_files(tests, suite)]
        counts = [run(file, tests, wheel, arguments.version, arguments.seconds) for file in files]
    total = {key: sum(count.get(key, 0) for count in counts) for key in ("passed", "failed", "error", "skipped")}
    print("total:", ", ".join(f"{number} {key}" for key, number in total.items()))
    return 0


def fetched_wheel(requirement: str, folder: Path) -> Path:
    """Fetch a wheel by name and unpack it."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--python-version", "3.11"]
    command += ["--only-binary=:all:", "--platform", "manylinux_2_35_x86_64", "-d", str(folder), requirement]
    subprocess.run(command, check=True)
    for file in folder.glob("*.whl"):
        zipfile.ZipFile(file).extractall(folder / "unpacked")
    return folder / "unpacked"


def adapt(tests: Path) -> None:
    """Let tests run on the CPU where there is no GPU."""
    import torch

    if torch.cuda.is_available():
        return
    for file in tests.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        text = re.sub(r"([\"'])cuda(:0)?\1", r"\1cpu\1", text)
        file.write_text(re.sub(r"""[(\[]"cpu", "cpu"[)\]]""", '["cpu"]', text), encoding="utf-8")
    os.environ["ISAACLAB_TEST_DEVICES"] = "100"  # how version 3's helpers say: the CPU alone


def test_files(tests: Path, suite: str) -> list[Path]:
    """Files of tests of a suite, without those under another licence than BSD-3."""
    package, _, rest = suite.partition("/") if suite.startswith("isaaclab_") else ("isaaclab", "", suite)
    path = tests / package / rest
    files = [path] if path.suffix == ".py" else sorted(path.rglob("test_*.py"))
    return [file for file in files if "BSD-3" in file.read_text(encoding="utf-8")[:800]]


def run(file: Path, tests: Path, wheel: Path, version: str, seconds: int) -> dict[str, int]:
    """Run a file, and say how many of its tests passed, failed and so on."""
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PIPPIN_ISAACLAB": version[0], "PYTHONPATH": path, WHEEL: str(wheel)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", Path(__file__).stem, "--tb=line"]
    try:
        result = subprocess.run(
            [*command, str(file)], capture_output=True, text=True, timeout=seconds, env=environment, cwd=file.parent
        )
    except subprocess.TimeoutExpired:
        print(f"{file.relative_to(tests)}: longer than {seconds} s")
        return {"error": 1}
    last = result.stdout.strip().splitlines()[-1] if result.stdout.strip() else "nothing"
    print(f"{file.relative_to(tests)}: {last}")
    for line in result.stdout.splitlines():
        if line.startswith(("FAILED", "ERROR", "E  ")):
            print("   ", line)
    return {
        key.removesuffix("s"): int(number) for number, key in re.findall(r"(\d+) (passed|failed|errors?|skipped)", last)
    }


def pytest_runtest_call(item: object) -> None:
    """Let a test fail that takes longer than it may."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"The test takes longer than {os.environ[LIMIT]} s.")

    if LIMIT in os.environ:
        signal.signal(signal.SIGALRM, stop)
        signal.alarm(int(os.environ[LIMIT]))


def pytest_runtest_teardown(item: object, nextitem: object) -> None:
    """End the simulation after each test."""
    signal.alarm(0)
    from pippin.sim import SimulationContext

    SimulationContext.clear_instance()


def pytest_configure(config: object) -> None:
    """Take version 3's helpers of tests from the wheel."""
    if os.environ.get("PIPPIN_ISAACLAB") == "3" and WHEEL in os.environ:
        helpers = types.ModuleType("isaaclab.test")
        helpers.__path__ = [str(Path(os.environ[WHEEL], "isaaclab", "test"))]  # type: ignore[attr-defined]
        sys.modules["isaaclab.test"] = helpers


if __name__ == "__main__":
    sys.exit(main())
