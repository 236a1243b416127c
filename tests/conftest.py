"""What tests of every package share: devices, backends, folders with real data, and a quiet Warp."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import torch
import warp as wp

os.environ.setdefault("PIPPIN_ISAACLAB", "3")  # what tests mean by isaaclab, in programs that they start too

ON_GPU = pytest.mark.gpu
GPU_TESTS_LEFT_OUT = pytest.StashKey[int]()


class BackendOnDevice(NamedTuple):
    """A physics backend and the Warp device that it is to run on: ``name, device = backend``."""

    name: str
    device: str


def pytest_configure() -> None:
    """Let Warp tell of warnings only: compiling a kernel is no news in a test.

    Workers beside each other take a core each: PyTorch's threads would wait for each other's.
    """
    wp.config.log_level = wp.LOG_WARNING
    if "PYTEST_XDIST_WORKER" in os.environ:
        torch.set_num_threads(1)


@pytest.hookimpl(trylast=True)  # after the choice by -m and -k, so that what these leave out is not counted
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests marked ``gpu`` where Warp sees no CUDA device."""
    if wp.is_cuda_available():
        return
    gpu_items = [item for item in items if item.get_closest_marker("gpu")]
    if gpu_items:
        config.hook.pytest_deselected(items=gpu_items)
        items[:] = [item for item in items if not item.get_closest_marker("gpu")]
    config.stash[GPU_TESTS_LEFT_OUT] = len(gpu_items)
    if "PYTEST_XDIST_WORKER" in os.environ:
        config.workeroutput["gpu_tests_left_out"] = len(gpu_items)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Keep what a worker of pytest-xdist left out; all workers collect the same tests."""
    node.config.stash[GPU_TESTS_LEFT_OUT] = getattr(node, "workeroutput", {}).get("gpu_tests_left_out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how many tests marked ``gpu`` did not run."""
    if count := config.stash.get(GPU_TESTS_LEFT_OUT, 0):
        terminalreporter.write_line(f"{count} tests marked gpu were left out: Warp sees no CUDA device.")


@pytest.fixture(params=["cpu", pytest.param("cuda:0", marks=ON_GPU)])
def device(request: pytest.FixtureRequest) -> str:
    """Each device that kernels run on."""
    return request.param


@pytest.fixture(
    params=[
        BackendOnDevice("mujoco", "cpu"),
        BackendOnDevice("newton", "cpu"),
        pytest.param(BackendOnDevice("newton", "cuda:0"), marks=ON_GPU),
    ],
    ids="-".join,
)
def backend(request: pytest.FixtureRequest) -> BackendOnDevice:
    """Each physics backend on each device that it runs on."""
    return request.param


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder ``shared`` beside the repository, with the documents that Pippin's API follows."""
    path = Path(__file__).parents[2] / "shared"
    if not path.is_dir():
        pytest.skip(f"there is no folder {path}")
    return path


@pytest.fixture(scope="session")
def robots_path() -> Path:
    """Folder with the robot descriptions (URDF and meshes) of the package example-robot-data."""
    try:
        files = metadata.distribution("example-robot-data")
    except metadata.PackageNotFoundError:
        pytest.skip("the package example-robot-data is not installed: pip install 'pippin[robots]'")
    return Path(str(files.locate_file("cmeel.prefix/share/example-robot-data/robots")))


class ForkServer:
    """Runs programs in forks of an interpreter that has loaded torch, Warp, Newton and USD, and nothing of ours.

    Args:
        folder: Where programs' output is kept while they run.
    """

    def __init__(self, folder: Path) -> None:
        self._output = {name: folder / name for name in ("stdout", "stderr")}
        self._server: subprocess.Popen[str] | None = None

    def __call__(
        self, *arguments: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None, timeout: float = 240.0
    ) -> subprocess.CompletedProcess[str]:
        """Run ``python ARGUMENTS``: a file, ``-m MODULE`` or ``-c CODE``, and options ``-W`` before.

        Args:
            arguments: The arguments.
            env: The environment; None for this process's.
            cwd: The folder; None for this process's.
            timeout: Seconds after which the program is killed.
        """
        if self._server is None:
            # as code and not as a file: a program's stack names no file of ours, whose project would be the importer's
            command = [sys.executable, "-c", Path(__file__).with_name("fork_server.py").read_text()]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            self._server = subprocess.Popen(command, text=True, **pipes)
        request = {"arguments": [*map(str, arguments)], "env": dict(os.environ if env is None else env)}
        request |= {"cwd": str(cwd or Path.cwd())} | {name: str(path) for name, path in self._output.items()}
        self._server.stdin.write(json.dumps(request) + "\n")
        self._server.stdin.flush()
        process = int(self._server.stdout.readline())
        killer = threading.Timer(timeout, os.kill, (process, signal.SIGKILL))
        killer.start()
        code = int(self._server.stdout.readline())
        killer.cancel()
        output = {name: path.read_text() for name, path in self._output.items()}
        return subprocess.CompletedProcess(request["arguments"], code, **output)

    def close(self) -> None:
        """End the server."""
        if self._server is not None:
            self._server.stdin.close()
            self._server.wait()


@pytest.fixture(scope="session")
def run_python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkServer]:
    """Function that runs a program in an interpreter of its own: ``run_python("-c", code).stdout``."""
    server = ForkServer(tmp_path_factory.mktemp("programs"))
    yield server
    server.close()


@pytest.fixture(autouse=True)
def no_simulation_is_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test that leaves a simulation behind, not the next one in its worker, and end what it left.

    A simulation that a fixture of a module or a session made is there before the test, and may stay.
    """
    before = _simulation()
    yield
    if _simulation() is not before:
        sys.modules["pippin.sim"].SimulationContext.clear_instance()
        pytest.fail(f"{request.node.nodeid} leaves a SimulationContext behind")


@pytest.fixture(autouse=True)
def no_drawing_is_left() -> Iterator[None]:
    """Take away the lines and points that a test drew: they are the process's, and outlive its simulations."""
    yield
    if drawings := sys.modules.get("pippin.viewers.lines"):
        drawings.LINES.clear()
        drawings.POINTS.clear()


@pytest.fixture(autouse=True)
def what_is_logged_stays_the_same() -> Iterator[None]:
    """Put back the level of the root logger, which programs that a test starts set for their process (Hydra does)."""
    root = logging.getLogger()
    level = root.level
    yield
    root.setLevel(level)


def _simulation() -> object | None:
    """The simulation context, without importing what a test may not need."""
    sim = sys.modules.get("pippin.sim")
    return None if sim is None else sim.SimulationContext.instance()
