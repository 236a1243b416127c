"""Joints: the compiled model moves its bodies as the joint frames on the stage say, for any coordinates."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics
from scipy.spatial.transform import Rotation

from pippin.physics.compile import UNLIMITED, is_limited
from pippin.physics.importer.joints import AXES


def frame(position: np.ndarray, rotation: Rotation) -> np.ndarray:
    """Homogeneous matrix of a frame, shape (4, 4)."""
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = rotation.as_matrix(), position
    return matrix


def random_frame(rng: np.random.Generator) -> np.ndarray:
    return frame(rng.uniform(-0.5, 0.5, 3), Rotation.random(random_state=int(rng.integers(1 << 31))))


def set_frames(joint: UsdPhysics.Joint, frame0: np.ndarray, frame1: np.ndarray) -> None:
    for value, position, rotation in (
        (frame0, joint.CreateLocalPos0Attr(), joint.CreateLocalRot0Attr()),
        (frame1, joint.CreateLocalPos1Attr(), joint.CreateLocalRot1Attr()),
    ):
        x, y, z, w = Rotation.from_matrix(value[:3, :3]).as_quat()
        position.Set(Gf.Vec3f(*value[:3, 3]))
        rotation.Set(Gf.Quatf(w, x, y, z))


def motion(kind: str, axis: str, q: float) -> np.ndarray:
    """Motion of a hinge or slide by a coordinate, shape (4, 4)."""
    turn = AXES[axis] * (q if kind == "Revolute" else 0.0)
    shift = AXES[axis] * (q if kind == "Prismatic" else 0.0)
    return frame(shift, Rotation.from_rotvec(turn))


def body_frames(model: mujoco.MjModel, coordinates: dict[str, float]) -> dict[str, np.ndarray]:
    """Frames of all bodies in the world for coordinates of the joints, by body name."""
    data = mujoco.MjData(model)
    for name, q in coordinates.items():
        data.joint(name).qpos = q
    mujoco.mj_kinematics(model, data)
    return {
        model.body(i).name: frame(data.xpos[i], Rotation.from_quat(data.xquat[i], scalar_first=True))
        for i in range(1, model.nbody)
    }


def define_body(stage: Usd.Stage, path: str, pose: np.ndarray | None = None) -> None:
    xform = UsdGeom.Xform.Define(stage, path)
    if pose is not None:
        xform.AddTransformOp().Set(Gf.Matrix4d(*pose.T.ravel()))
    UsdPhysics.RigidBodyAPI.Apply(xform.GetPrim())
    UsdPhysics.MassAPI.Apply(xform.GetPrim()).CreateMassAttr(1.0)


def define_joint(
    stage: Usd.Stage, path: str, kind: str, body0: str | None, body1: str | None, axis: str = "X"
) -> UsdPhysics.Joint:
    joint = getattr(UsdPhysics, f"{kind}Joint").Define(stage, path)
    if kind != "Fixed":
        joint.CreateAxisAttr(axis)
    if body0:
        joint.CreateBody0Rel().SetTargets([body0])
    if body1:
        joint.CreateBody1Rel().SetTargets([body1])
    return joint


@pytest.fixture
def random_tree(request) -> tuple[Usd.Stage, list[tuple]]:
    """A random tree of ten links, some of whose joints run from the child to the parent, with all that shifts frames.

    The joints come as (path, kind, axis, body0, body1, frame0, frame1, reference).
    """
    rng = np.random.default_rng(request.param)
    stage = Usd.Stage.CreateInMemory()
    define_body(stage, "/robot/link_0", random_frame(rng))
    UsdPhysics.ArticulationRootAPI.Apply(stage.GetPrimAtPath("/robot/link_0"))
    joints = []
    for child in range(1, 10):
        define_body(stage, f"/robot/link_{child}", random_frame(rng))
        ends = [f"/robot/link_{rng.integers(child)}", f"/robot/link_{child}"]
        if rng.random() < 0.4:
            ends.reverse()
        path, kind = f"/robot/joints/joint_{child}", str(rng.choice(["Revolute", "Prismatic", "Fixed"]))
        axis = str(rng.choice(list("XYZ")))
        joint = define_joint(stage, path, kind, *ends, axis)
        frames = random_frame(rng), random_frame(rng)
        set_frames(joint, *frames)
        reference = 0.0
        if kind != "Fixed":
            unit = 1.0 if kind == "Prismatic" else np.degrees(1.0)
            token = "linear" if kind == "Prismatic" else "angular"
            if rng.random() < 0.5:
                reference = rng.uniform(-1, 1)
                joint.GetPrim().CreateAttribute("mjc:ref", Sdf.ValueTypeNames.Double).Set(reference * unit)
            if rng.random() < 0.5:
                state = f"state:{token}:physics:position"
                joint.GetPrim().CreateAttribute(state, Sdf.ValueTypeNames.Float).Set(rng.uniform(-1, 1) * unit)
        joints.append((path, kind, axis, *ends, *frames, reference))
    return stage, joints


@pytest.mark.parametrize("random_tree", range(8), indirect=True)
def test_joint_frames_lie_as_the_coordinates_say(model_of, random_tree):
    stage, joints = random_tree
    model = model_of(stage)
    rng = np.random.default_rng(0)
    assert model.nv == 6 + sum(kind != "Fixed" for _, kind, *_ in joints)
    for _ in range(3):
        q = {path: rng.uniform(-2, 2) for path, kind, *_ in joints if kind != "Fixed"}
        bodies = body_frames(model, q)
        for path, kind, axis, body0, body1, frame0, frame1, reference in joints:
            between = np.linalg.inv(bodies[body0] @ frame0) @ bodies[body1] @ frame1
            expected = motion(kind, axis, q.get(path, reference) - reference)
            np.testing.assert_allclose(
                between, expected, atol=1e-6, err_msg=path
            )  # frames are single precision on the stage


@pytest.mark.parametrize("random_tree", range(4), indirect=True)
def test_simulation_starts_at_the_authored_joint_state(model_of, random_tree):
    stage, joints = random_tree
    model = model_of(stage)
    for path, kind, *_, reference in joints:
        if kind != "Fixed":
            token, unit = ("linear", 1.0) if kind == "Prismatic" else ("angular", np.radians(1.0))
            state = stage.GetPrimAtPath(path).GetAttribute(f"state:{token}:physics:position")
            expected = state.Get() * unit if state else reference
            assert model.qpos0[model.joint(path).qposadr[0]] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("is_reversed", [False, True])
def test_joints_between_the_same_links_act_in_series(model_of, is_reversed):
    """As the converters' table says: F0_1 J_1 F1_1^-1 F1_2 J_2 F1_2^-1."""
    rng = np.random.default_rng(3)
    stage = Usd.Stage.CreateInMemory()
    define_body(stage, "/robot/a")
    define_body(stage, "/robot/b")
    root = "/robot/b" if is_reversed else "/robot/a"
    UsdPhysics.ArticulationRootAPI.Apply(stage.GetPrimAtPath(root))
    frames = []
    for index, (kind, axis) in enumerate([("Revolute", "X"), ("Prismatic", "Y"), ("Revolute", "Z")]):
        joint = define_joint(stage, f"/robot/joint_{index}", kind, "/robot/a", "/robot/b", axis)
        frames.append((random_frame(rng), random_frame(rng)))
        set_frames(joint, *frames[-1])
        token, unit = ("linear", 1.0) if kind == "Prismatic" else ("angular", np.degrees(1.0))
        state = f"state:{token}:physics:position"
        joint.GetPrim().CreateAttribute(state, Sdf.ValueTypeNames.Float).Set(0.3 * (index + 1) * unit)
    model = model_of(stage)
    assert model.body(root).jntnum[0] == 1
    q = {f"/robot/joint_{index}": value for index, value in enumerate((0.5, -0.2, 1.1))}
    bodies = body_frames(model, q)
    expected = frames[0][0] @ np.linalg.inv(frames[0][1])
    for (_, frame1), (kind, axis), value in zip(
        frames, [("Revolute", "X"), ("Prismatic", "Y"), ("Revolute", "Z")], q.values(), strict=True
    ):
        expected = expected @ frame1 @ motion(kind, axis, value) @ np.linalg.inv(frame1)
    np.testing.assert_allclose(np.linalg.inv(bodies["/robot/a"]) @ bodies["/robot/b"], expected, atol=1e-6)


