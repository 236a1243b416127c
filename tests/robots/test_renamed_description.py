"""Descriptions with other names: robots of packages under the names that programs use."""

from __future__ import annotations

from pathlib import Path

import mujoco
import pytest
from pxr import Usd, UsdPhysics

from pippin.robots.renamed_description import (
    description_with_colliders,
    description_with_joints,
    renamed_description,
    renamed_mjcf,
    renamed_usd,
)
from pippin.utils.safe_xml import read_xml

ARM = """<robot name="arm">
  <link name="base"/>
  <link name="hand"><visual><geometry><mesh filename="hand.stl"/></geometry></visual></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="hand"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <link name="tip"/>
  <joint name="slide" type="prismatic"><parent link="hand"/><child link="tip"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="1" effort="1" velocity="1"/></joint>
</robot>"""


@pytest.fixture
def arm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "arm.urdf").write_text(ARM)
    (tmp_path / "hand.stl").write_bytes(b"")
    return str(tmp_path / "arm.urdf")


def test_links_and_joints_get_their_names_and_the_mesh_is_found(arm: str) -> None:
    path = renamed_description(arm, {"base": "palm", "hand": "finger"}, {"turn": "finger_joint"}, fixed=["slide"])
    text = Path(path).read_text()
    assert 'link name="palm"' in text and 'parent link="palm"' in text and 'child link="finger"' in text
    assert 'name="finger_joint" type="revolute"' in text and 'name="slide" type="fixed"' in text
    assert str(Path(arm).with_name("hand.stl")) in text
    assert renamed_description(arm, {"base": "palm", "hand": "finger"}, {"turn": "finger_joint"}, ["slide"]) == path


def test_a_name_that_is_not_there_is_refused(arm: str) -> None:
    with pytest.raises(ValueError, match="elbow"):
        renamed_description(arm, {}, {"elbow": "finger_joint"})


def test_a_link_can_be_added(arm: str) -> None:
    joint = '<joint name="camera_joint" type="fixed"><parent link="hand"/><child link="camera"/></joint>'
    text = Path(renamed_description(arm, {}, {}, added=f'<link name="camera"/>{joint}')).read_text()
    assert 'link name="camera"' in text and 'link name="hand"' in text


def test_joints_are_moved_and_get_other_ranges(arm: str) -> None:
    path = description_with_joints(arm, {"turn": ((0.0, 0.5, 0.0), (0.0, 0.25, 0.0))}, {"turn": (-2.0, 0.5)})
    turn, slide = read_xml(path).iter("joint")
    origin, limit = turn.find("origin"), turn.find("limit")
    assert origin is not None and limit is not None and slide.find("origin") is None
    assert origin.attrib == {"xyz": "0.0 0.5 0.0", "rpy": "0.0 0.25 0.0"}
    assert limit.attrib == {"lower": "-2.0", "upper": "0.5", "effort": "1", "velocity": "1"}
    with pytest.raises(ValueError, match="elbow"):
        description_with_joints(arm, {}, {"elbow": (0.0, 1.0)})


def test_of_some_links_the_colliders_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    ball = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
    links = "".join(f'<link name="{name}">{ball}{ball}</link>' for name in ("trunk", "arm", "foot"))
    (tmp_path / "walker.urdf").write_text(f'<robot name="walker">{links}<link name="camera"/></robot>')
    walker = str(tmp_path / "walker.urdf")
    kept = read_xml(description_with_colliders(walker, ["trunk", "foot"]))
    assert [len(link.findall("collision")) for link in kept] == [2, 0, 2, 0]
    with pytest.raises(ValueError, match="camera"):
        description_with_colliders(walker, ["camera"])


MECHANISM = """<mujoco><worldbody><body name="rod"><joint name="turn"/><geom size="0.1"/></body></worldbody>
<actuator><motor joint="turn"/></actuator><sensor><jointpos joint="turn"/></sensor></mujoco>"""


def test_joints_of_an_mjcf_get_their_names_wherever_they_are_named(tmp_path: Path) -> None:
    (tmp_path / "rod.xml").write_text(MECHANISM)
    model = mujoco.MjModel.from_xml_path(renamed_mjcf(str(tmp_path / "rod.xml"), {"turn": "swing"}))
    assert model.joint(0).name == "swing"
    assert model.actuator(0).trnid[0] == model.sensor(0).objid[0] == 0


def test_joints_of_an_mjcf_that_are_not_there_are_named(tmp_path: Path) -> None:
    (tmp_path / "rod.xml").write_text(MECHANISM)
    with pytest.raises(ValueError, match="elbow"):
        renamed_mjcf(str(tmp_path / "rod.xml"), {"elbow": "swing"})


def test_an_mjcf_that_names_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rod.xml").write_text('<mujoco><asset><mesh file="rod.stl"/></asset></mujoco>')
    with pytest.raises(ValueError, match=r"rod\.stl"):
        renamed_mjcf(str(tmp_path / "rod.xml"), {})


HINGE = """#usda 1.0
(
    defaultPrim = "arm"
)
def Xform "arm"
{
    def Xform "base" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {}
    def Xform "hand" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {}
    def PhysicsRevoluteJoint "turn"
    {
        rel physics:body0 = </arm/base>
        rel physics:body1 = </arm/hand>
    }
}
"""


def test_joints_of_a_usd_file_get_their_names(tmp_path: Path) -> None:
    (tmp_path / "arm.usda").write_text(HINGE)
    stage = Usd.Stage.Open(renamed_usd(str(tmp_path / "arm.usda"), {"turn": "wrist"}))
    joint = UsdPhysics.RevoluteJoint.Get(stage, "/arm/wrist")
    assert joint.GetBody1Rel().GetTargets() == ["/arm/hand"]
    assert not stage.GetPrimAtPath("/arm/turn")


def test_a_usd_file_without_the_joint_or_in_parts_is_refused(tmp_path: Path) -> None:
    (tmp_path / "arm.usda").write_text(HINGE)
    with pytest.raises(ValueError, match="elbow"):
        renamed_usd(str(tmp_path / "arm.usda"), {"elbow": "wrist"})
    (tmp_path / "whole.usda").write_text(HINGE.replace("defaultPrim =", "subLayers = [@arm.usda@]\n    defaultPrim ="))
    with pytest.raises(ValueError, match=r"arm\.usda"):
        renamed_usd(str(tmp_path / "whole.usda"), {"turn": "wrist"})
