"""Tendons on stages: what MuJoCo makes of them, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np
import pytest
from pxr import Usd

from pippin.physics.description import Variant
from pippin.physics.tendon_limits import limit_stiffness
from pippin.sim.converters import convert_mjcf

CRANE = """<mujoco>
  <worldbody>
    <site name="anchor" pos="0 0.1 1"/>
    <body name="mast">
      <geom name="drum" type="cylinder" size="0.05 0.1" pos="0 0.2 0.5" euler="0 90 0" mass="1"/>
      <site name="top" pos="0 0 1"/><site name="beside" pos="0 0.3 0.5"/><site name="pulley" pos="0.1 0 0.3"/>
      <body name="boom" pos="0 0 0.5">
        <joint name="lift" axis="1 0 0"/>
        <geom size="0.05" pos="0 0.8 0" mass="1"/><site name="tip" pos="0 0.8 0"/>
        <body name="hook" pos="0 0.8 0">
          <joint name="reel" type="slide" axis="0 0 -1"/><geom size="0.05" mass="1"/><site name="hook"/>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="gear" stiffness="2" springlength="0.1 0.3" damping="0.5">
      <joint joint="lift" coef="2"/><joint joint="reel" coef="-3"/>
    </fixed>
    <spatial name="stay" range="0.1 5" limited="true"><site site="anchor"/><site site="tip"/></spatial>
    <spatial name="wound"><site site="top"/><geom geom="drum" sidesite="beside"/><site site="tip"/></spatial>
    <spatial name="tackle">
      <site site="tip"/><site site="hook"/><pulley divisor="2"/><site site="pulley"/><site site="tip"/>
    </spatial>
  </tendon>
</mujoco>"""
"""Tendons of all sorts: over joints, sites in the world, round geometry and over pulleys."""


def test_tendons_of_an_mjcf_are_as_long_as_in_its_file(tmp_path: Path, model_of: Callable[..., mujoco.MjModel]) -> None:
    file = tmp_path / "crane.xml"
    file.write_text(CRANE)
    model = model_of(Usd.Stage.Open(convert_mjcf(file, usd_dir=tmp_path)))
    reference = mujoco.MjModel.from_xml_path(str(file))
    names = [reference.tendon(tendon).name for tendon in range(reference.ntendon)]
    assert [model.tendon(tendon).name.rsplit("/", 1)[-1] for tendon in range(model.ntendon)] == names
    joints = {model.joint(joint).name.rsplit("/", 1)[-1]: joint for joint in range(model.njnt)}
    random = np.random.default_rng(0)
    for _ in range(5):
        data, expected = mujoco.MjData(model), mujoco.MjData(reference)
        for name in ("lift", "reel"):
            value = random.uniform(-0.5, 0.5)
            data.qpos[model.jnt_qposadr[joints[name]]] = value
            expected.qpos[reference.joint(name).qposadr] = value
        mujoco.mj_forward(model, data)
        mujoco.mj_forward(reference, expected)
        np.testing.assert_allclose(data.ten_length, expected.ten_length, atol=1e-6)  # USD holds float32 positions
    for field in ("stiffness", "damping", "lengthspring"):
        np.testing.assert_allclose(getattr(model, f"tendon_{field}"), getattr(reference, f"tendon_{field}"), atol=1e-6)
    np.testing.assert_allclose(model.tendon_range[1], (0.1, 5.0))


HAND = """<mujoco>
  <worldbody>
    <body><geom size="0.1"/><site name="palm" pos="0 0 0.1"/>
      <body name="near"><joint name="near" axis="0 1 0"/><geom size="0.02" pos="0.1 0 0"/>
        <body pos="0.2 0 0"><joint name="far" axis="0 1 0"/><geom size="0.02" pos="0.1 0 0"/><site name="tip"/></body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="finger" {spring}><joint joint="near" coef="1"/><joint joint="far" coef="0.5"/></fixed>
    <spatial name="cable"><site site="palm"/><site site="tip"/></spatial>
  </tendon>
  <actuator>{actuators}</actuator>
