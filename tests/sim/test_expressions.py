"""Which prims an expression stands for, on the stage and in environments that are not on it."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pippin import sim
from pippin.sim import EnvironmentPlan
from pippin.sim import stage as stage_module
from pippin.sim.expressions import without_scope_of_links


@pytest.fixture
def robot(plan):
    """A robot in the environments and a ground outside of them."""
    for path in ("Robot/base", "Robot/FL_foot", "Robot/FR_foot", "Robot/base/camera"):
        sim.define_prim(f"/World/envs/env_0/{path}")
    sim.define_prim("/World/ground")
    return plan


@pytest.mark.parametrize(
    "expression, names",
    [
        ("/World/envs/env_.*/Robot/.*_foot", ["FL_foot", "FR_foot"]),
        ("/World/envs/env_0/Robot/F[LR]_foot", ["FL_foot", "FR_foot"]),
        ("{ENV_REGEX_NS}/Robot/base", ["base"]),
        ("/World/envs/env_.*/Robot/foot", []),
        ("/World/envs/env_.*/Robot/(base|FL_foot)", ["base", "FL_foot"]),
        ("/.*/.*/.*/Robot/base/.*", ["camera"]),
    ],
)
def test_each_segment_matches_a_whole_name(robot, expression, names):
    assert [prim.GetName() for prim in sim.find_matching_prims(expression)] == names
    assert [path.rpartition("/")[2] for path in sim.find_matching_prim_paths(expression)] == names
    first = sim.find_first_matching_prim(expression)
    assert (first.GetName() if first else None) == (names[0] if names else None)


def test_a_segment_does_not_match_across_slashes(robot):
    assert sim.find_matching_prim_paths("/World/.*/camera") == []


@pytest.mark.parametrize(
    "expression, message", [("World/envs", "should begin with '/'"), ("/World/env_[", r"'/World/env_\[' is malformed")]
)
def test_malformed_expressions_are_refused(stage, expression, message):
    with pytest.raises(ValueError, match=message):
        sim.find_matching_prims(expression)


def test_all_environments_match_though_one_is_on_the_stage(robot):
    assert sim.matching_paths("{ENV_REGEX_NS}/Robot/.*_foot") == [
        f"/World/envs/env_{env_id}/Robot/{side}_foot" for env_id in range(3) for side in ("FL", "FR")
    ]


@pytest.mark.parametrize("env_ids, env_expression", [([1], "env_1"), ([0, 2], "env_[02]"), ([0, 1, 2], ".*")])
def test_environments_match_by_name(robot, env_ids, env_expression):
    paths = sim.matching_paths(f"/World/envs/{env_expression}/Robot/base")
    assert paths == [f"/World/envs/env_{env_id}/Robot/base" for env_id in env_ids]


def test_environments_themselves_and_prims_outside_match(robot):
    assert sim.matching_paths("/World/envs/env_.*") == [f"/World/envs/env_{env_id}" for env_id in range(3)]
    assert sim.matching_paths("/World/ground") == ["/World/ground"]
    assert sim.matching_paths("/World/.*") == ["/World/envs", "/World/ground"]


def test_without_environments_the_stage_is_all_there_is(stage):
    sim.define_prim("/World/envs/env_7/Robot")
    assert sim.matching_paths("{ENV_REGEX_NS}/Robot") == ["/World/envs/env_7/Robot"]


def test_each_environment_has_what_its_own_template_has(stage):
    sim.define_prim("/World/envs/env_0/Cube")
    sim.define_prim("/World/envs/env_1/Ball")
    plan = EnvironmentPlan(np.zeros((4, 3)), np.array([0, 1, 1, 0]), (0, 1))
    assert sim.matching_paths("{ENV_REGEX_NS}/.*", plan) == [
        "/World/envs/env_0/Cube",
        "/World/envs/env_1/Ball",
        "/World/envs/env_2/Ball",
        "/World/envs/env_3/Cube",
    ]
    assert sim.matching_paths("{ENV_REGEX_NS}/Cube", plan) == ["/World/envs/env_0/Cube", "/World/envs/env_3/Cube"]


@pytest.mark.slow
@given(
    num_envs=st.integers(1, 30),
    variants=st.lists(st.integers(0, 2), min_size=30, max_size=30),
    env_expression=st.sampled_from(["env_.*", "env_1.?", "env_[0-4]", "env_2"]),
    name_expression=st.sampled_from([".*", "thing_0", "thing_.", "other"]),
)
def test_virtual_paths_are_those_of_a_stage_that_holds_all(num_envs, variants, env_expression, name_expression):
    choices = np.array(variants[:num_envs])
    plan = EnvironmentPlan.of_choices(np.zeros((num_envs, 3)), [choices])
    expression = f"/World/envs/{env_expression}/{name_expression}"

    full = sim.create_new_stage()
    for env_id, choice in enumerate(choices):
        sim.define_prim(f"/World/envs/env_{env_id}/thing_{choice}", stage=full)
    expected = sim.find_matching_prim_paths(expression, full)

    templates = sim.create_new_stage()
    for variant, env_id in enumerate(plan.templates):
        assert plan.variant_of_env[env_id] == variant
        sim.define_prim(f"/World/envs/env_{env_id}/thing_{choices[env_id]}", stage=templates)
    assert sim.matching_paths(expression, plan, templates) == expected


def test_many_environments_cost_little(robot):
    stage_module.set_environments(EnvironmentPlan.uniform(np.zeros((16_384, 3))))
    start = time.perf_counter()
    assert len(sim.matching_paths("{ENV_REGEX_NS}/Robot/.*_foot")) == 2 * 16_384
    assert time.perf_counter() - start < 1.0  # measured: 0.02 s


@pytest.mark.parametrize(
    "expression, message",
    [
        ("/World/envs/env_.*/Robt/base", "below '/World/envs/env_.*' there is no 'Robt', but Robot."),
        ("/World/ground/mesh", "there is nothing below '/World/ground'."),
        ("{ENV_REGEX_NS}/Robot/FL_fot", "there is no 'FL_fot', but FL_foot, FR_foot, base."),
    ],
)
def test_what_matches_nothing_lists_what_there_is(robot, expression, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        sim.require_matching_prims(expression)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("/World/envs/env_.*/Robot/Geometry/base_link", "/World/envs/env_.*/Robot/base_link"),
        ("/World/envs/env_.*/Robot/Geometry/base/hip/.*_foot", "/World/envs/env_.*/Robot/.*_foot"),
        ("/World/Robot/Geometry", "/World/Robot/Geometry"),
        ("/World/Robot/MyGeometry/base", "/World/Robot/MyGeometry/base"),
    ],
)
def test_links_stand_right_below_their_robot(expression, expected):
    assert without_scope_of_links(expression) == expected
