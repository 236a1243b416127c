"""Environments: variants in their own frames, shared ground and terrain, and what cannot be shared."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from pippin.physics.importer import describe_stage
from pippin.sim.environments import EnvironmentPlan

TRANSLATE = 'uniform token[] xformOpOrder = ["xformOp:translate"]'
GROUND = 'def Plane "ground" (prepend apiSchemas = ["PhysicsCollisionAPI"]) { uniform token axis = "Z"; }'
TERRAIN = f"""
def Cube "block" (prepend apiSchemas = ["PhysicsCollisionAPI"])
{{
    double size = 1
    double3 xformOp:translate = (5, 0, -0.5)
    {TRANSLATE}
}}
"""
ORIGINS = np.array([[-2, 0, 0], [2, 0, 0], [-2, 4, 0], [2, 4, 0]], dtype=np.float32)


def environment(number: int, origin: tuple[float, float, float], content: str) -> str:
    return f"""
def Xform "env_{number}"
{{
    double3 xformOp:translate = {origin}
    {TRANSLATE}
    {content}
}}
"""


def ball(radius: float) -> str:
    return f"""
def Sphere "ball" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"])
{{
    double radius = {radius}
    double3 xformOp:translate = (0.5, 0, 1)
    {TRANSLATE}
}}
def Cube "shelf" (prepend apiSchemas = ["PhysicsCollisionAPI"])
{{
    double size = 0.1
    double3 xformOp:translate = (0, 1, 0)
    {TRANSLATE}
}}
"""


def world(shared: str, *environments: str) -> str:
    envs = "\n".join(environments)
    return f'def Xform "World"\n{{\n{shared}\ndef Xform "envs"\n{{\n{envs}\n}}\n}}'


def names(spec: mujoco.MjSpec) -> set[str]:
    return {geom.name for geom in spec.geoms}


def test_environments_of_two_variants_hold_their_own_prims_in_their_own_frame(stage_of):
    text = world(GROUND, environment(0, (-2, 0, 0), ball(0.1)), environment(1, (2, 0, 0), ball(0.2)))
    plan = EnvironmentPlan(ORIGINS, np.array([0, 1, 1, 0]), templates=(0, 1))
    description = describe_stage(stage_of(text), plan)
    assert description.num_envs == 4
    np.testing.assert_array_equal(description.variant_of_env, [0, 1, 1, 0])
    np.testing.assert_array_equal(description.env_origins, ORIGINS)
    for number, (variant, radius) in enumerate(zip(description.variants, (0.1, 0.2), strict=True)):
        path = f"/World/envs/env_{number}"
        assert names(variant.spec) == {"/World/ground", f"{path}/ball", f"{path}/shelf"}
        model = variant.spec.copy().compile()
        assert model.geom(f"{path}/ball").size[0] == pytest.approx(radius)
        np.testing.assert_allclose(model.body(f"{path}/ball").pos, (0.5, 0, 1), atol=1e-7)
        np.testing.assert_allclose(model.geom(f"{path}/shelf").pos, (0, 1, 0), atol=1e-7)
        assert model.geom(f"{path}/shelf").bodyid[0] == 0


def test_environments_that_are_copies_are_not_read(stage_of):
    text = world("", environment(0, (0, 0, 0), ball(0.1)), environment(1, (9, 0, 0), ball(0.3)))
    description = describe_stage(stage_of(text), EnvironmentPlan.uniform(ORIGINS))
    (variant,) = description.variants
    assert all(name.startswith("/World/envs/env_0/") for name in names(variant.spec))


def test_level_ground_is_the_same_for_all_environments_of_one_height(stage_of):
    (variant,) = describe_stage(
        stage_of(world(GROUND, environment(0, (-2, 0, 0), ball(0.1)))),
        EnvironmentPlan.uniform(ORIGINS + np.array((0, 0, 0.5))),
    ).variants
    model = variant.spec.copy().compile()
    assert variant.shared_bodies == ()
    assert model.nmocap == 0
    np.testing.assert_allclose(model.geom("/World/ground").pos, (0, 0, -0.5))


@pytest.mark.parametrize(
    ("shared", "origins"),
    [
        (TERRAIN, ORIGINS),
        (GROUND, ORIGINS + np.array([[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 0, 3]])),
        (GROUND.replace('axis = "Z"', 'axis = "X"'), ORIGINS),
    ],
)
def test_what_lies_differently_in_each_environment_is_on_a_mocap_body_in_the_world(stage_of, shared, origins):
    (variant,) = describe_stage(
        stage_of(world(shared, environment(0, (-2, 0, 0), ball(0.1)))), EnvironmentPlan.uniform(origins)
    ).variants
    model = variant.spec.copy().compile()
    (name,) = variant.shared_bodies
    assert model.body(name).mocapid[0] == 0
    np.testing.assert_array_equal(model.body(name).pos, 0.0)  # the world's origin; the backend takes origins off
    geom = model.geom("/World/block" if shared is TERRAIN else "/World/ground")
    assert model.body(geom.bodyid[0]).name == name
    np.testing.assert_allclose(geom.pos, (5, 0, -0.5) if shared is TERRAIN else (0, 0, 0))


def test_ground_of_a_mocap_body_carries_bodies(stage_of):
    """Whatever the environment, the ball comes to rest on the terrain below it."""
    hills = ORIGINS + np.array([[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 0, 3]])
    (variant,) = describe_stage(
        stage_of(world(GROUND, environment(0, (-2, 0, 0), ball(0.1)))), EnvironmentPlan.uniform(hills)
    ).variants
    model = variant.spec.copy().compile()
    data = mujoco.MjData(model)
    data.mocap_pos[0] -= hills[1]
    for _ in range(1000):
        mujoco.mj_step(model, data)
    assert data.body("/World/envs/env_0/ball").xpos[2] == pytest.approx(-1 + 0.1, abs=2e-3)


def test_terrain_of_one_environment_lies_in_its_frame(stage_of):
    plan = EnvironmentPlan.uniform(np.array([[1.0, 2.0, 3.0]]))
    (variant,) = describe_stage(stage_of(world(TERRAIN, environment(0, (1, 2, 3), ball(0.1)))), plan).variants
    assert variant.shared_bodies == ()
    np.testing.assert_allclose(variant.spec.geom("/World/block").pos, (4, -2, -3.5))


def test_bodies_cannot_be_shared_by_environments(stage_of):
    with pytest.raises(
        NotImplementedError, match=r"'/World/ball' lies outside .* 4 of these.* below '/World/envs/env_0'"
    ):
        describe_stage(stage_of(world(ball(0.1), environment(0, (-2, 0, 0), ""))), EnvironmentPlan.uniform(ORIGINS))


KINEMATIC = 'prepend apiSchemas = ["PhysicsRigidBodyAPI"]'


@pytest.mark.parametrize(("content", "geom"), [(GROUND, "/World/still/ground"), (TERRAIN, "/World/still/block")])
def test_kinematic_bodies_outside_are_static(stage_of, caplog, content, geom):
    """Programs make their ground one, so that PhysX reports contacts with it."""
    still = f'def Xform "still" ({KINEMATIC})\n{{\nbool physics:kinematicEnabled = true\n{content}\n}}'
    text = world(still, environment(0, (-2, 0, 0), ball(0.1)))
    (variant,) = describe_stage(stage_of(text), EnvironmentPlan.uniform(ORIGINS)).variants
    assert geom in names(variant.spec)
    assert "/World/still" not in {body.name for body in variant.spec.bodies}
    assert "stands where it is" in caplog.text and "/World/still" in caplog.text


def test_a_kinematic_body_that_holds_a_plane_is_static_in_one_environment_too(stage_of):
    still = f'def Xform "still" ({KINEMATIC})\n{{\nbool physics:kinematicEnabled = true\n{GROUND}\n}}'
    (variant,) = describe_stage(stage_of(world(still, environment(0, (0, 0, 0), ball(0.1))))).variants
    assert variant.spec.geom("/World/still/ground").parent.name == "world"


def test_bodies_outside_belong_to_the_environment_if_there_is_one(stage_of):
    plan = EnvironmentPlan.uniform(np.array([[1.0, 0.0, 0.0]]))
    (variant,) = describe_stage(stage_of(world(ball(0.1), environment(0, (1, 0, 0), ""))), plan).variants
    np.testing.assert_allclose(variant.spec.body("/World/ball").pos, (-0.5, 0, 1))


def test_without_a_plan_the_stage_is_one_environment(stage_of):
    text = world(GROUND, environment(0, (-2, 0, 0), ball(0.1)), environment(1, (2, 0, 0), ball(0.2)))
    description = describe_stage(stage_of(text))
    (variant,) = description.variants
    assert description.num_envs == 1
    np.testing.assert_array_equal(description.env_origins, np.zeros((1, 3)))
    np.testing.assert_allclose(variant.spec.body("/World/envs/env_1/ball").pos, (2.5, 0, 1))


def test_fixed_joint_to_the_world_is_in_the_environments_frame(stage_of):
    hinge = """