</mujoco>"""
"""A finger of two joints with a tendon over both, and a cable to its tip."""


@pytest.mark.parametrize(
    ("spring", "actuators", "expected"),
    [
        # stiffness, damping and rest length of the finger's tendon with a control of 0
        ("", '<position tendon="finger" kp="3" kv="0.5"/>', (3.0, 0.5, 0.0)),
        ("", '<position tendon="finger" kp="3" gear="2"/>', (12.0, 0.0, 0.0)),
        ("", '<general tendon="finger" gainprm="0.3" biastype="affine" biasprm="5 -100 -10"/>', (100.0, 10.0, 0.05)),
        ("", '<velocity tendon="finger" kv="0.7"/>', (0.0, 0.7, None)),
        (
            'stiffness="1" springlength="0.4" damping="0.1"',
            '<position tendon="finger" kp="3" kv="0.5"/>',
            (4.0, 0.6, 0.1),
        ),
        ('stiffness="1"', '<position tendon="finger" kp="3"/>', (4.0, 0.0, 0.0)),
        ("", '<position tendon="finger" kp="3"/><position tendon="finger" kp="1"/>', (4.0, 0.0, 0.0)),
    ],
)
def test_servos_of_tendons_are_their_springs(
    tmp_path: Path,
    model_of: Callable[..., mujoco.MjModel],
    spring: str,
    actuators: str,
    expected: tuple[float, float, float | None],
) -> None:
    """Both pull the same at any length and rate: MuJoCo's own forces say so."""
    file = tmp_path / "hand.xml"
    file.write_text(HAND.format(spring=spring, actuators=actuators))
    model = model_of(Usd.Stage.Open(convert_mjcf(file, usd_dir=tmp_path)))
    stiffness, damping, rest = expected
    np.testing.assert_allclose((model.tendon_stiffness[0], model.tendon_damping[0]), (stiffness, damping), atol=1e-6)
    if rest is not None:
        np.testing.assert_allclose(model.tendon_lengthspring[0], rest, atol=1e-6)
    assert_pulled_alike(model, mujoco.MjModel.from_xml_path(str(file)))


def assert_pulled_alike(model: mujoco.MjModel, reference: mujoco.MjModel) -> None:
    """Compare what tendons do to the joints of :data:`HAND` in random states, with controls of 0."""
    random = np.random.default_rng(1)
    for _ in range(5):
        data, theirs = mujoco.MjData(model), mujoco.MjData(reference)
        data.qpos[:] = theirs.qpos[:] = random.uniform(-1.0, 1.0, 2)
        data.qvel[:] = theirs.qvel[:] = random.uniform(-1.0, 1.0, 2)
        mujoco.mj_forward(model, data)
        mujoco.mj_forward(reference, theirs)
        pulled = theirs.qfrc_actuator + theirs.qfrc_passive
        np.testing.assert_allclose(data.qfrc_actuator + data.qfrc_passive, pulled, atol=1e-6)


@pytest.mark.parametrize(
    "actuators",
    [
        '<position tendon="finger" kp="3" kv="0.5" forcerange="-0.4 0.7"/>',
        '<position tendon="finger" kp="3" kv="0.5" forcerange="-0.4 0.7" gear="-2"/>',
        '<general tendon="finger" gainprm="0.3" biastype="affine" biasprm="1 -10 -1" forcerange="-2 0"/>',
        '<position tendon="cable" kp="30" forcerange="-0.3 0.3"/>',
    ],
)
def test_servos_pull_no_harder_than_they_may(
    tmp_path: Path, model_of: Callable[..., mujoco.MjModel], caplog: pytest.LogCaptureFixture, actuators: str
) -> None:
    file = tmp_path / "hand.xml"
    file.write_text(HAND.format(spring="", actuators=actuators))
    model = model_of(Usd.Stage.Open(convert_mjcf(file, usd_dir=tmp_path)))
    assert_pulled_alike(model, mujoco.MjModel.from_xml_path(str(file)))
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("actuator", "message"),
    [
        ('<motor tendon="finger"/>', "motor of a fixed tendon is not simulated: set efforts of its joints instead"),
        ('<motor tendon="cable"/>', "motor of a spatial tendon is not simulated: set its stiffness and offset"),
        ('<intvelocity tendon="finger" actrange="-1 1"/>', "motor of a fixed tendon is not simulated"),
        ('<motor site="tip"/>', "Actuators of sites and bodies are not simulated"),
        (
            '<position tendon="finger" kp="3" forcerange="-1 1"/><position tendon="finger" kp="1" name="other"/>',
            "The spring of the tendon has no largest force",
        ),
    ],
)
def test_actuators_that_cannot_be_had_are_named(
    tmp_path: Path,
    model_of: Callable[..., mujoco.MjModel],
    caplog: pytest.LogCaptureFixture,
    actuator: str,
    message: str,
) -> None:
    file = tmp_path / "hand.xml"
    file.write_text(HAND.format(spring="", actuators=actuator.replace("/>", ' name="it"/>', 1)))
    model_of(Usd.Stage.Open(convert_mjcf(file, usd_dir=tmp_path)))
    assert message in caplog.text
    assert "actuators/it')" in caplog.text or "tendons/finger')" in caplog.text


