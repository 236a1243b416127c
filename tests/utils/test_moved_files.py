"""Files that a program names where its author had them are found in the program's own project."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from pippin.sim.files import check_file
from pippin.utils import moved_files
from pippin.utils.moved_files import file_at, program_folder
from pippin.utils.urdf import read_urdf

URDF = '<robot name="one_link"><link name="base"/></robot>'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose program, in a folder of its own, runs."""
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    (folder / "scripts").mkdir()
    (folder / "robots" / "arm").mkdir(parents=True)
    (folder / "robots" / "arm" / "arm.urdf").write_text(URDF)
    program = folder / "scripts" / "main.py"
    program.write_text("")
    monkeypatch.setattr(sys.modules["__main__"], "__file__", str(program), raising=False)
    return folder


def test_the_project_is_the_repository_of_the_program(project: Path) -> None:
    assert program_folder() == project


def test_a_project_without_a_repository_begins_where_it_is_installed_from(project: Path) -> None:
    (project / ".git").rmdir()
    assert program_folder() == project / "scripts"
    (project / "setup.py").write_text("")
    assert program_folder() == project


@pytest.mark.parametrize(
    "path",
    [
        "/home/ann/old_name/robots/arm/arm.urdf",
        "C:\\Users\\ann\\arm\\arm.urdf",
        "./elsewhere/arm/arm.urdf",
    ],
)
def test_a_path_of_another_machine_is_the_file_with_the_same_end(
    project: Path, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    moved_files._say_once.cache_clear()
    with caplog.at_level(logging.WARNING, "pippin"):
        found = file_at(path)
        file_at(path)
    assert found == project / "robots" / "arm" / "arm.urdf"
    assert [record.getMessage() for record in caplog.records if path in record.getMessage()] == [
        f"'{path}' is not on this machine: '{found}', of the program's project, is taken in its place."
    ]


def test_separators_of_windows_are_read_as_slashes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "usd").mkdir()
    (tmp_path / "usd" / "arm.usd").write_text("")
    monkeypatch.chdir(tmp_path)
    assert file_at("usd\\..\\usd\\arm.usd").resolve() == tmp_path / "usd" / "arm.usd"


def test_readers_of_files_find_them_too(project: Path) -> None:
    assert read_urdf("/home/ann/robots/arm/arm.urdf").name == "one_link"
    assert check_file("/home/ann/robots/arm/arm.urdf", "URDF", (".urdf",)) == str(project / "robots/arm/arm.urdf")


def test_the_name_alone_is_not_enough(project: Path) -> None:
    assert file_at("/home/ann/hand/arm.urdf") == Path("/home/ann/hand/arm.urdf")
    with pytest.raises(FileNotFoundError, match="/home/ann/hand/arm.urdf"):
        read_urdf("/home/ann/hand/arm.urdf")


def test_of_two_that_would_do_neither_is_taken_and_the_longer_end_decides(project: Path) -> None:
    other = project / "copies" / "arm"
    other.mkdir(parents=True)
    (other / "arm.urdf").write_text(URDF)
    assert file_at("/home/ann/first/arm/arm.urdf") == Path("/home/ann/first/arm/arm.urdf")
    assert file_at("/home/ann/copies/arm/arm.urdf") == other / "arm.urdf"


def test_a_file_that_is_there_is_itself(project: Path, tmp_path: Path) -> None:
    own = tmp_path / "arm" / "arm.urdf"
    own.parent.mkdir()
    own.write_text(URDF)
    assert file_at(own) == own
    assert file_at("omniverse://server/arm/arm.urdf") == Path("omniverse://server/arm/arm.urdf")


def test_without_a_program_there_is_no_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
    monkeypatch.setattr(sys, "argv", [""])
    assert program_folder() is None
    assert file_at("/home/ann/robots/arm/arm.urdf") == Path("/home/ann/robots/arm/arm.urdf")
