"""Converted files are kept, and converted anew when what they were made from changes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import trimesh
from pxr import Usd, UsdGeom

from pippin.sim.converters import UrdfConverter, UrdfConverterCfg, convert_mjcf, convert_urdf

LINK = '<link name="base"><visual name="v"><geometry><mesh filename="part.stl"/></geometry></visual></link>'


@pytest.fixture
def urdf(tmp_path: Path, write_urdf: Callable[[str], str]) -> str:
    """A robot of one mesh."""
    trimesh.creation.box((1.0, 1.0, 1.0)).export(tmp_path / "part.stl")
    return write_urdf(LINK)


def time_of(path: str) -> int:
    """Time at which a file was written [ns]."""
    return os.stat(path).st_mtime_ns


def test_second_conversion_finds_the_first(urdf: str, usd_cache: Path) -> None:
    first = convert_urdf(urdf)
    assert Path(first).is_relative_to(usd_cache)
    written = time_of(first)
    assert convert_urdf(urdf) == first
    assert time_of(first) == written


def test_forced_conversion_writes_anew(urdf: str) -> None:
    written = time_of(convert_urdf(urdf))
    assert time_of(convert_urdf(urdf, force_usd_conversion=True)) > written


def test_other_options_or_contents_go_elsewhere(urdf: str, write_urdf: Callable[[str], str]) -> None:
    first = convert_urdf(urdf)
    assert convert_urdf(urdf, fix_base=True) != first
    assert convert_urdf(write_urdf(LINK + "<!-- changed -->")) != first


def test_changed_mesh_is_converted_anew_and_open_stages_see_it(urdf: str, tmp_path: Path) -> None:
    path = convert_urdf(urdf)
    stage = Usd.Stage.Open(path)
    points = UsdGeom.Mesh(stage.GetPrimAtPath("/robot/base/visuals/v")).GetPointsAttr().Get()
    trimesh.creation.box((2.0, 2.0, 2.0)).export(tmp_path / "part.stl")
    os.utime(tmp_path / "part.stl", ns=(0, time.time_ns() + 1))
    assert convert_urdf(urdf) == path
    changed = UsdGeom.Mesh(stage.GetPrimAtPath("/robot/base/visuals/v")).GetPointsAttr().Get()
    assert max(point[0] for point in changed) == pytest.approx(2.0 * max(point[0] for point in points))


def test_changed_include_is_converted_anew(tmp_path: Path, write_mjcf: Callable[[str], str]) -> None:
    part = tmp_path / "part.xml"
    part.write_text('<mujoco><worldbody><body name="one"><freejoint/><geom size="1"/></body></worldbody></mujoco>')
    main = write_mjcf('<include file="part.xml"/>')
    assert Usd.Stage.Open(convert_mjcf(main)).GetPrimAtPath("/model/one")
    part.write_text(part.read_text().replace("one", "other"))
    assert Usd.Stage.Open(convert_mjcf(main)).GetPrimAtPath("/model/other")


def test_folder_and_name_of_ones_own(urdf: str, tmp_path: Path) -> None:
    cfg = UrdfConverterCfg(asset_path=urdf, usd_dir=str(tmp_path / "out"), usd_file_name="thing.usda")
    converter = UrdfConverter(cfg)
    assert converter.usd_path == str(tmp_path / "out" / "thing.usda")
    assert (converter.usd_dir, converter.usd_file_name) == (str(tmp_path / "out"), "thing.usda")
    assert Path(converter.usd_path).read_text().startswith("#usda")
    fixed = UrdfConverter(cfg.replace(fix_base=True))
    assert "root_joint" in Path(fixed.usd_path).read_text(), "the same file, with other options, is written anew"


def test_failure_leaves_what_was_there(urdf: str, tmp_path: Path, write_urdf: Callable[[str], str]) -> None:
    options = {"usd_dir": str(tmp_path / "out"), "usd_file_name": "thing.usda"}
    path = Path(convert_urdf(urdf, **options))
    before = path.read_text()
    with pytest.raises(ValueError, match="no mesh"):
        convert_urdf(write_urdf(LINK.replace("part", "missing").replace("visual", "collision")), **options)
    assert path.read_text() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["thing.json", "thing.usda"]


@pytest.mark.parametrize("manifest", ["", "[]", '{"key": 1}', '{"dependencies": {}}'])
def test_damaged_manifest_is_no_harm(urdf: str, manifest: str) -> None:
    path = convert_urdf(urdf)
    Path(path).with_suffix(".json").write_text(manifest)
    written = time_of(path)
    assert time_of(convert_urdf(urdf)) > written


def test_same_options_from_a_spawner(urdf: str) -> None:
    """Fields that other configs add do not matter."""
    from pippin.sim import UrdfFileCfg

    assert UrdfConverter(UrdfFileCfg(asset_path=urdf)).usd_path == convert_urdf(urdf)


def test_missing_file() -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere\.urdf"):
        convert_urdf("nowhere.urdf")


@pytest.mark.slow
def test_real_robot_is_quick(robots_path: Path) -> None:
    """ANYmal C, with 19 meshes and their textures: 0.5 s to convert on two shared cores, 1 ms to find again."""
    anymal = robots_path / "anymal_c_simple_description" / "urdf" / "anymal.urdf"
    start = time.perf_counter()
    convert_urdf(anymal, force_usd_conversion=True)
    converted = time.perf_counter()
    convert_urdf(anymal)
    found = time.perf_counter()
    assert converted - start < 3.0
    assert found - converted < 0.1
