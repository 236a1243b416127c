"""What becomes of each element of an MJCF."""

from __future__ import annotations

import logging
from collections.abc import Callable

import mujoco
import numpy as np
import pytest
from pxr import Usd, UsdGeom, UsdPhysics, UsdShade

from pippin.sim.converters import convert_mjcf

TWO_ARMS = """
<worldbody>
  <body name="left" pos="0 1 0"><joint name="a" range="-60 90"/><geom name="g" size="0.1"/>
    <body name="hand" pos="1 0 0"><joint name="b" type="slide" axis="1 0 0"/><geom size="0.1"/><site name="grip"/>
    </body>
  </body>
  <body name="right" pos="0 -1 0"><joint name="c" axis="0 1 0"/><geom name="h" size="0.1"/></body>
</worldbody>"""


@pytest.fixture
def convert(write_mjcf: Callable[[str], str], read_robot: Callable) -> Callable:
    """Function from the inside of a <mujoco> and options to the robot on its stage."""
    robots = []  # keeps the stages, without which prims are nothing

    def convert(inside: str, **options: object) -> object:
        robots.append(read_robot(convert_mjcf(write_mjcf(inside), **options)))
        return robots[-1]

    return convert


def value(prim: Usd.Prim, name: str) -> object:
    """Value of an attribute; None where there is none."""
    return prim.GetAttribute(name).Get()


# Trees.


def body(joint: str, inside: str = "") -> str:
    """World with one body."""
    return f'<worldbody><body name="b">{joint}<geom size="0.1"/>{inside}</body></worldbody>'


CHILD = '<body name="c" pos="0 0 1"><joint name="j"/><geom size="0.1"/></body>'


def test_floating_tree(convert: Callable) -> None:
    robot = convert(body("<freejoint/>", CHILD))
    assert robot.root.HasAPI(UsdPhysics.ArticulationRootAPI)
    assert list(robot.joints) == ["j"]


def test_fixed_tree(convert: Callable) -> None:
    robot = convert(body("", CHILD))
    assert robot.root.HasAPI(UsdPhysics.ArticulationRootAPI)
    assert robot.ends(robot.joints["root_joint"]) == (None, "b")


def test_tree_on_rails_hangs_from_a_fixed_link(convert: Callable) -> None:
    robot = convert(body('<joint name="rail" type="slide"/>'))
    assert robot.ends(robot.joints["root_joint"]) == (None, "world")
    assert robot.ends(robot.joints["rail"]) == ("world", "b")


def test_free_body_is_no_articulation(convert: Callable) -> None:
    robot = convert(body("<freejoint/>"))
    assert list(robot.links) == ["b"]
    assert not any(prim.HasAPI(UsdPhysics.ArticulationRootAPI) for prim in robot.stage.Traverse())


def test_fix_base(convert: Callable) -> None:
    robot = convert(body("<freejoint/>", CHILD), fix_base=True)
    assert robot.ends(robot.joints["root_joint"]) == (None, "b")


def test_scenery_and_mocap_bodies(convert: Callable) -> None:
    robot = convert('<worldbody><body name="m" mocap="true"/><body name="s"><geom size="1"/></body></worldbody>')
    assert list(robot.links) == ["m"]
    assert UsdPhysics.RigidBodyAPI(robot.links["m"]).GetKinematicEnabledAttr().Get() is True
    assert robot.prim("s/collisions/sphere").HasAPI(UsdPhysics.CollisionAPI)


def test_several_trees_have_roots_of_their_own(convert: Callable) -> None:
    inside = "<worldbody>" + "".join(
        f'<body name="{name}"><freejoint/><geom size="1"/><body name="{name}1"><joint name="{name}j"/>'
        '<geom size="1"/></body></body>'
        for name in "pq"
    )
    robot = convert(inside + "</worldbody>", self_collision=True)
    roots = [prim.GetName() for prim in robot.stage.Traverse() if prim.HasAPI(UsdPhysics.ArticulationRootAPI)]
    assert roots == ["p", "q"]
    assert value(robot.links["p"], "physxArticulation:enabledSelfCollisions") is True


def test_world_geometry_only_if_asked_for(convert: Callable) -> None:
    inside = '<worldbody><geom name="floor" type="plane" size="0 0 1"/></worldbody>'
    assert not convert(inside).root.GetChild("collisions")
    floor = convert(inside, import_world_geometry=True).prim("collisions/floor")
    assert floor.GetTypeName() == "Plane"
    assert floor.HasAPI(UsdPhysics.CollisionAPI)


# Geometry.


