"""Which body hangs from which: articulation roots, fixed bases, loops, several robots."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest


def link(name: str, z: float = 0.0, apis: str = "", attributes: str = "") -> str:
    return f"""
    def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI"{apis}])
    {{
        {attributes}
        double3 xformOp:translate = (0, 0, {z})
        uniform token[] xformOpOrder = ["xformOp:translate"]
        def Cube "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {{ double size = 0.1; }}
    }}
"""


def joint(name: str, parent: str, child: str, kind: str = "Revolute", apis: str = "", attributes: str = "") -> str:
    ends = "\n".join(f"rel physics:body{i} = <{path}>" for i, path in enumerate((parent, child)) if path)
    return f"""
    def Physics{kind}Joint "{name}" {f"(prepend apiSchemas = [{apis}])" if apis else ""}
    {{
        {ends}
        point3f physics:localPos0 = (0, 0, 0.3)
        {attributes}
    }}
"""


ROOT = '"PhysicsArticulationRootAPI"'


def chain(where: str, fixed: bool) -> str:
    """Three links in a row below /robot, with the articulation root API at one of the places where it occurs."""
    on_prim = f"(prepend apiSchemas = [{ROOT}])" if where == "prim above" else ""
    on_link = f", {ROOT}" if where == "root link" else ""
    on_joint = ROOT if where == "fixed joint" else ""
    fixing = joint("root_joint", "", "/robot/base", "Fixed", on_joint) if fixed else ""
    return f"""
def Xform "robot" {on_prim}
{{
    double3 xformOp:translate = (0, 0, 2)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    {link("arm", 0.3)}
    {link("base", 0.0, on_link)}
    {link("hand", 0.6)}
    {joint("elbow", "/robot/arm", "/robot/hand")}
    {joint("shoulder", "/robot/base", "/robot/arm")}
    {fixing}
}}
"""


@pytest.mark.parametrize(
    ("where", "fixed"),
    [("prim above", False), ("root link", False), ("prim above", True), ("root link", True), ("fixed joint", True)],
)
def test_articulation_root_is_found_wherever_its_api_is(variant_of, model_of, where, fixed):
    text = chain(where, fixed)
    path = {"prim above": "/robot", "root link": "/robot/base", "fixed joint": "/robot/root_joint"}[where]
    assert variant_of(text).articulation_roots == {path: "/robot/base"}
    model = model_of(text)
    parents = {model.body(i).name: model.body(model.body_parentid[i]).name for i in range(1, model.nbody)}
    assert parents == {"/robot/base": "world", "/robot/arm": "/robot/base", "/robot/hand": "/robot/arm"}
    assert (model.body("/robot/base").mocapid[0] >= 0) == fixed
    joints = [model.joint(i).name for i in range(model.njnt)]
    assert joints == ([] if fixed else ["/robot/base"]) + ["/robot/shoulder", "/robot/elbow"]
    if not fixed:
        assert model.joint("/robot/base").type[0] == mujoco.mjtJoint.mjJNT_FREE
        np.testing.assert_allclose(model.qpos0[:7], (0, 0, 2, 1, 0, 0, 0))
    np.testing.assert_allclose(model.body("/robot/base").pos, (0, 0, 2))


def test_fixed_base_may_hang_from_a_static_prim(model_of):
    text = 'def Xform "table" {}\n' + chain("prim above", True).replace(
        "rel physics:body1 = </robot/base>", "rel physics:body0 = </table>\nrel physics:body1 = </robot/base>"
    )
    assert model_of(text).body("/robot/base").mocapid[0] == 0


def test_root_prim_is_reported_by_the_layout(model_of, variant_of):
    from pippin.physics.layout import Layout

    text = chain("prim above", False)
    layout = Layout.of_model(model_of(text), variant_of(text).articulation_roots)
    (articulation,) = layout.articulations
    assert [layout.body_paths[i] for i in articulation.bodies] == ["/robot/base", "/robot/arm", "/robot/hand"]
    assert [layout.joint_paths[i] for i in articulation.joints] == ["/robot/shoulder", "/robot/elbow"]
    assert not articulation.fixed_base


def test_root_link_is_kept_where_joints_run_towards_it(model_of):
    """The API on the last link makes it the root; both joints are traversed backwards."""
    text = chain("nowhere", False).replace(
        'def Xform "hand" (prepend apiSchemas = ["PhysicsRigidBodyAPI"',
        f'def Xform "hand" (prepend apiSchemas = ["PhysicsRigidBodyAPI", {ROOT}',
    )
    model = model_of(text)
    parents = {model.body(i).name: model.body(model.body_parentid[i]).name for i in range(1, model.nbody)}
    assert parents == {"/robot/hand": "world", "/robot/arm": "/robot/hand", "/robot/base": "/robot/arm"}


def test_joints_outside_articulations_form_trees_too(variant_of, model_of):
    text = chain("nowhere", False)
    assert variant_of(text).articulation_roots == {}
    assert model_of(text).nv == 8


@pytest.mark.parametrize("kinematic", [False, True])
def test_single_bodies_float_or_are_moved_by_hand(model_of, kinematic):
    model = model_of(link("box", 1.5, attributes=f"bool physics:kinematicEnabled = {int(kinematic)}"))
    assert model.nmocap == int(kinematic)
    assert model.nv == (0 if kinematic else 6)
    np.testing.assert_allclose(model.body("/box").pos, (0, 0, 1.5))
    if not kinematic:
        assert model.joint(0).name == "/box"


def test_body_hangs_from_the_world_by_a_joint_that_moves(model_of):
    model = model_of(link("door") + joint("hinge", "", "/door"))
    assert (model.nv, model.nmocap) == (1, 0)
    np.testing.assert_allclose(model.body("/door").pos, (0, 0, 0.3))  # where the joint's frame in the world is


def test_links_joined_rigidly_move_as_one(model_of):
    model = model_of(link("a", 1.0) + link("b") + joint("weld", "/a", "/b", "Fixed"))
    assert (model.nv, model.neq) == (6, 0)
    np.testing.assert_allclose(model.body("/b").pos, (0, 0, 0.3))


def test_nested_bodies_are_bodies_of_their_own(model_of):
    inner = link("inner", 0.5)
    text = f"""