def test_generic_joint_turns_about_its_free_axes_in_order(model_of):
    rng = np.random.default_rng(5)
    stage = Usd.Stage.CreateInMemory()
    for name in "ab":
        define_body(stage, f"/robot/{name}")
    UsdPhysics.ArticulationRootAPI.Apply(stage.GetPrimAtPath("/robot/a"))
    joint = UsdPhysics.Joint.Define(stage, "/robot/joint")
    joint.CreateBody0Rel().SetTargets(["/robot/a"])
    joint.CreateBody1Rel().SetTargets(["/robot/b"])
    frame0, frame1 = random_frame(rng), random_frame(rng)
    set_frames(joint, frame0, frame1)
    for token in ("transX", "transZ", "rotY"):
        limit = UsdPhysics.LimitAPI.Apply(joint.GetPrim(), token)
        limit.CreateLowAttr(1.0)
        limit.CreateHighAttr(-1.0)
    limit = UsdPhysics.LimitAPI.Apply(joint.GetPrim(), "rotX")
    limit.CreateLowAttr(-30.0)
    limit.CreateHighAttr(60.0)
    model = model_of(stage)
    names = [model.joint(i).name for i in range(1, model.njnt)]
    assert names == ["/robot/joint:transY", "/robot/joint:0", "/robot/joint:2"]  # PhysX numbers rotations by axis
    np.testing.assert_allclose(model.joint("/robot/joint:0").range, np.radians([-30, 60]), rtol=1e-6)
    assert not is_limited(model, model.joint("/robot/joint:2").id)
    bodies = body_frames(model, dict(zip(names, (0.4, 0.3, -0.9), strict=True)))
    between = np.linalg.inv(bodies["/robot/a"] @ frame0) @ bodies["/robot/b"] @ frame1
    expected = motion("Prismatic", "Y", 0.4) @ motion("Revolute", "X", 0.3) @ motion("Revolute", "Z", -0.9)
    np.testing.assert_allclose(between, expected, atol=1e-6)