@pytest.mark.parametrize(
    ("geom", "kind", "attributes"),
    [
        ('type="sphere" size="0.2"', "Sphere", {"radius": 0.2}),
        ('type="capsule" size="0.1 0.3"', "Capsule", {"radius": 0.1, "height": 0.6, "axis": "Z"}),
        ('type="cylinder" size="0.1 0.3"', "Cylinder", {"radius": 0.1, "height": 0.6, "axis": "Z"}),
        ('type="box" size="0.1 0.2 0.3"', "Cube", {"size": 1.0, "xformOp:scale": (0.2, 0.4, 0.6)}),
        ('type="ellipsoid" size="0.1 0.2 0.3"', "Sphere", {"radius": 1.0, "xformOp:scale": (0.1, 0.2, 0.3)}),
    ],
)
def test_shapes(convert: Callable, geom: str, kind: str, attributes: dict) -> None:
    robot = convert(f'<worldbody><body name="b"><freejoint/><geom name="g" pos="1 2 3" {geom}/></body></worldbody>')
    prim = robot.prim("b/collisions/g")
    assert prim.GetTypeName() == kind
    for name, expected in attributes.items():
        assert value(prim, name) == pytest.approx(expected)
    assert value(prim, "xformOp:translate") == (1.0, 2.0, 3.0)


def test_meshes_lie_as_in_mujoco(convert: Callable, write_mjcf: Callable) -> None:
    """MuJoCo moves meshes to their centre; vertices of both programs coincide in the body's frame."""
    inside = """
    <asset><mesh name="m" vertex="0 0 0 1 0 0 0 2 0 0 0 3" scale="1 1 0.5"/></asset>
    <worldbody><body name="b"><freejoint/>
      <geom name="g" type="mesh" mesh="m" pos="0.1 0.2 0.3" euler="10 20 30"/></body></worldbody>"""
    robot = convert(inside)
    prim = robot.prim("b/collisions/g")
    assert value(prim, "physics:approximation") == "convexHull"
    matrix = np.array(UsdGeom.Xformable(prim).GetLocalTransformation()).T
    points = np.array(value(prim, "points")) @ matrix[:3, :3].T + matrix[:3, 3]
    model = mujoco.MjModel.from_xml_path(write_mjcf(inside))
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    expected = model.mesh_vert @ data.geom_xmat[0].reshape(3, 3).T + data.geom_xpos[0]
    np.testing.assert_allclose(points, expected, atol=1e-6)  # float32


def test_height_field_is_the_surface_that_rays_hit(convert: Callable, write_mjcf: Callable) -> None:
    inside = """
    <asset><hfield name="h" nrow="3" ncol="4" size="2 1 0.5 0.1" elevation="0 1 2 3 4 3 2 1 0 2 4 0"/></asset>
    <worldbody><geom name="g" type="hfield" hfield="h"/></worldbody>"""
    prim = convert(inside, import_world_geometry=True).prim("collisions/g")
    assert value(prim, "physics:approximation") == "none"
    points, faces = np.array(value(prim, "points")), np.array(value(prim, "faceVertexIndices")).reshape(-1, 3)
    model = mujoco.MjModel.from_xml_path(write_mjcf(inside))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    for triangle in points[faces].astype(np.float64):
        assert np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0])[2] > 0.0, "triangles face up"
        centre = triangle.mean(axis=0)
        start = centre + np.array([0.0, 0.0, 2.0])
        hit = mujoco.mj_rayHfield(model, data, 0, start, np.array([0.0, 0.0, -1.0]), np.zeros(3))
        assert hit == pytest.approx(2.0, abs=1e-6)


def test_contact_parameters_that_are_no_defaults(convert: Callable) -> None:
    contact = 'contype="2" condim="6" solref="0.01 0.8" margin="0.003" friction="0.7 0.02 0.003" group="3"'
    robot = convert(
        '<worldbody><body name="b"><freejoint/><geom name="plain" size="1"/>'
        f'<geom name="odd" size="1" {contact}/></body></worldbody>'
    )
    plain, odd = robot.prim("b/collisions/plain"), robot.prim("b/collisions/odd")
    assert [name for name in plain.GetPropertyNames() if name.startswith("mjc:")] == []
    assert value(odd, "mjc:contype") == 2
    assert value(odd, "mjc:condim") == 6
    assert value(odd, "mjc:margin") == 0.003
    assert list(value(odd, "mjc:solref")) == [0.01, 0.8]
    assert not odd.HasAttribute("mjc:conaffinity")
    assert UsdGeom.Imageable(odd).GetPurposeAttr().Get() == "guide", "group 3 is hidden in MuJoCo's viewers"
    assert UsdGeom.Imageable(plain).GetPurposeAttr().Get() == "default"
    for prim, friction in ((plain, [1.0, 0.005, 0.0001]), (odd, [0.7, 0.02, 0.003])):
        material, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial("physics")
        names = ("physics:dynamicFriction", "mjc:torsionalfriction", "mjc:rollingfriction")
        np.testing.assert_allclose([value(material.GetPrim(), name) for name in names], friction, rtol=1e-6)


