"""Choosing names by regular expressions."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pippin.utils import resolve_matching_names, resolve_matching_names_values

JOINTS = ["FL_hip", "FR_hip", "FL_thigh", "FR_thigh"]


@pytest.mark.parametrize(
    ("keys", "ids"),
    [
        (".*", [0, 1, 2, 3]),
        ("FL_.*", [0, 2]),
        (["FR_thigh", "FL_hip"], [0, 3]),
        ([".*_thigh", "FR_hip"], [1, 2, 3]),
        ("F[LR]_hip", [0, 1]),
        ([], []),
    ],
)
def test_result_is_in_the_order_of_the_names(keys, ids):
    assert resolve_matching_names(keys, JOINTS) == (ids, [JOINTS[i] for i in ids])


@pytest.mark.parametrize(
    ("keys", "ids"), [(["FR_thigh", "FL_hip"], [3, 0]), ([".*_thigh", "FR_hip"], [2, 3, 1]), (".*", [0, 1, 2, 3])]
)
def test_result_is_in_the_order_of_the_expressions_if_wished(keys, ids):
    assert resolve_matching_names(keys, JOINTS, preserve_order=True) == (ids, [JOINTS[i] for i in ids])


def test_expressions_match_whole_names():
    with pytest.raises(ValueError, match="No name matches 'hip'"):
        resolve_matching_names("hip", JOINTS)
    assert resolve_matching_names("a|b", ["ab", "b", "a"]) == ([1, 2], ["b", "a"])


def test_values_follow_their_expressions():
    data = {".*_thigh": 2.0, "FL_hip": 1.0}
    assert resolve_matching_names_values(data, JOINTS) == (
        [0, 2, 3],
        ["FL_hip", "FL_thigh", "FR_thigh"],
        [1.0, 2.0, 2.0],
    )
    assert resolve_matching_names_values(data, JOINTS, preserve_order=True) == (
        [2, 3, 0],
        ["FL_thigh", "FR_thigh", "FL_hip"],
        [2.0, 2.0, 1.0],
    )


def test_error_lists_what_there_is_and_what_was_near():
    with pytest.raises(
        ValueError, match=r"No name matches 'FL_hips', 'tail'. Did you mean 'FL_hip', 'FL_thigh', 'FR_hip'\?"
    ) as error:
        resolve_matching_names(["FL_hips", "FR_.*", "tail"], JOINTS)
    assert "There are: 'FL_hip', 'FR_hip', 'FL_thigh', 'FR_thigh'." in str(error.value)
    with pytest.raises(ValueError, match=r"There are: none\."):
        resolve_matching_names(".*", [])


@pytest.mark.parametrize(
    "resolve", [resolve_matching_names, lambda k, n: resolve_matching_names_values(dict.fromkeys(k), n)]
)
def test_a_name_may_not_be_matched_twice(resolve):
    with pytest.raises(ValueError, match=r"Multiple matches for 'FL_hip': the expressions 'FL_.\*' and '.\*_hip'"):
        resolve(["FL_.*", ".*_hip"], JOINTS)


def test_malformed_expressions_are_named():
    with pytest.raises(ValueError, match=r"'\*_hip' is malformed"):
        resolve_matching_names("*_hip", JOINTS)
    with pytest.raises(TypeError, match="a int, 3; expected a string"):
        resolve_matching_names([3], JOINTS)
    with pytest.raises(TypeError, match="should be a dictionary .* list"):
        resolve_matching_names_values(["a"], JOINTS)


@given(st.lists(st.text("ab_1", min_size=1), unique=True), st.data())
def test_names_resolve_to_themselves(names, data):
    chosen = data.draw(st.lists(st.sampled_from(names), unique=True)) if names else []
    ids, found = resolve_matching_names([re.escape(name) for name in chosen], names, preserve_order=True)
    assert found == chosen
    assert [names[i] for i in ids] == chosen


def test_expressions_that_match_nothing_are_passed_over_if_not_strict() -> None:
    data = {"FL_hip": 1.0, "tail": 2.0}
    assert resolve_matching_names_values(data, ["FL_hip"], strict=False) == ([0], ["FL_hip"], [1.0])
    with pytest.raises(ValueError, match="tail"):
        resolve_matching_names_values(data, ["FL_hip"])