@pytest.mark.parametrize(("is_articulated", "degrees_of_freedom"), [(True, 0), (False, 6)])
def test_joint_to_the_world_without_a_kind_or_limits(model_of, is_articulated, degrees_of_freedom):
    """It fixes a robot, as files of older importers mean by it, and leaves other bodies free."""
    stage = Usd.Stage.CreateInMemory()
    define_body(stage, "/robot/a")
    if is_articulated:
        UsdPhysics.ArticulationRootAPI.Apply(stage.GetPrimAtPath("/robot"))
    joint = UsdPhysics.Joint.Define(stage, "/robot/root")
    joint.CreateBody0Rel().SetTargets(["/robot/a"])
    assert model_of(stage).nv == degrees_of_freedom
    limit = UsdPhysics.LimitAPI.Apply(joint.GetPrim(), "transZ")
    limit.CreateLowAttr(-1.0)
    limit.CreateHighAttr(1.0)
    assert model_of(stage).nv == 6  # a joint again, whose limit acts


def pair(joint: str, root: str = "") -> str:
    """Two bodies with a joint between them."""
    api = ', "PhysicsArticulationRootAPI"'
    return f"""
def Xform "a" (prepend apiSchemas = ["PhysicsRigidBodyAPI"{api if root == "a" else ""}])
{{
    double3 xformOp:translate = (0, 0, 3)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Cube "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {{ double size = 0.2; }}
}}
def Xform "b" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{{
    double3 xformOp:translate = (1, 0, 3)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Cube "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {{ double size = 0.2; }}
}}
{joint}
"""


