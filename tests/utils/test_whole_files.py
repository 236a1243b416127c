"""Files are written whole or not at all: on a full disk, and where the program is interrupted."""

from __future__ import annotations

import resource
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pxr import UsdGeom

from pippin.sim import create_new_stage, save_stage
from pippin.sim.converters import convert_urdf
from pippin.sim.stage import set_current_stage
from pippin.utils.files import whole_file, write_whole
from pippin.utils.run_files import dump_yaml

LIMIT = 4096
"""Size of files that the disk has room for [bytes]."""


@pytest.fixture
def full_disk() -> Iterator[None]:
    """Files cannot grow beyond some size: writing fails in the middle, with an error as on a full disk."""
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    signal.signal(signal.SIGXFSZ, before)


def write_text(path: Path) -> None:
    write_whole(path, "x" * 10 * LIMIT)


def write_config(path: Path) -> None:
    dump_yaml(path, {f"key{number}": number for number in range(LIMIT)})


def write_stage(path: Path) -> None:
    stage = create_new_stage()
    try:
        for number in range(2000):
            UsdGeom.Cube.Define(stage, f"/Cube{number}").CreateSizeAttr(float(number))
        save_stage(str(path))
    finally:
        set_current_stage(None)


@pytest.mark.parametrize(
    ("write", "name"),
    [(write_text, "a.txt"), (write_config, "a.yaml"), (write_stage, "a.usda"), (write_stage, "a.usdc")],
)
@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_files_as_they_were(tmp_path: Path, write: Callable[[Path], None], name: str) -> None:
    path = tmp_path / name
    path.write_text("before")
    with pytest.raises(OSError, match=name):
        write(path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_robot_that_does_not_fit_on_the_disk_is_converted_later(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    links = "".join(
        f'<link name="l{n}"/><joint name="j{n}" type="fixed"><parent link="root"/><child link="l{n}"/></joint>'
        for n in range(200)
    )
    (tmp_path / "robot.urdf").write_text(f'<robot name="robot"><link name="root"/>{links}</robot>')
    convert = {"usd_dir": str(tmp_path / "usd"), "merge_fixed_joints": False}
    request.getfixturevalue("full_disk")
    with pytest.raises(OSError, match=r"robot\.usdc"):
        convert_urdf(tmp_path / "robot.urdf", **convert)
    assert list((tmp_path / "usd").iterdir()) == []
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    assert Path(convert_urdf(tmp_path / "robot.urdf", **convert)).stat().st_size > LIMIT


def write_half_and_stop(path: Path) -> None:
    with whole_file(path) as temporary:
        temporary.write_text("half")
        raise KeyboardInterrupt


def test_an_interrupt_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("before")
    with pytest.raises(KeyboardInterrupt):
        write_half_and_stop(tmp_path / "a")
    assert (tmp_path / "a").read_text() == "before"
    assert list(tmp_path.iterdir()) == [tmp_path / "a"]