def Xform "outer" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{{
    float physics:mass = 1
    double3 xformOp:translate = (0, 0, 1)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    {inner}
}}
"""
    model = model_of(text)
    assert model.nv == 12
    np.testing.assert_allclose(model.body("/outer/inner").pos, (0, 0, 1.5))
    assert model.body("/outer").geomnum[0] == 0


SQUARE = [("a", (0, 0)), ("b", (1, 0)), ("c", (1, 1)), ("d", (0, 1))]


def four_bar(last: str = "Revolute", excluded: bool = True) -> str:
    """Four bars in a square in the X-Z plane, joined at its corners about Y, the first one held."""
    text = ""
    for name, (x, z) in SQUARE:
        text += link(name).replace("(0, 0, 0.0)", f"({x}, 0, {z})")
    for index, (name, _) in enumerate(SQUARE):
        other, (x, z) = SQUARE[(index + 1) % 4]
        dx, dz = x - SQUARE[index][1][0], z - SQUARE[index][1][1]
        kind, exclude = (last, excluded) if index == 3 else ("Revolute", False)
        text += joint(
            f"joint_{index}",
            f"/{name}",
            f"/{other}",
            kind,
            attributes=f"""
            point3f physics:localPos1 = ({-dx / 2}, 0, {-dz / 2})
            uniform token physics:axis = "Y"
            bool physics:excludeFromArticulation = {int(exclude)}
            """,
        ).replace("localPos0 = (0, 0, 0.3)", f"localPos0 = ({dx / 2}, 0, {dz / 2})")
    return text + joint("hold", "", "/a", "Fixed")


@pytest.mark.parametrize(
    ("last", "excluded", "rows"),
    [("Revolute", True, 6), ("Revolute", False, 6), ("Spherical", True, 3), ("Fixed", True, 6)],
)
def test_loops_are_closed_by_constraints(model_of, last, excluded, rows):
    text = four_bar(last, excluded)
    if last == "Spherical" or last == "Fixed":
        text = text.replace(
            'uniform token physics:axis = "Y"\n            bool physics:excludeFromArticulation = 1',
            "bool physics:excludeFromArticulation = 1",
        )
    model = model_of(text)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert data.ne == rows
    np.testing.assert_allclose(data.efc_pos[: data.ne], 0.0, atol=1e-6)  # the loop is closed at the start
    for _ in range(500):
        mujoco.mj_step(model, data)
    corner_d, corner_a = data.body("/d").xpos, data.body("/a").xpos
    rotation_d = data.body("/d").xmat.reshape(3, 3)
    gap = corner_d + rotation_d @ (0, 0, -0.5) - (corner_a + np.array((0, 0, 0.5)))
    np.testing.assert_allclose(gap, 0.0, atol=5e-3)  # constraints are soft


def test_hinge_that_closes_a_loop_leaves_one_axis(model_of):
    """A body that only the constraint holds: it keeps turning about the hinge, and about nothing else."""
    axis = 'uniform token physics:axis = "Y"\nbool physics:excludeFromArticulation = true'
    model = model_of(link("box", 0.3) + joint("hinge", "", "/box", attributes=axis))
    model.opt.gravity[:] = 0.0
    data = mujoco.MjData(model)
    data.qvel[3:] = (1.0, 1.0, 1.0)
    for _ in range(500):
        mujoco.mj_step(model, data)
    np.testing.assert_allclose(data.qvel[3:], (0, 1, 0), atol=0.05)  # constraints are soft
    np.testing.assert_allclose(data.body("/box").xmat.reshape(3, 3)[:, 1], (0, 1, 0), atol=0.02)


def test_weld_keeps_the_constraint_fields_of_mujoco(model_of):
    attributes = """
        bool physics:excludeFromArticulation = true
        double mjc:torqueScale = 0.3
        double[] mjc:solref = [0.05, 0.7]
        double[] mjc:solimp = [0.8, 0.9, 0.002, 0.4, 3]
    """
    model = model_of(link("box", 0.3) + joint("weld", "", "/box", "Fixed", attributes=attributes))
    assert model.eq_type[0] == mujoco.mjtEq.mjEQ_WELD
    assert model.eq_data[0, 10] == 0.3
    np.testing.assert_allclose(model.eq_solref[0], (0.05, 0.7))
    np.testing.assert_allclose(model.eq_solimp[0], (0.8, 0.9, 0.002, 0.4, 3))


def test_loop_that_slides_is_refused_with_what_to_do(model_of):
    with pytest.raises(NotImplementedError, match="'/joint_3' closes a loop and is prismatic; only fixed"):
        model_of(four_bar("Prismatic"))


def test_second_hinge_of_a_door_says_the_same_again(model_of):
    """Two hinges about one line between the same bodies are one degree of freedom, not two in series."""
    hinges = "".join(
        joint(
            f"hinge_{z}",
            "/frame",
            "/door",
            attributes=f'uniform token physics:axis = "Z"\npoint3f physics:localPos1 = (0, 0, {z})',
        ).replace("(0, 0, 0.3)", f"(0, 0, {z})")
        for z in (0, 1)
    )
    model = model_of(link("frame", attributes="bool physics:kinematicEnabled = true") + link("door") + hinges)
    assert model.nv == 1


def test_two_articulations_that_are_joined_stay_two(variant_of):
    """A gripper with a root of its own is welded to the arm's hand, not swallowed by the arm."""
    text = f"""
def Xform "arm" (prepend apiSchemas = [{ROOT}])
{{
    {link("base")} {link("hand")} {joint("wrist", "/arm/base", "/arm/hand")}
    {joint("mount", "/arm/hand", "/gripper/palm", "Fixed")}
}}
def Xform "gripper" (prepend apiSchemas = [{ROOT}])
{{
    {link("palm", 0.3)} {link("finger")} {joint("slide", "/gripper/palm", "/gripper/finger", "Prismatic")}
}}
"""
    variant = variant_of(text)
    assert variant.articulation_roots == {"/arm": "/arm/base", "/gripper": "/gripper/palm"}
    model = variant.spec.copy().compile()
    assert model.neq == 1
    assert model.nv == 6 + 1 + 6 + 1


