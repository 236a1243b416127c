"""Making, finding and removing prims."""

from __future__ import annotations

import pytest
from pxr import UsdGeom

from pippin import sim


def test_missing_parents_become_xforms(stage):
    sim.define_prim("/World/a/b", "Cube")
    assert [stage.GetPrimAtPath(path).GetTypeName() for path in ("/World", "/World/a", "/World/a/b")] == [
        "Xform",
        "Xform",
        "Cube",
    ]


def test_attributes_are_written(stage):
    prim = sim.create_prim("/A", "Cylinder", attributes={"radius": 2, "axis": "X"})
    assert UsdGeom.Cylinder(prim).GetRadiusAttr().Get() == 2.0
    assert UsdGeom.Cylinder(prim).GetAxisAttr().Get() == "X"


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ({"prim_path": "/taken"}, ValueError, "already exists at '/taken'"),
        ({"prim_path": "relative"}, ValueError, "'relative' is no path of a prim"),
        ({"prim_path": "/1st"}, ValueError, "'/1st' is no path of a prim"),
        ({"prim_path": "/A", "attributes": {"siz": 1}, "prim_type": "Cube"}, ValueError, "no attribute 'siz'.*size"),
        ({"prim_path": "/A", "attributes": {"size": "x"}, "prim_type": "Cube"}, TypeError, "'size' is set to 'x'"),
        ({"prim_path": "/A", "usd_path": "/no/such.usd"}, FileNotFoundError, "'/no/such.usd' does not exist"),
        ({"prim_path": "/A", "position": (0, 0, 0), "translation": (0, 0, 0)}, ValueError, "both a position and"),
    ],
)
def test_what_cannot_be_made_is_refused_and_leaves_nothing(stage, arguments, error, message):
    sim.define_prim("/taken")
    with pytest.raises(error, match=message):
        sim.create_prim(**arguments)
    assert [prim.GetName() for prim in stage.GetPseudoRoot().GetChildren()] == ["taken"]


def test_a_prim_of_another_type_is_not_redefined(stage):
    sim.define_prim("/A", "Cube")
    with pytest.raises(ValueError, match="'/A' is a prim of type 'Cube'"):
        sim.define_prim("/A", "Sphere")


def test_free_paths_are_numbered(stage):
    assert sim.get_next_free_path("/A") == "/A"
    for path in ("/A", "/A_01"):
        sim.define_prim(path)
    assert sim.get_next_free_path("/A") == "/A_02"


def test_deleted_prims_are_gone_and_missing_ones_are_said_so(stage):
    for path in ("/A/B", "/C"):
        sim.define_prim(path)
    assert sim.delete_prim(["/A", "/C"])
    assert not sim.is_prim_path_valid("/A/B")
    assert not sim.delete_prim("/A")


def test_children_are_found_level_by_level(stage):
    for path in ("/A/x/y", "/A/z"):
        sim.define_prim(path)
    sim.define_prim("/A/x/cube", "Cube")
    paths = [prim.GetPath().pathString for prim in sim.get_all_matching_child_prims("/A")]
    assert paths == ["/A", "/A/x", "/A/z", "/A/x/y", "/A/x/cube"]
    assert len(sim.get_all_matching_child_prims("/A", depth=1)) == 3
    found = sim.get_first_matching_child_prim("/A", lambda prim: prim.IsA(UsdGeom.Cube))
    assert found.GetName() == "cube"
    assert sim.get_first_matching_child_prim("/A", lambda prim: prim.IsA(UsdGeom.Sphere)) is None


def test_a_path_without_prim_says_what_there_is(stage):
    sim.define_prim("/World/Robot")
    with pytest.raises(
        ValueError, match="There is no prim at '/World/Robt': below '/World' there is no 'Robt', but Robot"
    ):
        sim.get_prim("/World/Robt")


def test_visibility_reaches_what_is_below(stage):
    child = UsdGeom.Imageable(sim.define_prim("/A/B", "Cube"))
    sim.set_prim_visibility(stage.GetPrimAtPath("/A"), False)
    assert child.ComputeVisibility() == "invisible"
    sim.set_prim_visibility(stage.GetPrimAtPath("/A"), True)
    assert child.ComputeVisibility() == "inherited"


def test_labels_are_kept_by_kind(stage):
    prim = sim.create_prim("/A", semantic_label="robot")
    sim.add_labels(prim, ["arm"], "part")
    sim.add_labels(prim, ["left"], "part", overwrite=False)
    assert sim.get_labels(prim) == {"class": ["robot"], "part": ["arm", "left"]}


def test_a_stage_is_saved_with_all_it_refers_to_and_opened_again(stage, tmp_path):
    sim.create_prim("/World/Cube", "Cube")
    sim.save_stage(str(tmp_path / "saved.usda"))
    opened = sim.open_stage(str(tmp_path / "saved.usda"))
    assert sim.get_current_stage() is opened
    assert sim.is_prim_path_valid("/World/Cube")
    sim.create_prim("/World/Sphere", "Sphere")
    assert "Sphere" not in (tmp_path / "saved.usda").read_text()


def test_a_stage_in_other_units_is_not_opened(stage, tmp_path):
    (tmp_path / "y_up.usda").write_text('#usda 1.0\n(upAxis = "Y"\nmetersPerUnit = 0.01)\ndef Xform "A" {\n}\n')
    with pytest.raises(ValueError, match=r"units of 0.01 m with Y up, .* spawn it with UsdFileCfg"):
        sim.open_stage(str(tmp_path / "y_up.usda"))
    assert sim.get_current_stage() is stage


def test_a_stage_is_not_saved_where_there_is_no_folder(stage, tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no such folder"):
        sim.save_stage(str(tmp_path / "none" / "saved.usda"))


def test_nested_instances_become_prims_of_their_own(stage):
    for outer, inner in [("/Inner", None), ("/Outer", "/Inner")]:
        sim.define_prim(f"{outer}/shape", "Cube")
        if inner is not None:
            child = sim.define_prim(f"{outer}/child")
            child.GetReferences().AddInternalReference(inner)
            child.SetInstanceable(True)
    instance = sim.define_prim("/World/Instance")
    instance.GetReferences().AddInternalReference("/Outer")
    instance.SetInstanceable(True)
    sim.make_uninstanceable("/World")
    for path in ("/World/Instance/shape", "/World/Instance/child/shape"):
        assert not stage.GetPrimAtPath(path).IsInstanceProxy()


def test_ancestors_are_found_from_below(stage):
    sim.define_prim("/World/Cube", "Cube")
    sim.define_prim("/World/Cube/a/b")
    found = sim.get_first_matching_ancestor_prim("/World/Cube/a/b", lambda prim: prim.IsA(UsdGeom.Cube))
    assert found.GetPath() == "/World/Cube"
    assert sim.get_first_matching_ancestor_prim("/World/Cube/a", lambda prim: prim.IsA(UsdGeom.Sphere)) is None