def test_link_density_leaves_given_masses(convert: Callable) -> None:
    box = 'type="box" size="0.5 0.5 0.5"'
    inside = f'<body name="a"><freejoint/><geom {box}/></body><body name="b"><freejoint/><geom {box} mass="3"/></body>'
    robot = convert(f"<worldbody>{inside}</worldbody>", link_density=200.0)
    assert robot.mass("a") == pytest.approx(200.0)
    assert robot.mass("b") == pytest.approx(3.0)


def test_masses_without_inertia(convert: Callable) -> None:
    prim = convert(body("<freejoint/>"), import_inertia_tensor=False).links["b"]
    assert UsdPhysics.MassAPI(prim).GetMassAttr().Get() > 0.0
    assert not UsdPhysics.MassAPI(prim).GetDiagonalInertiaAttr().HasAuthoredValue()


def test_sites(convert: Callable) -> None:
    assert convert(TWO_ARMS).prim("hand/grip").GetTypeName() == "Xform"
    without = convert(TWO_ARMS, import_sites=False)
    assert not without.links["hand"].GetChild("grip")


def test_excluded_contacts(convert: Callable) -> None:
    robot = convert(TWO_ARMS + '<contact><exclude body1="left" body2="right"/></contact>')
    pairs = UsdPhysics.FilteredPairsAPI(robot.links["left"]).GetFilteredPairsRel().GetTargets()
    assert pairs == [robot.links["right"].GetPath()]


# Actuators, tendons, equalities, options.


def test_motor_is_recorded_and_bounds_the_drive(convert: Callable) -> None:
    robot = convert(TWO_ARMS + '<actuator><motor name="m" joint="a" gear="20" ctrlrange="-1 0.5"/></actuator>')
    actuator = robot.prim("actuators/m")
    assert actuator.GetTypeName() == "MjcActuator"
    assert actuator.GetRelationship("mjc:target").GetTargets() == [robot.prim("joints/a").GetPath()]
    assert value(actuator, "mjc:gear")[0] == 20.0
    assert (value(actuator, "mjc:ctrlRange:min"), value(actuator, "mjc:ctrlRange:max")) == (-1.0, 0.5)
    drive = UsdPhysics.DriveAPI(robot.prim("joints/a"), "angular")
    assert drive.GetMaxForceAttr().Get() == 20.0
    assert drive.GetStiffnessAttr().Get() == 0.0


def test_position_servo_is_the_drive(convert: Callable) -> None:
    """MuJoCo's force at the joint: gear (kp (ctrl - gear q) - kv gear qd)."""
    servo = '<position joint="{}" kp="100" kv="10" gear="2" forcerange="-30 40"/>'
    robot = convert(TWO_ARMS + f"<actuator>{servo.format('a')}{servo.format('b')}</actuator>")
    angular = UsdPhysics.DriveAPI(robot.prim("joints/a"), "angular")
    linear = UsdPhysics.DriveAPI(robot.prim("joints/b"), "linear")
    assert angular.GetStiffnessAttr().Get() == pytest.approx(400.0 * np.pi / 180.0)
    assert angular.GetDampingAttr().Get() == pytest.approx(40.0 * np.pi / 180.0)
    assert linear.GetStiffnessAttr().Get() == pytest.approx(400.0)
    assert linear.GetDampingAttr().Get() == pytest.approx(40.0)
    assert linear.GetMaxForceAttr().Get() == pytest.approx(80.0)


def test_passive_joint_forces(convert: Callable) -> None:
    parameters = 'stiffness="5" springref="30" damping="0.4" frictionloss="0.6" armature="0.7" actuatorfrcrange="-3 4"'
    prim = convert(TWO_ARMS.replace('name="a"', f'name="a" {parameters}')).prim("joints/a")
    expected = {
        "mjc:stiffness": 5.0,
        "mjc:springref": 30.0,
        "mjc:damping": 0.4,
        "mjc:frictionloss": 0.6,
        "mjc:actuatorfrcrange:min": -3.0,
        "mjc:actuatorfrcrange:max": 4.0,
    }
    assert {name: value(prim, name) for name in expected} == pytest.approx(expected)
    assert value(prim, "physxJoint:armature") == pytest.approx(0.7)


def test_joint_equality(convert: Callable) -> None:
    inside = TWO_ARMS + '<equality><joint joint1="a" joint2="c" polycoef="0.1 -2 0.3" solref="0.05 1"/></equality>'
    robot = convert(inside)
    prim = robot.prim("joints/a")
    assert value(prim, "newton:mimicCoef0") == pytest.approx(np.degrees(0.1))
    assert value(prim, "newton:mimicCoef1") == -2.0
    assert value(prim, "mjc:coef2") == 0.3
    assert list(value(prim, "mjc:solref")) == [0.05, 1.0]
    assert prim.GetRelationship("newton:mimicJoint").GetTargets() == [robot.prim("joints/c").GetPath()]