def test_several_robots_in_one_world(variant_of):
    robots = "".join(
        f"""
def Xform "Origin{i}"
{{
    double3 xformOp:translate = ({i}, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    {chain("prim above", False).replace("/robot", f"/World/Origin{i}/robot")}
}}
"""
        for i in (1, 2)
    )
    variant = variant_of(f'def Xform "World"\n{{\n{robots}}}')
    assert variant.articulation_roots == {
        "/World/Origin1/robot": "/World/Origin1/robot/base",
        "/World/Origin2/robot": "/World/Origin2/robot/base",
    }
    model = variant.spec.copy().compile()
    np.testing.assert_allclose(model.body("/World/Origin2/robot/base").pos, (2, 0, 2))


def test_disabled_articulation_is_none(variant_of):
    text = (
        chain("prim above", False)
        .replace('def Xform "robot"', 'def Xform "robot"')
        .replace(
            "double3 xformOp:translate = (0, 0, 2)",
            "bool physxArticulation:articulationEnabled = false\ndouble3 xformOp:translate = (0, 0, 2)",
        )
    )
    assert variant_of(text).articulation_roots == {}


def test_articulation_without_bodies_is_told(variant_of, caplog):
    with caplog.at_level("WARNING", logger="pippin"):
        variant = variant_of(f'def Xform "empty" (prepend apiSchemas = [{ROOT}]) {{}}')
    assert variant.articulation_roots == {}
    assert "There is no body for this articulation: its root is ignored ('/empty')." in caplog.text


