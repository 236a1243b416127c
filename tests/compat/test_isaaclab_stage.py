"""Helpers for the stage that programs take from ``isaaclab.sim.utils``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pxr import Sdf, Usd, UsdGeom, UsdPhysics

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import isaaclab.sim as sim_utils
from isaaclab.sim.utils.stage import use_stage


@pytest.fixture(autouse=True)
def stage() -> Usd.Stage:
    made = sim_utils.create_new_stage()
    UsdGeom.Cube.Define(made, "/World/Cube")
    UsdGeom.Sphere.Define(made, "/World/Group/Ball")
    return made


def test_a_stage_is_current_within_its_block(stage: Usd.Stage) -> None:
    other = Usd.Stage.CreateInMemory()
    with use_stage(other):
        assert sim_utils.get_current_stage() == other
    assert sim_utils.get_current_stage(fabric=True) == stage, "there is no other one"
    with use_stage(stage):
        pass
    assert sim_utils.get_current_stage() == stage
    with pytest.raises(TypeError, match="stage"), use_stage("stage"):
        pass


def test_prims_are_cleared_by_a_function_or_all(stage: Usd.Stage) -> None:
    sim_utils.clear_stage(lambda prim: prim.GetTypeName() == "Cube")
    assert not stage.GetPrimAtPath("/World/Cube")
    assert stage.GetPrimAtPath("/World/Group/Ball")
    stage.DefinePrim("/Keep", "Xform").SetMetadata("no_delete", True)
    sim_utils.clear_stage()
    assert [str(prim.GetPath()) for prim in stage.Traverse()] == ["/Keep"]


def test_closing_leaves_a_new_stage(stage: Usd.Stage) -> None:
    assert sim_utils.close_stage()
    assert sim_utils.get_current_stage() != stage


def test_properties_are_set_made_and_cleared(stage: Usd.Stage) -> None:
    assert sim_utils.change_prim_property("/World/Cube.size", 0.5)
    size = stage.GetPrimAtPath("/World/Cube").GetAttribute("size")
    assert size.Get() == 0.5
    assert sim_utils.change_prim_property("/World/Cube.size", None)
    assert size.Get() == 2.0
    assert not sim_utils.change_prim_property("/World/Cube.weight", 3)
    assert sim_utils.change_prim_property(
        "/World/Cube.weight", 3, type_to_create_if_not_exist=Sdf.ValueTypeNames.Int, is_custom=True
    )
    assert stage.GetPrimAtPath("/World/Cube").GetAttribute("weight").Get() == 3
    with pytest.raises(ValueError, match="/World/Nothing"):
        sim_utils.change_prim_property("/World/Nothing.size", 1.0)


def test_references_are_added_and_listed(stage: Usd.Stage, tmp_path: Path) -> None:
    path = str(tmp_path / "part.usda")
    part = Usd.Stage.CreateNew(path)
    part.SetDefaultPrim(UsdGeom.Cube.Define(part, "/Part").GetPrim())
    part.Save()
    sim_utils.add_usd_reference("/World/Part", path)
    assert sim_utils.get_usd_references("/World/Part") == [path]
    assert sim_utils.get_usd_references("/World/Cube") == []
    with pytest.raises(FileNotFoundError, match="missing"):
        sim_utils.add_usd_reference("/World/Part", "missing.usda")


def test_a_prim_is_written_to_a_file_with_what_it_refers_to(stage: Usd.Stage, tmp_path: Path) -> None:
    source = Usd.Stage.CreateInMemory()
    UsdGeom.Cone.Define(source, "/Hat/Cone")
    source.SetDefaultPrim(source.GetPrimAtPath("/Hat"))
    source.GetRootLayer().Export(str(tmp_path / "hat.usda"))
    sim_utils.add_reference_to_stage(str(tmp_path / "hat.usda"), "/World/Group/Hat").SetInstanceable(True)
    UsdGeom.SetStageMetersPerUnit(stage, 0.01)
    sim_utils.export_prim_to_file(tmp_path / "group.usda", "/World/Group", "/Things")
    (tmp_path / "hat.usda").unlink()
    written = Usd.Stage.Open(str(tmp_path / "group.usda"))
    assert written.GetDefaultPrim().GetPath() == "/Things"
    assert UsdGeom.GetStageMetersPerUnit(written) == 0.01
    assert written.GetPrimAtPath("/Things/Ball").IsA(UsdGeom.Sphere)
    inside = Usd.PrimRange(written.GetDefaultPrim(), Usd.TraverseInstanceProxies())
    assert any(prim.IsA(UsdGeom.Cone) for prim in inside)
    with pytest.raises(ValueError, match="global"):
        sim_utils.export_prim_to_file(tmp_path / "x.usda", "World")
    with pytest.raises(ValueError, match="none on the stage"):
        sim_utils.export_prim_to_file(tmp_path / "x.usda", "/Nothing")


def test_a_function_is_applied_to_the_topmost_prims_that_take_it(
    stage: Usd.Stage, caplog: pytest.LogCaptureFixture
) -> None:
    UsdGeom.Cube.Define(stage, "/World/Cube/Inner")
    UsdGeom.Cube.Define(stage, "/World/Group/Deep/Box")
    seen: list[str] = []

    @sim_utils.apply_nested
    def take(prim_path: str, kind: str, stage: Usd.Stage | None = None) -> bool:
        is_taken = sim_utils.get_prim_at_path(prim_path).GetTypeName() == kind
        seen.extend([prim_path] if is_taken else [])
        return is_taken

    take("/World", "Cube")
    assert sorted(seen) == ["/World/Cube", "/World/Group/Deep/Box"]  # not the one below a cube
    assert caplog.text == ""
    take("/World", kind="Torus", stage=stage)
    assert "Could not perform 'take'" in caplog.text
    with pytest.raises(ValueError, match="not valid"):
        take("/Nothing", "Cube")


def test_polygons_are_split_and_cameras_described() -> None:
    from isaaclab.utils.mesh import convert_faces_to_triangles
    from isaaclab.utils.sensors import convert_camera_intrinsics_to_usd

    triangles = convert_faces_to_triangles(np.array([0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 9]), np.array([3, 4, 5]))
    assert triangles.tolist() == [[0, 1, 2], [2, 3, 4], [2, 4, 5], [6, 7, 8], [6, 8, 9], [6, 9, 9]]
    camera = convert_camera_intrinsics_to_usd([400.0, 0, 310.0, 0, 500.0, 250.0, 0, 0, 1], 640, 480)
    assert camera["horizontal_aperture"] == pytest.approx(1.0)
    # what USD says of a camera: pixels of a length are its share of the aperture, seen from the focal length
    assert 640 * camera["focal_length"] / camera["horizontal_aperture"] == pytest.approx(400.0)
    assert 480 * camera["focal_length"] / camera["vertical_aperture"] == pytest.approx(500.0)
    shift = 640 * camera["horizontal_aperture_offset"] / camera["horizontal_aperture"]
    assert shift == pytest.approx(320.0 - 310.0)


def test_labels_are_counted_and_removed(stage: Usd.Stage) -> None:
    cube, group = (stage.GetPrimAtPath(path) for path in ("/World/Cube", "/World/Group"))
    sim_utils.add_labels(cube, ["box"], instance_name="class")
    sim_utils.add_labels(cube, ["red"], instance_name="color")
    sim_utils.add_labels(group.GetChild("Ball"), ["box"])
    assert sim_utils.count_total_labels() == {"missing_labels": 0, "box": 2, "red": 1}
    sim_utils.remove_labels(cube, instance_name="color")
    assert sim_utils.get_labels(cube) == {"class": ["box"]}
    sim_utils.remove_labels(group, include_descendants=True)
    assert sim_utils.check_missing_labels() == ["/World/Group/Ball"]


def test_attributes_are_set_by_schema_and_by_name(stage: Usd.Stage) -> None:
    cube = stage.GetPrimAtPath("/World/Cube")
    schema = UsdPhysics.MassAPI.Apply(cube)
    sim_utils.safe_set_attribute_on_usd_schema(schema, "center_of_mass", (0.0, 0.0, 0.5), camel_case=True)
    sim_utils.safe_set_attribute_on_usd_schema(schema, "Mass", None, camel_case=False)
    assert tuple(schema.GetCenterOfMassAttr().Get()) == (0.0, 0.0, 0.5)
    assert not schema.GetMassAttr().HasAuthoredValue()
    with pytest.raises(TypeError, match="Smell"):
        sim_utils.safe_set_attribute_on_usd_schema(schema, "smell", 1.0, camel_case=True)
    for name, value in {"my_flag": True, "my_count": 3, "my_length": 0.5, "my_place": (1.0, 2.0, 3.0)}.items():
        sim_utils.safe_set_attribute_on_usd_prim(cube, name, value, camel_case=True)
    assert cube.GetAttribute("myFlag").Get() is True and cube.GetAttribute("myCount").Get() == 3
    assert tuple(cube.GetAttribute("myPlace").Get()) == (1.0, 2.0, 3.0)
    with pytest.raises(NotImplementedError, match="my_text"):
        sim_utils.safe_set_attribute_on_usd_prim(cube, "my_text", "a", camel_case=False)


def test_a_stage_in_memory_is_current_only_where_it_is_used(stage: Usd.Stage) -> None:
    made = sim_utils.create_new_stage_in_memory()
    assert sim_utils.get_current_stage() == stage
    assert not sim_utils.is_current_stage_in_memory()
    with use_stage(made):
        assert sim_utils.is_current_stage_in_memory()


def test_a_moved_prim_stays_where_it_is_in_the_world(stage: Usd.Stage) -> None:
    sim_utils.create_prim("/World/Shelf", translation=(1.0, 2.0, 3.0), stage=stage)
    sim_utils.create_prim("/World/Cup", "Cube", translation=(0.5, 0.0, 0.0), stage=stage)
    assert sim_utils.move_prim("/World/Cup", "/World/Shelf/Cup", stage=stage)
    assert not stage.GetPrimAtPath("/World/Cup")
    cup = UsdGeom.Xformable(stage.GetPrimAtPath("/World/Shelf/Cup"))
    assert tuple(cup.ComputeLocalToWorldTransform(Usd.TimeCode.Default()).ExtractTranslation()) == (0.5, 0.0, 0.0)
    assert sim_utils.move_prim("/World/Shelf/Cup", "/World/Cup", keep_world_transform=False, stage=stage)
    assert tuple(stage.GetPrimAtPath("/World/Cup").GetAttribute("xformOp:translate").Get()) == (-0.5, -2.0, -3.0)
    with pytest.raises(ValueError, match="/World/Table"):
        sim_utils.move_prim("/World/Cup", "/World/Table/Cup", stage=stage)