REVOLUTE = """
def PhysicsRevoluteJoint "joint" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])
{{
    rel physics:body0 = </a>
    rel physics:body1 = </b>
    point3f physics:localPos0 = (1, 0, 0)
    uniform token physics:axis = "Y"
    {}
}}
"""


def test_angular_attributes_are_in_degrees_on_the_stage_and_in_radians_in_the_model(variant_of, model_of):
    text = pair(
        REVOLUTE.format(
            """
    float physics:lowerLimit = -90
    float physics:upperLimit = 45
    float drive:angular:physics:stiffness = 2
    float drive:angular:physics:damping = 0.1
    float drive:angular:physics:maxForce = 7
    float drive:angular:physics:targetPosition = 30
    float physxJoint:maxJointVelocity = 360
    float physxJoint:armature = 0.01
    float physxJoint:jointFriction = 0.2
    double mjc:damping = 0.3
    double mjc:stiffness = 4
    double mjc:springref = 10
    double mjc:actuatorfrcrange:min = -5
    double mjc:actuatorfrcrange:max = 6
    double[] mjc:solreflimit = [0.01, 0.9]
"""
        ),
        root="a",
    )
    model, properties = model_of(text), variant_of(text).joint_properties["/joint"]
    joint, degree = model.joint("/joint"), np.radians(1.0)
    np.testing.assert_allclose(joint.range, np.radians([-90, 45]), rtol=1e-6)
    assert joint.armature[0] == pytest.approx(0.01)
    assert joint.frictionloss[0] == pytest.approx(0.2)
    assert joint.damping[0] == pytest.approx(0.3)
    assert joint.stiffness[0] == pytest.approx(4)
    assert model.qpos_spring[joint.qposadr[0]] == pytest.approx(10 * degree)
    np.testing.assert_allclose(model.jnt_actfrcrange[joint.id], (-5, 6))
    np.testing.assert_allclose(model.jnt_solref[joint.id], (0.01, 0.9))
    actuator = model.actuator("/joint")
    np.testing.assert_allclose(actuator.gainprm[:3], (1, 0, 0))
    np.testing.assert_allclose(actuator.biasprm[:3], (0, -2 / degree, -0.1 / degree), rtol=1e-6)
    np.testing.assert_allclose(actuator.forcerange, (-7, 7))
    assert model.actuator_forcelimited[0]
    assert not model.actuator_ctrllimited[0]
    assert properties.max_velocity == pytest.approx(2 * np.pi)
    assert properties.effort_limit == pytest.approx(6)
    assert properties.drive_stiffness == pytest.approx(2 / degree)
    assert properties.drive_damping == pytest.approx(0.1 / degree)
    assert (properties.friction, properties.armature) == (pytest.approx(0.2), pytest.approx(0.01))


def test_what_is_not_authored_is_unlimited_and_zero(variant_of, model_of):
    text = pair(REVOLUTE.format("float drive:angular:physics:maxForce = 3.4028235e38"), root="a")
    model, properties = model_of(text), variant_of(text).joint_properties["/joint"]
    assert not is_limited(model, model.joint("/joint").id)
    np.testing.assert_array_equal(model.actuator("/joint").forcerange, (-UNLIMITED, UNLIMITED))
    np.testing.assert_array_equal(model.actuator("/joint").biasprm, 0.0)
    assert np.isinf([properties.max_velocity, properties.effort_limit]).all()
    assert model.joint("/joint").armature[0] == 0.0


def test_a_drive_without_force_moves_nothing(model_of):
    text = pair(REVOLUTE.format("float drive:angular:physics:maxForce = 0"), root="a")
    np.testing.assert_allclose(model_of(text).actuator("/joint").forcerange, (0.0, 0.0), atol=1e-5)


