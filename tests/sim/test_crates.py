"""Binary USD files are read in a process of their own first: one that ends it, or takes too much, is refused."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from pxr import Sdf, Usd, UsdGeom

from pippin.sim import crate_reader
from pippin.sim.layers import open_layer
from pippin.utils import bounded_reading
from pippin.utils.files import cache_folder


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(bounded_reading, "_known", set())


def write(path: Path, refers_to: str = "") -> Path:
    """A USD file with one prim."""
    layer = Sdf.Layer.CreateAnonymous(path.suffix)
    stage = Usd.Stage.Open(layer)
    prim = UsdGeom.Cube.Define(stage, "/Thing").GetPrim()
    if refers_to:
        prim.GetReferences().AddReference(refers_to)
    stage.SetDefaultPrim(prim)
    layer.Export(str(path))
    return path


def reader_that(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a program in the reader's place, which leaves a file for each time that it runs."""
    program, runs = tmp_path / "reader.py", tmp_path / "runs"
    runs.mkdir()
    program.write_text(f"import os, resource, sys\nopen({str(runs)!r} + f'/{{os.getpid()}}', 'w').close()\n{code}")
    monkeypatch.setattr(crate_reader, "__file__", str(program))
    return runs


def test_a_crate_is_read_and_its_content_is_known_from_then_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "thing.usdc")
    assert open_layer(str(path)).GetPrimAtPath("/Thing")
    runs = reader_that("", tmp_path, monkeypatch)
    monkeypatch.setattr(bounded_reading, "_known", set())  # as in another process
    assert open_layer(str(path))
    assert list(runs.iterdir()) == []


def test_text_without_crates_needs_no_other_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = reader_that("", tmp_path, monkeypatch)
    write(tmp_path / "part.usda")
    assert open_layer(str(write(tmp_path / "whole.usda", "./part.usda")))
    assert list(runs.iterdir()) == []


def test_crates_with_sublayers_are_read(tmp_path: Path) -> None:
    """USD gives their offsets in a type that Python lacks."""
    part = write(tmp_path / "part.usdc")
    layer = Sdf.Layer.CreateNew(str(tmp_path / "whole.usdc"))
    layer.subLayerPaths.append(str(part))
    layer.subLayerOffsets[0] = Sdf.LayerOffset(1.0, 2.0)
    layer.Save()
    assert open_layer(layer.realPath).subLayerPaths


def test_crates_that_others_refer_to_are_read_first(tmp_path: Path) -> None:
    part = write(tmp_path / "part.usdc")
    whole = write(tmp_path / "whole.usda", "./part.usdc")
    damaged = bytearray(part.read_bytes())
    damaged[16:24] = (2**62).to_bytes(8, "little")  # where the table of contents is said to lie
    part.write_bytes(damaged)
    with pytest.raises(ValueError, match=r"part\.usdc' cannot be read"):
        open_layer(str(whole))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("os.kill(os.getpid(), 11)", "it is damaged, and its reader fails on it"),
        ("resource.setrlimit(resource.RLIMIT_CPU, (1, 2))\nwhile True: pass", "takes too long"),
        (f"sys.exit({crate_reader.TOO_LARGE})", "takes too much memory"),
    ],
    ids=["crash", "hang", "memory"],
)
def test_a_crate_that_ends_its_reader_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, words: str
) -> None:
    path = write(tmp_path / "thing.usdc")
    reader_that(code, tmp_path, monkeypatch)
    with pytest.raises(ValueError, match=words) as refusal:
        open_layer(str(path))
    assert "thing.usdc" in str(refusal.value) and "\n" not in str(refusal.value)
    assert not cache_folder("crates").exists()


@pytest.mark.slow
def test_every_byte_of_the_head_may_be_wrong(tmp_path: Path) -> None:
    content = write(tmp_path / "thing.usdc").read_bytes()
    refusals = {}
    for place in (9, 16, 17, 23, len(content) - 5, len(content) - 40):
        path = tmp_path / f"damaged{place}.usdc"
        path.write_bytes(content[:place] + bytes([content[place] ^ 0xFF]) + content[place + 1 :])
        try:
            open_layer(str(path))
        except ValueError as error:
            refusals[path.name] = str(error)
    assert refusals
    assert all(name in text and "\n" not in text for name, text in refusals.items())


def test_a_cache_that_cannot_be_written_costs_a_reading_each_time(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file in its place")
    path = write(tmp_path / "thing.usdc")
    assert open_layer(str(path)) and stat.S_ISREG((tmp_path / "cache").stat().st_mode)


def test_a_crate_is_read_where_the_system_refuses_a_bound_on_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As macOS does."""
    path, reader = write(tmp_path / "thing.usdc"), crate_reader.__file__
    refuse = """
def refuse(kind, bounds, set=resource.setrlimit):
    if kind == resource.RLIMIT_AS:
        raise ValueError("current limit exceeds maximum limit")
    set(kind, bounds)
resource.setrlimit = refuse
import runpy
"""
    runs = reader_that(f"{refuse}runpy.run_path({reader!r}, run_name='__main__')", tmp_path, monkeypatch)
    assert open_layer(str(path)).GetPrimAtPath("/Thing")
    assert len(list(runs.iterdir())) == 1
