"""Enums of gymapi are numbers with names, and their members are names of gymapi."""

from __future__ import annotations

import copy
import inspect
import pickle

import numpy as np
import pytest

from pippin.gym import gymapi, types
from pippin.gym.types.gym_enum import GymEnum

ENUMS = [kind for kind in vars(types).values() if inspect.isclass(kind) and issubclass(kind, GymEnum)]


@pytest.mark.parametrize("kind", ENUMS)
def test_members_are_names_of_gymapi(kind: type[GymEnum]) -> None:
    assert list(kind.__members__)
    for name, member in kind.__members__.items():
        assert getattr(gymapi, name) is member


@pytest.mark.parametrize("kind", ENUMS)
def test_members_are_integers_with_names(kind: type[GymEnum]) -> None:
    for name, member in kind.__members__.items():
        assert member.name == name
        assert str(member) == f"{kind.__name__}.{name}"
        assert kind(int(member)) is member
        assert member == int(member)
        assert hash(member) == hash(int(member))
        assert np.array([member], dtype=np.int32)[0] == member
        assert copy.deepcopy(member) is member
        assert pickle.loads(pickle.dumps(member)) is member  # noqa: S301


@pytest.mark.parametrize(
    ("name", "value"),
    [
        # Configs of public task suites have these numbers in them.
        ("DOF_MODE_NONE", 0),
        ("DOF_MODE_POS", 1),
        ("DOF_MODE_VEL", 2),
        ("DOF_MODE_EFFORT", 3),
        ("UP_AXIS_Y", 0),
        ("UP_AXIS_Z", 1),
        # Isaac Gym's documentation states these.
        ("CC_NEVER", 0),
        ("CC_LAST_SUBSTEP", 1),
        ("CC_ALL_SUBSTEPS", 2),
    ],
)
def test_known_numbers(name: str, value: int) -> None:
    assert getattr(gymapi, name) == value


def test_flags_combine() -> None:
    assert gymapi.STATE_POS | gymapi.STATE_VEL == gymapi.STATE_ALL
    assert gymapi.AXIS_X | gymapi.AXIS_Y | gymapi.AXIS_Z == gymapi.AXIS_TRANSLATION
    assert gymapi.AXIS_TWIST | gymapi.AXIS_SWING_1 | gymapi.AXIS_SWING_2 == gymapi.AXIS_ROTATION
    assert gymapi.AXIS_TRANSLATION | gymapi.AXIS_ROTATION == gymapi.AXIS_ALL
    assert gymapi.MESH_COLLISION | gymapi.MESH_VISUAL == gymapi.MESH_VISUAL_AND_COLLISION


def test_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="gymapi has no 'SIM_BULLET'"):
        gymapi.SIM_BULLET  # noqa: B018


def test_carbonite_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="delete the call"):
        gymapi.carb_init()
