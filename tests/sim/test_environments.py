"""Environments that differ by choice."""

from __future__ import annotations

import numpy as np

from pippin.sim import EnvironmentPlan


def test_equal_choices_share_a_variant_whose_template_is_the_first_of_them():
    plan = EnvironmentPlan.of_choices(np.zeros((5, 3)), [np.array([1, 1, 0, 1, 0]), np.array([2, 0, 2, 2, 2])])
    assert plan.templates == (0, 1, 2)
    np.testing.assert_array_equal(plan.variant_of_env, [0, 1, 2, 0, 2])


def test_without_choices_all_are_equal():
    plan = EnvironmentPlan.of_choices(np.zeros((3, 3)), [])
    assert plan.templates == (0,)
    np.testing.assert_array_equal(plan.variant_of_env, [0, 0, 0])
