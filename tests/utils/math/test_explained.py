"""Calls that PyTorch refuses: the error names the argument, in Python and in functions that TorchScript compiled."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest
import torch

import pippin.utils.math as math_utils

UNIT = torch.tensor([[0.0, 0.0, 0.0, 1.0]])


@pytest.mark.parametrize(
    ("name", "arguments", "to_blame"),
    [
        ("quat_apply", {"quat": UNIT, "vec": None}, "'vec' is None"),
        ("quat_apply", {"quat": np.zeros((2, 4)), "vec": torch.zeros(2, 3)}, "'quat' is of type ndarray"),
        ("euler_xyz_from_quat", {"quat": [0.0, 0.0, 0.0, 1.0]}, "'quat' is of type list"),
        ("normalize", {"x": "text"}, "'x' is 'text'"),
        ("sample_uniform", {"lower": 0.0, "upper": "1", "size": 3, "device": "cpu"}, "'upper' is '1'"),
    ],
)
def test_an_argument_of_another_type_is_named(name: str, arguments: dict[str, Any], to_blame: str) -> None:
    with pytest.raises(TypeError) as told:
        getattr(math_utils, name)(**arguments)
    assert str(told.value).startswith(f"{name}: {to_blame}")
    assert told.value.__cause__ is not None


@pytest.mark.parametrize("name", ["yaw_quat", "matrix_from_quat", "euler_xyz_from_quat", "quat_conjugate", "quat_inv"])
def test_an_argument_of_another_shape_is_named_with_the_one_that_was_expected(name: str) -> None:
    with pytest.raises(ValueError, match=r"'q\w*' .*shape \(5, 3\).* shape \(\.\.\., 4\)"):
        getattr(math_utils, name)(torch.zeros(5, 3))


def test_shapes_that_do_not_go_together_are_all_named() -> None:
    with pytest.raises(RuntimeError, match=r"'q1' \(.*\(2, 4\).*'q2' \(.*\(3, 4\)") as told:
        math_utils.quat_mul(UNIT.repeat(2, 1), UNIT.repeat(3, 1))
    assert "\n" not in str(told.value)


def test_errors_of_the_functions_themselves_stay() -> None:
    with pytest.raises(ValueError, match="There is no order 'abcd'") as told:
        math_utils.convert_quat(UNIT, to="abcd")  # type: ignore[arg-type]
    assert told.value.__cause__ is None
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'vec'"):
        math_utils.quat_apply(UNIT)


def test_functions_are_found_by_their_names_as_pickles_look_for_them() -> None:
    assert b"pippin.utils.math\x94" in pickle.dumps(math_utils.quat_apply)


def turned_back(quat: torch.Tensor, vec: torch.Tensor) -> torch.Tensor:
    """Compiled: calls functions with and without settings, by their module and by name."""
    return math_utils.quat_apply(math_utils.quat_inv(quat), math_utils.normalize(vec))


def test_compiled_functions_call_them_as_before() -> None:
    quat = torch.nn.functional.normalize(torch.randn(6, 4, generator=torch.Generator().manual_seed(0)), dim=-1)
    vec = torch.arange(18.0).view(6, 3) + 1.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # torch says so of compiling
        compiled = torch.jit.script(turned_back)
        alone = torch.jit.script(math_utils.axis_angle_from_quat)
    torch.testing.assert_close(compiled(quat, vec), turned_back(quat, vec))
    torch.testing.assert_close(alone(quat), math_utils.axis_angle_from_quat(quat))
    with pytest.raises(Exception, match=r"shape \(6, 5\)"):
        compiled(torch.zeros(6, 5), vec)


def ends(t01: torch.Tensor, q01: torch.Tensor, t12: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Compiled: leaves out an argument that has a default, and gives one by its place."""
    between, _ = math_utils.combine_frame_transforms(t01=t01, q01=q01, t12=t12)
    back, _ = math_utils.subtract_frame_transforms(t01, q01, between)
    return between, back


def test_compiled_functions_may_leave_out_what_has_a_default() -> None:
    generator = torch.Generator().manual_seed(0)
    quat = torch.nn.functional.normalize(torch.randn(6, 4, generator=generator), dim=-1)
    before, step = torch.randn(2, 6, 3, generator=generator)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # torch says so of compiling
        compiled, alone = torch.jit.script(ends), torch.jit.script(math_utils.combine_frame_transforms)
    between, back = compiled(before, quat, step)
    torch.testing.assert_close(between, before + math_utils.quat_apply(quat, step))
    torch.testing.assert_close(back, step)
    torch.testing.assert_close(alone(before, quat, step)[0], between)
