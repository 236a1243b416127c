"""Files of recorded episodes are read as if a stranger had made them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from pippin.envs.datasets import EpisodeData, HDF5DatasetFileHandler
from pippin.envs.datasets import hdf5_file_handler as handlers

h5py = pytest.importorskip("h5py")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with an episode of three actions."""
    handler = HDF5DatasetFileHandler()
    handler.create(str(tmp_path / "episodes.hdf5"), "Cartpole")
    episode = EpisodeData()
    episode.data = {"actions": torch.zeros(3, 2)}
    handler.write_episode(episode)
    handler.close()
    return tmp_path / "episodes.hdf5"


def read(path: Path) -> EpisodeData | None:
    handler = HDF5DatasetFileHandler()
    handler.open(str(path))
    try:
        return handler.load_episode("demo_0")
    finally:
        handler.close()


def test_a_whole_file_is_read(path: Path) -> None:
    assert read(path).data["actions"].shape == (3, 2)


@pytest.mark.parametrize("size", [0, 7, 100, 2000])
def test_a_torn_file_is_refused_by_name(path: Path, size: int) -> None:
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ValueError, match=r"episodes\.hdf5"):
        read(path)


def test_a_file_that_is_not_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"gone\.hdf5"):
        read(tmp_path / "gone.hdf5")


def add_link(group: object, secret: Path) -> None:
    group["stolen"] = h5py.ExternalLink(str(secret), "/data")


def add_external_values(group: object, secret: Path) -> None:
    group.create_dataset("stolen", (4,), dtype="u1", external=[(str(secret), 0, 4)])


def add_virtual_values(group: object, secret: Path) -> None:
    layout = h5py.VirtualLayout((4,), dtype="u1")
    layout[:] = h5py.VirtualSource(str(secret), "data", (4,))
    group.create_virtual_dataset("stolen", layout)


@pytest.mark.parametrize("add", [add_link, add_external_values, add_virtual_values])
def test_values_of_other_files_are_not_read(path: Path, tmp_path: Path, add: object) -> None:
    secret = tmp_path / "secret.hdf5"
    with h5py.File(secret, "w") as file:
        file["data"] = np.arange(4, dtype=np.uint8)
    with h5py.File(path, "a") as file:
        add(file["data/demo_0"], secret)
    with pytest.raises(ValueError, match=r"episodes\.hdf5.*another file"):
        read(path)


def test_what_unfolds_to_more_than_the_bound_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handlers, "MAX_EPISODE_BYTES", 10)
    with pytest.raises(ValueError, match="24 bytes"):
        read(path)


def test_an_episode_of_lists_is_refused_before_anything_is_written(path: Path) -> None:
    handler = HDF5DatasetFileHandler()
    handler.open(str(path), "r+")
    episode = EpisodeData()
    episode.add("actions", torch.zeros(2))
    with pytest.raises(TypeError, match="pre_export"):
        handler.write_episode(episode)
    assert list(handler.get_episode_names()) == ["demo_0"] and handler.get_num_episodes() == 1
    handler.close()


@pytest.mark.parametrize("name", ["data/demo_0/kind", "data/demo_1"])
def test_what_is_neither_a_group_nor_values_is_refused(path: Path, name: str) -> None:
    with h5py.File(path, "a") as file:
        file[name] = np.dtype("f4")  # a type that has a name
    handler = HDF5DatasetFileHandler()
    handler.open(str(path))
    with pytest.raises(ValueError, match=r"episodes\.hdf5"):
        handler.load_episode(name.split("/")[1])
    handler.close()


def test_a_file_that_keeps_its_reader_busy_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One byte of it differs, in the heap of its texts, where HDF5 2.0 then turns in a circle."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    impatient = tmp_path / "reader.py"
    source = f"import sys\nsys.path.insert(0, {str(Path(handlers._READER).parent)!r})\nimport hdf5_reader\n"
    impatient.write_text(f"{source}hdf5_reader.SECONDS = 0\nsys.exit(hdf5_reader.main(sys.argv[1:]))\n")
    monkeypatch.setattr(handlers, "_READER", str(impatient))
    with pytest.raises(ValueError, match=r"busy\.hdf5' cannot be read: it is damaged, or takes too long"):
        HDF5DatasetFileHandler().open(str(Path(__file__).parents[1] / "hostile_files" / "busy.hdf5"))


def test_a_file_is_tried_once(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for _ in range(2):
        handler = HDF5DatasetFileHandler()
        handler.open(str(path))
        handler.close()
        monkeypatch.setattr(handlers, "_READER", "a program that is not there")