@pytest.mark.parametrize(
    ("attribute", "gravcomp"),
    [("bool physxRigidBody:disableGravity = true", 1.0), ("double mjc:gravcomp = 0.5", 0.5), ("", 0.0)],
)
def test_gravity_is_compensated_where_it_is_disabled(model_of, attribute, gravcomp):
    model = model_of(link("box", attributes=attribute))
    assert model.body_gravcomp[model.body("/box").id] == gravcomp
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert data.qacc[2] == pytest.approx(-9.81 * (1 - gravcomp), abs=1e-9)


@pytest.mark.parametrize(("limit", "limits"), [("2.5", {"/box": 2.5}), ("0", {"/box": 0.0}), ("inf", {}), (None, {})])
def test_limits_of_how_fast_bodies_part_are_read(variant_of, limit, limits):
    attributes = "" if limit is None else f"float physxRigidBody:maxDepenetrationVelocity = {limit}"
    assert variant_of(link("box", attributes=attributes)).depenetration_limits == limits


def test_velocities_of_damped_bodies_decay(model_of):
    """dv/dt = -damping v, so that after t seconds exp(-damping t) is left."""
    text = link(
        "box",
        attributes="""
        bool physxRigidBody:disableGravity = true
        float physxRigidBody:linearDamping = 2
        float physxRigidBody:angularDamping = 3
    """,
    )
    model = model_of(text)
    data = mujoco.MjData(model)
    data.qvel[:] = (1, 0, 0, 0, 0, 1)
    for _ in range(250):
        mujoco.mj_step(model, data)
    # The integrator is implicit in velocity: its error is of the order of the time step.
    assert data.qvel[0] == pytest.approx(np.exp(-2 * 0.5), rel=0.005)
    assert data.qvel[5] == pytest.approx(np.exp(-3 * 0.5), rel=0.005)


def test_parameters_of_another_engine_are_told_once_per_kind(model_of, caplog):
    boxes = "".join(
        link(
            name, attributes="int physxRigidBody:solverPositionIterationCount = 8\nint physxRigidBody:lockedPosAxis = 1"
        )
        for name in "abc"
    )
    with caplog.at_level("INFO", logger="pippin"):
        model_of(boxes)
    because, which = "has no effect: MuJoCo has no counterpart", "(3 prims, the first is '/a')."
    assert [(record.levelname, record.message) for record in caplog.records] == [
        ("WARNING", f"'physxRigidBody:lockedPosAxis' {because} {which}"),
        ("INFO", f"'physxRigidBody:solverPositionIterationCount' {because} {which}"),
    ]
