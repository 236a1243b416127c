"""URDF files of robots in USD: the same frames, limits and inertias, by Pinocchio's kinematics and dynamics."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from pippin.sim.converters import UrdfConverter, UrdfConverterCfg, write_urdf

pinocchio = pytest.importorskip("pinocchio")

ARM = """<robot name="arm">
  <link name="base"><inertial><mass value="2"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="upper"><inertial><origin xyz="0.1 0 0.2" rpy="0.3 0 0"/><mass value="1.5"/>
    <inertia ixx="0.02" iyy="0.03" izz="0.04" ixy="0.001" ixz="0" iyz="0.002"/></inertial></link>
  <link name="slide"><inertial><origin xyz="0 0.05 0"/><mass value="0.5"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="hand"><inertial><mass value="0.2"/>
    <inertia ixx="1e-3" iyy="1e-3" izz="1e-3" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <origin xyz="0 0 0.3" rpy="0.1 0.2 0.3"/><axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="2.5" effort="20" velocity="3"/></joint>
  <joint name="rail" type="prismatic"><parent link="upper"/><child link="slide"/>
    <origin xyz="0.4 0 0" rpy="0 0.5 0"/><axis xyz="1 0 0"/>
    <limit lower="-0.1" upper="0.2" effort="5" velocity="0.5"/></joint>
  <joint name="wrist" type="continuous"><parent link="slide"/><child link="hand"/>
    <origin xyz="0 0 0.1"/><axis xyz="0 0 1"/></joint>
</robot>"""


def placements(model: pinocchio.Model, angles: dict[str, float]) -> tuple[dict[str, pinocchio.SE3], np.ndarray]:
    """Poses of all links by name and the mass matrix, for positions of joints by name."""
    q = pinocchio.neutral(model)
    for name, value in angles.items():
        joint = model.joints[model.getJointId(name)]
        q[joint.idx_q : joint.idx_q + joint.nq] = [value] if joint.nq == 1 else [math.cos(value), math.sin(value)]
    data = model.createData()
    pinocchio.framesForwardKinematics(model, data, q)
    pinocchio.crba(model, data, q)
    return {frame.name: data.oMf[index] for index, frame in enumerate(model.frames)}, data.M


def test_a_robot_comes_back_as_it_was(tmp_path: Path) -> None:
    original = tmp_path / "arm.urdf"
    original.write_text(ARM, encoding="utf-8")
    usd = UrdfConverter(UrdfConverterCfg(asset_path=str(original), usd_dir=str(tmp_path), fix_base=True)).usd_path
    written = write_urdf(usd, tmp_path / "new" / "arm.urdf")
    before, after = pinocchio.buildModelFromUrdf(str(original)), pinocchio.buildModelFromUrdf(str(written))
    assert list(after.names) == list(before.names)
    angles = {"shoulder": 0.7, "rail": 0.15, "wrist": -2.0}
    (expected, mass), (given, new_mass) = placements(before, angles), placements(after, angles)
    for name in ("base", "upper", "slide", "hand"):
        difference = given[f"arm_{name}"].homogeneous - expected[name].homogeneous
        assert np.abs(difference).max() < 1e-6  # USD's floats
    upper = np.triu_indices(3)
    np.testing.assert_allclose(new_mass[upper], mass[upper], rtol=1e-5)
    np.testing.assert_allclose(after.lowerPositionLimit[:2], [-1.5, -0.1], rtol=1e-6)
    np.testing.assert_allclose(after.upperPositionLimit[:2], [2.5, 0.2], rtol=1e-6)
    np.testing.assert_allclose(after.velocityLimit[:2], [3.0, 0.5], rtol=1e-6)


LINK = """def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{{
    float physics:mass = 2
    float3 xformOp:scale = (2, 2, 2)
    uniform token[] xformOpOrder = ["xformOp:scale"]
}}
"""


def usd_of(tmp_path: Path, joints: str, header: str = "") -> str:
    """USD file with three links and joints between them."""
    links = "".join(LINK.format(name=name) for name in ("a", "b", "c"))
    path = tmp_path / "robot.usda"
    path.write_text(
        f'#usda 1.0\n(\ndefaultPrim = "r"\n{header}\n)\ndef Xform "r"\n{{\n{links}{joints}}}\n', encoding="utf-8"
    )
    return str(path)


def joint(name: str, kind: str, bodies: str, *attributes: str) -> str:
    """Prim of a joint between two links."""
    lines = [f"rel physics:body{index} = </r/{body}>" for index, body in enumerate(bodies)]
    return f'def Physics{kind}Joint "{name}"\n{{\n' + "\n".join([*lines, *attributes]) + "\n}\n"


def test_units_scales_and_frames_of_joints_off_the_child(tmp_path: Path) -> None:
    joints = joint(
        *("hinge", "Revolute", "ab"),
        'uniform token physics:axis = "X"',
        "float physics:lowerLimit = -90",
        "float physics:upperLimit = 45",
        "point3f physics:localPos0 = (10, 0, 0)",
        "point3f physics:localPos1 = (0, 0, -20)",
        "quatf physics:localRot1 = (0.70710678, 0, 0.70710678, 0)",
    )
    joints += joint("weld", "Fixed", "bc", "point3f physics:localPos0 = (0, 5, 0)")
    urdf = write_urdf(usd_of(tmp_path, joints, "metersPerUnit = 0.01"), tmp_path / "r.urdf")
    model = pinocchio.buildModelFromUrdf(str(urdf))
    poses, _ = placements(model, {"hinge": 0.4})
    # the point of b that is on the hinge stays there: -20 units of 1 cm in the scale of the link, at 10 of them in a
    np.testing.assert_allclose(poses["r_b"].act(np.array([0.0, 0.0, -0.4])), [0.2, 0.0, 0.0], atol=1e-6)
    turn = pinocchio.exp3(np.array([0.4, 0.0, 0.0])) @ pinocchio.exp3(np.array([0.0, -math.pi / 2.0, 0.0]))
    np.testing.assert_allclose(poses["r_b"].rotation, turn, atol=1e-6)
    np.testing.assert_allclose(poses["r_b"].actInv(poses["r_c"]).translation, [0.0, 0.1, 0.0], atol=1e-6)
    limits = [model.lowerPositionLimit, model.upperPositionLimit]
    np.testing.assert_allclose(limits, [[-math.pi / 2.0], [math.pi / 4.0]], rtol=1e-6)


@pytest.mark.parametrize(
    ("joints", "words"),
    [
        (joint("j", "Spherical", "ab") + joint("k", "Fixed", "bc"), "PhysicsSphericalJoint"),
        (joint("j", "Fixed", "ab"), "several trees"),
        (joint("j", "Fixed", "ab") + joint("k", "Fixed", "cb"), "two joints"),
    ],
)
def test_what_a_urdf_cannot_describe_is_refused(tmp_path: Path, joints: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        write_urdf(usd_of(tmp_path, joints), tmp_path / "r.urdf")
    assert not (tmp_path / "r.urdf").exists()


def test_a_file_without_a_robot_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.usda").write_text("#usda 1.0\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no rigid bodies"):
        write_urdf(str(tmp_path / "empty.usda"), tmp_path / "r.urdf")
    with pytest.raises(FileNotFoundError):
        write_urdf(str(tmp_path / "none.usda"), tmp_path / "r.urdf")