def PhysicsRevoluteJoint "hinge"
{
    rel physics:body1 = </World/envs/env_0/ball>
    point3f physics:localPos0 = (-2, 0, 1)
}
"""
    (variant,) = describe_stage(
        stage_of(world("", environment(0, (-2, 0, 0), ball(0.1) + hinge))), EnvironmentPlan.uniform(ORIGINS)
    ).variants
    np.testing.assert_allclose(variant.spec.body("/World/envs/env_0/ball").pos, (0, 0, 1), atol=1e-7)


def test_joint_between_environments_is_refused(stage_of):
    joint = """
def PhysicsFixedJoint "rod"
{
    rel physics:body0 = </World/envs/env_0/ball>
    rel physics:body1 = </World/envs/env_1/ball>
}
"""
    text = world(joint, environment(0, (-2, 0, 0), ball(0.1)), environment(1, (2, 0, 0), ball(0.2)))
    plan = EnvironmentPlan(ORIGINS, np.array([0, 1, 1, 0]), templates=(0, 1))
    with pytest.raises(ValueError, match="'/World/rod' joins bodies of different environments"):
        describe_stage(stage_of(text), plan)


def test_describing_twice_gives_the_same(stage_of):
    stage = stage_of(world(GROUND, environment(0, (-2, 0, 0), ball(0.1))))
    first, second = (describe_stage(stage).variants[0].spec.to_xml() for _ in range(2))
    assert first == second
