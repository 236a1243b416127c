"""What the options of the URDF converter do, on robots small enough to calculate by hand."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable

import numpy as np
import pytest
from pxr import UsdGeom, UsdPhysics

from pippin.sim.converters import UrdfConverterCfg, convert_urdf

Drive = UrdfConverterCfg.JointDriveCfg
PDGains = Drive.PDGainsCfg
NaturalFrequencyGains = Drive.NaturalFrequencyGainsCfg

DEGREE = math.pi / 180.0

INERTIAL = """
<inertial><mass value="{mass}"/><origin xyz="{com}"/>
<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>"""


def link(name: str, inside: str = "", mass: float = 1.0, com: str = "0 0 0") -> str:
    """A link with a mass."""
    return f'<link name="{name}">{INERTIAL.format(mass=mass, com=com)}{inside}</link>'


def joint(name: str, kind: str, parent: str, child: str, inside: str = "", xyz: str = "0 0 1") -> str:
    """A joint along z."""
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/><axis xyz="0 0 1"/>'
        f'<origin xyz="{xyz}"/>{inside}</joint>'
    )


LIMIT = '<limit lower="-1" upper="2" effort="30" velocity="4"/>'
ARM = (
    link("base")
    + link("upper")
    + link("rail")
    + joint("shoulder", "revolute", "base", "upper", LIMIT + '<dynamics damping="0.5" friction="0.25"/>')
    + joint("slide", "prismatic", "upper", "rail", LIMIT)
)


@pytest.fixture
def convert(write_urdf: Callable[[str], str], read_robot: Callable) -> Callable:
    """Function from the inside of a <robot> and options to the robot on its stage."""
    robots = []  # keeps the stages, without which prims are nothing

    def convert(inside: str, **options: object) -> object:
        robots.append(read_robot(convert_urdf(write_urdf(inside), **options)))
        return robots[-1]

    return convert


def drive(robot: object, name: str) -> UsdPhysics.DriveAPI:
    """Drive of a joint."""
    prim = robot.prim(f"joints/{name}")
    return UsdPhysics.DriveAPI(prim, "linear" if prim.GetTypeName() == "PhysicsPrismaticJoint" else "angular")


# Layout.


def test_layout(convert: Callable) -> None:
    box = '<geometry><box size="0.1 0.2 0.3"/></geometry>'
    shapes = f'<visual name="shell">{box}</visual><collision>{box}</collision>'
    robot = convert(link("base") + link("arm", shapes) + joint("hinge", "continuous", "base", "arm"))
    assert robot.root.HasAPI(UsdPhysics.ArticulationRootAPI)
    assert robot.root.GetAttribute("physxArticulation:enabledSelfCollisions").Get() is False
    assert list(robot.links) == ["base", "arm"]
    shell, collider = robot.prim("arm/visuals/shell"), robot.prim("arm/collisions/box")
    assert not shell.HasAPI(UsdPhysics.CollisionAPI)
    assert collider.HasAPI(UsdPhysics.CollisionAPI)
    assert UsdGeom.Imageable(collider).GetPurposeAttr().Get() == "guide"
    size = UsdGeom.Cube(collider).GetSizeAttr().Get() * np.array(collider.GetAttribute("xformOp:scale").Get())
    np.testing.assert_allclose(size, [0.1, 0.2, 0.3], rtol=1e-12)


def test_colliders_are_to_be_seen_where_nothing_else_is(convert: Callable) -> None:
    robot = convert(link("base", '<collision><geometry><sphere radius="0.1"/></geometry></collision>'))
    assert UsdGeom.Imageable(robot.prim("base/collisions/sphere")).GetPurposeAttr().Get() == "default"


def test_names_that_usd_does_not_know(convert: Callable) -> None:
    robot = convert(link("base-link") + link("joints") + joint("a.b", "continuous", "base-link", "joints"))
    assert [prim.GetName() for prim in robot.links.values()] == ["base_link", "joints_1"]
    assert list(robot.links) == ["base-link", "joints"], "the original names are the display names"
    assert robot.prim("joints/a_b").GetDisplayName() == "a.b"


def test_self_collision(convert: Callable) -> None:
    robot = convert(ARM, self_collision=True)
    assert robot.root.GetAttribute("physxArticulation:enabledSelfCollisions").Get() is True


def test_fix_base(convert: Callable) -> None:
    assert "root_joint" not in convert(ARM).joints
    fixed = convert(ARM, fix_base=True)
    assert fixed.joints["root_joint"].GetPrim().GetTypeName() == "PhysicsFixedJoint"
    assert fixed.ends(fixed.joints["root_joint"]) == (None, "base")


def test_root_link_name_leaves_out_empty_links_above(convert: Callable) -> None:
    with_world = '<link name="world"/>' + joint("mount", "fixed", "world", "base") + ARM
    robot = convert(with_world, root_link_name="base", merge_fixed_joints=False)
    assert list(robot.links) == ["base", "upper", "rail"]
    np.testing.assert_array_equal(robot.pose("base"), np.eye(4))


@pytest.mark.parametrize(
    ("root", "message"), [("nowhere", r"no link 'nowhere'.*base, upper, rail"), ("upper", "'base', which is not below")]
)
def test_root_link_name_that_cannot_be(convert: Callable, root: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        convert(ARM, root_link_name=root)


# Masses.


def test_merging_composes_masses(convert: Callable) -> None:
    """Two equal point-like masses 2 m apart: parallel axes give each 1 kg * (1 m)^2 across their line."""
    inside = link("base") + link("tip") + joint("weld", "fixed", "base", "tip", xyz="0 0 2")
    robot = convert(inside)
    assert list(robot.links) == ["base"]
    assert robot.mass("base") == 2.0
    np.testing.assert_allclose(robot.com("base"), [0.0, 0.0, 1.0], rtol=1e-7)
    np.testing.assert_allclose(robot.inertia("base"), np.diag([2.2, 2.2, 0.2]), atol=1e-6)  # float32
    np.testing.assert_array_equal(robot.prim("base/tip").GetAttribute("xformOp:translate").Get(), [0.0, 0.0, 2.0])


def test_joints_that_are_not_to_be_merged_are_kept(convert: Callable) -> None:
    weld = joint("weld", "fixed", "base", "shin")
    kept = joint("ankle", "fixed", "shin", "foot").replace("<joint ", '<joint dont_collapse="true" ')
    robot = convert(link("base") + link("shin") + link("foot") + weld + kept)
    assert list(robot.links) == ["base", "foot"]
    assert robot.ends(robot.joints["ankle"]) == ("base", "foot")


def test_principal_axes_are_a_rotation(convert: Callable) -> None:
    tensor = np.array([[3.0, 0.4, -0.3], [0.4, 2.5, 0.2], [-0.3, 0.2, 2.0]])
    inertia = f'ixx="{tensor[0, 0]}" iyy="{tensor[1, 1]}" izz="{tensor[2, 2]}"'
    inertia += f' ixy="{tensor[0, 1]}" ixz="{tensor[0, 2]}" iyz="{tensor[1, 2]}"'
    robot = convert(f'<link name="base"><inertial><mass value="1"/><inertia {inertia}/></inertial></link>')
    np.testing.assert_allclose(robot.inertia("base"), tensor, atol=1e-6)  # float32


def test_massless_links_get_hardly_any_mass(convert: Callable) -> None:
    robot = convert('<link name="base"/>')
    assert robot.mass("base") == pytest.approx(1e-6)
    assert (np.diag(robot.inertia("base")) > 0.0).all()


def test_a_moved_body_without_mass_has_that_of_water_in_its_colliders(convert: Callable) -> None:
    """As where Isaac Sim's importer writes no mass: USD's density counts. Beside a link with mass it has none."""
    shape = '<collision><geometry><box size="0.1 0.2 0.3"/></geometry></collision>'
    rotor = f'<link name="rotor">{shape}</link><link name="cap">{shape}</link>'
    joints = joint("spin", "continuous", "base", "rotor") + joint("weld", "fixed", "base", "cap")
    robot = convert(f'<link name="base"><inertial><mass value="2"/></inertial></link>{rotor}{joints}')
    assert robot.mass("rotor") == pytest.approx(1000.0 * 0.006, rel=1e-6)
    assert robot.mass("base") == pytest.approx(2.0, rel=1e-6)
    moments = 6.0 / 12.0 * np.array([0.2**2 + 0.3**2, 0.1**2 + 0.3**2, 0.1**2 + 0.2**2])
    np.testing.assert_allclose(np.diag(robot.inertia("rotor")), moments, rtol=1e-5)


def test_mass_without_inertia_is_reported(convert: Callable, caplog: pytest.LogCaptureFixture) -> None:
    inertial = '<mass value="2"/><inertia ixx="0" iyy="0" izz="0"/>'
    with caplog.at_level(logging.WARNING, "pippin"):
        robot = convert(f'<link name="base"><inertial>{inertial}</inertial></link>')
    assert "has mass but no inertia" in caplog.text
    np.testing.assert_allclose(robot.inertia("base"), 2.0 * 0.01**2 * np.eye(3), rtol=1e-6)


def test_rounding_leaves_moments_that_a_body_can_have(convert: Callable) -> None:
    """Of a flat body, one moment is the sum of the others; rounded to single precision, it may be larger."""
    rng = np.random.default_rng(0)
    for x, y in rng.uniform(0.001, 0.01, (20, 2)):
        inertia = f'<inertia ixx="{x}" iyy="{y}" izz="{x + y}"/>'
        robot = convert(f'<link name="base"><inertial><mass value="1"/>{inertia}</inertial></link>')
        moments = np.sort(np.diag(robot.inertia("base")))
        assert moments[0] + moments[1] >= moments[2]
        np.testing.assert_allclose(moments, np.sort([x, y, x + y]), rtol=1e-6)


@pytest.mark.parametrize(
    ("shape", "volume", "tolerance"),
    [
        ('<box size="0.1 0.2 0.3"/>', 0.1 * 0.2 * 0.3, 1e-6),
        ('<sphere radius="0.1"/>', 4.0 / 3.0 * np.pi * 0.1**3, 0.02),  # round shapes are triangulated
        ('<cylinder radius="0.1" length="0.3"/>', np.pi * 0.1**2 * 0.3, 0.02),
        ('<capsule radius="0.1" length="0.3"/>', np.pi * 0.1**2 * 0.3 + 4.0 / 3.0 * np.pi * 0.1**3, 0.02),
    ],
)
def test_link_density(convert: Callable, shape: str, volume: float, tolerance: float) -> None:
    collision = f'<collision><origin xyz="0 0 0.5"/><geometry>{shape}</geometry></collision>'
    robot = convert(f'<link name="base">{collision}</link>', link_density=500.0)
    assert robot.mass("base") == pytest.approx(500.0 * volume, rel=tolerance)
    np.testing.assert_allclose(robot.com("base"), [0.0, 0.0, 0.5], atol=1e-6)


@pytest.mark.parametrize("inertial", ['<density value="500"/>', '<mass value="12"/>'])
def test_inertia_that_the_file_leaves_out_follows_from_the_shapes(convert: Callable, inertial: str) -> None:
    """A box of 0.2 m x 0.3 m x 0.4 m and 12 kg: moments are m (a^2 + b^2) / 12."""
    box = '<collision><geometry><box size="0.2 0.3 0.4"/></geometry></collision>'
    robot = convert(f'<link name="base"><inertial>{inertial}</inertial>{box}</link>')
    assert robot.mass("base") == pytest.approx(12.0)
    moments = UsdPhysics.MassAPI(robot.prim("base")).GetDiagonalInertiaAttr().Get()
    assert list(moments) == pytest.approx([0.09 + 0.16, 0.04 + 0.16, 0.04 + 0.09])


def test_link_density_leaves_masses_of_the_file(convert: Callable) -> None:
    box = '<collision><geometry><box size="1 1 1"/></geometry></collision>'
    assert convert(link("base", box), link_density=500.0).mass("base") == 1.0


# Joints.


def test_limits_and_friction(convert: Callable) -> None:
    robot = convert(ARM)
    shoulder, slide = robot.prim("joints/shoulder"), robot.prim("joints/slide")
    assert shoulder.GetAttribute("physics:lowerLimit").Get() == pytest.approx(-1.0 / DEGREE)
    assert shoulder.GetAttribute("physics:upperLimit").Get() == pytest.approx(2.0 / DEGREE)
    assert shoulder.GetAttribute("physxJoint:maxJointVelocity").Get() == pytest.approx(4.0 / DEGREE)
    assert shoulder.GetAttribute("mjc:frictionloss").Get() == 0.25
    assert drive(robot, "shoulder").GetMaxForceAttr().Get() == 30.0
    assert slide.GetAttribute("physics:lowerLimit").Get() == -1.0
    assert slide.GetAttribute("physxJoint:maxJointVelocity").Get() == 4.0


@pytest.mark.parametrize(
    ("axis", "token"), [("1 0 0", "X"), ("0 2 0", "Y"), ("0 0 1", "Z"), ("0 0 -1", "X"), ("1 2 -3", "X")]
)
def test_axes(convert: Callable, axis: str, token: str) -> None:
    inside = link("base") + link("tip") + joint("hinge", "continuous", "base", "tip")
    robot = convert(inside.replace('axis xyz="0 0 1"', f'axis xyz="{axis}"'))
    assert robot.prim("joints/hinge").GetAttribute("physics:axis").Get() == token
    direction = np.array([float(number) for number in axis.split()])
    turned = robot.link_poses({"hinge": 0.7})["tip"][:3, :3]
    x, y, z = direction / np.linalg.norm(direction)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    rodrigues = np.eye(3) + math.sin(0.7) * cross + (1.0 - math.cos(0.7)) * cross @ cross
    np.testing.assert_allclose(turned, rodrigues, atol=1e-6)  # joint frames are float32


def test_mimic_keeps_physx_sign(convert: Callable) -> None:
    """PhysX: q + gearing * q_leader + offset = 0; URDF: q = multiplier * q_leader + offset."""
    mimic = LIMIT + '<mimic joint="left" multiplier="-2" offset="0.5"/>'
    inside = link("base") + link("a") + link("b")
    inside += joint("left", "revolute", "base", "a", LIMIT) + joint("right", "revolute", "base", "b", mimic)
    prim = convert(inside).prim("joints/right")
    gearing, offset = (prim.GetAttribute(f"physxMimicJoint:rotZ:{name}").Get() for name in ("gearing", "offset"))
    leader = 0.3
    follower = -2.0 * leader + 0.5
    assert follower + gearing * leader + offset * DEGREE == pytest.approx(0.0, abs=1e-7)
    assert prim.GetRelationship("physxMimicJoint:rotZ:referenceJoint").GetTargets() == [
        prim.GetPath().GetParentPath().AppendChild("left")
    ]
    assert "PhysxMimicJointAPI:rotZ" in prim.GetMetadata("apiSchemas").GetAddedOrExplicitItems()
    normal = convert(inside, convert_mimic_joints_to_normal_joints=True)
    assert not normal.prim("joints/right").GetRelationship("physxMimicJoint:rotZ:referenceJoint")
    assert drive(normal, "right").GetMaxForceAttr().Get() == 30.0


def test_planar_joint_locks_what_leaves_the_plane(convert: Callable) -> None:
    robot = convert(link("base") + link("puck") + joint("table", "planar", "base", "puck"))
    prim = robot.prim("joints/table")
    for axis in ("transX", "transY", "transZ", "rotX", "rotY", "rotZ"):
        limit = UsdPhysics.LimitAPI(prim, axis)
        locked = prim.HasAPI(UsdPhysics.LimitAPI, axis) and limit.GetLowAttr().Get() > limit.GetHighAttr().Get()
        assert locked == (axis in ("transZ", "rotX", "rotY")), axis


# Drives.


def test_drive_gains_by_expression_in_units_of_usd(convert: Callable) -> None:
    gains = PDGains(stiffness={"should.*": 90.0, "slide": 7.0}, damping={"slide": 3.0})
    robot = convert(ARM, joint_drive=Drive(gains=gains, drive_type={"slide": "acceleration"}))
    assert drive(robot, "shoulder").GetStiffnessAttr().Get() == pytest.approx(90.0 * DEGREE)
    assert drive(robot, "shoulder").GetDampingAttr().Get() == pytest.approx(0.5 * DEGREE), "from <dynamics>"
    assert drive(robot, "shoulder").GetTypeAttr().Get() == "force"
    assert drive(robot, "slide").GetStiffnessAttr().Get() == 7.0
    assert drive(robot, "slide").GetDampingAttr().Get() == 3.0
    assert drive(robot, "slide").GetTypeAttr().Get() == "acceleration"
    assert not robot.prim("joints/shoulder").HasAttribute("mjc:damping")


@pytest.mark.parametrize(
    ("target", "stiffness", "damping", "passive"), [("velocity", 0.0, 2.0, None), ("none", 0.0, 0.0, 0.5)]
)
def test_drive_targets(convert: Callable, target: str, stiffness: float, damping: float, passive: float | None) -> None:
    robot = convert(ARM, joint_drive=Drive(target_type=target, gains=PDGains(stiffness=9.0, damping=2.0)))
    assert drive(robot, "shoulder").GetStiffnessAttr().Get() == stiffness
    assert drive(robot, "shoulder").GetDampingAttr().Get() == pytest.approx(damping * DEGREE)
    assert robot.prim("joints/shoulder").GetAttribute("mjc:damping").Get() == passive


def test_without_drives_damping_is_passive(convert: Callable) -> None:
    robot = convert(ARM, joint_drive=None)
    assert robot.prim("joints/shoulder").GetAttribute("mjc:damping").Get() == 0.5
    assert drive(robot, "shoulder").GetMaxForceAttr().Get() == 30.0
    assert drive(robot, "shoulder").GetDampingAttr().Get() == 0.0


def test_natural_frequency(convert: Callable) -> None:
    """A mass of 3 kg at 2 m from the axis, with 0.1 kg m^2 of its own: it swings with the frequency asked for."""
    inside = link("base") + link("arm", mass=3.0, com="2 0 0") + joint("hinge", "continuous", "base", "arm")
    gains = NaturalFrequencyGains(natural_frequency=5.0, damping_ratio=0.2)
    inertia = 3.0 * 2.0**2 + 0.1
    force = drive(convert(inside, joint_drive=Drive(gains=gains)), "hinge")
    assert force.GetStiffnessAttr().Get() == pytest.approx(inertia * 5.0**2 * DEGREE, rel=1e-6)
    assert force.GetDampingAttr().Get() == pytest.approx(2.0 * inertia * 0.2 * 5.0 * DEGREE, rel=1e-6)
    acceleration = drive(convert(inside, joint_drive=Drive(gains=gains, drive_type="acceleration")), "hinge")
    assert acceleration.GetStiffnessAttr().Get() == pytest.approx(5.0**2 * DEGREE, rel=1e-6)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"gains": PDGains(stiffness={"elbow": 1.0})}, r"matches 'elbow'.*'shoulder', 'slide'"),
        ({"gains": PDGains(stiffness=-1.0)}, "joint 'shoulder' are -1.0 and 0.5"),
        ({"drive_type": "torque"}, r"'torque'; it can be 'force', 'acceleration'"),
    ],
)
def test_drives_that_cannot_be(convert: Callable, options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        convert(ARM, joint_drive=Drive(**options))


# Shapes.


def test_collision_from_visuals(convert: Callable) -> None:
    visual = '<visual><geometry><sphere radius="0.1"/></geometry></visual>'
    assert not convert(link("base", visual)).stage.GetPrimAtPath("/robot/base/collisions")
    robot = convert(link("base", visual), collision_from_visuals=True)
    assert robot.prim("base/collisions/sphere").HasAPI(UsdPhysics.CollisionAPI)
    assert not robot.prim("base/visuals/sphere").HasAPI(UsdPhysics.CollisionAPI)


def test_capsules_for_cylinders_keep_the_length(convert: Callable) -> None:
    cylinder = '<collision><geometry><cylinder radius="0.1" length="0.5"/></geometry></collision>'
    prim = convert(link("base", cylinder), replace_cylinders_with_capsules=True).prim("base/collisions/cylinder")
    capsule = UsdGeom.Capsule(prim)
    assert capsule.GetRadiusAttr().Get() == 0.1
    assert capsule.GetHeightAttr().Get() + 2.0 * 0.1 == pytest.approx(0.5)


def test_colours(convert: Callable) -> None:
    sphere = '<geometry><sphere radius="1"/></geometry>'
    visual = f'<visual>{sphere}<material name="m"><color rgba="{{}}"/></material></visual>'
    for rgba in ("0.25 0.5 1 0.5", "63.75 127.5 255 127.5"):  # some files count to 255
        gprim = UsdGeom.Gprim(convert(link("base", visual.format(rgba))).prim("base/visuals/sphere"))
        np.testing.assert_allclose(gprim.GetDisplayColorAttr().Get()[0], [0.25, 0.5, 1.0], atol=1e-6)
        assert gprim.GetDisplayOpacityAttr().Get()[0] == 0.5
