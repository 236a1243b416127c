"""What tests of every package share: devices, backends, folders with real data, and a quiet Warp."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import pytest
import warp as wp

os.environ.setdefault("PIPPIN_ISAACLAB", "3")  # what tests mean by isaaclab, in programs that they start too

ON_GPU = pytest.mark.gpu


class BackendOnDevice(NamedTuple):
    """A physics backend and the Warp device that it is to run on: ``name, device = backend``."""

    name: str
    device: str


def pytest_configure() -> None:
    """Let Warp tell of warnings only: compiling a kernel is no news in a test."""
    wp.config.log_level = wp.LOG_WARNING


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests marked ``gpu`` where Warp sees no CUDA device."""
    gpu_items = [item for item in items if item.get_closest_marker("gpu")]
    if not gpu_items or wp.is_cuda_available():
        return
    for item in gpu_items:
        item.add_marker(pytest.mark.skip(reason="Warp sees no CUDA device on this machine"))


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


def _simulation() -> object | None:
    """The simulation context, without importing what a test may not need."""
    sim = sys.modules.get("pippin.sim")
    return None if sim is None else sim.SimulationContext.instance()