@pytest.mark.parametrize("kind", ["connect", "weld"])
@pytest.mark.parametrize("second", ["right", None])
def test_loops_close_in_the_reference_configuration(convert: Callable, kind: str, second: str | None) -> None:
    """Without a relative pose, MuJoCo holds two bodies as they are in ``qpos0``: both frames coincide there."""
    body2 = f'body2="{second}"' if second else ""
    anchor = 'anchor="0.1 0.2 0.3"'
    robot = convert(
        TWO_ARMS + f'<equality><{kind} name="loop" body1="hand" {body2} {anchor} active="false"/></equality>'
    )
    joint = UsdPhysics.Joint(robot.prim("joints/loop"))
    assert joint.GetExcludeFromArticulationAttr().Get() is True
    assert joint.GetJointEnabledAttr().Get() is False
    anchors = []
    for rel, position in (
        (joint.GetBody0Rel(), joint.GetLocalPos0Attr().Get()),
        (joint.GetBody1Rel(), joint.GetLocalPos1Attr().Get()),
    ):
        pose = robot.pose(rel.GetTargets()[0].name) if rel.GetTargets() else np.eye(4)
        anchors.append(pose[:3, :3] @ np.array(position) + pose[:3, 3])
    np.testing.assert_allclose(anchors[0], anchors[1], atol=1e-6)  # float32
    own = (
        anchors[0] - robot.pose("hand")[:3, 3]
        if kind == "connect"
        else anchors[1] - np.array(robot.pose(second)[:3, 3] if second else np.zeros(3))
    )
    np.testing.assert_allclose(own, [0.1, 0.2, 0.3], atol=1e-6)


def test_tendons(convert: Callable) -> None:
    inside = """
    <worldbody><body name="x"><joint name="jx"/><geom name="drum" type="cylinder" size="0.1 0.1"/><site name="s1"/>
      <body name="y" pos="1 0 0"><joint name="jy"/><geom size="0.1"/><site name="s2"/><site name="side" pos="0 1 0"/>
    </body></body></worldbody>
    <tendon>
      <fixed name="coupled" stiffness="3" range="-1 2"><joint joint="jx" coef="1"/><joint joint="jy" coef="-2"/></fixed>
      <spatial name="rope" damping="4"><site site="s1"/><geom geom="drum" sidesite="side"/><site site="s2"/>
        <pulley divisor="2"/><site site="s2"/><site site="s1"/></spatial>
    </tendon>
    <actuator><motor name="winch" tendon="rope"/></actuator>"""
    robot = convert(inside, import_sites=False)
    coupled, rope = robot.prim("tendons/coupled"), robot.prim("tendons/rope")
    assert [path.name for path in coupled.GetRelationship("mjc:path").GetTargets()] == ["jx", "jy"]
    assert list(value(coupled, "mjc:path:coef")) == [1.0, -2.0]
    assert (value(coupled, "mjc:range:min"), value(coupled, "mjc:stiffness")) == (-1.0, 3.0)
    points = [path.name for path in rope.GetRelationship("mjc:path").GetTargets()]
    assert [points[index] for index in value(rope, "mjc:path:indices")] == ["s1", "drum", "s2", "s2", "s1"]
    assert list(value(rope, "mjc:path:segments")) == [0, 0, 0, 1, 1]
    assert list(value(rope, "mjc:path:divisors")) == [1.0, 2.0]
    assert list(value(rope, "mjc:sideSites:indices")) == [-1, 0, -1, -1, -1]
    assert value(rope, "mjc:damping") == 4.0
    assert robot.prim("actuators/winch").GetRelationship("mjc:target").GetTargets() == [rope.GetPath()]


def test_options_only_if_asked_for(convert: Callable) -> None:
    inside = '<option timestep="0.004" gravity="0 0 -5" integrator="RK4"><flag contact="disable"/></option>' + TWO_ARMS
    assert not convert(inside).root.GetChild("physicsScene")
    scene = convert(inside, import_options=True).prim("physicsScene")
    assert value(scene, "mjc:option:timestep") == 0.004
    assert value(scene, "mjc:option:integrator") == "rk4"
    assert value(scene, "mjc:flag:contact") is False
    assert value(scene, "physics:gravityMagnitude") == 5.0


def test_what_is_left_out_is_reported(convert: Callable, caplog: pytest.LogCaptureFixture) -> None:
    damped_free_joint = body('<joint type="free" damping="1"/>', CHILD)
    with caplog.at_level(logging.INFO, "pippin"):
        convert(damped_free_joint)
        convert(TWO_ARMS + '<contact><pair geom1="g" geom2="h"/></contact>')
    assert "free joint of 'b' loses its damping" in caplog.text
    assert "1 contact pairs" in caplog.text
