"""What Isaac Gym's importer takes in a URDF although no robot can be so is mended, and told."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pxr import Usd, UsdPhysics

from pippin.sim.converters import convert_urdf
from pippin.sim.converters.inertia import possible_inertia


@pytest.mark.parametrize(
    "moments",
    [(0.0, 0.0034, 0.02), (-4.39e-05, 1e-4, 1.2e-4), (1.0, 1.0, 3.0), (-1.0, 2.0, 2.0), (-5.0, -1.0, 9.0)],
)
def test_the_nearest_possible_inertia(moments: tuple[float, float, float]) -> None:
    """Second moments of mass are positive afterwards, axes stay, and so do the second moments that were possible."""
    axes = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))[0]
    result = possible_inertia((axes * moments) @ axes.T)
    assert result is not None
    along = axes.T @ result @ axes
    np.testing.assert_allclose(along, np.diag(np.diag(along)), atol=1e-9 * np.abs(moments).max())
    seconds, before = (0.5 * np.sum(values) - np.asarray(values) for values in (np.diag(along), moments))
    assert seconds.min() > 0.0
    large = before > 0.01 * before.max()
    np.testing.assert_allclose(seconds[large], before[large], rtol=1e-9)


def test_possible_inertias_stay() -> None:
    rod = np.diag((0.0, 1.0, 1.0))
    assert possible_inertia(rod) is None
    assert possible_inertia(np.eye(3)) is None


def robot(inside: str) -> str:
    return f"<robot name='r'><link name='shin'>{inside}</link></robot>"


def test_inertias_are_mended_once_by_name(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "r.urdf"
    inertia = "<inertia ixx='-4e-5' iyy='1e-4' izz='1.2e-4'/>"
    path.write_text(robot(f"<inertial><mass value='0.1'/>{inertia}</inertial>"))
    with caplog.at_level(logging.WARNING, logger="pippin"):
        stage = Usd.Stage.Open(convert_urdf(path))
    assert len(caplog.records) == 1
    assert "Link 'shin'" in caplog.text and "-4e-05" in caplog.text
    prim = next(prim for prim in stage.Traverse() if prim.HasAPI(UsdPhysics.MassAPI))
    moments = np.sort(UsdPhysics.MassAPI(prim).GetDiagonalInertiaAttr().Get())
    assert moments[0] > 0.0
    assert moments[0] + moments[1] >= moments[2]


@pytest.mark.parametrize("moment", ["1e308", "-1e308"])
def test_absurd_inertias_are_refused_by_name(tmp_path: Path, moment: str) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(robot(f"<inertial><mass value='1'/><inertia ixx='{moment}' iyy='1' izz='1'/></inertial>"))
    with pytest.raises(ValueError, match="Link 'shin'"):
        convert_urdf(path)


@pytest.mark.parametrize(
    "make",
    [lambda path: None, lambda path: path.write_text("version https://git-lfs.github.com/spec/v1\nsize 5\n")],
    ids=["missing", "pointer of Git LFS"],
)
def test_visual_meshes_that_are_not_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "shell.stl")
    path = tmp_path / "r.urdf"
    mesh = "<geometry><mesh filename='shell.stl'/></geometry>"
    mass = "<inertial><mass value='1'/></inertial>"
    path.write_text(robot(f"{mass}<visual>{mesh}</visual>"))
    with caplog.at_level(logging.WARNING, logger="pippin"):
        convert_urdf(path)
    assert caplog.text.count("shell.stl") == caplog.text.count("It is only to be seen") == 1
    path.write_text(robot(f"{mass}<collision>{mesh}</collision>"))
    with pytest.raises(ValueError, match=r"shell.stl.* link 'shin'"):
        convert_urdf(path, force_usd_conversion=True)
