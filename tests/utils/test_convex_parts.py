"""Convex parts of a mesh are found once, kept on disk, and found again where what is kept is not whole."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest
import trimesh

from pippin.utils.convex_parts import convex_parts
from pippin.utils.files import cache_folder

coacd = pytest.importorskip("coacd", reason="pip install 'pippin[convex]'")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder("convex") == tmp_path / "pippin" / "convex"
    return cache_folder("convex")


@pytest.fixture
def angle() -> trimesh.Trimesh:
    """An L of two bars, 1 x 1 x 3 and 2 x 1 x 1, which is not convex."""
    outline = np.array([[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]], float)
    vertices = np.concatenate([np.insert(outline, 2, height, axis=1) for height in (0.0, 1.0)])
    top = [(9, 10, 11), (9, 11, 6), (9, 6, 7), (9, 7, 8)]  # fans about the inner corner
    bottom = [(c - 6, b - 6, a - 6) for a, b, c in top]
    sides = [
        triangle
        for i, j in zip(range(6), (1, 2, 3, 4, 5, 0), strict=True)
        for triangle in ((i, j, j + 6), (i, j + 6, i + 6))
    ]
    mesh = trimesh.Trimesh(vertices, [*top, *bottom, *sides], process=False)
    assert mesh.is_watertight and mesh.volume == pytest.approx(5.0)
    return mesh


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each time that coacd runs."""
    counted: list[int] = []
    run = coacd.run_coacd
    monkeypatch.setattr(coacd, "run_coacd", lambda *args, **kwargs: counted.append(1) or run(*args, **kwargs))
    return counted


def volume(parts: list[tuple[np.ndarray, np.ndarray]]) -> float:
    return sum(trimesh.Trimesh(*part).volume for part in parts)


def test_parts_fill_the_mesh(angle: trimesh.Trimesh) -> None:
    parts = convex_parts(angle.vertices, angle.faces)
    assert len(parts) >= 2 and all(trimesh.Trimesh(*part).is_convex for part in parts)
    assert volume(parts) == pytest.approx(5.0, rel=0.03)


def test_the_second_run_reads_what_the_first_found(angle: trimesh.Trimesh, runs: list[int]) -> None:
    first, second = (convex_parts(angle.vertices, angle.faces) for _ in range(2))
    assert len(runs) == 1
    for one, other in zip(first, second, strict=True):
        np.testing.assert_array_equal(one[0], other[0])
        np.testing.assert_array_equal(one[1], other[1])
    convex_parts(1.5 * angle.vertices, angle.faces)
    assert len(runs) == 2, "another mesh"


@pytest.mark.filterwarnings(
    "error::ResourceWarning", "error::pytest.PytestUnraisableExceptionWarning"
)  # files are closed
def test_a_file_that_is_not_whole_is_made_again(angle: trimesh.Trimesh, runs: list[int], folder: Path) -> None:
    found = convex_parts(angle.vertices, angle.faces)
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    for broken in (b"", whole[: len(whole) // 2], b"nonsense"):
        path.write_bytes(broken)
        assert volume(convex_parts(angle.vertices, angle.faces)) == pytest.approx(volume(found))
    assert len(runs) == 4
    assert [file.name for file in folder.iterdir()] == [path.name]


def test_a_folder_that_cannot_be_written_is_told(
    angle: trimesh.Trimesh, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.parent.parent.mkdir(exist_ok=True)
    folder.parent.write_text("a file where the folder should be")
    with caplog.at_level(logging.WARNING, "pippin"):
        assert convex_parts(angle.vertices, angle.faces)
    assert "could not be kept" in caplog.text