def test_linear_attributes_hold_no_angle(model_of):
    text = pair(
        """
def PhysicsPrismaticJoint "joint" (prepend apiSchemas = ["PhysicsDriveAPI:linear"])
{
    rel physics:body0 = </a>
    rel physics:body1 = </b>
    float physics:lowerLimit = -0.5
    float physics:upperLimit = 2
    float drive:linear:physics:stiffness = 30
    float drive:linear:physics:damping = 4
}
""",
        root="a",
    )
    model = model_of(text)
    np.testing.assert_allclose(model.joint("/joint").range, (-0.5, 2))
    np.testing.assert_allclose(model.actuator("/joint").biasprm[:3], (0, -30, -4))


def test_drive_of_type_acceleration_is_scaled_by_the_inertia_that_it_moves(model_of):
    attributes = "float drive:angular:physics:stiffness = 2\nfloat drive:angular:physics:damping = 0.5\n"
    model = model_of(
        pair(REVOLUTE.format(attributes + 'uniform token drive:angular:physics:type = "acceleration"'), root="a")
    )
    mass, size = 1000 * 0.2**3, 0.2  # the joint lies in the middle of body b
    inertia = mass * size**2 / 6
    stiffness, damping = -model.actuator("/joint").biasprm[1:3]
    assert stiffness == pytest.approx(inertia * np.degrees(2), rel=1e-5)
    assert damping == pytest.approx(inertia * np.degrees(0.5), rel=1e-5)


@pytest.mark.parametrize("root", ["", "a"])
def test_only_drives_outside_articulations_aim_by_themselves(model_of, root):
    """Articulations are commanded; a door with a spring is not."""
    attributes = "float drive:angular:physics:stiffness = 2\nfloat drive:angular:physics:targetPosition = 30\n"
    model = model_of(pair(REVOLUTE.format(attributes), root))
    expected = 0.0 if root else np.degrees(2) * np.radians(30)
    assert model.actuator("/joint").biasprm[0] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(("root", "names"), [("", ["/joint"]), ("a", ["/joint:0", "/joint:1", "/joint:2"])])
def test_spherical_joint_is_a_ball_or_three_hinges_in_an_articulation(model_of, root, names):
    model = model_of(
        pair(
            """
def PhysicsSphericalJoint "joint"
{
    rel physics:body0 = </a>
    rel physics:body1 = </b>
    point3f physics:localPos0 = (1, 0, 0)
}
""",
            root,
        )
    )
    assert [model.joint(i).name for i in range(1, model.njnt)] == names
    assert model.nv == 9
    assert model.nu == (3 if root else 0)


def test_distance_joint_bounds_the_distance(model_of):
    model = model_of(
        pair(
            """
def PhysicsDistanceJoint "rope"
{
    rel physics:body0 = </a>
    rel physics:body1 = </b>
    float physics:maxDistance = 1.5
}
def PhysicsFixedJoint "hold"
{
    rel physics:body1 = </a>
}
"""
        )
    )
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert data.ten_length[0] == pytest.approx(1.0)
    for _ in range(1000):  # body b falls for two seconds, and the rope holds it
        mujoco.mj_step(model, data)
    assert data.ten_length[0] == pytest.approx(1.5, abs=0.05)  # constraints of the engine are soft


MIMICS = {
    "physx": "float physxMimicJoint:rotX:gearing = -2; float physxMimicJoint:rotX:offset = 30\n"
    "rel physxMimicJoint:rotX:referenceJoint = </leader>",
    "mjc": "float newton:mimicCoef0 = -30; float newton:mimicCoef1 = 2; rel newton:mimicJoint = </leader>",
}


