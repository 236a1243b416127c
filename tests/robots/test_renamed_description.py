"""Descriptions with other names: robots of packages under the names that programs use."""

from __future__ import annotations

from pathlib import Path

import mujoco
import pytest
from pxr import Usd, UsdPhysics

from pippin.robots.renamed_description import renamed_description, renamed_mjcf, renamed_usd

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