def test_a_servo_is_left_out_where_its_tendon_has_a_spring_that_rests_at_many_lengths(
    tmp_path: Path, model_of: Callable[..., mujoco.MjModel], caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "hand.xml"
    file.write_text(
        HAND.format(spring='stiffness="1" springlength="0.1 0.3"', actuators='<position tendon="finger" kp="3"/>')
    )
    model = model_of(Usd.Stage.Open(convert_mjcf(file, usd_dir=tmp_path)))
    assert model.tendon_stiffness[0] == 1.0
    assert "The servo is left out: its tendon has a spring of its own" in caplog.text


BODY = """
    def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"{schemas}])
    {{
        float physics:mass = 1
        float3 physics:diagonalInertia = (1, 1, 1)
        {attributes}
    }}
"""
JOINT = """
    def Physics{kind}Joint "{name}" {schemas}
    {{
        rel physics:body0 = </Robot/base>
        rel physics:body1 = </Robot/{child}>
        {attributes}
    }}
"""


ROOT, AXIS = "PhysxTendonAxisRootAPI:t", "PhysxTendonAxisAPI:t"


def body(name: str, schemas: str = "", attributes: str = "") -> str:
    return BODY.format(name=name, schemas=schemas, attributes=attributes)


def joint(kind: str, name: str, child: str, schema: str = "", attributes: str = "") -> str:
    schemas = f'(prepend apiSchemas = ["{schema}"])' if schema else ""
    return JOINT.format(kind=kind, name=name, child=child, schemas=schemas, attributes=attributes)


def robot(*parts: str) -> str:
    root = 'def PhysicsFixedJoint "root"\n    {\n        rel physics:body1 = </Robot/base>\n    }\n'
    articulation = 'def Xform "Robot" (prepend apiSchemas = ["PhysicsArticulationRootAPI"])\n{\n'
    return articulation + body("base") + root + "".join(parts) + "}\n"


def test_axes_of_a_joint_are_told_apart_by_their_tokens(variant_of: Callable[[str], Variant]) -> None:
    attributes = """float[] physxTendon:t:gearing = [2, 3]
        token[] physxTendon:t:jointAxis = ["rotZ", "transX"]
        float limit:transY:physics:low = 1
        float limit:transY:physics:high = -1
        float limit:transZ:physics:low = 1
        float limit:transZ:physics:high = -1"""
    variant = variant_of(robot(body("a"), joint("", "free", "a", "PhysxTendonAxisRootAPI:t", attributes)))
    model = variant.spec.compile()
    passed = {model.joint(int(model.wrap_objid[wrap])).name: model.wrap_prm[wrap] for wrap in range(model.nwrap)}
    assert passed == {"/Robot/free:2": 2.0, "/Robot/free:transX": 3.0}
    assert variant.tendons["/Robot/free:t"].name == "free"


def test_force_coefficients_scale_stiffness_and_damping(
    variant_of: Callable[[str], Variant], model_of: Callable[..., mujoco.MjModel]
) -> None:
    """As hands have them: lengths of millimetres, and coefficients that are the inverse of the gearing."""
    root = """float[] physxTendon:t:gearing = [0.01]
        float[] physxTendon:t:forceCoefficient = [100]
        float physxTendon:t:stiffness = 2
        float physxTendon:t:limitStiffness = 30"""
    other = "float[] physxTendon:t:gearing = [-0.01]\n        float[] physxTendon:t:forceCoefficient = [-100]"
    text = robot(
        body("a"),
        body("b"),
        joint("Revolute", "near", "a", ROOT, root),
        joint("Revolute", "far", "b", AXIS, other),
    )
    assert variant_of(text).tendons["/Robot/near:t"].force_scale == pytest.approx(1e4)
    model = model_of(text)
    assert model.tendon_stiffness[0] == pytest.approx(2e4)
    assert limit_stiffness(model, np.arange(1))[0] == pytest.approx(30e4, rel=1e-5)  # computed in float32


def test_tendons_that_are_switched_off_are_not_there(variant_of: Callable[[str], Variant]) -> None:
    off = "bool physxTendon:t:tendonEnabled = false"
    variant = variant_of(robot(body("a"), joint("Revolute", "hinge", "a", "PhysxTendonAxisRootAPI:t", off)))
    assert not variant.tendons
    assert not variant.spec.tendons


def test_tendons_of_joints_outside_of_articulations_are_told(
    variant_of: Callable[[str], Variant], caplog: pytest.LogCaptureFixture
) -> None:
    text = robot(body("a"), joint("Revolute", "hinge", "a", "PhysxTendonAxisRootAPI:t"))
    variant = variant_of(text.replace('(prepend apiSchemas = ["PhysicsArticulationRootAPI"])', ""))
    assert not variant.tendons
    assert "The tendon is left out here: the joint belongs to no articulation ('/Robot/hinge')." in caplog.text


LEAF = """rel physxTendon:{name}:parentLink = </Robot/a>
        token physxTendon:{name}:parentAttachment = "root"
        float physxTendon:{name}:upperLimit = {limit}
        {more}"""


def test_a_spatial_tendon_runs_to_each_of_its_leaves(
    variant_of: Callable[[str], Variant], model_of: Callable[..., mujoco.MjModel]
) -> None:
    """At the start, its springs rest; limits are those of the leaves, as stiff as the root says."""
    root = """point3f physxTendon:root:localPos = (0, 0, 1)
        float physxTendon:root:stiffness = 5
        float physxTendon:root:limitStiffness = 70
        float physxTendon:root:offset = 0.25"""
    far = LEAF.format(name="far", limit=9, more="point3f physxTendon:far:localPos = (0, 0, 4)")
    text = robot(
        body("a", ', "PhysxTendonAttachmentRootAPI:root"', root),
        body("b", ', "PhysxTendonAttachmentLeafAPI:near"', LEAF.format(name="near", limit=8, more="")),
        body("c", ', "PhysxTendonAttachmentLeafAPI:far"', far),
        *(joint("Prismatic", f"slide_{child}", child, attributes='token physics:axis = "Z"') for child in "abc"),
    )
    variant = variant_of(text)
    assert [each.name for each in variant.tendons.values()] == ["root:near", "root:far"]
    model = model_of(text)
    np.testing.assert_allclose(model.tendon_length0, [1.0, 3.0])
    np.testing.assert_allclose(model.tendon_lengthspring, [[1.0, 1.0], [3.0, 3.0]])
    np.testing.assert_allclose(model.tendon_range[:, 1], [7.75, 8.75])
    np.testing.assert_allclose(model.tendon_stiffness, [5.0, 5.0])
    np.testing.assert_allclose(limit_stiffness(model, np.arange(2)), [70.0, 70.0], rtol=1e-5)  # computed in float32


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            joint("Revolute", "hinge", "a", AXIS),
            r"Tendon 't' on the joints /Robot/hinge should have one root \(PhysxTendonAxisRootAPI\), but has none",
        ),
        (
            joint("Revolute", "hinge", "a", ROOT) + joint("Revolute", "other", "b", ROOT),
            "but has /Robot/hinge, /Robot/other",
        ),
        (
            joint("Revolute", "hinge", "a", ROOT, "float[] physxTendon:t:gearing = [1, 2]"),
            r"has the gearings \[1.0, 2.0\] for the axes \[\]: it should have a finite one for each",
        ),
        (
            joint("Revolute", "hinge", "a", ROOT, 'token[] physxTendon:t:jointAxis = ["z"]'),
            "axes are transX, .* rotZ",
        ),
        (
            joint("Revolute", "hinge", "a", ROOT, "float physxTendon:t:stiffness = -1"),
            r"'physxTendon:t:stiffness' of prim '/Robot/hinge' must be a number that is not negative, but is -1",
        ),
        (
            joint(
                "Revolute",
                "hinge",
                "a",
                ROOT,
                "float physxTendon:t:lowerLimit = 1\n        float physxTendon:t:upperLimit = 0",
            ),
            "limits of tendon 't' of '/Robot/hinge' are 1.0 and 0.0",
        ),
        (
            joint("Revolute", "hinge", "a", ROOT, "float[] physxTendon:t:forceCoefficient = [-1]"),
            r"has the gearings \[1.0\] and the force coefficients \[-1.0\]",
        ),
        (
            joint("Generic", "hinge", "a", ROOT).replace("PhysicsGenericJoint", "PhysicsJoint"),
            "Tendon '/Robot/hinge:t' passes joint '/Robot/hinge', which is generic",
        ),
    ],
)
def test_fixed_tendons_that_make_no_sense_are_named(
    variant_of: Callable[[str], Variant], parts: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        variant_of(robot(body("a"), body("b"), parts))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("float physxTendon:end:gearing = -1", r"Attachment 'end' of '/Robot/b' has the gearing -1.0 at"),
        (
            'token physxTendon:end:parentAttachment = "top"',
            r"Attachment 'end' of '/Robot/b' should hang from another one, but names 'top' of '/Robot/a'",
        ),
    ],
)
def test_attachments_that_make_no_sense_are_named(
    variant_of: Callable[[str], Variant], more: str, message: str
) -> None:
    leaf = LEAF.format(name="end", limit=1, more=more)
    if "parentAttachment" in more:
        leaf = leaf.replace('token physxTendon:end:parentAttachment = "root"', "")
    text = robot(
        body("a", ', "PhysxTendonAttachmentRootAPI:root"'),
        body("b", ', "PhysxTendonAttachmentLeafAPI:end"', leaf),
    )
    with pytest.raises(ValueError, match=message):
        variant_of(text)