@pytest.mark.parametrize("schema", list(MIMICS))
def test_mimic_joint_follows_its_leader(model_of, schema):
    """The coordinate is twice the leader's less 30 degrees, from starts that are not zero."""
    hinge = """
def Xform "{0}" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{{
    def Cube "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {{ double size = 0.2; }}
}}
def PhysicsRevoluteJoint "{1}"
{{
    rel physics:body0 = </base>
    rel physics:body1 = </{0}>
    {2}
}}
"""
    text = """
def Xform "base" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsArticulationRootAPI"])
{
    bool physics:kinematicEnabled = true
    bool physxArticulation:enabledSelfCollisions = false
}
"""
    text += hinge.format("x", "leader", "float state:angular:physics:position = 20")
    text += hinge.format("y", "follower", MIMICS[schema] + "\nfloat state:angular:physics:position = 10")
    model = model_of(text)
    data = mujoco.MjData(model)
    data.joint("/leader").qvel = 1.0
    for _ in range(500):
        mujoco.mj_step(model, data)
    leader, follower = data.joint("/leader").qpos[0], data.joint("/follower").qpos[0]
    assert abs(leader - np.radians(20)) > 0.1  # it did move
    assert follower == pytest.approx(2 * leader - np.radians(30), abs=2e-3)  # constraints are soft


@pytest.mark.parametrize(
    ("joint", "message"),
    [
        (REVOLUTE.format("").replace("</b>", "</c>"), "'/joint' refers to '/c', which is not on the stage"),
        (REVOLUTE.format("").replace("</b>", "</a>"), "'/joint' joins body '/a' to itself"),
        (REVOLUTE.format("").replace("</b>", "[</a>, </b>]"), "'/joint' has 2 prims as its body 1"),
        (
            REVOLUTE.format("float physics:lowerLimit = 5; float physics:upperLimit = -5"),
            "limits of joint '/joint'",
        ),
        (REVOLUTE.format("float physics:lowerLimit = nan"), "'physics:lowerLimit' of prim '/joint' must be a number"),
        (REVOLUTE.format("float drive:angular:physics:stiffness = -1"), "drive stiffness of joint '/joint'"),
        (REVOLUTE.format("float physxJoint:armature = -1"), "armature of joint '/joint'"),
        (REVOLUTE.format("quatf physics:localRot0 = (0, 0, 0, 0)"), "'physics:localRot0' of prim '/joint'"),
        (REVOLUTE.format("point3f physics:localPos1 = (nan, 0, 0)"), "'physics:localPos1' of joint '/joint'"),
        (REVOLUTE.format("rel physxMimicJoint:rotX:referenceJoint = </x>"), "'/joint' names /x"),
    ],
)
def test_joints_that_make_no_sense_are_refused(model_of, joint, message):
    with pytest.raises(ValueError, match=message):
        model_of(pair(joint, root="a"))


def test_disabled_joint_joins_nothing(model_of):
    model = model_of(pair(REVOLUTE.format("bool physics:jointEnabled = false")))
    assert model.nv == 12


def test_local_positions_are_subject_to_the_scale_of_the_body(model_of):
    text = pair(REVOLUTE.format("")).replace(
        'double3 xformOp:translate = (0, 0, 3)\n    uniform token[] xformOpOrder = ["xformOp:translate"]',
        "double3 xformOp:translate = (0, 0, 3)\n    double3 xformOp:scale = (2, 1, 1)\n"
        '    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]',
    )
    np.testing.assert_allclose(model_of(text).body("/b").pos, (2, 0, 0), atol=1e-9)


def test_joint_may_name_a_prim_below_a_body(model_of):
    """The joint frame then counts from that prim."""
    text = pair(REVOLUTE.format("")).replace("rel physics:body0 = </a>", "rel physics:body0 = </a/shape>")
    text = text.replace(
        "{ double size = 0.2; }",
        "{ double size = 0.2; double3 xformOp:translate = (0, 0.5, 0)\n"
        'uniform token[] xformOpOrder = ["xformOp:translate"]; }',
        1,
    )
    model = model_of(text)
    assert model.body(model.body("/b").parentid[0]).name == "/a"
    np.testing.assert_allclose(model.body("/b").pos, (1, 0.5, 0), atol=1e-9)
