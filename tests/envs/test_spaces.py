"""Spaces of observations and actions, and their shorthands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from gymnasium import spaces

from pippin.envs.spaces import deserialize_space, sample_space, serialize_space, spec_to_gym_space

SHORTHANDS = [
    (3, spaces.Box(-np.inf, np.inf, (3,))),
    ([4, 5], spaces.Box(-np.inf, np.inf, (4, 5))),
    ({4}, spaces.Discrete(4)),
    ([{4}, {2}], spaces.MultiDiscrete([4, 2])),
    ((2, {3}), spaces.Tuple([spaces.Box(-np.inf, np.inf, (2,)), spaces.Discrete(3)])),
    ({"a": 2, "b": [{3}]}, spaces.Dict({"a": spaces.Box(-np.inf, np.inf, (2,)), "b": spaces.MultiDiscrete([3])})),
]


@pytest.mark.parametrize(("shorthand", "space"), SHORTHANDS, ids=str)
def test_shorthands_and_spaces_survive_being_written(shorthand: Any, space: spaces.Space) -> None:
    assert spec_to_gym_space(shorthand) == space
    assert deserialize_space(serialize_space(shorthand)) == shorthand
    assert deserialize_space(serialize_space(space)) == space


def test_samples_are_tensors_in_the_structure_of_the_space() -> None:
    space = spec_to_gym_space({"a": [2, 3], "b": {4}, "c": ([{2}, {5}], 1)})
    sample = sample_space(space, "cpu", batch_size=7)
    assert sample["a"].shape == (7, 2, 3) and sample["a"].dtype == torch.float32
    assert sample["b"].shape == (7, 1) and sample["b"].dtype == torch.int64
    assert [part.shape for part in sample["c"]] == [(7, 2), (7, 1)]
    assert sample["b"].max() < 4
    zeros = sample_space(space, "cpu", batch_size=7, fill_value=0)
    assert not zeros["a"].any() and not zeros["c"][0].any()


def test_what_is_no_space_is_refused() -> None:
    with pytest.raises(ValueError, match="Unsupported space"):
        spec_to_gym_space("seven")
    with pytest.raises(ValueError, match="known"):
        deserialize_space('{"type": "python", "space": "Sphere", "value": 1}')
